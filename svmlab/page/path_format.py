"""The regularisation path as it travels to the page, and what happens when a point is left out; see ``wire_format``."""

import numpy as np

from svmlab.engine.certificate import certify
from svmlab.exact.loo import withdraw
from svmlab.exact.straight import linear_pieces
from svmlab.page import wire_format


def packed(path, *, epoch=0):
    """Return a RegularizationPath in the format of ``wire_format.path``."""
    page, outputs = page_variables(path.program), path.program.E.shape[1]
    C, segments = [], []
    for start, free, alpha, slope, bounded, b, b_slope in _pieces(path):
        C.append(start)
        segments.append((page[free], alpha, slope, page[bounded], b.reshape(outputs), b_slope.reshape(outputs)))
    return {**wire_format.path([*C, path.C_max], segments), "epoch": epoch, "certificate": certificate(path)}


def page_variables(program):
    """(n,) what the page calls each variable of a program: point i, or i Q + k."""
    return program.example if program.one_variable_per_point else program.example * program.n_classes + program.tail


def certificate(path):
    """What a path says about itself."""
    text = f"exact path, {len(path.C)} breakpoints, residual {path.residual:.1e}"
    return {"certified": bool(path.residual <= 1e-8), "kkt": float(path.residual), "text": text}


def _pieces(path):
    """Yield (C, free, alpha, slope, bounded, b, slope of b) of pieces on which the intercept is linear, too."""
    _ = path.program.centred  # kept, for every certificate of ``_intercept``
    outside = np.zeros(len(path.program.upper), dtype=bool)
    for segment, end in zip(path.segments, path.C[1:], strict=True):
        outside[list(segment.left)], outside[list(segment.entered)] = False, True
        inside, now = segment.side == 0, outside.copy()
        now[segment.free[segment.side == -1]] = True
        free, alpha, slope = segment.free[inside], segment.alpha[inside], segment.slope[inside]
        bounded = np.flatnonzero(now)
        straight = [(segment.C, segment.b, segment.b_slope)]
        if not segment.tied:
            straight = linear_pieces(lambda at: np.array([_intercept(path, C) for C in at]), segment.C, end)
        for C, b, b_slope in straight:
            yield C, free, alpha + slope * (C - segment.C), slope, bounded, b, b_slope


def _intercept(path, C):
    """b at C by its rule, where it is not unique."""
    return certify(path.program.with_upper(C * path.program.upper), path.dual_at(C)).b


def left_out(svm, result):
    """Return a LeaveOneOut of a machine as it travels.

    scores f8 (m x outputs), margin f8, predicted u2, error, tied, undefined u1: (m,), of each point without it
    """
    flags = {"error": result.errors, "tied": result.ties, "undefined": result.undefined}
    return {
        "scores": wire_format.array(result.scores, "f8"),
        "margin": wire_format.array(result.margin, "f8"),
        "predicted": wire_format.array(np.searchsorted(svm.classes_, result.predictions), "u2"),
        **{name: wire_format.array(values, "u1") for name, values in flags.items()},
    }


def withdrawal(svm, p):
    """Return how the machine changes while point p is withdrawn: t f8 (T,) from 0 to 1, alpha f8 (T x variables of
    the page) and b f8 (T x outputs) at each t, linear in between; certificate, of the machine without it."""
    program = svm.solution_.program
    page = page_variables(program)
    t, alphas, bs = (np.array(column) for column in zip(*withdraw(svm, p), strict=True))
    frames = np.zeros((len(t), svm.alpha_.size))
    frames[:, page] = alphas
    end = certify(program.without(program.example == p), alphas[-1])
    arrays = {"t": t, "alpha": frames, "b": bs}
    packed_arrays = {name: wire_format.array(values, "f8") for name, values in arrays.items()}
    return {**packed_arrays, "certificate": wire_format.certificate(end)}
