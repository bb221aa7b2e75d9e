"""The loop that numba compiles says of every machine without a point what the rows in step say; where numba is not
installed it runs as plain Python."""

import numpy as np
import pytest
from engine_programs import draw
from hypothesis import given
from hypothesis import strategies as st
from leaving_out import hard_margin_of, machine_of
from oracle import problems

from svmlab import BiclassSVM, MulticlassSVM, leave_one_out
from svmlab.engine import batch

SAME = 1e-9  # by how much margins may differ, relative to 1 or the largest


def by(way, svm):
    """Leave-one-out by that way of ``batch``, however small the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "quickest", lambda active, points: way)
        return leave_one_out(svm)


def compare(svm):
    """Assert that both ways certify the same margins, up to what rounding leaves open by the certificates."""
    step, loop = by(batch.in_step, svm), by(batch.in_a_loop, svm)
    assert loop.certified == step.certified
    scale = max(1.0, np.abs(np.nan_to_num(step.margin)).max())
    unsure = SAME + step.residual + loop.residual
    np.testing.assert_allclose(loop.margin, step.margin, rtol=0, atol=unsure * scale)


@given(problems(classes=(2,)))
def test_two_classes_have_the_same_margins_in_the_loop(problem):
    compare(BiclassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))


@given(problems(classes=(2, 3, 4), costs=[1e-2, 1.0, 100.0]))
def test_many_classes_have_the_same_margins_in_the_loop(problem):
    compare(MulticlassSVM(C=problem.C, kernel=problem.kernel).fit(problem.X, problem.y))


@pytest.mark.filterwarnings("ignore:not certified")
@given(problems(classes=(2, 3)))
def test_hard_margins_have_the_same_margins_in_the_loop(problem):
    svm = hard_margin_of(problem, machine_of(problem.y.max() + 1))
    if svm is not None and svm.solution_.certified:
        compare(svm)


@pytest.mark.filterwarnings("ignore:not certified")
@given(st.integers(0, 10**6))
def test_hostile_programs_have_the_same_margins_in_the_loop(number):
    svm, X, y, weight = draw(number)
    try:
        svm.fit(X, y, weight)
    except ValueError:  # a hard margin that there is not
        return
    if svm.solution_.certified:
        compare(svm)
