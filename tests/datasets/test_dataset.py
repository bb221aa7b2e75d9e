"""A Dataset is a frozen copy of labelled points that knows its names."""

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from wording import raises

from svmlab.datasets import Dataset, moons, wine


@pytest.fixture
def flowers():
    X = [[1.0, 10.0, 5.0], [2.0, 30.0, 5.0], [6.0, 20.0, 5.0]]
    return Dataset(X, ["rose", "lily", "rose"], ("petal length (cm)", "petal width (cm)", "age"), "flowers")


def test_a_dataset_knows_its_size_and_classes_and_reads_well(flowers):
    assert len(flowers) == 3
    assert flowers.classes.tolist() == ["lily", "rose"]
    assert repr(flowers) == (
        "Dataset: flowers\n"
        "  3 points, 3 features: petal length (cm), petal width (cm), age\n"
        "  2 classes: lily (1), rose (2)"
    )


def test_a_dataset_is_a_frozen_copy(flowers):
    X = np.zeros((2, 1))
    data = Dataset(X, [0, 1])
    X[:] = 1.0
    assert data.X.max() == 0.0
    assert data.names == ("x1",)
    with pytest.raises(AttributeError):
        data.X = X
    with pytest.raises(ValueError, match="read-only"):
        data.X[0] = 1.0


def test_a_dataset_survives_pickling(flowers):
    again = pickle.loads(pickle.dumps(flowers))
    assert repr(again) == repr(flowers)
    np.testing.assert_array_equal(again.X, flowers.X)


def test_scikit_learn_accepts_the_read_only_arrays():
    data = moons()
    assert SVC().fit(data.X, data.y).score(data.X, data.y) > 0.9


@pytest.mark.parametrize("which", [("age", "petal length (cm)"), ("age", "petal length"), (2, 0), (np.int64(2), 0)])
def test_features_are_chosen_by_name_with_or_without_unit_or_by_index(flowers, which):
    chosen = flowers.features(*which)
    assert chosen.names == ("age", "petal length (cm)")
    np.testing.assert_array_equal(chosen.X, flowers.X[:, [2, 0]])
    np.testing.assert_array_equal(chosen.y, flowers.y)


def test_an_unknown_feature_is_refused_with_the_nearest_name(flowers):
    with raises(ValueError, "no feature is named 'Petal lenght'", "did you mean 'petal length (cm)'", "'age'"):
        flowers.features("Petal lenght")
    with raises(ValueError, "no feature is named 'zzz'; the features are 'petal length (cm)'"):
        flowers.features("zzz")
    with raises(ValueError, "index must be 0 to 2, got 3"):
        flowers.features(3)
    with raises(ValueError, "index must be 0 to 2, got -1"):
        flowers.features(-1)
    with raises(TypeError, "by its name or its index, got 1.5"):
        flowers.features(1.5)
    with raises(ValueError, "choose at least one feature"):
        flowers.features()
    with raises(ValueError, "distinct, got 'age' twice"):
        flowers.features("age", 2)


def test_a_name_without_unit_that_fits_two_features_is_refused():
    with raises(ValueError, "no feature is named 'size'", "'size (cm)', 'size (g)'"):
        Dataset(np.eye(2), [0, 1], ("size (cm)", "size (g)")).features("size")


def test_standardized_features_have_mean_0_and_deviation_1_and_lose_their_unit(flowers):
    scaled = flowers.standardized()
    np.testing.assert_allclose(scaled.X.mean(axis=0), 0, atol=1e-15)
    np.testing.assert_allclose(scaled.X.std(axis=0), [1, 1, 0])
    assert scaled.names[0] == "petal length (standardized)"
    assert scaled.features("petal length").names == scaled.names[:1]
    assert scaled.standardized().names == scaled.names
    np.testing.assert_allclose(scaled.standardized().X, scaled.X)


def test_standardized_names_stay_distinct():
    scaled = Dataset(np.eye(2), [0, 1], ("size (cm)", "size (g)")).standardized()
    assert scaled.names == ("size (cm) (standardized)", "size (g) (standardized)")


def test_a_constant_feature_standardizes_to_0_whatever_its_rounding():
    assert not Dataset(np.full((7, 1), 0.1), np.arange(7)).standardized().X.any()


@pytest.mark.parametrize(
    ("X", "y", "names", "parts"),
    [
        ([1, 2], [0, 1], None, ["X must have shape (m, d)", "(2,)"]),
        ([[1], [2]], [0], None, ["one label for each of the 2 rows", "(1,)"]),
        ([[1], [np.nan]], [0, 1], None, ["X must be finite, got nan in row 1, column 0"]),
        ([[1, 2]], [0], ("a",), ["names must name the 2 columns", "1 names"]),
        ([[1, 2]], [0], ("a", "a"), ["distinct, got 'a' twice"]),
    ],
)
def test_a_dataset_of_the_wrong_form_is_refused(X, y, names, parts):
    with raises(ValueError, *parts):
        Dataset(X, y, names)


def test_other_points_are_standardized_by_the_mean_and_deviation_of_the_first(flowers):
    scaled = flowers.standardized()
    np.testing.assert_allclose(scaled.mean, [3, 20, 5])
    np.testing.assert_allclose(scaled.deviation, [np.sqrt(14 / 3), np.sqrt(200 / 3), 1])
    np.testing.assert_array_equal(scaled.transform(flowers.X), scaled.X)
    np.testing.assert_allclose(scaled.transform([[3, 20, 5], [4, 20, 7]]), [[0, 0, 0], [np.sqrt(3 / 14), 0, 2]])
    assert not np.shares_memory(scaled.transform(flowers.X), scaled.X)
    with pytest.raises(ValueError, match="read-only"):
        scaled.mean[0] = 0.0


def test_the_transformation_is_that_of_scikit_learn():
    data = wine()
    scaler = StandardScaler().fit(data.X)
    np.testing.assert_allclose(data.standardized().transform(data.X[:9] + 1), scaler.transform(data.X[:9] + 1))


def test_the_transformation_stays_with_points_that_are_chosen_edited_or_standardized_again(flowers):
    scaled = flowers.standardized()
    for data in (
        scaled.features("age", "petal length"),
        flowers.features("age", "petal length").standardized(),
        scaled.features("age", "petal length").standardized(),
    ):
        np.testing.assert_allclose(data.transform(flowers.X[:, [2, 0]]), scaled.X[:, [2, 0]], atol=1e-15)
    for data in (scaled.added([0, 0, 0], "rose"), scaled.removed(0), scaled.moved(0, [9, 9, 9]),
                 scaled.relabelled(0, "lily"), pickle.loads(pickle.dumps(scaled))):  # fmt: skip
        np.testing.assert_array_equal(data.transform(flowers.X), scaled.X)
    assert repr(scaled).startswith("Dataset: flowers")


def test_a_linear_machine_of_standardized_points_is_told_in_the_units_of_before():
    data = wine()
    scaled = data.standardized()
    svm = LinearSVC().fit(scaled.X, scaled.y == "class_0")
    w = svm.coef_[0] / scaled.deviation
    scores = data.X @ w + svm.intercept_ - w @ scaled.mean
    np.testing.assert_allclose(scores, svm.decision_function(scaled.X), atol=1e-9)


@pytest.mark.parametrize(
    ("X", "parts"),
    [
        ([1, 2, 3], ["X must have shape (m, 3), one row a point, got (3,)", "a single point is [x]"]),
        ([[1, 2]], ["X must have shape (m, 3)", "got (1, 2)"]),
        ([[1, 2, np.inf]], ["X must be finite, got inf in row 0, column 2"]),
        ([["a", 2, 3]], ["X must be an array of numbers"]),
    ],
)
def test_points_that_cannot_be_standardized_are_refused(flowers, X, parts):
    with raises(ValueError, *parts):
        flowers.standardized().transform(X)


MISSING = [float("nan"), np.float32("nan"), None, "nan", pd.NA, pd.NaT]


@pytest.mark.parametrize("label", MISSING, ids=repr)
@pytest.mark.parametrize("others", [[0, 1], ["a", "b"], [0.0, 2.5]], ids=repr)
def test_a_label_that_is_missing_is_refused_wherever_it_comes_in(others, label):
    said = ["y must have a label for each point, got", "for point 2; fill it or drop it"]
    with raises(ValueError, *said):
        Dataset(np.eye(3), [*others, label])
    with raises(ValueError, *said):
        Dataset(np.eye(3), np.array([*others, label], dtype=object))
    with raises(ValueError, *said):
        Dataset(np.eye(2), others).added([1.0, 2.0], label)
    with raises(ValueError, *said):
        Dataset(np.eye(3), [*others, others[0]]).relabelled(2, label)


def test_a_label_that_only_looks_missing_is_a_label():
    assert Dataset(np.eye(3), ["-", "none", "NaNcy"]).classes.tolist() == ["-", "NaNcy", "none"]
    assert Dataset(np.eye(2), [True, False]).classes.tolist() == [False, True]


def test_importing_datasets_loads_neither_plots_nor_widgets_nor_scikit_learn_data():
    code = "import svmlab.datasets, sys; print([n for n in sys.modules if n in {names!r}])"
    names = ("matplotlib", "ipywidgets", "sklearn.datasets")
    run = subprocess.run([sys.executable, "-c", code.format(names=names)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
