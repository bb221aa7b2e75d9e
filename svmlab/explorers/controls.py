"""The controls of an explorer: what data and kernel menus say, C, and what the page is told of them."""

import contextlib
import math

from svmlab.explorers import menus
from svmlab.explorers.control import SoftMargin
from svmlab.explorers.data_menu import DataMenu
from svmlab.explorers.kernel_menu import KernelMenu
from svmlab.explorers.lock import in_turn


class Controls:
    """The controls by name in ``by_name``; they begin at a Setting.

    keep      names of the controls that stay in a lecture
    changed   called without arguments when one of them has been given another value
    """

    def __init__(self, setting, names, two_classes, changed):
        self.of_data = DataMenu(names, two_classes, setting.points)
        self.of_kernel = KernelMenu(setting.kernel)
        self.C = SoftMargin(value=setting.C, min=setting.C_range[0], max=setting.C_range[1])
        self.by_name = {**self.of_data.controls, **self.of_kernel.controls, "C": self.C}
        self.keep, self._held, self._changed = setting.keep, False, changed
        for name, control in self.by_name.items():
            control.observe(lambda change, name=name: self._on_change(name), "value")

    @contextlib.contextmanager
    def hold(self):
        """Change several controls, and nobody is told."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before

    def set(self, values):
        """Set controls by name; where one of them cannot stand at its value, all stay where they were."""
        before = {name: control.value for name, control in self.by_name.items()}
        with self.hold():
            try:
                self._set(values)
            except Exception:
                self._set(before)
                raise

    def _set(self, values):
        if "data" in values:  # first, for it brings its usual noise
            self.of_data.data.value = values["data"]
            self.of_data.take_usual_noise()
        for name, value in values.items():
            self.by_name[name].value = value

    def take(self, setting):
        """Stand at what a setting says beside its points."""
        self.keep = setting.keep
        with self.hold():
            self.of_kernel.take(setting.kernel)
            self.C.min, self.C.max = setting.C_range
            self.C.value = setting.C

    def take_points(self, points):
        """Stand at these points."""
        with self.hold():
            self.of_data.take(points)

    def begin_again(self, setting):
        """Stand at the points, kernel and C where it began."""
        with self.hold():
            self.of_data.begin_again(setting.points)
            self.of_kernel.begin_again(setting.kernel)
            self.C.value = setting.C

    @in_turn
    def _on_change(self, name):
        if self._held:
            return
        if name == "data":
            with self.hold():
                self.of_data.take_usual_noise()
                for other, value in self.of_data.settings.items():
                    self.by_name[other].value = value
        self._changed()

    # The page.

    def as_dict(self):
        """Where the controls stand: {values, keep, own, kernels}.

        ``own`` says whether there are points of one's own, ``kernels`` are those of one's own, [[name, title], ...].
        """
        names = self._own_kernels()
        values = {name: control.value for name, control in self.by_name.items() if name != "C"}
        values["kernel"] = names.get(values["kernel"], values["kernel"])
        own = [[names[entry], title] for title, entry in self.of_kernel.kernel.options if entry in names]
        return {"values": values, "keep": list(self.keep), "own": self.of_data.own is not None, "kernels": own}

    def from_page(self, values):
        """Return the values that the page tells by name, where JSON has neither kernels of one's own nor infinity."""
        own = {name: entry for entry, name in self._own_kernels().items()}
        told = {"kernel": lambda name: own.get(name, name), "C": lambda C: math.inf if C == "inf" else C}
        return {name: told[name](value) if name in told else value for name, value in values.items()}

    def _own_kernels(self):
        """{kernel of one's own: its name in the page}, which it keeps when others come before it in the menu."""
        own = [entry for _, entry in self.of_kernel.kernel.options if not isinstance(entry, str)]
        return {entry: menus.own_kernel(k) for k, entry in enumerate(reversed(own))}
