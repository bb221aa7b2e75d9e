"""Data to learn from: seeded samples, bundled sets and one's own CSV file, each a Dataset.

The samples in the plane have the form ``f(m, ..., random_state=0)``. Their points lie within a few units of
the origin, where a Gaussian kernel with σ near 1 is at home (``three_gaussians``, from a paper, is wider).
The classes take turns (point i is of class i mod Q): every beginning of a sample is balanced, and a larger
sample begins with the smaller one of the same seed. ``noise`` scales a disturbance that is drawn without it,
so that points glide when it is changed.

Two classes are labelled -1 and +1, Q > 2 classes 0..Q-1; bundled sets and files keep their own labels.
"""

import csv
import inspect
import io
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import numpy as np

from svmlab import validation


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Labelled points: X (m, d), y (m,), the d names of the features and a description in words.

    The arrays are copies and cannot be written to. Without names the features are called x1, ..., xd.
    """

    X: np.ndarray
    y: np.ndarray
    names: tuple = None
    description: str = ""

    def __post_init__(self):
        X, y, names = validation.dataset(self.X, self.y, self.names)
        X.flags.writeable = y.flags.writeable = False
        for field, value in (("X", X), ("y", y), ("names", names)):
            object.__setattr__(self, field, value)

    def __len__(self):
        return len(self.X)

    def __repr__(self):
        counts = [f"{label} ({np.count_nonzero(self.y == label)})" for label in self.classes.tolist()]
        return (
            f"Dataset: {self.description or 'labelled points'}\n"
            f"  {len(self)} points, {len(self.names)} features: {_shortened(self.names)}\n"
            f"  {len(counts)} classes: {_shortened(counts)}"
        )

    @property
    def classes(self):
        """The distinct labels in increasing order, (Q,)."""
        return np.unique(self.y)

    def features(self, *which):
        """Return the same points with the chosen features only, in that order, each by its name or its index.

        A name may be given without its unit: "petal length" finds "petal length (cm)".
        """
        columns = [_feature_index(name, self.names) for name in validation.chosen("feature", which)]
        return Dataset(self.X[:, columns], self.y, tuple(self.names[j] for j in columns), self.description)

    def moved(self, i, x):
        """Return the same points, but point i stands at x (d,)."""
        X = self.X.copy()
        X[validation.index("point", i, X)] = x
        return Dataset(X, self.y, self.names, self.description)

    def added(self, x, label):
        """Return the same points and, as the last one, a point of class ``label`` at x (d,)."""
        X = np.vstack([self.X, validation.place(x, self.names)])
        return Dataset(X, np.append(self.y, label), self.names, self.description)

    def removed(self, i):
        """Return the same points without point i."""
        i = validation.index("point", i, self.X)
        return Dataset(np.delete(self.X, i, axis=0), np.delete(self.y, i), self.names, self.description)

    def relabelled(self, i, label):
        """Return the same points, but point i is of class ``label``."""
        i = validation.index("point", i, self.X)
        y = np.append(self.y, label)  # so that a longer name has room
        y[i] = label
        return Dataset(self.X, y[:-1], self.names, self.description)

    def standardized(self):
        """Return the same points with every feature shifted to mean 0 and scaled to standard deviation 1.

        z_ij = (x_ij - mean_j) / s_j with s_j² = Σ_i (x_ij - mean_j)² / m; a constant feature becomes 0. So a
        kernel weighs all features alike, whatever their units. Mean and s_j are those of these very points;
        to estimate an error on other points, put scikit-learn's StandardScaler and the machine in a pipeline.
        """
        centred = self.X - self.X.mean(axis=0)
        centred[:, np.ptp(self.X, axis=0) == 0] = 0.0
        deviation = centred.std(axis=0)
        Z = centred / np.where(deviation > 0, deviation, 1.0)
        return Dataset(Z, self.y, _standardized_names(self.names), self.description)


def _shortened(items, most=6):
    """Return items in a line, the first five of many."""
    items = [str(item) for item in items]
    return ", ".join(items if len(items) <= most else [*items[: most - 1], "...", items[-1]])


def _without_unit(name):
    """Return a name without what stands in its last parentheses: "petal length (cm)" is a petal length."""
    return re.sub(r" \([^()]*\)$", "", name)


def _feature_index(which, names):
    if not isinstance(which, str):
        return validation.index("feature", which, names)
    if which not in names:
        bare = [_without_unit(name) for name in names]
        if bare.count(which) == 1:
            return bare.index(which)
    return names.index(validation.known("feature", which, names))


def _standardized_names(names):
    bare = [_without_unit(name) for name in names]
    return tuple(f"{name} (standardized)" for name in (bare if len(set(bare)) == len(bare) else names))


# Samples in the plane


PLANE = ("x1", "x2")


def separable(m=100, margin=0.5, random_state=0):
    """Two classes on either side of a line through the origin: y_i ⟨u, x_i⟩ ≥ margin, ‖u‖ = 1.

    ``margin`` is a distance in the plane. The widest margin is at least this, and close to it for large m.
    The normal u of the line is drawn at random; beyond the margin, points are normal with deviation 1.5.
    """
    y, rng = _two_classes(m, random_state)
    margin = validation.positive("margin", margin)
    u = _on_circle(rng.uniform(0, 2 * np.pi))
    X = 1.5 * rng.standard_normal((m, 2))
    along = X @ u
    X += np.outer(y * (margin + np.abs(along)) - along, u)
    return Dataset(X, y, PLANE, f"two classes, linearly separable with margin {margin:g}")


def overlapping(m=200, random_state=0, *, n_classes=2):
    """Normal classes of deviation 0.7 whose neighbouring means are only 1.2 apart: the benchmark sample.

    With two classes the Bayes error is Φ(-0.6/0.7) = 19.6 %, and about half of the points are support vectors
    of a machine with a Gaussian kernel, σ = 1, C = 1, for m from 50 to 1000.
    """
    sample = blobs(m, n_classes, distance=1.2, noise=0.7, random_state=random_state)
    return replace(sample, description=f"{n_classes} overlapping normal classes")


def blobs(m=150, n_classes=3, distance=3.0, noise=0.7, random_state=0):
    """Q isotropic normal classes of deviation ``noise``, means on a circle, neighbours ``distance`` apart.

    The means are r (cos θ_k, sin θ_k), θ_k = π + 2πk/Q, r = distance / (2 sin(π/Q)).
    """
    Q = validation.integer("n_classes", n_classes, at_least=2)
    turn = _turns(m, Q)
    radius = validation.nonnegative("distance", distance) / (2 * np.sin(np.pi / Q))
    centres = radius * _on_circle(np.pi + 2 * np.pi * np.arange(Q) / Q)
    rng = validation.random_generator(random_state)
    X = centres[turn] + _disturbance(rng, m, noise)
    return Dataset(X, _labels(turn, Q), PLANE, f"{Q} normal classes, means on a circle")


def circles(m=200, noise=0.15, random_state=0):
    """Two concentric circles, radius 2 (class -1) and 1 (class +1), angles uniform, plus normal noise."""
    y, rng = _two_classes(m, random_state)
    angles, errors = rng.spawn(2)
    X = np.where(y < 0, 2.0, 1.0)[:, None] * _on_circle(angles.uniform(0, 2 * np.pi, m))
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two concentric circles")


def moons(m=200, noise=0.15, random_state=0):
    """Two interleaved half circles of radius 1.5, plus normal noise.

    Class -1 is 1.5 (cos θ - 1/2, sin θ - 1/4), θ uniform on [0, π]; class +1 is its mirror image in the
    origin (the half circles of scikit-learn's make_moons, centred and enlarged).
    """
    y, rng = _two_classes(m, random_state)
    angles, errors = rng.spawn(2)
    X = -1.5 * y[:, None] * (_on_circle(angles.uniform(0, np.pi, m)) - [0.5, 0.25])
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two interleaved half circles")


def xor(m=200, noise=0.4, random_state=0):
    """The four corners (±1, ±1), labelled -1 where the coordinates agree and +1 where not, plus normal noise.

    The corners take turns; ``xor(4, noise=0)`` is the XOR problem itself.
    """
    y, rng = _two_classes(m, random_state)
    corners = np.array([(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)])
    X = corners[_turns(m, 4, at_least=2)] + _disturbance(rng, m, noise)
    return Dataset(X, y, PLANE, "exclusive or: opposite corners of a square agree")


def spirals(m=200, noise=0.1, turns=1.25, random_state=0):
    """Two interleaved spirals from the radius 0.4 to 3, plus normal noise.

    Class +1 is r (cos θ, sin θ), θ = 2π · turns · r/3, r² uniform, so that points are about equally dense
    along the curve; class -1 is its mirror image in the origin.
    """
    y, rng = _two_classes(m, random_state)
    turns = validation.positive("turns", turns)
    radii, errors = rng.spawn(2)
    r = np.sqrt(radii.uniform(0.4**2, 3.0**2, m))
    X = (y * r)[:, None] * _on_circle(2 * np.pi * turns * r / 3)
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two interleaved spirals")


THREE_MEANS = ((2.5 * 3**0.5, -2.5), (0.0, 5.0), (-2.5 * 3**0.5, -2.5))
THREE_VARIANCES = (1.0, 4.0, 16.0)


def three_gaussians(n_per_class=1000, random_state=0):
    """The toy problem of Guermeur, Maumy and Sur 2005, section 4: three isotropic normal classes.

    Means (2.5√3, -2.5), (0, 5), (-2.5√3, -2.5), variances (not deviations) 1, 4, 16 in each direction;
    m = 3 ``n_per_class``. The Bayes error is 5.26 %, that of the best linear classifier 5.84 % (equal weights).
    """
    m = 3 * validation.integer("n_per_class", n_per_class, at_least=1)
    y = _turns(m, 3)
    rng = validation.random_generator(random_state)
    X = np.array(THREE_MEANS)[y] + np.sqrt(THREE_VARIANCES)[y, None] * rng.standard_normal((m, 2))
    return Dataset(X, y, PLANE, "normal classes of variance 1, 4 and 16 (Guermeur, Maumy and Sur 2005)")


def _turns(m, Q, *, at_least=None):
    """Return 0, 1, ..., Q-1, 0, 1, ... (m,)."""
    return np.arange(validation.integer("m", m, at_least=at_least or Q)) % Q


def _labels(turn, Q):
    return 2 * turn - 1 if Q == 2 else turn


def _two_classes(m, random_state):
    """Return labels -1, +1, -1, ... (m,) and the Generator."""
    return _labels(_turns(m, 2), 2), validation.random_generator(random_state)


def _on_circle(angle):
    """Return the points (cos θ, sin θ) of the unit circle, (..., 2)."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _disturbance(rng, m, noise):
    """Return m points of a normal distribution with deviation ``noise`` in each direction, (m, 2)."""
    return validation.nonnegative("noise", noise) * rng.standard_normal((m, 2))


@dataclass(frozen=True)
class PlanarSet:
    """An entry of a menu of planar samples: its title, its function and the parameters that apply to it."""

    title: str
    function: Callable

    @property
    def parameters(self):
        """The parameters of the function with their default values, the seed left out."""
        signature = inspect.signature(self.function).parameters.values()
        return {p.name: p.default for p in signature if p.name != "random_state"}

    def sample(self, m, random_state=0, **options):
        """Return a sample of m points, whatever the function calls its size, with its other options."""
        if "m" in self.parameters:
            return self.function(m, random_state=random_state, **options)
        n_per_class = -(-validation.integer("m", m, at_least=3) // 3)
        whole = self.function(n_per_class, random_state=random_state, **options)
        return Dataset(whole.X[:m], whole.y[:m], whole.names, whole.description)


_CATALOGUE = MappingProxyType(
    {
        "separable": PlanarSet("separable", separable),
        "overlapping": PlanarSet("overlapping", overlapping),
        "circles": PlanarSet("circles", circles),
        "moons": PlanarSet("half moons", moons),
        "xor": PlanarSet("exclusive or", xor),
        "spirals": PlanarSet("spirals", spirals),
        "blobs": PlanarSet("blobs", blobs),
        "three_gaussians": PlanarSet("three Gaussians", three_gaussians),
    }
)


def catalogue():
    """Return the planar samples for a menu, in its order: name -> PlanarSet(title, function).

    ``catalogue()["moons"].sample(60, noise=0.3)`` draws; ``catalogue()["moons"].parameters`` has m and noise.
    """
    return _CATALOGUE


# Bundled sets


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
    half = validation.odd("window", window) // 2
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
    text = _bundled(f"protein_secondary_structure/protein-secondary-structure.{subset}")
    chains = []
    for line in text.split("\n"):
        if line == "<>":  # also ends the chain before, whose <end> may be missing
            chains.append([])
        elif line and line != "<end>":
            chains[-1].append(line.split())
    return [tuple("".join(letters) for letters in zip(*chain, strict=True)) for chain in chains]


def one_hot(words, alphabet):
    """Encode n words of length L: X (n, L · A) is 1 where position l holds letter a of the alphabet."""
    words = validation.words("words", words, alphabet)
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
    return list(csv.reader(_bundled("promoter_sequences.csv").splitlines()))[1:]


def _bundled(name):
    return files("svmlab").joinpath("data", name).read_text(encoding="ascii")


# One's own file


def load_csv(path, label, features=None, delimiter=None, *, decimal=None, encoding="utf-8"):
    """Read labelled points from a CSV file whose first line names the columns.

    path:      the file
    label:     the name of the column with the classes; whole numbers become int, anything else stays text
    features:  names of numeric columns, in the order wanted; by default all columns but the label
    delimiter: what separates the columns; by default the one of , ; tab | that finds the label in line 1
    decimal:   "." or ","; by default the comma in a file with semicolons whose numbers have one (as
               spreadsheets write in much of Europe), else the point; a file that mixes the two is refused
    encoding:  UTF-8 by default, with or without byte order mark; no other is guessed, since a wrong guess
               would garble labels silently

    Blank lines are skipped. A missing file, column, value or class, text or infinity where a number belongs,
    and a line of another length raise an error that names file, line and column, and says what to do.
    """
    path = Path(path)
    text = validation.text_file(path, encoding)
    return from_csv(text, label, features, delimiter, decimal=decimal, name=str(path))


def from_csv(data, label, features=None, delimiter=None, *, decimal=None, encoding="utf-8", name="the data"):
    """Read labelled points from the text, or the bytes, of a CSV file; as ``load_csv``, and errors say ``name``."""
    text = validation.text_of(name, data, encoding)
    delimiter = validation.csv_delimiter(delimiter or _likely_delimiter(name, text, label))
    first, header, rows = _table(name, text, delimiter)
    features = validation.csv_columns(name, first, header, label, features)
    labels = [validation.csv_label(name, line, label, row[label]) for line, row in rows]
    validation.csv_classes(name, label, labels)
    mark = validation.one_of("decimal", decimal or _likely_decimal(delimiter, rows, features), (".", ","))
    X = [[validation.csv_number(name, at, column, row[column], mark) for column in features] for at, row in rows]
    return Dataset(X, _as_whole_numbers(labels), tuple(features), f"{Path(name).name}, classes by {label}")


def csv_columns(data, *, encoding="utf-8", name="the data"):
    """Return {column: whether it holds numbers} of the text, or the bytes, of a CSV file of at least three columns.

    More than half of the values count, so that whoever chooses the column is told of the line of another one.
    Columns without a name are left out.
    """
    text = validation.text_of(name, data, encoding)
    first, header, rows = _table(name, text, _likely_delimiter(name, text, None))
    validation.csv_header(name, first, header)
    return {column: validation.looks_numeric(row[column] for _, row in rows) for column in header if column}


def _table(name, text, delimiter):
    """Return (line number of the header, header, [(line number, {column: cell}), ...])."""
    (first, header), *rows = validation.csv_lines(name, _lines(name, text, delimiter))
    return first, header, [(line, validation.csv_row(name, line, row, header, delimiter)) for line, row in rows]


def _lines(path, text, delimiter, *, strict=True):
    """Yield (line number, cells) for each line that is not blank, spaces around cells removed."""
    options = {"delimiter": delimiter, "skipinitialspace": delimiter != " ", "strict": strict}
    reader, line = csv.reader(io.StringIO(text, newline=""), **options), 1
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        validation.csv_syntax(path, line, error)


def _likely_delimiter(path, text, label):
    """Return the delimiter that finds the label in the first line, or else the most columns."""

    def finds(delimiter):
        _, header = next(_lines(path, text, delimiter, strict=False), (1, []))
        return label in header, len(header)

    return max(",;\t|", key=finds)


def _likely_decimal(delimiter, rows, features):
    commas = any("," in row[name] for _, row in rows for name in features)
    return "," if delimiter == ";" and commas else "."


def _as_whole_numbers(labels):
    """Return labels as ints if all are whole numbers as "-1", "2" or "2.0", else as text."""
    if all(re.fullmatch(r"[+-]?\d{1,15}(\.0*)?", label, re.ASCII) for label in labels):
        return np.array([int(float(label)) for label in labels])
    return np.array(labels)
