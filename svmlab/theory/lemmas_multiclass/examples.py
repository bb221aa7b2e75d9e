"""Training sets that show something of Lemma 2: it is false as printed, and b need not be unique."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmlab.datasets import Dataset
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.theory.lemmas_multiclass.lemma_2 import audit
from svmlab.theory.lemmas_multiclass.rational import exact_machine


@dataclass(frozen=True, eq=False)
class MulticlassExample:
    """A training set for which leaving out point p shows something (hard margin, linear kernel)."""

    data: Dataset
    p: int

    @cached_property
    def machine(self):
        """The MulticlassSVM, trained."""
        return MulticlassSVM(C=np.inf).fit(self.data.X, self.data.y)

    def audit(self, **keywords):
        """The audit of leaving out p."""
        return audit(self.machine, self.p, **keywords)

    def exact(self):
        """(ExactMachine with all points, ExactMachine without p), in fractions."""
        found = self.audit()
        return tuple(
            exact_machine(self.data.X, self.machine.codes_, alpha > 0, without=p)
            for alpha, p in ((found.alpha0, None), (found.alphap, self.p))
        )


COUNTEREXAMPLE = MulticlassExample(
    Dataset(
        [[-3, -2], [-1, 2], [-1, 1], [0, 0], [0, -1], [-2, -1]],
        [0, 0, 1, 1, 2, 2],
        description="six points for which Lemma 2 as printed is false",
    ),
    5,
)
"""Without the last point class 1 takes it, yet α_p1 = 0: with it that constraint is not even active (3 > 1)."""


def _untied():
    X, y = [], []
    for k, angle in enumerate(np.radians([60.0, 180.0, 300.0])):
        u = np.array([np.cos(angle), np.sin(angle)])
        t = np.array([-u[1], u[0]])
        X += [20.0 * u - 0.5 * t, 20.0 * u + 0.5 * t]
        y += [k, (k + 1) % 3]
    X, y = [*X, [0.0, 0.0], [3.0, 0.0]], [*y, 3, 0]
    return MulticlassExample(Dataset(X, y, description="four classes, and b is not unique"), len(X) - 1)


UNTIED = _untied()
"""No flow reaches class 3: w_3 = 0, and b_3 may be anything between two limits. p has α_p = 0; without it one of the
limits moves, and with it the midpoint: the midpoint rule errs at p, and other optimal b do not."""
