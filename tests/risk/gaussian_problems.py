"""Gaussian problems and classifiers for them."""

import numpy as np

from svmlab.risk.gaussians import GaussianProblem, bayes

TOY = GaussianProblem()


def random_problem(seed, Q=3):
    random = np.random.default_rng(seed)
    priors = random.uniform(0.5, 1.5, Q)
    return GaussianProblem(random.normal(0, 3, (Q, 2)), random.uniform(0.3, 4, Q), priors / priors.sum())


def random_classifier(seed, Q=3):
    random = np.random.default_rng(seed)
    return random.normal(size=(Q, 2)), random.normal(size=Q)


def linear_scores(W, b):
    return lambda X: X @ W.T + b


def log_posteriors(problem):
    curvature, slope, constant = bayes.log_posteriors(problem)
    return lambda X: (X**2).sum(axis=1)[:, None] * curvature + X @ slope.T + constant
