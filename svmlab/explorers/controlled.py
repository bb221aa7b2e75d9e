"""The controls of data and kernel in the page: what its scene is told of them, and what a reader sets there."""

from types import MappingProxyType

import traitlets

from svmlab.explorers import validation as checks
from svmlab.explorers.machine_scene import Scene
from svmlab.explorers.questions import FIELDS


class ControlledScene(Scene):
    """The scene of points and their machine with the controls of data and kernel; ``stand()`` tells where they are.

    menus      what they offer, see ``menus.menus``
    controls   {values, keep, own, kernels}: where they stand, see ``Controls.as_dict``
    """

    questions = MappingProxyType({**Scene.questions, "set": {"values": FIELDS}, "reset": {}})

    menus = traitlets.Dict().tag(sync=True)
    controls = traitlets.Dict().tag(sync=True)

    def __init__(self, ask, stand, **state):
        self._stand = stand
        super().__init__(ask, controls=stand(), **state)

    def say(self, **told):
        """Set state and answer, as other scenes of machines do, and tell where the controls stand by now."""
        super().say(controls=self._stand(), **told)


class Controlled:
    """An explorer whose page sets its controls, several at once, and sets them back to where they began."""

    def _ask(self, question):
        answers = {"set": self._ask_set, "reset": self._ask_reset}
        answers.get(question["type"], super()._ask)(question)

    def _ask_set(self, question):
        values = self._controls.from_page(question["values"])
        checks.arguments("set", values, self.controls)
        self._controls.set(values)
        self.update(to=question)

    def _ask_reset(self, question):
        self._begin_again(to=question)
