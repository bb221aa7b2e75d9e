// The panel of bounds: pieces of curves as matplotlib draws them, readings, the axis, the words; and when the page
// asks for the next slice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, revived } from "./harness.mjs";
import { begun, rest } from "./model.mjs";

const page = await import(new URL("bounds.mjs", process.env.SVMLAB_MODULE));
const cases = Object.entries(fixtures.bounds);

test("curves are drawn in the pieces in which matplotlib draws them", () => {
  const looks = new Set();
  for (const [name, { bounds: state, pieces }] of cases) {
    const bounds = page.unpackBounds(state);
    assert.equal(bounds.curves.length, pieces.length);
    bounds.curves.forEach((curve, k) => {
      const drawn = page.piecesOf(bounds.at, curve);
      assert.deepEqual(
        drawn.map(({ look, vacuous }) => [look, vacuous]),
        pieces[k].map(({ look, vacuous }) => [look, vacuous]),
        `${name}, ${curve.name}`,
      );
      drawn.forEach((piece, i) => {
        close(piece.x, pieces[k][i].x, "C");
        close(piece.y, pieces[k][i].y, "rate");
        looks.add(piece.look);
      });
    });
  }
  assert.deepEqual([...looks].sort(), ["estimate", "fails", "holds", "unproved"]);
});

test("a bound that is only observed is told from one that is proved, and a gap in the values from zero", () => {
  const curve = {
    kind: ["observed", "observed", "observed", "observed"],
    holds: [true, true, false, false],
    rate: [0.5, 2, 0.5, 0.5],
  };
  assert.deepEqual(
    page.piecesOf([1, 4, 16, 64], curve).map(({ look, vacuous, x }) => [look, vacuous, x[0]]),
    [
      ["unproved", false, 1],
      ["unproved", true, 2],
      ["fails", true, 4],
      ["fails", false, 8],
    ],
  );
  const broken = { ...curve, rate: [0.5, NaN, 0.5, 0.5] };
  assert.deepEqual(
    page.piecesOf([1, 4, 16, 64], broken).map(({ x }) => x),
    [[16, 64]],
  );
});

test("at a value of C that is known a reading is exact, between two it lies on the drawn line", () => {
  const bounds = page.unpackBounds(fixtures.bounds["two classes"].bounds);
  const curve = bounds.curves.find(({ name }) => name === "radius_margin");
  for (const k of [0, 7, bounds.at.length - 1]) {
    const reading = page.readingAt(bounds, curve, bounds.at[k]);
    assert.deepEqual(
      [reading.value, reading.rate, reading.holds, reading.exact],
      [curve.value[k], curve.rate[k], curve.holds[k], true],
    );
  }
  const scale = page.rateScale(bounds.m, [300, 0]);
  const middle = page.readingAt(bounds, curve, Math.sqrt(bounds.at[7] * bounds.at[8]));
  assert.ok(!middle.exact);
  close([scale.to(middle.rate)], [(scale.to(curve.rate[7]) + scale.to(curve.rate[8])) / 2]);
  close([middle.value], [middle.rate * bounds.m]);
});

test("the axis of rates is logarithmic, linear below one error, and goes to 400 %", () => {
  const scale = page.rateScale(100, [300, 20]);
  assert.equal(Math.round(scale.to(page.MOST)), 20);
  close([scale.to(0.1) - scale.to(1)], [scale.to(0.01) - scale.to(0.1)]);
  close([scale.to(0.0025) - scale.to(0.005)], [scale.to(0.005) - scale.to(0.0075)]);
  for (const rate of [0, 0.003, 0.2, 1, 3]) close([scale.from(scale.to(rate))], [rate]);
  const ticks = page.rateTicks(100, scale, 13);
  assert.ok(["0", "1", "10", "100", "400"].every((text) => ticks.some((tick) => tick.text === text)));
  const places = ticks.map(({ value }) => scale.to(value)).sort((a, b) => a - b);
  places.slice(1).forEach((place, i) => assert.ok(place - places[i] > 13, "labels do not touch"));
  assert.ok(page.rateTicks(100, page.rateScale(100, [100, 0]), 26).length >= 3);
});

test("a report in words: counts, rates, verdicts, and what each term says of a point", () => {
  const report = page.unpackReport(revived(fixtures.bounds["two classes"].report));
  assert.equal(page.countText(report.byName[""]), String(report.n_errors));
  assert.equal(page.countText({ value: 22.345, exact: true }), "22.3");
  assert.equal(page.countText({ value: 22.345, exact: false }), "≈ 22");
  assert.equal(page.countText({ value: null, exact: true }), "–");
  assert.equal(page.rateText({ rate: 0.5541, exact: true }), "55.4 %");
  assert.equal(page.rateText({ rate: 57.29, exact: true }), "> 1000 %");
  assert.equal(
    page.verdictText({ kind: "proved", holds: false, vacuous: true }, fixtures.verdicts),
    "proved, does not apply, vacuous",
  );
  assert.equal(page.verdictText({ kind: "observed", holds: true }, fixtures.verdicts), "only observed, holds");
  const said = (kind, holds, term) => page.termText({ kind, holds }, term);
  assert.equal(said("proved", true, 0.4), "cannot be an error");
  assert.equal(said("proved", true, 1), "may be an error");
  assert.equal(said("proved", false, 0.4), "no promise");
  assert.equal(said("observed", true, 0.4), "no error, if it is true");
  assert.equal(said("estimate", false, 1.4), "expects an error");
  const worth = (kind, holds, term) => page.termWorth({ kind, holds }, term);
  assert.equal(worth("proved", true, 0.4), "promise");
  for (const given of [
    ["proved", false, 0.4],
    ["proved", true, Number.NaN],
    ["observed", true, 0.4],
  ])
    assert.equal(worth(...given), "less");
  assert.equal(worth("estimate", true, 0.4), "estimate");
  const m = fixtures.bounds["two classes"].m;
  for (const { name, per } of report.bounds.map(({ name }) => ({ name, per: report.terms[name] })))
    assert.equal(per.length, m, name);
});

// --- asking ---------------------------------------------------------------------------------------------------

/** A session on a machine, greeted, and Python's part in the test's hands. */
function boundsSession({ name = "three classes", ...more } = {}) {
  const state = { bounds: {}, report: {}, limit: {}, shown: ["twice_sum"], ...more };
  const { answer: answered, ...made } = begun({ Kind: page.BoundsSession, name, ...state });
  const answer = (told = {}) => {
    Object.assign(made.values, told);
    answered();
  };
  return { ...made, answer, types: () => made.sent.map(({ type }) => type) };
}
const slice = (done, epoch = 0) => ({ bounds: { ...fixtures.bounds["three classes"].bounds, epoch, done } });
const total = fixtures.bounds["three classes"].bounds.total;
const report = (C) => ({ report: { ...revived(fixtures.bounds["three classes"].report), C } });

test("at rest the page asks for slice after slice, and once for the report, without waiting", () => {
  const { session, answer, types } = boundsSession();
  assert.ok(session.wantsMore);
  session.atRest();
  assert.deepEqual(types(), ["hello", "report"]);
  answer(report(1));
  assert.equal(types().at(-1), "bounds");
  assert.equal(session.readings.twice_sum.exact, true, "the report is there before the curves");
  answer(slice(20));
  assert.equal(types().length, 4);
  answer(slice(total));
  assert.equal(types().length, 4, "nothing more to ask");
  rest(session);
  assert.ok(!session.wantsMore);
  session.dispose();
});

test("while C is dragged nothing is asked; the readings follow the curves", () => {
  const { session, answer, types } = boundsSession();
  session.atRest();
  answer(report(1));
  session.moveTo(2);
  const asked = types().length;
  answer(slice(20));
  assert.equal(types().length, asked);
  assert.equal(session.report, null);
  const bounds = session.bounds;
  assert.deepEqual(
    session.readings.twice_sum,
    page.readingAt(
      bounds,
      bounds.curves.find(({ name }) => name === "twice_sum"),
      2,
    ),
  );
  session.moveTo(2.1);
  assert.equal(types().length, asked);
  session.tell();
  assert.equal(types().at(-1), "state");
  answer();
  assert.deepEqual(types().slice(asked + 1), ["report"], "and then the next slice");
  session.dispose();
});

test("curves of another machine are kept until there are new ones, but not read", () => {
  const { session, values, answer, types } = boundsSession();
  session.atRest();
  answer(report(1));
  answer(slice(total));
  const old = session.bounds;
  answer({ machine: { ...values.machine, epoch: 1 }, solution: { ...values.solution, epoch: 1 } });
  assert.equal(session.bounds, old);
  assert.deepEqual(session.readings, {});
  assert.ok(session.wantsMore);
  session.atRest();
  assert.equal(types().at(-1), "report");
  session.dispose();
});

test("an error is told, the last good curves stay, and it is not asked for again", () => {
  const { session, answer, types } = boundsSession();
  session.atRest();
  answer(report(1));
  answer(slice(20));
  answer({ bounds: { epoch: 0, error: "RuntimeError: out of order." } });
  assert.equal(session.boundsError, "RuntimeError: out of order.");
  assert.equal(session.bounds.done, 20);
  const asked = types().length;
  session.atRest();
  assert.equal(types().length, asked);
  session.dispose();
});

test("a box that is ticked is told to Python", () => {
  const { session, values } = boundsSession();
  session.toggle("gacv");
  assert.deepEqual(values.shown, ["twice_sum", "gacv"]);
  session.toggle("twice_sum");
  assert.deepEqual(values.shown, ["gacv"]);
  session.dispose();
});

test("the stops across the panel: the slider's, and the strip of the hard margin", () => {
  const panel = Object.assign(Object.create(page.CurvePanel.prototype), {
    box: { x: 50, width: 460 },
    end: 450,
    strip: 60,
    x: page.logScale([0.01, 1000], [50, 450]),
  });
  close([panel.valueAt(50), panel.valueAt(210), panel.valueAt(20), panel.valueAt(460)], [0.01, 1, 0.01, 1000]);
  assert.equal(panel.valueAt(495), Infinity);
  assert.equal(panel.placeOf(Infinity), 480);
});

// --- the exact errors ----------------------------------------------------------------------------------------------

/** Once the page has found the exact errors. */
async function found(session) {
  while (session.ahead.pending) await new Promise((done) => setTimeout(done, 5));
  return session.errors;
}

test("the page finds the exact errors at every C by itself, and reads them off at once", async () => {
  const { session } = boundsSession({ name: "two classes" });
  assert.ok(session.ahead.pending);
  assert.equal(page.bestText(session.errors, true), "the exact leave-one-out errors at every C are being computed");
  const errors = await found(session);
  assert.ok(errors.current);
  const state = fixtures.bounds["two classes"].bounds;
  const { low, high } = session.range;
  const inside = state.C.map((C, i) => [C, state.n_errors[i]]).filter(([C]) => low <= C && C <= high);
  assert.ok(inside.length > 10);
  for (const [C, count] of inside) assert.equal(page.exactReading(errors, C).value, count, `C = ${C}`);
  assert.ok(errors.fewest <= Math.min(...inside.map(([, count]) => count)));
  for (const [from, to] of errors.best)
    assert.equal(page.exactReading(errors, Math.sqrt(from * to)).value, errors.fewest);
  session.moveTo(2.345);
  assert.equal(session.errors.counts, errors.counts, "they are those of every C");
  assert.deepEqual(session.readings[""], page.exactReading(errors, 2.345));
  assert.match(page.bestText(errors, false), /^Fewest leave-one-out errors: \d+ of \d+, for C from/);
  session.dispose();
});

test("the errors are steps: two corners for each piece, upright between", async () => {
  const { session } = boundsSession({ name: "two classes" });
  const errors = await found(session);
  const { x, y } = page.stepsOf(errors);
  assert.equal(x.length, 2 * errors.counts.length);
  for (let i = 0; i + 2 < x.length; i += 2) {
    assert.equal(y[i], y[i + 1]);
    assert.equal(x[i + 1], x[i + 2]);
    assert.notEqual(y[i + 1], y[i + 2]);
  }
  session.dispose();
});

test("while a point is dragged the errors of before stay, as of before; when it is let go there are new ones", async () => {
  const { session } = boundsSession({ name: "two classes" });
  const before = await found(session);
  session.movePoint(0, [0.1, 0.2], false);
  assert.ok(!session.ahead.pending);
  assert.deepEqual([session.errors.counts, session.errors.current], [before.counts, false]);
  session.movePoint(0, [0.1, 0.2]);
  assert.ok(session.ahead.pending);
  assert.ok((await found(session)).current);
  session.dispose();
});

test("of a machine that only Python makes the errors are Python's", () => {
  const { session, values, answer } = boundsSession({ name: "two classes" });
  answer({ machine: { ...values.machine, kernel: null, epoch: 1 } });
  assert.ok(!session.ahead.pending);
  assert.equal(session.errors, null);
  session.dispose();
});

// --- the bounds of two classes -----------------------------------------------------------------------------------

/** Once the page has worked out all that it can of the present machine. */
async function workedOut(session) {
  rest(session);
  while (session.wantsMore) await new Promise((done) => setTimeout(done, 5));
  return session.bounds;
}

for (const live of [true, false]) {
  test(`of two classes the page computes the bounds by itself, ${live ? "and asks Python for none" : "without Python"}`, async () => {
    const { session, types } = boundsSession({ name: "two classes", live });
    assert.ok(session.own && session.wantsMore);
    const bounds = await workedOut(session);
    assert.deepEqual([bounds.done, bounds.epoch, session.boundsError], [bounds.total, session.machine.epoch, ""]);
    const { low, high } = session.range;
    assert.deepEqual([bounds.at[0], bounds.at.at(-1), bounds.total], [low, high, 41]);
    const expected = revived(fixtures.bounds["two classes"].report);
    assert.equal(session.report.n_errors, expected.n_errors);
    for (const of of expected.bounds) {
      const told = session.report.byName[of.name];
      close([told.value], [of.value ?? NaN], of.name, 6);
      assert.deepEqual(
        [told.label, told.source, told.kind, told.holds],
        [of.label, of.source, of.kind, of.holds],
        of.name,
      );
      assert.equal(session.report.terms[of.name].length, fixtures.bounds["two classes"].m);
    }
    assert.deepEqual(types(), live ? ["hello"] : []);
    session.dispose();
  });
}

test("where only C moves the curves stay, and the terms are told anew at rest", async () => {
  const { session } = boundsSession({ name: "two classes", live: false });
  const bounds = await workedOut(session);
  session.moveTo(2);
  assert.equal(session.bounds, bounds);
  assert.equal(session.report, null);
  assert.equal(session.readings.xi_alpha.exact, false);
  assert.equal(await workedOut(session), bounds);
  assert.equal(session.readings.xi_alpha.exact, true);
  session.dispose();
});

test("with another point or kernel there are other curves; those of before stay so long, and are not read", async () => {
  const { session } = boundsSession({ name: "two classes", live: false });
  const before = await workedOut(session);
  session.movePoint(0, [0.1, 0.2], false);
  assert.deepEqual([session.bounds, session.readings], [before, {}]);
  assert.ok(!session.ahead.own, "nothing is worked out while a point is dragged");
  session.movePoint(0, [0.1, 0.2]);
  const moved = await workedOut(session);
  assert.equal(moved.epoch, session.machine.epoch);
  assert.notDeepEqual(moved.curves[0].value, before.curves[0].value);
  session.setKernel({ name: "linear" });
  assert.deepEqual([session.bounds, session.readings], [moved, {}]);
  assert.equal((await workedOut(session)).epoch, session.machine.epoch);
  session.dispose();
});

test("a change gives what is under way up", async () => {
  const { session } = boundsSession({ name: "two classes", live: false });
  rest(session);
  session.ahead.follow(session.workshop, true);
  const { along, errors } = session.ahead;
  session.setKernel({ name: "linear" });
  assert.ok(session.ahead.errors !== errors && session.ahead.along === null && along === null);
  await workedOut(session);
  assert.equal(session.bounds.epoch, session.machine.epoch);
  session.dispose();
});

test("at the hard margin all bounds are told, and stand in its strip", async () => {
  const { session } = boundsSession({ name: "two classes", live: false });
  session.setKernel({ name: "gaussian", sigma: 0.2 });
  await workedOut(session);
  const { limit } = session;
  session.moveTo(Infinity);
  await workedOut(session);
  assert.equal(session.limit, session.report);
  for (const { name, value, holds } of limit.bounds) {
    close([session.report.byName[name].value], [value], name, 6);
    assert.equal(session.report.byName[name].holds, holds, name);
  }
  assert.ok(limit.byName.radius_margin.holds);
  session.dispose();
});

test("where the engine does not come to an end, Python is asked if it is there", async () => {
  for (const live of [true, false]) {
    const { session, types } = boundsSession({ name: "two classes", live });
    rest(session);
    session.ahead.along = {
      done: false,
      run: () => {
        throw new page.Stalled("no end");
      },
    };
    while (session.own) await new Promise((done) => setTimeout(done, 5));
    assert.equal(session.wantsMore, live);
    session.atRest();
    assert.equal(types().includes("report"), live);
    session.dispose();
  }
});

// --- over the width ------------------------------------------------------------------------------------------------

/** A session that draws over σ, without Python, its machine's kernel as the controls say. */
function overWidth(more = {}) {
  const kernel = { name: "gaussian", sigma: 1 };
  const controls = { values: { kernel: "gaussian", sigma: 1, data: "toy" }, keep: [], own: false, kernels: [] };
  const made = boundsSession({ name: "two classes", live: false, over: "sigma", controls, ...more });
  made.session.setKernel(kernel);
  return made;
}

test("over σ the page counts at samples, then brackets the changes, then has the bounds at the samples", async () => {
  const { session } = overWidth();
  assert.deepEqual([session.choices, session.over, session.axis.symbol], [["C", "sigma", "plane"], "sigma", "σ"]);
  assert.equal(session.drawn.errors, null);
  await workedOut(session);
  const { errors, bounds, current } = session.drawn;
  assert.ok(errors.current && current);
  assert.equal(errors.samples.length, 41);
  assert.deepEqual([bounds.done, bounds.total], [41, 41]);
  assert.equal(session.ahead.along, null, "nothing is worked out over C");
  const { engine } = session.workshop;
  for (const { at, count } of errors.samples.filter((_, k) => k % 8 === 0)) {
    engine.setKernel({ name: "gaussian", sigma: at });
    assert.equal(engine.leaveOneOut().finish().nErrors, count, `σ = ${at}`);
  }
  const changes = errors.at.slice(1, -1);
  assert.ok(changes.length > 3);
  assert.ok(changes.filter((at) => errors.samples.some((sample) => sample.at === at)).length < 2);
  session.dispose();
});

test("while σ moves the curve over it stays, and what is read between two samples is not told as exact", async () => {
  const { session, values } = overWidth();
  await workedOut(session);
  const { errors } = session.drawn;
  session.moveAlong(2.345);
  const { sigma } = session.workshop.kernel;
  assert.ok(Math.abs(Math.log(sigma / 2.345)) < 0.03, "to a stop of the slider");
  assert.deepEqual(
    [session.axis.at, session.drawn.errors.counts, session.drawn.errors.current],
    [sigma, errors.counts, true],
  );
  assert.equal(session.readings[""].exact, false);
  assert.equal(session.readings.xi_alpha.exact, false);
  await workedOut(session);
  assert.equal(session.drawn.errors.counts, errors.counts);
  assert.deepEqual([session.readings[""].exact, session.readings[""].value], [true, session.workshop.leftOut.nErrors]);
  assert.equal(values.over, "sigma");
  session.dispose();
});

test("with another C or point the curve over σ is that of before, and nothing is worked out under a hand", async () => {
  const { session } = overWidth();
  await workedOut(session);
  const { counts } = session.drawn.errors;
  session.moveTo(20);
  assert.deepEqual([session.drawn.errors.counts, session.drawn.errors.current], [counts, false]);
  session.hold(true);
  rest(session);
  await new Promise((done) => setTimeout(done, 60));
  assert.equal(session.ahead.others.sigma.counting, null);
  session.hold(false);
  await workedOut(session);
  assert.ok(session.drawn.errors.current);
  assert.notDeepEqual(session.drawn.errors.counts, counts);
  session.movePoint(0, [0.1, 0.2], false);
  assert.equal(session.drawn.errors.current, false);
  assert.ok(!session.ahead.pending && session.ahead.over === null);
  session.dispose();
});

test("a change of C gives up what is being counted", async () => {
  const { session } = overWidth();
  rest(session);
  session.ahead.follow(session.workshop, true, session.over, session.ranges);
  while (!session.ahead.others.sigma.counting) await new Promise((done) => setTimeout(done, 1));
  const { counting } = session.ahead.others.sigma;
  session.moveTo(7);
  assert.equal(session.ahead.others.sigma.counting, null);
  assert.ok(!counting.done);
  session.dispose();
});

test("a kernel without a width is drawn over C, and the choice comes back with one that has it", async () => {
  const { session, values } = overWidth();
  session.setKernel({ name: "linear" });
  assert.deepEqual([session.choices, session.over, values.over], [["C"], "C", "sigma"]);
  assert.ok((await found(session)).current);
  session.setKernel({ name: "laplace", sigma: 1 });
  assert.deepEqual([session.choices, session.over], [["C", "sigma", "plane"], "sigma"]);
  session.setOver("C");
  assert.equal(session.over, "C");
  session.dispose();
});

test("where there is no hard margin over σ nothing is drawn, neither errors nor bounds", async () => {
  const { session } = overWidth();
  session.setKernel({ name: "gaussian", sigma: 0.2 });
  session.moveTo(Infinity);
  assert.equal(session.error, null);
  await workedOut(session);
  const { errors, bounds } = session.drawn;
  const none = errors.samples.filter(({ count }) => Number.isNaN(count)).map(({ at }) => at);
  assert.ok(none.length > 3 && none.length < 38, `none at ${none.length} samples`);
  assert.equal(bounds.total, 41 - none.length);
  assert.equal(bounds.done, bounds.total);
  for (const at of none) {
    assert.ok(Number.isNaN(page.exactReading(errors, at * 1.0001).value) || at === errors.at.at(-1));
    for (const curve of bounds.curves) {
      assert.ok(Number.isNaN(page.readingAt(bounds, curve, at).rate));
      for (const { x } of page.piecesOf(bounds.at, curve)) assert.ok(!x.includes(at), curve.name);
    }
  }
  assert.match(page.bestText(errors, false, "σ"), new RegExp(`No certified machine at ${none.length} of them`));
  session.dispose();
});

test("over the plane a row for each width is exact in C; C and σ move in it, and a change of neither drops it", async () => {
  const { session } = overWidth({ over: "plane" });
  await workedOut(session);
  const { plane, errors, bounds } = session.drawn;
  assert.deepEqual([errors, bounds, plane.rows.length, plane.total], [null, null, 25, 25]);
  const { low, high } = session.range;
  const { engine } = session.workshop;
  for (const { value, C, counts } of plane.rows.filter((_, k) => k % 8 === 0)) {
    assert.deepEqual([C[0], C.at(-1)], [low, high]);
    engine.setKernel({ name: "gaussian", sigma: value });
    assert.deepEqual(Array.from(counts), Array.from(engine.errorCurve(low, high).finish().counts));
  }
  const counts = plane.rows.flatMap((row) => Array.from(row.counts));
  assert.deepEqual([plane.fewest, plane.most], [Math.min(...counts), Math.max(...counts)]);
  assert.match(page.planeText(plane, false, "σ"), /^Fewest leave-one-out errors found: \d+ of \d+, framed/);
  session.moveAlong(10.1, 0.5);
  assert.deepEqual([session.C, session.workshop.kernel.sigma.toFixed(3)], [10, "0.501"]);
  assert.deepEqual([session.axis.at, session.axis.up.at], [10, session.workshop.kernel.sigma]);
  assert.ok(session.drawn.plane.current && !session.ahead.pending);
  await workedOut(session);
  assert.equal(session.drawn.plane.rows, plane.rows);
  session.movePoint(0, [0.1, 0.2]);
  assert.ok(!session.drawn.plane.current && session.ahead.pending);
  assert.match(page.planeText(session.drawn.plane, true, "σ"), /: 0 of 25 values of σ$/);
  session.dispose();
});

test("the plane is offered for as many multipliers as it does not take minutes for", () => {
  const { session } = overWidth({ over: "plane" });
  const points = (m) => ({
    X: Float64Array.from({ length: 2 * m }, (_, k) => Math.sin(k * k)),
    y: Int32Array.from({ length: m }, (_, k) => k % 2),
  });
  session.workshop.setPoints(points(250));
  assert.equal(session.over, "plane");
  session.workshop.setPoints(points(251));
  assert.deepEqual([session.choices, session.over], [["C", "sigma"], "C"]);
  session.dispose();
});

test("the errors over σ in words: how far they are, where the fewest were found, and what is not claimed", () => {
  const samples = [1, 2, 4].map((at) => ({ at, count: at === 4 ? NaN : 3 }));
  const errors = { samples, total: 41, current: true, fewest: 3, defined: 60, best: [[1, 2]] };
  assert.equal(page.bestText(null, true, "σ"), "the leave-one-out errors over σ come when all is at rest");
  assert.equal(page.bestText(errors, true, "σ"), "leave-one-out errors over σ: 3 of 41 values");
  assert.equal(
    page.bestText({ ...errors, total: 3 }, true, "σ"),
    "leave-one-out errors over σ: where they change between them",
  );
  assert.equal(
    page.bestText({ ...errors, total: 3 }, false, "σ"),
    "Fewest leave-one-out errors found: 3 of 60, for σ from 1.00 to 2.00. Exact at 3 values, the dots. " +
      "No certified machine at 1 of them. Between two of them a point that changes twice is not seen.",
  );
  assert.equal(page.bestText({ ...errors, current: false }, false, "σ"), "");
});

test("what the curves are over travels in the address", () => {
  const told = { C: 1, kernel: { name: "gaussian", sigma: 1 } };
  assert.doesNotMatch(page.addressOf({ ...told, over: "C" }), /over/);
  const address = page.addressOf({ ...told, over: "sigma" });
  assert.match(address, /&over=sigma$/);
  assert.equal(page.readAddress(address, 2, fixtures.menus).over, "sigma");
  assert.equal(page.readAddress(page.addressOf(told), 2, fixtures.menus).over, "C");
  assert.throws(
    () => page.readAddress(address.replace("over=sigma", "over=gamma"), 2, fixtures.menus),
    /must be one of C, sigma, plane/,
  );
});
