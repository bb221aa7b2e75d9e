// What a workshop works out ahead, in slices between frames: first what every point gets when it is left out, then the
// solution for every C. A change drops what is under way; where only C moves, the path stays.

import { sentence } from "../words/notes.js";

const NOT_CERTIFIED = "this solution is not certified: try a smaller C";

export class WorkAhead {
  constructor() {
    this.drop({});
  }

  drop({ sameMachine }) {
    this.leftOut = this.leaving = null;
    if (!sameMachine) this.path = this.following = this.pathError = null;
  }

  /** Is the path still to come? */
  get wantsPath() {
    return !this.path && !this.pathError;
  }

  /** Go on for so many milliseconds; true once there is nothing left to do. */
  run({ engine, machine, solution, range }, milliseconds, withPath) {
    if (!this.leftOut) this.#leaveOut(engine, machine, solution, milliseconds);
    else if (withPath && this.wantsPath) this.#follow(engine, range, milliseconds);
    return Boolean(this.leftOut) && !(withPath && this.wantsPath);
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
