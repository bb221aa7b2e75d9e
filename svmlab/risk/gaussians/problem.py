"""``GaussianProblem``: isotropic Gaussian classes in the plane, samples, and the risk of what tells them apart."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmlab import datasets, kernels, validation
from svmlab.risk import validation as checks
from svmlab.risk.gaussians import bayes, linear, rays
from svmlab.risk.gaussians.cells import CELLS, LEVELS, cell_risk, scorer
from svmlab.risk.gaussians.linear import affine
from svmlab.risk.gaussians.normal import wilson
from svmlab.risk.gaussians.rays import ANGLES


@dataclass(frozen=True, eq=False)
class GaussianProblem:
    """Q isotropic Gaussian classes in the plane: means (Q, 2), variances (Q,) of each coordinate, priors (Q,)."""

    means: np.ndarray = datasets.THREE_MEANS
    variances: np.ndarray = datasets.THREE_VARIANCES
    priors: np.ndarray = None

    def __post_init__(self):
        means = np.atleast_2d(validation.array("means", self.means))
        variances = validation.array("variances", self.variances)
        priors = (
            np.full(len(means), 1.0 / len(means)) if self.priors is None else validation.array("priors", self.priors)
        )
        checks.gaussian_classes(means, variances, priors)
        for name, value in (("means", means), ("variances", variances), ("priors", priors)):
            own = value.copy()
            own.flags.writeable = False
            object.__setattr__(self, name, own)

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

    def linear_risk(self, W, b):
        """Expected risk of x -> argmax_k ⟨w_k, x⟩ + b_k, W (Q, 2), b (Q,); ties count as errors (Definition 1).

        Exact, for any number of classes, by polygons.
        """
        return linear.polygon_risk(self, W, b)

    def wedge_risk(self, W, b):
        """The same for two or three classes by normal and bivariate normal probabilities: another route."""
        return linear.wedge_risk(self, W, b)

    def risk_gradient(self, W, b):
        """Derivatives (Q, 2) and (Q,) of the linear risk with respect to W and b.

        Raising b_k moves each edge of class k outwards by 1/‖w_k - w_l‖: what is gained there is π_k p_k, what is
        lost π_l p_l, and the integral of a Gaussian along a line is a difference of normal probabilities. At the best
        linear classifier the two balance on all edges of a class, in mass and in first moment.
        """
        return linear.gradient(self, W, b)

    @cached_property
    def best_linear(self):
        """(W (Q, 2), b (Q,), risk) of the linear classifier of least expected risk, from several beginnings.

        By descent on the exact risk with its exact gradient; the risk is not convex, so that the least of the minima
        found is returned.
        """
        return linear.best(self)

    def quadratic_risk(self, scores, angles=ANGLES):
        """Expected risk of x -> argmax_k of scores that are polynomials of degree 2, by rays in ``angles`` directions.

        scores (Q, 6): coefficients of 1, x₁, x₂, x₁², x₁x₂, x₂². With 20,000 directions it is good to 1e-7.
        """
        return rays.ray_risk(self, scores, angles)

    def score_risk(self, scores, *, cells=CELLS, levels=LEVELS):
        """RiskEstimate of x -> argmax_k scores(x)_k for any function from points (n, 2) to scores (n, Q).

        ``cells`` cells along each side of a square that holds all classes; those at whose corners different classes
        win, with their neighbours, are divided into four, ``levels`` times, and in the last ones the scores are
        interpolated. A region narrower than a cell may be missed: take more cells for a wilder classifier.
        """
        return cell_risk(self, scores, cells, levels)

    def machine_risk(self, svm):
        """Expected risk of a trained machine whose classes, in order, are those of the problem.

        That of a linear machine is exact, that of any other the value of ``score_risk``, which tells its error too.
        """
        svm = validation.seeing_the_points("machine_risk", svm)
        checks.as_many_classes(len(svm.classes_), self.n_classes)
        if isinstance(svm.kernel_, kernels.Linear):
            return self.linear_risk(*affine(svm))
        return self.score_risk(scorer(svm)).value

    def monte_carlo(self, predict, n=100_000, random_state=0, confidence=0.95):
        """(estimate, low, high) of the risk of ``predict`` from n drawn points, with Wilson's interval."""
        X, y = self.sample(n, random_state)
        return wilson(int((predict(X) != y).sum()), n, confidence)

    @cached_property
    def bayes_risk(self):
        """Expected risk of the Bayes classifier, which no classifier falls below."""
        return self.quadratic_risk(self.bayes_scores)

    @property
    def bayes_scores(self):
        """(Q, 6) coefficients of ln π_k p_k(x), up to a constant that the classes share."""
        return bayes.scores(self)

    def bayes_circle(self, k, l):
        """(centre (2,), radius) of the circle where classes k and l are equally likely a posteriori.

        The radius is nan where one of them is more likely everywhere; ValueError for equal variances (a line).
        """
        return bayes.circle(self, k, l)

    def bayes_boundary(self, n=1440, reach=1e3):
        """[(k, l, points (n, 2))]: the parts of the pairwise boundaries where both classes beat every other one.

        Circles, or lines of length 2 ``reach`` where two variances agree; nan rows stand where the boundary is
        interrupted, and pairs that never meet are left out.
        """
        return bayes.boundary(self, n, reach)

    def bayes_predict(self, X):
        """(n,) classes of largest posterior probability."""
        return bayes.predict(self, X)


def _apportioned(m, shares):
    """(Q,) integers that sum to m, as near to m · shares as can be: the largest remainders are rounded up."""
    wanted = m * shares
    counts = np.floor(wanted + 1e-9).astype(int)
    counts[np.argsort(counts - wanted, kind="stable")[: m - counts.sum()]] += 1
    return counts
