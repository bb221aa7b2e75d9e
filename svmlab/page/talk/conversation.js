// What the page asks Python, and which answers count.
//
// Every question carries the page's name and a number; one with `now(number)` is made when it is sent, for what stands then.
// One is in flight; of those that wait, the newest of each type is sent when it has been answered, older ones are forgotten
// (edits are not: they wait together; nor is what was fixed before another question, see `fix`). Every change that Python makes
// carries its own rising number, `turn`; what is older than the newest seen is dropped. If no answer comes within `patience`,
// or a question cannot be sent, the conversation is `silent`, and a new one may be sent all the same. Once Python has followed
// what the page has moved, and nothing is outstanding, the model's trait `heard` takes that turn: hosts that follow traits,
// and no messages, hear of it.

import { withStep } from "./unfollowed.js";

const MOVES = new Set(["C", "state", "edit", "set", "reset", "file"]); // questions that move Python

/** What to say when no answer comes; a page of Voila, such as the demo's, has no notebook and no cell. */
export function silentText(host = globalThis.document?.body?.dataset) {
  if (host?.voila !== undefined)
    return "No answer from Python: it is still computing, or the connection is lost. Wait, or reload the page.";
  return "No answer from Python: it is busy, or this notebook was opened without running it. Run the cell to bring it to life.";
}

/** A conversation through a model of anywidget; what a question has as `bytes` goes along as a buffer. */
export function conversationWith(model, changed) {
  return new Conversation({
    send: ({ bytes, ...question }) => model.send(question, undefined, bytes ? [bytes] : undefined),
    changed,
    followed: (turn) => {
      model.set("heard", turn);
      model.save_changes();
    },
  });
}

export class Conversation {
  constructor({
    send,
    changed = () => {},
    followed = () => {},
    patience = 8000,
    timer = (f, ms) => setTimeout(f, ms),
    clear = (t) => clearTimeout(t),
  }) {
    Object.assign(this, { send, changed, followed, patience, timer, clear });
    this.page = Math.random().toString(36).slice(2, 10);
    this.number = 0;
    this.turn = -Infinity;
    this.waiting = new Map();
    this.inFlight = null;
    this.silent = false;
    this.moved = false; // has an answer moved Python since it was said that it has followed?
  }

  ask(question, key = question.type) {
    this.waiting.delete(key); // so that order is the order of asking
    this.waiting.set(key, question);
    this.next();
  }

  /** Ask with a question of this type that waits last: the steps of both, in order; none is forgotten. */
  askAlso(question) {
    const [key, last] = [...this.waiting].at(-1) ?? [];
    if (last?.type !== question.type) this.ask(question, Symbol(question.type));
    else this.ask({ ...question, steps: question.steps.reduce(withStep, last.steps) }, key);
  }

  /** A question of this type that waits, one with `now()`, will be `fixed()`: asked for what stands here, before all that comes. */
  fix(type) {
    const question = this.waiting.get(type);
    if (!question) return;
    this.waiting.delete(type);
    this.waiting.set(Symbol(type), question.fixed());
  }

  next() {
    if (this.inFlight && !this.silent) return;
    const first = this.waiting.entries().next();
    if (first.done) return;
    const [key, { now, fixed, ...question }] = first.value;
    this.waiting.delete(key);
    this.inFlight = { number: ++this.number, type: question.type };
    this.clear(this.clock);
    this.clock = this.timer(() => this.giveUp(), this.patience);
    try {
      this.send({ ...question, ...now?.(this.number), page: this.page, number: this.number });
    } catch (error) {
      // the connection to Python is closed
      console.warn(`Python cannot be asked: ${error.message}`);
      this.giveUp();
    }
  }

  giveUp() {
    this.clear(this.clock);
    this.silent = true;
    this.changed();
    this.next();
  }

  /** Is what Python says newer than all before? Call it once per message; `take()` takes it, before more is asked. */
  hear({ turn, page, number }, take = () => {}) {
    if (turn <= this.turn) return false;
    this.turn = turn;
    if (page === this.page && this.inFlight && number >= this.inFlight.number) {
      this.moved ||= MOVES.has(this.inFlight.type);
      this.inFlight = null;
      this.clear(this.clock);
    }
    this.silent = false;
    take();
    this.next();
    this.sayFollowed();
    return true;
  }

  sayFollowed() {
    if (!this.moved || !this.settled) return;
    this.moved = false;
    this.followed(this.turn);
  }

  /** Nothing asked, nothing outstanding. */
  get settled() {
    return !this.inFlight && this.waiting.size === 0;
  }

  /** Has a question of this type not been answered yet? */
  outstanding(type) {
    return this.inFlight?.type === type || [...this.waiting.values()].some((question) => question.type === type);
  }

  dispose() {
    this.clear(this.clock);
  }
}
