"""Machines along C where the kernel matrix has small rank (``engine.thin``).

``certify`` measures each with the whole kernel matrix, and each C starts from the primal solution of the last.
"""

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, scaled_program, solver, thin
from svmlab.exact import path
from svmlab.exact import validation as checks

TOGETHER = 5  # values of C whose machines are certified together
SHORT = 200  # points below which the path is as fast


def solutions_along(svm, C_grid):
    """Yield a trained, certified machine for each C of an increasing grid.

    The machines of ``path.solutions_along``, which is called where the kernel matrix is not thin.
    """
    svm = validation.fitted(svm)
    checks.straight_path(svm)
    C_grid = validation.increasing_grid("C_grid", C_grid)
    program = svm.solution_.program
    program = program.with_weights(svm.sample_weight_)
    scaling = scaled_program.ScaledProgram(program) if len(program.K) >= SHORT else None
    thinner = None if scaling is None else thin.thin(scaling.scaled)
    if thinner is None:
        yield from path.solutions_along(svm, C_grid)
        return
    scaling.scaled = thinner
    problem, v = thin.begin(thinner, thinner.factor)
    for i in range(0, len(C_grid), TOGETHER):
        some, alphas = C_grid[i : i + TOGETHER], []
        for C in some:
            v, alpha = _solve(problem, scaling.at(program.with_upper(C * program.upper)), v)
            alphas.append(np.zeros(len(program.upper)) if alpha is None else alpha)  # which is not certified
        for model in path.machines_at(svm, program, some, alphas):
            if not model.solution_.certified:
                alpha = solver.solve(program.with_upper(model.C * program.upper)).alpha
                model = path.machine_at(svm, program, model.C, alpha)
            yield model


def begin(machine, X, y):
    """Return ``machine`` on X, y with every multiplier at zero, not trained: where ``solutions_along`` may begin.

    The machines along C are the same as from a trained one; this saves the training.
    """
    return machine.at_zero(X, y)


def _solve(problem, scaling, v):
    """(primal solution, multipliers (n,) of the original program or None) from the primal of a similar program."""
    try:
        v, active = thin.near(problem, scaling.scaled, v)
        active.settle()
    except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError):
        return v, None
    return v, scaling.alpha(active, scaled_program.ON_A_BOUND)
