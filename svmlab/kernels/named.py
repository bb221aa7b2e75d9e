"""Kernels by their names, and what is meant by one."""

from svmlab import validation
from svmlab.kernels.given import Callable, Precomputed
from svmlab.kernels.kernel import Kernel
from svmlab.kernels.of_points import OF_POINTS

NAMED = {kind.name: kind for kind in (*OF_POINTS, Precomputed)}


def as_kernel(kernel):
    """Return the kernel that an estimator's ``kernel`` parameter means: a value, a name, or a function f(X, Z)."""
    if isinstance(kernel, Kernel):
        return kernel
    if isinstance(kernel, str):
        return NAMED[validation.one_of("kernel", kernel, tuple(NAMED))]()
    return Callable(validation.function("kernel", kernel))
