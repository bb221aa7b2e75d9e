"""Rules that choose C, side by side: the guaranteed risk, cross-validation, the exact leave-one-out."""

from dataclasses import dataclass
from time import process_time

import numpy as np
from sklearn.base import clone

from svmlab import kernels, validation
from svmlab.exact import low_rank
from svmlab.exact.loo import leave_one_out
from svmlab.machines.machine import status_is_told
from svmlab.risk import validation as checks
from svmlab.risk.tuning import tune_C


def cross_validation(svm, C_grid, n_folds=5, random_state=0, *, warm=True, progress=None):
    """(n,) error rates of n-fold cross-validation at each C of an increasing grid.

    In each fold each machine starts from the last one; ``warm=False`` trains it anew at each C. Folds hold the
    classes in equal parts; weights stay as they were. ``progress(done, total)`` counts machines.
    """
    svm = validation.seeing_the_points("risk.cross_validation", svm)
    validation.weston_watkins("risk.cross_validation", svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    fold = _folds(svm.codes_, validation.integer("n_folds", n_folds, at_least=2), random_state)
    checks.enough_for_folds(n_folds, int(np.bincount(svm.codes_).min()))
    wrong, done = np.zeros(len(C_grid)), 0
    for left_out in range(n_folds):
        kept = fold != left_out
        Z, labels = _rows(svm, ~kept, kept), svm.y_fit_[~kept]
        for i, model in enumerate(_machines(svm, kept, C_grid, warm)):
            wrong[i] += np.count_nonzero(model.predict(Z) != labels)
            done += 1
            if progress is not None:
                progress(done, n_folds * len(C_grid))
    return wrong / len(fold)


def _machines(svm, kept, C_grid, warm):
    """Yield machines like ``svm`` for each C, trained on the points ``kept`` (m,)."""

    @status_is_told()
    def trained(C):
        model = clone(svm).set_params(C=float(C), class_weight=None)  # sample_weight_ holds the class weights
        return model.fit(_rows(svm, kept, kept), svm.y_fit_[kept], svm.sample_weight_[kept])

    if warm:
        yield from low_rank.solutions_along(trained(C_grid[0]), C_grid)
    else:
        yield from map(trained, C_grid)


def _rows(svm, rows, columns):
    """Points of a machine as its ``fit`` and ``predict`` want them."""
    X = svm.X_fit_[rows]
    return X[:, columns] if isinstance(svm.kernel_, kernels.Precomputed) else X


def _folds(codes, n_folds, random_state):
    """(m,) fold of each point: each class is shuffled and dealt round."""
    random = validation.random_generator(random_state)
    order = random.permutation(len(codes))
    order = order[np.argsort(codes[order], kind="stable")]
    fold = np.empty(len(codes), dtype=int)
    fold[order] = np.arange(len(codes)) % n_folds
    return fold


@dataclass(frozen=True)
class Rule:
    """One way to choose C: its value at each C of the grid, and the processor time it took."""

    name: str
    values: np.ndarray
    seconds: float

    @property
    def best(self):
        """Index of the smallest value; among equal ones that of the smallest C."""
        return int(self.values.argmin())


@dataclass(frozen=True)
class Comparison:
    """Rules at the same values of C; true_risks (n,) of the machines trained on all points, or None."""

    C: np.ndarray
    rules: tuple
    true_risks: np.ndarray | None = None

    def __getitem__(self, name):
        """The Rule of that name."""
        names = [rule.name for rule in self.rules]
        return self.rules[names.index(validation.one_of("rule", name, names))]

    def __str__(self):
        head = f"{'rule':<32}{'C':>10}{'its value':>11}"
        head += f"{'true risk':>11}" if self.true_risks is not None else ""
        lines = [head + f"{'time (s)':>10}"]
        for rule in self.rules:
            line = f"{rule.name:<32}{self.C[rule.best]:>10.3g}{rule.values[rule.best]:>11.4f}"
            line += f"{self.true_risks[rule.best]:>11.4f}" if self.true_risks is not None else ""
            lines.append(line + f"{rule.seconds:>10.2f}")
        if self.true_risks is not None:
            i = int(self.true_risks.argmin())
            lines.append(f"{'(the true risk itself)':<32}{self.C[i]:>10.3g}{'':>11}{self.true_risks[i]:>11.4f}")
        return "\n".join(lines)


def compare_rules(svm, C_grid, *, delta=0.05, n_folds=5, random_state=0, refit=False, true_risk=None, progress=None):
    """Return the Comparison of three rules at the same C: guaranteed risk, cross-validation, exact leave-one-out.

    true_risk : function from a trained machine to its expected risk, where that is known
    refit : whether to run the cross-validation also with a new training for every fold and C, for its time
    progress : called with (name of the rule, done, total) after each machine

    Leave-one-out starts from the machines of the guaranteed risk, which its time does not include. An interruption
    (KeyboardInterrupt) leaves out the rules that are not done.
    """
    svm = validation.seeing_the_points("risk.compare_rules", svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)

    def report(name):
        return None if progress is None else lambda done, total: progress(name, done, total)

    tuning, seconds = _timed(tune_C, svm, C_grid, delta, progress=report("guaranteed risk"))
    rules = [Rule("guaranteed risk", tuning.values, seconds)]
    try:
        for warm in (True, False) if refit else (True,):
            name = f"{n_folds}-fold cross-validation" + ("" if warm else ", refitted")
            options = {"warm": warm, "progress": report(name)}
            rules.append(Rule(name, *_timed(cross_validation, svm, tuning.C, n_folds, random_state, **options)))
        rules.append(Rule("leave-one-out", *_timed(_leave_one_out_rates, tuning.machines, report("leave-one-out"))))
    except KeyboardInterrupt:
        pass
    risks = None if true_risk is None else np.array([true_risk(machine) for machine in tuning.machines])
    return Comparison(tuning.C, tuple(rules), risks)


def _leave_one_out_rates(machines, progress):
    rates = []
    for machine in machines:
        rates.append(leave_one_out(machine).error_rate)
        if progress is not None:
            progress(len(rates), len(machines))
    return np.array(rates)


def _timed(function, *arguments, **options):
    begin = process_time()
    return function(*arguments, **options), process_time() - begin
