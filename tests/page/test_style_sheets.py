"""The style sheets of the page: a page has those of the modules that it needs, and all rules that it could use."""

import re
from itertools import product

import pytest

from svmlab.page import modules

NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
MOVING = re.compile(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}")
GIVEN = re.compile(r"(?<![.\w-])svm-[\w-]+")  # in a module: a class that it gives, not one that it looks for
NAMED = re.compile(r"\.(svm-[\w-]+)")
SCENES = [entry for entry in modules.ENTRIES if entry.startswith("scenes/")]


def selectors(sheet):
    """The selectors of a style sheet, those of lists apart."""
    text = MOVING.sub("", NOTE.sub("", modules.source(sheet)))
    heads = [head for head in re.findall(r"([^{}]+)\{", text) if not head.strip().startswith("@")]
    return [one for head in heads for one in split(head, ",")]


def split(text, at):
    """A text cut where a character stands outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == at and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def needed(selector):
    """Each way to match a selector: the classes that must be there, those of ``:not`` left out."""
    found = re.search(r":(is|where|not|has)\(", selector)
    if not found:
        return [set(NAMED.findall(selector))]
    end, depth = found.end(), 1
    while depth:
        depth += (selector[end] == "(") - (selector[end] == ")")
        end += 1
    inner = selector[found.end() : end - 1]
    rest = needed(selector[: found.start()] + " " + selector[end:])
    if found[1] == "not":
        return rest
    return [one | other for one, other in product(rest, [way for part in split(inner, ",") for way in needed(part)])]


def given(entry):
    """Classes that the modules of a page give to elements."""
    return {name for module in modules.needed_by(entry) for name in GIVEN.findall(modules.source(module))}


def test_classes_of_a_selector_are_found_whatever_its_form():
    assert selectors("scenes/learning.css")
    both = needed(".svm-a:is(.svm-b, .svm-c:not(.svm-d)) .svm-e")
    assert both == [{"svm-a", "svm-b", "svm-e"}, {"svm-a", "svm-c", "svm-e"}]
    assert needed(":where(.svm-a).svm-b:has(> .svm-c:not(.svm-d))") == [{"svm-a", "svm-b", "svm-c"}]
    assert split(".svm-a, :is(.svm-b, .svm-c) p", ",") == [".svm-a", ":is(.svm-b, .svm-c) p"]


@pytest.mark.parametrize("entry", SCENES)
def test_no_page_lacks_a_rule_for_what_its_modules_make(entry):
    classes, there = given(entry), modules.sheets((entry,))
    assert len(classes) > 20
    for sheet in modules.sheets():
        if sheet not in there:
            missing = [one for one in selectors(sheet) if any(way <= classes for way in needed(one) if way)]
            assert not missing, f"{sheet} is not in a page of {entry}, which could use {missing}"


@pytest.mark.parametrize("entry", SCENES)
def test_a_page_has_no_sheet_of_a_module_that_it_does_not_need(entry):
    there = modules.sheets((entry,))
    assert there == [sheet for sheet in modules.sheets() if sheet in there], "in the order of the sheet of all"
    assert {sheet.replace(".css", ".js") for sheet in there} <= set(modules.needed_by(entry))
    assert len(there) < len(modules.sheets())
