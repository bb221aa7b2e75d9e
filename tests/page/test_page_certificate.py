"""The certificate of the page's engine against Python's rule in doubles, on the page's own multipliers."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import engine_programs
import numpy as np
import pytest

from svmlab import BiclassSVM, kernels, leave_one_out
from svmlab.engine import identical_points
from svmlab.engine.certificate import CERTIFIED, certify
from svmlab.engine.program import DualProgram
from svmlab.explorers.samples import SAMPLES
from svmlab.machines import kernel_matrix
from svmlab.page import modules, wire_format

SCRIPT = Path(__file__).parent / "js" / "engine" / "certificates.mjs"
DRAWN = range(200, 280)
HUGE = 1e300  # for infinity, which JSON does not have
SUMMED = 1e-12  # what the order of a sum may do to Eᵀα, relative to the largest multiplier
CS = 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0
LABELS = np.arange(40) % 2
CLOUD = np.random.default_rng(0).normal(size=(40, 2))
ROUNDED = np.round((CLOUD + 2.0 * LABELS[:, None]) * 1024) / 1024  # so that adding an offset is exact
PLACE = np.array([4.48e5, 5.41e6])  # metres of a map
MAP_KERNELS = kernels.Linear(), kernels.Polynomial(degree=1), kernels.Polynomial(), kernels.Gaussian(sigma=5.0)
MAP = np.round(5.0 * (CLOUD + 2.0 * LABELS[:, None]), 1)

pytestmark = [pytest.mark.node, pytest.mark.xdist_group("engine of the page")]


def problem(X, y, kernel, C, weight=None, outputs=None):
    """What the page is asked, and Python beside it."""
    y = np.unique(y, return_inverse=True)[1]
    Q = int(y.max()) + 1
    outputs = outputs or (1 if Q == 2 else Q)
    weight = np.ones(len(X)) if weight is None else weight
    return {"X": X, "y": y, "Q": Q, "outputs": outputs, "kernel": kernel, "C": C, "weight": weight}


@pytest.fixture(scope="session")
def asked(node, tmp_path_factory):
    """Problems -> what the page says of each."""
    module = tmp_path_factory.mktemp("engine") / "engine.mjs"
    module.write_text(modules.joined("engine/machine_engine.js"), encoding="utf-8")

    def ask(problems):
        travelling = ({**p, "X": p["X"].ravel(), "kernel": wire_format.page_kernel(p["kernel"])} for p in problems)
        return engine_programs.answers(node, SCRIPT, module, travelling, "SVMLAB_ENGINE")

    return ask


def in_doubles(asked_for, told):
    """Python's certificate of the page's multipliers and bounds, without long doubles."""
    X, y, kernel = asked_for["X"], asked_for["y"], asked_for["kernel"]
    K, each = kernel(X), np.ones(len(X))
    many = asked_for["outputs"] > 1
    made = DualProgram.multiclass(K, y, asked_for["Q"], each) if many else DualProgram.biclass(K, y, each)
    upper = np.array(told["upper"], dtype=float)
    upper[upper >= HUGE] = np.inf
    roundings = float(kernel.roundings(X.shape[1]))
    made = kernel_matrix.relative(made, K, kernel, X)[0]  # as the machine takes K that is far from the origin
    program = replace(made, upper=upper, place=identical_points.places(X), roundings=roundings)
    return certify(program, np.array(told["alpha"], dtype=float))


def assert_the_rule_is_pythons(problems, answers):
    """gap and residual agree within a factor, and what Python's rule leaves open is not certified."""
    for asked_for, told in zip(problems, answers, strict=True):
        if "raised" in told:
            continue
        theirs = in_doubles(asked_for, told)
        pairs = (told["gap"], theirs.relative_gap), (told["kkt"], theirs.kkt_residual)
        for ours, value in pairs:
            what = f"{asked_for['kernel']}, C = {asked_for['C']}: {told['text']}; Python: {theirs.status}"
            assert ours == pytest.approx(min(value, HUGE), rel=0.5, abs=SUMMED), what
        assert theirs.certified or not told["certified"], theirs.status


def test_gap_and_residuals_of_the_page_contain_the_rounding_as_pythons_do(asked):
    problems = []
    for number in DRAWN:
        svm, X, y, weight = engine_programs.draw(number)
        outputs = 1 if isinstance(svm, BiclassSVM) else int(y.max()) + 1
        problems.append(problem(X, y, svm.kernel, svm.C, weight, outputs))
    answers = asked(problems)
    assert sum("raised" in told for told in answers) < 0.3 * len(answers)
    assert_the_rule_is_pythons(problems, answers)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_data_of_the_menus_are_certified_in_the_page_wherever_doubles_carry_them(name, asked):
    data = SAMPLES[name].sample(60)
    kinds = kernels.Linear(), kernels.Gaussian(), kernels.Laplace(), kernels.Polynomial()
    problems = [problem(data.X, data.y, kernel, C) for kernel, C in product(kinds, CS)]
    answers = asked(problems)
    assert_the_rule_is_pythons(problems, answers)
    for asked_for, told in zip(problems, answers, strict=True):
        wide = isinstance(asked_for["kernel"], kernels.Polynomial)
        assert told["certified"] or wide, told["text"]


@pytest.mark.parametrize("C", [1.0, 1e3])
def test_far_from_the_origin_a_linear_machine_is_what_it_is_near_it(C, asked):
    clouds = [ROUNDED + offset for offset in (0.0, 10.0, 1e3, 1e5, 1e7, 1e8, 1e9)]
    answers = asked([{**problem(X, LABELS, kernels.Linear(), C), "leftOut": True} for X in clouds])
    svm = BiclassSVM(C, "linear").fit(ROUNDED, LABELS)
    right, errors = svm.solution_, leave_one_out(svm).n_errors
    for told in answers:
        assert told["certified"]
        assert told["report"]["certified"]
        assert told["report"]["nErrors"] == errors
        assert told["dual"] == pytest.approx(right.dual, rel=2 * CERTIFIED)
        assert told["squaredNorm"] == pytest.approx(right.squared_norm, rel=1e-6)


@pytest.mark.parametrize("kernel", MAP_KERNELS, ids=str)
def test_metres_of_a_map_are_told_right_a_moved_point_too_or_not_certified(kernel, asked):
    X, moved, place = MAP + PLACE, {"i": 3, "x": MAP[3] + PLACE + [1.5, -2.0]}, PLACE + np.array([2.0, 3.0])
    of = {**problem(X, LABELS, kernel, 1.0), "place": place}
    after = X.copy()
    after[3] = moved["x"]
    for points, told in zip((X, after), asked([of, {**of, "moved": moved}]), strict=True):
        if isinstance(kernel, kernels.Polynomial) and kernel.degree > 1:
            assert not told["certified"]
            continue
        svm = BiclassSVM(1.0, kernel).fit(points, LABELS)
        assert told["certified"]
        assert svm.solution_.certified
        assert told["dual"] == pytest.approx(svm.solution_.dual, rel=2 * CERTIFIED)
        if kernel.name != "polynomial":  # the page draws it with κ as it is
            assert told["f"] == pytest.approx(svm.decision_function([place]), abs=1e-5)


def test_wide_kernels_of_nearly_equal_values_keep_their_digits(asked):
    wide = kernels.Gaussian(sigma=1e3), kernels.Gaussian(sigma=1e5), kernels.Laplace(sigma=1e6)
    problems = [problem(CLOUD + LABELS[:, None], LABELS, kernel, C) for kernel in wide for C in (1.0, 1e6)]
    for asked_for, told in zip(problems, asked(problems), strict=True):
        right = BiclassSVM(asked_for["C"], asked_for["kernel"]).fit(asked_for["X"], LABELS).solution_
        assert told["certified"]
        assert told["dual"] == pytest.approx(right.dual, rel=2 * CERTIFIED)
