"""Settings of all tests: one BLAS thread, no window, and hypothesis examples that are the same in every run."""

import functools
import gc
import os
import shutil
import sys
import tempfile

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: more threads only wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
os.environ.setdefault("MPLBACKEND", "Agg")

import forked_kernels
import pytest
from hypothesis import HealthCheck, settings

sys.dont_write_bytecode = False  # else every worker compiles all tests anew,
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # and every kernel that a test starts all of svmlab

LEFT_OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "left_out")
if LEFT_OUT not in sys.path:  # else every worker and every server that a test starts takes two seconds longer
    sys.path.insert(0, LEFT_OUT)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [LEFT_OUT, os.environ.get("PYTHONPATH")]))

slow_draws = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50, suppress_health_check=slow_draws)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=slow_draws)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


KERNELS = pytest.StashKey()


def pytest_configure(config):
    """Let all kernels that tests start be forked from one process; the workers of a run share it."""
    if sys.platform == "linux" and not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="svmlab-kernels-", ignore_cleanup_errors=True)
        config.stash[KERNELS] = folder
        forked_kernels.kernelspec(folder.name)
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [folder.name, os.environ.get("JUPYTER_PATH")]))


def pytest_unconfigure(config):
    if KERNELS in config.stash:
        config.stash[KERNELS].cleanup()


@pytest.fixture
def fresh_kernels(monkeypatch):
    """Kernels that load everything anew, as those of a reader do."""
    monkeypatch.delenv("JUPYTER_PATH", raising=False)


def pytest_collection_modifyitems(items):
    """What takes longest begins first: tests that stay with one worker, then the slow ones."""
    items.sort(key=lambda item: [item.get_closest_marker(name) is None for name in ("xdist_group", "slow")])


def pytest_collection_finish():
    """What stays until the end is not gone through again and again for garbage."""
    gc.freeze()


@pytest.fixture(autouse=True)
def no_figure_left_open():
    """Close what a test has drawn, where it has drawn anything."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(scope="session")
def notebook_run(tmp_path_factory):
    """A function: the Run of the notebook of a name, which is run once in a session."""
    import notebook_runs

    @functools.cache
    def run_of(name):
        return notebook_runs.Run(notebook_runs.FOLDER / f"{name}.ipynb", tmp_path_factory.mktemp("ipython"))

    return run_of


@pytest.fixture(scope="session")
def node():
    """The command of Node.js; without it a test is skipped, or fails where browsers are asked for."""
    command = shutil.which("node")
    if command is None:
        if os.environ.get("SVMLAB_REQUIRE_BROWSER") == "1":
            pytest.fail("Node.js is not installed, and SVMLAB_REQUIRE_BROWSER=1 asks for it.")
        pytest.skip("Node.js is not installed; the page's functions were not tested.")
    return command
