// Procedures in the page: their states against Python's, where a player goes, and the square of an SMO step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, number, revived } from "./harness.mjs";
import { fakeModel } from "./model.mjs";

const page = await import(new URL("./learning.mjs", process.env.SVMLAB_MODULE));
const all = fixtures.procedures.map((one) => ({
  ...one,
  machine: page.unpackMachine(revived(one.machine)),
  run: page.unpackRun(revived(one.run)),
}));
const smo = all.filter(({ name }) => name.startsWith("SMO"));

test("every state scores the points as Python does", () => {
  for (const { name, machine, run, scores } of all) {
    for (let k = 0; k < run.length; k += 5) {
      const solution = page.solutionOfState(machine, run, k);
      close(page.trainingScores(machine, solution), scores[k], `${name}, state ${k}`);
    }
  }
});

test("the next change of sets is the one that Python sees", () => {
  for (const { name, machine, run, following } of all.filter((one) => !one.name.startsWith("Pegasos"))) {
    const found = following.map((_, k) => page.nextChange(machine, run, k));
    assert.deepEqual(found, following, name);
  }
});

test("the level curves of a step are those of the dual: its height is what Q gained", () => {
  for (const { run, duals } of smo) {
    run.moves.forEach((move, k) => {
      if (!move || run.step[k] !== run.step[k - 1] + 1) return;
      close([page.heightOf(move, ...move.before)], [0]);
      close([page.heightOf(move, ...move.after)], [duals[k] - duals[k - 1]], `step ${k}`);
    });
  }
});

test("the line of a step lies in the square, goes through the step and is highest at its top", () => {
  for (const { run } of smo) {
    for (const move of run.moves.filter(Boolean)) {
      const ends = page.segmentOfMove(move, run.C);
      for (const value of ends.flat()) assert.ok(value >= -1e-9 && value <= run.C * (1 + 1e-9));
      const [[x0, y0], [x1, y1]] = ends;
      const [x, y] = move.after;
      close([(x - x0) * (y1 - y0)], [(y - y0) * (x1 - x0)], "on the line");
      for (const end of ends) assert.ok(page.heightOf(move, ...end) <= page.heightOf(move, ...move.after) + 1e-9);
    }
  }
});

test("a run beside another stands where it has cost no more", () => {
  const run = { passes: [0, 1, 2, 5], length: 4 };
  assert.deepEqual(
    [0, 0.5, 1, 4.9, 5, 99].map((value) => page.stateAt(run, "passes", value)),
    [0, 0, 1, 2, 3, 3],
  );
});

test("a step in words says what it cost, and whether it was clipped", () => {
  const { run } = smo[0];
  const k = run.moves.findIndex(Boolean);
  const text = page.procedureText("SMO", run, k);
  for (const part of [run.what[k], "step 1 of", "kernel evaluations", "Q = ", "the optimum is"])
    assert.ok(text.includes(part), `${part} in ${text}`);
  const clipped = smo.flatMap(({ run: { moves } }) => moves).filter(Boolean);
  const texts = clipped.map(page.moveText);
  assert.ok(texts.some((one) => one.includes("clipped")) && texts.some((one) => one.includes("inside")));
});

/** A session over the first run of SMO, and a clock in the hands of the test. */
function began() {
  const { machine, run } = fixtures.procedures[0];
  const { model, values } = fakeModel({
    machine: { ...revived(machine), epoch: 1 },
    runs: { SMO: revived(run) },
    procedure: "SMO",
    beside: "",
    step: 0,
    setting: { data: "overlapping", kernel: "gaussian", C: number(run.C), seed: 0 },
    menus: {},
  });
  return { session: new page.LearningSession(model), values };
}

test("the player steps, jumps and stays within the run", () => {
  const { session, values } = began();
  const last = session.run.length - 1;
  session.by(-1);
  assert.equal(values.step, last);
  session.by(1);
  assert.equal(values.step, 0);
  session.to(3);
  assert.equal(session.at, 3);
  session.to(last + 5);
  assert.equal(values.step, last);
  session.to(0);
  session.toNextChange();
  assert.equal(session.at, fixtures.procedures[0].following[0]);
});

test("play goes on by itself to the end, and begins anew from there", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { session } = began();
  const last = session.run.length - 1;
  session.play();
  context.mock.timers.tick(1000 / session.speed);
  assert.equal(session.at, 1);
  session.pause();
  context.mock.timers.tick(5000);
  assert.equal(session.at, 1);
  session.to(last - 1);
  session.play();
  context.mock.timers.tick(1000 / session.speed);
  assert.ok(!session.playing && session.at === last);
  session.play();
  assert.ok(session.playing && session.at === 0);
  session.dispose();
});

test("another procedure begins at its first state, and is waited for where Python has still to run it", () => {
  const { session, values } = began();
  session.to(4);
  session.choose("procedure", "chunking");
  assert.equal(values.step, 0);
  assert.equal(session.run, undefined);
  session.to(2);
  assert.equal(session.at, 0);
  values.runs = { ...values.runs, chunking: revived(fixtures.procedures[1].run) };
  session.hear();
  assert.ok(session.run.length > 1);
});
