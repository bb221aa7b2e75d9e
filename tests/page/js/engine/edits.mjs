// Random edits in a row on one MachineEngine, each tenth compared with a machine trained from scratch: shared by the suite
// and the campaign.
const EVERY = 10;

/** Numbers in [0, 1), the same for the same seed. */
export function uniform(seed) {
  let state = seed % 2147483647 || 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

export function sample(m, Q, seed) {
  const rnd = uniform(seed);
  const normal = () => Math.sqrt(-2 * Math.log(rnd())) * Math.cos(2 * Math.PI * rnd());
  const radius = 1.2 / (2 * Math.sin(Math.PI / Q));
  const X = new Float64Array(2 * m);
  const y = Int32Array.from({ length: m }, (_, i) => i % Q);
  for (let i = 0; i < m; i++) {
    const angle = Math.PI + (2 * Math.PI * y[i]) / Q;
    X[2 * i] = radius * Math.cos(angle) + 0.7 * normal();
    X[2 * i + 1] = radius * Math.sin(angle) + 0.7 * normal();
  }
  return { X, y, Q };
}

/** {edits, kinds; scores, objective, kkt: the largest seen; how many were uncertified, refused, inseparable} of so many. */
export function walk(page, { edits, seed, Q, m, kernel, C = 1 }) {
  const rnd = uniform(seed + 7);
  const any = (n) => Math.floor(rnd() * n);
  const engine = new page.MachineEngine({ ...sample(m, Q, seed), kernel }); // C = inf comes with the first slide
  const told = {
    edits: 0,
    kinds: {},
    scores: 0,
    objective: 0,
    kkt: 0,
    uncertified: 0,
    refused: 0,
    compared: 0,
    inseparable: 0,
    foundSeparable: 0,
  };
  const kinds = {
    nudge: (i) => engine.movePoint(i, engine.X[2 * i] + 0.2 * (rnd() - 0.5), engine.X[2 * i + 1] + 0.2 * (rnd() - 0.5)),
    throw: (i) => engine.movePoint(i, 6 * (rnd() - 0.5), 6 * (rnd() - 0.5)),
    lattice: (i) => engine.movePoint(i, any(7) - 3, any(7) - 3),
    ontoAnother: (i, j) => engine.movePoint(i, engine.X[2 * j], engine.X[2 * j + 1]),
    add: () =>
      engine.y.length < 1.5 * m
        ? engine.addPoint(4 * (rnd() - 0.5), 4 * (rnd() - 0.5), any(Q), any(engine.y.length))
        : engine.removePoint(0),
    remove: (i) => (engine.y.length > 0.6 * m ? engine.removePoint(i) : engine.solution),
    relabel: (i) => engine.relabelPoint(i, any(Q)),
    slide: () => engine.setC(C === Infinity ? C : Math.min(100, Math.max(0.01, engine.C * 10 ** (rnd() - 0.5)))),
    jump: () => engine.setC(C === Infinity && rnd() < 0.7 ? C : 10 ** (4 * rnd() - 2)),
    width: () =>
      engine.setKernel(
        kernel.sigma
          ? { ...kernel, sigma: Math.min(3, Math.max(0.3, engine.kernel.sigma * 1.5 ** (rnd() - 0.5))) }
          : kernel,
      ),
  };
  const names = Object.keys(kinds);
  for (let edit = 1; edit <= edits; edit++) {
    const name = names[any(names.length)];
    told.kinds[name] = (told.kinds[name] ?? 0) + 1;
    try {
      kinds[name](any(engine.y.length), any(engine.y.length));
    } catch (error) {
      if (error instanceof page.NotSeparable) {
        told.inseparable++;
        if (edit % EVERY === 0) told.foundSeparable += isSeparable(page, engine) ? 1 : 0;
      } else if (!(error instanceof RangeError))
        throw error; // a class without a point
      else told.refused++;
      continue;
    } finally {
      told.edits++;
    }
    if (engine.solution === null) continue;
    told.kkt = Math.max(told.kkt, engine.solution.kkt, engine.solution.gap);
    if (!engine.solution.certified) told.uncertified++;
    if (edit % EVERY === 0) compareWithScratch(page, engine, told);
  }
  return told;
}

function compareWithScratch(page, { X, y, Q, kernel, C, solution }, told) {
  const cold = new page.MachineEngine({ X, y, Q, kernel, C }).solution;
  const largest = cold.margins.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  cold.margins.forEach(
    (value, v) => (told.scores = Math.max(told.scores, Math.abs(value - solution.margins[v]) / largest)),
  );
  told.objective = Math.max(told.objective, Math.abs(cold.dual - solution.dual) / Math.max(1, Math.abs(cold.dual)));
  told.compared++;
}

function isSeparable(page, { X, y, Q, kernel, C }) {
  try {
    return new page.MachineEngine({ X, y, Q, kernel, C }).solution !== null;
  } catch {
    return false;
  }
}
