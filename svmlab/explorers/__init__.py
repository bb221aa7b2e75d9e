"""Live scenes: Python holds the state and fits, a few ES modules draw in the page (``scene.js`` and what it needs).

``MarginExplorer`` for two classes, ``MulticlassExplorer`` for several; ``wire`` says what travels between the two.
``BoundsExplorer`` for both, with the bounds on the leave-one-out errors against C beside the plane (``bounds.js``).
``MachinesExplorer`` for six multi-class machines side by side (``machines.js``).
``LagrangeExplorer`` for one constrained problem and its multipliers (``lagrange.js``), ``ThreeGaussiansLab`` for a
problem whose risks are exact (``three_gaussians.js``). ``export_html`` writes any of them to a file that runs without
Python; ``load`` gives the explorer that ``explorer.save`` wrote. ``Lecture`` shows ``SCENES``, or one's own, one after
the other, stepped by key.
"""

from svmlab.explorers.bounds import BoundsExplorer
from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.export import export_html
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.lecture import Lecture
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.scene import Scene
from svmlab.explorers.scenes import SCENES, LectureScene
from svmlab.explorers.three_gaussians import ThreeGaussiansLab

load = Explorer.load

__all__ = [
    "SCENES", "BoundsExplorer", "Explorer", "LagrangeExplorer", "Lecture", "LectureScene", "MachinesExplorer",
    "MarginExplorer", "MulticlassExplorer", "Scene", "ThreeGaussiansLab", "export_html", "load",
]  # fmt: skip
