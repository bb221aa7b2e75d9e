"""Statements about numbers, checked: a ``Step`` is one, a ``Checklist`` several in order; how they are printed.

The conditions of an optimum are audited with them, and the proofs of the lemmas.
"""

from dataclasses import dataclass
from html import escape

import numpy as np

from svmlab import validation
from svmlab.engine.certificate import CERTIFIED


@dataclass(frozen=True)
class Step:
    """One statement ``left relation right`` about numbers, checked: a condition, or a step of a proof.

    name : what it is called; formula : what it says, in the notation of the source; source : where, with equation
    left, right : the numbers; relation : "=", "≤", "≥", "<" or ">"
    scale : size of what was subtracted to get them, where that is more than their own; rounding is measured by it
    note : in words, what the reader should see here
    """

    name: str
    formula: str
    left: float
    relation: str
    right: float
    source: str = ""
    scale: float = 0.0
    note: str = ""

    @property
    def room(self):
        """By how much the statement holds; negative, by how much it fails; for an equality minus the difference."""
        difference = self.right - self.left
        if self.relation == "=":
            return 0.0 if self.left == self.right else -abs(difference)
        return difference if self.relation in "≤<" else -difference

    @property
    def residual(self):
        """What is missing for the statement to hold, 0 where it does."""
        return max(0.0, -self.room)

    @property
    def holds(self):
        """Whether the statement is true, up to rounding; for < and > strictly."""
        if self.relation in "<>":
            return bool(self.room > 0)
        size = max(self.scale, abs(self.left) if np.isfinite(self.left) else 0.0, abs(self.right))
        return bool(self.room >= -CERTIFIED * size)

    def __repr__(self):
        text = f"{self.formula}: {number(self.left)} {self.relation} {number(self.right)}"
        return f"{text}, {'holds' if self.holds else 'FAILS'} (room {number(self.room, 3)})"


@dataclass(frozen=True, repr=False)
class Checklist:
    """Steps in order, under a title; an index is a position or the name of a step."""

    title: str
    steps: tuple
    source: str = ""

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, which):
        if not isinstance(which, str):
            return self.steps[which]
        names = [step.name for step in self.steps]
        return self.steps[names.index(validation.known("step", which, names))]

    @property
    def holds(self):
        """Whether every step holds."""
        return all(step.holds for step in self.steps)

    @property
    def failed(self):
        """Names of the steps that fail."""
        return [step.name for step in self.steps if not step.holds]

    @property
    def table(self):
        """(header, rows) of text, for a terminal and for a notebook."""
        rows = [
            (
                step.name,
                step.formula,
                f"{number(step.left)} {step.relation} {number(step.right)}",
                number(step.room, 3),
                "holds" if step.holds else "FAILS",
                "; ".join(filter(None, (step.source, step.note))),
            )
            for step in self.steps
        ]
        return ("step", "formula", "numbers", "room", "", "source"), rows

    @property
    def heading(self):
        return f"{self.title} ({self.source})" if self.source else self.title

    def __repr__(self):
        return f"{self.heading}\n{text_table(*self.table)}"

    def _repr_html_(self):
        return f"<p><b>{escape(self.heading)}</b></p>{html_table(*self.table)}"


class Audited:
    """What both audits say of their Checklist ``conditions``."""

    @property
    def holds(self):
        return self.conditions.holds

    @property
    def failed(self):
        return self.conditions.failed


def number(value, digits=6):
    """A number as text: 6 significant digits, rounding to 0 what is smaller than a double's rounding of 1."""
    value = float(value)
    if abs(value) < 5e-15:
        return "0"
    return f"{value:.{digits}g}".replace("-", "−").replace("inf", "∞")


def vector(values, digits=6):
    """Numbers as a tuple in text."""
    return "(" + ", ".join(number(value, digits) for value in values) + ")"


def text_table(header, rows):
    """Rows of text in columns, for a terminal."""
    widths = [max(len(row[j]) for row in [header, *rows]) for j in range(len(header))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [header, *rows]]
    return "\n".join("  " + line.rstrip() for line in lines)


def html_table(header, rows):
    """The same for a notebook; a row with a cell that says FAILS is set in bold."""
    left = ' style="text-align: left"'
    head = "".join(f"<th{left}>{escape(cell)}</th>" for cell in header)
    body = ""
    for row in rows:
        tag = ("<b>", "</b>") if "FAILS" in row else ("", "")
        body += "<tr>" + "".join(f"<td{left}>{tag[0]}{escape(cell)}{tag[1]}</td>" for cell in row) + "</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
