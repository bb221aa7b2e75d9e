"""Scenes for a lecture and for the live demo: an explorer where it shows one thing, and a line that says it.

``SCENES`` stand in teaching order, for ``explorers.Lecture()``. One's own are made in a few lines::

    from svmlab import explorers

    mine = explorers.LectureScene(
        "Outlier", "One point alone decides the hard margin.", lambda: explorers.MarginExplorer(X, y, C=float("inf"))
    )
    explorers.Lecture([mine, *explorers.SCENES])

A scene may ask: ``question="How many are lost?", answer="Two."``, and ``hides=("left_out",)`` what would tell.

``build`` is called when the scene is opened, so a lecture starts at once; it may do more than call an explorer, such as
choose a point. ``keep=("sigma",)`` names the controls that stay while the scene is large.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import ipywidgets
import numpy as np

from svmlab import datasets, kernels, validation
from svmlab.exact.loo import leave_one_out
from svmlab.explorers import validation as checks
from svmlab.explorers.bounds import BoundsExplorer
from svmlab.explorers.explorer import MarginExplorer, MulticlassExplorer
from svmlab.explorers.kernel import KernelExplorer
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.learning import LearningExplorer
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.three_gaussians import ThreeGaussiansLab
from svmlab.learning import rosenblatt
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE

HIDDEN = ("left_out", "note")  # the leave-one-out errors and what the chosen point gets from the machine without it
OUTLIER = (2.5, -1.0)  # of class +1, close to the other class
APART = 0.5  # of a point from its nearest neighbour and from the edge of the margin: no mark covers another


@dataclass(frozen=True)
class LectureScene:
    """One scene of a lecture.

    name      short title, unique in its lecture
    caption   one line that says what to see
    build     called without arguments when the scene is opened; returns an explorer
    question  to be answered before one looks; in a lecture it stands in the place of the caption
    answer    one or two lines that are revealed by a key, Space, or a button
    choices   answers to choose from beforehand
    hides     names of ``HIDDEN`` that would tell the answer: not shown until it is revealed

    Raises ValueError for what asks for a question where there is none, and for a name that is not in ``HIDDEN``.
    """

    name: str
    caption: str
    build: Callable[[], ipywidgets.Widget]
    question: str = ""
    answer: str = ""
    choices: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()

    def __post_init__(self):
        checks.asked_scene(self)
        for name in self.hides:
            validation.one_of("what a scene hides", name, HIDDEN)

    def told(self):
        """Return what the bar of a lecture says of it."""
        names = ("name", "caption", "question", "answer", "choices", "hides")
        return {name: list(value) if isinstance(value := getattr(self, name), tuple) else value for name in names}


def _separable(m=40):
    return datasets.separable(m, random_state=0)


def _many_lines():
    data = _separable()
    lines = rosenblatt.separating_lines(data.X, data.y, 7)
    return MarginExplorer(data.X, data.y, lines=lines.tolist(), kernel="linear", C=math.inf)


def _with_outlier():
    data = _separable().added(OUTLIER, 1)
    explorer = MarginExplorer(data.X, data.y, kernel="linear", C=math.inf)
    explorer.selected = len(data) - 1
    return explorer


def _idle_point():
    """A point is chosen that no other covers: of those with multiplier 0, and off the edge, the next to the margin."""
    explorer = MarginExplorer(data="separable", m=40, kernel="linear", C=math.inf)
    svm = explorer.svm
    distances = np.linalg.norm(svm.X_fit_[:, None] - svm.X_fit_, axis=2)
    np.fill_diagonal(distances, np.inf)
    beyond = (np.abs(svm.decision_function(svm.X_fit_)) - 1) / np.linalg.norm(svm.coef_)
    alone = (svm.alpha_ == 0) & (distances.min(axis=1) > APART) & (beyond > APART)
    explorer.selected = int(np.argmin(np.where(alone, beyond, np.inf)))
    return explorer


def _lost_point():
    """A point is chosen that is right in training and wrong when it is left out, further than any other such."""
    explorer = MarginExplorer(m=60, C=10.0)
    svm = explorer.svm
    without = leave_one_out(svm)
    lost = without.errors & (svm.predict(svm.X_fit_) == svm.y_fit_)
    explorer.selected = int(np.argmin(np.where(lost, without.margin, np.inf)))
    return explorer


def _lemma():
    explorer = MulticlassExplorer(data="lemma_fails", kernel="linear", C=math.inf)
    explorer.selected = COUNTEREXAMPLE.p
    return explorer


SCENES = (
    LectureScene(
        "One multiplier", "Drag the border: its multiplier is the force with which it holds the minimum back.",
        LagrangeExplorer,
        question="Drag the border over the free minimum. What becomes of its multiplier?",
        choices=("it grows", "it falls to 0", "it turns negative"),
        answer="It falls to 0, and stays there: a border that holds nothing back exerts no force.",
    ),
    LectureScene(
        "Many lines", "Each thin line separates; the thick one keeps the largest distance.",
        _many_lines,
        question="Each of these lines separates. Which one would you trust with a new point?",
        answer="The thick one: no line stays further away from the points of both classes.",
    ),
    LectureScene(
        "Largest margin", "The points on the dashed lines hold the boundary. Drag one of them.",
        lambda: MarginExplorer(data="separable", m=40, kernel="linear", C=math.inf),
        question="Which points hold the boundary where it is?",
        answer="Those on the dashed lines, the support vectors. Drag one of them, and then any other.",
    ),
    LectureScene(
        "Support vectors", "Leave out a point off the dashed lines: nothing moves.",
        _idle_point,
        question="The chosen point is left out. Where does the boundary go?",
        choices=("towards it", "away from it", "nowhere"),
        answer="Nowhere: its multiplier is 0. Leave it out, and then one on a dashed line.",
    ),
    LectureScene(
        "An outlier", "At the hard margin one point turns the boundary. Lower C, or leave it out.",
        _with_outlier,
        question="One point alone has turned the boundary. What does it do when C is lowered to 1?",
        choices=("turns back", "turns further", "stays"),
        answer="It turns back: an error has a price now, and this one costs less than the wide band is worth.",
    ),
    LectureScene(
        "Soft margin", "A larger C lets fewer points stand within the margin.",
        lambda: MarginExplorer(m=100, kernel="linear", C=1.0),
        question="C falls from 1 to 0.01. What becomes of the band between the edges?",
        choices=("narrower", "wider", "stays"),
        answer="Wider: slack is cheap, and more points stand within the margin. Move C, or let it play.",
    ),
    LectureScene(
        "Two at a time", "SMO moves two multipliers along a line in the square. When is the step clipped?",
        lambda: LearningExplorer(m=40, C=1.0, beside=None),
        answer="Where the line leaves the square before it comes to its best place.",
        question="SMO moves two multipliers along a line in the square. When is the step clipped?",
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
        question="How does a machine that only knows straight lines draw a closed curve?",
        answer="It is straight in the space of the kernel. Switch to “lifted”, and to the linear kernel.",
    ),
    LectureScene(
        "Is it a kernel?", "Drag a point off the line: one negative eigenvalue refutes it for good.",
        lambda: KernelExplorer("line", kernel=kernels.Formula("cos(norm(x - z))")),
        question="No eigenvalue is negative on these points. Is cos ‖x − z‖ a kernel?",
        choices=("yes", "no", "these points cannot tell"),
        answer="They cannot tell: of the line it is one, of the plane it is none. Drag a point off the line.",
    ),
    LectureScene(
        "Width", "A narrow Gaussian learns every point by heart. Which width would you trust?",
        lambda: MarginExplorer(
            data="moons", m=60, noise=0.35, kernel=kernels.Gaussian(sigma=0.15), C=100.0, keep=("sigma",)
        ),
        question="No error in training. How many of the 60 points are lost when they are left out?",
        choices=("none", "about 5", "more than 10"),
        answer="More than 10: it has learnt them by heart. Which width σ would you trust?",
        hides=("left_out",),
    ),
    LectureScene(
        "Leave one out", "Leave the chosen point out: is it recognised by the machine that has not seen it?",
        _lost_point,
        question="The chosen point is right in training. Is it still where the machine has not seen it?",
        choices=("yes", "no"),
        answer="No: without it the boundary passes on its other side. Leave it out and watch.",
        hides=("left_out",),
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
        question="In the middle no class has the majority. Do all six agree there?",
        choices=("yes", "no"),
        answer="No: look at it without the points. The likeliest class there is the blue one.",
    ),
    LectureScene(
        "Three Gaussians", "All risks are exact here: who comes near Bayes, the best there is?",
        ThreeGaussiansLab,
    ),
    LectureScene(
        "The lemma fails here", "Left out, point 5 goes to a class for which its multiplier is 0.",
        _lemma,
        question="Point 5 has α = 0 against class 1. Can it go to class 1 when it is left out?",
        choices=("yes", "no"),
        answer="It does: the lemma of two classes, which asks for α > 0 there, fails for three.",
        hides=("left_out", "note"),
    ),
)  # fmt: skip
