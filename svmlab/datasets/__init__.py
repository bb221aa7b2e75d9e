"""Data to learn from: seeded samples, bundled sets and one's own CSV file, each a Dataset.

The samples in the plane (``planar``) have the form ``f(m, ..., random_state=0)``; two classes are labelled -1 and +1,
Q > 2 classes 0..Q-1. Those of ``sequences`` are strings. Bundled sets (``bundled``) and files (``tables``) keep their
own labels.
"""

from svmlab.datasets.bundled import (
    AMINO_ACIDS,
    NUCLEOTIDES,
    SPACER,
    digits,
    iris,
    one_hot,
    promoter_sequences,
    promoters,
    protein_chains,
    protein_secondary_structure,
    wine,
)
from svmlab.datasets.dataset import Dataset, Standardized
from svmlab.datasets.planar import (
    PLANE,
    THREE_MEANS,
    THREE_VARIANCES,
    PlanarSet,
    blobs,
    catalogue,
    circles,
    moons,
    overlapping,
    separable,
    spirals,
    three_gaussians,
    xor,
)
from svmlab.datasets.sequences import Sequences, planted_motif
from svmlab.datasets.tables import csv_columns, from_csv, has_header, load_csv

__all__ = [
    "AMINO_ACIDS", "NUCLEOTIDES", "PLANE", "SPACER", "THREE_MEANS", "THREE_VARIANCES", "Dataset", "PlanarSet",
    "Sequences", "Standardized", "blobs", "catalogue", "circles", "csv_columns", "digits", "from_csv", "has_header",
    "iris", "load_csv", "moons", "one_hot", "overlapping", "planted_motif", "promoter_sequences", "promoters",
    "protein_chains", "protein_secondary_structure", "separable", "spirals", "three_gaussians", "wine", "xor",
]  # fmt: skip
