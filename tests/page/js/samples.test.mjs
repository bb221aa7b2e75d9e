// The samples that the page draws itself: the generator against its reference, and samples by their shape.
// Their distribution is compared with Python's in tests/page/test_samples.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures, page } from "./harness.mjs";

const { data, drawn } = fixtures.menus;
const usual = (name) => data.find((entry) => entry.name === name).parameters;
const drawable = data.filter(({ name }) => page.canDraw(name));
const draw = (name, m, seed, more = {}) => page.drawSample(name, m, seed, { ...usual(name), ...more });
const points = ({ X }) => Array.from({ length: X.length / 2 }, (_, i) => [X[2 * i], X[2 * i + 1]]);
const near = (a, b, by) => assert.ok(Math.abs(a - b) < by, `${a} is not near ${b}`);

test("the words are those of the reference implementation of xoshiro128**", () => {
  const random = new page.Random(0);
  random.state = Uint32Array.of(0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0);
  const words = Array.from({ length: 4 }, () => random.word());
  assert.deepEqual(words, [0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
});

test("uniform and normal numbers have their moments, and streams and neighbouring seeds are independent", () => {
  const n = 40_000;
  const random = new page.Random(5);
  const units = Float64Array.from({ length: n }, () => random.unit());
  const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;
  assert.ok(units.every((x) => x >= 0 && x < 1));
  near(mean(units), 1 / 2, 5 / Math.sqrt(12 * n));
  near(mean(units.map((x) => x * x)), 1 / 3, 5 * Math.sqrt(4 / 45 / n));
  const pairs = Array.from({ length: n / 2 }, () => random.normals());
  const z = pairs.flat();
  [0, 1, 0, 3].forEach((moment, k) =>
    near(mean(z.map((x) => x ** (k + 1))), moment, 5 * Math.sqrt([1, 2, 15, 96][k] / n)),
  );
  near(mean(pairs.map(([a, b]) => a * b)), 0, 5 / Math.sqrt(n / 2));
  for (const [one, other] of [
    [new page.Random(5), new page.Random(6)],
    [new page.Random(5), new page.Random(5, 1)],
  ]) {
    near(mean(Array.from({ length: n }, () => (one.unit() - 0.5) * (other.unit() - 0.5))), 0, 5 / (12 * Math.sqrt(n)));
  }
});

test("the page draws all of the planar samples, and no other entry of the menus", () => {
  assert.deepEqual(
    drawable.map(({ name }) => name),
    fixtures.planar,
  );
});

for (const { name } of drawable) {
  test(`${name}: a seed gives the same points again, another seed others, a larger sample begins with the smaller`, () => {
    const [small, again, other, large] = [draw(name, 40, 3), draw(name, 40, 3), draw(name, 40, 4), draw(name, 90, 3)];
    assert.deepEqual(small, again);
    assert.notDeepEqual(small.X, other.X);
    assert.deepEqual(large.X.subarray(0, 80), small.X);
    assert.deepEqual(large.y.subarray(0, 40), small.y);
  });

  test(`${name}: the classes take turns at every size of the menu`, () => {
    for (const m of [drawn.m.low, drawn.m.high]) {
      const { y, Q, X } = draw(name, m, 0);
      assert.ok(y.every((k, i) => k === i % Q) && y.length === m && X.length === 2 * m);
      assert.ok(X.every(Number.isFinite));
    }
  });

  test(`${name}: noise scales a disturbance that is drawn without it`, () => {
    if (!("noise" in usual(name))) return;
    const [none, one, two] = [0, 1, 2].map((noise) => draw(name, 30, 7, { noise }).X);
    one.forEach((x, i) => near(x - none[i], (two[i] - none[i]) / 2, 1e-12));
    assert.ok(one.some((x, i) => Math.abs(x - none[i]) > 0.5));
  });
}

test("without noise the points lie on the curves that the samples are named after", () => {
  for (const [i, [x1, x2]] of points(draw("circles", 40, 1, { noise: 0 })).entries())
    near(Math.hypot(x1, x2), i % 2 ? 1 : 2, 1e-12);
  for (const [i, [x1, x2]] of points(draw("moons", 40, 1, { noise: 0 })).entries()) {
    const side = i % 2 ? -1 : 1;
    near(Math.hypot(side * x1 + 0.75, side * x2 + 0.375), 1.5, 1e-12);
    assert.ok(side * x2 + 0.375 >= 0);
  }
  for (const [i, [x1, x2]] of points(draw("xor", 40, 1, { noise: 0 })).entries()) {
    assert.deepEqual([Math.abs(x1), Math.abs(x2)], [1, 1]);
    assert.equal(x1 * x2, i % 2 ? -1 : 1);
  }
  for (const [i, [x1, x2]] of points(draw("spirals", 40, 1, { noise: 0 })).entries()) {
    const r = Math.hypot(x1, x2);
    const angle = (2 * Math.PI * usual("spirals").turns * r) / 3 + (i % 2 ? 0 : Math.PI);
    assert.ok(r >= 0.4 && r <= 3);
    near(x1, r * Math.cos(angle), 1e-12);
    near(x2, r * Math.sin(angle), 1e-12);
  }
});

test("two separable classes keep the margin on either side of a line through the origin", () => {
  const { X, y } = draw("separable", 300, 2);
  const { margin } = usual("separable");
  const directions = Array.from({ length: 3600 }, (_, k) => [
    Math.cos((k * Math.PI) / 1800),
    Math.sin((k * Math.PI) / 1800),
  ]);
  const least = ([u1, u2]) => Math.min(...Array.from(y, (k, i) => (2 * k - 1) * (u1 * X[2 * i] + u2 * X[2 * i + 1])));
  const widest = Math.max(...directions.map(least));
  assert.ok(widest > margin - 0.01 && widest < margin + 0.15, `${widest}`);
});

test("blobs have as many classes as are asked for, neighbours at their distance", () => {
  for (let Q = drawn.n_classes.low; Q <= drawn.n_classes.high; Q++) {
    const means = points(draw("blobs", Q, 0, { n_classes: Q, noise: 0 }));
    means.forEach(([x1, x2], k) => {
      const [z1, z2] = means[(k + 1) % Q];
      near(Math.hypot(x1 - z1, x2 - z2), usual("blobs").distance, 1e-12);
    });
  }
  assert.deepEqual(page.sampleClasses(2), ["−1", "+1"]);
  assert.deepEqual(page.sampleClasses(3), ["0", "1", "2"]);
});
