"""The dual program of the machine of Crammer and Singer 2001, and the certificate of a solution.

Its margins are those of Weston and Watkins, ⟨w_{y_i} - w_k, φ(x_i)⟩ ≥ 1 - ξ_i, but a point has one slack for all its
rivals, and there is no intercept::

    minimise ½ αᵀHα - 1ᵀα   subject to   α ≥ 0,  Σ_k α_ik ≤ C

It is not a program that ``active_set`` follows; ``solver.solve`` trains it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmlab.engine.certificate import CERTIFIED, EPS_LONG, LONGEST, Solution, objectives
from svmlab.engine.program import EPS, DualProgram


@dataclass(frozen=True)
class JointSlackProgram(DualProgram):
    """As DualProgram, with ``upper`` the bound of the sum over a point's variables, and no Eᵀα = 0."""

    boxed = False

    def totals(self, alpha):
        """(m,) Σ_k α_ik."""
        return alpha.reshape(len(self.K), -1).sum(axis=1)

    @property
    def capacity(self):
        """(m,) the bound of ``totals``."""
        return self.upper[:: self.n_classes - 1]

    @cached_property
    def longer(self):
        """(m, m) K in long doubles, from the kernel itself; None where nobody knows it, or it is too large."""
        return None if self.exact is None or len(self.K) > LONGEST else self.exact()

    def without(self, variables):
        """As of every DualProgram; all that leave something out share K in long doubles."""
        other = super().without(variables)
        other.__dict__["longer"] = self.longer
        return other

    def certify(self, alpha, note=""):
        """Complete α (n,) to a Solution; see ``certificate.certify``.

        A point whose Σ_k α_ik is below C has no slack, and α_ik > 0 belongs to the smallest margins of its point. What
        a margin is above these counts as its multiplier does in w, relative to the largest score where that is below 1:
        a small C leaves nothing but the shares of Σ_k α_ik = C to find.
        """
        alpha = self.canonical(alpha)
        solution = self._measured(alpha, self.K, EPS, note)
        if solution.certified or self.longer is None or not np.isfinite(alpha).all():
            return solution
        longer = self._measured(alpha.astype(np.longdouble), self.longer, EPS_LONG, note)
        return longer if longer.worst <= solution.worst else solution

    def _measured(self, alpha, K, eps, note):
        """The Solution of alpha (n,), by arithmetic of its precision."""
        B = self.coefficients(alpha)
        with np.errstate(all="ignore"):  # what is not finite is not certified
            margins = self.along(K @ B)
            unsure = self.uncertainty(alpha, eps)
            capacity, total = self.capacity, self.totals(alpha)
            length, norm = np.sqrt(self.diagonal), float(np.sqrt(max(0.0, alpha @ margins)))
            least = EPS / CERTIFIED * float(alpha @ length)  # below it neither score nor ‖w‖ is a measure
            part = np.minimum(1.0, alpha * length / (max(norm, least) or 1.0))
            largest = max(least * float(length.max(initial=0.0)), float(np.abs(margins).max(initial=0.0)))
            largest = min(1.0, largest) or 1.0
            rivals = len(self.example) // len(capacity)
            reached = margins.reshape(-1, rivals).min(axis=1)
            doubt = unsure.reshape(-1, rivals).max(axis=1)
            full = (total >= capacity * (1.0 - EPS * (rivals + 1.0))) & (capacity > 0)
            short = margins - np.minimum(1.0, reached)[self.example]
            weighs = capacity > 0
            bound = np.where(weighs & np.isfinite(capacity), capacity, float(alpha.max(initial=0.0)) or 1.0)
            found = objectives(capacity, alpha, margins, reached, unsure, doubt, full, eps)
            residuals = {
                "α > 0 needs margin = 1 - ξ": float((part * short / largest + unsure)[alpha > 0].max(initial=0.0)),
                "Σα < C needs margin ≥ 1": max(0.0, float((1.0 - reached + doubt)[weighs & ~full].max(initial=0.0))),
                "α ≥ 0": max(0.0, float((-alpha / bound[self.example]).max())),
                "Σα ≤ C": max(0.0, float(((total - capacity) / bound)[weighs].max(initial=0.0))),
            }
        Q = self.n_classes
        return Solution(
            self,
            alpha.astype(float),
            np.zeros(Q),
            np.zeros((Q, Q)),
            margins.astype(float),
            unsure,
            *map(float, found),
            residuals,
            np.zeros(Q),
            note=note,
        )
