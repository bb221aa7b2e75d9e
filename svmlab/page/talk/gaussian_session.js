// One lab in one page, whatever the number of its views. The page moves means, points and circles by itself and asks
// Python for the rest: `set` while something is dragged, then `slice` after `slice` of the machines along C, and on
// request `draws`, more training sets. Each answer names its epoch; what belongs to another one is not shown as new.

import { typed } from "../math/arrays.js";
import { bayesClassifier, isProblem, riskOf, sampleOf } from "../math/gaussians.js";
import { conversationWith, silentText } from "./conversation.js";
import { Observed } from "./observable.js";

const REST = 120; // ms of rest after a change until the machines along C are asked for
const TELL = 200; // ms of rest after which Python is told of a C that the page drew by itself
const EQUAL = 1e-9; // guaranteed risks that differ by less are the same
const CURVES = ["true", "value", "gamma", "margin", "interval", "covering", "confidence"];

export class GaussianSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.shown = { bayes: true, linear: true, machine: true, points: true };
    this.error = null;
    this.run = 0;
    this.running = false;
    this.conversation = conversationWith(model, () => this.announce());
    this.hear();
    if (this.live) this.conversation.ask({ type: "hello" });
  }

  /** Take what Python has set. */
  hear() {
    const answer = this.model.get("answer");
    if (answer.turn === undefined || !this.conversation.hear(answer)) return;
    this.error = answer.error;
    const setting = this.model.get("setting");
    this.epoch = setting.epoch;
    if (!this.moving && !this.conversation.outstanding("set") && !this.error) {
      this.setting = setting;
      this.wanted = null; // what was asked for is what there is
      if (!this.began) this.began = { setting, C: answer.C };
    }
    this.setting ??= setting;
    if (!this.conversation.outstanding("C") && !this.untold) this.C = answer.C;
    this.takeArrays();
    this.settle(0);
    this.announce();
  }

  takeArrays() {
    const [along, exact, noise, draws] = ["along", "exact", "noise", "draws"].map((name) => this.model.get(name));
    if (this.alongState !== along) {
      this.alongState = along;
      const curves = Object.fromEntries(CURVES.map((name) => [name, typed(along[name])]));
      const scores = typed(along.scores);
      const { epoch, done, total, error, gap } = along;
      if (this.along && this.along.done === this.along.total && epoch !== this.along.epoch) this.before = this.along;
      this.along = { epoch, done, total, error, gap, curves, scores, n: curves.value.length };
      if (done === total) this.before = null;
    }
    if (this.exactState !== exact) {
      this.exactState = exact;
      const { epoch, bayes, linear_risk } = exact;
      this.exact = { epoch, bayes, linearRisk: linear_risk, linear: { Q: 3, scores: typed(exact.linear) } };
    }
    if (this.noiseState !== noise) {
      this.noiseState = noise;
      this.noise = { m: noise.m, seed: noise.seed, z: typed(noise.z) };
    }
    if (this.drawsState !== draws) {
      this.drawsState = draws;
      const { epoch, C, run, total } = draws;
      this.draws = { epoch, C, run, total, risks: typed(draws.risks) };
    }
  }

  // What the picture shows.

  /** The setting in the picture: what is being dragged, if it makes sense. */
  get drawn() {
    return this.wanted && !this.error && isProblem(this.wanted) ? this.wanted : this.setting;
  }

  /** Does Python's answer belong to the setting in the picture? */
  get current() {
    return this.drawn === this.setting;
  }

  /** Does Python train while something is dragged, a moment behind? */
  get following() {
    return this.live && this.moving && this.setting.m <= this.model.get("options").quick;
  }

  get sample() {
    const { drawn, noise } = this;
    const m = Math.min(drawn.m, noise.m);
    if (this.sampleOf !== drawn || this.sampleZ !== noise) {
      Object.assign(this, { sampleOf: drawn, sampleZ: noise, sampleNow: { m, ...sampleOf(drawn, noise.z, m) } });
    }
    return this.sampleNow;
  }

  /** {classifier, risk} of the Bayes rule, always of the setting in the picture. */
  get bayes() {
    const { drawn } = this;
    if (this.bayesOf !== drawn) {
      const classifier = bayesClassifier(drawn);
      const risk =
        drawn === this.setting && this.exact.epoch === drawn.epoch ? this.exact.bayes : riskOf(drawn, classifier);
      Object.assign(this, { bayesOf: drawn, bayesNow: { classifier, risk, current: true } });
    }
    return this.bayesNow;
  }

  get linear() {
    const { linear: classifier, linearRisk: risk, epoch } = this.exact;
    return { classifier, risk, current: this.current && epoch === this.epoch };
  }

  /** {classifier, risk, current} of the machine at C; the last one known stays while another is awaited. */
  get machine() {
    const { along, C } = this;
    const [known, value] = [along.epoch === this.epoch, along.curves.value[C]];
    if (Number.isFinite(value) && (this.machineOf !== along || this.machineAt !== C)) {
      const classifier = { Q: 3, scores: along.scores.subarray(18 * C, 18 * C + 18) };
      Object.assign(this, {
        machineOf: along,
        machineAt: C,
        machineNow: { classifier, risk: along.curves.true[C], C },
      });
    }
    if (!this.machineNow) return null;
    return {
      ...this.machineNow,
      current: this.current && known && this.machineNow.C === C && Number.isFinite(value) && !along.error,
    };
  }

  /** The terms of the guaranteed risk at C, or null. */
  get terms() {
    const { curves, error } = this.along;
    if (error || !Number.isFinite(curves.value[this.C])) return null;
    return Object.fromEntries(CURVES.map((name) => [name, curves[name][this.C]]));
  }

  /** Index of the C of least guaranteed risk, once all are known, else -1; of equal ones the smallest. */
  get best() {
    const { done, total, curves, error } = this.along;
    if (done < total || error) return -1;
    const least = Math.min(...curves.value);
    return curves.value.findIndex((value) => value <= least + EQUAL);
  }

  get values() {
    const { low, high, perDecade } = this.model.get("options");
    return { low, high, perDecade, hard: false };
  }

  valueAt(i) {
    const { low, perDecade } = this.model.get("options");
    return low * 10 ** (i / perDecade);
  }

  // What the reader does.

  /** Another setting; `moving` while a drag goes on. */
  change(patch, moving = false) {
    const before = this.error ? this.setting : (this.wanted ?? this.setting);
    this.error = null;
    this.wanted = { ...before, ...patch };
    this.moving = moving;
    this.stop();
    clearTimeout(this.restClock);
    this.sendWanted();
    this.announce();
  }

  /** A drag is over. */
  commit() {
    if (!this.moving) return;
    this.moving = false;
    this.sendWanted();
    this.announce();
  }

  sendWanted(more = {}) {
    if (!this.live || !this.wanted) return;
    const { means, variances, priors, m, seed, degree } = this.wanted;
    const setting = { means, variances, priors, m, seed, degree };
    this.conversation.ask({ type: "set", setting, moving: this.moving, ...more });
  }

  /** Back to how it began. */
  restart() {
    this.moving = false;
    this.stop();
    this.error = null;
    this.wanted = this.live ? { ...this.began.setting } : null;
    this.sendWanted({ restore: true });
    this.moveTo(this.began.C);
    this.announce();
  }

  /** C is the index of a value. */
  moveTo(C) {
    if (C === this.C) return;
    this.C = C;
    this.stop();
    this.untold = this.live;
    clearTimeout(this.tellClock);
    this.tellClock = setTimeout(() => this.tell(), TELL);
    this.announce();
  }

  tell() {
    clearTimeout(this.tellClock);
    if (!this.untold) return;
    this.untold = false;
    this.conversation.ask({ type: "C", C: this.C });
  }

  resample() {
    this.change({ seed: (this.wanted ?? this.setting).seed + 1 });
  }

  /** Begin to train on more samples at C. */
  drawMore() {
    if (!this.live || !this.current || this.error) return;
    this.run++;
    this.running = true;
    this.settle(0);
    this.announce();
  }

  stop() {
    this.running = false;
  }

  /** The risks on other samples, if there are any, and whether they are of what the picture shows. */
  get otherRisks() {
    const { draws } = this;
    if (!draws.risks.length && !this.running) return null;
    const fresh = draws.run === this.run || !this.running;
    const current = this.current && draws.epoch === this.epoch && draws.C === this.C;
    return { ...draws, risks: fresh ? draws.risks : new Float64Array(0), current, running: this.running };
  }

  // What is asked for when nothing is dragged.

  settle(rest = REST) {
    clearTimeout(this.restClock);
    if (this.live) this.restClock = setTimeout(() => this.atRest(), rest);
  }

  get wantsSlice() {
    const { along } = this;
    return (
      this.live && !this.moving && this.current && !this.error && along.epoch === this.epoch && along.done < along.total
    );
  }

  get wantsDraws() {
    return this.live && this.running && !this.along.error;
  }

  atRest() {
    if (!this.conversation.settled || this.untold) return;
    const { draws, epoch, C, run } = this;
    const finished = draws.epoch === epoch && draws.run === run && draws.C === C && draws.risks.length >= draws.total;
    if (this.running && finished) {
      this.running = false;
      this.announce();
    }
    if (this.wantsSlice) this.conversation.ask({ type: "slice", epoch });
    else if (this.wantsDraws) this.conversation.ask({ type: "draws", epoch, C, run });
  }

  /** Is there something that the picture still waits for? */
  get pending() {
    return Boolean(
      this.live && (!this.conversation.settled || this.moving || this.untold || this.wantsSlice || this.running),
    );
  }

  /** What to say beside the picture, {kind, text}, or null. */
  get notice() {
    if (this.error) return { kind: "error", text: `${this.error} The picture is the last good one.` };
    if (this.along.error && this.along.epoch === this.epoch) return { kind: "error", text: this.along.error };
    if (this.live && this.conversation.silent) return { kind: "away", text: `${silentText()} ${STILL_RIGHT}` };
    if (!this.live && this.wanted) return { kind: "away", text: ALONE };
    return null;
  }

  dispose() {
    this.conversation.dispose();
    for (const clock of [this.restClock, this.tellClock]) clearTimeout(clock);
    this.listeners.clear();
  }
}

const STILL_RIGHT = "Circles and Bayes' risk are right; the rest is the last that was computed.";
const ALONE =
  "This page has no Python behind it: Bayes' classifier and its risk follow, the best lines and the M-SVM stay as they were.";
