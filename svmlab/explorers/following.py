"""Python follows the page: it stands at what the page tells, and trains the machine of it once somebody asks.

A page that has the exact engine moves points, kernel and C by itself and tells where it came to rest, in one message
``state``, with the objectives that it reached. Points that stood here before are taken from the history, so that
``undo`` here and in the page mean the same; others are recorded in it.
"""

import numpy as np

from svmlab import datasets, kernels, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.lock import in_turn
from svmlab.explorers.machine_scene import number_from_wire
from svmlab.explorers.scene_files import kernel_from_dict
from svmlab.explorers.setting import KernelChoice, OwnPoints

AGREE = 1e-8  # relative difference of the objectives of the page and of Python that is none


class Following:
    """An Explorer whose machine may be behind what the page has told."""

    def _begin_following(self):
        self._svm, self._error, self._path = None, None, None
        self._behind = None  # {primal, dual} of the page, while it has told of more than what is trained here

    @property
    def svm(self):
        """The machine in the picture."""
        self._catch_up()
        return self._svm

    @property
    def error(self):
        """Why there is no newer machine, or where page and Python disagree; None where all is well."""
        self._catch_up()
        return self._error

    @error.setter
    def error(self, text):
        self._error = text

    @property
    def path(self):
        """The machine's RegularizationPath over C_range, None without a machine."""
        return None if self.svm is None else self.follow_path(lambda C: None)

    @in_turn
    def _catch_up(self):
        """Train what the page has told of, and compare."""
        if self._behind is None:
            return
        told, self._behind = self._behind, None
        with self._moves():
            self.update()
        fault = None if self._error or not told else disagreement(told, self._svm.solution_)
        if fault:
            self._error = fault
            self.scene.say(C=self.C.value, error=fault)

    # The page tells.

    def _ask_state(self, question):
        """Stand at what the page stands at; its points and kernel only if nothing else has come between.

        Where points that could not be trained have come between, which no page has seen, they are tried again with its
        C and its kernel.
        """
        C, epoch = number_from_wire(question["C"]), self._epoch
        validation.soft_margin(C)
        unseen = epoch < self._since
        agrees = question["base"] == epoch and not unseen
        points = self._points_told(question["X"], question["y"]) if agrees and "X" in question else None
        kernel = self._kernel_told(question["kernel"]) if (agrees or unseen) and "kernel" in question else None
        self._stand_at(points, kernel)
        epoch = question["epoch"] if agrees else epoch
        with self._controls.hold():
            self.C.value = C
        if question["doubtful"] or unseen or len(self.dataset().classes) < 2:
            with self._moves(not unseen):
                self.update(to=question)
            return
        self._behind = {name: question[name] for name in ("primal", "dual") if name in question and agrees}
        self._error = None
        state = {} if epoch == self._epoch else self._state_told(epoch, question["page"])
        self.scene.say(to=question, C=C, **state)

    def _points_told(self, X, y):
        """The points that a page tells of: X (2 m,) row by row, y (m,) places in the palette."""
        X, y = checks.told_points(X, y, self.palette)
        now = self.dataset()
        return datasets.Dataset(X, np.asarray(self.palette)[y], now.names, now.description)

    @staticmethod
    def _kernel_told(told):
        """The KernelChoice that a page tells of."""
        name = validation.one_of(
            "a kernel of the page", told.get("name"), tuple(kind.name for kind in kernels.OF_POINTS)
        )
        checks.arguments(f"the kernel {name!r}", told.keys() - {"name"}, kernels.parameters(kernels.NAMED[name]()))
        return KernelChoice.of(kernel_from_dict(told))

    def _stand_at(self, points, kernel):
        """Stand there, within the limits that the picture has."""
        box = self._box
        if points is not None and not same_points(points, self.dataset()) and not self._stood_before(points):
            palette = self.palette
            with self._recorded():
                self._adopt(OwnPoints(points, palette))
        if kernel is not None:
            with self._controls.hold():
                self._controls.of_kernel.take(kernel)
        self._box = box

    def _stood_before(self, points):
        """Go to where the same points stood, as undo and redo do; whether there was such a place."""
        for steps, go in ((self._history.before(self._moment()), self._history.back),
                          (self._history.after(), self._history.forth)):  # fmt: skip
            found = next((k for k, moment in enumerate(steps) if same_points(points, moment.data)), None)
            if found is not None:
                for _ in range(found + 1):
                    self._take_back(go(self._moment()).setting)
                return True
        return False

    def _state_told(self, epoch, page):
        """The scene at what this page has told, without a solution: every page makes it by itself."""
        data, kernel = self.dataset(), self.kernel_value()
        self._epoch, self._path, self._boxed = epoch, None, self._box
        self._shown = self._key(data, kernel)
        self._trained()
        machine = self._machine_state(data, kernel) | {"by": page}
        return {"machine": machine, "solution": {}, "draft": {}, "lines": self._lines(), "editor": self._editor()}


def same_points(one, other):
    """Whether two Datasets have the same points."""
    return np.array_equal(one.X, other.X) and np.array_equal(one.y, other.y)


def disagreement(told, solution):
    """Return in words where the objectives {primal, dual} of the page are others than those of a Solution, or None."""
    for name, ours in told.items():
        theirs = getattr(solution, name)
        if not abs(ours - theirs) <= AGREE * max(1.0, abs(theirs)):
            return (
                f"The page and Python disagree: the {name} objective is {ours:.10g} in the page and {theirs:.10g} in "
                "Python. The page draws its own; please report it with the scene (save it)."
            )
    return None
