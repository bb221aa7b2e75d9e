"""Live scenes: Python holds the state and fits, a few ES modules draw in the page (``scene.js`` and what it needs).

``MarginExplorer`` for two classes, ``MulticlassExplorer`` for several. ``wire`` says what travels between the two.
"""

from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.scene import Scene

__all__ = ["Explorer", "MarginExplorer", "MulticlassExplorer", "Scene"]
