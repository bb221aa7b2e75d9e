"""The loss of a machine as one value: the program it is trained on, and what is known and proved of it.

A loss for many classes is added to ``LOSSES``; ``MulticlassSVM``, ``comparison``, every message and most tests have it
from there. Its formula goes into the docstring of ``MulticlassSVM``, its primal problem, written out, into
``tests/primal.py``, by which the tests of every machine judge it.
What is not stated for it is not claimed: without ``conditions`` nothing is audited, with a ``no_path`` no path is
followed, and it has no bound but those that ``bounds.FAMILIES`` gives it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from svmlab import validation
from svmlab.engine.crammer_singer import JointSlackProgram
from svmlab.engine.program import DualProgram
from svmlab.engine.sum_to_zero import SumToZeroProgram

WESTON_WATKINS, CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2 = "weston-watkins", "crammer-singer", "lee-lin-wahba", "msvm2"

OUTSIDE, FREE, BOUNDED = 0, 1, 2

WORDS = {
    (OUTSIDE, "beyond"): "α = 0, lead > 1: outside the margin, not a support vector",
    (OUTSIDE, "on"): "α = 0, lead = 1: on the margin, yet not a support vector",
    (FREE, "on"): "0 < α < C, lead = 1: on the margin, a free support vector",
    (BOUNDED, "on"): "α = C, lead = 1: on the margin, a bounded support vector without slack",
    (BOUNDED, "inside"): "α = C, 0 ≤ lead < 1: inside the margin, a bounded support vector",
    (BOUNDED, "wrong"): "α = C, lead < 0: on the wrong side, a bounded support vector",
}
JOINT_WORDS = {  # of Crammer and Singer, where a point has one slack and one bound for all its rivals
    (OUTSIDE, "beyond"): "α = 0, lead ≥ 1 - ξ: no support vector against this class",
    (FREE, "on"): "α > 0, Σα < C, lead = 1: on the margin, a free support vector",
    (BOUNDED, "on"): "α > 0, Σα = C, lead = 1: on the margin, a bounded support vector without slack",
    (BOUNDED, "inside"): "α > 0, Σα = C, 0 ≤ lead = 1 - ξ < 1: inside the margin, a bounded support vector",
    (BOUNDED, "wrong"): "α > 0, Σα = C, lead = 1 - ξ < 0: on the wrong side, a bounded support vector",
}
SQUARE_WORDS = {  # of the M-SVM², whose slack has either sign and whose multipliers have no bound
    (OUTSIDE, "beyond"): "α = 0: not a support vector against this class",
    (FREE, "on"): "α > 0, lead = 1: on the margin, a support vector",
    (FREE, "beyond"): "α > 0, lead > 1: outside the margin, a support vector with negative slack",
    (FREE, "inside"): "α > 0, 0 ≤ lead < 1: inside the margin, a support vector",
    (FREE, "wrong"): "α > 0, lead < 0: on the wrong side, a support vector",
}


def hinge(svm, margin):
    """ξ of each margin: max(0, 1 - margin)."""
    return np.maximum(0.0, 1.0 - margin)


def joint_hinge(svm, margin):
    """ξ_i of a point, for all its rivals: the largest."""
    return np.broadcast_to(hinge(svm, margin).max(axis=1, keepdims=True), margin.shape)


def square(svm, margin):
    """(Q-1) ξ_ik of the M-SVM², whose α_ik = 2C (ξ_ik + Σ_l ξ_il), l ≠ y_i."""
    Q, weighs = len(svm.classes_), svm.sample_weight_ > 0
    capacity = np.full(len(weighs), np.inf)
    capacity[weighs] = svm.C_ * svm.sample_weight_[weighs]
    return 0.5 * (Q - 1.0) * (svm.alpha_ - svm.alpha_.mean(axis=1, keepdims=True)) / capacity[:, None]


@dataclass(frozen=True, eq=False)
class Conditions:
    """The conditions of a machine, margin ≥ one - ξ and ``bounded`` ≤ C, as its source prints them.

    words : of the case of a dual variable, by its code and the place of its margin
    slack : ξ of a trained machine in units in which ``one`` is 1, from its margins (m,) or (m, Q), the own class's inf
    """

    margin: str
    one: str
    alpha: str
    xi: str
    bounded: str
    tie: str
    primal: str
    dual: str
    tie_source: str
    box_source: str
    note: str = ""
    words: dict = field(default_factory=lambda: WORDS)
    slack: Callable = hinge


def _printed(margin, one, xi, bounded, tie, source, **more):
    return Conditions(margin, one, "α_ik", xi, bounded, tie, source, source, source, source, **more)


@dataclass(frozen=True, eq=False)
class Loss:
    """What a machine minimises beside ½ Σ_k ‖w_k‖².

    name : as in ``MulticlassSVM(machine=name)``, None for two classes; label : in a table
    program : (K, y, Q, upper) -> DualProgram
    ridge : it squares the slacks, so that its machine is the hard margin machine of the kernel matrix K + I/(2C)
    decomposes : a circulation of multipliers in boxes of their own, so that ``decomposition`` trains it to a tolerance
    no_path : why its solution cannot be followed in C, empty where it can: where it is piecewise linear
    conditions : those of its optimum, None where they are not stated
    """

    name: str | None
    label: str
    program: Callable
    ridge: bool = False
    decomposes: bool = False
    no_path: str = "nobody has stated that its solution is piecewise linear in C"
    conditions: Conditions | None = None

    def dual(self, K, y, Q, upper, place=None):
        """The DualProgram for labels y (m,) in 0..Q-1, upper (m,), C times the weight of each point, and place (m,),
        see ``identical_points``; the ridge tells identical points apart."""
        ridge = None
        if self.ridge:
            counts = upper > 0
            ridge = np.divide(0.5, upper, out=np.zeros(len(K)), where=counts)
            K, upper, place = K + np.diag(ridge), np.where(counts, np.inf, 0.0), None
        return replace(self.program(K, y, Q, upper), place=place, ridge=ridge)


_report = "Darcy and Guermeur 2005, {}".format

TWO_CLASSES = Loss(
    None,
    "two classes",
    lambda K, y, Q, upper: DualProgram.biclass(K, y, upper),
    decomposes=True,
    no_path="",
    conditions=Conditions(
        "y_i f(x_i)", "1", "α_i", "ξ_i", "α_i", "Σ y_i α_i = 0",
        *map(_report, ("Problem 1", "Problem 2", "(3)", "(4)")),
    ),
)  # fmt: skip

_FOR_MANY_CLASSES = (
    Loss(
        WESTON_WATKINS,
        "Weston-Watkins",
        DualProgram.multiclass,
        decomposes=True,
        no_path="",
        conditions=Conditions(
            "h_y(x_i) − h_k(x_i)", "1", "α_ik", "ξ_ik", "α_ik", "Σ_{i∈k} Σ_l α_il − Σ_i α_ik = 0",
            *map(_report, ("Problem 3", "Problem 4", "(26)", "(27)")),
        ),
    ),
    Loss(
        CRAMMER_SINGER,
        "Crammer-Singer",
        JointSlackProgram.multiclass,
        no_path="its program has Σ_k α_ik ≤ C, and the path is followed for 0 ≤ α ≤ C",
        conditions=_printed(
            "h_y(x_i) − h_k(x_i)", "1", "ξ_i", "Σ_k α_ik", "", "Crammer and Singer 2001",
            words=JOINT_WORDS, slack=joint_hinge,
        ),
    ),
    Loss(
        LEE_LIN_WAHBA,
        "Lee-Lin-Wahba",
        SumToZeroProgram.multiclass,
        no_path="",
        conditions=_printed(
            "−h_k(x_i)", "1/(Q−1)", "ξ_ik", "α_ik", "Σ_i α_ik − Σ_il α_il / Q = 0", "Lee, Lin and Wahba 2004"
        ),
    ),
    Loss(
        MSVM2,
        "M-SVM²",
        SumToZeroProgram.multiclass,
        ridge=True,
        no_path="C stands in its kernel matrix, K + I/(2C), so its solution is not piecewise linear in C",
        conditions=_printed(
            "−h_k(x_i)", "1/(Q−1)", "ξ_ik", "", "Σ_i α_ik − Σ_il α_il / Q = 0", "Guermeur and Monfrini 2011",
            note="ξ_ik = (α_ik − Σ_l α_il / Q) / (2C)", words=SQUARE_WORDS, slack=square,
        ),
    ),
)  # fmt: skip
LOSSES = MappingProxyType({loss.name: loss for loss in _FOR_MANY_CLASSES})


def named(name):
    """Return the Loss of ``MulticlassSVM(machine=name)``; raise ValueError for another name."""
    return LOSSES[validation.one_of("machine", name, tuple(LOSSES))]
