"""What the tests of procedures share: small problems, drawn or given, and the procedures by what they claim."""

from functools import partial

import numpy as np
from hypothesis import strategies as st

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, learning

WITH_B = {
    "projected ascent": partial(learning.projected_ascent, tol=1e-3),
    "SMO, violating": partial(learning.smo, tol=1e-5),
    "SMO, second order": partial(learning.smo, choice="second order", tol=1e-5),
    "SMO, Platt": partial(learning.smo, choice="platt", tol=1e-5),
    "SMO, random": partial(learning.smo, choice="random", tol=1e-5),
    "chunking": partial(learning.vapnik_chunking, M=3, begin=4),
    "Frank-Wolfe": partial(learning.frank_wolfe, tol=1e-3),
    "smoothed hinge": partial(learning.smoothed_hinge, tol=1e-3),
    "interior point": learning.interior_point,
    "active set": learning.active_set,
}
OF_TWO = "projected ascent", "SMO, Platt", "smoothed hinge"  # classes
MANY = {name: procedure for name, procedure in WITH_B.items() if name not in OF_TWO}
WITHOUT_B = {
    "naive ascent": partial(learning.naive_ascent, tol=1e-4),
    "naive ascent, at random": partial(learning.naive_ascent, order="random", tol=1e-4),
    "Frank-Wolfe": partial(learning.frank_wolfe, intercept=False, tol=1e-4),
    "subgradient": partial(learning.subgradient, tol=2e-2),
    "smoothed hinge": partial(learning.smoothed_hinge, intercept=False, tol=1e-3),
}


@st.composite
def problems(draw, Q=2):
    """(machine, X, y): 4 to 24 points, two or three near each other, C from 0.1 to 10, a kernel."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    m = draw(st.integers(2 * Q, 24))
    y = rng.permutation(np.concatenate([np.arange(Q), rng.integers(0, Q, m - Q)]))
    X = rng.normal(size=(m, 2)) + draw(st.sampled_from([0.0, 0.7, 2.0])) * rng.normal(size=(Q, 2))[y]
    kernel = draw(st.sampled_from(["linear", kernels.Gaussian(1.0), kernels.Polynomial(2)]))
    C = draw(st.sampled_from([0.1, 1.0, 10.0]))
    return (BiclassSVM if Q == 2 else MulticlassSVM)(C=C, kernel=kernel), X, y


def overlapping(m=40, n_classes=2, C=1.0, kernel=kernels.Gaussian(1.0)):  # noqa: B008, a frozen value
    """(trained machine, X, y)."""
    data = datasets.overlapping(m, random_state=0, n_classes=n_classes)
    return (BiclassSVM if n_classes == 2 else MulticlassSVM)(C=C, kernel=kernel).fit(data.X, data.y), data.X, data.y


def separable(m=30):
    """(trained hard margin machine, X, y)."""
    data = datasets.separable(m, random_state=0)
    return BiclassSVM(C=np.inf).fit(data.X, data.y), data.X, data.y
