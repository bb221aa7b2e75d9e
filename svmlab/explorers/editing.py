"""One's own points: a reader adds, drags, relabels and deletes them, and takes it back.

An edit makes a new Dataset; the data menu stands at one's own points from then on, and the limits of the picture
stay. The history holds what stood before each edit, the data menu's entry included. ``palette`` are the classes that
a reader can give a point, also those that have none at the moment.
"""

import contextlib
from typing import Any, NamedTuple

import numpy as np

from svmlab import datasets, validation
from svmlab.explorers import validation as checks
from svmlab.machines.biclass import BiclassSVM
from svmlab.page import wire_format

OWN = "own"  # the entry of the data menu for one's own points
DRAWN = ("m", "n_classes", "noise", "seed")  # how the data menu draws


class Points(NamedTuple):
    """Where the points in the picture come from."""

    menu: str
    drawn: tuple
    own: Any = None
    palette: Any = None
    box: Any = None  # limits of the picture
    scene: int = 0  # which of the scenes opened here; with another one, the setting is another
    setting: Any = None

    def same(self, other):
        """Whether both are the same points."""
        if other is None or self.menu != other.menu:
            return False
        return self.own is other.own if self.menu == OWN else self.drawn == other.drawn


class History:
    """Points before each edit, and those that have been undone."""

    def __init__(self):
        self.past, self.future, self.last = [], [], None

    def record(self, before):
        """An edit begins at these points; they differ from the last edit's where the reader chose others since."""
        if self.last is not None and not before.same(self.last):
            self.past.append(self.last)
        self.past.append(before)
        self.future.clear()

    def back(self, now):
        """Return the points before the last edit, or None."""
        chosen_since = self.last is not None and not now.same(self.last)
        if not chosen_since and not self.past:
            return None
        self.future.append(now)
        self.last = self.last if chosen_since else self.past.pop()
        return self.last

    def forth(self, now):
        """Return the points that were undone last, or None."""
        if not self.future:
            return None
        self.past.append(now)
        self.last = self.future.pop()
        return self.last


class Edited:
    """An explorer whose points can be edited; for each of its methods there is a way by mouse and by keyboard."""

    def _begin_editing(self, classes):
        self._history = History()
        known = None if self._own is None else self._own.classes
        if known is not None and classes is not None:
            known = np.unique(classes) if not len(known) else np.union1d(known, classes)
        self._palette = self._given_palette = known
        self._moving, self._since, self._reindexed, self._drag = False, 0, 0, None
        self._draft = None  # points that could not be trained
        self._scene = 0

    @property
    def palette(self):
        """The classes that a point can have."""
        return self._palette if self.data.value == OWN else self.dataset().classes

    def add(self, x, label):
        """Add a point of class ``label`` at x (2,) and choose it; the points are one's own from then on."""
        self._edit(self.dataset().added(x, self._label(label)), selected=len(self.dataset()))

    def move(self, i, x):
        """Put point i at x (2,), as a reader who drags it; the points are one's own from then on."""
        self._edit(self.dataset().moved(i, x))

    def remove(self, i):
        """Delete point i; those after it move up by one."""
        chosen = self.scene.selected
        rest = self.dataset().removed(i)
        self._edit(rest, selected=-1 if chosen == i else chosen - (chosen > i), reindexed=True)

    def relabel(self, i, label=None):
        """Give point i another class, by default the next one."""
        data = self.dataset()
        if label is None:
            i = validation.index("point", i, data.X)
            labels = self.palette
            label = labels[(int(np.flatnonzero(labels == data.y[i])[0]) + 1) % len(labels)]
        self._edit(data.relabelled(i, self._label(label)))

    def clear(self):
        """Delete all points; the classes stay, and there is a machine again once two of them have a point."""
        data = self.dataset()
        if len(data):
            empty = datasets.Dataset(data.X[:0], data.y[:0], data.names, data.description)
            self._edit(empty, selected=-1, reindexed=True)

    def undo(self):
        """Take the last edit back, if there is one, also the change of the data menu that came with it."""
        self._go_to(self._history.back(self._points()))

    def redo(self):
        """Make the edit again that was taken back last, if nothing else has been edited since."""
        self._go_to(self._history.forth(self._points()))

    def _label(self, label):
        """Return the label; raise unless a point of this explorer can have it."""
        return checks.class_label(label, self.palette, 2 if self.estimator is BiclassSVM else None)

    # What all edits share.

    def _edit(self, data, *, selected=None, reindexed=False, recorded=True):
        palette = np.union1d(self.palette, data.y) if len(data) else self.palette
        if recorded:
            self._history.record(self._points())
        self._adopt(data, palette)
        self._history.last = self._points()
        self._show_edited(selected, reindexed)

    def _show_edited(self, selected=None, reindexed=False):
        with self._moves():
            self.update(selected=selected)
        if reindexed:
            self._reindexed = self._epoch

    @contextlib.contextmanager
    def _moves(self):
        """While points are edited, the limits of the picture stay."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False

    def _points(self):
        drawn = tuple(self.controls[name].value for name in DRAWN)
        return Points(self.data.value, drawn, self._own, self._palette, self._box, self._scene, self._setting())

    def _adopt(self, data, palette):
        """Let the data menu stand at one's own points."""
        self._own, self._palette = data, palette
        with self._hold():
            if OWN not in (name for _, name in self.data.options):
                self.data.options = (("own points", OWN), *self._menu)
            self.data.value = OWN
            self._adapt_to_data()

    def _go_to(self, points):
        if points is None:
            return
        self._take_points(points)
        self._box = points.box
        if points.scene != self._scene:
            self._scene = points.scene
            self._take_setting(points.setting)
        self._show_edited(selected=-1, reindexed=True)

    def _take_points(self, points):
        """Let the data menu stand where it stood."""
        if points.menu == OWN:
            self._adopt(points.own, points.palette)
            return
        with self._hold():
            self.data.options = self.data.options if points.own is not None else self._menu
            self.data.value = points.menu
            self._own, self._palette = points.own, points.palette
            self._adapt_to_data()
            for name, value in zip(DRAWN, points.drawn, strict=True):
                if value is not None:
                    self.controls[name].value = value

    def _editor(self):
        """What the page's tools need to know."""
        history, now = self._history, self._points()
        since = history.last is not None and not now.same(history.last)
        return {
            "classes": wire_format.class_names(self.palette), "undo": bool(history.past) or since,
            "redo": bool(history.future),
        }  # fmt: skip

    def _untrained(self, data):
        """Points that could not be trained, as they travel, {} where those of the last picture are meant.

        Where they came by other ways than edits, the page knows nothing of them and may not move them.
        """
        svm = self.svm
        if svm is not None and np.array_equal(svm.X_fit_, data.X) and np.array_equal(svm.y_fit_, data.y):
            return {}
        if self._moving:
            self._draft = data
        if data is not self._draft or svm is None:
            self._since, self._shown = self._epoch + 1, None
            return {}
        codes = np.searchsorted(self.palette, data.y)
        return {"m": len(data), "X": wire_format.array(data.X, "f8"), "y": wire_format.array(codes, "u2")}

    def _hues(self, svm):
        """The place of each class of a machine in the palette: it keeps its colour when another one has no points."""
        return np.searchsorted(self.palette, svm.classes_).tolist()

    # The page asks.

    def _ask_move(self, question):
        """Put a point elsewhere, unless the points have become others meanwhile."""
        if question["epoch"] < max(self._since, self._reindexed):
            self._answer(question)
            return
        drag = (question["page"], question.get("drag"))
        first = drag[1] is None or drag != self._drag
        try:
            moved = self.dataset().moved(question["i"], question["x"])
        except ValueError as error:
            self._refuse(question, error)
            return
        with self._to(question):
            self._edit(moved, recorded=first)
        self._drag = drag

    def _ask_edit(self, question):
        """Everything that the reader has done since the last answer, trained once."""
        if question["epoch"] < self._since:
            self._answer(question)
            return
        self._drag, refused = None, None
        with self._to(question):
            try:
                for step in question["steps"]:
                    self._take_step(**step)
            except (IndexError, TypeError, ValueError) as error:
                refused = error
        if refused:
            self._refuse(question, refused)

    def _take_step(self, do, x=None, i=None, k=None):
        if do == "add":
            self.add(x, self.palette[k])
        elif do in ("undo", "redo", "clear"):
            getattr(self, do)()
        elif do in ("remove", "relabel"):
            i = self._standing(i, x)
            if i is not None:
                getattr(self, do)(i)
        else:
            raise ValueError(f"an edit must be add, remove, relabel, undo, redo or clear, got {do!r}")

    def _standing(self, i, x):
        """The index of the point at x; the page saw it as point i, but others may have been deleted since."""
        at = np.flatnonzero((self.dataset().X == x).all(axis=1))
        return i if i in at else next(iter(at.tolist()), None)

    @contextlib.contextmanager
    def _to(self, question):
        """Within, edits are not shown; after, the last state is, as the answer."""
        asked, chosen, reindexed = [], None, False

        def later(selected=None, reindexed=False):
            asked.append((selected, reindexed))

        self._show_edited = later
        try:
            yield
        finally:
            del self._show_edited
        for selected, other in asked:
            chosen, reindexed = chosen if selected is None else selected, reindexed or other
        with self._moves():
            self.update(to=question, selected=chosen)
        if reindexed:
            self._reindexed = self._epoch
