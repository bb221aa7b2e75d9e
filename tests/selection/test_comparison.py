"""Multi-class machines side by side, the reductions to two classes, and Fisher consistency."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier

from svmlab import BiclassSVM, MulticlassSVM, comparison, datasets, kernels
from svmlab.machines.multiclass import CRAMMER_SINGER, LEE_LIN_WAHBA, MSVM2, WESTON_WATKINS

DATA = datasets.overlapping(36, random_state=5, n_classes=3)
KERNEL = kernels.Gaussian(1.0)
REDUCTIONS = pytest.mark.parametrize("name", [comparison.ONE_VS_ONE, comparison.ONE_VS_REST])


def fitted(name, data=DATA, C=1.0):
    return comparison.classifier(name, C, KERNEL).fit(data.X, data.y)


@pytest.mark.parametrize("name", comparison.ALL)
def test_the_decision_is_that_of_predict(name):
    Z = np.random.default_rng(0).normal(scale=2.0, size=(300, 2))
    trained = fitted(name)
    assert (trained.classes_[comparison.decide(trained, Z).code] == trained.predict(Z)).all()


def test_votes_and_confidences_are_those_of_scikit_learn():
    Z = np.random.default_rng(0).normal(scale=2.0, size=(300, 2))
    trained = fitted(comparison.ONE_VS_ONE)
    values = np.column_stack([one.decision_function(Z) for one in trained.estimators_])
    votes, scores = comparison.pairwise_votes(values, 3)
    assert scores == pytest.approx(trained.decision_function(Z))
    assert (votes.sum(axis=1) == 3).all()


def test_undecided_is_a_tied_vote_and_a_point_that_not_exactly_one_machine_claims():
    grid = np.stack(np.meshgrid(*[np.linspace(-4, 4, 60)] * 2), axis=-1).reshape(-1, 2)
    one_one, one_rest = fitted(comparison.ONE_VS_ONE), fitted(comparison.ONE_VS_REST)
    values = np.column_stack([one.decision_function(grid) for one in one_one.estimators_])
    cycle = (values[:, 0] > 0) == (values[:, 2] > 0)  # 0 beats 1 beats 2 beats 0, or the other way round
    cycle &= (values[:, 0] > 0) != (values[:, 1] > 0)
    assert (comparison.decide(one_one, grid).undecided == cycle).all()
    claims = np.column_stack([one.decision_function(grid) > 0 for one in one_rest.estimators_]).sum(axis=1)
    undecided = comparison.decide(one_rest, grid).undecided
    assert (undecided == (claims != 1)).all()
    assert undecided.any()
    assert not undecided.all()


@pytest.mark.parametrize("name", comparison.ALL)
def test_left_out_is_training_without_each_point(name):
    loo = comparison.left_out(fitted(name), DATA.X, DATA.y)
    for p in range(len(DATA.y)):
        rest = np.arange(len(DATA.y)) != p
        without = comparison.classifier(name, 1.0, KERNEL).fit(DATA.X[rest], DATA.y[rest])
        assert loo.errors[p] == (without.predict(DATA.X[[p]])[0] != DATA.y[p])
        assert loo.undecided[p] == comparison.decide(without, DATA.X[[p]]).undecided[0]


def on_a_grid(seed):
    """A few points with whole coordinates, two of each of three classes at least: full of ties."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(8, 2)))
    return X, np.array([0, 0, 0, 1, 1, 1, 2, 2])


@pytest.mark.parametrize("name", comparison.ALL)
@pytest.mark.parametrize("seed", [3, 5, 6])
def test_where_rounding_decides_left_out_and_training_without_the_point_say_undecided(name, seed):
    X, y = on_a_grid(seed)
    loo = comparison.left_out(comparison.classifier(name, 1.0).fit(X, y), X, y)
    for p in range(len(y)):
        rest = np.arange(len(y)) != p
        without = comparison.classifier(name, 1.0).fit(X[rest], y[rest])
        decision = comparison.decide(without, X[[p]])
        assert loo.undecided[p] == decision.undecided[0]
        assert loo.undecided[p] or loo.errors[p] == (decision.code[0] != y[p])


@REDUCTIONS
def test_a_value_that_is_zero_but_for_rounding_leaves_the_point_undecided(name):
    X, y = on_a_grid(6)
    assert comparison.left_out(comparison.classifier(name, 1.0).fit(X, y), X, y).undecided[5]


@pytest.mark.parametrize("seed", [1, 8, 11])
def test_rounding_decides_no_vote_of_those_left_out(seed, monkeypatch):
    X, y = on_a_grid(seed)
    trained = comparison.classifier(comparison.ONE_VS_ONE, 1.0).fit(X, y)
    exact, errors = comparison.leave_one_out, []
    for rounding in (-1e-13, 0.0, 1e-13):
        moved = lambda one, by=rounding: replace(exact(one), scores=exact(one).scores + by)  # noqa: E731
        monkeypatch.setattr(comparison, "leave_one_out", moved)
        errors.append(comparison.left_out(trained, X, y).errors.tolist())
    assert errors[0] == errors[1] == errors[2]


class Constant:
    """Stands for a trained machine that has the same value everywhere."""

    def __init__(self, value):
        self.value = value

    def decision_function(self, Z):
        return np.full(len(Z), self.value)


@pytest.mark.parametrize(
    ("name", "values", "undecided"),
    [
        ("one-vs-one", (4e-16, -1.0, 0.0), True),  # class 0 has two votes, or one as the others
        ("one-vs-one", (-1.0, -1.0, 4e-16), False),  # class 0 has two votes, the others are tied for nothing
        ("one-vs-one", (-1.0, -1e-12, 1.0), True),
        ("one-vs-one", (-1.0, -1e-8, 1.0), False),
        ("one-vs-one", (-1e-12, 1.0, 1e-12), True),  # class 2 has one vote for sure, and perhaps two
        ("one-vs-rest", (1.0, 4e-16, -1.0), True),  # claimed by one, or by two
        ("one-vs-rest", (-4e-16, -1.0, -1.0), True),
        ("one-vs-rest", (1.0, -1e-8, -1.0), False),
        ("one-vs-rest", (1e-8, -1.0, -1.0), False),
    ],
)
def test_a_decision_that_a_value_near_zero_would_change_is_none(name, values, undecided):
    trained = fitted(name)
    trained.estimators_ = [Constant(value) for value in values]
    decision = comparison.decide(trained, DATA.X[:2])
    assert decision.undecided.tolist() == [undecided] * 2
    if name == "one-vs-rest":
        assert decision.code.tolist() == [np.argmax(values)] * 2


@pytest.mark.parametrize("value", [-1e-12, 0.0, 1e-12])
@REDUCTIONS
def test_two_classes_are_undecided_where_their_machine_is(name, value):
    trained = fitted(name, datasets.overlapping(30, random_state=1))
    trained.estimators_ = [Constant(value)]
    assert comparison.decide(trained, DATA.X).undecided.all()


@REDUCTIONS
def test_a_precomputed_kernel_is_decided_and_left_out_as_the_kernel(name):
    K = DATA.X @ DATA.X.T
    given = comparison.classifier(name, 1.0, "precomputed").fit(K, DATA.y)
    linear = comparison.classifier(name, 1.0, "linear").fit(DATA.X, DATA.y)
    new = np.random.default_rng(0).normal(scale=2.0, size=(50, 2))
    decision = comparison.decide(given, new @ DATA.X.T)
    assert (given.classes_[decision.code] == given.predict(new @ DATA.X.T)).all()
    assert (decision.code == comparison.decide(linear, new).code).all()
    assert (comparison.left_out(given, K, DATA.y).errors == comparison.left_out(linear, DATA.X, DATA.y).errors).all()
    with pytest.raises(ValueError, match=r"X has 5 features, but .* is expecting 36 features"):
        comparison.decide(given, K[:, :5])


@REDUCTIONS
def test_two_classes_need_one_machine(name):
    data = datasets.overlapping(30, random_state=1)
    trained = fitted(name, data)
    two = BiclassSVM(C=1.0, kernel=KERNEL).fit(data.X, data.y)
    assert (trained.predict(data.X) == two.predict(data.X)).all()
    decision = comparison.decide(trained, data.X)
    assert (trained.classes_[decision.code] == two.predict(data.X)).all()
    assert not decision.undecided.any()
    loo = comparison.left_out(trained, data.X, data.y)
    assert loo.n_errors == comparison.left_out(two, data.X, data.y).n_errors > 0


@REDUCTIONS
def test_the_only_point_of_a_class_cannot_be_left_out(name):
    X = np.vstack([DATA.X, [[5.0, 5.0]]])
    y = np.append(DATA.y, 3)
    loo = comparison.left_out(comparison.classifier(name, 1.0, KERNEL).fit(X, y), X, y)
    assert loo.undefined.tolist() == [False] * 36 + [True]
    assert not loo.errors[36]


def test_a_comparison_goes_step_by_step_and_tells_what_failed():
    told = []
    done = comparison.compare(
        DATA.X, DATA.y, np.inf, "linear", (WESTON_WATKINS, MSVM2), progress=lambda *n: told.append(n)
    )
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    weston, quadratic = done.entries
    assert "cannot be separated" in weston.error
    assert "cannot be separated" in str(done)
    assert quadratic.error == weston.error
    fine = comparison.compare(DATA.X, DATA.y, 1.0, KERNEL)
    assert [entry.name for entry in fine.entries] == list(comparison.ALL)
    assert all(
        entry.loo.n_errors >= 0 and entry.seconds > 0 and comparison.certified(entry.trained) for entry in fine.entries
    )
    assert str(fine).count("\n") == len(comparison.ALL)


def test_where_the_classifiers_disagree():
    done = comparison.compare(DATA.X, DATA.y, 1.0, KERNEL, (WESTON_WATKINS, LEE_LIN_WAHBA))
    differ = comparison.disagreement(done.decisions(DATA.X))
    predictions = [entry.trained.predict(DATA.X) for entry in done.entries]
    assert (differ == (predictions[0] != predictions[1])).all()


def test_an_interrupted_leave_one_out_keeps_the_machine():
    def stop(*_):
        raise TimeoutError("not done within 0 s")

    one = comparison.Comparison(DATA.X, DATA.y, 1.0, KERNEL, (CRAMMER_SINGER,))
    one.step(), one.step(stop)
    assert one.entries[0].error == "not done within 0 s"
    assert one.entries[0].trained is not None


def test_a_machine_that_fails_otherwise_is_told_as_well():
    def broken(X, Z):
        raise RuntimeError("no route solved this program")

    failed = comparison.compare(DATA.X, DATA.y, 1.0, broken)
    assert [entry.error for entry in failed.entries] == ["no route solved this program"] * len(comparison.ALL)


@pytest.mark.parametrize(("m", "found"), [(36, "1 class: 0"), (0, "no point")])
def test_one_class_is_told_in_the_same_words_by_all(m, found):
    failed = comparison.compare(DATA.X[:m], 0 * DATA.y[:m])
    words = f"a classifier needs points of at least two classes, got {found}; add points of another"
    assert [entry.error for entry in failed.entries] == [words] * len(comparison.ALL)


def test_a_single_name_is_a_choice_too():
    assert [entry.name for entry in comparison.compare(DATA.X, DATA.y, names="msvm2").entries] == ["msvm2"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((), "choose at least one machine, got none"),
        (None, "machine must be one of .*, got None"),
        (5, "machine must be one of .*, got 5"),
        ([["msvm2"]], r"machine must be one of .*, got \['msvm2'\]; did you mean 'msvm2'"),
    ],
)
def test_a_choice_that_is_none_is_refused(names, message):
    with pytest.raises(ValueError, match=message):
        comparison.compare(DATA.X, DATA.y, names=names)


@pytest.mark.parametrize("name", comparison.ALL)
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (DATA.X[:5], DATA.y[:5], r"of shapes \(36, 2\) and \(36,\), got \(5, 2\) and \(5,\); pass all points"),
        (DATA.X, DATA.y[:5], r"got \(36, 2\) and \(5,\); pass all points"),
        (DATA.X[:, :1], DATA.y, r"got \(36, 1\) and \(36,\); pass all points"),
        (DATA.X[::-1], DATA.y, "got other values or another order; pass them as they were"),
        (DATA.X, DATA.y[::-1], "got other values or another order; pass them as they were"),
        (DATA.X, DATA.y.astype(str), "got other values or another order; pass them as they were"),
        ("abc", DATA.y, "X must be an array of numbers, got 'abc'"),
    ],
)
def test_points_that_the_classifier_was_not_trained_on_cannot_be_left_out(name, X, y, message):
    with pytest.raises(ValueError, match=message):
        comparison.left_out(fitted(name), X, y)


@pytest.mark.parametrize("name", comparison.ALL)
def test_points_may_be_lists_and_labels_words(name):
    words = np.array(["ash", "birch", "cedar"])[DATA.y]
    trained = comparison.classifier(name, 1.0, KERNEL).fit(DATA.X, words)
    loo = comparison.left_out(trained, DATA.X.tolist(), words.tolist())
    assert (loo.errors == comparison.left_out(fitted(name), DATA.X, DATA.y).errors).all()


@pytest.mark.parametrize("name", comparison.ALL)
def test_a_classifier_that_is_not_trained_says_so(name):
    for use in (lambda one: comparison.decide(one, DATA.X), lambda one: comparison.left_out(one, DATA.X, DATA.y)):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            use(comparison.classifier(name))


@pytest.mark.parametrize("decisions", [[], [None]])
def test_no_decision_is_no_disagreement(decisions):
    with pytest.raises(ValueError, match="at least one classifier, got none; train one first"):
        comparison.disagreement(decisions)


# --- Fisher consistency: scores at a place where class k has probability p_k -----------------------------------------


def test_weston_and_watkins_is_not_consistent():
    h = comparison.conditional_scores(WESTON_WATKINS, (0.40, 0.36, 0.24))
    assert h[0] == pytest.approx(h[1], abs=1e-9)  # a tie, though 0.40 > 0.36
    assert comparison.conditional_scores(WESTON_WATKINS, (0.40, 0.30, 0.30)).argmax() == 0  # p_2 < 1/3


@pytest.mark.parametrize("p", [(0.49, 0.34, 0.17), (0.36, 0.34, 0.30), (0.49, 0.33, 0.18), (0.51, 0.34, 0.15)])
def test_weston_and_watkins_ties_two_above_a_third_unless_one_has_the_majority(p):
    h = np.sort(comparison.conditional_scores(WESTON_WATKINS, p))
    assert (h[2] - h[1] < 1e-9) == (p[0] < 1 / 2 and p[1] > 1 / 3)


def test_crammer_and_singer_is_not_consistent_without_a_majority():
    assert comparison.conditional_scores(CRAMMER_SINGER, (0.45, 0.30, 0.25)) == pytest.approx(np.zeros(3), abs=1e-9)
    assert comparison.conditional_scores(CRAMMER_SINGER, (0.60, 0.30, 0.10)).argmax() == 0


@pytest.mark.parametrize("machine", [LEE_LIN_WAHBA, MSVM2])
def test_machines_whose_scores_sum_to_zero_find_the_most_probable_class(machine):
    rng = np.random.default_rng(0)
    for _ in range(20):
        p = rng.dirichlet(np.ones(rng.integers(2, 6)))
        h = comparison.conditional_scores(machine, p)
        ordered = np.sort(h)
        assert h.argmax() == p.argmax()
        assert ordered[-1] > ordered[-2]


def test_lee_lin_and_wahba_gives_one_to_the_most_probable_class():
    assert comparison.conditional_scores(LEE_LIN_WAHBA, (0.24, 0.40, 0.36)) == pytest.approx([-0.5, 1.0, -0.5])


@pytest.mark.parametrize("p", [(0.5, 0.4), (0.5, 0.5, 0.0), (1.0,), (0.5, np.nan)])
def test_probabilities_that_are_none_are_refused(p):
    with pytest.raises(ValueError, match="p must be positive numbers that sum to 1"):
        comparison.conditional_scores(WESTON_WATKINS, p)


def test_probabilities_are_numbers():
    with pytest.raises(ValueError, match="p must be an array of numbers, got 'abc'"):
        comparison.conditional_scores(WESTON_WATKINS, "abc")


def test_the_data_set_without_a_majority():
    data = comparison.inconsistent()
    assert np.bincount(data.y).tolist() == [35, 33, 27]
    inner = np.linalg.norm(data.X, axis=1) < 0.36
    assert np.bincount(data.y[inner]).tolist() == [20, 18, 12]
    machine = MulticlassSVM(C=1.0, kernel=KERNEL, machine=LEE_LIN_WAHBA).fit(data.X, data.y)
    assert (machine.predict(data.X[inner]) == 0).all()


def test_the_reductions_are_those_of_scikit_learn():
    assert isinstance(comparison.classifier("one-vs-one"), OneVsOneClassifier)
    assert isinstance(comparison.classifier("one-vs-rest"), OneVsRestClassifier)
    with pytest.raises(ValueError, match="machine must be one of"):
        comparison.classifier("all-vs-all")


def test_a_machine_that_is_not_certified_is_not_left_out_of():
    data = comparison.inconsistent()
    done = comparison.compare(data.X, data.y, np.inf, kernels.Gaussian(1.0), ("weston-watkins",))
    (entry,) = done.entries
    assert not comparison.certified(entry.trained)
    assert "not computed for a machine that is not certified; choose a smaller C" in entry.error
    assert entry.training_errors is not None
    assert entry.loo is None
