"""The data menu: the controls of what the points are and how they are drawn, with one's own points as an entry."""

from svmlab.explorers.control import Menu, drawing
from svmlab.explorers.menus import OWN_TITLE
from svmlab.explorers.samples import SAMPLES, Bundled, used_to_draw
from svmlab.explorers.setting import OWN, Drawn, Points


class DataMenu:
    """The controls ``data``, ``m``, ``n_classes``, ``noise`` and ``seed``; ``own`` are one's own points.

    names         entries of the menu, in SAMPLES; the first is the default
    two_classes   those of them that are drawn with two classes only
    points        where it begins
    """

    def __init__(self, names, two_classes, points):
        self.two_classes = two_classes
        self._entries = tuple((SAMPLES[name].title, name) for name in names)
        self.data = Menu("data", self._offered(points.own), points.menu)
        self.own = points.own
        m, n_classes, _, seed = points.drawn
        self.m, self.n_classes = drawing("m", m), drawing("n_classes", n_classes)
        self.noise, self.seed = drawing("noise", 0.0), drawing("seed", seed)
        self.take_usual_noise()
        if points.drawn.noise is not None and "noise" in self.parameters:
            self.noise.value = points.drawn.noise

    @property
    def controls(self):
        """The controls by name."""
        return {name: getattr(self, name) for name in ("data", *Drawn._fields)}

    @property
    def points(self):
        """Where the points come from."""
        drawn = Drawn(*(getattr(self, name).value for name in Drawn._fields))
        return Points(self.data.value, drawn, self.own)

    @property
    def sampler(self):
        """The entry of SAMPLES, None for one's own points."""
        return SAMPLES.get(self.data.value)

    @property
    def parameters(self):
        """How the data set can be drawn, {} for one that is as it is."""
        return {} if self.sampler is None else self.sampler.parameters

    @property
    def used(self):
        """Names of the controls that say something of the data set."""
        return {"data", *used_to_draw(self.data.value, self.two_classes)}

    @property
    def title(self):
        """The data set in words."""
        return OWN_TITLE if self.sampler is None else self.sampler.title

    @property
    def note(self):
        """What the data set is for, or None."""
        return self.sampler.note if isinstance(self.sampler, Bundled) else None

    @property
    def settings(self):
        """Controls that a reader who chooses this data set wants to stand elsewhere."""
        return self.sampler.settings if isinstance(self.sampler, Bundled) else {}

    def dataset(self):
        """Return the Dataset that the controls describe."""
        if self.sampler is None:
            return self.own.data
        options = {name: getattr(self, name).value for name in self.used & {"noise", "n_classes"}}
        return self.sampler.sample(self.m.value, random_state=self.seed.value, **options)

    def take_usual_noise(self):
        """Let the noise be that of the data set."""
        if "noise" in self.parameters:
            self.noise.value = self.parameters["noise"]

    def _stand_at(self, entry, own):
        """Stand at an entry of the menu, which offers one's own points where there are any."""
        self.own, self.data.options = own, self._offered(own)
        self.data.value = entry

    def _offered(self, own):
        return self._entries if own is None else ((OWN_TITLE, OWN), *self._entries)

    def adopt(self, own):
        """Stand at one's own points."""
        self._stand_at(OWN, own)

    def take(self, points):
        """Stand where it stood."""
        self._stand_at(points.menu, points.own)
        if points.menu == OWN:
            return
        self.take_usual_noise()
        self.draw_as(points.drawn)

    def draw_as(self, drawn):
        """Draw like this."""
        for name, value in drawn._asdict().items():
            if value is not None:
                getattr(self, name).value = value

    def begin_again(self, points):
        """Stand where it began, also with what the data set does not use."""
        self.take(points)
        self.draw_as(points.drawn)
