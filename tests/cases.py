"""Small problems with known answers: named data with their source. Exact values are written as fractions."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np


def exact(values):
    """Nested lists of fractions in text as an array of floats."""
    return np.vectorize(lambda text: float(Fraction(text)))(np.array(values))


@dataclass(frozen=True)
class Case:
    """A training set, the machine trained on it, and what is known of the result, by name in ``known``."""

    name: str
    source: str
    X: np.ndarray
    y: np.ndarray
    C: float = 1.0
    class_weight: dict | None = None
    known: dict = field(default_factory=dict)


LEMMA_2_COUNTEREXAMPLE = Case(
    name="a leave-one-out error whose multiplier against the winning class is zero",
    source="counterexample to Lemma 2 of Darcy and Guermeur 2005, found by search, verified in rational arithmetic",
    X=np.array([[-3, -2], [-1, 2], [-1, 1], [0, 0], [0, -1], [-2, -1]], dtype=float),
    y=np.array([0, 0, 1, 1, 2, 2]),
    C=np.inf,
    known={
        "W": exact([["-13/3", "2"], ["8/3", "0"], ["5/3", "-2"]]),
        "b": exact(["-19/3", "11/3", "8/3"]),
        "sum_alpha": float(Fraction("110/3")),
        "enough_C": float(Fraction("29/3")),  # the same machine for every C above
        "leave_out": 5,
        "W_without": exact([["-3", "2"], ["1", "0"], ["2", "-2"]]),
        "b_without": exact(["-13/3", "8/3", "5/3"]),
        "scores_without": exact(["-1/3", "2/3", "-1/3"]),
    },
)

FIVE_POINTS = Case(
    name="five points, one of them far away",
    source="the situation of Shark-ML/Shark issues 90 and 103, on the intercept of multi-class machines",
    X=np.array([[-1, -1], [1, -1], [0, 1], [0, 2], [0, 99]], dtype=float),
    y=np.array([0, 1, 2, 2, 2]),
    known={
        "W": np.array([[-0.5, -0.25], [0.5, -0.25], [0.0, 0.5]]),
        "b": exact(["-1/12", "-1/12", "1/6"]),
        "objective": 0.4375,
        "enough_C": (1.0, 1000.0),
    },
)

CLASS_WEIGHTS = Case(
    name="class weights as two values of C",
    source="scikit-learn issue 30478",
    X=np.array([[0.0], [11.0], [10.0]]),
    y=np.array([-1, -1, 1]),
    C=1.0,
    class_weight={-1: 50.0, 1: 100.0},
    known={"alpha": np.array([5.02, 50.0, 55.02]), "w": np.array([0.2]), "b": -1.0},
)

NO_FREE_SUPPORT_VECTOR = Case(
    name="no free support vector: the intercept is an interval",
    source="worked by hand: w = 0.2, margins 0.2 ± b within 0.6 ≤ b ≤ 0.8",
    X=np.array([[-1.0], [1.0], [2.0]]),
    y=np.array([-1, 1, 1]),
    C=0.1,
    known={"alpha": np.array([0.1, 0.1, 0.0]), "w": np.array([0.2]), "interval": (0.6, 0.8), "b": 0.7},
)

LOO_EQUALS_SUPPORT_VECTORS = Case(
    name="as many leave-one-out errors as support vectors",
    source="worked by hand; the bound by the number of support vectors is tight",
    X=np.array([[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.4]]),
    y=np.array([-1, -1, 1, 1, 1]),
    C=np.inf,
    known={
        "alpha": np.array([6.25, 6.25, 0.0, 0.0, 12.5]),
        "w": np.array([0.0, 5.0]),
        "b": -1.0,
        "loo_margins": np.array([-1.4, -1.4, 4.0, 4.0, -0.2]),
        "loo_errors": 3,
        "D_squared": 1.0,
        "radius_margin": 25.0,
    },
)

DOUBLED_ROWS = {
    "source": "sklearn.datasets.make_blobs(centers=2, random_state=0); recomputed by an interior-point method at 1e-11",
    "w": np.array([0.234395, -1.828588]),
    "b": 4.416236,
}

HALF_PLANES = {
    "source": "minimise x² + y² under h ≤ 0, by hand",
    "x + 2y + 1": {"x": Fraction(-1, 5), "y": Fraction(-2, 5), "multiplier": Fraction(2, 5), "active": True},
    "-x - 2y - 1": {"x": Fraction(0), "y": Fraction(0), "multiplier": Fraction(0), "active": False},
}
