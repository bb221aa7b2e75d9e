"""A lecture: one scene after the other, each with its name, its caption and its place, stepped by key or button.

A scene is built when it is opened, the next one while the present one is being talked about. Whoever comes back finds a
scene as it was left; ``reset`` builds it anew.
"""

from types import MappingProxyType

import ipywidgets
import traitlets

from svmlab import validation
from svmlab.explorers import validation as checks
from svmlab.explorers.export import Contents, traits
from svmlab.explorers.lecture_scenes import SCENES, LectureScene
from svmlab.explorers.live_explorer import LiveExplorer
from svmlab.explorers.live_scene import AskingScene
from svmlab.explorers.lock import in_turn
from svmlab.explorers.looks import Looks
from svmlab.explorers.page_errors import error_text
from svmlab.explorers.questions import WHOLE
from svmlab.page import modules


class LectureBar(AskingScene):
    """What stands above the scene, and listens to the keys.

    scenes    [{name, caption, question, answer, choices, hides}, ...], see LectureScene
    answer    {turn, page, number, at, error, built}: the scene that is shown, why there is none, those that are built
    """

    _esm = modules.joined("scenes/lecture.js")
    questions = MappingProxyType({"go": {"to": WHOLE}, "reset": {}, "prepare": {"k": WHOLE}})

    scenes = traitlets.List().tag(sync=True)


class Lecture(LiveExplorer):
    """Scenes of a lecture, one at a time: ``explorers.Lecture()``, or with scenes of one's own.

    scenes    LectureScene values, see ``svmlab.explorers.lecture_scenes``; their names differ
    start     the first one, by its name or its index
    size      "lecture" or "regular"; theme, "auto", "light", "dark" or "contrast": both for all scenes

    Page Down or n goes to the next scene, Page Up or p to the previous one, r resets the present one. The page keys do
    so wherever the focus is, once the lecture fills the screen or was touched; sliders take long steps with Shift and
    an arrow. Space, where no control has it, reveals the answer of a scene that asks.

    ``go``, ``next``, ``previous`` and ``reset`` do the same in Python; ``at`` is the index of the scene in the picture,
    ``explorer`` what its ``build`` has returned, or None where ``error`` says why there is none.
    """

    @in_turn
    def __init__(self, scenes=SCENES, *, start=0, size="lecture", theme="auto"):
        self.scenes = checks.lecture_scenes(scenes, LectureScene)
        told = [scene.told() for scene in self.scenes]
        self.scene = self.bar = LectureBar(self._ask, scenes=told, options=Looks(size, theme).as_options())
        self.bar.observe(lambda _: self._dress_all(), "options")
        self._built, self._errors, self.at = {}, {}, 0
        super().__init__(self.bar)
        self.add_class("svm-lecture")
        self.go(start)

    @property
    def widget(self):
        """None: a lecture is a bar and its scenes. Raises AttributeError, which says what can be shown instead."""
        raise AttributeError(
            "a Lecture is several widgets, and this host shows one: show a scene, lecture.explorer.widget, or write "
            'all of it to a page by export_html(lecture, "lecture.html")'
        )

    def go(self, to):
        """Show the scene of this name or index."""
        self._go(self._index(to))

    def next(self):
        """Show the next scene; the last one stays."""
        self._go(min(self.at + 1, len(self.scenes) - 1))

    def previous(self):
        """Show the scene before; the first one stays."""
        self._go(max(self.at - 1, 0))

    @in_turn
    def reset(self):
        """Build the present scene anew."""
        self._discard(self.at)
        self._go(self.at)

    @property
    def explorer(self):
        """What the present scene has built, or None."""
        return self._built.get(self.at)

    @property
    def error(self):
        """Why the present scene could not be built, or None."""
        return self._errors.get(self.at)

    def _index(self, to):
        names = [scene.name for scene in self.scenes]
        return (
            names.index(validation.known("scene", to, names))
            if isinstance(to, str)
            else validation.index("scene", to, names)
        )

    # Building.

    @in_turn
    def _go(self, at, to=None):
        self._build(at)
        self.at = at
        for k, explorer in self._built.items():
            explorer.layout.display = None if k == at else "none"
        self._answer(to)

    def _build(self, k):
        """Let the scene stand by, hidden; where it cannot be built, keep why."""
        if k in self._built:
            return
        try:
            explorer = self.scenes[k].build()
            if not isinstance(explorer, ipywidgets.Widget):
                raise TypeError(f"build must return an explorer, got {type(explorer).__name__}")
        except Exception as error:  # whatever it is, the audience sees a sentence
            self._errors[k] = error_text(error)
            return
        self._errors.pop(k, None)
        self._dress_as_this(explorer)
        explorer.layout.display = "none"
        self._built[k] = explorer
        self.children = (self.bar, *self._built.values())

    def _discard(self, k):
        explorer = self._built.pop(k, None)
        self.children = (self.bar, *self._built.values())
        if explorer is not None:
            explorer.close()

    def _dress_as_this(self, explorer):
        if isinstance(explorer, LiveExplorer):
            explorer.size, explorer.theme = self.size, self.theme

    @in_turn
    def _dress_all(self):
        for explorer in self._built.values():
            self._dress_as_this(explorer)

    # The page asks.

    def _ask(self, question):
        """{type: "go", to}, {type: "reset"}, or {type: "prepare", k}."""
        if question["type"] == "go":
            self._go(self._index(question["to"]), question)
        elif question["type"] == "reset":
            self._discard(self.at)
            self._go(self.at, question)
        else:
            self._build(self._index(question["k"]))
            self._answer(question)

    def _answer(self, to):
        self.bar.say({}, to, at=self.at, error=self.error, built=sorted({*self._built, *self._errors}))

    # Without a front end.

    def figure(self, **options):
        """Return the picture of the present scene as a matplotlib figure."""
        return self.explorer.figure(**options)

    def summary(self):
        """Return the present scene in words."""
        return f"Lecture, {self.in_words()}"

    def in_words(self):
        scene = self.scenes[self.at]
        told = self.error or self.explorer
        return f"scene {self.at + 1} of {len(self.scenes)}: {scene.name}. {scene.caption} {told!s}"

    @property
    def drawable(self):
        """Whether there is a picture to draw."""
        return getattr(self.explorer, "drawable", False)

    @in_turn
    def export_contents(self, tell):
        """Return the Contents of a page of all scenes, those that were opened as they stand."""
        within = []
        for k, scene in enumerate(self.scenes):
            tell(f"{scene.name}: {k + 1} of {len(self.scenes)} scenes")
            within.append(self._for_page(k, tell))
        bar = {**traits(self.bar), "answer": {"turn": 0, "page": None, "number": None, "at": self.at, "error": None}}
        title = f"A lecture of {len(self.scenes)} scenes"
        return Contents(
            title, "This page runs without Python: Page Down shows the next scene.", bar, within=tuple(within)
        )

    def _for_page(self, k, tell):
        """(scene, state) of a scene as its page has it; one that was not opened is built for it, and closed."""
        opened = self._built.get(k)
        explorer = opened or self._built_for_page(self.scenes[k])
        self._dress_as_this(explorer)
        contents = explorer.export_contents(tell)
        if not opened:
            explorer.close()
        return explorer.scene, contents.state

    def _built_for_page(self, scene):
        try:
            explorer = scene.build()
        except Exception as error:
            raise ValueError(
                f"scene {scene.name!r} cannot be built, so that no page can have it: {error_text(error)} "
                "Mend it, or give Lecture the other scenes"
            ) from error
        checks.exported_scene(scene.name, explorer)
        return explorer

    def close(self):
        """Remove the lecture and all its scenes from the page and from memory."""
        for explorer in getattr(self, "_built", {}).values():
            explorer.close()
        super().close()
