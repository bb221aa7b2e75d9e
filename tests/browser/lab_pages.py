"""Notebooks in JupyterLab for tests, opened where it stands already, as a reader opens the next one."""

import contextlib
import time
import weakref

from browsing import OF_A_PAGE, USUAL, end_kernels, heard, new_page, open_notebook, prepare, run_all, wait_until_idle
from browsing import write_notebook as write

_idle = weakref.WeakKeyDictionary()  # of each browser: the pages that have JupyterLab and no notebook, by its address


@contextlib.contextmanager
def opened(lab, browser, name, cells, *, fresh=False, **options):
    """A page with a notebook of these cells, run; fails on an error in the page's console or in an output.

    JupyterLab has shown the notebooks of other tests in that page, unless it is to be ``fresh``, or ``options`` are
    such that a page has them from the beginning.
    """
    folder, address = lab
    write(folder / name, *cells)
    lent = not fresh and not options.keys() - OF_A_PAGE
    with (_lent if lent else _own)(browser, address, name, fresh=fresh, **options) as (page, errors):
        yield page
        assert not [error for error in errors if "svm" in error or "blob:" in error], errors
        assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    end_kernels(address, name)


@contextlib.contextmanager
def _own(browser, address, name, **options):
    with new_page(browser, **options) as page:
        errors, _ = heard(page)
        open_notebook(page, address, name)
        yield page, errors


OPEN = "async path => { await jupyterapp.commands.execute('docmanager:open', { path }); }"  # what it gives is large
LEAVE_NO_TRACE = """() => {
    for (const shown of [...jupyterapp.shell.widgets("main")]) shown.dispose();  // without asking what is to be saved
    for (const changed of Object.keys(navigator.clipboard)) delete navigator.clipboard[changed];
    localStorage.clear();
    sessionStorage.clear();
    jupyterapp.shell.expandLeft();
    return !document.querySelector(".jp-Dialog, .lm-Menu");
}"""


@contextlib.contextmanager
def _lent(browser, address, name, *, viewport=USUAL, color_scheme="light", reduced_motion="no-preference", fresh=False):
    """A page where JupyterLab stands, and goes on to stand for the next test."""
    idle = _idle.setdefault(browser, {}).setdefault(address, [])
    page = idle.pop() if idle else _with_lab(browser, address)
    try:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion, contrast="no-preference")
        errors, _ = heard(page)
        page.evaluate(OPEN, name)
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        wait_until_idle(page)
        run_all(page)
        yield page, errors
        as_it_began = page.evaluate(LEAVE_NO_TRACE)
        page.mouse.move(0, 0)
        page.context.clear_permissions()
    except BaseException:
        page.context.close()
        raise
    if as_it_began:
        idle.append(page)
    else:
        page.context.close()


def _with_lab(browser, address):
    """A page where JupyterLab has come up, with no notebook."""
    page = browser.new_context().new_page()
    prepare(page)
    page.goto(f"{address}/lab/workspaces/w{time.monotonic_ns()}")
    page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    return page
