"""Machines that choose their C, and their kernel, by the exact errors for every C: no grid, nothing missed between.

Of leave-one-out, or of cross-validation; see ``exact.loo_curve`` and ``exact.fold_curve``.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from svmlab import validation
from svmlab.exact import validation as checks
from svmlab.exact.fold_curve import cross_validation_curve
from svmlab.exact.loo_curve import along_path
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.selection.validation import kernels_to_choose_from


class _ChoosesC(validation.Search, ClassifierMixin, BaseEstimator):
    """See BiclassSVMCV and MulticlassSVMCV."""

    machine = None  # the class of the machines among which it chooses

    def __init__(self, kernel="linear", *, C_min=0.01, C_max=100.0, cv=None, class_weight=None, indefinite="refuse"):
        self.kernel = kernel
        self.C_min = C_min
        self.C_max = C_max
        self.cv = cv
        self.class_weight = class_weight
        self.indefinite = indefinite

    def fit(self, X, y, sample_weight=None, *, groups=None):
        """Choose and train on X (m, d), y (m,), and return self; ``groups`` (m,) for a ``cv`` that keeps them together.

        Raises what ``fit`` of the machine and the curve raise, and ValueError for C_max = inf, which has no middle.
        """
        low, high = checks.range_of_C(self.C_min, self.C_max)
        validation.positive("C_max", high)
        found = []
        for kernel in kernels_to_choose_from(self.kernel):
            options = {"kernel": kernel, "class_weight": self.class_weight, "indefinite": self.indefinite}
            svm = self.machine(np.sqrt(low * high), **options).fit(X, y, sample_weight)
            curve = along_path(svm, low, high) if self.cv is None else self._of_folds(svm, low, high, groups)
            found.append((svm, curve))
        best = min(range(len(found)), key=lambda k: found[k][1].n_errors)
        svm, self.error_curve_ = found[best]
        self.error_curves_ = [curve for _, curve in found]
        self.best_params_ = {"C": middle_of_the_widest(self.error_curve_.best), "kernel": svm.kernel}
        self.best_estimator_ = svm.set_params(**self.best_params_).refit(X, y, sample_weight)
        for name in ("n_features_in_", "feature_names_in_"):  # strings have none
            self.__dict__.pop(name, None)
            if hasattr(svm, name):
                setattr(self, name, getattr(svm, name))
        return self

    def _of_folds(self, svm, low, high, groups):
        return cross_validation_curve(svm, self.cv, low, high, groups=groups)

    @property
    def C_(self):
        """The C that was chosen."""
        return self._chosen.C_

    @property
    def kernel_(self):
        """The kernel that was chosen."""
        return self._chosen.kernel_

    @property
    def classes_(self):
        """(Q,) labels."""
        return self._chosen.classes_

    @property
    def _chosen(self):
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_

    def predict(self, Z):
        """Return the (n,) labels of the chosen machine."""
        return self._chosen.predict(Z)

    def decision_function(self, Z):
        """Return the values f(z) (n,), or the scores (n, Q), of the chosen machine."""
        return self._chosen.decision_function(Z)

    def scores(self, Z):
        """Return the (n, Q) scores of the chosen machine."""
        return self._chosen.scores(Z)

    def __sklearn_tags__(self):
        return get_tags(self.machine())


class BiclassSVMCV(_ChoosesC):
    """A BiclassSVM whose C, and kernel, have the fewest exact leave-one-out errors, or errors of cross-validation.

    The errors are known at every C between C_min and C_max (``leave_one_out.along_path``, ``cross_validation_curve``);
    taken is the middle, in log C, of the widest interval of C with the fewest of them, and of kernels with equally many
    the first. That number is then an optimistic estimate of the risk: it was the least of several; ``cross_val_score``
    of this estimator, nested, has none of that optimism.

    Parameters
    ----------
    kernel : a kernel as BiclassSVM takes it, or a list of kernels to choose from
    C_min, C_max : the range of C, finite
    cv : None for leave-one-out, a number of folds, or a splitter of scikit-learn that holds each point out once
    class_weight, indefinite : as of BiclassSVM

    Attributes
    ----------
    best_estimator_ : the chosen BiclassSVM, trained on all points; best_params_ : its C and kernel
    C_, kernel_, classes_ : of that machine
    error_curve_ : its ErrorCurve; error_curves_ : those of all kernels, in their order
    """

    machine = BiclassSVM


class MulticlassSVMCV(_ChoosesC):
    """A MulticlassSVM of Weston and Watkins that chooses its C, and kernel; all as of BiclassSVMCV."""

    machine = MulticlassSVM


def middle_of_the_widest(intervals):
    """The geometric middle of the interval (low, high) of largest ratio, of equally wide ones the first."""
    low, high = max(intervals, key=lambda ends: np.log(ends[1] / ends[0]))
    return float(np.sqrt(low * high))
