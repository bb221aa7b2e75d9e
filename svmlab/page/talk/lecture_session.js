// A lecture in one page: Python builds the scenes, the page asks for one, and for the next to be made ready.

import { Conversation } from "./conversation.js";
import { Observed } from "./observable.js";

const READY_AFTER = 800; // ms of rest until the next scene is made ready

export class LectureSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.conversation = new Conversation({
      send: (question) => model.send(question),
      changed: () => this.announce(),
    });
    this.hear();
  }

  get scenes() {
    return this.model.get("scenes");
  }

  get answer() {
    return this.model.get("answer");
  }

  hear() {
    if (this.answer.turn === undefined || !this.conversation.hear(this.answer)) return; // undefined: nothing said yet
    if (!this.busy) this.at = this.answer.at;
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.prepare(), READY_AFTER);
    this.announce();
  }

  /** Is a scene being opened? */
  get busy() {
    return this.conversation.outstanding("go") || this.conversation.outstanding("reset");
  }

  /** Is the scene after this one still to be made ready? */
  get wantsNext() {
    return this.at + 1 < this.scenes.length && !this.answer.built.includes(this.at + 1);
  }

  prepare() {
    if (this.conversation.settled && this.wantsNext) this.conversation.ask({ type: "prepare", k: this.at + 1 });
  }

  go(to) {
    const at = Math.max(0, Math.min(this.scenes.length - 1, to));
    if (at === this.at) return;
    this.at = at;
    this.conversation.ask({ type: "go", to: at });
    this.announce();
  }

  step(what) {
    if (what === "reset") {
      this.conversation.ask({ type: "reset" });
      this.announce();
    } else this.go(this.at + (what === "next" ? 1 : -1));
  }

  dispose() {
    clearTimeout(this.clock);
    this.conversation.dispose();
    this.listeners.clear();
  }
}
