// Mercer's condition on some points of the plane, as svmlab/kernels/mercer.py has it: the spectrum of the kernel matrix,
// and a witness c with cᵀKc < 0 where it has a negative eigenvalue.

import { formulaFunction, formulaSize, formulaTree } from "./formula.js";
import { symmetricEigen } from "./jacobi.js";
import { isSemidefinite, kernelFunction, roundingsOf } from "./kernels.js";

const MOST_DECIMALS = 12; // of a witness

/** A kernel of the page, or {name: "formula", text}, as a function (x₁, x₂, z₁, z₂) → number. */
export function proposedFunction(kernel) {
  return kernel.name === "formula" ? formulaFunction(kernel.text) : kernelFunction(kernel);
}

/**
 * {K, values, vectors, tolerance, largest, symmetric, witness, value, negative, rank, known} for points [[x₁, x₂], ...].
 * Raises a RangeError where a formula is none, or a value is not finite.
 */
export function mercerTest(kernel, points) {
  const of = proposedFunction(kernel);
  const K = points.map(([x1, x2]) => points.map(([z1, z2]) => of(x1, x2, z1, z2)));
  refuseInfinite(K);
  const largest = Math.max(0, ...K.flat().map(Math.abs));
  const tolerance = points.length * Number.EPSILON * roundings(kernel) * largest;
  const turned = K.map((row, i) => row.map((value, j) => Math.abs(value - K[j][i])));
  const symmetric = Math.max(0, ...turned.flat()) <= tolerance;
  const told = { K, largest, tolerance, symmetric, turned };
  if (!symmetric) return { ...told, values: [], vectors: [], witness: null, negative: 0, rank: 0, known: false };
  const even = K.map((row, i) => row.map((value, j) => 0.5 * (value + K[j][i])));
  const { values, vectors } = symmetricEigen(even);
  const negative = values.filter((value) => value < -tolerance).length;
  const witness = negative ? rounded(ofFewPoints(K, tolerance, vectors.at(-1)), K) : null;
  return {
    ...told,
    values,
    vectors,
    negative,
    witness,
    value: witness && quadraticForm(K, witness),
    rank: values.filter((value) => Math.abs(value) > tolerance).length,
    known: kernel.name !== "formula" && isSemidefinite(kernel),
  };
}

function roundings(kernel) {
  return kernel.name === "formula" ? 4 * formulaSize(formulaTree(kernel.text)) : roundingsOf(kernel);
}

function refuseInfinite(K) {
  const i = K.findIndex((row) => !row.every(Number.isFinite));
  if (i < 0) return;
  const j = K[i].findIndex((value) => !Number.isFinite(value));
  throw new RangeError(
    `κ of point ${i} and point ${j} is not a finite number: move these points, or change the formula or its parameters`,
  );
}

/** cᵀKc. */
export function quadraticForm(K, c) {
  return K.reduce((sum, row, i) => sum + c[i] * row.reduce((inner, value, j) => inner + value * c[j], 0), 0);
}

/** c with cᵀKc < 0 of one point or of two, the lowest of these; else `lowest`, the eigenvector of K. */
function ofFewPoints(K, tolerance, lowest) {
  const m = K.length;
  const i = K.reduce((best, row, k) => (row[k] < K[best][best] ? k : best), 0);
  if (K[i][i] < -tolerance) return K.map((_, k) => Number(k === i));
  let best = { value: -tolerance, pair: null };
  for (let p = 0; p < m; p++) {
    for (let q = p + 1; q < m; q++) {
      const value = 0.5 * (K[p][p] + K[q][q]) - Math.hypot(0.5 * (K[p][p] - K[q][q]), K[p][q]);
      if (value < best.value) best = { value, pair: [p, q] };
    }
  }
  return best.pair ? ofPair(K, best.pair) : lowest;
}

/** The lowest eigenvector of the part of K that belongs to two points, 0 at all others. */
function ofPair(K, pair) {
  const { vectors } = symmetricEigen(pair.map((i) => pair.map((j) => K[i][j])));
  return K.map((_, k) => (pair.includes(k) ? vectors[1][pair.indexOf(k)] : 0));
}

/** c with its largest entry 1, with as few decimals as leave at least half of cᵀKc. */
function rounded(c, K) {
  const top = c.reduce((most, weight) => (Math.abs(weight) > Math.abs(most) ? weight : most), 0);
  const exact = c.map((weight) => weight / top);
  const wanted = 0.5 * quadraticForm(K, exact);
  for (let decimals = 1; decimals <= MOST_DECIMALS; decimals++) {
    const some = exact.map((weight) => Number(weight.toFixed(decimals)) + 0);
    if (quadraticForm(K, some) <= wanted) return some;
  }
  return exact;
}
