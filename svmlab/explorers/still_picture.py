"""How an explorer is displayed: live, and beside it a still picture for whoever opens the notebook without Python.

JupyterLab shows a saved notebook's widgets as "model not found" until its cells are run, and exports know nothing
of them. So a cell gets two outputs: a still picture and the live widget. The style sheet that travels with the
picture hides it wherever the live widget follows, and hides what follows where that is not alive. That one can run the
cell is said in JupyterLab, Notebook and VS Code, and on no page that has been made of a notebook.

Where a notebook is run to be exported (``svmlab.handouts``), the output is the page of the scene instead.
"""

import base64
import os

from svmlab.explorers import export

EXPORTING = "SVMLAB_EXPORTING"  # environment variable, set where cells are run to be exported
PAGE = "application/vnd.svmlab.page+json"  # what ``export.framed`` returns

STYLE = """<style>
.jp-OutputArea-child:has(.svm-still):has(+ .jp-OutputArea-child .svm-explorer) { display: none; }
.jp-OutputArea-child:has(.svm-still) + .jp-OutputArea-child:not(:has(.svm-explorer)) { display: none; }
.svm-still { animation: svm-wait 3s step-end; max-width: 960px; }
.svm-still figcaption { opacity: 0.75; font-size: 90%; }
.lm-Widget .svm-run, .notebook_app .svm-run, [data-vscode-theme-kind] .svm-run { display: inline; }
[data-voila] .svm-run { display: none; }
.svm-still img { background: white; max-width: 100%; }
@keyframes svm-wait { from { position: absolute; visibility: hidden; } }
</style>"""
PICTURE = """<figure class="svm-still" data-scene="{scene}" style="margin: 0"><img alt="{alt}" \
src="data:image/png;base64,{image}"><figcaption>A still picture\
<span class="svm-run" hidden>: run the cell to bring it to life</span>.</figcaption></figure>"""


def display(explorer):
    """Display an explorer in a notebook; in a terminal, print it."""
    from IPython import get_ipython
    from IPython.display import display as show

    if getattr(get_ipython(), "kernel", None) is None:
        print(explorer.summary())
        return
    if os.environ.get(EXPORTING):
        show(page_mimebundle(explorer), raw=True)
        return
    picture = show({"text/plain": ""}, raw=True, display_id=True)  # its place, filled when the live scene stands
    show(explorer.live_mimebundle(), raw=True)
    if explorer.drawable:
        image = explorer.png()
        picture.update({"text/html": html(explorer, image), "image/png": image, "text/plain": ""}, raw=True)


def page_mimebundle(explorer):
    """Return the page of the scene, and the still picture and the words for where it cannot be shown."""
    picture = {"image/png": explorer.png()} if explorer.drawable else {}
    return {PAGE: export.framed(explorer), **picture, "text/plain": explorer.summary()}


def html(explorer, image):
    """Return the still picture as HTML, with the style sheet that shows it only where nothing lives."""
    return STYLE + PICTURE.format(
        scene=explorer.scene.options["id"],
        alt=explorer.summary().replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;"),
        image=base64.b64encode(image).decode(),
    )
