"""Three Gaussian classes, live: the best there is, the best straight lines, and what an M-SVM makes of a sample.

The page draws points, circles and the Bayes classifier by itself, so that a drag waits for nothing; what takes longer
it asks for in slices, each shorter than a blink, and leaves off when something else is wanted.
"""

import time

import numpy as np
import traitlets

from svmlab import datasets, kernels, risk, validation
from svmlab.exact import low_rank
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import AskingScene
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.words import number_text
from svmlab.machines.multiclass import MulticlassSVM
from svmlab.page import modules, wire_format
from svmlab.page.constants import ASPECT
from svmlab.risk.gaussians import GaussianProblem, affine, quadratic, straight

PER_DECADE = 10  # values of C
SLICE = 0.06  # s of work between two answers to the page
QUICK = 1000  # points up to which a machine is trained while something is dragged
MOST = 3000  # points
DRAWS = 50  # training sets
NEAR = 0.65  # of the spread of the classes, from its middle: how far the boundary is followed
ANGLES = 4000  # directions of the rays: a risk of degree 2 to 1e-6
SETTING = ("means", "variances", "priors", "m", "seed", "degree")
TERMS = ("true", "value", "gamma", "margin", "interval", "covering", "confidence")


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
    _css = modules.stylesheet()

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
        self.C_grid = grid_of(*C_range)
        given = {
            "means": datasets.THREE_MEANS if means is None else means,
            "variances": datasets.THREE_VARIANCES if variances is None else variances,
            "priors": np.full(3, 1 / 3) if priors is None else priors,
            "m": m, "seed": seed, "degree": degree,
        }  # fmt: skip
        self.error, self._epoch, self._limits = None, 0, None
        self._setting, self._index = checked(given), self._index_of(C)
        options = {"low": self.C_grid[0], "high": self.C_grid[-1], "perDecade": PER_DECADE, "delta": delta,
                   "quick": QUICK}  # fmt: skip
        self.scene = ThreeGaussiansScene(self._ask, options={**looks.as_options(), **options})
        self._began = dict(self._setting), self._index
        self._take(self._setting)
        self._say(self._state())
        super().__init__(self.scene)

    # What is shown, to read and to set.

    @in_turn
    def set(self, **values):
        """Set several things at once: ``lab.set(m=600, C=0.1)``; ValueError leaves all as it was."""
        for name in values:
            validation.one_of("name", name, (*SETTING, "C"))
        index = self._index_of(values.pop("C")) if "C" in values else self._index
        setting = checked({**self._setting, **values})
        self._index, self.error = index, None
        if not same(setting, self._setting):
            self._take(setting)
        self._say(self._state())

    def restore(self):
        """Back to how this lab began."""
        setting, index = self._began
        self._limits = None
        self.set(**setting, C=float(self.C_grid[index]))

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
        return self._problem

    @problem.setter
    def problem(self, problem):
        self.set(means=problem.means, variances=problem.variances, priors=problem.priors)

    @property
    def sample(self):
        """(X (m, 2), y (m,)): the points in the picture."""
        return self._problem.sample(self.m, self.seed, exact_priors=True)

    @property
    def svm(self):
        """The machine in the picture; ValueError where a class has no points."""
        return self._machine(self._index)

    @property
    def risks(self):
        """{name: expected risk} of the three classifiers."""
        return {"Bayes": self._problem.bayes_risk, "best linear": self._problem.best_linear[2],
                "M-SVM": self._true_risk(self.svm)}  # fmt: skip

    @property
    def tuning(self):
        """The risk.Tuning over all values of C."""
        machines = tuple(low_rank.solutions_along(self._ready(), self.C_grid))
        return risk.Tuning(self.C_grid, tuple(risk.guaranteed_risk(svm, self._delta) for svm in machines), machines)

    @property
    def draws(self):
        """True risks of the machines at C on other samples, as far as they are known."""
        return np.array(self._draws["risks"])

    def draw(self):
        """Train at C on the samples of the next 50 seeds and return their true risks."""
        for _ in self._drawing():
            pass
        self._say({"draws": self._draws_state()})
        return self.draws

    def complete(self):
        """Train along all values of C."""
        for _ in self._steps:
            pass
        self._check_machines()
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
        self._setting, self._epoch = setting, self._epoch + 1
        self._problem = GaussianProblem(*(setting[name] for name in SETTING[:3]))
        if not moving:
            self._limits = limits(self._problem, self._limits)
        n = len(self.C_grid)
        self._scores = np.full((n, 18), np.nan)
        self._terms = {name: np.full(n, np.nan) for name in TERMS}
        self._start, self._machine_error, self._trained, self._gap = None, None, 0, 0.0
        self._draws = {"C": self._index, "run": 0, "risks": []}
        self._steps = self._train()
        if setting["m"] <= QUICK:
            next(self._steps, None)

    def _state(self):
        """All that the page shows."""
        return {
            "setting": self._setting_state(), "exact": self._exact_state(), "noise": self._noise_state(),
            "along": self._along_state(), "draws": self._draws_state(),
        }  # fmt: skip

    def _setting_state(self):
        lists = {name: self._setting[name].tolist() for name in SETTING[:3]}
        return {**self._setting, **lists, "epoch": self._epoch, "limits": self._limits}

    def _exact_state(self):
        W, b, least = self._problem.best_linear
        scores = wire_format.array(straight(W, b), "f8")
        return {"epoch": self._epoch, "bayes": self._problem.bayes_risk, "linear": scores, "linear_risk": least}

    def _noise_state(self):
        m, seed = self.m, self.seed
        if (self.scene.noise.get("m"), self.scene.noise.get("seed")) == (m, seed):
            return self.scene.noise
        z = np.random.default_rng(seed).normal(size=(m, 2))  # what GaussianProblem.sample moves and stretches
        return {"m": m, "seed": seed, "z": wire_format.array(z, "f4")}

    def _along_state(self):
        arrays = {name: wire_format.array(values, "f8") for name, values in self._terms.items()}
        scores = wire_format.array(self._scores, "f8")
        total = len(self.C_grid)
        return {"epoch": self._epoch, "done": self._trained, "total": total, "error": self._machine_error,
                "gap": self._gap, "scores": scores, **arrays}  # fmt: skip

    def _draws_state(self):
        known = {name: self._draws[name] for name in ("C", "run")}
        risks = wire_format.array(self._draws["risks"], "f8")
        return {"epoch": self._epoch, **known, "total": DRAWS, "risks": risks}

    # Training.

    def _estimator(self):
        kernel = kernels.Linear() if self.degree == 1 else kernels.Polynomial(2, gamma=0.04)
        return MulticlassSVM(C=self.C, kernel=kernel)

    def _train(self):
        """Train the machine at C, then those along all values of C; yields after each."""
        try:
            self._start = begun(self._estimator(), *self.sample)
            (svm,) = low_rank.solutions_along(self._start, self.C_grid[[self._index]])
            self._note(self._index, svm)
            yield
            for i, svm in enumerate(low_rank.solutions_along(self._start, self.C_grid)):
                self._note(i, svm)
                self._trained = i + 1
                yield
        except Exception as error:  # whatever it is, the reader is told, not the log
            self._machine_error, self._trained = error_text(error), len(self.C_grid)

    def _note(self, i, svm):
        bound = risk.guaranteed_risk(svm, self._delta)
        values = (self._true_risk(svm), bound.value, bound.gamma, bound.margin_risk, bound.interval,
                  bound.log_covering, bound.log_confidence)  # fmt: skip
        self._gap = max(self._gap, float(svm.solution_.relative_gap))
        self._scores[i] = quadratic(svm).ravel()
        for name, value in zip(TERMS, values, strict=True):
            self._terms[name][i] = value
        if not svm.solution_.certified:
            raise RuntimeError(f"the machine at C = {svm.C_:g} could not be certified: {svm.solution_.status}")

    def _true_risk(self, svm):
        if self.degree == 1:
            return self._problem.linear_risk(*affine(svm))
        return self._problem.quadratic_risk(quadratic(svm), ANGLES)

    def _machine(self, i):
        (svm,) = low_rank.solutions_along(self._ready(), self.C_grid[[i]])
        return svm

    def _ready(self):
        """The machine on the sample, to be followed along C."""
        if self._start is None:
            next(self._steps, None)
        self._check_machines()
        return self._start

    def _check_machines(self):
        if self._machine_error:
            raise ValueError(self._machine_error)

    def _drawing(self, run=0):
        """Train at C on the samples of the next seeds; yields after each."""
        if (self._draws["C"], self._draws["run"]) != (self._index, run):
            self._draws = {"C": self._index, "run": run, "risks": []}
        risks = self._draws["risks"]
        while len(risks) < DRAWS:
            sample = self._problem.sample(self.m, self.seed + 1 + len(risks), exact_priors=True)
            (svm,) = low_rank.solutions_along(begun(self._estimator(), *sample), self.C_grid[[self._index]])
            risks.append(self._true_risk(svm))
            yield

    # The page asks.

    def _say(self, state, to=None):
        self.scene.say(state, to, C=self._index, error=self.error)

    def _ask(self, question):
        answers = {"set": self._ask_set, "C": self._ask_C, "slice": self._ask_slice, "draws": self._ask_draws}
        try:
            state = answers.get(question.get("type"), lambda _: {})(question)
        except Exception as error:
            self.error, state = error_text(error), {}
        self._say(state, question)

    def _ask_set(self, question):
        """Another setting, complete or in the middle of a drag."""
        setting = checked({**self._setting, **question["setting"]})
        self.error = None
        moving = question.get("moving", False)
        if question.get("restore"):
            self._limits = None
        if same(setting, self._setting) and not self._owed(moving) and not question.get("restore"):
            return {}
        self._take(setting, moving=moving)
        return self._state()

    def _owed(self, moving):
        """Whether a drag that has ended should move the limits of the picture."""
        return not moving and self._limits != limits(self._problem, self._limits)

    def _ask_C(self, question):
        self._index = int(np.clip(question["C"], 0, len(self.C_grid) - 1))
        return {}

    def _ask_slice(self, question):
        """Some more machines along C, if it is still this setting that the page wants."""
        if question["epoch"] == self._epoch:
            self._for_a_while(self._steps)
        return {"along": self._along_state()}

    def _ask_draws(self, question):
        """Some more training sets at C; a new number ``run`` begins anew."""
        if question["epoch"] != self._epoch:
            return {}
        self._ask_C(question)
        self._for_a_while(self._drawing(question["run"]))
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
            risks = np.array([self._true_risk(svm) for svm in tuning.machines])
        with plotting.look(**{"size": self.scene.options["size"], **options}):
            return plotting.plot_three_gaussians(
                self._problem, *self.sample, tuning, self.C, limits=self._limits, true_risks=risks
            )[0].figure

    def _no_machine(self):
        """Why there is no machine in the picture, or None."""
        try:
            self._ready()
        except ValueError as error:
            return str(error)
        return None

    def in_words(self):
        """Return the picture in words."""
        problem = self._problem
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
        told += f", {name} at C = {number_text(self.C)} {_percent(self._true_risk(svm))}"
        return f"{told}, guaranteed {risk.guaranteed_risk(svm, self._delta).value:.3g}."

    def export_contents(self, tell):
        """Return the Contents of its page, with the machines at all values of C; see ``export``."""
        for _ in self._steps:
            tell(f"machines along C: {self._trained} of {len(self.C_grid)}")
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
    return property(lambda lab: lab._setting[name], lambda lab, value: lab.set(**{name: value}), doc=text)


for _name, _text in {
    "means": "Means (3, 2).", "variances": "Variances (3,) of each coordinate.", "priors": "Priors (3,).",
    "m": "Points of the sample.", "seed": "What draws the sample.", "degree": "1 or 2, of the kernel.",
}.items():  # fmt: skip
    setattr(ThreeGaussiansLab, _name, _property(_name, _text))


def grid_of(low, high):
    """Values of C, ten in a decade, from low to high."""
    low, high = validation.positive("C_range", low), validation.positive("C_range", high)
    validation.increasing("C_range[0]", low, "C_range[1]", high)
    steps = max(1, round(PER_DECADE * np.log10(high / low)))
    return low * 10.0 ** (np.arange(steps + 1) / PER_DECADE)


def checked(setting):
    """The setting with arrays and integers; ValueError names what is wrong in it."""
    means, variances, priors = (np.array(setting[name], dtype=float) for name in SETTING[:3])
    if len(means) != 3:
        raise ValueError(f"the lab draws three classes, got {len(means)} means")
    if priors.shape == (3,) and not (priors < 1).all():
        raise ValueError(f"each prior must lie strictly between 0 and 1, got {priors.tolist()}")
    if not np.isfinite(means).all():
        raise ValueError(f"means must be finite, got {means.tolist()}")
    GaussianProblem(means, variances, priors)
    m = validation.integer("m", setting["m"], at_least=3)
    if m > MOST:
        raise ValueError(f"m must be at most {MOST}, got {m}")
    seed = validation.integer("seed", setting["seed"], at_least=0)
    validation.one_of("degree", setting["degree"], (1, 2))
    return dict(zip(SETTING, (means, variances, priors, m, seed, setting["degree"]), strict=True))


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in SETTING)


def begun(estimator, X, y):
    """The estimator on a sample, to be followed along C; ValueError where a class has no point."""
    counts = np.bincount(y, minlength=3)
    if not counts.all():
        raise ValueError(
            f"no M-SVM: with {len(y)} points and these priors, class {int(counts.argmin()) + 1} has no point in the "
            "sample; draw more points or raise its prior"
        )
    return low_rank.begin(estimator, X, y)


def limits(problem, before=None):
    """[[x0, x1], [y0, y1]]: each class up to three deviations, and the Bayes boundary where it is near.

    Those of ``before`` while they will do.
    """
    reach = np.sqrt(problem.variances)[:, None]
    if before is not None:
        low, high = np.array(before).T
        inside = (problem.means - 1.5 * reach >= low).all() and (problem.means + 1.5 * reach <= high).all()
        new = np.array(limits(problem))
        if inside and np.ptp(new[0]) > 0.55 * np.ptp(before[0]):
            return before
    marks = np.concatenate([problem.means - 3 * reach, problem.means + 3 * reach])
    low, high = marks.min(axis=0), marks.max(axis=0)
    curves = np.concatenate([points for _, _, points in problem.bayes_boundary()])
    near = np.isfinite(curves).all(axis=1) & (np.abs(curves - 0.5 * (low + high)) < NEAR * (high - low)).all(axis=1)
    marks = np.concatenate([marks, curves[near]])
    return wire_format.limits(marks, ASPECT, padding=0.02)


def _percent(value):
    return f"{100 * value:.2f} %"


def _list(values):
    return ", ".join(number_text(value) for value in values)
