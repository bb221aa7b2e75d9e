"""The explorer of procedures without a front end: what it runs, what travels to the page, what the page may set."""

import json

import numpy as np
import pytest
from traitlets import TraitError

from svmlab import datasets, kernels
from svmlab.explorers import LearningExplorer, export
from svmlab.explorers.learning_runs import DENSER, EVERY, MOST_PASSES, OF_PYTHON, PROCEDURES, kept
from svmlab.page import wire_format

pytestmark = pytest.mark.usefixtures("close_widgets")


def set_by_page(explorer, **state):
    """What the page sets, in one message."""
    explorer.scene._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})


@pytest.fixture
def explorer():
    return LearningExplorer(m=20, beside=None)


@pytest.mark.parametrize("name", OF_PYTHON)
def test_a_procedure_of_python_travels_with_all_its_states(name):
    explorer = LearningExplorer(m=16, kernel="gaussian", C=10.0, procedure=name, beside=None)
    run, states = explorer.scene.runs[name], explorer.states
    k = len(states)
    for series in ("step", "passes", "evaluations", "dual", "primal", "gap", "violation", "b"):
        assert len(wire_format.numbers(run[series])) == k
    alpha = wire_format.numbers(run["alpha"], (k, 16))
    signs = 2.0 * explorer.svm.codes_ - 1.0
    K = explorer.svm.K_
    for i in (0, k // 2, k - 1):
        f = K @ (signs * alpha[i]) + wire_format.numbers(run["b"])[i]
        np.testing.assert_allclose(f, states[i].scores(explorer.svm.X_fit_), atol=1e-9)
    assert [len(run[name]) for name in ("what", "looked")] == [k] * 2
    assert run["ends"] == states[-1].done
    assert run["setting"] == {"data": "overlapping", "kernel": "gaussian", "C": 10.0, "seed": 0}
    assert run["C"] == 10.0
    json.dumps({name: value for name, value in run.items() if not isinstance(value, dict)}, allow_nan=False)


@pytest.mark.parametrize("name", PROCEDURES)
def test_what_the_page_runs_is_run_here_when_asked_for(name):
    explorer = LearningExplorer(m=16, procedure=name, beside=None)
    assert (name in explorer.scene.runs) == (name in OF_PYTHON)
    assert explorer.state is explorer.states[0]
    assert explorer.states[-1].step > 0


def test_the_rate_is_that_of_the_gradient_ascents():
    explorer = LearningExplorer(m=16, procedure="projected ascent", beside=None)
    usual = explorer.states
    explorer.set(rate=0.001)
    assert explorer.states[-1].dual < usual[-1].dual
    explorer.procedure = "chunking"
    assert explorer.states[-1].done
    explorer.set(rate=None)
    assert explorer.scene.setting["rate"] is None
    assert [0.7, "0.7"] in LearningExplorer(m=16, rate=0.7).scene.menus["rate"]
    with pytest.raises(ValueError, match="rate must be positive"):
        explorer.set(rate=-1.0)


def test_a_page_without_python_has_what_it_draws_from():
    data = datasets.separable(12, random_state=0)
    explorer = LearningExplorer(data.X, data.y, m=30)
    samples = explorer.scene.samples
    assert samples["m"] == 30
    assert samples["parameters"]["moons"].keys() == {"noise"}
    np.testing.assert_array_equal(wire_format.numbers(samples["own"]["X"], (-1, 2)), data.X)
    explorer.set(data="moons")
    assert explorer.scene.machine["drawn"] == {"data": "moons", "seed": 0}
    assert len(explorer.svm.X_fit_) == 30


def test_the_first_states_are_all_kept_then_fewer_and_the_last():
    explorer = LearningExplorer(m=20, procedure="Pegasos, no b", beside=None)
    steps = [state.step for state in explorer.states]
    assert steps[:EVERY] == list(range(EVERY))
    passes = np.array([state.passes for state in explorer.states[EVERY:]])
    assert (passes[1:-1] >= DENSER * passes[:-2] - 1e-12).all()
    assert passes[-1] > MOST_PASSES
    assert len(steps) < 400


def test_another_procedure_of_python_is_run_when_the_page_shows_it(explorer):
    assert explorer.scene.runs == {}
    explorer.step = 5
    set_by_page(explorer, procedure="interior point", step=0)
    assert set(explorer.scene.runs) == {"interior point"}
    assert (explorer.procedure, explorer.step) == ("interior point", 0)
    explorer.beside = "active set"
    assert set(explorer.scene.runs) == {"interior point", "active set"}
    explorer.beside = None
    assert explorer.beside is None


def test_another_setting_is_learnt_and_the_points_stay_where_they_can(explorer):
    explorer.procedure = "interior point"
    epoch, before = explorer.scene.machine["epoch"], explorer.svm
    set_by_page(explorer, setting={**explorer.scene.setting, "C": 10.0, "kernel": "gaussian"})
    assert explorer.svm.C == 10.0
    assert explorer.svm.kernel_ == kernels.Gaussian(sigma=1.0)
    assert explorer.scene.machine["epoch"] == epoch
    assert explorer.scene.runs["interior point"]["setting"]["C"] == 10.0
    explorer.set(seed=3, C=0.5)
    assert explorer.scene.machine["epoch"] == epoch + 1
    assert not np.array_equal(explorer.svm.X_fit_, before.X_fit_)
    assert explorer.svm.C == 0.5
    assert [0.5, "0.5"] in explorer.scene.menus["C"]


@pytest.mark.parametrize(
    "state",
    [
        {"setting": {"data": "overlapping", "kernel": "linear", "C": -1.0, "rate": None, "seed": 0}},
        {"setting": {"data": "my file", "kernel": "linear", "C": 1.0, "rate": None, "seed": 0}},
        {"setting": {"data": "overlapping", "kernel": "linear", "C": 1.0}},
        {"setting": {"data": "overlapping", "kernel": "linear", "C": 1.0, "rate": None, "seed": "now"}},
        {"setting": {"data": "overlapping", "kernel": "linear", "C": 1.0, "rate": 0.0, "seed": 0}},
        {"procedure": "luck"},
        {"step": -1},
    ],
    ids=["C", "data", "no seed", "seed", "rate", "procedure", "step"],
)
def test_what_the_page_may_not_set_leaves_all_as_it_was(explorer, state):
    before = export.traits(explorer.scene)
    set_by_page(explorer, **state)
    assert export.traits(explorer.scene) == before
    (name, value) = next(iter(state.items()))
    with pytest.raises(TraitError):
        setattr(explorer.scene, name, value)


def test_own_points_and_an_own_kernel_stand_in_the_menus():
    data = datasets.separable(12, random_state=0)
    explorer = LearningExplorer(data.X, data.y, kernel=kernels.Gaussian(sigma=2.0), C=3.0)
    assert explorer.scene.setting == {"data": "own", "kernel": "own", "C": 3.0, "rate": None, "seed": 0}
    np.testing.assert_array_equal(explorer.svm.X_fit_, data.X)
    assert explorer.svm.kernel_ == kernels.Gaussian(sigma=2.0)
    explorer.set(kernel="linear")
    assert explorer.svm.kernel_ == kernels.Linear()
    explorer.set(kernel="own")
    assert explorer.svm.kernel_ == kernels.Gaussian(sigma=2.0)


def test_bad_arguments_are_refused():
    X, y = np.zeros((4, 3)), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="points of the plane"):
        LearningExplorer(X, y)
    with pytest.raises(ValueError, match="of two classes"):
        LearningExplorer(X[:, :2], [0, 1, 2, 1])
    with pytest.raises(ValueError, match="m must be at most 100"):
        LearningExplorer(m=500)
    with pytest.raises(ValueError, match="C must be positive and finite, got inf; a procedure needs a bound"):
        LearningExplorer(C=float("inf"))
    with pytest.raises(ValueError, match="procedure must be one of"):
        LearningExplorer(procedure="SMO")
    with pytest.raises(ValueError, match="data must be one of"):
        LearningExplorer(data="iris")
    with pytest.raises(ValueError, match="positive semi-definite kernels"):
        LearningExplorer(kernel=kernels.Sigmoid())
    with pytest.raises(TypeError, match="did you mean 'procedure'"):
        LearningExplorer(procedur="chunking")
    with pytest.raises(ValueError, match="step must be at most"):
        LearningExplorer(m=10).step = 10**6


def test_words_and_picture_tell_the_state(explorer):
    explorer.step = 2
    assert f"step 2 of {explorer.states[-1].step}" in explorer.in_words()
    assert explorer.state.what in repr(explorer)
    assert len(explorer.figure().axes) == 4
    assert explorer.curves.step.tolist() == [state.step for state in explorer.states]


def test_an_exported_page_has_what_it_cannot_run_and_is_small(explorer):
    told = []
    state = explorer.export_contents(told.append).state
    assert tuple(state["runs"]) == OF_PYTHON
    assert explorer.scene.runs == {}  # nothing is sent to a live page for it
    assert told[0] == f"procedures: 0 of {len(OF_PYTHON)}"
    size = sum(len(part["data"]) for run in state["runs"].values() for part in run.values() if isinstance(part, dict))
    assert size < 2e5


def test_a_run_of_one_state_is_kept():
    explorer = LearningExplorer(m=16, beside=None)
    assert kept(iter(explorer.states[:1])) == explorer.states[:1]
