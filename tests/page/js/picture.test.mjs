// Lines, regions, ticks and numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, page } from "./harness.mjs";

const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
const gridField = (nx, ny, f) => Float64Array.from(range(nx * ny, (p) => f(p % nx, Math.floor(p / nx))));

test("the level line of a plane is one straight polyline", () => {
  const lines = page.contourLines(
    gridField(8, 6, (c) => c - 2.25),
    8,
    6,
    0,
  );
  assert.equal(lines.length, 1);
  close(
    lines[0].filter((_, i) => i % 2 === 0),
    range(6, () => 2.25),
    "column",
  );
});

test("the level line of a hill is one closed polyline at the right radius", () => {
  const F = gridField(60, 60, (c, r) => 400 - (c - 29.5) ** 2 - (r - 29.5) ** 2);
  const [line, ...rest] = page.contourLines(F, 60, 60, 0);
  assert.equal(rest.length, 0);
  assert.deepEqual(line.slice(0, 2), line.slice(-2));
  for (let k = 0; k < line.length; k += 2) {
    assert.ok(Math.abs(Math.hypot(line[k] - 29.5, line[k + 1] - 29.5) - 20) < 0.02);
  }
});

test("both ways through a saddle keep lines apart", () => {
  for (const shift of [0.2, -0.2]) {
    const lines = page.contourLines(
      gridField(10, 10, (c, r) => (c - 4.5) * (r - 4.5) + shift),
      10,
      10,
      0,
    );
    assert.equal(lines.length, 2);
    for (const line of lines) for (const v of line) assert.ok(Number.isFinite(v));
  }
});

test("no level, no line", () => {
  assert.deepEqual(
    page.contourLines(
      gridField(5, 5, () => 1),
      5,
      5,
      0,
    ),
    [],
  );
});

test("every crossing of a random field lies on exactly one line, where the field has the level", () => {
  const { F, nx, ny } = fixtures.random_field;
  const lines = page.contourLines(F, nx, ny, 0);
  let crossings = 0;
  range(nx * ny, (p) => {
    if (p % nx < nx - 1 && F[p] >= 0 !== F[p + 1] >= 0) crossings++;
    if (p < nx * (ny - 1) && F[p] >= 0 !== F[p + nx] >= 0) crossings++;
  });
  const vertices = lines.map((l) => (l[0] === l.at(-2) && l[1] === l.at(-1) ? l.length / 2 - 1 : l.length / 2));
  assert.equal(
    vertices.reduce((a, b) => a + b, 0),
    crossings,
  );
  for (const line of lines) {
    for (let k = 0; k < line.length; k += 2) {
      const [c, r] = [Math.floor(line[k] + 1e-12), Math.floor(line[k + 1] + 1e-12)];
      const [u, v] = [line[k] - c, line[k + 1] - r];
      const at = (i, j) => F[Math.min(r + j, ny - 1) * nx + Math.min(c + i, nx - 1)];
      const value = (1 - u) * (1 - v) * at(0, 0) + u * (1 - v) * at(1, 0) + (1 - u) * v * at(0, 1) + u * v * at(1, 1);
      assert.ok(Math.abs(value) < 1e-9);
    }
  }
});

test("lead of each class over the best other", () => {
  const F = Float64Array.of(1, 5, 2, 2, 3, 9); // three outputs on two nodes
  const G = new Float64Array(2);
  close(page.leadField(F, 3, 2, 0, G), [1 - 3, 5 - 9]);
  close(page.leadField(F, 3, 2, 2, G), [3 - 2, 9 - 5]);
  close(page.leadField(Float64Array.of(-4, 4), 1, 2, 0, G), [-4, 4]);
});

const COLORS = [
  { inside: [10, 10, 10], outside: [20, 20, 20] },
  { inside: [110, 110, 110], outside: [120, 120, 120] },
  { inside: [210, 210, 210], outside: [220, 220, 220] },
];
const red = (pixel) => pixel & 255;

test("regions of two classes: outside, inside, inside, outside, and blended edges", () => {
  const grid = page.gridOver(
    [
      [0, 1],
      [0, 1],
    ],
    41,
    3,
  );
  const F = gridField(41, 3, (c) => (c - 20) / 5); // f from -4 to 4
  const pixels = new Uint32Array(400 * 4);
  page.paintRegions(F, 1, grid, 400, 4, COLORS, pixels);
  assert.deepEqual(
    [10, 160, 240, 390].map((x) => red(pixels[x])),
    [20, 10, 110, 120],
  );
  assert.ok(red(pixels[199]) >= 10 && red(pixels[200]) <= 110 && red(pixels[199]) < red(pixels[200]));
  assert.equal(pixels[5] >>> 24, 255);
});

test("regions of three classes follow the class ahead and its lead", () => {
  const grid = page.gridOver(
    [
      [0, 1],
      [0, 1],
    ],
    31,
    31,
  );
  const F = new Float64Array(3 * grid.size);
  range(grid.size, (p) => {
    const [c, r] = [p % 31, Math.floor(p / 31)];
    F[p] = c < 15 ? 2 : 0;
    F[grid.size + p] = c >= 15 && r < 15 ? 0.5 : -1;
    F[2 * grid.size + p] = c >= 15 && r >= 15 ? 3 : -2;
  });
  const pixels = new Uint32Array(31 * 31);
  page.paintRegions(F, 3, grid, 31, 31, COLORS, pixels);
  const at = (x, y) => red(pixels[y * 31 + x]);
  assert.equal(at(4, 15), 20);
  assert.equal(at(25, 25), 110);
  assert.equal(at(25, 4), 220);
});

test("painting matches the class ahead computed by Python, but for pixels at an edge", () => {
  const { F, O, nx, ny, limits, width, height, bands } = fixtures.regions;
  const pixels = new Uint32Array(width * height);
  page.paintRegions(Float64Array.from(F), O, page.gridOver(limits, nx, ny), width, height, COLORS, pixels);
  const atEdge = (p) =>
    [-1, 0, 1].some((i) => [-1, 0, 1].some((j) => (bands[p + i + j * width] ?? bands[p]) !== bands[p]));
  const different = bands.map((_, p) => p).filter((p) => red(pixels[p]) !== bands[p]);
  const elsewhere = different.filter((p) => !atEdge(p)); // where the lead touches 0 or 1 without passing it
  assert.ok(different.length > 100 && elsewhere.length < 0.01 * bands.length, `${elsewhere.length} differ`);
});

test("ticks are round, inside, and few", () => {
  assert.deepEqual(page.niceTicks(-3.1, 3.1).values, [-2, 0, 2]);
  assert.deepEqual(page.niceTicks(0, 1).values, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.equal(page.niceTicks(0, 1).decimals, 1);
  assert.deepEqual(page.niceTicks(-2.9e-4, 2.9e-4).values, [-2e-4, -1e-4, 0, 1e-4, 2e-4]);
  assert.equal(page.niceTicks(-3e-4, 3e-4).decimals, 4);
  assert.deepEqual(page.niceTicks(2000, 9000).decimals, 0);
  assert.deepEqual(page.decadeTicks(0.01, 100), [-2, -1, 0, 1, 2]);
  assert.ok(page.decadeTicks(1e-10, 1e10).length <= 7);
});

test("scales go there and back", () => {
  const x = page.linearScale([-2, 6], [50, 450]);
  close([x.to(-2), x.to(6), x.from(x.to(1.5))], [50, 450, 1.5]);
  const c = page.logScale([0.01, 100], [0, 400]);
  close([c.to(0.01), c.to(1), c.from(300)], [0, 200, 10]);
});

test("numbers read well", () => {
  const cases = [
    [0, "0"],
    [1, "1.00"],
    [-0.25, "−0.250"],
    [12345, "12345"],
    [123456, "1.23 × 10⁵"],
    [0.00001234, "1.23 × 10⁻⁵"],
    [Infinity, "∞"],
    [NaN, "not a number"],
    [0.9999, "1.00"],
    [99.96, "100"],
  ];
  for (const [x, text] of cases) assert.equal(page.significant(x), text);
  assert.equal(page.magnitude(3.4e-10), "3 × 10⁻¹⁰");
  assert.equal(page.magnitude(0), "0");
  assert.equal(page.plural(1, "error"), "1 error");
  assert.equal(page.plural(2, "error"), "2 errors");
});
