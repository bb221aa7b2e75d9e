"""Leave-one-out errors over a parameter of the kernel, and over the plane of C and it, are those of leaving out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from sklearn.base import clone

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out


def drawn(seed, Q, m=14):
    rng = np.random.default_rng(seed)
    X, y = np.round(2.0 * rng.standard_normal((m, 2))) / 2.0, np.arange(m) % Q
    machine = BiclassSVM if Q == 2 else MulticlassSVM
    return machine(C=float(rng.choice([0.1, 1.0, 30.0])), kernel=kernels.Gaussian(0.7)).fit(X, y)


def left_out(svm, **params):
    kernel = svm.kernel_.with_params(**params)
    return leave_one_out(clone(svm).set_params(kernel=kernel).fit(svm.X_fit_, svm.y_fit_))


@examples(max_examples=max(1, examples.default.max_examples // 4))
@given(st.integers(0, 2**16), st.sampled_from([2, 3]))
def test_the_samples_are_exact_and_so_is_each_place_where_a_point_changes(seed, Q):
    svm = drawn(seed, Q)
    curve = leave_one_out.along_kernel(svm, 0.3, 3.0, samples=9)
    assert curve.certified
    assert (np.diff(curve.values) > 0).all()
    for sigma in curve.samples:
        np.testing.assert_array_equal(curve.errors_at(sigma), left_out(svm, sigma=sigma).errors)
    for at, points in list(zip(curve.values[1:-1], curve.points, strict=True))[:3]:
        before, after = (left_out(svm, sigma=at * factor) for factor in (1.0 - 5e-7, 1.0 + 5e-7))
        p = list(points)
        assert (before.errors[p] != after.errors[p]).all()


def test_counts_follow_from_who_changes():
    svm = drawn(3, 2)
    curve = leave_one_out.along_kernel(svm, 0.3, 3.0, samples=9)
    assert len(curve.counts) == len(curve.values) - 1 == len(curve.points) + 1
    middles = np.sqrt(curve.values[1:] * curve.values[:-1])
    assert [curve.errors_at(sigma).sum() for sigma in middles] == curve.counts.tolist()
    assert [curve.count_at(sigma) for sigma in middles] == curve.counts.tolist()
    assert curve.n_errors == curve.counts.min()
    for low, high in curve.best:
        assert curve.count_at(np.sqrt(low * high)) == curve.n_errors
    assert "sigma from 0.3 to 3" in repr(curve)
    assert f"the fewest found are {curve.n_errors} of" in repr(curve)
    assert "every point was left out at 9 values" in repr(curve)


def test_a_point_that_changes_twice_between_two_samples_is_seen_by_more_of_them():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    few, many = (leave_one_out.along_kernel(svm, 0.3, 3.0, samples=n) for n in (3, 41))
    assert len(few.points) < len(many.points)
    for sigma in few.samples:
        np.testing.assert_array_equal(few.errors_at(sigma), many.errors_at(sigma))


def test_chosen_samples_are_taken():
    svm, told = drawn(1, 2), []
    curve = leave_one_out.along_kernel(svm, 0.5, 2.0, samples=[0.5, 1.0, 2.0], progress=lambda *done: told.append(done))
    np.testing.assert_array_equal(curve.samples, [0.5, 1.0, 2.0])
    assert told == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(ValueError, match=r"samples must go from low=0\.5 to high=2"):
        leave_one_out.along_kernel(svm, 0.5, 2.0, samples=[0.6, 2.0])
    with pytest.raises(ValueError, match="samples must be"):
        leave_one_out.along_kernel(svm, 0.5, 2.0, samples=1)
    with pytest.raises(ValueError, match=r"sigma must lie between 0\.5 and 2, got 3"):
        curve.count_at(3.0)


@pytest.mark.parametrize("Q", [2, 3])
def test_the_plane_is_exact_in_C_at_each_value(Q):
    svm = drawn(5, Q)
    plane = leave_one_out.over_plane(svm, [0.5, 1.0, 2.0], 0.1, 10.0)
    assert plane.certified
    for sigma in plane.values:
        for C in (0.11, 1.0, 9.7):
            there = clone(svm).set_params(C=C).fit(svm.X_fit_, svm.y_fit_)
            assert plane.count_at(sigma, C) == left_out(there, sigma=sigma).n_errors
    assert plane.n_errors == min(curve.counts.min() for curve in plane.curves)
    for (sigma, (low, high)), (band, interval) in zip(plane.best, plane.rectangles, strict=True):
        assert plane.count_at(sigma, np.sqrt(low * high)) == plane.n_errors
        assert band[0] <= sigma <= band[1]
        assert interval == (low, high)
    np.testing.assert_allclose(plane.edges, [0.5, np.sqrt(0.5), np.sqrt(2.0), 2.0])
    assert f"the fewest are {plane.n_errors} of 14 points" in repr(plane)


def test_a_plane_refuses_in_words_what_is_none():
    svm = drawn(5, 2)
    with pytest.raises(ValueError, match=r"values must be two or more, got \[1.0\]; use leave_one_out.along_path"):
        leave_one_out.over_plane(svm, [1.0])
    with pytest.raises(ValueError, match="values must increase"):
        leave_one_out.over_plane(svm, [1.0, 0.5])
    with pytest.raises(ValueError, match="'gamma' is no parameter"):
        leave_one_out.over_plane(svm, [1.0, 2.0], parameter="gamma")
    plane = leave_one_out.over_plane(svm, [1.0, 1.5], 0.1, 1.0)
    with pytest.raises(ValueError, match=r"sigma must lie between 1 and 1\.5, got 2"):
        plane.count_at(2.0, 1.0)
