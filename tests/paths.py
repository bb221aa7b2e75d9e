"""Paths as the page's engine writes them, made by Python for the tests that read them; and the page's variables.

C             (P + 1,) breakpoints; segment p is [C_p, C_{p+1}]; the last may be infinite
ptr           (P + 1,); index, alpha, slope: free variables of segment p are the entries ptr[p]..ptr[p+1],
              alpha + slope (C - C_p)
toggle_ptr    (P + 1,); toggle: variables that enter or leave the upper bound as segment p begins, for p = 0 all
              that are bounded; bounded variables are C times weight, all others 0
b, b_slope    (P x outputs)
"""

import numpy as np

from svmlab.page import wire_format


def path(C, segments):
    """Return a path; ``C`` are the P + 1 breakpoints, ``segments`` P tuples
    (free variables, their alpha, their slope, bounded variables, b, slope of b) at the start of each."""
    index, alpha, slope, bounded, b, b_slope = zip(*segments, strict=True)
    toggles = _toggles(bounded)
    return {
        "C": wire_format.array(C, "f8"),
        "ptr": wire_format.array(_starts(index), "i4"),
        "index": wire_format.array(np.concatenate(index), "i4"),
        "alpha": wire_format.array(np.concatenate(alpha), "f8"),
        "slope": wire_format.array(np.concatenate(slope), "f8"),
        "toggle_ptr": wire_format.array(_starts(toggles), "i4"),
        "toggle": wire_format.array(np.concatenate(toggles), "i4"),
        "b": wire_format.array(np.stack(b), "f8"),
        "b_slope": wire_format.array(np.stack(b_slope), "f8"),
    }


def _starts(lists):
    return np.concatenate([[0], np.cumsum([len(values) for values in lists])])


def _toggles(bounded):
    before = np.zeros(0, dtype=int)
    toggles = []
    for now in bounded:
        toggles.append(np.setxor1d(before, now))
        before = np.asarray(now, dtype=int)
    return toggles


def page_variables(program):
    """(n,) what the page calls each variable of a program: point i, or i Q + k."""
    return program.example if program.one_variable_per_point else program.example * program.n_classes + program.tail


def machine_of(svm):
    """A fitted machine as it travels."""
    limits = wire_format.limits(svm.X_fit_, 1.2)
    names = wire_format.class_names(svm.classes_)
    return wire_format.machine(
        svm.X_fit_, svm.codes_, svm.kernel_, names, outputs=wire_format.outputs(svm), limits=limits, aspect=1.2
    )
