"""The demo's notebook of two cells: all is loaded while no visitor is there, then the visitor's scene is built."""

import asyncio
import contextlib
import html
import json
import os
import sys
import threading
import time
import traceback

import ipywidgets
from IPython.display import HTML, display
from tornado.websocket import websocket_connect

from svmlab import explorers
from svmlab.demo import errors, scenes

CELLS = ("from svmlab.demo import notebook\nknown = notebook.prepare()", "notebook.show(known)")
SLUG = "SVMLAB_DEMO_SCENE"  # set once a visitor has come
FILE = "SVMLAB_DEMO_SCENES"  # whose scenes, if not those of svmlab
FAILED = "<div class='demo-message' role='alert'><h2>This scene could not be built</h2><p>{}</p></div>"


MOVED = {"value", "index", "selected_index"}  # what a hand moves of ipywidgets' own controls


def prepare():
    """Load the scenes; pages move sliders, and set neither their ranges nor what else belongs to Python."""
    errors.in_one_line()
    set_state = ipywidgets.Widget.set_state
    ipywidgets.Widget.set_state = lambda widget, state: set_state(widget, settable(widget, state))
    return scenes.load_to_build(os.environ.get(FILE))


def settable(widget, state):
    """Return what of a state a page may set: of a control what is moved, of a scene what it shares with its page."""
    ranged = widget._model_module in ("@jupyter-widgets/base", "@jupyter-widgets/controls")
    return {name: value for name, value in state.items() if (name in MOVED if ranged else not name.startswith("_"))}


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
        waiting = threading.Thread(target=lambda: asyncio.run(hear()))  # the kernel's own loop runs this cell
        waiting.start()
        waiting.join()
        time.sleep(0.0 if SLUG in os.environ else 1.0)
    return os.environ[SLUG]


async def hear():
    """Wait for what ``handlers.tell`` says.

    Voila has a function for it, whose module loads a whole server into each kernel, which takes longer than all the
    rest.
    """
    port, base, kernel = (os.environ[f"VOILA_{name}"] for name in ("APP_PORT", "SERVER_URL", "KERNEL_ID"))
    with contextlib.suppress(OSError):
        connection = await websocket_connect(f"ws://127.0.0.1:{port}{base}voila/query/{kernel}")
        os.environ.update(json.loads(await connection.read_message() or "{}"))
