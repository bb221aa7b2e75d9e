"""The Karush-Kuhn-Tucker conditions, audited: which case each point of a trained machine is in."""

from dataclasses import dataclass

import numpy as np

from svmlab.program import CERTIFIED

OUTSIDE, FREE, BOUNDED = 0, 1, 2
OWN = -1  # the column of a point's own class, which has no dual variable

WORDS = {
    (OUTSIDE, "beyond"): "α = 0, margin > 1: outside the margin, not a support vector",
    (OUTSIDE, "on"): "α = 0, margin = 1: on the margin, yet not a support vector",
    (FREE, "on"): "0 < α < C, margin = 1: on the margin, a free support vector",
    (BOUNDED, "on"): "α = C, margin = 1: on the margin, a bounded support vector without slack",
    (BOUNDED, "inside"): "α = C, 0 ≤ margin < 1: inside the margin, a bounded support vector",
    (BOUNDED, "wrong"): "α = C, margin < 0: on the wrong side, a bounded support vector",
}


@dataclass(frozen=True)
class Cases:
    """The case of every point, and for many classes of every rival class.

    code : (m,) or (m, Q) of OUTSIDE (α = 0), FREE (0 < α < C), BOUNDED (α = C); OWN where there is no variable
    margin : the same shape, y_i f(x_i) or h_{y_i}(x_i) - h_k(x_i); slack : max(0, 1 - margin)
    point : (m,) one code per point: BOUNDED if any variable is, else FREE if any is, else OUTSIDE
    misclassified : (m,) bool, another class has a score at least as large
    """

    code: np.ndarray
    margin: np.ndarray
    slack: np.ndarray
    alpha: np.ndarray
    classes: np.ndarray

    @property
    def point(self):
        return self.code if self.code.ndim == 1 else self.code.max(axis=1)

    @property
    def misclassified(self):
        wrong = (self.margin <= 0) & (self.code != OWN)
        return wrong if wrong.ndim == 1 else wrong.any(axis=1)

    def words(self, i):
        """The case of point i in words; for many classes a dict rival class -> words."""
        if self.code.ndim == 1:
            return _words(self.code[i], self.margin[i])
        rivals = np.flatnonzero(self.code[i] != OWN)
        return {self.classes[k]: _words(self.code[i, k], self.margin[i, k]) for k in rivals}

    def __len__(self):
        return len(self.code)

    def __repr__(self):
        counts = [int((self.point == code).sum()) for code in (OUTSIDE, FREE, BOUNDED)]
        return "{} points: {} outside, {} free and {} bounded support vectors, {} misclassified".format(
            len(self), *counts, int(self.misclassified.sum())
        )


def cases(svm):
    """Return the Cases of a trained machine's own points."""
    program = svm.solution_.program
    code = np.where(svm.alpha_ <= 0, OUTSIDE, np.where(svm.alpha_ >= svm.upper_, BOUNDED, FREE))
    if svm.alpha_.ndim == 1:
        margin = svm.solution_.margins
    else:
        code[np.arange(len(code)), svm.codes_] = OWN
        margin = np.zeros(svm.alpha_.shape)
        margin[program.example, program.tail] = svm.solution_.margins
    slack = np.where(code == OWN, 0.0, np.maximum(0.0, 1.0 - margin))
    return Cases(code, margin, slack, svm.alpha_, svm.classes_)


def _words(code, margin):
    if code == FREE or abs(margin - 1.0) <= CERTIFIED:
        return WORDS[code, "on"]
    if code == OUTSIDE:
        return WORDS[code, "beyond"]
    return WORDS[code, "inside" if margin >= 0 else "wrong"]
