// What is compared of a program that Python wrote (tests/engine_programs.py): shared by the suite and the campaign.
/** JSON has no infinity. */
const number = (x) => (x === "inf" ? Infinity : x === "-inf" ? -Infinity : x === "nan" ? NaN : x);

const EXACT = 1e-9;
const OFF_A_TIE = 1e-7;
const STILL = 1e-6; // rate of a margin, over log C, below which it does not move
const BESIDE = 1e-6; // two curves may differ that near a breakpoint, relatively
const SHORT = 1e-8; // two breakpoints nearer than that, relatively, are one

const largest = (values, least = 0) => values.reduce((most, v) => Math.max(most, Math.abs(v)), least);
const apart = (ours, theirs) =>
  ours.reduce((most, v, i) => Math.max(most, v === theirs[i] ? 0 : Math.abs(v - theirs[i])), 0);

/** {failures: [[kind, detail]], done: {what: count}} of one program. */
export function examine(page, item) {
  const failures = [];
  const done = {};
  const count = (what, by = 1) => (done[what] = (done[what] ?? 0) + by);
  const fail = (kind, detail) => failures.push([kind, detail]);
  const y = Int32Array.from(item.y);
  const K = Float64Array.from(item.K, number);
  const { Q, outputs } = item;
  const program = page.programOfKernel({ K, y, Q, outputs, weight: item.weight, place: Int32Array.from(item.place) });
  count("programs");
  if (item.refused) {
    count("hard margins refused");
    try {
      page.train(program, Infinity);
      fail("hard margin found that Python refuses", "");
    } catch (error) {
      if (error.message !== item.refused) fail("another refusal", error.message);
    }
  }
  let active;
  try {
    active = page.train(program, number(item.trained_C) / program.unit);
  } catch (error) {
    fail(
      error instanceof page.NotSeparable ? "hard margin refused that Python finds" : "raised",
      `${error.stack}`.slice(0, 300),
    );
    return { failures, done };
  }
  const solution = page.solutionOf(active);
  compare("machine", solution, item.machine);
  compareLeavingOut(active, solution);
  if (item.path.refused) refusedPath();
  else comparePath();
  return { failures, done };

  function compare(what, ours, theirs) {
    if (theirs.beyond) {
      count(`${what}s beyond double precision`);
      return;
    }
    count(`${what}s compared`);
    if (!ours.certified) count(`${what}s not certified here`);
    if (!theirs.certified) count(`${what}s not certified in Python`);
    if (!ours.certified && theirs.certified) fail(`${what} not certified though Python's is`, ours.text);
    if (!ours.certified || !theirs.certified) return;
    const margins = theirs.margins.map(number);
    const off = apart(Array.from(ours.margins), margins) / largest(margins, 1);
    if (!(off <= EXACT)) fail(`${what}: scores`, off.toExponential(1));
    const objective = Math.abs(ours.dual - theirs.dual) / Math.max(1, Math.abs(theirs.dual));
    if (!(objective <= EXACT)) fail(`${what}: objective`, objective.toExponential(1));
    if (!theirs.determined) return;
    count(`${what}s with a unique α`);
    const C = number(theirs.C);
    const alpha = theirs.alpha.map(number);
    const scale = Number.isFinite(C) ? C : largest(alpha, 1e-300);
    const wrong = apart(Array.from(ours.alpha), alpha) / scale;
    if (!(wrong <= EXACT)) fail(`${what}: α`, wrong.toExponential(1));
    const sets = alpha.findIndex((v, i) => {
      const near = Math.min(v, C - v) < OFF_A_TIE * scale && v !== 0 && v !== C;
      return !near && (v === 0) !== (ours.alpha[i] === 0) && Math.abs(margins[i] - 1) > OFF_A_TIE;
    });
    if (sets >= 0) fail(`${what}: sets`, `variable ${sets}: ${ours.alpha[sets]}, ${alpha[sets]}`);
  }

  function compareLeavingOut(machine, told) {
    const { loo } = item;
    if (item.machine.beyond) return;
    const report = new page.Work(page.leaveOneOut(machine, told)).finish();
    count("points left out", y.length);
    count("points trained anew", report.refits);
    if (!report.certified) count("leave-one-outs not certified here");
    if (!loo.certified) count("leave-one-outs not certified in Python");
    if (!report.certified && loo.certified) fail("leave-one-out not certified though Python's is", report.residual);
    if (!report.certified || !loo.certified) return;
    const scores = loo.scores.map(number);
    for (let i = 0; i < y.length; i++) {
      if (Boolean(report.undefined[i]) !== Boolean(loo.undefined[i])) fail("leave-one-out: undefined", i);
      if (loo.undefined[i]) continue;
      const width = scores.length / y.length;
      const theirs = scores.slice(i * width, (i + 1) * width);
      const ours = width === 1 ? [2 * report.scores[i * Q + 1]] : Array.from(report.scores.slice(i * Q, (i + 1) * Q));
      const off = apart(ours, theirs) / largest(theirs, 1);
      if (!(off <= 10 * EXACT)) fail("leave-one-out: scores", `point ${i}: ${off.toExponential(1)}`);
      if (Boolean(report.errors[i]) !== Boolean(loo.errors[i])) {
        if (number(loo.lead[i]) > OFF_A_TIE) fail("leave-one-out: errors", `point ${i}, lead ${loo.lead[i]}`);
        else count("errors that differ at a tie");
      }
    }
  }

  function refusedPath() {
    const { C_min, C_max, refused } = item.path;
    count("paths refused");
    try {
      new page.Work(page.pathOf(program, C_min, number(C_max))).finish();
      if (refused.includes("hard margin")) fail("path to a hard margin that Python refuses", "");
    } catch (error) {
      if (error.message !== refused) fail("another refusal of a path", `${error.message}; Python: ${refused}`);
    }
  }

  function comparePath() {
    const { C_min, far, bends, loose, places, residual } = item.path;
    const C_max = number(item.path.C_max);
    const path = new page.Work(page.pathOf(program, C_min, C_max)).finish();
    count("paths");
    if (C_max === Infinity) count("paths to the hard margin");
    compareBends(path, bends, loose, residual, far);
    for (const place of places) compare("machine of the path", solutionAt(path, number(place.C)), place);
    const curve = new page.Work(page.errorCurve(program, C_min, far)).finish();
    count("flips of curves", curve.flips.length);
    if (!path.certificate.certified) count("paths not certified here");
    if (!(residual < 1e-8)) count("paths not certified in Python");
    if (!curve.certified) count("curves not certified here");
    if (item.path.curve) compareCurves(item.path.curve);
    for (const place of places) {
      if (place.beyond || !place.loo_certified || !place.certified || number(place.C) === Infinity) continue;
      const errors = page.errorsAt(curve, place.C);
      errors.forEach((error, i) => {
        if (error < 0) return;
        count("errors of curves compared");
        if (error === Number(place.errors[i])) return;
        const near = curve.flips.some((flip) => flip.p === i && Math.abs(flip.C - place.C) < OFF_A_TIE * place.C);
        if (near || number(place.lead[i]) <= OFF_A_TIE) count("errors of curves that differ at a tie");
        else fail("curve: errors", `point ${i} at ${place.C}, lead ${place.lead[i]}`);
      });
    }
  }

  /** Who errs on each piece between two breakpoints of either that is long enough to say so. */
  function compareCurves(theirs) {
    const C_max = number(item.path.C_max);
    const ours = new page.Work(page.errorCurve(program, item.path.C_min, C_max)).finish();
    count("whole curves compared");
    if (!ours.certified || !theirs.certified) return count("whole curves not certified");
    const changes = theirs.changes.map(([C, points]) => ({ C: number(C), points }));
    const ends = [...ours.C, ...changes.map(({ C }) => C)].sort((a, b) => a - b);
    const errors = Int8Array.from(theirs.initial, Number);
    let next = 0;
    for (let i = 0; i + 1 < ends.length; i++) {
      const middle = ends[i + 1] === Infinity ? 2 * ends[i] : 0.5 * (ends[i] + ends[i + 1]);
      for (; next < changes.length && changes[next].C <= middle; next++)
        for (const p of changes[next].points) errors[p] = 1 - errors[p];
      if (ends[i + 1] - ends[i] < BESIDE * ends[i]) continue;
      const found = page.errorsAt(ours, middle);
      count("pieces of whole curves");
      const wrong = found.findIndex((error, p) => Math.max(0, error) !== errors[p]);
      if (wrong >= 0) fail("whole curve", `point ${wrong} at ${middle}, from ${ends[i]} to ${ends[i + 1]}`);
    }
  }

  function solutionAt(path, C) {
    const alpha = alphaOf(path, C);
    const a = Float64Array.from(program.page, (v) => alpha[v] / program.unit);
    const upper = program.weight.map((w) => (w > 0 ? (C * w) / program.unit : 0));
    return page.certify(program, page.atBounds(a, upper, 1e-11), upper);
  }

  /** (variables of the page) α at C, or with ``slopes`` its rate there. */
  function alphaOf(path, C, slopes = false) {
    let piece = 0;
    while (piece + 1 < path.segments && path.C[piece + 1] <= C) piece++;
    const bounded = new Set();
    for (let e = 0; e < path.toggle_ptr[piece + 1]; e++)
      if (!bounded.delete(path.toggle[e])) bounded.add(path.toggle[e]);
    const values = new Float64Array(y.length * (outputs === 1 ? 1 : Q));
    const weightOf = (v) => item.weight[outputs === 1 ? v : Math.floor(v / Q)];
    for (const v of bounded) values[v] = (slopes ? 1 : C) * weightOf(v);
    for (let e = path.ptr[piece]; e < path.ptr[piece + 1]; e++) {
      values[path.index[e]] = slopes
        ? path.slope[e]
        : path.alpha[e] + path.slope[e] * (C === Infinity ? 0 : C - path.C[piece]);
    }
    return values;
  }

  function compareBends(path, theirs, loose, residual, far) {
    const rates = [];
    for (let piece = 0; piece < path.segments; piece++) {
      const slope = alphaOf(path, path.C[piece], true);
      const B = page.coefficientsOf(
        program,
        Float64Array.from(program.page, (v) => slope[v]),
      );
      const S = page.scoresWithout(program, B).map((score) => score / program.unit);
      const shift = page.shiftOf(program, B);
      for (let e = 0; e < S.length; e++) S[e] += path.b_slope[piece * outputs + (e % outputs)] + shift[e % outputs];
      rates.push(page.alongScores(program, S));
    }
    const ours = [];
    const untied = [...loose];
    let before = null;
    for (let piece = 0; piece < path.segments; piece++) {
      const [begin, end] = [path.C[piece], path.C[piece + 1]];
      if (!path.tied[piece]) untied.push([begin, end]);
      if (end - begin < SHORT * begin) continue;
      if (before)
        ours.push([
          begin,
          apart(Array.from(rates[piece]), before) / Math.max(largest(rates[piece]), largest(before), STILL / begin),
        ]);
      before = rates[piece];
    }
    // farther out the equations lose the digits to tell where
    const isTied = (C) =>
      C <= far && !untied.some(([begin, end]) => begin * (1 - SHORT) <= C && C <= end * (1 + SHORT));
    if (!(residual < 1e-8)) return;
    count("breakpoints compared", theirs.filter(([C]) => isTied(C)).length);
    const missing = (from, among) =>
      from.filter(
        ([C, strength]) =>
          strength > 1e-3 && isTied(C) && !among.some(([D, s]) => s > 1e-6 && Math.abs(C - D) <= EXACT * C),
      );
    const close = (from, C) => Math.min(...from.map(([D]) => Math.abs(C / D - 1)));
    for (const [C, s] of missing(theirs, ours))
      fail("path: a breakpoint of Python's is missing", `${C} (${s}) nearest ${close(ours, C)}`);
    for (const [C, s] of missing(ours, theirs))
      fail("path: a breakpoint more than Python's", `${C} (${s}) nearest ${close(theirs, C)}`);
  }
}
