"""A machine trained to a tolerance: as near to the optimum as it says, without its kernel matrix, and never exact."""

import pickle
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

import svmlab
from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.engine import decomposition, kernel_rows, listening, tolerance
from svmlab.kernels import Gaussian, Laplace, Linear, Polynomial, Spectrum

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from weak_duality import gap

KERNELS = st.sampled_from([Linear(), Gaussian(0.3), Gaussian(2.0), Polynomial(2), Laplace(1.0)])
TOLS = st.sampled_from([0.3, 1e-2, 1e-6, 1e-8])


@pytest.fixture
def few_at_a_time(monkeypatch):
    """Working sets of some points, single precision and no primal problem, as if the sample were large and wide."""
    monkeypatch.setattr(kernel_rows, "IN_DOUBLE", 0)
    monkeypatch.setattr(tolerance, "DIMENSIONS", 0)
    monkeypatch.setattr(decomposition, "VARIABLES", 40)
    monkeypatch.setattr(decomposition, "FEWEST", 12)
    monkeypatch.setattr(decomposition, "SHRINK", 3)


def sample(seed, Q, m=48, *, repeated=False, rounded=False):
    """(X (m, 2), y (m,)) of Q classes that overlap; points that occur again, also in another class, and ties."""
    rng = np.random.default_rng(seed)
    y = np.arange(m) % Q
    X = rng.normal(size=(m, 2)) + np.column_stack([np.cos(2.1 * y), np.sin(2.1 * y)])
    if repeated:
        X[m // 2 :] = X[rng.permutation(m // 2)]
    return (np.round(2.0 * X) / 2.0 if rounded else X), y


def machine_of(Q, *args, **options):
    return (BiclassSVM if Q == 2 else MulticlassSVM)(*args, **options)


# --- as near as it says ----------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**16), Q=st.sampled_from([2, 3, 5]), kernel=KERNELS, tol=TOLS,
    C=st.sampled_from([0.01, 1, 100.0]), repeated=st.booleans(), rounded=st.booleans(),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_the_gap_is_at_most_the_tolerance_by_exact_arithmetic(seed, Q, kernel, tol, C, repeated, rounded):
    X, y = sample(seed, Q, 30, repeated=repeated, rounded=rounded)
    svm = machine_of(Q, C, kernel, tol=tol).fit(X, y)
    assert svm.solution_.relative_gap <= tol
    assert gap(svm) <= svm.solution_.relative_gap * (1 + 1e-6) + 1e-13


@pytest.mark.usefixtures("few_at_a_time")
@pytest.mark.parametrize(
    ("Q", "kernel"),
    [(2, Linear()), (3, Linear()), (2, Gaussian(0.5)), (3, Gaussian(0.5)), (6, Gaussian(0.5)), (2, Polynomial(2))],
    ids=["linear-2", "linear-3", "gaussian-2", "gaussian-3", "gaussian-6", "polynomial-2"],
)
@pytest.mark.parametrize(
    ("C", "tol"), [(0.03, 1e-6), (0.03, 1e-10), (1.0, 1e-6), (1.0, 1e-10), (20.0, 1e-6), (20.0, 1e-8)]
)
@pytest.mark.parametrize("kind", [{}, {"repeated": True, "rounded": True}], ids=["apart", "repeated"])
def test_many_small_steps_end_at_the_exact_machine(Q, kernel, C, tol, kind):
    X, y = sample(1, Q, **kind)
    svm, exact = machine_of(Q, C, kernel, tol=tol).fit(X, y), machine_of(Q, C, kernel).fit(X, y)
    assert exact.solution_.certified
    assert svm.solution_.exchanges > 1
    slack = 1e-12 * exact.solution_.dual
    assert svm.solution_.dual <= exact.solution_.dual + slack
    assert svm.solution_.primal >= exact.solution_.primal - slack
    assert svm.solution_.primal - svm.solution_.dual <= tol * svm.solution_.dual + slack
    # ½ ‖w - w*‖² is at most what w lacks of the optimum, so that scores without b are near, too
    differences = svm.coefficients_ - exact.coefficients_
    squared = np.einsum("iq,ij,jq->", differences, kernel(X), differences)
    assert squared <= 2.1 * tol * svm.solution_.dual + 1e-9


@pytest.mark.parametrize("Q", [2, 3])
def test_weights_count_and_a_point_of_no_weight_is_absent(Q):
    X, y = sample(3, Q)
    weight = np.random.default_rng(0).choice([0.0, 0.5, 2.0], size=len(y))
    svm, exact = (machine_of(Q, 1.0, Gaussian(), tol=tol, class_weight="balanced") for tol in (1e-9, 0.0))
    for machine in (svm, exact):
        machine.fit(X, y, weight)
    assert svm.alpha_[weight == 0].any() == np.False_
    assert svm.scores(X) == pytest.approx(exact.scores(X), abs=1e-3)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0)], ids=["linear", "gaussian"])
def test_it_does_not_see_where_the_origin_is(offset, kernel):
    X, y = sample(4, 3, rounded=True)
    here, there = (MulticlassSVM(1.0, kernel, tol=1e-8).fit(X + shift, y) for shift in (0.0, offset))
    assert there.solution_.reached
    assert there.decision_function(X + offset) == pytest.approx(here.decision_function(X), abs=1e-3)
    if kernel == Linear():
        assert there.coef_ @ (X[0] + offset) + there.intercept_ == pytest.approx(
            there.scores(X[:1] + offset)[0], rel=1e-6
        )


def test_strings_are_taken():
    strings = datasets.planted_motif(60, random_state=0)
    svm, exact = (BiclassSVM(1.0, Spectrum(3), tol=tol).fit(strings.X, strings.y) for tol in (1e-7, 0.0))
    assert svm.solution_.dual == pytest.approx(exact.solution_.dual, rel=1e-7)
    assert (svm.predict(strings.X) == exact.predict(strings.X)).all()


def test_the_intercept_is_where_the_primal_objective_is_least():
    X, y = sample(5, 2, 60)
    svm = BiclassSVM(0.1, Gaussian(), tol=1e-2).fit(X, y)
    f = svm.decision_function(X)
    sign = 2.0 * (y == svm.classes_[1]) - 1.0
    loss = [np.maximum(0.0, 1.0 - sign * (f + shift)).sum() for shift in np.linspace(-1.0, 1.0, 401)]
    assert min(loss) >= np.maximum(0.0, 1.0 - sign * f).sum() - 1e-9


# --- what it says ----------------------------------------------------------------------------------------------------


def test_it_is_never_certified_and_tells_its_gap():
    X, y = sample(0, 3)
    svm = MulticlassSVM(1.0, Gaussian(), tol=1e-9).fit(X, y)
    assert not svm.solution_.certified
    assert svm.solution_.status.startswith("within tol=1e-09: relative duality gap ")
    assert np.isnan(svm.intercept_interval_).all()
    assert MulticlassSVM(1.0, Gaussian()).fit(X, y).solution_.certified


def test_zero_is_the_default_and_means_exact():
    assert BiclassSVM().tol == MulticlassSVM().tol == 0.0
    X, y = sample(0, 2)
    assert np.array_equal(BiclassSVM(tol=0).fit(X, y).alpha_, BiclassSVM().fit(X, y).alpha_)


def test_digits_that_are_not_there_are_not_claimed():
    X, y = sample(0, 2)
    with pytest.warns(ConvergenceWarning, match=r"not within tol=1e-17 \(no step gains anything more.*larger tol"):
        svm = BiclassSVM(1.0, Gaussian(), tol=1e-17).fit(X, y)
    assert 1e-17 < svm.solution_.relative_gap < 1e-10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tol": -1e-3}, r"tol must be zero or positive and finite, got -0.001"),
        ({"tol": 1.0}, r"tol must be less than 1, a relative duality gap, got 1.0; use tol=0 for the exact"),
        ({"tol": 0.1, "machine": "msvm2"}, r"tol=0.1 is for BiclassSVM and .*got machine='msvm2'; use tol=0"),
        ({"tol": 0.1, "machine": "crammer-singer"}, r"got machine='crammer-singer'; use tol=0"),
        ({"tol": 0.1, "C": np.inf}, r"tol=0.1 needs a finite C, got C=inf; use tol=0"),
        ({"tol": 0.1, "kernel": kernels.Sigmoid()}, r"positive semi-definite by its formula, got Sigmoid.*use tol=0"),
        ({"tol": 0.1, "kernel": lambda X, Z: X @ Z.T}, r"positive semi-definite by its formula.*use tol=0"),
    ],
    ids=["negative", "one", "msvm2", "joint", "hard", "sigmoid", "function"],
)
def test_what_cannot_be_is_refused(options, message):
    X, y = sample(0, 3)
    with pytest.raises(ValueError, match=message):
        MulticlassSVM(**options).fit(X, y)


EXACT = {
    "leave_one_out": svmlab.leave_one_out,
    "path": svmlab.regularization_path,
    "bounds": svmlab.bounds.report,
    "kkt": svmlab.kkt.audit,
    "conformal": lambda svm: svmlab.conformal_prediction(svm, svm.X_fit_),
    "K_": lambda svm: svm.kernel_ and svm.K_,
}


@pytest.mark.parametrize("use", EXACT.values(), ids=EXACT)
def test_what_needs_the_exact_machine_says_so(use):
    X, y = sample(0, 2)
    svm = BiclassSVM(1.0, Gaussian(), tol=1e-3).fit(X, y)
    with pytest.raises((ValueError, AttributeError), match=r"tol=0\.001.*train with tol=0"):
        use(svm)


# --- on the way ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few_at_a_time")
def test_progress_tells_gap_and_time(monkeypatch):
    monkeypatch.setattr(listening, "EVERY", 0.0)
    told = []
    X, y = sample(0, 3)
    svm = MulticlassSVM(1.0, Gaussian(), tol=1e-6).fit(X, y, progress=told.append)
    assert len(told) > svm.solution_.exchanges > 3
    gaps, seconds = np.array(told).T
    assert gaps[-1] <= 1e-6 < gaps[1]
    assert (np.diff(seconds) >= 0).all()
    assert str(listening.Approach(0.01234, 5.6)) == "relative duality gap 1.2e-02 after 6 s"


@pytest.mark.usefixtures("few_at_a_time")
@pytest.mark.parametrize("calls", [1, 4, 9])
def test_an_interrupted_training_gives_the_best_so_far_with_its_gap(monkeypatch, calls):
    monkeypatch.setattr(listening, "EVERY", 0.0)
    told = []

    def stop(approach):
        told.append(approach)
        if len(told) == calls:
            raise KeyboardInterrupt

    X, y = sample(0, 3)
    with pytest.warns(ConvergenceWarning, match=r"not within tol=1e-08 \(interrupted\): relative duality gap.*so far"):
        svm = MulticlassSVM(1.0, Gaussian(), tol=1e-8).fit(X, y, progress=stop)
    assert len(told) == calls
    assert svm.solution_.relative_gap > 1e-8
    if calls > 1:
        assert gap(svm) == pytest.approx(svm.solution_.relative_gap, rel=1e-6)
        svm.tol = 1e-7
        assert svm.refit(X, y).solution_.reached


def test_a_second_interrupt_leaves_the_machine_as_it_was(monkeypatch):
    X, y = sample(0, 3)
    svm = MulticlassSVM(1.0, Gaussian(), tol=1e-3).fit(X, y)
    before = svm.alpha_.copy()

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tolerance, "measured", stop)
    with pytest.raises(KeyboardInterrupt):
        svm.set_params(C=5.0).fit(X, y)
    assert np.array_equal(svm.alpha_, before)
    assert svm.C_ == 1.0


@pytest.mark.usefixtures("few_at_a_time")
@pytest.mark.parametrize("Q", [2, 3])
def test_a_refit_begins_where_the_last_one_ended(Q):
    X, y = sample(0, Q, 60)
    svm = machine_of(Q, 1.0, Gaussian(), tol=1e-5).fit(X, y)
    cold = machine_of(Q, 1.05, Gaussian(), tol=1e-5).fit(X, y)
    warm = svm.set_params(C=1.05).refit(X, y)
    assert warm.solution_.reached
    assert warm.solution_.exchanges < cold.solution_.exchanges
    assert gap(warm) <= 1e-5
    assert warm.refit(X[:-4], y[:-4]).solution_.reached  # other points: from nothing


@pytest.mark.parametrize("Q", [2, 3])
def test_a_file_of_it_is_small_and_predicts_the_same(Q):
    data = datasets.overlapping(400, random_state=0, n_classes=Q)
    svm = machine_of(Q, 1.0, Gaussian(), tol=1e-3).fit(data.X, data.y)
    file = pickle.dumps(svm)
    again = pickle.loads(file)
    assert len(file) < 400 * 400
    assert np.array_equal(again.decision_function(data.X), svm.decision_function(data.X))
    assert again.solution_.relative_gap == svm.solution_.relative_gap
    assert again.refit(data.X, data.y).solution_.reached
    assert clone(again).tol == 1e-3


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_bounded_by_the_cache_and_not_by_the_kernel_matrix(monkeypatch):
    monkeypatch.setattr(kernel_rows, "BATCH", 300_000)
    data = datasets.overlapping(4000, random_state=0)
    svm = BiclassSVM(0.01, Gaussian(2.0), tol=0.3)
    svm.cache_limit = 10e6
    tracemalloc.start()
    svm.fit(data.X, data.y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert svm.solution_.reached
    assert peak < 10e6 + 25e6 < 0.3 * 8 * 4000**2


def test_a_cache_that_holds_next_to_nothing_changes_no_result():
    data = datasets.overlapping(300, random_state=0)
    large, small = BiclassSVM(1.0, Gaussian(0.5), tol=1e-6), BiclassSVM(1.0, Gaussian(0.5), tol=1e-6)
    small.cache_limit = 1e4
    for svm in (large, small):
        svm.fit(data.X, data.y)
    assert small.solution_.reached
    assert small.solution_.dual == pytest.approx(large.solution_.dual, rel=2e-6)


# --- what it is good for ---------------------------------------------------------------------------------------------


def test_the_guaranteed_risk_asks_for_no_optimum():
    X, y = sample(0, 3, 60)
    near, exact = (MulticlassSVM(1.0, Gaussian(), tol=tol).fit(X, y) for tol in (1e-9, 0.0))
    assert svmlab.risk.guaranteed_risk(near).value == pytest.approx(svmlab.risk.guaranteed_risk(exact).value, rel=0.05)
    assert svmlab.risk.guaranteed_risk(MulticlassSVM(1.0, Gaussian(), tol=0.5).fit(X, y)).value > 0.0


def test_a_linear_machine_of_points_that_depend_on_each_other_comes_to_its_exact_solution():
    data = datasets.protein_secondary_structure(5, n=800)
    svm = MulticlassSVM(0.1, tol=1e-7).fit(data.X, data.y)
    assert svm.solution_.relative_gap < 1e-7
    assert svm.solution_.w is not None
    assert svm.coef_ == pytest.approx((svm.X_fit_.T @ svm.coefficients_).T, abs=1e-6)


@pytest.mark.parametrize("C", [0.03, 0.3])
def test_a_linear_machine_of_points_that_are_there_twice_is_the_exact_one(C):
    data = datasets.protein_secondary_structure(13, "train")
    X, y = (np.concatenate([values[:400], values[:200]]) for values in (data.X, data.y))
    solution = MulticlassSVM(C, tol=1e-6).fit(X, y).solution_
    assert solution.reached
    assert max(solution.relative_gap, solution.kkt_residual) < 1e-10
