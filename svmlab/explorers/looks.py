"""The size and the theme of a live scene."""

from dataclasses import asdict, dataclass

from svmlab import style, validation


@dataclass(frozen=True)
class Looks:
    """The looks of a scene; raises on unknown ones.

    size    "regular", or "lecture" for large type, thick lines and few controls
    theme   "auto" for that of the page and the reader, "light", "dark" or "contrast"
    """

    size: str = "regular"
    theme: str = "auto"

    def __post_init__(self):
        validation.one_of("size", self.size, style.TABLE["sizes"])
        validation.one_of("theme", self.theme, style.THEMES)

    def as_options(self):
        """Return {size, theme}, two of the options of a scene."""
        return asdict(self)
