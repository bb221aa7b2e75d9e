"""Without cvxopt everything is trained all the same, by our own method: same optimum, same certificate."""

import json
import subprocess
import sys

import numpy as np
import pytest

from svmlab.engine import interior_point, small_programs

# Runs in a process of its own, where an import hook hides cvxopt if it is asked to.
TRAINED = """
import importlib.abc, json, sys


class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "cvxopt":
            raise ModuleNotFoundError("No module named 'cvxopt'", name="cvxopt")


if sys.argv[1] == "hidden":
    sys.meta_path.insert(0, Hidden())

import numpy as np
from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels
from svmlab.engine import small_programs
from svmlab.theory import ball, flows, kkt, spans

found = {}


def noted(name, value, certified):
    found[name] = [float(value), bool(certified)]


kernel, two, three = kernels.Gaussian(1.0), datasets.overlapping(40, random_state=0), datasets.iris()
for C in (0.01, 1.0, 100.0, float("inf")):
    rows = slice(None) if C < np.inf else slice(0, 8)
    solution = BiclassSVM(C=C, kernel=kernel).fit(two.X[rows], two.y[rows]).solution_
    noted(f"biclass {C}", solution.primal, solution.certified)
    for machine in ("weston-watkins", "crammer-singer", "lee-lin-wahba", "msvm2"):
        if C < np.inf:
            svm = MulticlassSVM(C=C, kernel=kernel, machine=machine).fit(three.X[::2], three.y[::2])
            noted(f"{machine} {C}", svm.solution_.primal, svm.solution_.certified)
rng = np.random.default_rng(0)
for n in range(2, 7):
    M, G = rng.normal(size=(n, n - 1)), np.vstack([rng.normal(size=(n, n)), -np.eye(n)])
    h, A, q = G @ np.full(n, 1 / n) + rng.uniform(0, 1, len(G)), np.ones((1, n)), rng.normal(size=n)
    solution = small_programs.quadratic_program(M @ M.T, q, G, h, A, [1])
    noted(f"small program {n}", solution.objective, solution.certified)
for name, problem in kkt.EXAMPLES.items():
    audit = kkt.audit(problem)
    noted(f"problem {name}", audit.objective, audit.holds)
svm = MulticlassSVM(C=1.0, kernel=kernel).fit(three.X[::5], three.y[::5])
for method in ("flow", "qp"):
    K = flows.constant_K(svm, method)
    noted(f"K, {method}", K, K.value >= 2.0)
for C in (1.0, 100.0):
    svm = BiclassSVM(C=C, kernel=kernel).fit(two.X, two.y)
    squares = spans.boxed(svm, spans.affine(svm))
    noted(f"spans {C}", np.nansum(squares), np.isfinite(squares).any())
    smallest = ball.of_support_vectors(svm)
    noted(f"ball {C}", smallest.squared_radius, smallest.certified)
print(json.dumps({"found": found, "loaded": "cvxopt" in sys.modules}))
"""


def trained(how):
    answer = subprocess.run([sys.executable, "-c", TRAINED, how], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr[-3000:]
    return json.loads(answer.stdout)


def test_without_cvxopt_every_machine_has_the_optimum_that_it_has_with_it():
    pytest.importorskip("cvxopt")
    without, usual = trained("hidden"), trained("there")
    assert (without["loaded"], usual["loaded"]) == (False, True)
    assert list(without["found"]) == list(usual["found"])
    assert len(usual["found"]) >= 20
    for name, (value, certified) in without["found"].items():
        assert certified, name
        assert value == pytest.approx(usual["found"][name][0], rel=1e-8, abs=1e-10), name


def test_without_cvxopt_all_is_certified():
    found = trained("hidden")["found"]
    assert [name for name, (_, certified) in found.items() if not certified] == []


def test_asked_for_by_name_and_absent_cvxopt_is_an_error_that_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "cvxopt", None)
    with pytest.raises(ImportError, match=r"solver='cvxopt' asks for cvxopt.*pip install cvxopt.*leave solver out"):
        small_programs.quadratic_program(np.eye(1), [1.0], solver="cvxopt")
    assert interior_point.by() is interior_point.by("own")


def test_an_unknown_solver_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="solver must be one of 'cvxopt', 'own', got 'cvxop'; did you mean 'cvxopt'"):
        small_programs.quadratic_program(np.eye(1), [1.0], solver="cvxop")


def test_both_methods_find_the_same_corner():
    pytest.importorskip("cvxopt")
    program = np.diag([1.0, 0.0]), np.array([-2.0, 1.0]), np.array([[1.0, 1.0], [0.0, -1.0]]), np.array([1.0, 0.0])
    for solver in interior_point.SOLVERS:
        solution = small_programs.quadratic_program(*program, solver=solver)
        assert solution.certified
        assert solution.x == pytest.approx([1.0, 0.0], abs=1e-12)
        assert solution.alpha == pytest.approx([1.0, 2.0], abs=1e-12)


def test_our_own_method_says_where_no_point_is_and_where_there_is_no_minimum():
    G = np.array([[1.0], [-1.0]])
    with pytest.raises(ValueError, match="contradict each other"):
        small_programs.quadratic_program([[1.0]], [0.0], G, [0.0, -1.0], solver="own")
    with pytest.raises(ValueError, match="falls without limit"):
        small_programs.quadratic_program([[0.0]], [1.0], [[1.0]], [0.0], solver="own")
