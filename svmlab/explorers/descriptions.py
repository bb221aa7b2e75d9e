"""Kernels, machines and numbers in words."""

import numpy as np

from svmlab import kernels
from svmlab.theory import kkt


def kernel_label(kernel):
    """Return a kernel in words: "Gaussian kernel, σ = 1", "kernel 2 · Gaussian (σ = 1) + linear"."""
    if type(kernel) not in kernels.OF_POINTS:
        return f"kernel {kernel_formula(kernel)}"
    return ", ".join([f"{kernel.title} kernel", *parameter_texts(kernel)])


def kernel_formula(kernel):
    """Return a composed kernel as a formula of the named ones."""
    match kernel:
        case kernels.Sum(left, right):
            return f"{kernel_formula(left)} + {kernel_formula(right)}"
        case kernels.Product(left, right):
            return f"{factor_formula(left)} · {factor_formula(right)}"
        case kernels.Scaled(inner, factor):
            return f"{factor:.3g} · {factor_formula(inner)}"
        case kernels.Formula(text):
            return text
        case kernels.Callable(function):
            return getattr(function, "__name__", "of one's own")
    if type(kernel) not in kernels.OF_POINTS:
        return repr(kernel)
    values = ", ".join(parameter_texts(kernel))
    return kernel.title + (f" ({values})" if values else "")


def factor_formula(kernel):
    formula = kernel_formula(kernel)
    return f"({formula})" if isinstance(kernel, kernels.Sum | kernels.Formula) else formula


def parameter_texts(kernel):
    symbols = {name: parameter.symbol for name, parameter in kernels.PARAMETERS.items()}
    return [f"{symbols[name]} = {number_text(value)}" for name, value in kernels.parameters(kernel).items()]


def number_text(value):
    return f"{value:.3g}".replace("-", "−")


def machine_text(svm):
    """Return a machine in words."""
    cases = kkt.cases(svm)
    free, bounded = (int((cases.point == case).sum()) for case in (kkt.FREE, kkt.BOUNDED))
    return (
        f"{len(svm.classes_)} classes, {len(svm.X_fit_)} points, {kernel_label(svm.kernel_)}, C = {svm.C_:g}: "
        f"{free} free and {bounded} bounded support vectors, {int(cases.misclassified.sum())} training errors; "
        f"{svm.solution_.status}."
    )


def intercept_note(svm):
    """Say where the intercept is not unique."""
    interval = np.asarray(svm.intercept_interval_)
    low, high = interval[..., 0], interval[..., 1]
    if not np.any(high - low > 1e-9 * np.maximum(1.0, np.abs(high))):
        return None
    if interval.ndim == 1:
        return (
            f"No support vector is free: every b from {number_text(low)} to {number_text(high)} is optimal; "
            "drawn is the middle."
        )
    return "The intercepts are not unique here: the picture shows one optimal choice, in the middle of their range."
