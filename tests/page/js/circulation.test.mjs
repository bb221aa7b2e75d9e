// The multipliers as a circulation between classes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, number, page, pathOf, revived } from "./harness.mjs";

for (const item of fixtures.machines.filter(({ solutions }) => solutions[0].flows)) {
  test(`${item.name}: class flows are the sums of Python`, () => {
    const machine = page.unpackMachine(revived(item.machine));
    const path = pathOf(item.path);
    for (const at of item.solutions) {
      const { alpha } = page.solutionAt(machine, path, number(at.C));
      close(page.classFlows(machine, alpha), at.flows, "flows");
    }
  });
}

test("flows are drawn largest first, and those that are zero not at all", () => {
  const arrows = page.arrowsOf([0, 2, 0, 1e-12, 0, 3, 1, 0, 0], 3);
  assert.deepEqual(arrows, [
    { from: 1, to: 2, flow: 3 },
    { from: 0, to: 1, flow: 2 },
    { from: 2, to: 0, flow: 1 },
  ]);
  assert.deepEqual(page.arrowsOf(new Float64Array(9), 3), []);
});

test("the circulation in words", () => {
  const machine = { Q: 3, classes: ["a", "b", "c"] };
  assert.equal(
    page.circulationText(machine, [0, 2, 0, 0, 0, 2, 2, 0, 0]),
    "Multipliers as 3 flows between classes: a to b 2.00, b to c 2.00, c to a 2.00. What comes into a class leaves it.",
  );
  assert.match(page.circulationText(machine, new Float64Array(9)), /nothing flows/);
});

test("nodes stand apart inside the picture; with many classes they tell what flows through them", () => {
  for (const Q of [2, 3, 4, 6]) {
    const [width, height] = [240, page.circulationHeight(Q, 240, { above: 30, below: 50 })];
    const places = page.nodePlaces(Q, width, 30);
    for (const [x, y] of places) assert.ok(x > 20 && x < width - 20 && y > 20 && y < height - 20, `${Q}: ${x}, ${y}`);
    for (let i = 0; i < Q; i++)
      for (let j = 0; j < i; j++) assert.ok(Math.hypot(...[0, 1].map((k) => places[i][k] - places[j][k])) > 60);
  }
  assert.deepEqual(page.nodeNames({ Q: 2, classes: ["a", "b"] }, [0, 1, 1, 0]), ["a", "b"]);
  const four = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(page.nodeNames({ Q: 4, classes: ["a", "b", "c", "d"] }, four), [
    "a: 1.00",
    "b: 1.00",
    "c: 1.00",
    "d: 0",
  ]);
});

test("the two directions between two classes bend away from each other, and end before the nodes", () => {
  const [there, back] = [page.arcOf([0, 0], [100, 0], 10), page.arcOf([100, 0], [0, 0], 10)];
  const [up, down] = [page.onArc(there, 0.5)[1], page.onArc(back, 0.5)[1]];
  assert.ok(up * down < 0 && Math.abs(up - down) > 10);
  assert.ok(Math.abs(Math.hypot(...there.start) - 10) < 1e-9);
  assert.ok(Math.abs(Math.hypot(there.end[0] - 100, there.end[1]) - 10) < 1e-9);
});
