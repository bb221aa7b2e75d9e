"""The widget behind a live scene: state for the page, numbered answers to its questions."""

import uuid

import anywidget
import numpy as np
import traitlets

from svmlab import style
from svmlab.explorers.lock import in_turn
from svmlab.explorers.page_errors import for_page
from svmlab.page import modules
from svmlab.theory import kkt

WORDS = {f"{code} {place}": text for (code, place), text in kkt.WORDS.items()}  # the cases of a dual variable


class Scene(anywidget.AnyWidget):
    """A scene in the page. ``say`` hands it a new state; ``ask`` is called with every question of the page.

    machine, solution   see ``wire_format``
    path                the solution for every C, as ``wire_format.path``, of the machine of the same epoch, or
                        {epoch, error}
    left_out            {epoch, C, ...} or {epoch, C, error}, see ``path_format.left_out``
    withdrawal          {epoch, C, point, ...} or {..., error}, see ``path_format.withdrawal``
    answer              {turn, page, number, C, error, note}: which question this state answers
    selected            index of the point the reader has chosen, -1 for none
    draft               {m, X, y}: points that could not be trained, y in the classes of ``editor``; else {}
    filed               {page, token, ...} or {..., error}: what came of a file, see ``upload``
    editor              {classes, undo, redo}: the classes that a point can be given, and whether there is such a step
    options             {id, C_min, C_max, hard, size, theme}; the page switches the size
    lines               [[w1, w2, b], ...]: lines w1 x1 + w2 x2 + b = 0 that are drawn beside the machine's
    """

    _esm = modules.joined()
    _css = modules.stylesheet()

    look = traitlets.Dict(style.as_dict()).tag(sync=True)
    words = traitlets.Dict(WORDS).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    machine = traitlets.Dict().tag(sync=True)
    solution = traitlets.Dict().tag(sync=True)
    path = traitlets.Dict().tag(sync=True)
    left_out = traitlets.Dict().tag(sync=True)
    withdrawal = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    editor = traitlets.Dict().tag(sync=True)
    lines = traitlets.List().tag(sync=True)
    filed = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)

    def __init__(self, ask, **options):
        super().__init__(options={"id": uuid.uuid4().hex, **options})
        self._turn = 0
        self._ask = ask
        self.on_msg(self._hear)

    @in_turn
    def _hear(self, _, question, buffers):
        self._ask({**question, "bytes": bytes(buffers[0])} if buffers else question)

    def say(self, *, C, to=None, error=None, note=None, **state):
        """Set ``state`` (machine, solution, ...) and answer the question ``to``, all in one message."""
        self._turn += 1
        asked = {"page": to["page"], "number": to["number"]} if to else {"page": None, "number": None}
        with self.hold_sync():
            for name, value in state.items():
                setattr(self, name, value)
            self.answer = {
                "turn": self._turn, **asked, "C": number_to_wire(C), "error": for_page(error), "note": note,
            }  # fmt: skip


def number_to_wire(C):
    """JSON has no infinity."""
    return "inf" if np.isinf(C) else float(C)


def number_from_wire(C):
    return float(C)
