"""The curves of a run: what each of its states has cost and is worth, as arrays and as a table."""

import csv
import io
from dataclasses import dataclass, fields

import numpy as np

MOST_STATES = 400  # of a run that are measured, spread evenly over the logarithm of their number


@dataclass(frozen=True)
class Curves:
    """Of k states of a procedure: ``step``, ``passes``, ``evaluations``, ``dual``, ``primal``, ``gap`` relative to the
    primal objective, and ``violation``, (k,) each."""

    step: np.ndarray
    passes: np.ndarray
    evaluations: np.ndarray
    dual: np.ndarray
    primal: np.ndarray
    gap: np.ndarray
    violation: np.ndarray

    def csv(self):
        """The table as text with commas, a row a state, for a spreadsheet or ``pandas.read_csv``; nan is left empty."""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        names = [field.name for field in fields(self)]
        rows.writerow(names)
        for row in zip(*(getattr(self, name).tolist() for name in names), strict=True):
            rows.writerow(["" if np.isnan(value) else f"{value:.12g}" for value in row])
        return text.getvalue()


def curves(states, most=MOST_STATES):
    """The Curves of states, at most ``most`` of them, the first and the last included."""
    states = list(states)
    if len(states) > most:
        chosen = np.unique(np.geomspace(1, len(states), most).round().astype(int)) - 1
        states = [states[i] for i in chosen]
    sources = {"gap": "relative_gap"}
    names = [field.name for field in fields(Curves)]
    return Curves(
        **{name: np.array([getattr(s, sources.get(name, name)) for s in states], dtype=float) for name in names}
    )
