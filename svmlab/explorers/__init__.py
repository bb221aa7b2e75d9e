"""Live scenes: Python holds the state and fits, a few ES modules draw in the page (``svmlab.page``).

``MarginExplorer`` for two classes, ``MulticlassExplorer`` for several; ``page.wire_format`` says what travels.
``BoundsExplorer`` for both, with the bounds on the leave-one-out errors against C beside the plane.
``MachinesExplorer`` for multi-class machines side by side.
``LearningExplorer`` for the procedures that train, played step by step.
``LagrangeExplorer`` for one constrained problem and its multipliers, ``ThreeGaussiansLab`` for a problem whose risks
are exact. ``export_html`` writes any of them to a file that runs without Python; ``load`` gives the explorer that
``explorer.save`` wrote. ``Lecture`` shows ``SCENES``, or one's own, one after the other, stepped by key.
"""

from svmlab.explorers.bounds import BoundsExplorer
from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.export import export_html
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.learning import LearningExplorer
from svmlab.explorers.lecture import Lecture
from svmlab.explorers.lecture_scenes import SCENES, LectureScene
from svmlab.explorers.machine_scene import Scene
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.three_gaussians import ThreeGaussiansLab

load = Explorer.load

__all__ = [
    "SCENES", "BoundsExplorer", "Explorer", "LagrangeExplorer", "LearningExplorer", "Lecture", "LectureScene",
    "MachinesExplorer", "MarginExplorer", "MulticlassExplorer", "Scene", "ThreeGaussiansLab", "export_html", "load",
]  # fmt: skip
