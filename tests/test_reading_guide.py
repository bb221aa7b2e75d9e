"""The reading guide: what it says of the sources, computed; test numbers are those of its entries."""

import math
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from notebook_runs import NOTEBOOKS, read

from svmlab import BiclassSVM, MulticlassSVM, datasets, gaussians, kernels, kkt, leave_one_out, lemmas, risk
from svmlab.exact.path import regularization_path
from svmlab.theory.lemmas_multiclass import COUNTEREXAMPLE

GUIDE = Path(__file__).resolve().parents[1] / "notebooks" / "READING_GUIDE.md"


@pytest.fixture(scope="module")
def hard():
    data = datasets.separable(40, random_state=0)
    return BiclassSVM(C=math.inf).fit(data.X, data.y)


@pytest.fixture(scope="module")
def soft():
    data = datasets.overlapping(80, random_state=0)
    return BiclassSVM(C=1.0).fit(data.X, data.y)


@pytest.fixture(scope="module")
def on_the_edge():
    """Point 2 is on the edge of the band, and the others do without it."""
    return BiclassSVM(C=math.inf).fit([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [5.0, 1.0]], [-1, 1, 1, 1])


def entries():
    rows = re.findall(r"^\| (\d+) \|.*\| *([^|]*?) *\|$", GUIDE.read_text(encoding="utf-8"), re.M)
    return [(int(number), seen) for number, seen in rows]


def test_every_entry_is_computed_shown_in_a_notebook_or_a_matter_of_words():
    tests = {int(n) for name in globals() for n in re.findall(r"(?<=_)\d+(?=_)", name) if name.startswith("test_entry")}
    numbers = [number for number, _ in entries()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert tests <= set(numbers)
    for number, seen in entries():
        assert number in tests or seen == "words" or re.search(r"`\d\d`", seen), number
    for _, seen in entries():
        for notebook in re.findall(r"`(\d\d)`", seen):
            assert list(GUIDE.parent.glob(f"{notebook}_*.ipynb")), notebook


def entries_named(text):
    """The numbers that a lesson names, where it names any: "8, 10, 12 to 15 and 28"."""
    found = re.search(r"\(READING_GUIDE\.md\), entries ([\d, to\sand]+)\.", text)
    ranges = re.findall(r"(\d+)(?: to (\d+))?", found[1]) if found else []
    return {number for first, last in ranges for number in range(int(first), int(last or first) + 1)}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_misprints_stand_in_the_guide_and_a_lesson_leads_to_those_on_its_subject(path):
    text = "\n\n".join(cell.source for cell in read(path).cells)
    named = entries_named(text)
    assert named <= {number for number, _ in entries()}
    assert text.count("**Misprints") == bool(named)
    if named:
        assert {number for number, seen in entries() if f"`{path.stem[:2]}`" in seen} <= named


def test_entry_7_with_w_doubled_no_b_puts_free_support_vectors_on_both_edges(hard):
    w = (2 * hard.alpha_ * hard.y_fit_) @ hard.X_fit_  # Σ λ y x with λ = 2α
    needed = (hard.y_fit_ - hard.X_fit_ @ w)[hard.alpha_ > 0]  # b = y - ⟨w, x⟩
    assert np.ptp(needed) > 1
    needed = (hard.y_fit_ - hard.X_fit_ @ (w / 2))[hard.alpha_ > 0]
    assert np.ptp(needed) < 1e-9


def test_entry_8_14_28_a_point_on_the_edge_with_multiplier_zero(on_the_edge):
    assert on_the_edge.alpha_[2] == 0
    assert on_the_edge.solution_.margins[2] == pytest.approx(1, abs=1e-12)
    assert kkt.audit(on_the_edge).holds


def test_entry_11_slack_is_a_distance_only_times_the_length_of_w(soft):
    cases = kkt.cases(soft)
    i = int(cases.slack.argmax())
    w, y = soft.w_, soft.y_fit_[i]
    to_edge = abs(soft.X_fit_[i] @ w + soft.b_ - y) / np.linalg.norm(w)
    assert cases.slack[i] / np.linalg.norm(w) == pytest.approx(to_edge)
    assert abs(cases.slack[i] - to_edge) > 0.1


def test_entry_12_the_dual_is_above_every_other_allowed_point(soft):
    other = np.where(soft.y_fit_ > 0, 0.5 / (soft.y_fit_ > 0).sum(), 0.5 / (soft.y_fit_ < 0).sum())
    H = np.outer(soft.y_fit_, soft.y_fit_) * soft.K_
    W = [a.sum() - 0.5 * a @ H @ a for a in (soft.alpha_, other, 0 * other)]
    assert W[0] > W[1] > W[2]


def test_entry_13_the_innermost_points_tell_b_without_slack_only(hard, soft):
    def vert(svm):
        along = svm.X_fit_ @ svm.w_
        return -(along[svm.y_fit_ > 0].min() + along[svm.y_fit_ < 0].max()) / 2

    assert vert(hard) == pytest.approx(hard.b_)
    assert abs(vert(soft) - soft.b_) > 0.1


def test_entry_15_36_a_bounded_multiplier_without_slack():
    svm = BiclassSVM(C=0.4).fit([[0.0, 0.0], [2.0, 1.0]], [-1, 1])  # α = 2/d² = C
    assert svm.alpha_ == pytest.approx([0.4, 0.4])
    assert kkt.cases(svm).slack == pytest.approx([0, 0], abs=1e-12)


def test_entry_16_the_printed_signs_are_positive_outside_the_disk():
    inside, outside, R = np.array([0.1, 0.2]), np.array([2.0, 1.0]), 1.0
    for x, sign in ((inside, -1), (outside, 1)):
        assert np.sign(np.array([x[0] ** 2, x[0] * x[1], x[1] ** 2]) @ [1, 0, 1] - R**2) == sign


def test_entry_18_the_square_needs_the_root_of_two():
    x, z = np.array([1.0, 2.0]), np.array([3.0, 1.0])

    def phi(x, factor):
        return np.array([x[0] ** 2, factor * x[0] * x[1], x[1] ** 2])

    assert phi(x, math.sqrt(2)) @ phi(z, math.sqrt(2)) == pytest.approx((x @ z) ** 2)
    assert phi(x, 1.0) @ phi(z, 1.0) != pytest.approx((x @ z) ** 2)


def test_entry_20_without_the_square_it_is_the_laplace_kernel_with_a_kink():
    sigma, h = 0.7, 1e-6
    steps = np.array([[-h], [0.0], [h]])
    printed = np.exp(-np.abs(steps[:, 0]) / (2 * sigma**2))
    assert printed == pytest.approx(kernels.Laplace(2 * sigma**2)(steps, [[0.0]])[:, 0])
    gaussian = kernels.Gaussian(sigma)(steps, [[0.0]])[:, 0]
    assert np.diff(printed)[0] / h > 1  # uphill, and straight down
    assert np.diff(printed)[1] / h < -1
    assert np.abs(np.diff(gaussian) / h).max() < 1e-5


def test_entry_21_without_b_points_change_sides():
    data = datasets.separable(40, random_state=0)
    svm = BiclassSVM(C=math.inf).fit(data.X + 5.0, data.y)
    f = svm.decision_function(svm.X_fit_)
    assert (np.sign(f) == svm.y_fit_).all()
    assert (np.sign(f - svm.b_) != svm.y_fit_).any()


def test_entry_22_39_40_a_matrix_of_the_sigmoid_can_have_a_negative_eigenvalue_and_on_other_points_none():
    kernel = kernels.Sigmoid(gamma=1.0, coef0=0.0)
    bad, good = np.array([[1.0, 0.0], [3.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 3.0]])
    assert np.linalg.eigvalsh(kernel(bad, bad))[0] < -0.1
    assert np.linalg.eigvalsh(kernel(good, good))[0] > 0.1  # one set of points proves nothing


def test_entry_24_the_lagrangian_is_a_saddle():
    curvature = np.linalg.eigvalsh([[2, 0, 1], [0, 2, 2], [1, 2, 0]])  # of x² + y² + λ(x + 2y + 1)
    assert curvature[0] < 0 < curvature[-1]


def test_entry_25_the_stationarity_of_example_4_as_printed_has_no_feasible_solution_on_the_border():
    fourth = kkt.EXAMPLES["slides 4"]
    x, alpha = np.linalg.solve([[2, 0, 1], [0, 2, 2], [-1, -2, 0]], [0, 0, 1])[:2], 2 / 5  # as printed, h = 0
    assert alpha > 0  # so as printed, it would be a second solution
    assert fourth.gradient(x) + alpha * fourth.G[0] != pytest.approx([0, 0])
    assert kkt.audit(fourth).x == pytest.approx([0, 0])


def test_entry_27_the_dual_perceptron_as_printed_never_learns(hard):
    X = np.column_stack([hard.X_fit_, np.ones(len(hard.X_fit_))])  # the slides' one has no b
    y = hard.y_fit_

    def perceptron(wrong, rounds=2000):
        alpha = np.zeros(len(y))
        for _ in range(rounds):
            margins = []
            for i in range(len(y)):
                margins.append(y[i] * (alpha * y) @ (X @ X[i]))
                alpha[i] += wrong(margins[-1])
            if not any(map(wrong, margins)):
                break
        return alpha

    assert not perceptron(lambda margin: margin < 0).any()
    alpha = perceptron(lambda margin: margin <= 0)
    assert (y * (X @ (X.T @ (alpha * y))) > 0).all()


def test_entry_29_the_margin_is_one_over_the_root_of_the_sum_without_slack_only(hard, soft):
    assert hard.alpha_.sum() == pytest.approx(hard.margin_**-2)
    assert soft.alpha_.sum() - kkt.cases(soft).slack.sum() == pytest.approx(soft.margin_**-2)
    assert soft.alpha_.sum() > 1.5 * soft.margin_**-2


def test_entry_30_the_share_of_support_vectors_is_above_the_leave_one_out_error(hard):
    svm = BiclassSVM(C=1.0, kernel=kernels.Gaussian(1.0)).fit(hard.X_fit_, hard.y_fit_)
    assert leave_one_out(svm).error_rate < 0.5 * len(svm.support_) / len(svm.X_fit_)


def test_entry_31_where_it_is_positive_the_geometric_margin_is_quasi_concave(hard):
    rng, lines = np.random.default_rng(0), []
    for _ in range(4000):
        w, b = hard.w_ + rng.normal(size=2), hard.b_ + rng.normal()
        margin = (hard.y_fit_ * (hard.X_fit_ @ w + b)).min() / np.linalg.norm(w)
        if margin > 0:
            lines.append((margin, w, b))
    assert len(lines) > 20
    for (one, w, b), (other, v, c) in product(lines[:40], repeat=2):
        between = (hard.y_fit_ * (hard.X_fit_ @ (w + v) + b + c)).min() / np.linalg.norm(w + v)
        assert between >= min(one, other) - 1e-12


def test_entry_32_one_w_but_many_b():
    X, y = np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([-1, 1])
    svm = BiclassSVM(C=0.05).fit(X, y)
    costs = [0.5 * svm.w_ @ svm.w_ + 0.05 * np.maximum(0.0, 1.0 - y * (X @ svm.w_ + b)).sum() for b in (-0.5, 0.0, 0.5)]
    assert costs == pytest.approx([svm.solution_.primal] * 3)


def test_entry_33_classes_that_can_be_separated_are_not_at_a_small_C():
    X, y = [[-1.0], [0.0], [0.1], [1.0]], [-1, -1, -1, 1]
    assert BiclassSVM(C=math.inf).fit(X, y).score(X, y) == 1
    assert BiclassSVM(C=0.01).fit(X, y).score(X, y) < 1


def test_entry_34_only_with_the_square_the_bound_has_no_unit(hard):
    larger = BiclassSVM(C=math.inf).fit(1000 * hard.X_fit_, hard.y_fit_)

    def quotient(svm, power):
        points = svm.X_fit_[svm.support_]
        return max(((a - b) ** 2).sum() for a, b in product(points, points)) / svm.margin_**power

    assert quotient(larger, 2) == pytest.approx(quotient(hard, 2))
    assert quotient(larger, 1) == pytest.approx(1000 * quotient(hard, 1))


def test_entry_35_bounded_support_vectors_are_part_of_w(soft):
    free = (soft.alpha_ > 0) & (soft.alpha_ < soft.C)
    assert (soft.alpha_ * soft.y_fit_) @ soft.X_fit_ == pytest.approx(soft.w_)
    assert np.linalg.norm((soft.alpha_ * soft.y_fit_)[free] @ soft.X_fit_[free] - soft.w_) > 0.5


def test_entry_37_a_lower_C_gives_more_support_vectors(soft):
    path = regularization_path(soft, 1e-3, 1e3)
    counts = [(path.alpha_at(C) > 0).sum() for C in (1e-3, 1e-1, 1e1, 1e3)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


@pytest.mark.parametrize(("d", "p"), [(2, 2), (3, 2), (2, 5), (3, 3)])
def test_entry_38_the_polynomial_kernel_has_so_many_different_products(d, p):
    X = np.random.default_rng(0).normal(size=(60, d))
    assert np.linalg.matrix_rank(kernels.Polynomial(p, coef0=0.0)(X, X)) == math.comb(d + p - 1, p) < d**p


def test_entry_41_the_slope_of_the_hinge_asks_for_the_margin(soft):
    x, t = np.array([1.0, 0.5]), -1
    w, b, h = np.array([-2.0, -1.0]), 0.0, 1e-6

    def hinge(w):
        return max(0.0, 1 - t * (w @ x + b))

    slope = [(hinge(w + step) - hinge(w - step)) / (2 * h) for step in h * np.eye(2)]
    assert w @ x + b < 1  # the printed condition asks for -t x
    assert slope == pytest.approx([0, 0])  # but the margin is above 1


def test_entry_42_with_a_kernel_the_primal_is_convex(soft):
    rng, K = np.random.default_rng(0), kernels.Gaussian(1.0)(soft.X_fit_)

    def primal(v):  # w = Σ c_i φ(x_i), and b
        c, b = v[:-1], v[-1]
        return 0.5 * c @ K @ c + np.maximum(0.0, 1.0 - soft.y_fit_ * (K @ c + b)).sum()

    for u, v in rng.normal(size=(100, 2, len(K) + 1)):
        assert primal(0.5 * (u + v)) <= 0.5 * (primal(u) + primal(v))


def test_entry_44_the_dual_is_concave(soft):
    H = np.outer(soft.y_fit_, soft.y_fit_) * soft.K_
    assert np.linalg.eigvalsh(-H)[-1] < 1e-9


def test_entry_46_equation_6_fails_outside_the_margin():
    gap = lemmas.GAP.audit()
    assert gap.beyond
    assert not gap.printed.holds
    assert gap.shorter.holds


def test_entry_52_lemma_2_is_false():
    svm = COUNTEREXAMPLE.machine
    loo = leave_one_out(svm)
    p = COUNTEREXAMPLE.p
    assert loo.errors[p]
    assert svm.alpha_[p, list(svm.classes_).index(loo.predictions[p])] == 0


def test_entry_53_for_two_classes_K_is_2():
    data = datasets.separable(30, random_state=1)
    svm = MulticlassSVM(C=math.inf).fit(data.X, data.y)
    assert lemmas.constant_K(svm).value == pytest.approx(2)


def test_entry_54_as_printed_14_falls_below_one_where_one_ball_covers_everything():
    gamma, weight, point = 40.0, 1.0, 1.0
    printed = (32 * weight * point / gamma) ** (3 * 2)
    constants = risk.Constants(m=100, Q=3, weight=weight, point=point, intercept=0.0, dimension=2)
    assert printed < 1  # no number of balls
    assert math.exp(risk.log_covering_finite(constants, gamma)) == pytest.approx(1)


def test_entry_57_the_toy_problem_exactly():
    toy = gaussians.GaussianProblem()
    assert [round(100 * risk, 2) for risk in (toy.bayes_risk, toy.best_linear[2])] == [5.26, 5.84]
