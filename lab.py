"""Set svmlab up and open it: python3 lab.py (on Windows: py lab.py).

Needs Python 3.11 or newer and nothing else. Everything it installs goes into the folder .venv beside
this file; delete that folder and the computer is as before.

This file keeps to syntax that Python 3.6 can read, so that an old Python says what is wrong. It reads from
the top down: the command line, the commands, and then what they call.
"""

import argparse
import contextlib
import errno
import hashlib
import importlib.util
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

if os.name == "nt":
    import msvcrt
else:
    import fcntl

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        f"svmlab needs Python 3.11 or newer; this is Python {sys.version.split()[0]} ({sys.executable}).\n"
        "Install a newer one (from python.org or with the system's package manager) and name it in the\n"
        "command, for example: python3.12 lab.py (on Windows: py -3.12 lab.py)"
    )

ROOT = Path(__file__).resolve().parent
FIRST_NOTEBOOK = "notebooks/00_start_here.ipynb"
THIS_COMMAND = "py lab.py" if sys.platform == "win32" else "python3 lab.py"


class LauncherError(Exception):
    """Something the reader can act on: shown as a sentence, without a traceback."""


# --- the command line: a command and its options ---------------------------------------------------------


def main(arguments):
    name, rest = "open", arguments
    if arguments and arguments[0] in COMMANDS:
        name, rest = arguments[0], arguments[1:]
    elif arguments and not arguments[0].startswith("-"):
        options().error(f"there is no command {arguments[0]!r}: give one of {', '.join(COMMANDS)}, or --help")
    action = COMMANDS[name][0]
    try:
        return action(rest)
    except LauncherError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except OSError as error:
        advice = FULL if error.errno in NO_SPACE else "Is this folder yours, and not read-only?"
        print(f"\nThis did not work: {error}.\n{advice}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nStopped. Run {THIS_COMMAND} again at any time.", file=sys.stderr)
        return 130


def options():
    width = max(map(len, COMMANDS))
    parser = argparse.ArgumentParser(
        prog="lab.py",
        usage=f"{THIS_COMMAND} [command] [options]",
        description="Sets svmlab up where needed, then does what the command says.",
        epilog="commands:\n" + "\n".join(f"  {name:<{width}}  {text}" for name, (_, text) in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--no-browser", action="store_true", help="open: do not start a browser")
    parser.add_argument(
        "--port", type=port_number, default=8888, metavar="N", help="open: port to listen to (default 8888)"
    )
    return parser


def port_number(text):
    port = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 1 to 65535, got {text!r}")
    return port


# --- the commands: each sets up where needed, then runs a program of the environment ---------------------


def open_lab(arguments):
    """Open JupyterLab on the first notebook."""
    chosen = options().parse_args(arguments)
    python = set_up()
    port = free_port(chosen.port)
    if port != chosen.port:
        print(f"Port {chosen.port} is taken: using {port} instead.")
    browser = can_show_browser() and not chosen.no_browser
    print(f"Starting JupyterLab at http://localhost:{port}; its full address, with the key, follows.")
    print("Keep this window open while you work; to stop JupyterLab, press Ctrl-C here twice.", flush=True)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    code = run(jupyter_command(python, ROOT, port, browser, is_root))
    print("\nJupyterLab has stopped.")
    return code


def only_set_up(arguments):
    """Set up and do no more."""
    if arguments:
        raise LauncherError("setup takes no options.")
    set_up()
    print(f"Ready: {THIS_COMMAND} opens JupyterLab.")
    return 0


def show_demo(arguments):
    """Show the scenes as an application without code; what follows goes to it."""
    ports = argparse.ArgumentParser(
        prog="lab.py demo", usage=f"{THIS_COMMAND} demo [options]", add_help=False, allow_abbrev=False
    )
    ports.add_argument("--port", type=port_number)
    ports.parse_known_args(arguments)
    return run_module("svmlab.demo", arguments)


IN_PARALLEL = ("-n", "4", "--dist", "loadgroup")  # on two cores: a test in a browser, or of a server, also waits


def run_tests(arguments):
    """Run the tests; the exit code is pytest's."""
    return run([set_up(), "-m", "pytest", *(arguments or IN_PARALLEL)])


def make_figures(arguments):
    """Draw the figures of the project again."""
    script = Path("figures", "make_figures.py")
    if not (ROOT / script).exists():
        raise LauncherError(f"{script} is missing from this copy of svmlab.")
    return run([set_up(), script, *arguments])


def export_notebooks(arguments):
    """Write the notebooks as pages and slides that need no Python."""
    return run_module("svmlab.handouts", arguments)


def make_gallery(arguments):
    """Write the scenes for a lecture as live pages."""
    return run_module("svmlab.handouts.gallery", arguments)


def show_lecture(arguments):
    """Write the scenes for a lecture as one page and open it in the browser."""
    without = [] if can_show_browser() else ["--no-browser"]
    return run_module("svmlab.handouts.lecture", [*arguments, *without])


COMMANDS = {
    "open": (open_lab, "open JupyterLab on the first notebook (also without any command)"),
    "setup": (only_set_up, "only set up, for instance before a lecture without network"),
    "demo": (show_demo, "show the live scenes without code, for visitors; demo --help lists its options"),
    "lecture": (show_lecture, "open the scenes for a lecture in the browser, as one page; --no-browser only writes it"),
    "test": (run_tests, "run the tests; what follows goes to pytest, for example: test -k kernels"),
    "figures": (make_figures, "draw the pictures in figures/ again"),
    "export": (export_notebooks, "write notebooks as pages and slides, live without Python, into handouts/"),
    "gallery": (make_gallery, "write the scenes for a lecture as live pages into figures/gallery/; --to chooses"),
}


# --- a program of the environment: how it is called and run ----------------------------------------------


def run_module(module, arguments):
    """Run a module of svmlab where the reader stands, as paths count from there; return its exit code."""
    return run(module_command(set_up(), module, *arguments), folder=Path.cwd())


def run(command, root=ROOT, folder=None):
    """Run a program of the environment in the foreground, in ``folder``, and return its exit code.

    Ctrl-C reaches the program itself, which decides when to end; this only waits for it.
    """
    env = dict(child_environment(root / ".venv"), **instead_of_home(root / ".venv"))
    process = subprocess.Popen([str(word) for word in command], cwd=str(folder or root), env=env)
    signal.signal(signal.SIGTERM, lambda number, frame: process.terminate())
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            continue
        return code if code >= 0 else 128 - code


def module_command(python, module, *arguments):
    """The command that runs a module of the environment."""
    # -P: a file in this folder named like one of Python's modules must not stop it
    return [str(python), "-P", "-c", STARTER, module, *arguments]


# Runs a module of the environment as a program: Ctrl-C ends it in a line, also while it is being imported, when the
# interruption may come out as another error. JupyterLab loads Voila, which lets warnings through that are not for us.
STARTER = """
import contextlib, runpy, sys, warnings
module = sys.argv.pop(1)
try:
    if module == "jupyterlab":
        with contextlib.suppress(ImportError):
            import voila
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="traitlets")
    runpy.run_module(module, run_name="__main__", alter_sys=True)
except Exception as error:
    cause = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    if cause is None:
        raise
except KeyboardInterrupt:
    pass
else:
    sys.exit()
print("\\nStopped.", file=sys.stderr)
sys.exit(130)
"""


def jupyter_command(python, root, port, browser, is_root):
    """The command that starts JupyterLab on the first notebook."""
    command = module_command(
        python,
        "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.port={port}",
        f"--LabApp.default_url=/lab/tree/{FIRST_NOTEBOOK}",
        "--log-level=WARN",  # the address is shown all the same
        "--LabApp.log_level=WARN",
    )
    if not browser:
        command.append("--no-browser")
    if is_root:
        command.append("--allow-root")
    return command


# --- ports and browsers: where JupyterLab can be reached -------------------------------------------------


def free_port(wanted):
    for port in range(wanted, min(wanted + 50, 65536)):
        if is_free(port):
            return port
    raise LauncherError(f"Port {wanted} and those after it are taken: choose another with --port.")


def is_free(port):
    """Whether a server on this computer could listen to the port."""
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe_socket:
                if os.name == "posix":  # as servers do, so that a port just left counts as free
                    probe_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe_socket.bind((host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
    return True


def can_show_browser(platform=sys.platform, environ=os.environ):
    """False on a server without a screen, where Python might start a text browser in the terminal."""
    if not platform.startswith("linux"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


# --- set-up: from nothing, or from what there is, to a complete environment ------------------------------


def set_up(root=ROOT):
    """Make the environment complete, if it is not, and return its Python."""
    venv = root / ".venv"
    if reason_to_set_up(root, venv, probe(venv)) is not None:
        with alone(root):
            complete(root, venv)
    return venv_python(venv)


def complete(root, venv):
    """Do what is to be done; nothing, if another set-up has just done it.

    The stamp is "unfinished" from the first moment to the last, so whatever interrupts this, the next run
    begins again; pip keeps what it has fetched.
    """
    facts = probe(venv)
    reason = reason_to_set_up(root, venv, facts)
    if reason is None:
        return
    started = time.monotonic()
    print(reason, flush=True)
    afresh = not is_usable(facts) or read_stamp(venv) == UNFINISHED
    log = io.StringIO()
    try:
        with Step("[1/3] Python environment"):
            if afresh:
                facts = make_environment(venv, log)
            write_stamp(venv, UNFINISHED)
        with Step("[2/3] Packages") as step:
            forget(facts["site_packages"], lost_packages(venv, facts))
            install_requirements(root, venv, log, step)
        with Step("[3/3] svmlab and JupyterLab's settings"):
            add_package(root, facts["site_packages"])
            write_jupyterlab_settings(venv)
            write_packages(venv, facts)
            write_stamp(venv, fingerprint(root, facts))
    finally:
        keep_log(venv, log)
    print(f"Set up in {elapsed(time.monotonic() - started)}.", flush=True)


@contextlib.contextmanager
def alone(root):
    """Wait until no other set-up works in this folder. The system ends a lock with its process, however that ends."""
    try:
        file = (root / "requirements.txt").open("rb+")
    except OSError:  # nobody can lock it; what is to be written will say what is wrong
        yield
        return
    with file:
        if not locked(file):
            print("Another set-up works in this folder: waiting until it has ended (Ctrl-C stops waiting).", flush=True)
            while not locked(file):
                time.sleep(0.5)
        yield


def locked(file):
    """Lock a file for this process and return True; False while another one has it."""
    try:
        if os.name == "nt":
            file.seek(2**30)  # beyond its end, so that others can read it
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # others: a disk without locks
    return True


def reason_to_set_up(root, venv, facts):
    """Why set-up has work to do, in words; None when the environment is complete."""
    if is_usable(facts) and read_stamp(venv) == fingerprint(root, facts):
        lost = ", ".join(lost_packages(venv, facts))
        return f"Missing from .venv, and put back: {lost}." if lost else None
    if not os.path.lexists(str(venv)):
        return (
            "First start: svmlab gets a Python environment of its own, in the folder .venv.\n"
            "This takes a few minutes and needs the network; later starts take seconds and do not."
        )
    if read_stamp(venv) == UNFINISHED:
        return "The last set-up did not finish: starting it again."
    if not is_usable(facts):
        return "The Python in .venv does not work any more: making the environment anew."
    return "The list of packages has changed: bringing .venv up to date."


def is_usable(facts):
    return facts is not None and tuple(facts["version"]) >= OLDEST and facts["pip"]


def fingerprint(root, facts):
    """Changes exactly when there is something to install again."""
    parts = [
        (root / "requirements.txt").read_text(encoding="utf-8"),
        json.dumps(JUPYTERLAB_SETTINGS, sort_keys=True),
        json.dumps(list(facts["version"])),
        version(root),
    ]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()


UNFINISHED = "unfinished"


def read_stamp(venv):
    try:
        return stamp_file(venv).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def write_stamp(venv, text):
    stamp_file(venv).write_text(text + "\n", encoding="utf-8")


def stamp_file(venv):
    return venv / "svmlab-setup.txt"


def packages_in(site_packages):
    """Names of the packages and modules in a folder of packages, empty ones apart."""
    about = (".dist-info", ".egg-info", "__pycache__")
    entries = [entry for entry in Path(site_packages).iterdir() if not entry.name.endswith(about)]
    return {entry.name for entry in entries if not entry.is_dir() or any(entry.iterdir())}


def packages_file(venv):
    return venv / "svmlab-packages.txt"


def write_packages(venv, facts):
    names = sorted(packages_in(facts["site_packages"]))
    packages_file(venv).write_text("\n".join(names) + "\n", encoding="utf-8")


def lost_packages(venv, facts):
    """Names of what the last set-up left in the environment and is there no more."""
    try:
        known = packages_file(venv).read_text(encoding="utf-8").splitlines()
        return sorted(set(known) - packages_in(facts["site_packages"]))
    except (OSError, ValueError):
        return []


def forget(site_packages, lost):
    """Let pip believe that what is lost was never there, so that it installs it again."""
    for record in Path(site_packages).glob("*.dist-info/RECORD"):
        with record.open(encoding="utf-8", errors="replace") as lines:
            gone = any(re.split("[/,]", line, maxsplit=1)[0] in lost for line in lines)
        if gone:
            remove(record.parent)


def install_requirements(root, venv, log, step):
    requirements = root / "requirements.txt"
    progress = PipProgress(count_packages(requirements.read_text(encoding="utf-8")))

    def on_line(line):
        step.detail = progress.read(line) or step.detail

    pip = [venv_python(venv), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    all_is_pinned = "--no-deps"  # nothing is left to be resolved, which would take a third of the time
    code, output = run_logged([*pip, "--no-color", all_is_pinned, "-r", requirements], venv, log, on_line)
    if code != 0:
        raise LauncherError("The packages could not be installed. " + hint(output))


def add_package(root, site_packages):
    """Let the environment import svmlab from this folder, and know its version.

    The path is relative, so the folder may be moved, and ASCII, which every Python reads the same way.
    """
    for old in Path(site_packages).glob("svmlab-*.dist-info"):
        remove(old)
    about = Path(site_packages, f"svmlab-{version(root)}.dist-info")
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: svmlab\nVersion: {version(root)}\n"
    (about / "METADATA").write_text(metadata, encoding="ascii")
    (about / "INSTALLER").write_text("lab.py\n", encoding="ascii")
    relative = os.path.relpath(str(root), str(site_packages))
    Path(site_packages, "svmlab.pth").write_text(relative + "\n", encoding="ascii")


def version(root):
    text = (root / "svmlab" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"', text, flags=re.MULTILINE).group(1)


# JupyterLab asks at its first start whether to fetch news, and looks for updates: not in a lecture.
JUPYTERLAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


def write_jupyterlab_settings(venv):
    folder = venv / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(JUPYTERLAB_SETTINGS, indent=2)
    (folder / "overrides.json").write_text(text + "\n", encoding="utf-8")


def keep_log(venv, log):
    with contextlib.suppress(OSError):  # a full disk is told by what met it first
        (venv / "svmlab-setup.log").write_text(log.getvalue(), encoding="utf-8")


# --- the environment: how it is made ---------------------------------------------------------------------


def make_environment(venv, log, python=None):
    """Make the environment afresh and return what its Python says of itself."""
    outputs = []
    for commands in ways_to_make(venv, python or base_python()):
        remove(venv)
        venv.mkdir()
        write_stamp(venv, UNFINISHED)
        for command in commands:
            code, output = run_logged(command, venv, log)
            outputs.append(output)
            if code != 0:
                break
        facts = probe(venv)
        if is_usable(facts):
            return facts
    advice = advice_without_environment("".join(outputs), has_ensurepip())
    raise LauncherError("No Python environment could be made. " + advice)


def ways_to_make(venv, python, platform=sys.platform):
    """Ways to make an environment that has pip, best first; each is a list of commands.

    Debian and Ubuntu ship a Python without ensurepip, where the first one fails.
    """
    inner = venv_python(venv, platform)
    return [
        [[python, "-m", "venv", venv]],
        [[python, "-m", "virtualenv", venv]],
        [
            [python, "-m", "venv", "--without-pip", venv],
            [python, "-m", "pip", "--python", inner, "install", "--no-input", "pip"],
        ],
    ]


def base_python():
    """The Python that environments are made from, also when this one belongs to an environment."""
    return getattr(sys, "_base_executable", None) or sys.executable


def advice_without_environment(output, ensurepip, platform=sys.platform):
    """What to do when no way to make an environment worked."""
    if ensurepip:
        return hint(output)
    lack = "This Python lacks the part that makes environments (ensurepip)."
    if not platform.startswith("linux"):
        return f"{lack} Install the one from python.org."
    major, minor = sys.version_info[:2]
    return (
        f"{lack} On Debian and Ubuntu:\n"
        "    sudo apt install python3-venv\n"
        f"or, for a Python that is not the system's own, python{major}.{minor}-venv; then run this again."
    )


def has_ensurepip():
    found = importlib.util.find_spec("ensurepip")
    return found is not None and found.origin is not None  # no origin: an empty folder of that name


def remove(venv):
    try:
        if venv.is_dir() and not venv.is_symlink():
            shutil.rmtree(str(venv))
        elif os.path.lexists(str(venv)):
            venv.unlink()
    except OSError as error:
        raise LauncherError(
            f"The folder .venv could not be removed ({error}).\n"
            "Close JupyterLab and every program that runs from it, delete the folder .venv, and try again."
        ) from error


# --- the environment: what it is like --------------------------------------------------------------------


def probe(venv, platform=sys.platform):
    """What the environment's Python says of itself, or None when there is none that runs."""
    question = (
        "import importlib.util as u, json, sys, sysconfig; print(json.dumps({"
        "'version': sys.version_info[:2], 'site_packages': sysconfig.get_path('purelib'), "
        "'pip': u.find_spec('pip') is not None}))"
    )
    try:
        answer = subprocess.run(
            [str(venv_python(venv, platform)), "-c", question],
            env=child_environment(venv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=120,
            check=True,
        )
        return json.loads(answer.stdout.decode("utf-8"))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def child_environment(venv, environ=os.environ, platform=sys.platform):
    """Variables for every program started from here: what activating the environment would set, and more.

    One thread for linear algebra: the matrices are small, and on a shared machine more threads are slower.
    """
    env = {name: value for name, value in environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}
    env["VIRTUAL_ENV"] = str(venv)
    env["PATH"] = os.pathsep.join([str(scripts_folder(venv, platform)), environ.get("PATH", os.defpath)])
    env["OMP_NUM_THREADS"] = env["OPENBLAS_NUM_THREADS"] = "1"
    env["JUPYTER_PREFER_ENV_PATH"] = "1"  # this environment's kernel, not one registered in the home folder
    env["PIP_USER"] = "0"  # some computers are set to install into the home folder, which pip refuses here
    return env


# Where Jupyter and what it starts keep their files, below the home folder where nothing else is set.
KEPT_AT_HOME = {
    "JUPYTER_CONFIG_DIR": ".jupyter",
    "JUPYTER_DATA_DIR": ".local/share/jupyter",
    "JUPYTER_RUNTIME_DIR": ".local/share/jupyter/runtime",
    "IPYTHONDIR": ".ipython",
    "MPLCONFIGDIR": ".config/matplotlib",
}


def instead_of_home(venv, environ=os.environ):
    """Variables that lead these files into .venv, or else a temporary folder; none where home can be written to."""
    home = Path(os.path.expanduser("~"))
    if all(can_be_written(Path(environ.get(name) or home / place)) for name, place in KEPT_AT_HOME.items()):
        return {}
    folder = venv / "home" if can_be_written(venv / "home") else Path(tempfile.mkdtemp(prefix="svmlab-"))
    print(f"The home folder {home} cannot be written to: Jupyter's settings are kept in {folder}.", flush=True)
    return {name: str(folder / place) for name, place in KEPT_AT_HOME.items()}


def can_be_written(folder):
    """Whether a file can be made in a folder, or the folder where it does not exist."""
    while not os.path.lexists(str(folder)) and folder != folder.parent:
        folder = folder.parent
    try:
        tempfile.TemporaryFile(dir=str(folder)).close()
    except OSError:
        return False
    return True


def venv_python(venv, platform=sys.platform):
    return scripts_folder(venv, platform) / ("python.exe" if platform == "win32" else "python")


def scripts_folder(venv, platform=sys.platform):
    return venv / ("Scripts" if platform == "win32" else "bin")


# --- pip: what it prints, in a sentence ------------------------------------------------------------------


def run_logged(command, venv, log, on_line=lambda line: None):
    """Run a program to its end, its output into the log; return its exit code and the output."""
    lines = []
    process = subprocess.Popen(
        [str(word) for word in command],
        env=dict(child_environment(venv), PYTHONIOENCODING="utf-8"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        with process.stdout:
            for raw in process.stdout:
                line = raw.decode("utf-8", errors="replace")
                lines.append(line)
                log.write(line)
                on_line(line)
        return process.wait(), "".join(lines)
    except BaseException:
        process.terminate()
        process.wait()
        raise


class PipProgress:
    """Turns the lines that pip prints into one short sentence."""

    def __init__(self, total):
        self.total = total
        self.names = []

    def read(self, line):
        """The sentence after this line, or None when the line brings no news."""
        line = line.strip()
        package = re.match(
            r"(?:Collecting |Requirement already satisfied: |Processing .*[/\\])(\w+(?:[.-][A-Za-z]\w*)*)", line
        )
        if package and package.group(1) not in self.names:
            self.names.append(package.group(1))
            return self.where()
        if line.startswith(("Downloading ", "Using cached ")) and line.endswith(")") and self.names:
            return f"{self.where()} {line[line.rindex('(') :]}"
        if "Retrying" in line:
            return "no answer from the package index, trying again"
        if line.startswith("Installing collected packages"):
            return "all there, unpacking them: half a minute or more"
        return None

    def where(self):
        count = len(self.names)
        return f"package {count} of about {max(self.total, count)}, {self.names[-1]}"


def count_packages(requirements):
    """How many packages a requirements file names (a few of them are for other systems)."""
    names = re.findall(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", requirements, flags=re.MULTILINE)
    return len(set(names))


def hint(output):
    """What to do about what a program printed before it failed; where the disk is full, it may not have said so."""
    if any(shutil.disk_usage(str(folder)).free < 20e6 for folder in (ROOT, tempfile.gettempdir())):
        return FULL
    for pattern, advice in HINTS:
        if re.search(pattern, output):
            return advice
    last_lines = "\n".join(output.strip().splitlines()[-5:])
    return f"The last lines of .venv/svmlab-setup.log:\n{last_lines}"


FULL = "The disk is full: free about 1 GB and run the command again."
NO_SPACE = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))

# What pip prints, and what it means for the reader. The first that is found is told.
HINTS = [
    (r"No space left|not enough space|quota exceeded", FULL),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError",
        "The connection is not trusted: a filter in this network may replace certificates. Ask for its\n"
        "certificate file and name it in the environment variable PIP_CERT, or use another network.",
    ),
    (
        r"ProxyError|Cannot connect to proxy|407 Proxy",
        "The proxy refused the connection. Check the environment variable HTTPS_PROXY, which looks like\n"
        "http://user:password@host:port (ask whoever runs the network).",
    ),
    (
        r"connection broken|NewConnectionError|NameResolutionError|Failed to resolve|timed out"
        r"|ConnectTimeout|ReadTimeout|Network is unreachable|ConnectionError",
        "The package index could not be reached. Is the computer online? Behind a proxy, first set the\n"
        "environment variable HTTPS_PROXY to http://user:password@host:port. What was fetched is kept.",
    ),
    (
        r"Long Path|long path",
        "A file name became too long for Windows. Move the folder nearer to the top, as in C:\\svmlab.",
    ),
    (
        r"being used by another process|WinError 5|WinError 32",
        "A file is in use. Close JupyterLab and every program that runs from this folder, and try again.",
    ),
    (r"Permission denied|Errno 13", "A file could not be written. Is this folder yours and not read-only?"),
    (
        r"No matching distribution|Failed building wheel|requires a different Python",
        "A package has no ready-made build for this Python or computer. There are builds for Python 3.11 to\n"
        "3.14, on Macs with Apple's processor from macOS 12 on: name such a Python, as in python3.12 lab.py.",
    ),
]


# --- progress: one line for each step --------------------------------------------------------------------


class Step:
    """One numbered step: a line that tells what is going on and for how long.

    In a terminal the line is rewritten twice a second; in a log a new one is added every 20 seconds.
    Set `detail` at any time.
    """

    def __init__(self, title, stream=None):
        self.title = title
        self.detail = ""
        self.stream = stream or sys.stdout
        self.live = self.stream.isatty()

    def __enter__(self):
        self.started = time.monotonic()
        self.ended = threading.Event()
        if self.live:
            self.show()
        else:
            self.stream.write(self.title + "\n")
            self.stream.flush()
        self.ticker = threading.Thread(target=self.tick, daemon=True)
        self.ticker.start()
        return self

    def __exit__(self, error_type, error, traceback):
        self.ended.set()
        self.ticker.join()
        if error_type is None:
            self.detail = "done"
            self.show()
        if self.live:
            self.stream.write("\n")
            self.stream.flush()

    def tick(self):
        while not self.ended.wait(0.5 if self.live else 20):
            self.show()

    def show(self):
        news = f"{self.detail} ({elapsed(time.monotonic() - self.started)})".strip()
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            self.stream.write("\r" + f"{self.title}: {news}"[:width].ljust(width))
        else:
            self.stream.write(f"      {news}\n")
        self.stream.flush()


def elapsed(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


if __name__ == "__main__":
    for output in (sys.stdout, sys.stderr):
        output.reconfigure(errors="replace")  # an old console may lack a letter of a path
    sys.exit(main(sys.argv[1:]))
