"""Typed formulas: what they may say, that they are never run as code, and errors that name place and remedy."""

import pickle

import numpy as np
import pytest
from formulas import VALUES, WRONG

from svmlab import BiclassSVM, datasets, kernels
from svmlab.kernels import Formula, Gaussian, Laplace, Linear, Polynomial, Sigmoid
from svmlab.kernels.grammar import DEEPEST, LONGEST

X = np.random.default_rng(0).normal(size=(9, 2))


@pytest.mark.parametrize("text", VALUES)
def test_a_formula_has_the_values_that_python_gives_it(text):
    """Only here, of known texts, by ``eval``."""
    numpy_names = {name: getattr(np, name) for name in ("exp", "log", "sqrt", "tanh", "sin", "cos", "abs", "pi")}
    names = {**numpy_names, "dot": np.dot, "norm": np.linalg.norm, "min": min, "max": max}

    def value(x, z):
        written = text.translate(str.maketrans({"−": "-", "·": "*", "×": "*"})).replace("^", "**")
        return eval(written, {**names, "x": x, "z": z, "x1": x[0], "x2": x[1], "z1": z[0], "z2": z[1]})

    np.testing.assert_allclose(Formula(text)(X), [[value(x, z) for z in X] for x in X], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("text", "place", "said"), WRONG)
def test_what_is_wrong_is_told_with_its_place_and_the_remedy(text, place, said):
    with pytest.raises(ValueError, match=f"^in the formula, character {place}: ") as told:
        Formula(text)
    assert said in str(told.value)


def test_a_formula_has_an_end():
    with pytest.raises(ValueError, match=rf"at most {LONGEST} characters, got {LONGEST + 1}"):
        Formula("1" * (LONGEST + 1))
    with pytest.raises(ValueError, match=f"more than {DEEPEST} brackets"):
        Formula("(" * (DEEPEST + 1))
    assert Formula("+".join("1" * (LONGEST // 2)))(X)[0, 0] == LONGEST // 2
    with pytest.raises(TypeError, match=r"a formula must be text, as .* got 3"):
        Formula(3)


def test_a_coordinate_that_no_point_has_and_a_value_that_is_none_are_refused():
    with pytest.raises(ValueError, match="the formula has z3, and these points have 2 coordinates"):
        Formula("x1*z3")(X)
    with pytest.raises(ValueError, match="must return finite numbers"):
        Formula("log(-norm(x))")(X)


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("dot(x, z)", Linear()),
        ("(dot(x, z) + 1)^3", Polynomial()),
        ("exp(-norm(x - z)**2/2)", Gaussian()),
        ("exp(-norm(x - z))", Laplace()),
        ("tanh(dot(x, z) - 1)", Sigmoid(coef0=-1.0)),
        ("0.5*dot(x, z) + exp(-norm(x - z)^2/2)*dot(x, z)", 0.5 * Linear() + Gaussian() * Linear()),
    ],
)
def test_the_kernels_of_the_library_can_be_typed(text, kernel):
    np.testing.assert_allclose(Formula(text)(X), kernel(X), rtol=1e-12, atol=1e-13)


def test_every_kernel_of_points_has_its_formula():
    Z = np.abs(X)
    polynomial, laplace = kernels.Polynomial(2, 0.3, -0.2), Laplace(sigma=0.7)
    for kernel in (
        Linear(), polynomial, Gaussian(sigma=0.7), laplace, Sigmoid(gamma=0.1, coef0=-1.0),
        kernels.RationalQuadratic(sigma=0.7, alpha=2.5), kernels.Matern(nu=0.5), kernels.Matern(sigma=0.7, nu=2.5),
        kernels.HistogramIntersection(), kernels.AllSubsets(), kernels.ANOVA(degree=1), kernels.ANOVA(degree=2),
        kernels.Normalised(kernels.AllSubsets()), 0.1 * laplace + polynomial * Linear(), Formula("dot(x, z)"),
    ):  # fmt: skip
        np.testing.assert_allclose(Formula(kernel.typed(2))(Z), kernel(Z), rtol=1e-12, atol=1e-14)


def test_what_is_no_formula_of_points_has_none():
    function = kernels.Callable(max)
    for kernel in (kernels.Spectrum(2), kernels.Precomputed(), function, function + Linear(), Linear() * function):
        assert kernel.typed(2) is None
        assert (2 * kernel).typed(2) is None


def test_a_machine_trains_with_a_formula_and_is_the_one_of_the_kernel():
    data = datasets.overlapping(30, random_state=0)
    typed = BiclassSVM(kernel=Formula("exp(-norm(x - z)**2/2)")).fit(data.X, data.y)
    named = BiclassSVM(kernel=Gaussian()).fit(data.X, data.y)
    assert typed.solution_.certified
    np.testing.assert_allclose(typed.decision_function(data.X), named.decision_function(data.X), atol=1e-7)


def test_a_formula_is_a_value():
    formula = Formula("dot(x, z)")
    assert formula == Formula("dot(x, z)")
    assert formula != Formula("dot(z, x)")
    assert len({formula, pickle.loads(pickle.dumps(formula))}) == 1
    assert formula.with_params(text="1") == Formula("1")
    assert not formula.positive_semidefinite
