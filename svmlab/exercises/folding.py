"""What a cell shows stays folded until the reader has decided, also when all cells are run at once."""

from html import escape

MARK = "application/vnd.svmlab.folded"  # has the line for pages of notebooks, which fold by themselves
LINE = '<details class="svmlab-folded"><summary>{}</summary></details>'
CLOSED = ".jp-OutputArea-child:has(.svmlab-folded:not([open]))"
RULE = f"<style>{CLOSED} ~ .jp-OutputArea-child {{ display: none }}</style>"


def fold(line="Open when you have decided"):
    """Hide what the rest of a cell shows until a line above it is opened, in JupyterLab and on exported pages.

    Elsewhere it stays in sight.
    """
    from IPython.display import display

    display({MARK: line, "text/html": LINE.format(escape(line)) + RULE, "text/plain": ""}, raw=True)
