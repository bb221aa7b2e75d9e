"""Input errors of handouts: of notebooks that cannot be read or found, of scenes of one name."""

from pathlib import Path


def notebook_text(path):
    """Return the text of a notebook's file; raise where it is not there or no text."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(
            f"{path} cannot be read ({error.strerror}): name a notebook, a file ending in .ipynb"
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text: name a notebook, a file ending in .ipynb") from None


def notebook(path, read):
    """Return ``read()``; raise where the file is no notebook."""
    try:
        return read()
    except Exception as error:  # what nbformat raises has many types
        raise ValueError(
            f"{path} is not a notebook that can be read ({error}): open it in JupyterLab and save it again"
        ) from None


def known_notebook(name, found, names):
    """Return the one notebook of ``found``; raise where a name fits none or several of ``names``."""
    if len(found) != 1:
        told = "fits no notebook" if not found else f"fits several notebooks ({', '.join(found)})"
        raise ValueError(f"{name!r} {told}: give one of {', '.join(names)}, its first two digits, or a path")
    return found[0]


def different_files(names, files):
    """Return ``files``; raise where two scenes would be written to the same one."""
    twice = [name for name, file in zip(names, files, strict=True) if files.count(file) > 1]
    if twice:
        raise ValueError(f"scenes need names that differ in their letters, got {', '.join(map(repr, twice))}")
    return files
