"""What training to a tolerance asks of a machine, and what it begins with: rows in place of a kernel matrix."""

from dataclasses import replace

import numpy as np

from svmlab import kernels
from svmlab.engine.kernel_rows import KernelRows
from svmlab.machines import validation as checks


def program(svm, kernel, X, codes, C, upper):
    """(DualProgram, its KernelRows, centre (d,) or None) of a machine that is to be trained on X with the bounds of
    upper (m,); raise where its loss, C or kernel cannot be trained to a tolerance."""
    checks.trained_to_a_tolerance(svm, kernel, C)
    centre = None if kernel.takes == kernels.STRINGS else X.mean(axis=0)
    rows = KernelRows(kernel, X, centre)
    absorbed = None if centre is None else kernel.absorbed(X, centre)
    roundings = float(kernel.roundings(kernels.width(X)))
    return replace(svm._program(rows, codes, upper, None), absorbed=absorbed, roundings=roundings), rows, centre


def carried(svm, X, y, upper, multipliers):
    """(alpha, b) of the last solution of a machine where it is feasible for the same points with bounds upper (m,), or
    None: all multipliers times the ratio of the bounds, which is the same for all points.

    multipliers (n,): the points of the variables of the new program.
    """
    if not np.array_equal(X, svm.X_fit_) or not np.array_equal(y, svm.y_fit_):
        return None
    solution = svm.solution_
    old = solution.program.upper
    if len(old) != len(multipliers) or svm.tol_ == 0.0 and not solution.program.boxed:
        return None
    new = upper[multipliers]
    ratios = new[old > 0] / old[old > 0]
    if not np.isfinite(ratios).all() or np.ptp(ratios) > 0 or ((old > 0) != (new > 0)).any():
        return None
    return np.minimum(ratios[0] * solution.alpha, new), solution.b
