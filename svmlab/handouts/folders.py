"""The folders that pages are written to: made, removed where nothing came of it, and named."""

import contextlib
import os
import tempfile
from importlib import metadata
from pathlib import Path

from svmlab import checkout

PROJECT = checkout.FOLDER if checkout.IS_ONE else Path.cwd()


def notebooks():
    """The folder of the notebooks of the course; where they did not come along, ``notebooks`` in the current one."""
    if not checkout.IS_ONE:
        for file in metadata.files("svmlab") or ():
            if file.name == "00_start_here.ipynb":
                return Path(file.locate()).resolve().parent
    return PROJECT / "notebooks"


def made(folder):
    """Make a folder where it does not exist; raise ValueError where that, or writing into it, cannot be done."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise ValueError(
            f"the folder {shown(folder)} cannot be made or written to ({error.strerror}): choose another with --to"
        ) from None
    return folder


def unmade(folder):
    """Remove a folder into which nothing has been written."""
    with contextlib.suppress(OSError):  # something stands in it
        Path(folder).rmdir()


def shown(path):
    """A path as its reader finds it: from the current folder on where it lies within, else the whole of it."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    return whole.relative_to(here) if whole.is_relative_to(here) else whole
