"""The scenes of a demo, each by the word that stands for it in addresses."""

import contextlib
import os
import re
import runpy
from pathlib import Path

from svmlab import explorers
from svmlab.demo import validation as checks


def by_slug(scenes):
    """Return {slug: scene}: "Soft margin" is at soft-margin; a second one of the same name at soft-margin-2."""
    found = {}
    for scene in scenes:
        word = slug = "-".join(re.findall(r"\w+", scene.name.lower())) or "scene"
        for k in range(2, len(found) + 2):
            if slug not in found:
                break
            slug = f"{word}-{k}"
        found[slug] = scene
    return found


def load(file=None):
    """Return the scenes by slug: those of svmlab, or those of a Python file that calls its own SCENES."""
    if file is None:
        return by_slug(explorers.SCENES)
    path = checks.scenes_file(file).resolve()
    with contextlib.chdir(path.parent):
        try:
            known = runpy.run_path(str(path))
        except Exception as error:
            checks.scenes_that_run(str(path), error)
    return by_slug(checks.scenes_of_file(file, known.get("SCENES")))


def load_to_build(file=None):
    """Return the scenes by slug, to be built here: they too find the files that stand beside their own."""
    known = load(file)
    if file is not None:
        os.chdir(Path(file).resolve().parent)
    return known
