"""The frame of every page that handouts, gallery and demo write, and the templates that are filled into it."""

from pathlib import Path

import jinja2


def among(folder, autoescape):
    """Return the jinja2 environment of the templates in a folder, which may extend ``frame.html`` of this one.

    ``autoescape`` says whether values are texts; where it is False, they are HTML already.
    """
    folders = [folder, Path(__file__).parent]
    options = {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "keep_trailing_newline": True}
    return jinja2.Environment(loader=jinja2.FileSystemLoader(folders), autoescape=autoescape, **options)
