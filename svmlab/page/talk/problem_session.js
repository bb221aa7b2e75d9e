// One problem in one page, whatever the number of its views. The page solves it; Python is told when a move is over.

import { solveProblem } from "../math/quadratic.js";
import { Observed } from "./observable.js";

const MOVED = ", moved";

export class ProblemSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.hear();
  }

  get presets() {
    return this.model.get("presets");
  }

  get preset() {
    return this.model.get("preset");
  }

  /** Take the problem that Python has set; one's own news comes back, too. */
  hear() {
    const problem = this.model.get("problem");
    if (JSON.stringify(problem) !== JSON.stringify(this.problem)) this.begin(problem);
  }

  begin(problem) {
    this.began = problem;
    this.last = null;
    this.show(problem);
  }

  /** Draw this problem; where it has no minimum, the last one stays. */
  show(problem) {
    this.problem = problem;
    this.solution = solveProblem(problem);
    if (this.solution) this.last = { problem, solution: this.solution };
    this.announce();
  }

  /** A move is over: Python may know. */
  commit() {
    const { source } = this.problem;
    const moved = source && !source.endsWith(MOVED) ? { ...this.problem, source: source + MOVED } : this.problem;
    this.problem = moved;
    this.tell(this.preset);
  }

  choose(name) {
    const { problem } = this.presets.find((one) => one.name === name) ?? {};
    if (!problem) return;
    this.began = null;
    this.model.set("preset", name);
    this.begin(problem);
    this.tell(name);
  }

  /** Back to how the problem was before it was moved. */
  restart() {
    if (this.preset) this.choose(this.preset);
    else {
      this.begin({ ...this.began });
      this.tell("");
    }
  }

  tell(preset) {
    this.model.set("preset", preset);
    this.model.set("problem", this.problem);
    if (this.live) this.model.save_changes();
  }

  dispose() {
    this.listeners.clear();
  }
}
