"""Exercises of 11_which_machine: who finds the most probable class, the same C, a tie with a lead."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several
from svmlab.selection import comparison

SHEET = Sheet("11_which_machine")


def finds(machine, p):
    """Whether the machine's largest score is that of the most probable class alone."""
    scores = comparison.conditional_scores(machine, p)
    return bool(scores.argmax() == np.argmax(p) and np.sort(scores)[-1] - np.sort(scores)[-2] > 1e-6)


@SHEET.exercise(
    "check",
    "a list of names, such as those of comparison.MACHINES",
    '["lee-lin-wahba", "msvm2"]',
    "Nobody has the majority, so that Crammer and Singer ask for nothing; the second class has more than a third, "
    "and Weston and "
    "Watkins tie it with the first.",
)
def who_finds(answer):
    p = (0.38, 0.36, 0.26)
    unknown = set(answer) - set(comparison.MACHINES)
    expect(not unknown, f"The names are {', '.join(comparison.MACHINES)}; got {', '.join(map(repr, sorted(unknown)))}.")
    for machine in comparison.MACHINES:
        found, label = finds(machine, p), comparison.LABELS[machine]
        expect(found or machine not in answer, f"{label} has no single largest score there.")
        expect(not found or machine in answer, f"{label} finds it, too.")
    return "The two that are Fisher consistent."


@SHEET.exercise(
    "transfer",
    "a number",
    "0.25",
    "`lee-lin-wahba` at $C = 1$ is `BiclassSVM(1/2)`, `weston-watkins` at $C'$ is `BiclassSVM(2C')`: $2C' = \\frac12$.",
)
def the_same_demand(answer):
    compare(number(answer), 0.25, below="Larger.", above="Smaller.", known=[
        (4, "The other way about: which of the two asks for more at the same C?"),
        (0.5, "That is the C of BiclassSVM; Weston and Watkins have half of that."),
        (1, "The same number is not the same demand: section 2."),
    ])  # fmt: skip
    return "A factor of four at two classes; compare machines each at its own best C."


@SHEET.exercise(
    "open",
    "four probabilities",
    "(0.49, 0.26, 0.125, 0.125)",
    "Hardly less than a majority, 0.23 ahead, and still a tie. With `(0.46, 0.18, 0.18, 0.18)` nobody is second, and "
    "the first "
    "class wins alone.",
)
def tie_with_a_lead(answer):
    p = several(answer, 4)
    expect((p >= 0).all() and np.isclose(p.sum(), 1), f"Probabilities sum to 1; these sum to {p.sum():.4g}.")
    ahead = np.sort(p)[-1] - np.sort(p)[-2]
    expect(ahead >= 0.2 - 1e-9, f"The first is {ahead:.2f} ahead, and 0.2 are asked for.")
    scores = np.sort(comparison.conditional_scores("weston-watkins", p))
    lead = scores[-1] - scores[-2]
    why = "it has the majority" if p.max() > 0.5 else "the second fades among the others"
    expect(lead < 1e-6, f"The score of the first is {lead:.2f} ahead, no tie: {why}.")
    return f"The first is {ahead:.2f} ahead, and the scores are equal."
