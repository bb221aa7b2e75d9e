"""The two-class support vector machine."""

from svmlab.engine.intercepts import interval
from svmlab.machines import losses
from svmlab.machines import validation as checks
from svmlab.machines.machine import Machine


class BiclassSVM(Machine):
    """Two-class support vector machine with slack: minimise ½‖w‖² + C Σ ξ_i.

    subject to y_i (⟨w, Φ(x_i)⟩ + b) ≥ 1 - ξ_i, ξ_i ≥ 0. Trained on its dual (Darcy and Guermeur 2005, Problems
    1 and 2), to exact multipliers, and certified.

    Parameters
    ----------
    C : positive number or ``inf`` (hard margin); the upper bound of each multiplier
    kernel : a value of ``svmlab.kernels``, "linear", "precomputed", another name, or a function f(X, Z)
    class_weight : None, "balanced" or a dict label -> weight; multiplies C
    indefinite : "refuse" (raise) or "clip" (train on the nearest positive semi-definite kernel matrix)
    tol : 0 for the exact machine; otherwise the relative duality gap up to which it is trained, by rows of the kernel
        matrix and for thousands of points. ``solution_`` tells the gap and is not ``certified``, multipliers near a
        bound need not be at it, intercept_interval_ is nan, there is no K_, and what needs the exact machine
        (leave-one-out, path, bounds, audits of the conditions) refuses it

    Attributes
    ----------
    alpha_, upper_ : (m,) multipliers, exact at their bounds 0 and C · weight; among identical points of one class the
        first carries as much as it can, then the next
    coefficients_ : (m, 1) y_i α_i of all points
    w_, b_ : (d,) w, for the linear kernel, and the number b, the midpoint of intercept_interval_ (2,), a single point
        where a support vector is free
    coef_, intercept_, support_vectors_, n_support_, dual_coef_ : (1, d) w, (1,) b, (n_SV, d), (2,) and (1, n_SV), in
        the shapes of scikit-learn's SVC; in the order of support_, which is that of the points and not by class
    margin_ : 1/‖w‖, the distance between the surfaces f = 0 and f = 1 in feature space
    support_, classes_, X_fit_, y_fit_, sample_weight_, kernel_, K_, C_ : what it was trained on and with, and found
    solution_ : the certificate: primal, dual, duality_gap, kkt_residual, residuals, status
    """

    loss = loss_to_train = losses.TWO_CLASSES

    def decision_function(self, Z):
        """Return the (n,) values f(z) = ⟨w, Φ(z)⟩ + b; positive for ``classes_[1]``."""
        return self._raw_scores(Z)[:, 0]

    @property
    def w_(self):
        """(d,) the vector w, where the feature space is the input space (linear kernel)."""
        return self.coef_[0]

    @property
    def b_(self):
        """The number b."""
        return float(self.intercept_[0])

    @property
    def margin_(self):
        return self.solution_.squared_norm**-0.5 if self.solution_.squared_norm > 0 else float("inf")

    def _program(self, K, y, upper, place):
        return self.loss.dual(K, y, 2, upper, place)

    def _unpack(self, solution):
        self.alpha_, self.upper_ = solution.alpha, solution.program.upper
        self.intercept_ = solution.b
        self.intercept_interval_ = interval(solution.limits)[1, 0]

    def _check_classes(self, classes):
        super()._check_classes(classes)
        checks.two_classes(classes)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
