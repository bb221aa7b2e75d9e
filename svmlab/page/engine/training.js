// Training: SMO only until it is near, and only up to an easy C; from there the active set, to the optimum and along C.
// C and all bounds are those of the scaled program, see dual_program.js.

import { BEYOND, CERTIFIED, HARD_MARGIN_END, HARD_MARGIN_START, SINGULAR } from "../math/constants.js";
import { ActiveSet } from "./active_set.js";
import { NOT_SEPARABLE } from "./certificate.js";
import { spanning } from "./dual_program.js";
import { Stalled, Unbounded } from "./working_set.js";

const EASY = 1; // C κ up to which SMO comes near in few steps
const NEARLY = 0.1; // violation at which it hands over to the active set
const REGULAR = 1e9; // condition number of a working set that is taken as it is
const CHECK = 100; // events along C after which what rounding did is taken back
const FAR_AWAY = 10; // ratio of two C from which training anew is not slower than following

/** A hard margin was asked for that does not exist. */
export class NotSeparable extends Error {
  constructor() {
    super(NOT_SEPARABLE);
  }
}

/**
 * The working set of the optimum at C; weight (n): bounds at C = 1, zero for what is left out.
 *
 * Raises NotSeparable for C = inf where there is no hard margin. What no route brings to the end is as near as it gets.
 */
export function train(program, C, weight = program.weight) {
  if (C === Infinity) return trainHard(program, weight);
  let [best, least] = [null, Infinity];
  for (const route of [easily, directly, fromNothing]) {
    try {
      const active = route(program, C, weight);
      const violation = active.tidy();
      if (violation <= CERTIFIED) return active;
      if (violation < least) [best, least] = [active, violation];
    } catch (error) {
      if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
    }
  }
  if (best === null) throw new Stalled("no route solved this program; standardise the features or try a smaller C");
  return best;
}

function easily(program, C, weight) {
  const active = directly(program, Math.min(C, EASY / Math.max(...weight)), weight);
  if (active.C < C) for (const _ of along(active, C));
  return active;
}

function directly(program, C, weight) {
  const upper = weight.map((w) => C * w);
  const { a, b } = approached(program, upper);
  const active = start(program, C, weight, a, b);
  active.settle();
  return active;
}

function fromNothing(program, C, weight) {
  let last = null;
  for (const active of coldSteps(program, C, weight)) last = active;
  last.settle();
  return last;
}

/** From a = 0, optimal where f is positive, f is led to -1 without any solver: the working set before each exchange. */
export function* coldSteps(program, C, weight = program.weight) {
  const { n } = program;
  const active = bounded(program, C, weight);
  const basis = spanning(
    program,
    weight.map((w) => (w > 0 ? 0 : -Infinity)),
  );
  for (let v = 0; v < n; v++) active.side[v] = weight[v] > 0 ? 1 : 0;
  for (const v of basis) active.side[v] = 0;
  active.linear.forEach((_, v) => (active.linear[v] = basis.includes(v) ? 0 : 0.5 + ((v * 0.618034) % 1)));
  active.begin(basis);
  for (const _ of active.follow(1, { linear: active.linear.map((height) => -1 - height) })) yield active;
  yield active;
}

/** An active set with the bounds of C and nothing else. */
function bounded(program, C, weight) {
  const active = new ActiveSet(program);
  active.C = C;
  active.weight.set(weight);
  active.upper.set(weight.map((w) => (w > 0 ? C * w : 0)));
  return active;
}

/** Solve with a finite C, then let it grow until nothing is bounded by it. */
function trainHard(program, weight) {
  try {
    const active = train(program, HARD_MARGIN_START, weight);
    for (const _ of active.follow(HARD_MARGIN_END, { upper: weight, limit: 400 + 4 * program.n })) {
      if (active.side.includes(-1)) continue;
      active.C = Infinity;
      active.upper.set(weight.map((w) => (w > 0 ? Infinity : 0)));
      active.settle();
      return active;
    }
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
  }
  throw new NotSeparable(); // a margin too small for double precision is no margin
}

// --- coming near ----------------------------------------------------------------------------------------------------

/**
 * Sequential minimal optimisation, working set of second order (Fan, Chen and Lin 2005), to a violation of NEARLY.
 *
 * With many classes each pair of them keeps the balance for itself: near enough to begin with. Returns {a, b}.
 */
function approached(program, upper) {
  const { n, H, Q, ties, head, tail } = program;
  const pairs = Q * Q;
  const pair = Int32Array.from(head, (h, v) => Math.max(h, tail[v]) * Q + Math.min(h, tail[v]));
  const sign = Int8Array.from(head, (h, v) => (h > tail[v] ? 1 : -1));
  const a = new Float64Array(n);
  const g = new Float64Array(n).fill(-1);
  const top = new Float64Array(pairs);
  const bottom = new Float64Array(pairs);
  const highest = new Int32Array(pairs);
  for (let iteration = 0; ; iteration++) {
    top.fill(-Infinity);
    bottom.fill(Infinity);
    for (let v = 0; v < n; v++) {
      const value = -sign[v] * g[v];
      const q = pair[v];
      const below = a[v] < upper[v],
        above = a[v] > 0;
      if (value > top[q] && (sign[v] > 0 ? below : above)) {
        top[q] = value;
        highest[q] = v;
      }
      if (value < bottom[q] && (sign[v] > 0 ? above : below)) bottom[q] = value;
    }
    let q = 0;
    for (let p = 1; p < pairs; p++) if (top[p] - bottom[p] > top[q] - bottom[q] || !(top[q] > -Infinity)) q = p;
    if (!(top[q] - bottom[q] >= NEARLY && Number.isFinite(top[q] - bottom[q])) || iteration > 20 * n) break;
    const i = highest[q];
    const j = partner(program, upper, a, g, pair, sign, i, top[q]);
    if (j < 0) break;
    exchange(H, n, upper, a, g, sign, i, j);
  }
  return { a, b: potentials(Q, ties, top, bottom) };
}

/** The variable of i's pair with which it lowers the objective most. */
function partner({ n, H }, upper, a, g, pair, sign, i, top) {
  let j = -1,
    best = 0;
  const row = i * n;
  for (let v = 0; v < n; v++) {
    if (pair[v] !== pair[i] || !(sign[v] > 0 ? a[v] > 0 : a[v] < upper[v])) continue;
    const gain = top + sign[v] * g[v];
    if (gain <= 0) continue;
    const curvature = H[row + i] + H[v * n + v] - 2 * sign[i] * sign[v] * H[row + v];
    const value = (gain * gain) / Math.max(SINGULAR, curvature);
    if (value > best) {
      best = value;
      j = v;
    }
  }
  return j;
}

function exchange(H, n, upper, a, g, sign, i, j) {
  const curvature = H[i * n + i] + H[j * n + j] - 2 * sign[i] * sign[j] * H[i * n + j];
  let step = (sign[j] * g[j] - sign[i] * g[i]) / Math.max(SINGULAR, curvature);
  step = Math.min(step, sign[i] > 0 ? upper[i] - a[i] : a[i], sign[j] > 0 ? a[j] : upper[j] - a[j]);
  const before = [a[i], a[j]];
  a[i] = clipped(a[i] + sign[i] * step, upper[i]);
  a[j] = clipped(a[j] - sign[j] * step, upper[j]);
  const di = a[i] - before[0],
    dj = a[j] - before[1];
  for (let v = 0, p = i * n, r = j * n; v < n; v++) g[v] += di * H[p++] + dj * H[r++];
}

function clipped(value, upper) {
  return value <= 1e-15 * upper ? 0 : value >= upper * (1 - 1e-15) ? upper : value;
}

/** b (ties), against the last class, from the thresholds of the pairs: their mean over the other class. */
function potentials(Q, ties, top, bottom) {
  const b = new Float64Array(Q);
  for (let k = 0; k < Q; k++) {
    for (let l = 0; l < k; l++) {
      const [low, high] = [top[k * Q + l], bottom[k * Q + l]];
      const middle = Number.isFinite(low + high)
        ? 0.5 * (low + high)
        : Number.isFinite(low)
          ? low
          : Number.isFinite(high)
            ? high
            : 0;
      b[k] += middle / Q;
      b[l] -= middle / Q;
    }
  }
  if (Q === 2) return Float64Array.of(b[1] - b[0]); // the sign of class 1
  return b.subarray(0, ties).map((value) => value - b[Q - 1]);
}

/**
 * The working set of an approximate solution (a, b), made regular; ``settle`` leads it home.
 *
 * A variable is at a bound where a says so exactly, or where its multiplier outweighs its distance to the bound.
 */
export function start(program, C, weight, a, b) {
  const active = bounded(program, C, weight);
  const { n, side, upper, g } = active;
  active.a.set(a);
  active.b.set(b);
  active.gradient();
  const depth = new Float64Array(n).fill(-Infinity);
  for (let v = 0; v < n; v++) {
    if (!(upper[v] > 0)) {
      active.a[v] = 0;
      continue;
    }
    const above = upper[v] - active.a[v];
    side[v] = active.a[v] <= 0 ? 1 : above <= 0 ? -1 : g[v] > active.a[v] ? 1 : -g[v] > above ? -1 : 0;
    if (side[v] !== 0) active.a[v] = side[v] === 1 ? 0 : upper[v];
    depth[v] = side[v] === 0 ? Math.min(active.a[v], above) : -Math.abs(g[v]) - 1e-300;
  }
  const basis = spanning(program, depth);
  const rest = [];
  for (let v = 0; v < n; v++) if (side[v] === 0 && upper[v] > 0 && !basis.includes(v)) rest.push(v);
  for (const v of basis) side[v] = 0;
  if (regular(active, [...basis, ...rest])) return active;
  active.begin(basis);
  rest.sort((v, w) => depth[w] - depth[v]);
  try {
    for (const v of rest) active.insert(v);
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    for (const v of rest) {
      // begin with all but the basis at a bound
      side[v] = 2 * active.a[v] < upper[v] ? 1 : -1;
      active.a[v] = side[v] === 1 ? 0 : upper[v];
    }
    active.begin(basis);
  }
  return active;
}

function regular(active, members) {
  try {
    active.begin(members);
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    return false;
  }
  return active.condition() < REGULAR;
}

// --- following ------------------------------------------------------------------------------------------------------

/** Follow C to ``end``, up or down; yields each straight piece before it is taken, active.C where it begins. */
export function* along(active, end) {
  const direction = end >= active.C ? 1 : -1;
  const rates = active.weight.map((w) => direction * w);
  for (let stage = 0; stage < 10 + active.n; stage++) {
    const from = active.C;
    let [done, paused] = [0, false];
    for (const piece of active.follow(Math.abs(end - from), { upper: rates })) {
      active.C = from + direction * piece.t;
      if ((paused = done++ === CHECK)) break;
      yield piece;
    }
    const to = paused ? active.C : end;
    putBounds(active, to);
    if (!paused) return;
    if (!(active.tidy() <= CERTIFIED)) throw new Stalled("the path lost its precision");
  }
  throw new Stalled("no end of the path");
}

function putBounds(active, C) {
  active.C = C;
  for (let v = 0; v < active.n; v++) {
    if (active.weight[v] > 0) active.upper[v] = C * active.weight[v];
    if (active.side[v] === -1) active.a[v] = active.upper[v];
  }
}

/** The active set at another C: followed where that is near, else trained anew. */
export function followC(active, C) {
  const ratio = C / active.C;
  if (ratio < FAR_AWAY && ratio > 1 / FAR_AWAY) {
    try {
      for (const _ of along(active, C));
      if (active.tidy() <= CERTIFIED) return active;
    } catch (error) {
      if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
    }
  }
  return train(active.program, C, active.weight);
}

/**
 * Pieces from active.C to ``end``, taken up anew where they stall: yields the active set, which may be another then.
 *
 * To infinity the last piece is the first on which nothing is bounded; raises NotSeparable where there is none.
 */
export function* onward(active, end) {
  const last = Math.min(end, HARD_MARGIN_END);
  let now = active;
  for (let stage = 0; ; stage++) {
    try {
      for (const _ of along(now, last)) {
        yield now;
        if (end === Infinity && !now.side.includes(-1)) return;
      }
      if (end === Infinity) throw new NotSeparable();
      return;
    } catch (error) {
      if (!(error instanceof Stalled) || stage > 10 + now.n) throw error;
      now = train(now.program, Math.min(now.C * (1 + BEYOND), last), now.weight);
    }
  }
}

/** Settle after rows of H have changed: from the present solution where it leads home, else anew. */
export function refit(active) {
  try {
    active.refactor();
    active.settle();
    if (active.tidy() <= CERTIFIED) return active;
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
  }
  return train(active.program, active.C, active.weight);
}

/**
 * The active set of a program at C, begun where {unit, a, b, side} of another one is: point i continues its origin[i],
 * none where that is -1. Where this leads nowhere it is trained anew.
 */
export function transplanted(program, C, { unit, a: before, b, side }, origin) {
  const { n, each, weight } = program;
  const a = new Float64Array(n);
  const scale = unit / program.unit;
  origin.forEach((from, i) => {
    if (from < 0) return;
    for (let j = 0; j < each; j++) {
      const [v, u] = [i * each + j, from * each + j];
      const upper = weight[v] > 0 ? C * weight[v] : 0;
      a[v] = side[u] === -1 ? upper : Math.min(upper, before[u] * scale);
    }
  });
  try {
    const moved = start(program, C, weight, a, b);
    moved.settle();
    if (moved.tidy() <= 1e-11) return moved;
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
  }
  return train(program, C);
}
