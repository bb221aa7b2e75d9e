// A session of a machine that the page makes by itself: what it works out, asks and tells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, page } from "./harness.mjs";
import { begun, f8, rest, said, stateOf, u2 } from "./model.mjs";

const types = (sent) => sent.map((question) => question.type);

test("the page makes the machine and follows C at once; Python is told where it came to rest", () => {
  const { session, sent } = begun();
  assert.ok(session.workshop && session.current && session.solution.certificate.certified);
  for (const C of [2, 3, 0.5]) {
    session.moveTo(C);
    assert.ok(session.current && session.solution.C === C);
  }
  assert.deepEqual(types(sent), ["hello"], "nothing is asked on the way");
  session.tell();
  const { type, base, epoch, C, doubtful, X } = sent.at(-1);
  assert.deepEqual(
    { type, base, epoch, C, doubtful, X },
    { type: "state", base: 0, epoch: 0, C: 0.5, doubtful: false, X: undefined },
  );
  session.moveTo(Infinity);
  session.tell();
  assert.equal(sent.length, 2, "one message in flight");
  session.dispose();
});

test("a point moves in the page; Python is told of all points once they rest, and follows without a picture", () => {
  const { session, sent, values, answer } = begun();
  session.movePoint(3, [0.5, 0.25], false);
  session.movePoint(3, [0.75, 0.25], false);
  assert.deepEqual(session.placeOf(3), [0.75, 0.25]);
  assert.ok(session.current && session.machine.title.startsWith("own points, Gaussian kernel"));
  session.tell();
  assert.deepEqual(types(sent), ["hello"], "a drag is told when it is done");
  session.movePoint(3, [1, 0.25]);
  session.tell();
  const told = sent.at(-1);
  assert.deepEqual(
    [told.type, told.base, told.X.slice(6, 8), told.y.length],
    ["state", 0, [1, 0.25], session.machine.m],
  );
  assert.ok(told.primal >= told.dual - 1e-9 * told.primal && told.epoch === session.machine.epoch);
  const machine = session.machine;
  values.machine = { ...values.machine, epoch: told.epoch, by: session.conversation.page };
  values.solution = {};
  answer();
  assert.equal(session.machine, machine, "what the page has told it does not take back");
  assert.ok(session.conversation.settled && !session.untold);
  session.moveTo(2);
  session.tell();
  assert.deepEqual([sent.at(-1).base, sent.at(-1).X], [told.epoch, undefined]);
  session.dispose();
});

test("a point that is let go where it rests keeps what is known of the machine; the drag is one step of the history", () => {
  const { session, sent } = begun();
  const before = session.placeOf(3);
  session.movePoint(3, [1, 0.25], false);
  while (!session.workshop.leftOut) session.workOn();
  const { machine, solution, leftOut } = session;
  session.movePoint(3, session.placeOf(3));
  assert.ok(session.machine === machine && session.solution === solution && session.leftOut === leftOut);
  session.tell();
  assert.deepEqual(sent.at(-1).X.slice(6, 8), [1, 0.25], "Python is told of it all the same");
  session.edit("undo");
  assert.deepEqual([session.placeOf(3), session.workshop.canUndo], [before, false]);
  session.dispose();
});

test("points that moved while Python was being told are told, too", () => {
  const { session, sent, values, answer } = begun();
  session.movePoint(3, [1, 0.25]);
  session.tell();
  const first = sent.at(-1);
  session.movePoint(3, [2, 0.25]);
  session.tell();
  assert.equal(sent.length, 2);
  values.machine = { ...values.machine, epoch: first.epoch, by: session.conversation.page };
  answer();
  assert.deepEqual([sent.at(-1).base, sent.at(-1).X.slice(6, 8)], [first.epoch, [2, 0.25]]);
  session.dispose();
});

test("points are added, relabelled, deleted and all is undone in the page; the chosen point is the right one", () => {
  const { session, sent } = begun();
  const { m } = session.machine;
  const before = Array.from(session.machine.X);
  session.addPoint([0.5, 0.25], 1);
  assert.deepEqual([session.machine.m, session.selected], [m + 1, m]);
  session.editChosen("relabel");
  assert.equal(session.machine.y[m], 0);
  session.editChosen("remove");
  assert.deepEqual([session.machine.m, session.selected], [m, -1]);
  for (let k = 0; k < 3; k++) session.edit("undo");
  assert.deepEqual(Array.from(session.machine.X), before);
  assert.equal(session.machine.title.startsWith("toy"), true);
  assert.deepEqual([session.editor.undo, session.editor.redo], [false, true]);
  session.edit("redo");
  assert.equal(session.machine.m, m + 1);
  assert.deepEqual(types(sent), ["hello"]);
  session.dispose();
});

test("what Python says of points that could not be trained does not take back what has been undone since", () => {
  const { session, values, answer } = begun();
  const before = session.points;
  session.edit("clear");
  session.tell();
  session.edit("undo");
  values.draft = { m: 0, X: f8([]), y: u2([]) };
  answer({ error: "Each class needs points." });
  assert.equal(session.points.m, before.m);
  assert.equal(session.draft, null);
  session.tell();
  answer({ error: "Each class needs points." });
  assert.equal(session.points.m, 0, "what Python has at rest is taken");
  session.dispose();
});

test("what Python has to undo and the page has not is asked for", () => {
  const { session, sent, values, answer } = begun();
  values.editor = { ...values.editor, undo: true };
  assert.ok(session.editor.undo);
  session.edit("undo");
  assert.deepEqual(sent.at(-1).steps, [{ do: "undo" }]);
  const X = Array.from(session.machine.X, (x) => x + 1);
  values.machine = { ...values.machine, X: f8(X), epoch: 9 };
  answer();
  assert.deepEqual([Array.from(session.machine.X), session.machine.epoch], [X, 9]);
  session.dispose();
});

test("Python's points take the place of those in the page, with a history of their own; another kernel keeps it", () => {
  const { session, sent, values, answer } = begun();
  session.movePoint(3, [1, 0.25]);
  session.tell();
  values.machine = { ...values.machine, epoch: sent.at(-1).epoch, by: session.conversation.page };
  answer();
  const python = (machine, turn) => {
    values.machine = { ...values.machine, by: null, ...machine };
    values.answer = said(turn);
    session.hear();
  };
  python({ X: f8(session.machine.X), kernel: { name: "gaussian", sigma: 2 }, epoch: 5, data: "own points" }, 10);
  assert.deepEqual([session.machine.kernel.sigma, session.workshop.canUndo], [2, true]);
  python({ X: f8(Array.from(session.machine.X, (x) => 2 * x)), epoch: 6 }, 11);
  assert.deepEqual([session.machine.epoch, session.workshop.canUndo], [6, false]);
  session.dispose();
});

test("a change from Python while a C waits to be told does not move the slider back", () => {
  const { session, values, sent } = begun();
  session.moveTo(3);
  values.machine = { ...values.machine, kernel: { name: "linear" }, epoch: 4 };
  values.answer = said(50, { C: 1 });
  session.hear();
  assert.deepEqual([session.C, session.solution.C, session.machine.kernel.name], [3, 3, "linear"]);
  session.tell();
  assert.deepEqual([sent.at(-1).C, sent.at(-1).base, sent.at(-1).X], [3, 4, undefined]);
  session.dispose();
});

test("where Python's machine has no solution at the C of the page, the last picture stays and it is said", () => {
  const { session, values } = begun();
  const { machine } = session;
  session.moveTo(Infinity);
  values.machine = { ...values.machine, kernel: { name: "linear" }, epoch: 4 };
  values.answer = said(50, { C: 1 });
  session.hear();
  assert.deepEqual([session.machine, session.draft, session.C], [machine, null, Infinity]);
  assert.match(page.noticeBeside(session).text, /cannot be separated.* The picture is the last good one/);
  session.moveTo(1);
  assert.deepEqual([session.machine.kernel.name, session.error, session.machine.epoch], ["linear", null, 4]);
  session.dispose();
});

test("a change of Python's that the page has not seen yet is not undone by what the page tells", () => {
  const { session, sent, values, answer } = begun();
  session.movePoint(3, [1, 0.25]);
  session.tell();
  const { base } = sent.at(-1);
  values.machine = { ...values.machine, X: f8(Array.from(session.machine.X, (x) => -x)), epoch: 1, by: null };
  answer(); // Python had other points by then, and has dropped those of the page
  assert.equal(base, 0);
  assert.equal(session.placeOf(3)[0], -1);
  assert.ok(!session.untold);
  session.dispose();
});

test("the path is worked out at rest, the leave-one-out errors before; a change drops what is stale", () => {
  const { session } = begun();
  assert.match(session.leftOutTotal(session.machine, session.solution), /errors: … of/);
  rest(session);
  assert.ok(session.whole && session.leftOut && !session.wantsMore);
  assert.match(session.leftOutTotal(session.machine, session.solution), /errors: \d+ of 40$/);
  session.moveTo(2);
  assert.ok(session.whole && !session.leftOut && session.wantsMore);
  session.movePoint(0, [0, 0]);
  assert.equal(session.whole, null);
  session.dispose();
});

test("a point leaves before the reader's eyes, stays out while C moves, and is there again with other points", () => {
  globalThis.matchMedia = () => ({ matches: true }); // less motion: at once
  const { session } = begun();
  const i = session.solution.status.indexOf(page.FREE);
  session.select(i);
  session.leaveOut();
  const { absence } = session;
  assert.deepEqual([absence.time, session.shown.solution.alpha[i], session.shown.solution.absent], [1, 0, i]);
  assert.ok(session.shown.certificate.certified);
  session.moveTo(2);
  assert.deepEqual([session.absence.time, session.absence.C, session.shown.solution.alpha[i]], [1, 2, 0]);
  session.absence.play(0);
  assert.equal(session.absence, null);
  session.leaveOut();
  session.movePoint(0, [0, 0]);
  assert.equal(session.absence, null);
  session.dispose();
  delete globalThis.matchMedia;
});

test("the only point of its class is not left out, and that is said", () => {
  const state = stateOf();
  const one = { ...state.machine, X: f8([0, 0, 1, 0, 2, 1]), y: u2([0, 0, 1]) };
  const { session } = begun({ machine: one });
  session.select(2);
  session.leaveOut();
  assert.equal(session.absence, null);
  assert.match(session.withdrawalError, /^Point 2 is the only one of class 1/);
  session.dispose();
});

test("without Python the page does the same, asks nothing and tells nothing", () => {
  const { session, sent } = begun({ live: false });
  session.moveTo(1.7);
  session.movePoint(3, [1, 0.25]);
  session.addPoint([0, 0], 0);
  session.edit("undo");
  session.edit("undo");
  session.edit("undo"); // nothing left
  assert.deepEqual(session.unfollowed.steps, [], "nobody has to follow");
  session.select(3);
  assert.deepEqual([session.mayMove, session.stands, session.notice], [true, false, null]);
  assert.deepEqual(sent, []);
  assert.equal(session.selected, 3);
  session.dispose();
});

test("without Python a kernel that the page does not train leaves C and the points where they are", () => {
  const { session, sent } = begun({ asked: true, live: false });
  assert.deepEqual([session.mayMove, session.stands], [false, true]);
  session.setKernel({ name: "gaussian", sigma: 1 });
  assert.ok(session.workshop && session.current, "another kernel brings it to life");
  session.setKernel({ name: "sigmoid", gamma: 1, coef0: 0 });
  assert.match(session.notice.text, /cannot train this machine by itself, and there is no Python/);
  assert.deepEqual(sent, []);
  session.dispose();
});

test("a kernel that the page does not train is asked of Python, and what is doubtful, too", () => {
  const { session, sent, values, answer } = begun();
  session.setKernel({ name: "gaussian", sigma: 0.5 });
  assert.equal(session.machine.title, "toy, Gaussian kernel, σ = 0.5");
  session.tell();
  values.machine = { ...values.machine, epoch: sent.at(-1).epoch, by: session.conversation.page };
  answer();
  const kernel = { name: "sigmoid", gamma: 1, coef0: 0 };
  session.setKernel(kernel);
  assert.deepEqual([sent.at(-1).type, sent.at(-1).kernel, sent.at(-1).doubtful], ["state", kernel, true]);
  values.machine = { ...values.machine, kernel, epoch: 7, by: null };
  values.solution = { ...stateOf().solution, epoch: 7 };
  answer();
  assert.deepEqual([session.workshop, session.machine.epoch, session.solution.C], [null, 7, 1]);
  session.dispose();
});

test("a machine that the page cannot certify is Python's, where there is a Python", () => {
  const { session, values } = begun();
  const { workshopOf } = session;
  session.workshopOf = (machine) =>
    Object.defineProperty(workshopOf.call(session, machine), "doubtful", { value: true });
  values.machine = { ...values.machine, epoch: 3 };
  values.solution = { ...values.solution, epoch: 3 };
  values.answer = said(12);
  session.hear();
  assert.equal(session.workshop, null);
  assert.equal(session.solution.certificate.certified, true);
  session.moveTo(2);
  assert.equal(session.conversation.outstanding("C"), true);
  session.dispose();
});

for (const name of ["two classes", "three classes", "three, linear"]) {
  test(`${name}: the scores at the points come with the solution, without a kernel matrix`, () => {
    const { session } = begun({ name });
    const { machine, solution } = session;
    session.movePoint(1, [0.3, -0.4]);
    const scores = page.trainingScores(session.machine, session.solution);
    assert.equal(scores, session.solution.scores);
    assert.equal(session.machine.gram, undefined);
    close(scores, page.trainingScores(session.machine, { ...session.solution, scores: null }), "scores");
    assert.notDeepEqual(scores, page.trainingScores(machine, solution));
    session.dispose();
  });
}

test("errors at each C that are to be drawn only after all has come to rest are worked out all the same", () => {
  const { session } = begun();
  rest(session);
  assert.equal(session.errorCurves, null);
  session.slices.stop();
  session.drawErrors(true);
  assert.ok(session.slices.port, "the page is at work");
  session.slices.stop();
  rest(session);
  assert.ok(session.errorCurves.left.counts.length > 0);
  session.dispose();
});
