"""What every scene in the page is: a widget with the table of looks and its options, whose questions Python answers."""

import uuid

import anywidget
import traitlets

from svmlab import style
from svmlab.explorers.lock import in_turn
from svmlab.page import modules


class LiveScene(anywidget.AnyWidget):
    """A scene in the page; kinds of scene have their ES module as ``_esm`` and what they tell the page as traits.

    look      the table of ``style``
    options   {id, size, theme, ...}; the page switches the size
    """

    _css = modules.stylesheet()

    look = traitlets.Dict(style.as_dict()).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)

    def __init__(self, *, options, **state):
        super().__init__(options={"id": uuid.uuid4().hex, **options}, **state)


class AskingScene(LiveScene):
    """A scene whose page asks: ``ask`` is called with every question, and ``say`` answers.

    answer    {turn, page, number, ...}: which question this state answers
    """

    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, ask, **state):
        super().__init__(**state)
        self._turn = 0
        self._ask = ask
        self.on_msg(self._hear)

    @in_turn
    def _hear(self, _, question, buffers):
        self._ask({**question, "bytes": bytes(buffers[0])} if buffers else question)

    def say(self, state, to=None, **told):
        """Set ``state`` (traits by name) and answer the question ``to`` with what is ``told``, all in one message."""
        self._turn += 1
        asked = {"page": to["page"], "number": to["number"]} if to else {"page": None, "number": None}
        with self.hold_sync():
            for name, value in state.items():
                setattr(self, name, value)
            self.answer = {"turn": self._turn, **asked, **told}
