// The controls of data and kernel: stops of sliders, what can be typed, what is asked when a reader sets one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures, page } from "./harness.mjs";

const { menus } = fixtures;
const values = {
  data: "overlapping",
  m: 200,
  n_classes: 3,
  noise: 0,
  seed: 0,
  kernel: "gaussian",
  sigma: 1,
  gamma: 1,
  degree: 3,
  coef0: 1,
};

/** The controls of a session of which the test sees what it asks. */
function controls({ live = true, size = "regular", told = {}, tables } = {}) {
  const asked = [];
  const traits = { menus, options: { size }, tables, controls: { values, keep: [], own: false, kernels: [], ...told } };
  const session = {
    live,
    model: { get: (name) => traits[name], set: (name, value) => (traits[name] = value) },
    conversation: { ask: (question) => asked.push(question), outstanding: (type) => asked.at(-1)?.type === type },
    tell() {},
    announce() {},
  };
  return { controls: new page.Controls(session), asked, traits };
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

test("the menus offer what Python's tables have, and what says nothing of data or kernel is not used", () => {
  const { controls: of } = controls();
  assert.deepEqual(
    of.kernels,
    menus.kernels.map(({ name, title }) => [name, title]),
  );
  assert.equal(of.dataSets.length, menus.data.length);
  assert.deepEqual(of.parameters, ["sigma"]);
  assert.deepEqual(of.kernel, { name: "gaussian", sigma: 1 });
  assert.deepEqual(of.dataSet.used, ["m", "n_classes", "seed"]);
});

test("one's own points and kernels stand before the others; without Python a kernel of one's own is not offered", () => {
  const told = { own: true, kernels: [["own 0", "mine"]], values: { ...values, data: "own" } };
  const { controls: of } = controls({ told });
  assert.deepEqual(of.dataSets[0], ["own", "own points"]);
  assert.deepEqual(of.kernels[0], ["own 0", "mine"]);
  assert.deepEqual(of.dataSet.used, []);
  const { controls: alone } = controls({ told, live: false });
  assert.equal(alone.kernels.length, menus.kernels.length);
  const { controls: present } = controls({ told: { ...told, values: { ...values, kernel: "own 0" } }, live: false });
  assert.deepEqual(present.kernels[0], ["own 0", "mine"]);
  assert.equal(present.kernel, null);
});

test("a page without Python offers the samples that it draws and the tables that it was given", () => {
  const { controls: of } = controls({ live: false, tables: { iris: {} } });
  assert.deepEqual(
    of.dataSets.map(([name]) => name),
    [...fixtures.planar, "iris"],
  );
});

test("a lecture has no controls but those that are kept", () => {
  const { controls: of } = controls({ size: "lecture", told: { keep: ["sigma"] } });
  assert.deepEqual(
    ["sigma", "kernel", "data"].map((name) => of.stays(name)),
    [true, false, false],
  );
});

test("what the reader sets is shown at once, and Python is asked for all that it has not answered yet", () => {
  const { controls: of, asked } = controls();
  of.set({ m: 100 });
  of.set({ seed: 4 });
  assert.deepEqual([of.values.m, of.values.seed], [100, 4]);
  const { type, values: last } = asked.at(-1);
  assert.deepEqual([type, last.m, last.seed], ["set", 100, 4]);
});

test("a data set comes with its usual noise, and with the controls that it needs", () => {
  const { controls: of } = controls();
  of.choose("xor");
  assert.deepEqual([of.values.data, of.values.noise], ["xor", 0.4]);
  of.choose("lemma_fails");
  assert.deepEqual([of.values.kernel, of.values.C], ["linear", "inf"]);
});
