"""Files that are there as a whole, or as they were."""

import contextlib
import os
import uuid
from pathlib import Path


def target(file, example):
    """The path of a file that can be written, such as ``example``; raise before anything is computed for it."""
    if not isinstance(file, str | os.PathLike):
        raise TypeError(f"file must be a path such as {example!r}, got {type(file).__name__}: {file!r:.80}")
    file = Path(file)
    if not file.name or file.is_dir():
        raise ValueError(f"file must name a file such as {example!r}, got the folder {str(file)!r}")
    if not file.parent.is_dir():
        raise ValueError(f"the folder {str(file.parent)!r} does not exist: make it first, or write to another one")
    return file


@contextlib.contextmanager
def whole(file):
    """The path of a file beside ``file`` to write into, which then takes its place; not where writing fails."""
    file = Path(file)
    part = file.with_name(f".{uuid.uuid4().hex}.part")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def write(file, text):
    """Replace the text of a file."""
    with whole(file) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
