// What happens between a reader, the page and Python: questions and answers, the slider's stops, the walk from
// point to point, what is said of a point.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, fixtures, page, pathOf, revived } from "./harness.mjs";

/** A conversation whose messages and clocks the test holds in its hands. */
function conversation() {
  const sent = [];
  const clocks = [];
  const followed = [];
  const talk = new page.Conversation({
    send: (question) => sent.push(question),
    followed: (turn) => followed.push(turn),
    timer: (f) => clocks.push(f),
    clear: () => {},
  });
  return { talk, sent, followed, ring: () => clocks.at(-1)() };
}

test("one question is in flight, and of those that wait the newest is sent", () => {
  const { talk, sent } = conversation();
  for (const C of [1, 2, 3, 4]) talk.ask({ type: "C", C });
  assert.deepEqual(
    sent.map((q) => q.C),
    [1],
  );
  assert.ok(talk.hear({ turn: 1, page: talk.page, number: 1 }));
  assert.deepEqual(
    sent.map((q) => q.C),
    [1, 4],
  );
  assert.ok(!talk.settled);
  assert.ok(talk.hear({ turn: 2, page: talk.page, number: 2 }));
  assert.ok(talk.settled);
});

test("once Python has followed all that moved it, that is said, once", () => {
  const { talk, followed } = conversation();
  talk.ask({ type: "hello" });
  talk.hear({ turn: 1, page: talk.page, number: 1 });
  assert.deepEqual(followed, [], "nothing has moved");
  talk.ask({ type: "C", C: 1 });
  talk.ask({ type: "state" });
  talk.hear({ turn: 2, page: talk.page, number: 2 });
  assert.deepEqual(followed, [], "something is outstanding");
  talk.hear({ turn: 3, page: "another", number: 3 });
  talk.hear({ turn: 4, page: talk.page, number: 3 });
  assert.deepEqual(followed, [4]);
  talk.ask({ type: "loo" });
  talk.hear({ turn: 5, page: talk.page, number: 4 });
  talk.hear({ turn: 6, page: null, number: null });
  assert.deepEqual(followed, [4], "what a page asks to know, and what a program moves, is not the page's doing");
});

test("questions of different types do not push each other out", () => {
  const { talk, sent } = conversation();
  talk.ask({ type: "hello" });
  talk.ask({ type: "C", C: 1 });
  talk.ask({ type: "point", i: 3 });
  talk.ask({ type: "C", C: 2 });
  for (const number of [1, 2, 3]) talk.hear({ turn: number, page: talk.page, number });
  assert.deepEqual(
    sent.map((q) => q.C ?? q.i ?? q.type),
    ["hello", 3, 2],
  );
});

test("what is asked with now() tells what stands when it is sent, after the answer before has been taken", () => {
  const { talk, sent } = conversation();
  let [base, standing] = [0, 1];
  const now = () => ({ base, standing });
  talk.ask({ type: "state", now });
  standing = 2;
  talk.ask({ type: "state", now });
  standing = 3;
  talk.hear({ turn: 1, page: talk.page, number: 1 }, () => (base = 1));
  const told = sent.map(({ type, base, standing }) => [type, base, standing]);
  assert.deepEqual(told, [
    ["state", 0, 1],
    ["state", 1, 3],
  ]);
});

test("an answer older than the newest seen is dropped", () => {
  const { talk } = conversation();
  assert.ok(talk.hear({ turn: 5, page: null, number: null }));
  assert.ok(!talk.hear({ turn: 4, page: null, number: null }));
  assert.ok(!talk.hear({ turn: 5, page: null, number: null }));
  assert.ok(talk.hear({ turn: 6, page: null, number: null }));
});

test("a change that Python makes by itself does not count as the answer", () => {
  const { talk } = conversation();
  talk.ask({ type: "C", C: 1 });
  talk.hear({ turn: 1, page: null, number: null });
  talk.hear({ turn: 2, page: "another page", number: 1 });
  assert.ok(!talk.settled);
  talk.hear({ turn: 3, page: talk.page, number: 1 });
  assert.ok(talk.settled);
});

test("when Python stays silent the page says so, and asks anew when the reader moves on", () => {
  const { talk, sent, ring } = conversation();
  talk.ask({ type: "C", C: 1 });
  talk.ask({ type: "C", C: 2 });
  assert.equal(sent.length, 1);
  ring();
  assert.ok(talk.silent);
  assert.deepEqual(
    sent.map((q) => q.C),
    [1, 2],
  );
  talk.hear({ turn: 1, page: talk.page, number: 2 });
  assert.ok(!talk.silent && talk.settled);
});

test("where the connection is closed the page says at once that nothing answers", () => {
  const { talk, sent } = conversation();
  const { send } = talk;
  let [tries, told] = [0, 0];
  talk.changed = () => told++;
  talk.send = () => {
    tries++;
    throw new Error("Cannot send");
  };
  talk.ask({ type: "C", C: 1 });
  assert.ok(talk.silent && !talk.settled);
  assert.deepEqual([tries, told], [1, 1]);
  talk.send = send;
  talk.ask({ type: "C", C: 2 });
  assert.deepEqual(
    sent.map((q) => q.C),
    [2],
  );
  talk.hear({ turn: 1, page: talk.page, number: 2 });
  assert.ok(!talk.silent && talk.settled);
});

const item = fixtures.machines.find((i) => i.name === "gaussian, 2 classes");
const whole = { machine: revived(item.machine), path: pathOf(item.path) };

test("where there is no notebook nobody is told to run a cell", () => {
  assert.match(page.silentText({}), /Run the cell/);
  assert.match(page.silentText({ voila: "voila" }), /still computing.*Wait, or reload the page/);
  assert.ok(!/notebook|cell/.test(page.silentText({ voila: "voila" })));
});

test("kernels, intercepts and missing classes in words", () => {
  for (const [kernel, label] of fixtures.labels) assert.equal(page.kernelLabel(kernel), label);
  const { machine, C, text } = fixtures.note;
  assert.equal(page.interceptNote({ Q: 2, O: 1 }, engineOf(machine, C).solution), text);
  assert.equal(page.interceptNote({ Q: 2, O: 1 }, engineOf(machine, 10).solution), "");
  const told = (present) => page.missingText(["0", "1", "2"], present);
  assert.equal(told([]), "Each class needs points, and there are no points; add some of class 0, 1, 2.");
  assert.equal(told([1]), "Each class needs points, and all points are of class 1; add some of class 0, 2.");
});

test("keys edit while the tools are out; undo and redo always", () => {
  const ask = (key, more = {}, on = true) => page.editOfKey({ key, ...more }, on, 3);
  assert.deepEqual(
    [ask("Delete").do, ask("i").do, ask("Insert").do, ask("n").do],
    ["remove", "insert", "insert", "relabel"],
  );
  assert.deepEqual(ask("3"), { do: "choose", k: 2 });
  for (const key of ["4", "0", "x", "ArrowLeft"]) assert.equal(ask(key), null);
  for (const key of ["Delete", "i", "n", "1"]) assert.equal(ask(key, {}, false), null);
  const ctrl = { ctrlKey: true };
  assert.deepEqual(ask("z", ctrl, false), { do: "undo" });
  assert.deepEqual(ask("Z", { metaKey: true, shiftKey: true }, false), { do: "redo" });
  assert.deepEqual(ask("y", ctrl, false), { do: "redo" });
  assert.equal(ask("n", ctrl), null);
  assert.equal(ask("i", { altKey: true }), null);
});

test("a point added by key stands beside the chosen one, towards the middle", () => {
  const box = { x: 0, y: 0, width: 100, height: 80 };
  assert.deepEqual(page.placeBeside([10, 70], box, 4), [14, 66]);
  assert.deepEqual(page.placeBeside([90, 10], box, 4), [86, 14]);
});

test("classes keep their colours when another one has no points", () => {
  const look = { classLook: (k) => `look ${k}` };
  assert.equal(page.withHues(look, [0, 1]), look);
  assert.equal(page.withHues(look, undefined), look);
  assert.deepEqual([0, 1].map(page.withHues(look, [1, 3]).classLook), ["look 1", "look 3"]);
});

test("the stops of the slider: equal steps of log C, then a gap, then the hard margin", () => {
  const scale = new page.LogStops({ low: 0.01, high: 100, hard: true });
  assert.equal(scale.steps, 200);
  assert.deepEqual(
    [0, 50, 100, 200].map((s) => scale.valueAt(s)),
    [0.01, 0.1, 1, 100],
  );
  assert.equal(scale.valueAt(scale.last), Infinity);
  for (const s of [0, 17, 133, 200, scale.last]) assert.equal(scale.stepOf(scale.valueAt(s)), s);
  assert.equal(scale.stepOf(1e9), 200);
  assert.equal(scale.stepOf(1e-9), 0);
  assert.equal(scale.snap(201, 200), scale.last, "arrow right from the largest C");
  assert.equal(scale.snap(scale.last - 1, scale.last), 200, "arrow left from the hard margin");
  assert.equal(scale.snap(203, 150), 200, "dragged a little beyond");
  assert.equal(scale.snap(210, 150), scale.last, "dragged to the end");
  assert.equal(new page.LogStops({ low: 0.01, high: 100, hard: false }).last, 200);
});

test("names of ticks never touch: every decade, every second one, and the hard margin in any case", () => {
  const at = [0, 50, 100, 150, 200, 220].map((x) => ({ at: x, width: 20 }));
  assert.deepEqual(page.ticksThatFit(at, true, 6), [true, true, true, true, false, true]);
  assert.deepEqual(
    page.ticksThatFit(
      at.map((p) => ({ ...p, width: 60 })),
      true,
      6,
    ),
    [true, false, true, false, false, true],
  );
  assert.deepEqual(
    page.ticksThatFit(
      at.map((p) => ({ ...p, width: 500 })),
      true,
      6,
    ),
    [false, false, false, false, false, true],
  );
  assert.deepEqual(
    page.ticksThatFit(
      at.map((p) => ({ ...p, width: 500 })),
      false,
      6,
    ),
    [true, false, false, false, false, false],
  );
});

test("the walk by keyboard reaches every point, and support vectors by page keys", () => {
  const machine = page.unpackMachine(whole.machine);
  const solution = page.solutionAt(machine, whole.path, 1);
  for (const key of ["ArrowRight", "ArrowUp"]) {
    const seen = new Set();
    for (let i = -1, n = 0; n < machine.m; n++) seen.add((i = page.walk(machine, solution, i, key)));
    assert.equal(seen.size, machine.m);
  }
  const [first, last] = [page.walk(machine, solution, -1, "Home"), page.walk(machine, solution, -1, "End")];
  assert.equal(page.walk(machine, solution, last, "ArrowRight"), last);
  assert.equal(page.walk(machine, solution, first, "ArrowLeft"), first);
  for (let i = first, n = 0; n < 5; n++) {
    i = page.walk(machine, solution, i, "PageDown");
    assert.notEqual(solution.pointStatus[i], page.ZERO);
  }
});

test("a point in words, for two classes and for many", () => {
  const words = fixtures.words;
  for (const [name, rivals] of [
    ["gaussian, 2 classes", 1],
    ["gaussian, 3 classes", 2],
  ]) {
    const one = fixtures.machines.find((i) => i.name === name);
    const machine = page.unpackMachine(revived(one.machine));
    const solution = page.solutionAt(machine, pathOf(one.path), 0.9);
    const report = page.pointReport(machine, solution, 3);
    const text = page.spoken(machine, report, words);
    assert.match(text, /^Point 3, class \d, x₁ = /);
    assert.equal(text.match(/alpha/g).length, rivals);
    for (const entry of report.entries) assert.ok(words[entry.case], entry.case);
    assert.ok(!/undefined|NaN/.test(text), text);
  }
});

test("the status line and the scene in words", () => {
  const machine = page.unpackMachine({ ...whole.machine, title: "toy" });
  const solution = page.solutionAt(machine, whole.path, 1);
  const phrases = page.statusPhrases(machine, solution);
  assert.equal(phrases[0], "C = 1.00");
  assert.match(phrases[1], /^\d+ free and \d+ bounded support vectors?$/);
  assert.match(page.sceneText(machine, solution), /^toy: decision regions of two classes, 14 points\. C = 1\.00, /);
  assert.equal(
    page.certificateText({ certified: true, gap: 3.2e-10, kkt: 0 }),
    "certified: relative duality gap 3 × 10⁻¹⁰, KKT residual 0",
  );
});

test("what is not certified says what to try, also to a screen reader", () => {
  const machine = page.unpackMachine(whole.machine);
  const solution = page.solutionAt(machine, whole.path, 1);
  const text =
    "not certified: relative duality gap 1.0e-04, largest KKT residual 7.0e-10 (gap); try a smaller C; and wait";
  const doubtful = { certified: false, gap: 1e-4, kkt: 7e-10, text };
  assert.equal(page.adviceOf(doubtful), "Try a smaller C; and wait.");
  assert.match(
    page.sceneText(machine, solution, doubtful),
    /Not certified: relative duality gap 1 × 10⁻⁴.* Try a smaller C; and wait\.$/,
  );
  assert.equal(page.adviceOf({ ...doubtful, certified: true }), "");
  assert.equal(page.adviceOf({ certified: false, text: "exact path, 12 breakpoints, residual 1.0e-06" }), "");
});

test("a tie without the point has lead zero, not what rounding leaves of it", () => {
  const told = { error: Uint8Array.of(1), undefined: [0], tied: [1], scores: [0], margin: [-4.44e-16], predicted: [1] };
  assert.equal(
    page.leftOutText({ O: 3, classes: ["1", "2"] }, told, 0),
    "without this point: lead 0, a tie, an error: class 2",
  );
  assert.match(page.leftOutText({ O: 3, classes: ["1", "2"] }, { ...told, margin: [-0.25] }, 0), /lead −0\.250, a tie/);
});

test("colours of the page around, as browsers write them", () => {
  assert.deepEqual(page.readColor(" #fff"), [255, 255, 255, 1]);
  assert.deepEqual(page.readColor("rgba(17, 17, 17, 0.5)"), [17, 17, 17, 0.5]);
  assert.deepEqual(page.readColor("rgb(1 2 3 / 0)"), [1, 2, 3, 0]);
  assert.equal(page.readColor("var(--x)"), null);
  assert.ok(page.isDark([17, 17, 17]) && !page.isDark([250, 250, 250]));
});

test("the look in pixels follows the style table", () => {
  const table = fixtures.look;
  const look = page.lookOf(table, "regular", "light");
  assert.equal(look.line("boundary").width, table.lines.boundary.width * table.px_per_pt);
  assert.equal(look.classLook(7).color, table.themes.light.classes[1].color);
  assert.equal(look.crowded(10), table.sizes.regular.marker_radius * table.px_per_pt);
  assert.ok(look.crowded(1000) < look.crowded(200));
  assert.equal(page.lookOf(table, "lecture", "dark").theme.ink, table.themes.dark.ink);
});

/** A view of which only the notice is there: whatever it draws fails. */
function viewWithoutPlace(session) {
  return Object.assign(Object.create(page.SceneView.prototype), { session, notice: { dataset: {} } });
}

test("a first drawing that fails claims no earlier picture", (t) => {
  const told = t.mock.method(console, "error", () => {});
  const view = viewWithoutPlace({ C: 1, solution: { C: 1 }, error: null, notice: null, model: { get: () => ({}) } });
  view.drawOrTell();
  assert.equal(told.mock.callCount(), 1);
  assert.equal(view.notice.textContent, `The picture could not be drawn: ${told.mock.calls[0].arguments[0].message}.`);
  assert.equal(view.notice.dataset.kind, "error");
});

test("what Python refuses leaves the last good picture, if there is one, and says so", () => {
  const notice = { kind: "error", text: "Too far." };
  const told = (session) =>
    page.noticeBeside({ notice, error: "Too far.", solution: null, draft: null, ...session }).text;
  assert.equal(told({}), "Too far.");
  assert.equal(told({ solution: { C: Infinity } }), "Too far. The picture is the last good one (hard margin (C = ∞)).");
  assert.ok(told({ solution: { C: 1 }, draft: {} }).includes("The regions are those of the last good picture"));
  assert.equal(page.noticeBeside({ notice: null, error: null, solution: { C: 1 }, draft: null }), null);
});
