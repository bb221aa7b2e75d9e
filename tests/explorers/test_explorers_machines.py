"""MachinesExplorer in Python: what the page asks and is told, one step after the other."""

import numpy as np
import pytest

from svmlab import comparison, datasets, explorers
from svmlab.explorers.machines import UNDECIDED
from svmlab.page import wire_format

DATA = datasets.overlapping(30, random_state=0, n_classes=3)


@pytest.fixture
def explorer():
    explorer = explorers.MachinesExplorer(DATA.X, DATA.y)
    yield explorer
    explorer.close()


def ask(explorer, number, epoch=None, C=1.0):
    epoch = explorer._epoch if epoch is None else epoch
    explorer._ask({"type": "machines", "page": "p", "number": number, "epoch": epoch, "C": C})
    return explorer.scene.machines


def test_each_question_is_answered_by_one_step_more(explorer):
    states = [ask(explorer, n) for n in range(12)]
    assert [state["done"] for state in states] == list(range(1, 13))
    assert [sum("code" in entry for entry in state["entries"]) for state in states[:6]] == [1, 2, 3, 4, 5, 6]
    assert [sum("lost" in entry for entry in state["entries"]) for state in states[5:]] == list(range(7))
    assert ask(explorer, 12)["done"] == 12
    assert explorer.scene.answer["number"] == 12
    assert explorer.scene.answer["error"] is None


def test_what_is_told_is_the_comparison(explorer):
    explorer.complete()
    expected = comparison.compare(DATA.X, DATA.y, 1.0, explorer.svm.kernel_)
    grid, shape = explorer._grid()
    state = explorer.scene.machines
    assert state["shape"] == shape
    for told, entry in zip(state["entries"], expected.entries, strict=True):
        decision = comparison.decide(entry.trained, grid)
        code = wire_format.numbers(told["code"])
        assert (code % UNDECIDED == decision.code).all()
        assert ((code >= UNDECIDED) == decision.undecided).all()
        assert (told["n_errors"], told["training_errors"]) == (entry.loo.n_errors, entry.training_errors)
        assert (wire_format.numbers(told["lost"]) == entry.loo.errors).all()
        assert (wire_format.numbers(told["wrong"]) == (entry.trained.predict(DATA.X) != DATA.y)).all()
        assert told["certified"]
        assert told["seconds"] > 0 < told["loo_seconds"]
    differ = comparison.disagreement(expected.decisions(grid))
    assert (wire_format.numbers(state["differ"]) == differ).all()
    assert differ.any()


def test_another_c_begins_anew_and_an_old_machine_is_not_known_any_more(explorer):
    for n in range(3):
        ask(explorer, n)
    explorer.C.value = 10.0
    state = ask(explorer, 3, C=10.0)
    assert (state["C"], state["done"]) == (10.0, 1)
    epoch = explorer._epoch
    explorer.move(0, [0.0, 0.0])
    assert explorer._epoch > epoch
    assert "not known any more" in ask(explorer, 4, epoch=epoch, C=10.0)["error"]
    assert ask(explorer, 5, C=10.0)["done"] == 1


def test_a_machine_that_cannot_be_trained_says_so_beside_the_others():
    explorer = explorers.MachinesExplorer(DATA.X, DATA.y, kernel="gaussian", sigma=0.2, C=float("inf"))
    explorer.complete()
    assert [entry["error"] for entry in explorer.scene.machines["entries"]] == [""] * len(comparison.ALL)
    explorer.close()


def test_the_machines_can_be_chosen_and_other_names_are_refused():
    explorer = explorers.MachinesExplorer(DATA.X, DATA.y, machines=("one-vs-one", "msvm2"))
    explorer.complete()
    assert [entry["label"] for entry in explorer.scene.machines["entries"]] == ["one-vs-one", "M-SVM²"]
    explorer.close()
    with pytest.raises(ValueError, match=r"machine must be one of .*, got 'svm'"):
        explorers.MachinesExplorer(machines=("svm",))


@pytest.mark.parametrize("machines", [5, None])
def test_what_is_no_name_of_a_machine_is_refused_as_a_wrong_name_is(machines):
    with pytest.raises(ValueError, match=rf"machine must be one of .*, got {machines}$"):
        explorers.MachinesExplorer(machines=machines)


@pytest.mark.parametrize("data", explorers.MachinesExplorer.data_sets)
def test_every_entry_of_the_data_menu_has_a_comparison(data):
    explorer = explorers.MachinesExplorer(data=data, m=40)
    explorer.complete()
    assert all(entry["n_errors"] >= 0 for entry in explorer.scene.machines["entries"])
    explorer.close()


def test_the_still_picture_has_an_axes_for_each_machine(explorer):
    from matplotlib import pyplot

    figure = explorer.figure()
    titles = [ax.get_title(loc="left").splitlines()[0] for ax in figure.axes]
    assert titles == list(comparison.LABELS.values())
    assert len(np.unique([ax.get_xlim() for ax in figure.axes], axis=0)) == 1
    pyplot.close(figure)


def test_an_exported_page_has_the_whole_comparison(explorer, tmp_path):
    told = []
    text = explorers.export_html(explorer, tmp_path / "page.html", progress=told.append).read_text(encoding="utf-8")
    assert "machines: 12 of 12 steps" in told
    assert "five other machines" in text
    assert len(text) < 1_000_000
