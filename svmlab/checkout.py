"""Whether svmlab runs in a checkout, beside ``lab.py``, or is installed as a package, whose folder nobody writes to."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
IS_ONE = (FOLDER / "lab.py").exists()
COMMAND = "lab.py" if IS_ONE else "svmlab"
