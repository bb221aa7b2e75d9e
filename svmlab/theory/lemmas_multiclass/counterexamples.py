"""The search for counterexamples to Lemma 2 as printed, each confirmed in fractions."""

from fractions import Fraction

import numpy as np

from svmlab import validation
from svmlab.datasets import Dataset
from svmlab.exact.loo import leave_one_out
from svmlab.theory.lemmas_multiclass.examples import MulticlassExample
from svmlab.theory.lemmas_multiclass.random_machines import random_machine


def find_counterexamples(n_problems=1000, *, random_state=0, size=6, n_classes=3, at_most=None, progress=None):
    """Hunt for counterexamples to Lemma 2 as printed among small sets of integer points; linear kernel, hard margin.

    Returns a list of MulticlassExample, each confirmed in fractions: both machines are optimal, the point falls into
    class n without it, all others strictly below, and α_pn = 0. Those whose active constraints have not full rank
    are left out. at_most : end when so many are found; ``progress(done, total)`` is called after each problem.
    """
    total = validation.integer("n_problems", n_problems, at_least=1)
    first = 2 * validation.integer("random_state", random_state, at_least=0)
    found = []
    for i in range(total):
        svm = random_machine(first + 2 * i, n_classes, size)
        if svm is not None:
            found += list(_counterexamples(svm))
        if progress is not None:
            progress(i + 1, total)
        if at_most is not None and len(found) >= at_most:
            break
    return found


def _counterexamples(svm):
    loo = leave_one_out(svm)
    for p in np.flatnonzero(loo.errors):
        n = int(loo.scores[p].argmax())
        if svm.alpha_[p, n] > 0 or not svm.alpha_[p].any() or loo.ties[p]:
            continue
        data = Dataset(svm.X_fit_, svm.y_fit_, description="found by find_counterexamples")
        example = MulticlassExample(data, int(p))
        if confirmed(example):
            yield example


def confirmed(example):
    """Whether a MulticlassExample refutes Lemma 2 as printed, in fractions."""
    try:
        full, left = example.exact()
    except ValueError:
        return False
    h = left.scores([Fraction(float(v)) for v in example.data.X[example.p]])
    y, n = int(example.machine.codes_[example.p]), max(range(len(h)), key=h.__getitem__)
    wins = n != y and all(h[n] > h[k] for k in range(len(h)) if k != n)
    return full.optimal and left.optimal and wins and full.alpha[example.p, n] == 0
