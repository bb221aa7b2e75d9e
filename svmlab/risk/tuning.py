"""C by the least guaranteed risk: the line search of Guermeur, Maumy and Sur 2005, section 4."""

from dataclasses import dataclass, field

import numpy as np

from svmlab import validation
from svmlab.exact import low_rank
from svmlab.risk.guaranteed import guaranteed_risk


@dataclass(frozen=True)
class Tuning:
    """The line search of section 4: the bound at each C, and the C that minimises it."""

    C: np.ndarray
    risks: tuple
    machines: tuple = field(repr=False)
    complete: bool = True

    @property
    def values(self):
        return np.array([risk.value for risk in self.risks])

    @property
    def best(self):
        return int(self.values.argmin())

    @property
    def best_C(self):
        return float(self.C[self.best])

    @property
    def best_machine(self):
        return self.machines[self.best]

    def __str__(self):
        stopped = "" if self.complete else ", interrupted"
        return (
            f"{len(self.C)} values of C from {self.C[0]:.3g} to {self.C[-1]:.3g}{stopped}; the least guaranteed risk "
            f"is at C = {self.best_C:.3g}: {self.risks[self.best]}"
        )


def tune_C(svm, C_grid, delta=0.05, *, progress=None, **options):
    """Evaluate the guaranteed risk along increasing C and return the Tuning, the algorithm of section 4.

    Each machine starts from the last one (``low_rank``, ``path``). ``progress(done, total)`` is called after each;
    ``options`` go to ``guaranteed_risk``. An interruption (KeyboardInterrupt) ends the search with what is there.
    Raises ValueError unless C_grid increases.
    """
    svm = validation.fitted(svm)
    validation.weston_watkins("risk.tune_C", svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    machines, risks = [], []
    try:
        for model in low_rank.solutions_along(svm, C_grid):
            risks.append(guaranteed_risk(model, delta, **options))
            machines.append(model)
            if progress is not None:
                progress(len(risks), len(C_grid))
    except KeyboardInterrupt:
        if not machines:
            raise
    n = len(machines)
    return Tuning(C_grid[:n], tuple(risks[:n]), tuple(machines), n == len(C_grid))
