"""The smallest scene, as CONTRIBUTING shows it, set up beside a copy of the page's modules."""

import re
import shutil
from pathlib import Path

from svmlab.page import modules

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language):
    """The blocks of code in CONTRIBUTING."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def descent_explorer(folder, monkeypatch):
    """The class DescentExplorer; its ES module stands in ``folder``, among those that the page has."""
    here = shutil.copytree(modules.HERE, folder / "page")
    (here / "scenes" / "descent.js").write_text(blocks("js")[0], encoding="utf-8")
    monkeypatch.setattr(modules, "HERE", here)
    names = {}
    exec(blocks("python")[1], names)
    return names["DescentExplorer"]
