"""Linear classifiers of Gaussian classes: their edges, their exact risk by polygons and by wedges, the best of them."""

import math
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import ndtr, owens_t

from svmlab.risk import validation as checks
from svmlab.risk.gaussians.normal import bivariate_normal, density

NUDGE = 1e-11  # deviations by which a mean that lies on a boundary is moved off it


class Edge(NamedTuple):
    """The boundary of classes k and l of a linear classifier: the points start + t · direction, low ≤ t ≤ high."""

    k: int
    l: int
    start: np.ndarray
    direction: np.ndarray
    low: float
    high: float


def affine(svm):
    """(W (Q, 2), b (Q,)) of a linear machine: h_k(x) = ⟨w_k, x⟩ + b_k; for two classes ∓f/2."""
    W = svm.coef_
    b = svm.solution_.b
    return (W, b) if len(W) > 1 else (np.vstack([-0.5 * W, 0.5 * W]), np.append(-0.5 * b, 0.5 * b))


def straight(W, b):
    """(Q, 6) coefficients of the scores ⟨w_k, x⟩ + b_k, as ``quadratic_risk`` wants them."""
    return np.column_stack([b, W, np.zeros((len(b), 3))])


def edges(W, b):
    """The Edges of x -> argmax_k ⟨w_k, x⟩ + b_k: where classes k and l tie and no other is ahead."""
    W, b = np.asarray(W, dtype=float), np.asarray(b, dtype=float)
    found = []
    for k, l in pairs(len(W)):
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


def pairs(Q):
    return [(k, l) for k in range(Q) for l in range(k + 1, Q)]


def polygon_risk(problem, W, b):
    """Expected risk of a linear classifier of any number of classes; see ``GaussianProblem.linear_risk``."""
    W, b = _unit_scale(*checks.linear_classifier(W, b, problem.n_classes))
    found = edges(W, b)
    return float(
        1.0 - sum(problem.priors[k] * _polygon_mass(problem, k, W, b, found) for k in range(problem.n_classes))
    )


def wedge_risk(problem, W, b):
    """The same for two or three classes, by wedges."""
    W, b = _unit_scale(*checks.linear_classifier(W, b, problem.n_classes))
    checks.wedges(problem.n_classes)
    right = 0.0
    for k in range(problem.n_classes):
        rivals = np.arange(problem.n_classes) != k
        normals = W[k] - W[rivals]
        lengths = np.linalg.norm(normals, axis=1)
        if (lengths == 0).any():
            return polygon_risk(problem, W, b)
        heights = (normals @ problem.means[k] + b[k] - b[rivals]) / (lengths * np.sqrt(problem.variances[k]))
        if len(heights) == 1:
            right += problem.priors[k] * ndtr(heights[0])
        else:
            cosine = float((normals[0] / lengths[0]) @ (normals[1] / lengths[1]))
            right += problem.priors[k] * bivariate_normal(*heights, cosine)
    return float(1.0 - right)


def _polygon_mass(problem, k, W, b, found):
    """Probability that a point of class k is recognised by a linear classifier with these edges.

    Seen from the mean, an edge at distance h between the directions φ₁ and φ₂ from its normal cuts off
    (1/2π) ∫ exp(-h²/(2 cos²φ)) dφ = T(h, tan φ₂) - T(h, tan φ₁), in deviations of the class.
    """
    rivals = [l for l in range(problem.n_classes) if l != k]
    lengths = {l: float(np.linalg.norm(W[k] - W[l])) for l in rivals}
    if any(lengths[l] == 0 and b[k] <= b[l] for l in rivals):
        return 0.0
    mean, deviation = problem.means[k], math.sqrt(problem.variances[k])

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


def gradient(problem, W, b):
    """Derivatives (Q, 2) and (Q,) of the linear risk; see ``GaussianProblem.risk_gradient``."""
    W, b = checks.linear_classifier(W, b, problem.n_classes)
    of_W, of_b = np.zeros_like(W), np.zeros_like(b)
    for edge in edges(W, b):
        length = np.linalg.norm(W[edge.k] - W[edge.l])
        gained, lost = _along(problem, edge, edge.k), _along(problem, edge, edge.l)
        mass, moment = (gained[0] - lost[0]) / length, (gained[1] - lost[1]) / length
        for c, sign in ((edge.k, -1.0), (edge.l, 1.0)):
            of_b[c] += sign * mass
            of_W[c] += sign * (mass * edge.start + moment * edge.direction)
    return of_W, of_b


def _along(problem, edge, c):
    """(∫ π_c p_c dt, ∫ t π_c p_c dt) along an edge."""
    deviation = math.sqrt(problem.variances[c])
    away = problem.means[c] - edge.start
    middle = away @ edge.direction
    distance = away @ np.array([-edge.direction[1], edge.direction[0]])
    low, high = (edge.low - middle) / deviation, (edge.high - middle) / deviation
    height = problem.priors[c] * density(distance / deviation) / deviation
    mass = height * (ndtr(high) - ndtr(low))
    return mass, middle * mass + deviation * height * (density(low) - density(high))


def best(problem):
    """(W (Q, 2), b (Q,), risk) of the best linear classifier; see ``GaussianProblem.best_linear``."""
    Q = problem.n_classes

    def of(parameters):
        full = np.vstack([parameters.reshape(Q - 1, 3), np.zeros(3)])
        return full[:, :2], full[:, 2]

    def value_and_slope(parameters):
        slope_W, slope_b = gradient(problem, *of(parameters))
        return polygon_risk(problem, *of(parameters)), np.column_stack([slope_W, slope_b])[:-1].ravel()

    least = None
    for pooled in np.quantile(problem.variances, [0.0, 0.5, 1.0]):
        W, b = problem.means / pooled, np.log(problem.priors) - 0.5 * (problem.means**2).sum(axis=1) / pooled
        begin = np.column_stack([W - W[-1], b - b[-1]])[:-1].ravel()
        unit = np.abs(begin).max() or 1.0
        found = minimize(value_and_slope, begin / unit, jac=True, method="BFGS", options={"gtol": 1e-10})
        if least is None or found.fun < least.fun:
            least = found
    W, b = of(least.x)
    return W - W.mean(axis=0), b - b.mean(), float(least.fun)


def _unit_scale(W, b):
    """The same classifier with a largest parameter of one, so that squares neither overflow nor vanish."""
    unit = max(float(np.abs(W).max()), float(np.abs(b).max())) or 1.0
    return W / unit, b / unit
