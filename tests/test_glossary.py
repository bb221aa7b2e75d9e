"""The glossary: a term leads to the section that defines it, the first that uses it; a symbol to one that has it."""

import re

import pytest
from notebook_runs import FOLDER, NOTEBOOKS, read

GLOSSARY = (FOLDER / "GLOSSARY.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+?) \| .+ \| \[(\d\d), (?:section (\d+)|beginning)\]\((\w+)\.ipynb#(.+)\) \|$", re.MULTILINE)
SECTION = re.compile(r"^##? (?:(\d+)\. )?(.+)$", re.MULTILINE)


def sections():
    """(name, number) of each section in the order of the course, 0 before the first: (heading, text)."""
    found = {}
    for path in NOTEBOOKS:
        text = "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
        starts = list(SECTION.finditer(text))
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            if start[1] or start is starts[0]:
                heading = start[0].lstrip("# ")
                found[path.stem, int(start[1] or 0)] = heading, text[start.end() : end and end.start()]
    return found


SECTIONS = sections()
TERMS, SYMBOLS = (ROW.findall(part) for part in GLOSSARY.split("## Symbols"))


def plain(text):
    """Text without emphasis and the name of the whole subject, in one line."""
    return re.sub(r"support vector machine", "", text.replace("*", "").replace("\n", " "))


def uses(text, term):
    """Whether a text uses a term, in the singular or plural, at the beginning of a sentence or inside."""
    first = f"[{term[0].upper()}{term[0]}]"
    return re.search(rf"(?<![\w-]){first}{re.escape(term[1:])}s?(?![\w-])", plain(text)) is not None


@pytest.mark.parametrize(("kind", "rows"), [("terms", TERMS), ("symbols", SYMBOLS)])
def test_every_row_leads_to_a_section(kind, rows):
    table = GLOSSARY.split("## Symbols")[kind == "symbols"]
    assert len(rows) == len(re.findall(r"^\| (?!---)", table, re.MULTILINE)) - 1
    for term, number, section, name, anchor in rows:
        heading, _ = SECTIONS[name, int(section or 0)]
        assert name.startswith(number), term
        assert anchor == heading.replace(" ", "-"), term


def test_a_term_is_used_first_where_it_is_defined():
    for term, _, section, name, _ in TERMS:
        first = next((place for place, (_, text) in SECTIONS.items() if uses(text, term)), None)
        assert first == (name, int(section or 0)), term


def test_where_a_term_is_defined_it_stands_out():
    for term, _, section, name, _ in TERMS:
        _, text = SECTIONS[name, int(section or 0)]
        word = re.escape(term.split()[0])
        assert re.search(rf"\*{word}", text, re.IGNORECASE), term


def test_a_symbol_stands_where_the_index_says():
    for symbol, _, section, name, _ in SYMBOLS:
        _, text = SECTIONS[name, int(section or 0)]
        assert symbol.strip("$") in " ".join(re.findall(r"\$[^$]+\$", text.replace("$$", "$"))), symbol


def test_terms_and_symbols_are_in_order_and_once():
    names = [term.lower().translate(str.maketrans("εξα", "exa")) for term, *_ in TERMS]
    assert names == sorted(set(names))
    assert len({(symbol, section, name) for symbol, _, section, name, _ in SYMBOLS}) == len(SYMBOLS)


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if not path.stem.startswith("00")], ids=lambda path: path.stem
)
def test_every_lesson_leads_to_the_glossary(path):
    assert "(GLOSSARY.md)" in read(path).cells[0].source
