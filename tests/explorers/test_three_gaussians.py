"""The lab of three Gaussian classes without a front end: what it tells the page, in slices, and what it refuses."""

import numpy as np
import pytest
from asking import ask
from ipywidgets.widgets.widget import _instances as widget_instances

from svmlab import MulticlassSVM, kernels, risk
from svmlab.explorers import ThreeGaussiansLab, gaussian_machines, three_gaussians
from svmlab.page import wire_format
from svmlab.page.constants import ASPECT
from svmlab.risk.gaussians import GaussianProblem, quadratic

pytestmark = pytest.mark.usefixtures("close_widgets")

ELSEWHERE = {"means": [[3.0, -2.0], [1.0, 4.0], [-4.0, -1.0]], "variances": [2.0, 3.0, 9.0], "priors": [0.5, 0.3, 0.2]}


def along(lab, name="value"):
    return wire_format.numbers(lab.scene.along[name])


def slices(lab):
    """Ask for machines along C until there are all of them; returns how many answers that took."""
    for count in range(100):
        if lab.scene.along["done"] == lab.scene.along["total"]:
            return count
        ask(lab, type="slice", epoch=lab.scene.setting["epoch"])
    raise AssertionError("no end")


def plain(problem, m, seed, C, degree=1):
    """A machine trained on its own."""
    kernel = kernels.Linear() if degree == 1 else kernels.Polynomial(2, gamma=0.04)
    return MulticlassSVM(C=C, kernel=kernel).fit(*problem.sample(m, seed, exact_priors=True))


@pytest.mark.parametrize("degree", [1, 2])
def test_all_that_the_page_is_told_is_what_the_functions_say(degree):
    lab = ThreeGaussiansLab(**ELSEWHERE, m=60, seed=3, C=0.1, degree=degree)
    problem = GaussianProblem(*ELSEWHERE.values())
    exact = lab.scene.exact
    assert exact["bayes"] == problem.bayes_risk
    W, b, least = problem.best_linear
    assert exact["linear_risk"] == least
    np.testing.assert_array_equal(wire_format.numbers(exact["linear"], (3, 6))[:, :3], np.column_stack([b, W]))
    slices(lab)
    for i in (0, 17, 30, 40):
        svm = plain(problem, 60, 3, lab.C_grid[i], degree)
        bound = risk.guaranteed_risk(svm)
        np.testing.assert_allclose(
            wire_format.numbers(lab.scene.along["scores"], (-1, 3, 6))[i], quadratic(svm), atol=1e-6
        )
        told = {"true": problem.machine_risk(svm), "value": bound.value, "gamma": bound.gamma,
                "margin": bound.margin_risk, "interval": bound.interval, "covering": bound.log_covering,
                "confidence": bound.log_confidence}  # fmt: skip
        for name, value in told.items():
            assert along(lab, name)[i] == pytest.approx(value, abs=1e-5), name
    assert lab.scene.along["gap"] < 1e-8
    assert along(lab)[lab.tuning.best] == pytest.approx(along(lab).min(), abs=1e-9)
    assert lab.risks["M-SVM"] == pytest.approx(along(lab, "true")[30], abs=1e-9)


def test_the_noise_becomes_the_sample_when_it_is_stretched_and_moved():
    lab = ThreeGaussiansLab(**ELSEWHERE, m=50, seed=4)
    X, y = lab.sample
    z = wire_format.numbers(lab.scene.noise["z"], (-1, 2))
    np.testing.assert_allclose(lab.means[y] + np.sqrt(lab.variances[y])[:, None] * z, X, atol=1e-5)
    assert np.bincount(y).tolist() == [25, 15, 10]
    before = lab.scene.noise
    lab.means = [[0, 0], [1, 1], [2, 2]]
    assert lab.scene.noise is before  # the same noise is not sent again
    lab.seed = 5
    assert lab.scene.noise is not before


def test_the_machine_at_c_comes_first_and_the_others_in_slices(monkeypatch):
    monkeypatch.setattr(three_gaussians, "SLICE", 0.0)
    lab = ThreeGaussiansLab(m=30)
    assert np.flatnonzero(np.isfinite(along(lab))).tolist() == [20]
    assert lab.C == pytest.approx(0.01)
    assert slices(lab) >= 41
    assert np.isfinite(along(lab)).all()


def test_with_many_points_nothing_is_trained_before_the_page_asks():
    lab = ThreeGaussiansLab(m=1500)
    assert not np.isfinite(along(lab)).any()
    answer = ask(lab, type="slice", epoch=lab.scene.setting["epoch"], number=7)
    assert (answer["page"], answer["number"]) == ("p", 7)
    assert np.isfinite(along(lab)[20])


def test_a_slice_of_another_setting_is_dropped_and_so_are_its_machines():
    lab = ThreeGaussiansLab(m=30)
    epoch = lab.scene.setting["epoch"]
    slices(lab)
    ask(lab, type="set", setting={"variances": [1.0, 2.0, 3.0]})
    assert lab.scene.setting["epoch"] == epoch + 1
    done = lab.scene.along["done"]
    ask(lab, type="slice", epoch=epoch)
    assert lab.scene.along["done"] == done
    assert lab.scene.along["epoch"] == epoch + 1


def test_a_drag_keeps_the_limits_until_it_ends():
    lab = ThreeGaussiansLab(m=30)
    before = lab.scene.setting["limits"]
    far = [[40.0, 0.0], [0.0, 5.0], [-4.0, -2.0]]
    ask(lab, type="set", setting={"means": far}, moving=True)
    assert lab.scene.setting["limits"] == before
    assert np.isfinite(along(lab)[20])
    ask(lab, type="set", setting={"means": far}, moving=False)
    (x0, x1), (y0, y1) = lab.scene.setting["limits"]
    assert x1 > 40
    assert (x1 - x0) / (y1 - y0) == pytest.approx(ASPECT)
    ask(lab, type="set", setting={"means": [[5.0, 0.0], *far[1:]]}, moving=False)
    assert lab.scene.setting["limits"][0][1] < 40  # and comes back


def test_an_end_without_change_is_no_new_setting():
    lab = ThreeGaussiansLab(m=30)
    epoch = lab.scene.setting["epoch"]
    ask(lab, type="set", setting={"m": 30}, moving=False)
    assert lab.scene.setting["epoch"] == epoch


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"priors": [1.2, -0.1, -0.1]}, "each prior must lie strictly between 0 and 1"),
        ({"priors": [0.5, 0.4, 0.4]}, "priors must be positive and sum to one"),
        ({"variances": [1.0, 0.0, 2.0]}, "variances must be positive and finite"),
        ({"means": [[None, 0.0], [0.0, 5.0], [1.0, 1.0]]}, "means must be finite"),
        ({"means": [[0, 0], [1, 1]]}, "three classes, got 2"),
        ({"m": 3001}, "m must be at most 3000, got 3001"),
        ({"m": 2}, "m must be at least 3"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"degree": 3}, "degree must be one of"),
    ],
)
def test_bad_input_is_told_beside_the_last_good_picture(setting, message):
    lab = ThreeGaussiansLab(m=30)
    before = lab.scene.setting
    with pytest.raises(ValueError, match=message):
        lab.set(**setting)
    assert lab.error is None
    answer = ask(lab, type="set", setting=setting)
    assert message.lower() in answer["error"].lower()
    assert lab.scene.setting is before
    assert lab.error == answer["error"]
    assert ask(lab, type="set", setting={"seed": 1})["error"] is None
    assert lab.seed == 1


def test_a_class_without_a_point_has_no_machine_but_still_a_bayes_risk():
    lab = ThreeGaussiansLab(priors=[0.9, 0.09, 0.01], m=30)
    slices(lab)
    assert "class 2 has no point" in lab.scene.along["error"]
    assert lab.scene.exact["bayes"] == lab.problem.bayes_risk
    assert lab.scene.answer["error"] is None
    with pytest.raises(ValueError, match="class 2 has no point"):
        lab.svm  # noqa: B018
    assert "class 2 has no point" in repr(lab)
    assert lab._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")
    assert "class 2" in ask(lab, type="draws", epoch=lab.scene.setting["epoch"], C=20, run=1)["error"]
    lab.m = 300
    assert lab.scene.along["error"] is None


def test_other_samples_are_those_of_the_next_seeds_and_come_in_slices(monkeypatch):
    monkeypatch.setattr(three_gaussians, "SLICE", 0.0)
    monkeypatch.setattr(gaussian_machines, "DRAWS", 4)
    lab = ThreeGaussiansLab(m=30, seed=7)
    epoch = lab.scene.setting["epoch"]
    for count in range(1, 5):
        ask(lab, type="draws", epoch=epoch, C=25, run=1)
        assert wire_format.numbers(lab.scene.draws["risks"]).size == count
    assert lab.C == lab.C_grid[25]
    expected = [lab.problem.machine_risk(plain(lab.problem, 30, seed, lab.C)) for seed in (8, 9, 10, 11)]
    np.testing.assert_allclose(lab.draws, expected, atol=1e-7)
    ask(lab, type="draws", epoch=epoch, C=25, run=2)
    assert lab.draws.size == 1  # another run begins anew
    ask(lab, type="draws", epoch=epoch - 1, C=25, run=2)
    assert lab.draws.size == 1
    lab.seed = 8
    assert lab.draws.size == 0
    assert lab.draw().size == 4


def test_c_is_one_of_the_values_of_the_slider():
    lab = ThreeGaussiansLab(m=30, C_range=(1e-3, 10.0))
    assert len(lab.C_grid) == 41
    np.testing.assert_allclose(lab.C_grid[[0, 10, 40]], [1e-3, 1e-2, 10.0])
    lab.C = 0.11
    assert lab.C == pytest.approx(0.1)
    assert lab.scene.answer["C"] == 20
    with pytest.raises(ValueError, match=r"range of the slider, 0\.001 to 10, got 20"):
        lab.C = 20
    with pytest.raises(ValueError, match="C must be positive"):
        lab.set(C=-1, m=60)
    assert lab.m == 30
    ask(lab, type="C", C=3)
    assert lab.C == lab.C_grid[3]


def test_restore_brings_back_how_it_began():
    lab = ThreeGaussiansLab(m=30, C=0.1)
    before = {name: value for name, value in lab.scene.setting.items() if name != "epoch"}
    lab.set(means=[[50, 0], [0, 0], [1, 1]], m=60, C=1.0, degree=2)
    lab.restore()
    assert {name: value for name, value in lab.scene.setting.items() if name != "epoch"} == before
    assert lab.C == pytest.approx(0.1)


def test_a_problem_can_be_set_as_a_whole():
    lab = ThreeGaussiansLab(m=30)
    lab.problem = GaussianProblem(*ELSEWHERE.values())
    assert lab.problem.bayes_risk == GaussianProblem(*ELSEWHERE.values()).bayes_risk
    with pytest.raises(ValueError, match="name must be one of"):
        lab.set(sigma=3)


def test_without_a_front_end_it_is_its_picture_and_a_sentence():
    from matplotlib import pyplot

    lab = ThreeGaussiansLab()
    bundle = lab._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    for part in ("Bayes risk 5.26 %", "best linear 5.84 %", "M-SVM at C = 0.01 6.37 %", "300 points"):
        assert part in repr(lab)
    left, right = lab.figure(theme="dark").axes
    assert left.get_xlim() == pytest.approx(lab.scene.setting["limits"][0])
    assert "least guaranteed risk" in right.get_title(loc="left") + right.get_title()
    pyplot.close("all")


def test_closing_a_lab_leaves_no_widget_behind():
    ThreeGaussiansLab(m=30).close()
    assert not widget_instances
