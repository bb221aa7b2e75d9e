// What happens between a reader, the page and Python: questions and answers, the slider's stops, the walk from
// point to point, what is said of a point.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures, page, revived } from "./harness.mjs";

/** A conversation whose messages and clocks the test holds in its hands. */
function conversation() {
  const sent = [];
  const clocks = [];
  const talk = new page.Conversation({
    send: (question) => sent.push(question),
    timer: (f) => clocks.push(f),
    clear: () => {},
  });
  return { talk, sent, ring: () => clocks.at(-1)() };
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

/** A model as anywidget gives it, without a page or Python. */
function fakeModel(state) {
  const sent = [];
  const values = { live: true, options: { C_min: 0.01, C_max: 100, hard: true }, selected: -1, ...state };
  const model = {
    get: (name) => values[name],
    set: (name, value) => (values[name] = value),
    send: (question) => sent.push(question),
    save_changes() {},
    on() {},
    off() {},
  };
  return { model, values, sent };
}

const item = fixtures.machines.find((i) => i.name === "gaussian, 2 classes");
const whole = { machine: revived(item.machine), solution: { ...revived(item.path), epoch: 0 } };
const said = (turn, more = {}) => ({ turn, page: null, number: null, C: 1, error: null, note: null, ...more });

test("a session shows what Python set, and follows C along the path without asking for a picture", () => {
  const { model, sent } = fakeModel({ ...whole, answer: said(1) });
  const session = new page.Session(model);
  assert.equal(session.C, 1);
  assert.equal(session.solution.C, 1);
  session.moveTo(1.7);
  assert.equal(session.solution.C, 1.7);
  assert.ok(session.current);
  assert.deepEqual(
    sent.map((q) => q.type),
    ["hello"],
  ); // C waits for the answer
  session.moveTo(Infinity);
  assert.equal(session.solution.C, Infinity);
  session.dispose();
});

test("beyond what the page knows the last picture stays until the answer comes", () => {
  const { model, values, sent } = fakeModel({ ...whole, answer: said(1) });
  const session = new page.Session(model);
  const hello = sent[0];
  session.moveTo(0.1);
  assert.equal(session.solution.C, 1);
  assert.ok(!session.current);
  values.answer = said(2, { page: hello.page, number: hello.number });
  session.hear();
  assert.equal(session.C, 0.1, "the slider stays where the reader put it");
  assert.deepEqual(
    sent.map((q) => q.C ?? q.type),
    ["hello", 0.1],
  );
  session.dispose();
});

test("an error keeps the last picture and is said; the next good answer clears it", () => {
  const { model, values } = fakeModel({ ...whole, answer: said(1) });
  const session = new page.Session(model);
  const before = session.solution;
  values.answer = said(2, { error: "C=inf asks for a hard margin", C: "inf" });
  session.hear();
  assert.equal(session.notice.kind, "error");
  assert.equal(session.solution.C, Infinity); // this path reaches the hard margin
  values.answer = said(3, { C: 1 });
  session.hear();
  assert.equal(session.notice, null);
  assert.equal(session.solution.C, before.C);
  session.dispose();
});

/** A session that has been greeted, all settled, and then given the path of its machine. */
function withPath() {
  const single = { ...revived(page_of("two classes").path), epoch: 0 };
  const first = page.solutionAt(page.unpackMachine(pathMachine()), page.unpackPath(single), 1);
  const model = fakeModel({ machine: pathMachine(), solution: singleAt(first), answer: said(1), path: {} });
  const session = new page.Session(model.model);
  let turn = 1;
  const answer = (more = {}) => {
    const { page: name, number } = model.sent.at(-1);
    model.values.answer = said(++turn, { page: name, number, ...more });
    session.hear();
  };
  answer();
  return { ...model, session, answer, path: single };
}
const page_of = (name) => fixtures.paths.find((one) => one.name === name);
const pathMachine = () => ({ ...revived(page_of("two classes").machine), epoch: 0 });
const bytes = (Type, dtype, list) => ({ dtype, data: new Uint8Array(Type.from(list).buffer) });
function singleAt({ C, alpha, status, b }) {
  const of = (wanted) => [...status.keys()].filter((v) => status[v] === wanted);
  const [free, bounded] = [of(page.FREE), of(page.BOUNDED)];
  const [f8, i4] = [(list) => bytes(Float64Array, "f8", list), (list) => bytes(Int32Array, "i4", list)];
  return {
    epoch: 0,
    C: f8([C, C]),
    ptr: i4([0, free.length]),
    index: i4(free),
    alpha: f8(free.map((v) => alpha[v])),
    slope: f8(free.map(() => 0)),
    toggle_ptr: i4([0, bounded.length]),
    toggle: i4(bounded),
    b: f8([...b]),
    b_slope: f8([...b].map(() => 0)),
  };
}

test("at rest the page asks for the path, once, and then moves C by itself and tells Python where it came to rest", () => {
  const { session, sent, values, answer, path } = withPath();
  session.atRest();
  assert.deepEqual(
    sent.map((q) => q.type),
    ["hello", "path"],
  );
  assert.equal(sent[1].epoch, 0);
  assert.ok(session.awaitsPath);
  values.path = path;
  answer();
  assert.ok(!session.awaitsPath && session.whole);
  session.atRest();
  for (const C of [2, 3, 0.5]) {
    session.moveTo(C);
    assert.equal(session.solution.C, C);
    assert.ok(session.current);
  }
  assert.equal(sent.length, 2, "nothing asked on the way");
  session.tell();
  assert.deepEqual([sent.length, sent[2].type, sent[2].C], [3, "C", 0.5]);
  const drawn = session.solution;
  values.solution = singleAt(drawn);
  answer({ C: 0.5 });
  assert.equal(session.solution, drawn, "the picture that the page drew stays");
  assert.equal(session.path, session.single);
  session.moveTo(Infinity);
  assert.equal(sent.at(-1).C, "inf", "the hard margin is asked for at once");
  session.dispose();
});

test("for a chosen point the page asks what it gets when it is left out, and says so", () => {
  const { session, sent, values, answer } = withPath();
  session.select(2);
  session.atRest();
  assert.deepEqual([sent.at(-1).type, sent.at(-1).i, sent.at(-1).C], ["loo", 2, 1]);
  const { m } = session.machine;
  const [f8, u1] = [
    (x) => bytes(Float64Array, "f8", Array(m).fill(x)),
    (x) => bytes(Uint8Array, "u1", Array(m).fill(x)),
  ];
  values.left_out = {
    epoch: 0,
    C: 1,
    scores: f8(-0.2),
    margin: f8(-0.2),
    predicted: bytes(Uint16Array, "u2", Array(m).fill(0)),
    error: u1(1),
    tied: u1(0),
    undefined: u1(0),
  };
  answer();
  const name = session.machine.classes[0];
  assert.equal(
    page.leftOutText(session.machine, session.leftOut, 2),
    `without this point: f = −0.200, an error: class ${name}`,
  );
  assert.ok(!session.wantsLeftOut);
  session.moveTo(2);
  assert.equal(session.leftOut, null);
  session.dispose();
});

test("a withdrawal is asked for, plays when it comes, and ends when C moves; a late one is dropped", () => {
  const { session, sent, values, answer } = withPath();
  const { machine } = session;
  session.select(2);
  session.leaveOut();
  const { type, i, C, epoch } = sent.at(-1);
  assert.deepEqual({ type, i, C, epoch }, { type: "withdraw", i: 2, C: 1, epoch: 0 });
  assert.ok(session.awaitsWithdrawal);
  const alpha = [...session.solution.alpha, ...session.solution.alpha.map((a, v) => (v === 2 ? 0 : a))];
  const f8 = (list) => bytes(Float64Array, "f8", list);
  const state = {
    epoch: 0,
    C: 1,
    point: 2,
    t: f8([0, 1]),
    alpha: f8(alpha),
    b: f8([0, 0]),
    certificate: { certified: true },
  };
  globalThis.matchMedia = () => ({ matches: true }); // less motion: at once
  values.withdrawal = state;
  answer();
  assert.equal(session.absence.time, 1);
  assert.equal(session.shown.solution.alpha[2], 0);
  assert.equal(session.shown.solution.absent, 2);
  assert.ok(session.shown.certificate.certified);
  session.absence.play(0);
  assert.equal(session.absence, null);
  assert.equal(session.shown.solution, session.solution);
  session.leaveOut();
  session.moveTo(2);
  values.withdrawal = { ...state };
  answer();
  assert.equal(session.absence, null, "C has moved on");
  session.moveTo(1);
  answer();
  session.leaveOut();
  values.withdrawal = { epoch: 0, C: 1, point: 2, error: "The only point of its class." };
  answer();
  assert.equal(session.withdrawalError, "The only point of its class.");
  assert.equal(machine, session.machine);
  delete globalThis.matchMedia;
  session.dispose();
});

test("a point that is out is left out again where C comes to rest, at once, unless the reader puts it back", () => {
  const { session, sent, values, answer, path } = withPath();
  values.path = path;
  answer();
  const f8 = (list) => bytes(Float64Array, "f8", list);
  const withdrawn = (C) => {
    const alpha = [...session.solution.alpha, ...session.solution.alpha.map((a, v) => (v === 2 ? 0 : a))];
    return { epoch: 0, C, point: 2, t: f8([0, 1]), alpha: f8(alpha), b: f8([0, 0]), certificate: { certified: true } };
  };
  globalThis.matchMedia = () => ({ matches: true });
  session.select(2);
  session.leaveOut();
  values.withdrawal = withdrawn(1);
  answer();
  session.select(3);
  delete globalThis.matchMedia; // from here on nothing is played
  const arrive = (C) => {
    session.tell();
    answer({ C });
    values.withdrawal = withdrawn(C);
  };
  for (const C of [2, 3]) {
    session.moveTo(C);
    assert.deepEqual([session.absence, session.keptOut.point, session.solution.C], [null, 2, C]);
    assert.ok(session.wantsMore && session.wantsOutAgain);
  }
  arrive(3);
  session.atRest();
  const { type, i, C } = sent.filter((question) => question.type === "withdraw").at(-1);
  assert.deepEqual({ type, i, C }, { type: "withdraw", i: 2, C: 3 });
  assert.equal(page.keptOutText(session.keptOut), "point 2 is in while C moves, and goes again once C rests");
  answer({ C: 3 });
  assert.deepEqual([session.absence.time, session.absence.C, session.keptOut], [1, 3, null]);
  session.moveTo(0.5);
  session.putBack();
  arrive(0.5);
  assert.ok(!session.absence && !session.wantsOutAgain);
  session.dispose();
});

test("where there is no notebook nobody is told to run a cell", () => {
  assert.match(page.silentText({}), /Run the cell/);
  assert.match(page.silentText({ voila: "voila" }), /still computing.*Wait, or reload the page/);
  assert.ok(!/notebook|cell/.test(page.silentText({ voila: "voila" })));
});

test("a dragged point stands under the pointer until its machine has come", () => {
  const { session, sent, values, answer } = withPath();
  session.movePoint(3, [0.5, 0.25], false);
  session.movePoint(3, [0.75, 0.25], false);
  assert.deepEqual(session.placeOf(3), [0.75, 0.25]);
  assert.deepEqual([sent.at(-1).type, sent.at(-1).x, sent.at(-1).epoch], ["move", [0.5, 0.25], 0]);
  session.movePoint(3, [1, 0.25], false); // the one before is not sent
  const X = new Float64Array(session.machine.X);
  X[6] = 0.5;
  const moved = (epoch) => {
    values.machine = { ...values.machine, X: bytes(Float64Array, "f8", X), epoch };
    values.solution = { ...values.solution, epoch };
  };
  moved(1);
  answer();
  assert.deepEqual([sent.at(-1).type, sent.at(-1).x, sent.at(-1).epoch], ["move", [1, 0.25], 0]);
  assert.deepEqual(session.placeOf(3), [1, 0.25]);
  session.movePoint(3, [1, 0.25]);
  X[6] = 1;
  moved(2);
  answer();
  moved(3);
  answer();
  assert.equal(session.moved, null);
  assert.equal(session.placeOf(3)[0], 1);
  session.dispose();
});

test("edits wait together, none is forgotten, and a point that is added is drawn until its machine has come", () => {
  const { session, sent, answer } = withPath();
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
  const { session, sent, answer } = withPath();
  const drags = [];
  for (const done of [false, false, true, true, false, true]) {
    session.movePoint(3, [0.5, 0.25], done);
    drags.push(sent.at(-1).drag);
    answer();
  }
  assert.deepEqual(drags, [1, 1, 1, 2, 3, 3]);
  session.dispose();
});

test("points that could not be trained stand in the picture, can be chosen and are told by name", () => {
  const { session, values, answer, sent } = withPath();
  const [X, y] = [bytes(Float64Array, "f8", [0.5, 0.25, 1, 2]), bytes(Uint16Array, "u2", [0, 1])];
  Object.assign(values, {
    draft: { m: 2, X, y },
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

test("a path of another machine is not used, one that failed is not asked for again", () => {
  const { session, sent, values, answer } = withPath();
  session.atRest();
  values.path = { epoch: 0, error: "TimeoutError: not done within 3 s." };
  answer();
  session.atRest();
  assert.deepEqual(
    sent.map((q) => q.type),
    ["hello", "path"],
  );
  session.moveTo(2);
  assert.equal(sent.at(-1).type, "C");
  values.machine = { ...values.machine, epoch: 1 };
  values.solution = { ...values.solution, epoch: 1 };
  answer();
  assert.equal(session.whole, null);
  session.atRest();
  assert.deepEqual([sent.at(-1).type, sent.at(-1).epoch], ["path", 1]);
  session.dispose();
});

test("a change from Python while a C waits to be told does not move the slider back", () => {
  const { session, values, answer, path, sent } = withPath();
  session.atRest();
  values.path = path;
  answer();
  session.moveTo(3);
  values.answer = said(50, { C: 1 });
  session.hear();
  assert.equal(session.C, 3);
  session.tell();
  assert.equal(sent.at(-1).C, 3);
  session.dispose();
});

test("a solution of another machine waits for its machine", () => {
  const { model, values } = fakeModel({ ...whole, answer: said(1) });
  const session = new page.Session(model);
  const path = session.path;
  values.solution = { ...whole.solution, epoch: 1 };
  values.answer = said(2);
  session.hear();
  assert.equal(session.path, path);
  values.machine = { ...whole.machine, epoch: 1 };
  values.answer = said(3);
  session.hear();
  assert.notEqual(session.path, path);
  session.dispose();
});

test("before Python has said anything there is nothing to show, and no error", () => {
  const { model } = fakeModel({ machine: {}, solution: {}, answer: {} });
  const session = new page.Session(model);
  assert.equal(session.solution, undefined);
  session.dispose();
});

test("a page without Python asks nothing", () => {
  const { model, sent } = fakeModel({ ...whole, answer: said(1), live: false });
  const session = new page.Session(model);
  session.moveTo(1.7);
  session.select(3);
  assert.deepEqual(sent, []);
  assert.equal(session.selected, 3);
  session.dispose();
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
  const solution = page.solutionAt(machine, page.unpackPath(whole.solution), 1);
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
    const solution = page.solutionAt(machine, page.unpackPath(revived(one.path)), 0.9);
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
  const solution = page.solutionAt(machine, page.unpackPath(whole.solution), 1);
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
  const solution = page.solutionAt(machine, page.unpackPath(whole.solution), 1);
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

test("a tie without the point has margin zero, not what rounding leaves of it", () => {
  const told = { error: Uint8Array.of(1), undefined: [0], tied: [1], scores: [0], margin: [-4.44e-16], predicted: [1] };
  assert.equal(
    page.leftOutText({ O: 3, classes: ["1", "2"] }, told, 0),
    "without this point: margin 0, a tie, an error: class 2",
  );
  assert.match(
    page.leftOutText({ O: 3, classes: ["1", "2"] }, { ...told, margin: [-0.25] }, 0),
    /margin −0\.250, a tie/,
  );
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
