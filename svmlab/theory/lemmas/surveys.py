"""A survey of all leave-one-out errors of many random hard margin machines for two classes."""

from dataclasses import dataclass

import numpy as np

from svmlab.exact.loo import leave_one_out
from svmlab.theory.kkt.checklist import number
from svmlab.theory.lemma_audit import columns, seeds
from svmlab.theory.lemmas.lemma_1 import audit
from svmlab.theory.lemmas.random_machines import random_machine

TEN_DIGITS = 1e-10  # KKT residual above which a survey leaves a machine aside


@dataclass(frozen=True, eq=False, repr=False)
class Survey:
    """Every leave-one-out error of many random hard margin machines, one entry of each array per error.

    seed, p : (n,) the problem and the point, see ``audit``; alone : (n,) bool, no other support vector of its class
    size : (n,) points of the problem; products : (n,) α_p D², at least 1 by Lemma 1
    missing : (n,) the term that the printed proof leaves out; fails : (n,) bool, its (19) is false
    outgrown : (n,) ‖Σ μ_i y_i φ_i‖² / D² for μ on the support vectors without p; above 1 the ball does not hold it
    shorter : (n,) bool, every step of the shorter proof holds
    n_problems, n_points : problems, and points left out; n_skipped : errors left aside, because the margin is so small
    that one of the two machines is known to less than ten digits
    """

    n_problems: int
    n_points: int
    n_skipped: int
    seed: np.ndarray
    p: np.ndarray
    size: np.ndarray
    products: np.ndarray
    missing: np.ndarray
    fails: np.ndarray
    outgrown: np.ndarray
    shorter: np.ndarray
    alone: np.ndarray

    def __len__(self):
        return len(self.p)

    def audit(self, j):
        """The BiclassAudit of the j-th error, its problem drawn and trained again."""
        return audit(random_machine(int(self.seed[j])), int(self.p[j]))

    def __repr__(self):
        if not len(self):
            return f"{self.n_problems} problems, {self.n_points} points left out, no leave-one-out error"
        gaps = int((self.missing > 0).sum())
        return (
            f"{self.n_problems} problems, {self.n_points} points left out, {len(self)} leave-one-out errors\n"
            f"α_p D²: smallest {number(self.products.min(), 4)}, median {number(np.median(self.products), 4)}\n"
            f"the printed proof leaves a term out at {gaps} of them, and its (19) is false at {int(self.fails.sum())}\n"
            f"every step of the shorter proof holds at {int(self.shorter.sum())}"
        )


def survey(n_problems=300, *, random_state=0, progress=None):
    """Audit Lemma 1 at every leave-one-out error of random hard margin machines and return a Survey.

    Problem i is ``random_problem(random_state + i)``; ``progress(done, total)`` is called after each.
    """
    rows, points, skipped = [], 0, 0
    for seed in seeds(n_problems, random_state, progress):
        svm = random_machine(seed)
        if svm is not None:
            loo = leave_one_out(svm)
            points += int((~loo.undefined).sum())
            for found in (audit(svm, p) for p in np.flatnonzero(loo.errors)):
                known = found.applies and max(svm.solution_.kkt_residual, found.solutionp.kkt_residual) < TEN_DIGITS
                skipped += not known
                rows += [(seed, found.p, *_entry(found))] if known else []
    return Survey(n_problems, points, skipped, *columns(rows, 9))


def _entry(found):
    missing, false = found.missing if len(found.beyond) else 0.0, not found.printed["both"].holds
    outgrown = (found.mu_active_norm / found.D) ** 2
    alone = found.partner is None
    return len(found.alpha0), found.alpha_D2, missing, false, outgrown, found.shorter.holds, alone
