"""The smallest ball that contains points of feature space, exactly; its diameter is the D of the lemmas and bounds.

With the centre c = Σ β_i φ(x_i), β ≥ 0, Σ β_i = 1, the squared radius is the optimum of a dual program::

    R² = max_β Σ β_i κ(x_i, x_i) - Σ β_i β_j κ(x_i, x_j)

(Vapnik 1998, section 10.7; Chapelle, Vapnik, Bousquet and Mukherjee 2002). It has the form of the machines' own,
with +1 in place of the labels, and ``active_set`` solves it, to exact multipliers.
"""

from dataclasses import dataclass

import numpy as np

from svmlab import validation
from svmlab.engine import active_set, exchanges, scaled_program, small_programs
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.program import DualProgram, centred

ROUNDS = 4  # how often what rounding did is taken back


@dataclass(frozen=True)
class Ball:
    """The smallest enclosing ball of some points, with its certificate.

    beta : (n,) coefficients of the centre, Σ β = 1, β ≥ 0; zero for points inside
    points : (n,) their indices in the training set (0..n-1 for a bare kernel matrix)
    squared_radius : R², the largest squared distance of a point from the centre
    squared_distances : (n,) those of all points
    lower : the dual value, which no enclosing ball's R² is below; ``gap`` is what R² exceeds it by
    residuals : largest violation of each condition, relative to R², or to 1 for β
    """

    beta: np.ndarray
    points: np.ndarray
    squared_radius: float
    squared_distances: np.ndarray
    lower: float
    residuals: dict

    @property
    def radius(self):
        """R, the distance of the farthest points from the centre."""
        return self.squared_radius**0.5

    @property
    def diameter(self):
        """D = 2R, the 𝒟_m of Darcy and Guermeur 2005, Lemma 1 and Theorem 1."""
        return 2.0 * self.radius

    @property
    def support(self):
        """Training indices of the points that carry the centre (β > 0); all lie on the sphere."""
        return self.points[self.beta > 0]

    @property
    def gap(self):
        """Duality gap of R²: no enclosing ball has a squared radius smaller than R² - gap."""
        return self.squared_radius - self.lower

    @property
    def certified(self):
        return bool(max(self.residuals.values()) <= CERTIFIED)

    @property
    def status(self):
        """In words: certified or not, and what to try."""
        measured = f"largest relative residual {max(self.residuals.values()):.1e}"
        if self.certified:
            return f"certified: {measured}"
        worst = max(self.residuals, key=self.residuals.get)
        return f"not certified: {measured} ({worst}); standardise the features, or try a kernel of smaller range"

    def centre(self, X):
        """Return the centre Σ β_i x_i in the input space, X (m, d) being the training points: linear kernel only."""
        return self.beta @ np.asarray(X, dtype=float)[self.points]

    def __repr__(self):
        return (
            f"ball of {len(self.points)} points: radius {self.radius:.6g}, diameter {self.diameter:.6g}, "
            f"{len(self.support)} on the sphere carry it; {self.status}"
        )


def smallest(K, points=None):
    """Return the Ball of n points from their (n, n) kernel matrix; ``points`` names them, 0..n-1 by default.

    Raises ValueError for no point at all, and for a matrix that is not square, finite and symmetric.
    """
    validation.chosen("point", K)
    K = validation.gram_matrix(K, len(K), known=False)
    points = np.arange(len(K)) if points is None else np.asarray(points)
    K = centred(K)[1]  # distances do not see the origin, but rounding does
    beta = _exact_beta(K)
    if beta is None or not (found := _measured(K, beta, points)).certified:
        other = _measured(K, _interior_point_beta(K), points)
        found = other if beta is None or other.gap < found.gap else found
    return found


def of(svm, points):
    """Return the Ball of some training points of a fitted machine, given by their indices, in its feature space."""
    svm = validation.fitted(svm)
    points = np.asarray(points, dtype=int)
    return smallest(svm.K_[np.ix_(points, points)], points)


def of_support_vectors(svm):
    """Return the Ball of a machine's support vectors, whose diameter is D of Lemma 1 and Theorem 1.

    Darcy and Guermeur 2005, section 3.
    """
    svm = validation.fitted(svm)
    return of(svm, svm.support_)


def of_points(svm):
    """Return the Ball of all training points that have a weight; Vapnik's form of the radius-margin bound."""
    svm = validation.fitted(svm)
    return of(svm, np.flatnonzero(svm.sample_weight_ > 0))


def _exact_beta(K):
    """(n,) β by the engine, or None where it stalls: from one point alone, the diagonal is led to its true value.

    The engine minimises ½ βᵀKβ + fᵀβ, Σ β = 1, which is the dual for f_i = -κ(x_i, x_i) / 2.
    """
    n, scale = len(K), float(K.diagonal().max(initial=0.0))
    first = np.zeros(n)
    first[K.diagonal().argmax()] = 1.0  # the point farthest from the mean
    if scale == 0:
        return first
    K = K / scale
    zeros = np.zeros(n, dtype=int)
    program = DualProgram(K, np.arange(n), zeros, zeros, np.ones((n, 1)), np.full(n, np.inf))
    goal = -0.5 * K.diagonal()
    start = int(first.argmax())
    try:
        active = active_set.ActiveSet(program, first, -goal[[start]] - K[start, start], 1.0 - first, np.array([start]))
        for _ in range(ROUNDS):
            if not _led_to(active, goal):
                break
    except (active_set.Stalled, exchanges.Unbounded, np.linalg.LinAlgError, FloatingPointError):
        return None
    return _on_simplex(scaled_program.at_bounds(active.a, program.upper))


def _led_to(active, goal):
    """Lead f to its goal from wherever the present point is optimal; False where it is there already."""
    free = active.free
    active.a[free] = np.maximum(active.a[free], 0.0)
    g = active.program.product(active.a) + goal + active.b @ active.E
    error = np.minimum(0.0, g)
    error[free] = g[free]
    if np.abs(error).max() < 1e-15:
        return False
    excess = active.E @ active.a - 1.0
    active.g, active.linear, active.balance = g - error, goal - error, active.E @ active.a
    for _ in active.follow(1.0, linear=error, balance=-excess):
        pass
    return True


def _interior_point_beta(K):
    n = len(K)
    solution = small_programs.quadratic_program(2.0 * K, -K.diagonal(), -np.eye(n), np.zeros(n), np.ones((1, n)), [1.0])
    return _on_simplex(solution.x)


def _on_simplex(beta):
    beta = np.where(beta > 1e-14, beta, 0.0)
    return beta / beta.sum()


def _measured(K, beta, points):
    """Complete β to a Ball; K is centred."""
    toward = K @ beta
    inner = float(beta @ toward)
    squared = np.maximum(0.0, K.diagonal() - 2.0 * toward + inner)
    squared_radius = float(squared.max())
    lower = float(beta @ K.diagonal()) - inner
    unit = squared_radius or 1.0
    residuals = {
        "duality gap of R²": max(0.0, squared_radius - lower) / unit,
        "β > 0 only on the sphere": float((squared_radius - squared[beta > 0]).max()) / unit,
        "Σ β = 1": abs(float(beta.sum()) - 1.0),
    }
    return Ball(beta, points, squared_radius, squared, lower, residuals)
