"""What an exercise is, and what a judge may say of an answer to it."""

from collections.abc import Callable
from typing import Any, NamedTuple

KINDS = ("check", "transfer", "open")


class NotYet(Exception):
    """An answer that is not right; its text says what is wrong with it, and is all that a notebook shows of it."""

    def _render_traceback_(self):  # IPython asks for it
        return [str(self)]


class Exercise(NamedTuple):
    """An exercise of a notebook, whose question and hints stand there.

    name : "01.2", the second of notebook 01. kind : one of KINDS, the first asks for what was said, the last has many
    right answers. wants : what is to be put in the place of None. solution : a right answer as Python text. why : why
    it is right, in Markdown. judge : says in words what is good about an answer, or raises NotYet.
    """

    name: str
    kind: str
    wants: str
    solution: str
    why: str
    judge: Callable[[Any], str]


class Sheet(list):
    """The exercises of a notebook in order; each is the judge below ``@sheet.exercise(...)``."""

    def __init__(self, notebook):
        super().__init__()
        self.notebook = notebook

    def exercise(self, kind, wants, solution, why):
        def add(judge):
            self.append(Exercise(f"{self.notebook[:2]}.{len(self) + 1}", kind, wants, solution, why, judge))
            return judge

        return add
