"""Python follows a page that moves points, kernel and C by itself: where it stands, when it trains, what is a fault."""

import ipywidgets
import numpy as np
import pytest

from svmlab import BiclassSVM, datasets, kernels
from svmlab.explorers import BoundsExplorer, MarginExplorer, MulticlassExplorer

DATA = datasets.overlapping(30, random_state=3)


@pytest.fixture(autouse=True)
def close_widgets():
    yield
    ipywidgets.Widget.close_all()


def tell(explorer, data=None, *, C=None, epoch=None, base=None, **more):
    """What a page tells that stands at these points; returns what it is answered."""
    now = explorer.scene.machine["epoch"]
    base = now if base is None else base
    state = {"base": base, "epoch": base if data is None else epoch or now + 1, "doubtful": False, **more}
    state["C"] = explorer.C.value if C is None else C
    if data is not None:
        y = np.searchsorted(explorer.palette, data.y)
        state |= {"X": data.X.ravel().tolist(), "y": y.tolist()}
    question = {"type": "state", "page": "p", "number": 1, **state}
    explorer.scene._handle_msg({"content": {"data": {"method": "custom", "content": question}}, "buffers": []})
    return explorer.scene.answer


@pytest.fixture
def trained(monkeypatch):
    """A list that grows by one with each machine that an explorer trains."""
    trained, update = [], MarginExplorer.update
    monkeypatch.setattr(MarginExplorer, "update", lambda self, **options: (trained.append(1), update(self, **options)))
    return trained


def test_a_machine_is_trained_only_once_somebody_asks_for_it(trained):
    explorer = MarginExplorer(DATA.X, DATA.y)
    trained.clear()
    moved = DATA.moved(3, [0.25, -0.5])
    for k in range(1, 4):
        answer = tell(explorer, moved, C=2.0, kernel={"name": "gaussian", "sigma": 0.7 * k})
        assert (answer["error"], answer["page"], answer["C"]) == (None, "p", 2.0)
    assert not trained
    assert explorer.C.value == 2.0
    assert np.array_equal(explorer.dataset().X, moved.X)
    assert explorer.kernel_value() == kernels.Gaussian(sigma=0.7 * 3)
    fresh = BiclassSVM(C=2.0, kernel=kernels.Gaussian(sigma=0.7 * 3)).fit(moved.X, moved.y)
    np.testing.assert_allclose(explorer.svm.alpha_, fresh.alpha_, atol=1e-9)
    assert len(trained) == 1
    assert explorer.error is None
    assert explorer.path.machine is explorer.svm
    assert len(trained) == 1


def test_only_c_is_told_where_only_c_has_moved_and_the_data_menu_stays():
    explorer = MarginExplorer(m=40)
    machine = explorer.scene.machine
    tell(explorer, C="inf")
    assert explorer.C.value == np.inf
    assert explorer.scene.machine is machine
    tell(explorer, explorer.dataset(), C=3.0)
    assert (explorer.data.value, explorer.svm.C_) == ("overlapping", 3.0)


def test_every_page_hears_what_one_has_told_and_reloads_it():
    explorer = MulticlassExplorer(m=30, n_classes=4)
    data = explorer.dataset()
    rest = datasets.Dataset(data.X[data.y != 2], data.y[data.y != 2])
    limits = explorer.scene.machine["limits"]
    tell(explorer, rest, epoch=17)
    machine = explorer.scene.machine
    assert (machine["by"], machine["epoch"], machine["hues"]) == ("p", 17, [0, 1, 3])
    assert machine["title"] == "own points, Gaussian kernel, σ = 1"
    assert machine["limits"] == limits
    assert explorer.scene.editor["classes"] == ["0", "1", "2", "3"]
    explorer.add([0.0, 0.0], 2)
    assert (explorer.scene.machine["by"], explorer.scene.machine["epoch"]) == (None, 18)
    assert len(explorer.svm.X_fit_) == len(rest) + 1


def test_undo_in_the_page_and_in_python_are_the_same():
    explorer = MarginExplorer(m=40)
    first = explorer.dataset()
    states = [first]
    for k in range(3):
        states.append(states[-1].moved(k, [0.1 * k, 0.0]))
        tell(explorer, states[-1])
    explorer.undo()
    assert np.array_equal(explorer.svm.X_fit_, states[2].X)
    tell(explorer, states[1])
    assert explorer.scene.editor == {"classes": ["−1", "+1"], "undo": True, "redo": True}
    tell(explorer, first)
    assert explorer.data.value == "overlapping", "the data menu's entry is back"
    assert explorer.scene.editor == {"classes": ["−1", "+1"], "undo": False, "redo": True}
    tell(explorer, states[3])
    assert not explorer.scene.editor["redo"]
    explorer.undo()
    explorer.undo()
    assert np.array_equal(explorer.dataset().X, states[1].X)


def test_what_python_has_changed_meanwhile_stands_and_c_is_taken_all_the_same():
    explorer = MarginExplorer(m=40)
    base = explorer.scene.machine["epoch"]
    moved = explorer.dataset().moved(0, [0.0, 0.0])
    explorer.data.value = "circles"
    tell(explorer, moved, C=5.0, base=base, epoch=base + 1, primal=1.0, dual=1.0)
    assert explorer.error is None
    assert (explorer.data.value, explorer.C.value, explorer.svm.C_) == ("circles", 5.0, 5.0)
    assert explorer.scene.machine["by"] is None


def test_points_that_python_could_not_train_are_not_replaced_by_the_last_good_ones():
    explorer = MarginExplorer(data="separable", m=20, kernel="linear", C=np.inf)
    data = explorer.dataset()
    explorer.data.value = "circles"
    assert explorer.error
    tell(explorer, data.moved(0, [0.0, 0.0]))
    assert explorer.data.value == "circles"


def test_objectives_that_differ_are_a_fault_that_is_seen():
    explorer = MarginExplorer(DATA.X, DATA.y)
    moved = DATA.moved(3, [0.25, -0.5])
    exact = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(moved.X, moved.y).solution_
    tell(explorer, moved, primal=exact.primal * (1 + 1e-10), dual=exact.dual)
    assert explorer.error is None
    moved = moved.moved(4, [0.25, -0.75])
    exact = BiclassSVM(C=1.0, kernel=kernels.Gaussian()).fit(moved.X, moved.y).solution_
    tell(explorer, moved, primal=exact.primal * (1 + 1e-7), dual=exact.dual)
    assert "page and Python disagree: the primal objective" in explorer.error
    assert explorer.scene.answer["error"] == explorer.error
    tell(explorer, moved.moved(4, [0.0, 0.0]))
    assert explorer.error is None


def test_what_the_page_doubts_is_trained_at_once_and_sent():
    explorer = MarginExplorer(DATA.X, DATA.y)
    moved = DATA.moved(3, [0.25, -0.5])
    tell(explorer, moved, doubtful=True)
    assert explorer.scene.machine["by"] is None
    assert explorer.scene.solution["epoch"] == explorer.scene.machine["epoch"]
    assert np.array_equal(explorer._svm.X_fit_, moved.X)


@pytest.mark.parametrize("make", [MarginExplorer, BoundsExplorer])
def test_without_two_classes_the_last_picture_stays_and_python_says_why(make):
    explorer = make(DATA.X, DATA.y)
    machine = explorer.scene.machine
    answer = tell(explorer, datasets.Dataset(DATA.X[:0], DATA.y[:0]))
    assert "there are no points" in answer["error"]
    assert explorer.scene.machine is machine
    assert explorer.scene.draft["m"] == 0
    assert explorer.error == answer["error"]
    tell(explorer, DATA)
    assert explorer.error is None


def test_a_hard_margin_that_is_impossible_is_an_error_once_it_is_asked_for():
    explorer = MarginExplorer(DATA.X, DATA.y, kernel="linear")
    assert tell(explorer, C="inf")["error"] is None
    assert "cannot be separated" in explorer.error
    assert explorer.svm.C_ == 1.0
    tell(explorer, DATA.moved(0, [0.0, 0.0]), C=1.0)
    assert (explorer.error, explorer.svm.C_) == (None, 1.0)


def test_the_bounds_of_what_the_page_has_told_are_those_of_its_machine():
    explorer = BoundsExplorer(DATA.X, DATA.y)
    moved = DATA.moved(3, [0.25, -0.5])
    tell(explorer, moved, C=2.0, epoch=9)
    question = {"type": "report", "page": "p", "number": 2, "epoch": 9, "C": 2.0}
    explorer.scene._handle_msg({"content": {"data": {"method": "custom", "content": question}}, "buffers": []})
    told, exact = explorer.scene.report, BoundsExplorer(moved.X, moved.y, C=2.0)
    assert (told["epoch"], "error" in told) == (9, False)
    assert np.array_equal(explorer.svm.X_fit_, exact.svm.X_fit_)
