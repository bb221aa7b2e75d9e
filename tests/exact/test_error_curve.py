"""The leave-one-out errors along C are, at every C, those of leaving each point out there."""

import dataclasses

import numpy as np
import pytest
from cases import FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import problems
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, regularization_path
from svmlab.engine.certificate import CERTIFIED

BESIDE = 1e-7  # of a breakpoint, relatively
OFF_A_TIE = 1e-7  # of a score, relative to max(1, the largest)
CASES = [FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR]
few = settings(max_examples=20)  # each asks for many machines
DECADES = [1e-3, 1.0, 30.0]  # C_min, in units of the drawn C


def machine_of(Q):
    return BiclassSVM if Q == 2 else MulticlassSVM


def lead(loo):
    """(m,) by how much each decision is off a tie, relative to its scores."""
    if loo.scores.ndim == 1:
        return np.abs(loo.scores)
    ordered = np.sort(loo.scores, axis=1)
    return (ordered[:, -1] - ordered[:, -2]) / np.maximum(1.0, np.abs(ordered[:, -1]))


def compare(curve, path, places):
    """Assert that the errors at these C are those of ``leave_one_out``, but at exact ties and on a breakpoint."""
    for C in places:
        model = path.model_at(C)
        loo = leave_one_out(model)
        if not (loo.certified and model.solution_.certified):
            continue
        here = [
            points for at, points in zip(curve.C[1:-1], curve.points, strict=True) if abs(at / C - 1) < 0.1 * BESIDE
        ]
        doubtful = (lead(loo) <= OFF_A_TIE) | np.isin(np.arange(len(loo.errors)), sum(here, ()))
        errors = curve.errors_at(C)
        np.testing.assert_array_equal(errors[~doubtful], loo.errors[~doubtful], err_msg=f"C = {C!r}")
        assert curve.count_at(C) == errors.sum()


def places_of(curve, n=5):
    """A few places over the whole of it, and beside the first, the last and some breakpoints between."""
    last = curve.C_max if np.isfinite(curve.C_max) else 10 * curve.C[-2]
    inside = curve.C[1:-1]
    chosen = inside[np.unique(np.linspace(0, len(inside) - 1, 4).astype(int))] if len(inside) else inside
    places = [*np.geomspace(curve.C_min, last, n), *chosen * (1 - BESIDE), *chosen * (1 + BESIDE)]
    return np.clip(places, curve.C_min, curve.C_max)


def consistent(curve):
    """Assert what each curve says of itself."""
    assert (np.diff(curve.C) > 0).all()
    assert len(curve.points) == len(curve.C) - 2 == len(curve.counts) - 1
    errors = curve.initial.copy()
    for count, points in zip(curve.counts, [(), *curve.points], strict=True):
        errors[list(points)] ^= True
        assert count == errors.sum()
    assert not (errors & curve.undefined).any()
    for low, high in curve.best:
        assert curve.count_at(low) == curve.n_errors == curve.counts.min()
        assert curve.count_at(np.sqrt(low * min(high, 1e3 * low))) == curve.n_errors
    return curve


def drawn(problem, start, machine=None):
    """(curve over three decades, path)."""
    svm = (machine or machine_of(problem.y.max() + 1))(kernel=problem.kernel).fit(problem.X, problem.y)
    ends = start * problem.C, 1e3 * start * problem.C
    path = regularization_path(svm, *ends)
    curve = consistent(leave_one_out.along_path(svm, *ends))
    if path.residual <= CERTIFIED:
        assert curve.certified
    return curve, path


@few
@given(problems(classes=(2,), costs=[0.3]), st.sampled_from(DECADES))
def test_two_classes_who_errs_is_who_errs_when_left_out_at_that_C(problem, start):
    curve, path = drawn(problem, start)
    compare(curve, path, places_of(curve))


@few
@given(problems(classes=(2, 3, 4, 5), costs=[0.3]), st.sampled_from(DECADES))
def test_many_classes_who_errs_is_who_errs_when_left_out_at_that_C(problem, start):
    curve, path = drawn(problem, start, MulticlassSVM)
    compare(curve, path, places_of(curve, 3))


@few
@given(problems(classes=(2, 3), costs=[0.3]), st.integers(0, 2**16))
def test_copies_of_points_and_their_opposites_are_followed_too(problem, seed):
    rng = np.random.default_rng(seed)
    twins = rng.integers(len(problem.y), size=len(problem.y) // 3 + 1)
    y = np.append(
        problem.y, np.where(rng.random(len(twins)) < 0.5, problem.y[twins], problem.y[rng.permutation(twins)])
    )
    svm = machine_of(y.max() + 1)(kernel=problem.kernel).fit(np.vstack([problem.X, problem.X[twins]]), y)
    ends = 1e-2 * problem.C, 1e2 * problem.C
    curve = consistent(leave_one_out.along_path(svm, *ends))
    compare(curve, regularization_path(svm, *ends), places_of(curve, 3))


@pytest.mark.parametrize("m", [24, 40])
@pytest.mark.parametrize("kernel", [kernels.Gaussian(sigma=1.0), kernels.Linear()], ids=["gaussian", "linear"])
def test_nothing_happens_between_breakpoints_and_something_at_each(m, kernel):
    data = datasets.overlapping(m, random_state=3)
    svm = BiclassSVM(kernel=kernel).fit(data.X, data.y)
    curve, path = leave_one_out.along_path(svm), regularization_path(svm)
    assert len(curve.points) > 3
    for i, points in enumerate(curve.points):
        below, above = (leave_one_out(path.model_at(curve.C[i + 1] * f)).errors for f in (1 - BESIDE, 1 + BESIDE))
        np.testing.assert_array_equal(np.flatnonzero(below != above), points)
    compare(curve, path, np.sqrt(curve.C[1:] * curve.C[:-1]))


def test_with_two_classes_both_machines_say_the_same():
    data = datasets.overlapping(40, random_state=1)
    two, many = (machine(kernel=kernels.Gaussian()).fit(data.X, data.y) for machine in (BiclassSVM, MulticlassSVM))
    one, other = leave_one_out.along_path(two, 0.02, 200.0), leave_one_out.along_path(many, 0.01, 100.0)
    np.testing.assert_allclose(one.C, 2 * other.C, rtol=1e-8)
    np.testing.assert_array_equal(one.counts, other.counts)
    assert one.points == other.points


@pytest.mark.slow
@pytest.mark.parametrize(("Q", "n"), [(2, 1000), (3, 500)])
def test_at_a_thousand_random_C_the_counts_are_those_of_leave_one_out(Q, n):
    data = datasets.overlapping(20, random_state=1, n_classes=Q)
    svm = machine_of(Q)(kernel=kernels.Gaussian(sigma=2.0)).fit(data.X, data.y)
    curve, path = leave_one_out.along_path(svm), regularization_path(svm)
    assert len(curve.points) > 20
    for C in 10 ** np.random.default_rng(0).uniform(-2, 2, n):
        loo = leave_one_out(path.model_at(C))
        assert loo.certified
        assert curve.count_at(C) == loo.n_errors, f"C = {C!r}"


def test_the_fewest_errors_may_lie_where_no_grid_looks():
    data = datasets.overlapping(30, random_state=3)
    svm = BiclassSVM(kernel=kernels.Gaussian(sigma=0.5)).fit(data.X, data.y)
    curve, path = leave_one_out.along_path(svm), regularization_path(svm)
    for low, high in curve.best:
        assert leave_one_out(path.model_at(np.sqrt(low * high))).n_errors == curve.n_errors
    grid = np.geomspace(0.01, 100, 51).clip(0.01, 100)
    assert curve.n_errors < min(leave_one_out(path.model_at(C)).n_errors for C in grid)
    assert "fewest" in repr(curve)
    assert curve.status.startswith("certified")


# ---------------------------------------------------------------- the hard margin


@few
@given(problems(classes=(2, 3), costs=[0.3]))
def test_to_the_hard_margin_the_last_errors_are_those_of_the_hard_margin(problem):
    svm = machine_of(problem.y.max() + 1)(kernel=problem.kernel).fit(problem.X, problem.y)
    try:
        path = regularization_path(svm, 0.1 * problem.C, np.inf)
    except ValueError:
        return
    curve = consistent(leave_one_out.along_path(svm, 0.1 * problem.C, np.inf))
    if path.residual <= CERTIFIED and path.model_at(np.inf).solution_.certified:
        assert curve.C_max == np.inf
        compare(curve, path, [np.inf, *places_of(curve, 2)])


def test_a_hard_margin_that_is_not_there_is_refused():
    svm = BiclassSVM(kernel="linear").fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    with pytest.raises(ValueError, match="hard margin, but the classes cannot be separated"):
        leave_one_out.along_path(svm, 0.1, np.inf)


# ---------------------------------------------------------------- degenerate cases


@pytest.mark.parametrize("case", CASES, ids=["five", "lemma 2", "all support", "none free"])
def test_named_cases(case):
    svm = machine_of(len(set(case.y)))(kernel="linear", class_weight=case.class_weight).fit(case.X, case.y)
    curve, path = consistent(leave_one_out.along_path(svm, 1e-3, 1e2)), regularization_path(svm, 1e-3, 1e2)
    assert curve.certified
    compare(curve, path, places_of(curve))


def test_the_only_point_of_its_class_is_undefined_and_errs_nowhere():
    svm = BiclassSVM(kernel="linear").fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    curve = consistent(leave_one_out.along_path(svm, 0.1, 10.0))
    np.testing.assert_array_equal(curve.undefined, [True, False, False])
    compare(curve, regularization_path(svm, 0.1, 10.0), [0.1, 0.7, 3.0, 10.0])
    assert curve.error_rates == pytest.approx(curve.counts / 2)


def test_where_the_intercept_is_not_unique_its_rule_counts():
    data = datasets.overlapping(20, random_state=4)
    svm = BiclassSVM(kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    curve, path = leave_one_out.along_path(svm, 1e-4, 0.2), regularization_path(svm, 1e-4, 0.2)
    assert not any(segment.tied for segment in path.segments[:1])
    compare(curve, path, np.geomspace(1e-4, 0.2, 40).clip(1e-4, 0.2))


def test_weights_count_and_points_without_weight_do_not():
    data = datasets.overlapping(30, random_state=5)
    weight = np.random.default_rng(0).choice([0.0, 0.5, 1.0, 3.0], 30)
    svm = BiclassSVM(kernel=kernels.Gaussian()).fit(data.X, data.y, weight)
    curve = consistent(leave_one_out.along_path(svm, 0.05, 20.0))
    compare(curve, regularization_path(svm, 0.05, 20.0), places_of(curve))
    rest = BiclassSVM(kernel=kernels.Gaussian()).fit(data.X[weight > 0], data.y[weight > 0], weight[weight > 0])
    alone = leave_one_out.along_path(rest, 0.05, 20.0)
    np.testing.assert_allclose(curve.C, alone.C, rtol=1e-8)
    np.testing.assert_array_equal(curve.counts, alone.counts)


# ---------------------------------------------------------------- what is asked, and how


@pytest.fixture(scope="module")
def machine():
    data = datasets.overlapping(24, random_state=0)
    return BiclassSVM(kernel=kernels.Gaussian()).fit(data.X, data.y)


def test_progress_is_told_of_every_stretch_and_may_interrupt(machine):
    seen = []
    leave_one_out.along_path(machine, progress=lambda done, total: seen.append((done, total)))
    total = seen[0][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (total, total)

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave_one_out.along_path(machine, progress=interrupt)


def test_a_curve_cannot_be_changed(machine):
    with pytest.raises(dataclasses.FrozenInstanceError):
        leave_one_out.along_path(machine).C = None


def test_what_cannot_be_is_refused_in_words(machine):
    with pytest.raises(ValueError, match="C_min must be positive"):
        leave_one_out.along_path(machine, 0.0, 1.0)
    with pytest.raises(ValueError, match="C_min must be smaller than C_max"):
        leave_one_out.along_path(machine, 1.0, 1.0)
    with pytest.raises(NotFittedError):
        leave_one_out.along_path(BiclassSVM())
    with pytest.raises(ValueError, match=r"C must lie between 0\.01 and 100, got 200\.0; compute a longer curve"):
        leave_one_out.along_path(machine).count_at(200)
    data = datasets.blobs(18, n_classes=3, random_state=0)
    joint = MulticlassSVM(machine="crammer-singer").fit(data.X, data.y)
    with pytest.raises(ValueError, match="there is no path of machine='crammer-singer'"):
        leave_one_out.along_path(joint)
