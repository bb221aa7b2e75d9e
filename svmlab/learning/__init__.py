"""How a machine learns: procedures that can be watched, and training by a chain of smaller programs.

Each procedure is a generator of immutable states, ``for state in learning.smo(svm, X, y): ...``, written as its source
writes it; ``svm`` is a machine, trained or not, from which kernel, C and loss are taken. A State knows its iterate,
both objectives, the gap, the largest violation of a Karush-Kuhn-Tucker condition, what was just done and looked at, and
how many kernel values were computed so far. A procedure ends by the criterion that its docstring states, with a state
that is ``done``, or never; then itertools.islice takes as many as are wanted. ``curves(states).csv()`` is a run as a
table.
"""

from svmlab.learning.central_path import interior_point
from svmlab.learning.conditional import frank_wolfe
from svmlab.learning.curves import Curves, curves
from svmlab.learning.engine_steps import active_set
from svmlab.learning.hinge import subgradient, subgradient_bound
from svmlab.learning.naive import naive_ascent
from svmlab.learning.projected import projected_ascent
from svmlab.learning.rosenblatt import novikoff, perceptron
from svmlab.learning.rosenblatt_dual import dual_perceptron
from svmlab.learning.sequential import smo
from svmlab.learning.smoothed import smoothed_hinge
from svmlab.learning.states import Move, State
from svmlab.learning.stochastic import pegasos, pegasos_bound
from svmlab.learning.vapnik import vapnik_chunking

PROCEDURES = {
    "perceptron": perceptron,
    "dual perceptron": dual_perceptron,
    "naive ascent": naive_ascent,
    "projected ascent": projected_ascent,
    "SMO": smo,
    "chunking": vapnik_chunking,
    "Frank-Wolfe": frank_wolfe,
    "subgradient": subgradient,
    "Pegasos": pegasos,
    "smoothed hinge": smoothed_hinge,
    "interior point": interior_point,
    "active set": active_set,
}

BOUNDS = novikoff, pegasos_bound, subgradient_bound  # proved, and held by every state

__all__ = [
    "PROCEDURES",
    "Curves",
    "Move",
    "State",
    "curves",
    *(one.__name__ for one in BOUNDS),
    *(one.__name__ for one in PROCEDURES.values()),
]
