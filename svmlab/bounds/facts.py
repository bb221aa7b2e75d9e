"""What the bounds of one machine share, each part computed once, and their hypotheses: pairs of what is so and words.

``Ingredients`` for two classes, ``Trained`` for many.
"""

from functools import cached_property

import numpy as np

from svmlab import validation
from svmlab.bounds.reports import number
from svmlab.bounds.validation import machine_of_two_classes
from svmlab.engine import solver
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.intercepts import interval
from svmlab.exact.loo import leave_one_out
from svmlab.theory import ball, spans
from svmlab.theory.distances import squared_distances

UNTESTABLE = False, "it rests on approximations that no single machine can confirm"


def roles_stay(n, unchanged):
    """Whether no point changes its role when one of n support vectors is left out, as the span rule has it."""
    return unchanged == n, f"leaving out one of the other {n - unchanged} changes the roles of other points"


def expected_slack(slack, terms):
    """What GACV says of the sums of ``slack`` in training and of ``terms``, those expected when each is left out."""
    now, then = float(slack.sum()), float(terms.sum())
    return (
        f"slack {number(now)} in training, and {number(then - now)} more expected when each point is left out; "
        "of slack, not of errors"
    )


class Ingredients:
    """What several bounds of one machine share, each computed once, when asked for.

    ``like`` are the ingredients of a machine on the same points with the same kernel, such as another C on a path.
    """

    def __init__(self, svm, *, loo=None, like=None):
        svm = validation.fitted(svm)
        machine_of_two_classes(svm)
        self.svm = svm
        self.alpha, self.upper = svm.alpha_, svm.upper_
        self.m = len(self.alpha)
        self.y = 2.0 * svm.codes_ - 1.0
        if loo is not None:
            self.loo = loo
        if like is not None:
            for name in ("distances", "ball_of_points", "width"):
                self.__dict__[name] = getattr(like, name)

    @cached_property
    def loo(self):
        """The exact leave-one-out."""
        return leave_one_out(self.svm)

    @property
    def K(self):
        return self.svm.K_

    @cached_property
    def centred(self):
        """(m, m) kernel matrix about the mean of the points: where b is free, only distances count."""
        return self.svm.solution_.program.centred[1]

    @cached_property
    def support(self):
        """(m,) bool, α > 0."""
        return self.alpha > 0

    @cached_property
    def free(self):
        """(m,) bool, 0 < α < C."""
        return self.support & (self.alpha < self.upper)

    @cached_property
    def bounded(self):
        """(m,) bool, α = C."""
        return self.support & ~self.free

    @cached_property
    def slack(self):
        """(m,) ξ_i = max(0, 1 - y_i f(x_i)); zero save at bounded support vectors."""
        return np.where(self.bounded, np.maximum(0.0, 1.0 - self.svm.solution_.margins), 0.0)

    @cached_property
    def slacking(self):
        """Number of points whose slack is more than rounding."""
        return int((self.slack > CERTIFIED).sum())

    @property
    def equal_weights(self):
        return bool(np.ptp(self.upper) == 0) if np.isfinite(self.upper).all() else bool((self.upper > 0).all())

    @cached_property
    def squared_norm(self):
        """‖w‖² = 1/γ²."""
        return float(self.svm.solution_.squared_norm)

    @cached_property
    def distances(self):
        """(m, m) squared distances ‖Φ(x_i) - Φ(x_j)‖²."""
        return squared_distances(self.centred)

    @cached_property
    def width(self):
        """R_Δ², the largest minus the smallest κ(x_i, x_j)."""
        return float(np.ptp(self.K))

    @cached_property
    def ball_of_support_vectors(self):
        return ball.of_support_vectors(self.svm)

    @cached_property
    def ball_of_points(self):
        return ball.of_points(self.svm)

    @cached_property
    def spans(self):
        return spans.affine(self.svm)

    @cached_property
    def box_spans(self):
        """(m,) S_p² of free support vectors with the box kept, nan elsewhere; see ``span_bound``."""
        return spans.boxed(self.svm, self.spans)

    # Hypotheses: is it so, and what to say if it is not.

    @property
    def trained(self):
        """Conditions of all theorems: a certified machine, and no point that does not count."""
        idle = int((self.upper <= 0).sum())
        return (
            (self.svm.solution_.certified, "the machine is not certified"),
            (idle == 0, f"{idle} points have weight 0 and are not training points; leave them away"),
        )

    @property
    def fixed_b(self):
        """A free support vector fixes b."""
        low, high = self.svm.intercept_interval_
        text = f"no support vector is free, so b may be anything from {number(low)} to {number(high)}"
        return bool(self.free.any()), text

    @property
    def one_C(self):
        """Those of the path argument: one C for all points, and a b that is fixed."""
        weights = self.equal_weights, "the weights differ, so C does"
        return (*self.trained, weights, self.fixed_b)

    def no_slack(self, ball):
        """Those of the radius-margin bounds: no point has slack, every α_i < C, and the ball is certified."""
        n, bounded = self.slacking, int(self.bounded.sum())
        return (
            *self.trained,
            (ball.certified, "the ball is not certified"),
            (n == 0, f"{n} point{'s' * (n != 1)} {'have' if n != 1 else 'has'} slack"),
            (n > 0 or bounded == 0, f"{bounded} multipliers equal C"),
        )

    @property
    def no_b(self):
        """Of theorems on machines without b, which these are not."""
        return False, f"it is for machines without b; this one has b = {number(self.svm.b_)}"

    @property
    def weights_by_class(self):
        """Weights that a rule fixed before the data could have given: one for each class."""
        by_class = [np.ptp(self.svm.sample_weight_[self.svm.codes_ == k]) == 0 for k in (0, 1)]
        return all(by_class), "the weights are not those of a rule that was fixed beforehand"

    def some_b_is_right(self, p):
        """Whether b is not unique without point p, and one of its optimal values classifies p right."""
        if p not in self._ambiguous:
            program = self.svm.solution_.program
            upper = program.upper.copy()
            upper[p] = 0.0
            without = solver.solve(program.with_upper(upper))
            low, high = interval(without.limits)[1, 0]
            B = without.program.coefficients(without.alpha)[:, 0]
            f = float(program.K[p] @ B) + (0.0 if program.absorbed is None else float(program.absorbed @ B))
            margins = self.y[p] * (f + np.array([low, high]))
            self._ambiguous[p] = bool(margins.max() > 0 and high - low > CERTIFIED * max(1.0, abs(low), abs(high)))
        return self._ambiguous[p]

    @cached_property
    def _ambiguous(self):
        """A dict that remembers the answers of ``some_b_is_right``."""
        return {}


class Trained:
    """A machine of many classes and its exact leave-one-out."""

    def __init__(self, svm, loo=None):
        svm = validation.fitted(svm)
        self.svm, self.m, self.Q = svm, len(svm.alpha_), len(svm.classes_)
        if loo is not None:
            self.loo = loo

    @cached_property
    def loo(self):
        return leave_one_out(self.svm)

    @property
    def is_hard(self):
        return np.isinf(self.svm.C_)

    @property
    def trained(self):
        """Those of all theorems, as pairs: is it so, and what to say if it is not."""
        weights = bool((self.svm.sample_weight_ > 0).all())
        return (self.svm.solution_.certified, "the machine is not certified"), (weights, "points have weight 0")

    @property
    def hard(self):
        """Those of theorems on the hard margin."""
        return (
            self.is_hard,
            "C is finite: without a point others may get slack, and nothing is proved",
        ), *self.trained
