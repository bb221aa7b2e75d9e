"""The dual program of the machine of Crammer and Singer 2001, and the certificate of a solution.

Its margins are those of Weston and Watkins, ⟨w_{y_i} - w_k, φ(x_i)⟩ ≥ 1 - ξ_i, but a point has one slack for all its
rivals, and there is no intercept::

    minimise ½ αᵀHα - 1ᵀα   subject to   α ≥ 0,  Σ_k α_ik ≤ C

It is not a program that ``active_set`` follows; ``solver.solve`` trains it.
"""

from dataclasses import dataclass

import numpy as np

from svmlab.engine.program import CERTIFIED, ROUNDING, DualProgram, Solution


@dataclass(frozen=True)
class JointSlackProgram(DualProgram):
    """As DualProgram, with ``upper`` the bound of the sum over a point's variables, and no Eᵀα = 0."""

    boxed = False

    def totals(self, alpha):
        """(m,) Σ_k α_ik."""
        return np.bincount(self.example, weights=alpha, minlength=len(self.K))

    @property
    def capacity(self):
        """(m,) the bound of ``totals``."""
        return self.upper[:: self.n_classes - 1]

    def certify(self, alpha, note=""):
        """Complete α (n,) to a Solution; see ``program.certify``.

        A margin is compared with the largest score, also where that is far below 1, and counts as its multiplier does
        in w: for a small C leaves nothing but the shares of Σ_k α_ik = C to find, and a large one hides what is wrong
        behind Σ C ξ. Below what the rounding of Σ α leaves of them neither score nor ‖w‖ is a measure.
        """
        alpha = self.canonical(alpha)
        H_alpha = self.product(alpha)
        squared_norm = float(alpha @ H_alpha)
        capacity, total = self.capacity, self.totals(alpha)
        reached = np.minimum(1.0, H_alpha.reshape(len(capacity), -1).min(axis=1))
        slack, short = 1.0 - reached, H_alpha - reached[self.example]  # neither is negative
        soft, weighs = np.isfinite(capacity), capacity > 0
        length = np.sqrt(self.diagonal)
        least = ROUNDING / CERTIFIED * float(alpha @ length)
        norm = max(least, np.sqrt(max(0.0, squared_norm))) or 1.0
        largest = max(least * float(length.max(initial=0.0)), float(np.abs(H_alpha).max(initial=0.0))) or 1.0
        alpha_scale = float(np.abs(alpha).max(initial=0.0)) or 1.0
        part = np.minimum(1.0, alpha * length / norm)
        room = np.where(soft & weighs, np.abs(1.0 - total / np.where(weighs, capacity, 1.0)), 1.0)
        residuals = {
            "α (margin - 1 + ξ) = 0": float((part * short).max(initial=0.0)) / largest,
            "ξ (C - Σα) = 0": float((slack * room)[weighs].max(initial=0.0)) / max(1.0, largest),
            "α ≥ 0": max(0.0, float(-alpha.min())) / alpha_scale,
            "Σα ≤ C": max(0.0, float((total - capacity).max())) / alpha_scale,
        }
        dual = float(alpha.sum() - 0.5 * squared_norm)
        primal = 0.5 * squared_norm + float(capacity[soft] @ slack[soft])
        Q = self.n_classes
        return Solution(
            self, alpha, np.zeros(Q), np.zeros((Q, Q)), H_alpha, squared_norm, primal, dual, residuals, note=note
        )
