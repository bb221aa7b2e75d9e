"""Firefox by WebDriver BiDi, https://w3c.github.io/webdriver-bidi/: pages, scripts, keys, pointer and screenshots."""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from websockets.sync import client

PATIENCE = 60.0  # seconds for a page to be opened
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Home": "\ue011",
        "End": "\ue010", "Delete": "\ue017", "Escape": "\ue00c", "Enter": "\ue007", "Insert": "\ue016",
        "PageUp": "\ue00e", "PageDown": "\ue00f", "Tab": "\ue004"}  # fmt: skip
QUIET = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}


def firefox_path():
    """Return where Firefox is, or None."""
    named = os.environ.get("SVMLAB_FIREFOX")
    return named or next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@contextlib.contextmanager
def firefox(folder):
    """Run Firefox with a profile of its own in ``folder``; yields its Page."""
    profile = Path(folder) / "profile"
    profile.mkdir(parents=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [firefox_path(), "--headless", "--no-remote", "--remote-debugging-port=0", f"--profile={profile}"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8", cwd=folder
    )
    try:
        address = next((found[1] for found in map(LISTENS.search, process.stderr) if found), None)
        assert address, f"Firefox ended with {process.wait(10)} before it listened"
        with client.connect(f"{address}/session", max_size=None, proxy=None, open_timeout=60) as socket:
            yield Page(socket)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=10)
        process.kill()


class Page:
    """The one page of a Firefox; ``errors`` are those of its scripts and its console."""

    def __init__(self, socket):
        self.socket, self.number, self.errors = socket, 0, []
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]
        self.ask("session.subscribe", events=["log.entryAdded"], contexts=[self.context])

    def ask(self, method, **parameters):
        """Send a command and return its result; raise what Firefox answers where it fails."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.socket.recv(120))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == self.number:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                return told["result"]

    def goto(self, address, width=1280, height=800):
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.evaluate("() => { window.isLeft = true; }")
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")
        deadline = time.monotonic() + PATIENCE
        while self.evaluate("() => window.isLeft === true"):  # the page before may still be the one that answers
            assert time.monotonic() < deadline, f"{address} was not opened"

    def evaluate(self, function, *arguments):
        """What a JavaScript function, or what it promises, returns for arguments that JSON has."""
        call = f"async () => JSON.stringify(await ({function})(...{json.dumps(arguments)}))"
        told = self.ask(
            "script.callFunction", functionDeclaration=call, target={"context": self.context}, awaitPromise=True
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"]) if told["result"]["type"] == "string" else None

    def press(self, key, times=1):
        value = KEYS.get(key, key)
        strokes = [{"type": kind, "value": value} for _ in range(times) for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": strokes})

    def drag(self, begin, *places):
        """Press the pointer at ``begin``, take it to each of the places and let it go; a click where there are none."""
        steps = [moved(begin), {"type": "pointerDown", "button": 0}]
        steps += [*map(moved, places), {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def _perform(self, *sources):
        self.ask("input.performActions", context=self.context, actions=list(sources))

    def screenshot(self, file):
        told = self.ask("browsingContext.captureScreenshot", context=self.context)
        Path(file).write_bytes(base64.b64decode(told["data"]))


def moved(place):
    return {"type": "pointerMove", "x": round(place[0]), "y": round(place[1]), "duration": 16}
