"""The machines of a GaussianSetting, one after the other: along C on its sample, and at one C on other samples."""

import numpy as np

from svmlab import risk
from svmlab.exact import low_rank
from svmlab.explorers.page_errors import error_text
from svmlab.page import wire_format
from svmlab.risk.gaussians import affine, quadratic

DRAWS = 50  # training sets
ANGLES = 4000  # directions of the rays: a risk of degree 2 to 1e-6
TERMS = ("true", "value", "gamma", "margin", "interval", "covering", "confidence")


class GaussianMachines:
    """What is known of the machines of a setting; ``steps`` trains them, one at each ``next``.

    C_grid    values of C; ``at()`` is the index of the one in the picture, which is trained first
    delta     the guaranteed risk holds with probability 1 - δ
    error     why there are none, or None
    trained   how many along C; ``gap``, their largest relative duality gap
    """

    def __init__(self, setting, C_grid, delta, at):
        self.setting, self.C_grid, self.delta, self.at = setting, C_grid, delta, at
        n = len(C_grid)
        self.scores = np.full((n, 18), np.nan)
        self.terms = {name: np.full(n, np.nan) for name in TERMS}
        self.error, self.trained, self.gap = None, 0, 0.0
        self.steps = self._train()
        self._start = None
        self._run, self.risks = (at(), 0), []

    def along_state(self):
        """Return what is known along C, as it travels."""
        arrays = {name: wire_format.array(values, "f8") for name, values in self.terms.items()}
        scores = wire_format.array(self.scores, "f8")
        return {"done": self.trained, "total": len(self.C_grid), "error": self.error, "gap": self.gap,
                "scores": scores, **arrays}  # fmt: skip

    def draws_state(self):
        """Return what is known of other samples, as it travels."""
        C, run = self._run
        return {"C": C, "run": run, "total": DRAWS, "risks": wire_format.array(self.risks, "f8")}

    def machine(self, i):
        """Return the machine at the i-th value of C; ValueError where there is none."""
        return next(low_rank.solutions_along(self.ready(), self.C_grid[[i]]))

    def all(self):
        """Return the machines along C."""
        return tuple(low_rank.solutions_along(self.ready(), self.C_grid))

    def ready(self):
        """Return the machine on the sample, to be followed along C."""
        if self._start is None:
            next(self.steps, None)
        self.check()
        return self._start

    def check(self):
        """Raise ValueError where there are no machines."""
        if self.error:
            raise ValueError(self.error)

    def true_risk(self, svm):
        """Return the expected risk of a machine."""
        problem = self.setting.problem
        return (
            problem.linear_risk(*affine(svm))
            if self.setting.degree == 1
            else (problem.quadratic_risk(quadratic(svm), ANGLES))
        )

    def drawing(self, run=0):
        """Train at the C in the picture on the samples of the next seeds; yields after each. A new run begins anew."""
        if self._run != (self.at(), run):
            self._run, self.risks = (self.at(), run), []
        risks = self.risks
        while len(risks) < DRAWS:
            start = self._begun(*self.setting.sample(self.setting.seed + 1 + len(risks)))
            risks.append(self.true_risk(next(low_rank.solutions_along(start, self.C_grid[[self.at()]]))))
            yield

    def _train(self):
        """Train the machine at the C in the picture, then those along all values of C; yields after each."""
        try:
            self._start = self._begun(*self.setting.sample())
            self._note(self.at(), next(low_rank.solutions_along(self._start, self.C_grid[[self.at()]])))
            yield
            for i, svm in enumerate(low_rank.solutions_along(self._start, self.C_grid)):
                self._note(i, svm)
                self.trained = i + 1
                yield
        except Exception as error:  # whatever it is, the reader is told, not the log
            self.error, self.trained = error_text(error), len(self.C_grid)

    def _begun(self, X, y):
        """The estimator on a sample, to be followed along C; ValueError where a class has no point."""
        counts = np.bincount(y, minlength=3)
        if not counts.all():
            raise ValueError(
                f"no M-SVM: with {len(y)} points and these priors, class {int(counts.argmin())} has no point in "
                "the sample; draw more points or raise its prior"
            )
        return low_rank.begin(self.setting.estimator(float(self.C_grid[self.at()])), X, y)

    def _note(self, i, svm):
        bound = risk.guaranteed_risk(svm, self.delta)
        values = (self.true_risk(svm), bound.value, bound.gamma, bound.margin_risk, bound.interval,
                  bound.log_covering, bound.log_confidence)  # fmt: skip
        self.gap = max(self.gap, float(svm.solution_.relative_gap))
        self.scores[i] = quadratic(svm).ravel()
        for name, value in zip(TERMS, values, strict=True):
            self.terms[name][i] = value
        if not svm.solution_.certified:
            raise RuntimeError(f"the machine at C = {svm.C_:g} could not be certified: {svm.solution_.status}")
