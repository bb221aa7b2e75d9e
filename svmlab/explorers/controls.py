"""The controls of an explorer: data and kernel menus, C, and the button that sets them to where they began."""

import contextlib

import ipywidgets
import traitlets

from svmlab import validation
from svmlab.explorers.data_menu import DataMenu
from svmlab.explorers.kernel_menu import KernelMenu
from svmlab.explorers.lock import in_turn


class SoftMargin(traitlets.HasTraits):
    """The control of C; the slider itself stands in the page. ``value`` may be ``inf``, the hard margin."""

    value = traitlets.Float(1.0)
    min = traitlets.Float(1e-2)
    max = traitlets.Float(1e3)

    @traitlets.validate("value")
    def _positive(self, proposal):
        return validation.soft_margin(proposal["value"])


class Controls:
    """The controls by name in ``by_name``, laid out in ``panel``; they begin at a Setting.

    keep      names of the controls that stay in a lecture
    changed   called without arguments when a reader has moved one of them
    """

    def __init__(self, setting, names, two_classes, changed):
        self.of_data = DataMenu(names, two_classes, setting.points)
        self.of_kernel = KernelMenu(setting.kernel)
        self.C = SoftMargin(value=setting.C, min=setting.C_range[0], max=setting.C_range[1])
        self.reset = ipywidgets.Button(
            description="reset", tooltip="Back to how this explorer began", layout=ipywidgets.Layout(width="80px")
        )
        self.reset.add_class("svm-reset")
        self.by_name = {**self.of_data.controls, **self.of_kernel.controls, "C": self.C}
        self.keep, self._size, self._held, self._changed = setting.keep, setting.looks.size, False, changed
        row = ipywidgets.Layout(flex_flow="row wrap")
        data_row = ipywidgets.Box([*self.of_data.controls.values()], layout=row)
        kernel_row = ipywidgets.Box([*self.of_kernel.controls.values(), self.reset], layout=row)
        self.panel = ipywidgets.VBox([data_row, kernel_row])
        self.show()
        for name, control in self.by_name.items():
            control.observe(lambda change, name=name: self._on_change(name, change), "value")

    def show(self, size=None):
        """Show what says something of data and kernel; in a lecture, only what stays."""
        self._size = self._size if size is None else size
        large = self._size == "lecture"
        used = self.of_data.used | self.of_kernel.used
        for name in self.by_name.keys() - {"C"}:
            stays = name in used and (not large or name in self.keep)
            self.by_name[name].layout.display = None if stays else "none"
        (self.panel.add_class if large else self.panel.remove_class)("svm-large-panel")

    @contextlib.contextmanager
    def hold(self):
        """Change several controls: they are shown, and nobody is told."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before
            self.show()

    def set(self, values):
        """Set controls by name."""
        with self.hold():
            for name, value in values.items():
                self.by_name[name].value = value
                if name == "data":
                    self.of_data.take_usual_noise()

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
    def _on_change(self, name, change):
        if self._held:
            return
        if change["new"] is None:  # a page may set a menu to nothing; it stays where it was
            with self.hold():
                self.by_name[name].value = change["old"]
            return
        if name == "data":
            with self.hold():
                self.of_data.take_usual_noise()
                for other, value in self.of_data.settings.items():
                    self.by_name[other].value = value
        self.show()
        self._changed()
