"""A notebook run once in a session of tests: as a reader sees it, and as its pages are made of it.

An exception inside ``interact`` or a live scene does not fail a cell; it goes to a widget, where the next message may
wipe it out. So ``Client`` writes down every complaint when it is made, wherever it is shown.
"""

import copy
import os
from pathlib import Path

import nbformat

from svmlab.explorers.still_picture import PAGE
from svmlab.handouts.run import Runner

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))

# Answers to the exercise of each notebook, right and wrong: what replaces ``None``, and part of what the cell prints.
ANSWERS = {
    "00_start_here": {
        "MulticlassSVM(C=1.0, kernel=kernels.Gaussian(sigma=2.0))": "2 leave-one-out errors: right!",
        "MulticlassSVM(C=0.01)": "16 leave-one-out errors: not yet, at most 2 are asked for.",
    },
    "01_margins": {
        "1.72": "Right!",
        "10": "C could be smaller.",
        "0.1": "With this C there is still slack.",
    },
    "02_kkt": {
        "[1, 1]": "Right!",
        "[0.5, 0]": "this fails",
    },
    "03_dual": {
        "[25/72, 2/9, 1/8]": "Right!",
        "[0.5, 0.25, 0.25]": "this fails",
    },
    "04_path_and_leave_one_out": {
        "2 / ((K @ y)[y > 0].max() - (K @ y)[y < 0].min())": "Right!",
        "0.05": "Later.",
        "1.0": "points are free already.",
    },
    "05_biclass_lemma": {
        "([[50, -0.01], [0, 1], [0, -1]], [1, 1, -1], 0)": "Right!",
        "([[0, 1], [2, 0], [0, -1]], [1, 1, -1], 1)": "Not yet",
    },
    "06_bounds": {
        "BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=20.0))": "at most 4: right!",
        "BiclassSVM(C=0.1, kernel=kernels.Gaussian(sigma=15.0))": "not yet, at most 4 are asked for.",
        "BiclassSVM(C=0.1, kernel=kernels.Gaussian(sigma=6.0))": "the kernel is only 6 wide",
    },
    "07_multiclass_machine": {
        "1 / 6": "grows by 2. Right!",
        "1 / 3": "grows by 4. Not yet: it should grow by 2.",
    },
    "08_multiclass_lemma": {
        "([*six.data.X, [5, 5]], [*six.data.y, 1], 5)": "Lemma 2 fails at point 5: 0 ≥ 0.0222? Right!",
        "(2 * six.data.X + [5, 1], six.data.y, 5)": "these are the six points again.",
        "(six.data.X, six.data.y, 0)": "Not yet.",
    },
    "09_guaranteed_risk": {
        "32000": "Right!",
        "1000": "more points.",
        "1_000_000": "fewer will do.",
    },
    "10_three_gaussians": {
        "MulticlassSVM(C=10.0, kernel=kernels.Polynomial(2, gamma=0.04))": "5.38 %: right!",
        "MulticlassSVM(C=1.0, kernel=kernels.Polynomial(2, gamma=0.04))": "5.41 %: not yet, below 5.40 % is asked for.",
        "MulticlassSVM(C=1.0, kernel=kernels.Linear())": "6.19 %: not yet, below 5.40 % is asked for.",
    },
    "11_which_machine": {
        "(0.49, 0.26, 0.125, 0.125)": "Right!",
        "(0.46, 0.18, 0.18, 0.18)": "Not yet: its score should not be ahead at all.",
        "(0.4, 0.36, 0.2, 0.04)": "Not yet: four classes, and 0.2 ahead, are asked for.",
        "(0.7, 0.2, 0.1)": "Not yet: four classes, and 0.2 ahead, are asked for.",
    },
    "12_learning": {
        "2 / K.diagonal().max()": "Right!",
        "1 / K.diagonal().max()": "It could be larger.",
        "3 / K.diagonal().max()": "With this rate Q falls.",
    },
    "13_using_it": {
        "BiclassSVM(C=1.0, class_weight={1: 12})": "found 88%, false alarms 24%: right!",
        "BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0), class_weight={1: 5})": "not yet, too few are found.",
        "BiclassSVM(C=1.0, kernel=kernels.Gaussian(sigma=1.0), class_weight={1: 30})": "not yet, too many alarms.",
    },
    "15_biology": {
        '"tggtgt"': "Right!",
        '"tggt"': "Not yet: six letters are asked for.",
        '"acgtac"': "Not yet: that is no part of the word.",
    },
}

# Moves every slider of ``interact`` to both of its ends.
MOVE_SLIDERS = """
import gc
import ipywidgets

for one in [one for one in gc.get_objects() if isinstance(one, ipywidgets.interactive)]:
    for slider in one.kwargs_widgets:
        for end in (slider.min, slider.max):
            slider.value = 10**end if isinstance(slider, ipywidgets.FloatLogSlider) else end
"""

# What a kernel does as it starts: what is displayed live is displayed once more, as the page that an export has of it.
DISPLAY_TWICE = """
import os
from svmlab.explorers import still_picture

def twice(explorer, display=still_picture.display):
    display(explorer)
    os.environ[still_picture.EXPORTING] = "1"
    display(explorer)
    del os.environ[still_picture.EXPORTING]

still_picture.display = twice
"""
LIVE = 2  # outputs of a scene that is live: its still picture and its widget


def read(path):
    return nbformat.read(path, as_version=4)


def notebook_of(*sources):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def exercise_of(notebook):
    """The cell of the exercise."""
    return next(cell for cell in code_cells(notebook) if "answer = None" in cell.source)


class Client(Runner):
    """Runs a notebook to its end; ``complaints`` are the errors and warnings that a reader would have seen.

    After ``count`` cells it keeps in ``then`` what the notebook and its widgets are.
    """

    def __init__(self, notebook, count=None):
        options = {"timeout": 120, "allow_errors": True, "coalesce_streams": True, "on_cell_start": self.keep}
        super().__init__(notebook, resources={"metadata": {"path": str(FOLDER)}}, **options)
        self.complaints, self.count, self.then = [], count, None

    def keep(self, cell, cell_index):
        if cell_index == self.count:
            self.set_widgets_metadata()
            self.then = copy.deepcopy(self.nb)
            self.then.cells = self.then.cells[: self.count]

    def output(self, outs, msg, display_id, cell_index):
        """An output of a cell, or of the Output widget that has taken its place."""
        kind, content = msg["msg_type"], msg["content"]
        if kind == "error":
            self.complaints.append(f"{content['ename']}: {content['evalue']}")
        if kind == "stream" and content["name"] == "stderr":
            self.complaints.append(content["text"])
        return super().output(outs, msg, display_id, cell_index)

    def handle_comm_msg(self, outs, msg, cell_index):
        """A widget's news: a scene tells in ``answer`` what went wrong."""
        super().handle_comm_msg(outs, msg, cell_index)
        answer = msg["content"]["data"].get("state", {}).get("answer") or {}
        if answer.get("error"):
            self.complaints.append(answer["error"])


def run(notebook, folder, count=None):
    """Run a notebook in place, whatever it raises, with the settings of IPython in a folder; return the Client."""
    env = {**os.environ, "IPYTHONDIR": str(folder), "JUPYTER_PREFER_ENV_PATH": "1"}
    env.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    env.pop("MPLBACKEND", None)  # pictures in the notebook, whatever the other tests want
    client = Client(notebook, count)
    client.execute(env=env)
    return client


class Run:
    """A notebook that was run, then its exercise with each of the ANSWERS, and MOVE_SLIDERS.

    seen        all these cells, as a reader sees them
    exported    the notebook alone, as ``svmlab.handouts`` runs it to make its pages
    complaints  errors and warnings that a reader would have seen
    """

    def __init__(self, path, folder):
        startup = folder / "profile_default" / "startup"
        startup.mkdir(parents=True)
        (startup / "display_twice.py").write_text(DISPLAY_TWICE, encoding="utf-8")
        self.seen = read(path)
        count, exercise = len(self.seen.cells), exercise_of(self.seen).source
        answered = [exercise.replace("answer = None", f"answer = {answer}") for answer in ANSWERS.get(path.stem, {})]
        self.seen.cells += map(nbformat.v4.new_code_cell, [*answered, MOVE_SLIDERS])
        client = run(self.seen, folder, count)
        self.complaints, self.exported = client.complaints, client.then
        for cell in code_cells(self.exported):
            cell.outputs = without_live(cell.outputs)
        for cell in code_cells(self.seen):
            cell.outputs = [output for output in cell.outputs if PAGE not in output.get("data", {})]


def without_live(outputs):
    """The outputs without what a page has come in the place of."""
    kept = []
    for output in outputs:
        if PAGE in output.get("data", {}):
            del kept[-LIVE:]
        kept.append(output)
    return kept
