// One explorer of procedures in one page: which is played, at which state, and the clock of the player.

import { unpackMachine } from "../math/machine.js";
import { nextChange, solutionOfState, unpackRun } from "../math/procedure.js";
import { Observed } from "./observable.js";

export class LearningSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.speed = 4; // states a second
    this.against = "passes";
    this.clock = null;
    this.hear();
  }

  /** Python has run something. */
  hear() {
    const machine = this.model.get("machine");
    const runs = this.model.get("runs");
    if (this.machine?.epoch !== machine.epoch) {
      this.machine = unpackMachine(machine);
      this.runs = {};
      this.pause();
    }
    for (const [name, run] of Object.entries(runs)) this.runs[name] ??= unpackRun(run);
    this.announce();
  }

  get setting() {
    return this.model.get("setting");
  }

  get procedure() {
    return this.model.get("procedure");
  }

  get beside() {
    return this.model.get("beside");
  }

  /** The run that is played; undefined while Python runs it. */
  get run() {
    return this.runs[this.procedure];
  }

  get other() {
    return this.beside === this.procedure ? undefined : this.runs[this.beside];
  }

  get at() {
    return this.run ? Math.min(this.model.get("step"), this.run.length - 1) : 0;
  }

  get playing() {
    return this.clock !== null;
  }

  solution(run = this.run, k = this.at) {
    return solutionOfState(this.machine, run, k);
  }

  // The player.

  to(k, keep = false) {
    if (!this.run) return;
    if (!keep) this.pause();
    this.model.set("step", Math.max(0, Math.min(this.run.length - 1, k)));
    if (!keep) this.save();
    this.announce();
  }

  /** So many states on; after the last comes the first. */
  by(count) {
    const { run, at } = this;
    if (run) this.to((at + count + run.length) % run.length);
  }

  toNextChange() {
    if (this.run) this.to(nextChange(this.machine, this.run, this.at));
  }

  toEnd() {
    if (this.run) this.to(this.run.length - 1);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.announce();
  }

  play() {
    if (!this.run || this.playing) return;
    if (this.at === this.run.length - 1) this.to(0);
    this.tick();
  }

  tick() {
    this.clock = setTimeout(() => {
      this.to(this.at + 1, true);
      if (this.at < this.run.length - 1) this.tick();
      else this.pause();
    }, 1000 / this.speed);
    this.announce();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.clock);
    this.clock = null;
    this.save();
    this.announce();
  }

  // What is learnt, and by which procedure.

  choose(trait, name) {
    this.pause();
    this.model.set(trait, name);
    if (trait === "procedure") this.model.set("step", 0);
    this.save();
    this.announce();
  }

  learn(change) {
    this.pause();
    this.model.set("setting", { ...this.setting, ...change });
    this.save();
    this.announce();
  }

  save() {
    if (this.live) this.model.save_changes();
  }

  dispose() {
    clearTimeout(this.clock);
    this.clock = null;
    this.listeners.clear();
  }
}
