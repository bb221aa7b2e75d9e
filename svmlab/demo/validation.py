"""Input errors of the demo: of a lecturer's own file of scenes."""

import traceback
from pathlib import Path


def scenes_file(file):
    """Return the path of a Python file; raise unless it exists."""
    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(f"no file {str(path)!r} (relative names start in {str(Path.cwd())!r})")
    return path


def scenes_that_run(file, error):
    """Raise what went wrong in a file of scenes, with its line."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1]
    raise ValueError(f"{file} must run as Python, got {type(error).__name__} in line {line}: {error}") from error


def scenes_of_file(file, scenes):
    """Return what a file calls SCENES as a tuple; raise unless it is a list of scenes, one at least."""
    if not isinstance(scenes, list | tuple) or not scenes:
        raise ValueError(
            f"{file} must have a list SCENES of one LectureScene or more, got {scenes!r:.80}; write "
            "SCENES = [explorers.LectureScene(name, caption, build)]"
        )
    for k, scene in enumerate(scenes):
        if not all(hasattr(scene, name) for name in ("name", "caption", "build")):
            raise TypeError(f"SCENES[{k}] of {file} must be an explorers.LectureScene, got {scene!r:.80}")
    return tuple(scenes)
