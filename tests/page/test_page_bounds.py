"""The bounds of two classes that the page computes, in Node, against Python's: values, terms, hypotheses and words."""

import re
from pathlib import Path

import engine_programs
import numpy as np
import pytest
from cases import LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR

from svmlab import BiclassSVM, bounds, datasets, kernels, regularization_path
from svmlab.explorers.bounds import AlongPath, ordered
from svmlab.page import constants, modules, wire_format
from svmlab.theory import ball, spans

SCRIPT = Path(__file__).parent / "js" / "engine" / "bounds.mjs"
DRAWN = range(700)  # programs of the campaign, of which those of two classes are taken, each point with weight 1
SAME = 1e-9  # difference of multipliers, relative to the largest, of machines that are one
NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:e[-+]\d+| × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|-?∞")
KERNELS = {
    "linear": kernels.Linear(),
    "gaussian": kernels.Gaussian(sigma=0.7),
    "cubic": kernels.Polynomial(degree=3, gamma=0.5, coef0=1.0),
}

pytestmark = [pytest.mark.node, pytest.mark.xdist_group("engine of the page")]


@pytest.fixture(scope="session")
def asked(node, tmp_path_factory):
    """[(machine, more)] -> what the page says of each machine."""
    module = tmp_path_factory.mktemp("bounds") / "bounds.mjs"
    module.write_text(modules.joined("scenes/bounds.js"), encoding="utf-8")

    def ask(machines, **more):
        return engine_programs.answers(node, SCRIPT, module, [travelling(svm) | more for svm in machines])

    return ask


def travelling(svm):
    kernel = wire_format.page_kernel(svm.kernel_)
    return {"X": svm.X_fit_.ravel(), "y": svm.codes_, "kernel": kernel, "C": svm.C_}


def drawn():
    """The certified machines of two classes of the campaign, whose numbers doubles carry."""
    for number in DRAWN:
        svm, X, y, _ = engine_programs.draw(number)
        if not isinstance(svm, BiclassSVM):
            continue
        try:
            svm.fit(X, y)
        except ValueError:
            continue
        if svm.solution_.certified and not engine_programs._beyond(svm):
            yield svm


def numbers(told):
    return np.array([float(text) for text in told])


def is_the_same_machine(svm, told):
    """Where the optimum leaves α open, or rounding which points are at a bound, there is nothing to compare."""
    roles = (svm.alpha_ > 0) * constants.FREE + (svm.alpha_ >= svm.upper_)
    near = np.abs(told["alpha"] - svm.alpha_).max() <= SAME * svm.alpha_.max()
    return told["certified"] and near and np.array_equal(told["status"], roles)


def assert_same_bounds(svm, told, rtol=1e-8):
    report = bounds.report(svm, ordered(bounds.names("loo")))
    assert [bound["name"] for bound in told["bounds"]] == [bound.name for bound in report]
    for ours, of in zip(told["bounds"], report, strict=True):
        what = f"{svm.kernel_}, C = {svm.C_}: {of}"
        assert (ours["kind"], ours["holds"], ours["vacuous"]) == (of.kind, of.holds, of.vacuous), what
        near = {"rtol": 1e-6 if of.name == "opper_winther" else rtol, "atol": 1e-7}  # K itself is not about the mean
        np.testing.assert_allclose(float(ours["value"]), of.value, **near, err_msg=what)
        np.testing.assert_allclose(numbers(ours["terms"]), of.per_point, **near, err_msg=what)
        assert (ours["label"], ours["source"]) == (of.label, of.source)
        assert NUMBER.sub("#", ours["why"]) == NUMBER.sub("#", of.why)
    theirs = ball.of_points(svm)
    assert told["ball"]["certified"]
    assert theirs.certified
    assert told["ball"]["squaredRadius"] == pytest.approx(theirs.squared_radius, rel=rtol)


@pytest.mark.filterwarnings("ignore:not certified")
def test_of_hostile_programs_the_page_finds_the_bounds_and_the_hypotheses_of_python(asked):
    machines = list(drawn())
    answers = asked(machines)
    pairs = [(svm, told) for svm, told in zip(machines, answers, strict=True) if is_the_same_machine(svm, told)]
    assert len(pairs) > 0.8 * len(machines) > 100
    for svm, told in pairs:
        assert_same_bounds(svm, told)
    held = {bound["name"] for _, told in pairs for bound in told["bounds"] if bound["holds"]}
    assert held == set(bounds.names("loo")) - {"jaakkola_haussler", "opper_winther", "gacv"}
    unmet = {reason for _, told in pairs for bound in told["bounds"] for reason in bound["failed"]}
    assert unmet >= {"fixed b", "no slack", "roles stay", "no b", "can be tested"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_on_overlapping_points_too_and_at_the_hard_margin(kernel, asked):
    data = datasets.overlapping(80, random_state=4)
    near, apart = (BiclassSVM(C, KERNELS[kernel]) for C in (1.0, np.inf))
    easy = datasets.separable(40, random_state=1)
    machines = [near.fit(data.X, data.y), apart.fit(easy.X, easy.y)]
    machines += [BiclassSVM(C, KERNELS[kernel]).fit(data.X, data.y) for C in (0.01, 30.0)]
    for svm, told in zip(machines, asked(machines), strict=True):
        assert is_the_same_machine(svm, told)
        assert_same_bounds(svm, told)


def test_at_the_coordinates_of_a_map_too(asked):
    data = datasets.overlapping(40, random_state=0)
    svm = BiclassSVM(0.1).fit(np.round(50.0 * data.X, 1) + np.array([4.48e5, 5.41e6]), data.y)
    (told,) = asked([svm])
    assert is_the_same_machine(svm, told)
    assert_same_bounds(svm, told, rtol=1e-6)  # of κ as it is sixteen digits are a few


def test_where_the_count_depends_on_the_choice_of_b_no_bound_claims_to_hold(asked):
    samples = [datasets.overlapping(11, random_state=seed) for seed in range(40)]
    machines = [BiclassSVM(C=0.1).fit(data.X, data.y) for data in samples]
    answers = asked(machines)
    for svm, told in zip(machines, answers, strict=True):
        assert_same_bounds(svm, told)
    assert any("every b" in bound["failed"] for told in answers for bound in told["bounds"])


def test_multipliers_that_just_reach_c_without_slack_are_named(asked):
    svm = BiclassSVM(C=0.5).fit([[-1.0, 0.0], [1.0, 0.0]], [-1, 1])
    (told,) = asked([svm])
    assert_same_bounds(svm, told)
    assert told["bounds"][1]["failed"] == ["none bounded"]


def test_known_answers(asked):
    cases = LOO_EQUALS_SUPPORT_VECTORS, NO_FREE_SUPPORT_VECTOR
    planar = [np.pad(case.X, ((0, 0), (0, 2 - case.X.shape[1]))) for case in cases]
    first, second = asked([BiclassSVM(C=case.C).fit(X, case.y) for case, X in zip(cases, planar, strict=True)])
    values = {bound["name"]: float(bound["value"]) for bound in first["bounds"]}
    known = LOO_EQUALS_SUPPORT_VECTORS.known
    assert values["support_vectors"] == known["loo_errors"]
    assert values["radius_margin"] == pytest.approx(known["radius_margin"])
    assert values["radius_margin_count"] == 3
    told = {bound["name"]: bound for bound in second["bounds"]}
    assert not told["xi_alpha"]["holds"]
    assert "b may be anything from 0.600 to 0.800" in told["xi_alpha"]["why"]
    assert float(told["span_bound"]["value"]) == 2


@pytest.mark.parametrize("kernel", KERNELS)
def test_along_c_the_curves_are_those_of_python(kernel, asked):
    data = datasets.overlapping(24, random_state=2)
    svm = BiclassSVM(1.0, KERNELS[kernel]).fit(data.X, data.y)
    path = regularization_path(svm, 0.1, 1000.0)
    along = AlongPath(path)
    along.go_on()
    curves, told = along.curves(), asked([svm], range=[0.1, 1000.0])[0]
    ours = told["curves"]
    np.testing.assert_allclose(told["grid"], [C for C, _ in along.done])
    np.testing.assert_allclose(ours["at"], curves.C)
    assert ours["exact"]["value"] == curves.n_errors.tolist()
    assert [curve["name"] for curve in ours["curves"]] == list(along.names)
    for curve in ours["curves"]:
        of = curves[curve["name"]]
        value = np.array([np.nan if v is None else v for v in curve["value"]])
        expected = np.where(np.isfinite(of.value), of.value, np.nan)
        np.testing.assert_allclose(value, expected, rtol=1e-6, atol=1e-7, err_msg=curve["name"])
        assert (curve["holds"], curve["kind"]) == (of.holds.tolist(), of.kind.tolist()), curve["name"]
        assert ours["chosen"][curve["name"]] == curves.chosen(curve["name"])
    assert ours["chosen"][""] == curves.chosen()
    assert ("limit" in told) == (along.limit is not None)
    for name, value in told.get("limit", []):
        theirs = next(bound["value"] for bound in along.limit["bounds"] if bound["name"] == name)
        assert value == pytest.approx(theirs, rel=1e-6)


def test_tolerances_of_the_spans_are_those_of_python():
    assert constants.TABLE["DEPENDENT_SPANS"] == spans.REGULAR
    assert constants.TABLE["FLAT_SPAN"] == spans.FLAT
