"""A step knows whether its statement holds and by how much, a checklist the names of its steps."""

import numpy as np
import pytest

from svmlab import kkt
from svmlab.theory.kkt import EXAMPLES, Step


@pytest.mark.parametrize(
    ("left", "relation", "right", "room", "holds"),
    [
        (1.0, "≤", 2.0, 1.0, True),
        (2.0, "≤", 1.0, -1.0, False),
        (2.0, "≥", 1.0, 1.0, True),
        (1.0, "<", 1.0, 0.0, False),
        (2.0, ">", 1.0, 1.0, True),
        (1.0, "=", 1.0, 0.0, True),
        (1.0, "=", 1.5, -0.5, False),
        (1.0, "≥", 1.0 + 1e-12, -1e-12, True),
        (np.inf, "≥", 1.0, np.inf, True),
        (np.inf, "=", np.inf, 0.0, True),
    ],
)
def test_a_step_knows_by_how_much_it_holds(left, relation, right, room, holds):
    step = Step("name", "formula", left, relation, right)
    assert step.room == pytest.approx(room, rel=1e-3)
    assert step.holds is holds
    assert step.residual == max(0.0, -step.room)


def test_an_unknown_example_of_a_step_is_answered_with_the_names():
    conditions = kkt.audit(EXAMPLES["slides 3"]).conditions
    assert conditions["signs"].left == pytest.approx(0.4)
    with pytest.raises(ValueError, match="did you mean 'signs'"):
        conditions["sign"]
