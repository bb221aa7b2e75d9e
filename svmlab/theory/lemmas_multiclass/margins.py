"""Margins between two categories, Definition 1."""

from dataclasses import dataclass

import numpy as np

from svmlab import validation


@dataclass(frozen=True)
class PairwiseMargins:
    """Margins between two categories, (Q, Q) each, symmetric: γ_kl = (1 + δ_kl)/‖w_k - w_l‖, (29) and (30).

    gamma, delta : nan on the diagonal; nearest : the point of either class next to their hyperplane, -1 there
    norms : ‖w_k - w_l‖
    """

    gamma: np.ndarray
    delta: np.ndarray
    norms: np.ndarray
    nearest: np.ndarray


def pairwise_margins(svm):
    """Return the PairwiseMargins of a trained MulticlassSVM, Darcy and Guermeur 2005, Definition 1.

    δ_kl is how much farther than 1 the nearest point of the two classes is; negative where it has slack.
    """
    svm = validation.fitted(svm)
    validation.multiclass_machine("pairwise_margins", svm)
    program, codes, Q = svm.solution_.program, svm.codes_, len(svm.classes_)
    margins = np.full((len(codes), Q), np.inf)
    margins[program.example, program.tail] = np.where(program.upper > 0, svm.solution_.margins, np.inf)
    B = program.coefficients(svm.solution_.alpha)
    gram = B.T @ program.K @ B
    norms = np.sqrt(np.maximum(0.0, gram.diagonal()[:, None] + gram.diagonal() - 2.0 * gram))
    delta, nearest = np.full((Q, Q), np.nan), np.full((Q, Q), -1)
    for k in range(Q):
        for l in range(k + 1, Q):
            between = np.where(codes == k, margins[:, l], np.where(codes == l, margins[:, k], np.inf))
            nearest[k, l] = nearest[l, k] = between.argmin()
            delta[k, l] = delta[l, k] = between.min() - 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        return PairwiseMargins((1.0 + delta) / norms, delta, norms, nearest)
