// One explorer of procedures in one page: which is played, on which points, and at which state.
//
// The page runs the procedures that it has (learning/catalogue.js); Python sends points, and runs the others.

import { unpackArrays } from "../math/arrays.js";
import { limitsAround } from "../math/limits.js";
import { unpackMachine } from "../math/machine.js";
import { nextChange, solutionOfState, unpackRun } from "../math/procedure.js";
import { drawSample } from "../math/samples.js";
import { PLAYED, optimumOf, runOf } from "../learning/catalogue.js";
import { Stepping } from "./stepping.js";

export class LearningSession extends Stepping {
  constructor(model) {
    super(model);
    this.against = "passes";
    this.found = { key: null };
    this.hear();
  }

  /** Python has drawn points, or run something. */
  hear() {
    const before = this.sent && this.atEnd;
    const { epoch } = this.model.get("machine");
    if (this.sent?.epoch !== epoch) {
      this.pause();
      this.sent = unpackMachine(this.model.get("machine"));
    }
    if (before) this.goToEnd();
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

  // What is learnt, and what has been found out about it.

  /** {machine, runs, optima} at the present setting; forgotten with it. */
  get known() {
    const key = JSON.stringify([this.setting, this.sent.epoch]);
    if (this.found.key !== key) this.found = { key, machine: this.machineAtHand(), runs: {}, optima: new Map() };
    return this.found;
  }

  get machine() {
    return this.known.machine;
  }

  machineAtHand() {
    const kernel = this.model.get("kernels")[this.setting.kernel];
    return { ...this.sent, gram: undefined, ...this.pointsAtHand(), kernel };
  }

  /** {X, y, m, limits} of the setting, where Python has not sent them and cannot be asked. */
  pointsAtHand() {
    const { data, seed } = this.setting;
    const { drawn, aspect } = this.sent;
    if (this.live || (drawn.data === data && (data === "own" || drawn.seed === seed))) return {};
    const { m, parameters, own } = this.model.get("samples");
    const { X, y } = data === "own" ? unpackArrays(own) : drawSample(data, m, seed, parameters[data]);
    return { X, y, m: y.length, n: y.length, limits: limitsAround(X, aspect) };
  }

  get asked() {
    const { X, y, kernel } = this.machine;
    return { X, y, kernel, C: this.setting.C };
  }

  /** The run of a procedure; undefined while Python runs it, or where it cannot. */
  runNamed(name) {
    const { runs } = this.known;
    if (name && !runs[name]) {
      if (PLAYED[name]) runs[name] = runOf(name, this.asked, this.setting.rate);
      else runs[name] = this.toldBy(name);
      if (runs[name]) runs[name].optimum = this.optimum(runs[name].intercept);
    }
    return runs[name];
  }

  toldBy(name) {
    const run = this.model.get("runs")[name];
    const same = run && Object.entries(run.setting).every(([key, value]) => this.setting[key] === value);
    return same ? unpackRun(run) : undefined;
  }

  optimum(intercept) {
    const { optima } = this.known;
    if (!optima.has(intercept)) optima.set(intercept, optimumOf(this.asked, intercept));
    return optima.get(intercept);
  }

  /** The run that is played. */
  get run() {
    return this.runNamed(this.procedure);
  }

  get other() {
    return this.beside === this.procedure ? undefined : this.runNamed(this.beside);
  }

  /** What the usual rate is of the procedures that are shown; undefined where neither has one. */
  get usualRate() {
    return PLAYED[this.procedure]?.rate ?? PLAYED[this.beside]?.rate;
  }

  solution(run = this.run, k = this.at) {
    return solutionOfState(this.machine, run, k);
  }

  toNextChange() {
    if (this.run) this.to(nextChange(this.machine, this.run, this.at));
  }

  goToEnd() {
    if (this.run) this.model.set("step", this.run.length - 1);
  }

  // What is learnt, and by which procedure.

  choose(trait, name) {
    this.pause();
    this.model.set(trait, name);
    if (trait === "procedure") this.model.set("step", 0);
    this.save();
    this.announce();
  }

  /** Another setting is learnt at once; who stood at the end stands there again. */
  learn(change) {
    this.pause();
    const { atEnd } = this;
    this.model.set("setting", { ...this.setting, ...change });
    if (atEnd) this.goToEnd();
    this.save();
    this.announce();
  }
}
