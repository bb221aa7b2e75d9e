"""Training on thousands of points by a chain of smaller programs, with progress: Vapnik's chunking.

A machine trained on some of the points is that of all of them, if every other point has a margin of at least one: its
multipliers would be zero. So train on a few, add those that violate the margin most, train again from the last
solution, and so on. The last machine is certified on all points.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from svmlab import kernels, validation
from svmlab.engine.certificate import certify
from svmlab.exact import low_rank
from svmlab.learning import validation as checks
from svmlab.learning.chance import Chance
from svmlab.machines.machine import status_is_told

BEGIN, MORE = 300, 400  # points of the first program, and at most so many more in each that follows
EXACT = 1e-9  # by how much a margin may fall short of one
RISEN = 1e-9  # by how much of itself an objective has to rise


class Step(NamedTuple):
    """One program of the chain: its points, and how many of the others violate the margin; ``machine`` solves it.

    part : the machine of its own points alone; inside (m,) : which those are
    """

    points: int
    violators: int
    total: int
    machine: object
    part: object
    inside: np.ndarray


def steps(machine, X, y, *, begin=BEGIN, more=MORE, drop=False, tol=EXACT):
    """Yield the Step of each program; the machine of the last one is trained, and certified, on all points.

    begin, more : points of the first program, and at most so many more in each that follows
    drop : whether a program leaves out what was no support vector of the last, as Vapnik's chunking does; only where
        the objective has risen since, for where b is not unique, what violates one b may have nothing to add
    tol : by how much a margin may fall short of one
    """
    whole = clone(machine)
    validation.weston_watkins("chunking.train", whole)
    low_rank.begin(whole, X, y)
    checks.chunkable(isinstance(whole.kernel_, kernels.Precomputed), whole._projector is not None)
    X, y, codes, weight = whole.X_fit_, whole.y_fit_, whole.codes_, whole.sample_weight_
    inside = _first(codes, weight, begin)
    part = clone(machine).set_params(class_weight=None)  # sample_weight_ holds the class weights
    best = -np.inf
    while True:
        with status_is_told():
            part.refit(X[inside], y[inside], weight[inside])
        short = np.where(inside | (weight == 0), -np.inf, 1.0 - _margins(part, X, codes))
        violators = np.flatnonzero(short > tol)
        if not len(violators):
            break
        yield Step(int(inside.sum()), len(violators), len(y), part, part, inside.copy())
        dual = part.solution_.dual
        if drop and dual > best + RISEN * abs(dual):
            inside, best = _supporting(part, inside, codes), dual
        inside[violators[np.argsort(-short[violators], kind="stable")[:more]]] = True
    yield Step(int(inside.sum()), 0, len(y), _adopted(whole, part, inside), part, inside.copy())


def train(machine, X, y, *, progress=None):
    """Return a machine like ``machine`` trained on X, y: the same, and as certified, as ``fit`` gives.

    ``progress(points, violators, total)`` is called after each program: how many points it had, how many of the
    others still violate their margin, and how many there are in all. It may raise KeyboardInterrupt to leave off.
    """
    for step in steps(machine, X, y):
        if progress is not None:
            progress(*step[:3])
    return step.machine if step.machine.solution_.certified else clone(machine).fit(X, y)


def _supporting(part, inside, codes):
    """(m,) mask of the support vectors of a part, and of one point of each class that has none."""
    kept = np.zeros(len(inside), dtype=bool)
    kept[np.flatnonzero(inside)[part.support_]] = True
    for k in np.setdiff1d(codes, codes[kept]):
        kept[np.flatnonzero(inside & (codes == k))[0]] = True
    return kept


def _first(codes, weight, begin):
    """(m,) mask of the first points: some of each class, in its share."""
    chance = Chance(0)
    inside = np.zeros(len(codes), dtype=bool)
    counting = weight > 0
    for k in np.unique(codes):
        of_class = np.flatnonzero((codes == k) & counting)
        n = -(-begin * len(of_class) // int(counting.sum()))
        inside[of_class[chance.permutation(len(of_class))[:n]]] = True
    return inside


def _margins(part, X, codes):
    """(m,) margin of each point against its strongest rival."""
    scores = part.scores(X)
    rows = np.arange(len(codes))
    own = scores[rows, codes]
    scores[rows, codes] = -np.inf
    return own - scores.max(axis=1)


def _adopted(whole, part, inside):
    """The machine of all points with the multipliers of a part of them."""
    program = whole.solution_.program
    table = np.zeros((len(inside), *part.alpha_.shape[1:]))
    table[inside] = part.alpha_
    alpha = table[program.example] if table.ndim == 1 else table[program.example, program.tail]
    return whole.with_solution(certify(program, alpha, note="by subproblems"))
