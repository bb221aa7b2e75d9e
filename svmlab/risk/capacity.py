"""How rich a set of functions is, where it can be counted: ε-nets, entropy numbers, and a nested family of rules.

Guermeur, Maumy and Sur 2005, Definitions 5 to 7, for the functions x -> ⟨w, x⟩ with ‖w‖ ≤ Λ_w in the plane, seen on a
finite sample; and Vert 2001, sections 2.4 and 2.5, empirical and structural risk minimisation, on the line, where the
family, its dimension and the rule of least empirical risk are known exactly.
"""

import math
from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.risk import dichotomies
from svmlab.risk import validation as checks

FINE = 12  # steps of the grid of functions in one ε


# --- ε-nets -----------------------------------------------------------------------------------------------------


def sample_distance(W, w, X):
    """(n,) values d_s(h, g) = max_i |⟨w_k - w, x_i⟩| between functions, rows of W (n, d), and one w (d,): (4)."""
    return np.abs((W - w) @ X.T).max(axis=1)


def operator_norm(X):
    """‖S‖ of the evaluation operator w -> (⟨w, x_i⟩)_i into ℓ_∞ (Definition 8): the largest ‖x_i‖."""
    return float(np.linalg.norm(X, axis=1).max())


def net(X, epsilon, weight=1.0):
    """(n, 2) functions of norm at most ``weight`` that form an ε-net of all of them, seen on the sample X (m, 2).

    The next one is always the function farthest from those chosen, so that any two are more than about ε apart: n is at
    least the covering number N(ε), and a ball of radius ε/2 can hold one of them only, so that N(ε/2) is at least n.
    """
    epsilon, weight = validation.positive("epsilon", epsilon), validation.positive("weight", weight)
    X = np.asarray(X, dtype=float)
    step = epsilon / (FINE * max(operator_norm(X), epsilon / weight))
    axis = np.arange(-math.ceil(weight / step), math.ceil(weight / step) + 1) * step
    W = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    W = W[np.linalg.norm(W, axis=1) <= weight]
    nearest = sample_distance(W, np.zeros(2), X)
    chosen = [np.zeros(2)]
    reach = epsilon - operator_norm(X) * step * math.sqrt(2.0)  # what lies between the points of the grid
    while nearest.max() > reach:
        chosen.append(W[nearest.argmax()])
        nearest = np.minimum(nearest, sample_distance(W, chosen[-1], X))
    return np.array(chosen)


def entropy_bound(norm, n, rank):
    """ε_n(S) ≤ 4 ‖S‖ n^(-1/r) for an operator of rank r: Proposition 5 (13)."""
    return 4.0 * norm * np.asarray(n, dtype=float) ** (-1.0 / rank)


# --- a nested family on the line --------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepRule:
    """A rule on the line that changes its class (0 or 1) at each of the ``cuts``, beginning with ``first``."""

    cuts: np.ndarray
    first: int
    errors: int

    def predict(self, x):
        """(n,) classes, 0 or 1."""
        return (self.first + np.searchsorted(self.cuts, x)) % 2


def best_step_rules(x, y, most):
    """The StepRules with at most 0, 1, ..., ``most`` changes that make the fewest errors on x (m,), y (m,) in {0, 1}.

    Empirical risk minimisation without compromise, by dynamic programming: e(i, k, c), the fewest errors on the first i
    points with k changes and class c now, is e(i-1, k, c) or e(i-1, k-1, 1-c), and one more where y_i is not c.
    """
    most = validation.integer("most", most, at_least=0)
    x, y = checks.labelled_line(x, y)
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    m = len(x)
    errors = np.full((most + 1, 2), np.inf)
    errors[0] = 0.0
    changed = np.zeros((m, most + 1, 2), dtype=bool)
    for i in range(m):
        if i > 0 and x[i] > x[i - 1]:
            other = np.vstack([[np.inf, np.inf], errors[:-1, ::-1]])
            changed[i] = other < errors
            errors = np.minimum(errors, other)
        errors[:, 1 - y[i]] += 1
    return [_traced(x, errors, changed, k) for k in range(most + 1)]


def _traced(x, errors, changed, most):
    """The rule with at most ``most`` changes, read back from the table."""
    k, c = np.unravel_index(errors[: most + 1].argmin(), (most + 1, 2))
    fewest, cuts = int(errors[k, c]), []
    for i in range(len(x) - 1, 0, -1):
        if changed[i, k, c]:
            cuts.append(0.5 * (x[i - 1] + x[i]))
            k, c = k - 1, 1 - c
    return StepRule(np.array(cuts[::-1]), int(c), fewest)


def log_growth(m, changes):
    """ln of the number of ways in which rules with at most that many changes label m points: 2 Σ_j≤k C(m-1, j).

    All 2^m of them up to m = k + 1: their VC dimension is k + 1. It is Cover's count, in as many dimensions as changes.
    """
    return math.log(dichotomies.cover(m, changes))


def vapnik_interval(m, changes, delta=0.05):
    """What is added to the empirical risk of every rule, with probability 1 - δ: √(8/m (ln growth(2m) + ln(2/δ))).

    Vapnik and Chervonenkis, as in Bousquet, Boucheron and Lugosi 2004; Vert (2.2) has the same shape with a constant
    that he leaves open.
    """
    m = validation.integer("m", m, at_least=1)
    return math.sqrt(8.0 / m * (log_growth(2 * m, changes) + math.log(2.0 / validation.probability("delta", delta))))


@dataclass(frozen=True)
class StepProblem:
    """x uniform on [0, 1], and class 1 with probability 1 - noise or noise, in turn, between the ``cuts``."""

    cuts: tuple = (0.2, 0.35, 0.6, 0.8)
    noise: float = 0.15

    def sample(self, m, random_state=0):
        """(x (m,), y (m,) in {0, 1})."""
        random = validation.random_generator(random_state)
        x = random.uniform(size=validation.integer("m", m, at_least=1))
        flipped = random.uniform(size=m) < self.noise
        return x, (np.searchsorted(self.cuts, x) + flipped) % 2

    def risk(self, rule):
        """Exact expected risk: noise where the rule agrees with the best one, 1 - noise where it does not."""
        ends = np.unique(np.concatenate([[0.0, 1.0], self.cuts, np.clip(rule.cuts, 0, 1)]))
        middle, length = 0.5 * (ends[1:] + ends[:-1]), np.diff(ends)
        wrong = rule.predict(middle) != np.searchsorted(self.cuts, middle) % 2
        return float(self.noise + (1 - 2 * self.noise) * length[wrong].sum())
