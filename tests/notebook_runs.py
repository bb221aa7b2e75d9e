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

# Moves every slider of ``interact`` to both of its ends.
MOVE_SLIDERS = """
import gc
import ipywidgets

for one in [one for one in gc.get_objects() if isinstance(one, ipywidgets.interactive)]:
    for slider in one.kwargs_widgets:
        for end in (slider.min, slider.max):
            slider.value = 10**end if isinstance(slider, ipywidgets.FloatLogSlider) else end
"""

# What a kernel does as it starts: what is displayed live is displayed once more, as the page that an export has of it;
# their still picture, of the same state, is drawn once.
DISPLAY_TWICE = """
import functools
import os
from svmlab.explorers import still_picture

def twice(explorer, display=still_picture.display):
    explorer.png = functools.cache(explorer.png)
    display(explorer)
    os.environ[still_picture.EXPORTING] = "1"
    display(explorer)
    del os.environ[still_picture.EXPORTING], explorer.png

still_picture.display = twice
"""
LIVE = 2  # outputs of a scene that is live: its still picture and its widget


def read(path):
    return nbformat.read(path, as_version=4)


def notebook_of(*sources):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def exercises_of(notebook):
    """The cells of the exercises."""
    return [cell for cell in code_cells(notebook) if "answer = None" in cell.source]


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
    """A notebook that was run, and MOVE_SLIDERS.

    seen        all these cells, as a reader sees them
    exported    the notebook alone, as ``svmlab.handouts`` runs it to make its pages
    complaints  errors and warnings that a reader would have seen
    """

    def __init__(self, path, folder):
        startup = folder / "profile_default" / "startup"
        startup.mkdir(parents=True)
        (startup / "display_twice.py").write_text(DISPLAY_TWICE, encoding="utf-8")
        self.seen = read(path)
        count = len(self.seen.cells)
        self.seen.cells.append(nbformat.v4.new_code_cell(MOVE_SLIDERS))
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
