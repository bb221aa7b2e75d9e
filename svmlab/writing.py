"""Files that are there as a whole, or as they were."""

import contextlib
import uuid
from pathlib import Path


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
