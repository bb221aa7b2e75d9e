// What some points say of a proposed kernel, in words; no more than they can say.

import { plural, significant } from "./format.js";

const FEW = 3; // weights that a sentence tells

/** {kind, head, text}: whether the points refute it ("refuted"), theory knows it ("known"), or neither ("open"). */
export function verdictOf(test) {
  const m = test.K.length;
  if (!test.symmetric) return { kind: "refuted", head: "Not a kernel: not symmetric", text: asymmetryText(test) };
  if (test.witness)
    return { kind: "refuted", head: `Not a kernel: cᵀKc = ${significant(test.value)}`, text: witnessText(test) };
  if (test.known) return { kind: "known", head: "A kernel", text: "Theory guarantees it for all points." };
  const points = m === 1 ? "this one point" : `these ${m} points`;
  return {
    kind: "open",
    head: `No negative eigenvalue on ${points}`,
    text: "That proves nothing: other points may refute it. Drag some.",
  };
}

function asymmetryText({ K, turned }) {
  const most = Math.max(...turned.flat());
  const i = turned.findIndex((row) => row.includes(most));
  const j = turned[i].indexOf(most);
  return `κ(x${i}, x${j}) = ${significant(K[i][j])}, and κ(x${j}, x${i}) = ${significant(K[j][i])}.`;
}

function witnessText({ witness }) {
  const told = witness.flatMap((weight, i) => (weight ? [`${signed(weight)} at point ${i}`] : []));
  const c = told.length <= FEW ? `c = ${told.join(", ")}` : `the weights c drawn at ${told.length} points`;
  return `With ${c}. In a feature space it would be ‖Σ cᵢΦ(xᵢ)‖², which is never below 0.`;
}

/** A weight with its sign. */
export function signed(weight) {
  const text = String(Math.abs(weight));
  return (weight < 0 ? "−" : "+") + (text.length <= 5 ? text : significant(Math.abs(weight)));
}

/** How many eigenvalues are not 0, and how many of them negative. */
export function spectrumText({ values, rank, negative, K }) {
  if (!values.length) return "";
  const whole = `rank ${rank} of ${K.length}`;
  if (negative) return `${whole}, ${plural(negative, "eigenvalue is", "eigenvalues are")} negative`;
  return `${whole}: these points span ${plural(rank, "dimension")} of the feature space`;
}

export function matrixText({ K }) {
  const values = K.flat();
  const ends = [Math.min(...values), Math.max(...values)].map((value) => significant(value));
  return `Kernel matrix of ${plural(K.length, "point")}, values from ${ends.join(" to ")}`;
}

export function eigenvaluesText({ values }) {
  return `Eigenvalues ${values.map((value) => significant(value)).join(", ")}`;
}

/** What is known of the chosen point. */
export function pointOfKernelText(test, i) {
  const own = test.K[i][i];
  const sound = test.symmetric && !test.witness;
  const length = sound ? `, so ‖Φ(x)‖ = ${significant(Math.sqrt(own))}` : own < 0 ? ", which no squared length is" : "";
  return `κ(x, x) = ${significant(own)}${length}. The curves are the level curves of κ(x, ·).`;
}
