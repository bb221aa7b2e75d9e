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

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import ndtr, ndtri, owens_t

from svmlab import datasets, kernels, validation

ANGLES = 20_000  # directions of the rays; another number changes a Bayes risk by 1e-7
CELLS, LEVELS = 128, 5  # cells along a side at first, and how often those on a boundary are divided
SHARES = 8  # places along a side at which the scores in a cell that is not divided again are interpolated
REACH = 8.5  # deviations after which nothing is left of a Gaussian: exp(-8.5²/2) = 2e-16
NUDGE = 1e-11  # deviations by which a mean that lies on a boundary is moved off it
BLOCK = 2_000_000  # numbers of one kernel block


class RiskEstimate(NamedTuple):
    """A risk by quadrature and how far the last refinement moved it."""

    value: float
    error: float


class Edge(NamedTuple):
    """The boundary of classes k and l of a linear classifier: the points start + t · direction, low ≤ t ≤ high."""

    k: int
    l: int
    start: np.ndarray
    direction: np.ndarray
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class GaussianProblem:
    """Q isotropic Gaussian classes in the plane: means (Q, 2), variances (Q,) of each coordinate, priors (Q,)."""

    means: np.ndarray = datasets.THREE_MEANS
    variances: np.ndarray = datasets.THREE_VARIANCES
    priors: np.ndarray = None

    def __post_init__(self):
        means, variances = np.array(self.means, dtype=float), np.array(self.variances, dtype=float)
        priors = np.full(len(means), 1.0 / len(means)) if self.priors is None else np.array(self.priors, dtype=float)
        validation.gaussian_classes(means, variances, priors)
        for name, value in (("means", means), ("variances", variances), ("priors", priors)):
            value.flags.writeable = False
            object.__setattr__(self, name, value)

    @property
    def n_classes(self):
        return len(self.means)

    def sample(self, m, random_state=0, *, exact_priors=False):
        """(X (m, 2), y (m,)): labels drawn by the priors, or with ``exact_priors`` as near to them as m points allow.

        The source does the latter (1,000 points of each class); the theorems speak of the former.
        """
        m = validation.integer("m", m, at_least=1)
        random = validation.random_generator(random_state)
        if exact_priors:
            y = np.repeat(np.arange(self.n_classes), _apportioned(m, self.priors))
        else:
            y = random.choice(self.n_classes, size=m, p=self.priors)
        return self.means[y] + np.sqrt(self.variances[y])[:, None] * random.normal(size=(m, 2)), y

    # ---------------------------------------------------------------- risks

    def linear_risk(self, W, b):
        """Expected risk of x -> argmax_k ⟨w_k, x⟩ + b_k, W (Q, 2), b (Q,); ties count as errors (Definition 1).

        Exact, for any number of classes, by polygons.
        """
        W, b = _unit_scale(*validation.linear_classifier(W, b, self.n_classes))
        found = edges(W, b)
        return float(1.0 - sum(self.priors[k] * self._polygon_mass(k, W, b, found) for k in range(self.n_classes)))

    def wedge_risk(self, W, b):
        """The same for two or three classes by normal and bivariate normal probabilities: another route."""
        W, b = _unit_scale(*validation.linear_classifier(W, b, self.n_classes))
        validation.wedges(self.n_classes)
        right = 0.0
        for k in range(self.n_classes):
            rivals = np.arange(self.n_classes) != k
            normals = W[k] - W[rivals]
            lengths = np.linalg.norm(normals, axis=1)
            if (lengths == 0).any():
                return self.linear_risk(W, b)
            heights = (normals @ self.means[k] + b[k] - b[rivals]) / (lengths * np.sqrt(self.variances[k]))
            if len(heights) == 1:
                right += self.priors[k] * ndtr(heights[0])
            else:
                cosine = float((normals[0] / lengths[0]) @ (normals[1] / lengths[1]))
                right += self.priors[k] * bivariate_normal(*heights, cosine)
        return float(1.0 - right)

    @cached_property
    def bayes_risk(self):
        """Expected risk of the Bayes classifier, which no classifier falls below."""
        return self.quadratic_risk(self.bayes_scores)

    def quadratic_risk(self, scores, angles=ANGLES):
        """Expected risk of x -> argmax_k of scores that are polynomials of degree 2, by rays in ``angles`` directions.

        scores (Q, 6): coefficients of 1, x₁, x₂, x₁², x₁x₂, x₂². With 20,000 directions it is good to 1e-7.
        """
        scores = validation.quadratic_scores(scores, self.n_classes)
        right = [self._right(k, scores, angles) for k in range(self.n_classes)]
        return float(1.0 - self.priors @ right)

    @property
    def bayes_scores(self):
        """(Q, 6) coefficients of ln π_k p_k(x), up to a constant that the classes share."""
        curvature, slope, constant = self._log_posteriors
        return np.column_stack([constant, slope, curvature, np.zeros(self.n_classes), curvature])

    def score_risk(self, scores, *, cells=CELLS, levels=LEVELS):
        """RiskEstimate of x -> argmax_k scores(x)_k for any function from points (n, 2) to scores (n, Q).

        ``cells`` cells along each side of a square that holds all classes; those at whose corners different classes
        win, with their neighbours, are divided into four, ``levels`` times, and in the last ones the scores are
        interpolated. A region narrower than a cell may be missed: take more cells for a wilder classifier.
        """
        validation.integer("cells", cells, at_least=1)
        validation.integer("levels", levels, at_least=1)
        deviations = np.sqrt(self.variances)[:, None]
        low = (self.means - REACH * deviations).min(axis=0)
        h = float(((self.means + REACH * deviations).max(axis=0) - low).max()) / cells
        steps = h * np.arange(cells + 1)
        nodes = np.stack(np.meshgrid(low[0] + steps, low[1] + steps, indexing="ij"), axis=-1)
        at_nodes = scores(nodes.reshape(-1, 2)).reshape(cells + 1, cells + 1, -1)
        corner = nodes[:-1, :-1].reshape(-1, 2)
        at_corners = np.lib.stride_tricks.sliding_window_view(at_nodes, (2, 2), axis=(0, 1))
        at_corners = np.moveaxis(at_corners, 2, -1).reshape(cells * cells, 2, 2, -1)
        winner, mixed = _winners(at_corners)
        mixed = _with_neighbours(mixed.reshape(cells, cells)).ravel()
        right, estimates = 0.0, []
        for level in range(levels + 1):
            right += self._mass(corner[~mixed], h, winner[~mixed])
            corner, at_corners = corner[mixed], at_corners[mixed]
            estimates.append(1.0 - right - self._interpolated(corner, h, at_corners))
            if level == levels or not len(corner):
                break
            corner, at_corners = _quarters(corner, h, at_corners, scores)
            h = 0.5 * h
            winner, mixed = _winners(at_corners)
        return RiskEstimate(float(estimates[-1]), float(abs(estimates[-1] - estimates[-2:][0])))

    def _mass(self, corner, h, winner):
        """Σ_k π_k p_k over square cells of side h where class ``winner`` (n,) wins."""
        total = 0.0
        for k in range(self.n_classes):
            z = (corner[winner == k] - self.means[k]) / math.sqrt(self.variances[k])
            sides = ndtr(z + h / math.sqrt(self.variances[k])) - ndtr(z)
            total += self.priors[k] * float(sides.prod(axis=1).sum())
        return total

    def _interpolated(self, corner, h, at_corners):
        """The same over cells through which boundaries run, from scores that are bilinear between the corners."""
        t = (np.arange(SHARES) + 0.5) / SHARES
        weights = np.stack([1.0 - t, t], axis=1)
        inside = np.einsum("ia,jb,nabq->nijq", weights, weights, at_corners)
        winner, _ = _winners(inside.reshape(-1, 1, 1, inside.shape[-1]))
        places = np.stack(np.meshgrid(h * t, h * t, indexing="ij"), axis=-1)
        places = (corner[:, None, None, :] + places).reshape(-1, 2)
        return self._mass(places - 0.5 * h / SHARES, h / SHARES, winner)

    def machine_risk(self, svm):
        """Expected risk of a trained machine whose classes, in order, are those of the problem.

        That of a linear machine is exact, that of any other the value of ``score_risk``, which tells its error too.
        """
        validation.fitted(svm)
        validation.as_many_classes(len(svm.classes_), self.n_classes)
        if isinstance(svm.kernel_, kernels.Linear):
            return self.linear_risk(*affine(svm))
        return self.score_risk(_scorer(svm)).value

    def monte_carlo(self, predict, n=100_000, random_state=0, confidence=0.95):
        """(estimate, low, high) of the risk of ``predict`` from n drawn points, with Wilson's interval."""
        X, y = self.sample(n, random_state)
        return wilson(int((predict(X) != y).sum()), n, confidence)

    @property
    def _log_posteriors(self):
        """ln π_k p_k(x) = curvature_k ‖x‖² + ⟨slope_k, x⟩ + constant_k."""
        s = self.variances
        constant = np.log(self.priors) - np.log(s) - 0.5 * (self.means**2).sum(axis=1) / s
        return -0.5 / s, self.means / s[:, None], constant

    def _polygon_mass(self, k, W, b, found):
        """Probability that a point of class k is recognised by a linear classifier with these edges.

        Seen from the mean, an edge at distance h between the directions φ₁ and φ₂ from its normal cuts off
        (1/2π) ∫ exp(-h²/(2 cos²φ)) dφ = T(h, tan φ₂) - T(h, tan φ₁), in deviations of the class.
        """
        rivals = [l for l in range(self.n_classes) if l != k]
        lengths = {l: float(np.linalg.norm(W[k] - W[l])) for l in rivals}
        if any(lengths[l] == 0 and b[k] <= b[l] for l in rivals):
            return 0.0
        mean, deviation = self.means[k], math.sqrt(self.variances[k])

        def distances(point):
            away = {l: (W[k] - W[l]) @ point + b[k] - b[l] for l in rivals if lengths[l] > 0}
            return {l: float(value) / (lengths[l] * deviation) for l, value in away.items()}

        away = distances(mean)
        if any(abs(distance) < NUDGE for distance in away.values()):
            mean = mean + 3.0 * NUDGE * deviation * np.array([0.6, 0.8])
            away = distances(mean)
        mass = float(all(distance > 0 for distance in away.values()))
        for edge in found:
            if k not in edge[:2]:
                continue
            distance = away[edge.l if edge.k == k else edge.k]
            foot = (mean - edge.start) @ edge.direction
            ends = [(end - foot) / deviation / abs(distance) for end in (edge.low, edge.high)]
            cut = owens_t(abs(distance), ends[1]) - owens_t(abs(distance), ends[0])
            mass -= math.copysign(float(cut), distance)
        return mass

    def _right(self, k, scores, angles):
        """Probability that a point of class k is recognised: rays from its mean, intervals where it wins."""
        mean, directions = self.means[k], _directions(angles)
        lead = scores[k] - np.delete(scores, k, axis=0)
        level = lead @ _monomials(mean[None])[0]
        slope = lead[:, 1:3] + np.stack([lead[:, 3:5] @ (mean * [2, 1]), lead[:, 4:6] @ (mean * [1, 2])], axis=1)
        linear = directions @ slope.T
        a = _monomials(directions)[:, 3:] @ lead[:, 3:].T
        ends = np.sort(np.concatenate([np.zeros((angles, 1)), _roots(a, linear, level)], axis=1), axis=1)
        ends = np.append(ends, np.full((angles, 1), np.inf), axis=1)
        r = np.where(np.isinf(ends[:, 1:]), ends[:, :-1] + 1.0, 0.5 * (ends[:, :-1] + ends[:, 1:]))
        r, real = np.where(np.isfinite(r), r, 0.0)[:, :, None], np.isfinite(r)
        wins = (a[:, None, :] * r**2 + linear[:, None, :] * r + level > 0).all(axis=2) & real
        survival = np.exp(-0.5 * ends**2 / self.variances[k])
        return float((wins * (survival[:, :-1] - survival[:, 1:])).sum(axis=1).mean())

    # ---------------------------------------------------------------- classifiers

    def bayes_circle(self, k, l):
        """(centre (2,), radius) of the circle where classes k and l are equally likely a posteriori.

        The radius is nan where one of them is more likely everywhere; ValueError for equal variances (a line).
        """
        curvature, slope, constant = self._log_posteriors
        a, v, c = curvature[k] - curvature[l], slope[k] - slope[l], constant[k] - constant[l]
        if a == 0:
            raise validation.equal_variances(k, l)
        centre = -0.5 * v / a
        square = centre @ centre - c / a
        return centre, float(np.sqrt(square)) if square >= 0 else float("nan")

    def bayes_boundary(self, n=1440, reach=1e3):
        """[(k, l, points (n, 2))]: the parts of the pairwise boundaries where both classes beat every other one.

        Circles, or lines of length 2 ``reach`` where two variances agree; nan rows stand where the boundary is
        interrupted, and pairs that never meet are left out.
        """
        curvature, slope, constant = self._log_posteriors
        pieces = []
        for k, l in _pairs(self.n_classes):
            if curvature[k] != curvature[l]:
                centre, radius = self.bayes_circle(k, l)
                points = centre + radius * _directions(n, closed=True)
            else:
                points = _line_points(slope[k] - slope[l], constant[k] - constant[l], reach, n)
            others = [c for c in range(self.n_classes) if c not in (k, l)]
            with np.errstate(invalid="ignore"):
                posterior = (points**2).sum(axis=1)[:, None] * curvature + points @ slope.T + constant
                seen = (posterior[:, [k]] >= posterior[:, others]).all(axis=1) & np.isfinite(points).all(axis=1)
            if seen.any():
                pieces.append((k, l, np.where(seen[:, None], points, np.nan)))
        return pieces

    def bayes_predict(self, X):
        """(n,) classes of largest posterior probability."""
        curvature, slope, constant = self._log_posteriors
        X = np.asarray(X, dtype=float)
        return ((X**2).sum(axis=1)[:, None] * curvature + X @ slope.T + constant).argmax(axis=1)

    @cached_property
    def best_linear(self):
        """(W (Q, 2), b (Q,), risk) of the linear classifier of least expected risk, from several beginnings.

        By descent on the exact risk with its exact gradient; the risk is not convex, so that the least of the minima
        found is returned.
        """
        Q = self.n_classes

        def of(parameters):
            full = np.vstack([parameters.reshape(Q - 1, 3), np.zeros(3)])
            return full[:, :2], full[:, 2]

        def value_and_slope(parameters):
            slope_W, slope_b = self.risk_gradient(*of(parameters))
            return self.linear_risk(*of(parameters)), np.column_stack([slope_W, slope_b])[:-1].ravel()

        best = None
        for pooled in np.quantile(self.variances, [0.0, 0.5, 1.0]):
            W, b = self.means / pooled, np.log(self.priors) - 0.5 * (self.means**2).sum(axis=1) / pooled
            begin = np.column_stack([W - W[-1], b - b[-1]])[:-1].ravel()
            unit = np.abs(begin).max() or 1.0
            found = minimize(value_and_slope, begin / unit, jac=True, method="BFGS", options={"gtol": 1e-10})
            if best is None or found.fun < best.fun:
                best = found
        W, b = of(best.x)
        return W - W.mean(axis=0), b - b.mean(), float(best.fun)

    def risk_gradient(self, W, b):
        """Derivatives (Q, 2) and (Q,) of the linear risk with respect to W and b.

        Raising b_k moves each edge of class k outwards by 1/‖w_k - w_l‖: what is gained there is π_k p_k, what is
        lost π_l p_l, and the integral of a Gaussian along a line is a difference of normal probabilities. At the best
        linear classifier the two balance on all edges of a class, in mass and in first moment.
        """
        W, b = validation.linear_classifier(W, b, self.n_classes)
        of_W, of_b = np.zeros_like(W), np.zeros_like(b)
        for edge in edges(W, b):
            length = np.linalg.norm(W[edge.k] - W[edge.l])
            gained, lost = self._along(edge, edge.k), self._along(edge, edge.l)
            mass, moment = (gained[0] - lost[0]) / length, (gained[1] - lost[1]) / length
            for c, sign in ((edge.k, -1.0), (edge.l, 1.0)):
                of_b[c] += sign * mass
                of_W[c] += sign * (mass * edge.start + moment * edge.direction)
        return of_W, of_b

    def _along(self, edge, c):
        """(∫ π_c p_c dt, ∫ t π_c p_c dt) along an edge."""
        deviation = math.sqrt(self.variances[c])
        away = self.means[c] - edge.start
        middle = away @ edge.direction
        distance = away @ np.array([-edge.direction[1], edge.direction[0]])
        low, high = (edge.low - middle) / deviation, (edge.high - middle) / deviation
        height = self.priors[c] * _density(distance / deviation) / deviation
        mass = height * (ndtr(high) - ndtr(low))
        return mass, middle * mass + deviation * height * (_density(low) - _density(high))


# --- linear classifiers -----------------------------------------------------------------------------------------


def affine(svm):
    """(W (Q, 2), b (Q,)) of a linear machine: h_k(x) = ⟨w_k, x⟩ + b_k; for two classes ∓f/2."""
    W = svm.dual_coef_.T @ svm.X_fit_
    b = svm.solution_.b
    return (W, b) if len(W) > 1 else (np.vstack([-0.5 * W, 0.5 * W]), np.append(-0.5 * b, 0.5 * b))


def quadratic(svm):
    """(Q, 6) coefficients of 1, x₁, x₂, x₁², x₁x₂, x₂² in the scores of a machine of the plane.

    The kernel is linear or (γ⟨x, z⟩ + r)², which is multiplied out.
    """
    kernel = svm.kernel_
    if isinstance(kernel, kernels.Linear):
        return straight(*affine(svm))
    validation.quadratic_kernel(kernel, isinstance(kernel, kernels.Polynomial) and kernel.degree == 2)
    g, r = kernel.gamma, kernel.coef0
    factors = np.array([r * r, 2 * g * r, 2 * g * r, g * g, 2 * g * g, g * g])
    raw = factors[:, None] * (_monomials(svm.X_fit_).T @ svm.dual_coef_)
    raw[0] += svm.solution_.b
    return svm._scores_of(raw).T


def straight(W, b):
    """(Q, 6) coefficients of the scores ⟨w_k, x⟩ + b_k, as ``quadratic_risk`` wants them."""
    return np.column_stack([b, W, np.zeros((len(b), 3))])


def edges(W, b):
    """The Edges of x -> argmax_k ⟨w_k, x⟩ + b_k: where classes k and l tie and no other is ahead."""
    W, b = np.asarray(W, dtype=float), np.asarray(b, dtype=float)
    found = []
    for k, l in _pairs(len(W)):
        normal = W[k] - W[l]
        length = np.linalg.norm(normal)
        if length == 0:
            continue
        start = -(b[k] - b[l]) / length * (normal / length)
        direction = np.array([-normal[1], normal[0]]) / length
        low, high = -np.inf, np.inf
        for other in range(len(W)):
            if other in (k, l):
                continue
            ahead, growth = (W[k] - W[other]) @ start + b[k] - b[other], (W[k] - W[other]) @ direction
            if growth > 0:
                low = max(low, -ahead / growth)
            elif growth < 0:
                high = min(high, -ahead / growth)
            elif ahead < 0:
                low, high = np.inf, -np.inf
        if low < high:
            found.append(Edge(k, l, start, direction, low, high))
    return found


# --- pieces -----------------------------------------------------------------------------------------------------


def _unit_scale(W, b):
    """The same classifier with a largest parameter of one, so that squares neither overflow nor vanish."""
    unit = max(float(np.abs(W).max()), float(np.abs(b).max())) or 1.0
    return W / unit, b / unit


def _monomials(X):
    """(n, 6) values of 1, x₁, x₂, x₁², x₁x₂, x₂² at points (n, 2)."""
    x, y = np.asarray(X, dtype=float).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _pairs(Q):
    return [(k, l) for k in range(Q) for l in range(k + 1, Q)]


def _density(x):
    """The standard normal density; 0 at ±∞."""
    return math.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)


def _directions(n, *, closed=False):
    """n unit vectors at equal angles, (n, 2); ``closed``: the last is the first again."""
    theta = np.linspace(0.0, 2.0 * np.pi, n) if closed else 2.0 * np.pi * (np.arange(n) + 0.5) / n
    return np.stack([np.cos(theta), np.sin(theta)], axis=1)


def _line_points(normal, constant, reach, n):
    """n points on ⟨normal, x⟩ + constant = 0, symmetric about the one nearest to the origin; nan without a normal."""
    length = np.linalg.norm(normal)
    if length == 0:
        return np.full((n, 2), np.nan)
    direction = np.array([-normal[1], normal[0]]) / length
    return -constant / length * (normal / length) + np.linspace(-reach, reach, n)[:, None] * direction


def _apportioned(m, shares):
    """(Q,) integers that sum to m, as near to m · shares as can be: the largest remainders are rounded up."""
    wanted = m * shares
    counts = np.floor(wanted + 1e-9).astype(int)
    counts[np.argsort(counts - wanted, kind="stable")[: m - counts.sum()]] += 1
    return counts


def _scorer(svm):
    """A function from points (n, d) to the scores (n, Q) of a machine, from its support vectors, in blocks."""
    if svm._projector is not None or isinstance(svm.kernel_, kernels.Precomputed):
        return svm.scores
    if isinstance(svm.kernel_, kernels.Polynomial):
        return _polynomial_scorer(svm)
    used = svm.support_
    points, coefficients = svm.X_fit_[used], svm.dual_coef_[used]

    def scores(Z):
        blocks = np.array_split(Z, 1 + len(Z) * max(1, len(points)) // BLOCK)
        raw = np.concatenate([svm.kernel_(block, points) @ coefficients for block in blocks]) + svm.solution_.b
        return svm._scores_of(raw)

    return scores


def _polynomial_scorer(svm):
    """The same for (γ⟨x, z⟩ + r)^p, multiplied out: a polynomial in z₁ and z₂, whatever the support vectors are."""
    kernel, p = svm.kernel_, svm.kernel_.degree
    powers = [(i, j) for i in range(p + 1) for j in range(p + 1 - i)]
    factors = [
        math.comb(p, i + j) * math.comb(i + j, i) * kernel.gamma ** (i + j) * kernel.coef0 ** (p - i - j)
        for i, j in powers
    ]

    def monomials(Z):
        return np.stack([Z[:, 0] ** i * Z[:, 1] ** j for i, j in powers], axis=1)

    coefficients = np.array(factors)[:, None] * (monomials(svm.X_fit_).T @ svm.dual_coef_)
    return lambda Z: svm._scores_of(monomials(Z) @ coefficients + svm.solution_.b)


def _roots(a, linear, level):
    """Positive roots r of a r² + linear r + level = 0 for each ray and rival; inf where there is none."""
    a, level = np.broadcast_to(a, linear.shape), np.broadcast_to(level, linear.shape)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        root = np.sqrt(linear**2 - 4.0 * a * level)
        q = -0.5 * (linear + np.copysign(root, linear))
        roots = np.concatenate([q / a, level / q], axis=1)
    return np.where(np.isfinite(roots) & (roots > 0), roots, np.inf)


def _winners(at_corners):
    """(n,) class that wins at the corners (n, a, b, Q) of a cell, -1 for a tie; (n,) whether they disagree."""
    flat = at_corners.reshape(-1, at_corners.shape[-1])
    winner = flat.argmax(axis=1)
    best = flat[np.arange(len(flat)), winner]
    winner = np.where((flat == best[:, None]).sum(axis=1) > 1, -1, winner)
    winner = winner.reshape(len(at_corners), math.prod(at_corners.shape[1:-1]))
    return winner[:, 0], (winner != winner[:, [0]]).any(axis=1)


def _with_neighbours(mask):
    """A mask (n, n) with the eight neighbours of each cell in it."""
    wide = np.pad(mask, 1)
    n, p = mask.shape
    return np.any([wide[i : i + n, j : j + p] for i in range(3) for j in range(3)], axis=0)


def _quarters(corner, h, at_corners, scores):
    """The four quarters of each cell of side h: their corners (4n, 2) and the scores at them."""
    n, half = len(corner), 0.5 * h
    at = np.empty((n, 3, 3, at_corners.shape[-1]))
    at[:, ::2, ::2] = at_corners
    new = np.array([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)])
    at[:, new[:, 0], new[:, 1]] = scores((corner[:, None] + half * new).reshape(-1, 2)).reshape(n, len(new), -1)
    parts = [(i, j) for i in range(2) for j in range(2)]
    return (
        np.concatenate([corner + half * np.array(part) for part in parts]),
        np.concatenate([at[:, i : i + 2, j : j + 2] for i, j in parts]),
    )


def bivariate_normal(h, k, rho):
    """P(U ≤ h, V ≤ k) for standard normal U, V of correlation ρ, by Owen's T function (Owen 1956)."""
    if rho >= 1.0 - 1e-15:
        return float(ndtr(min(h, k)))
    if rho <= -1.0 + 1e-15:
        return float(max(0.0, ndtr(h) + ndtr(k) - 1.0))
    root = math.sqrt((1.0 - rho) * (1.0 + rho))
    if h == 0 and k == 0:
        return 0.25 + math.asin(rho) / (2.0 * math.pi)
    tails = sum(_owen(x, y, rho, root) for x, y in ((h, k), (k, h)))
    split = 0.5 if (h < 0) != (k < 0) else 0.0
    return float(min(1.0, max(0.0, 0.5 * (ndtr(h) + ndtr(k)) - tails - split)))


def _owen(h, k, rho, root):
    """T(h, (k/h - ρ)/√(1-ρ²)); as h -> +0 the second argument tends to ±∞, where T(0, ±∞) = ±1/4."""
    if h == 0:
        return math.copysign(0.25, k)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return float(owens_t(h, (np.float64(k) / h - rho) / root))


def wilson(errors, n, confidence=0.95):
    """(estimate, low, high) of a probability from ``errors`` in n trials (Wilson 1927)."""
    n = validation.integer("n", n, at_least=1)
    z = float(ndtri(0.5 + 0.5 * validation.probability("confidence", confidence)))
    p = errors / n
    middle, spread = p + z**2 / (2 * n), z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    low, high = (middle - spread) / (1 + z**2 / n), (middle + spread) / (1 + z**2 / n)
    return p, low if errors > 0 else 0.0, high if errors < n else 1.0
