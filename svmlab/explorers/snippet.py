"""An explorer as Python text that makes it again."""

import math

from svmlab import kernels
from svmlab.explorers.scene_files import kernel_as_dict
from svmlab.explorers.setting import Drawn


def snippet(kind, setting, selected):
    """Return Python text that makes an explorer of this class with this Setting, and chooses a point."""
    given = setting.arguments(kind)
    kernel_as_dict(given["kernel"])  # refuses what has no text
    lines, first = ["from svmlab import explorers, kernels", ""], []
    if "X" in given:
        X, y, names = given.pop("X"), given.pop("y"), given.pop("names")
        lines = ["import numpy as np", *lines, *array_code("X", X), *array_code("y", y), ""]
        first = ["X", "y", *([] if names == ("x1", "x2") else [f"names={tuple(map(str, names))!r}"])]
    if given["size"] == "regular":
        del given["size"]
    words = {"kernel": kernel_code(given.pop("kernel")), "C": number_code(given.pop("C"))}
    words = {**{name: repr(value) for name, value in given.items() if name in ("data", *Drawn._fields)}, **words}
    words |= {name: repr(value) for name, value in given.items() if name not in words}
    call = ", ".join([*first, *(f"{name}={value}" for name, value in words.items())])
    lines.append(f"explorer = explorers.{kind.__name__}({call})")
    if selected is not None:
        lines.append(f"explorer.selected = {selected}")
    return "\n".join([*lines, "explorer", ""])


def array_code(name, values, width=6):
    """Return the lines of Python that make an array."""
    if not len(values):
        return [f"{name} = np.zeros({values.shape}, dtype={values.dtype.name!r})"]
    texts = [repr(value) for value in values.tolist()]
    rows = [", ".join(texts[k : k + width]) for k in range(0, len(texts), width)]
    return [f"{name} = np.array([", *(f"    {row}," for row in rows), "])"]


def number_code(value):
    return 'float("inf")' if math.isinf(value) else repr(value)


def kernel_code(kernel):
    """Return the Python expression of a kernel."""
    match kernel:
        case kernels.Sum(left, right):
            return f"{kernel_code(left)} + {_factor_code(right)}"
        case kernels.Product(left, right):
            return f"{_factor_code(left)} * {_factor_code(right)}"
        case kernels.Scaled(inner, factor):
            return f"{factor!r} * {_factor_code(inner)}"
    return f"kernels.{kernel!r}"


def _factor_code(kernel):
    code = kernel_code(kernel)
    return f"({code})" if isinstance(kernel, kernels.Pair | kernels.Scaled) else code
