// The procedures that the page plays by itself, and a run of one as the scene draws it: the states that are shown, in
// columns. Those that only Python has travel as such columns (explorers/learning_runs.py).

import { DENSER, EVERY, MOST_PASSES, TOLERANCE } from "../math/constants.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { frankWolfe } from "./conditional.js";
import { subgradient } from "./hinge.js";
import { naiveAscent } from "./naive.js";
import { projectedAscent } from "./projected.js";
import { dualPerceptron, perceptron } from "./rosenblatt.js";
import { smo } from "./sequential.js";
import { pegasos } from "./stochastic.js";
import { vapnikChunking } from "./vapnik.js";

const tol = TOLERANCE;
const OPTIMAL = 1e-9; // gap of an objective that is drawn as the optimum

/** By name: states(asked, rate), asked {X, y, kernel, C}; ``rate`` says which rate is the usual one, of those that have one. */
export const PLAYED = {
  "SMO, second order": { states: (asked) => smo(asked, { choice: "second order", tol }) },
  "SMO, most violating": { states: (asked) => smo(asked, { choice: "violating", tol }) },
  "SMO, Platt": { states: (asked) => smo(asked, { choice: "platt", tol }) },
  "SMO, random": { states: (asked) => smo(asked, { choice: "random", tol }) },
  "naive ascent, no b": { states: (asked, rate) => naiveAscent(asked, { rate, tol }), rate: "1/κ(xᵢ, xᵢ)" },
  "projected ascent": { states: (asked, rate) => projectedAscent(asked, { rate, tol }), rate: "1/λ" },
  chunking: { states: (asked) => vapnikChunking(asked, { M: 5, begin: 6 }) },
  "Frank-Wolfe": { states: (asked) => frankWolfe(asked, { tol }) },
  "subgradient, no b": { states: (asked) => subgradient(asked, { tol }) },
  "Pegasos, no b": { states: (asked) => pegasos(asked) },
  perceptron: { states: (asked) => (asked.kernel.name === "linear" ? perceptron : dualPerceptron)(asked) },
};

/** The objective of the machine that a procedure trains: with b exactly, without b up to 1e-9 of it. */
export function optimumOf(asked, intercept) {
  if (intercept) return new MachineEngine({ ...asked, Q: 2, outputs: 1 }).solution.primal;
  let last = null;
  for (const state of frankWolfe(asked, { intercept, tol: OPTIMAL })) last = state;
  return last.primal;
}

/** The states that a player shows: every one at first, fewer and fewer later, and the last. */
export function keptStates(states) {
  const shown = [];
  let [last, goal] = [null, 0];
  for (const state of states) {
    last = state;
    if (state.step < EVERY || state.done || state.passes >= goal) {
      shown.push(state);
      goal = DENSER * state.passes;
    }
    if (state.passes > MOST_PASSES) break;
  }
  return shown.at(-1) === last ? shown : [...shown, last];
}

/** A run of the procedure of this name, at a rate of one's own or the usual one (null). */
export function runOf(name, asked, rate) {
  const states = keptStates(PLAYED[name].states(asked, rate));
  const { m, upper, intercept } = states[0].problem;
  const column = (measure) => Float64Array.from(states, measure);
  const alpha = new Float64Array(states.length * m);
  states.forEach(({ problem, coefficients }, k) => alpha.set(problem.along(coefficients), k * m));
  return {
    length: states.length,
    step: column(({ step }) => step),
    passes: column(({ passes }) => passes),
    evaluations: column(({ evaluations }) => evaluations),
    dual: column(({ dual }) => dual),
    primal: column(({ primal }) => primal),
    gap: column(({ relativeGap }) => relativeGap),
    violation: column(({ violation }) => violation),
    b: column(({ b }) => b),
    alpha,
    C: alpha.every((a) => a <= upper[0]) ? upper[0] : Infinity,
    what: states.map(({ what }) => what),
    looked: states.map(({ lookedAt }) => (lookedAt.length >= m ? [] : lookedAt)),
    moves: states.map(moveOf),
    intercept,
    ends: states.at(-1).done,
  };
}

/** A move of two multipliers, with what Q is around it: Q(before + d) = Q(before) + slopeᵀd - ½ dᵀHd. */
function moveOf({ move, problem, product }) {
  if (!move) return null;
  const { variables, before, unclipped, after } = move;
  const H = variables.map((v) => variables.map((u) => problem.column(v)[u]));
  const d = after.map((value, k) => value - before[k]);
  const slope = variables.map((v, k) => 1 - product[v] + H[k][0] * d[0] + H[k][1] * d[1]);
  return { points: variables, before, unclipped, after, slope, H: H.flat() };
}
