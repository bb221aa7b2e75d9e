// The bounds that the page finds of the machines that Python asks for, one of them on each line of the input, one answer on
// each line: at C, or along [C_min, C_max].
import { readFileSync } from "node:fs";

const page = await import(process.env.SVMLAB_MODULE);

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { X, y, kernel, C, range } = JSON.parse(line);
  const engine = new page.MachineEngine({ X, y, Q: 2, kernel, C: C === "inf" ? Infinity : C });
  console.log(JSON.stringify(range ? along(engine, range) : atC(engine)));
}

function atC(engine) {
  const { errors } = engine.leaveOneOut().finish();
  const common = finished(page.commonOf(engine.program));
  const { bounds, facts } = finished(page.boundsOf(engine.active, engine.solution, errors, common));
  const { certified, alpha, status, ballOfPoints: ball } = facts;
  const told = bounds
    .map((bound) => page.boundInWords(bound, facts))
    .map(({ value, terms, ...bound }) => {
      return { ...bound, value: String(value), terms: Array.from(terms, String) };
    });
  return {
    certified,
    alpha: Array.from(alpha),
    status: Array.from(status),
    bounds: told,
    ball: { ...ball, beta: Array.from(ball.beta) },
  };
}

function along(engine, range) {
  const curve = engine.errorCurve(...range).finish();
  const common = finished(page.commonOf(engine.program));
  const who = (C) => page.errorsAt(curve, C);
  const { done, limit } = finished(page.boundsAlong(engine.program, common, page.gridOf(...range), who));
  const labelOf = (name) => page.BOUNDS_TOLD[name].label;
  const found = done.map(({ C, ...more }) => ({ at: C, ...more }));
  const curves = page.curvesOf(found, { m: engine.program.m, total: done.length, labelOf });
  return { curves, grid: page.gridOf(...range), limit: limit?.bounds.map(({ name, value }) => [name, value]) };
}

function finished(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
