"""What a dual program that is not solved gains most by: a cycle of arcs between classes along which it falls.

A dual variable v is an arc from its head to its tail, which costs (Hα)_v - 1 where α_v may rise, and one back, which
costs the opposite, where it may fall. Eᵀα = 0 says that α is a circulation. It is optimal where no cycle costs less
than nothing, whatever b is; for two classes the cycles are Keerthi's violating pairs.
"""

from itertools import pairwise

import numpy as np


def worst(program, variables, alpha, short):
    """(variables of a cycle of least mean cost, that mean), among ``variables`` (v,) with these multipliers and 1 - Hα
    (v,); (none, 0) where there is no cycle."""
    up, down = alpha < program.upper[variables], alpha > 0
    head, tail = program.head[variables], program.tail[variables]
    starts, ends = np.concatenate([head[up], tail[down]]), np.concatenate([tail[up], head[down]])
    cost, arcs = np.concatenate([-short[up], short[down]]), np.concatenate([variables[up], variables[down]])
    Q = program.n_classes
    order = np.argsort(-cost, kind="stable")  # of several arcs between two classes the last one stays: the cheapest
    costs, cheapest = np.full((Q, Q), np.inf), np.full((Q, Q), -1)
    costs[starts[order], ends[order]] = cost[order]
    cheapest[starts[order], ends[order]] = arcs[order]
    nodes, mean = least_mean_cycle(costs)
    return np.array([cheapest[k, l] for k, l in pairwise(nodes)], dtype=np.intp), mean


def least_mean_cycle(costs):
    """(nodes of a cycle of least mean cost, the first one again at its end, that mean) in a graph of costs (Q, Q), inf
    where there is no arc; ([], 0) where there is no cycle. Karp 1978."""
    Q = len(costs)
    walks, before = np.zeros((Q + 1, Q)), np.zeros((Q + 1, Q), dtype=np.intp)  # least cost of k steps to each node
    for k in range(Q):
        through = walks[k][:, None] + costs
        before[k + 1], walks[k + 1] = through.argmin(axis=0), through.min(axis=0)
    if not np.isfinite(walks[Q]).any():
        return [], 0.0
    with np.errstate(invalid="ignore"):
        means = ((walks[Q] - walks[:Q]) / (Q - np.arange(Q))[:, None]).max(axis=0)
    end = int(np.where(np.isfinite(walks[Q]), means, np.inf).argmin())
    walk = [end]
    for k in range(Q, 0, -1):
        walk.append(int(before[k, walk[-1]]))
    return _cheapest_part(walk[::-1], costs)


def _cheapest_part(walk, costs):
    """(the closed part of a walk whose mean cost is least, that mean)."""
    best, mean = [], np.inf
    for i, node in enumerate(walk):
        for j in range(i + 1, len(walk)):
            if walk[j] == node:
                part = walk[i : j + 1]
                found = float(np.mean([costs[k, l] for k, l in pairwise(part)]))
                best, mean = (part, found) if found < mean else (best, mean)
                break
    return best, mean
