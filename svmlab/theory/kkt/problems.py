"""Small convex programs that are solved by hand: ``Problem``, and the ``EXAMPLES`` of the slides and of Vert."""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from svmlab import validation
from svmlab.theory.kkt.checklist import number


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """minimise f(x) = ½ xᵀPx + qᵀx + constant  subject to  h(x) = Gx - h ≤ 0  and  g(x) = Ax - b = 0.

    P (n, n) symmetric and positive semi-definite, q (n,), G (k, n), h (k,), A (l, n), b (l,); lists will do. The
    Lagrangian is L(x, α, λ) = f(x) + Σ α_j h_j(x) + Σ λ_i g_i(x) with α ≥ 0 (Vitay, part 2).
    names : of the n variables; source : where the problem stands; form : "≤", or "≥" to print constraints as
    Vert 2001, chapter 7, does: x·a_i + b_i ≥ 0, whose λ_i is our α_i; see ``half_spaces``.
    Raises ValueError for shapes that do not fit, and for an f that is not convex.
    """

    P: np.ndarray
    q: np.ndarray
    G: np.ndarray = None
    h: np.ndarray = None
    A: np.ndarray = None
    b: np.ndarray = None
    constant: float = 0.0
    names: tuple = ()
    source: str = ""
    form: str = "≤"

    def __post_init__(self):
        n = np.size(self.q)
        arrays = {"q": shaped("q", self.q, (n,), n), "P": shaped("P", self.P, (n, n), n)}
        for rows, sides in (("G", "h"), ("A", "b")):
            k = np.size(getattr(self, sides)) if getattr(self, sides) is not None else 0
            arrays[rows] = shaped(rows, getattr(self, rows), (k, n), n)
            arrays[sides] = shaped(sides, getattr(self, sides), (k,), n)
        names = self.names or [f"x{i + 1}".translate(SUBSCRIPTS) for i in range(n)]
        for name, value in {**arrays, "names": tuple(names)}.items():
            object.__setattr__(self, name, value)
        validation.one_of("form", self.form, ("≤", "≥"))
        size = np.abs(self.P).max(initial=0.0)
        if (self.P != self.P.T).any() or np.linalg.eigvalsh(self.P).min(initial=0.0) < -1e-12 * size:
            raise ValueError(
                f"P must be symmetric and positive semi-definite, so that f is convex, got {self.P.tolist()}; for "
                "x² + y² it is [[2, 0], [0, 2]], because of the ½ in ½ xᵀPx"
            )

    @classmethod
    def half_spaces(cls, P, q, constraints, **keywords):
        """The problem min f(x), x·a_i + b_i ≥ 0, for a list of pairs (a_i, b_i) (Vert 2001, 7.3)."""
        G, h = [np.negative(a) for a, _ in constraints], [b for _, b in constraints]
        return cls(P, q, G or None, h or None, form="≥", **keywords)

    def objective(self, x):
        """f(x)."""
        x = np.asarray(x, dtype=float)
        return float(0.5 * x @ self.P @ x + self.q @ x + self.constant)

    def gradient(self, x):
        """∇f(x) = Px + q, (n,)."""
        return self.P @ np.asarray(x, dtype=float) + self.q

    def inequalities(self, x):
        """(k,) values h_j(x), which must not be positive."""
        return self.G @ np.asarray(x, dtype=float) - self.h

    def equalities(self, x):
        """(l,) values g_i(x), which must be zero."""
        return self.A @ np.asarray(x, dtype=float) - self.b

    def lagrangian(self, x, alpha=None, lam=None):
        """L(x, α, λ) = f(x) + Σ α_j h_j(x) + Σ λ_i g_i(x); Vert 2001, (7.3). Multipliers left out are zero."""
        alpha, lam = self.multipliers(alpha, lam)
        return self.objective(x) + float(alpha @ self.inequalities(x) + lam @ self.equalities(x))

    def minimiser(self, alpha=None, lam=None):
        """The x where L(·, α, λ) is smallest, or None where it falls without limit (Vert 2001, 7.4, step 1)."""
        alpha, lam = self.multipliers(alpha, lam)
        pull = self.q + self.G.T @ alpha + self.A.T @ lam
        x = np.linalg.lstsq(self.P, -pull, rcond=1e-12)[0]
        size = max(np.abs(term).max() for term in (self.q, self.G.T @ alpha, self.A.T @ lam))
        return x if np.abs(self.P @ x + pull).max() <= 1e-10 * size else None

    def dual(self, alpha=None, lam=None):
        """The dual objective, min_x L(x, α, λ); -∞ where L falls without limit."""
        x = self.minimiser(alpha, lam)
        return -np.inf if x is None else self.lagrangian(x, alpha, lam)

    def multipliers(self, alpha, lam):
        """(k,) and (l,) multipliers; zero where not given."""
        zero = np.zeros(len(self.h)), np.zeros(len(self.b))
        given = zip(("alpha", "lam"), (alpha, lam), zero, strict=True)
        return [z if value is None else shaped(name, value, z.shape, len(self.q)) for name, value, z in given]

    @property
    def constraints(self):
        """The constraints as text, inequalities first: ["x + 2y + 1 ≤ 0"]."""
        sign = 1.0 if self.form == "≤" else -1.0
        rows = [(sign * a, -sign * c, self.form) for a, c in zip(self.G, self.h, strict=True)]
        rows += [(a, -c, "=") for a, c in zip(self.A, self.b, strict=True)]
        return [f"{_polynomial(zip(a, self.names, strict=True), c)} {relation} 0" for a, c, relation in rows]

    def __repr__(self):
        terms = []
        for i, name in enumerate(self.names):
            terms.append((0.5 * self.P[i, i], f"{name}²"))
            terms += [(self.P[i, j], name + self.names[j]) for j in range(i + 1, len(self.names))]
        text = "minimise " + _polynomial([*terms, *zip(self.q, self.names, strict=True)], self.constant)
        text += f" subject to {', '.join(self.constraints)}" if self.constraints else ""
        return text + (f" ({self.source})" if self.source else "")


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def shaped(name, value, shape, n):
    """``value`` as an array of this shape; raise on another number of entries, NaN or infinity."""
    value = np.zeros(shape) if value is None else np.array(value, dtype=float)
    if value.size != np.prod(shape):
        raise ValueError(f"{name} must have shape {shape}, to fit {n} variables, got shape {value.shape}")
    if not np.isfinite(value).all():
        raise ValueError(f"{name} must be finite, got {value.tolist()}")
    return value.reshape(shape)


def _polynomial(terms, constant):
    """Text of Σ c · name + constant: "x² − 2x + 1"."""
    text = ""
    for value, name in [*terms, (constant, "")]:
        if value != 0:
            size = "" if name and abs(value) == 1 else number(abs(value), 4)
            text += (" − " if value < 0 else " + ") if text else ("−" if value < 0 else "")
            text += size + name
    return text or "0"


def _examples():
    """(name, Problem) of the problems that the sources solve by hand or draw."""
    round_, oval = [[2, 0], [0, 2]], {"P": [[1, 0], [0, 2]], "q": [-2, -2], "constant": 3}
    rows = [{}, {"A": [[1, 2]], "b": [-1]}, {"G": [[1, 2]], "h": [-1]}, {"G": [[-1, -2]], "h": [1]}]
    for i, constraints in enumerate(rows, start=1):
        yield f"slides {i}", Problem(round_, [0, 0], **constraints, names="xy", source=f"Vitay, part 2, example {i}")

    def vert(figure, *constraints, P=round_, q=(-2, 0), **keywords):
        source = f"after Vert 2001, figure {figure}"
        return f"Vert {figure}", Problem.half_spaces(P, q, constraints, source=source, **keywords)

    yield vert("7.1")
    yield vert("7.2", ([1, 2], 1))
    yield vert("7.3", ([1, 1], -1), **oval)
    yield vert("7.4", ([-1, -1], 1), **oval)
    yield vert("7.5", ([-1, -1], 1), ([-2, 0], 1), ([0, 1], 1), **oval)
    yield vert("7.6", ([1], -1), P=[[2]], q=[0], names="x")


EXAMPLES = MappingProxyType(dict(_examples()))
"""The slides' examples 1 to 4, as printed, and problems that look like Vert's figures 7.1 to 7.6 (he gives numbers
for the first only, his example 7). The last has one variable: its Lagrangian is the saddle that his figure shows."""
