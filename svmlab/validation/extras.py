"""Packages that only some commands need: which extra brings them, in a sentence."""

import importlib.util
import sys


def needed(what, extra, *modules):
    """End the program with a sentence where one of these top-level ``modules``, which ``extra`` brings, is absent."""
    absent = [name for name in modules if importlib.util.find_spec(name) is None]
    if absent:
        sys.exit(
            f'{what} needs {", ".join(absent)}, which not everybody needs: install with `pip install "svmlab[{extra}]"`'
        )
