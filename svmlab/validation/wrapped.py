"""The machine that was handed over: itself, or inside a fitted Pipeline or search of scikit-learn."""

from sklearn.model_selection._search import BaseSearchCV
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted


class Search:
    """What has chosen a machine by all points and keeps it as ``best_estimator_``, as a search of scikit-learn does."""


def fitted(svm, attribute="solution_", *, exact=True):
    """Return the trained machine: ``svm``, or the last step of a fitted Pipeline, or the best one of a fitted search.

    Raises NotFittedError where nothing was trained, TypeError where no machine of svmlab stands at the end, or one that
    was not trained on the points it would be asked about, and ValueError where it was trained to a tolerance, unless
    ``exact`` is False.
    """
    machine = _unwrapped(svm, attribute)[0]
    tol = getattr(machine, "tol_", 0.0)
    if exact and tol:
        raise ValueError(
            f"this needs the exact machine, got one trained with tol={tol:g} to a relative duality gap of "
            f"{machine.solution_.relative_gap:.1e}; train with tol=0, on fewer points if they are many"
        )
    return machine


def seen_before(svm):
    """Return the names of what learnt from all points beside the machine: steps of a Pipeline, a search."""
    return tuple(name for name, learns in _unwrapped(svm)[1] if learns)


def steps_before(svm):
    """Return the names of the steps of a Pipeline that transform points before the machine sees them."""
    return tuple(name for name, _ in _unwrapped(svm)[1] if not name.endswith("CV"))


def seeing_the_points(what, svm):
    """Return the trained machine; raise where a Pipeline gives it transformed points."""
    steps = steps_before(svm)
    if steps:
        raise ValueError(
            f"{what} is about the points themselves, got a Pipeline with {steps[0]} before the machine; transform the "
            "points first, and pass a machine that was trained on the result"
        )
    return fitted(svm)


def _unwrapped(svm, attribute="solution_"):
    """(machine, [(name, whether it learnt from the points)] of what stands around it)."""
    if isinstance(svm, BaseSearchCV | Search):
        if getattr(svm, "refit", True) is False:
            raise TypeError(f"{type(svm).__name__}(refit=False) keeps no machine; set refit=True, and fit again")
        check_is_fitted(svm, "best_estimator_")
        machine, others = _unwrapped(svm.best_estimator_, attribute)
        return machine, [*others, (type(svm).__name__, True)]
    if isinstance(svm, Pipeline):
        steps = [step for _, step in svm.steps[:-1] if step not in (None, "passthrough")]
        for step in steps:
            if hasattr(step, "fit_resample"):
                raise TypeError(
                    f"{type(step).__name__} in this Pipeline makes other points than it was given, and the machine was "
                    "trained on those; resample first, and pass a machine that was trained on the result"
                )
        machine, others = _unwrapped(svm.steps[-1][1], attribute)
        return machine, [*((type(step).__name__, get_tags(step).requires_fit) for step in steps), *others]
    if attribute == "solution_" and not callable(getattr(type(svm), "refit", None)):
        raise TypeError(
            "this is for a trained BiclassSVM or MulticlassSVM, alone, as the last step of a Pipeline, or as what a "
            f"search chose, got {type(svm).__name__}"
        )
    check_is_fitted(svm, attribute)
    return svm, []
