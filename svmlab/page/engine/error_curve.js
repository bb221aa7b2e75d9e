// The leave-one-out errors for every C: an exact step function. Where the intercept is unique a point errs wherever the
// machine with all points errs on it (two classes: leaving it out cannot raise its margin), and does not err where its
// multipliers are zero. A first sweep finds the stretches between; on them the machine without the point is followed.

import { CERTIFIED, ONE_PLACE, TIE } from "../math/constants.js";
import { ActiveSet } from "./active_set.js";
import { leaving, lonely, tieOfFull, variablesOfPoint } from "./leaving.js";
import { ruleAlong } from "./loose.js";
import { linearPieces } from "./straight.js";
import { onward, train } from "./training.js";
import { Stalled, Unbounded } from "./working_set.js";

const UNKNOWN = -1;

/**
 * From C_min to C_max (in units of the user; inf goes on to the hard margin): a generator that yields [done, of] now and
 * then, and returns {initial (m; -1 where undefined, or without weight), flips: [{C, p, error}], C (P + 1), counts (P),
 * best: [[C, C]], residual, certified}. Raises NotSeparable where there is no hard margin.
 */
export function* errorCurve(program, C_min, C_max) {
  const { m, unit } = program;
  const [begin, end] = [C_min / unit, C_max / unit];
  const first = train(program, begin);
  const again = new ActiveSet(program).copyFrom(first);
  const absent = lonely(program, first.weight).map((alone, p) => alone || !(first.weight[p * program.each] > 0));
  const sweep = stretches(first, end, absent);
  let step = sweep.next();
  for (; !step.done; step = sweep.next()) yield [0, m];
  const { jobs, known } = step.value;
  const record = new Record(known, unit);
  const scratch = new ActiveSet(program);
  let [piece, done] = [0, 0];
  for (const active of onward(again, end)) {
    for (const job of jobs.get(piece) ?? []) {
      yield* follower(active, job, scratch, record);
      if (job.known !== UNKNOWN) record.tell(job.p, job.C, job.known);
      yield [Math.min(m, ++done), m];
    }
    piece++;
  }
  return record.finished(C_min, C_max, absent);
}

/** {jobs: piece -> [{p, C: its end, known: what holds there}], known: (m) at the beginning}. */
function* stretches(active, end, absent) {
  const { m } = active.program;
  const opened = new Int32Array(m).fill(-1);
  const jobs = new Map();
  let [piece, known] = [0, null];
  const close = (p, C, now) => {
    if (!jobs.has(opened[p])) jobs.set(opened[p], []);
    jobs.get(opened[p]).push({ p, C, known: now });
    opened[p] = -1;
  };
  const sure = new Int8Array(m);
  for (const now of onward(active, end)) {
    if (now.piece.length > 0) {
      certainties(now, sure);
      for (let p = 0; p < m; p++) {
        if (sure[p] === UNKNOWN && opened[p] < 0 && !absent[p]) opened[p] = piece;
        if (sure[p] !== UNKNOWN && opened[p] >= 0) close(p, now.C, sure[p]);
      }
      known ??= Int8Array.from(sure);
    }
    piece++;
    if (piece % 32 === 0) yield;
  }
  for (let p = 0; p < m; p++) if (opened[p] >= 0) close(p, end, UNKNOWN);
  return { jobs, known: known ?? new Int8Array(m).fill(UNKNOWN) };
}

/** sure (m): 1 where a point errs on all of the present piece, 0 where it does not, else unknown. */
function certainties(active, sure) {
  const { program, piece, side, g, dg, a, z, weight } = active;
  const { m, each, outputs, ties } = program;
  sure.fill(UNKNOWN);
  if (!active.tied(0.5 * piece.length)) return;
  for (let p = 0; p < m; p++) {
    let idle = true;
    for (let v = p * each; v < (p + 1) * each; v++) if (side[v] !== 1 && weight[v] > 0) idle = false;
    if (idle) sure[p] = 0;
    const limit = thresholdOf(program, p) - 1;
    if (outputs === 1 && weight[p] > 0 && g[p] < limit && g[p] + piece.length * dg[p] < limit) sure[p] = 1;
  }
  for (let j = 0; outputs === 1 && j < active.k; j++) {
    const v = active.members[j];
    if (a[v] <= 0 && z[ties + j] <= 0) sure[v] = 0;
  }
}

/** The margin below which variable v makes its point an error: a tie goes to the class that stands first. */
function thresholdOf({ head, tail }, v) {
  return tail[v] > head[v] ? -TIE : TIE;
}

/** Follow the machine without p from where ``active`` is to job.C, and record where p begins and ceases to err. */
function* follower(active, { p, C: end }, scratch, record) {
  let now;
  try {
    for (const _ of leaving(active, p, scratch));
    if (scratch.shaken) scratch.settle();
    now = scratch;
  } catch (error) {
    if (!(error instanceof Stalled || error instanceof Unbounded)) throw error;
    const weight = Float64Array.from(active.weight);
    for (const v of variablesOfPoint(active.program, p)) weight[v] = 0;
    now = train(active.program, active.C, weight);
  }
  let events = 0;
  const watch = new Watch(active.program, p, record);
  for (const state of onward(now, end)) {
    now = state;
    watch.look(state);
    if (++events % 64 === 0) yield null;
  }
  record.residual = Math.max(record.residual, now.violation());
}

/** What the machine without point p says of it, piece by piece. */
class Watch {
  constructor(program, p, record) {
    this.p = p;
    this.record = record;
    this.variables = variablesOfPoint(program, p);
    this.thresholds = Float64Array.from(this.variables, (v) => thresholdOf(program, v));
    this.values = new Float64Array(this.variables.length);
    this.slopes = new Float64Array(this.variables.length);
  }

  /** Record the changes on the present piece of ``active``. */
  look(active) {
    const { piece, g, dg, C } = active;
    if (!(piece.length > 0)) return;
    if (!active.tied(0.5 * piece.length)) {
      this.#lookLoosely(active);
      return;
    }
    for (let j = 0; j < this.variables.length; j++) {
      this.values[j] = g[this.variables[j]] + 1;
      this.slopes[j] = dg[this.variables[j]];
    }
    this.#tell(C, piece.length, this.values, this.slopes);
  }

  /** The same where the intercept is not unique: its rule bends within the piece. */
  #lookLoosely(active) {
    const { program, piece, g, dg, b, z, C } = active;
    const { variables, values, slopes } = this;
    const rule = ruleAlong(active);
    variables.forEach((v, j) => {
      values[j] = g[v] + 1 - active.tieOf(v, b);
      slopes[j] = dg[v] - active.tieOf(v, z);
    });
    const margins = (ahead) => {
      const full = rule(ahead);
      return values.map((value, j) => value + ahead * slopes[j] + tieOfFull(program, variables[j], full));
    };
    const pieces = linearPieces(margins, 0, piece.length);
    pieces.forEach(({ start, value, slope }, i) => {
      const stop = i + 1 < pieces.length ? pieces[i + 1].start : piece.length;
      this.#tell(C + start, stop - start, value, slope);
    });
  }

  /** Margins that go on in straight lines from C: an error while one of them is below its threshold. */
  #tell(C, length, values, slopes) {
    const crossings = [];
    for (let j = 0; j < values.length; j++) {
      const t = (this.thresholds[j] - values[j]) / slopes[j];
      if (t > 0 && t < length) crossings.push(t);
    }
    crossings.sort((s, t) => s - t);
    let begin = 0;
    for (let i = 0; i <= crossings.length; i++) {
      const end = i < crossings.length ? crossings[i] : length;
      const middle = 0.5 * (begin + end);
      let errs = 0;
      for (let j = 0; j < values.length; j++) if (values[j] + middle * slopes[j] < this.thresholds[j]) errs = 1;
      this.record.tell(this.p, C + begin, errs);
      begin = end;
    }
  }
}

/** Who errs at the beginning, and every change. */
class Record {
  constructor(known, unit) {
    this.initial = Int8Array.from(known);
    this.status = Int8Array.from(known);
    this.unit = unit;
    this.flips = [];
    this.residual = 0; // the largest violation of a machine that was followed to its end
  }

  tell(p, C, error) {
    if (this.initial[p] === UNKNOWN) this.initial[p] = error;
    else if (this.status[p] !== error) this.flips.push({ C: C * this.unit, p, error });
    this.status[p] = error;
  }

  finished(C_min, C_max, absent) {
    const { initial, residual } = this;
    absent.forEach((never, p) => never && (initial[p] = UNKNOWN));
    const flips = together(this.flips.sort((u, v) => u.C - v.C));
    const C = [C_min];
    const counts = [initial.reduce((count, error) => count + (error === 1 ? 1 : 0), 0)];
    for (const { C: at, error } of flips) {
      const count = counts[counts.length - 1] + (error ? 1 : -1);
      if (at > C[C.length - 1]) {
        C.push(at);
        counts.push(count);
      } else counts[counts.length - 1] = count;
    }
    C.push(C_max);
    const best = bestIntervals(C, counts);
    const steps = { initial, flips, C: Float64Array.from(C), counts: Int32Array.from(counts), best };
    return { ...steps, residual, certified: residual <= CERTIFIED };
  }
}

/** Sorted flips with those that rounding alone has parted at one place; who flips twice there does not flip. */
function together(flips) {
  const groups = [];
  for (const flip of flips) {
    const group = groups.at(-1);
    if (group && flip.C <= group.at * (1 + ONE_PLACE)) {
      if (!group.points.delete(flip.p)) group.points.set(flip.p, flip.error);
    } else groups.push({ at: flip.C, points: new Map([[flip.p, flip.error]]) });
  }
  return groups.flatMap(({ at, points }) => [...points].map(([p, error]) => ({ C: at, p, error })));
}

/** [[C, C]]: where the fewest points err. */
export function bestIntervals(C, counts) {
  const least = Math.min(...counts);
  const best = [];
  counts.forEach((count, i) => {
    if (count !== least) return;
    if (i > 0 && counts[i - 1] === least) best[best.length - 1][1] = C[i + 1];
    else best.push([C[i], C[i + 1]]);
  });
  return best;
}

/** (m) who errs at C: 1, 0, or -1 where leaving out is undefined. */
export function errorsAt({ initial, flips }, C) {
  const errors = Int8Array.from(initial);
  for (const { C: at, p, error } of flips) if (at <= C) errors[p] = error;
  return errors;
}
