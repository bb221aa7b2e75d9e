// The controls of data and kernel: stops of sliders, what can be typed, what is asked when a reader sets one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, page, revived } from "./harness.mjs";
import { begun, f8, u2 } from "./model.mjs";

const { menus, tables } = fixtures;
const values = {
  ...{ data: "overlapping", m: 20, n_classes: 3, noise: 0, seed: 0 },
  ...{ kernel: "gaussian", sigma: 1, gamma: 1, degree: 3, coef0: 1 },
};
const names = (offered) => offered.map(([name]) => name);

/** The controls of a session, and what it asks Python. */
function controls({ live = true, size = "regular", told = {}, ...state } = {}) {
  const options = { C_min: 0.01, C_max: 100, hard: true, size };
  const begins = { menus, live, options, controls: { values, keep: [], own: false, kernels: [], ...told }, ...state };
  const { session, sent, answer, values: traits } = begun(begins);
  return { of: session.controls, session, sent, answer, traits };
}

test("even stops reach both ends in equal steps, without what rounding leaves", () => {
  const stops = new page.EvenStops({ low: -3, high: 5, step: 0.1 });
  assert.equal(stops.last, 80);
  assert.deepEqual(
    [0, 1, 33, 80].map((at) => stops.valueAt(at)),
    [-3, -2.9, 0.3, 5],
  );
  for (let at = 0; at <= stops.last; at++) assert.equal(stops.stepOf(stops.valueAt(at)), at);
  assert.deepEqual(
    [-9, 9].map((x) => stops.stepOf(x)),
    [0, 80],
  );
  assert.equal(stops.fraction(1), 0.5);
});

test("a range reaches as far as a value beyond it, by whole steps where it has steps", () => {
  const range = { low: 1, high: 10, step: 1 };
  assert.equal(page.reaching(range, 7), range);
  assert.deepEqual(page.reaching(range, 14), { ...range, high: 14 });
  assert.deepEqual(page.reaching({ low: -3, high: 5, step: 0.5 }, -3.7), { low: -4, high: 5, step: 0.5 });
  assert.deepEqual(page.reaching({ low: 0.1, high: 10 }, 0.02), { low: 0.02, high: 10 });
  assert.deepEqual(page.reaching({ low: 0.1, high: 10, hard: true }, Infinity), { low: 0.1, high: 10, hard: true });
});

test("a value can be typed as it is read, with a comma and in powers of ten", () => {
  const rule = { name: "σ", positive: true };
  for (const [text, value] of [
    ["1", 1],
    [" 0.5 ", 0.5],
    ["0,25", 0.25],
    ["1e-3", 0.001],
  ])
    assert.deepEqual(page.readTyped(text, rule), { value });
  assert.deepEqual(page.readTyped("−2.5", { name: "r" }), { value: -2.5 });
});

test("only C may be infinite, by any of its names", () => {
  const rule = { name: "C", positive: true, hard: true };
  for (const text of ["inf", "∞", "Hard margin", "infinity"])
    assert.deepEqual(page.readTyped(text, rule), { value: Infinity });
  assert.ok(page.readTyped("inf", { name: "σ", positive: true }).error);
});

test("what cannot be is refused with the rule, what was typed and what would do", () => {
  const told = (text, rule) => page.readTyped(text, rule).error;
  assert.equal(told("-1", { name: "σ", positive: true }), "σ must be a positive number, got −1.");
  assert.equal(told("", { name: "r" }), "r must be a number, got nothing.");
  assert.equal(
    told("0", { name: "C", positive: true, hard: true }),
    "C must be a positive number, or inf for the hard margin (C = ∞), got 0.",
  );
  assert.equal(
    told("2.5", { name: "degree", whole: true, low: 1 }),
    "degree must be a whole number, at least 1, got 2.5.",
  );
  assert.equal(
    told("501", { name: "points", whole: true, low: 10, high: 500 }),
    "points must be a whole number from 10 to 500, got 501.",
  );
});

test("limits around points are those of Python", () => {
  for (const { X, aspect, limits } of fixtures.limits)
    close(page.limitsAround(X, aspect).flat(), limits.flat(), "limits");
});

// --- what is offered --------------------------------------------------------------------------------------------------

test("the menus offer what Python's tables have, and what says nothing of data or kernel is not used", () => {
  const { of } = controls();
  assert.deepEqual(names(of.kernels), names(menus.kernels.map(({ name }) => [name])));
  assert.equal(of.dataSets.length, menus.data.length);
  assert.deepEqual(of.parameters, ["sigma"]);
  assert.deepEqual(of.kernelOf(values), { name: "gaussian", sigma: 1 });
  assert.deepEqual(of.dataSet.used, ["m", "n_classes", "seed"]);
});

test("one's own points and kernels stand before the others; without Python a kernel of one's own is not offered", () => {
  const told = { own: true, kernels: [["own 0", "mine"]], values: { ...values, data: "own" } };
  const { of } = controls({ told });
  assert.deepEqual(of.dataSets[0], ["own", "own points"]);
  assert.deepEqual(of.kernels[0], ["own 0", "mine"]);
  assert.deepEqual(of.dataSet.used, []);
  assert.ok(!names(controls({ told, live: false }).of.kernels).includes("own 0"));
  const present = controls({ told: { ...told, values: { ...values, kernel: "own 0" } }, live: false }).of;
  assert.deepEqual(present.kernels[0], ["own 0", "mine"]);
  assert.equal(present.kernelOf(present.values), null);
});

test("a page without Python offers the samples that it draws and the tables that it was given", () => {
  const { of } = controls({ live: false, tables: { iris: {} } });
  assert.deepEqual(names(of.dataSets), [...fixtures.planar, "iris"]);
});

test("a lecture has no controls but those that are kept", () => {
  const { of } = controls({ size: "lecture", told: { keep: ["sigma"] } });
  assert.deepEqual(
    ["sigma", "kernel", "data"].map((name) => of.isKept(name)),
    [true, false, false],
  );
});

// --- with Python ------------------------------------------------------------------------------------------------------

test("a parameter that the page can follow moves the picture at once, and Python is told of it at rest", () => {
  const { of, session, sent } = controls();
  of.setKernel({ sigma: 0.5 });
  assert.deepEqual([session.machine.kernel.sigma, session.current, of.values.sigma], [0.5, true, 0.5]);
  session.tell();
  const { type, kernel } = sent.at(-1);
  assert.deepEqual([type, kernel], ["state", { name: "gaussian", sigma: 0.5 }]);
  session.dispose();
});

test("how the data are drawn is shown at once, and Python is asked for all that it has not answered yet", () => {
  const { of, session, sent, answer, traits } = controls();
  of.draw({ m: 100 });
  of.draw({ seed: 4 });
  assert.deepEqual([of.values.m, of.values.seed], [100, 4]);
  answer();
  const { type, values: last } = sent.at(-1);
  assert.deepEqual([type, last.m, last.seed], ["set", 100, 4]);
  traits.controls = { ...traits.controls, values: { ...values, m: 100, seed: 5 } };
  answer();
  assert.equal(of.values.seed, 5, "Python has the say");
  session.dispose();
});

test("a kernel of one's own is Python's to set, by its name in the menu", () => {
  const { of, session, sent } = controls({ told: { kernels: [["own 0", "mine"]] } });
  of.setKernel({ kernel: "own 0" });
  assert.deepEqual([sent.at(-1).type, sent.at(-1).values.kernel], ["set", "own 0"]);
  session.dispose();
});

test("a data set comes with its usual noise, and with the controls that it needs", () => {
  const { of, session } = controls();
  of.choose("xor");
  assert.deepEqual([of.values.data, of.values.noise], ["xor", 0.4]);
  of.choose("lemma_fails");
  assert.deepEqual([of.values.kernel, of.values.C], ["linear", "inf"]);
  session.dispose();
});

for (const told of [false, true]) {
  test(`σ that is dragged while a data set is on its way outlasts its answer, ${told ? "also once told" : "not yet told"}`, () => {
    const { of, session, sent, answer, traits } = controls();
    of.choose("moons");
    of.setKernel({ sigma: 3 });
    if (told) session.tell();
    const { machine } = fixtures.paths.find(({ name }) => name === "two classes");
    const other = { ...traits.machine, ...revived(machine), epoch: 1, title: "two moons", data: "two moons" };
    traits.machine = { ...other, X: f8([0, 0, 1, 0, 0, 1, 2, 2]), y: u2([0, 1, 1, 0]) };
    traits.controls = { ...traits.controls, values: { ...values, data: "moons" } };
    answer();
    assert.equal(session.machine.m, 4, "the points are those of the data set");
    assert.equal(session.workshop.kernel.sigma, 3, "and σ is where the reader left it");
    assert.deepEqual([of.values.data, of.values.sigma], ["moons", 3]);
    session.tell();
    const { type, base, kernel } = sent.at(-1);
    assert.deepEqual([type, base, kernel?.sigma], ["state", 1, 3]);
    answer();
    assert.equal(session.kernelSet, null, "Python has it");
    session.dispose();
  });
}

test("reset is Python's, after all that came before it", () => {
  const { of, session, sent, answer } = controls();
  of.setKernel({ sigma: 0.5 });
  of.reset();
  answer();
  assert.deepEqual(
    sent.slice(-2).map(({ type }) => type),
    ["state", "reset"],
  );
  session.dispose();
});

// --- without Python ---------------------------------------------------------------------------------------------------

test("without Python the page draws, trains and says that it did, and reset brings back what was there", () => {
  const { of, session } = controls({ live: false });
  const before = session.machine;
  of.choose("moons");
  assert.ok(session.current && session.solution.certificate.certified);
  assert.equal(session.machine.title, "half moons, drawn in the page, Gaussian kernel, σ = 1");
  assert.deepEqual([session.machine.classes, session.machine.m, of.values.noise], [["−1", "+1"], 20, 0.15]);
  of.setKernel({ kernel: "polynomial" });
  of.draw({ m: 40 });
  assert.deepEqual([session.machine.m, session.machine.kernel.name], [40, "polynomial"]);
  assert.ok(session.machine.epoch > before.epoch);
  session.moveTo(5);
  of.reset();
  assert.deepEqual([session.machine.X, session.machine.kernel, session.C], [before.X, before.kernel, 1]);
  assert.deepEqual(of.values, values);
  session.dispose();
});

test("a table that the page was given has its own classes and axes, and brings C and a note", () => {
  const { of, session } = controls({ live: false, tables: revived(tables) });
  of.choose("iris");
  assert.deepEqual(session.machine.classes, ["setosa", "versicolor", "virginica"]);
  assert.match(session.machine.axes[0], /petal length/);
  of.choose("lemma_fails");
  assert.deepEqual([session.C, session.machine.kernel.name, session.error], [Infinity, "linear", null]);
  assert.match(session.notice.text, /goes to class 1 all the same/);
  session.dispose();
});

test("points that a reader has moved are one's own, and stay in the menu when others are chosen", () => {
  const { of, session } = controls({ live: false });
  session.movePoint(0, [3, 3]);
  assert.equal(of.values.data, "own");
  of.choose("circles");
  assert.deepEqual([of.values.data, of.dataSets[0][0]], ["circles", "own"]);
  of.choose("own");
  assert.deepEqual(
    [Array.from(session.machine.X.subarray(0, 2)), session.machine.classes],
    [
      [3, 3],
      ["0", "1"],
    ],
  );
  session.dispose();
});

test("what the page cannot train it says, and the next kernel that it can is drawn", () => {
  const { of, session } = controls({ live: false });
  of.setKernel({ kernel: "sigmoid" });
  assert.match(session.error, /cannot train this machine/);
  assert.equal(of.values.kernel, "sigmoid");
  of.choose("circles");
  assert.match(session.error, /cannot train this machine/);
  of.setKernel({ kernel: "laplace" });
  assert.ok(session.current);
  assert.equal(session.machine.title, "circles, drawn in the page, Laplace kernel, σ = 1");
  session.dispose();
});

test("a link moves the controls to its kernel; points of other classes have none", () => {
  const { of, session } = controls({ live: false, remember() {}, address: "#v=1&C=2&kernel=laplace&sigma=0.5" });
  assert.deepEqual([of.values.kernel, of.values.sigma, session.C], ["laplace", 0.5, 2]);
  assert.match(session.address, /kernel=laplace&sigma=0.5$/);
  of.choose("moons");
  assert.match(session.address, /kernel=laplace&sigma=0.5&data=moons&m=20&noise=0.15&seed=0$/);
  session.addPoint([0, 0], 0);
  assert.equal(session.address, null);
  of.reset();
  assert.match(session.address, /C=1&kernel=gaussian&sigma=1$/);
  session.dispose();
});
