"""Random hard margin machines for many classes."""

import numpy as np

from svmlab import kernels, validation
from svmlab.datasets import Dataset
from svmlab.machines.machine import status_is_told
from svmlab.machines.multiclass import MulticlassSVM


def random_problem(seed, n_classes=None, size=None):
    """Return (Dataset, kernel) of a small problem that a hard margin machine separates, always the same for a seed.

    In turn: integer points of the plane, each of the class whose random linear function is largest (linear kernel),
    and points of the plane with random labels (Gaussian kernel). Every class has at least one point.
    n_classes : Q, by default 3, 4 or 5; size : number of points, by default 2Q to 3Q
    """
    rng = np.random.default_rng(validation.integer("seed", seed, at_least=0))
    Q = int(rng.integers(3, 6)) if n_classes is None else validation.integer("n_classes", n_classes, at_least=3)
    m = int(rng.integers(2 * Q, 3 * Q + 1)) if size is None else validation.integer("size", size, at_least=Q)
    if seed % 2:
        y = rng.permutation(np.concatenate([np.arange(Q), rng.integers(0, Q, m - Q)]))
        sigma = float(np.exp(rng.uniform(-1.0, 1.0)))
        return Dataset(rng.normal(size=(m, 2)), y, description=f"random labels {seed}"), kernels.Gaussian(sigma=sigma)
    return _integer_points(rng, m, Q, seed), kernels.Linear()


def _integer_points(rng, m, Q, seed):
    """m different integer points of a square, labelled by Q random linear functions none of which is never largest."""
    reach = max(3, int(np.ceil(m**0.5)))
    square = np.stack(np.meshgrid(*[np.arange(-reach, reach + 1)] * 2), axis=-1).reshape(-1, 2)
    while True:
        labels = (square @ rng.normal(size=(2, Q)) + rng.normal(size=Q)).argmax(axis=1)
        if len(np.unique(labels)) < Q:
            continue
        first = [rng.choice(np.flatnonzero(labels == k), min(2, (labels == k).sum()), replace=False) for k in range(Q)]
        chosen = np.concatenate(first)[:m]
        rest = rng.permutation(np.setdiff1d(np.arange(len(square)), chosen))
        chosen = np.concatenate([chosen, rest[: m - len(chosen)]])
        if len(np.unique(labels[chosen])) == Q:
            return Dataset(square[chosen], labels[chosen], description=f"integer points {seed}")


@status_is_told()
def random_machine(seed, n_classes=None, size=None):
    """The hard margin machine of a random problem; None where a tiny margin is none in double precision."""
    data, kernel = random_problem(seed, n_classes, size)
    try:
        svm = MulticlassSVM(C=np.inf, kernel=kernel).fit(data.X, data.y)
    except ValueError:
        return None
    return svm if svm.solution_.kkt_residual < 1e-10 else None
