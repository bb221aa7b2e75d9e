"""Live scenes: Python holds the state and fits, a few ES modules draw in the page (``scene.js`` and what it needs).

``MarginExplorer`` for two classes, ``MulticlassExplorer`` for several; ``wire`` says what travels between the two.
``LagrangeExplorer`` for one constrained problem and its multipliers (``lagrange.js``).
"""

from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.lagrange import LagrangeExplorer
from svmlab.explorers.scene import Scene

__all__ = ["Explorer", "LagrangeExplorer", "MarginExplorer", "MulticlassExplorer", "Scene"]
