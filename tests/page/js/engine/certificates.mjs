// What the engine says of the machines that Python asks for, one of them on each line of the input, one answer on each line.
import { readFileSync } from "node:fs";

const page = await import(process.env.SVMLAB_ENGINE);

for (const line of readFileSync(0, "utf8").trim().split("\n")) console.log(JSON.stringify(answer(JSON.parse(line))));

function answer({ C, leftOut, moved, place, ...problem }) {
  let engine;
  try {
    engine = new page.MachineEngine({ ...problem, C: C === "inf" ? Infinity : C });
  } catch (error) {
    return { raised: error.message };
  }
  if (moved) engine.movePoint(moved.i, ...moved.x);
  const { certified, gap, kkt, text, dual, squaredNorm } = engine.solution;
  const { alpha, upper } = page.solutionOf(engine.active); // by the variables of the program
  const numbers = { gap: finite(gap), kkt: finite(kkt), alpha: Array.from(alpha), upper: Array.from(upper, finite) };
  const report = leftOut ? engine.leaveOneOut().finish() : null;
  const machine = { ...engine, m: engine.y.length, O: engine.outputs };
  const f =
    place && Array.from(page.scoresAt(machine, { ...engine.solution, pointStatus: engine.solution.status }, ...place));
  return { certified, text, dual, squaredNorm, ...numbers, report, f };
}

/** JSON has no infinity. */
function finite(value) {
  return Number.isFinite(value) ? value : 1e300;
}
