"""Strings with a hidden word: where it stands, how it is changed, and that a seed gives it again."""

import numpy as np
import pytest

from svmlab import BiclassSVM, datasets, leave_one_out
from svmlab.kernels import Mismatch, Spectrum


def differences(a, b):
    return sum(x != y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("mutations", [0, 1, 3])
def test_each_string_of_class_one_hides_the_word_with_so_many_letters_changed(mutations):
    data = datasets.planted_motif(40, 30, "gattaca", mutations, random_state=2)
    assert len(data) == 40
    assert {len(string) for string in data.X} == {30}
    assert data.y.tolist() == [-1, 1] * 20
    assert (data.places[data.y == -1] == -1).all()
    for string, place in zip(data.X[1::2], data.places[1::2], strict=True):
        assert differences(string[place : place + 7], "gattaca") == mutations
    assert len(set(data.places[1::2])) > 5


def test_a_seed_gives_the_sample_again_and_a_larger_one_begins_with_the_smaller():
    small, large = datasets.planted_motif(10, random_state=5), datasets.planted_motif(20, random_state=5)
    assert small.X.tolist() == large.X.tolist()[:10] == datasets.planted_motif(10, random_state=5).X.tolist()
    assert small.X.tolist() != datasets.planted_motif(10, random_state=6).X.tolist()


def test_the_background_is_the_same_whatever_is_planted():
    plain, changed = datasets.planted_motif(30, mutations=0), datasets.planted_motif(30, motif="cccccc", mutations=0)
    assert plain.X[::2].tolist() == changed.X[::2].tolist()
    np.testing.assert_array_equal(plain.places, changed.places)


def test_the_letters_are_those_of_the_alphabet():
    data = datasets.planted_motif(20, motif="AB", mutations=1, alphabet="ABC")
    assert set("".join(data.X)) == set("ABC")


def test_a_machine_finds_the_word_though_a_letter_is_changed():
    data = datasets.planted_motif(80, 30, "tataatgc", 1, random_state=1)
    machines = (BiclassSVM(1.0, kernel).fit(data.X, data.y) for kernel in (Spectrum(6), Mismatch(6, 1)))
    exact, near = map(leave_one_out, machines)
    assert near.n_errors < exact.n_errors < 40


def test_nobody_writes_into_a_sample():
    with pytest.raises(ValueError, match="read-only"):
        datasets.planted_motif(4).X[0] = "a"
    assert "tataat" in repr(datasets.planted_motif(4))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"motif": "tatn"}, "motif must use the letters of 'acgt', got 'n'"),
        ({"motif": ""}, "at least one letter"),
        ({"length": 4}, "length must be at least 6"),
        ({"mutations": 7}, "mutations must be at most 6, the number of letters of the motif"),
        ({"m": 1}, "m must be at least 2"),
        ({"alphabet": "aa"}, "alphabet must be a string of different letters"),
    ],
)
def test_what_cannot_be_planted_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        datasets.planted_motif(**arguments)
