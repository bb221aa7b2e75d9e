"""The size and the theme of a live scene, which can be changed while it is shown."""

from svmlab import style, validation


def looks(size, theme):
    """Return {size, theme} for the options of a scene; raise on an unknown one."""
    return {
        "size": validation.one_of("size", size, style.TABLE["sizes"]),
        "theme": validation.one_of("theme", theme, style.THEMES),
    }


class Dressed:
    """An explorer whose ``scene`` has the options size and theme."""

    @property
    def size(self):
        """ "regular", or "lecture" for large type, thick lines and few controls; the page has a switch for it, too."""
        return self.scene.options["size"]

    @size.setter
    def size(self, size):
        self.scene.options = {**self.scene.options, **looks(size, self.theme)}

    @property
    def theme(self):
        """ "auto" for that of the page and the reader, "light", "dark" or "contrast"."""
        return self.scene.options["theme"]

    @theme.setter
    def theme(self, theme):
        self.scene.options = {**self.scene.options, **looks(self.size, theme)}
