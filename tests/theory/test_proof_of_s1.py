"""S1, any number of classes at the hard margin: every step of its proof, on drawn machines and on known ones."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svmlab import BiclassSVM, MulticlassSVM, bounds
from svmlab import lemmas_multiclass as lemmas

SUPPOSE_AN_ERROR = ("an error", "no small change", "S1")


def left_out(svm):
    """The points whose class has another one."""
    return np.flatnonzero(np.bincount(svm.codes_)[svm.codes_] > 1)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(3, 6))
def test_every_step_holds_at_every_point_of_a_drawn_machine(seed, Q):
    svm = lemmas.random_machine(seed, Q)
    assume(svm is not None)
    assume(svm.alpha_.max() < 1e6 * svm.alpha_.mean())
    for p in left_out(svm):
        proof = lemmas.polygon_proof(svm, p)
        assert proof.holds, (p, proof.failed)
        names = [step.name for step in proof]
        assert all((name in names) == lemmas.errs_surely(svm, p) for name in SUPPOSE_AN_ERROR)


def test_its_last_line_is_the_term_of_the_bound():
    svm = lemmas.COUNTEREXAMPLE.machine
    terms = bounds.report(svm)["xi_alpha_many"].per_point
    errors = [p for p in left_out(svm) if lemmas.errs_surely(svm, p)]
    assert errors
    for p in errors:
        assert lemmas.polygon_proof(svm, p)["S1"].left == pytest.approx(terms[p])


def test_a_step_that_is_false_is_told(monkeypatch):
    """With a z_p that is too small for its polygon, the step about the sides fails."""
    monkeypatch.setattr("svmlab.theory.lemmas_multiclass.proof_of_s1.polygons", lambda K, Q: np.full(len(K), 1e-3))
    assert "sides" in lemmas.polygon_proof(lemmas.COUNTEREXAMPLE.machine, lemmas.COUNTEREXAMPLE.p).failed


def test_what_it_is_not_about_is_refused():
    X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    with pytest.raises(ValueError, match=r"S1 is about the hard margin, got C = 1; train the machine with C=np\.inf"):
        lemmas.polygon_proof(MulticlassSVM(C=1.0).fit(X, y), 0)
    with pytest.raises(TypeError, match="S1 needs a MulticlassSVM, got BiclassSVM"):
        lemmas.polygon_proof(BiclassSVM(C=np.inf).fit(X, y), 0)
    with pytest.raises(ValueError, match="point 2 is the only one of its class"):
        lemmas.polygon_proof(MulticlassSVM(C=np.inf).fit(X[:3], y[:3]), 2)
