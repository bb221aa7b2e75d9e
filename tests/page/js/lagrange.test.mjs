// Small quadratic programs in the page: their solution, their dual, their words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures } from "./harness.mjs";

const page = await import(new URL("./lagrange.mjs", process.env.SVMLAB_MODULE));
const problemOf = (name) => fixtures.programs.find((one) => one.name === name).problem;

test("every program has the minimum, the multipliers and the border values that Python finds", () => {
  for (const { name, problem, solution } of fixtures.programs) {
    const found = page.solveProblem(problem);
    close(found.x, solution.x, `${name}: x`);
    close(found.multipliers, solution.multipliers, `${name}: multipliers`);
    close([found.f], [solution.f], `${name}: f`);
    close(found.values, solution.values, `${name}: values`);
    assert.deepEqual(found.touches.map(Number), solution.touches, name);
    const sum = found.pulls.reduce((u, v) => page.plus(u, v), found.gradient);
    close(
      sum,
      sum.map(() => 0),
      `${name}: sum of the arrows`,
    );
  }
});

test("a program that Python cannot solve has no solution here either", () => {
  assert.ok(fixtures.impossible.length > 3);
  for (const problem of fixtures.impossible) assert.equal(page.solveProblem(problem), null);
});

test("the dual function of one constraint, the others kept", () => {
  for (const { name, problem, dual } of fixtures.programs) {
    for (const { k, alpha, x, value } of dual) {
      const found = page.dualOf(problem, k, alpha);
      close(found.x, x, `${name}: x(α)`);
      close([found.value], [value], `${name}: W(α)`);
    }
  }
});

test("the Lagrangian and the dual at the multipliers of the minimum are f there", () => {
  for (const { name, problem, solution } of fixtures.programs) {
    const found = page.solveProblem(problem);
    close([page.lagrangian(problem, found.x, found.multipliers)], [solution.f], `${name}: L`);
    found.multipliers.forEach((alpha, k) => close([page.dualOf(problem, k, alpha).value], [solution.f], `${name}: W`));
  }
});

test("objective and constraints read as Python writes them", () => {
  for (const { name, problem, objective, constraints } of fixtures.programs) {
    assert.equal(page.objectiveText(problem), objective, name);
    assert.deepEqual(page.constraintTexts(problem), constraints, name);
  }
});

test("the two cases of complementary slackness, and the one between", () => {
  const text = (problem) => page.caseText(problem, page.solveProblem(problem), 0);
  const third = problemOf("slides 3");
  assert.equal(text(third), "h(x*) = 0 and α = 0.400 > 0: active, the border holds x* back.");
  assert.equal(
    text(page.withBorder(third, 0, 0)),
    "h(x*) = 0 and α = 0: both are zero, x* lies on the border and is not held back by it.",
  );
  assert.equal(
    text(page.withBorder(third, 0, 1)),
    "h(x*) = −1.00 < 0, hence α = 0: inactive, x* would be the same without it.",
  );
  assert.match(text(problemOf("slides 2")), /^g\(x\*\) = 0 is demanded; λ = 0.400 may have either sign/);
  const corner = problemOf("Vert 7.5");
  const cases = [0, 1, 2].map((k) => page.caseText(corner, page.solveProblem(corner), k));
  assert.match(cases[0], /^⟨x\*, a₁⟩ \+ b₁ = 0 and λ₁ = 1.00 > 0: active/);
  assert.match(cases[2], /^⟨x\*, a₃⟩ \+ b₃ = 1.50 > 0, hence λ₃ = 0: inactive/);
});

test("the balance of gradient and constraints is said in numbers", () => {
  const corner = problemOf("Vert 7.5");
  assert.deepEqual(page.balanceTexts(corner, page.solveProblem(corner)), [
    "∇f(x*) = (−1.50, −1.00)",
    "−λ₁a₁ = (1.00, 1.00)",
    "−λ₂a₂ = (0.500, 0)",
    "sum (0, 0)",
  ]);
  assert.deepEqual(page.balanceTexts(problemOf("slides 1"), page.solveProblem(problemOf("slides 1"))), [
    "∇f(x*) = (0, 0)",
  ]);
});

test("a moved objective keeps its shape and its lowest value", () => {
  const oval = problemOf("Vert 7.4");
  const moved = page.withCentre(oval, [-1, 3]);
  close(page.freeMinimum(moved), [-1, 3]);
  close([page.objective(moved, [-1, 3])], [page.objective(oval, page.freeMinimum(oval))]);
  assert.deepEqual(moved.P, oval.P);
});

test("a turned border still goes through its pivot, with a normal as long as before", () => {
  const turned = page.withTurn(problemOf("slides 3"), 0, [-1, 0], 2);
  const [{ a, c }] = page.rowsOf(turned);
  close([page.dot(a, [-1, 0])], [c]);
  close([page.norm(a)], [Math.sqrt(5)], "length", 2.5);
  close([Math.atan2(a[1], a[0])], [2], "angle", 2.5);
});

test("all small sets of constraints are tried, the smallest first", () => {
  assert.deepEqual(page.subsets(3, 2), [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]);
  assert.deepEqual(page.subsets(1, 2), [[], [0]]);
  assert.deepEqual(page.subsets(0, 2), [[]]);
});

test("the forbidden side of a border is cut out of the picture", () => {
  const box = [
    [0, 2],
    [0, 1],
  ];
  assert.deepEqual(page.forbiddenSide(box, [1, 0], 0.5), [
    [0.5, 0],
    [2, 0],
    [2, 1],
    [0.5, 1],
  ]);
  assert.deepEqual(page.forbiddenSide(box, [1, 0], 3), []);
  assert.equal(page.forbiddenSide(box, [-1, 0], 0).length, 0);
});

test("the axis of a multiplier is round, and stays while the multiplier fits", () => {
  assert.deepEqual([0.8, 1.01, 2, 37, 0.041].map(page.roundUp), [0.8, 1.5, 2, 40, 0.05]);
  assert.equal(page.reachOf(0.4, null, 1), 0.8);
  assert.equal(page.reachOf(0.7, 0.8, 1), 0.8);
  assert.equal(page.reachOf(-0.79, 0.8, 1), 2);
  assert.equal(page.reachOf(0, 0.8, 1), 0.8);
  assert.equal(page.reachOf(0, null, 1.2), 1.5);
});

test("a name stands where no arrow is", () => {
  const [x, y] = page.freeDirection([
    [1, 0],
    [0, 1],
    [-1, 0],
  ]);
  assert.ok(Math.abs(x) < 0.5 && y < -0.85);
});

test("handles stand on their border, and no border leaves the picture", () => {
  const limits = [
    [-1, 3],
    [-2, 1],
  ];
  for (const [a, c] of [
    [[1, 2], 0.5],
    [[0, -3], 1],
    [[-2, 0.1], -1],
  ]) {
    for (const fraction of [0.08, 0.5, 0.92]) {
      const place = page.placeOnBorder(limits, a, c, fraction);
      close([page.dot(a, place)], [c]);
      place.forEach((v, i) => assert.ok(v > limits[i][0] && v < limits[i][1]));
    }
    for (const end of page.offsetRange(limits, a)) assert.notEqual(page.borderSegment(limits, a, end), null);
  }
});

test("a border inside the picture, from end to end", () => {
  close(
    page
      .borderSegment(
        [
          [0, 2],
          [0, 2],
        ],
        [1, 1],
        2,
      )
      .flat(),
    [2, 0, 0, 2],
  );
  close(
    page
      .borderSegment(
        [
          [0, 2],
          [0, 2],
        ],
        [2, 0],
        2,
      )
      .flat(),
    [1, 0, 1, 2],
  );
  assert.equal(
    page.borderSegment(
      [
        [0, 2],
        [0, 2],
      ],
      [1, 1],
      9,
    ),
    null,
  );
});
