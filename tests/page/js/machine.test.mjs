// Kernels, solutions along a path, scores, margins, slack and cases: equal to Python's to eight digits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, engineOf, fixtures, number, page, pathOf, revived } from "./harness.mjs";

for (const item of fixtures.machines) {
  const machine = page.unpackMachine(revived(item.machine));
  const path = pathOf(item.path);

  test(`${item.name}: the kernel matrix`, () => {
    const k = page.kernelFunction(machine.kernel);
    const { X, m } = machine;
    const K = [];
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) K.push(k(X[2 * i], X[2 * i + 1], X[2 * j], X[2 * j + 1]));
    close(K, item.K, "K");
  });

  for (const at of item.solutions) {
    const C = number(at.C);
    test(`${item.name} at C = ${at.C}: alpha, b, coefficients and statuses`, () => {
      const s = page.solutionAt(machine, path, C);
      close(s.alpha, at.alpha, "alpha");
      close(s.b, at.b, "b");
      close(s.B, at.B, "B");
      assert.deepEqual(Array.from(s.status), at.status);
      assert.deepEqual(Array.from(s.pointStatus), at.point_status);
      assert.equal(s.free, at.point_status.filter((x) => x === page.FREE).length);
      assert.equal(s.bounded, at.point_status.filter((x) => x === page.BOUNDED).length);
    });

    test(`${item.name} at C = ${at.C}: scores at the points, elsewhere and on a grid`, () => {
      const s = page.solutionAt(machine, path, C);
      close(page.trainingScores(machine, s), at.scores, "scores");
      const elsewhere = item.places.flatMap(([u, v]) => Array.from(page.scoresAt(machine, s, u, v)));
      close(elsewhere, at.elsewhere, "scores elsewhere");
      const grid = page.gridOver(machine.limits, 7, 5);
      const F = new Float64Array(machine.O * grid.size);
      page.scoreField(machine, s, grid, page.fieldBasis(machine, grid), F);
      close(F, at.field, "field");
    });

    test(`${item.name} at C = ${at.C}: margins, slack, errors, norms`, () => {
      const s = page.solutionAt(machine, path, C);
      const S = page.trainingScores(machine, s);
      const entries = Array.from({ length: machine.m }, (_, i) => page.marginsOf(machine, S, i)).flat();
      close(
        entries.map((e) => e.margin),
        at.margins,
        "margins",
      );
      close(
        entries.map((e) => page.slack(e.margin)),
        at.slacks,
        "slack",
      );
      assert.deepEqual(Array.from(page.misclassified(machine, S)), at.misclassified);
      close(page.weightProducts(machine, s), at.products, "products");
      close(
        page.geometricMargins(machine, s).map((g) => g.margin),
        at.geometric,
        "geometric margins",
      );
      const told = page.summary(machine, s);
      assert.equal(
        told.errors,
        at.misclassified.reduce((a, b) => a + b, 0),
      );
    });

    test(`${item.name} at C = ${at.C}: the report of a point has one entry per rival`, () => {
      const s = page.solutionAt(machine, path, C);
      const report = page.pointReport(machine, s, 3);
      assert.equal(report.entries.length, machine.Q - 1);
      close(
        report.entries.map((e) => e.alpha),
        at.alpha_of_3,
        "alpha",
      );
      for (const e of report.entries) assert.ok(e.alpha <= e.upper);
    });
  }
}

for (const [name, { X, Z, limits, checks }] of Object.entries(fixtures.kernels)) {
  test(`${name}: the page has the kernel, and its values whatever the parameters`, () => {
    const grid = page.gridOver(limits, 4, 3);
    for (const { kernel, semidefinite, K, field } of checks) {
      const what = JSON.stringify(kernel);
      assert.ok(page.isKnownKernel(kernel), what);
      assert.equal(page.isSemidefinite(kernel), semidefinite, what);
      const k = page.kernelFunction(kernel);
      const [values, F] = [[], []];
      const basis = new page.KernelOnGrid(kernel, Float64Array.from(X), grid);
      for (let i = 0; i < X.length; i += 2) {
        for (let j = 0; j < Z.length; j += 2) values.push(k(X[i], X[i + 1], Z[j], Z[j + 1]));
        const one = new Float64Array(grid.size);
        basis.add(
          [i / 2],
          Float64Array.from({ length: X.length / 2 }, (_, j) => Number(2 * j === i)),
          1,
          one,
        );
        F.push(...one);
      }
      close(values, K, what, 10);
      close(F, field, `${what} on a grid`, 10);
    }
  });
}

test("the page claims no kernel that Python does not send it", () => {
  assert.ok(fixtures.without_page.length);
  for (const name of fixtures.without_page) assert.ok(!page.isKnownKernel({ name }), name);
});

for (const [name, { machine, scores, wrong }] of Object.entries(fixtures.ties)) {
  test(`${name}: a tie for the first place is an error, as in Python`, () => {
    const found = page.misclassified(page.unpackMachine(revived(machine)), Float64Array.from(scores));
    assert.deepEqual(Array.from(found, Boolean), wrong);
    assert.ok(wrong.every(Boolean));
  });
}

for (const { name, machine: m, ends, checks, untied } of fixtures.paths) {
  const machine = page.unpackMachine(revived(m));
  const path = engineOf(m)
    .path(...ends)
    .finish();

  test(`${name}: the path in the page is the machine that Python has at every C`, () => {
    assert.ok(untied > 0, "somewhere no support vector is free");
    for (const at of checks) {
      const s = page.solutionAt(machine, path, at.C);
      close(s.alpha, at.alpha, `alpha at ${at.C}`);
      close(s.b, at.b, `b at ${at.C}`);
      close(page.trainingScores(machine, s), at.scores, `scores at ${at.C}`);
    }
  });

  test(`${name}: the next event`, () => {
    for (const at of checks) {
      const next = page.nextEvent(machine, path, at.C);
      assert.equal(next?.text, at.next?.text, `C = ${at.C}`);
      if (next) close([next.C / at.next.C], [1], `the event after ${at.C}`, 9);
    }
  });
}

for (const [name, { machine: m, point, checks }] of Object.entries(fixtures.withdrawals)) {
  test(`${name}: a point on its way out leaves the machine that Python trains with its bound that low`, () => {
    const machine = page.unpackMachine(revived(m));
    const withdrawal = { ...engineOf(m).withdrawal(point), C: 1, point };
    for (const at of checks) {
      const s = page.withdrawnAt(machine, withdrawal, at.t);
      close(s.alpha, at.alpha, `alpha at ${at.t}`, 7);
      assert.equal(s.absent, point);
    }
    const out = page.withdrawnAt(machine, withdrawal, 1);
    assert.equal(out.pointStatus[point], page.ZERO);
    assert.equal(page.pointReport(machine, out, point).entries[0].case, null);
    assert.equal(page.summary(machine, out).m, machine.m - 1);
  });
}

test("what the button and the note of a withdrawal say", () => {
  const told = (absence) => page.buttonText(absence);
  assert.equal(told(null), "leave this point out");
  assert.equal(told({ point: 17, time: 0.4, playing: true, goal: 1 }), "put point 17 back");
  assert.equal(told({ point: 17, time: 0.4, playing: true, goal: 0 }), "leave point 17 out");
  assert.equal(told({ point: 17, time: 1, playing: false }), "put point 17 back");
  assert.equal(page.withdrawalText({ point: 17, time: 1 }), "point 17 is out");
  assert.equal(page.withdrawalText({ point: 17, time: 0.25 }), "point 17 keeps 75 % of its α");
});

test("a long path replays its bounded variables from the checkpoints", () => {
  const { path, bounded } = fixtures.long_path;
  const unpacked = pathOf(path);
  assert.ok(unpacked.checkpoints.length > 2);
  for (const [p, expected] of bounded) {
    assert.deepEqual(
      [...page.boundedOn(unpacked, p)].sort((a, b) => a - b),
      expected,
      `segment ${p}`,
    );
  }
});

test("the segment of C is the last that begins at or before it", () => {
  const path = { C: Float64Array.of(1, 2, 4, 8), segments: 3 };
  assert.deepEqual(
    [1, 1.5, 2, 7, 8].map((C) => page.segmentOf(path, C)),
    [0, 0, 1, 2, 2],
  );
  assert.ok(page.covers(path, 8) && !page.covers(path, 8.1) && !page.covers(path, 0.9));
});

test("a Gaussian column that is kept equals one that is not", () => {
  const machine = page.unpackMachine(revived(fixtures.machines.find((i) => i.name.startsWith("laplace")).machine));
  const grid = page.gridOver(machine.limits, 9, 8);
  const B = Float64Array.from({ length: machine.m * machine.O }, (_, i) => Math.sin(i));
  const every = Array.from({ length: machine.m }, (_, i) => i);
  const sum = (room) => {
    const basis = new page.KernelOnGrid(machine.kernel, machine.X, grid, { room });
    const F = new Float64Array(machine.O * grid.size);
    for (let pass = 0; pass < 2; pass++) basis.add(every, B, machine.O, F);
    return F;
  };
  close(sum(0), sum(1e6), "field");
});

test("when a point moves, the columns of the others are kept, and the field is that of the points as they are", () => {
  for (const name of ["gaussian", "laplace"]) {
    const { machine: state } = fixtures.machines.find((item) => item.name.startsWith(name));
    const machine = page.unpackMachine(revived(state));
    const { m, O, kernel } = machine;
    const grid = page.gridOver(machine.limits, 9, 8);
    const B = Float64Array.from({ length: m * O }, (_, i) => Math.sin(i));
    const every = Array.from({ length: m }, (_, i) => i);
    const fieldOf = (basis) => {
      const F = new Float64Array(O * grid.size);
      basis.add(every, B, O, F);
      return F;
    };
    const before = page.fieldBasis(machine, grid);
    fieldOf(before);
    const moved = { ...machine, X: machine.X.map((x, k) => (k === 5 ? x + 0.1 : x)) };
    const basis = page.fieldBasis(moved, grid, before);
    assert.deepEqual(
      every.filter((i) => basis.columns[i] !== before.columns[i]),
      [2],
    );
    assert.deepEqual(fieldOf(basis), fieldOf(page.fieldBasis(moved, grid)));
    const others = [
      page.fieldBasis({ ...moved, kernel: { ...kernel, sigma: 2 * kernel.sigma } }, grid, before),
      page.fieldBasis(moved, page.gridOver(machine.limits, 9, 8), before),
    ];
    for (const { columns } of others) assert.ok(columns.every((column) => !column));
  }
});

test("the case of a variable", () => {
  const { ZERO, FREE, BOUNDED, caseOf } = page;
  assert.equal(caseOf(ZERO, 1.7), "0 beyond");
  assert.equal(caseOf(ZERO, 1), "0 on");
  assert.equal(caseOf(FREE, 1 + 1e-7), "1 on");
  assert.equal(caseOf(BOUNDED, 0.2), "2 inside");
  assert.equal(caseOf(BOUNDED, 0), "2 inside");
  assert.equal(caseOf(BOUNDED, -0.2), "2 wrong");
  assert.equal(caseOf(BOUNDED, 1), "2 on");
});
