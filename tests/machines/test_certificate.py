"""What is certified is right, at any scale, by an oracle that shares no formula with the package."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, kkt, leave_one_out, regularization_path
from svmlab.engine.certificate import certify

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import hostile_scales
from weak_duality import gap

UNCERTIFIED = pytest.mark.filterwarnings("ignore:not certified")
LABELS = np.arange(40) % 2
CLOUD = np.random.default_rng(0).normal(size=(40, 2))
ROUNDED = np.round((CLOUD + 2.0 * LABELS[:, None]) * 1024) / 1024  # so that adding an offset is exact


# --- far from the origin --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7, 1e9])
@pytest.mark.parametrize("kernel", [kernels.Linear(), 2.0 * kernels.Linear() + kernels.Gaussian(2.0)])
def test_the_machine_does_not_see_where_the_origin_is(offset, kernel):
    for C in (1.0, 1e3):
        here, there = (BiclassSVM(C, kernel).fit(ROUNDED + shift, LABELS) for shift in (0.0, offset))
        assert there.solution_.certified
        assert there.solution_.dual == pytest.approx(here.solution_.dual, rel=1e-9)
        assert there.solution_.squared_norm == pytest.approx(here.solution_.squared_norm, rel=1e-8)
        assert there.decision_function(ROUNDED + offset) == pytest.approx(here.decision_function(ROUNDED), abs=1e-7)
        assert leave_one_out(there).n_errors == leave_one_out(here).n_errors
        assert there.K_ == pytest.approx(kernel(ROUNDED + offset))
    if kernel == kernels.Linear():
        assert there.coef_ == pytest.approx(here.coef_, rel=1e-6)
        assert there.intercept_ == pytest.approx(here.intercept_ - offset * here.coef_.sum(), rel=1e-6)


def test_the_numbers_of_the_cloud_are_these():
    assert BiclassSVM(1.0).fit(ROUNDED + 1e8, LABELS).solution_.dual == pytest.approx(6.0417, abs=1e-4)
    assert BiclassSVM(1e3).fit(ROUNDED + 1e8, LABELS).solution_.squared_norm == pytest.approx(5.1675, abs=1e-4)
    assert leave_one_out(BiclassSVM(1.0).fit(ROUNDED + 1e9, LABELS)).n_errors == 2


def test_map_coordinates_are_trained_at_all_defaults():
    rng = np.random.default_rng(1)
    X = np.array([4.48e5, 5.41e6]) + np.round(5.0 * (rng.normal(size=(40, 2)) + 2.0 * LABELS[:, None]), 1)
    svm, here = BiclassSVM().fit(X, LABELS), BiclassSVM().fit(X - np.array([4.48e5, 5.41e6]), LABELS)
    assert svm.solution_.certified
    assert svm.margin_ == pytest.approx(here.margin_, rel=1e-9)
    assert svm.coef_ == pytest.approx(here.coef_, rel=1e-6)
    assert svm.decision_function(X) * (2 * LABELS - 1) == pytest.approx(svm.solution_.margins, abs=1e-9)


@pytest.mark.parametrize("spreads", [1e3, 1e6, 1e8])
def test_a_wide_gaussian_is_the_linear_machine(spreads):
    """κ ≈ 1 - ‖x - z‖²/2σ², so that at C σ² it is the linear machine at C."""
    X = ROUNDED + 100.0
    wide = BiclassSVM(spreads**2, kernels.Gaussian(spreads)).fit(X, LABELS)
    linear = BiclassSVM(1.0).fit(X, LABELS)
    assert wide.solution_.certified
    assert wide.decision_function(X) == pytest.approx(linear.decision_function(X), abs=50.0 / spreads**2 + 1e-9)


@UNCERTIFIED
@pytest.mark.parametrize("machine", ["weston-watkins", "crammer-singer", "lee-lin-wahba", "msvm2"])
def test_a_polynomial_far_away_is_certified_only_where_it_is_right(machine):
    for offset in (0.0, 1e2, 1e3, 1e5):
        svm = MulticlassSVM(1.0, kernels.Polynomial(2), machine=machine)
        if machine == "msvm2" and offset == 1e5:
            with pytest.raises(ValueError, match="leaves no room for slack"):
                svm.fit(ROUNDED[:14] + offset, np.arange(14) % 3)
            continue
        svm.fit(ROUNDED[:14] + offset, np.arange(14) % 3)
        assert gap(svm) <= 1e-8 or not svm.solution_.certified
        assert svm.solution_.certified or offset


# --- its own rounding -----------------------------------------------------------------------------------------------


def test_rounding_that_moves_the_margins_is_not_certified():
    Z = CLOUD + LABELS[:, None]
    with pytest.warns(UserWarning, match="not certified"):
        svm = BiclassSVM(C=1e6).fit(3000.0 * Z, LABELS)
    assert not svm.solution_.certified
    assert BiclassSVM(C=1e4).fit(Z, LABELS).solution_.certified


def test_a_gap_counts_relative_to_the_objective():
    """Objective 2/C² at scale C: a multiplier that is 1e-5 off is 1e-10 off there, relative to it 1e-5."""
    program = BiclassSVM(C=np.inf).fit([[-1e3], [1e3]], [0, 1]).solution_.program
    from svmlab.engine.certificate import certify

    right = certify(program, np.full(2, 0.5e-6))
    assert right.dual == pytest.approx(5e-7)
    assert right.certified
    assert not certify(program, np.full(2, 0.5e-6 * (1 + 1e-6))).certified


@pytest.mark.parametrize("C", [1e15, 1e100, 1e300])
def test_a_huge_finite_C_gives_the_hard_margin(C):
    data = datasets.blobs(30, random_state=0, n_classes=2, noise=0.1)
    hard, soft = (BiclassSVM(c).fit(data.X, data.y) for c in (np.inf, C))
    assert soft.solution_.certified
    assert soft.coef_ == pytest.approx(hard.coef_, rel=1e-9)


@UNCERTIFIED
def test_a_huge_finite_C_on_inseparable_points_is_not_certified_and_raises_nothing():
    iris = datasets.iris()
    assert not MulticlassSVM(C=1e300).fit(iris.X, iris.y).solution_.certified


@UNCERTIFIED
def test_what_is_said_of_an_uncertified_machine_says_so():
    X = 1e4 * (CLOUD + LABELS[:, None])
    svm, fine = BiclassSVM(C=1e3).fit(X, LABELS), BiclassSVM().fit(X / 1e4, LABELS)
    assert not svm.solution_.certified
    assert "not certified" in repr(kkt.cases(svm))
    assert "not certified" in repr(leave_one_out(svm))
    assert "not certified" not in repr(kkt.cases(fine)) + repr(bounds.report(fine)).split("\n")[0]


@UNCERTIFIED
def test_leave_one_out_of_a_hard_margin_finds_one_without_each_point_or_says_that_it_did_not():
    pytest.importorskip("cvxopt", reason="our own interior-point method does not find this hard margin")
    rng = np.random.default_rng(47)
    y = np.append(np.arange(3), rng.integers(0, 3, 10)[3:])
    X = 500.0 * rng.normal(size=(10, 2))  # 1e3, and it depends on the processor's BLAS whether there is a hard margin
    svm = MulticlassSVM(np.inf, kernels.Polynomial(3), machine="crammer-singer").fit(X, y)
    assert svm.solution_.certified
    loo = leave_one_out(svm)
    assert np.isfinite(loo.scores[~loo.undefined]).all()


# --- columns of different scales ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def people():
    """Age, income and a 0/1 column, as they are; y."""
    rng = np.random.default_rng(0)
    age, income, third = rng.integers(18, 90, 300), rng.lognormal(11, 1, 300), rng.integers(0, 2, 300)
    y = np.where(age / 40 + np.log(income) / 11 + rng.normal(0, 0.3, 300) > 2.3, 1, -1)
    return np.column_stack([age, income, third]), y


def test_unscaled_columns_are_trained_to_the_optimum(people):
    X, y = people
    svm = BiclassSVM().fit(X, y)
    assert svm.solution_.certified
    assert svm.solution_.primal == pytest.approx(77.906, abs=5e-4)  # by a QP in standardised columns
    assert abs(gap(svm)) < 1e-12
    margins = y * (X @ svm.coef_[0] + svm.intercept_)
    assert margins == pytest.approx(svm.solution_.margins, abs=1e-10)
    assert y * svm.decision_function(X) == pytest.approx(svm.solution_.margins, abs=1e-10)
    copy = pickle.loads(pickle.dumps(svm))
    np.testing.assert_array_equal(copy.decision_function(X), svm.decision_function(X))


def test_unscaled_columns_are_left_out_of_exactly(people):
    X, y = people[0][:80], people[1][:80]
    loo = leave_one_out(BiclassSVM().fit(X, y))
    assert loo.certified
    assert loo.n_errors == 14


@pytest.mark.parametrize("machine", ["weston-watkins", "lee-lin-wahba"])
def test_many_classes_of_unscaled_columns_are_trained_to_the_optimum(machine):
    rng = np.random.default_rng(1)
    Z = rng.normal(size=(40, 3))
    y = np.digitize(Z.sum(axis=1) + rng.normal(0, 0.5, 40), [-0.6, 0.6])
    svm = MulticlassSVM(2.0, machine=machine).fit(Z * [1.0, 1e6, 1e-2] + [0.0, 1e6, 0.0], y)
    assert svm.solution_.certified
    assert svm.solution_.w is not None
    assert abs(gap(svm)) < 1e-12
    assert svm.scores(svm.X_fit_).sum(axis=1) == pytest.approx(0.0, abs=1e-9)
    assert leave_one_out(svm).certified


def test_the_intercept_of_unscaled_columns_follows_its_rule():
    """A multiplier of 4e-14 beside 363 was one between its bounds, and fixed b at an end of its interval."""
    svm, X, y, weight = hostile_scales.problem(1207)
    svm.fit(X[1:], y[1:], weight[1:])
    low, high = np.moveaxis(svm.intercept_interval_, -1, 0)
    assert (high - low).max() > 1e-3
    assert leave_one_out(hostile_scales.problem(1207)[0].fit(X, y, weight)).scores[0] == pytest.approx(
        svm.scores(X[:1])[0], abs=1e-7
    )


@UNCERTIFIED
def test_a_wrong_w_is_not_certified(people):
    solution = BiclassSVM().fit(*people).solution_
    for wrong in (1.0 + 1e-6, 1.0 - 1e-6):
        assert not certify(solution.program, solution.alpha, w=wrong * solution.w).certified


@UNCERTIFIED
def test_multipliers_that_share_a_bound_never_exceed_it_together():
    """Crammer and Singer at C = 9e-55 and weights from 1e-6 to 1e6: Σα was 1.1e-5 above C."""
    svm, *data = hostile_scales.problem(3844)
    svm.fit(*data)
    assert (np.asarray(svm.alpha_).sum(axis=1) <= svm.C_ * svm.sample_weight_ * (1.0 + 1e-15)).all()
    assert abs(gap(svm)) < 1e-5


# --- paths ----------------------------------------------------------------------------------------------------------


def test_a_path_on_which_nothing_moves_has_one_piece():
    X = np.array([[79.0, 68000], [63, 17000], [54, 24000], [37, 13000]])
    path = regularization_path(BiclassSVM(kernel="polynomial").fit(X, [0, 1, 1, 1]))
    assert (path.C_min, path.C_max, len(path.segments)) == (0.01, 100.0, 1)
    assert path.model_at(3.0).solution_.certified


@UNCERTIFIED
def test_the_end_of_a_path_is_not_extrapolated():
    X = 1e7 * (CLOUD + LABELS[:, None])
    path = regularization_path(BiclassSVM(C=1e-14).fit(X, LABELS), 1e-15, 1e-9)
    assert path.model_at(1e-9).solution_.certified or not path.residual <= 1e-8
    assert gap(path.model_at(1e-13)) < 1e-8


# --- hostile problems -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(30, 180, 30))
def test_no_hostile_problem_is_certified_and_wrong(first):
    total, failures = hostile_scales.Counter(), {}
    for seed in range(first, first + 30):
        done, failed = hostile_scales.examine(seed)
        total += done
        for name, detail in failed:
            failures.setdefault(name, []).append((seed, detail))
    assert failures == {}
    assert total["fit"] >= 20
    assert total["fit not certified"] <= 8


def test_a_point_whose_weight_is_tiny_beside_another_is_not_rounded_away():
    """Leave-one-out was certified and off by up to 0.5, a machine of a path by 1e-5.

    2896 is at the edge of what can be certified: with the BLAS of some processors it is not.
    """
    compared = {}
    for seed in (1471, 1856, 2477, 2896, 3192):
        done, failures = hostile_scales.examine(seed)
        assert failures == [], seed
        compared[seed] = done["points compared"]
    assert compared.pop(2896) in (0, 2)
    assert set(compared.values()) == {2}


@UNCERTIFIED
def test_the_oracle_sees_a_wrong_solution():
    svm = hostile_scales.problem(3)[0]
    svm.fit(*hostile_scales.problem(3)[1:])
    assert abs(gap(svm)) < 1e-9
    svm.alpha_ = 0.9 * np.asarray(svm.alpha_)
    assert gap(svm) > 1e-3
