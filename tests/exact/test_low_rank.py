"""Machines along C by the primal of a thin kernel matrix: the same machines as by training anew, certified."""

import numpy as np
import pytest
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.engine import primal, solver, thin
from svmlab.engine.active_set import Stalled
from svmlab.engine.scaled_program import ScaledProgram
from svmlab.exact import low_rank

C_GRID = np.geomspace(1e-4, 100, 9)


def toy(m=300, seed=0):
    data = datasets.three_gaussians(m // 3, random_state=seed)
    return data.X, data.y


def same_machines(svm, C_grid=C_GRID, atol=1e-7):
    """Along C, the machines of fresh trainings."""
    found = list(low_rank.solutions_along(svm, C_grid))
    assert len(found) == len(C_grid)
    for C, one in zip(C_grid, found, strict=True):
        assert one.C == C
        assert one.solution_.certified
        other = clone(svm).set_params(C=C, class_weight=None).fit(svm.X_fit_, svm.y_fit_, svm.sample_weight_)
        assert one.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-8)
        scale = max(1.0, np.abs(other.scores(svm.X_fit_)).max())
        assert np.abs(one.scores(svm.X_fit_) - other.scores(svm.X_fit_)).max() < atol * scale
        assert np.allclose(one.intercept_interval_, other.intercept_interval_, atol=atol * scale)


@pytest.fixture
def used(monkeypatch):
    """How often the primal was solved, and how often its result had to be solved again."""
    counts = {"primal": 0, "again": 0}
    minimise, solve = primal.Primal.minimise, low_rank.solver.solve

    def counting_minimise(self, upper, v, *narrower):
        counts["primal"] += 1
        return minimise(self, upper, v, *narrower)

    def counting_solve(program, start=None):
        counts["again"] += 1
        return solve(program, start)

    monkeypatch.setattr(primal.Primal, "minimise", counting_minimise)
    monkeypatch.setattr(low_rank.solver, "solve", counting_solve)
    return counts


@pytest.mark.parametrize(
    "kernel", [kernels.Linear(), kernels.Polynomial(2, gamma=0.05), kernels.Polynomial(3, gamma=0.05, coef0=0.0)]
)
def test_three_classes(kernel, used):
    svm = MulticlassSVM(C=1.0, kernel=kernel).fit(*toy())
    used.update(primal=0, again=0)
    list(low_rank.solutions_along(svm, C_GRID))
    assert used == {"primal": len(C_GRID), "again": 0}
    same_machines(svm)


def test_two_classes():
    data = datasets.overlapping(300, random_state=0)
    same_machines(BiclassSVM(C=1.0).fit(data.X, data.y))
    same_machines(BiclassSVM(C=1.0, kernel=kernels.Polynomial(2)).fit(data.X, data.y))


def test_five_classes_in_five_dimensions():
    random = np.random.default_rng(0)
    y = np.arange(250) % 5
    X = 2.0 * np.eye(5)[y] + random.normal(size=(250, 5))
    same_machines(MulticlassSVM(C=1.0).fit(X, y))


def test_weights_and_points_without_weight():
    X, y = toy()
    weight = np.random.default_rng(0).uniform(0, 2, len(y)) * (np.arange(len(y)) % 7 > 0)
    same_machines(MulticlassSVM(C=1.0, class_weight="balanced").fit(X, y, weight))


def test_every_point_twice():
    X, y = toy(240)
    same_machines(MulticlassSVM(C=1.0).fit(np.vstack([X, X]), np.append(y, y)), atol=1e-6)


def test_whole_numbers_with_many_ties():
    X, y = toy()
    same_machines(MulticlassSVM(C=1.0).fit(np.round(X), y), atol=1e-6)


def test_data_far_from_the_origin():
    X, y = toy()
    same_machines(MulticlassSVM(C=1.0).fit(X + 1e4, y), atol=1e-6)


def test_classes_that_can_be_separated():
    X, y = toy()
    X = X + 100 * y[:, None]
    same_machines(MulticlassSVM(C=1.0).fit(X, y), np.geomspace(1e-7, 1e3, 8))


def test_a_point_that_says_nothing():
    X = np.zeros((250, 2))
    svm = MulticlassSVM(C=1.0).fit(X, np.arange(250) % 3)
    for machine in low_rank.solutions_along(svm, [0.1, 1.0]):
        assert machine.solution_.certified


@pytest.mark.parametrize("kernel", [kernels.Gaussian(1.0), kernels.Linear()])
def test_what_is_not_thin_or_not_large_goes_along_the_path(kernel, used):
    svm = MulticlassSVM(C=1.0, kernel=kernel).fit(*toy(240 if kernel == kernels.Gaussian(1.0) else 90))
    assert len(list(low_rank.solutions_along(svm, [0.1, 1.0]))) == 2
    assert used["primal"] == 0


def test_a_primal_that_misleads_is_repaired(monkeypatch):
    svm = MulticlassSVM(C=1.0).fit(*toy())
    expected = [machine.solution_.primal for machine in low_rank.solutions_along(svm, C_GRID)]
    start = thin.starts.start
    begins = []

    def stalls_first(*arguments):
        begins.append(arguments)
        if len(begins) == 3:
            raise Stalled
        return start(*arguments)

    monkeypatch.setattr(thin.starts, "start", stalls_first)
    found = [machine.solution_.primal for machine in low_rank.solutions_along(svm, C_GRID)]
    assert np.allclose(found, expected, rtol=1e-10)


@pytest.mark.parametrize("rank", [1, 3, 10])
def test_the_factor_gives_the_matrix_back(rank):
    F = np.random.default_rng(rank).normal(size=(80, rank))
    found, left = thin.factor(F @ F.T)
    assert left == 0
    assert found.shape == (80, rank)
    assert np.allclose(found @ found.T, F @ F.T, atol=1e-11)


def test_of_a_matrix_of_large_rank_the_factor_is_the_largest_part():
    sizes = np.arange(1.0, thin.LARGEST_RANK + 4)
    found, left = thin.factor(np.diag(sizes))
    assert left == 3
    assert np.allclose(found @ found.T, np.diag(np.where(sizes > 3, sizes, 0.0)))
    nothing, left = thin.factor(np.zeros((5, 5)))
    assert nothing.shape == (5, 0)
    assert left == 0


def test_products_by_the_factor_are_those_of_the_matrix():
    svm = MulticlassSVM(C=0.1).fit(*toy())
    scaled = ScaledProgram(svm.solution_.program).scaled
    program = thin.thin(scaled)
    alphas = np.random.default_rng(0).uniform(size=(4, len(program.example)))
    assert np.allclose(program.products(alphas), scaled.products(alphas))
    assert np.allclose(program.product(alphas[0]), scaled.product(alphas[0]))


@pytest.mark.parametrize("m", [30, 300])
@pytest.mark.parametrize("kernel", [kernels.Linear(), kernels.Polynomial(2, gamma=0.04)])
def test_machines_along_c_need_no_training_to_begin_with(m, kernel):
    untrained = low_rank.begin(MulticlassSVM(kernel=kernel), *toy(m))
    assert not untrained.solution_.certified
    assert not untrained.alpha_.any()
    same_machines(untrained)


@pytest.mark.parametrize("C", [0.01, np.inf])
def test_a_training_of_many_points_that_begins_at_the_primal_finds_what_exchanges_find(C, used, monkeypatch):
    X, y = toy(solver.LARGE // 2 + 10)
    X = X + (0.0 if C == 0.01 else 100.0) * y[:, None]
    svm = MulticlassSVM(C=C).fit(X, y)
    assert used["primal"] == 1
    monkeypatch.setattr(thin, "factored", lambda program: None)
    other = clone(svm).fit(X, y)
    assert used["primal"] == 1
    assert svm.solution_.certified
    assert svm.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-8)
    assert np.allclose(svm.scores(X), other.scores(X), atol=1e-7)


ROUTES = {  # (estimator, classes, points, σ, C, whether a part of the kernel matrix says enough to begin with)
    "two classes": (BiclassSVM, 2, 720, 1.0, 1.0, True),
    "two classes, large C": (BiclassSVM, 2, 720, 1.0, 1e3, True),
    "three classes": (MulticlassSVM, 3, 360, 2.0, 1.0, True),
    "narrow kernel": (BiclassSVM, 2, 720, 0.1, 1.0, False),
}


@pytest.mark.parametrize("name", ROUTES)
def test_a_start_from_a_part_of_the_kernel_matrix_ends_at_the_optimum(name, used, monkeypatch):
    estimator, n_classes, m, sigma, C, begins = ROUTES[name]
    data = datasets.overlapping(m, random_state=0, n_classes=n_classes)
    svm = estimator(C=C, kernel=kernels.Gaussian(sigma)).fit(data.X, data.y)
    assert used["primal"] == begins
    monkeypatch.setattr(thin, "factored", lambda program: None)
    other = clone(svm).fit(data.X, data.y)
    assert svm.solution_.certified
    assert svm.solution_.dual == pytest.approx(other.solution_.dual, rel=1e-10)
    assert np.allclose(svm.scores(data.X), other.scores(data.X), atol=1e-7)


def test_many_points_that_cannot_be_separated_are_refused(used):
    with pytest.raises(ValueError, match="cannot be separated"):
        MulticlassSVM(C=np.inf).fit(*toy(solver.LARGE // 2 + 10))
    assert used["primal"] >= 1
