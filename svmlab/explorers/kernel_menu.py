"""The kernel menu: the controls of the kernel and its parameters, with a kernel of one's own as an entry."""

import ipywidgets

from svmlab.explorers.control_looks import log_slider, menu_look, set_within_reach, slider_look
from svmlab.explorers.setting import KernelChoice
from svmlab.explorers.words import KERNEL_TITLES, SYMBOLS, kernel_formula


class KernelMenu:
    """The controls ``kernel``, ``sigma``, ``gamma``, ``degree`` and ``coef0``, which begin at a KernelChoice."""

    def __init__(self, choice):
        values = choice.parameters
        options = [(title, name) for name, title in KERNEL_TITLES.items()]
        self.kernel = ipywidgets.Dropdown(
            options=with_own(options, choice.entry), value=choice.entry, description="kernel", **menu_look()
        )
        self.sigma = log_slider(1.0, -1.5, 1.5, "width σ")
        self.gamma = log_slider(1.0, -2, 1, "factor γ")
        self.degree = ipywidgets.IntSlider(3, 1, 10, description="degree", **slider_look())
        self.coef0 = ipywidgets.FloatSlider(1.0, min=-3.0, max=5.0, step=0.1, description="const. r", **slider_look())
        for name, value in values.items():
            set_within_reach(getattr(self, name), value)

    @property
    def controls(self):
        """The controls by name."""
        return {name: getattr(self, name) for name in ("kernel", *SYMBOLS)}

    @property
    def choice(self):
        """The KernelChoice that the controls describe."""
        return KernelChoice(self.kernel.value, {name: getattr(self, name).value for name in SYMBOLS})

    @property
    def used(self):
        """Names of the controls that say something of the kernel at hand."""
        return {"kernel", *self.choice.used}

    def take(self, choice):
        """Stand at a KernelChoice; parameters that it does not use stay."""
        self.kernel.options = with_own(self.kernel.options, choice.entry)
        self.kernel.value = choice.entry
        for name in choice.used:
            set_within_reach(getattr(self, name), choice.parameters[name])

    def begin_again(self, choice):
        """Stand where it began, also with what the kernel does not use."""
        self.take(choice)
        for name, value in choice.parameters.items():
            getattr(self, name).value = value


def with_own(options, entry):
    """Options of the menu, and a kernel of one's own before them."""
    if isinstance(entry, str) or entry in (value for _, value in options):
        return options
    return ((kernel_formula(entry), entry), *options)
