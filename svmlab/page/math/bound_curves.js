// Bounds over C, or over the width of a kernel, without a picture: what they say at one place, the pieces of a curve that
// look alike, and the axis of rates. A rate is a bound as a share of the points, 1 for 100 %; `at` are places along the axis.

import { unpackArrays } from "./arrays.js";
import { linearScale } from "./axes.js";
import { BOUNDS_PER_DECADE } from "./constants.js";
import { coarseFirst } from "./stops.js";

export const MOST = 4; // the largest rate of the axis
const LINEAR = 0.4; // of the axis from 0 to one error, in decades
const BELOW = 0.1; // how far the axis goes below 0, in errors
const TICKS = [0, 1, 0.1, 0.01, 4, 0.001, 0.2, 2, 0.5, 0.02, 0.05, 0.002, 0.005]; // those that matter most come first
const KEPT = 1.35; // distance of two ticks, in sizes of their labels

/** The axis of rates on m points, logarithmic, and linear below one error. */
export function rateScale(m, [bottom, top]) {
  const low = 1 / m;
  const bend = (rate) => (rate <= low ? (LINEAR * rate) / low : LINEAR + Math.log10(rate / low));
  const unbend = (t) => (t <= LINEAR ? (t * low) / LINEAR : low * 10 ** (t - LINEAR));
  const inner = linearScale([bend(-BELOW * low), bend(MOST)], [bottom, top]);
  return { to: (rate) => inner.to(bend(Math.min(rate, 1e12))), from: (pixel) => unbend(inner.from(pixel)) };
}

/** Ticks {value, text} of the axis, in per cent, as many as leave their labels apart. */
export function rateTicks(m, scale, tickSize) {
  const kept = [];
  for (const value of TICKS) {
    if (value !== 0 && value < 1 / m) continue;
    const place = scale.to(value);
    if (kept.every((other) => Math.abs(other.place - place) >= KEPT * tickSize)) kept.push({ value, place });
  }
  return kept.map(({ value }) => ({ value, text: String(Number((100 * value).toPrecision(3))) }));
}

const plain = (values) => values.map((value) => value ?? NaN); // JSON has no infinity

/** The curves as Python tells them; the exact count is one of them, without a name. */
export function unpackBounds({ epoch, done, total, C, m, n_errors, error_rate, curves, chosen }) {
  const exact = { name: "", label: "exact leave-one-out", value: n_errors, rate: plain(error_rate) };
  const unpacked = curves.map((curve) => {
    const value = plain(curve.value);
    const rate = curve.target === "risk" ? value : value.map((one) => one / m);
    const kind = Array.isArray(curve.kind) ? curve.kind : value.map(() => curve.kind);
    return { ...curve, value, rate, kind };
  });
  return { epoch, done, total, at: C, m, exact, curves: unpacked, chosen };
}

/** The bounds at one C, each with every point's term in it. */
export function unpackReport(state) {
  if (state.error) return state;
  return reportOf({ ...state, terms: unpackArrays(state.terms) });
}

/** The same of {n_errors, error_rate, bounds, terms: (m) by name}. */
export function reportOf(report) {
  const byName = Object.fromEntries(report.bounds.map((bound) => [bound.name, { ...bound, exact: true }]));
  byName[""] = { name: "", value: report.n_errors, rate: report.error_rate, exact: true };
  return { ...report, byName };
}

/** The values of C of the curves, coarse to fine: both ends first, then every 8th, 4th, 2nd. */
export function gridOf(low, high) {
  const n = Math.max(2, Math.round(BOUNDS_PER_DECADE * Math.log10(high / low)) + 1);
  const at = (i) => (i === n - 1 ? high : low * (high / low) ** (i / (n - 1)));
  return coarseFirst(n).map(at);
}

/** The curves as `unpackBounds` has them, from [{at, bounds, nErrors, defined}] at some places, see `boundsAlong`. */
export function curvesOf(found, { m, total, labelOf }) {
  const done = [...found].sort((a, b) => a.at - b.at);
  const curves = done[0].bounds.map(({ name }, k) => {
    const column = (key) => done.map(({ bounds }) => bounds[k][key]);
    const [value, rate] = [column("value"), column("rate")].map((values) => values.map(finiteOrNone));
    return { name, label: labelOf(name), value, rate, kind: column("kind"), holds: column("holds") };
  });
  const exact = { name: "", label: "exact leave-one-out", value: done.map(({ nErrors }) => nErrors) };
  exact.rate = done.map(({ nErrors, defined }) => nErrors / defined);
  const chosen = Object.fromEntries([exact, ...curves].map((curve) => [curve.name, chosenOf(curve)]));
  return { done: done.length, total, at: done.map(({ at }) => at), m, exact, curves, chosen };
}

const finiteOrNone = (value) => (Number.isFinite(value) ? value : NaN);

/** Where a bound is smallest: only where its hypotheses are true, unless it is an estimate or they never are. */
function chosenOf({ value, kind, holds }) {
  const trusted = value.map((_, i) => Boolean(holds?.[i]) && kind[i] !== "estimate");
  const any = trusted.includes(true);
  let least = 0;
  const size = (i) => (Number.isFinite(value[i]) && (trusted[i] || !any) ? value[i] : Infinity);
  value.forEach((_, i) => (least = size(i) < size(least) ? i : least));
  return least;
}

/** The exact errors at every C, from the page's engine: {at (P + 1), counts (P), best: [[C, C]], fewest, m, defined}. */
export function exactErrors({ initial, C, counts, best }) {
  const defined = initial.filter((error) => error >= 0).length;
  return { at: C, counts, best, fewest: Math.min(...counts), m: initial.length, defined };
}

/** The corners {x, y} of their step function, as rates. */
export function stepsOf({ at, counts, defined }) {
  const corners = { x: [], y: [] };
  counts.forEach((count, i) => {
    corners.x.push(at[i], at[i + 1]);
    corners.y.push(count / defined, count / defined);
  });
  return corners;
}

/** What they say at one place; on a breakpoint, what holds from there on. */
export function exactReading({ at, counts, defined }, place) {
  let i = 0;
  while (i + 1 < counts.length && at[i + 1] <= place) i++;
  return { name: "", value: counts[i], rate: counts[i] / defined, exact: true };
}

/** Between which places one lies, {k, part}: the k-th and a part of the way to the next. */
function between(at, place) {
  if (place <= at[0]) return { k: 0, part: 0 };
  let [low, high] = [0, at.length - 1];
  if (place >= at[high]) return { k: high, part: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle] <= place) low = middle;
    else high = middle;
  }
  return { k: low, part: Math.log(place / at[low]) / Math.log(at[high] / at[low]) };
}

/** What a curve says at a place, read off between two that are known. */
export function readingAt({ at, m }, { value, rate, kind, holds }, place) {
  const { k, part } = between(at, place);
  if (part < 1e-9 || part > 1 - 1e-9) {
    const i = part > 0.5 ? k + 1 : k;
    return { value: value[i], rate: rate[i], kind: kind?.[i], holds: holds?.[i], vacuous: rate[i] > 1, exact: true };
  }
  const axis = rateScale(m, [0, 1]);
  const now = axis.from(axis.to(rate[k]) + part * (axis.to(rate[k + 1]) - axis.to(rate[k])));
  const trusted = holds?.[k] && holds[k + 1];
  return { value: now * m, rate: now, kind: kind?.[k], holds: trusted, vacuous: now > 1, exact: false };
}

/** How a curve looks where its hypotheses are true. */
export function coveredLook({ kind }) {
  if (kind.includes("estimate")) return "estimate";
  return kind.every((one) => one === "proved") ? "holds" : "unproved";
}

/** How it looks where they are true or not, as `holds` says. */
export function looksLike(curve, { holds }) {
  const covered = coveredLook(curve);
  return covered === "estimate" || holds ? covered : "fails";
}

/**
 * Pieces of a bound that look alike, {x, y, look, vacuous}, cut where it crosses 100 % and where its hypotheses begin
 * or cease to be true; looks "holds", "unproved", "fails", "estimate".
 */
export function piecesOf(at, curve) {
  const { rate, holds } = curve;
  const corners = [];
  at.forEach((x, i) => {
    const [before, now] = [rate[i - 1], rate[i]];
    if (i && Math.min(before, now) > 0 && (before - 1) * (now - 1) < 0) {
      const part = Math.log(before) / (Math.log(before) - Math.log(now));
      corners.push({ x: at[i - 1] * (x / at[i - 1]) ** part, y: 1, holds: holds[i - 1] && holds[i] });
    }
    corners.push({ x, y: now, holds: holds[i] });
  });
  const pieces = [];
  let open = null;
  for (let i = 0; i + 1 < corners.length; i++) {
    const [a, b] = [corners[i], corners[i + 1]];
    if (!Number.isFinite(a.y + b.y)) {
      open = null;
      continue;
    }
    const look = looksLike(curve, { holds: a.holds && b.holds });
    const vacuous = a.y + b.y > 2;
    if (!open || open.look !== look || open.vacuous !== vacuous) {
      open = { x: [a.x], y: [a.y], look, vacuous };
      pieces.push(open);
    }
    open.x.push(b.x);
    open.y.push(b.y);
  }
  return pieces;
}
