"""Planar machines and data sets drawn with matplotlib, for print and for the static figures of notebooks.

First compute, then draw: ``grid_scores`` evaluates a machine on a grid, each ``draw_*`` function takes an Axes
and a result and returns its artists, and each ``plot_*`` function puts a whole picture together. A file holds one kind
of picture; ``words``, ``pen``, ``frame``, ``grid`` and ``points`` are what they share. Every colour, shape, width and
type size comes from ``svmlab.style``. Importing this package changes no setting of matplotlib; ``use(size="lecture")``
does, and ``with look(size="lecture"):`` does for a while.
"""

from svmlab import style
from svmlab.plotting.bounds import BoundsPicture, plot_bounds
from svmlab.plotting.checklist import plot_steps
from svmlab.plotting.comparison import draw_decision, plot_comparison
from svmlab.plotting.error_plane import ErrorPlanePicture, plot_error_plane
from svmlab.plotting.frame import data_limits
from svmlab.plotting.gaussians import draw_bayes, draw_wedges, plot_three_gaussians
from svmlab.plotting.grid import Grid, draw_boundary, draw_margins, draw_regions, grid_scores
from svmlab.plotting.influences import InfluencesPicture, plot_influences
from svmlab.plotting.iterates import plot_state
from svmlab.plotting.label_sets import LabelSetsPicture, PValueGrid, grid_p_values, plot_label_sets
from svmlab.plotting.left_out import draw_ball, plot_left_out
from svmlab.plotting.machine import Picture, draw_lines, plot_dataset, plot_machine
from svmlab.plotting.many_classes import BEND, CirculationPicture, PairPicture, plot_circulation, plot_pair
from svmlab.plotting.mercer import MercerPicture, draw_matrix, draw_spectrum, plot_mercer
from svmlab.plotting.path import PathCurves, PathPicture, path_curves, plot_path
from svmlab.plotting.pen import look, rc, use
from svmlab.plotting.points import draw_crosses, draw_points, draw_rings
from svmlab.plotting.problems import ProblemPicture, plot_problem, plot_saddle
from svmlab.plotting.procedures import (
    ProcedurePicture,
    SquarePicture,
    plot_procedures,
    plot_square,
)
from svmlab.plotting.risk import RiskPicture, draw_net, plot_intervals, plot_risk_terms
from svmlab.plotting.words import number

__all__ = [
    "BEND",
    "BoundsPicture",
    "CirculationPicture",
    "ErrorPlanePicture",
    "Grid",
    "InfluencesPicture",
    "LabelSetsPicture",
    "MercerPicture",
    "PValueGrid",
    "PairPicture",
    "PathCurves",
    "PathPicture",
    "Picture",
    "ProblemPicture",
    "ProcedurePicture",
    "RiskPicture",
    "SquarePicture",
    "data_limits",
    "draw_ball",
    "draw_bayes",
    "draw_boundary",
    "draw_crosses",
    "draw_decision",
    "draw_lines",
    "draw_margins",
    "draw_matrix",
    "draw_net",
    "draw_points",
    "draw_regions",
    "draw_rings",
    "draw_spectrum",
    "draw_wedges",
    "grid_p_values",
    "grid_scores",
    "look",
    "number",
    "path_curves",
    "plot_bounds",
    "plot_circulation",
    "plot_comparison",
    "plot_dataset",
    "plot_error_plane",
    "plot_influences",
    "plot_intervals",
    "plot_label_sets",
    "plot_left_out",
    "plot_machine",
    "plot_mercer",
    "plot_pair",
    "plot_path",
    "plot_problem",
    "plot_procedures",
    "plot_risk_terms",
    "plot_saddle",
    "plot_square",
    "plot_state",
    "plot_steps",
    "plot_three_gaussians",
    "rc",
    "style",
    "use",
]
