"""Kernels for the tests, forked from one process that has svmlab loaded: each would load it for seconds.

``kernelspec`` writes a kernel named python3, which JupyterLab, Voila and nbclient start as they start any. What they
start is this file. It loads next to nothing, hands over what it was given (arguments, environment, folder, standard
streams) to the process that forks, which the first one starts, and lives as long as the kernel: each ends when the
other does, and an interrupt goes on to the kernel.
"""

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

TESTS = os.path.dirname(os.path.abspath(__file__))
INLINE = "module://matplotlib_inline.backend_inline"
LONGEST = 1_000_000  # bytes of a request
OF_ONE_KERNEL = {"JPY_PARENT_PID", "JPY_SESSION_NAME"}


def kernelspec(folder):
    """Write the kernel into a folder for JUPYTER_PATH; its kernels end with this process."""
    of = os.path.join(folder, "kernels", "python3")
    os.makedirs(of)
    command = [sys.executable, "-I", "-S", os.path.abspath(__file__), folder, str(os.getpid())]
    spec = {"argv": [*command, "-f", "{connection_file}"], "display_name": "Python 3 (ipykernel)", "language": "python"}
    with open(os.path.join(of, "kernel.json"), "w", encoding="utf-8") as file:
        json.dump({**spec, "metadata": {"debugger": True}}, file)


def process(started, connection_file):
    """The process of a kernel: the one that was started, or the one that it stands for."""
    import psutil

    with contextlib.suppress(FileNotFoundError), open(pid_file(connection_file), encoding="ascii") as file:
        return psutil.Process(int(file.read()))
    return started


def pid_file(connection_file):
    return f"{connection_file}.pid"


# --- what is started as a kernel -------------------------------------------------------------------------------------


def stand_in(folder, owner, arguments):
    """Have a kernel forked, and last as long as it does."""
    link = connected(folder, owner)
    request = {"arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd()}
    socket.send_fds(link, [json.dumps(request).encode()], [0, 1, 2])
    kernel = int(link.recv(32))
    told = pid_file(arguments[arguments.index("-f") + 1])
    with open(f"{told}.new", "w", encoding="ascii") as file:
        file.write(str(kernel))
    os.replace(file.name, told)
    signal.signal(signal.SIGINT, lambda *_: os.kill(kernel, signal.SIGINT))
    try:
        wait_for_end(link)
    finally:
        os.remove(told)


def wait_for_end(link):
    """Wait until the kernel has ended, or whoever started what stands for it."""
    parent = os.getppid()
    link.settimeout(1.0)
    while os.getppid() == parent:
        with contextlib.suppress(TimeoutError):
            if not link.recv(1):
                break


def connected(folder, owner):
    """A socket to the process that forks, which is started where there is none."""
    import fcntl

    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with contextlib.suppress(OSError):
            return _connected(folder)
        with open(os.path.join(folder, "log.txt"), "a") as log:
            environment = {name: value for name, value in os.environ.items() if name not in OF_ONE_KERNEL}
            quiet = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, "env": environment}
            started = subprocess.Popen([sys.executable, __file__, folder, owner], start_new_session=True, **quiet)
        while started.poll() is None:
            with contextlib.suppress(OSError):
                return _connected(folder)
            time.sleep(0.02)
    raise RuntimeError(f"no kernel can be forked; see {log.name}")


def _connected(folder):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    link.connect(os.path.join(folder, "forks"))
    return link


# --- the process that forks------------------------------------------------------------------------------------------


def serve(folder, owner):
    """Fork a kernel for each that asks, until the tests have ended."""
    load()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(os.path.join(folder, "forks"))
    listener.listen(64)
    listener.settimeout(1.0)
    while runs(owner):
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        with contextlib.suppress(TimeoutError):
            link, _ = listener.accept()
            if request := forked(link):
                listener.close()
                become(*request, link)
                return
            link.close()


def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def forked(link):
    """(request, streams) in a new process, None in the old one, and where whoever asked has ended already."""
    message, streams, _, _ = socket.recv_fds(link, LONGEST, 3)
    kernel = os.fork() if message else None
    if kernel == 0:
        return json.loads(message), streams
    for stream in streams:
        os.close(stream)
    with contextlib.suppress(OSError):
        link.send(str(kernel).encode())
    return None


def load():
    """What a kernel of the tests needs, in the order in which a kernel loads it."""
    sys.path[0] = os.path.dirname(TESTS)
    for name in ("ipykernel.kernelapp", "matplotlib.pyplot", "svmlab.explorers", "svmlab.plotting"):
        importlib.import_module(name)

    gc.collect()
    gc.freeze()


def become(request, streams, link):
    """Run the kernel that was asked for, in this new process."""
    import ipykernel.kernelapp
    import ipywidgets
    import matplotlib

    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[:0] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in ["", *sys.path]]
    matplotlib.rcParams["backend"] = os.environ.get("MPLBACKEND") or INLINE
    ipywidgets.register_comm_target()
    threading.Thread(target=end_with, args=(link,), daemon=True).start()
    sys.argv = ["ipykernel_launcher", *request["arguments"], f"--IPKernelApp.parent_handle={os.getppid()}"]
    ipykernel.kernelapp.launch_new_instance()


def end_with(link):
    """End at once when what stands for the kernel has ended."""
    link.settimeout(None)
    link.recv(1)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    _, folder, owner, *arguments = sys.argv
    if arguments:
        stand_in(folder, owner, arguments)
    else:
        serve(folder, int(owner))
