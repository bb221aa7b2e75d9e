"""What whoever runs the demo reads in the terminal: a line for each error."""

import io
import logging

import pytest

from svmlab.demo import errors


@pytest.fixture
def terminal(monkeypatch):
    """What a log writes, with errors in one line."""
    monkeypatch.setattr(logging.Formatter, "format", logging.Formatter.format)
    errors.in_one_line()
    stream = io.StringIO()
    log = logging.Logger("of a demo")
    log.addHandler(logging.StreamHandler(stream))
    return log, stream


def test_an_exception_is_a_line_with_its_name_its_words_and_its_place(terminal):
    log, stream = terminal
    try:
        int("a\nb")
    except ValueError:
        log.exception("The scene %s\ncould not be shown", "x")
    told = stream.getvalue()
    assert told.startswith(
        "The scene x could not be shown: ValueError: invalid literal for int() with base 10: 'a\\nb' ("
    )
    assert told.endswith(")\n")
    assert "test_demo_errors.py, line " in told
    assert told.count("\n") == 1


def test_a_long_word_is_cut_and_what_is_no_exception_stays(terminal):
    log, stream = terminal
    log.error("x" * 10_000)
    log.error("plain", exc_info=True)
    long, plain = stream.getvalue().splitlines()
    assert len(long) == 2 * errors.LONGEST
    assert plain == "plain"
