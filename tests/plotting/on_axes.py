"""What is on the Axes of a picture, read back."""

import matplotlib.colors
import numpy as np


def offsets(collections):
    return np.vstack([np.reshape(c.get_offsets(), (-1, 2)) for c in collections])


def hexes(colors):
    return {matplotlib.colors.to_hex(color).upper() for color in colors}


def rendered(figure):
    figure.canvas.draw()
    return figure.canvas.get_renderer()


def legend_texts(picture):
    return [text.get_text() for text in picture.legend.get_texts()]
