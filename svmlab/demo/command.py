"""The demo's command line."""

import argparse
import contextlib
import errno
import os
import socket
import sys
import webbrowser

from svmlab import checkout, validation

THIS_COMMAND = f"{checkout.COMMAND} demo"
EXPOSED = (
    "Everybody on this network can open the scenes at http://{name}:{port}/ and make this computer compute them, up to "
    "{places} at once; nobody can run code of their own or read files, and what is sent is not encrypted."
)


def options():
    parser = argparse.ArgumentParser(
        prog=THIS_COMMAND, description="Show the scenes of a lecture as an application without code, in the browser."
    )
    parser.add_argument("--port", type=port_number, default=8866, metavar="N", help="port to listen to (default 8866)")
    parser.add_argument("--no-browser", action="store_true", help="do not start a browser")
    parser.add_argument("--network", action="store_true", help="let other computers of the network in, a classroom's")
    parser.add_argument(
        "--visitors",
        type=int,
        default=10,
        metavar="N",
        help="how many scenes may be open at once, at 0.2 GB each (default 10)",
    )
    parser.add_argument(
        "--idle", type=float, default=30.0, metavar="MINUTES", help="end a scene that rests so long (default 30)"
    )
    parser.add_argument("--scenes", metavar="FILE", help="show the list SCENES of this Python file")
    parser.add_argument("--no-pictures", action="store_true", help="draw no pictures for the start page")
    return parser


def port_number(text):
    port = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 1 to 65535, got {text!r}")
    return port


def listen(wanted, network):
    """Return sockets at the wanted port or the next free one; for this computer only, or for the network."""
    for port in range(wanted, min(wanted + 50, 65536)):
        with contextlib.ExitStack() as opened:
            try:
                sockets = [opened.enter_context(one) for one in listening(port, network)]
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES):
                    continue
                raise
            opened.pop_all()
            return sockets
    raise OSError(f"port {wanted} and those after it are taken: choose another with --port")


def listening(port, network):
    """Yield a listening socket for each version of the Internet protocol that this computer has."""
    hosts = {socket.AF_INET: "0.0.0.0" if network else "127.0.0.1", socket.AF_INET6: "::" if network else "::1"}
    for family, host in hosts.items():
        try:
            one = socket.create_server((host, port), family=family)
        except OSError as error:
            if family == socket.AF_INET6 and error.errno not in (errno.EADDRINUSE, errno.EACCES):
                continue  # many computers have the older version only
            raise
        one.setblocking(False)
        yield one


def network_address():
    """This computer's address in its network, found without sending anything; its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of the block kept for documentation
            return probe.getsockname()[0]
        except OSError:
            return socket.gethostname()


def can_show_browser(platform=sys.platform, environ=os.environ):
    """False on a server without a screen, where Python might start a text browser in the terminal."""
    return not platform.startswith("linux") or any(map(environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def main(arguments):
    chosen = options().parse_args(arguments)
    from svmlab.demo import app, pages, scenes  # which load for seconds: --help is there before

    try:
        places = validation.integer("--visitors", chosen.visitors, at_least=1)
        idle = 60 * validation.positive("--idle", chosen.idle)
        known = scenes.load(chosen.scenes)
        sockets = listen(chosen.port, chosen.network)
    except (OSError, ValueError, TypeError) as error:
        print(f"The demo cannot start: {error}.", file=sys.stderr)
        return 1
    port = sockets[0].getsockname()[1]
    if port != chosen.port:
        print(f"Port {chosen.port} is taken: using {port} instead.")
    if chosen.network:
        print(EXPOSED.format(name=network_address(), port=port, places=places))

    browser = can_show_browser() and not chosen.no_browser

    def told(address):
        print(f"The demo is at {address}")
        print(f"Scenes that rest for {pages.minutes(idle)} end. To stop the demo, press Ctrl-C here.", flush=True)
        if browser:
            webbrowser.open(address)

    app.serve(
        known, sockets, told=told, file=chosen.scenes, places=places, idle=idle, network=chosen.network,
        pictures=not chosen.no_pictures,
    )  # fmt: skip
    print("\nThe demo has stopped.")
    return 0
