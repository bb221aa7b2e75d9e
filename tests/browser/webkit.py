"""WebKitGTK's MiniBrowser, a relative of Safari, by WebDriver: pages and scripts, on a screen of its own."""

import contextlib
import glob
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request

from browsing import free_port

UNBOXED = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # as root there is no sandbox; only own pages are opened


def webkit_path():
    """Return where MiniBrowser is, or None; without a driver or a screen it can't be used."""
    found = sorted(glob.glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser"))
    return found[-1] if found and shutil.which("WebKitWebDriver") and shutil.which("xvfb-run") else None


@contextlib.contextmanager
def webkit(width=1280, height=800):
    """Run MiniBrowser; yields its Page."""
    port = free_port()
    command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    driver = subprocess.Popen(command, start_new_session=True, env={**os.environ, **UNBOXED})
    page = None
    try:
        page = Page(f"http://127.0.0.1:{port}/session")
        page.ask("/timeouts", script=170_000)
        page.ask("/window/rect", width=width, height=height)
        yield page
    finally:
        if page:
            with contextlib.suppress(urllib.error.URLError):
                page.end()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(driver.pid, 15)
        driver.wait(10)


class Page:
    """The one page of a MiniBrowser; ``version`` names it."""

    def __init__(self, address, tries=100):
        options = {"webkitgtk:browserOptions": {"binary": webkit_path(), "args": ["--automation"]}}
        self.address = address
        for left in reversed(range(tries)):
            try:
                told = self.ask("", capabilities={"alwaysMatch": options})
                break
            except urllib.error.URLError:  # the driver does not listen yet
                if not left:
                    raise
                time.sleep(0.2)
        self.address = f"{address}/{told['sessionId']}"
        self.version = f"WebKitGTK {told['capabilities']['browserName']} {told['capabilities']['browserVersion']}"

    def ask(self, path, method="POST", **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=180) as reply:
            return json.load(reply)["value"]

    def goto(self, address):
        self.ask("/url", url=address)

    def evaluate(self, function, *arguments):
        """What a function of JavaScript, perhaps asynchronous, returns."""
        script = f"""const [given, done] = arguments;
            Promise.resolve((async (...all) => ({function})(...all))(...given))
                .then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));"""
        told = self.ask("/execute/async", script=script, args=[list(arguments)])
        assert "error" not in told, told["error"]
        return told.get("value")

    def end(self):
        self.ask("", method="DELETE")
