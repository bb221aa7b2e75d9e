// Which keys step through a lecture, and that the newest wish is the one that counts.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = await import(process.env.SVMLAB_MODULE.replace(/[^/]*$/, "lecture.mjs"));

/** A key pressed in an element that stands within these. */
const pressed = (key, within = [], more = {}) => ({
  key,
  defaultPrevented: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  target: { closest: (selector) => within.find((one) => selector.includes(one)) ?? null },
  ...more,
});

test("a clicker's keys step whatever has the focus, and whatever has used them", () => {
  for (const within of [[], [".svm-plane"], ["input"], ["textarea"], ["select"]]) {
    const more = { defaultPrevented: true };
    assert.deepEqual(
      ["PageDown", "PageUp"].map((key) => page.stepOfPageKey(pressed(key, within, more))),
      ["next", "previous"],
    );
  }
  for (const key of ["ArrowRight", "Home", "n"]) assert.equal(page.stepOfPageKey(pressed(key)), null);
  assert.equal(page.stepOfPageKey(pressed("PageDown", [], { ctrlKey: true })), null);
});

test("three letters step, where they are not typed or used", () => {
  assert.deepEqual(
    ["n", "p", "r"].map((key) => page.stepOfLetter(pressed(key))),
    ["next", "previous", "reset"],
  );
  for (const key of ["ArrowRight", "N", "a"]) assert.equal(page.stepOfLetter(pressed(key)), null);
  assert.equal(page.stepOfLetter(pressed("n", [".svm-plane"])), "next");
  for (const within of ["textarea", "select"]) assert.equal(page.stepOfLetter(pressed("n", [within])), null);
  assert.equal(page.stepOfLetter(pressed("r", [], { ctrlKey: true })), null);
  const used = pressed("n", [".svm-plane"], { defaultPrevented: true });
  assert.equal(page.stepOfLetter(used), null, "the plane has used it to give a point another class");
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

/** A lecture in a page without Python; what it has built and shows, and the addresses it has had. */
function lectureOnDisk(count, address = "") {
  const log = [];
  const mores = [];
  const state = {
    live: false,
    scenes: Array.from({ length: count }, (_, k) => ({ name: `${k}`, caption: "" })),
    answer: { turn: 0, page: null, number: null, at: 0, error: null },
    address,
    remember: (own) => log.push(own),
    build: (k, more) => {
      log.push(`build ${k}`);
      mores[k] = more;
      return { show: (shown) => shown && log.push(`show ${k}`), remove: () => log.push(`remove ${k}`) };
    },
  };
  const model = { get: (name) => state[name], set: (name, value) => (state[name] = value) };
  return { session: new page.LectureSession(model), log, mores };
}

test("without Python a scene is built when it is first shown, stays as it was left, and begins anew on demand", () => {
  const { session, log } = lectureOnDisk(3);
  assert.deepEqual(log.splice(0), ["build 0", "show 0", "#scene=1"]);
  session.step("next");
  assert.ok(!session.busy);
  assert.ok(!session.wantsNext);
  assert.deepEqual(log.splice(0), ["build 1", "show 1", "#scene=2"]);
  session.step("previous");
  assert.deepEqual(log.splice(0), ["show 0", "#scene=1"]);
  session.step("reset");
  assert.deepEqual(log.splice(0), ["remove 0", "build 0", "show 0", "#scene=1"]);
  session.dispose();
});

test("the address of a lecture on disk opens it at its scene, as that was left", () => {
  const { session, log, mores } = lectureOnDisk(3, "#scene=2&v=1&C=7&kernel=linear");
  assert.deepEqual(log.splice(0, 2), ["build 1", "show 1"]);
  assert.equal(mores[1].address, "#v=1&C=7&kernel=linear");
  mores[1].remember("#v=1&C=8&kernel=linear");
  session.step("next");
  session.step("previous");
  assert.equal(log.at(-1), "#scene=2&v=1&C=8&kernel=linear");
  for (const wrong of ["#scene=4", "#scene=0", "#v=1&C=1", "#scene=x"]) {
    const other = lectureOnDisk(3, wrong).session;
    assert.equal(other.at, 0, wrong);
    other.dispose();
  }
  session.dispose();
});
