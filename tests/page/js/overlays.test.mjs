// What is shown beside the machine: lengths, hulls, ways of slack, the picture before, the lens and the space, against
// numbers of Python (scipy's own programs for the hulls) and against what they mean.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, number, page, revived } from "./harness.mjs";
import { begun } from "./model.mjs";

/** A machine that Python has trained, and its solution as the page has it. */
function trained({ machine: state, C, alpha, b }) {
  const machine = page.unpackMachine(revived(state));
  const bound = number(C);
  const status = Uint8Array.from(alpha, (a) => (a <= 0 ? 0 : a >= bound ? page.BOUNDED : page.FREE));
  const solution = { C: bound, alpha, b, B: page.coefficients(machine, alpha), status };
  return { machine, solution: Object.assign(solution, page.pointStatuses(machine, status)) };
}

const dot = (v, w) => v.reduce((sum, x, j) => sum + x * w[j], 0);

for (const [name, item] of Object.entries(fixtures.hulls)) {
  const { machine, solution } = trained(item);
  const dual = page.dualPicture(machine, solution);

  test(`${name}: the segment's ends are the nearest points of the reduced hulls, and w lies along it`, () => {
    close(dual.ends.flat(), item.ends, "ends", 5); // scipy's quadratic program is that good
    close([dual.total], [item.total], "total");
    const way = [0, 1].map((j) => dual.ends[1][j] - dual.ends[0][j]);
    close(
      way.map((x) => dual.total * x),
      item.w,
      "w",
    );
    close([Math.hypot(...way)], [dual.norm / dual.total], "length");
    if (solution.C === Infinity) close([Math.hypot(...way)], [2 * item.margin], "the whole margin");
  });

  test(`${name}: the vertices of the reduced hulls reach as far as a linear program says, in every direction`, () => {
    for (const k of [0, 1]) {
      const reached = item.directions.map((d) => Math.max(...dual.reduced[k].map((vertex) => dot(vertex, d))));
      close(reached, item.reach[k], `class ${k}`);
    }
  });

  test(`${name}: the hulls turn to the left at each vertex, and the reduced one lies in the whole one`, () => {
    for (const hull of [...dual.hulls, ...dual.reduced].filter((one) => one.length > 2)) {
      hull.forEach((p, i) => {
        const [q, r] = [hull[(i + 1) % hull.length], hull[(i + 2) % hull.length]];
        assert.ok((q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) > 0);
      });
    }
    for (const k of [0, 1]) {
      const members = Array.from(machine.y.keys()).filter((i) => machine.y[i] === k);
      assert.ok(
        dual.hulls[k].every(([x, y]) => members.some((i) => machine.X[2 * i] === x && machine.X[2 * i + 1] === y)),
      );
      for (const d of item.directions) {
        const reach = (hull) => Math.max(...hull.map((vertex) => dot(vertex, d)));
        assert.ok(reach(dual.reduced[k]) <= reach(dual.hulls[k]) + 1e-12);
      }
    }
  });

  test(`${name}: the margin across its band, and slack from each point to its edge`, () => {
    const [normal] = page.normalsOf(machine, solution);
    close([1 / normal.norm], [item.margin], "margin");
    const everywhere = [
      [-99, 99],
      [-99, 99],
    ];
    const [place] = page.boundaryPlaces(machine, solution, normal, everywhere, 3);
    const f = (x) => dot(normal.w, x) + normal.b;
    close([f(place), ...page.acrossTheBand(normal, place).map(f)], [0, -1, 1], "from edge to edge");
    for (const edge of page.acrossTheBand(normal, place))
      close([Math.hypot(edge[0] - place[0], edge[1] - place[1])], [item.margin], "each half");
    const segments = page.slackSegments(machine, solution);
    assert.deepEqual(
      segments.map(({ i }) => i),
      item.short,
    );
    close(
      segments.map(({ length }) => length),
      item.lengths,
      "ξ/‖w‖",
    );
    close(
      segments.flatMap(({ to }) => to),
      item.edges.flat(),
      "places on the edge",
    );
  });
}

test("a reduced hull of weights that must be equal is one point, the mean", () => {
  const points = [
    [0, 0],
    [3, 0],
    [0, 6],
  ];
  const hull = page.reducedHull(points, [1 / 3, 1 / 3, 1 / 3]);
  assert.equal(hull.length, 1);
  close(hull[0], [1, 2], "mean");
});

test("a reduced hull of a square with weights up to one half are the middles of its pairs", () => {
  const square = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ];
  const hull = page.reducedHull(square, [0.5, 0.5, 0.5, 0.5]);
  assert.deepEqual(hull.map(String).sort(), ["0,1", "1,0", "1,2", "2,1"]);
});

test("a hull of points on a line has its two ends", () => {
  const points = [0, 1, 2, 3].map((t) => [t, 2 * t]);
  assert.deepEqual(page.reducedHull(points, [1, 1, 1, 1]), [
    [0, 0],
    [3, 6],
  ]);
});

test("of three classes each pair has its own margin, and each rival that is too near its own slack", () => {
  const { machine, solution } = trained(fixtures.pairs);
  const normals = page.normalsOf(machine, solution);
  close(
    normals.map(({ norm }) => 1 / norm),
    fixtures.pairs.margins,
    "margins",
  );
  const segments = page.slackSegments(machine, solution);
  assert.deepEqual(
    segments.map(({ i, rival }) => [i, rival]),
    fixtures.pairs.lengths.map(([i, k]) => [i, k]),
  );
  close(
    segments.map(({ length }) => length),
    fixtures.pairs.lengths.map(([, , length]) => length),
    "ξ/‖w‖",
  );
  for (const { i, rival, to } of segments) {
    const own = machine.y[i];
    const scores = page.scoresAt(machine, solution, ...to);
    close([scores[own] - scores[rival]], [1], "the end lies on the edge");
  }
});

test("the way of slack rises all the way to the edge, by the slack of its point", () => {
  const item = fixtures.feature_space;
  const { machine, solution } = trained(item);
  const scores = new page.Scores().evaluate(machine, solution, machine.limits);
  const ways = page.slackWays(machine, solution, scores);
  const S = page.trainingScores(machine, solution);
  const short = Array.from(S.keys()).filter((i) => 1 - (machine.y[i] ? S[i] : -S[i]) > 1e-6);
  assert.deepEqual(
    ways.map(({ i }) => i),
    short,
  );
  assert.ok(ways.length > 3 && ways.some(({ reached }) => reached));
  for (const { i, slack, length, places, reached } of ways) {
    const side = machine.y[i] ? 1 : -1;
    const along = places.map((place) => side * page.scoresAt(machine, solution, ...place)[0]);
    assert.equal(length, null);
    close([along[0]], [1 - slack], "it begins ξ short");
    along.slice(1).forEach((value, k) => assert.ok(value > along[k] - 1e-3, "it rises"));
    if (reached) assert.ok(Math.abs(along.at(-1) - 1) < 0.02, `it ends on the edge: ${along.at(-1)}`);
  }
});

test("the area of a marker is its α, summed over the rivals", () => {
  const { machine, solution } = trained(fixtures.pairs);
  const radii = page.areaRadii(machine, solution, 4);
  const alpha = page.alphaOfPoints(machine, solution);
  const most = Math.max(...alpha);
  assert.ok(most > 0);
  close(
    radii.map((r) => r ** 2 / Math.max(...radii) ** 2),
    alpha.map((a) => a / most),
    "shares of the largest",
  );
});

test("the homogeneous quadratic kernel has its space: the scores are heights over the plane there", () => {
  const item = fixtures.feature_space;
  const { machine, solution } = trained(item);
  const map = page.featureMap(machine.kernel);
  const places = Array.from({ length: machine.m }, (_, i) => map([machine.X[2 * i], machine.X[2 * i + 1]]));
  close(places.flat(), item.images, "φ");
  const w = page.normalInSpace(map, machine, solution);
  close(w, item.w, "w");
  close(
    places.map((p) => dot(w, p) + item.b[0]),
    item.scores,
    "scores",
  );
  const box = [0, 1, 2].map((j) => [Math.min(...places.map((p) => p[j])), Math.max(...places.map((p) => p[j]))]);
  for (const level of [-1, 0, 1]) {
    const polygon = page.planeInBox(w, item.b[0], level, box);
    for (const p of polygon) close([dot(w, p) + item.b[0]], [level], "on the plane");
  }
  for (const kernel of [
    { name: "polynomial", degree: 2, gamma: 1, coef0: 1 },
    { name: "polynomial", degree: 3, gamma: 1, coef0: 0 },
    { name: "gaussian", sigma: 1 },
  ])
    assert.equal(page.featureMap(kernel), null);
});

test("a polygon is cut into bands that cover it, each between its levels", () => {
  const area = (polygon) =>
    polygon.reduce((sum, [x, y], k) => {
      const [u, v] = polygon[(k + 1) % polygon.length];
      return sum + (x * v - u * y) / 2;
    }, 0);
  const triangle = [
    [0, 0, -2.5],
    [4, 0, 0.3],
    [1, 3, 3],
  ];
  const levels = [-2, -1, 0, 1, 2];
  const parts = page.inBands(triangle, levels);
  assert.deepEqual(
    parts.map(({ band }) => band),
    [0, 1, 2, 3],
  );
  for (const { band, polygon } of parts)
    for (const [, , z] of polygon) assert.ok(z >= levels[band] - 1e-12 && z <= levels[band + 1] + 1e-12);
  const whole = page.cutAt(page.cutAt(triangle, -2, true), 2, false);
  close([parts.reduce((sum, { polygon }) => sum + area(polygon), 0)], [area(whole)], "area");
});

test("a hill hides what is behind it and nothing in front of it", () => {
  const [nx, ny] = [21, 21];
  const Z = new Float64Array(nx * ny);
  for (let r = 0; r < ny; r++) for (let c = 0; c < nx; c++) Z[r * nx + c] = r === 10 ? 5 : 0;
  const heights = new page.Heights(Z, nx, ny);
  const towards = [0, -1, 0.1]; // the eye stands at small r
  assert.equal(heights.hides([10, 15, 0], towards, 6, 0.1), true);
  assert.equal(heights.hides([10, 5, 0], towards, 6, 0.1), false);
  assert.equal(heights.hides([10, 15, 5.5], towards, 6, 0.1), false);
});

test("turning keeps lengths, and from above the plane is seen as it is", () => {
  const { seen, towards } = page.eyeAt(0.7, 0.4);
  close([Math.hypot(...seen([1, -2, 0.5]))], [Math.hypot(1, -2, 0.5)], "length");
  close(seen(towards), [0, 0, 1], "towards the eye");
  close(page.eyeAt(0, Math.PI / 2).seen([1, 2, 3]), [1, 2, 3], "from above");
});

test("the lens keeps the place under the pointer, and stays with the picture", () => {
  const whole = [
    [-2, 2],
    [-1, 1],
  ];
  const lens = new page.Lens();
  assert.equal(lens.over(whole), whole);
  lens.zoom([1, 0.5], 2);
  close(lens.over(whole).flat(), [-0.5, 1.5, -0.25, 0.75], "twice as near");
  close([lens.near], [2], "nearness");
  lens.pan([100, 0]);
  const [[x0, x1]] = lens.over(whole);
  close([(x0 + x1) / 2, x1 - x0], [2, 2], "its middle stays within the whole");
  lens.bring([-1.9, 0]);
  assert.ok(lens.over(whole)[0][0] < -1.9);
  lens.reset();
  lens.zoom([0, 0], 2);
  const wider = [
    [-3, 3],
    [-1, 1],
  ];
  close(new page.Lens().over(wider, whole).flat(), wider.flat(), "the whole, in a wider room");
  close(lens.over(wider, whole).flat(), [-1.5, 1.5, -0.5, 0.5], "as near as before in a wider room");
  assert.deepEqual(lens.over(whole, whole), [
    [-1, 1],
    [-0.5, 0.5],
  ]);
  for (let k = 0; k < 99; k++) lens.zoom([0, 0], 2);
  close([lens.near], [64], "the nearest");
  assert.deepEqual(
    lens.over([
      [0, 1],
      [0, 1],
    ]),
    [
      [0, 1],
      [0, 1],
    ],
    "another picture is seen as a whole",
  );
});

test("keys of the lens, none of which moves a chosen point", () => {
  const key = (name, more = {}) => ({ key: name, ...more });
  assert.deepEqual(page.zoomOfKey(key("+"), true), { factor: 1.25 });
  assert.deepEqual(page.zoomOfKey(key("0"), true), { reset: true });
  assert.deepEqual(page.zoomOfKey(key("ArrowUp", { shiftKey: true }), false), { pan: [0, 1] });
  assert.equal(page.zoomOfKey(key("ArrowUp", { shiftKey: true }), true), null);
  for (const other of [key("ArrowUp"), key("+", { ctrlKey: true }), key("1"), key("a")])
    assert.equal(page.zoomOfKey(other, false), null);
});

/** Pictures of one machine at several C, and a Before whose clock the test holds. */
function pictures() {
  const { session } = begun();
  const clock = { at: 0 };
  const before = new page.Before(() => clock.at);
  const see = (C, after, press = 0) => {
    clock.at += after;
    session.moveTo(C);
    before.see(session.machine, session.solution, press);
  };
  return { before, see, session };
}

test("the picture before is that before the last burst of changes", () => {
  const { before, see } = pictures();
  see(1, 0);
  assert.equal(before.shown, null);
  see(2, 100);
  assert.equal(before.shown.solution.C, 1, "the first change");
  see(3, 200);
  see(3, 200);
  assert.equal(before.shown.solution.C, 1, "the same burst");
  see(4, 5000);
  assert.equal(before.shown.solution.C, 3, "another");
  see(5, 100, 1);
  assert.equal(before.shown.solution.C, 4, "a press begins another");
  see(6, 9000, 1);
  assert.equal(before.shown.solution.C, 4, "and it is one as long as it lasts");
});

test("what has changed is counted by points, and a pinned picture stays", () => {
  const { before, see, session } = pictures();
  see(100, 0);
  see(0.01, 5000);
  const { entered, left, errors, C } = before.change;
  const standing = (C) => {
    session.moveTo(C);
    const { pointStatus } = session.solution;
    const wrong = page.misclassified(session.machine, page.trainingScores(session.machine, session.solution));
    return { support: Array.from(pointStatus, (s) => s > 0), errors: wrong.reduce((sum, one) => sum + one, 0) };
  };
  const [was, is] = [standing(100), standing(0.01)];
  assert.equal(entered, is.support.filter((s, i) => s && !was.support[i]).length);
  assert.equal(left, was.support.filter((s, i) => s && !is.support[i]).length);
  assert.deepEqual(errors, [was.errors, is.errors]);
  assert.equal(C, 100);
  assert.ok(entered > 0);
  assert.match(page.changeText(before.change), /^before: C = 100\. Support vectors: \d+ new, \d+ gone; errors /);
  before.pin();
  see(1, 5000);
  see(2, 5000);
  assert.equal(before.shown.solution.C, 100, "pinned");
  before.pin();
  assert.equal(before.shown.solution.C, 1, "let go");
});

test("other points have no picture before", () => {
  const { before, see, session } = pictures();
  see(1, 0);
  see(2, 5000);
  assert.ok(before.shown);
  const machine = {
    ...session.machine,
    limits: [
      [0, 9],
      [0, 9],
    ],
  };
  before.see(machine, session.solution);
  assert.equal(before.shown, null);
});

test("overlays are switched one by one, those in space one at a time, and travel in the address", () => {
  const { session, values } = begun({ overlays: ["slack"] });
  session.toggleOverlay("margin");
  assert.deepEqual(values.overlays, ["margin", "slack"]);
  session.toggleOverlay("lifted");
  session.toggleOverlay("feature_space");
  assert.deepEqual(values.overlays, ["margin", "slack", "feature_space"]);
  session.toggleOverlay("slack");
  assert.deepEqual(session.overlays, ["margin", "feature_space"]);
  const menus = fixtures.menus;
  const told = { C: 1, kernel: { name: "gaussian", sigma: 1 }, overlays: ["margin", "slack"] };
  const address = page.addressOf(told);
  assert.match(address, /&overlays=margin,slack$/);
  assert.deepEqual(page.readAddress(address, 2, menus).overlays, ["margin", "slack"]);
  assert.deepEqual(page.readAddress(page.addressOf({ ...told, overlays: [] }), 2, menus).overlays, []);
  assert.throws(
    () => page.readAddress(address.replace("slack", "slak"), 2, menus),
    /overlays must be some of margin, w,/,
  );
});

test("an address tells how near the plane is seen, within what the lens allows", () => {
  const told = { C: 1, kernel: { name: "gaussian", sigma: 1 }, zoom: { near: 2.5, at: [0.25, -1] } };
  const menus = { kernels: [{ name: "gaussian", parameters: [] }], data: [], parameters: {}, drawn: {} };
  const address = page.addressOf({ ...told, kernel: { name: "gaussian" } });
  assert.deepEqual(page.readAddress(address, 2, menus).zoom, told.zoom);
  assert.equal(page.readAddress(page.addressOf({ C: 1, kernel: { name: "gaussian" } }), 2, menus).zoom, null);
  for (const wrong of ["100,0,0", "2,0", "2,x,0", "2,0,0,0"])
    assert.throws(
      () => page.readAddress(address.replace("2.5,0.25,-1", wrong), 2, menus),
      /zoom must be a number from/,
    );
});

test("what does not apply says why", () => {
  const gaussian = { kernel: { name: "gaussian", sigma: 1 }, O: 1 };
  const linear = { kernel: { name: "linear" }, O: 1 };
  const three = { kernel: { name: "linear" }, O: 3 };
  const quadratic = { kernel: { name: "polynomial", degree: 2, coef0: 0, gamma: 1 }, O: 1 };
  const of = (machine) => page.OVERLAYS.filter((name) => page.notApplicable(name, machine) !== "");
  assert.deepEqual(of(gaussian), ["margin", "w", "hulls", "feature_space"]);
  assert.deepEqual(of(linear), ["feature_space"]);
  assert.deepEqual(of(three), ["hulls", "feature_space"]);
  assert.deepEqual(of(quadratic), ["margin", "w", "hulls"]);
  assert.deepEqual(of({ kernel: null, O: 1 }), ["margin", "w", "hulls", "feature_space"]);
  for (const name of page.OVERLAYS)
    for (const machine of [gaussian, linear, three, quadratic, { kernel: null, O: 1 }])
      assert.ok(page.overlayTells(name, machine, { C: 1 }).length > 30);
});
