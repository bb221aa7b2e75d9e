"""Scenes for a lecture and for the live demo: an explorer where it shows one thing, and a line that says it.

``SCENES`` stand in teaching order, for ``explorers.Lecture()``. One's own are made in a few lines::

    from svmlab import explorers

    mine = explorers.LectureScene(
        "Outlier", "One point alone decides the hard margin.", lambda: explorers.MarginExplorer(X, y, C=float("inf"))
    )
    explorers.Lecture([mine, *explorers.SCENES])

``build`` is called when the scene is opened, so a lecture starts at once; it may do more than call an explorer, such as
choose a point. ``keep=("sigma",)`` names the controls that stay while the scene is large.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import ipywidgets

from svmlab import datasets, kernels
from svmlab.explorers.bounds import BoundsExplorer
from svmlab.explorers.explorer import MarginExplorer, MulticlassExplorer
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.learning import LearningExplorer
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.three_gaussians import ThreeGaussiansLab
from svmlab.learning import perceptron
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE

OUTLIER = (2.5, -1.0)  # of class +1, close to the other class


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


def _separable(m=40):
    return datasets.separable(m, random_state=0)


def _many_lines():
    data = _separable()
    lines = perceptron.separating_lines(data.X, data.y, 7)
    return MarginExplorer(data.X, data.y, lines=lines.tolist(), kernel="linear", C=math.inf)


def _with_outlier():
    data = _separable().added(OUTLIER, 1)
    explorer = MarginExplorer(data.X, data.y, kernel="linear", C=math.inf)
    explorer.selected = len(data) - 1
    return explorer


def _chosen(explorer, wanted):
    """The explorer with a point chosen: the first for which ``wanted(alpha)`` holds, alpha (m,)."""
    alpha = explorer.svm.alpha_
    explorer.selected = next(i for i in range(len(alpha)) if wanted(alpha[i]))
    return explorer


def _lemma():
    explorer = MulticlassExplorer(data="lemma_fails", kernel="linear", C=math.inf)
    explorer.selected = COUNTEREXAMPLE.p
    return explorer


SCENES = (
    LectureScene(
        "One multiplier", "Drag the border: its multiplier is the force with which it holds the minimum back.",
        LagrangeExplorer,
    ),
    LectureScene(
        "Many lines", "Each thin line separates; the thick one keeps the largest distance.",
        _many_lines,
    ),
    LectureScene(
        "Largest margin", "The points on the dashed lines hold the boundary. Drag one of them.",
        lambda: MarginExplorer(data="separable", m=40, kernel="linear", C=math.inf),
    ),
    LectureScene(
        "Support vectors", "Leave out a point off the dashed lines: nothing moves.",
        lambda: _chosen(
            MarginExplorer(data="separable", m=40, kernel="linear", C=math.inf), lambda alpha: alpha == 0
        ),
    ),
    LectureScene(
        "An outlier", "At the hard margin one point turns the boundary. Lower C, or leave it out.", _with_outlier,
    ),
    LectureScene(
        "Soft margin", "A larger C lets fewer points stand within the margin.",
        lambda: MarginExplorer(m=100, kernel="linear", C=1.0),
    ),
    LectureScene(
        "Two at a time", "SMO moves two multipliers along a line in the square. When is the step clipped?",
        lambda: LearningExplorer(m=40, C=1.0, beside=None),
    ),
    LectureScene(
        "Who is faster?", "The same points: play both, and read how often each has gone through them.",
        lambda: LearningExplorer(
            data="moons", m=40, kernel="gaussian", C=10.0, procedure="Pegasos, no b", beside="SMO, second order"
        ),
    ),
    LectureScene(
        "A kernel", "No line separates these classes; a line in the space of the kernel does.",
        lambda: MarginExplorer(data="circles", m=80, kernel=kernels.Gaussian(sigma=1.0), keep=("kernel",)),
    ),
    LectureScene(
        "Width", "A narrow Gaussian learns every point by heart. Which width would you trust?",
        lambda: MarginExplorer(data="moons", m=60, kernel=kernels.Gaussian(sigma=0.15), C=100.0, keep=("sigma",)),
    ),
    LectureScene(
        "Leave one out", "Leave the chosen point out: is it recognised by the machine that has not seen it?",
        lambda: _chosen(MarginExplorer(m=60, C=10.0), lambda alpha: alpha >= 10.0),
    ),
    LectureScene(
        "Bounds", "Which bound says something of the leave-one-out errors, and which nothing?",
        lambda: BoundsExplorer(m=60, shown=("support_vectors", "radius_margin", "span_bound")),
    ),
    LectureScene(
        "Three classes", "For each class, what flows out of it in multipliers flows back in.",
        lambda: MulticlassExplorer(m=60, n_classes=3, C=1.0),
    ),
    LectureScene(
        "Six machines", "The same points, kernel and C: hatched is where the six do not agree.", MachinesExplorer,
    ),
    LectureScene(
        "Three Gaussians", "All risks are exact here: who comes near Bayes, the best there is?",
        ThreeGaussiansLab,
    ),
    LectureScene(
        "The lemma fails here", "Left out, point 5 goes to a class for which its multiplier is 0.", _lemma,
    ),
)  # fmt: skip
