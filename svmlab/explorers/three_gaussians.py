"""Three Gaussian classes, live: the best there is, the best straight lines, and what an M-SVM makes of a sample.

The page draws points, circles and the Bayes classifier by itself, so that a drag waits for nothing; what takes longer
it asks for in slices, each shorter than a blink, and leaves off when something else is wanted.
"""

import time
from types import MappingProxyType

import numpy as np
import traitlets

from svmlab import datasets, risk, validation
from svmlab.explorers import validation as checks
from svmlab.explorers.descriptions import number_text
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.gaussian_machines import GaussianMachines
from svmlab.explorers.gaussian_setting import SETTING, GaussianSetting, limits
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import AskingScene
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.questions import FIELDS, SWITCH, WHOLE
from svmlab.page import modules, wire_format
from svmlab.risk.gaussians import straight

PER_DECADE = 10  # values of C
SLICE = 0.06  # s of work between two answers to the page
QUICK = 1000  # points up to which a machine is trained while something is dragged


class ThreeGaussiansScene(AskingScene):
    """The picture in the page.

    setting   {epoch, means, variances, priors, m, seed, degree, limits}: what is drawn
    exact     {epoch, bayes, linear: f8 (3 x 6), linear_risk}: the best classifiers; scores are coefficients of
              1, x₁, x₂, x₁², x₁x₂, x₂²
    noise     {seed, z: f4 (m x 2)}: the sample before it is moved and stretched
    along     {epoch, done, total, error, gap, scores: f8 (n x 18), and the arrays TERMS f8 (n,)}: the machines
              along C, nan where they are not known yet; gap is the largest relative duality gap
    draws     {epoch, C, run, total, risks: f8}: true risks of machines at C on other samples
    answer    {turn, page, number, C, error}: which question this state answers; C is an index
    options   {id, size, theme, low, high, perDecade, delta, quick}
    """

    _esm = modules.joined("scenes/three_gaussians.js")
    questions = MappingProxyType(
        {
            "hello": {}, "set": {"setting": FIELDS, "moving": SWITCH.or_none, "restore": SWITCH.or_none},
            "C": {"C": WHOLE}, "slice": {"epoch": WHOLE}, "draws": {"epoch": WHOLE, "C": WHOLE, "run": WHOLE},
        }
    )  # fmt: skip

    setting = traitlets.Dict().tag(sync=True)
    exact = traitlets.Dict().tag(sync=True)
    noise = traitlets.Dict().tag(sync=True)
    along = traitlets.Dict().tag(sync=True)
    draws = traitlets.Dict().tag(sync=True)


class ThreeGaussiansLab(LiveExplorer):
    """Drag means and spreads, change priors and sample: Bayes, best linear classifier and M-SVM with their exact risks.

    means (3, 2), variances (3,), priors (3,)    of the classes; the toy problem of Guermeur, Maumy and Sur 2005
    m, seed    points of the sample, up to 3,000, in shares as near to the priors as can be, and what draws them
    C          soft margin, one of ten values in each decade of ``C_range``
    degree     1 for a linear machine, 2 for a polynomial kernel of degree 2
    delta      the guaranteed risk holds (if it does) with probability 1 - δ
    size       "regular", or "lecture" for large type and thick lines; theme, "auto", "light", "dark" or "contrast"

    All but ``delta`` can be set later, several at once by ``set(C=0.1, m=600)``. ``problem`` is the
    GaussianProblem in the picture, ``sample`` its points and labels, ``svm`` the machine at C, ``tuning`` the Tuning
    over all values of C, ``draws`` the true risks on other samples, which ``draw()`` completes.
    """

    @in_turn
    def __init__(
        self, means=None, variances=None, priors=None, *, m=300, seed=0, C=1e-2, degree=1, C_range=(1e-4, 1.0),
        delta=0.05, size="regular", theme="auto",
    ):  # fmt: skip
        looks = Looks(size, theme)
        self._delta = validation.probability("delta", delta)
        self.C_grid = grid_of(*checks.slider_range("C_range", C_range))
        self.error, self._epoch, self._limits = None, 0, None
        setting = GaussianSetting(
            datasets.THREE_MEANS if means is None else means,
            datasets.THREE_VARIANCES if variances is None else variances,
            np.full(3, 1 / 3) if priors is None else priors, m, seed, degree,
        )  # fmt: skip
        self._index = self._index_of(C)
        options = {"low": self.C_grid[0], "high": self.C_grid[-1], "perDecade": PER_DECADE, "delta": delta,
                   "quick": QUICK}  # fmt: skip
        self.scene = ThreeGaussiansScene(self._ask, options={**looks.as_options(), **options})
        self._began = setting, self._index
        self._take(setting)
        self._say(self._state())
        super().__init__(self.scene)

    # What is shown, to read and to set.

    @in_turn
    def set(self, **values):
        """Set several things at once: ``lab.set(m=600, C=0.1)``; ValueError leaves all as it was."""
        for name in values:
            validation.one_of("name", name, (*SETTING, "C"))
        index = self._index_of(values.pop("C")) if "C" in values else self._index
        self._show(self._setting.with_values(values), index)

    def _show(self, setting, index):
        self._index, self.error = index, None
        if not setting.same(self._setting):
            self._take(setting)
        self._say(self._state())

    @in_turn
    def restore(self):
        """Back to how this lab began."""
        self._limits = None
        self._show(*self._began)

    @property
    def C(self):
        """The soft margin of the machine in the picture."""
        return float(self.C_grid[self._index])

    @C.setter
    def C(self, C):
        self.set(C=C)

    @property
    def problem(self):
        """The GaussianProblem in the picture."""
        return self._setting.problem

    @problem.setter
    def problem(self, problem):
        self.set(means=problem.means, variances=problem.variances, priors=problem.priors)

    @property
    def sample(self):
        """(X (m, 2), y (m,)): the points in the picture."""
        return self._setting.sample()

    @property
    def svm(self):
        """The machine in the picture; ValueError where a class has no points."""
        return self._machines.machine(self._index)

    @property
    def risks(self):
        """{name: expected risk} of the three classifiers."""
        return {"Bayes": self.problem.bayes_risk, "best linear": self.problem.best_linear[2],
                "M-SVM": self._machines.true_risk(self.svm)}  # fmt: skip

    @property
    def tuning(self):
        """The risk.Tuning over all values of C."""
        machines = self._machines.all()
        return risk.Tuning(self.C_grid, tuple(risk.guaranteed_risk(svm, self._delta) for svm in machines), machines)

    @property
    def draws(self):
        """True risks of the machines at C on other samples, as far as they are known."""
        return np.array(self._machines.risks)

    def draw(self):
        """Train at C on the samples of the next 50 seeds and return their true risks."""
        for _ in self._machines.drawing():
            pass
        self._say({"draws": self._draws_state()})
        return self.draws

    def complete(self):
        """Train along all values of C."""
        for _ in self._machines.steps:
            pass
        self._machines.check()
        self._say({"along": self._along_state()})

    # State.

    def _index_of(self, C):
        C = validation.positive("C", C)
        low, high = self.C_grid[[0, -1]]
        if not low * (1 - 1e-9) <= C <= high * (1 + 1e-9):
            raise ValueError(f"C must lie in the range of the slider, {low:g} to {high:g}, got {C:g}; give C_range=")
        return int(np.abs(np.log(self.C_grid / C)).argmin())

    def _take(self, setting, *, moving=False):
        """Another problem or sample: what was known of the last one is dropped."""
        if not moving:
            self._limits = limits(setting.problem, self._limits)
        self._setting, self._epoch = setting, self._epoch + 1
        self._machines = GaussianMachines(setting, self.C_grid, self._delta, lambda: self._index)
        if setting.m <= QUICK:
            next(self._machines.steps, None)

    def _state(self):
        """All that the page shows."""
        return {
            "setting": self._setting_state(), "exact": self._exact_state(), "noise": self._noise_state(),
            "along": self._along_state(), "draws": self._draws_state(),
        }  # fmt: skip

    def _setting_state(self):
        return {**self._setting.as_lists(), "epoch": self._epoch, "limits": self._limits}

    def _exact_state(self):
        W, b, least = self.problem.best_linear
        scores = wire_format.array(straight(W, b), "f8")
        return {"epoch": self._epoch, "bayes": self.problem.bayes_risk, "linear": scores, "linear_risk": least}

    def _noise_state(self):
        m, seed = self.m, self.seed
        if (self.scene.noise.get("m"), self.scene.noise.get("seed")) == (m, seed):
            return self.scene.noise
        z = np.random.default_rng(seed).normal(size=(m, 2))  # what GaussianProblem.sample moves and stretches
        return {"m": m, "seed": seed, "z": wire_format.array(z, "f4")}

    def _along_state(self):
        return {"epoch": self._epoch, **self._machines.along_state()}

    def _draws_state(self):
        return {"epoch": self._epoch, **self._machines.draws_state()}

    # The page asks.

    def _say(self, state, to=None):
        self.scene.say(state, to, C=self._index, error=self.error)

    def _ask(self, question):
        answers = {"set": self._ask_set, "C": self._ask_C, "slice": self._ask_slice, "draws": self._ask_draws}
        try:
            state = answers.get(question["type"], lambda _: {})(question)
        except Exception as error:
            self.error, state = error_text(error), {}
        self._say(state, question)

    def _ask_set(self, question):
        """Another setting, complete or in the middle of a drag."""
        setting = self._setting.with_values({k: v for k, v in question["setting"].items() if k in SETTING})
        self.error = None
        moving = question.get("moving", False)
        if question.get("restore"):
            self._limits = None
        if setting.same(self._setting) and not self._owed(moving) and not question.get("restore"):
            return {}
        self._take(setting, moving=moving)
        return self._state()

    def _owed(self, moving):
        """Whether a drag that has ended should move the limits of the picture."""
        return not moving and self._limits != limits(self.problem, self._limits)

    def _ask_C(self, question):
        self._index = int(np.clip(question["C"], 0, len(self.C_grid) - 1))
        return {}

    def _ask_slice(self, question):
        """Some more machines along C, if it is still this setting that the page wants."""
        if question["epoch"] == self._epoch:
            self._for_a_while(self._machines.steps)
        return {"along": self._along_state()}

    def _ask_draws(self, question):
        """Some more training sets at C; a new number ``run`` begins anew."""
        if question["epoch"] != self._epoch:
            return {}
        self._ask_C(question)
        self._for_a_while(self._machines.drawing(question["run"]))
        return {"draws": self._draws_state()}

    def _for_a_while(self, steps):
        end = time.monotonic() + SLICE
        for _ in steps:
            if time.monotonic() > end:
                break

    # Without a front end.

    def figure(self, **options):
        """Return the picture as a matplotlib figure: plane and guaranteed risk; ``size`` and ``theme`` as options."""
        from svmlab import plotting

        tuning = risks = None
        if not self._no_machine():
            tuning = self.tuning
            risks = np.array([self._machines.true_risk(svm) for svm in tuning.machines])
        with plotting.look(**{"size": self.scene.options["size"], **options}):
            return plotting.plot_three_gaussians(
                self.problem, *self.sample, tuning, self.C, limits=self._limits, true_risks=risks
            )[0].figure

    def _no_machine(self):
        """Why there is no machine in the picture, or None."""
        try:
            self._machines.ready()
        except ValueError as error:
            return str(error)
        return None

    def in_words(self):
        """Return the picture in words."""
        problem = self.problem
        means = ", ".join(f"({number_text(x)}, {number_text(y)})" for x, y in problem.means)
        told = (
            f"means {means}, variances {_list(problem.variances)}, priors {_list(problem.priors)}; "
            f"{self.m} points, seed {self.seed}. Bayes risk {_percent(problem.bayes_risk)}, best linear "
            f"{_percent(problem.best_linear[2])}"
        )
        missing = self._no_machine()
        if missing:
            return f"{told}. {missing}"
        svm = self.svm
        name = "M-SVM" if self.degree == 1 else "M-SVM of degree 2"
        told += f", {name} at C = {number_text(self.C)} {_percent(self._machines.true_risk(svm))}"
        return f"{told}, guaranteed {risk.guaranteed_risk(svm, self._delta).value:.3g}."

    def export_contents(self, tell):
        """Return the Contents of its page, with the machines at all values of C; see ``export``."""
        for _ in self._machines.steps:
            tell(f"machines along C: {self._machines.trained} of {len(self.C_grid)}")
        self.complete()
        state = traits(self.scene)
        state["answer"] = {**state["answer"], "error": None}
        without = (
            "This page runs without Python: C moves along machines that were trained for it, and where a class is "
            "dragged or its prior changed, Bayes' classifier and its risk follow."
        )
        needs = "Only in a notebook: the best lines and the M-SVM of other classes, other samples, and “50 samples”."
        return Contents("Three Gaussian classes and their exact risks", without, state, needs)


def _property(name, text):
    return property(lambda lab: getattr(lab._setting, name), lambda lab, value: lab.set(**{name: value}), doc=text)


for _name, _text in {
    "means": "Means (3, 2).", "variances": "Variances (3,) of each coordinate.", "priors": "Priors (3,).",
    "m": "Points of the sample.", "seed": "What draws the sample.", "degree": "1 or 2, of the kernel.",
}.items():  # fmt: skip
    setattr(ThreeGaussiansLab, _name, _property(_name, _text))


def grid_of(low, high):
    """Values of C, ten in a decade, from low to high."""
    steps = max(1, round(PER_DECADE * np.log10(high / low)))
    return low * 10.0 ** (np.arange(steps + 1) / PER_DECADE)


def _percent(value):
    return f"{100 * value:.2f} %"


def _list(values):
    return ", ".join(number_text(value) for value in values)
