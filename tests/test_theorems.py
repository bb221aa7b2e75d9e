"""The page of theorems: numbers that stay, proofs and tests that are there, and who cites them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "notebooks" / "THEOREMS.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in row.split(" | ")] for row in re.findall(r"^\| (S\d+ \| .*) \|$", PAGE, re.MULTILINE)]
STATUS = "proved here", "refuted"


def test_each_result_of_our_own_has_a_number_of_its_own_and_none_is_missing():
    numbers = sorted(int(row[0][1:]) for row in ROWS)
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(row[2].startswith(STATUS) for row in ROWS)
    assert f"S1 to S{numbers[-1]} as" in PAGE


def test_what_stands_below_is_there_and_a_proof_has_numbered_steps():
    below = [row for row in ROWS if row[3].endswith("below")]
    assert all(any(row[2].startswith(status) for row in below) for status in STATUS)
    for number, _, status, *_ in below:
        (section,) = re.findall(rf"^## {number}, .*?(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
        if status == "proved here":
            assert len(re.findall(r"^\d\. ", section, re.MULTILINE)) >= 2
            assert "∎" in section


def test_every_result_of_our_own_is_proved_or_refuted_on_the_page_or_in_a_notebook():
    """S3 refers below, S4 to a notebook and below; a docstring alone is not enough."""
    for number, _, _, proof, _ in ROWS:
        assert proof.endswith("below"), number


def test_code_and_notebooks_name_no_result_that_is_not_there():
    known = {row[0] for row in ROWS}
    texts = [*ROOT.glob("svmlab/**/*.py"), *ROOT.glob("notebooks/*.ipynb")]
    for path in texts:
        for sentence in re.findall(r"[^\n]*THEOREMS[^\n]*", path.read_text(encoding="utf-8")):
            assert set(re.findall(r"\bS\d+\b", sentence)) <= known, path
