// Which keys step through a lecture, and that the newest wish is the one that counts.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = await import(process.env.SVMLAB_MODULE.replace(/[^/]*$/, "lecture.mjs"));

/** A key pressed in an element that stands within these. */
const pressed = (key, within = [], more = {}) =>
  page.stepOfKey({
    key,
    defaultPrevented: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    target: { closest: (selector) => within.find((one) => selector.includes(one)) ?? null },
    ...more,
  });

test("a clicker's keys and three letters step", () => {
  const steps = ["PageDown", "n", "PageUp", "p", "r"].map((key) => pressed(key));
  assert.deepEqual(steps, ["next", "next", "previous", "previous", "reset"]);
  for (const key of ["ArrowRight", "ArrowLeft", "Home", "N", "a"]) assert.equal(pressed(key), null);
});

test("what the plane, a slider or a menu needs stays with it", () => {
  for (const within of [".svm-plane", "input[type=range]", "[role=slider]", "select"]) {
    assert.equal(pressed("PageDown", [within]), null, within);
  }
  assert.equal(pressed("n", [".svm-plane"]), "next");
  assert.equal(pressed("n", ["textarea"]), null);
  assert.equal(pressed("n", ["select"]), null);
  assert.equal(pressed("r", [], { ctrlKey: true }), null);
  assert.equal(
    pressed("n", [], { defaultPrevented: true }),
    null,
    "the plane has used it to give a point another class",
  );
});

function lecture(names) {
  const sent = [];
  const state = {
    scenes: names.map((name) => ({ name, caption: "" })),
    answer: { turn: 1, page: null, number: null, at: 0, error: null, built: [0] },
  };
  const model = { get: (name) => state[name], send: (question) => sent.push(question) };
  const session = new page.LectureSession(model);
  const answer = (number, at, turn) => {
    state.answer = { turn, page: session.conversation.page, number, at, error: null, built: [0, at] };
    session.hear();
  };
  return { session, sent, answer };
}

test("of many quick steps the last one is asked for, and none leads beyond the ends", () => {
  const { session, sent, answer } = lecture(["a", "b", "c", "d"]);
  session.step("previous");
  assert.deepEqual(sent, []);
  for (let k = 0; k < 5; k++) session.step("next");
  assert.equal(session.at, 3);
  answer(1, 1, 2);
  assert.equal(session.at, 3, "an answer to an older question does not take the reader back");
  assert.deepEqual(
    sent.map(({ to }) => to),
    [1, 3],
  );
  answer(2, 3, 3);
  assert.equal(session.at, 3);
  assert.ok(!session.busy);
  session.dispose();
});

test("the next scene is made ready once", () => {
  const { session, sent, answer } = lecture(["a", "b"]);
  session.prepare();
  assert.deepEqual(
    sent.map(({ type, k }) => [type, k]),
    [["prepare", 1]],
  );
  answer(1, 1, 2);
  session.prepare();
  assert.equal(sent.length, 1);
  session.dispose();
});

test("a lecture waits for the first word of Python", () => {
  const sent = [];
  const model = { get: (name) => (name === "answer" ? {} : []), send: (question) => sent.push(question) };
  const session = new page.LectureSession(model);
  assert.equal(session.at, undefined);
  assert.deepEqual(sent, []);
  session.dispose();
});
