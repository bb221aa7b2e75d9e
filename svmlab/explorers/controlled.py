"""The controls of data and kernel in the page: what its scene is told of them, and what a reader sets there."""

from types import MappingProxyType

import traitlets

from svmlab.explorers import validation as checks
from svmlab.explorers.lock import in_turn
from svmlab.explorers.machine_scene import Scene, number_from_wire
from svmlab.explorers.questions import FIELDS
from svmlab.explorers.setting import controls_to_keep, overlays_to_show
from svmlab.kernels import PARAMETERS
from svmlab.page.wire_format import number_to_wire


class ControlledScene(Scene):
    """The scene of points and their machine with the controls of data and kernel; ``stand()`` tells where they are.

    menus      what they offer, see ``menus.menus``
    controls   {values, keep, own, kernels}: where they stand, see ``Controls.as_dict``
    C, and the parameters of kernels by name: the same as plain numbers, for hosts that read and set traits
    """

    questions = MappingProxyType({**Scene.questions, "set": {"values": FIELDS}, "reset": {}})

    menus = traitlets.Dict().tag(sync=True)
    controls = traitlets.Dict().tag(sync=True)
    C = traitlets.Float().tag(
        sync=True, to_json=lambda C, _: number_to_wire(C), from_json=lambda C, _: number_from_wire(C)
    )
    sigma = traitlets.Float().tag(sync=True)
    gamma = traitlets.Float().tag(sync=True)
    degree = traitlets.Int().tag(sync=True)
    coef0 = traitlets.Float().tag(sync=True)

    def __init__(self, ask, stand, **state):
        self._stand = stand
        super().__init__(ask, **self._standing(), **state)

    def _standing(self):
        """Where the controls stand, as traits."""
        controls = self._stand()
        return {"controls": controls, **{name: controls["values"][name] for name in PARAMETERS}}

    def say(self, *, C, **told):
        """Set state and answer, as other scenes of machines do, and tell where the controls stand by now."""
        with self.hold_sync():
            self.C = C
            super().say(C=C, **self._standing(), **told)


class Controlled:
    """An explorer with controls, which its page and a program set, several at once, and back to where they began."""

    @property
    def controls(self):
        """The controls by name."""
        return self._controls.by_name

    @property
    def keep(self):
        """Names of the controls that stay in a lecture."""
        return self._controls.keep

    @keep.setter
    def keep(self, names):
        self._controls.keep = controls_to_keep(names)
        self.scene.controls = self._controls.as_dict()

    @property
    def overlays(self):
        """Names of what is shown in the plane beside the machine."""
        return tuple(self.scene.overlays)

    @overlays.setter
    def overlays(self, names):
        self.scene.overlays = list(overlays_to_show(names))

    @in_turn
    def set(self, **values):
        """Set several controls at once: ``explorer.set(kernel="linear", C=10)``."""
        checks.arguments("set", values, self.controls)
        self._controls.set(values)
        self.update()

    def _follow_traits(self):
        """Stand where a host sets the traits of the scene that are controls."""
        self.scene.observe(self._on_trait, ["C", *PARAMETERS])

    def _on_trait(self, change):
        name, value = change["name"], change["new"]
        if self.controls[name].value == value:
            return
        try:
            self.set(**{name: value})
        except ValueError:
            setattr(self.scene, name, self.controls[name].value)
            raise

    # The page asks.

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
