"""The pages that visitors read: the start page, the one around a scene, and messages in words."""

from pathlib import Path

from markupsafe import Markup

from svmlab import style, templates

TEMPLATES = templates.among(Path(__file__).parent / "pages", autoescape=True)
HERE = Markup("<!-- here comes the scene -->")


def render(name, **values):
    """Return a page; ``colors`` are those of style.py, light and dark."""
    return TEMPLATES.get_template(name).render(colors=colors(), fonts=style.TABLE["fonts"], **values)


def around_scene(**values):
    """Return the page of a scene in two parts: what stands before the scene and what follows it."""
    begin, _, end = render("scene.html", here=HERE, **values).partition(HERE)
    return begin, end


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
