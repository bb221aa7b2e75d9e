"""The command ``svmlab``: what ``lab.py`` does in a checkout, where svmlab is installed as a package.

Nothing is written but into the current folder, or where an option says.
"""

import argparse
import importlib
import shutil
import subprocess
import sys
from pathlib import Path

from svmlab.handouts import folders
from svmlab.validation import extras

FIRST_NOTEBOOK = "00_start_here.ipynb"
COURSE = "svmlab-course"

# command: (module whose main runs it, what it does, the modules it needs beside the package's own)
PROGRAMS = {
    "demo": ("svmlab.demo.command", "show the live scenes without code, for visitors", ("voila", "jupyter_server")),
    "export": ("svmlab.handouts.__main__", "write notebooks as pages and slides", ("nbclient", "nbformat")),
    "gallery": ("svmlab.handouts.gallery", "write the scenes for a lecture as live pages", ("nbclient", "nbformat")),
    "lecture": ("svmlab.handouts.lecture", "open the scenes for a lecture in the browser, as one page", ()),
}


def main(arguments=None):
    """Run the command that ``arguments`` (sys.argv without the program by default) name; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in PROGRAMS:
        module, _, modules = PROGRAMS[given[0]]
        extras.needed(f"svmlab {given[0]}", "lab", *modules)
        return importlib.import_module(module).main(given[1:])
    chosen = options().parse_args(given)
    try:
        return chosen.run(Path(chosen.folder))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def options():
    parser = argparse.ArgumentParser(prog="svmlab", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="command")
    notebooks = commands.add_parser("notebooks", help="copy the notebooks of the course into a folder")
    notebooks.add_argument("folder", help="where to; what stands there already stays as it is")
    notebooks.set_defaults(run=copy_notebooks)
    lab = commands.add_parser("lab", help="open JupyterLab on the first notebook of the course")
    lab.add_argument("folder", nargs="?", default=COURSE, help=f"where the course is, or is copied to ({COURSE})")
    lab.set_defaults(run=open_lab)
    for name, (_, text, _) in PROGRAMS.items():
        commands.add_parser(name, help=f"{text}; svmlab {name} --help lists its options", add_help=False)
    return parser


def copy_notebooks(folder):
    """Copy the course into a folder, and leave what stands there as it is."""
    files = [path for path in sorted(folders.notebooks().glob("*")) if path.suffix in (".ipynb", ".md")]
    if not files:
        raise ValueError("the notebooks of the course did not come along with svmlab: install it again with pip")
    folders.made(folder)
    new = [path for path in files if not (folder / path.name).exists()]
    for path in new:
        shutil.copyfile(path, folder / path.name)
    kept = f"; {len(files) - len(new)} that stood there are left as they were" if len(new) < len(files) else ""
    print(f"{len(new)} files are in {folders.shown(folder)}{kept}. Begin with {FIRST_NOTEBOOK}.", flush=True)
    return 0


def open_lab(folder):
    """Open JupyterLab on the first notebook of a folder, which gets the course where it has none."""
    extras.needed("svmlab lab", "lab", "jupyterlab")
    if not (folder / FIRST_NOTEBOOK).exists():
        copy_notebooks(folder)
    try:
        return subprocess.call([sys.executable, "-m", "jupyterlab", str(folder / FIRST_NOTEBOOK)])
    except KeyboardInterrupt:
        return 130
