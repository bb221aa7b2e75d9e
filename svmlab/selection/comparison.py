"""Multi-class machines side by side: those of ``MulticlassSVM``, one-vs-one and one-vs-rest over ``BiclassSVM``.

The same data, kernel and C, though C means something else to each: it weighs Q - 1 slacks of a point with Weston and
Watkins and with Lee, Lin and Wahba, the largest of them with Crammer and Singer, squares with the M-SVM², and one slack
in each two-class problem with the reductions, whose terms ½‖w‖² are not those of the others either (for two classes
MulticlassSVM(C) is BiclassSVM(2C)). So compare each at its own best C, or say what was held fixed.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from types import MappingProxyType

import numpy as np
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.utils.validation import validate_data

from svmlab import datasets, validation
from svmlab.exact.loo import TIE, leave_one_out
from svmlab.machines import losses
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.machine import Machine, status_is_told
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.selection import validation as checks

ONE_VS_ONE, ONE_VS_REST = "one-vs-one", "one-vs-rest"
MACHINES = tuple(losses.LOSSES)
ALL = (*MACHINES, ONE_VS_ONE, ONE_VS_REST)
LABELS = MappingProxyType(
    {
        **{name: loss.label for name, loss in losses.LOSSES.items()},
        ONE_VS_ONE: "one-vs-one",
        ONE_VS_REST: "one-vs-rest",
    }
)


def known_names(names):
    """Return names of ``ALL`` as a tuple, a single one included; raise on others, and on none."""
    return tuple(validation.one_of("machine", name, ALL) for name in validation.chosen("machine", names))


def classifier(name, C=1.0, kernel="linear"):
    """Return an untrained classifier by its name in ``ALL``; the reductions are scikit-learn's."""
    validation.one_of("machine", name, ALL)
    if name == ONE_VS_ONE:
        return OneVsOneClassifier(BiclassSVM(C=C, kernel=kernel))
    if name == ONE_VS_REST:
        return OneVsRestClassifier(BiclassSVM(C=C, kernel=kernel))
    return MulticlassSVM(C=C, kernel=kernel, machine=name)


@dataclass(frozen=True)
class Decision:
    """What a classifier says of points.

    code : (n,) index of the class, by the rule of ``predict``
    undecided : (n,) bool. A machine: the two best scores are equal. One-vs-one: the vote is tied. One-vs-rest: not
        exactly one of the machines claims the point. A value f within TIE of 0 may be read either way, and what one
        of the readings leaves undecided is undecided, though ``predict`` goes by the rounding.
    """

    code: np.ndarray
    undecided: np.ndarray


def decide(trained, Z):
    """Return the Decision of a trained classifier on Z (n, d)."""
    return _decision(trained, _values(trained, Z))


def _values(trained, Z):
    """(n, Q) scores, or for one-vs-one the (n, Q(Q-1)/2) values of its machines."""
    if isinstance(trained, Machine):
        return trained.scores(Z)
    if isinstance(trained, OneVsRestClassifier):
        return np.column_stack([one.decision_function(Z) for one in _parts(trained)])
    parts, Z = _parts(trained), validate_data(trained, Z, dtype=float, reset=False)
    columns = trained.pairwise_indices_ or [slice(None)] * len(parts)
    return np.column_stack([one.decision_function(Z[:, own]) for one, own in zip(parts, columns, strict=True)])


def _parts(trained):
    """The two-class machines of a reduction, or the one of a machine: itself."""
    if isinstance(trained, Machine):
        validation.fitted(trained)
        return [trained]
    validation.fitted(trained, "estimators_")
    validation.at_least_two_classes(trained.classes_)
    return trained.estimators_


def _decision(trained, values):
    if isinstance(trained, OneVsOneClassifier):
        Q = len(trained.classes_)
        return Decision(pairwise_votes(values, Q)[1].argmax(axis=1), _vote_may_be_tied(values, Q))
    if isinstance(trained, OneVsRestClassifier):
        if values.shape[1] == 1:  # two classes need one machine
            return Decision((values[:, 0] > 0).astype(int), np.abs(values[:, 0]) <= TIE)
        claimed, unclear = (values > TIE).sum(axis=1), (np.abs(values) <= TIE).any(axis=1)
        return Decision(values.argmax(axis=1), (claimed != 1) | unclear)
    ordered = np.sort(values, axis=1)
    tied = ordered[:, -1] - ordered[:, -2] <= TIE * np.maximum(1.0, np.abs(ordered[:, -1]))
    return Decision(values.argmax(axis=1), tied)


def pairwise_votes(values, Q):
    """(votes (n, Q), votes and bounded confidences (n, Q)) of pairs (k, l), k < l, where a value > 0 means class l.

    The second is what scikit-learn decides by, so that confidence breaks a tie of votes.
    """
    votes, confidence = np.zeros((len(values), Q)), np.zeros((len(values), Q))
    for column, (k, other) in enumerate(combinations(range(Q), 2)):
        f = values[:, column]
        votes[:, k] += f <= 0
        votes[:, other] += f > 0
        confidence[:, k] -= f
        confidence[:, other] += f
    return votes, votes + confidence / (3.0 * (np.abs(confidence) + 1.0))


def _vote_may_be_tied(values, Q):
    """(n,) bool: some reading of the values within TIE of 0 leaves no class with more votes than every other."""
    least, most = np.zeros((2, len(values), Q))
    for column, pair in enumerate(combinations(range(Q), 2)):
        f = values[:, [column]]
        least[:, pair] += np.hstack([f < -TIE, f > TIE])
        most[:, pair] += np.hstack([f <= TIE, f >= -TIE])
    first = least.argmax(axis=1)[:, None]
    lead = np.take_along_axis(least, first, axis=1)
    np.put_along_axis(most, first, -1.0, axis=1)
    return (most >= lead).any(axis=1)


@dataclass(frozen=True)
class LeftOut:
    """Exact leave-one-out of any classifier of ``ALL``: errors, undecided, undefined (m,) bool."""

    errors: np.ndarray
    undecided: np.ndarray
    undefined: np.ndarray

    @property
    def n_errors(self):
        return int(self.errors.sum())

    @property
    def error_rate(self):
        defined = int((~self.undefined).sum())
        return self.n_errors / defined if defined else float("nan")


def left_out(trained, X, y, *, progress=None):
    """Return the LeftOut of a classifier that was trained on X, y.

    Of a reduction, every two-class machine that has the point is followed to the one without it; so it is as exact.
    Its values within TIE of 0 count as 0, so that no processor's rounding decides a vote.
    ``progress(done, total)`` is called now and then, and may raise to interrupt.
    """
    parts = _parts(trained)
    _, y = checks.trained_on(X, y, _shape(trained), partial(_was_trained_on, trained))
    if isinstance(trained, Machine):
        loo = leave_one_out(trained, progress=progress)
        return LeftOut(loo.errors, loo.ties, loo.undefined)
    values, codes = _values(trained, X), np.searchsorted(trained.classes_, y)
    for column, (one, (points, _)) in enumerate(zip(parts, _members(trained, y), strict=True)):
        values[points, column] = leave_one_out(one).scores
        if progress is not None:
            progress(column + 1, len(parts))
    undefined = np.bincount(codes)[codes] == 1
    decision = _decision(trained, np.where(np.abs(values) > TIE, values, 0.0))
    return LeftOut((decision.code != codes) & ~undefined, decision.undecided & ~undefined, undefined)


def _shape(trained):
    """(m, d) of the points that a classifier was trained on."""
    parts = _parts(trained)
    machines_of_a_point = len(trained.classes_) - 1 if isinstance(trained, OneVsOneClassifier) else len(parts)
    return sum(len(one.y_fit_) for one in parts) // machines_of_a_point, trained.n_features_in_


def _was_trained_on(trained, X, y):
    pairwise = getattr(trained, "pairwise_indices_", None) is not None
    return all(
        np.array_equal(one.X_fit_, X[np.ix_(points, points)] if pairwise else X[points])
        and np.array_equal(one.y_fit_, labels)
        for one, (points, labels) in zip(_parts(trained), _members(trained, y), strict=True)
    )


def _members(trained, y):
    """(indices of its training points, their labels as it knows them) of each of the ``_parts``."""
    every = np.arange(len(y))
    if isinstance(trained, Machine):
        return [(every, y)]
    if isinstance(trained, OneVsRestClassifier):
        return [(every, y == label) for label in trained.classes_[-len(_parts(trained)) :]]
    pairs = [(np.flatnonzero((y == k) | (y == l)), l) for k, l in combinations(trained.classes_, 2)]
    return [(points, y[points] == label) for points, label in pairs]


def certified(trained):
    """Whether every solution of a classifier is certified."""
    return all(one.solution_.certified for one in _parts(trained))


@dataclass
class Entry:
    """One classifier of a comparison: trained, with its times in seconds; what failed has an ``error`` in words."""

    name: str
    trained: object = field(default=None, repr=False)
    seconds: float = float("nan")
    training_errors: int | None = None
    loo: LeftOut | None = None
    loo_seconds: float = float("nan")
    error: str = ""

    @property
    def label(self):
        return LABELS[self.name]


class Comparison:
    """Classifiers on the same points, with the same kernel and C, trained and left out one step at a time.

    ``step(progress)`` does the next piece of work: first it trains all, then it leaves out. ``entries`` in order,
    ``steps_done`` of ``steps_total``.
    """

    def __init__(self, X, y, C=1.0, kernel="linear", names=ALL):
        self.X, self.y, self.C, self.kernel = validation.array("X", X), np.asarray(y), C, kernel
        self.entries = [Entry(name) for name in known_names(names)]
        self.steps_done = 0

    @property
    def steps_total(self):
        return 2 * len(self.entries)

    def step(self, progress=None):
        """The next piece of work; one that is interrupted counts as done, with its error."""
        n = len(self.entries)
        entry, work = self.entries[self.steps_done % n], (_train, _leave_out)[self.steps_done // n]
        self.steps_done += 1
        if entry.error:
            return
        try:
            work(entry, self, progress)
        except (ValueError, RuntimeError, TimeoutError) as error:
            entry.error = str(error)

    def run(self, progress: Callable | None = None):
        """All the work that is left; ``progress(steps done, total)`` after each. Returns self."""
        while self.steps_done < self.steps_total:
            self.step()
            if progress is not None:
                progress(self.steps_done, self.steps_total)
        return self

    def decisions(self, Z):
        """[Decision or None] of each entry on Z (n, d)."""
        return [decide(entry.trained, Z) if entry.trained is not None else None for entry in self.entries]

    def __str__(self):
        lines = ["machine          training errors  leave-one-out  undecided  train, ms   loo, ms"]
        for entry in self.entries:
            if entry.error:
                lines.append(f"{entry.label:<16}{entry.error}")
                continue
            loo = entry.loo
            errors, undecided = ("…", "…") if loo is None else (loo.n_errors, int(loo.undecided.sum()))
            lines.append(
                f"{entry.label:<16}{_shown(entry.training_errors):>16}{errors:>15}{undecided:>11}"
                f"{1e3 * entry.seconds:>11.1f}{1e3 * entry.loo_seconds:>10.1f}"
            )
        return "\n".join(lines)

    __repr__ = __str__


def _shown(value):
    return "…" if value is None else value


@status_is_told()
def _train(entry, comparison, progress):
    validation.at_least_two_classes(np.unique(comparison.y))
    began = time.perf_counter()
    entry.trained = classifier(entry.name, comparison.C, comparison.kernel).fit(comparison.X, comparison.y)
    entry.seconds = time.perf_counter() - began
    decision = decide(entry.trained, comparison.X)
    entry.training_errors = int((entry.trained.classes_[decision.code] != comparison.y).sum())


def _leave_out(entry, comparison, progress):
    validation.to_leave_out(certified(entry.trained))
    began = time.perf_counter()
    entry.loo = left_out(entry.trained, comparison.X, comparison.y, progress=progress)
    entry.loo_seconds = time.perf_counter() - began


def compare(X, y, C=1.0, kernel="linear", names=ALL, progress=None):
    """Return the finished Comparison of the classifiers ``names`` on X (m, d), y (m,)."""
    return Comparison(X, y, C, kernel, names).run(progress)


def disagreement(decisions):
    """(n,) bool: not all of the Decisions are the same class; None, of what could not be trained, does not count."""
    codes = np.array([decision.code for decision in checks.decisions(decisions)])
    return (codes != codes[0]).any(axis=0)


# --- Fisher consistency ----------------------------------------------------------------------------------------------


def conditional_scores(name, p, C=1e4):
    """(Q,) scores of the machine ``name`` at a place where class k has probability p_k: what its loss asks for.

    Fisher consistency means that the largest score is that of the largest p_k. One place with weights p for its points
    and so large a C that ‖w‖ counts for nothing; a constant kernel stands for the intercept that Crammer and Singer
    do without.
    """
    p = checks.distribution("p", p)
    losses.named(name)
    svm = MulticlassSVM(C=C, kernel=_constant, machine=name)
    svm.fit(np.zeros((len(p), 1)), np.arange(len(p)), sample_weight=p)
    return svm.scores([[0.0]])[0]


def _constant(X, Z):
    return np.ones((len(X), len(Z)))


def inconsistent(random_state=0):
    """A Dataset of three classes in the plane with a place where none has the majority: probabilities 0.4, 0.36, 0.24.

    50 points within a small disk in the middle, 20, 18 and 12 of the three classes; around it 15 of each, far apart.
    """
    rng = np.random.default_rng(random_state)
    angle, distance = rng.uniform(0, 2 * np.pi, 50), 0.35 * np.sqrt(rng.uniform(0, 1, 50))
    middle = np.column_stack([distance * np.cos(angle), distance * np.sin(angle)])
    corner = 1.8 * np.array([[np.cos(a), np.sin(a)] for a in np.deg2rad([90, 210, 330])])
    around = np.repeat(corner, 15, axis=0) + 0.2 * rng.normal(size=(45, 2))
    y = np.concatenate([rng.permutation(np.repeat([0, 1, 2], [20, 18, 12])), np.repeat([0, 1, 2], 15)])
    return datasets.Dataset(
        np.vstack([middle, around]), y, ("x1", "x2"),
        "Three classes that overlap in the middle, 0.4, 0.36 and 0.24: no class has the majority there.",
    )  # fmt: skip
