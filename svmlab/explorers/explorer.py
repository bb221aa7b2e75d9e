"""Explorers: a live scene with its controls around it.

An explorer is an ipywidget, to be displayed or laid out with others. Each of its controls is an attribute with a
``value`` (``explorer.C.value = 10``), so that a program can do what a reader does.
"""

import contextlib
import copy
import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType

import ipywidgets
import numpy as np
import traitlets

from svmlab import datasets, kernels, style, validation
from svmlab.exact.loo import leave_one_out
from svmlab.exact.path import regularization_path
from svmlab.explorers import looks, scene_files, still_picture
from svmlab.explorers import validation as checks
from svmlab.explorers.editing import DRAWN, OWN, Edited, Points
from svmlab.explorers.lock import in_turn
from svmlab.explorers.scene import Scene, number_from_wire
from svmlab.explorers.upload import Filed
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import path_format, wire_format
from svmlab.page.constants import ASPECT
from svmlab.selection import comparison
from svmlab.theory import kkt
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE, UNTIED

PATIENCE = 3.0  # s for the path; where it takes longer the page asks for each C
PARAMETERS = {"polynomial": ("degree", "gamma", "coef0"), "gaussian": ("sigma",), "laplace": ("sigma",),
              "sigmoid": ("gamma", "coef0"), "linear": ()}  # fmt: skip
KERNEL_TITLES = {"linear": "linear", "polynomial": "polynomial", "gaussian": "Gaussian", "laplace": "Laplace",
                 "sigmoid": "sigmoid"}  # fmt: skip
SYMBOLS = {"sigma": "σ", "gamma": "γ", "degree": "degree", "coef0": "r"}


class SoftMargin(traitlets.HasTraits):
    """The control of C; the slider itself stands in the page. ``value`` may be ``inf``, the hard margin."""

    value = traitlets.Float(1.0)
    min = traitlets.Float(1e-2)
    max = traitlets.Float(1e3)

    @traitlets.validate("value")
    def _positive(self, proposal):
        return validation.soft_margin(proposal["value"])


class Explorer(still_picture.Displayed, looks.Dressed, Edited, Filed, ipywidgets.VBox):
    """What MarginExplorer and MulticlassExplorer share.

    X, y       one's own points of the plane and their labels; without them the data menu draws
    data       entry of the data menu; m, noise, seed: how it is drawn
    kernel     a name, or any value of ``svmlab.kernels``
    C          soft margin, ``inf`` for the hard margin; C_range, the ends of the slider
    size       "regular", or "lecture" for large type, thick lines and few controls; can be changed at any time
    theme      "auto" for that of the page and the reader, "light", "dark" or "contrast"; can be changed at any time
    keep       names of the controls that stay in a lecture, as ("sigma",)
    lines      [[w1, w2, b], ...]: lines w1 x1 + w2 x2 + b = 0 to be drawn beside one's own points while they stand
    names      two axis titles
    classes    labels that points can have, beside those that they have
    limits     [[x0, x1], [y0, y1]] of the picture; by default around the points

    ``svm`` is the machine in the picture, ``error`` why there is no newer one, ``selected`` the chosen point;
    ``path`` is its RegularizationPath over C_range once the page has asked for it, else None.
    """

    estimator = None
    scene_type = Scene
    _scenes = itertools.count(1)
    _usual = MappingProxyType({"C_range": (1e-2, 1e3), "keep": ()})  # setting, where a saved scene says nothing
    own_fields = ()  # of a saved scene, beside those of every explorer
    data_sets = ()  # names in SAMPLES, the first is the default

    @in_turn
    def __init__(
        self, X=None, y=None, *, data=None, m=None, n_classes=3, noise=None, seed=0, kernel="gaussian", C=1.0,
        C_range=(1e-2, 1e3), size="regular", theme="auto", keep=(), lines=(), names=None, limits=None, classes=None,
        **parameters,
    ):  # fmt: skip
        self.svm, self.error, self.path = None, None, None
        self._epoch, self._shown, self._held = 0, None, False
        self._box = self._boxed = self._given_box = None if limits is None else checks.picture_limits(limits)
        self._given = self._own = None if X is None else own_points(X, y, names)
        self._begin_editing(classes)
        look, self._size = looks.looks(size, theme), size
        self.keep = self._known_controls(keep)
        self._lined = [(self._given, [[validation.finite("a line", number) for number in line] for line in lines])]
        self._build_data_controls(data, m, n_classes, noise, seed)
        self._build_kernel_controls(kernel, parameters)
        self.C = SoftMargin(value=C, min=C_range[0], max=C_range[1])
        self._defaults = {name: control.value for name, control in self.controls.items()}
        self.scene = self.scene_type(self._ask, C_min=self.C.min, C_max=self.C.max, hard=True, **look)
        self.scene.observe(lambda _: self._on_size(), "options")
        for name, control in self.controls.items():
            control.observe(self._on_change(name), "value")
        self.reset.on_click(lambda _: self.restore())
        self._arrange()
        self._given_setting = self._setting()
        self._update_within(self._box)
        rows = self._panel.children
        self._parts = (self.scene, self._panel, *rows, *(control for row in rows for control in row.children))
        super().__init__([self._panel, self.scene])
        self.add_class("svm-explorer")

    # Controls.

    def _build_data_controls(self, data, m, n_classes, noise, seed):
        entries = [(SAMPLES[name].title, name) for name in self.data_sets]
        if self._own is not None:
            entries.insert(0, ("own points", OWN))
            data = data or OWN
        self._menu = tuple(entries)
        self.data = ipywidgets.Dropdown(
            options=entries, value=data or entries[0][1], description="data", **_menu_look()
        )
        self.m = ipywidgets.IntSlider(m or 200, 10, 500, 10, description="points", **_look())
        self.n_classes = ipywidgets.IntSlider(n_classes, 2, 6, description="classes", **_look())
        self.noise = ipywidgets.FloatSlider(0.0, min=0.0, max=2.0, step=0.05, description="noise", **_look())
        self.seed = ipywidgets.BoundedIntText(seed, min=0, max=99999, description="seed", **_look("140px"))
        self._adapt_to_data(noise)

    def _build_kernel_controls(self, kernel, parameters):
        own_kernel, name, values = kernel_choice(kernel, parameters)
        titles = [(title, name) for name, title in KERNEL_TITLES.items()]
        if own_kernel is not None:
            titles.insert(0, (kernel_formula(own_kernel), own_kernel))
        self.kernel = ipywidgets.Dropdown(options=titles, value=name, description="kernel", **_menu_look())
        self.sigma = log_slider(values.get("sigma", 1.0), -1.5, 1.5, "width σ")
        self.gamma = log_slider(values.get("gamma", 1.0), -2, 1, "factor γ")
        self.degree = ipywidgets.IntSlider(values.get("degree", 3), 1, 10, description="degree", **_look())
        self.coef0 = ipywidgets.FloatSlider(
            values.get("coef0", 1.0), min=-3.0, max=5.0, step=0.1, description="const. r", **_look()
        )
        self.reset = ipywidgets.Button(
            description="reset", tooltip="Back to how this explorer began", layout=ipywidgets.Layout(width="80px")
        )

    @property
    def controls(self):
        """The controls by name."""
        names = ("data", "m", "n_classes", "noise", "seed", "kernel", "sigma", "gamma", "degree", "coef0", "C")
        return {name: getattr(self, name) for name in names}

    def _arrange(self):
        row = ipywidgets.Layout(flex_flow="row wrap")
        of_data = ipywidgets.Box([self.data, self.m, self.n_classes, self.noise, self.seed], layout=row)
        of_kernel = ipywidgets.Box(
            [self.kernel, self.sigma, self.gamma, self.degree, self.coef0, self.reset], layout=row
        )
        self._panel = ipywidgets.VBox([of_data, of_kernel])
        self.reset.add_class("svm-reset")
        self._adapt_controls()

    def _adapt_to_data(self, noise=None):
        """Show only what applies to the data set, and take its own noise."""
        parameters = {} if self.data.value == OWN else self._sampler().parameters
        self._show(True, "data")
        self._show(parameters, "m", "seed")
        self._show("noise" in parameters, "noise")
        self._show(self._chooses_classes(parameters), "n_classes")
        if "noise" in parameters:
            self.noise.value = parameters["noise"] if noise is None else noise

    def _chooses_classes(self, parameters):
        return "n_classes" in parameters and self.estimator is not BiclassSVM

    def _adapt_to_kernel(self):
        """Show only the parameters of the kernel at hand."""
        wanted = PARAMETERS.get(self.kernel.value, ()) if isinstance(self.kernel.value, str) else ()
        self._show(True, "kernel")
        for name in SYMBOLS:
            self._show(name in wanted, name)

    def _show(self, wanted, *names):
        """Show or hide controls; in a lecture, only those stay that the scene needs."""
        for name in names:
            stays = wanted and (self._size != "lecture" or name in self.keep)
            getattr(self, name).layout.display = None if stays else "none"

    def _known_controls(self, names):
        known = ("data", *DRAWN, "kernel", *SYMBOLS)
        return tuple(validation.one_of("a control to keep", name, known) for name in checks.names(names))

    @in_turn
    def _on_size(self):
        """Fewer controls in a lecture, and all of them again after it."""
        if self._size == self.size:
            return
        self._size = self.size
        self._adapt_controls()

    def _adapt_controls(self):
        with self._hold():
            self._adapt_to_data(self.noise.value)
            self._adapt_to_kernel()
        large = self._size == "lecture"
        (self._panel.add_class if large else self._panel.remove_class)("svm-large-panel")

    def _on_change(self, name):
        @in_turn
        def changed(_):
            if self._held:
                return
            with self._hold():
                if name == "data":
                    self._adapt_to_data()
                    for other, value in self._settings().items():
                        self.controls[other].value = value
                self._adapt_to_kernel()
            self.update()

        return changed

    @contextlib.contextmanager
    def _hold(self):
        """Change several controls, fit once after."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before

    @in_turn
    def set(self, **values):
        """Set several controls at once: ``explorer.set(kernel="linear", C=10)``."""
        self._set(values)
        self.update()

    def _set(self, values):
        with self._hold():
            for name, value in values.items():
                self.controls[name].value = value
                if name == "data":
                    self._adapt_to_data()
            self._adapt_to_kernel()

    @in_turn
    def restore(self):
        """Set every control to where it began, and choose no point."""
        self.scene.selected = -1
        self._own = self._given
        self._palette = self._given_palette
        with self._hold():
            self.data.options = self._menu
        if self._scene:
            self._scene = 0
            self._take_setting(self._given_setting)
        self._set(self._defaults)
        self._update_within(self._given_box)

    def _update_within(self, box, **told):
        """Fit and show, within these limits; around the points where there are none."""
        before, self._box = self._box, box
        with self._moves() if box is not None else contextlib.nullcontext():
            self.update(**told)
        if self._box is None:  # there is no machine
            self._box = before

    def _setting(self):
        """What a saved scene says beside its points; ``_take_setting`` takes it."""
        ends = (self.C.min, self.C.max)
        return {"kernel": self.kernel_value(), "C": self.C.value, "C_range": ends, "keep": self.keep}

    def _take_setting(self, setting):
        own, name, values = kernel_choice(setting["kernel"], {})
        self.keep = setting["keep"]
        with self._hold():
            if own is not None and own not in (value for _, value in self.kernel.options):
                self.kernel.options = ((kernel_formula(own), own), *self.kernel.options)
            self.kernel.value = name
            for parameter, value in values.items():
                set_within_reach(getattr(self, parameter), value)
            self.C.min, self.C.max = setting["C_range"]
            self.C.value = setting["C"]
            self._adapt_controls()
        ends = {"C_min": self.C.min, "C_max": self.C.max}
        if not ends.items() <= self.scene.options.items():
            self._shown = self.path = None  # the path has other ends
            self.scene.options = {**self.scene.options, **ends}

    def _begin_scene(self, given, chosen):
        """Stand where an explorer with these arguments begins, at this point chosen."""
        self._scene = next(self._scenes)
        own = datasets.Dataset(given["X"], given["y"], given["names"]) if "X" in given else None
        if own is None:
            usual = {"m": 200, "n_classes": 3, "noise": None, "seed": 0}
            self._take_points(Points(given["data"], tuple(given.get(name, usual[name]) for name in DRAWN)))
        else:
            classes = given.get("classes", own.classes)
            self._adopt(own, np.union1d(own.classes, classes) if len(own) else np.unique(classes))
            self._lined.append((own, given.get("lines", [])))
        self._take_setting({**self._usual, **given})
        self._update_within(given.get("limits"), selected=-1 if chosen is None else chosen)

    @property
    def selected(self):
        """Index of the chosen point, or None."""
        i = self.scene.selected
        return i if self.svm is not None and 0 <= i < len(self.dataset()) else None

    @selected.setter
    def selected(self, i):
        self.scene.selected = -1 if i is None else validation.index("point", i, self.dataset().X)

    # Fitting.

    def _sampler(self):
        return SAMPLES[self.data.value]

    def dataset(self):
        """Return the Dataset that the controls describe."""
        if self.data.value == OWN:
            return self._own
        sampler = self._sampler()
        options = {"noise": self.noise.value} if "noise" in sampler.parameters else {}
        if self._chooses_classes(sampler.parameters):
            options["n_classes"] = self.n_classes.value
        return sampler.sample(self.m.value, random_state=self.seed.value, **options)

    def _settings(self):
        """Controls that a reader who chooses this data set wants to stand elsewhere."""
        sampler = SAMPLES.get(self.data.value)
        return sampler.settings if isinstance(sampler, Bundled) else {}

    def _note(self):
        """What is to be said beside the picture: what the data set is for, and where the intercept is not unique."""
        sampler = SAMPLES.get(self.data.value)
        notes = [sampler.note if isinstance(sampler, Bundled) else None, self.svm and intercept_note(self.svm)]
        return " ".join(filter(None, notes)) or None

    def kernel_value(self):
        """Return the kernel that the controls describe."""
        if not isinstance(self.kernel.value, str):
            return self.kernel.value
        values = {name: getattr(self, name).value for name in PARAMETERS[self.kernel.value]}
        return kernels.NAMED[self.kernel.value](**values)

    @in_turn
    def update(self, to=None, selected=None):
        """Fit the machine that the controls describe and show it; an error is shown beside the last picture."""
        C, data = self.C.value, None
        told = {} if selected is None else {"selected": selected}
        try:
            data, kernel = self.dataset(), self.kernel_value()
            svm = self._fit(data, kernel, C)
            state = self._state(svm, data, kernel)
        except Exception as error:  # whatever it is, the reader is told, not the log
            self.error = error_text(error)
            state = {} if data is None else {"draft": self._untrained(data), "editor": self._editor()}
            self.scene.say(to=to, C=C, error=self.error, **state, **told)
        else:
            self.svm, self.error, self._draft = svm, None, None
            state |= {"lines": self._lines_beside(data), "draft": {}, "editor": self._editor()}
            self.scene.say(to=to, C=C, note=self._note(), **state, **told)

    def _lines_beside(self, data):
        """The lines that were given with these points."""
        return next((lines for given, lines in self._lined if given is data), [])

    def _fit(self, data, kernel, C):
        checks.points_of_two_classes(data.classes, self.palette)
        if self._on_path(data, kernel, C):
            return self.path.model_at(C)
        estimator = self._estimator_of(data)
        if not isinstance(self.svm, estimator):
            return estimator(C=C, kernel=kernel).fit(data.X, data.y)
        return copy.copy(self.svm).set_params(C=C, kernel=kernel).refit(data.X, data.y)

    def _estimator_of(self, data):
        """The kind of machine that is trained on these points."""
        return self.estimator

    def _on_path(self, data, kernel, C):
        """Whether the path tells the machine at C."""
        if self.path is None or not self.path.C_min <= C <= self.path.C_max:
            return False
        known = self.path.machine
        return known.kernel_ == kernel and np.array_equal(known.X_fit_, data.X) and np.array_equal(known.y_fit_, data.y)

    def _state(self, svm, data, kernel):
        """What changes in the page: all of the machine, or its solution only where just C has moved."""
        title = f"{self._data_title()}, {kernel_label(kernel)}"
        shown = (title, data.names, kernel, svm.X_fit_.tobytes(), svm.codes_.tobytes())
        if shown != self._shown or self._box != self._boxed:
            self._epoch += 1
            self._shown, self.path = shown, None
            if not self._moving or self._box is None:
                self._since, self._box = self._epoch, wire_format.limits(svm.X_fit_, ASPECT)
            self._boxed = self._box
            axes = [style.axis_title(name) for name in data.names]
            options = {"aspect": ASPECT, "box": self._box, "epoch": self._epoch}
            machine, solution = wire_format.fitted(svm, title=title, axes=axes, **options)
            machine["hues"] = self._hues(svm)
            return {"machine": machine, "solution": solution}
        return {"solution": wire_format.fitted(svm, aspect=ASPECT, box=self._box, epoch=self._epoch)[1]}

    def _data_title(self):
        return "own points" if self.data.value == OWN else SAMPLES[self.data.value].title

    # The page asks.

    def _ask(self, question):
        answers = {
            "C": self._ask_C, "path": self._ask_path, "loo": self._ask_loo, "withdraw": self._ask_withdrawal,
            "move": self._ask_move, "edit": self._ask_edit, "file": self._ask_file,
        }  # fmt: skip
        answers.get(question.get("type"), self._answer)(question)

    def _answer(self, question, **state):
        self.scene.say(to=question, C=self.C.value, error=self.error, note=self._note(), **state)

    def _refuse(self, question, error):
        self.error = error_text(error)
        self._answer(question)

    def _ask_C(self, question):
        C = number_from_wire(question["C"])
        if not self.error and self.C.value == C:
            self._answer(question)
            return
        with self._hold():
            self.C.value = C
        self.update(to=question)

    def _ask_path(self, question):
        """The solution for every C of the slider; where there is none, the page goes on asking for each."""
        if self.svm is None or question["epoch"] != self._epoch:
            self._answer(question)
            return
        try:
            state = path_format.packed(self._follow(), epoch=self._epoch)
        except Exception as error:
            self.path, state = None, {"epoch": self._epoch, "error": error_text(error)}
        self._answer(question, path=state)

    def _follow(self):
        """The machine's path over the range of the slider."""
        if self.path is None:
            self.path = regularization_path(self.svm, self.C.min, self.C.max, progress=patience(PATIENCE))
        return self.path

    def _ask_loo(self, question):
        """What every point gets when it is left out of the machine in the page."""
        known = {"epoch": question["epoch"], "C": question["C"]}
        if known.items() <= self.scene.left_out.items():
            self._answer(question)
            return

        def told(svm):
            validation.to_leave_out(svm.solution_.certified)
            return path_format.left_out(svm, leave_one_out(svm, progress=patience(PATIENCE)))

        self._answer(question, left_out={**known, **self._of_machine(question, told)})

    def _ask_withdrawal(self, question):
        i = question["i"]
        state = self._of_machine(question, lambda svm: path_format.withdrawal(svm, i))
        of = {"epoch": question["epoch"], "C": question["C"], "point": i}
        self._answer(question, withdrawal={**of, **state})

    def _of_machine(self, question, told):
        """``told(machine)`` of the machine in the page, or {error}."""
        try:
            return told(self._machine_at(question["epoch"], number_from_wire(question["C"])))
        except Exception as error:
            return {"error": error_text(error)}

    def _machine_at(self, epoch, C):
        """The machine of the page, which may be ahead of ``svm`` along the path."""
        if self.svm is not None and epoch == self._epoch:
            if self.svm.C_ == C:
                return self.svm
            if self.path is not None:
                return self.path.model_at(C)
        raise ValueError(f"the machine at C = {C:g} is not known any more")

    # To keep.

    def save(self, file):
        """Write the scene (points, kernel, C, view) to a small JSON file; ``explorers.load(file)`` gives it back.

        What stood in the file stays where writing fails. Raises ValueError where its folder does not exist.
        """
        scene_files.save(self, file)

    @classmethod
    def load(cls, file):
        """Return the explorer that ``save`` has written; raise ValueError where the file is none of this kind."""
        return scene_files.load(file, cls.kinds())

    @classmethod
    def kinds(cls):
        """This class and those derived from it by name, those only that make a machine."""
        own = {cls.__name__: cls} if cls.data_sets else {}
        return own | {name: kind for derived in cls.__subclasses__() for name, kind in derived.kinds().items()}

    def snippet(self):
        """Return Python text that makes this explorer again."""
        return scene_files.snippet(self)

    def _more_arguments(self):
        return {}

    # Without a front end.

    def figure(self, **options):
        """Return the picture as a matplotlib figure, as ``plotting.plot_machine`` draws it."""
        from svmlab import plotting

        data = self.dataset()
        xlim, ylim = self._box
        names, lines = [style.axis_title(name) for name in data.names], self.scene.lines
        options = {"xlim": xlim, "ylim": ylim, "names": names, "lines": lines, **options}
        classes = wire_format.class_names(self.svm.classes_)
        return plotting.plot_machine(self.svm, class_names=classes, **options).ax.figure

    def summary(self):
        """Return the picture in words."""
        told = self.error if self.svm is None else machine_text(self.svm)
        if self.svm is not None and self.error:
            told = f"{told} The controls ask for something else: {self.error}"
        return f"{type(self).__name__}: {told}"

    def __repr__(self):
        return self.summary()

    @property
    def drawable(self):
        """Whether there is a picture to draw."""
        return self.svm is not None

    def close(self):
        """Remove the explorer and its controls from the page and from memory."""
        for widget in getattr(self, "_parts", ()):
            for part in (getattr(widget, "style", None), widget.layout, widget):
                if part is not None:
                    part.close()
        self.layout.close()
        super().close()


def patience(seconds):
    """Return a function that, whatever it is given, raises TimeoutError when it is called after so many seconds."""
    end = time.monotonic() + seconds

    def check(*_):
        if time.monotonic() > end:
            raise TimeoutError(f"not done within {seconds:g} s; take fewer points, or compute it in Python")

    return check


def _look(width="208px", **layout):
    """Width of a control, and of its description."""
    return {"layout": ipywidgets.Layout(width=width, **layout), "style": {"description_width": "62px"}}


def _menu_look():
    """A menu is as wide as its longest entry."""
    return _look("max-content", min_width="208px", max_width="calc(100% - 4px)")


def own_points(X, y, names):
    """Return a Dataset of one's own points; raise unless they lie in the plane."""
    if y is None:
        raise ValueError("X needs its labels y, as in MarginExplorer(X, y)")
    own = datasets.Dataset(X, y, names)
    if own.X.shape[1] != 2:
        raise ValueError(f"an explorer draws the plane: X must have 2 features, got {own.X.shape[1]}")
    return own


def kernel_choice(kernel, parameters):
    """Return (own kernel or None, value of the kernel menu, parameters) for what a caller gave as kernel."""
    kernel = kernels.as_kernel(kernel)
    name = wire_format.PAGE_KERNELS.get(type(kernel))
    if name is None:
        return kernel, kernel, parameters
    return None, name, {**kernels.parameters(kernel), **parameters}


def log_slider(value, low, high, description):
    low, high = min(low, math.log10(value)), max(high, math.log10(value))
    return ipywidgets.FloatLogSlider(
        value=value, min=low, max=high, step=0.05, description=description, readout_format=".3g", **_look()
    )


def set_within_reach(slider, value):
    """Set a slider, whose range grows where the value lies outside."""
    end = math.log10(value) if isinstance(slider, ipywidgets.FloatLogSlider) else value
    slider.min, slider.max = min(slider.min, end), max(slider.max, end)
    slider.value = value


def kernel_label(kernel):
    """Return a kernel in words: "Gaussian kernel, σ = 1", "kernel 2 · Gaussian (σ = 1) + linear"."""
    name = wire_format.PAGE_KERNELS.get(type(kernel))
    if name is None:
        return f"kernel {kernel_formula(kernel)}"
    return ", ".join([f"{KERNEL_TITLES[name]} kernel", *parameter_texts(kernel)])


def kernel_formula(kernel):
    """Return a composed kernel as a formula of the named ones."""
    match kernel:
        case kernels.Sum(left, right):
            return f"{kernel_formula(left)} + {kernel_formula(right)}"
        case kernels.Product(left, right):
            return f"{factor_formula(left)} · {factor_formula(right)}"
        case kernels.Scaled(inner, factor):
            return f"{factor:.3g} · {factor_formula(inner)}"
        case kernels.Callable(function):
            return getattr(function, "__name__", "of one's own")
    if type(kernel) not in wire_format.PAGE_KERNELS:
        return repr(kernel)
    values = ", ".join(parameter_texts(kernel))
    return KERNEL_TITLES[wire_format.PAGE_KERNELS[type(kernel)]] + (f" ({values})" if values else "")


def factor_formula(kernel):
    formula = kernel_formula(kernel)
    return f"({formula})" if isinstance(kernel, kernels.Sum) else formula


def parameter_texts(kernel):
    return [f"{SYMBOLS[key]} = {number_text(value)}" for key, value in kernels.parameters(kernel).items()]


def number_text(value):
    return f"{value:.3g}".replace("-", "−")


def machine_text(svm):
    """Return a machine in words."""
    cases = kkt.cases(svm)
    free, bounded = (int((cases.point == case).sum()) for case in (kkt.FREE, kkt.BOUNDED))
    return (
        f"{len(svm.classes_)} classes, {len(svm.X_fit_)} points, {kernel_label(svm.kernel_)}, C = {svm.C_:g}: "
        f"{free} free and {bounded} bounded support vectors, {int(cases.misclassified.sum())} training errors; "
        f"{svm.solution_.status}."
    )


def error_text(error):
    """An error as a sentence for the reader."""
    text = str(error) or type(error).__name__
    if not isinstance(error, ValueError | TimeoutError):
        text = f"{type(error).__name__}: {text}"
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def intercept_note(svm):
    """Say where the intercept is not unique."""
    interval = np.asarray(svm.intercept_interval_)
    low, high = interval[..., 0], interval[..., 1]
    if not np.any(high - low > 1e-9 * np.maximum(1.0, np.abs(high))):
        return None
    if interval.ndim == 1:
        return (
            f"No support vector is free: every b from {number_text(low)} to {number_text(high)} is optimal; "
            "drawn is the middle."
        )
    return "The intercepts are not unique here: the picture shows one optimal choice, in the middle of their range."


@dataclass(frozen=True)
class Bundled:
    """A data set as it is, in the place of a PlanarSet of the data menu; ``note`` says what to look at."""

    title: str
    whole: Callable
    settings: dict = field(default_factory=dict)  # of other controls, once a reader chooses it
    note: str | None = None
    parameters = MappingProxyType({})

    def sample(self, m, random_state=0):
        return self.whole()


HARD_LINEAR = {"kernel": "linear", "C": math.inf}
SAMPLES = {
    **datasets.catalogue(),
    "iris": Bundled("iris petals", lambda: datasets.iris(("petal length", "petal width")).standardized()),
    "inconsistent": Bundled(
        "no majority in the middle", comparison.inconsistent, {"kernel": "gaussian", "sigma": 1.0, "C": 1.0},
        "In the middle the classes have the probabilities 0.40, 0.36 and 0.24.",
    ),
    "lemma_fails": Bundled(
        "six points: Lemma 2 fails", lambda: COUNTEREXAMPLE.data, HARD_LINEAR,
        f"With a linear kernel and C = ∞: point {COUNTEREXAMPLE.p} has α = 0 against class 1. Choose it: left "
        "out, it goes to class 1 all the same, where Lemma 2 of RR-5780 asks for α > 0.",
    ),
    "untied": Bundled(
        "four classes, b not unique", lambda: UNTIED.data, HARD_LINEAR,
        "With a linear kernel and C = ∞ nothing flows to class 3, the point in the middle.",
    ),
}  # fmt: skip


class MarginExplorer(Explorer):
    """Two classes in the plane: drag C, and boundary, margins and support vectors move."""

    estimator = BiclassSVM
    data_sets = ("overlapping", "separable", "circles", "moons", "xor", "spirals")


class MulticlassExplorer(Explorer):
    """Several classes in the plane: the M-SVM of Weston and Watkins, one α for each point and rival class.

    n_classes  how many classes the data menu draws, where it can choose
    """

    estimator = MulticlassSVM
    data_sets = ("blobs", "overlapping", "three_gaussians", "iris", "lemma_fails", "untied")
