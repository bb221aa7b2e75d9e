"""What the demo's server answers. A visitor gets pages and the messages of widgets, and nothing that runs code.

Voila's own list of addresses is not used: it holds files, folders and log-ins, which a demo has no need of. Of a
kernel a visitor can ask only whether it is there, talk to its widgets (see ``messages``) and end it; its id, which is
known to the visitor's page alone, is the key. A kernel is given to a script of the demo's own pages, not to a link, a
picture or a form on somebody else's.
"""

import asyncio
import contextlib
from http import HTTPStatus

from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.iostream import StreamBufferFullError
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import MultiStaticFileHandler

from svmlab.demo import messages, notebook, pages

V1 = "v1.kernel.websocket.jupyter.org"
UNREAD = 64_000_000  # bytes that wait for a page which does not read them
ASKED = "X-Svmlab-Scene"  # a header that pages of other sites cannot send
KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
LOOPBACK = {"127.0.0.1", "::1"}
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval' blob:",  # the scenes are modules in blobs, Voila's chunks eval
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' ws: blob: data:",
    "object-src": "'none'",
    "frame-ancestors": "'self'",
    "base-uri": "'none'",
}


class Page(JupyterHandler):
    """A page in words; errors too are pages."""

    @property
    def demo(self):
        return self.settings["demo"]

    @property
    def content_security_policy(self):
        """Nothing is fetched from anywhere else."""
        return "; ".join(f"{what} {where}" for what, where in POLICY.items())

    def page(self, name, **values):
        self.html()
        return pages.render(name, base=self.base_url, **values)

    def html(self):
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")

    def say(self, status, title, words, again=None):
        """Finish with a page of a few words, a link to the start page and, where it helps, one to try again."""
        self.set_status(status)
        self.finish(self.page("message.html", title=title, words=words, again=again))

    def write_error(self, status_code, **kwargs):
        title = "There is nothing here" if status_code == 404 else "That did not work"
        self.say(status_code, title, ERRORS.get(status_code, ERRORS[500]))


ERRORS = {
    403: "The demo's visitors can look at its scenes, and no more.",
    404: "The demo has no page at this address.",
    405: "The demo's visitors can look at its scenes, and no more.",
    500: "The demo could not answer. Whoever runs it finds the reason in the terminal.",
}


class Start(Page):
    """All scenes, as tiles."""

    def get(self):
        self.finish(self.page("start.html", scenes=self.demo.scenes, pictures=self.demo.pictures is not None))


class Picture(Page):
    """The small picture of a scene, once it has been drawn."""

    async def get(self, theme, slug):
        data = await self.demo.pictures.get(theme, slug) if self.demo.pictures and slug in self.demo.scenes else None
        if data is None:
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", "image/png")
        self.set_header("Cache-Control", "max-age=600")
        self.finish(data)


class Scene(Page):
    """A scene: ``get`` is a page whose script asks, by ``post``, for the scene in a kernel of the visitor's own."""

    def get(self, slug):
        scene = self.known(slug)
        if scene and len(self.demo.visitors) >= self.demo.visitors.limit:
            self.full()
        elif scene:
            self.finish(self.page("door.html", scene=scene, asked=ASKED, **self.beside(slug)))

    async def post(self, slug):
        scene = self.known(slug)
        if scene and not self.demo.visitors.admit():
            self.full()
        elif scene:
            await self.show(slug, scene)

    def check_xsrf_cookie(self):
        """Only a script of the demo's own pages can ask."""
        if not self.request.headers.get(ASKED) or not self.check_origin():
            raise web.HTTPError(HTTPStatus.FORBIDDEN)
        if self.request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            raise web.HTTPError(HTTPStatus.FORBIDDEN)

    def beside(self, slug):
        """What the page tells of the scenes before and after: (relation, sign, slug), and names by slug."""
        slugs = list(self.demo.scenes)
        k = slugs.index(slug)
        found = [("prev", "‹", slugs[k - 1])] if k else []
        found += [("next", "›", after) for after in slugs[k + 1 : k + 2]]
        return {"beside": found, "names": {one: scene.name for one, scene in self.demo.scenes.items()}}

    def known(self, slug):
        """Return the scene of that name, or None once it is said that there is none."""
        if slug not in self.demo.scenes:
            self.say(404, "There is no such scene", "Perhaps it has a new name. The start page has them all.")
        return self.demo.scenes.get(slug)

    async def show(self, slug, scene):
        """Send the page of a scene piece by piece."""
        self.html()
        times = {"rest": pages.minutes(self.demo.idle), "every": self.demo.check}
        begin, end = pages.around_scene(base=self.base_url, scene=scene, times=times, **self.beside(slug))
        self.send(begin)
        try:
            async for piece in await self.demo.open(slug):
                self.send(piece)
        except Exception:
            self.log.exception("The scene %s could not be shown", slug)
            self.send(pages.render("failed.html"))
        self.finish(end)

    def send(self, text):
        """Send at once, if the visitor is still there."""
        self.write(text)
        self.flush()

    def full(self):
        limit = self.demo.visitors.limit
        words = (
            f"This demo has room for {limit} visitor{'s' if limit > 1 else ''}. Whoever leaves a scene makes room at "
            f"once; a scene that nobody touches ends after {pages.minutes(self.demo.idle)}."
        )
        self.say(503, "All places are taken", words, again=self.request.path)


class Kernel(Page):
    """Whether a kernel is there; its visitor's page asks this again and again."""

    async def get(self, kernel_id):
        if kernel_id not in self.demo.visitors or not await self.demo.runs(kernel_id):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.demo.visitors.see(kernel_id)
        self.set_header("Cache-Control", "no-store")
        self.finish(self.kernel_manager.kernel_model(kernel_id) | {"last_activity": None})

    def write_error(self, status_code, **kwargs):
        self.finish({"message": "This kernel is not there."})


class Leave(Page):
    """A page that is being closed ends its kernel."""

    def check_xsrf_cookie(self):
        """The kernel's id is known to its own page alone, which is all that a token could tell."""

    async def post(self, kernel_id):
        await self.demo.end(kernel_id)
        self.set_status(HTTPStatus.NO_CONTENT)
        self.finish()


class Waiting(RequestInfoSocketHandler):
    """A kernel, which is on this computer, waits here for its visitor."""

    def prepare(self):
        if self.request.remote_ip not in LOOPBACK:
            raise web.HTTPError(HTTPStatus.FORBIDDEN)


class Plain:
    """What no visitor looks at by itself, such as files of the front end; an error is a line of words."""

    def write_error(self, status_code, **kwargs):
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("The demo has nothing here.\n")


class Channels(Plain, KernelWebsocketHandler):
    """A visitor's widgets talk to their kernel; only what ``messages`` admits goes through.

    Jupyter's own, as Voila's takes every binary message for one of the newer form. A message that is none ends its
    socket; who sends too many waits, as nothing more is read from that socket meanwhile.
    """

    @property
    def demo(self):
        return self.settings["demo"]

    async def get(self, kernel_id):
        if kernel_id not in self.demo.visitors or not await self.demo.runs(kernel_id):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        if self.demo.visitors.allowance(kernel_id).sockets >= messages.SOCKETS:
            raise web.HTTPError(HTTPStatus.TOO_MANY_REQUESTS)
        await super().get(kernel_id=kernel_id)

    async def open(self, kernel_id):
        self.allowance = self.demo.visitors.allowance(kernel_id)
        self.allowance.sockets += 1
        self.ws_connection.stream.max_write_buffer_size = UNREAD
        await super().open(kernel_id)

    async def on_message(self, message):
        await asyncio.sleep(self.allowance.spend(len(message)))
        try:
            if self.connection and self.allowance.admits(*messages.read(message, self.selected_subprotocol == V1)):
                super().on_message(message)
        except Exception as error:
            self.log.error("A visitor's connection was closed: it sent %s", error)
            self.close(1003, "not a message of widgets")

    def write_message(self, message, binary=False):
        try:
            return super().write_message(message, binary)
        except StreamBufferFullError:  # the page does not read
            self.ws_connection.stream.close()

    def on_close(self):
        if hasattr(self, "allowance"):
            self.allowance.sockets -= 1
        with contextlib.suppress(AttributeError, KeyError):  # Jupyter had not come to opening it
            super().on_close()


class StaticFile(Plain, MultiStaticFileHandler):
    """Of Voila's front end and its template."""


class ExtensionFile(Plain, FileFindHandler):
    """Of the widgets' front end."""


class Missing(Page):
    """Every other address."""

    def prepare(self):
        raise web.HTTPError(HTTPStatus.NOT_FOUND)


def addresses(base, static, labextensions):
    """Return all that is served: (pattern, handler, options) for tornado."""
    rows = [
        ("/", Start, {}),
        (r"/scene/([^/]+)", Scene, {}),
        (r"/picture/(light|dark)/([^/]+)", Picture, {}),
        (rf"/api/kernels/{KERNEL}", Kernel, {}),
        (rf"/api/kernels/{KERNEL}/channels", Channels, {}),
        (rf"/voila/api/shutdown/{KERNEL}", Leave, {}),
        (rf"/voila/query/{KERNEL}", Waiting, {}),
        (r"/voila/(?:static|templates/lab/static)/(.+)", StaticFile, {"paths": static}),
        (r"/voila/labextensions/(.+)", ExtensionFile, {"path": labextensions, "no_cache_paths": ["/"]}),
        (r"/(.*)", Missing, {}),
    ]
    return [(url_path_join(base, pattern), handler, options) for pattern, handler, options in rows]


def tell(kernel_id, slug):
    """Tell a waiting kernel which scene its visitor wants."""
    RequestInfoSocketHandler.send_updates({"kernel_id": kernel_id, "payload": {notebook.SLUG: slug}})
