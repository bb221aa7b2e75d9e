"""A control as Python sees it: a value that is checked and can be observed; what it looks like is the page's."""

import traitlets

from svmlab import kernels, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.setting import RANGES


class Control(traitlets.HasTraits):
    """A control by its ``value``; ``check(value)`` returns what it takes, or raises in words."""

    value = traitlets.TraitType()

    def __init__(self, check, value):
        self._check = check
        super().__init__(value=value)

    @traitlets.validate("value")
    def _checked(self, proposal):
        return self._check(proposal["value"])


class Menu(Control):
    """A control whose value is one of its ``options``, [(title, value), ...]."""

    options = traitlets.Tuple()

    def __init__(self, name, options, value):
        self._name = name
        self.options = tuple(options)
        super().__init__(self._offered, value)

    def _offered(self, value):
        return validation.one_of(self._name, value, [entry for _, entry in self.options])


class SoftMargin(traitlets.HasTraits):
    """The control of C. ``value`` may be ``inf``, the hard margin; min and max are the ends of its slider."""

    value = traitlets.Float(1.0)
    min = traitlets.Float(1e-2)
    max = traitlets.Float(1e3)

    @traitlets.validate("value")
    def _positive(self, proposal):
        return validation.soft_margin(proposal["value"])


def drawing(name, value):
    """The control of one of ``Drawn``, which has the ends of RANGES."""

    def check(value):
        checks.within(name, value, RANGES[name])
        return type(RANGES[name][0])(value)

    return Control(check, value)


def parameter(name):
    """The control of one of ``kernels.PARAMETERS``; the kernels that have it know what it may be."""
    kind = next(kind for kind in kernels.OF_POINTS if name in kernels.parameters(kind()))
    usual = kernels.PARAMETERS[name].usual

    def check(value):
        return type(usual)(kernels.parameters(kind(**{name: value}))[name])

    return Control(check, usual)
