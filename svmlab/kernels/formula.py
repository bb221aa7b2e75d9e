"""A kernel, or what is proposed as one, as a typed formula."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmlab import validation
from svmlab.kernels.grammar import tree_of
from svmlab.kernels.kernel import Kernel

OPERATIONS = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "negative": np.negative,
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh, "sin": np.sin, "cos": np.cos, "abs": np.abs,
    "min": np.minimum, "max": np.maximum, "dot": lambda a, b: np.einsum("...j,...j->...", a, b)[..., None],
    "norm": lambda a: np.linalg.norm(a, axis=-1, keepdims=True),
}  # fmt: skip


@dataclass(frozen=True)
class Formula(Kernel):
    """κ(x, z) by a formula: ``Formula("exp(-norm(x - z))")``, ``"dot(x, z)**2"``, ``"tanh(dot(x, z) - 1)"``.

    It may use x, z and their coordinates x1, z2, ..., numbers and pi, + - * / **, dot, norm, exp, log, sqrt, tanh,
    sin, cos, abs, min, max, and is read by a grammar of its own, never run as code. Whether it is positive
    semi-definite nobody knows. Raises ValueError with the place of what is wrong in it.
    """

    name = title = "formula"
    text: str
    positive_semidefinite = False

    def __post_init__(self):
        self.tree  # noqa: B018  a wrong formula is none

    @cached_property
    def tree(self):
        """The formula as nested tuples, see ``grammar``."""
        return tree_of(validation.formula(self.text))

    def _matrix(self, X, Z):
        with np.errstate(all="ignore"):  # what is not finite is told as such
            values = evaluated(self.tree, X[:, None, :], Z[None, :, :])
        return validation.kernel_values(np.broadcast_to(values, (len(X), len(Z), 1))[..., 0], (len(X), len(Z)))

    def typed(self, d):
        return self.text

    def roundings(self, d):
        return size(self.tree) * (d + 2)


def evaluated(tree, x, z):
    """Return the value (n, p, 1) of a tree at x (n, 1, d) and z (1, p, d), or (n, p, d) where it is a vector."""
    operation, *inner = tree
    if operation == "number":
        return np.full((1, 1, 1), inner[0])
    if operation in ("x", "z"):
        vectors = x if operation == "x" else z
        return coordinate(vectors, operation, inner[0]) if inner else vectors
    return OPERATIONS[operation](*(evaluated(part, x, z) for part in inner))


def coordinate(vectors, name, k):
    """Return coordinate k, counted from 1, of vectors (..., d) as (..., 1)."""
    if k > vectors.shape[-1]:
        raise ValueError(f"the formula has {name}{k}, and these points have {vectors.shape[-1]} coordinates")
    return vectors[..., k - 1 : k]


def size(tree):
    """Return the number of operations and names in a tree."""
    return 1 + sum(size(part) for part in tree[1:] if isinstance(part, tuple))
