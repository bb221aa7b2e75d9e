"""Scenes for a lecture and for the live demo: an explorer where it shows one thing, and a line that says it.

One's own are made in a few lines::

    from svmlab import explorers

    mine = explorers.LectureScene(
        "Outlier", "One point alone decides the hard margin.", lambda: explorers.MarginExplorer(X, y, C=float("inf"))
    )
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import ipywidgets

from svmlab.explorers.explorer import MarginExplorer, MulticlassExplorer


@dataclass(frozen=True)
class LectureScene:
    """One scene of a lecture.

    name      short title, unique in its lecture
    caption   one line that says what to see
    build     called without arguments when the scene is opened; returns an explorer
    """

    name: str
    caption: str
    build: Callable[[], ipywidgets.Widget]


SCENES = (
    LectureScene(
        "Soft margin", "A larger C lets fewer points stand within the margin.",
        lambda: MarginExplorer(kernel="linear", C=1.0),
    ),
    LectureScene(
        "The lemma fails here", "Left out, point 5 goes to a class for which its multiplier is 0.",
        lambda: MulticlassExplorer(data="lemma_fails", kernel="linear", C=math.inf),
    ),
)  # fmt: skip
