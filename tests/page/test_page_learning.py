"""The procedures that the page plays, in Node, against Python's: the same states on drawn problems."""

import json
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from svmlab import BiclassSVM, kernels
from svmlab.explorers import learning_runs
from svmlab.learning import chunking
from svmlab.learning.chance import Chance
from svmlab.page import constants, modules, wire_format

SCRIPT = Path(__file__).parent / "js" / "learning" / "runs.mjs"
PROBLEMS = range(24)
CLOSE = 1e-9
KERNELS = kernels.Linear(), kernels.Gaussian(1.0), kernels.Gaussian(0.4), kernels.Polynomial(2)
COLUMNS = {
    "step": "step", "passes": "passes", "evaluations": "evaluations", "dual": "dual", "primal": "primal",
    "gap": "relative_gap", "violation": "violation", "b": "b",
}  # fmt: skip


def drawn(number):
    """(X, y, kernel, C, rate) of this number: 6 to 30 points of two classes that overlap, or do not."""
    rng = np.random.default_rng([7, number])
    m = int(rng.integers(6, 31))
    y = rng.permutation(np.concatenate([[0, 1], rng.integers(0, 2, m - 2)]))
    X = rng.normal(size=(m, 2)) + float(rng.choice([0.7, 1.5, 4.0])) * rng.normal(size=(2, 2))[y]
    rate = None if number % 3 else float(rng.choice([0.01, 0.3]))
    return X, y, KERNELS[number % len(KERNELS)], float(rng.choice([0.05, 0.3, 1.0, 10.0])), rate


def without_digits(text):
    """A sentence without the decimals that it was given, whose last digit may be rounding."""
    return re.sub(r"(?<![₀-₉\w])-?[\d.]+(e[+-]\d+)?(?![\w])", "#", text.replace("−", "-"))


@pytest.fixture(scope="session")
def in_page(node, tmp_path_factory):
    """{(number, name): run} of the page."""
    folder = tmp_path_factory.mktemp("learning")
    module, problems = folder / "learning.mjs", folder / "problems.jsonl"
    module.write_text(modules.joined("learning/catalogue.js"), encoding="utf-8")
    lines = []
    for number in PROBLEMS:
        X, y, kernel, C, rate = drawn(number)
        asked = {"X": X.ravel().tolist(), "y": y.tolist(), "kernel": wire_format.page_kernel(kernel), "C": C}
        lines.append(json.dumps({**asked, "rate": rate}))
    problems.write_text("\n".join(lines), encoding="utf-8")
    environment = {**os.environ, "SVMLAB_MODULE": module.as_uri(), "SVMLAB_PROBLEMS": str(problems)}
    run = subprocess.run([node, str(SCRIPT)], env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-3000:]
    runs = [json.loads(line) for line in run.stdout.splitlines()]
    names = list(dict.fromkeys(one["name"] for one in runs))
    return {(k // len(names), one["name"]): one for k, one in enumerate(runs)}


NAMES = [name for name in learning_runs.PROCEDURES if name not in learning_runs.OF_PYTHON]


@pytest.mark.node
@pytest.mark.xdist_group("procedures of the page")
@pytest.mark.parametrize("name", NAMES)
def test_the_states_of_the_page_are_those_of_python(name, in_page):
    for number in PROBLEMS:
        X, y, kernel, C, rate = drawn(number)
        states = learning_runs.run(name, BiclassSVM(C=C, kernel=kernel).fit(X, y), rate)
        run = in_page[number, name]
        if name == "chunking" and not isinstance(kernel, kernels.Gaussian):
            assert_the_same_end(run, states)
            continue
        what = f"{name}, problem {number}"
        assert [without_digits(told) for told in run["what"]] == [without_digits(state.what) for state in states], what
        for column, source in COLUMNS.items():
            ours = np.array([getattr(state, source) for state in states], dtype=float)
            theirs = np.array(run[column], dtype=float)
            scale = max(1.0, np.nanmax(np.abs(ours)))
            np.testing.assert_allclose(theirs, ours, rtol=0, atol=CLOSE * scale, err_msg=f"{what}, {column}")
        signs = states[0].problem.signs
        alpha = np.array([signs * state.coefficients[:, 0] for state in states])
        np.testing.assert_allclose(np.reshape(run["alpha"], alpha.shape), alpha, rtol=0, atol=CLOSE * max(C, 1.0))
        m = len(y)
        assert run["looked"] == [[] if len(s.looked_at) >= m else list(s.looked_at) for s in states], what
        assert run["ends"] == states[-1].done
        assert run["intercept"] == states[0].problem.intercept
        for move, state in zip(run["moves"], states, strict=True):
            assert (move is None) == (state.move is None)
            if move:
                assert move["points"] == list(state.move.variables)
                for place in ("before", "unclipped", "after"):
                    np.testing.assert_allclose(move[place], getattr(state.move, place), atol=CLOSE * C)


def assert_the_same_end(run, states):
    """The working set of chunking follows from α, which is unique where the kernel is strictly positive definite."""
    assert run["what"][:2] == [state.what for state in states[:2]]
    assert run["ends"]
    assert states[-1].done
    assert run["dual"][-1] == pytest.approx(states[-1].dual, rel=CLOSE)
    assert run["primal"][-1] == pytest.approx(states[-1].primal, rel=CLOSE)


@pytest.mark.node
def test_the_page_has_every_procedure_but_those_of_python(in_page):
    assert [name for number, name in in_page if number == 0] == NAMES


def test_constants_of_procedures_are_those_of_python():
    assert constants.TABLE["RISEN"] == chunking.RISEN


def test_a_seed_gives_every_place_alike_and_permutations_have_every_point_once():
    chance = Chance(3)
    counts = np.bincount([chance.below(5) for _ in range(5000)], minlength=5)
    assert (np.abs(counts - 1000) < 150).all()
    assert sorted(chance.permutation(9)) == list(range(9))
    assert chance.choice([4]) == 4
    assert Chance(3).unit() == Chance(3).unit() != Chance(4).unit()
    rng = np.random.default_rng(0)
    assert Chance(rng).unit() != Chance(rng).unit()
