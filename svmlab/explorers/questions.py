"""What a page may ask: each type of question by its fields, and the one place where a question is checked."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

LARGEST = 2**53  # up to which JavaScript counts


class Field(NamedTuple):
    """A field of a question: what it must be in words, whether a value is that, whether it may be missing."""

    what: str
    holds: Callable[[Any], bool]
    optional: bool = False

    @property
    def or_none(self):
        """The same field where it may be missing."""
        return self._replace(optional=True)


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def is_soft_margin(value):
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value == "inf" if isinstance(value, str) else number and 1e-300 < value < math.inf


def is_finite(value):
    return (isinstance(value, float) and math.isfinite(value)) or is_whole(value)


def are_steps(value):
    return isinstance(value, list) and all(isinstance(step, dict) for step in value)


def are_finite(values):
    return isinstance(values, list | tuple) and all(map(is_finite, values))


WHOLE = Field("a whole number", is_whole)
SOFT_MARGIN = Field('a positive number or "inf"', is_soft_margin)
NUMBER = Field("a finite number", is_finite)
NUMBERS = Field("a list of finite numbers", are_finite)
STEPS = Field("a list of edits {do, ...}", are_steps)
TEXT = Field("text", lambda value: isinstance(value, str))
FIELDS = Field("fields by name", lambda value: isinstance(value, dict))
SWITCH = Field("true or false", lambda value: isinstance(value, bool))

FILE = {"do": TEXT, "token": WHOLE, "name": TEXT.or_none, "with": FIELDS.or_none}  # what came of it: ``upload``
EVERY = {"page": TEXT, "number": WHOLE}


def check(question, kinds):
    """Raise ValueError unless a question is one of ``kinds``, {type: {name: Field}}, and has its fields."""
    if not isinstance(question, dict):
        raise ValueError(f"a question must have fields, got {question!r:.60}")
    kind = question.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"a question must be one of {', '.join(map(repr, kinds))}, got {kind!r:.60}")
    for name, field in {**EVERY, **kinds[kind]}.items():
        if name in question and not field.holds(question[name]):
            raise ValueError(f"{name!r} of the question {kind!r} must be {field.what}, got {question[name]!r:.60}")
        if name not in question and not field.optional:
            raise ValueError(f"{name!r} of the question {kind!r} is missing; it must be {field.what}")


def asked(question):
    """{page, number} by which a page knows the answer to its question, None where it has none."""
    told = question if isinstance(question, dict) else {}
    if not all(field.holds(told.get(name)) for name, field in EVERY.items()):
        return dict.fromkeys(EVERY)
    return {name: told[name] for name in EVERY}
