"""The entries of the data menus: the seeded samples of the plane, and data sets as they are."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType

from svmlab import datasets
from svmlab.selection import comparison
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE, UNTIED


@dataclass(frozen=True)
class Bundled:
    """A data set as it is, in the place of a PlanarSet of the data menu; ``note`` says what to look at."""

    title: str
    whole: Callable
    settings: dict = field(default_factory=dict)  # of other controls, once a reader chooses it
    note: str | None = None
    parameters = MappingProxyType({})

    def sample(self, m, random_state=0):
        return self.whole()


HARD_LINEAR = {"kernel": "linear", "C": math.inf}
SAMPLES = {
    **datasets.catalogue(),
    "iris": Bundled("iris petals", lambda: datasets.iris(("petal length", "petal width")).standardized()),
    "inconsistent": Bundled(
        "no majority in the middle", comparison.inconsistent, {"kernel": "gaussian", "sigma": 1.0, "C": 1.0},
        "In the middle the classes have the probabilities 0.40, 0.36 and 0.24.",
    ),
    "lemma_fails": Bundled(
        "six points: Lemma 2 fails", lambda: COUNTEREXAMPLE.data, HARD_LINEAR,
        f"With a linear kernel and C = ∞: point {COUNTEREXAMPLE.p} has α = 0 against class 1. Choose it: left "
        "out, it goes to class 1 all the same, where Lemma 2 of RR-5780 asks for α > 0.",
    ),
    "untied": Bundled(
        "four classes, b not unique", lambda: UNTIED.data, HARD_LINEAR,
        "With a linear kernel and C = ∞ nothing flows to class 3, the point in the middle.",
    ),
}  # fmt: skip


def used_to_draw(name, two_classes):
    """Names of what an entry of the data menu is drawn by; ``two_classes`` are entries that have two classes only."""
    parameters = SAMPLES[name].parameters if name in SAMPLES else {}
    used = {"m", "seed"} if parameters else set()
    return used | (parameters.keys() & {"noise", "n_classes"}) - ({"n_classes"} if name in two_classes else set())
