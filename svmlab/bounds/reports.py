"""What bounds, of any machine, are reported with: a ``Bound``, the ``Report`` of a machine, ``Curves`` over C.

Nothing here knows how a bound is computed.
"""

import shutil
import textwrap
from dataclasses import dataclass, field
from html import escape
from math import inf, isfinite

import numpy as np

from svmlab import validation

ROUNDING = 1e-9  # a term that falls short of 1 by less counts as 1


@dataclass(frozen=True, eq=False, repr=False)
class Bound:
    """What one bound says of one machine.

    name, label : its key in ``names()``, and in words
    value : on the number of leave-one-out errors (target "loo"), or on the probability of an error ("risk"); nan where
        it cannot be computed, which ``why`` explains
    rate : value over the number m of points, or the value itself; above 1 it says nothing
    per_point : (m,) terms, at least 1 wherever leaving the point out makes an error; None where there are none
    kind : "proved", "gap" (its proof has one), "observed" or "estimate" (not a bound at all)
    holds, why : whether its hypotheses are true on this machine, and what is known, in words
    vacuous : value above the trivial one, m errors or a probability of 1
    source : where it is from
    """

    name: str
    label: str
    value: float
    rate: float
    per_point: np.ndarray | None = field(repr=False)
    target: str
    kind: str
    holds: bool
    why: str
    vacuous: bool
    source: str

    @classmethod
    def checked(cls, name, label, value, m, terms, kind, source, says, checks, target="loo"):
        """Complete a Bound on m points; checks are pairs (is it so, what to say if it is not)."""
        value = float(value)
        failed = [text for true, text in checks if not true] + ["its value is no number"] * (value != value)
        why = says if not failed else f"{says}. But: {'; '.join(failed)}"
        rate = value / m if target == "loo" else value
        return cls(name, label, value, rate, terms, target, kind, not failed, why, rate > 1.0 + ROUNDING, source)

    @classmethod
    def without_value(cls, name, label, target, why):
        """One that could not be computed, and why."""
        return cls(name, label, float("nan"), float("nan"), None, target, "estimate", False, why, False, "")

    @property
    def count(self):
        """How many points have a term of at least 1; None without terms."""
        return None if self.per_point is None else count(self.per_point)

    @property
    def verdict(self):
        """Kind, hypotheses and vacuity in a few words."""
        if self.value != self.value:
            return "cannot be computed"
        return verdict(self.kind, self.holds, self.vacuous)

    def __repr__(self):
        size = percent(self.rate) if self.target == "risk" else f"{number(self.value)} ({percent(self.rate)})"
        of = "the probability of an error" if self.target == "risk" else "leave-one-out errors"
        lines = [f"{self.label}: {size}, on {of}; {self.verdict}"]
        for text in (self.why, self.source):
            lines += textwrap.wrap(text, 100, initial_indent="    ", subsequent_indent="    ")
        return "\n".join(lines)


KINDS = {"proved": "proved", "gap": "proof has a gap", "observed": "only observed", "estimate": "estimate"}


def verdict(kind, holds, vacuous=False):
    """Kind, hypotheses and vacuity of a bound in a few words."""
    if kind == "estimate":
        words = "estimate, its assumption is met" if holds else "estimate"
    else:
        words = f"{KINDS[kind]}, {'holds' if holds else 'does not apply'}"
    return words + (", vacuous" if vacuous else "")


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """Bounds of one machine beside its exact leave-one-out; iterate, index by name, or print."""

    bounds: tuple
    loo: object
    machine: str
    m: int

    def __iter__(self):
        return iter(self.bounds)

    def __len__(self):
        return len(self.bounds)

    def __getitem__(self, which):
        if isinstance(which, str):
            found = {bound.name: bound for bound in self.bounds}
            return found[validation.one_of("a bound's name", which, tuple(found))]
        return self.bounds[which]

    @property
    def _title(self):
        said = "" if self.loo.certified else ", not certified"
        rate = percent(self.loo.error_rate)
        return f"{self.machine}: leave-one-out errors {self.loo.n_errors} of {self.m} ({rate}){said}"

    @property
    def _rows(self):
        for bound in self.bounds:
            yield (
                bound.label,
                "" if bound.target == "risk" else number(bound.value),
                ("risk " if bound.target == "risk" else "") + percent(bound.rate),
                bound.verdict,
                bound.why,
            )

    def __repr__(self):
        rows = list(self._rows)
        widths = [max(len(row[i]) for row in [_HEAD, *rows]) for i in range(4)]
        left = sum(widths) + 8
        room = max(40, min(shutil.get_terminal_size((140, 24)).columns, 160) - left)
        lines = [self._title, ""]
        for row in (_HEAD, *rows):
            first, *rest = textwrap.wrap(row[4], room) or [""]
            lines.append(
                f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:<{widths[3]}}  {first}"
            )
            lines += [" " * left + line for line in rest]
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self):
        rows = ["".join(f"<th style='{css}'>{text}</th>" for text, css in zip(_HEAD, _CSS, strict=True))]
        for bound, row in zip(self.bounds, self._rows, strict=True):
            cells = [escape(text) for text in row]
            cells[-1] += f"<br><small>{escape(bound.source)}</small>"
            css = [f"{css};opacity:0.6" if bound.vacuous else css for css in _CSS]
            rows.append("".join(f"<td style='{look}'>{cell}</td>" for cell, look in zip(cells, css, strict=True)))
        head, *body = (f"<tr>{row}</tr>" for row in rows)
        caption = f"<caption style='text-align:left'>{escape(self._title)}</caption>"
        return f"<table>{caption}<thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"


_HEAD = ("bound", "errors", "rate", "verdict", "why")
_CSS = [f"text-align:{side};vertical-align:top;padding-right:1em" for side in ("left", "right", "right", "left")]
_CSS = [*(f"{css};white-space:nowrap" for css in _CSS), "text-align:left;vertical-align:top"]


@dataclass(frozen=True, eq=False)
class Curve:
    """One bound over C; arrays (n,), ``kind`` of words; see Bound."""

    name: str
    label: str
    target: str
    value: np.ndarray
    rate: np.ndarray
    kind: np.ndarray
    holds: np.ndarray
    vacuous: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class Curves:
    """Bounds and exact leave-one-out at each C of a grid, in increasing order.

    C, n_errors, error_rate : (n,); curves : dict name -> Curve; m : number of points
    ``curves[name]`` gives a Curve, ``chosen(name)`` the C at which it is smallest.
    """

    C: np.ndarray
    n_errors: np.ndarray
    error_rate: np.ndarray
    curves: dict
    m: int

    def __iter__(self):
        return iter(self.curves.values())

    def __len__(self):
        return len(self.curves)

    def __getitem__(self, name):
        return self.curves[validation.one_of("a bound's name", name, tuple(self.curves))]

    def chosen(self, name=None, *, where_it_holds=True):
        """Return the index of the C that a bound would choose, its smallest value; without name: leave-one-out.

        Only where its hypotheses are true, unless it is an estimate or they never are; ``where_it_holds=False`` asks
        for no hypothesis. Among equal values the smallest C, hence the smallest ‖w‖.
        """
        if name is None:
            return int(np.argmin(self.n_errors))
        curve = self[name]
        trusted = curve.holds & (curve.kind != "estimate")
        if not where_it_holds or not trusted.any():
            trusted = np.ones(len(self.C), dtype=bool)
        return int(np.argmin(np.where(trusted, curve.value, np.inf)))

    def as_dict(self):
        """Return plain lists and text, for the page, which knows rates by value and m.

        None stands for what is not finite, one "kind" for as many of the same.
        """
        row = ("name", "label", "target")
        column = ("value", "holds", "vacuous")
        return {
            "C": _plain(self.C),
            "m": self.m,
            "n_errors": _plain(self.n_errors),
            "error_rate": _plain(self.error_rate),
            "curves": [
                {key: getattr(curve, key) for key in row}
                | {key: _plain(getattr(curve, key)) for key in column}
                | {"kind": curve.kind[0] if len({*curve.kind}) == 1 else _plain(curve.kind)}
                for curve in self
            ],
        }

    def __repr__(self):
        span = f"C from {number(self.C[0])} to {number(self.C[-1])}" if len(self.C) else "no C yet"
        return f"{len(self)} bounds on {self.m} points at {len(self.C)} values of C, {span}"


def curves_of(done, m):
    """Return the Curves of pairs (C, Report) on m points, in increasing order of C whatever theirs."""
    curves, done = {}, sorted(done, key=lambda pair: pair[0])
    for bounds in zip(*(at_C.bounds for _, at_C in done), strict=True):
        columns = {key: np.array([getattr(b, key) for b in bounds]) for key in _COLUMNS}
        curves[bounds[0].name] = Curve(bounds[0].name, bounds[0].label, bounds[0].target, **columns)
    return Curves(
        np.array([c for c, _ in done]),
        np.array([at_C.loo.n_errors for _, at_C in done]),
        np.array([at_C.loo.error_rate for _, at_C in done]),
        curves,
        m,
    )


_COLUMNS = ("value", "rate", "kind", "holds", "vacuous")


# --- small things ----------------------------------------------------------------------------------------------------


def count(terms):
    """How many terms are at least 1."""
    return int((terms >= 1.0 - ROUNDING).sum())


def described(svm):
    """A trained machine in a few words."""
    margin = "hard margin" if np.isinf(svm.C_) else f"C = {number(svm.C_)}"
    return f"{type(svm).__name__}, {margin}, {svm.kernel_}"


def number(value):
    """A number with three significant digits, whole numbers below 100,000 as they are."""
    value = float(value)
    if not isfinite(value):
        return "∞" if value > 0 else "-∞" if value < 0 else "undefined"
    if value == round(value) and abs(value) < 1e5:
        return f"{value:.0f}"
    return f"{value:.0f}" if 1e3 <= abs(value) < 1e5 else f"{value:.3g}"


def percent(rate):
    """A rate with three significant digits, in per cent."""
    return "∞" if rate == inf else "undefined" if rate != rate else f"{number(float(f'{100 * rate:.3g}'))} %"


def _plain(values):
    return [None if isinstance(v, float) and not isfinite(v) else v for v in np.asarray(values).tolist()]
