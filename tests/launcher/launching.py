"""lab.py as a module, and what its tests share."""

import importlib.util
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
POSIX = os.name == "posix"


def load_lab():
    spec = importlib.util.spec_from_file_location("lab_under_test", ROOT / "lab.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


lab = load_lab()


def pretend_pip(venv):
    """Make the environment look as if it had pip."""
    folder = Path(lab.probe(venv)["site_packages"], "pip")
    folder.mkdir()
    (folder / "__init__.py").touch()


FACTS = {"version": [3, 11], "site_packages": "anywhere", "pip": True}


def reason(project, facts=FACTS):
    return lab.reason_to_set_up(project, project / ".venv", facts)
