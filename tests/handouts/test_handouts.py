"""Notebooks as pages: what a cell becomes, and what is said where one fails."""

import os
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser

import nbformat
import pytest

from svmlab import kernels
from svmlab.exercises.folding import MARK
from svmlab.explorers import LagrangeExplorer, MarginExplorer, still_picture
from svmlab.handouts import __main__ as command
from svmlab.handouts import blocks, folders, gallery, pages

code, markdown = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell


def article(*cells, **options):
    return blocks.Article(nbformat.v4.new_notebook(cells=list(cells)), "name", **options).html()


def shown(data):
    cell = code("1", outputs=[nbformat.v4.new_output("display_data", data)])
    return article(cell).split("</pre>", 1)[1]


def write(path, *cells):
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells)), path)
    return path


def test_formulas_reach_the_page_as_they_were_written():
    text = article(markdown(r"If $a_1 < b_1$ and *so* $a_2 > b_2$, then $$\sum_i \alpha_i & 1$$ costs."))
    assert "$a_1 &lt; b_1$" in text
    assert r"$$\sum_i \alpha_i &amp; 1$$" in text
    assert "<em>so</em>" in text


def test_a_notebook_that_a_text_names_is_linked_where_it_has_a_page():
    words = "See `01_margins.ipynb`, `02_no.ipynb`, [that](03_x.ipynb#here), [this](02_no.ipynb#there)."
    text = article(markdown(words), links=["01_margins", "03_x"])
    assert '<a href="01_margins.html"><code>01_margins</code></a>' in text
    assert "<code>02_no.ipynb</code>" in text
    assert '<a href="03_x.html#here">that</a>' in text
    assert "this (<code>02_no.ipynb</code>)" in text


def test_files_that_stay_behind_are_named_and_not_linked():
    text = article(
        markdown("[figures/a.md](../figures/a.md), [counts](../b.md#c), [net](https://a.org/x.md), [up](#top).")
    )
    assert "<code>figures/a.md</code>, counts (<code>b.md</code>), " in text
    assert re.findall(r'href="(.*?)"', text) == ["https://a.org/x.md", "#top"]


class Links(HTMLParser):
    """The files that a page leads to."""

    def __init__(self, text):
        super().__init__()
        self.files = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        link = given.get("href") or given.get("src") or ""
        if link and not re.match(r"[a-z][a-z0-9+.-]*:|#", link):
            self.files.add(link.split("#")[0])


def test_every_link_of_every_exported_page_leads_to_a_file_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(pages.run, "run", lambda notebook, folder, tell: None)  # only texts have links
    for folder, names in ((tmp_path / "all", []), (tmp_path / "one", ["00"]), (tmp_path / "last", ["11"])):
        assert command.main([*names, "--to", str(folder)]) == 0
        written = sorted(folder.glob("*.html"))
        assert len(written) == 1 + 2 * (len(names) or len(command.chosen([])))
        for page in written:
            files = Links(page.read_text(encoding="utf-8")).files
            assert files
            assert {file for file in files if not (folder / file).exists() or "/" in file} == set(), page.name
    assert 'href="01_margins.html"' in (tmp_path / "all" / "00_start_here.html").read_text(encoding="utf-8")
    assert 'href="01_margins.html"' not in (tmp_path / "one" / "00_start_here.html").read_text(encoding="utf-8")


def test_the_richest_form_that_a_page_can_show_is_shown():
    assert shown({"text/plain": "words", "text/html": "<b>table</b>"}).startswith('\n<div class="output"><b>table')
    assert 'src="data:image/png;base64,iVBO' in shown({"text/plain": "words", "image/png": "iVBO\n"})
    assert "&lt;svmlab&gt;" in shown({"text/plain": "<svmlab>"})
    assert "data:image/svg+xml;base64" in shown({"image/svg+xml": "<svg/>"})
    assert "$x$" in shown({"text/latex": "$x$", "text/plain": "x"})


def test_a_page_folds_what_a_cell_shows_after_the_line_that_folds_it_in_jupyterlab():
    line = nbformat.v4.new_output("display_data", {MARK: "Open < later", "text/html": "<details>here</details>"})
    before, after = (nbformat.v4.new_output("stream", text=text) for text in ("asked", "answered"))
    text = article(code("1", outputs=[before, line, after, after]))
    behind = re.search(r'<details class="folded"><summary>Open &lt; later</summary>(.*?)</details>', text, re.DOTALL)[1]
    assert behind.count("answered") == text.count("answered") == 2
    assert "asked" in text.replace(behind, "")
    assert "here" not in text


def test_pictures_are_numbered_and_named_after_their_section():
    picture = nbformat.v4.new_output("display_data", {"image/png": "iVBO"})
    text = article(markdown("# A *wide* margin"), code("1", outputs=[picture, picture]))
    assert re.findall('alt="(.*?)"', text) == [f"Picture {n}, of the section A wide margin" for n in (1, 2)]


def test_an_error_that_a_notebook_wants_to_show_has_no_traceback():
    error = nbformat.v4.new_output("error", ename="ValueError", evalue="C < 0", traceback=["Traceback ..."])
    assert "ValueError: C &lt; 0</pre>" in article(code("fit()", outputs=[error]))
    assert "Traceback" not in article(code("fit()", outputs=[error]))


def test_cells_that_a_slide_show_skips_are_marked():
    assert 'data-slide="skip"' in article(code("1", metadata={"slideshow": {"slide_type": "skip"}}))
    assert "data-slide" not in article(code("1", metadata={"slideshow": {"slide_type": "slide"}}))


@pytest.mark.parametrize(
    ("kind", "whole"),
    [
        (LagrangeExplorer, True),
        (lambda: MarginExplorer(m=20), True),
        (lambda: MarginExplorer(m=20, kernel=kernels.Gaussian() + kernels.Linear()), False),
    ],
)
def test_a_scene_is_a_page_in_a_frame_and_a_picture_for_paper(kind, whole):
    """``whole``: its page does all that the notebook does."""
    explorer = kind()
    data = still_picture.page_mimebundle(explorer)
    text = shown({**data, **({"image/png": "iVBO"} if "image/png" in data else {})})
    assert text.count("<iframe") == 1
    assert f'title="{data[still_picture.PAGE]["title"]}"' in text
    assert "&lt;script type=&quot;module&quot;&gt;" in text
    assert data[still_picture.PAGE]["without"].startswith("This page runs without Python")
    needs = f'<figure class="scene"><p class="needs">{data[still_picture.PAGE]["needs"]}</p><iframe'
    assert (needs in text) is not whole
    assert ("Only in a notebook" in text) is not whole
    assert ('class="on-paper"' in text) is explorer.drawable


def test_sliders_that_need_python_are_a_picture_and_a_sentence():
    state = {
        "box": {"state": {"children": ["IPY_MODEL_C", "IPY_MODEL_out"]}},
        "C": {"state": {"description": "C", "value": 0.12345}},
        "out": {"state": {"outputs": [{"output_type": "display_data", "data": {"image/png": "iVBO"}}]}},
    }
    notebook = nbformat.v4.new_notebook(metadata={"widgets": {blocks.STATE: {"state": state}}})
    notebook.cells = [code("1", outputs=[nbformat.v4.new_output("display_data", {blocks.VIEW: {"model_id": "box"}})])]
    text = blocks.Article(notebook, "07_x").html()
    assert text.count("<img") == 1
    assert "With C = 0.123. To move the sliders takes Python: open 07_x.ipynb in JupyterLab." in text


def test_the_files_of_others_stand_there_with_their_licences():
    vendor = pages.HERE / "vendor"
    for name in ("katex", "reveal"):
        assert "MIT" in (vendor / name / "LICENSE").read_text(encoding="utf-8")
    fonts = re.findall(r"url\((.*?)\)", pages.shared()["formula_style"])
    assert len(fonts) == len(list((vendor / "katex" / "fonts").iterdir())) == 20
    assert all(font.startswith("data:font/woff2;base64,") for font in fonts)


def test_notebooks_are_named_by_digits_by_name_and_by_path():
    names = [path.stem for path in command.chosen([])]
    assert len(names) >= 11
    assert [path.stem for path in command.chosen(["02", names[0], "elsewhere/my.ipynb"])] == ["02_kkt", names[0], "my"]
    with pytest.raises(ValueError, match=r"'99' fits no notebook: give one of 00_start_here, .* or a path"):
        command.chosen(["99"])


@pytest.mark.parametrize("main", [command.main, gallery.main], ids=["export", "gallery"])
def test_a_folder_that_cannot_be_made_is_named_before_anything_is_computed(main, tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["--to", str(tmp_path / "file" / "pages")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(
        r"the folder \S+pages cannot be made or written to \(Not a directory\): choose another with --to\n", told.err
    )


def test_folders_are_shown_from_where_the_reader_is_if_they_are_below(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(folders.shown("out/index.html")) == os.path.join("out", "index.html")
    assert str(folders.shown(tmp_path / "out")) == "out"
    assert folders.shown(tmp_path.parent / "out") == tmp_path.parent / "out"


def test_an_export_goes_where_its_folder_is_from_where_the_reader_is(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.ipynb", markdown("# Mine"))
    assert command.main(["mine.ipynb", "--to", "out"]) == 0
    assert f"Open {os.path.join('out', 'index.html')} in a browser." in capsys.readouterr().out
    assert (tmp_path / "out" / "mine.html").exists()
    assert command.main(["mine.ipynb", "--to", str(tmp_path.parent / "beside")]) == 0
    assert f"Open {tmp_path.parent / 'beside' / 'index.html'} in a browser." in capsys.readouterr().out
    assert command.options([]).to == folders.PROJECT / "handouts"


@pytest.mark.slow
def test_a_cell_that_fails_is_told_and_the_other_notebooks_are_written(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["lab.py"])
    bad = write(tmp_path / "bad.ipynb", code("x = 1"), code("\ny = x / 0\nprint(y)"))
    good = write(tmp_path / "good.ipynb", markdown("# My lecture"), code("print('done')"))
    (tmp_path / "junk.ipynb").write_text("no notebook", encoding="utf-8")
    folder = tmp_path / "pages"
    given = [str(bad), str(tmp_path / "junk.ipynb"), str(tmp_path / "none.ipynb"), str(good), "--to", str(folder)]
    assert command.main(given) == 1
    told = capsys.readouterr()
    assert "code cell 2 of 2 (y = x / 0) fails with ZeroDivisionError: division by zero" in told.err
    assert re.search("junk.ipynb is not a notebook that can be read", told.err)
    assert re.search("none.ipynb cannot be read", told.err)
    assert "Traceback" not in told.err
    assert "[4/4] good: " in told.out
    assert sorted(path.name for path in folder.iterdir()) == ["good.html", "good.slides.html", "index.html"]
    assert '<a href="good.html">My lecture</a>' in (folder / "index.html").read_text(encoding="utf-8")
    assert nbformat.read(good, 4).cells[1].outputs == []


def ended(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def wait_for(told, patience=60):
    end = time.monotonic() + patience
    while not told():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_ends_it_with_a_sentence_and_leaves_no_kernel(tmp_path):
    mark = tmp_path / "pid"
    cell = f"import os, pathlib, time\npathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\ntime.sleep(600)"
    path = write(tmp_path / "long.ipynb", code(cell))
    command = [sys.executable, "-m", "svmlab.handouts", str(path), "--to", str(tmp_path / "pages")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: mark.exists() and mark.read_text())
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped: 0 of 1 notebooks are written." in out
    assert "Traceback" not in err
    wait_for(lambda: ended(int(mark.read_text())))
    assert not (tmp_path / "pages").exists()
