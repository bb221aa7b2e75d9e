// What a workshop works out ahead, in slices between frames: first what every point gets when it is left out, then the
// solution for every C, then how many err at each. A change drops what is under way; where only C moves, the path stays.

import { sentence } from "../words/notes.js";
import { ErrorCurves } from "./error_curves.js";

const NOT_CERTIFIED = "this solution is not certified: try a smaller C";

export class WorkAhead {
  constructor() {
    this.curves = new ErrorCurves();
    this.drop({});
  }

  drop({ sameMachine }) {
    this.leftOut = this.leaving = null;
    if (sameMachine) return;
    this.path = this.following = this.pathError = null;
    this.curves.drop();
  }

  /** Is the path still to come? */
  get wantsPath() {
    return !this.path && !this.pathError;
  }

  /** Are the errors at each C still to come? */
  wantsCurves(machine) {
    return !this.pathError && this.curves.wanted(machine);
  }

  /** Go on for so many milliseconds, also with the path and the errors at each C; true once there is nothing left to do. */
  run(workshop, milliseconds, { path, curves }) {
    const { engine, machine, solution, range } = workshop;
    if (!this.leftOut) this.#leaveOut(engine, machine, solution, milliseconds);
    else if (path && this.wantsPath) this.#follow(engine, range, milliseconds);
    else if (curves && this.path && this.wantsCurves(machine)) this.curves.run(workshop, this.path, milliseconds);
    return Boolean(this.leftOut) && !(path && this.wantsPath) && !(curves && this.wantsCurves(machine));
  }

  #leaveOut(engine, machine, solution, milliseconds) {
    try {
      if (!solution.certificate.certified) throw new RangeError(NOT_CERTIFIED);
      this.leaving ??= engine.leaveOneOut();
      if (this.leaving.run(milliseconds)) this.leftOut = leftOutOf(machine, this.leaving.value);
    } catch (error) {
      this.leftOut = { error: sentence(error) };
    }
  }

  #follow(engine, range, milliseconds) {
    try {
      this.following ??= engine.path(...range);
      if (this.following.run(milliseconds)) this.path = this.following.value;
    } catch (error) {
      this.pathError = sentence(error);
    }
  }
}

/** {scores (m x outputs), margin, predicted, error, tied, undefined (m), nErrors, certified}, as Python tells it. */
function leftOutOf({ m, O, y }, { margins, scores, predictions, errors, ties, undefined: sole, nErrors, certified }) {
  const each = margins.length / m;
  const margin = Float64Array.from({ length: m }, (_, i) => Math.min(...margins.subarray(i * each, (i + 1) * each)));
  const ofClassOne = (_, i) => (y[i] === 1 ? margins[i] : -margins[i]);
  const told = O === 1 ? Float64Array.from({ length: m }, ofClassOne) : scores;
  return {
    scores: told,
    margin,
    predicted: predictions,
    error: errors,
    tied: ties,
    undefined: sole,
    nErrors,
    certified,
  };
}
