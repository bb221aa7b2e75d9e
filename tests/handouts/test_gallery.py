"""The gallery of lecture scenes: what stands in the repository is what the scenes are."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib import pyplot
from PIL import Image

from svmlab.explorers import SCENES, LagrangeExplorer, LectureScene, MarginExplorer
from svmlab.handouts import gallery

FOLDER = gallery.FOLDER
TWO = (
    LectureScene("Soft margin, C & all", "A <larger> C.", lambda: MarginExplorer(m=20)),
    LectureScene("Multipliers", "They pull.", LagrangeExplorer),
)


def test_the_gallery_shows_every_scene_and_no_other():
    redo = "run python3 lab.py gallery, look at the pictures, and commit them"
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == gallery.readme(SCENES), redo
    assert sorted(file.stem for file in FOLDER.glob("*.png")) == sorted(gallery.names_of_files(SCENES)), redo


def test_the_still_picture_has_the_lines_that_its_caption_speaks_of():
    explorer = next(scene for scene in SCENES if scene.name == "Many lines").build()
    figure = explorer.figure()
    data, lines = explorer.dataset(), [line.get_xydata() for line in figure.axes[0].lines]
    assert len(lines) == 7
    for start, end in lines:  # each separates
        (dx, dy), (x, y) = end - start, (data.X - start).T
        assert len(set(zip(dx * y > dy * x, data.y == 1, strict=True))) == 2
    pyplot.close(figure)


def test_pages_have_the_caption_of_their_scene(tmp_path):
    scene = LectureScene("Noise", "Drag a point.", lambda: MarginExplorer(m=20))
    index = gallery.write_gallery(tmp_path, [scene], lambda sentence: None)
    for file in (index, tmp_path / "noise.html", tmp_path / "README.md"):
        assert "Drag a point." in file.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_pictures_are_those_of_the_scenes(scene, tmp_path):
    gallery.draw(scene.build(), tmp_path / "new.png")
    file = FOLDER / f"{gallery.slug(scene.name)}.png"
    ours, new = (np.asarray(Image.open(path).convert("RGB"), int) for path in (file, tmp_path / "new.png"))
    assert ours.shape == new.shape
    assert np.abs(ours - new).mean() < 1


def test_a_gallery_of_ones_own_has_a_page_and_a_picture_for_each_scene(tmp_path):
    told = []
    index = gallery.write_gallery(tmp_path / "mine", TWO, told.append)
    names = {"soft-margin-c-all", "multipliers"}
    files = {f"{name}.{ending}" for name in names for ending in ("html", "png")} | {"index.html", "README.md"}
    assert {file.name for file in index.parent.iterdir()} == files
    text = index.read_text(encoding="utf-8")
    assert "<strong>Soft margin, C &amp; all</strong></a> <p>A &lt;larger&gt; C.</p>" in text
    assert told == ["[1/2] Soft margin, C & all", "[2/2] Multipliers"]


def test_two_scenes_do_not_share_a_file(tmp_path):
    with pytest.raises(ValueError, match=r"names that differ in their letters, got 'A b', 'a B'"):
        gallery.write_gallery(tmp_path, [LectureScene(name, "", LagrangeExplorer) for name in ("A b", "a B")])


def test_the_command_has_help_takes_a_folder_and_refuses_what_it_does_not_know(tmp_path, monkeypatch, capsys):
    written = []
    monkeypatch.setattr(gallery, "write_gallery", lambda folder: written.append(folder) or folder / "index.html")
    monkeypatch.chdir(tmp_path)
    for arguments in (["--to", "x"], ["x"]):
        assert gallery.main(arguments) == 0
        assert f"Open {Path('x', 'index.html')} in a browser." in capsys.readouterr().out
    assert written == [Path("x"), Path("x")]
    for arguments, code in ((["--help"], 0), (["--too", "x"], 2), (["x", "y"], 2), (["x", "--to", "y"], 2)):
        with pytest.raises(SystemExit) as end:
            gallery.main(arguments)
        assert end.value.code == code
    assert "figures/gallery" in capsys.readouterr().out
    assert len(written) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x"]


def test_a_page_leads_to_the_index_and_to_the_pages_beside_it():
    assert gallery.links(TWO, 0) == [
        ("index", "index.html", "All scenes"), ("next", "multipliers.html", "› Multipliers"),
    ]  # fmt: skip
    assert gallery.links(TWO, 1)[1] == ("prev", "soft-margin-c-all.html", "‹ Soft margin, C & all")
