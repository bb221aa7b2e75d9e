"""The errors of cross-validation along C are, at every C, those of machines trained without each fold there."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import problems
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GroupKFold, KFold, LeaveOneGroupOut, ShuffleSplit, StratifiedKFold

from svmlab import BiclassSVM, MulticlassSVM, cross_validation_curve, datasets, kernels, leave_one_out

few = settings(max_examples=20)
OFF_A_TIE = 1e-7  # of a score, relative to max(1, the largest)
BESIDE = 1e-7  # of a breakpoint, relatively


def held_out(svm, folds, C):
    """(errors (m,) bool, lead (m,)) of machines trained at C without each fold, another route."""
    m = len(svm.y_fit_)
    errors, lead = np.zeros(m, dtype=bool), np.full(m, np.inf)
    for held in folds:
        kept = np.setdiff1d(np.arange(m), held)
        kept = kept[svm.sample_weight_[kept] > 0]
        model = clone(svm).set_params(C=C).fit(svm.X_fit_[kept], svm.y_fit_[kept], svm.sample_weight_[kept])
        scores = np.sort(model.scores(svm.X_fit_[held]), axis=1)
        lead[held] = (scores[:, -1] - scores[:, -2]) / np.maximum(1.0, np.abs(scores[:, -1]))
        errors[held] = model.predict(svm.X_fit_[held]) != svm.y_fit_[held]
    return errors, lead


def compare(curve, svm, folds, places):
    for C in places:
        errors, lead = held_out(svm, folds, C)
        here = [p for at, p in zip(curve.C[1:-1], curve.points, strict=True) if abs(at / C - 1) < BESIDE]
        sure = (lead > OFF_A_TIE) & ~np.isin(np.arange(len(errors)), sum(here, ()))
        np.testing.assert_array_equal(curve.errors_at(C)[sure], errors[sure], err_msg=f"C = {C!r}")


def folds_of(cv, svm, groups=None):
    return [held for _, held in cv.split(svm.X_fit_, svm.y_fit_, groups)]


@pytest.mark.parametrize(
    ("machine", "kernel", "data"),
    [
        (BiclassSVM, kernels.Gaussian(1.0), datasets.overlapping(50, random_state=1)),
        (BiclassSVM, "linear", datasets.overlapping(40, random_state=2)),
        (MulticlassSVM, kernels.Gaussian(1.0), datasets.overlapping(45, n_classes=3, random_state=3)),
    ],
    ids=["gaussian", "linear", "three classes"],
)
def test_at_every_C_the_errors_are_those_of_machines_trained_without_each_fold(machine, kernel, data):
    svm = machine(kernel=kernel).fit(data.X, data.y)
    curve = cross_validation_curve(svm, 5, 0.05, 20.0)
    middles = np.sqrt(curve.C[1:] * curve.C[:-1])
    places = [*np.geomspace(0.05, 20.0, 5), *middles[:: max(1, len(middles) // 4)]]
    compare(curve, svm, folds_of(StratifiedKFold(5), svm), places)
    assert curve.certified
    assert len(curve.points) > 3
    assert "5-fold cross-validation errors" in repr(curve)


@few
@given(problems(), st.integers(2, 4))
def test_drawn_problems(problem, k):
    """Duplicates, ties, few points of a class and rank-deficient kernels included."""
    machine = BiclassSVM if problem.y.max() == 1 else MulticlassSVM
    svm = machine(kernel=problem.kernel).fit(problem.X, problem.y)
    folds = folds_of(KFold(k, shuffle=True, random_state=0), svm) if len(problem.y) >= k else []
    classes = range(problem.y.max() + 1)
    if not folds or any(len(set(np.delete(problem.y, held))) < len(classes) for held in folds):
        return
    curve = cross_validation_curve(svm, KFold(k, shuffle=True, random_state=0), 0.1 * problem.C, 10 * problem.C)
    compare(curve, svm, folds, [0.1 * problem.C, problem.C, 7.7 * problem.C])


def test_folds_of_one_point_are_leave_one_out():
    data = datasets.overlapping(30, random_state=4)
    svm = BiclassSVM(kernel=kernels.Gaussian(0.8)).fit(data.X, data.y)
    ours, alone = cross_validation_curve(svm, KFold(30), 0.1, 50.0), leave_one_out.along_path(svm, 0.1, 50.0)
    np.testing.assert_allclose(ours.C, alone.C, rtol=1e-9)
    np.testing.assert_array_equal(ours.counts, alone.counts)
    assert ours.points == alone.points


def test_groups_stay_together_and_points_without_weight_count_nowhere():
    data = datasets.overlapping(40, random_state=5)
    groups = np.arange(40) % 7
    weight = np.where(np.arange(40) % 11 == 0, 0.0, 1.0 + np.arange(40) % 3)
    svm = BiclassSVM(kernel=kernels.Gaussian(1.0)).fit(data.X, data.y, weight)
    for cv in (LeaveOneGroupOut(), GroupKFold(3)):
        curve = cross_validation_curve(svm, cv, 0.1, 10.0, groups=groups)
        errors, _ = held_out(svm, folds_of(cv, svm, groups), 2.0)
        np.testing.assert_array_equal(curve.errors_at(2.0), errors & (weight > 0))


def test_the_hard_margin_is_reached():
    data = datasets.separable(30, random_state=0)
    svm = BiclassSVM().fit(data.X, data.y)
    curve = cross_validation_curve(svm, 3, 0.01, np.inf)
    errors, _ = held_out(svm, folds_of(StratifiedKFold(3), svm), np.inf)
    np.testing.assert_array_equal(curve.errors_at(np.inf), errors)


def test_progress_counts_folds_and_ends_it():
    data = datasets.overlapping(30, random_state=6)
    svm = BiclassSVM().fit(data.X, data.y)
    told = []
    cross_validation_curve(svm, 3, progress=lambda *done: told.append(done))
    assert told == [(1, 3), (2, 3), (3, 3)]

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cross_validation_curve(svm, 3, progress=stop)


def test_bad_input_is_refused_in_words():
    data = datasets.overlapping(30, random_state=7)
    svm = BiclassSVM().fit(data.X, data.y)
    with pytest.raises(NotFittedError):
        cross_validation_curve(BiclassSVM())
    with pytest.raises(ValueError, match="hold each point out once"):
        cross_validation_curve(svm, ShuffleSplit(3, random_state=0))
    with pytest.raises(ValueError, match="C_min"):
        cross_validation_curve(svm, 3, 2.0, 1.0)
    largest_slack = MulticlassSVM(machine="crammer-singer").fit(data.X, data.y)
    with pytest.raises(ValueError, match="no path"):
        cross_validation_curve(largest_slack)
    sorted_labels = BiclassSVM().fit(data.X[np.argsort(data.y)], np.sort(data.y))
    with pytest.raises(ValueError, match="has none outside fold 0"):
        cross_validation_curve(sorted_labels, LeaveOneGroupOut(), groups=np.sort(data.y))
    with pytest.raises(ValueError, match="cannot be separated"):
        cross_validation_curve(svm, 3, C_max=np.inf)
