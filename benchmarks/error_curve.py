"""The leave-one-out errors for every C: against 41 separate leave-one-outs, and against the page's engine in Node.

    python benchmarks/error_curve.py [largest m, 200 by default]

Processor time on one core, all in one run; ``datasets.overlapping(m, random_state=0)``, Gaussian kernel, σ = 1, C over
the four decades from 0.01 to 100. The page's curve is that of warm code. Budgets of the design, for two classes and
m = 100 and 200: 0.1 s and 0.75 s where the 41 values took 0.29 s and 0.55 s, hence ratios of 0.34 and 1.36; and at most
three times the page's curve. The errors at the 41 values must be those of the curves, and both curves the same.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import seconds

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, regularization_path
from svmlab.page import modules

C_MIN, C_MAX = 0.01, 100.0
GRID = np.geomspace(C_MIN, C_MAX, 41).clip(C_MIN, C_MAX)
BUDGET = {100: 0.1 / 0.29, 200: 0.75 / 0.55}  # of the ratio to the 41 values, two classes
SCRIPT = """
import { readFileSync } from "node:fs";
const page = await import(process.argv[1]);
const { X, y, Q, C_min, C_max } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const engine = new page.MachineEngine({ X, y, Q, kernel: { name: "gaussian", sigma: 1 }, C: 1 });
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
let [least, curve] = [Infinity, null];
for (let i = 0; i < 4; i++) {
  const start = cpu();
  curve = engine.errorCurve(C_min, C_max).finish();
  if (i > 0) least = Math.min(least, cpu() - start);
}
console.log(JSON.stringify({ spent: least, C: [...curve.C], counts: [...curve.counts] }));
"""


def in_node(data):
    """{spent, C, counts} of the page's engine."""
    codes = np.unique(data.y, return_inverse=True)[1]
    problem = {"X": data.X.ravel().tolist(), "y": codes.tolist(), "Q": int(codes.max()) + 1}
    with tempfile.TemporaryDirectory() as folder:
        module, file = Path(folder, "engine.mjs"), Path(folder, "problem.json")
        module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")
        file.write_text(json.dumps({**problem, "C_min": C_MIN, "C_max": C_MAX}), encoding="utf-8")
        command = ["node", "--input-type=module", "-e", SCRIPT, module.as_uri(), str(file)]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def at_41(svm):
    """The counts at the values of the grid, each by leaving every point out there."""
    path = regularization_path(svm, C_MIN, C_MAX)
    return [leave_one_out(path.model_at(C)).n_errors for C in GRID]


def row(m, Q):
    data = datasets.overlapping(m, random_state=0, n_classes=Q)
    machine = BiclassSVM if Q == 2 else MulticlassSVM
    svm = machine(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    ours, curve = seconds(lambda: leave_one_out.along_path(svm, C_MIN, C_MAX), repeat=3)
    values, counts = seconds(lambda: at_41(svm), repeat=3)
    page = in_node(data)
    same = np.allclose(page["C"], curve.C, rtol=1e-7) and page["counts"] == curve.counts.tolist()
    right = counts == [curve.count_at(C) for C in GRID]
    budget = f"{BUDGET[m]:.2f}" if Q == 2 and m in BUDGET else ""
    print(
        f"{Q:2} {m:5} {len(curve.points):12} {ours:8.3f} {values:8.3f} {ours / values:6.2f} {budget:>7}"
        f" {page['spent']:8.3f} {ours / page['spent']:6.2f} {min(counts):7} {curve.n_errors:7}"
        f" {curve.residual:9.0e}{'' if same and right else '  THEY DIFFER'}",
        flush=True,
    )


def main(largest=200):
    print(f"{'Q':>2} {'m':>5} {'breakpoints':>12} {'svmlab':>8} {'41':>8} {'ratio':>6} {'budget':>7}", end="")
    print(f" {'page':>8} {'ratio':>6} {'grid':>7} {'fewest':>7} {'residual':>9}")
    for Q, sizes in ((2, (40, 100, 200, 500)), (3, (60, 100, 150))):
        for m in sizes:
            if m <= largest:
                row(m, Q)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
