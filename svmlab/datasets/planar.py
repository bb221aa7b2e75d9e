"""Seeded samples in the plane, and the menu of them.

They have the form ``f(m, ..., random_state=0)``. Their points lie within a few units of
the origin, where a Gaussian kernel with σ near 1 is at home (``three_gaussians``, from a paper, is wider).
The classes take turns (point i is of class i mod Q): every beginning of a sample is balanced, and a larger
sample begins with the smaller one of the same seed. ``noise`` scales a disturbance that is drawn without it,
so that points glide when it is changed. Two classes are labelled -1 and +1, Q > 2 classes 0..Q-1.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from svmlab import validation
from svmlab.datasets.dataset import Dataset

PLANE = ("x1", "x2")


def separable(m=100, margin=0.5, random_state=0):
    """Two classes on either side of a line through the origin: y_i ⟨u, x_i⟩ ≥ margin, ‖u‖ = 1.

    ``margin`` is a distance in the plane. The widest margin is at least this, and close to it for large m.
    The normal u of the line is drawn at random; beyond the margin, points are normal with deviation 1.5.
    """
    y, rng = _two_classes(m, random_state)
    margin = validation.positive("margin", margin)
    u = _on_circle(rng.uniform(0, 2 * np.pi))
    X = 1.5 * rng.standard_normal((m, 2))
    along = X @ u
    X += np.outer(y * (margin + np.abs(along)) - along, u)
    return Dataset(X, y, PLANE, f"two classes, linearly separable with margin {margin:g}")


def overlapping(m=200, random_state=0, *, n_classes=2):
    """Normal classes of deviation 0.7 whose neighbouring means are only 1.2 apart: the benchmark sample.

    With two classes the Bayes error is Φ(-0.6/0.7) = 19.6 %, and about half of the points are support vectors
    of a machine with a Gaussian kernel, σ = 1, C = 1, for m from 50 to 1000.
    """
    sample = blobs(m, n_classes, distance=1.2, noise=0.7, random_state=random_state)
    return replace(sample, description=f"{n_classes} overlapping normal classes")


def blobs(m=150, n_classes=3, distance=3.0, noise=0.7, random_state=0):
    """Q isotropic normal classes of deviation ``noise``, means on a circle, neighbours ``distance`` apart.

    The means are r (cos θ_k, sin θ_k), θ_k = π + 2πk/Q, r = distance / (2 sin(π/Q)).
    """
    Q = validation.integer("n_classes", n_classes, at_least=2)
    turn = _turns(m, Q)
    radius = validation.nonnegative("distance", distance) / (2 * np.sin(np.pi / Q))
    centres = radius * _on_circle(np.pi + 2 * np.pi * np.arange(Q) / Q)
    rng = validation.random_generator(random_state)
    X = centres[turn] + _disturbance(rng, m, noise)
    return Dataset(X, _labels(turn, Q), PLANE, f"{Q} normal classes, means on a circle")


def circles(m=200, noise=0.15, random_state=0):
    """Two concentric circles, radius 2 (class -1) and 1 (class +1), angles uniform, plus normal noise."""
    y, rng = _two_classes(m, random_state)
    angles, errors = rng.spawn(2)
    X = np.where(y < 0, 2.0, 1.0)[:, None] * _on_circle(angles.uniform(0, 2 * np.pi, m))
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two concentric circles")


def moons(m=200, noise=0.15, random_state=0):
    """Two interleaved half circles of radius 1.5, plus normal noise.

    Class -1 is 1.5 (cos θ - 1/2, sin θ - 1/4), θ uniform on [0, π]; class +1 is its mirror image in the
    origin (the half circles of scikit-learn's make_moons, centred and enlarged).
    """
    y, rng = _two_classes(m, random_state)
    angles, errors = rng.spawn(2)
    X = -1.5 * y[:, None] * (_on_circle(angles.uniform(0, np.pi, m)) - [0.5, 0.25])
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two interleaved half circles")


def xor(m=200, noise=0.4, random_state=0):
    """The four corners (±1, ±1), labelled -1 where the coordinates agree and +1 where not, plus normal noise.

    The corners take turns; ``xor(4, noise=0)`` is the XOR problem itself.
    """
    y, rng = _two_classes(m, random_state)
    corners = np.array([(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)])
    X = corners[_turns(m, 4, at_least=2)] + _disturbance(rng, m, noise)
    return Dataset(X, y, PLANE, "exclusive or: opposite corners of a square agree")


def spirals(m=200, noise=0.1, turns=1.25, random_state=0):
    """Two interleaved spirals from the radius 0.4 to 3, plus normal noise.

    Class +1 is r (cos θ, sin θ), θ = 2π · turns · r/3, r² uniform, so that points are about equally dense
    along the curve; class -1 is its mirror image in the origin.
    """
    y, rng = _two_classes(m, random_state)
    turns = validation.positive("turns", turns)
    radii, errors = rng.spawn(2)
    r = np.sqrt(radii.uniform(0.4**2, 3.0**2, m))
    X = (y * r)[:, None] * _on_circle(2 * np.pi * turns * r / 3)
    return Dataset(X + _disturbance(errors, m, noise), y, PLANE, "two interleaved spirals")


THREE_MEANS = ((2.5 * 3**0.5, -2.5), (0.0, 5.0), (-2.5 * 3**0.5, -2.5))
THREE_VARIANCES = (1.0, 4.0, 16.0)


def three_gaussians(n_per_class=1000, random_state=0):
    """The toy problem of Guermeur, Maumy and Sur 2005, section 4: three isotropic normal classes.

    Means (2.5√3, -2.5), (0, 5), (-2.5√3, -2.5), variances (not deviations) 1, 4, 16 in each direction;
    m = 3 ``n_per_class``. The Bayes error is 5.26 %, that of the best linear classifier 5.84 % (equal weights).
    """
    m = 3 * validation.integer("n_per_class", n_per_class, at_least=1)
    y = _turns(m, 3)
    rng = validation.random_generator(random_state)
    X = np.array(THREE_MEANS)[y] + np.sqrt(THREE_VARIANCES)[y, None] * rng.standard_normal((m, 2))
    return Dataset(X, y, PLANE, "normal classes of variance 1, 4 and 16 (Guermeur, Maumy and Sur 2005)")


def _turns(m, Q, *, at_least=None):
    """Return 0, 1, ..., Q-1, 0, 1, ... (m,)."""
    return np.arange(validation.integer("m", m, at_least=at_least or Q)) % Q


def _labels(turn, Q):
    return 2 * turn - 1 if Q == 2 else turn


def _two_classes(m, random_state):
    """Return labels -1, +1, -1, ... (m,) and the Generator."""
    return _labels(_turns(m, 2), 2), validation.random_generator(random_state)


def _on_circle(angle):
    """Return the points (cos θ, sin θ) of the unit circle, (..., 2)."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _disturbance(rng, m, noise):
    """Return m points of a normal distribution with deviation ``noise`` in each direction, (m, 2)."""
    return validation.nonnegative("noise", noise) * rng.standard_normal((m, 2))


@dataclass(frozen=True)
class PlanarSet:
    """An entry of a menu of planar samples: its title, its function and the parameters that apply to it."""

    title: str
    function: Callable

    @property
    def parameters(self):
        """The parameters of the function with their default values, the seed left out."""
        signature = inspect.signature(self.function).parameters.values()
        return {p.name: p.default for p in signature if p.name != "random_state"}

    def sample(self, m, random_state=0, **options):
        """Return a sample of m points, whatever the function calls its size, with its other options."""
        if "m" in self.parameters:
            return self.function(m, random_state=random_state, **options)
        n_per_class = -(-validation.integer("m", m, at_least=3) // 3)
        whole = self.function(n_per_class, random_state=random_state, **options)
        return Dataset(whole.X[:m], whole.y[:m], whole.names, whole.description)


_CATALOGUE = MappingProxyType(
    {
        "separable": PlanarSet("separable", separable),
        "overlapping": PlanarSet("overlapping", overlapping),
        "circles": PlanarSet("circles", circles),
        "moons": PlanarSet("half moons", moons),
        "xor": PlanarSet("exclusive or", xor),
        "spirals": PlanarSet("spirals", spirals),
        "blobs": PlanarSet("blobs", blobs),
        "three_gaussians": PlanarSet("three Gaussians", three_gaussians),
    }
)


def catalogue():
    """Return the planar samples for a menu, in its order: name -> PlanarSet(title, function).

    ``catalogue()["moons"].sample(60, noise=0.3)`` draws; ``catalogue()["moons"].parameters`` has m and noise.
    """
    return _CATALOGUE
