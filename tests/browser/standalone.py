"""A page that runs scenes from disk as an export does, on what the scenes know so far; all of one kind."""

from svmlab.explorers import export


def page(*scenes):
    """Return the page as HTML."""
    return export.document(scenes, [export.traits(scene) for scene in scenes], "svmlab", "", "")
