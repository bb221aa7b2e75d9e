"""What the page's menus and sliders offer, from the tables of kernels and data sets; and data sets as they travel.

A page without Python draws the planar samples itself; it is given the tables of the other entries.
"""

import math

from svmlab import kernels, style
from svmlab.explorers.samples import SAMPLES, Bundled, used_to_draw
from svmlab.explorers.setting import OWN, RANGES
from svmlab.page import wire_format

OWN_TITLE = "own points"
SLIDERS = {"m": ("points", 10), "n_classes": ("classes", 1), "noise": ("noise", 0.05), "seed": ("seed", 1)}


def menus(names, two_classes):
    """What travels once: {data, kernels, parameters, drawn} for the entries ``names`` of the data menu.

    data         [{name, title, parameters, used, settings, note}, ...]: parameters with which the sample is drawn
                 beside its size and its seed, names of the controls that say something of it, the values of other
                 controls that come with it, and what to say of it
    kernels      [{name, title, parameters}, ...] with names of parameters
    parameters   {name: {symbol, label, usual, low, high, step}}, see ``kernels.Parameter``
    drawn        {name: {label, low, high, step}} of the sliders that draw
    """
    drawn = {
        name: {"label": label, "low": RANGES[name][0], "high": RANGES[name][1], "step": step}
        for name, (label, step) in SLIDERS.items()
    }
    return {
        "data": [data_entry(name, two_classes) for name in names],
        **kernel_menus(),
        "drawn": drawn,
    }


def kernel_menus():
    """The part of it that says which kernels there are: {kernels, parameters}."""
    return {
        "kernels": [
            {"name": kind.name, "title": kind.title, "parameters": list(kernels.parameters(kind()))}
            for kind in kernels.OF_POINTS
        ],
        "parameters": {name: parameter._asdict() for name, parameter in kernels.PARAMETERS.items()},
    }


def data_entry(name, two_classes):
    """An entry of the data menu as it travels."""
    sampler = SAMPLES[name]
    parameters = {key: value for key, value in sampler.parameters.items() if key not in ("m", "n_per_class")}
    settings = getattr(sampler, "settings", {})
    settings = {key: "inf" if value == math.inf else value for key, value in settings.items()}
    return {
        "name": name, "title": sampler.title, "parameters": parameters,
        "used": sorted(used_to_draw(name, two_classes)), "settings": settings,
        "note": getattr(sampler, "note", None),
    }  # fmt: skip


def own_kernel(k):
    """The name in the page of the k-th kernel of one's own."""
    return f"own {k}"


# For a page without Python.


def tables(names, own=None):
    """{name: table} of the entries that nobody draws, and of one's own points where there are any."""
    whole = {name: SAMPLES[name].whole() for name in names if isinstance(SAMPLES[name], Bundled)}
    told = {name: table(data, data.classes) for name, data in whole.items()}
    return told if own is None else {OWN: table(own.data, own.classes, own.lines), **told}


def table(data, classes, lines=()):
    """Points as they travel: X f8 (m x 2), y u2 (m,) in the ``classes`` by name, titles of the axes, lines beside."""
    names = wire_format.class_names(classes)
    codes = classes.searchsorted(data.y)
    return {
        "X": wire_format.array(data.X, "f8"), "y": wire_format.array(codes, "u2"),
        "classes": [style.shortened(name, style.CLASS_NAME) for name in names],
        "axes": [style.shortened(style.axis_title(name)) for name in data.names], "lines": list(lines),
    }  # fmt: skip
