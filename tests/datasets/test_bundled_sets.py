"""Bundled sets have the published sizes, classes and letters."""

import numpy as np
import pytest
from wording import raises

from svmlab import datasets
from svmlab.datasets.bundled import bundled_text


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
    text = bundled_text("protein_secondary_structure/protein-secondary-structure.train")
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
