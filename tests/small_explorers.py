"""A small explorer of every kind that ``svmlab.explorers`` offers, a Lecture apart: what each of them must do."""

import math
from functools import partial

from svmlab import explorers
from svmlab.explorers.live_explorer import LiveExplorer

SMALL = {
    "MarginExplorer": {"m": 40},
    "MulticlassExplorer": {"m": 40},
    "BoundsExplorer": {"m": 20},
    "MachinesExplorer": {"data": "blobs", "m": 30},
    "ThreeGaussiansLab": {"m": 100, "C_range": (1e-3, 1e-1)},
}
KINDS = [
    kind
    for kind in map(vars(explorers).get, explorers.__all__)
    if isinstance(kind, type) and issubclass(kind, LiveExplorer)
    and kind not in (explorers.Explorer, explorers.Lecture)
]  # fmt: skip
EXPLORERS = {kind.__name__: partial(kind, **SMALL.get(kind.__name__, {})) for kind in KINDS}
EXPLORERS["where the lemma fails"] = partial(
    explorers.MulticlassExplorer, data="lemma_fails", kernel="linear", C=math.inf
)
assert set(SMALL) <= set(EXPLORERS)
