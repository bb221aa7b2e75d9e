"""A page in Node that talks with an explorer, and a test that decides when each message arrives."""

import collections
import contextlib
import json
import os
import subprocess
from pathlib import Path

import numpy as np
from traitlets import Undefined

from svmlab.page import modules

SCRIPT = Path(__file__).parent / "js" / "talk.mjs"


class Talk:
    """The session of a page and the explorer behind it: what one says waits until the test lets the other hear it.

    Calls of the session are methods: ``talk.addPoint([0, 0], 1)``. ``page`` is where it stands after the last one.
    """

    def __init__(self, process, explorer):
        self.process, self.explorer, self.scene = process, explorer, explorer.scene
        self.questions, self.answers = collections.deque(), collections.deque()
        self.held = None  # the point that is dragged, for a test
        self.scene.as_text = True
        self.scene.send_state = lambda key=None: self.answers.append(self.scene.get_state(key))
        self.call("hear", self.scene.get_state())
        self.settle()

    def call(self, *call):
        self.process.stdin.write(json.dumps(call, default=as_json) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the page has failed at {call!r:.200}"
        self.page = json.loads(line)
        self.questions.extend(self.page["asked"])

    def __getattr__(self, name):
        return lambda *given: self.call(name, *given)

    def answer(self):
        """Python hears the next question; its answer is on its way."""
        asked = self.questions.popleft()
        content = {"data": {"method": "custom", "content": asked["question"]}}
        self.scene._handle_msg({"content": content, "buffers": [text.encode() for text in asked["texts"]]})

    def hear(self):
        """The page hears the next message."""
        self.call("hear", self.answers.popleft())

    def deliver(self):
        """All that is on its way arrives, and what comes of it."""
        while self.questions or self.answers:
            while self.answers:
                self.hear()
            if self.questions:
                self.answer()

    def settle(self):
        """The same, and the page has come to rest."""
        self.deliver()
        self.call("tell")
        self.deliver()
        assert self.page["settled"]

    @property
    def points(self):
        """[(x1, x2, class), ...] in the page."""
        return rows(np.reshape(self.page["X"], (-1, 2)), self.page["y"])

    @property
    def kept(self):
        """The same in Python."""
        data = self.explorer.dataset()
        return rows(data.X, np.searchsorted(self.explorer.palette, data.y))


def rows(X, y):
    return [(float(x1), float(x2), int(k)) for (x1, x2), k in zip(X, y, strict=True)]


def as_json(value):
    if value is Undefined or isinstance(value, bytes | memoryview):
        return None
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    return dict(value)


@contextlib.contextmanager
def talking(node, folder, explorer):
    """A Talk of an explorer with a page, which has heard all."""
    module = folder / "scene.mjs"
    if not module.exists():
        module.write_text(modules.joined(), encoding="utf-8")
    environment = {**os.environ, "SVMLAB_MODULE": module.as_uri()}
    pipe = subprocess.PIPE
    with subprocess.Popen([node, str(SCRIPT)], env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Talk(process, explorer)
        finally:
            process.stdin.close()
            process.wait(20)
