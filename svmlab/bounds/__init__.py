"""Bounds on the leave-one-out errors of a trained machine, and on its risk, each with its hypotheses tested.

``report(svm)`` holds them all, beside the exact leave-one-out; ``along_path(path)`` follows them over C. Those of two
classes stand in ``biclass`` and are functions here, too, as ``bounds.span_bound(svm)``; those of many classes in
``weston_watkins`` and ``sum_to_zero``; ``FAMILIES`` says which loss has which.
"""

from math import isfinite

import numpy as np
from numpy.linalg import LinAlgError

from svmlab.bounds import biclass, sum_to_zero, weston_watkins
from svmlab.bounds.biclass import BICLASS, RISK
from svmlab.bounds.facts import Ingredients, Trained
from svmlab.bounds.reports import Bound, Report, curves_of, described
from svmlab.bounds.validation import probability, result_for
from svmlab.engine.exchanges import Unbounded
from svmlab.engine.working_set import Stalled
from svmlab.exact.loo import LeaveOneOut
from svmlab.machines.losses import CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2, WESTON_WATKINS
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.validation import fitted, one_of, seen_before

__all__ = [
    "BICLASS",
    "FAMILIES",
    "Bound",
    "Ingredients",
    "Report",
    "along_path",
    "curves_of",
    "ingredients",
    "names",
    "report",
    "steps",
    *BICLASS,
]

GRID = 60  # values of C along a path, where none are given
BEYOND = 3.0  # where the grid ends, in units of the last breakpoint of a path to the hard margin


def __getattr__(name):
    if name in BICLASS:
        return BICLASS[name][1]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)


def names(target=None, svm=None):
    """Return the names of the bounds on ``target``, "loo" or "risk"; of both by default.

    svm : whose, a machine of either kind; by default a BiclassSVM's
    """
    table = _table(None if svm is None else fitted(svm))
    if target is None:
        return tuple(table)
    one_of("target", target, ("loo", "risk"))
    return tuple(name for name in table if (name in RISK) == (target == "risk"))


FAMILIES = {  # of each loss for many classes what its bounds share, and its bounds; of another nothing is proved
    WESTON_WATKINS: (weston_watkins.Facts, weston_watkins.MULTICLASS),
    CRAMMER_SINGER: (sum_to_zero.Facts, sum_to_zero.SUPPORT_VECTORS),
    LEE_LIN_WAHBA: (sum_to_zero.Facts, sum_to_zero.SUM_TO_ZERO),
    MSVM2: (sum_to_zero.Facts, sum_to_zero.SUM_TO_ZERO),
}


def _family(svm):
    return FAMILIES.get(svm.loss.name, (Trained, {}))


def _table(svm):
    return _family(svm)[1] if isinstance(svm, MulticlassSVM) else BICLASS


def _no_bound(svm):
    return f"no bound is proved for machine={svm.loss.name!r}"


def _chosen(svm, which):
    known = names(svm=svm)
    which = known if which is None else (which,) if isinstance(which, str) else tuple(which)
    if which and not known:
        raise ValueError(f"{_no_bound(svm)}, got {which[0]!r}; leave_one_out counts its errors")
    return tuple(one_of("a bound's name", name, known) for name in which)


def report(svm, which=None, *, loo=None, delta=0.05, facts=None):
    """Return the Report of a trained machine: its bounds, all or those named, against the exact leave-one-out.

    Of a loss without an entry in ``FAMILIES`` it has no bound, and one asked for by name is refused.
    loo: the machine's LeaveOneOut, where it is known already; delta: of the bounds on the risk (two classes).
    """
    seen, svm = seen_before(svm), fitted(svm)
    result_for(loo, LeaveOneOut, svm)
    chosen, delta = _chosen(svm, which), probability(delta)
    facts = ingredients(svm, loo=loo) if facts is None else facts
    found = [_told(name, facts, delta) for name in chosen]
    machine = described(svm) if _table(svm) else f"{described(svm)}; {_no_bound(svm)}"
    machine += f"; {' and '.join(seen)} saw all points" if seen else ""
    return Report(tuple(found), facts.loo, machine, facts.m)


def _told(name, facts, delta):
    """The Bound of that name, or one that says why it cannot be computed."""
    many = isinstance(facts.svm, MulticlassSVM)
    try:
        return _table(facts.svm)[name](facts) if many else biclass.told(name, facts, delta)
    except (ArithmeticError, LinAlgError, Stalled, Unbounded, ValueError) as error:
        label = name.replace("_", " ") if many else BICLASS[name][0]
        reason = str(error) or "its program has no optimum"
        but = "" if facts.svm.solution_.certified else "; the machine is not certified"
        why = f"what it is made of cannot be computed in double precision: {reason}{but}"
        return Bound.without_value(name, label, "risk" if name in RISK else "loo", why)


def ingredients(svm, *, loo=None, like=None):
    """Return what the bounds of a trained machine share: the Ingredients of two classes, or the Facts of many."""
    svm = fitted(svm)
    if isinstance(svm, MulticlassSVM):
        return _family(svm)[0](svm, loo)
    return Ingredients(svm, loo=loo, like=like)


# --- along the path --------------------------------------------------------------------------------------------------


def steps(path, which=None, C=None, *, delta=0.05, coarse_first=False):
    """Yield (C, Report) for each C of a grid, in increasing order; stop iterating to interrupt.

    path: a RegularizationPath; C: the grid, by default 60 values from its beginning to its end (a little
    beyond its last breakpoint, if it goes on to the hard margin); coarse_first: both ends, every 8th, every 4th and
    so on, so that whoever draws them as they come has a whole curve early.
    """
    which, grid, like = _chosen(path.machine, which), _grid(path, C), None
    for c in grid[_coarse_first(len(grid))] if coarse_first else grid:
        svm = path.model_at(c)
        facts = ingredients(svm, like=like)
        like = like or facts
        yield float(c), report(svm, which, delta=delta, facts=facts)


def along_path(path, names=None, C=None, progress=None, *, delta=0.05):
    """Return the Curves of the bounds (all, or those in ``names``) and of the exact leave-one-out along a path.

    ``progress(done, total)`` is called after each C; if it returns False, or raises KeyboardInterrupt, the curves
    end there. Parameters otherwise as in ``steps``.
    """
    total = len(_grid(path, C))
    done = []
    try:
        for c, at_C in steps(path, names, C, delta=delta):
            done.append((c, at_C))
            if progress is not None and progress(len(done), total) is False:
                break
    except KeyboardInterrupt:
        if not done:
            raise
    return curves_of(done, len(path.program.K))


def _coarse_first(n):
    """0 to n - 1, both ends first, then every 8th, 4th, 2nd."""
    order = [0, n - 1, *(i for stride in (8, 4, 2, 1) for i in range(0, n, stride))]
    return list(dict.fromkeys(order))


def _grid(path, C):
    if C is None:
        end = path.C_max if isfinite(path.C_max) else BEYOND * float(path.C[-2])
        C = np.clip(np.geomspace(path.C_min, end, GRID), path.C_min, end) if end > path.C_min else [path.C_min]
    return np.sort(np.atleast_1d(np.asarray(C, dtype=float)))
