"""Bounds of the machines whose scores sum to zero: the steps of the proof, and what they promise."""

import math

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, ball, bounds, datasets, kernels, leave_one_out
from svmlab.bounds.sum_to_zero import Facts
from svmlab.machines.multiclass import CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2


def drawn(seed):
    """Machines with a hard margin on a small random problem."""
    rng = np.random.default_rng(seed)
    Q = int(rng.integers(2, 6))
    m = int(rng.integers(Q + 2, 16))
    y = np.concatenate([np.arange(Q), rng.integers(0, Q, m - Q)])
    X = rng.normal(size=(m, 2)) + rng.choice([0.0, 1.0, 2.0]) * np.stack([np.cos(2.1 * y), np.sin(2.1 * y)], axis=1)
    yield MulticlassSVM(C=float(rng.choice([0.1, 1.0, 1000.0])), kernel="linear", machine=MSVM2).fit(X, y)
    yield MulticlassSVM(C=math.inf, kernel=kernels.Gaussian(0.5), machine=LEE_LIN_WAHBA).fit(X, y)


def test_every_error_has_a_large_multiplier_and_every_step_of_the_proof_holds():
    errors = 0
    for seed in range(60):
        for svm in drawn(seed):
            facts = Facts(svm)
            program, Q = svm.solution_.program, facts.Q
            norm = svm.solution_.squared_norm
            for p in np.flatnonzero(facts.loo.errors & ~facts.loo.undefined):
                errors += 1
                A, kappa = facts.largest[p], 1.0 / (Q - 1)
                assert facts.factor * A >= 1.0
                V = difference(svm, program, p)
                assert A**2 * Q * facts.D2 / 4 >= V * (1 - 1e-7)  # step 1
                alone = (np.delete(svm.alpha_, p, axis=0) <= 0).all(axis=0) & (svm.alpha_[p] > 0)
                if not alone.any():
                    assert V * facts.D2 >= kappa**2 * Q / (Q - 1) * (1 - 1e-7)  # step 2
                assert kappa * svm.alpha_.sum() == pytest.approx(norm, rel=1e-6)
    assert errors > 100


def difference(svm, program, p):
    """‖W⁰ - Wᵖ‖² in the feature space of the program."""
    from svmlab.engine import solver

    without = solver.solve(program.without(np.flatnonzero(program.example == p)))
    B = svm.coefficients_ - program.coefficients(without.alpha)
    return float(np.sum(B * (program.K @ B)))


def test_the_bounds_hold_and_are_in_order():
    data = datasets.iris().standardized()
    for C in (0.1, 10.0):
        svm = MulticlassSVM(C=C, kernel=kernels.Gaussian(1.0), machine=MSVM2).fit(data.X, data.y)
        report = bounds.report(svm)
        assert [bound.name for bound in report] == ["support_vectors", "largest_count", "largest_sum", "radius_margin"]
        values = {bound.name: bound.value for bound in report}
        assert report.loo.n_errors <= values["largest_count"] <= values["largest_sum"] <= values["radius_margin"]
        assert all(bound.holds and bound.kind == "proved" for bound in report)
        assert values["radius_margin"] == pytest.approx(
            0.5 * 2**2.5 * Facts(svm).D2 * svm.solution_.squared_norm, rel=1e-6
        )


def test_for_two_classes_it_is_the_radius_margin_bound():
    data = datasets.separable(30, random_state=0)
    many = bounds.report(MulticlassSVM(C=math.inf, machine=LEE_LIN_WAHBA).fit(data.X, data.y))
    two = bounds.report(BiclassSVM(C=math.inf).fit(data.X, data.y))
    assert many["radius_margin"].value == pytest.approx(two["radius_margin"].value)


def test_a_finite_C_of_lee_lin_and_wahba_does_not_meet_the_hypotheses():
    data = datasets.overlapping(40, random_state=0, n_classes=3)
    svm = MulticlassSVM(C=1.0, machine=LEE_LIN_WAHBA).fit(data.X, data.y)
    bound = bounds.report(svm)["radius_margin"]
    assert not bound.holds
    assert "C is finite" in bound.why


def test_crammer_and_singer_has_the_count_of_support_vectors():
    data = datasets.overlapping(40, random_state=0, n_classes=3)
    svm = MulticlassSVM(C=1.0, kernel="gaussian", machine=CRAMMER_SINGER).fit(data.X, data.y)
    report = bounds.report(svm)
    assert [bound.name for bound in report] == ["support_vectors"]
    assert report["support_vectors"].value == len(svm.support_) >= leave_one_out(svm).n_errors


def test_the_ball_of_the_quadratic_machine_is_that_of_its_own_kernel_matrix():
    data = datasets.iris().standardized()
    svm = MulticlassSVM(C=2.0, machine=MSVM2).fit(data.X, data.y)
    points = svm.support_
    ridged = (svm.K_ + np.eye(150) / 4.0)[np.ix_(points, points)]
    assert Facts(svm).D2 == pytest.approx(ball.smallest(ridged).diameter ** 2)
    assert Facts(svm).D2 > ball.of_support_vectors(svm).diameter ** 2


def test_a_point_without_weight_is_named_as_such_and_not_as_a_finite_C():
    data = datasets.blobs(20, random_state=0, n_classes=3, noise=0.1)
    weight = np.r_[0.0, np.ones(19)]
    svm = MulticlassSVM(C=math.inf, machine=LEE_LIN_WAHBA).fit(data.X, data.y, weight)
    report = bounds.report(svm)
    assert not report["radius_margin"].holds
    assert "points have weight 0" in report["radius_margin"].why
    assert "C is finite" not in report["radius_margin"].why
