"""The multi-class support vector machine of Weston and Watkins, "the M-SVM" of the sources."""

import numpy as np

from svmlab.machine import Machine
from svmlab.program import DualProgram, interval


class MulticlassSVM(Machine):
    """Multi-class support vector machine: minimise ½ Σ_k ‖w_k‖² + C Σ_i Σ_{k≠y_i} ξ_ik.

    subject to ⟨w_{y_i} - w_k, Φ(x_i)⟩ + b_{y_i} - b_k ≥ 1 - ξ_ik, ξ_ik ≥ 0, with Σ_k b_k = 0. Trained on its dual
    (Darcy and Guermeur 2005, Problems 3 and 4), to exact multipliers, and certified. For two classes
    MulticlassSVM(C) is the machine BiclassSVM(2C).

    Parameters
    ----------
    C : positive number or ``inf`` (hard margin); the upper bound of each multiplier
    kernel : a value of ``svmlab.kernels``, "linear", "precomputed", another name, or a function f(X, Z)
    class_weight : None, "balanced" or a dict label -> weight; multiplies C
    indefinite : "refuse" (raise) or "clip" (train on the nearest positive semi-definite kernel matrix)

    Attributes
    ----------
    alpha_, upper_ : (m, Q) multipliers α_ik and their bounds; zero in the column of the point's own class
    dual_coef_ : (m, Q) coefficients of the φ(x_i) in each w_k
    intercept_ : (Q,) b, and intercept_interval_ (Q, Q, 2), the tight limits of each b_k - b_l
    support_, classes_, X_fit_, y_fit_, sample_weight_, kernel_, K_ : what it was trained on and found
    solution_ : the certificate: primal, dual, duality_gap, kkt_residual, residuals, status
    """

    def decision_function(self, Z):
        """Return the (n, Q) scores h_k(z), see ``scores``; for two classes the (n,) values h_1 - h_0.

        The second form is what scikit-learn expects of every classifier of two classes.
        """
        raw = self._raw_scores(Z)
        return raw if len(self.classes_) > 2 else raw[:, 1] - raw[:, 0]

    def _program(self, K, y, upper):
        return DualProgram.multiclass(K, y, int(y.max()) + 1, upper)

    def _unpack(self, solution):
        self.alpha_ = self._square(solution.program, solution.alpha)
        self.upper_ = self._square(solution.program, solution.program.upper)
        self.intercept_ = solution.b
        self.intercept_interval_ = interval(solution.limits)

    @staticmethod
    def _square(program, values):
        """(n,) values of the dual variables as an (m, Q) table, zero for each point's own class."""
        table = np.zeros((len(program.K), program.n_classes))
        table[program.example, program.tail] = values
        return table
