"""The page's own engine in Node against Python's, which stays the reference; the whole campaign is in benchmarks."""

import os
import re
import subprocess
from pathlib import Path

import numpy as np
import paths
import pytest
from engine_programs import fixture, line

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, validation
from svmlab.engine import (
    active_set,
    certificate,
    exchanges,
    identical_points,
    program,
    scaled_program,
    solver,
    working_set,
)
from svmlab.exact import error_curve, loo, path, straight
from svmlab.exact import validation as exact_checks
from svmlab.machines import kernel_matrix
from svmlab.page import constants, modules, wire_format

JS = Path(__file__).parent / "js" / "engine"
PROGRAMS = [*range(150), 11236]  # the last: identical points change places on the last piece of a path to infinity
MACHINES = {
    "two classes": (BiclassSVM, datasets.overlapping(40, random_state=1), kernels.Gaussian(sigma=1.0), 1.0),
    "two, a line": (BiclassSVM, datasets.overlapping(30, random_state=2), kernels.Linear(), 0.5),
    "three classes": (MulticlassSVM, datasets.blobs(30, n_classes=3, random_state=0), kernels.Gaussian(), 2.0),
    "four, cubic": (
        MulticlassSVM,
        datasets.blobs(24, n_classes=4, random_state=1),
        kernels.Polynomial(degree=3, gamma=0.5, coef0=1.0),
        0.3,
    ),
}


def machine_fixture(name, estimator, data, kernel, C):
    """A machine, the same with a point moved, a point withdrawn, in the variables of the page."""
    svm = estimator(C=C, kernel=kernel).fit(data.X, data.y)
    page = paths.page_variables(svm.solution_.program)

    def in_page(alpha):
        table = np.zeros(svm.alpha_.size)
        table[page] = alpha
        return table

    i, place = 4, data.X[4] + [0.3, -0.2]
    X = data.X.copy()
    X[i] = place
    moved = estimator(C=C, kernel=kernel).fit(X, data.y)
    p = int(svm.alpha_.reshape(len(data.X), -1).sum(axis=1).argmax())
    own = svm.solution_.program.example == p
    checks = []
    for t in (0.0, 0.13, 0.5, 0.77, 1.0):
        upper = np.where(own, (1 - t) * svm.solution_.alpha, svm.solution_.program.upper)
        checks.append({"t": t, "alpha": in_page(solver.solve(svm.solution_.program.with_upper(upper)).alpha)})
    end = solver.solve(svm.solution_.program.without(own))
    scores = leave_one_out(svm).scores
    return {
        "name": name, "X": data.X.ravel(), "y": svm.codes_, "Q": len(svm.classes_), "C": C,
        "kernel": wire_format.page_kernel(kernel), "alpha": svm.alpha_.ravel(), "b": svm.solution_.b,
        "primal": svm.solution_.primal, "dual": svm.solution_.dual,
        "moved": {"i": i, "x": place, "alpha": moved.alpha_.ravel(), "b": moved.solution_.b},
        "withdrawn": {"p": p, "checks": checks, "alpha": in_page(end.alpha), "b": end.b},
        "scores": np.stack([-0.5 * scores, 0.5 * scores], axis=1).ravel() if scores.ndim == 1 else scores.ravel(),
    }  # fmt: skip


def words():
    svm = BiclassSVM(C=1.0).fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    return {
        "sole": str(exact_checks.sole_point(1, 1)),
        "notSeparable": str(validation.not_separable()),
        "certified": svm.solution_.status,
    }


@pytest.fixture(scope="session")
def engine_environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("engine")
    module, machines, programs = folder / "engine.mjs", folder / "machines.json", folder / "programs.jsonl"
    module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")
    made = [machine_fixture(name, *rest) for name, rest in MACHINES.items()]
    machines.write_text(line({"machines": made, "words": words()}), encoding="utf-8")
    programs.write_text("\n".join(line(fixture(number)) for number in PROGRAMS), encoding="utf-8")
    files = {"SVMLAB_ENGINE": module.as_uri(), "SVMLAB_MACHINES": str(machines), "SVMLAB_PROGRAMS": str(programs)}
    return {**os.environ, **files}


@pytest.mark.node
@pytest.mark.xdist_group("engine of the page")
@pytest.mark.parametrize("script", sorted(JS.glob("*.test.mjs")), ids=lambda script: script.name.split(".")[0])
def test_the_engine_of_the_page_finds_what_python_finds(script, node, engine_environment):
    command = [node, "--test", "--test-reporter=spec", str(script)]
    run = subprocess.run(command, env=engine_environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert re.search(r"pass [1-9]", run.stdout), run.stdout


def test_tolerances_of_the_engine_are_those_of_python():
    homes = {
        certificate: ("CERTIFIED",),
        identical_points: ("SAME",),
        exchanges: ("SINGULAR",),
        active_set: ("REFINEMENTS", "POOR", "PATIENCE", "CALM", "SHAKE"),
        scaled_program: ("ON_A_BOUND", "NOISE"),
        working_set: ("UNTIED", "FRESH", "LOSSY"),
        solver: ("HARD_MARGIN_START", "HARD_MARGIN_END", "ROUNDINGS"),
        loo: ("TIE",),
        error_curve: ("ONE_PLACE",),
        path: ("BEYOND", "CHECKED", "SHORTEST"),
        straight: ("STRAIGHT", "DEPTH"),
    }  # fmt: skip
    for home, names in homes.items():
        for name in names:
            theirs = getattr(home, name)
            assert constants.TABLE[name] == (list(theirs) if isinstance(theirs, tuple) else theirs), name
    assert constants.TABLE["ROUNDING_OF_KERNEL"] == program.ROUNDING
    assert constants.TABLE["ROUNDING_OF_CONDITIONS"] == active_set.ROUNDING
    assert constants.TABLE["FAR_FROM_MEAN"] == kernel_matrix.FAR


def test_names_of_the_engine_are_its_own_in_every_page():
    declared = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", re.MULTILINE)
    engine = {name for name in modules.needed_by("engine/machine_engine.js") if name.startswith("engine/")}
    names = {found for name in engine for found in declared.findall(modules.source(name))}
    assert len(names) > 80
    for file in modules.HERE.rglob("*.js"):
        name = file.relative_to(modules.HERE).as_posix()
        if name not in engine:
            assert not names & set(declared.findall(modules.source(name))), name
