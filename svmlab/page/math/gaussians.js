// Isotropic Gaussian classes and classifiers whose scores are polynomials of degree 2: exact risks, exact boundaries.
//
// A problem is {means: [[x, y], ...], variances, priors}. A classifier is {Q, scores}, scores (Q x 6) in one array:
// coefficients of 1, x, y, x², xy, y². The Bayes classifier, linear ones and machines of degree 2 are all of that kind.

const DIRECTIONS = 4096; // of the rays: a risk is good to about 1e-6
const ARC = 720; // vertices of a circle
const REACH = 1e3; // of a straight boundary, in units of the plane
export const WIDTH = 6; // coefficients of a class

/** ln π p(x) of each class, up to a constant that all share. */
export function bayesClassifier({ means, variances, priors }) {
  const scores = new Float64Array(WIDTH * means.length);
  means.forEach(([x, y], k) => {
    const s = variances[k];
    const constant = Math.log(priors[k]) - Math.log(s) - (0.5 * (x * x + y * y)) / s;
    scores.set([constant, x / s, y / s, -0.5 / s, 0, -0.5 / s], WIDTH * k);
  });
  return { Q: means.length, scores };
}

export function scoreAt({ scores }, k, x, y) {
  const o = WIDTH * k;
  return (
    scores[o] + x * (scores[o + 1] + x * scores[o + 3] + y * scores[o + 4]) + y * (scores[o + 2] + y * scores[o + 5])
  );
}

/** The score of class k less that of class l, as coefficients. */
export function leadOf({ scores }, k, l) {
  return Float64Array.from({ length: WIDTH }, (_, i) => scores[WIDTH * k + i] - scores[WIDTH * l + i]);
}

/** Positive roots of a r² + b r + c. */
export function positiveRoots(a, b, c) {
  const square = b * b - 4 * a * c;
  if (square < 0) return [];
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(square));
  return [q / a, c / q].filter((r) => r > 0 && Number.isFinite(r));
}

/** Probability that a point of class k is recognised: on each ray from its mean the intervals where it wins. */
function recognised({ means, variances }, classifier, k, directions) {
  const [x, y] = means[k];
  const leads = [];
  for (let l = 0; l < classifier.Q; l++) if (l !== k) leads.push(leadOf(classifier, k, l));
  const levels = leads.map((d) => d[0] + d[1] * x + d[2] * y + d[3] * x * x + d[4] * x * y + d[5] * y * y);
  const slopes = leads.map((d) => [d[1] + 2 * d[3] * x + d[4] * y, d[2] + d[4] * x + 2 * d[5] * y]);
  let mass = 0;
  for (let t = 0; t < directions; t++) {
    const angle = (2 * Math.PI * (t + 0.5)) / directions;
    const [u, v] = [Math.cos(angle), Math.sin(angle)];
    const bends = leads.map((d) => d[3] * u * u + d[4] * u * v + d[5] * v * v);
    const rises = slopes.map(([p, q]) => p * u + q * v);
    const ends = [0];
    bends.forEach((a, i) => ends.push(...positiveRoots(a, rises[i], levels[i])));
    ends.sort((p, q) => p - q);
    for (let i = 0; i < ends.length; i++) {
      const last = i === ends.length - 1;
      const r = last ? ends[i] + 1 : 0.5 * (ends[i] + ends[i + 1]);
      if (!bends.every((a, j) => a * r * r + rises[j] * r + levels[j] > 0)) continue;
      mass += Math.exp((-0.5 * ends[i] ** 2) / variances[k]);
      if (!last) mass -= Math.exp((-0.5 * ends[i + 1] ** 2) / variances[k]);
    }
  }
  return mass / directions;
}

/** The probability of an error. */
export function riskOf(problem, classifier, directions = DIRECTIONS) {
  return 1 - problem.priors.reduce((sum, prior, k) => sum + prior * recognised(problem, classifier, k, directions), 0);
}

/** Where classes k and l tie: {centre, radius}, {start, along}, {} for nowhere, or null for another curve. */
export function tieOf(classifier, k, l) {
  const [c, p, q, xx, xy, yy] = leadOf(classifier, k, l);
  const size = Math.max(Math.abs(xx), Math.abs(yy));
  if (size === 0 && xy === 0) {
    const square = p * p + q * q;
    if (square === 0) return {};
    const length = Math.sqrt(square);
    return { start: [(-c * p) / square, (-c * q) / square], along: [-q / length, p / length] };
  }
  if (Math.abs(xx - yy) > 1e-12 * size || Math.abs(xy) > 1e-12 * size) return null;
  const centre = [-p / (2 * xx), -q / (2 * xx)];
  const square = centre[0] ** 2 + centre[1] ** 2 - c / xx;
  return square > 0 ? { centre, radius: Math.sqrt(square) } : {};
}

/** Parameters t at which another class catches up with k on a curve t -> [x, y], by bisection between samples. */
function seenParts(classifier, k, l, curve, ts) {
  const ahead = (t) => {
    const [x, y] = curve(t);
    const own = scoreAt(classifier, k, x, y);
    for (let o = 0; o < classifier.Q; o++) if (o !== k && o !== l && scoreAt(classifier, o, x, y) > own) return false;
    return true;
  };
  const edge = (from, to) => {
    const first = ahead(from);
    let [low, high] = [from, to];
    for (let i = 0; i < 50; i++) {
      const middle = 0.5 * (low + high);
      if (ahead(middle) === first) low = middle;
      else high = middle;
    }
    return low;
  };
  const parts = [];
  let part = null;
  ts.forEach((t, i) => {
    const seen = ahead(t);
    if (seen && !part) parts.push((part = i ? [curve(edge(t, ts[i - 1]))] : []));
    if (seen) part.push(curve(t));
    if (!seen && part) {
      part.push(curve(edge(ts[i - 1], t)));
      part = null;
    }
  });
  return parts;
}

/** The boundary between the regions, exact: lists of places; null where a tie is neither circle nor line. */
export function boundaryOf(classifier) {
  const lines = [];
  for (let k = 0; k < classifier.Q; k++) {
    for (let l = k + 1; l < classifier.Q; l++) {
      const tie = tieOf(classifier, k, l);
      if (tie === null) return null;
      if (tie.centre) {
        const ts = Array.from({ length: ARC + 1 }, (_, i) => (2 * Math.PI * i) / ARC);
        const circle = (t) => [tie.centre[0] + tie.radius * Math.cos(t), tie.centre[1] + tie.radius * Math.sin(t)];
        lines.push(...seenParts(classifier, k, l, circle, ts));
      } else if (tie.start) {
        lines.push(...segmentOf(classifier, k, l, tie));
      }
    }
  }
  return lines;
}

/** The part of a straight tie on which no third class is ahead. */
function segmentOf(classifier, k, l, { start, along }) {
  const at = (t) => [start[0] + t * along[0], start[1] + t * along[1]];
  const ts = [-REACH, REACH];
  for (let o = 0; o < classifier.Q; o++) {
    if (o === k || o === l) continue;
    const d = leadOf(classifier, k, o);
    const [x, y] = start;
    const [u, v] = along;
    const c = d[0] + d[1] * x + d[2] * y + d[3] * x * x + d[4] * x * y + d[5] * y * y;
    const b = u * (d[1] + 2 * d[3] * x + d[4] * y) + v * (d[2] + d[4] * x + 2 * d[5] * y);
    const a = d[3] * u * u + d[4] * u * v + d[5] * v * v;
    ts.push(...positiveRoots(a, b, c), ...positiveRoots(a, -b, c).map((t) => -t));
  }
  ts.sort((p, q) => p - q);
  const lines = [];
  for (let i = 1; i < ts.length; i++) {
    const [x, y] = at(0.5 * (ts[i - 1] + ts[i]));
    const own = scoreAt(classifier, k, x, y);
    const beaten = Array.from({ length: classifier.Q }, (_, o) => o).some(
      (o) => o !== k && o !== l && scoreAt(classifier, o, x, y) > own,
    );
    if (!beaten) lines.push([at(ts[i - 1]), at(ts[i])]);
  }
  return lines;
}

/** Scores on a grid, one after the other. */
export function fieldOf(classifier, { nx, ny, size, gx, gy }, F = new Float64Array(classifier.Q * size)) {
  for (let k = 0, p = 0; k < classifier.Q; k++) {
    for (let r = 0; r < ny; r++) for (let c = 0; c < nx; c++, p++) F[p] = scoreAt(classifier, k, gx[c], gy[r]);
  }
  return F;
}

/** Whole numbers that sum to m, as near to m times the shares as can be: the largest remainders are rounded up. */
export function apportioned(m, shares) {
  const wanted = shares.map((share) => m * share);
  const counts = wanted.map((w) => Math.floor(w + 1e-9));
  const order = wanted.map((w, k) => [counts[k] - w, k]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const left = m - counts.reduce((a, b) => a + b, 0);
  for (let i = 0; i < left; i++) counts[order[i][1]]++;
  return counts;
}

/** The sample that z (m x 2) becomes: {X, y}, the classes one after the other. */
export function sampleOf({ means, variances, priors }, z, m) {
  const X = new Float64Array(2 * m);
  const y = new Uint16Array(m);
  let i = 0;
  apportioned(m, priors).forEach((count, k) => {
    const deviation = Math.sqrt(variances[k]);
    for (const end = i + count; i < end; i++) {
      y[i] = k;
      X[2 * i] = means[k][0] + deviation * z[2 * i];
      X[2 * i + 1] = means[k][1] + deviation * z[2 * i + 1];
    }
  });
  return { X, y };
}

/** The priors with that of class k set to a value, the others in their old proportion. */
export function withPrior(priors, k, value) {
  const rest = priors.reduce((sum, p, l) => (l === k ? sum : sum + p), 0);
  const others = priors.length - 1;
  return priors.map((p, l) => (l === k ? value : rest > 0 ? ((1 - value) * p) / rest : (1 - value) / others));
}

/** Can this be drawn? */
export function isProblem({ means, variances, priors }) {
  return (
    means.flat().every(Number.isFinite) &&
    variances.every((s) => Number.isFinite(s) && s > 0) &&
    priors.every((p) => p > 0 && p < 1) &&
    Math.abs(priors.reduce((a, b) => a + b, 0) - 1) < 1e-9
  );
}

/** Counts of values in bins of equal width that begin at multiples of it: {start, width, counts}. */
export function histogramOf(values, width) {
  if (!values.length) return { start: 0, width, counts: [] };
  const first = Math.floor(Math.min(...values) / width);
  const last = Math.floor(Math.max(...values) / width);
  const counts = new Array(last - first + 1).fill(0);
  for (const value of values) counts[Math.floor(value / width) - first]++;
  return { start: first * width, width, counts };
}
