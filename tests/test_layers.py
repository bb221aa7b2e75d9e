"""The layers of the package: a file imports only files that stand above it, and importing svmlab stays light."""

import ast
import functools
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import svmlab

ORDER = [
    "validation",
    "datasets",
    "kernels",
    "engine",
    "exact",
    "machines",
    "theory",
    "bounds",
    "risk",
    "learning",
    "selection",
    "style",
    "atomic_file",
    "checkout",
    "exercises",
    "plotting",
    "page",
    "explorers",
    "templates",
    "demo",
    "handouts",
    "command",
    "__init__",
]
MATHEMATICS = ORDER[: ORDER.index("style")]
SHOWS = {"matplotlib", "ipywidgets", "anywidget", "traitlets", "IPython", "jupyterlab", "voila"}
ROOT = Path(svmlab.__file__).parent


def layer(path):
    """The name in ORDER of a file or of the package that it belongs to."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


@functools.cache
def imported(path):
    """Every module that a file imports anywhere, at the top or inside a function, by its dotted name."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports from the top of the package, not relative ones"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


FILES = sorted(ROOT.rglob("*.py"))
PACKAGES = sorted(path.parent for path in FILES if path.name == "__init__.py" and path.parent != ROOT)


def own_layers(path):
    """The layers of svmlab that a file imports, its own package apart."""
    layers = {name.split(".")[1] for name in imported(path) if name.startswith("svmlab.")}
    return (layers & set(ORDER)) - {layer(path)}


def module(path):
    """The dotted name of a file; a package bears that of its folder."""
    return ".".join(("svmlab", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def neighbours(path, package):
    """The modules of a package that one of its files imports; a name that is no module stands in the file before it."""
    inside = {module(other) for other in FILES if other.is_relative_to(package)}
    found = {name if name in inside else name.rpartition(".")[0] for name in imported(path)}
    return (found & inside) - {module(path)}


def outside(path):
    """The packages other than svmlab that a file imports."""
    return {name.split(".")[0] for name in imported(path)} - {"svmlab"}


def reaches(name, seen=()):
    """All layers that a layer imports, indirect imports included."""
    direct = set().union(*(own_layers(path) for path in FILES if layer(path) == name))
    return direct.union(*(reaches(other, (*seen, name)) for other in direct - {name, *seen}))


def test_every_file_has_its_place_in_the_order():
    assert {layer(path) for path in FILES} == set(ORDER), "ORDER lists every file and package, and no other"
    assert len(FILES) > 15


def of_each_file(wrong):
    """What is wrong by this function, a set, with each file where there is anything."""
    return {str(path.relative_to(ROOT)): found for path in FILES if (found := wrong(path))}


def test_a_file_imports_only_files_above_it():
    assert of_each_file(lambda path: own_layers(path) - {*ORDER[: ORDER.index(layer(path))]}) == {}


def test_a_file_imports_modules_from_where_they_stand():
    def around(path):
        return {name.split(".")[1] for name in imported(path) if name.startswith("svmlab.")} - {*ORDER, "__version__"}

    assert of_each_file(around) == {}, "svmlab.__init__ is a door for users, it leads around the order"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_inside_a_package_no_import_leads_back(package):
    files = [path for path in FILES if path.is_relative_to(package)]
    graph = {module(path): neighbours(path, package) for path in files}
    assert len(list(TopologicalSorter(graph).static_order())) == len(files)  # CycleError names the circle


def test_what_a_package_validates_for_itself_needs_only_what_all_share():
    own = [path for path in FILES if path.name == "validation.py" and path.parent != ROOT]
    assert own
    for path in own:
        assert {name for name in imported(path) if name.startswith("svmlab")} <= {"svmlab.validation"}


@pytest.mark.parametrize("name", MATHEMATICS)
def test_mathematics_reaches_no_picture_even_indirectly(name):
    layers = reaches(name) | {name}
    assert layers <= set(MATHEMATICS)
    assert not SHOWS & set().union(*(outside(path) for path in FILES if layer(path) in layers))


def test_plots_know_nothing_of_widgets():
    layers = reaches("plotting") | {"plotting"}
    found = set().union(*(outside(path) for path in FILES if layer(path) in layers))
    assert found & SHOWS == {"matplotlib"}


def test_one_file_imports_cvxopt():
    assert [path.relative_to(ROOT) for path in FILES if "cvxopt" in outside(path)] == [Path("engine/interior_point.py")]


def test_an_import_hidden_in_a_function_is_seen():
    assert "cvxopt" not in outside(ROOT / "engine" / "program.py")
    assert "cvxopt" in outside(ROOT / "engine" / "interior_point.py")


def test_importing_svmlab_loads_no_renderer_and_no_solver():
    code = "import sys, svmlab; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert "svmlab.machines.biclass" in loaded
    assert not {"cvxopt", *SHOWS} & set(loaded)
    below = ORDER[ORDER.index("style") : ORDER.index("__init__")]
    assert not {f"svmlab.{name}" for name in below} & set(loaded)


def test_every_public_name_can_be_reached():
    assert [name for name in dir(svmlab) if not hasattr(svmlab, name)] == []
