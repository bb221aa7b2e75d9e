"""Who is told while a training goes on: ``fit`` says whom, the engine says when a working set has changed."""

import time
from contextlib import contextmanager
from contextvars import ContextVar

EVERY = 1.0  # seconds between two calls

_listener = ContextVar("listener", default=None)


@contextmanager
def listening(progress):
    """Call ``progress(exchanges)`` about once a second while the body runs; what it raises ends the training."""
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


class _Listener:
    def __init__(self, progress):
        self.progress, self.exchanges, self.due = progress, 0, time.monotonic() + EVERY

    def count(self):
        self.exchanges += 1
        if time.monotonic() >= self.due:
            self.progress(self.exchanges)
            self.due = time.monotonic() + EVERY
