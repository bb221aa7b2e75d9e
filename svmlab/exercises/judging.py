"""What the judges of answers share: each raises NotYet with the reason."""

import numbers as kinds

import numpy as np

from svmlab.exercises.exercise import NotYet


def expect(holds, why):
    """Raise NotYet with the reason unless something holds."""
    if not holds:
        raise NotYet(why)


def number(answer):
    """The answer as a finite number."""
    finite = isinstance(answer, kinds.Real) and np.isfinite(answer)
    expect(finite, f"One finite number is asked for, got {answer!r:.60}.")
    return float(answer)


def several(answer, n):
    """The answer as ``n`` finite numbers."""
    array = np.array(answer, dtype=float)
    expect(array.shape == (n,) and np.isfinite(array).all(), f"{n} finite numbers are asked for, got {answer!r:.60}.")
    return array


def machine(answer, kind):
    """The answer, which must be an estimator of a kind."""
    expect(isinstance(answer, kind), f"A {kind.__name__} is asked for, got {answer!r:.60}.")
    return answer


def compare(value, right, *, below, above, known=(), rtol=5e-3):
    """Raise NotYet unless a value is right to ``rtol``.

    known : (value, why) of mistakes that have a name; below, above : what else a value is told that is too small, too
    large.
    """
    for mistake, why in known:
        expect(not np.isclose(value, mistake, rtol=rtol) or np.isclose(value, right, rtol=rtol), why)
    expect(value >= right - rtol * abs(right), below)
    expect(value <= right + rtol * abs(right), above)
