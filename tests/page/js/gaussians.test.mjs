// Gaussian classes in the page: risks, boundaries and samples equal to Python's; the conversation of the lab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, number } from "./harness.mjs";
import { fakeModel } from "./model.mjs";

const page = await import(new URL("./three_gaussians.mjs", process.env.SVMLAB_MODULE));
const classifier = (scores) => ({ Q: 3, scores: Float64Array.from(scores) });
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
];

fixtures.gaussians.forEach((item, i) => {
  const { problem } = item;

  test(`problem ${i}: Bayes' classifier and the three risks`, () => {
    const bayes = page.bayesClassifier(problem);
    for (const [k, l] of pairs) {
      close(page.leadOf(bayes, k, l), page.leadOf(classifier(item.bayes), k, l), "lead");
    }
    close([page.riskOf(problem, bayes)], [item.bayes_risk], "Bayes", 5);
    close([page.riskOf(problem, classifier(item.linear))], [item.linear_risk], "linear", 5);
    close([page.riskOf(problem, classifier(item.curved))], [item.curved_risk], "curved", 5);
  });

  test(`problem ${i}: scores of degree 2`, () => {
    const curved = classifier(item.curved);
    close(
      item.places.flatMap(([x, y]) => [0, 1, 2].map((k) => page.scoreAt(curved, k, x, y))),
      item.scores,
      "scores",
    );
  });

  test(`problem ${i}: circles, and the parts of them that are seen`, () => {
    const bayes = page.bayesClassifier(problem);
    for (const [k, l, x, y, radius] of item.circles) {
      const tie = page.tieOf(bayes, k, l);
      if (Number.isFinite(number(radius))) close([...tie.centre, tie.radius], [x, y, radius], "circle", 6);
      else assert.deepEqual(tie, {});
    }
    const met = new Set();
    for (const part of page.boundaryOf(bayes)) {
      for (const [x, y] of part) {
        const scores = [0, 1, 2].map((k) => page.scoreAt(bayes, k, x, y));
        const best = Math.max(...scores);
        const tied = pairs.find(
          ([k, l]) =>
            Math.abs(scores[k] - best) < 1e-6 * (1 + Math.abs(best)) &&
            Math.abs(scores[l] - best) < 1e-6 * (1 + Math.abs(best)),
        );
        assert.ok(tied, `two classes tie for the first place at (${x}, ${y}): ${scores}`);
        met.add(String(tied));
      }
    }
    for (const pair of item.seen) assert.ok(met.has(String(pair)), `classes ${pair} meet`);
  });

  test(`problem ${i}: straight boundaries end where a third class takes over`, () => {
    const found = page.boundaryOf(classifier(item.linear));
    assert.equal(found.length, item.edges.length);
    item.edges.forEach(([x, y, u, v, low, high], e) => {
      const along = found[e].map(([px, py]) => (px - x) * u + (py - y) * v).sort((a, b) => a - b);
      const cut = (t) => Math.max(-1000, Math.min(1000, number(t === "-inf" ? -Infinity : t)));
      close(along, [cut(low), cut(high)], "ends", 6);
    });
  });

  test(`problem ${i}: the sample`, () => {
    const { X, y } = page.sampleOf(problem, item.z, item.m);
    close(X, item.X, "X");
    assert.deepEqual(Array.from(y), item.y);
  });
});

test("another kind of boundary is left to the grid", () => {
  assert.equal(page.boundaryOf(classifier([0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, -9, 0, 0, 0, 0, 0])), null);
});

test("priors keep summing to one and the others their proportion", () => {
  const priors = page.withPrior([0.5, 0.3, 0.2], 0, 0.2);
  close(priors, [0.2, 0.48, 0.32], "priors");
  assert.ok(page.isProblem({ means: [[0, 0]], variances: [1, 1, 1], priors }));
  assert.ok(!page.isProblem({ means: [[0, 0]], variances: [1, -1, 1], priors }));
  assert.ok(!page.isProblem({ means: [[NaN, 0]], variances: [1, 1, 1], priors }));
  assert.ok(!page.isProblem({ means: [[0, 0]], variances: [1, 1, 1], priors: [0.5, 0.5, 0.5] }));
});

test("numbers are rounded so that they sum to m", () => {
  assert.deepEqual(page.apportioned(10, [1 / 3, 1 / 3, 1 / 3]), [4, 3, 3]);
  assert.deepEqual(page.apportioned(30, [0.9, 0.09, 0.01]), [27, 3, 0]);
});

test("bins begin at multiples of their width", () => {
  const { start, counts } = page.histogramOf([6.31, 6.35, 6.52], 0.1);
  close([start], [6.3], "start");
  assert.deepEqual(counts, [2, 0, 1]);
  assert.deepEqual(page.histogramOf([], 0.1).counts, []);
});

/** A session on a model of plain values; what it asks is in `sent`. */
function session(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const packed = (values) => ({ dtype: "f8", data: new DataView(Float64Array.from(values).buffer) });
  const { means, variances, priors } = fixtures.gaussians[0].problem;
  const nan = new Array(3).fill(NaN);
  const along = (epoch, done, value) => ({
    epoch,
    done,
    total: 3,
    error: null,
    gap: 0,
    scores: packed(new Array(54).fill(0.5)),
    ...Object.fromEntries(
      ["true", "value", "gamma", "margin", "interval", "covering", "confidence"].map((name) => [name, packed(value)]),
    ),
  });
  const setting = (epoch) => ({
    epoch,
    means,
    variances,
    priors,
    m: 2,
    seed: 0,
    degree: 1,
    limits: [
      [-9, 9],
      [-9, 9],
    ],
  });
  const exact = (epoch) => ({ epoch, bayes: 0.1, linear: packed(new Array(18).fill(0)), linear_risk: 0.2 });
  const state = {
    options: { low: 0.01, high: 1, perDecade: 1, most: 3000, total: 4 },
    setting: setting(1),
    exact: exact(1),
    along: along(1, 0, nan),
    noise: { m: 2, seed: 0, z: packed([0, 0, 1, 1]) },
    draws: { epoch: 1, C: 1, run: 0, total: 4, risks: packed([]) },
    answer: { turn: 1, page: null, number: null, C: 1, error: null },
  };
  const { model, values, sent } = fakeModel(state);
  const one = new page.GaussianSession(model);
  const reply = (state = {}, more = {}) => {
    Object.assign(values, state);
    const { page: name, number: which } = sent.at(-1);
    values.answer = { turn: values.answer.turn + 1, page: name, number: which, C: one.C, error: null, ...more };
    one.hear();
    t.mock.timers.tick(200);
  };
  return { one, sent, reply, along, setting, exact, packed };
}

test("machines along C are asked for slice by slice until there are all of them", (t) => {
  const { one, sent, reply, along } = session(t);
  assert.deepEqual(
    sent.map((q) => q.type),
    ["hello"],
  );
  reply();
  assert.deepEqual(
    sent.map((q) => q.type),
    ["hello", "slice"],
  );
  assert.ok(one.pending);
  assert.equal(one.machine, null);
  reply({ along: along(1, 2, [0.5, 0.4, NaN]) });
  assert.equal(sent.length, 3);
  assert.equal(one.best, -1);
  assert.equal(one.machine.risk, 0.4);
  reply({ along: along(1, 3, [0.5, 0.4, 0.4]) });
  assert.equal(sent.length, 3);
  assert.equal(one.best, 1);
  assert.ok(!one.pending);
});

test("a move is drawn at once, and what Python says of the last setting counts as old", (t) => {
  const { one, sent, reply, along, setting, exact } = session(t);
  reply();
  reply({ along: along(1, 3, [0.5, 0.4, 0.4]) });
  const variances = [1, 2, 3];
  one.change({ variances }, true);
  assert.equal(one.drawn.variances, variances);
  assert.ok(!one.linear.current && !one.machine.current && one.bayes.current);
  assert.notEqual(one.bayes.risk, 0.1);
  assert.equal(sent.at(-1).type, "set");
  assert.ok(sent.at(-1).moving);
  one.change({ variances: [1, 2, 4] }, true);
  one.change({ variances: [1, 2, 5] }, true);
  const before = sent.length;
  reply({ setting: { ...setting(2), variances }, exact: exact(2), along: along(2, 0, [NaN, 0.3, NaN]) });
  assert.equal(sent.length, before + 1); // the newest of those that waited
  assert.deepEqual(sent.at(-1).setting.variances, [1, 2, 5]);
  one.commit();
  reply();
  assert.ok(!sent.at(-1).moving);
  reply({ setting: { ...setting(3), variances: [1, 2, 5] }, exact: exact(3), along: along(3, 0, [NaN, 0.3, NaN]) });
  assert.ok(one.linear.current && one.machine.current);
  assert.equal(one.machine.risk, 0.3);
  assert.equal(sent.at(-1).type, "slice");
  assert.equal(sent.at(-1).epoch, 3);
});

test("moving C asks for no machine; Python is told where it came to rest", (t) => {
  const { one, sent, reply, along } = session(t);
  reply();
  reply({ along: along(1, 3, [0.5, 0.4, 0.3]) });
  const before = sent.length;
  for (const C of [0, 1, 2]) one.moveTo(C);
  assert.equal(one.machine.risk, 0.3);
  assert.ok(one.machine.current);
  assert.equal(sent.length, before);
  t.mock.timers.tick(1000);
  assert.deepEqual(
    sent.slice(before).map((q) => [q.type, q.C]),
    [["C", 2]],
  );
});

test("other samples are asked for until there are enough, a stop or a change ends it", (t) => {
  const { one, sent, reply, along, packed } = session(t);
  reply();
  reply({ along: along(1, 3, [0.5, 0.4, 0.3]) });
  const draws = (run, risks) => ({ draws: { epoch: 1, C: 1, run, total: 4, risks: packed(risks) } });
  one.drawMore();
  t.mock.timers.tick(200);
  assert.equal(sent.at(-1).type, "draws");
  reply(draws(1, [0.1, 0.2]));
  assert.deepEqual(Array.from(one.otherRisks.risks), [0.1, 0.2]);
  assert.ok(one.running);
  one.stop();
  const stopped = sent.length;
  reply(draws(1, [0.1, 0.2, 0.3]));
  assert.equal(sent.length, stopped);
  one.drawMore();
  assert.equal(one.otherRisks.risks.length, 0); // those of the last run do not count
  t.mock.timers.tick(200);
  reply(draws(2, [1, 2, 3, 4]));
  assert.ok(!one.running && one.otherRisks.current);
  one.moveTo(0);
  assert.ok(!one.otherRisks.current);
});

test("after an error the last good picture stays, and the next change begins from it", (t) => {
  const { one, sent, reply } = session(t);
  reply();
  one.change({ variances: [1, -2, 3] });
  assert.equal(one.drawn, one.setting);
  reply();
  reply({}, { error: "Variances must be positive." });
  assert.ok(one.notice.text.startsWith("Variances must be positive."));
  assert.ok(one.current);
  one.change({ seed: 4 });
  assert.equal(one.notice, null);
  assert.deepEqual(one.wanted.variances, one.setting.variances);
  assert.equal(sent.at(-1).type, "set");
});
