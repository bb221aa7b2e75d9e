"""A file is there as a whole, or as it was."""

import pytest

from svmlab import atomic_file
from svmlab.explorers import MarginExplorer, export_html


def test_a_file_is_replaced_as_a_whole(tmp_path):
    file = tmp_path / "text.txt"
    for text in ("one\n", "α\n"):
        atomic_file.write(file, text)
        assert file.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [file]


def test_what_stood_there_stays_where_writing_fails(tmp_path):
    file = tmp_path / "text.txt"
    atomic_file.write(file, "as it was")
    with pytest.raises(UnicodeEncodeError):
        atomic_file.write(file, "half of it, and \ud800")
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("write", [MarginExplorer.save, export_html], ids=["save", "export_html"])
def test_what_cannot_be_written_to_is_named(write, tmp_path):
    explorer = MarginExplorer(m=20)
    with pytest.raises(ValueError, match=r"the folder '.*nowhere' does not exist: make it first"):
        write(explorer, tmp_path / "nowhere" / "scene")
    with pytest.raises(ValueError, match=r"file must name a file such as .*, got the folder"):
        write(explorer, tmp_path)
    with pytest.raises(TypeError, match=r"file must be a path such as .*, got int: 3"):
        write(explorer, 3)
    assert not list(tmp_path.iterdir())
