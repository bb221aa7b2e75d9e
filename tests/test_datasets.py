"""Samples, bundled sets and files are what they say they are."""

import csv
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from sklearn.svm import SVC

from svmlab import datasets
from svmlab.datasets import Dataset, load_csv

NAMES = list(datasets.catalogue())


def raises(error, *parts):
    """Expect an error whose message holds these parts in this order."""
    return pytest.raises(error, match="(?s)" + ".*".join(re.escape(part) for part in parts))


# Dataset


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
    data = datasets.moons()
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


# Samples in the plane


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_draws_the_same_sample(name):
    entry = datasets.catalogue()[name]
    first, again, other = entry.sample(40), entry.sample(40), entry.sample(40, random_state=1)
    np.testing.assert_array_equal(first.X, again.X)
    assert not np.array_equal(first.X, other.X)


@pytest.mark.parametrize("name", NAMES)
def test_a_generator_serves_as_random_state_and_moves_on(name):
    entry, rng = datasets.catalogue()[name], np.random.default_rng(0)
    first, second = entry.sample(40, random_state=rng), entry.sample(40, random_state=rng)
    np.testing.assert_array_equal(first.X, entry.sample(40).X)
    assert not np.array_equal(first.X, second.X)


@pytest.mark.parametrize("name", NAMES)
def test_a_larger_sample_begins_with_the_smaller_one(name):
    entry = datasets.catalogue()[name]
    small, large = entry.sample(31), entry.sample(100)
    np.testing.assert_array_equal(small.X, large.X[:31])
    np.testing.assert_array_equal(small.y, large.y[:31])


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_balanced_planar_and_labelled_by_convention(name):
    data = datasets.catalogue()[name].sample(61)
    counts = [np.count_nonzero(data.y == label) for label in data.classes]
    assert data.X.shape == (61, 2)
    assert data.names == ("x1", "x2")
    assert data.classes.tolist() == ([-1, 1] if len(counts) == 2 else list(range(len(counts))))
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("name", [n for n, e in datasets.catalogue().items() if "noise" in e.parameters])
def test_noise_moves_points_in_proportion(name):
    sample = datasets.catalogue()[name].sample
    still, little, much = (sample(30, noise=noise).X for noise in (0, 0.1, 0.2))
    np.testing.assert_allclose(much - still, 2 * (little - still), atol=1e-14)
    assert np.abs(little - still).max() > 0


def test_the_catalogue_tells_which_parameters_apply():
    parameters = {name: set(entry.parameters) for name, entry in datasets.catalogue().items()}
    assert parameters["separable"] == {"m", "margin"}
    assert parameters["moons"] == {"m", "noise"}
    assert parameters["three_gaussians"] == {"n_per_class"}
    assert datasets.catalogue()["circles"].parameters["m"] == 200


@given(m=st.integers(2, 60), margin=st.floats(0.01, 3), seed=st.integers(0, 10**6))
def test_a_line_separates_the_separable_classes_with_the_promised_margin(m, margin, seed):
    """Minimise 0 subject to y_i ⟨u, x_i⟩ ≥ margin over the square -1 ≤ u ≤ 1: the drawn unit normal is feasible."""
    data = datasets.separable(m, margin, seed)
    feasible = linprog([0, 0], -data.y[:, None] * data.X, np.full(m, -margin * (1 - 1e-6)), bounds=[(-1, 1)] * 2)
    assert feasible.status == 0


@pytest.mark.parametrize("seed", range(5))
def test_the_widest_margin_is_at_least_the_promised_one_and_close_to_it(seed):
    data = datasets.separable(400, margin=0.5, random_state=seed)
    machine = SVC(kernel="linear", C=1e6).fit(data.X, data.y)
    assert machine.score(data.X, data.y) == 1
    assert 0.5 - 1e-3 < 1 / np.linalg.norm(machine.coef_) < 0.6


@pytest.mark.parametrize("m", [50, 100, 200, 500, 1000])
def test_about_half_of_the_overlapping_points_are_support_vectors(m):
    data = datasets.overlapping(m, random_state=0)
    machine = SVC(kernel="rbf", gamma=0.5, C=1.0).fit(data.X, data.y)
    assert 0.4 < machine.n_support_.sum() / m < 0.62


def test_the_overlapping_classes_have_the_stated_bayes_error():
    data = datasets.overlapping(100_000)
    assert np.mean(np.sign(data.X[:, 0]) != data.y) == pytest.approx(0.196, abs=0.004)


def test_overlapping_comes_with_three_classes_for_the_benchmarks():
    data = datasets.overlapping(150, n_classes=3, random_state=0)
    assert np.bincount(data.y).tolist() == [50, 50, 50]


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_blobs_have_means_on_a_circle_with_neighbours_at_the_given_distance(Q):
    data = datasets.blobs(Q, Q, distance=3.0, noise=0)
    np.testing.assert_allclose(np.linalg.norm(data.X - np.roll(data.X, 1, axis=0), axis=1), 3.0)
    assert np.ptp(np.linalg.norm(data.X, axis=1)) < 1e-12


def test_circles_without_noise_have_radius_2_and_1():
    data = datasets.circles(noise=0)
    np.testing.assert_allclose(np.linalg.norm(data.X, axis=1), np.where(data.y < 0, 2, 1))


def test_moons_without_noise_are_scikit_learns_centred_and_enlarged():
    data = datasets.moons(noise=0)
    x, y = (data.X / 1.5 + [0.5, 0.25]).T
    outer = data.y < 0
    np.testing.assert_allclose(np.hypot(x, y)[outer], 1)
    np.testing.assert_allclose(np.hypot(x - 1, y - 0.5)[~outer], 1)
    assert y[outer].min() >= 0
    assert y[~outer].max() <= 0.5


def test_four_points_without_noise_are_the_xor_problem():
    data = datasets.xor(4, noise=0)
    np.testing.assert_array_equal(data.y, -np.prod(data.X, axis=1))
    assert len(np.unique(data.X, axis=0)) == 4


def test_spirals_without_noise_follow_their_formula():
    data = datasets.spirals(noise=0, turns=2)
    r = np.linalg.norm(data.X, axis=1)
    angle = 2 * np.pi * 2 * r / 3
    np.testing.assert_allclose(data.X, (data.y * r)[:, None] * np.c_[np.cos(angle), np.sin(angle)])
    assert 0.4 <= r.min() <= r.max() <= 3


@pytest.mark.parametrize("name", ["circles", "moons", "xor", "spirals"])
def test_a_gaussian_kernel_of_width_1_suits_the_curved_samples(name):
    data = datasets.catalogue()[name].sample(200)
    assert SVC(gamma=0.5, C=10).fit(data.X, data.y).score(data.X, data.y) > 0.97


def test_the_three_gaussians_have_the_means_and_variances_of_the_paper():
    n = 20_000
    data = datasets.three_gaussians(n)
    for label, mean, variance in zip(range(3), datasets.THREE_MEANS, datasets.THREE_VARIANCES, strict=True):
        X = data.X[data.y == label]
        assert len(X) == n
        np.testing.assert_allclose(X.mean(axis=0), mean, atol=4 * np.sqrt(variance / n))
        np.testing.assert_allclose(np.cov(X.T), variance * np.eye(2), atol=5 * variance * np.sqrt(2 / n))
    np.testing.assert_allclose(np.linalg.norm(datasets.THREE_MEANS, axis=1), 5)
    assert len(datasets.three_gaussians()) == 3000


@pytest.mark.parametrize(
    ("call", "error", "parts"),
    [
        (lambda: datasets.moons(1), ValueError, ["m must be at least 2, got 1"]),
        (lambda: datasets.moons(10.0), TypeError, ["m must be an integer, got 10.0"]),
        (lambda: datasets.blobs(2, 3), ValueError, ["m must be at least 3, got 2"]),
        (lambda: datasets.blobs(n_classes=1), ValueError, ["n_classes must be at least 2"]),
        (lambda: datasets.blobs(distance=-1), ValueError, ["distance must be zero or positive"]),
        (lambda: datasets.xor(noise=-0.1), ValueError, ["noise must be zero or positive", "-0.1"]),
        (lambda: datasets.xor(noise=np.inf), ValueError, ["noise must be zero or positive and finite"]),
        (lambda: datasets.separable(margin=0), ValueError, ["margin must be positive"]),
        (lambda: datasets.spirals(turns=0), ValueError, ["turns must be positive"]),
        (lambda: datasets.three_gaussians(0), ValueError, ["n_per_class must be at least 1"]),
        (lambda: datasets.circles(random_state=-1), ValueError, ["random_state must be at least 0, got -1"]),
        (lambda: datasets.circles(random_state=None), TypeError, ["integer seed", "None", "default_rng()"]),
    ],
)
def test_a_sample_that_makes_no_sense_is_refused(call, error, parts):
    with raises(error, *parts):
        call()


# Bundled sets


def test_iris_has_its_flowers_and_species():
    data = datasets.iris()
    assert data.X.shape == (150, 4)
    assert data.classes.tolist() == ["setosa", "versicolor", "virginica"]
    assert (data.X[0].tolist(), data.y[0]) == ([5.1, 3.5, 1.4, 0.2], "setosa")
    chosen = datasets.iris(["petal length", 3])
    assert chosen.names == ("petal length (cm)", "petal width (cm)")
    assert datasets.iris("petal length").X.shape == (150, 1)


def test_wine_has_its_growers():
    data = datasets.wine()
    assert data.X.shape == (178, 13)
    assert [np.count_nonzero(data.y == label) for label in data.classes] == [59, 71, 48]
    assert datasets.wine(["alcohol", "hue"]).names == ("alcohol", "hue")


def test_digits_are_the_first_of_each():
    data = datasets.digits(20)
    assert data.X.shape == (200, 64)
    assert (data.X.min(), data.X.max()) == (0.0, 1.0)
    assert [np.count_nonzero(data.y == k) for k in range(10)] == [20] * 10
    assert set(datasets.digits(5, n_classes=4).y.tolist()) == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="n_per_class must be at most 174"):
        datasets.digits(200)
    with pytest.raises(ValueError, match="n_classes must be at most 10"):
        datasets.digits(5, n_classes=11)


def test_promoters_are_53_of_each_class_in_57_positions():
    data = datasets.promoters()
    assert data.X.shape == (106, 57 * 4)
    assert [np.count_nonzero(data.y == label) for label in "+-"] == [53, 53]
    np.testing.assert_array_equal(data.X.reshape(106, 57, 4).sum(axis=2), 1)


def test_promoter_features_spell_the_sequences():
    data = datasets.promoters()
    for x, sequence in zip(data.X, datasets.promoter_sequences(), strict=True):
        present = [name.split() for name, value in zip(data.names, x, strict=True) if value == 1]
        assert "".join(letter for _, letter in present) == sequence
    positions = [int(position) for position, _ in present]
    assert positions == [*range(-50, 0), *range(1, 8)]


@pytest.mark.parametrize(
    ("subset", "proteins", "counts"),
    [("train", 111, {"h": 4601, "e": 3636, "_": 9868}), ("test", 17, {"h": 849, "e": 748, "_": 1923})],
)
def test_protein_chains_have_the_published_counts(subset, proteins, counts):
    chains = datasets.protein_chains(subset)
    states = "".join(structure for _, structure in chains)
    assert len(chains) == proteins
    assert {state: states.count(state) for state in "he_"} == counts
    assert len(states) == sum(counts.values())
    assert all(len(residues) == len(structure) > 0 for residues, structure in chains)


def test_a_chain_without_end_mark_ends_where_the_next_begins():
    text = datasets._bundled("protein_secondary_structure/protein-secondary-structure.train")
    assert text.count("<end>") == 91 < text.count("<>") == len(datasets.protein_chains())


def test_protein_windows_are_centred_on_their_residue_and_stop_at_the_ends_of_the_chain():
    data = datasets.protein_secondary_structure(window=5, subset="test")
    residues, structure = datasets.protein_chains("test")[0]
    letters = np.array(list(datasets.AMINO_ACIDS + datasets.SPACER))
    words = ["".join(letters[x.reshape(5, 21).argmax(axis=1)]) for x in data.X[: len(residues)]]
    assert words[0] == "--" + residues[:3]
    assert words[7] == residues[5:10]
    assert words[-1] == residues[-3:] + "--"
    assert "".join(data.y[: len(residues)]) == structure
    assert data.names[2 * 21] == "+0 A"
    np.testing.assert_array_equal(data.X.reshape(len(data), 5, 21).sum(axis=2), 1)


def test_protein_windows_can_be_drawn_a_few_at_a_time():
    few = datasets.protein_secondary_structure(subset="test", n=20, random_state=3)
    more = datasets.protein_secondary_structure(subset="test", n=50, random_state=3)
    assert few.X.shape == (20, 13 * 21)
    np.testing.assert_array_equal(few.X, more.X[:20])
    np.testing.assert_array_equal(few.y, more.y[:20])


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"window": 4}, ["window must be odd", "got 4"]),
        ({"subset": "valid"}, ["subset must be one of 'train', 'test', got 'valid'"]),
        ({"subset": "test", "n": 3521}, ["n must be at most 3520, the number of windows, got 3521"]),
        ({"n": 0}, ["n must be at least 1, got 0"]),
    ],
)
def test_protein_options_that_make_no_sense_are_refused(options, parts):
    with raises(ValueError, *parts):
        datasets.protein_secondary_structure(**options)


def test_one_hot_marks_each_letter_at_its_place():
    np.testing.assert_array_equal(datasets.one_hot(["ab", "bb"], "ab"), [[1, 0, 0, 1], [0, 1, 0, 1]])
    with raises(ValueError, "letters of 'ab', got 'c' in number 1"):
        datasets.one_hot(["ab", "ac"], "ab")
    with raises(ValueError, "one length, got 2 and, in number 1, 1"):
        datasets.one_hot(["ab", "a"], "ab")
    with raises(ValueError, "at least one word"):
        datasets.one_hot([], "ab")


# One's own file


@pytest.fixture
def write(tmp_path):
    def write(content, encoding="utf-8", name="my data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


GOOD = "width,height,kind\n1.5,2,cat\n-3e-1,.5,dog\n+4.,5,cat\n"


def test_a_plain_file_is_read(write):
    data = load_csv(write(GOOD), "kind")
    np.testing.assert_array_equal(data.X, [[1.5, 2], [-0.3, 0.5], [4, 5]])
    assert data.y.tolist() == ["cat", "dog", "cat"]
    assert data.names == ("width", "height")
    assert data.description == "my data.csv, classes by kind"


def test_chosen_columns_come_in_the_order_asked_for(write):
    path = write("name,a,b,kind\nx,1,2,u\ny,3,4,v\n")
    np.testing.assert_array_equal(load_csv(str(path), "kind", ["b", "a"]).X, [[2, 1], [4, 3]])
    assert load_csv(path, "kind", features="b").names == ("b",)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", ":"])
def test_any_delimiter_is_read_and_the_usual_ones_are_found(write, delimiter):
    path = write(GOOD.replace(",", delimiter))
    given = None if delimiter in ",;\t|" else delimiter
    assert load_csv(path, "kind", delimiter=given).X.shape == (3, 2)


@pytest.mark.parametrize(
    "header",
    ["a, b;b;kind", '"a, b";"b";"kind"', "a | b;b;kind"],
)
def test_another_delimiter_inside_a_name_does_not_confuse(write, header):
    assert load_csv(write(f"{header}\n1;2;u\n3;4;v\n"), "kind").X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_of_every_system_and_a_byte_order_mark_are_read(write, newline, bom):
    data = load_csv(write(bom + GOOD.replace("\n", newline)), "kind")
    assert data.names == ("width", "height")


def test_quotes_spaces_and_blank_lines_are_read(write):
    path = write('\n"a", kind \n\n "1", "big, red"\n , \n 2 ,small \n\n')
    data = load_csv(path, "kind")
    assert data.X.tolist() == [[1], [2]]
    assert data.y.tolist() == ["big, red", "small"]


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["-1", "+1", "1"], [-1, 1, 1]),
        (["0.0", "1.0", "2."], [0, 1, 2]),
        (["1", "2", "x"], ["1", "2", "x"]),
        (["1.5", "2", "2"], ["1.5", "2", "2"]),
    ],
)
def test_labels_that_are_whole_numbers_become_ints_and_others_stay_text(write, cells, labels):
    y = load_csv(write("a,kind\n" + "".join(f"1,{cell}\n" for cell in cells)), "kind").y
    assert y.tolist() == labels


def test_decimal_commas_are_read_in_a_file_with_semicolons(write):
    assert load_csv(write("a;b;kind\n1,5;2;u\n-,25;3e-1;v\n"), "kind").X.tolist() == [[1.5, 2], [-0.25, 0.3]]


def test_decimal_commas_are_read_elsewhere_when_asked_for(write):
    path = write("a\tkind\n1,5\tu\n2,5\tv\n")
    assert load_csv(path, "kind", decimal=",").X.tolist() == [[1.5], [2.5]]
    with raises(ValueError, "line 2, column 'a': '1,5'", "decimal mark '.'", "pass decimal=','"):
        load_csv(path, "kind")


def test_commas_in_semicolon_text_columns_do_not_change_the_decimal_mark(write):
    path = write("name;a;kind\nDoe, J;1.5;u\nRoe, K;2.5;v\n")
    assert load_csv(path, "kind", ["a"]).X.tolist() == [[1.5], [2.5]]


def test_a_file_that_mixes_decimal_marks_is_refused(write):
    path = write("a;b;kind\n1,234;2;u\n3;4.5;v\n")
    with raises(ValueError, "my data.csv, line 3, column 'b': '4.5'", "decimal mark ','", "decimal='.'"):
        load_csv(path, "kind")


def test_another_encoding_is_read_when_named(write):
    text = "größe,kind\n1,weiß\n2,rot\n"
    for encoding in ("latin-1", "cp1252", "utf-16"):
        data = load_csv(write(text, encoding), "kind", encoding=encoding)
        assert (data.names, data.y[0]) == (("größe",), "weiß")


finite = st.floats(allow_nan=False, allow_infinity=False)
column_names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1).map(str.strip)


@given(data=st.data(), d=st.integers(1, 4), m=st.integers(2, 8), delimiter=st.sampled_from(",;\t|"))
def test_what_is_written_is_read_back_exactly(tmp_path_factory, data, d, m, delimiter):
    names = data.draw(st.lists(column_names.filter(bool), min_size=d + 1, max_size=d + 1, unique=True))
    X = data.draw(st.lists(st.lists(finite, min_size=d, max_size=d), min_size=m, max_size=m))
    y = data.draw(st.lists(st.sampled_from(["a", "b;c", 'd "e"', "1"]), min_size=m, max_size=m))
    y[:2] = ["a", "b;c"]
    path = tmp_path_factory.getbasetemp() / "written.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerows([names, *([*x, label] for x, label in zip(X, y, strict=True))])
    read = load_csv(path, names[-1], delimiter=delimiter)
    assert read.names == tuple(names[:-1])
    assert read.X.tolist() == X
    assert read.y.tolist() == y


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("", ["is empty", "line of column names"]),
        ("\n  \n\n", ["is empty"]),
        ("a,b,kind\n", ["at least two lines of data, got 0"]),
        ("a,kind\n1,u\n", ["at least two lines of data, got 1"]),
        ("a,kind\n1,u\n2,u\n", ["label 'kind'", "two classes, got only 'u'", "name the right column"]),
        ("a,b,Kindd\n1,2,u\n", ["line 1: no column is named 'kind'", "did you mean 'Kindd'", "'a', 'b', 'Kindd'"]),
        ("5.1,3.5,setosa\n4.9,3,setosa\n", ["line 1: this line must name the columns", "'5.1'", "'kind'"]),
        ("kind\nu\nv\n", ["line 1: no column is left beside the label 'kind'"]),
        ("a,b,a,kind\n1,2,3,u\n", ["line 1: column names must be distinct, got 'a' twice"]),
        (",a,kind\n0,1,u\n1,2,v\n", ["line 1: column 1 has no name", "features=[...]"]),
        ("a,kind\n1,u\nbig,v\n", ["line 3, column 'a': 'big' is not a number", "features=[...]"]),
        ("a,kind\n1,u\n1_000,v\n", ["line 3, column 'a': '1_000' is not a number"]),
        ("a,kind\n1,u\n\n,v\n", ["line 4, column 'a': the value is missing ('')", "fill it or drop the line"]),
        ("a,kind\n1,u\nNaN,v\n", ["line 3, column 'a': the value is missing ('NaN')"]),
        ("a,kind\n1,u\nNA,v\n", ["line 3, column 'a': the value is missing ('NA')"]),
        ("a,kind\n1,u\n-inf,v\n", ["line 3, column 'a': '-inf' is not finite"]),
        ("a,kind\n1,u\n1e999,v\n", ["line 3, column 'a': '1e999' is not finite"]),
        ("a,kind\n1,u\n2,\n3,v\n", ["line 3, column 'kind': the label is missing"]),
        ("a,kind\n1,u\n2\n3,v\n", ["line 3: 1 values where the header names 2 columns", "separated by ','"]),
        ("a,kind\n1,5,u\n2,v\n", ["line 2: 3 values", "2 columns", "decimal comma needs quotation marks"]),
        ('a,kind\n"1,5",u\n2,v\n', ["line 2, column 'a': '1,5'", "pass decimal=','"]),
        ('a,kind\n1,u\n"2,v\n3,u\n', ["line 3:", "quotation mark that is not closed"]),
        ('a,kind\n1,u\n2,"v\n3,u\n', ["line 3:", "quotation mark that is not closed"]),
        ('a,kind\n1,u\n2,"v"w\n3,u\n', ["line 3:", "quotation mark"]),
        ('a,kind\n"1\n",u\n"x",v\n', ["line 4, column 'a': 'x'"]),
        ("größe,kind\n1,u\n2,v\n".encode("latin-1"), ["line 1: byte 0xf6 is not utf-8", "CSV UTF-8", "cp1252"]),
        ("a,kind\n1,u\n2,weiß\n".encode("cp1252"), ["line 3: byte 0xdf is not utf-8"]),
        ("a,kind\n1,u\n2,v\n".encode("utf-16"), ["line 1: byte 0xff is not utf-8", "encoding='utf-16'"]),
        (b"PK\x03\x04...", ["is a spreadsheet or an archive", "CSV UTF-8"]),
    ],
)
def test_a_faulty_file_is_refused_with_its_name_and_line(write, content, parts):
    with raises(ValueError, "my data.csv", *parts):
        load_csv(write(content), "kind")


def test_a_missing_file_is_refused_with_the_nearest_name(write, tmp_path):
    write(GOOD, name="flowers.csv")
    with raises(FileNotFoundError, "no file", "flower.csv", "did you mean 'flowers.csv'?"):
        load_csv(tmp_path / "flower.csv", "kind")
    with raises(FileNotFoundError, "no file"):
        load_csv(tmp_path / "nowhere" / "flowers.csv", "kind")
    with raises(FileNotFoundError, "no file"):
        load_csv(tmp_path, "kind")


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"features": ["widht"]}, ["line 1: no column is named 'widht'; did you mean 'width'?"]),
        ({"features": [0]}, ["no column is named 0; the columns are 'width'"]),
        ({"features": ["width", "width"]}, ["distinct, got 'width' twice"]),
        ({"features": ["width", "kind"]}, ["label 'kind' is the answer", "leave it out"]),
        ({"features": []}, ["choose at least one feature, got none"]),
        ({"delimiter": "||"}, ["delimiter must be one character", "'||'"]),
        ({"delimiter": ";"}, ["line 1: no column is named 'kind'", "'width,height,kind'"]),
        ({"decimal": "'"}, ["decimal must be one of '.', ','"]),
        ({"encoding": "utf-9"}, ["encoding must be one that Python knows", "'utf-9'"]),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(write, options, parts):
    with raises(ValueError, *parts):
        load_csv(write(GOOD), "kind", **options)


def test_importing_datasets_loads_neither_plots_nor_widgets_nor_scikit_learn_data():
    code = "import svmlab.datasets, sys; print([n for n in sys.modules if n in {names!r}])"
    names = ("matplotlib", "ipywidgets", "sklearn.datasets")
    run = subprocess.run([sys.executable, "-c", code.format(names=names)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
