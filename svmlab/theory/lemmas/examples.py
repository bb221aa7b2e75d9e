"""Training sets for Lemma 1: near equality, the gap of the printed proof, the last step at finite C."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.datasets import Dataset
from svmlab.machines.biclass import BiclassSVM
from svmlab.theory.lemmas.lemma_1 import audit


@dataclass(frozen=True, eq=False)
class Example:
    """A training set for which leaving out point p shows something, and the C to train it with (linear kernel)."""

    data: Dataset
    p: int
    C: float = np.inf

    @property
    def machine(self):
        """The BiclassSVM, trained."""
        return BiclassSVM(C=self.C).fit(self.data.X, self.data.y)

    def audit(self, **keywords):
        """The audit of leaving out p."""
        return audit(self.machine, self.p, **keywords)


def sharp(epsilon=0.1):
    """An Example with α_p D² near 1, for a small epsilon: no larger constant than 1 can stand in Lemma 1.

    φ(x_p) = (1, -ε²), and the two points (0, ±ε) of the two classes: α_p = 1 + ε, and D² = 1 + O(ε²).
    """
    epsilon = validation.positive("epsilon", epsilon)
    X = [[1.0, -(epsilon**2)], [0.0, epsilon], [0.0, -epsilon]]
    return Example(Dataset(X, [1, 1, -1], description=f"three points with α_p D² near 1, ε = {epsilon:g}"), 0)


GAP = Example(
    Dataset(
        [[0, 1], [10, 2], [0, -1], [8, -2]],
        [1, 1, -1, -1],
        description="four points for which (18) and (19) of the printed proof of Lemma 1 are false",
    ),
    0,
)
"""Points 0 and 2 are the only support vectors, so λᵖ and μᵖ are what (13) and (14) make them; without point 0 point 2
lies far outside the margin: (19) reads 1/2 ≥ 18/25."""

BOUNDED = Example(
    Dataset(
        [[0, 1, 0], [10, 1, 0], [5, -1, 1], [5, -1, -1], [9, -1.3, 0], [9, -1.3, 0]],
        [1, 1, -1, -1, -1, -1],
        description="six points for which only the last step of the proof for finite C is left",
    ),
    0,
    C=0.26,
)
"""Without point 0 the other support vector of its class reaches C and has slack, and those of the other class are
idle: step 4 of the shorter proof."""
