"""The page's engine against Python: a campaign of hostile programs, each written by Python and solved again in Node.

    python benchmarks/page_engine.py [number of programs, 2000] [first number, 0] [edits in a row, 10000]

``python -c "import page_engine; print(page_engine.draw(17))"`` shows a program. Every failure class is printed with the
first few programs; programs that the page cannot certify are counted. Then random edits in a row on one machine, each
tenth compared with a machine trained from scratch.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from engine_programs import draw, fixture, line  # noqa: E402, F401

from svmlab.page import modules  # noqa: E402

PATIENCE = 60  # seconds that Python may take for a program
JS = HERE.parent / "tests/page/js/engine"
SCRIPT = """
import { createInterface } from "node:readline";
const page = await import(process.argv[1]);
const { examine } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const item = JSON.parse(line);
  let result;
  try { result = examine(page, item); }
  catch (error) { result = { failures: [["raised", error.stack.slice(0, 400)]], done: {} }; }
  console.log(JSON.stringify({ number: item.number, ...result }));
}
"""


def _late(*_):
    raise TimeoutError(f"no answer within {PATIENCE} s")


def run(numbers, told=sys.stderr):
    """(Counter of what was done, {failure class: [(number, detail)]})."""
    done, failures = Counter(), {}
    signal.signal(signal.SIGALRM, _late)
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder, "engine.mjs")
        module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")
        command = ["node", "--input-type=module", "-e", SCRIPT, module.as_uri(), (JS / "programs.mjs").as_uri()]
        node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for count, number in enumerate(numbers):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                signal.alarm(PATIENCE)
                try:
                    item = fixture(int(number))
                except Exception as error:
                    failures.setdefault(f"Python raised {type(error).__name__}", []).append((number, str(error)[:120]))
                    continue
                finally:
                    signal.alarm(0)
            node.stdin.write(line(item) + "\n")
            node.stdin.flush()
            result = json.loads(node.stdout.readline())
            done.update(result["done"])
            for kind, detail in result["failures"]:
                failures.setdefault(kind, []).append((number, detail))
            if count % 200 == 199:
                print(f"{count + 1} programs", file=told, flush=True)
        node.stdin.close()
        node.wait()
    return done, failures


def report(done, failures, shown=6):
    """Print what was done, and each failure class with its first programs."""
    for what, count in sorted(done.items()):
        print(f"{count:8d} {what}")
    for kind, cases in sorted(failures.items(), key=lambda entry: -len(entry[1])):
        numbers = {number for number, _ in cases}
        print(f"{kind}: {len(cases)} times in {len(numbers)} programs")
        for number, detail in cases[:shown]:
            print(f"    {number}: {detail}")


WALKS = (
    {"Q": 2, "m": 40, "kernel": {"name": "gaussian", "sigma": 1}},
    {"Q": 3, "m": 24, "kernel": {"name": "gaussian", "sigma": 1}},
    {"Q": 2, "m": 40, "kernel": {"name": "linear"}},
    {"Q": 4, "m": 24, "kernel": {"name": "polynomial", "gamma": 0.3, "coef0": 1, "degree": 3}},
    {"Q": 2, "m": 24, "kernel": {"name": "gaussian", "sigma": 0.5}, "C": "inf"},
    {"Q": 3, "m": 15, "kernel": {"name": "gaussian", "sigma": 0.6}, "C": "inf"},
)
WALK = """
const page = await import(process.argv[1]);
const { walk } = await import(process.argv[2]);
const given = JSON.parse(process.argv[3]);
console.log(JSON.stringify(walk(page, { ...given, C: given.C === "inf" ? Infinity : 1 })));
"""


def walk(edits):
    """Print what came of so many edits in a row, for a few machines."""
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder, "engine.mjs")
        module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")
        for case in WALKS:
            arguments = [module.as_uri(), (JS / "edits.mjs").as_uri(), json.dumps({**case, "edits": edits, "seed": 1})]
            command = ["node", "--input-type=module", "-e", WALK, *arguments]
            told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            del told["kinds"]
            print(f"{case['kernel']['name']}, Q = {case['Q']}{', C = inf' * ('C' in case)}: {told}")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    count, first, edits = given + [2000, 0, 10000][len(given) :]
    report(*run(range(first, first + count)))
    walk(edits)
