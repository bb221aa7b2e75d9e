"""Live scenes: Python holds the state and fits, a few ES modules draw in the page (``svmlab.page``).

``MarginExplorer`` for two classes, ``MulticlassExplorer`` for several; ``page.wire_format`` says what travels.
``BoundsExplorer`` for both, with the bounds on the leave-one-out errors against C beside the plane.
``MachinesExplorer`` for multi-class machines side by side.
``LearningExplorer`` for the procedures that train, played step by step.
``KernelExplorer`` for a proposed kernel: its matrix, its spectrum, and points that refute it.
``LagrangeExplorer`` for one constrained problem and its multipliers, ``ThreeGaussiansLab`` for a problem whose risks
are exact. ``export_html`` writes any of them to a file that runs without Python; ``load`` gives the explorer that
``explorer.save`` wrote. ``Lecture`` shows ``SCENES``, or one's own, one after the other, stepped by key.
"""

from svmlab.explorers import scene_files
from svmlab.explorers.bounds import BoundsExplorer
from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.export import export_html
from svmlab.explorers.kernel import KernelExplorer
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.learning import LearningExplorer
from svmlab.explorers.lecture import Lecture
from svmlab.explorers.lecture_scenes import SCENES, LectureScene
from svmlab.explorers.machine_scene import Scene
from svmlab.explorers.machines import MachinesExplorer
from svmlab.explorers.three_gaussians import ThreeGaussiansLab


def load(file):
    """Return the explorer that ``explorer.save`` has written to a file, whatever kind it is of.

    Raises ValueError, with the file's name and the field, where the file is no scene.
    """
    kinds = {**Explorer.kinds(), KernelExplorer.__name__: KernelExplorer}
    return scene_files.kind_of(file, kinds).load(file)


__all__ = [
    "SCENES", "BoundsExplorer", "Explorer", "KernelExplorer", "LagrangeExplorer", "LearningExplorer", "Lecture",
    "LectureScene", "MachinesExplorer", "MarginExplorer", "MulticlassExplorer", "Scene", "ThreeGaussiansLab",
    "export_html", "load",
]  # fmt: skip
