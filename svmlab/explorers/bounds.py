"""The bounds over C, or over the width of a kernel: beside the plane the leave-one-out error and what each says of it.

Those of two classes the page computes by itself where it makes the machine. Others it asks for a slice at a time, once
all is at rest, so that a reader who changes something waits for one slice at most; what was computed for another
machine is dropped then.
"""

import copy
import math
import time
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import bounds, style, validation
from svmlab.bounds import reports, weston_watkins
from svmlab.exact.loo import leave_one_out
from svmlab.explorers import validation as checks
from svmlab.explorers.answers import PATIENCE, patience
from svmlab.explorers.controlled import ControlledScene
from svmlab.explorers.explorer import Explorer, MarginExplorer, MulticlassExplorer
from svmlab.explorers.lock import in_turn
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.questions import SOFT_MARGIN, WHOLE
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.machine import status_is_told
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import modules, wire_format
from svmlab.page.constants import BOUNDS_PER_DECADE, OVER
from svmlab.page.wire_format import number_to_wire

FOLLOWS = "The bounds follow, with the terms of each point in them."
SLICE = 0.15  # s of work before the page is answered
ROUGH = 14  # of them stand for the still picture; they are the first to be computed
SHOWN = (
    "support_vectors", "radius_margin", "span_bound", "xi_alpha", "span_rule", "gacv",
    "xi_alpha_many", "span_many", "withdrawal_count", "withdrawal_observed",
)  # fmt: skip
VERDICTS = {
    f"{kind} {holds}".lower(): reports.verdict(kind, holds) for kind in reports.KINDS for holds in (False, True)
}


class BoundsScene(ControlledScene):
    """The scene with the panel of bounds; the first three are those that its page does not compute by itself.

    bounds    {epoch, done, total, C, m, n_errors, error_rate, curves, chosen}, see ``reports.Curves.as_dict``; or
              {epoch, error}; ``chosen`` has for each bound, and for the exact count, the index of its smallest value
    report    {epoch, C, n_errors, error_rate, bounds, terms}: all of them at one C, ``terms`` f8 (m,) by name;
              or {epoch, C, error}
    limit     the same of the hard margin, once it is known, else {}
    shown     names of the bounds that are drawn
    over      what they are drawn over, one of ``OVER``
    """

    _esm = modules.joined("scenes/bounds.js")
    view_traits = (*ControlledScene.view_traits, "over")
    questions = MappingProxyType(
        {**ControlledScene.questions, "bounds": {"epoch": WHOLE}, "report": {"epoch": WHOLE, "C": SOFT_MARGIN}}
    )

    verdicts = traitlets.Dict(VERDICTS).tag(sync=True)
    bounds = traitlets.Dict().tag(sync=True)
    report = traitlets.Dict().tag(sync=True)
    limit = traitlets.Dict().tag(sync=True)
    shown = traitlets.List(traitlets.Unicode()).tag(sync=True)
    over = traitlets.Enum(OVER, default_value=OVER[0]).tag(sync=True)


class BoundsExplorer(Explorer):
    """Bounds on the leave-one-out errors, and the exact count, against C, beside the machine in the plane.

    Two classes make it a BiclassSVM, several a MulticlassSVM, each with its own bounds. Parameters as in
    MarginExplorer, and

    shown      names of the bounds that are drawn, see ``bounds.names``; the page has a box to tick for each
    over       "C", where the errors are exact everywhere; of a kernel with a width also "sigma", exact at 41 widths for
               the present C, or "plane", both, exact in C at 25 widths, of up to 250 multipliers. The page has buttons
               for it, and draws over C what it does not train by itself; so does ``figure``
    n_classes  how many classes the data menu draws, where it can choose
    """

    scene_type = BoundsScene
    own_arguments = MappingProxyType({"shown": SHOWN, "over": OVER[0]})
    two_class_sets = MarginExplorer.data_sets
    page_title = "{}, bounds on its leave-one-out error"
    data_sets = (*MarginExplorer.data_sets, *(n for n in MulticlassExplorer.data_sets if n != "overlapping"))

    @in_turn
    def __init__(self, X=None, y=None, *, shown=None, over=OVER[0], **options):
        self._progress = None
        super().__init__(X, y, shown=SHOWN if shown is None else shown, over=over, **options)

    @property
    def shown(self):
        """Names of the bounds that are drawn, of two classes and of several."""
        return tuple(self.scene.shown)

    @shown.setter
    def shown(self, names):
        self.scene.shown = known_bounds(checks.names(names))

    @property
    def over(self):
        """What errors and bounds are drawn over: "C", "sigma" or "plane"."""
        return self.scene.over

    @over.setter
    def over(self, name):
        self.scene.over = validation.one_of("over", name, OVER)

    def _estimator_of(self, data):
        return MulticlassSVM if len(np.unique(data.y)) > 2 else BiclassSVM

    def _state(self, svm, data, kernel):
        state = super()._state(svm, data, kernel)
        if self._path is None:
            self._progress = None  # it was on the path of another machine
        return state

    def _check_scene(self, setting, name):
        super()._check_scene(setting, name)
        known_bounds(setting.more["shown"])

    # The page asks.

    def _ask(self, question):
        answers = {"bounds": self._ask_bounds, "report": self._ask_report}
        answers.get(question["type"], super()._ask)(question)

    def _ask_bounds(self, question):
        """A slice of the curves of the machine in the page."""
        if self.svm is None or self.error or question["epoch"] != self._epoch:
            self._answer(question)
            return
        told = {}
        try:
            along = self._along(SLICE)
            state = along.packed()
            if along.limit is not None:
                told["limit"] = {"epoch": self._epoch, "C": "inf", **along.limit}
        except Exception as error:
            state = {"error": error_text(error)}
        self._answer(question, bounds={"epoch": self._epoch, **state}, **told)

    def _ask_report(self, question):
        """Every bound at the C of the page, and every point's term in it."""
        of = {"epoch": question["epoch"], "C": question["C"]}
        state = {**of, **self._of_machine(question, packed_report)}
        limit = {"limit": state} if question["C"] == "inf" and "error" not in state else {}
        self._answer(question, report=state, **limit)

    def _along(self, seconds=math.inf, until=math.inf):
        """The curves of the present machine as far as they are known after so much more work, see ``go_on``."""
        along = self._begun(self.follow_path())
        along.go_on(seconds, until)
        self._progress = along  # unless it failed
        return along

    def _begun(self, path):
        """The curves along this path, to go on with."""
        along, self._progress = self._progress, None
        return along if along is not None and along.path is path else AlongPath(path)

    # To keep.

    def export_contents(self, tell):
        """Return the Contents of its page; see ``export``.

        It has all bounds at all values of C, but those of two classes that the page computes by itself.
        """
        page = super().export_contents(tell)
        if self._bounds_in_page:
            none = {"bounds": {}, "limit": {}, "report": {}}
            return replace(page, without=f"{page.without} {FOLLOWS}", state={**page.state, **none})
        epoch, known = self._epoch, {"epoch": self._epoch, "C": number_to_wire(self.svm.C_)}
        try:
            along = self._along_all(tell)
            bounds_known, limit = along.packed(), along.limit
            tell("bounds at the C in the picture")
            told = {
                "bounds": {"epoch": epoch, **bounds_known},
                "limit": {} if limit is None else {"epoch": epoch, "C": "inf", **limit},
                "report": {**known, **packed_report(self.svm)},
            }
        except Exception as error:  # the reader is told, beside a picture that is right
            said = error_text(error)
            told = {"bounds": {"epoch": epoch, "error": said}, "report": {**known, "error": said}, "limit": {}}
        return replace(page, state={**page.state, **told})

    @property
    def page_tells(self):
        """What its page is told beside what it does by itself."""
        return "" if self._bounds_in_page else "The bounds are told along C, and the terms of each point in them"

    @property
    def _bounds_in_page(self):
        return isinstance(self.svm, BiclassSVM) and wire_format.trained_in_page(self.svm)

    def _along_all(self, tell):
        """The curves of the present machine, complete."""
        along = self._begun(self.path)
        while len(along.done) < along.total:
            along.go_on(until=len(along.done) + 1)
            tell(f"bounds: {len(along.done)} of {along.total} values of C")
        self._progress = along  # unless it failed
        return along

    # Without a front end.

    def figure(self, **options):
        """Return plane and bounds as a matplotlib figure, as ``plot_machine`` and ``plot_bounds`` draw them."""
        from matplotlib import pyplot

        from svmlab import plotting

        xlim, ylim = self._box
        names = [style.axis_title(name) for name in self.dataset().names]
        with plotting.look(**options):
            figure, (left, right) = pyplot.subplots(
                1, 2, figsize=np.array([1.7, 1.3]) * style.size(options.get("size", "regular"))["figure"],
                layout="constrained", width_ratios=(6, 7),
            )  # fmt: skip
            classes = wire_format.class_names(self.svm.classes_)
            plotting.plot_machine(
                self.svm, left, xlim=xlim, ylim=ylim, names=names, class_names=classes, legend="below", caption=False,
                lines=self.scene.lines,
            )  # fmt: skip
            try:
                along = self._along(until=ROUGH)
            except Exception as error:
                right.set_axis_off()
                right.text(0.5, 0.5, plotting.words.plain(error_text(error)), ha="center", va="center", wrap=True)
            else:
                curves = along.curves()
                names = [name for name in along.names if name in self.shown]
                plotting.plot_bounds(curves, right, names=names, loo=along.errors, legend="below")
        return figure


class AlongPath:
    """The bounds along a path as far as they are computed, coarse to fine, and those of the hard margin at its end."""

    def __init__(self, path):
        self.path = path
        self.names = ordered(bounds.names("loo", path.machine))
        n = max(2, round(BOUNDS_PER_DECADE * math.log10(path.C_max / path.C_min)) + 1)
        grid = np.clip(np.geomspace(path.C_min, path.C_max, n), path.C_min, path.C_max)
        self.total = n
        self.steps = bounds.steps(path, self.names, grid, coarse_first=True)
        self.done = []
        self.limit = None

    def go_on(self, seconds=math.inf, until=math.inf):
        """Work for so many seconds, one step at least, or until so many values of C are done."""
        end = time.monotonic() + seconds
        while len(self.done) < min(until, self.total):
            self.done.append(next(self.steps))
            if len(self.done) == self.total:
                self.limit = self._hard_margin()
            if time.monotonic() > end:
                break

    @cached_property
    def errors(self):
        """The exact errors at every C, or None where they take too long."""
        try:
            return leave_one_out.along_path(
                self.path.machine, self.path.C_min, self.path.C_max, progress=patience(PATIENCE)
            )
        except (TimeoutError, ValueError):
            return None

    @status_is_told()
    def _hard_margin(self):
        """The report of the hard margin, if the path has reached it."""
        if self.path.n_bounded[-1]:
            return None
        last = self.path.model_at(self.path.C_max)
        try:
            return packed_report(copy.copy(last).set_params(C=np.inf).refit(last.X_fit_, last.y_fit_))
        except ValueError:  # it was not the hard margin after all
            return None

    def curves(self):
        return bounds.curves_of(self.done, len(self.path.program.K))

    def packed(self):
        """Return the curves as they travel."""
        curves = self.curves()
        chosen = {curve.name: curves.chosen(curve.name) for curve in curves}
        return {
            "done": len(self.done), "total": self.total, **curves.as_dict(),
            "chosen": {**chosen, "": curves.chosen()},
        }  # fmt: skip


def packed_report(svm):
    """Return every bound of a machine, the exact leave-one-out, and the terms of every point as they travel."""
    loo = leave_one_out(svm, progress=patience(PATIENCE))
    report = bounds.report(svm, ordered(bounds.names("loo", svm)), loo=loo)
    terms = {bound.name: wire_format.array(bound.per_point, "f8") for bound in report if bound.per_point is not None}
    keys = ("name", "label", "kind", "holds", "vacuous", "why", "source")
    told = [
        {key: getattr(bound, key) for key in keys} | {"value": finite(bound.value), "rate": finite(bound.rate)}
        for bound in report
    ]
    m, n_errors, rate = report.m, report.loo.n_errors, finite(report.loo.error_rate)
    return {"m": m, "n_errors": n_errors, "error_rate": rate, "bounds": told, "terms": terms}


def known_bounds(names):
    """Return a list of names of bounds; raise on an unknown one."""
    known = (*bounds.BICLASS, *weston_watkins.MULTICLASS)
    return [validation.one_of("a bound's name", name, known) for name in names]


def ordered(names):
    """Names, those that are shown at first before the others."""
    return sorted(names, key=lambda name: name not in SHOWN)


def finite(value):
    """JSON has no infinity."""
    return float(value) if math.isfinite(value) else None
