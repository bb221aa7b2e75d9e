"""What visitors read: the start page, the frame around a scene, and messages in words."""

from pathlib import Path

import jinja2

from svmlab import style

FOLDER = Path(__file__).parent / "pages"
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
)


def render(name, **values):
    """Return a page; ``colors`` are those of style.py, light and dark."""
    return ENVIRONMENT.get_template(name).render(colors=colors(), fonts=style.TABLE["fonts"], **values)


def colors():
    """Return {name: CSS colour} that follows the reader's light or dark theme."""
    light, dark = style.theme("light"), style.theme("dark")
    named = {name: (light[name], dark[name]) for name, value in light.items() if isinstance(value, str)}
    named["accent"] = light["classes"][0]["edge"], dark["classes"][0]["edge"]
    named["tint"] = light["classes"][0]["tint_inside"], dark["classes"][0]["tint_inside"]
    return {name: f"light-dark({first}, {second})" for name, (first, second) in named.items()}


def minutes(seconds):
    """Return a time in words."""
    if seconds < 60:
        return f"{seconds:g} seconds"
    return "1 minute" if seconds < 120 else f"{seconds / 60:.0f} minutes"
