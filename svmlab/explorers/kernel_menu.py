"""The kernel menu: the controls of the kernel and its parameters, with a kernel of one's own as an entry."""

from svmlab import kernels
from svmlab.explorers.control import Menu, parameter
from svmlab.explorers.descriptions import kernel_formula
from svmlab.explorers.setting import KernelChoice


class KernelMenu:
    """``kernel`` and a control for each of ``kernels.PARAMETERS``, by name; they begin at a KernelChoice."""

    def __init__(self, choice):
        options = tuple((kind.title, kind.name) for kind in kernels.OF_POINTS)
        self.kernel = Menu("kernel", with_own(options, choice.entry), choice.entry)
        self.of_parameters = {name: parameter(name) for name in kernels.PARAMETERS}
        self.controls = {"kernel": self.kernel, **self.of_parameters}
        for name, value in choice.parameters.items():
            self.of_parameters[name].value = value

    @property
    def choice(self):
        """The KernelChoice that the controls describe."""
        return KernelChoice(self.kernel.value, {name: control.value for name, control in self.of_parameters.items()})

    def take(self, choice):
        """Stand at a KernelChoice; parameters that it does not use stay."""
        self.kernel.options = with_own(self.kernel.options, choice.entry)
        self.kernel.value = choice.entry
        for name in choice.used:
            self.of_parameters[name].value = choice.parameters[name]

    def begin_again(self, choice):
        """Stand where it began, also with what the kernel does not use."""
        self.take(choice)
        for name, value in choice.parameters.items():
            self.of_parameters[name].value = value


def with_own(options, entry):
    """Options of the menu, and a kernel of one's own before them."""
    if isinstance(entry, str) or entry in (value for _, value in options):
        return options
    return ((kernel_formula(entry), entry), *options)
