// A session of states that are stepped through, as the player asks for it: which is shown, and the clock that goes on.
//
// `step` is a trait of the scene; a kind says in `run`, {length, ...}, how many states there are, undefined while none
// are. `run.step` (length), if it is there, are the numbers that they are called by.

import { Observed } from "./observable.js";

export class Stepping extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.live = model.get("live") !== false; // an exported page has no Python behind it
    this.speed = 4; // states a second
    this.clock = null;
  }

  /** Python has told something. */
  hear() {
    this.announce();
  }

  get at() {
    return this.run ? Math.min(this.model.get("step"), this.run.length - 1) : 0;
  }

  get atEnd() {
    return Boolean(this.run) && this.at === this.run.length - 1;
  }

  get playing() {
    return this.clock !== null;
  }

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

  toEnd() {
    if (this.run) this.to(this.run.length - 1);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.announce();
  }

  play() {
    if (!this.run || this.playing) return;
    if (this.atEnd) this.to(0);
    this.tick();
  }

  tick() {
    this.clock = setTimeout(() => {
      this.to(this.at + 1, true);
      if (!this.atEnd) this.tick();
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

  save() {
    if (this.live) this.model.save_changes();
  }

  dispose() {
    clearTimeout(this.clock);
    this.clock = null;
    this.listeners.clear();
  }
}
