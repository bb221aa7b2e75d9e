"""The floors of the page: a module imports only from its own floor and from those before it, never in a circle."""

import re

from svmlab.page import modules

MODULES = sorted(path.relative_to(modules.HERE).as_posix() for path in modules.HERE.rglob("*.js"))
HEAD = re.compile(r'(?://.*\n)+\n(?:import \{[^}]*\} from ".+";\n)*')
IMPORTS = re.compile(r"^import\b", re.MULTILINE)


def floor(name):
    return modules.FLOORS.index(name.split("/")[0])


def test_every_module_stands_on_a_floor():
    assert {tuple(name.split("/")[:-1]) for name in MODULES} == {(name,) for name in modules.FLOORS}
    assert len(MODULES) > 50


def test_a_module_imports_from_no_higher_floor():
    above = {name: [other for other in modules.imports(name) if floor(other) > floor(name)] for name in MODULES}
    assert {name: others for name, others in above.items() if others} == {}


def test_a_module_says_what_it_is_and_then_what_it_needs():
    for name in MODULES:
        text = modules.source(name)
        head = HEAD.match(text)
        assert head, f"{name}: a sentence of what it is comes first"
        assert len(IMPORTS.findall(head[0])) == len(IMPORTS.findall(text)) == len(modules.imports(name)), name
        others = list(modules.imports(name))
        in_order = sorted(others, key=lambda other: (floor(other), other))
        assert others == in_order, f"{name}: imports stand in the order of the floors"


def test_no_circle():
    assert [name for name in MODULES if modules.needed_by(name)[-1] != name] == []
