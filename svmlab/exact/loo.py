"""Exact leave-one-out: the machine without each point, followed from the machine with all of them.

A point with α = 0 constrains nothing, and where free support vectors tie the intercept leaving it out changes nothing
(elsewhere the point itself may be what limits b). For another, its multipliers are led to zero and the optimum follows
them exactly (``active_set``), at the cost of a few exchanges instead of a training.
"""

import contextlib
import warnings
from dataclasses import dataclass, field

import joblib
import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, identical_points, scaled_program, solver
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import validation as checks
from svmlab.exact.leaving_out import TIE, Following, Refitting


@dataclass(frozen=True)
class LeaveOneOut:
    """What each point is told by the machine trained without it.

    scores : (m,) f(x_i) or (m, Q) h_k(x_i), without point i; nan where undefined
    margin : (m,) y_i f(x_i), or the smallest h_{y_i}(x_i) - h_k(x_i)
    predictions : (m,) labels, a tie going to the class that stands first; undefined points keep their own
    errors : (m,) bool, prediction and label differ; ties : (m,) bool, the two best scores are equal
    undefined : (m,) bool, without the point a class would have no point left
    weighs : (m,) bool, the point is a training point; one of weight 0 is none, it has a score and counts nowhere
    exchanges : how often the working set changed; refits : points that were trained anew after all
    seen : what learnt from all points and was not trained anew: the steps of a Pipeline before the machine, a search
    residual : the largest KKT residual or relative gap, with what rounding may add, of the machine with all points and
    of any without one, and what rounding may have moved a score; certified : whether it is at most 1e-8
    """

    scores: np.ndarray
    margin: np.ndarray
    predictions: np.ndarray
    errors: np.ndarray
    ties: np.ndarray
    undefined: np.ndarray
    exchanges: int
    refits: int
    residual: float
    weighs: np.ndarray
    labels: np.ndarray = field(repr=False)
    seen: tuple = ()

    @property
    def n_errors(self):
        """The leave-one-out count L_m of Darcy and Guermeur 2005, Theorem 1."""
        return int(self.errors.sum())

    @property
    def certified(self):
        """Whether every machine without a point is certified, and the one with all."""
        return bool(self.residual <= CERTIFIED)

    @property
    def error_rate(self):
        """Errors among the points for which leaving out is defined."""
        defined = int((self.weighs & ~self.undefined).sum())
        return self.n_errors / defined if defined else float("nan")

    def __repr__(self):
        text = f"leave-one-out: {self.n_errors} errors of {self.weighs.sum()} points ({100 * self.error_rate:.3g} %)"
        for mask, what in ((self.ties, "tied"), (self.undefined, "undefined")):
            if mask.any():
                text += f", {int(mask.sum())} {what}"
        if self.seen:
            text += f"; {' and '.join(self.seen)} saw all points"
        return text if self.certified else f"{text}, not certified: largest violation {self.residual:.1e}"


def leave_one_out(svm, *, n_jobs=None, progress=None):
    """Return the exact LeaveOneOut of a trained machine.

    Weights stay as they were (class_weight="balanced" is not computed anew for m - 1 points), and so does a
    clipped kernel matrix. ``n_jobs`` and joblib's ``parallel_config`` spread the points; ``progress(done, total)``
    is called now and then. The machine of Crammer and Singer is trained anew without each support vector, from the
    working set of all. Raises NotFittedError for a machine that is not trained.

    Each support vector costs some exchanges, of time m (Q-1) times the number of free multipliers, and all of them
    about what a training costs, or several, and a quarter to a half of that in large machines where numba is installed
    (``svmlab[fast]``); beside the machine's matrices little memory. What ``progress`` raises, such as
    KeyboardInterrupt, ends it.

    Of a fitted Pipeline or search the points are left out of the machine only: its other steps, and the search, saw
    them all, as ``seen`` and the text say. For an estimate without that, use scikit-learn's cross_val_score.
    """
    seen, svm = validation.seen_before(svm), validation.fitted(svm)
    solution = svm.solution_
    program = solution.program
    owner = np.split(np.arange(len(program.example)), np.flatnonzero(np.diff(program.example)) + 1)
    margins = solution.margins.copy()
    undefined = sole_of_class(svm)
    engine = Following(solution) if program.boxed and solution.w is None else Refitting(solution)
    constrains = {p for p in range(len(owner)) if engine.largest_of(owner[p]) > 0}
    points = constrains if engine.intercept_is_tied else range(len(owner))
    points = [p for p in sorted(points) if not undefined[p] and svm.sample_weight_[p] > 0]
    work = [(p, owner[p], p in constrains) for p in points]
    exchanges, refits, residual = 0, 0, solution.worst
    for result in _spread(engine, work, n_jobs, progress):
        for p, found, spent, refitted, worst in result:
            margins[owner[p]] = found
            exchanges, refits = exchanges + spent, refits + refitted
            residual = max(residual, worst if np.isfinite(found).all() else np.inf)
    return _report(svm, margins, undefined, exchanges, refits, residual, seen)


def sole_of_class(svm):
    """(m,) bool: the point is the only one of its class that has a weight."""
    weighs = svm.sample_weight_ > 0
    counts = np.bincount(svm.codes_[weighs], minlength=len(svm.classes_))
    return weighs & (counts[svm.codes_] == 1)


def _parallel(n_jobs):
    """joblib's Parallel, which yields results as they come where its backend can do so."""
    try:
        return joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    except ValueError:
        return joblib.Parallel(n_jobs=n_jobs)


def _spread(engine, work, n_jobs, progress):
    """Yield the results of all points, some at a time, in parallel where asked, telling ``progress`` of each."""
    with _parallel(n_jobs) as parallel:
        workers = parallel._effective_n_jobs()
        size = max(1, -(-len(work) // (4 * workers)))
        chunks = [work[i : i + size] for i in range(0, len(work), size)]
        if workers == 1:
            results = engine.leave_out_all(work)
        else:
            results = parallel(joblib.delayed(_collected)(engine, chunk) for chunk in chunks)
        done = 0
        try:
            for result in results:
                yield result
                done += len(result)
                if progress is not None:
                    progress(done, len(work))
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # joblib's, when a run is interrupted
                getattr(results, "close", list)()


def _collected(engine, chunk):
    return [result for results in engine.leave_out_all(chunk) for result in results]


def _report(svm, margins, undefined, exchanges, refits, residual, seen):
    scores = svm.solution_.program.scores_of_margins(margins)
    scores = np.where(undefined[:, None], np.nan, scores)
    margin, (first, ties) = smallest_lead(scores, svm.codes_), winners(scores)
    winner = np.where(undefined, svm.codes_, first)
    single, weighs = svm.alpha_.ndim == 1, svm.sample_weight_ > 0
    return LeaveOneOut(
        scores=2.0 * scores[:, 1] if single else scores,
        margin=np.where(undefined, np.nan, margin),
        predictions=svm.classes_[winner],
        errors=(winner != svm.codes_) & weighs,
        ties=ties & ~undefined & weighs,
        undefined=undefined,
        exchanges=exchanges,
        refits=refits,
        residual=residual,
        weighs=weighs,
        labels=svm.y_fit_,
        seen=seen,
    )


def leads(program, margins, codes):
    """(m,) by how much each point's own class leads, from the margins (n,) of the variables."""
    return smallest_lead(program.scores_of_margins(margins), codes)


def winners(scores):
    """((r,) class of the largest of each row of scores (r, Q), (r,) ties, which go to the one that stands first."""
    ordered = np.sort(scores, axis=1)
    best, second = ordered[:, -1], ordered[:, -2]
    equal = TIE * np.maximum(1.0, np.abs(best))
    return (scores >= (best - equal)[:, None]).argmax(axis=1), best - second <= equal


def smallest_lead(scores, codes):
    """(m,) by how much the score of a point's own class exceeds the largest of the others."""
    own = np.arange(scores.shape[1]) == codes[:, None]
    return scores[own] - np.where(own, -np.inf, scores).max(axis=1)


def withdraw(svm, p):
    """Yield (t, alpha (n,), b (q,)) of the program while point p is withdrawn, t from 0 (with it) to 1 (without).

    Between two of them alpha and b are linear in t; where b jumps, t comes twice. Raises ValueError where a class
    would have no point left.
    """
    svm = validation.fitted(svm)
    checks.followed("withdraw", svm)
    p = validation.index("point", p, svm.X_fit_)
    if sole_of_class(svm)[p]:
        raise checks.sole_point(p, svm.y_fit_[p])
    program = svm.solution_.program
    variables = np.flatnonzero(program.example == p)
    yield 0.0, svm.solution_.alpha, svm.solution_.b
    with contextlib.suppress(active_set.Stalled, exchanges.Unbounded):  # the end is certified anyway
        yield from _withdrawing(Following(svm.solution_), variables)
    end = solver.solve(program.without(variables))
    yield 1.0, end.alpha, end.b


def _withdrawing(following, variables):
    program, scaling, active = following.program, following.scaling, following.active
    for v in variables:
        active.hold(v)
    others = program.without(variables)
    counts, room = others.upper > 0, others.upper / scaling.unit
    rates = -active.a[variables]
    for step in active.follow(1.0, held=(variables, rates)):
        slope = np.zeros(len(active.a))
        slope[step.free], slope[variables] = step.d_alpha, rates
        rest, away = np.where(counts, active.a, 0.0), np.where(counts, slope, 0.0)
        bends = identical_points.bends(others.identical, rest, away, room, np.zeros(len(room)), step.length)
        for ahead in (0.0, *bends, step.length):
            a = (active.a + ahead * slope) * scaling.unit
            a = scaled_program.at_bounds(a, program.upper, scaled_program.ON_A_BOUND)
            alpha = np.where(counts, others.canonical(np.where(counts, a, 0.0)), a)
            yield min(1.0, step.t + ahead), alpha, scaling.intercept(active.b + ahead * step.d_b, alpha)


leave_one_out.withdraw = withdraw  # how one point goes, for whom the end is not enough
