"""C by the guaranteed risk, by cross-validation and by leave-one-out: each rule is what training anew gives."""

import itertools

import numpy as np
import pytest
from sklearn.svm import SVC

from svmlab import BiclassSVM, MulticlassSVM, datasets, kernels, leave_one_out, risk
from svmlab.risk import guaranteed_risk, rules
from svmlab.risk.gaussians import GaussianProblem

TOY = GaussianProblem()
C_GRID = np.geomspace(1e-4, 0.1, 7)


@pytest.fixture(scope="module")
def toy():
    return MulticlassSVM(C=0.002).fit(*TOY.sample(300, 0, exact_priors=True))


@pytest.fixture(scope="module")
def two():
    data = datasets.overlapping(80, random_state=2)
    return BiclassSVM(C=0.5).fit(data.X, data.y)


def test_tuning_evaluates_the_machine_of_each_c(toy):
    tuning = risk.tune_C(toy, C_GRID)
    fresh = [MulticlassSVM(C=C).fit(toy.X_fit_, toy.y_fit_) for C in C_GRID]
    points = np.random.default_rng(0).normal(0, 5, (30, 2))
    for machine, other, value in zip(tuning.machines, fresh, tuning.values, strict=True):
        assert machine.solution_.certified
        assert np.allclose(machine.scores(points), other.scores(points), atol=1e-6)
        assert value == pytest.approx(guaranteed_risk(other).value, rel=1e-6)
    assert tuning.best == int(np.argmin(tuning.values))
    assert tuning.best_machine.C == tuning.best_C == C_GRID[tuning.best]
    assert tuning.complete
    assert f"C = {tuning.best_C:.3g}" in str(tuning)


def test_tuning_passes_options_on_and_tells_its_progress(toy):
    calls = []
    tuning = risk.tune_C(toy, C_GRID, 0.01, gamma=0.5, progress=lambda *call: calls.append(call))
    assert {r.gamma for r in tuning.risks} == {0.5}
    assert calls == [(i + 1, len(C_GRID)) for i in range(len(C_GRID))]


def interrupt_at(count):
    calls = []

    def progress(*call):
        calls.append(call)
        if len(calls) == count:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_tuning_keeps_what_it_has(toy):
    tuning = risk.tune_C(toy, C_GRID, progress=interrupt_at(3))
    assert len(tuning.C) == len(tuning.machines) == len(tuning.risks) == 3
    assert not tuning.complete
    assert "interrupted" in str(tuning)


@pytest.mark.parametrize("kernel", ["linear", kernels.Gaussian(2.0)])
def test_warm_cross_validation_is_that_of_refits(kernel):
    X, y = TOY.sample(120, 3, exact_priors=True)
    svm = MulticlassSVM(C=1.0, kernel=kernel).fit(X, y)
    warm = risk.cross_validation(svm, C_GRID, 4, random_state=1)
    assert np.array_equal(warm, risk.cross_validation(svm, C_GRID, 4, random_state=1, warm=False))


def test_cross_validation_of_two_classes_is_that_of_scikit_learn(two):
    fold = rules._folds(two.codes_, 5, 7)
    C_grid = [0.1, 1.0]
    expected = np.zeros(2)
    for (i, C), left_out in itertools.product(enumerate(C_grid), range(5)):
        kept = fold != left_out
        svc = SVC(kernel="linear", C=C, tol=1e-8).fit(two.X_fit_[kept], two.y_fit_[kept])
        expected[i] += (svc.predict(two.X_fit_[~kept]) != two.y_fit_[~kept]).sum() / len(fold)
    assert np.allclose(risk.cross_validation(two, C_grid, 5, random_state=7), expected)


def test_cross_validation_knows_precomputed_kernels_and_weights():
    X, y = TOY.sample(60, 3, exact_priors=True)
    weight = np.random.default_rng(0).uniform(0.5, 2, 60)
    class_weight = {0: 2.0, 1: 1.0, 2: 0.5}
    plain = MulticlassSVM(class_weight=class_weight).fit(X, y, weight)
    by_matrix = MulticlassSVM(kernel="precomputed", class_weight=class_weight).fit(X @ X.T, y, weight)
    assert np.array_equal(risk.cross_validation(plain, C_GRID), risk.cross_validation(by_matrix, C_GRID))


def test_folds_hold_the_classes_in_equal_parts():
    codes = np.repeat([0, 1, 2], [20, 11, 9])
    fold = rules._folds(codes, 5, 0)
    counts = np.array([[np.sum((fold == f) & (codes == k)) for k in range(3)] for f in range(5)])
    assert (np.ptp(counts, axis=0) <= 1).all()
    assert (np.ptp(counts.sum(axis=1)) <= 1).all()
    assert not np.array_equal(fold, rules._folds(codes, 5, 1))


def test_a_comparison_holds_all_rules_and_the_true_risk(toy):
    calls = []
    found = risk.compare_rules(
        toy, C_GRID, true_risk=TOY.machine_risk, refit=True, progress=lambda *call: calls.append(call)
    )
    assert np.array_equal(found["guaranteed risk"].values, risk.tune_C(toy, C_GRID).values)
    folds = "5-fold cross-validation"
    assert np.array_equal(found[folds].values, found[f"{folds}, refitted"].values)
    exact = [leave_one_out(MulticlassSVM(C=C).fit(toy.X_fit_, toy.y_fit_)).error_rate for C in C_GRID[[0, 3]]]
    assert np.allclose(found["leave-one-out"].values[[0, 3]], exact)
    assert found.true_risks[2] == pytest.approx(TOY.machine_risk(MulticlassSVM(C_GRID[2]).fit(toy.X_fit_, toy.y_fit_)))
    for rule in found.rules:
        assert rule.seconds > 0
        assert rule.name in str(found)
        assert f"{found.true_risks[rule.best]:.4f}" in str(found)
    assert calls[-1] == ("leave-one-out", len(C_GRID), len(C_GRID))
    with pytest.raises(ValueError, match="rule must be one of"):
        found["chance"]


def test_an_interrupted_comparison_keeps_the_rules_that_are_done(toy):
    found = risk.compare_rules(toy, C_GRID, progress=interrupt_at(len(C_GRID) + 5))
    assert [rule.name for rule in found.rules] == ["guaranteed risk"]
    assert found.true_risks is None
    assert "true risk" not in str(found)


def small_selection(n, **options):
    return risk.selected_risks(
        lambda random: TOY.sample(90, random, exact_priors=True), TOY.machine_risk, C_GRID, n, machine=MulticlassSVM(),
        **options,
    )  # fmt: skip


def test_a_training_set_does_not_depend_on_how_many_there_are():
    few, many = small_selection(2), small_selection(3)
    assert np.array_equal(few.true, many.true[:2])
    assert len(set(many.true)) == 3
    assert not np.array_equal(few.true, small_selection(2, random_state=1).true)
    assert many.rank(many.true.max()) == 1
    assert many.rank(0.0) == 0
    assert "3 training sets" in str(many)
    assert (many.true > TOY.best_linear[2]).all()
    assert (many.guaranteed > many.true).all()


def test_an_interrupted_selection_keeps_what_it_has():
    assert len(small_selection(5, progress=interrupt_at(2)).C) == 2


@pytest.mark.slow
def test_the_printed_experiment_comes_out_as_in_the_source():
    """Section 5: 3,000 points, δ = 0.05, Theorems 1 and 3; the source prints a true risk of 6.30 % for one sample."""
    data = datasets.three_gaussians(1000, random_state=0)
    C_grid = np.geomspace(2e-4, 2e-2, 7)
    tuning = risk.tune_C(MulticlassSVM(C=C_grid[0]).fit(data.X, data.y), C_grid)
    assert 0 < tuning.best < len(C_grid) - 1
    assert 5e-4 < tuning.best_C < 5e-3
    assert 0.27 < tuning.values.min() < 0.30
    assert 0.060 < TOY.machine_risk(tuning.best_machine) < 0.066


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda svm: risk.tune_C(svm, [1.0, 0.5]), "C_grid must increase"),
        (lambda svm: risk.tune_C(svm, []), "C_grid must be a list of positive"),
        (lambda svm: risk.cross_validation(svm, [1.0], 101), "smallest class, 100, got 101"),
    ],
)
def test_errors_of_a_search_name_the_rule_the_value_and_the_remedy(toy, call, message):
    with pytest.raises(ValueError, match=message):
        call(toy)
