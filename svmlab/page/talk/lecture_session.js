// A lecture in one page: Python builds the scenes, the page asks for one, and for the next to be made ready. Without
// Python the page has all scenes in it and builds one when it is first shown: `model.get("build")(k, more)` returns
// {show(shown), remove()}. Its address is that of its scene behind "#scene=3", which opens it there.

import { Conversation } from "./conversation.js";
import { Observed } from "./observable.js";

const READY_AFTER = 800; // ms of rest until the next scene is made ready
const SCENE_ADDRESS = /^#scene=(\d+)&?(.*)$/;

export class LectureSession extends Observed {
  constructor(model) {
    super();
    this.model = model;
    this.built = new Map();
    this.known = new Set(); // scenes whose answer is revealed
    this.guesses = new Map(); // what is believed, by scene
    this.live = model.get("live") !== false;
    this.conversation = new Conversation({
      send: (question) => (this.live ? model.send(question) : this.answerHere(question)),
      changed: () => this.announce(),
    });
    this.hear();
    if (!this.live) this.begin();
  }

  /** Without Python: begin with the scene that the address names. */
  begin() {
    const [, number, address] = SCENE_ADDRESS.exec(this.model.get("address") ?? "") ?? [];
    const named = number >= 1 && number <= this.scenes.length;
    this.at = named ? number - 1 : this.answer.at;
    this.addresses = new Map([[this.at, address ? `#${address}` : ""]]);
    this.conversation.ask({ type: "go", to: this.at });
  }

  /** A scene made of what stands in the page; while it is shown, its address is part of that of the page. */
  build(k) {
    const remember = this.model.get("remember");
    const own = {
      address: this.addresses.get(k),
      remember: (address) => {
        this.addresses.set(k, address);
        return this.remember();
      },
    };
    return this.model.get("build")(k, remember ? own : {});
  }

  /** Let the page know itself by the scene that is shown. */
  remember() {
    const own = this.addresses.get(this.at)?.slice(1);
    return this.model.get("remember")?.(`#scene=${this.at + 1}${own ? `&${own}` : ""}`);
  }

  /** Without Python: build the scene that is asked for, where it is not there or begins anew, and show it alone. */
  answerHere({ type, to = this.at, page, number }) {
    if (type === "reset") {
      this.built.get(to)?.remove();
      this.built.delete(to);
      this.addresses.delete(to);
    }
    if (!this.built.has(to)) this.built.set(to, this.build(to));
    for (const [k, scene] of this.built) scene.show(k === to);
    this.remember();
    const turn = this.answer.turn + 1;
    this.model.set("answer", { turn, page, number, at: to, error: null, built: [...this.built.keys()] });
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
    return this.live && this.at + 1 < this.scenes.length && !this.answer.built.includes(this.at + 1);
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

  /** What is told of the scene that is shown, and whether its answer is revealed. */
  get scene() {
    return this.scenes[this.at];
  }

  get revealed() {
    return this.known.has(this.at);
  }

  /** Names of what is not shown until the answer is revealed. */
  get hidden() {
    return this.at === undefined || this.revealed ? [] : this.scene.hides;
  }

  reveal() {
    if (!this.scene?.question || this.revealed) return;
    this.known.add(this.at);
    this.announce();
  }

  /** What is believed before the answer is revealed. */
  guess(choice) {
    this.guesses.set(this.at, choice);
    this.announce();
  }

  step(what) {
    if (what === "reset") {
      this.known.delete(this.at);
      this.guesses.delete(this.at);
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
