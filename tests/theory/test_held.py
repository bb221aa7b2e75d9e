"""Which points the others hold, set by set and pair by pair, and what is true of them."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svmlab import MulticlassSVM, bounds, kernels
from svmlab.theory.held import held_points


def sets_of(classes):
    return chain.from_iterable(combinations(classes, n) for n in range(1, len(classes) + 1))


def is_held(svm, p):
    """The condition for one point in words of its definition, in plain loops."""
    alpha, upper, y = svm.alpha_, svm.upper_, svm.codes_
    m, Q = alpha.shape
    room = upper.max(axis=1)
    if alpha[p].sum() < room[p] and room.min() == room.max():
        return True
    room = room / room.max()
    for T in sets_of([k for k in range(Q) if k != y[p]]):
        others = [k for k in range(Q) if k not in T]
        slack = sum(room[r] for r in range(m) for s in others if y[r] in T and s != y[r] and alpha[r, s] >= upper[r, s])
        ties = sum(room[r] for r in range(m) for t in T if r != p and y[r] not in T and alpha[r, t] > 0)
        if slack > ties:
            return False
    return True


def drawn(seed):
    """A small machine at a finite C, or None where it is not certified."""
    rng = np.random.default_rng(seed)
    Q = int(rng.integers(2, 6))
    m = int(rng.integers(Q + 2, 15))
    y = np.r_[np.arange(Q), rng.integers(0, Q, m - Q)]
    kernel = (kernels.Linear(), kernels.Gaussian(0.7), kernels.Polynomial(2))[rng.integers(3)]
    weight = rng.uniform(0.3, 3.0, m) if rng.random() < 0.3 else None
    svm = MulticlassSVM(10.0 ** rng.uniform(-2.5, 2.5), kernel).fit(rng.normal(size=(m, 2)), y, weight)
    return svm if svm.solution_.certified else None


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_it_is_what_its_definition_says(seed):
    svm = drawn(seed)
    assume(svm is not None)
    assert held_points(svm).tolist() == [is_held(svm, p) for p in range(len(svm.codes_))]


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_an_error_that_the_others_hold_has_a_term_of_one(seed):
    svm = drawn(seed)
    assume(svm is not None)
    facts = bounds.ingredients(svm)
    terms = facts.polygons * svm.alpha_.sum(axis=1) + facts.slack
    assert (terms[facts.errors & facts.held] >= 1 - 1e-7).all()


def test_the_squared_sides_of_polygons_are_bounded():
    svm = drawn(7)
    facts = bounds.ingredients(svm)
    X = svm.X_fit_
    distances = svm.kernel_(X).diagonal()[:, None] + svm.kernel_(X).diagonal() - 2 * svm.kernel_(X)
    rng = np.random.default_rng(0)
    for _ in range(200):
        corners = rng.integers(0, len(X), rng.integers(2, svm.alpha_.shape[1] + 1))
        sides = sum(distances[a, b] for a, b in zip(corners, np.roll(corners, -1), strict=True))
        assert sides <= facts.polygons[corners[0]] + 1e-9


def test_without_the_condition_it_is_false():
    """Five points on a line: an error that loses its margins, since without it an intercept runs away."""
    X, y = np.array([[0.0], [5.0], [5.0], [0.0], [4.0]]), np.array([0, 1, 2, 0, 1])
    svm = MulticlassSVM(C=0.01).fit(X, y)
    facts = bounds.ingredients(svm)
    assert facts.errors[1]
    assert not facts.held[1]
    assert (svm.alpha_[1].sum(), facts.slack[1]) == (pytest.approx(svm.C_), 0.0)
    assert facts.polygons[1] * svm.alpha_[1].sum() == pytest.approx(0.75)
    assert facts.loo.scores[1, 1] - facts.loo.scores[1, [0, 2]] == pytest.approx([-0.4, -0.15])
    assert bounds.report(svm)["xi_alpha_many"].per_point[1] == 1.0


def test_a_hard_margin_holds_every_point():
    X, y = np.array([[0.0], [5.0], [10.0], [0.1], [5.1]]), np.array([0, 1, 2, 0, 1])
    assert held_points(MulticlassSVM(C=np.inf, kernel="gaussian").fit(X, y)).all()
