"""The path is, at every C, the machine that training at that C finds."""

import numpy as np
import pytest
from cases import FIVE_POINTS, LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
from engine_programs import draw
from hypothesis import given
from hypothesis import strategies as st
from oracle import audit_machine, problems
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, regularization_path
from svmlab.engine.certificate import CERTIFIED
from svmlab.exact import path as path_module
from svmlab.exact.path import solutions_along

TOLERANCE = 1e-6  # of a score, relative to max(1, the largest)
DECADES = [1e-3, 1.0, 30.0]  # C_min, in units of the drawn C


def machine_of(Q):
    return BiclassSVM if Q == 2 else MulticlassSVM


def own_scores(svm):
    return svm.decision_function(svm.X_fit_) if svm.alpha_.ndim == 1 else svm.scores(svm.X_fit_)


def drawn_path(problem, start, machine=None, C_max=None):
    """A path over three decades, and the machine that it follows."""
    machine = machine or machine_of(problem.y.max() + 1)
    svm = machine(C=1.0, kernel=problem.kernel).fit(problem.X, problem.y)
    C_min = start * problem.C
    return regularization_path(svm, C_min, 1e3 * C_min if C_max is None else C_max), svm


def compare(path, svm, C, weight=None):
    """Assert that the path at C is what training at C finds, and certified."""
    model = path.model_at(C)
    cold = clone(svm).set_params(C=C, class_weight=None).fit(svm.X_fit_, svm.y_fit_, svm.sample_weight_)
    assert model.solution_.certified
    assert cold.solution_.certified
    scores = own_scores(cold)
    atol = TOLERANCE * max(1.0, np.abs(scores).max())
    np.testing.assert_allclose(own_scores(model), scores, rtol=0, atol=atol, err_msg=f"C = {C}")
    np.testing.assert_allclose(model.intercept_, path.intercept_at(C), rtol=0, atol=0)
    np.testing.assert_array_equal(model.alpha_, path.alpha_at(C))
    return model, cold


def middles(path):
    """A place inside every piece."""
    ends = np.where(np.isinf(path.C), 2 * path.C[-2], path.C)
    return np.sqrt(ends[1:] * ends[:-1])


def counts(model):
    """(free, bounded) numbers of dual variables of a machine."""
    solution = model.solution_
    alpha, upper = solution.alpha, solution.program.upper
    return np.count_nonzero((alpha > 0) & (alpha < upper)), np.count_nonzero((alpha > 0) & (alpha >= upper))


# ---------------------------------------------------------------- drawn problems


@given(problems(classes=(2,), costs=[0.3]), st.sampled_from(DECADES), st.floats(0, 1))
def test_two_classes_the_path_is_what_training_finds(problem, start, where):
    path, svm = drawn_path(problem, start)
    for C in path.C_min * (path.C_max / path.C_min) ** np.array([0.0, where, 1.0]):
        compare(path, svm, np.clip(C, path.C_min, path.C_max))


@given(problems(classes=(2, 3, 4, 5), costs=[0.3]), st.sampled_from(DECADES), st.floats(0, 1))
def test_many_classes_the_path_is_what_training_finds(problem, start, where):
    path, svm = drawn_path(problem, start, MulticlassSVM)
    for C in path.C_min * (path.C_max / path.C_min) ** np.array([where, 1.0]):
        compare(path, svm, np.clip(C, path.C_min, path.C_max))


@given(problems(classes=(2, 3), costs=[0.3]), st.sampled_from(DECADES))
def test_breakpoints_increase_and_the_numbers_of_each_kind_hold_between_them(problem, start):
    path, _ = drawn_path(problem, start)
    assert path.residual <= CERTIFIED
    assert (np.diff(path.C) > 0).all()
    assert len(path.C) == len(path.segments) + 1 == len(path.n_free) + 1 == len(path.n_bounded) + 1
    wide = np.flatnonzero(np.diff(path.C) > 1e-6 * path.C[:-1])
    for i in wide[:: max(1, len(wide) // 8)]:
        assert counts(path.model_at(middles(path)[i])) == (path.n_free[i], path.n_bounded[i])


@given(problems(classes=(2, 3), costs=[0.3]), st.sampled_from(DECADES))
def test_what_the_path_says_of_each_piece_is_continuous_where_it_is_unique(problem, start):
    """The scores without intercept are; α itself may turn at a breakpoint where it is not unique."""
    path, _ = drawn_path(problem, start)
    for C in path.C[1:-1][:: max(1, len(path.C) // 8)]:
        before, after = path.dual_at(C * (1 - 1e-9)), path.dual_at(C * (1 + 1e-9))
        w_before, w_after = (path.program.product(alpha) for alpha in (before, after))
        np.testing.assert_allclose(w_before, w_after, rtol=0, atol=1e-6 * max(1.0, np.abs(w_after).max()))
        assert before.sum() == pytest.approx(after.sum(), rel=1e-6)


@given(problems(classes=(2, 3), costs=[0.3]), st.integers(0, 2**16))
def test_weights_take_part(problem, seed):
    rng = np.random.default_rng(seed)
    weight = rng.choice([0.0, 0.5, 1.0, 3.0], len(problem.y))
    weight[np.unique(problem.y, return_index=True)[1]] = 1.0
    machine = machine_of(problem.y.max() + 1)(C=1.0, kernel=problem.kernel, class_weight={0: 2.0})
    svm = machine.fit(problem.X, problem.y, weight)
    path = regularization_path(svm, 0.01 * problem.C, 10 * problem.C)
    model, _ = compare(path, svm, 0.3 * problem.C)
    np.testing.assert_allclose(model.upper_.max(), model.C * svm.sample_weight_.max())


@given(problems(classes=(2, 3), costs=[1.0]))
def test_to_infinity_the_path_ends_in_the_hard_margin(problem):
    svm = machine_of(problem.y.max() + 1)(C=1.0, kernel=problem.kernel).fit(problem.X, problem.y)
    try:
        hard = clone(svm).set_params(C=np.inf).fit(problem.X, problem.y)
    except ValueError:
        with pytest.raises(ValueError, match="cannot be separated"):
            regularization_path(svm, problem.C, np.inf)
        return
    path = regularization_path(svm, problem.C, np.inf)
    assert path.C_max == np.inf
    scores = own_scores(hard)
    atol = TOLERANCE * max(1.0, np.abs(scores).max())
    np.testing.assert_allclose(own_scores(path.model_at(np.inf)), scores, rtol=0, atol=atol)
    np.testing.assert_allclose(own_scores(path.model_at(2 * path.C[-2])), scores, rtol=0, atol=atol)
    assert path.n_bounded[-1] == 0


@given(problems(classes=(2, 3), costs=[0.3]), st.integers(0, 2**16))
def test_a_grid_is_passed_without_keeping_the_pieces(problem, seed):
    svm = machine_of(problem.y.max() + 1)(C=1.0, kernel=problem.kernel).fit(problem.X, problem.y)
    grid = np.sort(problem.C * 10.0 ** np.random.default_rng(seed).uniform(-2, 2, 4))
    path = regularization_path(svm, grid[0], grid[-1])
    for C, model in zip(grid, solutions_along(svm, grid), strict=True):
        expected = own_scores(path.model_at(C))
        assert model.C == C
        np.testing.assert_allclose(own_scores(model), expected, rtol=0, atol=TOLERANCE * max(1, abs(expected).max()))


# ---------------------------------------------------------------- the benchmark sample, in detail


@pytest.fixture(scope="module", params=[2, 3], ids=["two classes", "three classes"])
def followed(request):
    data = datasets.overlapping(60, random_state=0, n_classes=request.param)
    svm = machine_of(request.param)(C=1.0, kernel=kernels.Gaussian(sigma=1.0)).fit(data.X, data.y)
    return regularization_path(svm, 1e-3, 1e3), svm


def test_a_path_ends_where_no_training_finds_the_optimum(monkeypatch):
    """C = 2e12 in units of 1/κ: what is left of the scores is rounding, and it took 19 minutes to find that out."""
    svm, X, y, weight = draw(21233)
    svm.set_params(C=1.0).fit(X, y, weight)
    solved, began = path_module._solved, []
    monkeypatch.setattr(path_module, "_solved", lambda program, C: began.append(C) or solved(program, C))
    with pytest.raises(ValueError, match="the path could be followed up to C ="):
        regularization_path(svm, 0.01, np.inf)
    assert len(began) <= 5 + path_module.HOPELESS


def test_every_piece_is_exact(followed):
    path, _ = followed
    places = middles(path)
    for C in places[:: max(1, len(places) // 40)]:
        model = path.model_at(C)
        assert audit_machine(model).passes(1e-10)
        assert abs(model.solution_.duality_gap) < 1e-11 * model.solution_.dual
    assert path.residual < 1e-9  # nearly all of it what rounding may add, which grows with C


def test_between_breakpoints_alpha_is_a_straight_line(followed):
    path, _ = followed
    for low, high in zip(path.C[:-1:7], path.C[1::7], strict=True):
        ends = [path.dual_at(low + part * (high - low)) for part in (0.01, 0.5, 0.99)]
        np.testing.assert_allclose(ends[1], 0.5 * (ends[0] + ends[2]), rtol=0, atol=1e-10 * ends[1].max())


def test_alpha_is_continuous_at_the_breakpoints(followed):
    path, _ = followed
    for C in path.C[1:-1]:
        before, after = path.dual_at(C * (1 - 1e-12)), path.dual_at(C)
        np.testing.assert_allclose(before, after, rtol=0, atol=1e-9 * after.max())


def test_where_the_intercept_is_unique_it_is_that_of_the_piece(followed):
    path, _ = followed
    tied = [i for i, segment in enumerate(path.segments) if segment.tied]
    assert 0 < len(tied) <= len(path.segments)
    for i in tied[::9]:
        segment, C = path.segments[i], middles(path)[i]
        expected = segment.b + segment.b_slope * (C - segment.C)
        np.testing.assert_allclose(path.model_at(C).solution_.b, expected, atol=1e-9)
        assert np.ptp(np.reshape(path.model_at(C).intercept_interval_, (-1, 2)), axis=1).max() < 1e-9


def test_more_weight_on_slack_gives_less_slack_and_less_margin(followed):
    path, _ = followed
    models = [path.model_at(C) for C in np.geomspace(1e-3, 1e3, 60)]
    norms = np.array([m.solution_.squared_norm for m in models])
    slack = np.array([np.maximum(0, 1 - m.solution_.margins).sum() for m in models])
    assert (np.diff(norms) >= -1e-9).all()
    assert (np.diff(slack) <= 1e-9).all()


def test_at_the_smallest_C_almost_every_point_is_bounded(followed):
    path, svm = followed
    assert path.n_bounded[0] > 0.8 * len(svm.y_fit_)
    assert path.n_free[0] + path.n_bounded[0] <= len(path.program.example)
    assert path.n_bounded[-1] < path.n_bounded[0]


def test_events_are_told_in_words(followed):
    path, svm = followed
    assert path.event(0) == "the path begins"
    C, words = path.next_event(1.0)
    assert path.C[path.C > 1.0][0] == C
    models = [path.model_at(C * factor).solution_ for factor in (1 - 1e-9, 1 + 1e-9)]
    kind = [(s.alpha > 0).astype(int) + (s.alpha >= s.program.upper) for s in models]
    changed = np.flatnonzero(kind[0] != kind[1])
    assert len(changed) == words.count("point") == 1
    assert f"point {path.program.example[changed[0]]}" in words
    phrases = {0: "ceases to be a support vector", 2: "becomes bounded"}
    phrases[1] = "becomes free" if kind[0][changed[0]] == 2 else "becomes a support vector"
    assert words.endswith(phrases[kind[1][changed[0]]])
    if svm.alpha_.ndim == 2:
        assert "against class" in words
    assert path.next_event(path.C_max) is None


def test_a_machine_of_the_path_is_a_machine(followed):
    path, svm = followed
    model = path.model_at(2.5)
    assert model.C == 2.5
    assert "regularisation path" in model.solution_.status
    assert type(model) is type(svm)
    np.testing.assert_array_equal(
        model.predict(svm.X_fit_), clone(model).fit(svm.X_fit_, svm.y_fit_).predict(svm.X_fit_)
    )
    model.set_params(C=3.0).refit(svm.X_fit_, svm.y_fit_)
    np.testing.assert_allclose(own_scores(model), own_scores(path.model_at(3.0)), atol=1e-8)
    assert svm.C == 1.0


# ---------------------------------------------------------------- known answers


def test_where_no_variable_is_free_the_intercept_moves_first():
    case = NO_FREE_SUPPORT_VECTOR
    svm = BiclassSVM(C=1.0).fit(case.X, case.y)
    path = regularization_path(svm, 0.01, 10.0)
    assert (path.n_free[0], path.n_bounded[0]) == (0, 2)
    assert not path.segments[0].tied
    model = path.model_at(case.C)
    np.testing.assert_allclose(model.alpha_, case.known["alpha"], atol=1e-12)
    np.testing.assert_allclose(model.intercept_interval_, case.known["interval"], atol=1e-12)
    assert path.intercept_at(case.C) == pytest.approx(case.known["b"], abs=1e-12)


@pytest.mark.parametrize(
    "case", [LEMMA_2_COUNTEREXAMPLE, LOO_EQUALS_SUPPORT_VECTORS, FIVE_POINTS], ids=lambda case: case.name
)
def test_the_path_ends_where_the_multipliers_have_room(case):
    """From the largest hard-margin multiplier on nothing changes."""
    machine = machine_of(len(np.unique(case.y)))
    hard = machine(C=np.inf).fit(case.X, case.y)
    path = regularization_path(hard, 1e-3, np.inf)
    alpha = path.alpha_at(path.C[-2] * (1 + 1e-9))
    np.testing.assert_allclose(path.C[-2], alpha.max(), rtol=1e-7)
    np.testing.assert_allclose(own_scores(path.model_at(1e6)), own_scores(hard), atol=1e-9)
    if "enough_C" in case.known and np.isscalar(case.known["enough_C"]):
        assert path.C[-2] == pytest.approx(case.known["enough_C"], abs=1e-9)


def test_points_without_weight_are_no_obstacle_on_the_way_to_infinity():
    svm = BiclassSVM(C=1.0).fit([[0.0], [1.0], [2.0], [0.5]], [0, 1, 1, 1], [1.0, 2.0, 1.0, 0.0])
    model = regularization_path(svm, 0.1, np.inf).model_at(np.inf)
    np.testing.assert_allclose(model.decision_function([[0.0], [1.0]]), [-1.0, 1.0], atol=1e-12)
    assert model.alpha_[3] == model.upper_[3] == 0


def test_classes_that_overlap_have_no_hard_margin_to_go_to():
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(C=1.0).fit(data.X, data.y)
    with pytest.raises(ValueError, match="cannot be separated"):
        regularization_path(svm, 0.1, np.inf)


@pytest.mark.parametrize("Q", [2, 3])
def test_repeated_points_are_followed(Q):
    """Copies enter and leave together: several events at one C."""
    data = datasets.overlapping(24, random_state=1, n_classes=Q)
    X, y = np.repeat(data.X, 2, axis=0), np.repeat(data.y, 2)
    single = machine_of(Q)(C=1.0, kernel=kernels.Gaussian()).fit(data.X, data.y)
    double = machine_of(Q)(C=1.0, kernel=kernels.Gaussian()).fit(X, y)
    one, two = regularization_path(single, 2e-3, 2e3), regularization_path(double, 1e-3, 1e3)
    for C in np.geomspace(1e-3, 1e3, 13):
        expected = own_scores(one.model_at(min(2 * C, 2e3)))
        np.testing.assert_allclose(own_scores(two.model_at(C))[::2], expected, atol=1e-8 * max(1, abs(expected).max()))


# ---------------------------------------------------------------- use


def test_a_path_tells_its_progress_and_can_be_interrupted(followed):
    path, svm = followed
    told = []
    regularization_path(svm, 1e-3, 1e3, progress=told.append)
    np.testing.assert_array_equal(told, path.C[:-1])

    def interrupt(C):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        regularization_path(svm, 1e-3, 1e3, progress=interrupt)


@pytest.mark.parametrize(
    ("C_min", "C_max", "message"),
    [(0.0, 1.0, "C_min must be positive"), (2.0, 1.0, "C_min must be smaller"), (np.inf, np.inf, "C_min")],
)
def test_ends_that_make_no_sense_are_refused(followed, C_min, C_max, message):
    with pytest.raises(ValueError, match=message):
        regularization_path(followed[1], C_min, C_max)


def test_outside_its_ends_the_path_says_nothing(followed):
    with pytest.raises(ValueError, match="compute a longer path"):
        followed[0].model_at(1e4)


def test_an_untrained_machine_is_refused():
    with pytest.raises(NotFittedError):
        regularization_path(MulticlassSVM(), 0.1, 1.0)
