// The machine that the page makes by itself, with the exact engine: the points at hand and what was there before each
// edit, kernel and C, the solution with its certificate, and what is worked out while a reader looks at it: what every
// point gets when it is left out, and the solution for every C.
//
// Points are values of math/points.js, {X, y, data, note, lines, limits}: y are places in ``plane.classes``, the classes
// that a point can have; the machine has those of them that have a point. ``data`` names the points in words, ``note``
// says what they are for, ``lines`` are drawn beside them, ``limits`` are those of the picture.

import { pointStatuses } from "../math/machine.js";
import { placesOf, samePoints, withAdded, withMoved, withRelabelled, withRemoved } from "../math/points.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { Stalled } from "../engine/working_set.js";
import { kernelLabel } from "../words/kernels.js";
import { interceptNote, missingText, sentence } from "../words/notes.js";
import { EditHistory } from "./edit_history.js";
import { WorkAhead } from "./work_ahead.js";

export const OWN_POINTS = { data: "own points", note: null, lines: [] }; // what is said of points once they have been edited

export class Workshop {
  /**
   * plane    {classes, hues, aspect, axes, pair, whole}: all that edits leave as it is; ``pair``: outputs of the machine
   *          of two classes, 1 or 2
   * range    [smallest, largest C] of the path; epoch: the number of its first machine, those after it have higher ones
   * before   the workshop before it, whose picture stays until there is a machine
   */
  constructor({ plane, points, kernel, C, range, epoch = 0, before = null }) {
    Object.assign(this, { plane, kernel, C, range, epoch: epoch - 1, engine: null });
    this.history = new EditHistory();
    for (const name of ["machine", "solution", "pictured"]) this[name] = before?.[name] ?? null;
    this.ahead = new WorkAhead();
    this.#stand(points);
  }

  /** Could Python do better? The solution is not certified, or the engine did not come to an end. */
  get doubtful() {
    return this.stalled || Boolean(this.solution && !this.solution.certificate.certified);
  }

  /** What is to be said beside the picture. */
  get note() {
    if (this.error) return null;
    return [this.points.note, interceptNote(this.machine, this.solution)].filter(Boolean).join(" ") || null;
  }

  /** The points that have no machine, null where they are those in the picture. */
  get draft() {
    if (!this.error || (this.pictured && samePoints(this.pictured, this.points))) return null;
    const { limits, X, y } = this.points;
    const plane = { limits, aspect: this.plane.aspect, axes: this.plane.axes, title: this.title };
    return { X, y, m: y.length, axes: this.plane.axes, classes: this.plane.classes, plane };
  }

  get title() {
    return `${this.points.data}, ${kernelLabel(this.kernel)}`;
  }

  // --- settings ---------------------------------------------------------------------------------------------------

  setC(C) {
    this.C = C;
    if (this.engine) this.#lead(() => this.engine.setC(C));
    else this.#stand(this.points);
  }

  setKernel(kernel) {
    this.kernel = kernel;
    if (this.engine) this.#lead(() => this.engine.setKernel(kernel));
    else this.#stand(this.points);
  }

  /** Other points, without a way back. */
  setPoints(points) {
    this.#stand({ ...this.points, ...points });
  }

  // --- edits ------------------------------------------------------------------------------------------------------

  /** Point i goes to another place; a drag, up to the move that is ``done``, is one step of the history. Where it stands
   * there already, as at the end of a drag that rested, all that is known stays. */
  movePoint(i, place, done = true) {
    const { dragging, points } = this;
    this.dragging = !done;
    if (dragging && place.every((value, j) => value === points.X[2 * i + j])) return;
    if (!dragging) this.history.record(points);
    this.#edit(withMoved(this.points, i, place, OWN_POINTS), () => this.engine.movePoint(i, ...place));
  }

  /** A drag ends where its point is gone. */
  letGo() {
    this.dragging = false;
  }

  addPoint(place, k) {
    this.history.record(this.points);
    this.#edit(withAdded(this.points, place, k, OWN_POINTS), () =>
      this.engine.addPoint(...place, this.present.indexOf(k)),
    );
  }

  removePoint(i) {
    this.history.record(this.points);
    this.#edit(withRemoved(this.points, i, OWN_POINTS), () => this.engine.removePoint(i));
  }

  /** Point i gets the next class. */
  relabelPoint(i) {
    this.history.record(this.points);
    const k = (this.points.y[i] + 1) % this.plane.classes.length;
    const step = () => this.engine.relabelPoint(i, this.present.indexOf(k));
    this.#edit(withRelabelled(this.points, i, k, OWN_POINTS), step);
  }

  clear() {
    if (this.points.y.length) this.history.record(this.points);
    this.setPoints({ ...OWN_POINTS, X: new Float64Array(0), y: new Int32Array(0) });
  }

  get canUndo() {
    return this.history.past.length > 0;
  }

  get canRedo() {
    return this.history.future.length > 0;
  }

  undo() {
    if (this.canUndo) this.#stand(this.history.back(this.points));
  }

  redo() {
    if (this.canRedo) this.#stand(this.history.forth(this.points));
  }

  // --- leading the machine there ----------------------------------------------------------------------------------

  /** A step of the engine where the classes stay the same, else a machine anew. */
  #edit(points, step) {
    const present = placesOf(points);
    const same =
      this.engine && present.length === this.present.length && present.every((k, j) => k === this.present[j]);
    if (!same) this.#stand(points);
    else {
      this.points = points;
      this.#lead(step);
    }
  }

  /** Stand at points, whatever was there before. */
  #stand(points) {
    this.points = points;
    this.present = placesOf(points);
    const Q = this.present.length;
    const outputs = Q === 2 ? this.plane.pair : Q;
    const X = points.X;
    const y = points.y.map((k) => this.present.indexOf(k));
    this.#lead(() => {
      if (Q < 2) {
        this.engine = null;
        throw new RangeError(missingText(this.plane.classes, this.present));
      }
      const { engine, kernel, C } = this;
      if (engine?.Q === Q && engine.outputs === outputs) return engine.setPoints(X, y);
      this.engine = null;
      this.engine = new MachineEngine({ X, y, Q, outputs, kernel, C });
      return this.engine.solution;
    });
  }

  /** Take a step of the engine: another solution of another machine, or why there is none; the last picture stays. */
  #lead(step) {
    const { points, kernel } = this;
    const sameMachine = this.tried?.points === points && this.tried.kernel === kernel;
    this.ahead.drop({ sameMachine });
    if (!sameMachine) this.epoch++;
    this.tried = { points, kernel };
    this.stalled = false;
    try {
      const solution = step();
      if (this.pictured !== points || this.machine.epoch !== this.epoch) this.machine = this.#machine();
      this.pictured = points;
      this.solution = drawable(this.machine, solution);
      this.error = null;
    } catch (error) {
      this.error = sentence(error);
      this.stalled = error instanceof Stalled;
    }
  }

  #machine() {
    const { engine, present, plane, points, kernel, epoch } = this;
    const { Q, outputs } = engine;
    const m = points.y.length;
    const named = (names) => present.map((k) => names[k]);
    return {
      epoch,
      kernel,
      X: points.X,
      y: engine.y,
      m,
      Q,
      O: outputs,
      outputs,
      n: outputs === 1 ? m : m * Q,
      known: true,
      classes: named(plane.classes),
      hues: present,
      whole: plane.whole && { classes: named(plane.whole.classes), axes: plane.whole.axes },
      limits: points.limits,
      aspect: plane.aspect,
      axes: plane.axes,
      title: this.title,
    };
  }

  // --- points left out --------------------------------------------------------------------------------------------

  /** How the machine changes while point i is withdrawn, as ``Withdrawal`` reads it; raises a RangeError in words. */
  withdrawal(i) {
    const { end, ...way } = this.engine.withdrawal(i);
    return { point: i, C: this.C, ...way, certificate: toldBy(end) };
  }

  /** Go on with what is not known yet for so many milliseconds; with ``path``, also with the path, with ``curves``, also with the
   * errors at each C. True once all is done. */
  work(milliseconds, { path = false, curves = false } = {}) {
    if (this.error) return true;
    return this.ahead.run(this, milliseconds, { path, curves });
  }

  /** What every point gets when it is left out, or null as long as it is not known. */
  get leftOut() {
    return this.ahead.leftOut;
  }

  /** How many err at each C, {trained, left} of {C (P + 1), counts (P)}, or null. */
  get errorCurves() {
    return this.ahead.curves.value;
  }

  /** The solution for every C of the range, or null. */
  get path() {
    return this.ahead.path;
  }
}

/** A solution of the engine as the page draws it. */
function drawable(machine, solution) {
  return { ...solution, ...pointStatuses(machine, solution.status), certificate: toldBy(solution) };
}

/** What a solution says of itself. */
function toldBy({ certified, gap, kkt, text }) {
  return { certified, gap, kkt, text };
}
