// Typed formulas and Mercer's condition in the page: values, errors, spectra and witnesses as Python has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures } from "./harness.mjs";

const page = await import(new URL("./kernel.mjs", process.env.SVMLAB_MODULE));
const { formulas, wrong, tests } = fixtures.proposals;

test("every formula has the values that Python finds", () => {
  const { X, values } = formulas;
  for (const [text, K] of values) {
    const of = page.formulaFunction(text);
    const found = X.map((x) => X.map((z) => of(...x, ...z)));
    close(found.flat(), K.flat(), text, 12);
  }
});

test("what is wrong in a formula is told as Python tells it", () => {
  for (const [text, said] of wrong) assert.throws(() => page.formulaTree(text), { name: "RangeError", message: said });
  assert.throws(() => page.formulaTree("1".repeat(201)), /at most 200 characters, got 201/);
  assert.throws(() => page.formulaTree("(".repeat(41)), /more than 40 brackets/);
  assert.throws(() => page.formulaFunction("x3"), /the formula has x3, and these points have 2 coordinates/);
});

test("the names of JavaScript's objects are no names of a formula", () => {
  for (const text of ["constructor(1)", "toString", "valueOf(x1)", "hasOwnProperty"])
    assert.throws(() => page.formulaTree(text), /is no name of a formula/);
});

test("a value that is not finite is told with its points", () => {
  const points = [
    [1, 1],
    [0, 0],
  ];
  const logarithm = { name: "formula", text: "log(dot(x, z))" };
  assert.throws(() => page.mercerTest(logarithm, points), /κ of point 0 and point 1 is not a finite number/);
});

test("the spectrum is that of Python, whatever is proposed", () => {
  assert.ok(tests.length > 80);
  for (const { kernel, points, K, values, tolerance, negative, rank, known, symmetric } of tests) {
    const what = `${JSON.stringify(kernel)} on ${points.length} points`;
    const found = page.mercerTest(kernel, points);
    close(found.K.flat(), K.flat(), `${what}: K`, 13);
    const scale = Math.max(1, ...K.flat().map(Math.abs));
    assert.equal(found.values.length, values.length, what);
    values.forEach((value, k) => assert.ok(Math.abs(found.values[k] - value) < 1e-13 * 30 * scale, `${what}: ${k}`));
    close([found.tolerance], [tolerance], `${what}: tolerance`, 20);
    const { negative: n, rank: r, known: sure, symmetric: even } = found;
    assert.deepEqual([n, r, sure, even], [negative, rank, known, symmetric], what);
  }
});

test("the vectors are those of the values, of length 1 and at right angles", () => {
  for (const { kernel, points, symmetric } of tests.filter((one) => one.symmetric)) {
    const { K, values, vectors, largest } = page.mercerTest(kernel, points);
    assert.ok(symmetric);
    vectors.forEach((v, k) => {
      const image = K.map((row) => row.reduce((sum, value, j) => sum + value * v[j], 0));
      image.forEach((x, i) => assert.ok(Math.abs(x - values[k] * v[i]) < 1e-12 * Math.max(1, 30 * largest)));
      vectors.forEach((u, l) => close([u.reduce((sum, x, i) => sum + x * v[i], 0)], [Number(k === l)], "product", 12));
    });
  }
});

test("a witness stands on the points where Python's stands, and shows what it says", () => {
  for (const { kernel, points, support, value } of tests) {
    const { witness, K, value: own } = page.mercerTest(kernel, points);
    assert.equal(witness === null, support === null);
    if (!witness) continue;
    assert.ok(own < 0);
    close([page.quadraticForm(K, witness)], [own]);
    assert.equal(Math.max(...witness.map(Math.abs)), 1);
    assert.deepEqual(
      witness.flatMap((weight, i) => (weight ? [i] : [])),
      support,
      JSON.stringify(kernel),
    );
    close([own], [value], "cᵀKc", 8);
  }
});

const LINE = [-1, 0, 1].map((x) => [x, 0]);
const formula = (text) => ({ name: "formula", text });

test("the verdict says no more than is known", () => {
  const said = (kernel, points = LINE) => page.verdictOf(page.mercerTest(kernel, points));
  assert.equal(said({ name: "gaussian", sigma: 1 }).head, "A kernel");
  assert.equal(said(formula("cos(norm(x - z))")).head, "No negative eigenvalue on these 3 points");
  assert.equal(said(formula("1"), [[0, 0]]).head, "No negative eigenvalue on this one point");
  assert.equal(said(formula("x1 - z1")).head, "Not a kernel: not symmetric");
  const refuted = said(formula("-dot(x, z)"));
  assert.deepEqual([refuted.kind, refuted.head], ["refuted", "Not a kernel: cᵀKc = −1.00"]);
  assert.match(refuted.text, /^With c = \+1 at point 0\./);
});

test("the rank is told as the dimension that the points span, where there is a feature space", () => {
  const told = (text) => page.spectrumText(page.mercerTest(formula(text), LINE));
  assert.equal(told("x1*z1"), "rank 1 of 3: these points span 1 dimension of the feature space");
  assert.equal(told("-x1*z1"), "rank 1 of 3, 1 eigenvalue is negative");
  const length = (text) => page.pointOfKernelText(page.mercerTest(formula(text), LINE), 2);
  assert.match(length("4*x1*z1"), /κ\(x, x\) = 4\.00, so ‖Φ\(x\)‖ = 2\.00\./);
  assert.match(length("-x1*z1"), /κ\(x, x\) = −1\.00, which no squared length is\./);
});

test("an address tells a proposal, and one from outside is checked", () => {
  const { menus } = fixtures;
  const kernel = formula("exp(-norm(x-z)) + dot(x, z)/2");
  const points = [
    [0.5, -1],
    [1e-3, 2],
  ];
  const address = page.proposalAddress({ kernel, points });
  assert.deepEqual(page.readProposal(address, menus, 30), {
    choice: { kernel: "formula", text: kernel.text },
    points,
  });
  const gaussian = page.proposalAddress({ kernel: { name: "gaussian", sigma: 0.5 }, points: [] });
  assert.deepEqual(page.readProposal(gaussian, menus, 30), { choice: { kernel: "gaussian", sigma: 0.5 }, points: [] });
  for (const [wrong, why] of [
    ["#v=2&kernel=gaussian&sigma=1&points=", /its format is 2/],
    ["#v=1&kernel=own&points=", /names no kernel/],
    ["#v=1&kernel=gaussian&sigma=-1&points=", /must be a positive number/],
    ["#v=1&kernel=formula&text=%E0%A4%A&points=", /cannot be opened/],
    ["#v=1&kernel=formula&text=exp(&points=", /character 5/],
    ["#v=1&kernel=linear&points=1,2,3", /two numbers each/],
    ["#v=1&kernel=linear&points=1,NaN", /two numbers each/],
    [`#v=1&kernel=linear&points=${Array(31).fill("1,2").join(";")}`, /more than 30 points/],
    ["#v=1&kernel=linear&points=&more=1", /does not know/],
  ])
    assert.throws(() => page.readProposal(wrong, menus, 30), why, wrong);
});
