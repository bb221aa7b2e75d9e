"""How a machine learns, live: a procedure played step by step in the plane, its curves beside those of another one."""

from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import datasets, kernels, learning, validation
from svmlab.explorers import learning_runs
from svmlab.explorers.descriptions import kernel_label
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.learning_runs import OF_PYTHON, PROCEDURES
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import LiveScene
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.machines.biclass import BiclassSVM
from svmlab.page import modules, wire_format
from svmlab.page.constants import ASPECT

OWN = "own"  # in the menus of data and kernels: what the explorer was made with
DATA = ("overlapping", "separable", "moons", "circles")
KERNELS = MappingProxyType(
    {
        "linear": kernels.Linear(),
        "gaussian": kernels.Gaussian(sigma=1.0),
        "narrow": kernels.Gaussian(sigma=0.3),
        "quadratic": kernels.Polynomial(degree=2),
    }
)
COSTS = (0.01, 0.1, 1.0, 10.0, 100.0)
RATES = (0.001, 0.01, 0.1, 1.0, 3.0)
SETTING = ("data", "kernel", "C", "rate", "seed")
MOST = 100  # points


class LearningScene(LiveScene):
    """The picture in the page.

    setting     {data, kernel, C, rate, seed}: what is learnt, and η where it is not the usual one; the page sets it
    menus       {data, kernel, C, rate, procedures}: what may be chosen, lists of [value, text], and of names
    kernels     {name: kernel of ``wire_format``}
    samples     {m, parameters {data: parameters of the sample}, own {X, y} or None}: for a page that draws by itself
    machine     of ``wire_format``, whose points are of interest, with ``drawn`` {data, seed} that they are of
    runs        {name: states of ``learning_runs.to_wire``} of the procedures that the page cannot run, once asked for
    procedure   which is played, beside: which is drawn beside it, "" for none
    step        the number of the state that is shown, among those of its run
    """

    _esm = modules.joined("scenes/learning.js")

    setting = traitlets.Dict().tag(sync=True)
    menus = traitlets.Dict().tag(sync=True)
    kernels = traitlets.Dict().tag(sync=True)
    samples = traitlets.Dict().tag(sync=True)
    machine = traitlets.Dict().tag(sync=True)
    runs = traitlets.Dict().tag(sync=True)
    procedure = traitlets.Unicode().tag(sync=True)
    beside = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    @traitlets.validate("setting")
    def _of_the_menus(self, proposal):
        setting = proposal["value"]
        if setting.keys() != set(SETTING):
            raise traitlets.TraitError(f"a setting has {', '.join(SETTING)}, got {sorted(setting)}")
        for name in ("data", "kernel", "C"):
            if setting[name] not in [value for value, _ in self.menus[name]]:
                raise traitlets.TraitError(f"no {name} is {setting[name]!r}")
        if setting["rate"] is not None and setting["rate"] not in [value for value, _ in self.menus["rate"]]:
            raise traitlets.TraitError(f"no rate is {setting['rate']!r}")
        if not isinstance(setting["seed"], int) or setting["seed"] < 0:
            raise traitlets.TraitError(f"a seed is an integer from 0 on, got {setting['seed']!r}")
        return setting

    @traitlets.validate("procedure", "beside")
    def _of_the_procedures(self, proposal):
        if proposal["value"] not in ("", *PROCEDURES):
            raise traitlets.TraitError(f"no procedure is named {proposal['value']!r}")
        return proposal["value"]

    @traitlets.validate("step")
    def _of_the_run(self, proposal):
        if proposal["value"] < 0:
            raise traitlets.TraitError(f"a step is an integer from 0 on, got {proposal['value']!r}")
        return proposal["value"]


class LearningExplorer(LiveExplorer):
    """A procedure that trains a machine of two classes, played step by step: step, play, scrub, jump.

    X (m, 2), y (m,)  own points of two classes, at most 100; or ``data``, one of DATA, with m points drawn by ``seed``
    kernel            a name in KERNELS, or a kernel that the page knows; C, finite
    rate              η of the gradient ascents, or None for the usual one
    procedure         a name in ``explorers.learning.PROCEDURES``; beside, another one for the curves, or None
    size              "regular", or "lecture" for large type and thick lines; theme, "auto", "light", "dark", "contrast"

    ``procedure``, ``beside`` and ``step`` can be set, and what is learnt by ``set(C=10.0, kernel="gaussian")``. The
    page runs the procedures itself, but for the two that need an optimiser of Python's; here they run when asked for:
    ``states`` are those of the procedure that can be shown, ``state`` the one in the picture, ``svm`` the trained
    machine.
    """

    page_title = "How a machine learns. {}"  # of an exported page, around the name of the procedure

    @in_turn
    def __init__(
        self, X=None, y=None, *, data="overlapping", m=40, seed=0, kernel="linear", C=1.0, rate=None,
        procedure="SMO, second order", beside="naive ascent, no b", size="regular", theme="auto",
    ):  # fmt: skip
        looks = Looks(size, theme)
        self._m = validation.at_most("m", validation.integer("m", m, at_least=4), MOST, "points a scene plays with")
        self._own = None if X is None else _own_points(X, y)
        self._kernels = dict(KERNELS)
        kernel = self._name_of(kernel)
        self._states, self._svm = {}, None
        setting = {
            "data": OWN if self._own else validation.one_of("data", data, DATA),
            "kernel": kernel,
            "C": _cost(C),
            "rate": _rate(rate),
            "seed": validation.integer("seed", seed, at_least=0),
        }
        self.scene = LearningScene(
            options=looks.as_options(),
            menus=self._menus(setting),
            kernels=self._kernels_to_wire(),
            samples=self._samples(),
            procedure=_procedure("procedure", procedure),
            beside=_procedure("beside", beside or None),
        )
        self.scene.setting = setting
        self._learn()
        self.scene.observe(self._set_by_page, "setting")
        self.scene.observe(self._asked, ["procedure", "beside"])
        super().__init__(self.scene)

    # What is shown, to read and to set.

    @in_turn
    def set(self, **values):
        """Set what is learnt, several things at once: data, kernel, C, rate, seed."""
        for name in values:
            validation.one_of("name", name, SETTING)
        setting = {**self.scene.setting, **values}
        if "C" in values:
            setting["C"] = _cost(values["C"])
        if "kernel" in values:
            setting["kernel"] = self._name_of(values["kernel"])
        if "rate" in values:
            setting["rate"] = _rate(values["rate"])
        if "seed" in values:
            setting["seed"] = validation.integer("seed", values["seed"], at_least=0)
        if setting["data"] != OWN or self._own is None:
            validation.one_of("data", setting["data"], DATA)
        with self.scene.hold_sync():
            self.scene.menus, self.scene.kernels = self._menus(setting), self._kernels_to_wire()
            self.scene.setting = setting

    @property
    def svm(self):
        """The trained machine of what is learnt, with b."""
        return self._svm

    @property
    def procedure(self):
        """The name of the procedure that is played."""
        return self.scene.procedure

    @procedure.setter
    def procedure(self, name):
        self.scene.procedure = _procedure("procedure", name)

    @property
    def beside(self):
        """The name of the procedure whose curves are drawn, too, or None."""
        return self.scene.beside or None

    @beside.setter
    def beside(self, name):
        self.scene.beside = _procedure("beside", name)

    @property
    def states(self):
        """The states of the procedure that can be shown."""
        return self._states_of(self.procedure)

    @property
    def step(self):
        """The number of the state in the picture, among ``states``."""
        return min(self.scene.step, len(self.states) - 1)

    @step.setter
    def step(self, step):
        last = len(self.states) - 1
        self.scene.step = validation.at_most("step", validation.integer("step", step, at_least=0), last, "its last one")

    @property
    def state(self):
        """The State in the picture."""
        return self.states[self.step]

    # How it learns.

    @in_turn
    def _set_by_page(self, _):
        self._learn()

    @in_turn
    def _asked(self, change):
        with self.scene.hold_sync():
            self._run(change["new"])
            if change["name"] == "procedure":
                self.scene.step = 0

    def _learn(self):
        """Train the machine, forget all runs, and run what the page cannot."""
        setting = self.scene.setting
        X, y = self._own if setting["data"] == OWN else _drawn(setting["data"], self._m, setting["seed"])
        kernel, drawn = self._kernels[setting["kernel"]], {"data": setting["data"], "seed": setting["seed"]}
        self._svm = BiclassSVM(C=setting["C"], kernel=kernel).fit(X, y)
        self._states = {}
        with self.scene.hold_sync():
            if self.scene.machine.get("drawn") != drawn:
                machine = wire_format.machine(
                    X, self._svm.codes_, kernel, wire_format.class_names(self._svm.classes_), outputs=1,
                    limits=wire_format.limits(X, ASPECT), aspect=ASPECT, epoch=self.scene.machine.get("epoch", 0) + 1,
                )  # fmt: skip
                self.scene.machine = {**machine, "drawn": drawn}
            self.scene.runs = {}
            for name in (self.scene.procedure, self.scene.beside):
                self._run(name)

    def _run(self, name):
        """Run a procedure that the page cannot, unless that has been done, and tell the page."""
        if name in OF_PYTHON and name not in self.scene.runs:
            self.scene.runs = {**self.scene.runs, name: self._run_to_wire(name)}

    def _run_to_wire(self, name):
        setting = {key: value for key, value in self.scene.setting.items() if key != "rate"}  # none of these has one
        return learning_runs.to_wire(self._states_of(name), setting)

    def _states_of(self, name):
        if name not in self._states:
            self._states[name] = learning_runs.run(name, self._svm, self.scene.setting["rate"])
        return self._states[name]

    def _kernels_to_wire(self):
        return {name: wire_format.page_kernel(kernel) for name, kernel in self._kernels.items()}

    def _samples(self):
        """What a page without Python draws its points from."""
        parameters = {name: datasets.catalogue()[name].parameters for name in DATA}
        own = self._own and {
            "X": wire_format.array(self._own[0], "f8"),
            "y": wire_format.array(_codes(self._own[1]), "u2"),
        }
        return {
            "m": self._m,
            "parameters": {name: {key: one[key] for key in one if key != "m"} for name, one in parameters.items()},
            "own": own,
        }

    def _name_of(self, kernel):
        """The name of a kernel in the menu, into which an own one comes."""
        if isinstance(kernel, str) and kernel in self._kernels:
            return kernel
        value = kernels.as_kernel(kernel)
        if wire_format.page_kernel(value) is None or not value.positive_semidefinite:
            raise ValueError(f"the page draws with positive semi-definite kernels that it knows, got {kernel!r}")
        known = next((name for name, one in self._kernels.items() if one == value), OWN)
        self._kernels.setdefault(known, value)
        if known == OWN:
            self._kernels[OWN] = value
        return known

    def _menus(self, setting):
        """What may be chosen, with what is."""
        data = [[name, datasets.catalogue()[name].title] for name in DATA]
        return {
            "data": [*([[OWN, "own points"]] if self._own else []), *data],
            "kernel": [[name, kernel_label(kernel)] for name, kernel in self._kernels.items()],
            "C": [[C, f"{C:g}"] for C in sorted({*COSTS, setting["C"]})],
            "rate": [[rate, f"{rate:g}"] for rate in sorted({*RATES, setting["rate"]} - {None})],
            "procedures": list(PROCEDURES),
        }

    # Without a front end.

    @property
    def curves(self):
        """The ``learning.Curves`` of the procedure that is played; ``curves.csv()`` is the table as text."""
        return learning.curves(self.states)

    def figure(self, **options):
        """Return the state, at the beginning the last one, and the curves, see ``plotting.plot_procedures``."""
        from svmlab import plotting

        runs = {name: self._states_of(name) for name in (self.procedure, self.beside) if name}
        options = {"optimum": self.svm.solution_.primal, "state": self.states[self.step or -1], **options}
        return plotting.plot_procedures(runs, **options).axes[0].figure

    def in_words(self):
        """Return the picture in words."""
        state = self.state
        return (
            f"{self.procedure}, step {state.step} of {self.states[-1].step}, after {state.passes:.3g} passes through "
            f"{state.problem.m} points: {state.what}; Q = {state.dual:.4g}, P = {state.primal:.4g}, the optimum of the "
            f"machine with b is {self.svm.solution_.primal:.4g}"
        )

    def export_contents(self, tell):
        """Return the Contents of its page, see ``export``."""
        runs = {}
        for done, name in enumerate(OF_PYTHON):
            tell(f"procedures: {done} of {len(OF_PYTHON)}")
            runs[name] = self.scene.runs.get(name) or self._run_to_wire(name)
        without = "This page runs without Python: it draws points and runs the procedures itself."
        needs = f"Only {' and '.join(OF_PYTHON)} need a notebook at other settings than these."
        state = {**traits(self.scene), "runs": runs, "heading": self.page_title}
        return Contents(self.page_title.format(self.procedure), without, state, needs)


def _own_points(X, y):
    """(X (m, 2), y (m,)); raise unless they are of the plane, of two classes, and few."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"LearningExplorer draws points of the plane, X (m, 2), got the shape {X.shape}")
    if y.shape != (len(X),) or len(np.unique(y)) != 2:
        raise ValueError("LearningExplorer needs y (m,) of two classes, a label for each point")
    validation.at_most("m", len(X), MOST, "points a scene plays with")
    return X, y


def _drawn(data, m, seed):
    sample = datasets.catalogue()[data].sample(m, random_state=seed)
    return sample.X, sample.y


def _cost(C):
    return validation.positive("C", C, remedy="a procedure needs a bound")


def _rate(rate):
    return None if rate is None else validation.positive("rate", rate)


def _codes(y):
    return np.unique(y, return_inverse=True)[1]


def _procedure(name, value):
    """The name of a procedure; "" for None, where it may be none."""
    return "" if value is None and name == "beside" else validation.one_of(name, value, tuple(PROCEDURES))
