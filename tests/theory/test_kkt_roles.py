"""kkt.cases names the case of every point, and of every rival class, of a trained machine."""

import numpy as np
import pytest
from hypothesis import given
from oracle import problems

from svmlab import BiclassSVM, MulticlassSVM, kkt
from svmlab.theory.kkt import BOUNDED, FREE, OUTSIDE, OWN

# One dimension, C = 1, worked by hand: w = 1, b = 0 and f(x) = x.
LINE = np.array([[-1.0], [1.0], [2.0], [0.5], [-0.5], [-0.5], [0.5]])
SIDES = np.array([-1, 1, 1, 1, -1, 1, -1])


def line():
    return BiclassSVM(C=1.0).fit(LINE, SIDES)


def test_the_line_is_as_worked_by_hand():
    svm = line()
    assert svm.w_ == pytest.approx([1.0])
    assert svm.b_ == pytest.approx(0.0)


def test_each_point_of_the_line_is_in_its_case():
    cases = kkt.cases(line())
    assert len(cases) == 7
    assert cases.code[2] == OUTSIDE
    np.testing.assert_array_equal(cases.code[3:], BOUNDED)
    np.testing.assert_allclose(cases.margin, [1.0, 1.0, 2.0, 0.5, 0.5, -0.5, -0.5], atol=1e-12)
    np.testing.assert_allclose(cases.slack, [0.0, 0.0, 0.0, 0.5, 0.5, 1.5, 1.5], atol=1e-12)
    np.testing.assert_array_equal(cases.misclassified, [False] * 5 + [True, True])
    np.testing.assert_array_equal(cases.point, cases.code)


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (2, "α = 0, lead > 1: outside the margin, not a support vector"),
        (3, "α = C, 0 ≤ lead < 1: inside the margin, a bounded support vector"),
        (5, "α = C, lead < 0: on the wrong side, a bounded support vector"),
    ],
)
def test_words_say_alpha_and_margin(point, words):
    assert kkt.cases(line()).words(point) == words


def test_a_point_on_the_margin_need_not_be_a_support_vector():
    svm = BiclassSVM(C=np.inf).fit(np.array([[-1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), np.array([-1, 1, 1]))
    cases = kkt.cases(svm)
    assert cases.code.tolist() == [FREE, FREE, OUTSIDE]
    assert cases.words(2) == "α = 0, lead = 1: on the margin, yet not a support vector"
    assert cases.words(0) == "0 < α < C, lead = 1: on the margin, a free support vector"


def test_a_bounded_support_vector_can_lie_on_the_margin():
    svm = BiclassSVM(C=0.5).fit(np.array([[-1.0], [1.0]]), np.array([-1, 1]))
    assert kkt.cases(svm).words(0) == "α = C, lead = 1: on the margin, a bounded support vector without slack"


def test_a_hard_margin_machine_has_no_bounded_support_vector():
    svm = BiclassSVM(C=np.inf).fit(np.array([[-1.0], [1.0], [5.0]]), np.array([-1, 1, 1]))
    assert kkt.cases(svm).code.tolist() == [FREE, FREE, OUTSIDE]


@given(problems(scales=(1.0,), costs=[0.1, 1.0, 10.0]))
def test_every_case_satisfies_its_condition(problem):
    svm = MulticlassSVM(problem.C, problem.kernel).fit(problem.X, problem.y)
    cases = kkt.cases(svm)
    m, Q = len(problem.y), problem.y.max() + 1
    assert cases.code.shape == cases.margin.shape == cases.slack.shape == (m, Q)
    own = np.arange(Q) == problem.y[:, None]
    np.testing.assert_array_equal(cases.code == OWN, own)
    tolerance = 1e-7 * max(1.0, problem.C, np.abs(cases.margin).max())
    assert (cases.margin[cases.code == OUTSIDE] >= 1 - tolerance).all()
    assert (np.abs(cases.margin[cases.code == FREE] - 1) <= tolerance).all()
    assert (cases.margin[cases.code == BOUNDED] <= 1 + tolerance).all()
    assert (svm.alpha_[cases.code == OUTSIDE] == 0).all()
    assert (svm.alpha_[cases.code == BOUNDED] == problem.C).all()
    scores = svm.scores(problem.X)
    margins = scores[np.arange(m), problem.y][:, None] - scores
    np.testing.assert_allclose(cases.margin[~own], margins[~own], atol=1e-7 * max(1.0, np.abs(scores).max()))
    for i in range(m):
        words = cases.words(i)
        assert set(words) == set(np.delete(np.arange(Q), problem.y[i]))


def test_many_classes_are_named_as_the_user_named_them():
    X = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])
    svm = MulticlassSVM(C=10.0).fit(X, ["ant", "bee", "cat"])
    words = kkt.cases(svm).words(0)
    assert set(words) == {"bee", "cat"}
    assert "free support vector" in words["bee"]


def test_a_point_counts_by_its_worst_rival():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(30, 2)), rng.integers(0, 3, 30)
    svm = MulticlassSVM(C=1.0).fit(X, y)
    cases = kkt.cases(svm)
    np.testing.assert_array_equal(cases.point == BOUNDED, (svm.alpha_ == 1.0).any(axis=1))
    np.testing.assert_array_equal(cases.point == OUTSIDE, (svm.alpha_ == 0.0).all(axis=1))
    np.testing.assert_array_equal(cases.misclassified, svm.predict(X) != y)


def test_the_summary_counts_every_point_once():
    cases = kkt.cases(line())
    outside, free, bounded = ((cases.point == code).sum() for code in (OUTSIDE, FREE, BOUNDED))
    assert outside + free + bounded == 7
    assert repr(cases) == (
        f"7 points: {outside} outside, {free} free and {bounded} bounded support vectors, 2 misclassified"
    )
