"""Exercises of 15_biology: words in common, words that count as equal, a hidden word."""

import numpy as np

from svmlab.exercises.exercise import Sheet
from svmlab.exercises.judging import compare, expect, number, several

SHEET = Sheet("15_biology")


@SHEET.exercise(
    "check",
    "a number",
    "2 * 2 + 2 * 2",
    "“an” stands in both twice, and so does “na”; “ba” and “as” stand in one of them only.",
)
def fruit(answer):
    compare(number(answer), 8, below="More: a word that both have twice adds 2 · 2.", above="Fewer.", known=[
        (2, "Two words are in both, but each counts as often as it stands: the product of both counts."),
        (4, "That adds the smaller count of each word; asked is the product of both counts."),
        (13, "That is `Spectrum(1)`, of single letters."),
    ])  # fmt: skip
    return "The same counts give κ(x, x) = 1 + 4 + 4 for each of them, and a cosine of 8/9."


@SHEET.exercise(
    "transfer",
    "two numbers: for one letter that may differ, and for two",
    "(1 + 4 * 3, 1 + 4 * 3 + 6 * 9)",
    "One of 4 places and 3 other letters there; two of 4 places, which makes 6 pairs, and 3 · 3 letters there; and the "
    "word itself.",
)
def neighbours(answer):
    one, two = several(answer, 2)
    compare(one, 13, below="There are 4 places, and 3 other letters at each.", above="Fewer, for one letter.", known=[
        (12, "The word itself counts, too: at most one letter differs."),
        (17, "The fourth letter at each place is the one that stands there: 3 others."),
    ])  # fmt: skip
    compare(two, 67, below="More, for two: which pairs of places are there?", above="Fewer, for two.", known=[
        (54, "Those are the words with exactly two other letters; at most two are asked for."),
        (66, "The word itself counts, too."),
        (13 + 36, "There are 6 pairs of places, and 9 ways to change both letters."),
    ])  # fmt: skip
    return "Of the 256 words: with two of four letters free, a quarter of all is near to each."


@SHEET.exercise(
    "open",
    "six letters or more, in quotation marks",
    '"tggtgt"',
    "The heaviest words of `kernels.Mismatch(6, 1)` are ggtgtt, tggtgt and gtgtta, and the hidden word is tggtgtta.",
)
def hidden_word(answer):
    expect(isinstance(answer, str), f"A word is asked for, in quotation marks, got {answer!r:.60}.")
    expect(len(answer) >= 6, f"Six letters in a row are asked for, got {len(answer)}.")
    secret = "".join(np.random.default_rng(7).choice(list("acgt"), 8))
    parts = [secret[i : i + len(answer)] for i in range(len(secret) - len(answer) + 1)]
    off = min((sum(a != b for a, b in zip(answer, part, strict=True)) for part in parts), default=len(answer))
    expect(off != 1, "Nearly: one letter is another one in the hidden word.")
    expect(off == 0, f"{answer[:10]!r} is no part of the hidden word. Which words does the machine give most weight?")
    return "No string of the riddle has the whole word."
