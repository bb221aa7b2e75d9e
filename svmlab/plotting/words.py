"""Numbers and classes in words, as pictures write them."""

import numpy as np

from svmlab import style


def number(value, digits=3):
    """Return a number as text with ``digits`` significant digits: ``0.126``, ``12300``, ``2.5×10⁻¹²``, ``∞``."""
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    value = float(f"{value:.{digits}g}")
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:g}".replace("-", "−")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = f"{float(mantissa):g}".replace("-", "−")
    power = "10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return power if mantissa == "1" else f"{mantissa}×{power}"


def plain(text):
    """Return text as matplotlib draws it letter by letter: a dollar begins no formula."""
    return text.replace("$", r"\$")


def axis_name(name):
    """Return the name of a feature for its axis."""
    return plain(style.shortened(style.axis_title(str(name))))


def names_of(classes, given=None):
    """Return what the legend calls the classes, by the names ``given`` to them or by their labels."""
    named = [class_name(label) for label in classes] if given is None else given
    return [plain(style.shortened(name, style.CLASS_NAME)) for name in named]


def class_name(label):
    """Return what the legend calls a class that was given no name: the label where it is text, else "class 1"."""
    return str(label) if isinstance(label, str) else f"class {label}".replace("-", "−")
