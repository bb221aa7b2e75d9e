"""What the guaranteed risk selects on many training sets, and the true risks of it: ``Selected``."""

from dataclasses import dataclass

import numpy as np
from sklearn.base import clone

from svmlab import validation
from svmlab.exact import low_rank
from svmlab.risk.tuning import tune_C


@dataclass(frozen=True)
class Selected:
    """What the guaranteed risk chose on each of several training sets: C, its guaranteed risk, its true risk."""

    C: np.ndarray
    guaranteed: np.ndarray
    true: np.ndarray

    def rank(self, risk):
        """The fraction of training sets whose selected machine has a true risk of at most ``risk``."""
        return float((self.true <= risk).mean())

    def __str__(self):
        low, middle, high = np.quantile(self.true, [0.05, 0.5, 0.95])
        return (
            f"{len(self.C)} training sets: true risk of the selected machine {100 * middle:.2f} % in the median, "
            f"{100 * self.true.min():.2f} to {100 * self.true.max():.2f} %, nine in ten between {100 * low:.2f} and "
            f"{100 * high:.2f} %; C from {self.C.min():.2g} to {self.C.max():.2g}"
        )


def selected_risks(draw, true_risk, C_grid, n_samples=50, *, machine, delta=0.05, random_state=0, progress=None):
    """Tune C on ``n_samples`` training sets and return the Selected.

    draw : function from a numpy Generator to a training set (X, y); true_risk : from a trained machine to its risk
    machine : an untrained machine, for its kernel and class

    Training set i has a Generator of its own, the same whatever ``n_samples`` is. ``progress(done, total)`` is called
    after each; an interruption (KeyboardInterrupt) ends with what is there.
    """
    n_samples = validation.integer("n_samples", n_samples, at_least=1)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    rows = []
    try:
        for i in range(n_samples):
            X, y = draw(np.random.default_rng([validation.integer("random_state", random_state, at_least=0), i]))
            tuning = tune_C(low_rank.begin(clone(machine), X, y), C_grid, delta)
            if not tuning.complete:
                break
            rows.append((tuning.best_C, tuning.values.min(), true_risk(tuning.best_machine)))
            if progress is not None:
                progress(len(rows), n_samples)
    except KeyboardInterrupt:
        pass
    if not rows:
        raise KeyboardInterrupt("interrupted before the first training set was done")
    return Selected(*np.array(rows).T)
