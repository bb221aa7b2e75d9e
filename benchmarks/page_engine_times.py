"""How long the page's engine takes in Node, beside the sketch that settled the design and Python in the same run.

    python benchmarks/page_engine_times.py [repetitions, 15]

Processor time, medians of warm code in milliseconds (the compiler's threads count, so the first runs are dropped); the
named problem of the design, ``datasets.overlapping(200, random_state=0)``, Gaussian kernel, σ = 1; three classes with
150 points. The sketch's figures are those of design section 10, on another day: a ratio to them is a quoted one.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import numpy as np
from timing import seconds

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, regularization_path
from svmlab.page import modules

SKETCH = {  # design, section 10: m = 200, two classes
    "fit, C = 1": 0.4, "fit, C = 100": 1.9, "moved point, C = 1": 0.1, "moved point, C = 100": 0.1,
    "all leave-one-out, C = 1": 6.0, "all leave-one-out, C = 100": 15.0, "path, four decades": 2.6,
    "leave-one-out curve, four decades": 250.0,
}  # fmt: skip
SCRIPT = """
import { readFileSync } from "node:fs";
const page = await import(process.argv[1]);
const { X, y, Q, repetitions } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const kernel = { name: "gaussian", sigma: 1 };
const made = (C) => new page.MachineEngine({ X, y, Q, kernel, C });
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const told = {};
function measure(name, work, times = repetitions, warm = 5) {
  const spent = [];
  for (let i = 0; i < times + warm; i++) { const start = cpu(); work(i); if (i >= warm) spent.push(cpu() - start); }
  told[name] = spent;
}
const start = performance.now();
made(1);
told.first = [performance.now() - start];
for (const C of [1, 100]) {
  measure(`fit, C = ${C}`, () => made(C), 4 * repetitions, 30);
  const engine = made(C);
  measure(`moved point, C = ${C}`, (i) => {
    const p = (7 * i) % y.length;
    engine.movePoint(p, engine.X[2 * p] + 0.03 * Math.cos(i), engine.X[2 * p + 1] + 0.03 * Math.sin(i));
  }, 20 * repetitions, 100);
  measure(`added and removed, C = ${C}`, () => { engine.addPoint(0.1, 0.2, 0); engine.removePoint(y.length); });
  measure(`sigma, C = ${C}`, (i) => engine.setKernel({ ...kernel, sigma: 1 + 0.01 * (i % 9) }));
  const fresh = made(C);
  measure(`all leave-one-out, C = ${C}`, () => fresh.leaveOneOut().finish());
}
const engine = made(1);
measure("path, four decades", () => engine.path(0.01, 100).finish());
measure("leave-one-out curve, four decades", () => engine.errorCurve(0.01, 100).finish(), 3, 1);
console.log(JSON.stringify(told));
"""


def in_node(data, repetitions):
    """{what: [ms]} of the page's engine."""
    codes = np.unique(data.y, return_inverse=True)[1]
    problem = {"X": data.X.ravel().tolist(), "y": codes.tolist(), "Q": int(codes.max()) + 1, "repetitions": repetitions}
    with tempfile.TemporaryDirectory() as folder:
        module, file = Path(folder, "engine.mjs"), Path(folder, "problem.json")
        module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")
        file.write_text(json.dumps(problem), encoding="utf-8")
        command = ["node", "--input-type=module", "-e", SCRIPT, module.as_uri(), str(file)]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def in_python(data, repetitions):
    """{what: ms} of Python, the median of a few runs."""
    kind = BiclassSVM if len(set(data.y)) == 2 else MulticlassSVM
    made = lambda C: kind(C=C, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)  # noqa: E731
    told = {}

    def measure(name, work):
        told[name] = 1e3 * median(seconds(work)[0] for _ in range(repetitions))

    for C in (1.0, 100.0):
        svm = made(C)
        measure(f"fit, C = {C:g}", lambda C=C: made(C))
        moved = data.X.copy()
        moved[7] += 0.02
        measure(f"moved point, C = {C:g}", lambda svm=svm, moved=moved: svm.refit(moved, data.y))
        measure(f"all leave-one-out, C = {C:g}", lambda svm=svm: leave_one_out(svm))
    measure("path, four decades", lambda: regularization_path(made(1.0), 0.01, 100.0))
    return told


def main(repetitions=15):
    problems = {
        "two classes, m = 200": (datasets.overlapping(200, random_state=0), SKETCH),
        "three classes, m = 150": (datasets.overlapping(150, random_state=0, n_classes=3), {}),
    }
    for name, (data, sketch) in problems.items():
        page, python = in_node(data, repetitions), in_python(data, 5)
        print(f"{name} (the first fit ever: {page.pop('first')[0]:.0f} ms of clock)")
        print(f"{'':36s}{'median':>9s}{'90 %':>9s}{'sketch':>9s}{'Python':>9s}  ms")
        for what, spent in page.items():
            figures = [median(spent), float(np.quantile(spent, 0.9)), sketch.get(what), python.get(what)]
            print(f"{what:36s}" + "".join(f"{v:9.2f}" if v is not None else f"{'':9s}" for v in figures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
