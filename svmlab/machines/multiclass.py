"""Multi-class support vector machines: that of Weston and Watkins, "the M-SVM" of the sources, and others."""

import numpy as np

from svmlab.engine.intercepts import interval
from svmlab.machines import losses
from svmlab.machines import validation as checks
from svmlab.machines.losses import CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2, WESTON_WATKINS
from svmlab.machines.machine import Machine

MACHINES = tuple(losses.LOSSES)
__all__ = ["CRAMMER_SINGER", "LEE_LIN_WAHBA", "MACHINES", "MSVM2", "WESTON_WATKINS", "MulticlassSVM"]


class MulticlassSVM(Machine):
    """Multi-class support vector machine: minimise ½ Σ_k ‖w_k‖² + C · loss, with scores h_k = ⟨w_k, Φ(x)⟩ + b_k.

    ``machine`` chooses the loss (Lauer and Guermeur 2011 have these in one model):

    - "weston-watkins", the default: Σ_i Σ_{k≠y_i} ξ_ik, h_{y_i}(x_i) - h_k(x_i) ≥ 1 - ξ_ik, ξ_ik ≥ 0, Σ_k b_k = 0
      (Darcy and Guermeur 2005, Problems 3 and 4). For two classes MulticlassSVM(C) is the machine BiclassSVM(2C).
    - "crammer-singer": Σ_i ξ_i, with one slack for all rivals, h_{y_i}(x_i) - h_k(x_i) ≥ 1 - ξ_i, ξ_i ≥ 0, and b = 0
      (Crammer and Singer 2001; LIBLINEAR's, where that has no bias). For a bias put a constant into the kernel.
    - "lee-lin-wahba": Σ_i Σ_{k≠y_i} ξ_ik, h_k(x_i) ≤ -1/(Q-1) + ξ_ik, ξ_ik ≥ 0, Σ_k h_k = 0 (Lee, Lin and Wahba 2004).
      For two classes MulticlassSVM(C) is BiclassSVM(C/2).
    - "msvm2": the same constraints with ξ_ik of any sign, and Σ_i (Σ_k ξ_ik² + (Σ_k ξ_ik)²), k ≠ y_i (Guermeur and
      Monfrini 2011). It is the hard margin machine of Lee, Lin and Wahba for the kernel matrix K + I/(2C).

    Trained on its dual, to exact multipliers, and certified. The same C means something else to each: a misclassified
    point has Q - 1 slacks with the first and the third, one with the second, and squares with the last.

    Parameters
    ----------
    C : positive number or ``inf`` (hard margin); bounds each multiplier, or Σ_k α_ik (Crammer and Singer), or
        stands in the kernel matrix (M-SVM²)
    kernel : a value of ``svmlab.kernels``, "linear", "precomputed", another name, or a function f(X, Z)
    machine : which loss, see above
    class_weight : None, "balanced" or a dict label -> weight; multiplies C
    indefinite : "refuse" (raise) or "clip" (train on the nearest positive semi-definite kernel matrix)
    tol : 0 for the exact machine; otherwise the relative duality gap up to which that of Weston and Watkins is trained,
        see ``BiclassSVM``

    Attributes
    ----------
    alpha_, upper_ : (m, Q) multipliers α_ik and their bounds; zero in the column of the point's own class. Among
        identical points of one class the first carries as much as it can, rival by rival, then the next (for Lee, Lin
        and Wahba of any class; the M-SVM² leaves no choice)
    coefficients_ : (m, Q) coefficients of the φ(x_i) of all points in each w_k
    coef_, intercept_ : (Q, d) w_1, ..., w_Q, for the linear kernel, and (Q,) b
    intercept_interval_ : (Q, Q, 2), the tight limits of each b_k - b_l
    support_vectors_, n_support_ : (n_SV, d) and, for each class, (Q,)
    dual_coef_ : (Q, n_SV) coefficients of the support vectors, so that coef_ = dual_coef_ @ support_vectors_. SVC's has
        Q - 1 rows for its machines of one class against another, which are not parts of this machine
    support_, classes_, X_fit_, y_fit_, sample_weight_, kernel_, K_ : what it was trained on and found
    C_, machine_ : those it was trained with; ``set_params`` changes the others only
    loss : the value of ``svmlab.machines.losses`` with what is known of its machine
    solution_ : the certificate: primal, dual, duality_gap, kkt_residual, residuals, status
    """

    def __init__(
        self, C=1.0, kernel="linear", *, machine=WESTON_WATKINS, class_weight=None, indefinite="refuse", tol=0.0
    ):
        super().__init__(C, kernel, class_weight=class_weight, indefinite=indefinite, tol=tol)
        self.machine = machine

    def decision_function(self, Z):
        """Return the (n, Q) scores h_k(z), see ``scores``; for two classes the (n,) values h_1 - h_0.

        The second form is what scikit-learn expects of every classifier of two classes.
        """
        raw = self._raw_scores(Z)
        return raw if len(self.classes_) > 2 else raw[:, 1] - raw[:, 0]

    @property
    def loss(self):
        """The Loss that it was trained with, or is to be."""
        return losses.named(getattr(self, "machine_", self.machine))

    @property
    def loss_to_train(self):
        """The Loss that it is to be trained with next."""
        return losses.named(self.machine)

    def _program(self, K, y, upper, place):
        return self.loss_to_train.dual(K, y, int(y.max()) + 1, upper, place)

    def _train(self, *data, **options):
        super()._train(*data, **options)
        self.machine_ = self.machine
        return self

    def _not_separable(self, C, K, error):
        soft = self.loss_to_train.ridge and np.isfinite(C)
        return checks.no_room_for_slack(C, K) if soft else super()._not_separable(C, K, error)

    def _unpack(self, solution):
        program = solution.program
        self.alpha_ = program.unit * self._square(program, solution.alpha)
        self.upper_ = program.unit * self._square(program, program.upper)
        self.intercept_ = solution.b
        self.intercept_interval_ = interval(solution.limits)

    @staticmethod
    def _square(program, values):
        """(n,) values of the dual variables as an (m, Q) table, zero for each point's own class."""
        table = np.zeros((len(program.K), program.n_classes))
        table[program.example, program.tail] = values
        return table
