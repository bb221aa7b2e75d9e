"""The glossary: a term leads to the section that defines it, the first that uses it; a symbol to one that has it."""

import re

import pytest
from notebook_runs import FOLDER, NOTEBOOKS, read

GLOSSARY = (FOLDER / "GLOSSARY.md").read_text(encoding="utf-8")
PLACE = r"\[(\d\d), (?:section (\d+)|appendix ([A-Z])|beginning)\]\((\w+)\.ipynb#(.+)\)"
ROW = re.compile(rf"^\| (.+?) \| .+ \| {PLACE} \|$", re.MULTILINE)
SECTION = re.compile(r"^##? (?:(?:(\d+)|Appendix ([A-Z]))\. )?(.+)$", re.MULTILINE)


def sections():
    """(name, number or letter) of each section in the order of the course, "" before the first: (heading, text)."""
    found = {}
    for path in NOTEBOOKS:
        text = "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
        starts = list(SECTION.finditer(text))
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            if start[1] or start[2] or start is starts[0]:
                heading = start[0].lstrip("# ")
                found[path.stem, start[1] or start[2] or ""] = heading, text[start.end() : end and end.start()]
    return found


SECTIONS = sections()
TERMS, SYMBOLS = (
    [
        (word, number, section or letter, name, anchor)
        for word, number, section, letter, name, anchor in ROW.findall(part)
    ]
    for part in GLOSSARY.split("## Symbols")
)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$]+)\$", re.DOTALL)
WORDS = re.compile(r"\\(?:text|begin|end|operatorname|mathrm|mathbb|mathbf)\{[^}]*\}|\\mathbb R|_\{emp\}")
GREEK = "alpha|beta|gamma|delta|Delta|epsilon|varepsilon|eta|theta|kappa|lambda|Lambda|mu|nu|xi|pi|sigma|Phi|varphi|ell"
LETTER = re.compile(rf"\\(?:{GREEK})(?![a-zA-Z])|[a-zA-Z]")
RUNNING = set("ijl")  # in sums
FIXED = {"e", "T", "O"}  # the base of the logarithm, transposed, an order of growth
BOLD = re.compile(r"(?<![\w*])\*\*([^\W\d][^*$\n]+[^\W\d])\*\*(?![\w*])")
ANSWER = re.compile(r"<details>.*?</details>|^> .*?$", re.DOTALL | re.MULTILINE)
STRESSED = {"Predict", "Platt", "The dual form", "Theorem", "all", "radius", "ttgaca", "tataat", "unbounded"}


def letters(text):
    """The letters of all formulas in a text."""
    formulas = (WORDS.sub("", one or other) for one, other in FORMULA.findall(text))
    return {
        letter
        for formula in formulas
        for letter in LETTER.findall(re.sub(r"\\(?!" + GREEK + r")[a-zA-Z]+", " ", formula))
    }


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
        heading, _ = SECTIONS[name, section]
        assert name.startswith(number), term
        assert anchor == heading.replace(" ", "-"), term


def test_a_term_is_used_first_where_it_is_defined():
    for term, _, section, name, _ in TERMS:
        first = next((place for place, (_, text) in SECTIONS.items() if uses(text, term)), None)
        assert first == (name, section), term


def test_where_a_term_is_defined_it_stands_out():
    for term, _, section, name, _ in TERMS:
        _, text = SECTIONS[name, section]
        word = re.escape(term.split()[0])
        assert re.search(rf"\*{word}", text, re.IGNORECASE), term


def test_a_symbol_stands_where_the_index_says():
    for symbol, _, section, name, _ in SYMBOLS:
        _, text = SECTIONS[name, section]
        assert symbol.strip("$") in " ".join(re.findall(r"\$[^$]+\$", text.replace("$$", "$"))), symbol


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"$$\|w\|^2 + R_{emp}$$", {"w", "R"}),
        (r"$\mathcal{D}_m$, $\text{of } p$", {"D", "m", "p"}),
        (r"$\alpha_{ik} \ge 0$", {r"\alpha", "i", "k"}),
    ],
    ids=["norm", "calligraphic", "greek"],
)
def test_letters_of_formulas_are_found(text, found):
    assert letters(text) == found


def test_every_letter_of_a_formula_is_in_the_index():
    known = letters(" ".join(symbol for symbol, *_ in SYMBOLS)) | RUNNING | FIXED
    for place, (_, text) in SECTIONS.items():
        assert letters(text) <= known, place


def test_a_word_in_bold_is_a_term_or_only_stressed():
    """Apart from answers, notes for readers of a source, exercises, and phrases with a formula or of four words."""
    words = {word.lower() for word, *_ in TERMS}
    for (name, section), (heading, text) in SECTIONS.items():
        if section.isdigit() and heading.split()[-1] != "Exercises":
            for bold in (bold for bold in BOLD.findall(ANSWER.sub("", text)) if len(bold.split()) < 4):
                term = {bold.lower(), bold.lower().removesuffix("s")} & words or any(
                    word.startswith(f"{bold.lower()} ") for word in words
                )
                assert term or bold in STRESSED, (name, section, bold)


def test_terms_and_symbols_are_in_order_and_once():
    names = [term.lower().translate(str.maketrans("εξαν", "exan")) for term, *_ in TERMS]
    assert names == sorted(set(names))
    assert len({(symbol, section, name) for symbol, _, section, name, _ in SYMBOLS}) == len(SYMBOLS)


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if not path.stem.startswith("00")], ids=lambda path: path.stem
)
def test_every_lesson_leads_to_the_glossary(path):
    assert "(GLOSSARY.md)" in read(path).cells[0].source
