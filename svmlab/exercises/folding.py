"""What a cell shows stays folded until the reader has decided, also when all cells are run at once."""

from html import escape

MARK = "application/vnd.svmlab.folded"  # pages of notebooks leave such an output out
LINE = '<details class="svmlab-folded"><summary>{}</summary></details>'
CLOSED = ".jp-OutputArea:has(> .jp-OutputArea-child .svmlab-folded:not([open]))"
RULE = f"<style>{CLOSED} > .jp-OutputArea-child:not(:has(.svmlab-folded)) {{ display: none }}</style>"


def fold(line="Open when you have decided"):
    """Hide what the rest of a cell shows in JupyterLab until a line above it is opened; elsewhere it stays in sight."""
    from IPython.display import display

    display({MARK: "", "text/html": LINE.format(escape(line)) + RULE, "text/plain": ""}, raw=True)
