"""A running demo, and visitors of it who have no browser: they ask for a scene and talk to its widgets by websocket."""

import contextlib
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import sys
import time
import uuid
from pathlib import Path

import forked_kernels
import psutil
from websockets.sync import client

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120  # seconds for an answer: on a machine that stands still for a while it comes late
V1 = "v1.kernel.websocket.jupyter.org"
OWN_PAGE = {"X-Svmlab-Scene": "1", "Sec-Fetch-Site": "same-origin"}
KERNEL = re.compile(r'"kernelId": ?"([\w-]+)"')


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


@contextlib.contextmanager
def demo(folder, scenes, *options):
    """Run the demo on the text of a file of scenes; yields its address and its process. What it logs is in log.txt."""
    folder.mkdir(exist_ok=True)
    (folder / "scenes.py").write_text(scenes)
    command = [
        sys.executable, "-m", "svmlab.demo", "--no-browser", f"--port={free_port()}",
        f"--scenes={folder / 'scenes.py'}", *options,
    ]  # fmt: skip
    python_path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": python_path, "OMP_NUM_THREADS": "1"}
    with open(folder / "log.txt", "w") as log:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8"
        )
        try:
            address = next((found[0] for found in map(re.compile(r"http://\S+").search, server.stdout) if found), None)
            assert address, (folder / "log.txt").read_text()
            yield address.rstrip("/"), psutil.Process(server.pid)
        finally:
            server.terminate()
            server.communicate(timeout=30)


def reply(address, path, method="GET", **headers):
    """Status and text of what is at a path that is sent as it stands."""
    host = address.removeprefix("http://")
    with contextlib.closing(http.client.HTTPConnection(host, timeout=PATIENCE)) as connection:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def kernels(server):
    """The processes of kernels by id."""
    found = {}
    for name, (child, connection_file) in started_kernels(server).items():
        with contextlib.suppress(psutil.Error):
            found[name] = forked_kernels.process(child, connection_file)
    return found


def started_kernels(server):
    """What the server itself started for each kernel, by id: (process, connection file)."""
    found = {}
    for child in server.children(recursive=True):
        with contextlib.suppress(psutil.Error):  # one that has just ended
            name = re.search(r"\S+kernel-([\w-]+)\.json", " ".join(child.cmdline()))
            if name:
                found[name[1]] = child, name[0]
    return found


class Visitor:
    """Somebody at a scene; ``newer`` tells in which form messages go."""

    def __init__(self, address, slug, newer=True):
        self.address, self.newer = address, newer
        status, page = reply(address, f"/scene/{slug}", "POST", **OWN_PAGE)
        assert status == 200, page
        self.kernel = KERNEL.search(page)[1]
        self.sockets, self._open = [], contextlib.ExitStack()
        self.connect()

    def connect(self):
        """Open a socket, and speak on it from now on."""
        where = f"{self.address.replace('http', 'ws')}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}"
        options = {"max_size": None, "max_queue": None, "compression": None, "proxy": None, "open_timeout": PATIENCE}
        self.socket = self._open.enter_context(
            client.connect(where, subprotocols=[V1] if self.newer else None, **options)
        )
        self.sockets.append(self.socket)

    def close(self):
        self._open.close()
        self.sockets.clear()

    def leave(self):
        """Close the page."""
        self.close()
        assert reply(self.address, f"/voila/api/shutdown/{self.kernel}", "POST")[0] == 204

    def send(self, kind, content, channel="shell", **header):
        metadata = {"version": "1.0.0" if content.get("target_name", "").endswith("control") else "2.1.0"}
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "own", "username": "", **header}
        header = {"version": "5.3", "date": "2026-01-01T00:00:00Z", **header}
        parts = [header, {}, metadata, content]
        if self.newer:
            self.socket.send(packed(channel, *(json.dumps(part).encode() for part in parts)))
        else:
            names = ("header", "parent_header", "metadata", "content")
            self.socket.send(json.dumps({**dict(zip(names, parts, strict=True)), "channel": channel, "buffers": []}))

    def hear(self, timeout=PATIENCE):
        """Return the type and the content of the next message."""
        message = self.socket.recv(timeout)
        if self.newer:
            count = int.from_bytes(message[:8], "little")
            at = struct.unpack(f"<{count}Q", message[8 : 8 * (count + 1)])
            header, _, _, content = (json.loads(message[at[k] : at[k + 1]]) for k in range(1, 5))
        else:
            if isinstance(message, bytes):
                message = message[struct.unpack("!I", message[4:8])[0] : struct.unpack("!I", message[8:12])[0]]
            known = json.loads(message)
            header, content = known["header"], known["content"]
        return header["msg_type"], content

    def hear_of(self, kind, such=lambda content: True, timeout=PATIENCE):
        """Return the content of the next message of a kind."""
        end = time.monotonic() + timeout
        while True:
            heard, content = self.hear(end - time.monotonic())
            if heard == kind and such(content):
                return content

    def widgets(self):
        """Return {id: state} of the widgets, as a page asks for them."""
        comm = uuid.uuid4().hex
        self.send("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}})
        self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        told = self.hear_of("comm_msg", lambda content: content["comm_id"] == comm)
        self.send("comm_close", {"comm_id": comm, "data": {}})
        return {name: known["state"] for name, known in told["data"]["states"].items()}

    def move(self, widget, **state):
        """Set what a page sets when a control is moved."""
        self.send("comm_msg", {"comm_id": widget, "data": {"method": "update", "state": state, "buffer_paths": []}})

    def set(self, scene, **values):
        """Ask a scene what a page asks when a reader sets its controls."""
        question = {"type": "set", "page": "own", "number": 1, "values": values}
        self.send("comm_msg", {"comm_id": scene, "data": {"method": "custom", "content": question}})

    def controls_of(self, scene):
        """Return where the controls of a scene stand, by name."""
        return self.value_of(scene, "controls")["values"]

    def value_of(self, widget, name="value"):
        """Ask a widget for its state."""
        self.send("comm_msg", {"comm_id": widget, "data": {"method": "request_state"}})
        same = lambda content: content["comm_id"] == widget and name in content["data"].get("state", {})  # noqa: E731
        return self.hear_of("comm_msg", same)["data"]["state"][name]


def packed(channel, *parts):
    """A message in the newer form."""
    pieces = [channel.encode(), *parts]
    at = 8 * (len(pieces) + 2)
    offsets = [at, *(at := at + len(piece) for piece in pieces)]
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(pieces)
