"""The samples that the page draws against those of ``svmlab.datasets``: the same distributions, class by class."""

import json
import subprocess

import numpy as np
import pytest
from scipy import stats

from svmlab import datasets
from svmlab.explorers.menus import menus
from svmlab.explorers.samples import SAMPLES
from svmlab.page import modules

M = 3000
SEED = 11
CASES = {
    "separable": {},
    "overlapping": {},
    "circles": {},
    "moons": {"noise": 0.3},
    "xor": {},
    "spirals": {},
    "blobs": {"n_classes": 5, "noise": 1.1},
    "three_gaussians": {},
}
USUAL = {entry["name"]: entry["parameters"] for entry in menus(tuple(SAMPLES), ())["data"]}
LEAST = 1e-4  # probability of a difference like this between samples of one distribution; the seeds are fixed
SCRIPT = """
const page = await import(process.argv[1]);
const told = JSON.parse(process.argv[2]).map(([name, m, seed, parameters]) => {
  const { X, y, Q } = page.drawSample(name, m, seed, parameters);
  return { X: Array.from(X), y: Array.from(y), classes: page.sampleClasses(Q) };
});
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def drawn(node, tmp_path_factory):
    """{name: {X, y, classes}} as the page draws."""
    module = tmp_path_factory.mktemp("page") / "scene.mjs"
    module.write_text(modules.joined(), encoding="utf-8")
    asked = [[name, M, SEED, {**USUAL[name], **options}] for name, options in CASES.items()]
    command = [node, "--input-type=module", "-e", SCRIPT, "--", module.as_uri(), json.dumps(asked)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    told = zip(CASES, json.loads(run.stdout), strict=True)
    return {name: {**one, "X": np.reshape(one["X"], (-1, 2)), "y": np.array(one["y"])} for name, one in told}


def test_every_planar_sample_is_compared():
    assert list(CASES) == list(datasets.catalogue())


@pytest.mark.node
@pytest.mark.parametrize("name", CASES)
def test_the_page_draws_from_the_distribution_of_python(name, drawn):
    page, python = drawn[name], datasets.catalogue()[name].sample(M, random_state=SEED, **CASES[name])
    labels = python.classes
    names = [f"{label:+d}" if len(labels) == 2 else str(label) for label in labels]
    assert [name.replace("−", "-") for name in page["classes"]] == names
    assert np.bincount(page["y"]).tolist() == [np.count_nonzero(python.y == label) for label in labels]
    for k, label in enumerate(labels):
        ours, theirs = page["X"][page["y"] == k], python.X[python.y == label]
        for what, of in seen_as(name).items():
            a, b = of(ours), of(theirs)
            assert stats.ks_2samp(a, b).pvalue > LEAST, f"{name}, class {label}, {what}"
            error = np.sqrt(a.var() / len(a) + b.var() / len(b))
            assert abs(a.mean() - b.mean()) < 4 * error, f"{name}, class {label}, {what}: {a.mean()}, {b.mean()}"


def seen_as(name):
    """Numbers of points by which two samples are compared; the direction of ``separable`` is drawn with its seed."""
    radius = {"distance from the origin": lambda X: np.hypot(*X.T)}
    if name == "separable":
        return radius
    return {"x1": lambda X: X[:, 0], "x2": lambda X: X[:, 1], "x1 x2": lambda X: X[:, 0] * X[:, 1], **radius}
