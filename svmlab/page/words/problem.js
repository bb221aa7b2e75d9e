// A problem and its solution in words, in the notation of its source: h(x) ≤ 0 with α, or Vert's x·a + b ≥ 0 with λ.

import { plus, rowsOf } from "../math/quadratic.js";
import { capital, minus, significant } from "./format.js";

const INDEX = "₀₁₂₃₄₅₆₇₈₉";

/** A number with at most four significant digits, as short as it goes. */
export function short(value) {
  const [mantissa, exponent] = value.toExponential(3).split("e").map(Number);
  if (exponent >= -4 && exponent < 4) return minus(String(Number(value.toPrecision(4))));
  return minus(String(mantissa)) + (exponent < 0 ? "e−" : "e+") + String(Math.abs(exponent)).padStart(2, "0");
}

/** Text of Σ value · name + constant for pairs [value, name]: "x² − 2x + 1". */
export function polynomialText(terms, constant) {
  let text = "";
  for (const [value, name] of [...terms, [constant, ""]]) {
    if (value === 0) continue;
    const size = name && Math.abs(value) === 1 ? "" : short(Math.abs(value));
    text += (text ? (value < 0 ? " − " : " + ") : value < 0 ? "−" : "") + size + name;
  }
  return text || "0";
}

/** f as text. */
export function objectiveText({ P, q, constant, names }) {
  const terms = [];
  names.forEach((name, i) => {
    terms.push([0.5 * P[i][i], `${name}²`]);
    for (let j = i + 1; j < names.length; j++) terms.push([P[i][j], name + names[j]]);
  });
  return polynomialText([...terms, ...names.map((name, i) => [q[i], name])], constant);
}

/** The constraints as text, inequalities first. */
export function constraintTexts(problem) {
  return rowsOf(problem).map(({ a, c, equality }) => {
    const sign = !equality && problem.form === "≥" ? -1 : 1;
    const sum = polynomialText(
      a.map((v, i) => [sign * v, problem.names[i]]),
      0 - sign * c,
    );
    return `${sum} ${equality ? "=" : problem.form} 0`;
  });
}

/** Whether the inequalities of this problem are written as Vert does, x·a + b ≥ 0. */
const asVert = ({ form }, row) => form === "≥" && !row.equality;

/** The names of what belongs to row k; an index only where there are several of the kind. */
export function symbolsOf(problem, k) {
  const rows = rowsOf(problem);
  const row = rows[k];
  const kind = rows.filter(({ equality }) => equality === row.equality);
  const index = kind.length > 1 ? INDEX[kind.indexOf(row) + 1] : "";
  if (asVert(problem, row)) {
    return { multiplier: `λ${index}`, value: `⟨x*, a${index}⟩ + b${index}`, pull: `−λ${index}a${index}`, side: ">" };
  }
  const [letter, weight] = row.equality ? ["g", "λ"] : ["h", "α"];
  return {
    multiplier: weight + index,
    value: `${letter}${index}(x*)`,
    pull: `${weight}${index}∇${letter}${index}`,
    side: "<",
  };
}

/** Which case row k is in: "equality", "active", "border" (both factors are zero) or "inactive". */
export function caseOf(problem, solution, k) {
  if (rowsOf(problem)[k].equality) return "equality";
  if (!solution.touches[k]) return "inactive";
  return solution.multipliers[k] > 0 ? "active" : "border";
}

export const SLACKNESS =
  "Complementary slackness: either the multiplier is zero, and the constraint might as well not be there, or the " +
  "constraint is an equation at x*, and the border holds x* back.";

/** What complementary slackness says of row k, in a sentence. */
export function caseText(problem, solution, k) {
  const { multiplier, value, side } = symbolsOf(problem, k);
  const weight = significant(solution.multipliers[k]);
  const distance = significant(asVert(problem, rowsOf(problem)[k]) ? -solution.values[k] : solution.values[k]);
  switch (caseOf(problem, solution, k)) {
    case "equality":
      return `${value} = 0 is demanded; ${multiplier} = ${weight} may have either sign.`;
    case "active":
      return `${value} = 0 and ${multiplier} = ${weight} > 0: active, the border holds x* back.`;
    case "border":
      return `${value} = 0 and ${multiplier} = 0: both are zero, x* lies on the border and is not held back by it.`;
    default:
      return `${value} = ${distance} ${side} 0, hence ${multiplier} = 0: inactive, x* would be the same without it.`;
  }
}

/** Two or three significant digits for each of several numbers, rounding to 0 what rounding left. */
export function pointText(x, size = 1) {
  const text = x.map((v) => (Math.abs(v) < 1e-12 * size ? "0" : significant(v)));
  return text.length === 1 ? text[0] : `(${text.join(", ")})`;
}

/** ∇f and what the constraints add to it, as phrases; the last is their sum. */
export function balanceTexts(problem, solution) {
  const pulling = solution.multipliers.map((_, k) => k).filter((k) => solution.multipliers[k] !== 0);
  const parts = [["∇f(x*)", solution.gradient], ...pulling.map((k) => [symbolsOf(problem, k).pull, solution.pulls[k]])];
  const size = Math.max(...parts.flatMap(([, v]) => v.map(Math.abs)), 1e-300);
  const sum = parts.map(([, v]) => v).reduce((u, v) => plus(u, v));
  const rounded = sum.map((v) => (Math.abs(v) < 1e-9 * size ? 0 : v));
  const phrases = parts.map(([name, v]) => `${name} = ${pointText(v, size)}`);
  return pulling.length ? [...phrases, `sum ${pointText(rounded)}`] : phrases;
}

/** Where the minimum is, as phrases. */
export function minimumTexts(problem, solution) {
  const vector = problem.names.length === 1 ? problem.names[0] : `(${problem.names.join(", ")})`;
  return [
    `minimum at ${vector} = ${pointText(solution.x)}`,
    `f(x*) = ${significant(Math.abs(solution.f) < 1e-14 ? 0 : solution.f)}`,
  ];
}

/** The picture in words, for a screen reader. */
export function problemText(problem, solution) {
  const constraints = constraintTexts(problem);
  const what = `Minimise ${objectiveText(problem)}${constraints.length ? ` subject to ${constraints.join(", ")}` : ""}.`;
  if (!solution) return `${what} ${INFEASIBLE}`;
  const cases = constraints.map((_, k) => caseText(problem, solution, k));
  return [what, `${capital(minimumTexts(problem, solution).join(", "))}.`, ...cases].join(" ");
}

export const INFEASIBLE =
  "No point meets all constraints: the allowed sides have nothing in common, so there is no minimum.";
