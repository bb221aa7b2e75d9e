"""The demo without a browser: its scenes' addresses, its places, its command line, and the look of its pages."""

import asyncio
import concurrent.futures
import re
import socket
from pathlib import Path

import pytest

from svmlab import explorers, style
from svmlab.demo import app, command, messages, pages, pictures, scenes, visitors


def scene(name):
    return explorers.LectureScene(name, "A caption.", explorers.MarginExplorer)


def test_a_scene_is_found_by_the_words_of_its_name():
    names = ["Soft margin", "The lemma fails here!", "C → ∞", "Où est b?", "soft-margin", "!", "Soft Margin"]
    assert list(scenes.by_slug([scene(name) for name in names])) == [
        "soft-margin", "the-lemma-fails-here", "c", "où-est-b", "soft-margin-2", "scene", "soft-margin-3",
    ]  # fmt: skip


def test_without_a_file_the_scenes_are_those_of_svmlab():
    assert tuple(scenes.load().values()) == tuple(explorers.SCENES)


@pytest.fixture
def mine(tmp_path):
    """A file with one small scene."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from svmlab import explorers\n"
        "SCENES = [explorers.LectureScene('Mine', 'Look.', lambda: explorers.MarginExplorer(m=20))]\n"
    )
    return file


def test_ones_own_scenes_come_from_a_file(mine):
    assert scenes.load(mine)["mine"].build().m.value == 20


def test_ones_own_scenes_find_the_files_beside_them(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "named.txt").write_text("Beside")
    (tmp_path / "mine" / "scenes.py").write_text(
        "from svmlab import explorers\n"
        "from pathlib import Path\n"
        "name = Path('named.txt').read_text()\n"
        "SCENES = [explorers.LectureScene(name, 'Look.', lambda: Path('named.txt').read_text())]\n"
    )
    monkeypatch.chdir(tmp_path)
    assert list(scenes.load("mine/scenes.py")) == ["beside"]
    assert Path.cwd() == tmp_path
    assert scenes.load_to_build("mine/scenes.py")["beside"].build() == "Beside"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("x = 1\n", ValueError, "must have a list SCENES"),
        ("SCENES = []\n", ValueError, r"must have a list SCENES.*got \[\]"),
        ("SCENES = ['Soft margin']\n", TypeError, r"SCENES\[0\] of .* must be an explorers.LectureScene, got 'Soft"),
        ("x = 1\nSCENES = nothing\n", ValueError, "NameError in line 2: name 'nothing' is not defined"),
        ("SCENES = [\n", ValueError, "SyntaxError in line 1"),
    ],
)
def test_a_file_without_scenes_is_refused_in_words(text, error, words, tmp_path, capsys):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(error, match=words):
        scenes.load(file)
    assert command.main(["--scenes", str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The demo cannot start: ")
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--scenes", "nowhere.py"], "no file 'nowhere.py'"),
        (["--visitors", "0"], "--visitors must be at least 1, got 0"),
        (["--idle", "0"], "--idle must be positive and finite, got 0.0"),
    ],
)
def test_a_wrong_option_is_refused_in_words(arguments, words, capsys):
    assert command.main(arguments) == 1
    assert words in capsys.readouterr().err


class Time:
    now = 0.0

    def __call__(self):
        return self.now


def test_there_are_so_many_places_and_one_that_is_left_can_be_taken():
    living = {"a", "b", "c"}
    there = visitors.Visitors(2, living.__contains__)
    assert there.admit()
    assert there.admit()
    assert not there.admit(), "visitors whose scenes are still opening count"
    there.arrive("a")
    there.arrive("b")
    assert not there.admit()
    living.remove("a")  # it rested too long
    assert "a" not in there
    assert there.admit()
    there.give_up()
    assert there.leave("b")
    assert not there.leave("b")
    assert len(there) == 0


def test_a_page_that_gives_no_sign_is_gone():
    clock = Time()
    there = visitors.Visitors(2, lambda kernel: True, clock)
    for kernel in "ab":
        there.admit()
        there.arrive(kernel)
    clock.now = visitors.GONE - 1
    there.see("a")
    there.see("somebody else's")
    assert there.gone() == []
    clock.now = visitors.GONE + 1
    assert there.gone() == ["b"]
    assert "somebody else's" not in there


def test_a_taken_port_is_left_alone():
    (first, *others) = command.listen(command.options().get_default("port"), network=False)
    try:
        assert {s.getsockname()[0] for s in (first, *others)} <= {"127.0.0.1", "::1"}, "for this computer only"
        port = first.getsockname()[1]
        (second, *more) = command.listen(port, network=False)
        others += [second, *more]
        assert second.getsockname()[1] > port
    finally:
        for one in (first, *others):
            one.close()


def test_the_network_is_let_in_only_when_asked_and_then_it_is_said(monkeypatch, capsys):
    served = []
    monkeypatch.setattr(app, "serve", lambda known, sockets, **options: served.append((sockets, options)))
    for arguments in ([], ["--network"]):
        assert command.main([*arguments, "--no-browser", "--visitors", "7"]) == 0
    for sockets, _ in served:
        for one in sockets:
            one.close()
    told = capsys.readouterr().out
    assert [options["network"] for _, options in served] == [False, True]
    assert all(options["places"] == 7 for _, options in served)
    assert len(re.findall("Everybody on this network", told)) == 1
    assert "nobody can run code" in told
    assert "up to 7 at once" in told


def test_a_computer_without_network_has_at_least_a_name(monkeypatch):
    def unreachable(*_):
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert command.network_address() == socket.gethostname()


def test_visitors_can_send_no_message_that_runs_code():
    assert all(name.startswith(("comm_", "kernel_info")) for name in messages.ALLOWED)


def test_pages_are_read_in_every_colour_of_the_style():
    colors = pages.colors()
    for name, minimum in [("ink", 7), ("muted", 4.5), ("accent", 4.5), ("warning", 4.5)]:
        light, dark = re.findall(r"#\w{6}", colors[name])
        assert style.contrast(light, style.theme("light")["background"]) >= minimum
        assert style.contrast(dark, style.theme("dark")["background"]) >= minimum


def test_pages_escape_what_they_are_told():
    page = pages.render("message.html", base="/", title="<b>", words="a & b", again="/scene/x")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert "a &amp; b" in page


def test_times_in_words():
    assert [pages.minutes(s) for s in (6.0, 60, 90, 1800)] == ["6 seconds", "1 minute", "1 minute", "30 minutes"]


def test_a_picture_is_the_plane_of_its_scene_and_one_that_cannot_be_built_has_none(tmp_path):
    def broken():
        raise ValueError("not today")

    known = {
        "broken": explorers.LectureScene("Broken", "", broken),
        "fine": explorers.LectureScene("Fine", "", lambda: explorers.MarginExplorer(m=20)),
    }
    pictures.draw(tmp_path, known)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fine-dark.png", "fine-light.png"]


def in_a_loop(function, *arguments):
    """What an async function returns; in a thread, as browser tests leave a loop in this one."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(function(*arguments))).result()


def test_a_picture_is_waited_for_and_none_is_found_for_a_scene_without(tmp_path, mine):
    drawing = pictures.Pictures(tmp_path, mine)
    try:
        assert in_a_loop(drawing.get, "light", "mine").startswith(b"\x89PNG")
        assert in_a_loop(drawing.get, "light", "none-of-them") is None
    finally:
        drawing.stop()
