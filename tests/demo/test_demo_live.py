"""A demo and visitors without a browser: no message stops it, no other site takes its places, memory returns."""

import gc
import random
import struct
import time
from concurrent import futures

import psutil
import pytest
import visiting
from visiting import Visitor, kernels, reply, started_kernels
from websockets.exceptions import ConnectionClosed, InvalidStatus

from svmlab.demo import messages

SCENES = """
from svmlab import explorers
SCENES = [explorers.LectureScene("Soft margin", "Look.", lambda: explorers.MarginExplorer(m=20))]
"""
PLACES = 3
CLOSED = "Got events for closed stream"  # what pyzmq logs of a socket that has just been closed
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo without a browser")]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    with visiting.demo(folder, SCENES, "--no-pictures", f"--visitors={PLACES}") as (address, process):
        yield address, process, folder / "log.txt"


@pytest.fixture(scope="module")
def lasting(server):
    visitor = Visitor(server[0], "soft-margin")
    yield visitor
    visitor.leave()


@pytest.fixture
def visitor(lasting):
    """A visitor with a fresh socket."""
    lasting.close()
    lasting.newer = True
    lasting.connect()
    return lasting


def scene_of(visitor):
    return next(widget for widget, state in visitor.widgets().items() if "controls" in state)


def closed(one, seconds=20):
    """Whether the server closes a socket."""
    try:
        while True:
            one.recv(seconds)
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd else True


def test_eight_bytes_close_their_own_socket_and_nothing_else(server, visitor):
    address, process, log = server
    other = Visitor(address, "soft-margin")
    try:
        scene, memory = scene_of(other), process.memory_info().rss
        visitor.socket.send(b"\xff" * 7 + b"\0")
        assert closed(visitor.socket) == 1003
        assert reply(address, "/")[0] == 200
        other.set(scene, m=40)
        assert other.controls_of(scene)["m"] == 40
        assert process.memory_info().rss - memory < 20e6
        lines = log.read_text().splitlines()
        lines = [line for line in lines if not line.startswith(CLOSED)]
        assert lines
        assert all("no message of widgets" in line for line in lines)
    finally:
        other.leave()


def test_messages_of_chance_stop_nothing(server, visitor):
    chance = random.Random(1)
    for k in range(40):
        visitor.close()
        visitor.newer = k % 2 == 0
        visitor.connect()
        count = chance.choice([b"\0\0\0\1", b"\xff\xff\xff\xff", struct.pack("<Q", chance.randrange(2**63)), b""])
        visitor.socket.send(count + chance.randbytes(chance.randrange(60)))
        assert closed(visitor.socket)
    assert reply(server[0], "/")[0] == 200
    assert "Traceback" not in server[2].read_text()


@pytest.mark.parametrize("newer", [True, False])
def test_a_page_moves_a_slider_within_its_range_and_cannot_set_the_range(newer, visitor):
    visitor.newer = newer
    visitor.connect()
    scene = scene_of(visitor)
    before = visitor.controls_of(scene)["m"]
    menus = visitor.value_of(scene, "menus")
    menus["drawn"]["m"]["high"] = 12_000
    visitor.move(scene, menus=menus)
    visitor.set(scene, m=12_000)
    assert visitor.controls_of(scene)["m"] == before
    visitor.set(scene, m=20)
    assert visitor.controls_of(scene)["m"] == 20


def test_a_page_that_sends_too_many_messages_waits_and_is_served_all_the_same(server, visitor):
    scene = scene_of(visitor)
    more = 100
    begun = time.monotonic()
    for _ in range(int(messages.BURST) + more):
        visitor.send("kernel_info_request", {}, channel="control")
    assert visitor.controls_of(scene)["m"] == 20
    assert time.monotonic() - begun > 0.5 * more / messages.RATE
    assert reply(server[0], "/")[0] == 200


def test_a_kernel_has_so_many_sockets(visitor):
    while len(visitor.sockets) < messages.SOCKETS:
        visitor.connect()
    with pytest.raises(InvalidStatus, match="429"):
        visitor.connect()


def test_a_page_of_another_site_takes_no_place(server, lasting):
    address, process, _ = server
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Origin": "http://elsewhere.example"}
    asked = {"X-Svmlab-Scene": "1"}
    refused = [{}, elsewhere, *({**asked, name: value} for name, value in elsewhere.items())]
    before = set(kernels(process))
    for _ in range(PLACES + 1):
        status, page = reply(address, "/scene/soft-margin", **elsewhere)
        assert (status, "kernelId" in page) == (200, False)
        for headers in refused:
            assert reply(address, "/scene/soft-margin", "POST", **headers)[0] == 403
        assert reply(address, "/scene/soft-margin", "OPTIONS", **elsewhere)[0] in (403, 405)
    assert set(kernels(process)) == before
    visitor = Visitor(address, "soft-margin")
    visitor.leave()


def test_a_socket_for_a_kernel_that_is_gone_is_refused_without_a_word_in_the_terminal(server):
    address, process, log = server
    before = log.read_text()
    left = Visitor(address, "soft-margin")
    left.leave()
    lost = Visitor(address, "soft-margin")
    killed, _ = started_kernels(process)[lost.kernel]  # the process that the server asks whether it lives
    killed.kill()
    lost.close()
    assert comes_true(lambda: not killed.is_running() or killed.status() == psutil.STATUS_ZOMBIE), "it ends"
    for visitor in (left, lost):
        with pytest.raises(InvalidStatus, match="404"):
            visitor.connect()
    assert log.read_text() == before


def visit(address, k):
    """Come, move a slider, and leave."""
    visitor = Visitor(address, "soft-margin", newer=k % 2 == 0)
    scene = scene_of(visitor)
    visitor.set(scene, m=20 + 10 * (k % 3))
    assert visitor.controls_of(scene)["m"] == 20 + 10 * (k % 3)
    visitor.leave()


def test_visitors_at_once_and_in_a_row_leave_no_memory_behind(server, lasting):
    address, process, _ = server
    with futures.ThreadPoolExecutor(PLACES - 1) as pool:
        list(pool.map(lambda k: visit(address, k), range(PLACES - 1)))
    memory = process.memory_info().rss
    for k in range(2):
        visit(address, k)
    gc.collect()
    assert process.memory_info().rss - memory < 30e6
    assert comes_true(lambda: waiting_and(process, 1)), "no kernels but those that wait and the one that lasts"


def comes_true(told, within=20):
    end = time.monotonic() + within
    while time.monotonic() < end and not told():
        time.sleep(0.05)
    return told()


def waiting_and(process, visitors):
    return len([one for one in kernels(process).values() if one.status() != psutil.STATUS_ZOMBIE]) <= 2 + visitors
