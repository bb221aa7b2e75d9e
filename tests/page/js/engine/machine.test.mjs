// The engine that the scenes call: edits in a row, a point withdrawn, work in slices, refusals in words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sample, walk } from "./edits.mjs";

const page = await import(process.env.SVMLAB_ENGINE);
const { machines, words } = JSON.parse(readFileSync(process.env.SVMLAB_MACHINES, "utf8"));
const gaussian = { name: "gaussian", sigma: 1 };

function close(ours, theirs, what, digits = 9) {
  assert.equal(ours.length, theirs.length, what);
  const scale = theirs.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  theirs.forEach((v, i) =>
    assert.ok(Math.abs(ours[i] - v) <= 10 ** -digits * scale, `${what}[${i}]: ${ours[i]}, Python has ${v}`),
  );
}

for (const { name, X, y, Q, kernel, C, alpha, b, primal, dual, moved, withdrawn, scores } of machines) {
  const made = () => new page.MachineEngine({ X, y, Q, kernel, C });

  test(`${name}: trained from points, in the units of Python`, () => {
    const { solution } = made();
    assert.ok(solution.certified, solution.text);
    close(solution.alpha, alpha, "alpha");
    close(solution.b, b, "b");
    close([solution.primal, solution.dual], [primal, dual], "objectives");
  });

  test(`${name}: led from another C, another width, another place`, () => {
    const engine = new page.MachineEngine({
      X,
      y,
      Q,
      kernel: { ...kernel, ...(kernel.sigma && { sigma: 2 }) },
      C: 0.3 * C,
    });
    engine.setC(C);
    engine.setKernel(kernel);
    close(engine.solution.alpha, alpha, "alpha");
    engine.movePoint(moved.i, ...moved.x);
    close(engine.solution.alpha, moved.alpha, "alpha of the moved point");
    close(engine.solution.b, moved.b, "b of the moved point");
    assert.ok(engine.solution.certified);
    engine.movePoint(moved.i, X[2 * moved.i], X[2 * moved.i + 1]);
    close(engine.solution.alpha, alpha, "alpha again");
    close(engine.solution.b, b, "b again");
  });

  test(`${name}: a point is withdrawn along Python's breakpoints`, () => {
    const engine = made();
    const { t: times, alpha: rows, b: ends } = engine.withdrawal(withdrawn.p);
    const size = engine.solution.alpha.length;
    assert.equal(rows.length, size * times.length);
    const at = (t) => {
      const i = Math.max(
        1,
        times.findIndex((time) => time >= t),
      );
      const part = (t - times[i - 1]) / (times[i] - times[i - 1] || 1);
      return Array.from({ length: size }, (_, j) => (1 - part) * rows[(i - 1) * size + j] + part * rows[i * size + j]);
    };
    for (const { t, alpha: there } of withdrawn.checks) close(at(t), there, `alpha at ${t}`);
    const end = engine.without(withdrawn.p);
    assert.equal(end.absent, withdrawn.p);
    close(end.alpha, withdrawn.alpha, "alpha without it");
    close(end.b, withdrawn.b, "b without it");
    close(ends.slice(-end.b.length), withdrawn.b, "b at the end");
  });

  test(`${name}: scores without each point`, () =>
    close(Array.from(made().leaveOneOut().finish().scores), scores, "scores"));

  test(`${name}: the path is read as Python's paths are`, () => {
    const engine = made();
    const path = engine.path(0.1 * C, 10 * C).finish();
    const machine = { X: Float64Array.from(X), y, m: y.length, Q, O: Q === 2 ? 1 : Q, n: y.length * (Q === 2 ? 1 : Q) };
    const there = page.solutionAt(machine, path, C);
    close(Array.from(there.alpha), alpha, "alpha");
    close(Array.from(there.b), b, "b", 8);
    assert.ok(path.certificate.certified && path.certificate.kkt < 1e-11, path.certificate.text);
  });
}

test("edits in a row do not drift", () => {
  const cubic = { name: "polynomial", gamma: 0.3, coef0: 1, degree: 3 };
  for (const [Q, kernel, C] of [
    [2, gaussian, 1],
    [3, gaussian, 1],
    [2, { name: "linear" }, 1],
    [4, cubic, 1],
    [2, { ...gaussian, sigma: 0.5 }, Infinity],
  ]) {
    const told = walk(page, { edits: 100, seed: 1, Q, m: 24, kernel, C });
    assert.ok(told.compared >= 5 && told.uncertified === 0 && told.foundSeparable === 0, JSON.stringify(told));
    assert.ok(told.scores < 1e-9 && told.objective < 1e-9 && told.kkt < 1e-9, JSON.stringify(told));
  }
});

test("work goes on in slices, and is dropped when the machine has changed", () => {
  const engine = new page.MachineEngine({ ...sample(40, 2, 5), kernel: gaussian });
  const whole = engine.errorCurve(0.01, 100).finish();
  const work = engine.errorCurve(0.01, 100);
  let now = 0;
  work.clock = () => now++; // so that each step is a slice
  let slices = 1;
  while (!work.run(0)) slices++;
  assert.ok(slices > 20);
  assert.deepEqual(work.value, whole);
  const stale = engine.leaveOneOut();
  stale.run(0);
  engine.movePoint(0, 0, 0);
  assert.ok(stale.run(0) && stale.stale && !stale.done && stale.value === undefined);
});

test("the curve of leave-one-out errors is that of the machines at each C, its best intervals those of the fewest", () => {
  for (const Q of [2, 3]) {
    const engine = new page.MachineEngine({ ...sample(30, Q, 4), kernel: gaussian });
    const { C, counts, best, initial, flips, residual, certified } = engine.errorCurve(0.01, 100).finish();
    assert.ok(certified && residual < 1e-11, `${residual}`);
    assert.ok(counts.length > 5);
    const least = Math.min(...counts);
    counts.forEach((count, i) => {
      const middle = Math.sqrt(C[i] * C[i + 1]);
      assert.equal(
        best.some(([low, high]) => low < middle && middle < high),
        count === least,
      );
      if (C[i + 1] < C[i] * 1.0001) return;
      engine.setC(middle);
      const { errors, nErrors } = engine.leaveOneOut().finish();
      assert.equal(nErrors, count, `Q = ${Q}, C = ${middle}`);
      assert.deepEqual(Array.from(page.errorsAt({ initial, flips }, middle)), Array.from(errors));
    });
  }
});

test("what cannot be is refused in Python's words, and a later edit leads to a machine again", () => {
  const engine = new page.MachineEngine({ X: [0, 0, 1, 0, 2, 0], y: [0, 1, 0], Q: 2, kernel: { name: "linear" } });
  assert.throws(() => engine.without(1), { message: words.sole });
  assert.throws(() => engine.setC(Infinity), { message: words.notSeparable });
  assert.equal(engine.solution, null);
  assert.ok(engine.relabelPoint(2, 1).certified);
  assert.throws(() => engine.relabelPoint(0, 1), RangeError);
  assert.throws(() => engine.setC(2), RangeError, "the points are still without a class");
  assert.ok(engine.relabelPoint(0, 0).certified);
  engine.setC(1);
  assert.equal(
    engine.solution.text.replace(/\d\.\de-\d\d|0\.0e\+00/g, "#"),
    words.certified.replace(/\d\.\de-\d\d|0\.0e\+00/g, "#"),
  );
});

test("it says what it knows", () => {
  assert.ok(page.MachineEngine.knows({ kernel: gaussian, m: 500, Q: 3 }));
  assert.ok(!page.MachineEngine.knows({ kernel: gaussian, m: 5000, Q: 2 }));
  assert.ok(!page.MachineEngine.knows({ kernel: { name: "sigmoid", gamma: 1, coef0: 0 }, m: 50, Q: 2 }));
  assert.ok(!page.MachineEngine.knows({ kernel: null, m: 50, Q: 2 }));
});
