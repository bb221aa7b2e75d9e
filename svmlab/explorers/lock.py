"""The lock of all explorers: one thing at a time, for Jupyter hands a page's messages to more than one thread.

A control may change, the page may ask, and a cell may run in three threads at once; explorers take them in turn.
"""

import functools
import threading

TURN = threading.RLock()


def in_turn(method):
    """The method, begun once nobody else changes an explorer."""

    @functools.wraps(method)
    def wait(*args, **options):
        with TURN:
            return method(*args, **options)

    return wait
