"""Explorers of points: a plane with its machine, and the controls of data, kernel and C around it.

Each control is an attribute with a ``value`` (``explorer.C.value = 10``), so that a program can do what a reader does.
"""

import copy
import itertools
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from svmlab import datasets, style, validation
from svmlab.explorers import machine_page, menus, scene_files, snippet
from svmlab.explorers import validation as checks
from svmlab.explorers.answers import Answers
from svmlab.explorers.controlled import Controlled, ControlledScene
from svmlab.explorers.controls import Controls
from svmlab.explorers.descriptions import intercept_note, kernel_label, machine_text
from svmlab.explorers.editing import Edited
from svmlab.explorers.following import Following
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.samples import used_to_draw
from svmlab.explorers.setting import C_RANGE, OWN, Drawn, KernelChoice, OwnPoints, Points, Setting
from svmlab.explorers.upload import Filed
from svmlab.machines.biclass import BiclassSVM
from svmlab.machines.machine import status_is_told
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import wire_format
from svmlab.page.constants import ASPECT


class Explorer(Controlled, Following, Edited, Filed, Answers, LiveExplorer):
    """What MarginExplorer and MulticlassExplorer share.

    X, y       one's own points of the plane and their labels; without them the data menu draws
    data       entry of the data menu; m, noise, seed: how it is drawn
    kernel     a name, or any value of ``svmlab.kernels``
    C          soft margin, ``inf`` for the hard margin; C_range, the ends of the slider
    size       "regular", or "lecture" for large type, thick lines and few controls; can be changed at any time
    theme      "auto" for that of the page and the reader, "light", "dark" or "contrast"; can be changed at any time
    keep       names of the controls that stay in a lecture, as ("sigma",)
    overlays   names of what is shown beside the machine, as ("margin", "slack"); can be changed at any time:
               margin          its width 1/‖w‖, measured from the boundary to an edge
               w               the normal vector of the boundary
               slack           from each point short of its edge to that edge; the length is ξ/‖w‖ for the linear kernel
               alpha           the area of each marker
               hulls           of the two classes, at finite C of weights at most C/Σα, and the segment between them
               before          the boundary before the last change
               lifted          the scores as a surface in space, to be turned
               feature_space   of the homogeneous quadratic kernel, with the separating plane in it
    lines      [[w1, w2, b], ...]: lines w1 x1 + w2 x2 + b = 0 to be drawn beside one's own points while they stand
    names      two axis titles
    classes    labels that points can have, beside those that they have
    limits     [[x0, x1], [y0, y1]] of the picture; by default around the points

    ``svm`` is the machine in the picture, ``error`` why there is no newer one, ``selected`` the chosen point;
    ``path`` is its RegularizationPath over C_range. They follow the page and are computed when they are asked for.
    ``setting`` is all of the arguments as they stand now, a Setting.
    """

    estimator = None
    scene_type = ControlledScene
    data_sets = ()  # names in SAMPLES, the first is the default
    two_class_sets = ()  # those of them that are drawn with two classes only
    own_arguments = MappingProxyType({})  # {argument: usual value} of one kind of explorer; each is an attribute
    page_title = "{}"  # of an exported page, around the kind of machine
    page_tells = ""  # what the page of a machine cannot work out and is told at its C only
    _scenes = itertools.count(1)

    @in_turn
    def __init__(
        self, X=None, y=None, *, data=None, m=None, n_classes=None, noise=None, seed=None, kernel="gaussian",
        sigma=None, gamma=None, degree=None, coef0=None, C=1.0, C_range=C_RANGE, size="regular", theme="auto",
        keep=(), overlays=(), lines=None, names=None, limits=None, classes=None, **more,
    ):  # fmt: skip
        beside = given(y=y, names=names, classes=classes, lines=lines)
        drawn = given(m=m, n_classes=n_classes, noise=noise, seed=seed)
        parameters = given(sigma=sigma, gamma=gamma, degree=degree, coef0=coef0)
        self._begin_at(
            Setting(
                self._points_of(X, beside, data, drawn), KernelChoice.of(kernel, parameters), C, C_range,
                Looks(size, theme), keep, None if limits is None else checks.picture_limits(limits),
                {name: more.get(name, usual) for name, usual in self.own_arguments.items()}, overlays=overlays,
            )
        )  # fmt: skip
        super().__init__(self.scene)

    def _points_of(self, X, beside, data, drawn):
        """The Points of one's own X and what is given ``beside`` it, or of the entry ``data`` of the menu."""
        own = None
        if X is None:
            checks.applicable(beside, (), "points of the data menu", "give it together with X and y")
        else:
            own = own_points(X, **beside)
        entries = self.data_sets if own is None else (OWN, *self.data_sets)
        data = entries[0] if data is None else validation.one_of("data", data, entries)
        drawing = {name: used_to_draw(name, self.two_class_sets) for name in entries}
        kept = set().union(*drawing.values()) - {"noise"}  # a control begins there, for whoever chooses another entry
        what = "one's own points" if data == OWN else f"the data set {data!r}"
        checks.applicable(drawn, drawing[data] | kept, what)
        return Points(data, Drawn.of(drawn), own)

    def _begin_at(self, setting):
        """Stand at a setting, for the first time."""
        self._begin_following()
        self._epoch, self._shown, self._opened = 0, None, 0
        self._box = self._boxed = setting.limits
        self._begin_editing()
        self._controls = Controls(setting, self.data_sets, self.two_class_sets, self.update)
        for name, control in self.controls.items():
            setattr(self, name, control)
        options = {"C_min": self.C.min, "C_max": self.C.max, "hard": True, **setting.looks.as_options()}
        offered = menus.menus(self.data_sets, self.two_class_sets)
        told = {"options": options, "menus": offered, "overlays": list(setting.overlays)}
        self.scene = self.scene_type(self._ask, self._controls.as_dict, **told)
        for name, value in setting.more.items():
            setattr(self, name, value)
        self._began = self.setting
        self._update_within(setting.limits)
        self._follow_traits()

    # The setting, and how it is changed.

    @property
    def setting(self):
        """All that the explorer stands at, as one value."""
        return Setting(
            self._points(), self._controls.of_kernel.choice, self.C.value, (self.C.min, self.C.max),
            Looks(self.size, self.theme), self.keep, self._box,
            {name: getattr(self, name) for name in self.own_arguments}, self._opened, self.overlays,
        )  # fmt: skip

    @in_turn
    def restore(self):
        """Set every control to where it began, and choose no point."""
        self._begin_again()

    def _begin_again(self, to=None):
        began = self._began
        self.scene.selected = -1
        self.overlays = began.overlays
        self._controls.begin_again(began)
        if self._opened:
            self._opened = 0
            self._take(began)
        self._update_within(began.limits, to=to)

    def _take(self, setting):
        """Stand at what a setting says beside its points and its limits."""
        self._controls.take(setting)
        self.overlays = setting.overlays
        for name, value in setting.more.items():
            setattr(self, name, value)
        ends = {"C_min": self.C.min, "C_max": self.C.max}
        if not ends.items() <= self.scene.options.items():
            self._shown = self._path = None  # the path has other ends
            self.scene.options = {**self.scene.options, **ends}

    def _take_back(self, setting):
        """Stand at the points of a setting, and at all of it where it is of another scene."""
        self._controls.take_points(setting.points)
        self._box = setting.limits
        if setting.scene != self._opened:
            self._opened = setting.scene
            self._take(setting)

    def _begin_scene(self, setting, chosen):
        """Stand where an explorer with this setting begins, at this point chosen."""
        self._opened, points = next(self._scenes), setting.points
        if points.own is None:  # one's own points, if any, stay in the menu
            points = replace(points, own=self._points().own)
        self._controls.take_points(points)
        self._take(setting)
        self._update_within(setting.limits, selected=-1 if chosen is None else chosen)

    def _update_within(self, box, **told):
        """Fit and show, within these limits; around the points where there are none."""
        before, self._box = self._box, box
        with self._moves(box is not None):
            self.update(**told)
        if self._box is None:  # there is no machine
            self._box = before

    def dataset(self):
        """Return the Dataset that the controls describe."""
        return self._controls.of_data.dataset()

    def kernel_value(self):
        """Return the kernel that the controls describe."""
        return self._controls.of_kernel.choice.value

    @property
    def selected(self):
        """Index of the chosen point, or None."""
        i = self.scene.selected
        return i if self._svm is not None and 0 <= i < len(self.dataset()) else None

    @selected.setter
    def selected(self, i):
        self.scene.selected = -1 if i is None else validation.index("point", i, self.dataset().X)

    # Fitting.

    @in_turn
    def update(self, to=None, selected=None):
        """Fit the machine that the controls describe and show it; an error is shown beside the last picture."""
        C, data, self._behind = self.C.value, None, None
        told = {} if selected is None else {"selected": selected}
        try:
            data, kernel = self.dataset(), self.kernel_value()
            svm = self._fit(data, kernel, C)
            state = self._state(svm, data, kernel)
        except Exception as error:  # whatever it is, the reader is told, not the log
            self._error = error_text(error)
            state = {} if data is None else {"draft": self._untrained(data), "editor": self._editor()}
            self.scene.say(to=to, C=C, error=self._error, **state, **told)
        else:
            self._svm, self._error = svm, None
            self._trained()
            state |= {"lines": self._lines(), "draft": {}, "editor": self._editor()}
            self.scene.say(to=to, C=C, note=self._note(), **state, **told)

    def _note(self):
        """What is to be said beside the picture: what the data set is for, and where the intercept is not unique."""
        notes = [self._controls.of_data.note, self._svm and intercept_note(self._svm)]
        return " ".join(filter(None, notes)) or None

    @status_is_told()
    def _fit(self, data, kernel, C):
        checks.points_of_two_classes(data.classes, self.palette)
        if self._on_path(data, kernel, C):
            return self._path.model_at(C)
        estimator = self._estimator_of(data)
        if not isinstance(self._svm, estimator):
            return estimator(C=C, kernel=kernel).fit(data.X, data.y)
        return copy.copy(self._svm).set_params(C=C, kernel=kernel).refit(data.X, data.y)

    def _estimator_of(self, data):
        """The kind of machine that is trained on these points."""
        return self.estimator

    def _on_path(self, data, kernel, C):
        """Whether the path tells the machine at C."""
        if self._path is None or not self._path.C_min <= C <= self._path.C_max:
            return False
        known = self._path.machine
        return known.kernel_ == kernel and np.array_equal(known.X_fit_, data.X) and np.array_equal(known.y_fit_, data.y)

    def _state(self, svm, data, kernel):
        """What changes in the page: all of the machine, or its solution only where just C has moved."""
        state, shown = {}, self._key(data, kernel)
        if shown != self._shown or self._box != self._boxed:
            self._epoch += 1
            self._shown, self._path = shown, None
            if self._box is None or not self._moving:
                self._box = wire_format.limits(svm.X_fit_, ASPECT)
                self._drop_edits_before(self._epoch)
            self._boxed = self._box
            state = {"machine": self._machine_state(data, wire_format.kernel_of(svm))}
        return {**state, "solution": wire_format.solution(svm, self._box, ASPECT, epoch=self._epoch)}

    def _key(self, data, kernel):
        """What tells one machine in the page from another."""
        return self._controls.of_data.title, data.names, kernel, data.X.tobytes(), codes_of(data).tobytes()

    def _machine_state(self, data, kernel):
        """The machine of these points as it travels, without its solution; kernel is None where the page has none."""
        of, classes = self._controls.of_data, data.classes
        outputs = self._outputs_of_two if len(classes) == 2 else len(classes)
        label = kernel_label(self.kernel_value() if kernel is None else kernel)
        state = wire_format.machine(
            data.X, codes_of(data), kernel, wire_format.class_names(classes), outputs=outputs, limits=self._box,
            aspect=ASPECT, title=f"{of.title}, {label}", axes=[style.axis_title(name) for name in data.names],
            epoch=self._epoch,
        )  # fmt: skip
        hues = np.searchsorted(self.palette, classes).tolist()
        return {**state, "data": of.title, "note": of.note, "pair": self._outputs_of_two, "hues": hues, "by": None}

    @property
    def _outputs_of_two(self):
        """How many scores the machine of two classes has."""
        return 1 if self.estimator in (BiclassSVM, None) else 2

    # To keep.

    def to_keep(self):
        """Return the setting as it is kept: without limits where they are those around the points."""
        setting, data = self.setting, self.dataset()
        usual = self._box is None or (len(data) and self._box == wire_format.limits(data.X, ASPECT))
        return replace(setting, limits=None) if usual else setting

    def save(self, file):
        """Write the scene (points, kernel, C, view) to a small JSON file; ``explorers.load(file)`` gives it back.

        What stood in the file stays where writing fails. Raises ValueError where its folder does not exist.
        """
        scene_files.save(self.as_text(), file)

    def as_text(self):
        """Return what ``save`` writes."""
        return scene_files.as_text(type(self), self.to_keep(), self.selected)

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
        return snippet.snippet(type(self), self.to_keep(), self.selected)

    def export_contents(self, tell):
        """Return the Contents of its page, see ``export``."""
        return machine_page.contents(self, tell)

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

    def in_words(self):
        """Return the picture in words."""
        told = self.error if self.svm is None else machine_text(self.svm)
        if self.svm is not None and self.error:
            told = f"{told} The controls ask for something else: {self.error}"
        return told

    @property
    def drawable(self):
        """Whether there is a picture to draw."""
        return self.svm is not None


def codes_of(data):
    """(m,) the place of each label of a Dataset among its classes."""
    return np.searchsorted(data.classes, data.y)


def given(**arguments):
    """Those of the arguments that a caller gave."""
    return {name: value for name, value in arguments.items() if value is not None}


def own_points(X, y=None, names=None, classes=None, lines=()):
    """Return the OwnPoints that a caller gives; raise unless they lie in the plane."""
    if y is None:
        raise ValueError("X needs its labels y, as in MarginExplorer(X, y)")
    own = datasets.Dataset(X, y, names)
    if own.X.shape[1] != 2:
        raise ValueError(f"an explorer draws the plane: X must have 2 features, got {own.X.shape[1]}")
    return OwnPoints.of(own, classes, lines)


class MarginExplorer(Explorer):
    """Two classes in the plane: drag C, and boundary, margins and support vectors move."""

    estimator = BiclassSVM
    data_sets = two_class_sets = ("overlapping", "separable", "circles", "moons", "xor", "spirals")


class MulticlassExplorer(Explorer):
    """Several classes in the plane: the M-SVM of Weston and Watkins, one α for each point and rival class.

    n_classes  how many classes the data menu draws, where it can choose
    """

    estimator = MulticlassSVM
    data_sets = ("blobs", "overlapping", "three_gaussians", "iris", "lemma_fails", "untied")
