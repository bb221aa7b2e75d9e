// One proposed kernel and its points in one page, whatever the number of its views. The page tests Mercer's condition
// itself; Python hears of a change when a drag ends, and reads and writes files.

import { MOST_POINTS_OF_KERNEL } from "../math/constants.js";
import { mercerTest } from "../math/mercer.js";
import { withAdded, withMoved, withRemoved } from "../math/points.js";
import { conversationWith } from "./conversation.js";
import { EditHistory } from "./edit_history.js";
import { Filing } from "./filing.js";
import { Observed } from "./observable.js";
import { proposalAddress, readProposal } from "./proposal_address.js";

const AXES = ["x₁", "x₂"];
const FULL = `A scene of kernels takes at most ${MOST_POINTS_OF_KERNEL} points; delete one first.`;
const FORMULA = "formula";

export class ProposalSession extends Observed {
  editing = { classes: ["point"] };
  solution = { pointStatus: [] }; // for whoever walks from point to point: none of them has a multiplier
  mayMove = true;

  constructor(model) {
    super();
    Object.assign(this, { model, live: model.get("live") !== false, history: new EditHistory() });
    this.dragged = null; // the points while one of them is dragged
    this.refusal = null;
    this.conversation = conversationWith(model, () => this.announce());
    this.filing = new Filing(this.conversation);
    this.began = this.moment;
    this.hear();
    this.follow(model.get("address"));
  }

  hear() {
    const answer = this.model.get("answer");
    if (answer?.turn === undefined) return;
    this.conversation.hear(answer, () => this.filing.take(this.model.get("filed")));
    this.announce();
  }

  // What is proposed, as the controls of a kernel want it.

  get menus() {
    return this.model.get("menus");
  }

  /** {kernel, text, sigma, ...}: the entry of the menu, the formula, and parameters, also those not in use. */
  get values() {
    return this.model.get("choice");
  }

  get kernels() {
    return [...this.menus.kernels.map(({ name, title }) => [name, title]), [FORMULA, "a formula"]];
  }

  get parameters() {
    return this.menus.kernels.find(({ name }) => name === this.values.kernel)?.parameters ?? [];
  }

  isKept() {
    return true;
  }

  /** {name, ...} of the kernel. */
  get kernel() {
    const { values } = this;
    const own = values.kernel === FORMULA ? ["text"] : this.parameters;
    return Object.fromEntries([["name", values.kernel], ...own.map((name) => [name, values[name]])]);
  }

  setKernel(values) {
    this.refusal = null;
    this.set({ choice: { ...this.values, ...values } });
  }

  // Its points.

  /** {X, y, m, axes}: the points, all of one class. */
  get points() {
    return this.dragged ?? this.standing;
  }

  get standing() {
    const places = this.model.get("points");
    if (this.read !== places) {
      this.read = places;
      this.readAs = numbered({ X: Float64Array.from(places.flat()), y: new Int32Array(places.length) });
    }
    return this.readAs;
  }

  get places() {
    const { X, m } = this.points;
    return Array.from({ length: m }, (_, i) => [X[2 * i], X[2 * i + 1]]);
  }

  placeOf(i) {
    const { X } = this.points;
    return [X[2 * i], X[2 * i + 1]];
  }

  get selected() {
    const i = this.model.get("selected");
    return i < this.points.m ? i : -1;
  }

  select(i) {
    this.set({ selected: i });
  }

  get editor() {
    const { past, future } = this.history;
    return { ...this.editing, undo: past.length > 0, redo: future.length > 0 };
  }

  movePoint(i, place, done = true) {
    if (i >= this.points.m) return;
    this.dragged = numbered(withMoved(this.points, i, place));
    if (done) this.take(this.dragged);
    else this.announce();
  }

  addPoint(place) {
    if (this.points.m >= MOST_POINTS_OF_KERNEL) {
      this.refusal = FULL;
      this.announce();
      return;
    }
    this.take(withAdded(this.points, place, 0), { selected: this.points.m });
  }

  editChosen(what) {
    if (what === "remove" && this.selected >= 0) this.take(withRemoved(this.points, this.selected), { selected: -1 });
  }

  /** The reader chooses points that the menu has. */
  choosePoints(name) {
    const { points, limits } = this.menus.sets.find((one) => one.name === name) ?? {};
    if (points) this.edited({ points, limits, selected: -1 });
  }

  /** Which points of the menu these are, "" where they are one's own. */
  get chosenSet() {
    const told = JSON.stringify(this.places);
    return this.menus.sets.find(({ points }) => JSON.stringify(points) === told)?.name ?? "";
  }

  take(points, more = {}) {
    const { X } = points;
    const places = Array.from({ length: X.length / 2 }, (_, i) => [X[2 * i], X[2 * i + 1]]);
    this.edited({ points: places, ...more });
  }

  /** What undo takes back. */
  get moment() {
    const names = ["points", "choice", "limits"];
    return Object.fromEntries(names.map((name) => [name, this.model.get(name)]));
  }

  edited(state) {
    this.history.record(this.moment);
    this.dragged = this.refusal = null;
    this.set(state);
  }

  /** "undo", "redo" or "clear". */
  edit(what) {
    const { history, editor, moment } = this;
    if (what === "clear") this.edited({ points: [], selected: -1 });
    else if (editor[what]) {
      const then = what === "undo" ? history.back(moment) : history.forth(moment);
      this.set({ ...then, selected: -1 });
    }
  }

  /** Everything as it began. */
  reset() {
    this.edited({ ...this.began, selected: -1 });
  }

  set(state) {
    for (const [name, value] of Object.entries(state)) this.model.set(name, value);
    if (this.live) this.model.save_changes();
    else if (this.hasAddress) this.model.get("remember")(this.address);
    this.announce();
  }

  // What the points say.

  /** {test} of the kernel on the points, or {error} in words. */
  get found() {
    const { kernel, places } = this;
    const key = JSON.stringify([kernel, places]);
    if (this.foundAt !== key) {
      this.foundAt = key;
      this.lastFound = foundOf(kernel, places);
    }
    return this.lastFound;
  }

  setSize(size) {
    this.set({ options: { ...this.model.get("options"), size } });
  }

  // The address of a page without Python.

  get hasAddress() {
    return !this.live && Boolean(this.model.get("remember"));
  }

  get address() {
    return proposalAddress({ kernel: this.kernel, points: this.model.get("points") });
  }

  /** Stand where an address says; one that cannot be is refused in words. */
  follow(address) {
    if (!this.hasAddress || !address) return;
    try {
      const { choice, points } = readProposal(address, this.menus, MOST_POINTS_OF_KERNEL);
      this.model.set("choice", { ...this.values, ...choice });
      this.model.set("points", points);
    } catch (error) {
      this.refusal = error.message;
    }
  }

  // Files.

  /** Ask Python for a file; a scene that it opens can be taken back. */
  async askFile(question, bytes) {
    const before = this.moment;
    const filed = await this.filing.ask(question, bytes);
    if (question.do === "scene" && !filed.error) this.history.record(before);
    this.announce();
    return filed;
  }

  dispose() {
    this.conversation.dispose();
    this.listeners.clear();
  }
}

const numbered = (points) => ({ ...points, m: points.y.length, axes: AXES });

function foundOf(kernel, places) {
  if (!places.length) return { error: "There are no points: add some, or choose others." };
  try {
    return { test: mercerTest(kernel, places) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` };
  }
}
