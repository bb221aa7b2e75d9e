"""The path in a parameter of the kernel is, at every value, the machine that training with it finds."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernel_path, kernels
from svmlab.engine.certificate import CERTIFIED
from svmlab.engine.scaled_program import at_bounds
from svmlab.exact.kernel_family import roles_of

TOLERANCE = 1e-7  # of a margin, relative to max(1, the largest)
KINDS = ["normal", "grid", "copied"]  # a grid and copies have identical points, of one class and of several
FEWER = examples(max_examples=max(1, examples.default.max_examples // 3))  # a path each, and trainings beside it
NEAR = 1e-5  # beside a breakpoint, in log σ


def drawn(seed, Q, C, kind, weighs=False):
    """A trained machine with the Gaussian kernel, and its weights."""
    rng = np.random.default_rng(seed)
    m = int(rng.integers(5, 14))
    X = rng.standard_normal((m, 2))
    if kind == "grid":
        X = np.round(X)
    if kind == "copied":
        X = X[rng.integers(0, m, m)]
    y = rng.integers(0, Q, m)
    y[:Q] = np.arange(Q)
    weight = rng.choice([0.5, 1.0, 2.0], m) if weighs else np.ones(m)
    machine = BiclassSVM if Q == 2 else MulticlassSVM
    return machine(C=C, kernel=kernels.Gaussian(0.5)).fit(X, y, weight), weight


def cold(svm, weight=None, **params):
    """The Solution of the machine trained anew with another parameter of its kernel, or several."""
    kernel = svm.kernel_.with_params(**params)
    return clone(svm).set_params(kernel=kernel).fit(svm.X_fit_, svm.y_fit_, weight).solution_


def rounded(solution):
    """The Solution with what rounding has left of a multiplier, or of the way to its bound, taken away."""
    return replace(solution, alpha=at_bounds(solution.alpha, solution.program.upper, 1e-9))


def assert_same(solution, expected):
    assert solution.certified
    assert expected.certified
    scale = max(1.0, np.abs(expected.margins).max())
    np.testing.assert_allclose(solution.margins, expected.margins, rtol=0, atol=TOLERANCE * scale)
    assert solution.dual == pytest.approx(expected.dual, rel=1e-7)


def settings(kinds=KINDS, classes=(2, 3)):
    costs = st.sampled_from([0.02, 0.5, 10.0, 300.0])
    drawing = given(st.integers(0, 2**16), st.sampled_from(classes), costs, st.sampled_from(kinds))
    return lambda test: FEWER(drawing(test))


# --- at every value -------------------------------------------------------------------------------------------------


@settings()
def test_at_random_widths_the_path_is_what_training_finds(seed, Q, C, kind):
    svm, weight = drawn(seed, Q, C, kind, weighs=seed % 2 == 1)
    path = kernel_path(svm, 0.4, 4.0)
    assert path.residual <= CERTIFIED
    assert (np.diff(path.values) > 0).all()
    for sigma in np.exp(np.random.default_rng(seed).uniform(np.log(0.4), np.log(4.0), 6)):
        expected = cold(svm, weight, sigma=sigma)
        assert_same(path.solution(sigma), expected)
        i = path.piece(sigma)
        near = np.abs(np.log(path.values / sigma)).min() < 1e-7
        if path.pieces[i].followed and not near:
            np.testing.assert_array_equal(path.pieces[i].roles, roles_of(rounded(expected)))


@settings(kinds=["normal"])
def test_what_changes_at_a_breakpoint_changes_between_trainings_on_both_sides_of_it(seed, Q, C, kind):
    svm, _ = drawn(seed, Q, C, kind)
    path = kernel_path(svm, 0.4, 4.0)
    alone = np.diff(np.log(path.values)).clip(max=1.0) > 4 * NEAR
    for i in np.flatnonzero(alone[1:] & alone[:-1])[:: max(1, len(path.pieces) // 6)] + 1:
        at = path.values[i]
        before, after = (roles_of(cold(svm, sigma=at * factor)) for factor in (1.0 - NEAR, 1.0 + NEAR))
        assert (before != after).any()
        np.testing.assert_array_equal(before, path.pieces[i - 1].roles)
        np.testing.assert_array_equal(after, path.pieces[i].roles)


def test_a_breakpoint_lies_within_1e_8_of_where_a_multiplier_or_a_margin_crosses():
    svm, _ = drawn(3, 2, 10.0, "normal")
    path = kernel_path(svm, 0.2, 5.0)
    for i in range(1, len(path.pieces)):
        at = path.values[i]
        before, after = path.pieces[i - 1].roles, path.pieces[i].roles
        for v in np.flatnonzero(before != after):
            found = []
            for sigma in at * np.exp([-2e-8, 1e-8]):
                sets = path.family.sets(before)
                found.append(sets.at(np.log(sigma)).kept[v])
            assert found[0] >= 0.0 >= found[1]


@pytest.mark.parametrize("Q", [2, 3])
def test_200_random_widths_over_two_decades(Q):
    data = datasets.overlapping(40, random_state=1, n_classes=Q)
    svm = (BiclassSVM if Q == 2 else MulticlassSVM)(C=5.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    path = kernel_path(svm, 0.1, 10.0)
    assert path.certified
    assert len(path.checked) >= len(path.pieces)
    for sigma in np.exp(np.random.default_rng(0).uniform(np.log(0.1), np.log(10.0), 200)):
        assert_same(path.solution(sigma), cold(svm, sigma=sigma))


def test_every_piece_has_an_accepted_step_in_it():
    svm, _ = drawn(5, 3, 10.0, "normal")
    path = kernel_path(svm, 0.1, 10.0)
    assert path.certified
    pieces = {path.piece(value) for value in path.checked}
    assert pieces == set(range(len(path.pieces)))


# --- other parameters and machines ----------------------------------------------------------------------------------


OTHERS = {
    "a weight of a sum": (0.5 * kernels.Gaussian(0.7) + kernels.Linear(), "left__factor"),
    "sigma inside a sum": (kernels.Gaussian(0.7) + 0.3 * kernels.Linear(), "left__sigma"),
    "Laplace": (kernels.Laplace(1.0), "sigma"),
    "gamma of a polynomial": (kernels.Polynomial(degree=2), "gamma"),
    "alpha of a rational quadratic": (kernels.RationalQuadratic(1.0, 1.0), "alpha"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_any_parameter_of_a_kernel_can_be_followed(name):
    kernel, parameter = OTHERS[name]
    svm, _ = drawn(11, 2, 3.0, "normal")
    svm = clone(svm).set_params(kernel=kernel).fit(svm.X_fit_, svm.y_fit_)
    path = kernel_path(svm, 0.1, 10.0, parameter)
    assert path.certified
    assert path.parameter == parameter
    for value in np.geomspace(0.1001, 9.99, 9):
        assert_same(path.solution(value), cold(svm, **{parameter: value}))


@pytest.mark.parametrize("machine", ["lee-lin-wahba", "msvm2"])
def test_the_other_machines_for_many_classes_are_followed_too(machine):
    svm, _ = drawn(2, 3, 3.0, "normal")
    svm = clone(svm).set_params(machine=machine).fit(svm.X_fit_, svm.y_fit_)
    path = kernel_path(svm, 0.2, 5.0)
    assert path.certified
    for sigma in np.geomspace(0.21, 4.9, 7):
        assert_same(path.solution(sigma), cold(svm, sigma=sigma))


def test_a_hard_margin_is_followed():
    data = datasets.separable(20, random_state=0)
    svm = BiclassSVM(C=np.inf, kernel=kernels.Gaussian(0.5)).fit(data.X, data.y)
    path = kernel_path(svm, 0.3, 1.5)
    assert path.certified
    assert (path.n_bounded == 0).all()
    for sigma in np.geomspace(0.31, 1.49, 7):
        assert_same(path.solution(sigma), cold(svm, sigma=sigma))


def test_strings_have_a_weight_that_is_followed():
    words = ["ACGT", "ACGA", "TTGT", "TTAT", "ACCC", "TTTT"]
    kernel = 1.0 * kernels.Spectrum(1) + kernels.Spectrum(2)
    svm = BiclassSVM(C=1.0, kernel=kernel).fit(words, [0, 0, 1, 1, 0, 1])
    path = kernel_path(svm, 0.1, 10.0, "left__factor")
    assert path.certified
    for value in (0.2, 1.0, 7.0):
        assert_same(path.solution(value), cold(svm, left__factor=value))


# --- what it returns ------------------------------------------------------------------------------------------------


def test_a_model_of_the_path_predicts_like_the_machine_trained_there():
    svm, _ = drawn(7, 3, 3.0, "normal")
    path = kernel_path(svm, 0.2, 5.0)
    model = path.model_at(1.3)
    trained = clone(svm).set_params(kernel=kernels.Gaussian(1.3)).fit(svm.X_fit_, svm.y_fit_)
    Z = np.random.default_rng(1).standard_normal((30, 2))
    np.testing.assert_allclose(model.scores(Z), trained.scores(Z), atol=1e-7)
    np.testing.assert_array_equal(model.alpha_, path.alpha_at(1.3))
    np.testing.assert_array_equal(model.intercept_, path.intercept_at(1.3))
    assert model.kernel_ == model.kernel == kernels.Gaussian(1.3)
    assert svm.kernel_ == kernels.Gaussian(0.5)
    assert model.refit(svm.X_fit_, svm.y_fit_).solution_.certified


def test_the_path_is_that_of_the_machine_as_it_was_trained():
    svm, _ = drawn(7, 3, 3.0, "normal")
    expected = kernel_path(svm, 0.5, 1.0).solution(0.7)
    svm.set_params(machine="crammer-singer", C=7.0)
    assert_same(kernel_path(svm, 0.5, 1.0).solution(0.7), expected)


def test_events_are_told_in_words():
    svm, _ = drawn(7, 2, 3.0, "normal")
    path = kernel_path(svm, 0.2, 5.0)
    at, words = path.next_event(0.2)
    assert at == path.values[1]
    assert words == path.event(1)
    assert path.event(0) == "the path begins"
    assert path.next_event(5.0) is None
    for i in range(1, len(path.pieces)):
        assert path.event(i).startswith("point ")
    free = [np.count_nonzero(piece.roles == 0) for piece in path.pieces]
    np.testing.assert_array_equal(path.n_free, free)


def test_where_double_precision_does_not_carry_the_path_says_so():
    rng = np.random.default_rng(91)
    X = rng.standard_normal((24, 2))
    svm = BiclassSVM(C=np.inf, kernel=kernels.Gaussian(0.5)).fit(X, rng.integers(0, 2, 24))
    path = kernel_path(svm, 0.5, 8.0)
    assert not path.certified
    assert path.not_followed
    assert "not certified" in path.status
    assert "trained for when asked: sigma from" in path.status
    i = path.piece(path.not_followed[0][0])
    assert path.n_free[i] == path.n_bounded[i] == -1
    assert path.event(i) == "from here on nothing could be followed"


def test_progress_is_told_and_what_it_raises_ends_it():
    svm, _ = drawn(7, 2, 3.0, "normal")
    told = []
    path = kernel_path(svm, 0.5, 1.0, progress=told.append)
    np.testing.assert_allclose(told, path.checked)

    def stop(value):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kernel_path(svm, 0.5, 1.0, progress=stop)


# --- input errors ---------------------------------------------------------------------------------------------------


def test_what_cannot_be_followed_is_refused_in_words():
    svm, _ = drawn(7, 3, 3.0, "normal")
    with pytest.raises(NotFittedError):
        kernel_path(BiclassSVM(), 0.1, 1.0)
    with pytest.raises(ValueError, match="'gamma' is no parameter of the kernel Gaussian"):
        kernel_path(svm, 0.1, 1.0, "gamma")
    with pytest.raises(ValueError, match="low must be positive"):
        kernel_path(svm, 0.0, 1.0)
    with pytest.raises(ValueError, match="low"):
        kernel_path(svm, 2.0, 1.0)
    refitted = clone(svm).set_params(machine="crammer-singer").fit(svm.X_fit_, svm.y_fit_)
    with pytest.raises(ValueError, match="kernel_path follows programs with 0 ≤ α ≤ C"):
        kernel_path(refitted, 0.1, 1.0)
    sigmoid = BiclassSVM(kernel=kernels.Sigmoid(gamma=0.1), indefinite="clip").fit(svm.X_fit_, svm.y_fit_ > 0)
    with pytest.raises(ValueError, match="positive semi-definite for every gamma"):
        kernel_path(sigmoid, 0.1, 1.0, "gamma")
    path = kernel_path(svm, 0.5, 1.0)
    with pytest.raises(ValueError, match=r"sigma must lie between 0\.5 and 1, got 2"):
        path.solution(2.0)


@FEWER
@given(st.integers(0, 2**16))
def test_four_classes_with_copies_have_the_same_machines_though_alpha_is_not_unique(seed):
    svm, weight = drawn(seed, 4, 10.0, "copied")
    assume(len(np.unique(svm.y_fit_)) == 4)
    path = kernel_path(svm, 0.5, 2.0)
    for sigma in (0.51, 1.0, 1.9):
        assert_same(path.solution(sigma), cold(svm, weight, sigma=sigma))
