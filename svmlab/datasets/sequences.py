"""Labelled strings, and a seeded sample of them with a word hidden in one class."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.datasets import validation as checks


@dataclass(frozen=True, eq=False, repr=False)
class Sequences:
    """Labelled strings: X (m,) of them, y (m,), a description in words; ``places`` (m,) where a word is hidden, or -1.

    The arrays are copies and cannot be written to.
    """

    X: np.ndarray
    y: np.ndarray
    places: np.ndarray
    description: str = ""

    def __post_init__(self):
        for name in ("X", "y", "places"):
            values = np.array(getattr(self, name))
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __len__(self):
        return len(self.X)

    def __repr__(self):
        counts = ", ".join(f"{label} ({np.count_nonzero(self.y == label)})" for label in np.unique(self.y).tolist())
        return f"Sequences: {self.description}\n  {len(self)} strings, {counts}"


def planted_motif(m=60, length=40, motif="tataat", mutations=1, random_state=0, *, alphabet="acgt"):
    """m strings of random letters; those of class +1 hide the word ``motif``, each at a place of its own.

    In each copy of the word ``mutations`` letters, at places drawn anew, are replaced by others. The classes -1 and +1
    take turns, and a larger sample begins with the smaller one of the same seed.
    """
    validation.integer("m", m, at_least=2)
    validation.integer("mutations", mutations, at_least=0)
    checks.words("motif", [motif], validation.alphabet("alphabet", alphabet))
    validation.at_most("mutations", mutations, len(motif), "letters of the motif")
    validation.integer("length", length, at_least=len(motif))
    rng = validation.random_generator(random_state)
    drawn = [_string(rng, length, motif, mutations, alphabet, planted=i % 2 == 1) for i in range(m)]
    strings, places = zip(*drawn, strict=True)
    what = f"{motif!r} with {mutations} letter{'s' * (mutations != 1)} changed in class +1"
    return Sequences(strings, np.where(np.arange(m) % 2 == 1, 1, -1), places, what)


def _string(rng, length, motif, mutations, alphabet, planted):
    """(string, place of the motif or -1); draws the same numbers whether planted or not."""
    codes = rng.integers(len(alphabet), size=length)
    place = rng.integers(length - len(motif) + 1)
    changed = rng.permutation(len(motif))[:mutations]
    steps = rng.integers(1, len(alphabet), size=mutations)
    if not planted:
        return "".join(alphabet[code] for code in codes), -1
    copy = np.array([alphabet.index(letter) for letter in motif])
    copy[changed] = (copy[changed] + steps) % len(alphabet)
    codes[place : place + len(motif)] = copy
    return "".join(alphabet[code] for code in codes), int(place)
