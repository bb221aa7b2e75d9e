"""Kernels, and what is none, on points of the plane: what Python says of them, for the page to say the same."""

import numpy as np
from formulas import VALUES, WRONG

from svmlab import kernels
from svmlab.kernels import Formula
from svmlab.page import wire_format

KINDS = (
    *(kind() for kind in kernels.OF_POINTS), kernels.Polynomial(degree=2, coef0=-1.0), kernels.Sigmoid(coef0=-1.0),
    kernels.Gaussian(sigma=0.1), kernels.Gaussian(sigma=30.0),
    *map(Formula, ("exp(-norm(x-z))", "-norm(x - z)**2", "cos(2*norm(x-z))", "x1*z2", "max(1 - norm(x - z), 0)", "0")),
)  # fmt: skip


def proposal_fixtures():
    """{formulas, wrong, tests}: values of formulas, errors of others, and Mercer's condition on some points."""
    rng = np.random.default_rng(7)
    sets = [rng.normal(size=(m, 2)) for m in (1, 2, 5, 12, 30)] + [np.repeat(rng.normal(size=(3, 2)), 3, axis=0)]
    X = rng.normal(size=(6, 2))
    return {
        "formulas": {"X": X.tolist(), "values": [[text, Formula(text)(X).tolist()] for text in VALUES]},
        "wrong": [[text, refusal(text)] for text, _, _ in WRONG],
        "tests": [proposal(kernel, points) for kernel in KINDS for points in sets],
    }


def refusal(text):
    try:
        Formula(text)
    except ValueError as error:
        return str(error)
    raise AssertionError(text)


def proposal(kernel, X):
    test = kernels.mercer_test(kernel, X)
    return {
        "kernel": wire_format.page_proposal(kernel), "points": X.tolist(), "K": test.K.tolist(),
        "values": test.eigenvalues.tolist(), "negative": test.n_negative, "rank": test.rank, "known": test.known,
        "symmetric": test.symmetric, "tolerance": test.tolerance, "value": test.value,
        "support": None if test.witness is None else np.flatnonzero(test.witness).tolist(),
    }  # fmt: skip
