"""Who is told while a training goes on: ``fit`` says whom, the engine says when a working set has changed, or how large
the gap is that it is to make small."""

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

EVERY = 1.0  # seconds between two calls

_listener = ContextVar("listener", default=None)


class Approach(NamedTuple):
    """How far a training to a tolerance is: the relative duality gap now, and the seconds since it began."""

    gap: float
    seconds: float

    def __str__(self):
        return f"relative duality gap {self.gap:.1e} after {self.seconds:.0f} s"


@contextmanager
def listening(progress):
    """Call ``progress`` about once a second while the body runs, with the number of exchanges so far or, where a
    tolerance was asked for, an Approach; what it raises ends the training."""
    token = _listener.set(None if progress is None else _Listener(progress))
    try:
        yield
    finally:
        _listener.reset(token)


def exchanged():
    """The working set has changed once more."""
    listener = _listener.get()
    if listener is not None:
        listener.count()


def told(gap):
    """The relative duality gap is now ``gap``, by what is known without much work."""
    listener = _listener.get()
    if listener is not None:
        listener.tell(Approach(float(gap), time.monotonic() - listener.begun))


class _Listener:
    def __init__(self, progress):
        self.progress, self.exchanges, self.begun = progress, 0, time.monotonic()
        self.due = self.begun + EVERY

    def count(self):
        self.exchanges += 1
        self.tell(self.exchanges)

    def tell(self, what):
        if time.monotonic() >= self.due:
            self.progress(what)
            self.due = time.monotonic() + EVERY
