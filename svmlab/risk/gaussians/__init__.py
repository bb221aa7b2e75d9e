"""The toy problem of Guermeur, Maumy and Sur 2005, section 5, in closed form: isotropic Gaussians in the plane.

Four routes to an expected risk, none of them random:

- polygons, for linear classifiers: their regions are convex polygons, and what a Gaussian holds of one is a sum over
  its edges of Owen's T function;
- wedges, for linear classifiers of two or three classes: the same as bivariate normal probabilities;
- rays, for the Bayes classifier and any other whose scores are polynomials of degree 2: along a ray from the mean of a
  class the places where it wins are intervals between roots of a quadratic, and an isotropic Gaussian of variance s has
  the mass exp(-r₁²/2s) - exp(-r₂²/2s) on the part of a ray from r₁ to r₂; what remains is the mean over all directions;
- cells, for any classifier: a square cell in which one class wins has a mass that is a product of two differences of
  normal probabilities; cells through which a boundary runs are divided again and again.

Drawing points gives an estimate with an interval: a fifth route, here as a lesson.
"""

from svmlab.risk.gaussians.cells import RiskEstimate
from svmlab.risk.gaussians.linear import Edge, affine, edges, straight
from svmlab.risk.gaussians.normal import bivariate_normal, wilson
from svmlab.risk.gaussians.problem import GaussianProblem
from svmlab.risk.gaussians.rays import quadratic

__all__ = [
    "Edge",
    "GaussianProblem",
    "RiskEstimate",
    "affine",
    "bivariate_normal",
    "edges",
    "quadratic",
    "straight",
    "wilson",
]
