"""The scene of points and their machine: what Python tells its page."""

from types import MappingProxyType

import traitlets

from svmlab.explorers.live_scene import AskingScene
from svmlab.explorers.page_errors import for_page
from svmlab.explorers.questions import (
    FIELDS,
    FILE,
    NUMBER,
    NUMBERS,
    SOFT_MARGIN,
    STEPS,
    SWITCH,
    WHOLE,
)
from svmlab.explorers.setting import overlays_to_show
from svmlab.page import modules
from svmlab.page.wire_format import number_to_wire
from svmlab.theory import kkt

WORDS = {f"{code} {place}": text for (code, place), text in kkt.WORDS.items()}  # the cases of a dual variable


class Scene(AskingScene):
    """A plane of points and what a machine makes of it; other scenes of machines have more beside it.

    machine, solution   see ``wire_format``
    left_out            {epoch, C, ...} or {epoch, C, error}, see ``wire_format.left_out``; of a kernel that the page
                        does not know
    answer              {turn, page, number, C, error, note}: which question this state answers
    selected            index of the point the reader has chosen, -1 for none
    draft               {m, X, y}: points that could not be trained, y in the classes of ``editor``; with their
                        plane {limits, aspect, axes, title} where there has been no machine yet; else {}
    filed               {page, token, ...} or {..., error}: what came of a file, see ``upload``
    editor              {classes, undo, redo}: the classes that a point can be given, and whether there is such a step;
                        ``whole``, their names where one is cut
    options             {id, C_min, C_max, hard, size, theme}; the page switches the size
    lines               [[w1, w2, b], ...]: lines w1 x1 + w2 x2 + b = 0 that are drawn beside the machine's
    overlays            names of what is shown beside it; the page switches them
    """

    _esm = modules.joined()
    view_traits = ("overlays", "selected")  # how the machine is looked at; told with each question for a file
    questions = MappingProxyType(
        {
            "hello": {}, "C": {"C": SOFT_MARGIN}, "loo": {"epoch": WHOLE, "C": SOFT_MARGIN},
            "state": {"base": WHOLE, "epoch": WHOLE, "C": SOFT_MARGIN, "doubtful": SWITCH, "X": NUMBERS.or_none,
                      "y": NUMBERS.or_none, "kernel": FIELDS.or_none, "primal": NUMBER.or_none,
                      "dual": NUMBER.or_none},
            "edit": {"epoch": WHOLE, "steps": STEPS},
            "file": {**FILE, "shown": FIELDS.or_none},
        }
    )  # fmt: skip

    words = traitlets.Dict(WORDS).tag(sync=True)
    machine = traitlets.Dict().tag(sync=True)
    solution = traitlets.Dict().tag(sync=True)
    left_out = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    editor = traitlets.Dict().tag(sync=True)
    lines = traitlets.List().tag(sync=True)
    filed = traitlets.Dict().tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    overlays = traitlets.List(traitlets.Unicode()).tag(sync=True)

    @traitlets.validate("overlays")
    def _known_overlays(self, proposal):
        try:
            return list(overlays_to_show(proposal["value"]))
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None

    def say(self, *, C, to=None, error=None, note=None, **state):
        """Set ``state`` (machine, solution, ...) and answer the question ``to``, all in one message."""
        super().say(state, to, C=number_to_wire(C), error=for_page(error), note=note)


def number_from_wire(C):
    """What ``number_to_wire`` has made of it."""
    return float(C)
