"""Runs a notebook to its end, so that its live scenes leave their pages in the outputs."""

import asyncio
import os
import re
import signal
import subprocess
import time
from queue import Empty

import nbclient
import nbformat

from svmlab.explorers import still_picture
from svmlab.handouts import validation as checks

PATIENCE = 600  # s for one cell
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class CellError(Exception):
    """A cell that fails; the message says which one, and how."""


class Runner(nbclient.NotebookClient):
    """A NotebookClient that Ctrl-C ends, and that does not wait for replies which have arrived."""

    async def async_start_new_kernel_client(self):
        """Look at the shell socket four times a second.

        Sending on it, as nbclient does for Output widgets, can swallow the news of a reply; a wait in one piece then
        lasts until its timeout although the reply is there.
        """
        client = await super().async_start_new_kernel_client()
        get_msg = client.shell_channel.get_msg

        async def in_slices(timeout=None):
            end = None if timeout is None else time.monotonic() + timeout
            while True:
                try:
                    return await get_msg(timeout=0.25)
                except Empty:
                    if end is not None and time.monotonic() > end:
                        raise

        client.shell_channel.get_msg = in_slices
        return client


class Interruptible(Runner):
    """Ctrl-C raises KeyboardInterrupt here, as elsewhere; nbclient ends the kernel when Python ends."""

    async def async_start_new_kernel_client(self):
        client = await super().async_start_new_kernel_client()
        if os.name == "posix":
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        return client


def read(path):
    """Return a notebook; raise ValueError for a file that is none."""
    text = checks.notebook_text(path)
    return checks.notebook(path, lambda: nbformat.reads(text, as_version=4))


def run(notebook, folder, tell=lambda cell, cells: None):
    """Run all cells of a notebook in place, in ``folder``; ``tell`` hears (n, of) as the nth code cell begins.

    Raises CellError at the first cell that fails, unless it is tagged "raises-exception".
    """
    cells = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    now = ""

    def begins(cell, cell_index):
        nonlocal now
        if cell_index in cells:
            n = cells.index(cell_index) + 1
            now = f"code cell {n} of {len(cells)} ({first_line(cell.source)})"
            tell(n, len(cells))

    resources = {"metadata": {"path": str(folder)}}
    options = {"timeout": PATIENCE, "coalesce_streams": True, "on_cell_start": begins}
    runner = Interruptible(notebook, resources=resources, **options)
    env = {**os.environ, still_picture.EXPORTING: "1", "JUPYTER_PREFER_ENV_PATH": "1"}
    env.pop("MPLBACKEND", None)  # pictures belong in the notebook
    try:
        runner.execute(env=env, stderr=subprocess.DEVNULL)
    except nbclient.exceptions.CellExecutionError as error:
        raise CellError(f"{now} fails with {error.ename}: {COLOURS.sub('', error.evalue)}") from None
    except nbclient.exceptions.CellTimeoutError:
        raise CellError(f"{now} has not ended within {PATIENCE / 60:g} minutes") from None
    except nbclient.exceptions.DeadKernelError:
        raise CellError(f"{now}: its Python has ended; is the memory full?") from None


def first_line(source):
    return next(iter(source.strip().splitlines()), "")[:60]
