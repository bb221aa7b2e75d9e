"""Many points left out of one machine at once, before any certificate."""

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.engine import batch
from svmlab.exact.loo import Following

WAYS = batch.in_step, batch.in_a_loop
NUMBA = importlib.util.find_spec("numba") is not None


def leaving(svm):
    """(active set of a trained machine, the variables of each support vector)."""
    example = svm.solution_.program.example
    return Following(svm.solution_).active, np.array([np.flatnonzero(example == p) for p in svm.support_])


def trained(m, C, machine=BiclassSVM, sigma=1.0):
    data = datasets.overlapping(m, random_state=0, n_classes=2 if machine is BiclassSVM else 3)
    return machine(C=C, kernel=kernels.Gaussian(sigma=sigma)).fit(data.X, data.y)


@pytest.mark.parametrize("way", WAYS)
def test_a_nearly_singular_working_set_is_no_reason_to_go_alone(way):
    active, groups = leaving(trained(150, 1e3))
    assert active.condition() > 1e6
    assert (way(active, groups).left == 0).all()


@pytest.mark.parametrize(("C", "machine"), [(0.02, BiclassSVM), (1.0, BiclassSVM), (100.0, MulticlassSVM)])
def test_both_ways_make_the_same_exchanges_to_the_same_end(C, machine):
    active, groups = leaving(trained(30, C, machine))
    step, loop = (way(active, groups) for way in WAYS)
    assert (loop.left == 0).all()
    order = np.argsort(step.index)
    assert step.exchanges[order].tolist() == loop.exchanges.tolist()
    for r, s in enumerate(order):
        assert sorted(loop.free(r)) == sorted(step.free(s))
        np.testing.assert_allclose(loop.a[r], step.a[s], rtol=0, atol=1e-9 * active.a.max())
        np.testing.assert_allclose(loop.b[r], step.b[s], rtol=0, atol=1e-9)
        np.testing.assert_allclose(loop.g[r], step.g[s], rtol=0, atol=1e-9)
        assert (loop.side[r] == step.side[s]).all()


def test_numba_is_loaded_by_no_machine_that_is_too_small_to_gain_by_it():
    code = (
        "import sys; from svmlab import BiclassSVM, datasets, leave_one_out\n"
        "data = datasets.overlapping(100, random_state=0)\n"
        "leave_one_out(BiclassSVM(C=1.0).fit(data.X, data.y))\n"
        "assert 'numba' not in sys.modules and 'svmlab.engine.loop' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_points_go_in_step_where_there_is_no_numba(monkeypatch):
    active, _ = leaving(trained(30, 1.0))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert batch.quickest(active, 10**9) is batch.in_step


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
def test_points_go_in_the_loop_where_numba_is_worth_loading_or_loaded():
    active, _ = leaving(trained(30, 1.0))
    assert batch.quickest(active, 10**9) is batch.in_a_loop
    assert batch.quickest(active, 1) is batch.in_a_loop
