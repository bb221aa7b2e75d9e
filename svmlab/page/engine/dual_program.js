// The dual program of the machines of two and of many classes, see engine/program.py:
//
//   minimise ½ αᵀHα - 1ᵀα   subject to   Eᵀα = 0,  0 ≤ α ≤ C·weight,      H = K[example, example] · (E Eᵀ)
//
// Far from the origin K is that about the mean of the points, κ(x, z) = K + lever(x) + lever(z) + constant, see
// math/kernels.js. Inside the engine it is centred in feature space and scaled to a largest diagonal of one; α and C are measured in units
// of ``unit`` there. Two classes have one variable per point and one tie; Q classes have Q - 1 of both.

import { FAR_FROM_MEAN, ROUNDING_OF_KERNEL } from "../math/constants.js";
import { kernelFunction, relativeKernel, roundingsOf } from "../math/kernels.js";
import { identicalVariables, places } from "./twins.js";

/** κ (x₁, x₂, z₁, z₂) -> number between the points of X (m x 2), row by row. */
function matrixOf(kappa, X) {
  const m = X.length / 2;
  const K = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) K[i * m + j] = K[j * m + i] = kappa(X[2 * i], X[2 * i + 1], X[2 * j], X[2 * j + 1]);
  }
  return K;
}

/** κ(x, z) for the points of Z (m x 2). */
function rowOf(kappa, x1, x2, Z) {
  return Float64Array.from({ length: Z.length / 2 }, (_, j) => kappa(x1, x2, Z[2 * j], Z[2 * j + 1]));
}

/** The program of points X (m x 2) with classes y in 0..Q-1; weight (m) multiplies C; outputs as in programOfKernel. */
export function programOfPoints({ X, y, Q, outputs, kernel, weight = null }) {
  const { K, kappa, leverOf, constant } = preciseMatrix(kernel, X);
  const lowered = meanOf(K) / 2;
  const lever = Float64Array.from(y, (_, i) => leverOf(X[2 * i], X[2 * i + 1]));
  return Object.assign(programOf({ K, y, Q, outputs, weight, place: places(X), roundings: roundingsOf(kernel) }), {
    kappa,
    leverOf,
    lever,
    constant,
    lowered,
    reference: Float64Array.from(X),
  });
}

/**
 * {K, kappa, leverOf, constant}: κ between the points, or where it loses digits that can be kept, what ``relativeKernel``
 * has for it; the machine sees no difference but in its intercept. As Python's machines do it.
 */
function preciseMatrix(kernel, X) {
  const asItIs = { kappa: kernelFunction(kernel), leverOf: () => 0, constant: 0 };
  const K = matrixOf(asItIs.kappa, X);
  const largest = largestEntry(K);
  if (FAR_FROM_MEAN * spreadOf(K) > largest) return { K, ...asItIs };
  const m = X.length / 2;
  const centroid = [0, 1].map((axis) => meanOf(Float64Array.from({ length: m }, (_, i) => X[2 * i + axis])));
  const relative = relativeKernel(kernel, centroid);
  const near = relative && matrixOf(relative.near, X);
  if (near === null || FAR_FROM_MEAN * largestEntry(near) > largest) return { K, ...asItIs };
  return { K: near, kappa: relative.near, leverOf: relative.lever, constant: relative.constant };
}

function largestEntry(K) {
  let most = 0;
  for (const value of K) most = Math.max(most, Math.abs(value));
  return most;
}

/** The largest squared distance of a point from the mean. */
function spreadOf(K) {
  const m = Math.sqrt(K.length);
  const means = Float64Array.from({ length: m }, (_, i) => meanOf(K.subarray(i * m, (i + 1) * m)));
  const middle = meanOf(means);
  return means.reduce((most, mean, i) => Math.max(most, K[i * m + i] - 2 * mean + middle), 0);
}

function meanOf(values) {
  let sum = 0;
  for (const v of values) sum += v;
  return sum / values.length;
}

/**
 * The same from a kernel matrix K (m x m); ``outputs`` is 1 for the machine of two classes, else Q; an entry of K may be
 * ``roundings`` units of rounding off.
 */
export function programOfKernel({ K, y, Q, outputs = Q === 2 ? 1 : Q, weight = null, place = null, roundings = 1 }) {
  place ??= Int32Array.from(y, (_, i) => i);
  return programOf({ K: Float64Array.from(K), y, Q, outputs, weight, place, roundings });
}

function programOf({ K, y, Q, outputs, weight, place, roundings }) {
  const m = y.length;
  const program = { m, Q, outputs, K, place, roundings, sizes: null, ...variablesOf(y, Q, outputs) };
  Object.assign(program, { lever: new Float64Array(m), constant: 0 });
  program.weight = Float64Array.from(program.example, (i) => (weight ? weight[i] : 1));
  program.identical = identicalVariables(program);
  program.offset = centre(K, m);
  let largest = 0;
  for (let i = 0; i < m; i++) largest = Math.max(largest, K[i * m + i]);
  program.unit = largest > 0 ? 1 / largest : 1;
  if (program.unit !== 1) for (let p = 0; p < m * m; p++) K[p] *= program.unit;
  program.H = new Float64Array(program.n * program.n);
  for (let v = 0; v < program.n; v++) rowOfH(program, v);
  return program;
}

/** K about the mean of the points in feature space, in place; returns the offset with K = K_c + offset 1ᵀ + 1 offsetᵀ. */
export function centre(K, m) {
  const offset = Float64Array.from({ length: m }, (_, i) => meanOf(K.subarray(i * m, (i + 1) * m)));
  const half = 0.5 * meanOf(offset);
  let given = 0,
    left = 0;
  for (let i = 0; i < m; i++) offset[i] -= half;
  for (let i = 0, p = 0; i < m; i++) {
    for (let j = 0; j < m; j++, p++) {
      if (K[p] > given || -K[p] > given) given = Math.abs(K[p]);
      K[p] -= offset[i] + offset[j];
    }
    left = Math.max(left, Math.abs(K[i * m + i]));
  }
  if (left <= ROUNDING_OF_KERNEL * given) K.fill(0);
  return offset;
}

/** Variables by point, then by rival, as Python has them; ``page`` is what the page calls each: i, or i·Q + k. */
function variablesOf(y, Q, outputs) {
  const each = outputs === 1 ? 1 : Q - 1;
  const n = y.length * each;
  const [example, head, tail, page] = Array.from({ length: 4 }, () => new Int32Array(n));
  let v = 0;
  for (let i = 0; i < y.length; i++) {
    for (let k = 0; k < Q; k++) {
      if (k === y[i]) continue;
      [example[v], head[v], tail[v], page[v]] = [i, y[i], k, outputs === 1 ? i : i * Q + k];
      v++;
    }
  }
  const ties = Q - 1;
  const E = new Float64Array(ties * n);
  for (v = 0; v < n; v++) {
    if (outputs === 1) E[v] = head[v] === 1 ? 1 : -1;
    else {
      if (head[v] < ties) E[head[v] * n + v] = 1;
      if (tail[v] < ties) E[tail[v] * n + v] = -1;
    }
  }
  return { n, each, ties, example, head, tail, page, E };
}

function rowOfH({ n, m, outputs, example, head, tail, H, K }, v) {
  const row = example[v] * m,
    h = head[v],
    t = tail[v];
  for (let w = 0, p = v * n; w < n; w++, p++) {
    const value = K[row + example[w]];
    if (outputs === 1) H[p] = h === head[w] ? value : -value;
    else H[p] = value * ((h === head[w]) - (h === tail[w]) - (t === head[w]) + (t === tail[w])); // times E_v · E_w
  }
}

/** [(m), (m)]: the size of the largest entry of each row of K, and of K about the mean; kept while points move. */
function sizesOf(program) {
  if (program.sizes !== null) return program.sizes;
  program.sizes = [new Float64Array(program.m), new Float64Array(program.m)];
  for (let i = 0; i < program.m; i++) measureRow(program, i);
  return program.sizes;
}

function measureRow({ m, K, offset, unit, sizes }, i) {
  let [most, mostCentred] = [0, 0];
  for (let j = 0, p = i * m; j < m; j++, p++) {
    const centred = K[p];
    const given = centred + unit * (offset[i] + offset[j]);
    if (centred > mostCentred || -centred > mostCentred) mostCentred = Math.abs(centred);
    if (given > most || -given > most) most = Math.abs(given);
  }
  [sizes[0][i], sizes[1][i]] = [most, mostCentred];
}

/** The rows that may be smaller once point i has moved: those whose largest entry it has. */
function largestWith({ m, K, offset, unit, sizes }, i) {
  const rows = [i];
  for (let j = 0, p = i * m; sizes !== null && j < m; j++, p++) {
    const given = K[p] + unit * (offset[i] + offset[j]);
    if (j !== i && (Math.abs(given) >= sizes[0][j] || Math.abs(K[p]) >= sizes[1][j])) rows.push(j);
  }
  return rows;
}

/** The sizes after point i has moved; ``rows`` are measured anew. */
function remeasure(program, i, rows) {
  const { m, K, offset, unit, sizes } = program;
  if (sizes === null) return;
  for (let j = 0, p = i * m; j < m; j++, p++) {
    sizes[0][j] = Math.max(sizes[0][j], Math.abs(K[p] + unit * (offset[i] + offset[j])));
    sizes[1][j] = Math.max(sizes[1][j], Math.abs(K[p]));
  }
  for (const j of rows) measureRow(program, j);
}

/** (n) by how much rounding may have moved the margins of alpha (n), that of K included. */
export function uncertainty(program, alpha) {
  const { m, n, Q, outputs, example, head, tail, roundings } = program;
  const error = new Float64Array(n);
  const size = new Float64Array(n);
  const units = [roundings + 4, 8 + Math.sqrt(m)];
  sizesOf(program).forEach((rows, s) => {
    const sums = new Float64Array(Q);
    for (let v = 0; v < n; v++) {
      size[v] = Math.sqrt(rows[example[v]]);
      sums[head[v]] += Math.abs(alpha[v]) * size[v];
      sums[tail[v]] += Math.abs(alpha[v]) * size[v];
    }
    for (let v = 0; v < n; v++) {
      const sum = outputs === 1 ? sums[0] : sums[head[v]] + sums[tail[v]];
      error[v] += Number.EPSILON * units[s] * size[v] * sum;
    }
  });
  return error;
}

/** Point i of X has moved: its rows of K and H; false where the scale has become another, and all must be made anew. */
export function movePoint(program, X, i) {
  const { m, n, each, K, H, unit, kappa, leverOf, reference, lowered } = program;
  const [x1, x2] = [X[2 * i], X[2 * i + 1]];
  const rows = largestWith(program, i);
  program.offset[i] = meanOf(rowOf(kappa, x1, x2, reference)) - lowered;
  program.lever[i] = leverOf(x1, x2);
  const row = rowOf(kappa, x1, x2, X);
  for (let j = 0; j < m; j++) {
    K[i * m + j] = K[j * m + i] = (row[j] - program.offset[i] - program.offset[j]) * unit;
  }
  remeasure(program, i, rows);
  for (let v = i * each; v < (i + 1) * each; v++) {
    rowOfH(program, v);
    for (let w = 0; w < n; w++) H[w * n + v] = H[v * n + w];
  }
  const before = program.identical.length;
  program.place = places(X);
  if (before || program.place.some((first, j) => first !== j)) program.identical = identicalVariables(program);
  let largest = 0;
  for (let j = 0; j < m; j++) largest = Math.max(largest, K[j * m + j]);
  return largest > 0.25 && largest < 4;
}

/** (m x outputs) coefficients B of the φ(x_i) in each w_k. */
export function coefficientsOf({ m, n, Q, outputs, example, head, tail }, alpha) {
  const B = new Float64Array(m * outputs);
  for (let v = 0; v < n; v++) {
    if (outputs === 1) B[v] = head[v] === 1 ? alpha[v] : -alpha[v];
    else {
      B[example[v] * Q + head[v]] += alpha[v];
      B[example[v] * Q + tail[v]] -= alpha[v];
    }
  }
  return B;
}

/** (m x outputs) scores K B, without intercept. */
export function scoresWithout({ m, outputs, K }, B) {
  const S = new Float64Array(m * outputs);
  for (let j = 0; j < m; j++) {
    for (let o = 0; o < outputs; o++) {
      const w = B[j * outputs + o];
      if (w !== 0) for (let i = 0, p = j * m; i < m; i++) S[i * outputs + o] += w * K[p++];
    }
  }
  return S;
}

/** (n) values of E against scores: y_i f(x_i), or f_head(x_i) - f_tail(x_i). */
export function alongScores({ n, Q, outputs, example, head, tail }, S) {
  const values = new Float64Array(n);
  for (let v = 0; v < n; v++) {
    if (outputs === 1) values[v] = head[v] === 1 ? S[v] : -S[v];
    else values[v] = S[example[v] * Q + head[v]] - S[example[v] * Q + tail[v]];
  }
  return values;
}

/** (m x Q) scores that sum to zero for each point, from the margins (n) of its variables. */
export function scoresOfMargins({ m, n, Q, example, head, tail }, margins) {
  const S = new Float64Array(m * Q);
  for (let v = 0; v < n; v++) S[example[v] * Q + head[v]] += margins[v] / Q;
  for (let v = 0; v < n; v++) S[example[v] * Q + tail[v]] = S[example[v] * Q + head[v]] - margins[v];
  return S;
}

/** Σ_i (offset_i + lever_i) B_i (outputs): what the distance of the data from the origin adds to the intercept. */
export function shiftOf({ m, outputs, offset, lever }, B) {
  const shift = new Float64Array(outputs);
  for (let i = 0, e = 0; i < m; i++) for (let o = 0; o < outputs; o++) shift[o] += (offset[i] + lever[i]) * B[e++];
  return shift;
}

/** Intercept (outputs), summing to zero where there are many, from b (ties) against the last class. */
export function fullIntercept({ outputs, ties }, b, shift) {
  const full = Float64Array.from({ length: outputs }, (_, o) => (o < ties ? b[o] : 0) - shift[o]);
  return outputs === 1 ? full : balanced(full);
}

export function balanced(b) {
  if (b.length === 1) return b;
  const mean = meanOf(b);
  return b.map((value) => value - mean);
}

/** The variables of highest priority whose rows of E determine b: a tree of classes (Kruskal). */
export function spanning({ n, Q, head, tail }, priority) {
  const order = Array.from({ length: n }, (_, v) => v).filter((v) => priority[v] > -Infinity);
  order.sort((v, w) => priority[w] - priority[v] || v - w);
  const group = Array.from({ length: Q }, (_, k) => k);
  const tree = [];
  for (const v of order) {
    const [from, to] = [group[head[v]], group[tail[v]]];
    if (from === to) continue;
    for (let k = 0; k < Q; k++) if (group[k] === from) group[k] = to;
    tree.push(v);
    if (tree.length === Q - 1) break;
  }
  return tree;
}
