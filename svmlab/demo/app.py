"""The server of the demo: Voila, with one notebook for all scenes, kernels that wait ready, and own addresses."""

import logging
import os
import shutil
import tempfile
from pathlib import Path

import nbformat
from jupyter_core.utils import ensure_async, run_sync
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from traitlets import Any, Bool, Float, Integer
from traitlets.config import Config
from voila.app import Voila

from svmlab.demo import errors, handlers, messages, notebook
from svmlab.demo.pictures import Pictures
from svmlab.demo.visitors import Visitors

NOTEBOOK = "scene.ipynb"
TEMPLATE = Path(__file__).parent / "template"
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
READY = 2  # kernels that wait for a visitor, everything loaded
KERNEL_SETTINGS = "c.IPKernelApp.log_level = 'ERROR'\nc.HistoryManager.enabled = False\n"


class Demo(Voila):
    """Voila for scenes.

    scenes    {slug: LectureScene}
    sockets   bound already, so that the kernels that are started first know the port
    places    how many visitors there may be at once; idle, after how many seconds a scene at rest ends
    check     s between a page's questions whether its kernel is there
    pictures  see ``pictures.Pictures``, or None
    """

    scenes, sockets, pictures, started = Any(), Any(), Any(), Any()
    places = Integer(10)
    idle, check = Float(1800.0), Float(5.0)
    network = Bool(False)  # whether other computers are let in

    def setup_template_dirs(self):
        super().setup_template_dirs()
        self.template_paths.insert(0, str(TEMPLATE))

    def init_settings(self):
        settings = super().init_settings()
        self.kernel_manager.allowed_message_types = messages.ALLOWED
        self.visitors = Visitors(self.places, lambda kernel: kernel in self.kernel_manager)
        return {
            **settings,
            "demo": self,
            "allow_remote_access": self.network,
            "local_hostnames": ["localhost"],
            "websocket_max_message_size": messages.LARGEST,
            "ws_ping_interval": 60_000,  # ms
            "ws_ping_timeout": 60_000,
        }

    def init_handlers(self):
        return handlers.addresses(self.base_url, self.static_paths, self.labextensions_path)

    def listen(self):
        server = HTTPServer(self.app)
        server.add_sockets(self.sockets)
        PeriodicCallback(self.sweep, 1000 * max(self.check, 1.0)).start()
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.started)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def stop(self):
        """End all kernels at once; those that are still starting would print where they were interrupted."""
        shutil.rmtree(self.connection_dir)
        run_sync(self.kernel_manager.shutdown_all)(now=True)

    async def open(self, slug):
        """Give a visitor a kernel, of those that wait if there is one; return the pieces of its page."""
        kernels = self.kernel_manager
        try:
            if not kernels.get_pool_size(NOTEBOOK):
                kernels.fill_if_needed(delay=0, notebook_name=NOTEBOOK)
            task, cells, kernel_id = await kernels.get_rendered_notebook(notebook_name=NOTEBOOK)
        except BaseException:
            self.visitors.give_up()
            raise
        self.visitors.arrive(kernel_id)
        handlers.tell(kernel_id, slug)
        return pieces(task, cells)

    async def runs(self, kernel_id):
        """Whether a kernel lives; one that died is removed."""
        if await ensure_async(self.kernel_manager.is_alive(kernel_id)):
            return True
        await self.end(kernel_id)
        return False

    async def end(self, kernel_id):
        """End a visitor's kernel; a page that is closed may ask for it twice."""
        if self.visitors.leave(kernel_id) and kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel_id, now=True))

    async def sweep(self):
        """End the scenes whose pages are gone."""
        for kernel_id in self.visitors.gone():
            await self.end(kernel_id)


async def pieces(task, sent):
    """What Voila makes of the notebook: what stands already, the cell that was waiting, and the rest."""
    sent = list(sent)
    yield "".join(sent)
    known, rest = await task
    yield "".join(known[len(sent) :])
    async for piece, _ in rest:
        yield piece


def configuration(folder, idle, ready):
    """Voila's settings for a demo."""
    config = Config()
    config.Voila.root_dir = str(folder / "notebooks")
    config.Voila.notebook_path = str(folder / "notebooks" / NOTEBOOK)
    config.Voila.connection_dir_root = str(folder)
    config.Voila.config_file_paths = []  # settings of this computer's own Voila are not meant for a demo
    config.Voila.log_level = logging.ERROR
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.preheat_kernel = True
    config.VoilaConfiguration.default_pool_size = ready
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.extension_allowlist = EXTENSIONS
    config.MappingKernelManager.cull_idle_timeout = max(1, round(idle))
    config.MappingKernelManager.cull_interval = max(1, round(min(idle / 4, 60.0)))
    config.MappingKernelManager.cull_connected = True
    config.KernelManager.autorestart = False  # a kernel that starts anew knows nothing of the scene
    return config


def prepare(folder, file):
    """Fill the demo's own folder, and set what the kernels find around them."""
    for name in ("notebooks", "pictures", "ipython/profile_default"):
        (folder / name).mkdir(parents=True)
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in notebook.CELLS])
    document.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(document, folder / "notebooks" / NOTEBOOK)
    (folder / "ipython/profile_default/ipython_kernel_config.py").write_text(KERNEL_SETTINGS, encoding="ascii")
    os.environ["IPYTHONDIR"] = str(folder / "ipython")  # not the start-up files of this computer's user
    if file is not None:
        os.environ[notebook.FILE] = str(Path(file).resolve())
    for name in ("no_proxy", "NO_PROXY"):  # nothing stands between the kernels and this server
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "127.0.0.1,localhost"]))


def serve(scenes, sockets, *, told, file=None, places=10, idle=1800.0, network=False, pictures=True):
    """Serve scenes until stopped.

    scenes    {slug: LectureScene}; file, where they come from if they are not svmlab's
    sockets   bound, see ``command.listen``
    told      called with the address once visitors can come
    places, idle, network   see ``Demo``; pictures, whether the start page has any
    """
    errors.in_one_line()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    port = sockets[0].getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="svmlab-demo-") as name:
        folder = Path(name).resolve()
        prepare(folder, file)
        app = Demo(
            config=configuration(folder, idle, min(READY, places)), scenes=scenes, sockets=sockets, port=port,
            places=places, idle=idle, check=min(max(idle / 4, 1.0), 5.0), network=network, open_browser=False,
            started=lambda: told(f"http://localhost:{port}/"),
            pictures=Pictures(folder / "pictures", file) if pictures else None,
        )  # fmt: skip
        app.initialize([])
        try:
            app.start()
        finally:
            if app.pictures:
                app.pictures.stop()
