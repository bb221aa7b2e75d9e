"""Pictures of procedures: what is drawn is what the states say."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, learning, plotting


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
    curves = learning.curves(states, most=9)
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


def test_a_state_in_the_plane_is_its_scores_and_the_part_of_its_points(svm, states):
    for state in (states[0], states[4], states[-1]):
        picture = plotting.plot_state(state, resolution=20)
        x, y = picture.grid.x[3], picture.grid.y[7]
        assert picture.grid.scores[7, 3] == pytest.approx(state.scores([[x, y]])[0])
        assert picture.ax.get_title(loc="left").replace("\n", " ") == state.what
        bounded = (state.alpha >= 10).sum()
        assert sum(len(opened.get_offsets()) for opened in picture.bounded) == bounded
        assert len(picture.free.get_offsets()) == (state.alpha > 0).sum() - bounded
    last = plotting.plot_machine(svm, resolution=20).grid
    np.testing.assert_allclose(picture.grid.scores, last.scores, atol=1e-4)
    many = datasets.overlapping(12, random_state=0, n_classes=3)
    for state in learning.smo(MulticlassSVM(), many.X, many.y):
        picture = plotting.plot_state(state, resolution=10)
        assert picture.grid.scores.shape == (10, 10, 3)
        plt.close(picture.ax.figure)


def test_the_plane_stands_before_the_curves(states):
    picture = plotting.plot_procedures({"SMO": states}, state=states[3])
    assert len(picture.axes) == 3
    assert picture.plane.ax.figure is picture.axes[0].figure
    with pytest.raises(ValueError, match="draws on four Axes, got 3"):
        plotting.plot_procedures({"SMO": states}, plt.subplots(1, 3)[1], state=states[3])


def test_a_run_is_a_table(states):
    curves = learning.curves(states)
    head, *rows = curves.csv().splitlines()
    assert head == "step,passes,evaluations,dual,primal,gap,violation"
    assert len(rows) == len(states)
    np.testing.assert_allclose([float(row.split(",")[3]) for row in rows], curves.dual, rtol=1e-11)
    naive = list(learning.naive_ascent(states[0].problem.machine, *svm_points(states)))
    assert ",nan" not in learning.curves([state.with_intercept for state in naive]).csv()


def svm_points(states):
    machine = states[0].problem.machine
    return machine.X_fit_, machine.y_fit_
