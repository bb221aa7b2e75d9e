"""Bundled sets, each with its source: iris, wine, digits, promoters of E. coli, secondary structure of proteins."""

import csv
from importlib.resources import files

import numpy as np

from svmlab import validation
from svmlab.datasets import validation as checks
from svmlab.datasets.dataset import Dataset


def iris(features=None):
    """Fisher's iris flowers (1936): 150 flowers, 4 lengths in cm, classes setosa, versicolor, virginica.

    ``features`` chooses by name or index, as ``Dataset.features`` does. From scikit-learn's bundled copy.
    """
    from sklearn.datasets import load_iris

    return _from_sklearn(load_iris(), features, "iris flowers (Fisher 1936)")


def wine(features=None):
    """Chemical analyses of wines of three growers: 178 wines, 13 features, classes class_0 to class_2.

    ``features`` chooses by name or index, as ``Dataset.features`` does. Their scales differ by a factor of
    1000: most machines want ``wine().standardized()``. From scikit-learn's bundled copy (Forina et al. 1991).
    """
    from sklearn.datasets import load_wine

    return _from_sklearn(load_wine(), features, "wines of three growers (Forina and others 1991)")


def digits(n_per_class=20, n_classes=10):
    """Handwritten digits, 8 x 8 pixels of darkness from 0 to 1: the first n_per_class of each of 0, ..., n_classes - 1.

    From scikit-learn's bundled copy of the test set of Alpaydin and Kaynak 1998, 1797 digits, 174 to 183 of each.
    """
    from sklearn.datasets import load_digits

    bunch = load_digits()
    each = validation.integer("n_per_class", n_per_class, at_least=1)
    kinds = range(validation.integer("n_classes", n_classes, at_least=2))
    validation.at_most("n_classes", n_classes, 10, "digits there are")
    least = int(np.bincount(bunch.target)[: len(kinds)].min())
    validation.at_most("n_per_class", each, least, "samples of the rarest digit")
    chosen = np.concatenate([np.flatnonzero(bunch.target == k)[:each] for k in kinds])
    names = tuple(bunch.feature_names)
    return Dataset(
        bunch.data[chosen] / 16.0, bunch.target[chosen], names, "handwritten digits (Alpaydin and Kaynak 1998)"
    )


def _from_sklearn(bunch, features, description):
    whole = Dataset(bunch.data, bunch.target_names[bunch.target], tuple(bunch.feature_names), description)
    return whole if features is None else whole.features(*validation.chosen("feature", features))


NUCLEOTIDES = "acgt"
AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"
SPACER = "-"


def promoters():
    """DNA of E. coli, promoter "+" or not "-": 106 sequences of 57 nucleotides, one-hot X (106, 228).

    Positions are counted from the start of transcription, -50 to -1 and +1 to +7; feature "-10 t" is 1 where
    position -10 is thymine. ``promoter_sequences()`` has the letters in the same order. Towell, Shavlik and
    Noordewier 1990, UCI Machine Learning Repository, CC BY 4.0.
    """
    positions = [f"{p:+d}" for p in range(-50, 8) if p != 0]
    labels, sequences = zip(*_promoter_rows(), strict=True)
    names = tuple(f"{p} {letter}" for p in positions for letter in NUCLEOTIDES)
    return Dataset(one_hot(sequences, NUCLEOTIDES), labels, names, "E. coli promoter sequences, one-hot")


def promoter_sequences():
    """Return the 106 sequences of ``promoters()`` as strings of 57 letters a, c, g, t."""
    return [sequence for _, sequence in _promoter_rows()]


def protein_secondary_structure(window=13, subset="train", n=None, random_state=0):
    """Secondary structure of a residue from the residues around it: "h" α helix, "e" β sheet, "_" coil.

    X is one-hot, (18105, 21 window) to train and (3520, 21 window) to test: at each position 20 amino acids,
    and a spacer "-" beyond the ends of a chain, as in Qian and Sejnowski 1988. Feature "-2 A" is 1 where the
    residue two places before is alanine. ``n`` draws that many windows at random without replacement; a
    larger draw begins with the smaller one. UCI Machine Learning Repository, CC BY 4.0.
    """
    half = checks.odd("window", window) // 2
    chains = protein_chains(subset)
    words = [word for residues, _ in chains for word in _windows(residues, half)]
    structure = np.array([state for _, states in chains for state in states])
    drawn = slice(None) if n is None else _draw(n, len(words), random_state)
    alphabet = AMINO_ACIDS + SPACER
    X = one_hot(np.array(words)[drawn], alphabet)
    names = tuple(f"{p:+d} {letter}" for p in range(-half, half + 1) for letter in alphabet)
    description = f"protein secondary structure, windows of {window} residues ({subset})"
    return Dataset(X, structure[drawn], names, description)


def protein_chains(subset="train"):
    """Return 111 proteins to train, or 17 to test, as pairs of equally long strings (residues, structure)."""
    validation.one_of("subset", subset, ("train", "test"))
    text = bundled_text(f"protein_secondary_structure/protein-secondary-structure.{subset}")
    chains = []
    for line in text.split("\n"):
        if line == "<>":  # also ends the chain before, whose <end> may be missing
            chains.append([])
        elif line and line != "<end>":
            chains[-1].append(line.split())
    return [tuple("".join(letters) for letters in zip(*chain, strict=True)) for chain in chains]


def one_hot(words, alphabet):
    """Encode n words of length L: X (n, L · A) is 1 where position l holds letter a of the alphabet."""
    words = checks.words("words", words, alphabet)
    codes = np.array([[alphabet.index(letter) for letter in word] for word in words])
    return np.eye(len(alphabet))[codes].reshape(len(words), -1)


def _windows(residues, half):
    """Return the window around each residue, spacers beyond the ends."""
    padded = SPACER * half + residues + SPACER * half
    return [padded[i : i + 2 * half + 1] for i in range(len(residues))]


def _draw(n, total, random_state):
    n = validation.at_most("n", validation.integer("n", n, at_least=1), total, "windows")
    return validation.random_generator(random_state).permutation(total)[:n]


def _promoter_rows():
    return list(csv.reader(bundled_text("promoter_sequences.csv").splitlines()))[1:]


def bundled_text(name):
    """Return the text of a file of svmlab/data."""
    return files("svmlab").joinpath("data", name).read_text(encoding="ascii")
