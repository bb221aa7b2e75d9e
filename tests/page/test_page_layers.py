"""The floors of the page: a module imports only from its own floor and from those before it, never in a circle."""

import re

import pytest

from svmlab.page import modules

MODULES = sorted(path.relative_to(modules.HERE).as_posix() for path in modules.HERE.rglob("*.js"))
HEAD = re.compile(r'(?://.*\n)+\n(?:import \{[^}]*\} from ".+";\n)*')
IMPORTS = re.compile(r"^import\b", re.MULTILINE)


def floor(name):
    return modules.FLOORS.index(name.split("/")[0])


def test_every_module_stands_on_a_floor():
    assert {tuple(name.split("/")[:-1]) for name in MODULES} == {(name,) for name in modules.FLOORS}
    assert len(MODULES) > 50


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_from_no_higher_floor(name):
    assert [other for other in modules.imports(name) if floor(other) > floor(name)] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_what_it_is_and_then_what_it_needs(name):
    text = modules.source(name)
    head = HEAD.match(text)
    assert head, "a sentence of what it is comes first"
    assert len(IMPORTS.findall(head[0])) == len(IMPORTS.findall(text)) == len(modules.imports(name))
    others = list(modules.imports(name))
    assert others == sorted(others, key=lambda other: (floor(other), other)), "imports stand in the order of the floors"


@pytest.mark.parametrize("name", MODULES)
def test_no_circle(name):
    assert modules.needed_by(name)[-1] == name
