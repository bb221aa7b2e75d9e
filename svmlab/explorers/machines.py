"""Multi-class machines side by side: that of Weston and Watkins in the large picture, below it the regions of each.

Once all is at rest the page asks for them, one training or leave-one-out at a time, so that a reader who changes
something waits for one of them at most.
"""

from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import style
from svmlab.explorers import machine_page
from svmlab.explorers.answers import PATIENCE, patience
from svmlab.explorers.controlled import ControlledScene
from svmlab.explorers.explorer import Explorer
from svmlab.explorers.lock import in_turn
from svmlab.explorers.questions import SOFT_MARGIN, WHOLE
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import modules, wire_format
from svmlab.page.constants import ASPECT, UNDECIDED
from svmlab.page.wire_format import number_to_wire
from svmlab.selection import comparison

COLUMNS = 150  # of the grid on which each classifier is asked for its class
COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


class MachinesScene(ControlledScene):
    """The scene with the machines beside each other.

    machines   {epoch, C, done, total, shape [ny, nx], differ u1 (ny nx,), entries}; an entry is {name, label, error,
               seconds, loo_seconds, certified, training_errors, n_errors, error_rate} and, once trained, code u1
               (ny nx,), the class, UNDECIDED more where it is undecided, given u1 (m,), the class of each point, and
               wrong u1 (m,); once left out, lost u1 (m,)
    """

    _esm = modules.joined("scenes/machines.js")
    questions = MappingProxyType({**ControlledScene.questions, "machines": {"epoch": WHOLE, "C": SOFT_MARGIN}})

    machines = traitlets.Dict().tag(sync=True)


class MachinesExplorer(Explorer):
    """Multi-class classifiers on the same points, with the same kernel and C, see ``comparison``.

    The large picture is the machine of Weston and Watkins, with all that MulticlassExplorer has; below it the regions
    of each, hatched where not all agree and dotted where one is undecided, with training errors, exact leave-one-out
    errors and times. Parameters as in MulticlassExplorer, and

    machines   names of ``comparison.ALL``, in the order in which they stand

    ``comparison`` is the Comparison in the picture, None until the page has asked; ``compare()`` makes it.
    """

    estimator = MulticlassSVM
    scene_type = MachinesScene
    own_arguments = MappingProxyType({"machines": comparison.ALL})
    page_title = f"{{}} and {COUNTS[len(comparison.ALL) - 1]} other machines"
    page_tells = (
        "Below, that of Weston and Watkins, one-vs-one and one-vs-rest follow; the other machines side by side are told"
    )
    data_sets = ("inconsistent", "overlapping", "blobs", "three_gaussians", "iris")

    @in_turn
    def __init__(self, X=None, y=None, *, machines=comparison.ALL, **options):
        super().__init__(X, y, machines=machines, **options)

    @property
    def machines(self):
        """Names of the classifiers, in the order in which they stand."""
        return self._machines

    @machines.setter
    def machines(self, names):
        self._machines = comparison.known_names(names)
        self.comparison, self._compared, self._decisions = None, None, {}

    def _check_scene(self, setting, name):
        super()._check_scene(setting, name)
        comparison.known_names(setting.more["machines"])

    def compare(self, progress=None):
        """Return the finished Comparison of the machine in the picture."""
        self._begin(self._epoch, self.svm)
        return self.comparison.run(progress)

    # The page asks.

    def _ask(self, question):
        answers = {"machines": self._ask_machines}
        answers.get(question["type"], super()._ask)(question)

    def _ask_machines(self, question):
        """The next step of the comparison at the C of the page."""
        state = self._of_machine(question, lambda svm: self._next(question["epoch"], svm))
        self._answer(question, machines={"epoch": question["epoch"], "C": question["C"], **state})

    def _next(self, epoch, svm):
        self._begin(epoch, svm)
        if self.comparison.steps_done < self.comparison.steps_total:
            self.comparison.step(patience(PATIENCE))
        return self._packed()

    def _begin(self, epoch, svm):
        """A new Comparison where points, kernel or C are others."""
        if self._compared != (epoch, svm.C_):
            self._compared, self._decisions = (epoch, svm.C_), {}
            self.comparison = comparison.Comparison(svm.X_fit_, svm.y_fit_, svm.C_, svm.kernel_, self.machines)

    def _packed(self):
        """The comparison as it travels, as far as it is done."""
        now, grid, shape = self.comparison, *self._grid()
        for entry in now.entries:
            if entry.trained is not None and entry.name not in self._decisions:
                self._decisions[entry.name] = comparison.decide(entry.trained, grid)
        differ = comparison.disagreement(list(self._decisions.values())) if self._decisions else np.zeros(len(grid))
        entries = [packed_entry(entry, self._decisions.get(entry.name), now) for entry in now.entries]
        return {
            "done": now.steps_done, "total": now.steps_total, "shape": shape, "differ": wire_format.array(differ, "u1"),
            "entries": entries, "error": None,
        }  # fmt: skip

    def _grid(self):
        """(places (n, 2), [rows, columns]) of the picture, from below."""
        shape = [round(COLUMNS / ASPECT), COLUMNS]
        x, y = (np.linspace(*limits, n) for limits, n in zip(self._box, reversed(shape), strict=True))
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), shape

    @in_turn
    def complete(self, progress=None):
        """Tell the page of the finished comparison, as it would ask for it."""
        self.compare(progress)
        self.scene.machines = {"epoch": self._epoch, "C": number_to_wire(self.svm.C_), **self._packed()}

    def export_contents(self, tell):
        """Return the Contents of its page, with the finished comparison; see ``export``."""
        machine_page.machine_of(self)
        self.complete(lambda done, total: tell(f"machines: {done} of {total} steps"))
        return super().export_contents(tell)

    # Without a front end.

    def figure(self, **options):
        """Return the regions of all machines as a matplotlib figure, as ``plot_comparison`` draws them."""
        from svmlab import plotting

        names = [style.axis_title(name) for name in self.dataset().names]
        xlim, ylim = self._box
        return plotting.plot_comparison(
            self.compare(),
            xlim=xlim,
            ylim=ylim,
            names=names,
            class_names=wire_format.class_names(self.svm.classes_),
            **options,
        )


def packed_entry(entry, decision, compared):
    """Return one classifier as it travels; ``decision`` is its own on the grid, None before it is trained."""
    told = {"name": entry.name, "label": entry.label, "error": entry.error}
    if decision is not None:
        at_points = comparison.decide(entry.trained, compared.X)
        wrong = entry.trained.classes_[at_points.code] != compared.y
        told |= {
            "code": wire_format.array(decision.code + UNDECIDED * decision.undecided, "u1"),
            "given": wire_format.array(at_points.code, "u1"), "wrong": wire_format.array(wrong, "u1"),
            "seconds": entry.seconds, "training_errors": entry.training_errors,
            "certified": comparison.certified(entry.trained),
        }  # fmt: skip
    if entry.loo is not None:
        rate = entry.loo.error_rate
        told |= {
            "lost": wire_format.array(entry.loo.errors, "u1"), "n_errors": entry.loo.n_errors,
            "error_rate": rate if np.isfinite(rate) else None, "loo_seconds": entry.loo_seconds,
        }  # fmt: skip
    return told
