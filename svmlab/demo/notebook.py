"""The demo's notebook of two cells: all is loaded while no visitor is there, then the visitor's scene is built."""

import html
import os
import sys
import time
import traceback

from IPython.display import HTML, display
from voila.utils import wait_for_request

from svmlab import explorers
from svmlab.demo import scenes

CELLS = ("from svmlab.demo import notebook\nknown = notebook.prepare()", "notebook.show(known)")
SLUG = "SVMLAB_DEMO_SCENE"  # set once a visitor has come
FILE = "SVMLAB_DEMO_SCENES"  # whose scenes, if not those of svmlab
FAILED = "<div class='demo-message' role='alert'><h2>This scene could not be built</h2><p>{}</p></div>"


def prepare():
    """Load the scenes."""
    return scenes.load_to_build(os.environ.get(FILE))


def show(known):
    """Wait for the visitor and display the scene that was asked for, or say in words why there is none."""
    try:
        scene = known[asked_for()].build()
        display(scene.live_mimebundle(), raw=True) if hasattr(scene, "live_mimebundle") else display(scene)
    except Exception as error:
        traceback.print_exc(file=sys.__stderr__)  # for whoever runs the demo
        display(HTML(FAILED.format(html.escape(explorers.explorer.error_text(error)))))


def asked_for():
    """The slug of the visitor's scene; a computer that slept may wake without it, and asks again."""
    while SLUG not in os.environ:
        wait_for_request()
        time.sleep(0.0 if SLUG in os.environ else 1.0)
    return os.environ[SLUG]
