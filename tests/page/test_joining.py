"""The joining of the page's modules."""

import re

import pytest

from svmlab.page import modules

ALL_MODULES = sorted({name for entry in modules.ENTRIES for name in modules.needed_by(entry)})


def test_every_import_names_something_that_the_module_exports():
    for name in ALL_MODULES:
        for other, names in modules.imports(name).items():
            assert set(names) <= set(modules.exports(other)), f"{name} from {other}"


def test_every_import_is_used():
    for name in ALL_MODULES:
        body = modules.IMPORT.sub("", modules.source(name))
        for other, names in modules.imports(name).items():
            unused = [n for n in names if not re.search(rf"\b{n}\b", body)]
            assert not unused, f"{name} imports {unused} from {other} for nothing"


def test_every_module_in_the_folder_is_joined():
    assert set(ALL_MODULES) == {path.relative_to(modules.HERE).as_posix() for path in modules.HERE.rglob("*.js")}


def test_every_style_sheet_stands_beside_its_module_and_is_in_that_of_the_scenes():
    sheets = [path for path in modules.HERE.rglob("*.css") if path.parent != modules.HERE]
    assert len(sheets) > 10
    for path in sheets:
        assert path.with_suffix(".js").exists(), path
        assert path.read_text(encoding="utf-8") in modules.stylesheet(), path


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_the_joined_module_stands_alone(entry):
    text = modules.joined(entry)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert text.count("export default") == 1
    assert "</script" not in text  # it is put into pages as it is


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_names_are_unique_across_modules(entry):
    names = re.findall(
        r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", modules.joined(entry), re.MULTILINE
    )
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_a_module_comes_after_those_it_needs(entry):
    order = modules.needed_by(entry)
    for k, name in enumerate(order):
        assert set(modules.imports(name)) <= set(order[:k])


def test_joining_refuses_a_circle_and_an_import_of_another_form(tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "HERE", tmp_path)
    (tmp_path / "low").mkdir()
    (tmp_path / "a.js").write_text('import { b } from "./low/b.js";\nexport const a = 1;\n')
    (tmp_path / "low/b.js").write_text('import { a } from "../a.js";\nexport const b = 1;\n')
    (tmp_path / "c.js").write_text('import * as all from "./a.js";\n')
    with pytest.raises(ValueError, match=r"circle: a\.js -> low/b\.js -> a\.js"):
        modules.joined("a.js")
    with pytest.raises(ValueError, match="not of the form"):
        modules.joined("c.js")
