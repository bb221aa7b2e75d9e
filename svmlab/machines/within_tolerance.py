"""What training to a tolerance asks of a machine, and what it begins with: rows in place of a kernel matrix."""

from dataclasses import replace

import numpy as np

from svmlab import kernels
from svmlab.engine.kernel_rows import KernelRows
from svmlab.engine.primal import Points
from svmlab.machines import validation as checks


def program(svm, kernel, X, codes, C, upper):
    """(DualProgram, its KernelRows, centre (d,) or None) of a machine that is to be trained on X with the bounds of
    upper (m,); raise where its loss, C or kernel cannot be trained to a tolerance."""
    checks.trained_to_a_tolerance(svm.tol, svm.loss_to_train, kernel, C)
    centre = None if kernel.takes == kernels.STRINGS else X.mean(axis=0)
    rows = KernelRows(kernel, X, centre)
    absorbed = None if centre is None else kernel.absorbed(X, centre)
    roundings = float(kernel.roundings(kernels.width(X)))
    points = Points(X, centre) if isinstance(kernel, kernels.Linear) else None
    plain = svm._program(rows, codes, upper, None)
    return replace(plain, absorbed=absorbed, roundings=roundings, points=points), rows, centre


def carried(svm, X, y, program):
    """(alpha, b) of the last solution of a machine for a program of the same points, or None: its multipliers times the
    ratio of the bounds, where that is the same for all, so that they are feasible."""
    old = svm.solution_.program
    if not (np.array_equal(X, svm.X_fit_) and np.array_equal(y, svm.y_fit_) and type(old) is type(program)):
        return None
    counts = program.upper > 0
    if not np.array_equal(counts, old.upper > 0):
        return None
    ratios = program.upper[counts] / old.upper[counts]
    if ratios.min() < ratios.max() * (1.0 - 1e-12) or not ratios.min() > 0:
        return None
    return np.minimum(ratios[0] * svm.solution_.alpha, program.upper), svm.solution_.b_relative
