"""One's own points: a reader adds, drags, relabels and deletes them, and takes it back.

An edit makes a new Dataset; the data menu stands at one's own points from then on, and the limits of the picture
stay. The history holds what stood before each edit, the data menu's entry included. ``palette`` are the classes that
a reader can give a point, also those that have none at the moment.
"""

import contextlib
from typing import NamedTuple

import numpy as np

from svmlab import datasets, style, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.setting import OWN, OwnPoints, Setting
from svmlab.machines.biclass import BiclassSVM
from svmlab.page import wire_format
from svmlab.page.constants import ASPECT


class Moment(NamedTuple):
    """A Setting, and the Dataset that stood there."""

    setting: Setting
    data: datasets.Dataset


class History:
    """Moments before each edit, and those that have been undone."""

    def __init__(self):
        self.past, self.future, self.last = [], [], None

    def chosen_since(self, now):
        """Whether the reader has chosen other points since the last edit."""
        return self.last is not None and not now.setting.points.same(self.last.setting.points)

    def record(self, before):
        """An edit begins at this moment."""
        if self.chosen_since(before):
            self.past.append(self.last)
        self.past.append(before)
        self.future.clear()

    def back(self, now):
        """Return the moment before the last edit, or None."""
        chosen_since = self.chosen_since(now)
        if not chosen_since and not self.past:
            return None
        self.future.append(now)
        self.last = self.last if chosen_since else self.past.pop()
        return self.last

    def forth(self, now):
        """Return the moment that was undone last, or None."""
        if not self.future:
            return None
        self.past.append(now)
        self.last = self.future.pop()
        return self.last

    def before(self, now):
        """The moments that ``back`` would lead to, one after the other."""
        return [*([self.last] if self.chosen_since(now) else []), *reversed(self.past)]

    def after(self):
        """The moments that ``forth`` would lead to."""
        return self.future[::-1]


class Edited:
    """An explorer whose points can be edited; for each of its methods there is a way by mouse and by keyboard."""

    def _begin_editing(self):
        self._history = History()
        self._moving, self._since, self._drag = False, 0, None
        self._draft = None  # points that could not be trained
        self._later = None  # [selected, ...] of each edit while a question is answered

    @property
    def palette(self):
        """The classes that a point can have."""
        points = self._points()
        return points.own.classes if points.menu == OWN else self.dataset().classes

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
        self._edit(rest, selected=-1 if chosen == i else chosen - (chosen > i))

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
            self._edit(empty, selected=-1)

    def undo(self):
        """Take the last edit back, if there is one, also the change of the data menu that came with it."""
        self._go_to(self._history.back(self._moment()))

    def redo(self):
        """Make the edit again that was taken back last, if nothing else has been edited since."""
        self._go_to(self._history.forth(self._moment()))

    def _label(self, label):
        """Return the label; raise unless a point of this explorer can have it."""
        return checks.class_label(label, self.palette, 2 if self.estimator is BiclassSVM else None)

    # What all edits share.

    def _edit(self, data, *, selected=None, recorded=True):
        palette = np.union1d(self.palette, data.y) if len(data) else self.palette
        with self._recorded(recorded):
            self._adopt(OwnPoints(data, palette))
        self._show_edited(selected)

    @contextlib.contextmanager
    def _recorded(self, recorded=True):
        """Within, the points become others, which ``undo`` takes back; unless it is one more step of a drag."""
        if recorded:
            self._history.record(self._moment())
        yield
        self._history.last = self._moment()

    def _moment(self):
        return Moment(self.setting, self.dataset())

    def _show_edited(self, selected=None, to=None):
        """Show what has been edited; while a question is answered, later."""
        if self._later is not None:
            self._later.append(selected)
            return
        with self._moves():
            self.update(to=to, selected=selected)

    @contextlib.contextmanager
    def _moves(self, moving=True):
        """While points are edited, the limits of the picture stay."""
        self._moving = moving
        try:
            yield
        finally:
            self._moving = False

    def _points(self):
        return self._controls.of_data.points

    def _lines(self):
        """The lines beside the points."""
        points = self._points()
        return points.own.lines if points.menu == OWN else []

    def _adopt(self, own):
        """Let the data menu stand at one's own points."""
        with self._controls.hold():
            self._controls.of_data.adopt(own)

    def _go_to(self, moment):
        if moment is not None:
            self._take_back(moment.setting)
            self._show_edited(selected=-1)

    def _editor(self):
        """What the page's tools need to know."""
        history = self._history
        whole = wire_format.class_names(self.palette)
        classes = [style.shortened(name, style.CLASS_NAME) for name in whole]
        undo = bool(history.past) or history.chosen_since(self._moment())
        told = {"classes": classes, "undo": undo, "redo": bool(history.future)}
        return told if classes == whole else {**told, "whole": whole}

    def _untrained(self, data):
        """Points that could not be trained, as they travel, {} where those of the last picture are meant.

        Where they came by other ways than edits, the page knows nothing of them and may not move them.
        """
        svm = self._svm
        if svm is not None and np.array_equal(svm.X_fit_, data.X) and np.array_equal(svm.y_fit_, data.y):
            return {}
        if self._moving:
            self._draft = data
        if data is not self._draft or svm is None:
            self._since, self._shown = self._epoch + 1, None
            if svm is not None or not len(data):
                return {}
        codes = np.searchsorted(self.palette, data.y)
        points = {"m": len(data), "X": wire_format.array(data.X, "f8"), "y": wire_format.array(codes, "u2")}
        return points if svm is not None else {**points, "plane": self._plane_of(data)}

    def _plane_of(self, data):
        """The plane of points that no machine has told the page of."""
        box = self._box or wire_format.limits(data.X, ASPECT)
        axes = [style.shortened(style.axis_title(name)) for name in data.names]
        return {"limits": box, "aspect": ASPECT, "axes": axes, "title": self._controls.of_data.title}

    def _trained(self):
        """There is a machine of the points."""
        self._draft = None

    def _drop_edits_before(self, epoch):
        """The points have become others by other ways than edits: what was asked before is not meant any more."""
        self._since = epoch

    # The page asks.

    def _ask_edit(self, question):
        """Everything that the reader has done since the last answer, trained once."""
        if question["epoch"] < self._since:
            self._answer(question)
            return
        refused = None
        with self._to(question):
            try:
                for step in question["steps"]:
                    self._take_step(question["page"], **step)
            except Exception as error:  # whatever it is, the reader is told, not the log
                refused = error
        if refused:
            self._refuse(question, refused)

    def _take_step(self, page, do, x=None, i=None, k=None, to=None, drag=None):
        before, self._drag = self._drag, None
        if do == "add":
            self.add(x, self.palette[validation.index("class", k, self.palette)])
        elif do in ("undo", "redo", "clear"):
            getattr(self, do)()
        elif do in ("move", "remove", "relabel"):
            i = self._standing(i, x)
            if i is None:
                return
            if do == "move":  # all moves of a drag are one step of the history
                self._edit(self.dataset().moved(i, to), recorded=drag is None or before != (page, drag))
                self._drag = (page, drag)
            else:
                getattr(self, do)(i)
        else:
            raise ValueError(f"an edit must be add, move, remove, relabel, undo, redo or clear, got {do!r}")

    def _standing(self, i, x):
        """The index of the point at x; the page saw it as point i, but others may have been deleted since."""
        at = np.flatnonzero((self.dataset().X == x).all(axis=1))
        return i if i in at else next(iter(at.tolist()), None)

    @contextlib.contextmanager
    def _to(self, question):
        """Within, edits are not shown; after, the last state is, as the answer."""
        self._later = []
        try:
            yield
        finally:
            asked, self._later = self._later, None
        chosen = next((selected for selected in reversed(asked) if selected is not None), None)
        self._show_edited(chosen, to=question)
