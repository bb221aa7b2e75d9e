"""Identical points: their multipliers are those of the rule, and nothing else knows of it."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from engine_programs import draw
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, regularization_path
from svmlab.engine import solver
from svmlab.engine.identical_points import filled, places
from svmlab.exact import loo, path
from svmlab.machines.losses import LOSSES

SCALE = 1e-8  # of a multiplier, relative to C; of a score, relative to max(1, the largest)
MACHINES = ["biclass", *(name for name, loss in LOSSES.items() if not loss.ridge)]
STRAIGHT = ["biclass", *(name for name, loss in LOSSES.items() if not loss.no_path)]
IRIS = """
import numpy as np
from svmlab import MulticlassSVM, datasets, kernels
data = datasets.iris().standardized()
for sigma in (0.5, 0.25):
    print(*MulticlassSVM(np.inf, kernels.Gaussian(sigma)).fit(data.X, data.y).support_)
"""


@st.composite
def samples(draw, machines):
    """(machine, not trained; X, y, weights): few places, each taken by several points, of one class or of any."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    name = draw(st.sampled_from(machines))
    Q = 2 if name == "biclass" else draw(st.integers(2, 4))
    size = draw(st.integers(8, 22))
    X = rng.normal(size=(size // 2 + 2, 2))
    at = np.append(np.arange(Q), rng.integers(0, len(X), size))
    y = at % Q
    if Q < 4 and draw(st.booleans()):
        y[Q:] = rng.integers(0, Q, size)
    weights = rng.choice(draw(st.sampled_from([[1.0], [1.0, 2.0], [0.0, 0.5, 1.0, 3.0]])), size + Q)
    weights[:Q] = 1.0
    C, kernel = 10.0 ** rng.uniform(-2, 2), kernels.Gaussian(rng.choice([0.4, 1.0]))
    svm = BiclassSVM(C, kernel) if name == "biclass" else MulticlassSVM(C, kernel, machine=name)
    return svm, X[at], y, weights


def in_order(svm):
    """Whether each identical point of a class carries something only where those before it carry all they can."""
    joint = svm.solution_.program.boxed is False
    alpha, upper = (table.reshape(len(svm.X_fit_), -1) for table in (svm.alpha_, svm.upper_))
    if joint:
        alpha, upper = alpha.sum(axis=1, keepdims=True), upper.max(axis=1, keepdims=True)
    for x in np.unique(svm.X_fit_, axis=0):
        for k in np.unique(svm.codes_):
            group = (svm.X_fit_ == x).all(axis=1) & (svm.codes_ == k) & (svm.sample_weight_ > 0)
            for a, u in zip(alpha[group].T, upper[group].T, strict=True):
                before = a[: np.flatnonzero(a).max(initial=0)]
                most = u[: len(before)]
                if not (np.allclose(before, most, rtol=1e-12) if joint else np.array_equal(before, most)):
                    return False
    return True


@given(samples(MACHINES))
def test_identical_points_are_filled_in_their_order(sample):
    svm, *data = sample
    svm.fit(*data)
    assert svm.solution_.certified
    assert in_order(svm)


@given(samples(MACHINES))
def test_the_rule_changes_neither_scores_nor_intercept_nor_objective(sample):
    svm, *data = sample
    solution = svm.fit(*data).solution_
    raw = solver.solve(replace(solution.program, place=None))
    scale = max(1.0, np.abs(raw.margins).max())
    assert np.abs(solution.margins - raw.margins).max() <= SCALE * scale
    assert np.abs(solution.limits - raw.limits).max() <= SCALE * scale
    assert np.abs(solution.b - raw.b).max() <= SCALE * scale
    assert solution.alpha.sum() == pytest.approx(raw.alpha.sum(), rel=SCALE)
    assert solution.dual == pytest.approx(raw.dual, rel=SCALE)


@given(samples(MACHINES), st.integers(0, 2**32 - 1))
def test_other_points_may_stand_in_any_order(sample, seed):
    svm, X, y, weights = sample
    place = places(X)
    order = np.random.default_rng(seed).permutation(len(X))
    for first in np.unique(place):  # identical points keep theirs
        order[np.isin(order, np.flatnonzero(place == first))] = np.flatnonzero(place == first)
    other = clone(svm).fit(X[order], y[order], weights[order])
    assert np.abs(other.alpha_ - svm.fit(X, y, weights).alpha_[order]).max() <= SCALE * svm.C


@given(samples(STRAIGHT), st.lists(st.floats(-2.0, 2.0), min_size=3, max_size=3))
def test_the_path_has_the_multipliers_that_fit_finds(sample, exponents):
    svm, *data = sample
    whole = regularization_path(svm.fit(*data), 0.01, 100.0)
    grid = np.unique([*(10.0 ** np.array(exponents)), *whole.C[1::9]])
    grid = grid[np.append(True, np.diff(grid) > 1e-9 * grid[:-1])]
    for C, model in zip(grid, path.solutions_along(svm, grid), strict=True):
        alpha = clone(svm).set_params(C=C).fit(*data).alpha_
        assert np.abs(whole.alpha_at(C) - alpha).max() <= SCALE * C
        assert np.abs(model.alpha_ - alpha).max() <= SCALE * C
        assert np.abs(whole.dual_at(C) - model.solution_.alpha).max() <= SCALE * C


@given(samples(STRAIGHT))
def test_a_point_is_withdrawn_without_a_leap_among_the_others(sample):
    svm, *data = sample
    svm.fit(*data)
    p = svm.support_[0]
    if loo.sole_of_class(svm)[p]:
        return
    for (t, alpha, _), (later, following, _) in pairwise(loo.withdraw(svm, p)):
        assert later > t or np.abs(following - alpha).max() <= SCALE * svm.C


@given(samples(MACHINES))
def test_leave_one_out_is_that_of_training_without_the_point(sample):
    svm, X, y, weights = sample
    found = leave_one_out(svm.fit(X, y, weights))
    for p in svm.support_[:2]:
        if not found.undefined[p]:
            left = np.where(np.arange(len(X)) == p, 0.0, weights)
            expected = clone(svm).fit(X, y, left).decision_function(X[[p]])[0]
            got = found.scores[p] if np.ndim(expected) or svm.alpha_.ndim == 1 else np.diff(found.scores[p])[0]
            assert np.abs(got - expected).max() <= 1e-6 * max(1.0, np.abs(expected).max())


def test_a_total_within_rounding_of_full_points_leaves_nobody_between_the_bounds():
    for total in (2.0, 2.0 * (1 - 1e-15), 2.0 * (1 + 1e-15)):
        assert filled([total], np.ones(3))[:, 0].tolist() == [1.0, 1.0, 0.0]
    assert filled([2.5], np.array([1.0, 0.0, 3.0]))[:, 0].tolist() == [1.0, 0.0, 1.5]
    assert filled([2.5], np.full(3, np.inf))[:, 0].tolist() == [2.5, 0.0, 0.0]


def test_rivals_that_share_a_bound_fill_a_point_one_after_the_other():
    assert filled([0.5, 1.0], np.ones(3)).tolist() == [[0.5, 0.5], [0.0, 0.5], [0.0, 0.0]]


def test_minus_zero_is_zero():
    assert places(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0]])).tolist() == [0, 0, 2]


def test_points_of_a_precomputed_kernel_are_known_by_their_rows():
    X, y = np.array([[0.0], [0.0], [2.0], [2.0]]), [0, 0, 1, 1]
    svm = BiclassSVM(np.inf, "precomputed").fit(X @ X.T, y)
    assert svm.alpha_ == pytest.approx([0.5, 0.0, 0.5, 0.0])
    assert svm.support_.tolist() == [0, 2]


def test_iris_has_the_same_support_vectors_whatever_kernels_the_linear_algebra_has():
    environment = {**os.environ, "OPENBLAS_CORETYPE": "Prescott"}
    run = subprocess.run([sys.executable, "-c", IRIS], env=environment, capture_output=True, text=True, check=True)
    data = datasets.iris().standardized()
    for sigma, told, known in zip((0.5, 0.25), run.stdout.splitlines(), ((64, 109), (124, 245)), strict=True):
        svm = MulticlassSVM(np.inf, kernels.Gaussian(sigma)).fit(data.X, data.y)
        assert (len(svm.support_), np.count_nonzero(svm.alpha_)) == known
        assert told.split() == [str(p) for p in svm.support_]


def test_identical_points_change_places_on_the_last_piece_of_a_path_without_end():
    svm, X, y, weight = draw(11236)
    path = regularization_path(svm.fit(X, y, weight), 1.0, np.inf)
    for C in np.linspace(0.7, 1.3, 7) * path.C[-2]:
        assert path.model_at(C).solution_.certified, C
