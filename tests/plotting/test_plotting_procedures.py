"""Pictures of procedures: what is drawn is what the states say."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import BiclassSVM, datasets, kernels, learning, plotting


@pytest.fixture(scope="module")
def svm():
    data = datasets.overlapping(30, random_state=0)
    return BiclassSVM(C=10.0, kernel=kernels.Gaussian(1.0)).fit(data.X, data.y)


@pytest.fixture(scope="module")
def states(svm):
    return list(learning.smo(svm, svm.X_fit_, svm.y_fit_, tol=1e-6))


def test_the_curves_are_the_states_and_enclose_the_optimum(svm, states):
    points = list(learning.interior_point(svm, svm.X_fit_, svm.y_fit_))
    optimum = svm.solution_.primal
    picture = plotting.plot_procedures({"SMO": states, "interior": points}, optimum=optimum, against="step")
    assert set(picture.dual) == {"SMO", "interior"}
    np.testing.assert_allclose(picture.dual["SMO"].get_ydata(), [state.dual for state in states])
    np.testing.assert_allclose(picture.gap["interior"].get_ydata(), [state.relative_gap for state in points])
    assert (picture.primal["SMO"].get_ydata() >= optimum * (1 - 1e-9)).all()
    assert (picture.dual["SMO"].get_ydata() <= optimum * (1 + 1e-9)).all()
    assert picture.optimum.get_ydata()[0] == optimum
    assert repr(picture) == "ProcedurePicture(SMO, interior)"
    assert [text.get_text() for text in picture.axes[-1].get_legend().get_texts()] == ["SMO", "interior"]


def test_of_many_states_a_few_are_measured_the_first_and_the_last_among_them(states):
    curves = plotting.procedure_curves(states, most=9)
    assert len(curves.step) <= 9
    assert (curves.step[0], curves.step[-1]) == (0, states[-1].step)


def test_the_axis_can_be_passes_or_kernel_evaluations(states):
    for against in ("passes", "evaluations"):
        picture = plotting.plot_procedures({"SMO": states}, against=against)
        x = picture.dual["SMO"].get_xdata()
        np.testing.assert_allclose(x, [getattr(state, against) for state in states])
        assert picture.optimum is None
    with pytest.raises(ValueError, match="against must be one of"):
        plotting.plot_procedures({"SMO": states}, against="seconds")
    with pytest.raises(ValueError, match="draws on three Axes, got 2"):
        plotting.plot_procedures({"SMO": states}, plt.subplots(1, 2)[1])


def test_the_square_shows_where_a_step_began_would_go_and_ended(svm, states):
    kinds = {state.move.clipped: k for k, state in enumerate(states) if state.move}
    assert set(kinds) == {True, False}
    for clipped, k in kinds.items():
        picture, move = plotting.plot_square(states[k - 1], states[k]), states[k].move
        for name in ("before", "unclipped", "after"):
            line = picture.places[name]
            np.testing.assert_allclose([line.get_xdata()[0], line.get_ydata()[0]], getattr(move, name))
        ends = np.array(picture.segment.get_data()).T
        assert ((ends >= -1e-9) & (ends <= 10 + 1e-9)).all()
        signs = states[k].problem.signs[move.variables]
        np.testing.assert_allclose(ends @ signs, move.before @ signs, atol=1e-9)  # Σ y α = constant
        assert ("clipped" in repr(picture)) == clipped


def test_the_level_curves_of_the_square_are_those_of_the_dual(states):
    k = next(k for k, state in enumerate(states) if state.move)
    picture, move = plotting.plot_square(states[k - 1], states[k]), states[k].move
    Q = plotting.procedures._objective(
        states[k].problem, states[k - 1].multipliers, move.variables, move.after[:1], move.after[1:]
    )
    assert Q[0, 0] == pytest.approx(states[k].dual - states[k - 1].dual)
    assert len(picture.levels.levels) > 3


def test_a_step_of_no_two_multipliers_has_no_square(states):
    with pytest.raises(ValueError, match="a step of two multipliers"):
        plotting.plot_square(states[0], states[-1])
