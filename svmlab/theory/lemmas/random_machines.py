"""Random hard margin machines for two classes."""

import numpy as np

from svmlab import kernels, validation
from svmlab.datasets import Dataset
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.machine import status_is_told


def random_problem(seed):
    """Return (Dataset, kernel) of a small problem that a hard margin machine separates, always the same for a seed.

    In turn: points of the plane on two sides of a line, points in general position with random labels (linear
    kernel), and points of the plane with random labels (Gaussian kernel).
    """
    rng = np.random.default_rng(validation.integer("seed", seed, at_least=0))
    kind = seed % 3
    d = 2 if kind != 1 else int(rng.integers(2, 7))
    m = d + 1 if kind == 1 else int(rng.integers(4, 13))
    X = rng.normal(size=(m, d)) * rng.choice([0.3, 1.0, 3.0], d)
    y = rng.permutation(np.where(np.arange(m) < rng.integers(1, m), -1, 1))
    if kind == 0:
        order = (X @ rng.normal(size=d)).argsort()
        y[order] = np.sort(y)
    kernel = kernels.Gaussian(sigma=float(np.exp(rng.uniform(-1.0, 1.5)))) if kind == 2 else kernels.Linear()
    return Dataset(X, y, description=f"random separable problem {seed}"), kernel


@status_is_told()
def random_machine(seed):
    """The hard margin machine of a random problem; None where a tiny margin is none in double precision."""
    data, kernel = random_problem(seed)
    try:
        return BiclassSVM(C=np.inf, kernel=kernel).fit(data.X, data.y)
    except ValueError:
        return None
