"""Files that a reader gives a live scene, or takes from it: points from CSV, a saved scene to be shown, one to keep.

Nothing changes unless all of a file can be read; what does is one step that ``undo`` takes back. The page sends files
as bytes, with ``{type: "file", do, name, token}``, and hears of them in ``Scene.filed``.
"""

from pathlib import Path

from svmlab import datasets, style, validation
from svmlab.explorers import scene_files
from svmlab.explorers import validation as checks
from svmlab.explorers.page_errors import file_error_text, for_page
from svmlab.explorers.setting import OwnPoints
from svmlab.machines.biclass import BiclassSVM
from svmlab.page.wire_format import class_names

MOST_POINTS = 1000
MOST_CLASSES = 10
MOST_MULTIPLIERS = 2500  # m (Q - 1): two seconds of training
READ_AS = " (not UTF-8: read as Windows-1252, look at its accents)"
WITHOUT_NAMES = " (no line names its columns, so they are counted)"
HEAVIEST = 5_000_000  # bytes of a file, unpacked; file_bar.js refuses larger ones
KEPT = "scene.json"  # what a saved scene is called


class FiledScene:
    """An explorer whose scene is saved, opened and copied as Python, from Python and from the page.

    It has ``as_text()``, ``snippet()``, ``_show_scene(text, name)`` and ``_answer(question, **state)``.
    """

    def show_saved(self, file):
        """Show the scene that ``save`` has written, in the place of this one; ``undo`` takes it back."""
        text = validation.text_file(Path(file), "utf-8")
        self._show_scene(text, str(file))

    # The page asks.

    def _ask_file(self, question):
        name = question.get("name", "")
        try:
            answer = self._file_answers()[question["do"]]
            told = answer(name, **question.get("with", {}), data=question.get("bytes"))
        except Exception as error:  # whatever it is, the reader is told, not the log
            told = {"error": for_page(file_error_text(error, name))}
        of = {"page": question["page"], "token": question["token"]}
        self._answer(question, filed={**of, **told})

    def _file_answers(self):
        return {"scene": self._scene_from, "save": self._to_save, "copy": self._to_copy}

    def _scene_from(self, name, data):
        self._show_scene(validation.text_of(name, validation.unpacked(name, data, HEAVIEST), "utf-8"), name)
        return {"told": f"the scene of {name}"}

    def _to_save(self, name, data):
        return {"name": KEPT, "text": self.as_text()}

    def _to_copy(self, name, data):
        return {"text": self.snippet()}


class Filed(FiledScene):
    """An explorer of points with classes, which reads them from CSV files, too."""

    def show_points(self, data):
        """Show the points of a Dataset of two features, as ``datasets.load_csv`` gives it; ``undo`` takes it back."""
        if not isinstance(data, datasets.Dataset):
            raise TypeError(f"show_points needs a Dataset, as datasets.load_csv gives it, got {type(data).__name__}")
        self._show_points(data, "the data set")

    def _show_points(self, data, name):
        checks.planar(name, data)
        self._check_size(data, data.classes, name)
        with self._recorded():
            self._adopt(OwnPoints.of(data))
            self._update_within(None, selected=-1)

    def _show_scene(self, text, name):
        kind, setting, chosen = scene_files.read(text, name, scene_files.kinds_of(type(self)))
        checks.scene_of_kind(name, kind.__name__, type(self).__name__)
        self._check_scene(setting, name)
        with self._recorded():
            self._begin_scene(setting, chosen)

    def _check_scene(self, setting, name):
        """Raise unless this explorer can show what a file of its kind describes."""
        own = setting.points.own
        if own is not None:
            self._check_size(own.data, own.classes if len(own.data) else own.data.classes, name)

    def _check_size(self, data, classes, name):
        most = 2 if self.estimator is BiclassSVM else MOST_CLASSES
        checks.fit_for_page(name, len(data), len(classes), (MOST_POINTS, most, MOST_MULTIPLIERS))

    # The page asks.

    def _ask_file(self, question):
        """What is saved is what the page shows: its ``view_traits`` may have been on their way for longer."""
        shown = question.get("shown") or {}
        self.scene.set_state({name: shown[name] for name in self.scene.view_traits if name in shown})
        super()._ask_file(question)

    def _file_answers(self):
        return {**super()._file_answers(), "columns": self._columns, "points": self._points_from}

    def _columns(self, name, data):
        """What can be chosen, and a choice to begin with."""
        text, header, read_as = text_of_csv(name, data)
        columns = datasets.csv_columns(text, header=header, name=name)
        return {"columns": list(columns), "chosen": likely_columns(columns), "name": name + read_as}

    def _points_from(self, name, data, features, label):
        text, header, read_as = text_of_csv(name, data)
        read = datasets.from_csv(text, label, checks.two_columns(features), header=header, name=name)
        self._show_points(read, name)
        classes = ", ".join(style.shortened(name, style.CLASS_NAME) for name in class_names(read.classes))
        return {"told": f"{len(read)} points of {name}{read_as}, classes {classes}"}


def text_of_csv(name, data):
    """Return the text of a file's bytes, whether a line names the columns, and " (how it was read)", "" for UTF-8.

    Spreadsheets on Windows write cp1252, and nobody can name an encoding in the page; so it is tried and said.
    """
    data, read_as = validation.unpacked(name, data, HEAVIEST), ""
    try:
        text = validation.text_of(name, data, "utf-8")
    except ValueError as error:
        if b"\0" in data or not isinstance(error.__context__, UnicodeDecodeError):
            raise
        try:
            text, read_as = data.decode("cp1252"), READ_AS
        except UnicodeDecodeError:
            raise error from None
    header = datasets.has_header(text, name=name)
    return text, header, read_as + ("" if header else WITHOUT_NAMES)


def likely_columns(columns):
    """Return [first feature, second feature, label] for {column: whether it holds numbers}."""
    names = list(columns)
    label = next((name for name in reversed(names) if not columns[name]), names[-1])
    rest = sorted((name for name in names if name != label), key=lambda name: not columns[name])
    return [*rest[:2], label]
