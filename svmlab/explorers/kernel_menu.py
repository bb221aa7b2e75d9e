"""The kernel menu: the controls of the kernel and its parameters, with a kernel of one's own as an entry."""

import ipywidgets

from svmlab import kernels
from svmlab.explorers.control_looks import log_slider, menu_look, set_within_reach, slider_look
from svmlab.explorers.descriptions import kernel_formula
from svmlab.explorers.setting import KernelChoice


class KernelMenu:
    """``kernel`` and a slider for each of ``kernels.PARAMETERS``, by name; they begin at a KernelChoice."""

    def __init__(self, choice):
        options = [(kind.title, kind.name) for kind in kernels.OF_POINTS]
        self.kernel = ipywidgets.Dropdown(
            options=with_own(options, choice.entry), value=choice.entry, description="kernel", **menu_look()
        )
        self.sliders = {name: slider(parameter) for name, parameter in kernels.PARAMETERS.items()}
        self.controls = {"kernel": self.kernel, **self.sliders}
        for name, value in choice.parameters.items():
            set_within_reach(self.sliders[name], value)

    @property
    def choice(self):
        """The KernelChoice that the controls describe."""
        return KernelChoice(self.kernel.value, {name: slider.value for name, slider in self.sliders.items()})

    @property
    def used(self):
        """Names of the controls that say something of the kernel at hand."""
        return {"kernel", *self.choice.used}

    def take(self, choice):
        """Stand at a KernelChoice; parameters that it does not use stay."""
        self.kernel.options = with_own(self.kernel.options, choice.entry)
        self.kernel.value = choice.entry
        for name in choice.used:
            set_within_reach(self.sliders[name], choice.parameters[name])

    def begin_again(self, choice):
        """Stand where it began, also with what the kernel does not use."""
        self.take(choice)
        for name, value in choice.parameters.items():
            self.sliders[name].value = value


def slider(parameter):
    """The slider of a ``kernels.Parameter``, where that usually begins."""
    _, label, usual, low, high, step = parameter
    if step is None:
        return log_slider(usual, low, high, label)
    kind = ipywidgets.IntSlider if isinstance(step, int) else ipywidgets.FloatSlider
    return kind(usual, min=low, max=high, step=step, description=label, **slider_look())


def with_own(options, entry):
    """Options of the menu, and a kernel of one's own before them."""
    if isinstance(entry, str) or entry in (value for _, value in options):
        return options
    return ((kernel_formula(entry), entry), *options)
