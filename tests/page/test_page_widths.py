"""The leave-one-out errors over the width of a kernel that the page counts, in Node, against Python's."""

import copy
from pathlib import Path

import engine_programs
import numpy as np
import pytest

from svmlab import BiclassSVM, MulticlassSVM, bounds, datasets, kernels, leave_one_out
from svmlab.exact import kernel_curve
from svmlab.page import modules, wire_format

SCRIPT = Path(__file__).parent / "js" / "engine" / "widths.mjs"
WITHIN = 1.003  # ratio to which the page brackets a change
LOW, HIGH, SAMPLES = 0.2, 4.0, 17  # so near that, of these machines, no point changes three times between two of them
LEAD = 1e-7  # of a score, relatively: nearer to a tie rounding alone decides

pytestmark = [pytest.mark.node, pytest.mark.xdist_group("engine of the page")]


def drawn():
    """Machines of two and three classes, with the Gaussian and the Laplace kernel, some with points that repeat."""
    rng = np.random.default_rng(25)
    for seed in range(4):
        for of in (datasets.overlapping, datasets.moons, datasets.blobs):
            data = of(int(rng.integers(16, 31)), random_state=seed)
            X = data.X.copy()
            if seed % 2:
                X[rng.integers(len(X), size=3)] = X[rng.integers(len(X), size=3)]
            kernel = kernels.Laplace() if rng.random() < 0.4 else kernels.Gaussian()
            estimator = BiclassSVM if len(data.classes) == 2 else MulticlassSVM
            yield estimator(C=float(rng.choice([0.3, 2.0, 50.0])), kernel=kernel).fit(X, data.y)


MACHINES = list(drawn())


def named(svm):
    return f"{len(svm.y_fit_)} points, {len(svm.classes_)} classes, C = {svm.C_:g}, {svm.kernel_}"


@pytest.fixture(scope="session")
def asked(node, tmp_path_factory):
    """[(machine, more)] -> what the page says of each machine."""
    module = tmp_path_factory.mktemp("widths") / "widths.mjs"
    module.write_text(modules.joined("scenes/bounds.js"), encoding="utf-8")

    def ask(machines, **more):
        return engine_programs.answers(node, SCRIPT, module, [travelling(svm) | more for svm in machines])

    return ask


def travelling(svm):
    Q = len(svm.classes_)
    outputs = 1 if isinstance(svm, BiclassSVM) else Q
    return {"X": svm.X_fit_.ravel(), "y": svm.codes_, "Q": Q, "outputs": outputs, "C": svm.C_, "within": WITHIN,
            "kernel": wire_format.page_kernel(svm.kernel_), "parameter": "sigma",
            "values": np.geomspace(LOW, HIGH, SAMPLES)}  # fmt: skip


@pytest.fixture(scope="session")
def told(asked):
    """{name of a machine: what the page says of it}."""
    return dict(zip(map(named, MACHINES), asked(MACHINES), strict=True))


def count_at(told, value):
    """What the page's steps say at a value."""
    k = int(np.searchsorted(told["at"], value, side="right")) - 1
    return told["counts"][min(k, len(told["counts"]) - 1)]


def retrained(svm, value):
    machine = copy.copy(svm).set_params(kernel=svm.kernel_.with_params(sigma=float(value)))
    return machine.refit(svm.X_fit_, svm.y_fit_)


@pytest.mark.parametrize("svm", MACHINES, ids=named)
def test_counts_over_the_width_are_pythons_at_the_samples_and_between_them(svm, told):
    ours = told[named(svm)]
    curve = leave_one_out.along_kernel(svm, LOW, HIGH, samples=SAMPLES)
    np.testing.assert_allclose([sample["at"] for sample in ours["samples"]], curve.samples)
    for value, sample in zip(curve.samples, ours["samples"], strict=True):
        loo = leave_one_out(retrained(svm, value))
        tied = int((engine_programs._lead(loo) < LEAD).sum())
        assert abs(sample["count"] - loo.n_errors) <= tied, value
    inner = curve.values[1:-1]
    for value in np.geomspace(LOW, HIGH, 400)[1:-1]:
        if not len(inner) or np.abs(np.log(inner / value)).min() > np.log(WITHIN):
            assert count_at(ours, value) == curve.count_at(value), value
    assert ours["fewest"] == min(ours["counts"])
    assert all(count_at(ours, np.sqrt(low * high)) == ours["fewest"] for low, high in ours["best"])


def test_the_machines_that_are_compared_change_in_many_places(told):
    assert sum(len(one["counts"]) - 1 for one in told.values()) > 100
    assert {len(svm.classes_) for svm in MACHINES} == {2, 3}


def test_where_there_is_no_hard_margin_nothing_is_counted(asked):
    easy = datasets.separable(16, random_state=1)
    X, y = np.vstack([easy.X, easy.X[:1]]), np.append(easy.y, easy.y[easy.y != easy.y[0]][0])  # a point of both classes
    svm = BiclassSVM(1.0, kernels.Gaussian()).fit(X, y)
    (hard,) = asked([svm], C="inf")
    assert [sample["count"] for sample in hard["samples"]] == [None] * SAMPLES
    assert hard["counts"] == [None]
    assert hard["best"] == []
    apart = BiclassSVM(np.inf, kernels.Gaussian()).fit(easy.X, easy.y)
    (ours,) = asked([apart])
    assert [sample["count"] for sample in ours["samples"]] == [
        leave_one_out(retrained(apart, value)).n_errors for value in np.geomspace(LOW, HIGH, SAMPLES)
    ]


def test_bounds_over_the_width_are_pythons_at_the_samples(asked):
    data = datasets.overlapping(24, random_state=2)
    svm = BiclassSVM(2.0, kernels.Gaussian()).fit(data.X, data.y)
    (ours,) = asked([svm], bounds=True)
    assert sorted(at for at, _ in ours["bounds"]) == pytest.approx(list(np.geomspace(LOW, HIGH, SAMPLES)))
    for at, values in ours["bounds"]:
        for bound in bounds.report(retrained(svm, at)):
            if bound.name in values:
                expected = pytest.approx(bound.value, rel=1e-5, abs=1e-6)
                assert values[bound.name] == expected, (at, bound.name)


def test_samples_of_the_page_are_as_many_as_pythons():
    assert f"const SAMPLES = {kernel_curve.SAMPLES};" in modules.source("talk/widths_ahead.js")
