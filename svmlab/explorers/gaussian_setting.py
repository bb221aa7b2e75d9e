"""The setting of the lab of three Gaussian classes, problem and sample as one value, and the limits of its picture."""

from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from svmlab import kernels, validation
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import wire_format
from svmlab.page.constants import ASPECT
from svmlab.risk.gaussians import GaussianProblem

MOST = 3000  # points
NEAR = 0.65  # of the spread of the classes, from its middle: how far the boundary is followed


@dataclass(frozen=True, eq=False)
class GaussianSetting:
    """Means (3, 2), variances (3,), priors (3,) of the classes; m points, drawn by a seed; degree 1 or 2 of the kernel.

    ValueError names what is wrong in it.
    """

    means: np.ndarray
    variances: np.ndarray
    priors: np.ndarray
    m: int
    seed: int
    degree: int

    def __post_init__(self):
        for name in ("means", "variances", "priors"):
            object.__setattr__(self, name, np.array(getattr(self, name), dtype=float))
        if len(self.means) != 3:
            raise ValueError(f"the lab draws three classes, got {len(self.means)} means")
        if self.priors.shape == (3,) and not (self.priors < 1).all():
            raise ValueError(f"each prior must lie strictly between 0 and 1, got {self.priors.tolist()}")
        if not np.isfinite(self.means).all():
            raise ValueError(f"means must be finite, got {self.means.tolist()}")
        _ = self.problem
        object.__setattr__(self, "m", validation.integer("m", self.m, at_least=3))
        if self.m > MOST:
            raise ValueError(f"m must be at most {MOST}, got {self.m}")
        object.__setattr__(self, "seed", validation.integer("seed", self.seed, at_least=0))
        validation.one_of("degree", self.degree, (1, 2))

    @cached_property
    def problem(self):
        """The GaussianProblem."""
        return GaussianProblem(self.means, self.variances, self.priors)

    def sample(self, seed=None):
        """Return (X (m, 2), y (m,)), drawn by another seed where one is given."""
        return self.problem.sample(self.m, self.seed if seed is None else seed, exact_priors=True)

    def estimator(self, C):
        """Return the machine to be trained."""
        kernel = kernels.Linear() if self.degree == 1 else kernels.Polynomial(2, gamma=0.04)
        return MulticlassSVM(C=C, kernel=kernel)

    def with_values(self, values):
        """Return the setting with other values, by name."""
        return replace(self, **values)

    def same(self, other):
        """Whether both have the same values."""
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in SETTING)

    def as_lists(self):
        """Return the values by name, as JSON has them."""
        return {name: np.asarray(getattr(self, name)).tolist() for name in SETTING}


SETTING = tuple(field.name for field in fields(GaussianSetting))


def limits(problem, before=None):
    """[[x0, x1], [y0, y1]]: each class up to three deviations, and the Bayes boundary where it is near.

    Those of ``before`` while they will do.
    """
    reach = np.sqrt(problem.variances)[:, None]
    if before is not None:
        low, high = np.array(before).T
        inside = (problem.means - 1.5 * reach >= low).all() and (problem.means + 1.5 * reach <= high).all()
        new = np.array(limits(problem))
        if inside and np.ptp(new[0]) > 0.55 * np.ptp(before[0]):
            return before
    marks = np.concatenate([problem.means - 3 * reach, problem.means + 3 * reach])
    low, high = marks.min(axis=0), marks.max(axis=0)
    curves = np.concatenate([points for _, _, points in problem.bayes_boundary()])
    near = np.isfinite(curves).all(axis=1) & (np.abs(curves - 0.5 * (low + high)) < NEAR * (high - low)).all(axis=1)
    marks = np.concatenate([marks, curves[near]])
    return wire_format.limits(marks, ASPECT, padding=0.02)
