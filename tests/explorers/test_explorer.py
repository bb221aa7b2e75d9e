"""Explorers without a front end: controls, fits, answers to the page, errors, and what stands for them on paper."""

import json

import numpy as np
import pytest
from asking import ask

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out
from svmlab.exact.loo import withdraw
from svmlab.explorers import MarginExplorer, MulticlassExplorer
from svmlab.explorers.descriptions import kernel_label
from svmlab.page import wire_format
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE

pytestmark = pytest.mark.usefixtures("close_widgets")

OVERLAPPING = datasets.overlapping(60, random_state=3)


def drawn(explorer):
    """(C, alpha, b) of the machine in the page, unpacked from the wire."""
    solution = explorer.scene.solution
    alpha = wire_format.numbers(solution["alpha"], explorer.svm.alpha_.shape)
    return float(solution["C"]), alpha, wire_format.numbers(solution["b"])


@pytest.mark.parametrize("kernel", ["linear", "polynomial", "gaussian", "laplace"])
@pytest.mark.parametrize(("explorer", "estimator"), [(MarginExplorer, BiclassSVM), (MulticlassExplorer, MulticlassSVM)])
def test_a_changed_control_gives_the_same_machine_as_a_fresh_explorer(explorer, estimator, kernel):
    moved = explorer(OVERLAPPING.X, OVERLAPPING.y)
    moved.kernel.value = kernel
    moved.C.value = 3.0
    fresh = explorer(OVERLAPPING.X, OVERLAPPING.y, kernel=kernel, C=3.0)
    assert moved.error is None
    plain = estimator(C=3.0, kernel=kernel).fit(OVERLAPPING.X, OVERLAPPING.y)
    Z = np.random.default_rng(0).normal(size=(20, 2))
    np.testing.assert_allclose(moved.svm.decision_function(Z), fresh.svm.decision_function(Z), atol=1e-7)
    np.testing.assert_allclose(moved.svm.decision_function(Z), plain.decision_function(Z), atol=1e-7)
    C, alpha, b = drawn(moved)
    assert C == 3.0
    np.testing.assert_array_equal(alpha, moved.svm.alpha_)
    np.testing.assert_array_equal(b, np.atleast_1d(moved.svm.intercept_))


def test_every_control_is_an_attribute_with_a_value_and_draws_anew():
    explorer = MarginExplorer(m=40)
    values = {"data": "circles", "m": 50, "noise": 0.3, "seed": 7, "kernel": "polynomial", "degree": 2, "gamma": 0.5,
              "coef0": 2.0, "C": 5.0}  # fmt: skip
    for name, value in values.items():
        before = explorer.scene.answer["turn"]
        getattr(explorer, name).value = value
        assert explorer.scene.answer["turn"] == before + 1, name
        assert explorer.error is None, name
    expected = datasets.circles(50, noise=0.3, random_state=7)
    np.testing.assert_array_equal(explorer.svm.X_fit_, expected.X)
    assert explorer.svm.kernel_ == kernels.Polynomial(degree=2, gamma=0.5, coef0=2.0)
    assert explorer.svm.C == 5.0


def test_setting_several_controls_fits_once():
    explorer = MarginExplorer(m=40)
    before = explorer.scene.answer["turn"]
    explorer.set(data="moons", m=60, kernel="laplace", C=2.0)
    assert explorer.scene.answer["turn"] == before + 1
    assert len(explorer.svm.X_fit_) == 60


def test_reset_goes_back_to_the_beginning():
    explorer = MarginExplorer(m=40, C=2.0, kernel=kernels.Gaussian(sigma=0.5))
    first = explorer.svm.decision_function(OVERLAPPING.X)
    explorer.set(data="xor", m=80, seed=5, kernel="linear", C=np.inf)
    explorer.selected = None
    explorer.restore()
    np.testing.assert_allclose(explorer.svm.decision_function(OVERLAPPING.X), first, atol=1e-9)
    assert explorer.C.value == 2.0


@pytest.mark.parametrize("name", MarginExplorer.data_sets)
def test_every_data_set_for_two_classes_is_drawn(name):
    explorer = MarginExplorer(data=name, m=30)
    assert explorer.error is None
    assert len(explorer.svm.classes_) == 2


@pytest.mark.parametrize("name", MulticlassExplorer.data_sets)
def test_every_data_set_for_many_classes_is_drawn(name):
    explorer = MulticlassExplorer(data=name, m=30)
    assert explorer.error is None
    assert len(explorer.svm.classes_) == (4 if name == "untied" else 3)


def test_who_chooses_the_six_points_sees_the_machine_that_refutes_the_lemma():
    explorer = MulticlassExplorer(C=2.0)
    explorer.data.value = "lemma_fails"
    np.testing.assert_allclose(explorer.svm.alpha_, COUNTEREXAMPLE.machine.alpha_, atol=1e-9)
    assert "left out, it goes to class 1 all the same" in explorer.scene.answer["note"]
    loo = leave_one_out(explorer.svm)
    assert (explorer.svm.alpha_[COUNTEREXAMPLE.p, 1], loo.predictions[COUNTEREXAMPLE.p]) == (0.0, 1)
    explorer.data.value = "untied"
    assert "nothing flows to class 3" in explorer.scene.answer["note"]
    assert "intercepts are not unique" in explorer.scene.answer["note"]
    explorer.restore()
    assert (explorer.kernel.value, explorer.C.value, explorer.scene.answer["note"]) == ("gaussian", 2.0, None)


def test_the_number_of_classes_can_be_chosen():
    explorer = MulticlassExplorer(m=40)
    explorer.n_classes.value = 5
    assert len(explorer.svm.classes_) == 5
    assert explorer.scene.machine["outputs"] == 5


def test_only_parameters_of_the_kernel_at_hand_are_shown():
    explorer = MarginExplorer(m=30)
    parameters = {entry["name"]: entry["parameters"] for entry in explorer.scene.menus["kernels"]}
    for name in parameters:
        explorer.kernel.value = name
        assert explorer.scene.controls["values"]["kernel"] == name
        assert set(parameters[name]) == kernels.parameters(explorer.kernel_value()).keys()


# --- questions of the page ---------------------------------------------------------------


def test_the_page_moves_c_and_is_answered_with_its_number():
    explorer = MarginExplorer(OVERLAPPING.X, OVERLAPPING.y)
    answer = ask(explorer, type="C", C=7.5, page="p", number=4)
    assert (answer["page"], answer["number"], answer["C"]) == ("p", 4, 7.5)
    assert explorer.C.value == explorer.svm.C == drawn(explorer)[0] == 7.5


def test_turns_rise_and_only_the_solution_changes_when_only_c_moves():
    explorer = MarginExplorer(OVERLAPPING.X, OVERLAPPING.y)
    machine, turns = explorer.scene.machine, []
    for number, C in enumerate([2.0, 2.0, 3.0, "inf"]):
        turns.append(ask(explorer, type="C", C=C, page="p", number=number)["turn"])
    assert turns == sorted(set(turns))
    assert explorer.scene.machine is machine
    explorer.sigma.value = 0.5
    assert explorer.scene.machine["epoch"] == machine["epoch"] + 1 == explorer.scene.solution["epoch"]


def test_a_greeting_is_answered():
    explorer = MarginExplorer(m=30)
    assert ask(explorer, type="hello", page="q", number=1)["page"] == "q"


@pytest.mark.parametrize("explorer", [MarginExplorer, MulticlassExplorer])
def test_the_path_is_computed_when_asked_for_and_then_no_machine_is_trained_for_another_c(explorer, monkeypatch):
    explorer = explorer(OVERLAPPING.X, OVERLAPPING.y)
    path = explorer.path
    assert (path.C_min, path.C_max) == (1e-2, 1e3)
    monkeypatch.setattr(explorer.estimator, "refit", None)
    ask(explorer, type="C", C=0.37, page="p", number=2)
    assert explorer.error is None
    assert explorer.svm.C == drawn(explorer)[0] == explorer.C.value == 0.37
    assert explorer.path is path
    assert explorer.svm.solution_.certified
    monkeypatch.undo()
    explorer.sigma.value = 0.5
    assert explorer.path is not path
    fresh = type(explorer)(OVERLAPPING.X, OVERLAPPING.y, sigma=0.5, C=0.37)
    np.testing.assert_allclose(explorer.svm.scores(OVERLAPPING.X), fresh.svm.scores(OVERLAPPING.X), atol=1e-7)


def test_a_hard_margin_that_is_impossible_is_told_and_the_last_picture_stays():
    explorer = MarginExplorer(OVERLAPPING.X, OVERLAPPING.y, kernel="linear")
    solution = explorer.scene.solution
    answer = ask(explorer, type="C", C="inf", page="p", number=1)
    assert answer["number"] == 1
    assert "cannot be separated" in answer["error"]
    assert answer["C"] == "inf"
    assert explorer.scene.solution is solution
    assert explorer.svm.C == 1.0
    answer = ask(explorer, type="C", C=1.0, page="p", number=2)
    assert answer["error"] is None
    assert explorer.error is None


def test_a_kernel_that_is_none_is_told():
    explorer = MarginExplorer(OVERLAPPING.X, OVERLAPPING.y)
    explorer.kernel.value = "sigmoid"
    assert "semi-definite" in explorer.error
    explorer.kernel.value = "gaussian"
    assert explorer.error is None


def test_one_class_is_told_beside_the_scene():
    explorer = MarginExplorer(np.random.default_rng(0).normal(size=(5, 2)), np.zeros(5))
    assert "class" in explorer.error
    assert explorer.svm is None
    assert explorer.scene.answer["error"] == explorer.error
    assert explorer.error in repr(explorer)


def test_an_unexpected_error_is_an_answer_too(monkeypatch):
    explorer = MarginExplorer(m=30)

    def broken(*_):
        raise RuntimeError("out of order")

    monkeypatch.setattr(explorer, "_fit", broken)
    answer = ask(explorer, type="C", C=2.0, page="p", number=9)
    assert answer["number"] == 9
    assert answer["error"] == "RuntimeError: out of order."


def test_what_is_told_can_be_written_as_json():
    explorer = MarginExplorer(m=30, C=np.inf, data="separable", kernel="linear")
    for name in ("answer", "options", "look", "words"):
        json.dumps(getattr(explorer.scene, name), allow_nan=False)
    assert explorer.scene.answer["C"] == "inf"


def test_where_b_is_not_unique_the_page_says_so():
    X, y = np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([-1, 1])
    explorer = MarginExplorer(X, y, kernel="linear", C=0.05)
    assert "every b from" in explorer.scene.answer["note"]
    explorer.C.value = 10.0
    assert explorer.scene.answer["note"] is None


# --- a point left out -------------------------------------------------------------------------------------------

WITHDRAWN = {
    "two classes": (BiclassSVM, OVERLAPPING, kernels.Gaussian(), 1.0),
    "three classes": (MulticlassSVM, datasets.blobs(45, n_classes=3, random_state=1), kernels.Gaussian(), 1.0),
    "no free support vector": (BiclassSVM, OVERLAPPING, kernels.Linear(), 1e-3),
    "hard margin": (BiclassSVM, datasets.separable(30, random_state=0), kernels.Linear(), np.inf),
}


@pytest.mark.parametrize("case", WITHDRAWN)
def test_withdrawing_a_point_goes_from_the_machine_with_it_to_the_one_without(case):
    estimator, data, kernel, C = WITHDRAWN[case]
    svm = estimator(C=C, kernel=kernel).fit(data.X, data.y)
    program = svm.solution_.program
    for p in svm.support_[:8]:
        t, alphas, bs = map(np.array, zip(*withdraw(svm, p), strict=True))
        assert (t[0], t[-1]) == (0, 1)
        assert (np.diff(t) >= 0).all()
        np.testing.assert_array_equal(alphas[0], svm.solution_.alpha)
        np.testing.assert_array_equal(bs[0], svm.solution_.b)
        assert (alphas[-1][program.example == p] == 0).all()
        rest = np.arange(len(data.X)) != p
        without = estimator(C=C, kernel=kernel).fit(data.X[rest], data.y[rest])
        scores = program.scores(alphas[-1]) + bs[-1]
        np.testing.assert_allclose(scores, wire_format.raw_scores(without, data.X), atol=1e-6)
        own = program.example == p
        np.testing.assert_allclose(alphas[:, own], (1 - t)[:, None] * alphas[0, own], atol=1e-9)


def test_withdrawing_the_only_point_of_a_class_is_refused():
    svm = BiclassSVM().fit([[0.0], [1.0], [2.0]], [0, 0, 1])
    with pytest.raises(ValueError, match="only one of class 1"):
        next(withdraw(svm, 2))


@pytest.mark.parametrize("explorer", [MarginExplorer, MulticlassExplorer])
def test_the_page_is_told_what_each_point_gets_when_it_is_left_out(explorer):
    explorer = explorer(m=40)
    epoch = explorer.scene.machine["epoch"]
    ask(explorer, type="loo", i=3, C=1.0, epoch=epoch, page="p", number=1)
    told, expected = explorer.scene.left_out, leave_one_out(explorer.svm)
    assert (told["epoch"], told["C"]) == (epoch, 1.0)
    np.testing.assert_allclose(wire_format.numbers(told["scores"]), expected.scores.ravel())
    np.testing.assert_allclose(wire_format.numbers(told["margin"]), expected.margin)
    predicted = explorer.svm.classes_[wire_format.numbers(told["predicted"])]
    np.testing.assert_array_equal(predicted, expected.predictions)
    np.testing.assert_array_equal(wire_format.numbers(told["error"]).astype(bool), expected.errors)
    ask(explorer, type="loo", i=4, C=1.0, epoch=epoch, page="p", number=2)
    assert explorer.scene.left_out is told


def test_a_point_that_cannot_be_left_out_is_told():
    explorer = MarginExplorer(np.array([[0.0, 0], [1, 0], [2, 1], [3, 1]]), [0, 0, 0, 1])
    epoch = explorer.scene.machine["epoch"]
    ask(explorer, type="loo", C=1.0, epoch=epoch, page="p", number=2)
    assert wire_format.numbers(explorer.scene.left_out["undefined"]).tolist() == [0, 0, 0, 1]
    ask(explorer, type="loo", C=7.0, epoch=epoch, page="p", number=3)
    assert "C = 7" in explorer.scene.left_out["error"]
    assert explorer.error is None


# --- one's own ---------------------------------------------------------------------------


def asked_to_move(explorer, i, to):
    """The answer to a page that has seen no machine but the first."""
    step = {"do": "move", "i": i, "x": explorer.dataset().X[i].tolist(), "to": list(to), "drag": 1}
    return ask(explorer, type="edit", epoch=1, steps=[step], page="a", number=1)


@pytest.mark.parametrize("make", [MarginExplorer, MulticlassExplorer])
def test_a_moved_point_is_followed_from_the_last_machine(make):
    explorer = make(m=60, data="overlapping")
    before, limits = explorer.dataset(), explorer.scene.machine["limits"]
    place = before.X.mean(axis=0)
    for to in (before.X[4] + 0.1, place):
        answer = asked_to_move(explorer, 4, to)
    assert answer["error"] is None
    assert answer["page"] == "a"
    X = before.X.copy()
    X[4] = place
    assert np.array_equal(explorer.dataset().X, X)
    assert explorer.data.value == "own"
    again = explorer.estimator(C=1.0, kernel=kernels.Gaussian()).fit(X, before.y)
    assert np.allclose(explorer.svm.decision_function(X), again.decision_function(X), atol=1e-8)
    assert explorer.svm.solution_.certified
    assert explorer.scene.machine["limits"] == limits, "the picture stays where it is"
    assert explorer.scene.controls["values"]["data"] == "own", "the page shows no number of points"
    explorer.restore()
    assert np.array_equal(explorer.dataset().X, before.X)
    assert "own points" not in [title for title, _ in explorer.data.options]


def test_a_move_of_points_that_are_no_longer_there_is_dropped():
    explorer = MarginExplorer(m=60)
    explorer.data.value = "circles"
    X = explorer.svm.X_fit_.copy()
    asked_to_move(explorer, 4, [0.0, 0.0])
    assert np.array_equal(explorer.svm.X_fit_, X)
    assert explorer.data.value == "circles"


def test_a_move_that_cannot_be_made_is_refused_in_words():
    explorer = MarginExplorer(OVERLAPPING.X, OVERLAPPING.y)
    with pytest.raises(ValueError, match="point"):
        explorer.move(60, [0.0, 0.0])
    with pytest.raises(ValueError, match=r"NaN|finite"):
        explorer.move(3, [np.nan, 0.0])
    answer = asked_to_move(explorer, 3, [float("nan"), 0.0])
    assert "NaN" in answer["error"] or "finite" in answer["error"]
    assert np.array_equal(explorer.dataset().X, OVERLAPPING.X)
    explorer.move(3, [0.0, 0.0])
    assert explorer.error is None
    assert np.array_equal(explorer.svm.X_fit_[3], [0.0, 0.0])
    explorer.restore()
    assert np.array_equal(explorer.svm.X_fit_, OVERLAPPING.X)


def test_ones_own_points_need_two_features_and_labels():
    with pytest.raises(ValueError, match="2 features, got 3"):
        MarginExplorer(np.zeros((4, 3)), [0, 1, 0, 1])
    with pytest.raises(ValueError, match="labels"):
        MarginExplorer(OVERLAPPING.X)
    with pytest.raises(ValueError, match="C must be positive"):
        MarginExplorer(C=-1)


def test_for_a_kernel_that_the_page_does_not_know_python_sends_the_scores():
    kernel = kernels.Gaussian() + 0.5 * kernels.Linear()
    for explorer in (
        MarginExplorer(OVERLAPPING.X, OVERLAPPING.y, kernel=kernel),
        MulticlassExplorer(m=30, kernel=kernel),
    ):
        assert explorer.error is None
        assert explorer.scene.machine["kernel"] is None
        solution, (ny, nx) = explorer.scene.solution, explorer.scene.solution["shape"]
        field = wire_format.numbers(solution["field"], (explorer.scene.machine["outputs"], ny, nx))
        (x0, x1), (y0, y1) = explorer.scene.machine["limits"]
        corner = wire_format.raw_scores(explorer.svm, np.array([[x1, y0], [x0, y1]]))
        np.testing.assert_allclose(field[:, 0, -1], corner[0], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(field[:, -1, 0], corner[1], rtol=1e-5, atol=1e-5)
        assert len(wire_format.numbers(solution["scores"])) == len(explorer.svm.X_fit_) * len(field)


def test_kernels_are_named_in_words():
    composed = 2.0 * kernels.Gaussian(sigma=0.5) + kernels.Linear() * (kernels.Linear() + kernels.Laplace())
    assert kernel_label(kernels.Gaussian(sigma=0.5)) == "Gaussian kernel, σ = 0.5"
    assert kernel_label(composed) == "kernel 2 · Gaussian (σ = 0.5) + linear · (linear + Laplace (σ = 1))"
    assert kernel_label(kernels.as_kernel(np.dot)) == "kernel dot"


def test_a_point_is_chosen_from_python():
    explorer = MarginExplorer(m=30)
    assert explorer.selected is None
    explorer.selected = 4
    assert explorer.scene.selected == 4
    with pytest.raises((ValueError, IndexError)):
        explorer.selected = 30
