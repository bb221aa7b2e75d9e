"""The multi-class key lemma: false as printed, exactly; true without K, step by step."""

from fractions import Fraction

import numpy as np
import pytest
from cases import LEMMA_2_COUNTEREXAMPLE
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svmlab import BiclassSVM, MulticlassSVM, datasets, flows, leave_one_out
from svmlab import lemmas_multiclass as lemmas

SEEDS = st.integers(0, 10**6)


def machine(seed, Q=None):
    svm = lemmas.random_machine(seed, Q)
    assume(svm is not None)
    assume(svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    return svm


def test_the_counterexample_in_fractions():
    """Every Karush-Kuhn-Tucker condition of both machines; full rank, so that α is unique; and α_p1 = 0."""
    full, left = lemmas.COUNTEREXAMPLE.exact()
    assert full.optimal
    assert left.optimal
    third = Fraction(1, 3)
    assert full.W == [[-13 * third, 2], [8 * third, 0], [5 * third, -2]]
    assert full.b == [-19 * third, 11 * third, 8 * third]
    assert left.W == [[-3, 2], [1, 0], [2, -2]]
    assert left.b == [-13 * third, 8 * third, 5 * third]
    assert sum(full.alpha.values()) == 110 * third
    assert left.scores([-2, -1]) == [-third, 2 * third, -third]
    assert (full.alpha[5, 1], full.margins[5, 1], full.alpha[5, 0]) == (0, 3, 29 * third)
    assert max(full.alpha.values()) == 29 * third  # so every C above gives the same machine
    assert lemmas.confirmed(lemmas.COUNTEREXAMPLE)


def test_the_audit_of_the_counterexample():
    found = lemmas.COUNTEREXAMPLE.audit()
    assert (found.outcome, found.predicted, found.rival, found.sure) == ("fails", 1, 1, True)
    assert found.alpha0[5, 1] == 0
    assert found.printed.failed == ["divisor"]
    assert found.product.holds
    assert found.without_K.holds
    assert np.allclose(found.scores, LEMMA_2_COUNTEREXAMPLE.known["scores_without"])
    loose = lemmas.COUNTEREXAMPLE.audit(rival=0)
    assert loose.conclusion.holds


@pytest.mark.parametrize("epsilon", [1 / 8, 0.05, 0.01, 0.001])
def test_a_family_of_eight_points_refutes_the_product_form_of_four_classes_whatever_its_constant(epsilon):
    X = [[9, 7, -16, 0], [9, -16, 7, 0], [5.5 - 2 * epsilon, 3.5 + 2 * epsilon, -9, 2], [7, 9, -16, 0]]
    X += [[-16, 9, 7, 0], [-16, 7, 9, 0], [7, -16, 9, 0], [4, -4, 0, -4 / epsilon]]
    found = lemmas.audit(MulticlassSVM(C=np.inf).fit(X, [0, 0, 0, 1, 1, 2, 2, 3]), 2)
    assert found.sure
    assert np.allclose(found.alpha0[2] / epsilon, [0, 1 / 4, 0, 0])
    assert found.D**2 <= 1544 * (1 + 1e-9)
    assert found.product.left <= 772 * epsilon * (1 + 1e-6)


def test_an_exact_machine_that_is_not_unique_is_refused():
    with pytest.raises(ValueError, match="full rank"):
        lemmas.exact_machine([[0, 0], [0, 0], [1, 0]], [0, 0, 1], np.array([[0, 1], [0, 1], [1, 0]], dtype=bool))


def test_the_active_set_of_one_machine_is_not_optimal_for_the_other():
    """Exact arithmetic does not excuse a wrong active set: with p's constraint missing the margin of p is below 1."""
    example = lemmas.COUNTEREXAMPLE
    active = example.audit().alphap > 0
    assert not lemmas.exact_machine(example.data.X, example.machine.codes_, active).optimal


def test_with_four_classes_the_midpoint_rule_errs_at_a_point_that_is_no_support_vector():
    example = lemmas.UNTIED
    svm = example.machine
    assert not svm.alpha_[example.p].any()
    low, high = svm.intercept_interval_[3, 0]
    assert np.isclose(low, 1.0)
    assert np.isclose(high, 2 * 3**0.5 - 1, atol=1e-8)
    loo = leave_one_out(svm)
    assert loo.errors[example.p]
    assert not lemmas.sure_errors(svm, loo)[example.p]
    assert not example.audit().sure


@settings(max_examples=25)
@given(SEEDS)
def test_with_three_classes_the_proof_without_K_holds_at_every_error(seed):
    svm = machine(seed, 3)
    for p in np.flatnonzero(leave_one_out(svm).errors):
        found = lemmas.audit(svm, p)
        assert found.K_free.holds
        assert found.without_K.holds, found
        assert 1.5 * found.D**2 * found.P**0.5 >= 1 - 1e-9


@settings(max_examples=25)
@given(SEEDS, st.sampled_from((4, 5)))
def test_with_more_classes_it_holds_where_it_claims_to(seed, Q):
    svm = machine(seed, Q)
    for p in np.flatnonzero(lemmas.sure_errors(svm)):
        found = lemmas.audit(svm, p)
        assert found.without_K.holds, found
        assert (found.K_free is None) == (not found.path)


@settings(max_examples=25)
@given(SEEDS)
def test_three_classes_always_tie_the_intercept(seed):
    svm = machine(seed, 3)
    assert np.isclose(*np.moveaxis(svm.intercept_interval_, 2, 0), atol=1e-6 * (1 + abs(svm.intercept_).max())).all()


def test_polygons_in_a_ball():
    assert np.allclose(lemmas.polygon([1, 2, 3]), [2.0, 2.25, 4.0])
    rng = np.random.default_rng(0)
    for L in (1, 2, 3, 4):
        corners = rng.normal(size=(2000, L + 1, 3))
        corners /= 2 * np.linalg.norm(corners, axis=2, keepdims=True)
        sides = ((corners - np.roll(corners, 1, axis=1)) ** 2).sum(axis=(1, 2))
        assert sides.max() <= lemmas.polygon(L)
    n = np.arange(5)
    star = 0.5 * np.column_stack([np.cos(4 * np.pi * n / 5), np.sin(4 * np.pi * n / 5)])
    assert np.isclose(((star - np.roll(star, 1, axis=0)) ** 2).sum(), lemmas.polygon(4))


def test_survey_counts():
    found = lemmas.survey(8)
    assert len(found) == len(found.fails) > 0
    assert not found.fails_loosely.any()
    assert "Lemma 2 as printed fails" in repr(found)


def test_the_audit_refuses_what_it_is_not_about():
    data = datasets.separable(10)
    with pytest.raises(TypeError, match="MulticlassSVM"):
        lemmas.audit(BiclassSVM().fit(data.X, data.y), 0)
    assert flows.constant_K(lemmas.COUNTEREXAMPLE.machine).value > 2


def test_a_hunt_finds_the_same_counterexample_for_a_seed_and_others_confirm_it():
    found, again = (lemmas.find_counterexamples(400, random_state=2000, size=10, at_most=1) for _ in range(2))
    assert len(found) == len(again) == 1
    assert np.array_equal(found[0].data.X, again[0].data.X)
    X, y, p = found[0].data.X, found[0].data.y, found[0].p
    full = MulticlassSVM(C=np.inf).fit(X, y)
    left = MulticlassSVM(C=np.inf).fit(np.delete(X, p, axis=0), np.delete(y, p))
    scores, own = left.scores(X[[p]])[0], int(full.codes_[p])
    n = int(scores.argmax())
    assert own != n
    assert (scores[n] > np.delete(scores, n) + 1e-9).all()
    assert full.alpha_[p, n] == 0
    assert full.alpha_[p].any()
    soft = MulticlassSVM(C=2.0 * full.alpha_.max()).fit(X, y)  # another program, the same machine
    assert np.allclose(soft.alpha_, full.alpha_, atol=1e-7)
    audit = lemmas.audit(full, p)
    assert audit.outcome == "fails"
    assert audit.product.holds
