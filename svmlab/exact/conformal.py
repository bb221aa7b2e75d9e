"""Full conformal prediction: sets of labels that hold the true one with a probability that is chosen, exactly.

Vovk, Gammerman and Shafer 2005, Algorithmic Learning in a Random World, section 2.2.
"""

import copy
from dataclasses import dataclass, field

import numpy as np

from svmlab import kernels, validation
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import validation as checks
from svmlab.exact.loo import leads


@dataclass(frozen=True)
class Conformal:
    """How well each label suits new points.

    p_values : (n, Q), a column per class; residual : the largest violation of any machine, rounding included
    """

    p_values: np.ndarray
    residual: float
    classes: np.ndarray = field(repr=False)

    @property
    def certified(self):
        """Whether every machine with a new point is certified."""
        return bool(self.residual <= CERTIFIED)

    def contains(self, eps):
        """(n, Q) bool: the label is in the set of level eps, its p-value exceeds eps."""
        return self.p_values > validation.probability("eps", eps)

    def label_sets(self, eps):
        """The labels in the set of each new point, n arrays: none, one or several."""
        return [self.classes[row] for row in self.contains(eps)]


def conformal_prediction(svm, Z, *, progress=None):
    """Return the Conformal of new points Z (n, d): p-values of all labels from a trained machine's points and C.

    The machine with z and a label k among its m points is found exactly, from the one without, and the lead of each
    point's own class, h_{y_i}(x_i) - max h_l(x_i), or y_i f(x_i), says how strange the point is::

        p(z, k) = #{i ≤ m + 1 : lead_i ≤ lead of (z, k)} / (m + 1)

    Points that are drawn alike have P(p(z, y) ≤ ε) ≤ ε, for any distribution, C and kernel: the set of labels with
    p > ε holds the true one with probability 1 - ε at least, on average over training points and z. Ties, leads that
    differ by less than 1e-8 relatively, count in favour of the label, so that the promise stays. Below ε = 1/(m + 1)
    every set has all labels. A C or kernel that was chosen by the same points breaks the promise.

    n Q machines are made, each certified; ``progress(done, total)`` counts them. Raises NotFittedError for a machine
    that is not trained; ValueError for C = inf, a precomputed kernel matrix, a Pipeline that transforms points,
    class_weight="balanced", and for points of a class that weigh differently.
    """
    svm = validation.seeing_the_points("conformal prediction", svm)
    checks.takes_new_points(svm, kernels.MATRIX)
    svm.scores(Z)  # raises where Z is not what the machine takes
    Z, classes = np.asarray(Z), svm.classes_
    base = copy.copy(svm).set_params(
        C=validation.positive("C", svm.C_), kernel=svm.kernel_, class_weight=checks.weights_of_classes(svm)
    )
    p_values, residual = np.empty((len(Z), len(classes))), 0.0
    for i in range(len(Z)):
        X = np.concatenate([svm.X_fit_, Z[i : i + 1]])
        for k in range(len(classes)):
            larger = copy.copy(base).refit(X, np.append(svm.y_fit_, classes[k]))
            solution = larger.solution_
            lead = leads(solution.program, solution.margins_of_points, larger.codes_)
            tie = CERTIFIED * max(1.0, abs(lead[-1]))
            p_values[i, k] = (lead <= lead[-1] + tie).mean()
            residual = max(residual, solution.worst)
            if progress is not None:
                progress(i * len(classes) + k + 1, p_values.size)
    return Conformal(p_values, residual, classes)
