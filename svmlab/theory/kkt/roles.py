"""The role of each point of a trained machine: outside, free or bounded, its margin and slack, in words.

What the words and conditions of a loss are stands on the loss, in ``machines.losses``.
"""

from dataclasses import dataclass, field

import numpy as np

from svmlab import validation
from svmlab.engine.certificate import CERTIFIED
from svmlab.machines.losses import BOUNDED, FREE, OUTSIDE, WORDS
from svmlab.theory import validation as checks

OWN = -1  # the column of a point's own class, which has no dual variable


@dataclass(frozen=True)
class Cases:
    """The case of every point, and for many classes of every rival class.

    code : (m,) or (m, Q) of OUTSIDE (α = 0), FREE (0 < α < C), BOUNDED (α = C); OWN where there is no variable
    margin : the same shape, y_i f(x_i) or h_{y_i}(x_i) - h_k(x_i), -(Q-1) h_k(x_i) where scores sum to zero
    slack : how much of the margin 1 is forgiven, max(0, 1 - margin), and for Crammer and Singer the largest of a point;
        ξ itself, but (Q-1) ξ_ik where scores sum to zero; with the M-SVM² of either sign, and 1 - margin where α > 0
    point : (m,) one code per point: BOUNDED if any variable is, else FREE if any is, else OUTSIDE
    misclassified : (m,) bool, another class has a score at least as large
    """

    code: np.ndarray
    margin: np.ndarray
    slack: np.ndarray
    alpha: np.ndarray
    classes: np.ndarray
    misclassified: np.ndarray
    told: dict = field(default_factory=lambda: WORDS, repr=False)
    certified: bool = True

    @property
    def point(self):
        return self.code if self.code.ndim == 1 else self.code.max(axis=1)

    def words(self, i):
        """The case of point i in words; for many classes a dict rival class -> words."""
        i = validation.index("point", i, self.code)
        if self.code.ndim == 1:
            return _words(self.told, self.code[i], self.margin[i])
        rivals = np.flatnonzero(self.code[i] != OWN)
        return {self.classes[k]: _words(self.told, self.code[i, k], self.margin[i, k]) for k in rivals}

    def __len__(self):
        return len(self.code)

    def __repr__(self):
        counts = [int((self.point == code).sum()) for code in (OUTSIDE, FREE, BOUNDED)]
        text = "{} points: {} outside, {} free and {} bounded support vectors, {} misclassified".format(
            len(self), *counts, int(self.misclassified.sum())
        )
        return text if self.certified else f"{text}; the machine is not certified"


def cases(svm):
    """Return the Cases of a trained machine's own points.

    With Crammer and Singer a positive multiplier is bounded where Σ_k α_ik = C; with the M-SVM² none is. Raises
    ValueError for a loss whose conditions are not stated.
    """
    svm = validation.fitted(svm)
    checks.conditions_stated(svm)
    program, conditions = svm.solution_.program, svm.loss.conditions
    scores = program.scores_of_margins(svm.solution_.margins_of_points)
    own = np.arange(scores.shape[1]) == svm.codes_[:, None]
    misclassified = np.where(own, -np.inf, scores).max(axis=1) >= scores[own]
    alpha, full = svm.alpha_, svm.alpha_ >= svm.upper_
    if not program.boxed:
        full = (alpha.sum(axis=1) >= program.capacity * (1.0 - CERTIFIED))[:, None]
    code = np.where(alpha <= 0, OUTSIDE, np.where(full, BOUNDED, FREE))
    if alpha.ndim == 1:
        margin = svm.solution_.margins
    else:
        code[own] = OWN
        margin = np.full(alpha.shape, np.inf)
        margin[program.example, program.tail] = program.along(scores)
    margin, slack = (np.where(code == OWN, 0.0, table) for table in (margin, conditions.slack(svm, margin)))
    return Cases(code, margin, slack, alpha, svm.classes_, misclassified, conditions.words, svm.solution_.certified)


def _words(told, code, margin):
    if abs(margin - 1.0) <= CERTIFIED and (code, "on") in told:
        return told[code, "on"]
    place = "beyond" if margin > 1 else "inside" if margin >= 0 else "wrong"
    if code == OUTSIDE:
        place = "beyond"
    return told.get((code, place)) or told[code, "on"]
