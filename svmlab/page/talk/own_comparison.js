// The machines side by side that the page trains by itself, where there is no Python: that of Weston and Watkins, which
// it has, one-vs-one and one-vs-rest, of machines of two classes; with their regions and exact leave-one-out.

import { gridOver } from "../math/axes.js";
import { UNDECIDED } from "../math/constants.js";
import { fieldBasis, scoreField, scoresAt } from "../math/machine.js";
import { decideByClaims, decideByScores, decideByVotes, pairsOf } from "../math/reductions.js";
import { MachineEngine } from "../engine/machine_engine.js";
import { NotSeparable } from "../engine/training.js";
import { Stalled, Unbounded } from "../engine/working_set.js";
import { sentence } from "../words/notes.js";

const OTHERS = "only Python trains this machine";
const REFUSALS = [NotSeparable, RangeError, Stalled, Unbounded];
const KINDS = {
  "weston-watkins": { decide: decideByScores },
  "one-vs-one": { decide: decideByVotes, members: membersOfPairs },
  "one-vs-rest": { decide: decideByClaims, members: membersOfClasses },
};

/** Of the pair (k, l) the points of both, class 1 being l. */
function membersOfPairs({ y, Q }) {
  const all = Array.from(y.keys());
  return pairsOf(Q).map(([k, l]) => ({ points: all.filter((i) => y[i] === k || y[i] === l), is: l }));
}

/** Of each class all points, class 1 being it; of two classes the second only. */
function membersOfClasses({ y, Q }) {
  const points = Array.from(y.keys());
  return Array.from({ length: Q }, (_, k) => ({ points, is: k })).slice(Q === 2 ? 1 : 0);
}

/**
 * {own, epoch, C, shape, differ, entries, done, total} of the machine of a workshop, as Python tells a comparison; names:
 * [{name, label}], shape: [rows, columns] of the regions. A generator that yields it as far as it is.
 */
export function* ownComparison({ machine, solution, leftOut }, names, shape) {
  const grid = gridOver(machine.limits, shape[1], shape[0]);
  const entries = names.map(({ name, label }) => ({ name, label, error: KINDS[name] ? "" : OTHERS }));
  const jobs = entries.filter(({ name }) => KINDS[name]);
  const told = (done) => ({
    own: true,
    epoch: machine.epoch,
    C: solution.C,
    shape,
    differ: disagreement(entries, grid.size),
    entries: entries.map((entry) => ({ ...entry })),
    done,
    total: jobs.length,
  });
  for (const [k, entry] of jobs.entries()) {
    yield told(k);
    try {
      const { decide, members } = KINDS[entry.name];
      const parts = members ? partsOf(machine, solution.C, members(machine)) : [wholeOf(machine, solution, leftOut)];
      yield* completed(entry, machine, grid, parts, decide);
    } catch (error) {
      if (!REFUSALS.some((kind) => error instanceof kind)) throw error;
      entry.error = sentence(error);
    }
  }
  return told(jobs.length);
}

/** The machine in the picture as the only part. */
function wholeOf(machine, solution, leftOut) {
  const left = leftOut.error instanceof Uint8Array ? { errors: leftOut.error } : { refused: leftOut.error };
  const { certified } = solution.certificate;
  return { machine, solution, certified, outputs: machine.O, points: Array.from(machine.y.keys()), ...left };
}

function partsOf({ X, y, kernel }, C, members) {
  return members.map(({ points, is }) => {
    const places = Float64Array.from(points.flatMap((i) => [X[2 * i], X[2 * i + 1]]));
    const own = Int32Array.from(points, (i) => (y[i] === is ? 1 : 0));
    const engine = new MachineEngine({ X: places, y: own, Q: 2, kernel, C });
    const solution = { ...engine.solution, pointStatus: engine.solution.status };
    const machine = { X: places, m: points.length, O: 1, kernel };
    return { machine, solution, certified: solution.certified, outputs: 1, points, engine };
  });
}

/** Complete an entry: its regions, what it says of the points, and of each that is left out. */
function* completed(entry, { X, y, m, Q }, grid, parts, decide) {
  const outputs = parts.reduce((sum, part) => sum + part.outputs, 0);
  const [field, values] = [new Float64Array(outputs * grid.size), new Float64Array(outputs * m)];
  let first = 0;
  for (const { machine, solution, outputs: O } of parts) {
    const F = field.subarray(first * grid.size, (first + O) * grid.size);
    scoreField(machine, solution, grid, fieldBasis(machine, grid), F);
    for (let i = 0; i < m; i++) {
      scoresAt(machine, solution, X[2 * i], X[2 * i + 1]).forEach((f, o) => (values[(first + o) * m + i] = f));
    }
    first += O;
    yield null;
  }
  const wrongOf = (codes) => codes.map((code, i) => (code % UNDECIDED === y[i] ? 0 : 1));
  const given = decide(values, m, Q);
  const certified = parts.every((part) => part.certified);
  const wrong = wrongOf(given);
  Object.assign(entry, { code: decide(field, grid.size, Q), given: given.map((code) => code % UNDECIDED), wrong });
  Object.assign(entry, { training_errors: sum(wrong), certified });
  const alone = countsOfClasses(y, Q);
  if (!certified || parts[0].refused) entry.error = parts[0].refused ?? "leave-one-out needs a certified machine";
  else if (parts[0].errors) tellLeftOut(entry, parts[0].errors, y, alone);
  else tellLeftOut(entry, wrongOf(decide(yield* valuesLeftOut(parts, values, m), m, Q)), y, alone);
}

/** The values of each part at its points, each without the point. */
function* valuesLeftOut(parts, values, m) {
  const left = Float64Array.from(values);
  for (const [j, { engine, points }] of parts.entries()) {
    const work = engine.leaveOneOut();
    while (!work.run(0)) yield null;
    const { scores } = work.value;
    points.forEach((i, k) => (left[j * m + i] = scores[2 * k + 1] - scores[2 * k] || 0));
  }
  return left;
}

function tellLeftOut(entry, errors, y, counts) {
  const lost = errors.map((error, i) => (counts[y[i]] === 1 ? 0 : error));
  const defined = y.reduce((count, k) => count + (counts[k] > 1 ? 1 : 0), 0);
  const n = sum(lost);
  Object.assign(entry, { lost, n_errors: n, error_rate: defined ? n / defined : null });
}

function countsOfClasses(y, Q) {
  const counts = new Int32Array(Q);
  for (const k of y) counts[k]++;
  return counts;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** (n) 1 where not all that are trained give the same class. */
function disagreement(entries, n) {
  const codes = entries.filter(({ code }) => code).map(({ code }) => code);
  return Uint8Array.from({ length: n }, (_, i) =>
    codes.some((code) => code[i] % UNDECIDED !== codes[0][i] % UNDECIDED) ? 1 : 0,
  );
}
