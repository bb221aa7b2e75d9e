"""A survey of all leave-one-out errors of many random hard margin machines for many classes."""

from dataclasses import dataclass

import numpy as np

from svmlab.engine.certificate import CERTIFIED
from svmlab.exact.loo import TIE, leave_one_out
from svmlab.theory import ball, flows
from svmlab.theory.kkt.checklist import number
from svmlab.theory.lemma_audit import columns, seeds
from svmlab.theory.lemmas_multiclass.intercepts import sure_errors
from svmlab.theory.lemmas_multiclass.random_machines import random_machine


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassSurvey:
    """Every leave-one-out error that all optimal b make, of many random hard margin machines; one entry per error.

    seed, p : (n,) the problem and the point; n_classes : (n,) Q
    products : (n,) D² √P_p, and closed : the same with s_p² + Σ_l α_pl² in place of P_p
    multiplier, least : (n,) α_pn for the class n that takes x_p, and 1/(K D²), which it should not be below
    loose : (n,) the largest α_pk of the classes k whose score is at least that of p's own
    steps : (n,) arcs from p's class to n without p, inf where there is no path; direct : (n,) bool, direct returns
    n_problems, n_points : problems, and points left out; n_midpoint : errors of the midpoint rule only
    """

    n_problems: int
    n_points: int
    n_midpoint: int
    seed: np.ndarray
    p: np.ndarray
    n_classes: np.ndarray
    products: np.ndarray
    closed: np.ndarray
    multiplier: np.ndarray
    least: np.ndarray
    loose: np.ndarray
    steps: np.ndarray
    direct: np.ndarray

    def __len__(self):
        return len(self.p)

    @property
    def fails(self):
        """(n,) bool: Lemma 2 as printed is false."""
        return self.multiplier < self.least * (1.0 - CERTIFIED)

    @property
    def fails_loosely(self):
        """(n,) bool: even for the most favourable class whose score is at least that of p's own."""
        return self.loose < self.least * (1.0 - CERTIFIED)

    def __repr__(self):
        if not len(self):
            return f"{self.n_problems} problems, {self.n_points} points left out, no leave-one-out error"
        return (
            f"{self.n_problems} problems, {self.n_points} points left out, {len(self)} leave-one-out errors "
            f"(and {self.n_midpoint} of the midpoint rule only)\n"
            f"Lemma 2 as printed fails at {int(self.fails.sum())}, in the looser reading at "
            f"{int(self.fails_loosely.sum())}\n"
            f"D² √(2 P_p): smallest {number(2**0.5 * self.products.min(), 4)}, with the closed form "
            f"{number(2**0.5 * self.closed.min(), 4)}; at least 1 if the product form is true\n"
            f"direct returns lack at {number(100 * (1 - self.direct.mean()), 3)} %, a path at "
            f"{number(100 * np.isinf(self.steps).mean(), 3)} % of the errors"
        )


def survey(n_problems=100, *, random_state=0, n_classes=None, size=None, progress=None):
    """Look at every leave-one-out error of random hard margin machines and return a MulticlassSurvey.

    Problem i is ``random_problem(random_state + i, n_classes, size)``; ``progress(done, total)`` is called after each.
    """
    rows, points, midpoint = [], 0, 0
    for seed in seeds(n_problems, random_state, progress):
        svm = random_machine(seed, n_classes, size)
        if svm is not None:
            loo = leave_one_out(svm)
            sure = sure_errors(svm, loo)
            points += int((~loo.undefined).sum())
            midpoint += int((loo.errors & ~sure).sum())
            rows += [(seed, *entry) for entry in _entries(svm, loo, sure)]
    return MulticlassSurvey(n_problems, points, midpoint, *columns(rows, 10))


def _entries(svm, loo, sure):
    if not sure.any():
        return
    D2, K = ball.of_support_vectors(svm).diameter ** 2, flows.constant_K(svm).value
    alpha, codes = svm.alpha_, svm.codes_
    for p in np.flatnonzero(sure):
        y, scores = codes[p], loo.scores[p]
        others = np.delete(np.arange(alpha.shape[1]), y)
        n = others[scores[others].argmax()]
        beat = others[scores[others] >= scores[y] - TIE * max(1.0, np.abs(scores).max())]
        least = 1.0 / (K * D2)
        if not alpha[p].any():
            yield p, alpha.shape[1], 0.0, 0.0, 0.0, least, 0.0, np.inf, True
            continue
        found = flows.withdrawal(alpha, codes, p)
        products = D2 * found.cost**0.5, D2 * found.closed_form**0.5
        steps = flows.reachable(alpha, codes, p)[n]
        yield p, alpha.shape[1], *products, alpha[p, n], least, alpha[p, beat].max(), steps, found.direct
