"""What every explorer is: a widget that can be displayed, dressed, told in words, drawn, exported and closed."""

import inspect
import io

import ipywidgets

from svmlab.explorers import still_picture
from svmlab.explorers import validation as checks
from svmlab.explorers.looks import Looks

DOTS_PER_INCH = 110  # of a still picture
checks.widgets(ipywidgets.__version__)


class LiveExplorer(ipywidgets.VBox):
    """A live scene with what stands around it; kinds of explorer have

    scene                    a LiveScene, the one widget that the page draws; also ``widget``
    figure(**options)        the picture as a matplotlib figure
    in_words()               the picture in words
    export_contents(tell)    the Contents of its page that runs without Python, see ``export``
    drawable                 whether there is a picture to draw
    error                    why there is none, or none newer; None where all is well
    """

    drawable = True
    error = None

    def __new__(cls, *given, **options):
        checks.arguments(cls.__name__, options, argument_names(cls))
        return super().__new__(cls, *given, **options)

    def __init__(self, *children):
        self._parts = with_inner(children)
        super().__init__(children)
        self.add_class("svm-explorer")

    @property
    def widget(self):
        """The explorer as one anywidget, for hosts that take no other, as ``mo.ui.anywidget`` of marimo."""
        return self.scene

    @property
    def size(self):
        """ "regular", or "lecture" for large type, thick lines and few controls; the page has a switch for it, too."""
        return self.scene.options["size"]

    @size.setter
    def size(self, size):
        self._dress(Looks(size, self.theme))

    @property
    def theme(self):
        """ "auto" for that of the page and the reader, "light", "dark" or "contrast"."""
        return self.scene.options["theme"]

    @theme.setter
    def theme(self, theme):
        self._dress(Looks(self.size, theme))

    def _dress(self, looks):
        self.scene.options = {**self.scene.options, **looks.as_options()}

    def summary(self):
        """Return the picture in words."""
        return f"{type(self).__name__}: {self.in_words()}"

    def __repr__(self):
        return self.summary()

    # How it is displayed.

    def _repr_mimebundle_(self, **kwargs):
        pictures = {"image/png": self.png()} if self.drawable else {}
        return {**self.live_mimebundle(**kwargs), **pictures}

    def live_mimebundle(self, **kwargs):
        """Return what displays the live scene, and the summary in words."""
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": self.summary()}

    def _ipython_display_(self):
        still_picture.display(self)

    def _display_(self):
        """What marimo displays in the place of the explorer."""
        return self.widget

    def png(self):
        """Return the picture as PNG, in 256 colours, a third of the size."""
        from matplotlib import pyplot
        from PIL import Image

        figure, drawn, file = self.figure(), io.BytesIO(), io.BytesIO()
        in_no_time = {"compress_level": 0}  # it is written anew below
        figure.savefig(drawn, format="png", dpi=DOTS_PER_INCH, bbox_inches="tight", pil_kwargs=in_no_time)
        pyplot.close(figure)
        picture = Image.open(drawn).convert("RGB").quantize(256, dither=Image.Dither.NONE)
        picture.save(file, format="png", optimize=True, dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
        return file.getvalue()

    # How it goes.

    def close(self):
        """Remove the explorer, its scene and its controls from the page and from memory."""
        for widget in getattr(self, "_parts", ()):
            for part in (getattr(widget, "style", None), widget.layout, widget):
                if part is not None:
                    part.close()
        self.layout.close()
        super().close()


def argument_names(kind):
    """Names of what a kind of explorer takes, also of what its ``__init__`` hands on to the one it derives from."""
    names = {}
    for base in (base for base in kind.__mro__ if "__init__" in vars(base)):
        _, *parameters = inspect.signature(base.__init__).parameters.values()
        names |= {p.name: p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
        if not any(p.kind is p.VAR_KEYWORD for p in parameters):
            break
    return tuple(names)


def with_inner(widgets):
    """Widgets and all that stand in them."""
    return [part for widget in widgets for part in (widget, *with_inner(getattr(widget, "children", ())))]
