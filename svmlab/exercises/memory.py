"""Which exercises are solved: one name a line in a small file beside the notebooks, which may be deleted."""

from pathlib import Path

from svmlab import atomic_file

FILE = "exercises_solved.txt"


def solved(names):
    """Those of the names that the file in the current folder has, in their order; none where there is no such file."""
    try:
        kept = set(Path(FILE).read_text(encoding="utf-8", errors="replace").split())
    except OSError:
        return []
    return [name for name in names if name in kept]


def remember(name, names):
    """Add a name to the file; return what there is to say of that."""
    known = {*solved(names), name}
    count = f"You have solved {len(known)} of {len(names)}."
    try:
        atomic_file.write(FILE, "".join(f"{one}\n" for one in names if one in known))
    except OSError as error:
        return f"{count} (Not remembered: {FILE} cannot be written, {error.strerror}.)"
    return count
