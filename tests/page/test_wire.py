"""What Python and the page send each other, and what both need to know."""

import re
import subprocess

import numpy as np
import pytest
from page_fixtures import KERNELS

from svmlab import BiclassSVM, datasets, kernels
from svmlab.bounds import reports
from svmlab.engine import certificate
from svmlab.exact.straight import linear_pieces
from svmlab.page import constants, modules, wire_format


def test_an_array_comes_back_as_it_went():
    values = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(wire_format.numbers(wire_format.array(values, "f8"), (2, 3)), values)


def test_a_solution_travels_as_it_is_and_the_page_reads_off_what_is_bounded():
    data = datasets.overlapping(30, random_state=0)
    for C in (2.0, np.inf):
        svm = BiclassSVM(C=C, kernel=kernels.Gaussian(sigma=0.3)).fit(data.X, data.y)
        told = wire_format.solution(svm, None, 1.2, epoch=3)
        assert (told["epoch"], told["C"]) == (3, 2.0 if C == 2.0 else "inf")
        np.testing.assert_array_equal(wire_format.numbers(told["alpha"]), svm.alpha_)
        assert "scores" not in told


def test_a_bent_function_comes_in_straight_pieces():
    bends = np.array([0.2, 0.37, 0.371, 0.8])

    def f(x):
        assert ((x > 0.0) & (x < 1.0)).all(), "at the ends it may jump"
        return np.stack([np.abs(x[:, None] - bends) @ [1.0, -2.0, 3.0, 0.5], 2.0 * x], axis=1)

    pieces = linear_pieces(f, 0.0, 1.0)
    starts = np.array([start for start, _, _ in pieces])
    assert len(pieces) < 40
    for x in np.random.default_rng(0).uniform(0.001, 0.999, 200):
        start, value, slope = pieces[np.searchsorted(starts, x, side="right") - 1]
        np.testing.assert_allclose(value + slope * (x - start), f(np.array([x]))[0], atol=1e-9)


def test_an_intercept_that_is_constant_is_one_piece():
    assert len(linear_pieces(lambda x: np.full((len(x), 1), 3.0), 1.0, 2.0)) == 1


def test_a_page_kernel_travels_by_its_name_and_there_are_machines_of_each():
    travelling = {wire_format.page_kernel(k)["name"] for k in KERNELS.values()}
    assert travelling == set(KERNELS) == {kind.name for kind in kernels.OF_POINTS}
    assert wire_format.page_kernel(kernels.Gaussian() + kernels.Linear()) is None
    assert wire_format.page_kernel(kernels.Precomputed()) is None


def test_tolerances_of_the_page_are_those_of_python():
    assert constants.TABLE["ON_THE_MARGIN"] == certificate.CERTIFIED  # what counts as on the margin in ``kkt``
    assert constants.TABLE["ROUNDING_OF_TERMS"] == reports.ROUNDING


@pytest.mark.parametrize("aspect", [0.8, 1.2])
def test_both_axes_have_the_same_scale_unless_the_ranges_differ_much(aspect):
    X = np.random.default_rng(0).normal(size=(50, 2))
    (x0, x1), (y0, y1) = wire_format.limits(X, aspect)
    assert (x1 - x0) / (y1 - y0) == pytest.approx(aspect)
    assert x0 < X[:, 0].min() < X[:, 0].max() < x1
    assert y0 < X[:, 1].min() < X[:, 1].max() < y1
    (x0, x1), (y0, y1) = wire_format.limits(X * [1, 1000], aspect)
    assert (y1 - y0) > 200 * (x1 - x0)


def test_one_point_alone_has_limits_around_it():
    (x0, x1), (y0, y1) = wire_format.limits(np.array([[3.0, 4.0], [3.0, 4.0]]), 1.2)
    assert x0 < 3 < x1
    assert y0 < 4 < y1


@pytest.mark.node
@pytest.mark.parametrize("entry", modules.ENTRIES)
def test_without_its_comments_a_module_is_the_same_program(entry, node, tmp_path):
    whole, bare = modules.joined(entry), modules.lean(modules.joined(entry))
    assert len(bare) < 0.85 * len(whole)
    assert not re.search(r"^\s*(//|/\*\*)", bare, re.MULTILINE)
    declared = re.compile(r"^[ \t]*((?:export )?(?:async )?(?:const|let|class|function\*?) \w+)", re.MULTILINE)
    assert declared.findall(bare) == declared.findall(whole)
    file = tmp_path / "bare.mjs"
    file.write_text(bare, encoding="utf-8")
    run = subprocess.run([node, "--check", str(file)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
