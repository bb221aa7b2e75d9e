// A session of a machine that only Python makes: what it asks and tells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./harness.mjs";
import { begun, f8, fakeModel, said, u1, u2 } from "./model.mjs";

const _types = (sent) => sent.map((question) => question.type);

test("beyond what the page knows the last picture stays until the answer comes", () => {
  const { session, values, sent, answer } = begun({ asked: true });
  assert.equal(session.workshop, null);
  session.moveTo(0.1);
  assert.deepEqual([sent.at(-1).type, sent.at(-1).C], ["C", 0.1]);
  assert.equal(session.solution.C, 1);
  assert.ok(!session.current);
  values.answer = said(2.5);
  session.hear();
  assert.equal(session.C, 0.1, "the slider stays where the reader put it");
  values.solution = { ...values.solution, C: 0.1 };
  answer({ C: 0.1 });
  assert.ok(session.current && session.solution.C === 0.1);
  session.moveTo(Infinity);
  assert.equal(sent.at(-1).C, "inf");
  session.dispose();
});

test("when Python has followed the page, a trait of the model says so", () => {
  const { session, values, answer } = begun({ asked: true });
  assert.equal(values.heard, undefined);
  session.moveTo(0.1);
  answer({ C: 0.1 });
  assert.equal(values.heard, values.answer.turn);
  session.dispose();
});

test("an error keeps the last picture and is said; the next good answer clears it", () => {
  const { session, values } = begun({ asked: true });
  const before = session.solution;
  values.answer = said(30, { error: "C=inf asks for a hard margin", C: "inf" });
  session.hear();
  assert.equal(session.notice.kind, "error");
  assert.equal(session.solution, before);
  values.answer = said(31, { C: 1 });
  session.hear();
  assert.equal(session.notice, null);
  session.dispose();
});

test("at rest the page asks what every point gets when it is left out, and says the total", () => {
  const { session, sent, values, answer } = begun({ asked: true });
  session.atRest();
  assert.deepEqual([sent.at(-1).type, sent.at(-1).C], ["loo", 1]);
  const { m } = session.machine;
  assert.equal(session.leftOutTotal(session.machine, session.solution), `leave-one-out errors: … of ${m}`);
  const [of, flag] = [(x) => f8(Array(m).fill(x)), (x) => u1(Array(m).fill(x))];
  const told = { scores: of(-0.2), margin: of(-0.2), predicted: u2(Array(m).fill(0)), error: flag(1), tied: flag(0) };
  values.left_out = { epoch: 0, C: 1, ...told, undefined: flag(0) };
  answer();
  const name = session.machine.classes[0];
  const text = page.leftOutText(session.machine, session.leftOut, 2);
  assert.equal(text, `without this point: f = −0.200, an error: class ${name}`);
  assert.equal(session.leftOutTotal(session.machine, session.solution), `leave-one-out errors: ${m} of ${m}`);
  assert.ok(!session.wantsLeftOut && !session.wantsMore);
  session.moveTo(2);
  assert.equal(session.leftOut, null);
  session.dispose();
});

test("a dragged point stands under the pointer until its machine has come", () => {
  const { session, sent, values, answer } = begun({ asked: true });
  const x = session.placeOf(3);
  session.movePoint(3, [0.5, 0.25], false);
  session.movePoint(3, [0.75, 0.25], false);
  assert.deepEqual(session.placeOf(3), [0.75, 0.25]);
  const step = { do: "move", i: 3, drag: 1 };
  assert.deepEqual([sent.at(-1).steps, sent.at(-1).epoch], [[{ ...step, x, to: [0.5, 0.25] }], 0]);
  session.movePoint(3, [1, 0.25], false); // the one before is not sent
  const X = new Float64Array(session.machine.X);
  const moved = (x, epoch) => {
    X[6] = x;
    X[7] = 0.25;
    values.machine = { ...values.machine, X: f8(X), epoch };
    values.solution = { ...values.solution, epoch };
  };
  moved(0.5, 1);
  answer();
  assert.deepEqual([sent.at(-1).steps, sent.at(-1).epoch], [[{ ...step, x: [0.5, 0.25], to: [1, 0.25] }], 1]);
  assert.deepEqual(session.placeOf(3), [1, 0.25]);
  session.movePoint(3, [1, 0.25]);
  moved(1, 2);
  answer();
  moved(1, 3);
  answer();
  assert.equal(session.moved.size, 0);
  assert.equal(session.placeOf(3)[0], 1);
  session.dispose();
});

test("edits wait together, none is forgotten, and a point that is added is drawn until its machine has come", () => {
  const { session, sent, answer } = begun({ asked: true });
  session.addPoint([0.5, 0.25], 1);
  session.select(2);
  session.editChosen("relabel");
  session.editChosen("remove");
  session.editChosen("remove"); // nothing is chosen any more
  session.addPoint([1, 2], 0);
  assert.equal(session.selected, -1);
  const { type, steps, epoch } = sent.at(-1);
  assert.deepEqual({ type, steps, epoch }, { type: "edit", steps: [{ do: "add", x: [0.5, 0.25], k: 1 }], epoch: 0 });
  answer();
  const x = session.placeOf(2);
  assert.deepEqual(sent.at(-1).steps, [
    { do: "relabel", i: 2, x },
    { do: "remove", i: 2, x },
    { do: "add", x: [1, 2], k: 0 },
  ]);
  assert.deepEqual(
    session.added.map(({ k }) => k),
    [1, 0],
  );
  answer();
  assert.deepEqual([session.added, session.conversation.settled], [[], true]);
  session.dispose();
});

test("every drag has its own number, a step by key too", () => {
  const { session, sent, answer } = begun({ asked: true });
  const drags = [];
  for (const done of [false, false, true, true, false, true]) {
    session.movePoint(3, [0.5, 0.25], done);
    drags.push(sent.at(-1).steps[0].drag);
    answer();
  }
  assert.deepEqual(drags, [1, 1, 1, 2, 3, 3]);
  session.dispose();
});

test("points that could not be trained stand in the picture, can be chosen and are told by name", () => {
  const { session, values, answer, sent } = begun({ asked: true });
  Object.assign(values, {
    draft: { m: 2, X: f8([0.5, 0.25, 1, 2]), y: u2([0, 1]) },
    editor: { classes: ["−1", "+1"], undo: true, redo: false },
    selected: 7,
  });
  answer({ error: "Each class needs points." });
  assert.equal(session.selected, -1, "a point that is not there is not chosen");
  session.select(1);
  assert.deepEqual([session.points.m, session.placeOf(1)], [2, [1, 2]]);
  const { name, place } = page.draftText(session.draft, 1);
  assert.equal(name, "Point 1, class +1");
  assert.ok(place.endsWith("= 2.00"), place);
  session.editChosen("remove");
  assert.deepEqual(sent.at(-1).steps, [{ do: "remove", i: 1, x: [1, 2] }]);
  values.draft = {};
  answer();
  assert.equal(session.points, session.machine);
  assert.deepEqual(
    [0, 1, 7].map((m) => page.noMachineText({ m })),
    ["no points and no machine", "no machine of this one point", "no machine of these 7 points"],
  );
  session.dispose();
});

test("a solution of another machine waits for its machine", () => {
  const { session, values } = begun({ asked: true });
  const before = session.solution;
  values.solution = { ...values.solution, epoch: 1 };
  values.answer = said(20);
  session.hear();
  assert.equal(session.solution, before);
  values.machine = { ...values.machine, epoch: 1 };
  values.answer = said(21);
  session.hear();
  assert.notEqual(session.solution, before);
  session.dispose();
});

test("before Python has said anything there is nothing to show, and no error", () => {
  const { model } = fakeModel({ machine: {}, solution: {}, answer: {} });
  const session = new page.Session(model);
  assert.equal(session.solution, undefined);
  session.dispose();
});
