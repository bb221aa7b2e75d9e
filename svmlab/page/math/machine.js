// A trained machine in the page: the wire format unpacked, its exact solution at any C of a path, scores, functional
// margins, slack, and the Karush-Kuhn-Tucker case of every point. wire_format.py writes the format.
//
// Dual variable v of a two-class machine is point v. With Q classes v = i·Q + k is the pair (point i, rival k),
// and v = i·Q + y_i does not exist (it stays 0).

import { unpackArrays } from "./arrays.js";
import { BOUNDED, FREE, ON_THE_MARGIN } from "./constants.js";
import { KernelOnGrid, isKnownKernel, kernelFunction } from "./kernels.js";

export const ZERO = 0; // alpha = 0

const BALANCED = 1e-12; // a sum of coefficients, relative to the sum of their sizes, that is rounding
const CHECKPOINT = 64; // segments between two stored sets of bounded variables
const GRAM_ROOM = 700; // up to so many points the kernel matrix is kept

export function unpackMachine(state) {
  const machine = unpackArrays(state);
  machine.m = machine.y.length;
  machine.Q = machine.classes.length;
  machine.O = machine.outputs;
  machine.n = machine.O === 1 ? machine.m : machine.m * machine.Q;
  machine.known = isKnownKernel(machine.kernel);
  return machine;
}

/** A solution that Python tells: alpha (n) and b (outputs), and scores, field and its shape where the page has no kernel. */
export function unpackSolution(machine, state) {
  const solution = unpackArrays(state);
  const { alpha } = solution;
  const C = solution.C === "inf" ? Infinity : solution.C;
  const status = Uint8Array.from(alpha, (a, v) => (a <= 0 ? ZERO : a >= upperBound(machine, v, C) ? BOUNDED : FREE));
  return { ...solution, C, status, B: coefficients(machine, alpha), ...pointStatuses(machine, status) };
}

/** A path as the engine writes it, with the bounded variables replayed. */
export function unpackPath(path) {
  path.segments = path.C.length - 1;
  path.checkpoints = [];
  const bounded = new Set();
  for (let p = 0; p < path.segments; p++) {
    toggle(bounded, path, p);
    if (p % CHECKPOINT === 0) path.checkpoints.push(Int32Array.from(bounded));
  }
  return path;
}

function toggle(bounded, path, p) {
  for (let e = path.toggle_ptr[p]; e < path.toggle_ptr[p + 1]; e++) {
    const v = path.toggle[e];
    if (!bounded.delete(v)) bounded.add(v);
  }
}

/** The variables at their upper bound on segment p. */
export function boundedOn(path, p) {
  const start = Math.floor(p / CHECKPOINT);
  const bounded = new Set(path.checkpoints[start]);
  for (let q = start * CHECKPOINT + 1; q <= p; q++) toggle(bounded, path, q);
  return bounded;
}

/** Does the page know the exact solution at this C? */
export function covers(path, C) {
  return path.C[0] <= C && C <= path.C[path.segments];
}

/** The last segment that begins at or before C. */
export function segmentOf(path, C) {
  let low = 0;
  let high = path.segments;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (path.C[middle] <= C) low = middle;
    else high = middle;
  }
  return low;
}

/** The exact solution at C, which the path must cover. */
export function solutionAt(machine, path, C) {
  const { O } = machine;
  const p = segmentOf(path, C);
  const step = C === path.C[p] ? 0 : C - path.C[p];
  const moved = (value, slope) => (slope === 0 ? value : value + slope * step);
  const alpha = new Float64Array(machine.n);
  const status = new Uint8Array(machine.n);
  for (const v of boundedOn(path, p)) {
    alpha[v] = upperBound(machine, v, C);
    status[v] = BOUNDED;
  }
  for (let e = path.ptr[p]; e < path.ptr[p + 1]; e++) {
    alpha[path.index[e]] = moved(path.alpha[e], path.slope[e]);
    status[path.index[e]] = FREE;
  }
  const b = Float64Array.from({ length: O }, (_, o) => moved(path.b[p * O + o], path.b_slope[p * O + o]));
  const solution = { C, segment: p, alpha, status, b, B: coefficients(machine, alpha) };
  return Object.assign(solution, pointStatuses(machine, status));
}

export function upperBound(machine, v, C) {
  if (!machine.weight) return C;
  return C * machine.weight[machine.O === 1 ? v : Math.floor(v / machine.Q)];
}

/** B[i·O + o], the coefficient of κ(x_i, ·) in score o. */
export function coefficients(machine, alpha) {
  const { m, O, Q, y } = machine;
  const B = new Float64Array(m * O);
  if (O === 1) for (let i = 0; i < m; i++) B[i] = y[i] === 1 ? alpha[i] : -alpha[i];
  else {
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < Q; k++) {
        if (k === y[i]) continue;
        B[i * Q + y[i]] += alpha[i * Q + k];
        B[i * Q + k] -= alpha[i * Q + k];
      }
    }
  }
  return B;
}

/** A point is bounded if one of its variables is, else free if one of them is. */
export function pointStatuses(machine, status) {
  const { m, O, Q } = machine;
  const pointStatus = new Uint8Array(m);
  for (let v = 0; v < status.length; v++) {
    const i = O === 1 ? v : Math.floor(v / Q);
    if (status[v] > pointStatus[i]) pointStatus[i] = status[v];
  }
  let [free, bounded] = [0, 0];
  for (const s of pointStatus) {
    if (s === FREE) free++;
    else if (s === BOUNDED) bounded++;
  }
  return { pointStatus, free, bounded };
}

/** Scores f_o at one place of the plane. */
export function scoresAt(machine, solution, z1, z2) {
  const { X, m, O } = machine;
  if (machine.kernel.name === "linear") {
    const W = linearWeights(machine, solution.B);
    return solution.b.map((b, o) => b + W[2 * o] * z1 + W[2 * o + 1] * z2);
  }
  const k = kernelFunction(machine.kernel);
  const f = Float64Array.from(solution.b);
  for (let i = 0; i < m; i++) {
    if (solution.pointStatus[i] === ZERO) continue;
    const kz = k(X[2 * i], X[2 * i + 1], z1, z2);
    for (let o = 0; o < O; o++) f[o] += solution.B[i * O + o] * kz;
  }
  return f;
}

/** Scores at the training points, S[i·O + o]; computed once per solution. */
export function trainingScores(machine, solution) {
  if (solution.scores) return solution.scores;
  if (machine.kernel.name === "linear") solution.scores = linearScores(machine, solution);
  else solution.scores = kernelScores(machine, solution);
  return solution.scores;
}

/** w_o of a linear machine, W[2·o], W[2·o + 1]: Σ_i B_io (x_i - x_0) + x_0 Σ_i B_io, whose last sum is zero of an optimum. */
export function linearWeights(machine, B) {
  const { X, m, O } = machine;
  const W = new Float64Array(2 * O);
  for (let o = 0; o < O; o++) {
    let [sum, size] = [0, 0];
    for (let i = 0; i < m; i++) {
      const weight = B[i * O + o];
      sum += weight;
      size += Math.abs(weight);
      W[2 * o] += weight * (X[2 * i] - X[0]);
      W[2 * o + 1] += weight * (X[2 * i + 1] - X[1]);
    }
    if (Math.abs(sum) <= BALANCED * size) continue; // times a distance from the origin that may be large
    W[2 * o] += sum * X[0];
    W[2 * o + 1] += sum * X[1];
  }
  return W;
}

function linearScores(machine, { B, b }) {
  const { X, m, O } = machine;
  const W = linearWeights(machine, B);
  const S = new Float64Array(m * O);
  for (let i = 0; i < m; i++) {
    for (let o = 0; o < O; o++) S[i * O + o] = b[o] + W[2 * o] * X[2 * i] + W[2 * o + 1] * X[2 * i + 1];
  }
  return S;
}

function kernelScores(machine, { B, b, pointStatus }) {
  const { m, O } = machine;
  const row = gramRows(machine);
  const S = new Float64Array(m * O);
  for (let i = 0; i < m; i++) for (let o = 0; o < O; o++) S[i * O + o] = b[o];
  for (let j = 0; j < m; j++) {
    if (pointStatus[j] === ZERO) continue;
    const kj = row(j);
    for (let i = 0; i < m; i++) for (let o = 0; o < O; o++) S[i * O + o] += B[j * O + o] * kj[i];
  }
  return S;
}

/** j → κ(x_j, x_·), kept where there is room. */
function gramRows(machine) {
  const { X, m } = machine;
  const k = kernelFunction(machine.kernel);
  const evaluate = (j) => {
    const row = new Float64Array(m);
    for (let i = 0; i < m; i++) row[i] = k(X[2 * j], X[2 * j + 1], X[2 * i], X[2 * i + 1]);
    return row;
  };
  if (m > GRAM_ROOM) return evaluate;
  machine.gram ??= new Array(m);
  return (j) => (machine.gram[j] ??= evaluate(j));
}

/** Scores on a grid, F[o·size + row·nx + column]. */
export function scoreField(machine, solution, grid, basis, F) {
  const { O } = machine;
  for (let o = 0; o < O; o++) F.fill(solution.b[o], o * grid.size, (o + 1) * grid.size);
  if (machine.kernel.name === "linear") addLinearField(linearWeights(machine, solution.B), O, grid, F);
  else basis.add(supportVectors(solution), solution.B, O, F);
  return F;
}

function supportVectors({ pointStatus }) {
  const found = [];
  pointStatus.forEach((status, i) => status !== ZERO && found.push(i));
  return found;
}

function addLinearField(W, O, { nx, ny, size, gx, gy }, F) {
  for (let o = 0; o < O; o++) {
    for (let r = 0, q = o * size; r < ny; r++) {
      const height = W[2 * o + 1] * gy[r];
      for (let c = 0; c < nx; c++, q++) F[q] += W[2 * o] * gx[c] + height;
    }
  }
}

/** Of the basis `before`, that of other points, is kept what still holds. */
export function fieldBasis(machine, grid, before = null) {
  return new KernelOnGrid(machine.kernel, machine.X, grid, { before });
}

/** Functional margins of point i, one per rival class: y f(x), or f_y(x) - f_k(x). */
export function marginsOf(machine, S, i) {
  const { O, Q, y } = machine;
  if (O === 1) return [{ rival: 1 - y[i], v: i, margin: y[i] === 1 ? S[i] : -S[i] }];
  const margins = [];
  for (let k = 0; k < Q; k++) {
    if (k !== y[i]) margins.push({ rival: k, v: i * Q + k, margin: S[i * Q + y[i]] - S[i * Q + k] });
  }
  return margins;
}

/** A point is misclassified unless its own class is strictly ahead of every rival. */
export function misclassified(machine, S) {
  const { m, O, Q, y } = machine;
  const wrong = new Uint8Array(m);
  for (let i = 0; i < m; i++) {
    if (O === 1) wrong[i] = (y[i] === 1 ? S[i] : -S[i]) <= 0;
    else for (let k = 0; k < Q; k++) if (k !== y[i] && S[i * Q + y[i]] <= S[i * Q + k]) wrong[i] = 1;
  }
  return wrong;
}

export function slack(margin) {
  return Math.max(0, 1 - margin);
}

/** The inner products ⟨w_k, w_l⟩, G[k·O + l]; one number ‖w‖² for two classes. */
export function weightProducts(machine, solution) {
  if (solution.products) return solution.products;
  const { m, O } = machine;
  const S = trainingScores(machine, solution);
  const G = new Float64Array(O * O);
  for (let i = 0; i < m; i++) {
    if (solution.pointStatus[i] === ZERO) continue;
    for (let k = 0; k < O; k++) {
      for (let l = 0; l < O; l++) G[k * O + l] += solution.B[i * O + k] * (S[i * O + l] - solution.b[l]);
    }
  }
  solution.products = G;
  return G;
}

/** Geometric margins in feature space, 1/‖w‖ or 1/‖w_k - w_l‖ for each pair of classes. */
export function geometricMargins(machine, solution) {
  const { O } = machine;
  const G = weightProducts(machine, solution);
  if (O === 1) return [{ pair: [0, 1], margin: 1 / Math.sqrt(Math.max(0, G[0])) }];
  const margins = [];
  for (let k = 0; k < O; k++) {
    for (let l = k + 1; l < O; l++) {
      const squared = Math.max(0, G[k * O + k] + G[l * O + l] - 2 * G[k * O + l]);
      margins.push({ pair: [k, l], margin: 1 / Math.sqrt(squared) });
    }
  }
  return margins;
}

/** Which sentence of kkt.WORDS says the case of a dual variable: one of 0 beyond, 0 on, 1 on, 2 on, inside, wrong. */
export function caseOf(status, margin) {
  if (status === FREE || Math.abs(margin - 1) <= ON_THE_MARGIN) return `${status} on`;
  if (status === ZERO) return "0 beyond";
  return margin < 0 ? "2 wrong" : "2 inside";
}

/** All that the inspector tells of point i. */
export function pointReport(machine, solution, i) {
  const S = trainingScores(machine, solution);
  const entries = marginsOf(machine, S, i).map(({ rival, v, margin }) => ({
    rival,
    margin,
    alpha: solution.alpha[v],
    upper: upperBound(machine, v, solution.C),
    slack: slack(margin),
    status: solution.status[v],
    case: solution.absent === i ? null : caseOf(solution.status[v], margin),
  }));
  return {
    index: i,
    x: [machine.X[2 * i], machine.X[2 * i + 1]],
    own: machine.y[i],
    status: solution.pointStatus[i],
    scores: S.slice(i * machine.O, (i + 1) * machine.O),
    wrong: entries.some((entry) => entry.margin <= 0),
    entries,
  };
}

/** What the status line says of a solution; a point that is being left out is not counted. */
export function summary(machine, solution) {
  const { absent } = solution;
  const wrong = misclassified(machine, trainingScores(machine, solution));
  if (absent !== undefined) wrong[absent] = 0;
  return {
    C: solution.C,
    free: solution.free,
    bounded: solution.bounded,
    errors: wrong.reduce((sum, w) => sum + w, 0),
    m: absent === undefined ? machine.m : machine.m - 1,
    absent,
    margin: Math.min(...geometricMargins(machine, solution).map((entry) => entry.margin)),
  };
}

/** The roles of the points, 1 or 0 for each: free, bounded, others (no support vectors), and among all of them wrong. */
export function rolesOf(machine, solution) {
  const { absent, pointStatus } = solution;
  const of = (status) => Uint8Array.from(pointStatus, (own, i) => (own === status && i !== absent ? 1 : 0));
  const wrong = misclassified(machine, trainingScores(machine, solution));
  if (absent !== undefined) wrong[absent] = 0;
  return { free: of(FREE), bounded: of(BOUNDED), wrong, others: of(ZERO) };
}
