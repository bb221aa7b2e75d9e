"""Messages of visitors: whole ones are read, all others are refused before a server counts to what they say."""

import json
import random
import struct

import pytest
from visiting import packed

from svmlab.demo import messages

HEADER = {"msg_id": "1", "msg_type": "comm_msg", "session": "own"}
CONTENT = {"comm_id": "a", "data": {"method": "update", "state": {"value": 3}}}
PARTS = [json.dumps(part).encode() for part in (HEADER, {}, {}, CONTENT)]
WHOLE = packed("shell", *PARTS)
OLDER = {"header": HEADER, "parent_header": {}, "metadata": {}, "content": CONTENT, "channel": "shell", "buffers": []}


def older_binary(*buffers):
    pieces = [json.dumps(OLDER).encode(), *buffers]
    at = 4 * (len(pieces) + 1)
    offsets = []
    for piece in pieces:
        offsets.append(at)
        at += len(piece)
    return struct.pack(f"!{len(pieces) + 1}I", len(pieces), *offsets) + b"".join(pieces)


@pytest.mark.parametrize(
    ("message", "newer"),
    [
        (WHOLE, True),
        (packed("control", *PARTS, b"\xff" * 1000, b""), True),
        (json.dumps(OLDER), False),
        (json.dumps({**OLDER, "channel": None}), False),
        (older_binary(b"\xff" * 1000), False),
    ],
    ids=["newer", "newer with buffers", "older", "older without channel", "older with buffers"],
)
def test_a_whole_message_is_read_in_either_form(message, newer):
    assert messages.read(message, newer) == (HEADER, CONTENT)


def nested(levels):
    return b'{"a":' * levels + b"1" + b"}" * levels


@pytest.mark.parametrize(
    ("message", "newer"),
    [
        (b"\xff" * 7 + b"\0", True),
        (b"", True),
        (b"\xff\xff\xff\x7f", False),
        (WHOLE[:-1], True),
        ("text", True),
        (packed("iopub", *PARTS), True),
        (packed("shell", *PARTS[:3]), True),
        (packed("shell", *PARTS, *[b""] * messages.PARTS), True),
        (packed("shell", b"[]", *PARTS[1:]), True),
        (packed("shell", b"{}", *PARTS[1:]), True),
        (packed("shell", *PARTS[:3], nested(100_000)), True),
        (packed("shell", b"\xff", *PARTS[1:]), True),
        (json.dumps([OLDER]), False),
        (json.dumps({**OLDER, "channel": ["shell"]}), False),
        (json.dumps({**OLDER, "buffers": ["x"]}), False),
        (json.dumps({**OLDER, "header": {**HEADER, "msg_type": 3}}), False),
        (json.dumps({"header": HEADER}), False),
        (older_binary()[:20], False),
        (b"\0\0\0\0", False),
    ],
    ids=range(19),
)
def test_what_is_not_whole_is_refused(message, newer):
    with pytest.raises(ValueError, match="no message of widgets"):
        messages.read(message, newer)


def test_ten_thousand_messages_of_chance_are_refused_or_whole():
    chance, refused = random.Random(0), 0
    for k in range(10_000):
        at = chance.randrange(len(WHOLE))
        message = WHOLE[:at] + chance.randbytes(1) + WHOLE[at + 1 :] if k % 2 else chance.randbytes(at % 40)
        try:
            messages.read(message, True)
        except ValueError:
            refused += 1
    assert 5_000 < refused < 10_000


class Time:
    now = 0.0

    def __call__(self):
        return self.now


def test_who_sends_too_many_messages_waits_and_who_rests_may_send_again():
    clock = Time()
    allowance = messages.Allowance(clock)
    assert [allowance.spend(0) for _ in range(int(messages.BURST))] == [0.0] * int(messages.BURST)
    assert allowance.spend(0) == pytest.approx(1 / messages.RATE)
    assert allowance.spend(5_000_000) == pytest.approx((2 + 5_000_000 / messages.HEAVY) / messages.RATE)
    clock.now = 3600.0
    assert allowance.spend(0) == 0.0
    assert sum(allowance.spend(0) == 0.0 for _ in range(int(messages.BURST))) == messages.BURST - 1


def opening(k, target=messages.OPENED):
    return {**HEADER, "msg_type": "comm_open"}, {"comm_id": str(k), "target_name": target, "data": {}}


def test_a_page_has_so_many_comms_and_one_that_is_closed_makes_room():
    allowance = messages.Allowance()
    assert [allowance.admits(*opening(k)) for k in range(messages.COMMS + 1)] == [True] * messages.COMMS + [False]
    assert allowance.admits({**HEADER, "msg_type": "comm_close"}, {"comm_id": "3"})
    assert allowance.admits(*opening("new"))


def test_a_page_makes_no_widgets_and_runs_nothing():
    allowance = messages.Allowance()
    assert not allowance.admits(*opening(1, "jupyter.widget"))
    for kind in ("execute_request", "complete_request", "shutdown_request", "debug_request", "input_reply"):
        assert not allowance.admits({**HEADER, "msg_type": kind}, {})
    assert allowance.admits(HEADER, CONTENT)
