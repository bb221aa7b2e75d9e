"""What a visitor's page may send to its kernel: messages that are whole, of few kinds, and not too many.

The server that carries them trusts what they say of their own lengths, so they are read here before it sees them. Two
forms: the newer, ``v1.kernel.websocket.jupyter.org``, is binary (count, offsets, channel, then header, parent header,
metadata and content as JSON, and buffers); the older is JSON, or binary with JSON first where there are buffers.
"""

import itertools
import json
import time

ALLOWED = ["comm_open", "comm_msg", "comm_close", "comm_info_request", "kernel_info_request"]
OPENED = "jupyter.widget.control"  # what a page opens a comm for: to hear of the widgets that there are
CHANNELS = ("shell", "control")
LARGEST = 8_000_000  # bytes of a message; a scene takes files of up to 5 MB
PARTS = 64  # of a message
COMMS = 20  # that a page has open
SOCKETS = 5  # to one kernel
RATE, BURST = 100.0, 500.0  # messages in a second, and at once
HEAVY = 10_000  # bytes that count as one message more


def read(message, newer):
    """Return header and content of a message; raise ValueError unless it is whole."""
    try:
        channel, parts = parts_of(message) if newer else older_parts_of(message)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"no message of widgets ({error or type(error).__name__})") from None
    header, _, _, content = parts
    if channel not in CHANNELS or not all(isinstance(part, dict) for part in parts):
        raise ValueError("no message of widgets (a part is of the wrong kind)")
    if not all(isinstance(header.get(name), str) for name in ("msg_id", "msg_type", "session")):
        raise ValueError("no message of widgets (it does not say what it is)")
    return header, content


def parts_of(message):
    """Return channel and parts of a message in the newer form."""
    count = int.from_bytes(message[:8], "little")
    if not isinstance(message, bytes) or not 6 <= count <= PARTS or len(message) < 8 * (count + 1):
        raise ValueError("its count of parts is wrong")
    offsets = [int.from_bytes(message[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    rising(offsets, 8 * (count + 1), len(message))
    channel, *parts = (message[begin:end] for begin, end in itertools.pairwise(offsets[:6]))
    return channel.decode("utf-8"), [json.loads(part) for part in parts]


def older_parts_of(message):
    """Return channel and parts of a message in the older form."""
    known = json.loads(first_of(message) if isinstance(message, bytes) else message)
    if not isinstance(known, dict) or (isinstance(message, str) and known.get("buffers")):
        raise ValueError("it is no object, or has buffers where none can be")
    channel = known.get("channel")
    parts = [known[name] for name in ("header", "parent_header", "metadata", "content")]
    return "shell" if channel is None else channel, parts


def first_of(message):
    """Return the JSON that a binary message in the older form begins with."""
    count = int.from_bytes(message[:4], "big")
    if not 1 <= count <= PARTS or len(message) < 4 * (count + 1):
        raise ValueError("its count of parts is wrong")
    offsets = [int.from_bytes(message[4 * i : 4 * i + 4], "big") for i in range(1, count + 1)]
    offsets.append(len(message))
    rising(offsets, 4 * (count + 1), len(message))
    return message[offsets[0] : offsets[1]]


def rising(offsets, least, most):
    if sorted([least, *offsets, most]) != [least, *offsets, most]:
        raise ValueError("its offsets are wrong")


class Allowance:
    """What the pages of one kernel have left: sockets, comms, and messages in a second.

    clock   gives the time in seconds
    """

    def __init__(self, clock=time.monotonic):
        self.sockets = 0
        self._comms = set()
        self._clock, self._left, self._then = clock, BURST, clock()

    def spend(self, size):
        """Count a message of this size; return how long its sender has to wait, in seconds."""
        now = self._clock()
        self._left = min(BURST, self._left + RATE * (now - self._then)) - 1 - size / HEAVY
        self._then = now
        return max(0.0, -self._left / RATE)

    def admits(self, header, content):
        """Whether a message may go on; comms that are opened and closed are counted."""
        kind, comm = header["msg_type"], str(content.get("comm_id"))
        if kind == "comm_open":
            if content.get("target_name") != OPENED or len(self._comms) >= COMMS:
                return False
            self._comms.add(comm)
        elif kind == "comm_close":
            self._comms.discard(comm)
        return kind in ALLOWED
