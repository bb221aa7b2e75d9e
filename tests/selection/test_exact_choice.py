"""Machines that choose C exactly: against the curve, against grids, and by scikit-learn's contract."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GroupKFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from svmlab import BiclassSVMCV, MulticlassSVMCV, datasets, kernels, leave_one_out

BOTH = pytest.mark.parametrize("chooser", [BiclassSVMCV, MulticlassSVMCV])
ALLOWED_SKIPS = {"check_array_api_input"}  # asks for SCIPY_ARRAY_API in the environment
WIDTHS = [kernels.Gaussian(sigma) for sigma in (0.3, 1.0, 3.0)]


def points(chooser, m=40, seed=0):
    return datasets.overlapping(m, n_classes=2 if chooser is BiclassSVMCV else 3, random_state=seed)


@BOTH
def test_check_estimator_passes(chooser):
    results = check_estimator(chooser(C_min=0.1, C_max=10.0, cv=2), on_skip=None, on_fail=None)
    assert [r["check_name"] for r in results if r["status"] not in ("passed", "skipped")] == []
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= ALLOWED_SKIPS
    assert sum(r["status"] == "passed" for r in results) > 50


@BOTH
def test_no_C_of_a_fine_grid_and_no_kernel_has_fewer_leave_one_out_errors(chooser):
    data = points(chooser)
    chosen = chooser(WIDTHS).fit(data.X, data.y)
    fewest = leave_one_out(chosen.best_estimator_).n_errors
    assert fewest == chosen.error_curve_.n_errors == min(curve.n_errors for curve in chosen.error_curves_)
    for kernel in WIDTHS:
        for C in np.geomspace(0.01, 100.0, 15):
            assert leave_one_out(chooser.machine(C, kernel).fit(data.X, data.y)).n_errors >= fewest
    low, high = max(chosen.error_curve_.best, key=lambda ends: ends[1] / ends[0])
    assert chosen.C_ == pytest.approx(np.sqrt(low * high))
    assert chosen.kernel_ in WIDTHS


def test_folds_are_those_of_scikit_learn():
    data = points(BiclassSVMCV, 60, 1)
    chosen = BiclassSVMCV(WIDTHS[1], cv=StratifiedKFold(4)).fit(data.X, data.y)
    scores = cross_val_score(chosen.best_estimator_, data.X, data.y, cv=StratifiedKFold(4))
    wrong = sum((1 - score) * size for score, size in zip(scores, [15] * 4, strict=True))
    assert round(wrong) == chosen.error_curve_.n_errors
    groups = np.arange(60) % 9
    grouped = BiclassSVMCV(WIDTHS[1], cv=GroupKFold(3)).fit(data.X, data.y, groups=groups)
    scores = cross_val_score(grouped.best_estimator_, data.X, data.y, groups=groups, cv=GroupKFold(3))
    sizes = [len(held) for _, held in GroupKFold(3).split(data.X, data.y, groups)]
    assert round(np.dot(1 - scores, sizes)) == grouped.error_curve_.n_errors


@BOTH
def test_it_is_the_machine_that_it_chose(chooser):
    data = points(chooser)
    chosen = chooser(WIDTHS[1], class_weight="balanced").fit(data.X, data.y)
    again = chooser.machine(chosen.C_, WIDTHS[1], class_weight="balanced").fit(data.X, data.y)
    np.testing.assert_allclose(chosen.scores(data.X), again.scores(data.X), atol=1e-8)
    np.testing.assert_array_equal(chosen.predict(data.X), again.predict(data.X))
    assert chosen.best_estimator_.solution_.certified
    kept = pickle.loads(pickle.dumps(chosen))
    np.testing.assert_array_equal(kept.decision_function(data.X), chosen.decision_function(data.X))
    assert clone(chosen).get_params() == chosen.get_params()


def test_nested_and_inside_a_pipeline():
    data = points(BiclassSVMCV)
    pipeline = make_pipeline(StandardScaler(), BiclassSVMCV(WIDTHS[1]))
    assert cross_val_score(pipeline, data.X, data.y, cv=3).mean() > 0.6
    pipeline.fit(data.X, data.y)
    loo = leave_one_out(pipeline)
    assert loo.seen == ("StandardScaler", "BiclassSVMCV")
    assert loo.n_errors == pipeline[-1].error_curve_.n_errors


def test_strings_are_points_too():
    words = ["aab", "aba", "abb", "bba", "bab", "aaa", "bbb", "baa"]
    y = [word.count("a") > 1 for word in words]
    chosen = BiclassSVMCV(kernels.Spectrum(1), cv=2).fit(words, y)
    assert chosen.predict(["aaab", "bbba"]).tolist() == [True, False]


def test_bad_input_is_refused_in_words():
    data = points(BiclassSVMCV)
    with pytest.raises(ValueError, match="empty list"):
        BiclassSVMCV([]).fit(data.X, data.y)
    with pytest.raises(ValueError, match="C_max"):
        BiclassSVMCV(C_max=np.inf).fit(data.X, data.y)
    with pytest.raises(ValueError, match="C_min"):
        BiclassSVMCV(C_min=-1).fit(data.X, data.y)
    with pytest.raises(NotFittedError):
        BiclassSVMCV().predict(data.X)
    with pytest.raises(NotFittedError):
        leave_one_out(MulticlassSVMCV())
