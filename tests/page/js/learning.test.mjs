// Procedures in the page: their states against Python's, where a player goes, and the square of an SMO step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, fixtures, revived } from "./harness.mjs";
import { fakeModel } from "./model.mjs";

const page = await import(new URL("./learning.mjs", process.env.SVMLAB_MODULE));
const all = fixtures.procedures.map((one) => {
  const machine = page.unpackMachine(revived(one.machine));
  const asked = { X: machine.X, y: machine.y, kernel: machine.kernel, C: one.C };
  const run = one.told ? page.unpackRun(revived(one.told)) : page.runOf(one.name, asked, null);
  return { ...one, asked, machine, run };
});
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
  const text = page.procedureText("SMO", { ...run, optimum: 1 }, k);
  for (const part of [run.what[k], "step 1 of", "kernel evaluations", "Q = ", "the optimum is"])
    assert.ok(text.includes(part), `${part} in ${text}`);
  const clipped = smo.flatMap(({ run: { moves } }) => moves).filter(Boolean);
  const texts = clipped.map(page.moveText);
  assert.ok(texts.some((one) => one.includes("clipped")) && texts.some((one) => one.includes("inside")));
});

const SETTING = { data: "overlapping", kernel: "gaussian", C: all[0].C, rate: null, seed: 0 };
const LINEAR = { name: "linear" };

/** A session over the points of the first run, and a clock in the hands of the test. */
function began({ live = true, ...state } = {}) {
  const { machine } = fixtures.procedures[0];
  const { model, values } = fakeModel({
    live,
    machine: { ...revived(machine), epoch: 1, drawn: { data: "overlapping", seed: 0 } },
    kernels: { gaussian: revived(machine).kernel, linear: LINEAR },
    samples: { m: 12, parameters: { overlapping: { n_classes: 2 }, moons: { noise: 0.2 } }, own: null },
    runs: {},
    procedure: "SMO, second order",
    beside: "",
    step: 0,
    setting: SETTING,
    menus: {},
    ...state,
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
  assert.equal(session.at, all[0].following[0]);
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

test("another procedure begins at its first state", () => {
  const { session, values } = began();
  session.to(4);
  session.choose("procedure", "chunking");
  assert.equal(values.step, 0);
  assert.ok(session.run.length > 1);
});

test("what only Python runs is waited for, and belongs to its setting", () => {
  const interior = fixtures.procedures.find(({ told }) => told);
  const { session, values } = began({ procedure: "interior point" });
  assert.equal(session.run, undefined);
  session.to(2);
  assert.equal(session.at, 0);
  values.runs = { "interior point": { ...revived(interior.told), setting: { data: "overlapping", C: SETTING.C } } };
  session.announce();
  assert.ok(session.run.length > 1);
  close([session.run.optimum], [interior.optimum]);
  session.learn({ C: 7 });
  assert.equal(session.run, undefined);
  session.learn({ C: SETTING.C, rate: 0.1 });
  assert.ok(session.run.length > 1);
  for (const live of [true, false]) assert.ok(page.awaitedText("interior point", live).includes("interior point"));
});

test("another C is learnt at once; who stood at the end stands there again", () => {
  const { session } = began();
  session.to(3);
  session.learn({ C: 2 * SETTING.C });
  assert.equal(session.at, 3);
  session.toEnd();
  for (const change of [{ C: 0.05 }, { kernel: "linear" }]) {
    session.learn(change);
    assert.equal(session.at, session.run.length - 1);
    close([session.run.dual.at(-1)], [session.run.optimum], "the optimum", 4);
  }
  assert.equal(session.machine.kernel, LINEAR);
});

test("the rate is that of the procedures that have one", () => {
  const { session } = began({ procedure: "projected ascent" });
  assert.equal(session.usualRate, "1/λ");
  const usual = session.run;
  session.learn({ rate: 1e-4 });
  assert.ok(session.run.dual.at(-1) < usual.dual.at(-1));
  session.choose("procedure", "chunking");
  assert.equal(session.usualRate, undefined);
  session.choose("beside", "naive ascent, no b");
  assert.equal(session.usualRate, "1/κ(xᵢ, xᵢ)");
});

test("without Python the page draws the points itself, and knows those that it was made with", () => {
  const { session } = began({ live: false });
  const own = session.machine.X;
  session.learn({ seed: 1 });
  assert.equal(session.machine.m, 12);
  assert.ok(session.run.ends);
  session.learn({ data: "moons", seed: 0 });
  assert.equal(session.machine.y.length, 12);
  session.learn({ data: "overlapping" });
  assert.equal(session.machine.X, own);
  const waiting = began().session;
  waiting.learn({ seed: 1 });
  close(waiting.machine.X, own, "until Python has sent others");
});

test("a gap is told in a few characters", () => {
  const cases = { 1: "100 %", 0.0342: "3.4 %", 0.00342: "0.34 %", 3.2e-7: "10⁻⁷", 0: "0", [-1e-18]: "0" };
  for (const [gap, text] of Object.entries(cases)) assert.equal(page.gapText(Number(gap)), text);
  assert.equal(page.gapText(NaN), "–");
  const run = { passes: [0.6], evaluations: [12345], step: [3] };
  assert.equal(page.costText(run, 0, "passes"), "0.60 passes");
  assert.equal(page.costText(run, 0, "evaluations"), "12,345 kernel evaluations");
});

test("a run is a table", () => {
  const { run } = smo[0];
  const [head, ...rows] = page.tableText(run).trim().split("\n");
  assert.equal(head, "step,passes,evaluations,dual,primal,gap,violation");
  assert.equal(rows.length, run.length);
  close(
    rows.map((row) => Number(row.split(",")[3])),
    run.dual,
  );
});

test("numbers stand as Python formats them", () => {
  const cases = {
    0: "0",
    1: "1",
    0.5: "0.5",
    1234: "1.23e+03",
    0.000012345: "1.23e−05",
    0.00012345: "0.000123",
    99.96: "100",
  };
  for (const [value, text] of Object.entries(cases)) assert.equal(page.general(Number(value)), text);
  assert.equal(page.general(1e-6, 6), "1e−06");
});
