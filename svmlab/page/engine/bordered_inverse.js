// The inverse R of a symmetric matrix that gains and loses a row and a column at a time, by updates of rank one.

import { FRESH, LOSSY } from "../math/constants.js";

export class BorderedInverse {
  constructor(room) {
    this.room = room;
    this.order = 0;
    this.updates = 0;
    this.R = new Float64Array(room * room);
  }

  copyFrom(other) {
    this.order = other.order;
    this.updates = other.updates;
    this.#grow(other.order, false);
    const { R, room, order } = this;
    for (let i = 0; i < order; i++) R.set(other.R.subarray(i * other.room, i * other.room + order), i * room);
  }

  at(i, j) {
    return this.R[i * this.room + j];
  }

  /** z = factor · R · rhs, or that added to z. */
  solve(rhs, z, factor, add = false) {
    const { R, room, order } = this;
    for (let i = 0; i < order; i++) {
      let s = 0;
      for (let j = 0, p = i * room; j < order; j++) s += R[p++] * rhs[j];
      z[i] = add ? z[i] + factor * s : factor * s;
    }
  }

  /** One more row and column, to which R answers with ``response``. */
  border(response, curvature) {
    this.#grow(this.order + 1);
    const { R, room, order } = this;
    for (let i = 0; i < order; i++) {
      const s = response[i] / curvature;
      for (let j = 0, p = i * room; j < order; j++) R[p++] += s * response[j];
      R[i * room + order] = R[order * room + i] = -s;
    }
    R[order * room + order] = 1 / curvature;
    this.order++;
    this.#age(1 / curvature);
  }

  /** One row and column less; the last take the empty place. */
  drop(row) {
    const { R, room, order } = this;
    const pivots = R.slice(row * room, row * room + order);
    const pivot = pivots[row];
    for (let i = 0; i < order; i++) {
      for (let j = 0, p = i * room, s = pivots[i] / pivot; j < order; j++) R[p++] -= s * pivots[j];
    }
    const last = order - 1;
    for (let j = 0; j < order; j++) R[row * room + j] = R[last * room + j];
    for (let i = 0; i < order; i++) R[i * room + row] = R[i * room + last];
    this.order--;
    this.#age(pivot);
  }

  /** R of a matrix A (order x order, row by row; overwritten); false where it is singular. Gauss and Jordan. */
  invert(A, order) {
    const exchanged = new Int32Array(order);
    for (let c = 0; c < order; c++) {
      let best = c;
      for (let i = c + 1; i < order; i++) if (Math.abs(A[i * order + c]) > Math.abs(A[best * order + c])) best = i;
      exchanged[c] = best;
      swapRows(A, order, c, best);
      const pivot = A[c * order + c];
      if (!(Math.abs(pivot) > 0)) return false;
      A[c * order + c] = 1;
      for (let j = 0, p = c * order; j < order; j++) A[p++] /= pivot;
      for (let i = 0; i < order; i++) {
        const f = A[i * order + c];
        if (i === c || f === 0) continue;
        A[i * order + c] = 0;
        for (let j = 0, p = i * order, q = c * order; j < order; j++) A[p++] -= f * A[q++];
      }
    }
    for (let c = order - 1; c >= 0; c--) swapColumns(A, order, c, exchanged[c]);
    this.#grow(order, false);
    const { R, room } = this;
    for (let i = 0; i < order; i++) {
      for (let j = 0; j < order; j++) R[i * room + j] = 0.5 * (A[i * order + j] + A[j * order + i]);
    }
    this.order = order;
    this.updates = 0;
    return true;
  }

  /** Whether it should be made anew: after many updates, or one that lost digits. */
  get worn() {
    return this.updates >= FRESH;
  }

  /** The largest sum of a row, in absolute values. */
  get norm() {
    return largestRowSum(this.R, this.order, this.room);
  }

  #age(growth) {
    this.updates = growth > LOSSY ? FRESH : this.updates + 1;
  }

  #grow(need, keep = true) {
    if (need <= this.room) return;
    const room = Math.max(need, 2 * this.room);
    const R = new Float64Array(room * room);
    for (let i = 0; keep && i < this.order; i++) {
      R.set(this.R.subarray(i * this.room, i * this.room + this.order), i * room);
    }
    this.R = R;
    this.room = room;
  }
}

export function largestRowSum(A, order, room = order) {
  let largest = 0;
  for (let i = 0; i < order; i++) {
    let sum = 0;
    for (let j = 0, p = i * room; j < order; j++) sum += Math.abs(A[p++]);
    largest = Math.max(largest, sum);
  }
  return largest;
}

function swapRows(A, order, i, j) {
  if (i === j) return;
  for (let c = 0, p = i * order, q = j * order; c < order; c++, p++, q++) [A[p], A[q]] = [A[q], A[p]];
}

function swapColumns(A, order, i, j) {
  if (i === j) return;
  for (let r = 0, p = i, q = j; r < order; r++, p += order, q += order) [A[p], A[q]] = [A[q], A[p]];
}
