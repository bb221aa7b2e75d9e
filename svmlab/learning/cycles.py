"""The most violating cycle: which multipliers move together, so that Eᵀα stays zero, and the objective rises most.

Raising α of a point of class h against t sends one unit from t to h, lowering it sends it back; with two classes a
point's rival is the other class. What goes round the classes in a cycle changes no balance: a pair of multipliers (two
classes have no longer cycle), or three where there are three classes. On a cycle, Q(α) rises at first by the sum of
±(1 - Hα).
"""

from itertools import pairwise

import numpy as np

TIE = 1e-10  # by how much two slopes differ through rounding, of the largest


def first_highest(values, tie):
    """The first place of the highest value, or of one that falls short of it by no more than ``tie``.

    Both multipliers of a step have the same slope after it, up to rounding, which is not to choose between them.
    """
    return int((values >= values.max() - tie).argmax())


def most_violating(problem, a, g):
    """(violation, (variables (k,), signs (k,))): the cycle with the largest mean slope, g (n,) = 1 - Hα.

    Half that of libsvm's pair: the least ε for which some b keeps every KKT condition on the margins up to ε (the dual
    of the cycle of least mean length; Karp 1978, and for two classes Keerthi et al. 2001).
    """
    cost, ways = _steepest(problem, a, g)
    mean, cycle = _least_mean_cycle(cost)
    if cycle is None:
        return 0.0, (np.empty(0, dtype=int), np.empty(0))
    chosen = [ways[edge] for edge in cycle]
    return max(0.0, -mean), (np.array([v for v, _ in chosen]), np.array([sign for _, sign in chosen]))


def candidates(problem, a):
    """(signs that may rise (n,), that may fall (n,)): α below its bound, α above zero."""
    return a < problem.upper, a > 0


def _steepest(problem, a, g):
    """(cost (Q, Q), {(k, l): (variable, sign)}): the least -slope of what sends a unit from class k to class l."""
    below, above = candidates(problem, a)
    tie = TIE * np.abs(g).max(initial=1.0)
    cost, ways = np.full((problem.Q, problem.Q), np.inf), {}
    for (k, l), (raised, lowered) in roads(problem).items():
        for variables, allowed, sign in ((raised, below, 1.0), (lowered, above, -1.0)):
            prices = np.where(allowed[variables], -sign * g[variables], np.inf)
            best = first_highest(-prices, tie) if len(prices) else 0
            if len(prices) and prices[best] < cost[k, l] - tie:
                ways[k, l] = int(variables[best]), sign
            cost[k, l] = prices.min(initial=cost[k, l])
    return cost, ways


def ways(problem, a, g, k, l):
    """(variables (p,), signs (p,), slopes (p,)) of all that sends from class k to class l."""
    below, above = candidates(problem, a)
    raised, lowered = roads(problem)[k, l]
    raised, lowered = raised[below[raised]], lowered[above[lowered]]
    signs = np.repeat([1.0, -1.0], [len(raised), len(lowered)])
    variables = np.concatenate([raised, lowered])
    return variables, signs, signs * g[variables]


def roads(problem):
    """{(k, l): (variables that send from k to l when raised, when lowered)}; made once."""
    if "_roads" not in problem.__dict__:
        head, tail = problem.program.head, problem.program.tail
        pairs = [(k, l) for k in range(problem.Q) for l in range(problem.Q) if k != l]
        problem._roads = {
            (k, l): (
                np.flatnonzero((tail == k) & (head == l)),
                np.flatnonzero((head == k) & (tail == l)),
            )
            for k, l in pairs
        }
    return problem._roads


def _least_mean_cycle(cost):
    """(mean, [(k, l)]) of the cycle of least mean cost, from cost (Q, Q); (inf, None) where there is no cycle.

    Karp 1978: with F_j(v) the least cost of j edges that end in v, the least mean is
    min_v max_j (F_Q(v) - F_j(v)) / (Q - j).
    """
    Q = len(cost)
    if Q == 2:
        mean = 0.5 * (cost[0, 1] + cost[1, 0])
        return (mean, [(0, 1), (1, 0)]) if np.isfinite(mean) else (np.inf, None)
    F, came = np.zeros((Q + 1, Q)), np.zeros((Q + 1, Q), dtype=int)
    for j in range(1, Q + 1):
        through = F[j - 1][:, None] + cost
        F[j], came[j] = through.min(axis=0), through.argmin(axis=0)
    ends = np.flatnonzero(np.isfinite(F[Q]))
    if not len(ends):
        return np.inf, None
    means = ((F[Q] - F[:Q]) / (Q - np.arange(Q))[:, None]).max(axis=0, where=np.isfinite(F[:Q]), initial=-np.inf)
    end = int(ends[means[ends].argmin()])
    walk = [end]
    for j in range(Q, 0, -1):
        walk.append(int(came[j, walk[-1]]))
    walk.reverse()
    cycles = [walk[i : j + 1] for i in range(Q + 1) for j in range(i + 1, Q + 1) if walk[i] == walk[j]]
    edges = [[*pairwise(cycle)] for cycle in cycles]
    edges = [each for each in edges if len({k for k, _ in each}) == len(each)]
    best = min(edges, key=lambda each: sum(cost[edge] for edge in each) / len(each))
    return sum(cost[edge] for edge in best) / len(best), best
