"""How wide the controls of an explorer are, and sliders with a logarithmic scale."""

import math

import ipywidgets


def slider_look(width="208px", **layout):
    """Width of a control, and of its description."""
    return {"layout": ipywidgets.Layout(width=width, **layout), "style": {"description_width": "62px"}}


def menu_look():
    """A menu is as wide as its longest entry."""
    return slider_look("max-content", min_width="208px", max_width="calc(100% - 4px)")


def log_slider(value, low, high, description):
    """A slider from 10 ** low to 10 ** high; its range grows where the value lies outside."""
    low, high = min(low, math.log10(value)), max(high, math.log10(value))
    return ipywidgets.FloatLogSlider(
        value=value, min=low, max=high, step=0.05, description=description, readout_format=".3g", **slider_look()
    )


def set_within_reach(slider, value):
    """Set a slider, whose range grows where the value lies outside."""
    end = math.log10(value) if isinstance(slider, ipywidgets.FloatLogSlider) else value
    slider.min, slider.max = min(slider.min, end), max(slider.max, end)
    slider.value = value
