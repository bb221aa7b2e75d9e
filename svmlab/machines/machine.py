"""What BiclassSVM and MulticlassSVM share: input, kernel matrix, weights, training, warm refit, scores."""

import contextlib
import copy
import warnings
from abc import abstractmethod
from dataclasses import replace
from functools import partial

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import gen_batches
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from svmlab import kernels, validation
from svmlab.engine import identical_points, solver, tolerance
from svmlab.engine.certificate import certify
from svmlab.engine.kernel_rows import KernelRows
from svmlab.engine.listening import listening
from svmlab.engine.primal import Points
from svmlab.machines import kernel_matrix, within_tolerance
from svmlab.machines import validation as checks
from svmlab.machines.moved_points import continued

LARGEST = np.finfo(float).max
AT_ONCE = 2_000_000  # kernel values of new points that are held at once, 16 MB


def owned(array):
    """A copy that nobody can change."""
    copy = np.array(array)
    copy.flags.writeable = False
    return copy


@contextlib.contextmanager
def status_is_told():
    """Inside, a machine that is not certified warns nobody: for those who tell its status themselves."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def class_weight_of_points(class_weight, classes, codes, weight):
    """(m,) weight of each point's class; "balanced": the same total for every class, that of ``weight`` (m,) over Q."""
    if class_weight is None:
        return np.ones(len(codes))
    if isinstance(class_weight, str):
        return (weight.sum() / (len(classes) * np.bincount(codes, weights=weight)))[codes]
    return np.array([float(class_weight.get(label, 1.0)) for label in classes.tolist()])[codes]


class Machine(ClassifierMixin, BaseEstimator):
    """A support vector machine trained on its dual program; see BiclassSVM and MulticlassSVM."""

    def __init__(self, C=1.0, kernel="linear", *, class_weight=None, indefinite="refuse", tol=0.0):
        self.C = C
        self.kernel = kernel
        self.class_weight = class_weight
        self.indefinite = indefinite
        self.tol = tol

    def set_params(self, **params):
        """Set parameters by name and return self; ``kernel__sigma`` replaces the kernel, which itself stays."""
        inside = {name: params.pop(name) for name in list(params) if name.startswith("kernel__")}
        super().set_params(**params)
        if inside:
            changed = {name.removeprefix("kernel__"): value for name, value in inside.items()}
            self.kernel = kernels.as_kernel(self.kernel).with_params(**changed)
        return self

    matrix_limit = 4e9  # bytes that one matrix may take, here m = 22,360; set it on the class or on a machine
    cache_limit = 1e9  # bytes of kernel rows that are kept where tol > 0; set it in the same way

    def fit(self, X, y, sample_weight=None, *, progress=None):
        """Train on X (m, d), y (m,) and return self; X (m,) is a list or an array of strings for a kernel of strings.

        sample_weight (m,): multiplies C for each point; a point of weight 0 is as if absent. The machine keeps
        copies of X and y that cannot be changed, m (d + 1) numbers beside the m² of its kernel matrix.
        progress: a function, such as ``print``, that is told the number of exchanges so far about once a second; what
        it raises, such as KeyboardInterrupt, ends the training, and the machine stays as it was trained before. With
        tol > 0 it is told an ``Approach`` (gap, seconds), and KeyboardInterrupt gives the best machine so far, with a
        warning that tells its gap.
        Raises ValueError for NaN, one class only, a kernel matrix that is not positive semi-definite, and for
        C = inf where the classes cannot be separated.

        The kernel matrix takes 8 m² bytes and training about five times as much, more for several classes with up to
        5000 multipliers; for Crammer and Singer's machine 8 (m (Q-1))² bytes and a few times that. What is larger than
        ``matrix_limit`` is refused before it is asked for. Time grows between the square and the cube of the number of
        multipliers, m or m (Q-1), and with C: seconds for 2,000 points. With tol > 0 no matrix is formed, and at most
        ``cache_limit`` bytes of its rows are kept.
        """
        with listening(progress):
            return self._train(X, y, sample_weight, warm=False)

    def refit(self, X, y, sample_weight=None, *, progress=None):
        """Train on data that differ a little from the last (a point moved, added or removed), or after
        ``set_params`` changed the kernel or C a little, starting from the last solution; return self.

        The result is certified like that of ``fit``, and is the same machine.
        """
        with listening(progress):
            return self._train(X, y, sample_weight, warm=hasattr(self, "solution_"))

    def at_zero(self, X, y):
        """Return self on X, y with every multiplier at zero, not trained: where others begin."""
        return self._train(
            X, y, None, warm=False, solve=lambda program, _: certify(program, np.zeros_like(program.upper))
        )

    def with_solution(self, solution, *, C=None):
        """Return a trained machine like this one with another Solution of its program, or of that at another C."""
        other = copy.copy(self)
        if C is not None:
            other.C = other.C_ = float(C)
        other._adopt(solution)
        return other

    def program_of(self, kernel):
        """Return the DualProgram of the same points, weights and C with another kernel."""
        return self._formed(kernel, self.X_fit_, self.codes_, self.sample_weight_, self._bounds())[0]

    def with_kernel(self, kernel, solve):
        """Return a trained machine like this one with another kernel, by the Solution ``solve(program)``."""
        other = copy.copy(self)
        other.kernel = kernel
        formed = self._formed(kernel, self.X_fit_, self.codes_, self.sample_weight_, self._bounds())
        other._take_kernel(kernel, *formed[1:])
        other._adopt(solve(formed[0]))
        return other

    def scores(self, Z):
        """Return the (n, Q) scores h_k(z) = ⟨w_k, Φ(z)⟩ + b_k, one column per class, summing to zero."""
        return self._scores_of(self._raw_scores(Z))

    def predict(self, Z):
        """Return the (n,) labels of largest score; an exact tie goes to the class that stands first."""
        scores = self.scores(Z)
        return self.classes_[scores.argmax(axis=1)]

    @property
    def support_(self):
        """Indices of the support vectors: the points with a positive multiplier."""
        return np.flatnonzero(self.alpha_.reshape(len(self.alpha_), -1).any(axis=1))

    @property
    def support_vectors_(self):
        """(n_SV, d) the support vectors themselves; (0, 0) for a precomputed kernel, which has no points."""
        return np.empty((0, 0)) if isinstance(self.kernel_, kernels.Precomputed) else self.X_fit_[self.support_]

    @property
    def n_support_(self):
        """(Q,) number of support vectors of each class."""
        return np.bincount(self.codes_[self.support_], minlength=len(self.classes_)).astype(np.int32)

    @property
    def dual_coef_(self):
        """(1, n_SV) y_i α_i of the support vectors, or (Q, n_SV): their coefficients in each w_k."""
        return self.coefficients_[self.support_].T

    @property
    def coef_(self):
        """(1, d) or (Q, d): the vectors w of the feature space, where that is the input space (linear kernel)."""
        if not isinstance(self.kernel_, kernels.Linear):
            raise AttributeError("coef_ exists for the linear kernel only; use coefficients_ with the kernel")
        if self._w is not None:
            return owned(self._w.T)
        return owned(self.coefficients_.T @ (self.X_fit_ if self._centre is None else self.X_fit_ - self._centre))

    @property
    def K_(self):
        """(m, m) kernel matrix of the training points, as clipped."""
        if self.tol_:
            raise AttributeError(
                f"a machine trained with tol={self.tol_:g} has no K_, which is never formed; use kernel_ with the "
                "points that are wanted, or train with tol=0"
            )
        if self._centre is None:
            return self._K
        if getattr(self, "_K_far", None) is None:
            self._K_far = owned(self.kernel_(self.X_fit_))
        return self._K_far

    # The parts in which the two machines differ.

    @abstractmethod
    def _program(self, K, y, upper, place):
        """The DualProgram for labels y in 0..Q-1; place (m,): see ``identical_points``."""

    @abstractmethod
    def _unpack(self, solution):
        """Set alpha_, upper_, intercept_, intercept_interval_ from a Solution."""

    # Files and deep copies: without what is m × m, which is computed again when it is asked for.

    def __copy__(self):
        if "_without_K" in self.__dict__:
            self._compute_K()
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def __getstate__(self):
        state = dict(super().__getstate__())
        if "solution_" in state:
            solution = state.pop("solution_")
            state = {name: value for name, value in state.items() if name not in ("_K", "_K_far", "_projector")}
            state["_without_K"] = replace(solution, program=replace(solution.program, K=None))
        return state

    def __getattr__(self, name):
        if name in ("solution_", "_K", "_projector") and "_without_K" in self.__dict__:
            self._compute_K()
        return object.__getattribute__(self, name)

    @property
    def _w(self):
        """w (d, q) where the solution has it beside α, else None; no kernel matrix is computed for it."""
        return (self.__dict__.get("_without_K") or self.solution_).w

    def _compute_K(self):
        if self.tol_:
            self._K = KernelRows(self.kernel_, self.X_fit_, self._centre)
            return self._take_K(self._K)
        weight = self.sample_weight_
        K, self._projector = kernel_matrix.gram(self.kernel_, self.X_fit_, weight > 0, "clip")
        dual = self.loss.dual(K, self.codes_, len(self.classes_), self._bounds())
        dual, self._K, _ = kernel_matrix.relative(dual, K, self.kernel_, self.X_fit_)
        self._take_K(dual.K)

    def _take_K(self, K):
        solution = self.__dict__.pop("_without_K")
        self.solution_ = replace(solution, program=replace(solution.program, K=K))

    # Training.

    def _train(self, X, y, sample_weight, warm, solve=None):
        C, tol, told = validation.soft_margin(self.C), 0.0 if solve else validation.tolerance(self.tol), solve is None
        validation.one_of("indefinite", self.indefinite, ("refuse", "clip"))
        kernel = kernels.as_kernel(self.kernel)
        X, y = self._checked(kernel, X, y)
        check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
        self._check_classes(classes)
        X, y = owned(X), owned(y)
        weight = checks.sample_weights(sample_weight, X)
        class_weight = checks.class_weights(self.class_weight, classes)
        checks.every_class_weighs(classes, np.bincount(codes, weights=weight))
        weight = owned(weight * class_weight_of_points(class_weight, classes, codes, weight))
        with np.errstate(invalid="ignore"):
            upper = np.where(weight > 0, C * weight, 0.0)
        if tol:
            program, K, centre = within_tolerance.program(self, kernel, X, codes, C, upper)
            projector, solve = None, partial(tolerance.solve, tol=tol, cache=int(self.cache_limit))
            previous = within_tolerance.carried(self, X, y, program) if warm else None
        else:
            program, K, centre, projector = self._formed(kernel, X, codes, weight, upper)
            solve = solve or solver.solve
            previous = self._previous(X, y, classes, upper, program) if warm else None
        try:
            solution = solve(program, previous)
        except validation.NotSeparable as error:
            raise self._not_separable(C, K, error) from None
        self.C_, self.tol_, self.classes_ = C, tol, classes
        self._take_kernel(kernel, K, centre, projector)
        self.X_fit_, self.y_fit_, self.sample_weight_, self.codes_ = X, y, weight, codes
        self._adopt(solution)
        if not (solution.certified or (tol and solution.reached)) and told:
            warnings.warn(solution.status, ConvergenceWarning, stacklevel=3)
        return self

    def _take_kernel(self, kernel, K, centre, projector):
        self.kernel_, self._K, self._centre, self._projector = kernel, K, centre, projector
        self.__dict__.pop("_K_far", None)

    def _bounds(self):
        """(m,) C times the weight of each point, 0 where it has none, also at C = inf."""
        weight = self.sample_weight_
        return np.where(weight > 0, self.C_ * np.where(weight > 0, weight, 1.0), 0.0)

    def _formed(self, kernel, X, codes, weight, upper):
        """(program, K (m, m), centre, projector) of a machine to be solved exactly; see ``kernel_matrix``."""
        checks.fits_in_memory("the kernel matrix", "points", len(X), self.matrix_limit)
        K, projector = kernel_matrix.gram(kernel, X, weight > 0, self.indefinite)
        program = self._program(K, codes, upper, identical_points.places(X))
        if not program.boxed:
            checks.fits_in_memory("the Hessian", "multipliers", len(program.example), self.matrix_limit)
        program, K, centre = kernel_matrix.relative(program, K, kernel, X)
        K.flags.writeable = False
        known = projector is None and kernel.takes != kernels.STRINGS and not isinstance(kernel, kernels.Callable)
        exact = partial(kernel_matrix.long, kernel, X, centre) if known else None
        program = replace(program, exact=exact, roundings=float(kernel.roundings(kernels.width(X))))
        if known and isinstance(kernel, kernels.Linear) and program.boxed and program.ridge is None:
            program = replace(program, points=Points(X, np.zeros(X.shape[1]) if centre is None else centre))
        return program, K, centre, projector

    def _checked(self, kernel, X, y):
        """(X, y) to train on, as arrays; X holds what the kernel takes."""
        if kernel.takes == kernels.STRINGS:
            self.__dict__.pop("n_features_in_", None)
            X, y = kernel.taken(X), validate_data(self, y=y)
            check_consistent_length(X, y)
            return X, y
        validation.not_strings(kernel, X)
        return validate_data(self, X, y, dtype=float, ensure_min_samples=2)

    def _points(self, Z):
        """Z as an array of what the machine was trained on: (n, d) numbers, or (n,) strings."""
        if self.kernel_.takes == kernels.STRINGS:
            return self.kernel_.taken(Z)
        validation.not_strings(self.kernel_, Z)
        return validate_data(self, Z, dtype=float, reset=False)

    def _adopt(self, solution):
        """Take the fitted attributes from a Solution of this machine's program."""
        self.__dict__.pop("_without_K", None)
        self.solution_ = solution
        self.coefficients_ = solution.program.coefficients(solution.alpha)
        self._effective = self.coefficients_ if self._projector is None else self._projector @ self.coefficients_
        self._b = solution.b_relative
        self._unpack(solution)

    def _not_separable(self, C, K, error):
        """What to raise where the program has no hard margin."""
        return ValueError(str(error))

    def _check_classes(self, classes):
        validation.at_least_two_classes(classes)

    def _previous(self, X, y, classes, upper, program):
        """(alpha, b) of the last solution carried over to a new program, or None where it says nothing.

        What was at its bound is put at the new bound, upper (m,), where that is finite.
        """
        if not np.array_equal(classes, self.classes_) or type(program) is not type(self.solution_.program):
            return None
        old, bound = (table.reshape(len(table), -1) for table in (self.alpha_, self.upper_))
        origin = continued(self.X_fit_, self.y_fit_, X, y)
        raised = ((old >= bound) & (bound > 0))[origin] & np.isfinite(upper)[:, None]
        alpha = np.where(raised, upper[:, None], old[origin])
        alpha = np.where((origin >= 0)[:, None], alpha, 0.0)
        if alpha.shape[1] == 1:
            return alpha[:, 0], self.solution_.b
        codes = np.searchsorted(classes, y)
        rival = codes[:, None] != np.arange(len(classes))
        return alpha[rival] / program.unit, self.solution_.b

    # Scores.

    def _raw_scores(self, Z):
        check_is_fitted(self, "coefficients_")
        Z = self._points(Z)
        with np.errstate(over="ignore", invalid="ignore"):
            raw = self._raw(Z)
        lost = ~np.isfinite(raw).all(axis=1)
        if lost.any():  # a long double has room for larger numbers
            with np.errstate(over="ignore", invalid="ignore"):
                longer = self._raw(self.kernel_.longer(Z[lost]))
            raw[lost] = np.clip(checks.scores(longer), -LARGEST, LARGEST)
        return raw

    def _raw(self, Z):
        centre, points = self._centre, self.X_fit_
        if self._w is not None:
            return (Z if centre is None else Z - centre) @ self._w + self._b
        rows = max(1, AT_ONCE // len(points))

        def of(some):
            k = self.kernel_(some, points) if centre is None else self.kernel_.relative(some, points, centre)
            return k @ self._effective + self._b

        return np.concatenate([of(Z[some]) for some in gen_batches(len(Z), rows)])

    def _scores_of(self, raw):
        """(n, Q) scores from the program's (n, q): one column f becomes (-f/2, f/2)."""
        return raw if raw.shape[1] > 1 else np.hstack([-0.5 * raw, 0.5 * raw])

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        kernel = kernels.NAMED.get(self.kernel) if isinstance(self.kernel, str) else self.kernel
        takes, of_input = getattr(kernel, "takes", None), tags.input_tags
        of_input.pairwise = takes == kernels.MATRIX
        of_input.string = of_input.one_d_array = takes == kernels.STRINGS
        of_input.two_d_array = takes != kernels.STRINGS
        return tags
