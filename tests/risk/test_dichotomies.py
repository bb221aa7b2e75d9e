"""Dichotomies of lines against brute force: all labellings, each tried by a machine of hard margin."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmlab import BiclassSVM
from svmlab.risk.capacity import log_growth
from svmlab.risk.dichotomies import cover, of_lines, shattered, widest_margins

GRID = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=6)
SQUARE = [[0, 0], [1, 0], [0, 1], [1, 1]]


def by_machines(X):
    """{labels: the margin of the machine} of all labellings of X that one can be trained on without slack."""
    found = {}
    for labels in product([-1, 1], repeat=len(X)):
        if len(set(labels)) == 1:
            found[labels] = np.inf
            continue
        try:
            found[labels] = BiclassSVM(C=np.inf).fit(X, labels).margin_
        except ValueError as error:
            if "cannot be separated" not in str(error):
                raise
    return found


def counted(X):
    labels = of_lines(X)
    return {tuple(one): margin for one, margin in zip(labels.tolist(), widest_margins(X, labels), strict=True)}


@given(GRID)
def test_lines_make_the_dichotomies_that_machines_make_and_no_other(points):
    """Also where points coincide, or three of them are on a line."""
    X = np.array(points, dtype=float)
    ours, theirs = counted(X), by_machines(X)
    assert list(ours) == sorted(theirs)
    assert np.allclose([ours[labels] for labels in theirs], list(theirs.values()), rtol=1e-6)


@pytest.mark.parametrize("m", range(1, 9))
def test_points_in_general_position_are_divided_as_often_as_cover_says(m):
    X = np.random.default_rng(m).normal(size=(m, 2))
    assert len(of_lines(X)) == cover(m, 2)
    assert shattered(X) == (m <= 3)


def test_points_on_a_line_have_only_its_cuts():
    X = np.outer(np.arange(6), [0.1, 0.7]) + np.array([3, 5])
    assert len(of_lines(X)) == cover(6, 1) == 12


def test_a_square_misses_its_two_diagonals():
    missing = set(product([-1, 1], repeat=4)) - set(counted(SQUARE))
    assert missing == {(1, -1, -1, 1), (-1, 1, 1, -1)}


def test_the_widest_margin_of_a_square_is_half_its_side():
    margins = {labels: margin for labels, margin in counted(SQUARE).items() if np.isfinite(margin)}
    assert max(margins.values()) == 0.5
    assert np.isclose(margins[1, -1, -1, -1], 0.5**1.5)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_covers_count_is_all_up_to_the_vc_dimension_and_half_of_all_at_twice_that(d):
    assert [cover(m, d) for m in range(1, d + 2)] == [2**m for m in range(1, d + 2)]
    assert cover(d + 2, d) == 2 ** (d + 2) - 2
    assert cover(2 * (d + 1), d) == 2 ** (2 * d + 1)
    assert np.isclose(log_growth(30, d), np.log(cover(30, d)))


@given(st.integers(2, 40), st.integers(1, 12))
def test_one_point_more_keeps_a_dichotomy_or_splits_it(m, d):
    """Cover's recursion: those that a hyperplane through the new point makes are split."""
    assert cover(m, d) == cover(m - 1, d) + cover(m - 1, d - 1)


@pytest.mark.parametrize(
    ("X", "why"),
    [([], r"\(0,\)"), ([1, 2], r"\(2,\)"), ([[1, 2, 3]], r"\(1, 3\)"), ([[np.nan, 1]], "finite")],
    ids=["none", "flat", "space", "nan"],
)
def test_what_is_no_set_of_points_of_the_plane_is_refused(X, why):
    with pytest.raises(ValueError, match=why):
        of_lines(X)


def test_numbers_of_points_and_dimensions_are_whole():
    with pytest.raises(ValueError, match="m must be at least 1"):
        cover(0, 2)
    with pytest.raises(TypeError, match="d must be an integer"):
        cover(3, 1.5)
