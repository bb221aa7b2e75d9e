// Seeded samples of the plane, those of svmlab.datasets by the same names, parameters and shapes, but drawn in the page:
// the numbers of a seed are the page's own.
//
// The classes take turns, a larger sample begins with the smaller one of the same seed, and noise scales a disturbance
// that is drawn without it. A generator gives {at, Q}: `at(i, k)` is point i, of class k = i mod Q, before the next.

import { Random } from "./random.js";

const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
];
const THREE_MEANS = [
  [2.5 * Math.sqrt(3), -2.5],
  [0, 5],
  [-2.5 * Math.sqrt(3), -2.5],
];
const THREE_VARIANCES = [1, 4, 16];

const onCircle = (angle) => [Math.cos(angle), Math.sin(angle)];
const sign = (k) => 2 * k - 1; // of the classes 0 and 1

/** Points of `place(i, k)`, each disturbed by normal noise of a stream of its own. */
function disturbed(seed, noise, Q, place) {
  const errors = new Random(seed, 1);
  const at = (i, k) => {
    const [x1, x2] = place(i, k);
    const [e1, e2] = errors.normals();
    return [x1 + noise * e1, x2 + noise * e2];
  };
  return { at, Q };
}

function separable(seed, { margin }) {
  const random = new Random(seed);
  const u = onCircle(random.angle());
  const at = (_, k) => {
    const [x1, x2] = random.normals().map((x) => 1.5 * x);
    const along = x1 * u[0] + x2 * u[1];
    const shift = sign(k) * (margin + Math.abs(along)) - along;
    return [x1 + shift * u[0], x2 + shift * u[1]];
  };
  return { at, Q: 2 };
}

function blobs(seed, { n_classes: Q, distance, noise }) {
  const radius = distance / (2 * Math.sin(Math.PI / Q));
  return disturbed(seed, noise, Q, (_, k) => onCircle(Math.PI + (2 * Math.PI * k) / Q).map((x) => radius * x));
}

function circles(seed, { noise }) {
  const angles = new Random(seed);
  return disturbed(seed, noise, 2, (_, k) => onCircle(angles.angle()).map((x) => (2 - k) * x));
}

function moons(seed, { noise }) {
  const angles = new Random(seed);
  return disturbed(seed, noise, 2, (_, k) => {
    const [x1, x2] = onCircle(angles.uniform(0, Math.PI));
    return [-1.5 * sign(k) * (x1 - 0.5), -1.5 * sign(k) * (x2 - 0.25)];
  });
}

function spirals(seed, { noise, turns }) {
  const radii = new Random(seed);
  return disturbed(seed, noise, 2, (_, k) => {
    const r = Math.sqrt(radii.uniform(0.4 ** 2, 3 ** 2));
    return onCircle((2 * Math.PI * turns * r) / 3).map((x) => sign(k) * r * x);
  });
}

function threeGaussians(seed) {
  const random = new Random(seed);
  const at = (_, k) => random.normals().map((x, j) => THREE_MEANS[k][j] + Math.sqrt(THREE_VARIANCES[k]) * x);
  return { at, Q: 3 };
}

const GENERATORS = {
  separable,
  overlapping: (seed, { n_classes }) => blobs(seed, { n_classes, distance: 1.2, noise: 0.7 }),
  circles,
  moons,
  xor: (seed, { noise }) => disturbed(seed, noise, 2, (i) => CORNERS[i % 4]),
  spirals,
  blobs,
  three_gaussians: threeGaussians,
};

export const canDraw = (name) => Object.hasOwn(GENERATORS, name);

/** m points of the sample of this name as {X (m x 2), y (m), Q}; `parameters` are all that Python's function has. */
export function drawSample(name, m, seed, parameters) {
  const { at, Q } = GENERATORS[name](seed, parameters);
  const [X, y] = [new Float64Array(2 * m), new Uint16Array(m)];
  for (let i = 0; i < m; i++) {
    y[i] = i % Q;
    X.set(at(i, y[i]), 2 * i);
  }
  return { X, y, Q };
}

/** Names of the classes of a sample: two are −1 and +1, more are counted from 0. */
export const sampleClasses = (Q) => (Q === 2 ? ["−1", "+1"] : Array.from({ length: Q }, (_, k) => String(k)));
