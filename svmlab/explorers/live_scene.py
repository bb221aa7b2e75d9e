"""What every scene in the page is: a widget with the table of looks and its options, whose questions Python answers."""

import uuid
from types import MappingProxyType

import anywidget
import traitlets

from svmlab import style
from svmlab.explorers import questions
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text, for_page
from svmlab.page import modules, wire_format


class LiveScene(anywidget.AnyWidget):
    """A scene in the page; kinds of scene have their ES module as ``_esm`` and what they tell the page as traits.

    look      the table of ``style``
    options   {id, size, theme, ...}; the page switches the size
    probe     bytes by which the page sees whether its host lets any through
    as_text   set by the page where it does not: numbers travel as text from then on
    """

    _css = modules.stylesheet()

    look = traitlets.Dict(style.as_dict()).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    probe = traitlets.Dict(wire_format.array([1], "u1")).tag(sync=True)
    as_text = traitlets.Bool(False).tag(sync=True)

    def __init__(self, *, options, **state):
        options = {"id": uuid.uuid4().hex, **options}
        self._option_names = frozenset(options)
        super().__init__(options=options, **state)

    @traitlets.validate("options")
    def _of_known_looks(self, proposal):
        options = proposal["value"]
        try:
            Looks(options["size"], options["theme"])
        except (KeyError, ValueError) as error:
            raise traitlets.TraitError(f"the options of a scene must have its looks ({error})") from None
        if options.keys() != self._option_names:
            raise traitlets.TraitError(f"the options of a scene must be {', '.join(sorted(self._option_names))}")
        return options

    def get_state(self, key=None, drop_defaults=False):
        """Return what travels to the page, of these traits or of all; as text where the host drops bytes."""
        state = super().get_state(key, drop_defaults)
        return wire_format.as_text(state) if self.as_text else state

    @traitlets.observe("as_text")
    def _send_once_more(self, _):
        self.send_state([name for name in self.keys if not name.startswith("_")])

    @in_turn
    def set_state(self, sync_data):
        """Take what the page sets; where that cannot be, the page gets back what stands here."""
        try:
            super().set_state(sync_data)
        except (TypeError, ValueError, traitlets.TraitError):
            self.send_state([name for name in sync_data if name in self.keys])


class AskingScene(LiveScene):
    """A scene whose page asks: ``ask`` is called with every question, and ``say`` answers.

    answer    {turn, page, number, ...}: which question this state answers; where it is none of ``questions``, or
              ``ask`` fails, the last answer with why as ``error``
    heard     turn of the last answer by which a page has moved Python; the page sets it once nothing is outstanding, so
              that hosts which follow what pages set (marimo) run what depends on the scene, and find it up to date
    """

    questions = MappingProxyType({"hello": {}})  # {type: {name: questions.Field}} of what the page may ask

    answer = traitlets.Dict().tag(sync=True)
    heard = traitlets.Int(0).tag(sync=True)

    def __init__(self, ask, **state):
        super().__init__(**state)
        self._turn = 0
        self._ask = ask
        self.on_msg(self._hear)

    @in_turn
    def _hear(self, _, question, buffers):
        try:
            questions.check(question, self.questions)
            self._ask({**question, "bytes": bytes(buffers[0])} if buffers else question)
        except Exception as error:  # whatever it is, the page is told, not the log
            self._turn += 1
            asked, said = questions.asked(question), for_page(error_text(error))
            self.answer = {**self.answer, "turn": self._turn, **asked, "error": said}

    def say(self, state, to=None, **told):
        """Set ``state`` (traits by name) and answer the question ``to`` with what is ``told``, all in one message."""
        self._turn += 1
        with self.hold_sync():
            for name, value in state.items():
                setattr(self, name, value)
            self.answer = {"turn": self._turn, **questions.asked(to), **told}
