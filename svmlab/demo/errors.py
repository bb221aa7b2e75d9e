"""Errors in the terminal of whoever runs the demo: one line each, whatever a visitor does."""

import copy
import logging
import traceback
from pathlib import Path

LONGEST = 300  # characters


def in_one_line():
    """Let every log of this process write one line for each record, an exception by its name, words and place."""
    whole = logging.Formatter.format

    def short(self, record):
        line = copy.copy(record)
        line.exc_info = line.exc_text = line.stack_info = None
        text = " ".join(whole(self, line).split())
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text[:LONGEST]}: {words(record.exc_info[1])}"
        return text[: 2 * LONGEST]

    logging.Formatter.format = short


def words(error):
    """Return an exception in a line: its name, what it says, and where it was raised."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]
    place = next(reversed(traceback.extract_tb(error.__traceback__)), None)
    return f"{text} ({Path(place.filename).name}, line {place.lineno})" if place else text
