"""A fitted Pipeline or search in place of a machine: what is asked is answered for the machine inside, or refused."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    ball,
    bounds,
    datasets,
    flows,
    gaussians,
    kkt,
    leave_one_out,
    lemmas,
    lemmas_multiclass,
    plotting,
    regularization_path,
    risk,
)  # fmt: skip

TWO, THREE = datasets.overlapping(30, random_state=0), datasets.three_gaussians(8, random_state=0)
SCALES = np.array([3.0, 0.5])


def piped(machine, data):
    return make_pipeline(StandardScaler(), machine).fit(data.X * SCALES, data.y)


@pytest.fixture(scope="module")
def two():
    return piped(BiclassSVM(kernel="gaussian"), TWO)


@pytest.fixture(scope="module")
def three():
    return piped(MulticlassSVM(), THREE)


FOR_BOTH = {
    "leave_one_out": lambda svm: leave_one_out(svm).scores,
    "withdraw": lambda svm: list(leave_one_out.withdraw(svm, 0))[-1][1],
    "regularization_path": lambda svm: regularization_path(svm).C,
    "kkt.cases": lambda svm: kkt.cases(svm).margin,
    "kkt.audit": lambda svm: kkt.audit(svm).primal,
    "bounds.report": lambda svm: [bound.value for bound in bounds.report(svm)],
    "bounds.ingredients": lambda svm: bounds.ingredients(svm).m,
    "risk.guaranteed_risk": lambda svm: risk.guaranteed_risk(svm).value,
    "risk.Constants.of": lambda svm: risk.Constants.of(svm).weight,
    "risk.tune_C": lambda svm: risk.tune_C(svm, [0.1, 1.0]).values,
    "ball.of_support_vectors": lambda svm: ball.of_support_vectors(svm).diameter,
    "lemmas.audit": lambda svm: lemmas.audit(svm, 0).conclusion.left,
    "plot_machine": lambda svm: plotting.plot_machine(svm).grid.scores,
}
FOR_TWO = {f"bounds.{name}": lambda svm, bound=bound: bound(svm).value for name, (_, bound) in bounds.BICLASS.items()}
FOR_MANY = {
    "flows.constant_K": lambda svm: flows.constant_K(svm).value,
    "pairwise_margins": lambda svm: lemmas_multiclass.pairwise_margins(svm).norms,
    "lemmas_multiclass.audit": lambda svm: lemmas_multiclass.audit(svm, 0).conclusion.left,
    "sure_errors": lambda svm: lemmas_multiclass.sure_errors(svm),
    "plot_circulation": lambda svm: len(plotting.plot_circulation(svm).arrows),
    "plot_pair": lambda svm: plotting.plot_pair(svm, *svm[-1].classes_[:2]).gamma if isinstance(svm, Pipeline)
    else plotting.plot_pair(svm, *svm.classes_[:2]).gamma,
}  # fmt: skip


@pytest.mark.parametrize("name", [*FOR_BOTH, *FOR_TWO])
def test_a_pipeline_of_two_classes_is_its_machine(two, name):
    asked = {**FOR_BOTH, **FOR_TWO}[name]
    np.testing.assert_array_equal(asked(two), asked(two[-1]))


@pytest.mark.parametrize("name", [*FOR_BOTH, *FOR_MANY])
def test_a_pipeline_of_several_classes_is_its_machine(three, name):
    asked = {**FOR_BOTH, **FOR_MANY}[name]
    np.testing.assert_array_equal(asked(three), asked(three[-1]))


def test_leave_one_out_says_what_saw_all_points(two):
    assert leave_one_out(two).seen == ("StandardScaler",)
    assert "; StandardScaler saw all points" in repr(leave_one_out(two))
    assert "StandardScaler saw all points" in repr(bounds.report(two))
    assert leave_one_out(two[-1]).seen == ()
    assert "saw" not in repr(leave_one_out(two[-1]))


def test_a_search_is_its_best_machine_and_saw_all_points():
    search = GridSearchCV(piped(BiclassSVM(), TWO), {"biclasssvm__C": [0.1, 1.0]}, cv=2).fit(TWO.X, TWO.y)
    loo = leave_one_out(search)
    np.testing.assert_array_equal(loo.scores, leave_one_out(search.best_estimator_[-1]).scores)
    assert loo.seen == ("StandardScaler", "GridSearchCV")
    around = make_pipeline(StandardScaler(), GridSearchCV(BiclassSVM(), {"C": [0.1, 1.0]}, cv=2)).fit(TWO.X, TWO.y)
    assert leave_one_out(around).seen == ("StandardScaler", "GridSearchCV")


def test_a_step_that_learns_nothing_saw_nothing():
    pipe = Pipeline([("none", "passthrough"), ("log", FunctionTransformer(np.arctan)), ("svm", BiclassSVM())])
    assert leave_one_out(pipe.fit(TWO.X, TWO.y)).seen == ()


def test_a_plot_says_whose_points_it_shows(two):
    ax = plotting.plot_machine(two).ax
    assert any("as StandardScaler gave them" in text.get_text() for text in [*ax.texts, ax.title, *ax.figure.texts])


class Doubler(StandardScaler):
    """Stands for imbalanced-learn's steps, which make points."""

    def fit_resample(self, X, y):
        return np.vstack([X, X]), np.append(y, y)


@pytest.mark.parametrize(
    ("made", "error", "words"),
    [
        (lambda: make_pipeline(StandardScaler(), BiclassSVM()), NotFittedError, "not fitted yet"),
        (lambda: GridSearchCV(BiclassSVM(), {"C": [1.0]}), NotFittedError, "GridSearchCV instance is not fitted yet"),
        (lambda: GridSearchCV(BiclassSVM(), {"C": [1]}, refit=False).fit(TWO.X, TWO.y), TypeError, "keeps no machine"),
        (lambda: piped(SVC(), TWO), TypeError, "got SVC"),
        (lambda: SVC().fit(TWO.X, TWO.y), TypeError, "for a trained BiclassSVM or MulticlassSVM.*got SVC"),
        (lambda: make_pipeline(Doubler(), BiclassSVM()).fit(TWO.X, TWO.y), TypeError, "Doubler .* other points"),
        (lambda: None, TypeError, "got NoneType"),
    ],
)  # fmt: skip
def test_what_holds_no_trained_machine_is_refused_in_true_words(made, error, words):
    for ask in (
        leave_one_out,
        kkt.cases,
        bounds.report,
        bounds.support_vectors,
        regularization_path,
        plotting.plot_machine,
    ):
        with pytest.raises(error, match=words):
            ask(made())


def test_where_the_points_themselves_count_a_transformation_is_refused(two, three):
    problem = gaussians.GaussianProblem([[-1, 0], [1, 1]], [1, 2])
    for ask in (
        problem.machine_risk,
        lambda svm: risk.cross_validation(svm, [1.0]),
        lambda svm: risk.compare_rules(svm, [1]),
    ):
        with pytest.raises(ValueError, match="about the points themselves, got a Pipeline with StandardScaler"):
            ask(two)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda svm: kkt.cases(svm).words(60), "a point index must be 0 to 29, got 60"),
        (lambda svm: kkt.cases(svm).words(-1), "a point index must be 0 to 29, got -1"),
        (lambda svm: regularization_path(svm).event(10**6), "a piece index must be 0 to"),
        (lambda svm: regularization_path(svm).event(-1), "a piece index must be 0 to"),
        (lambda svm: regularization_path(svm).model_at("a"), "C must be a number, got 'a'"),
        (lambda svm: bounds.report(svm, loo="x"), "loo must be what leave_one_out"),
        (lambda svm: bounds.report(svm, loo=leave_one_out(BiclassSVM().fit([[0], [1]], [0, 1]))), "30 points, got .*2"),
        (lambda svm: plotting.plot_machine(svm, resolution=10**9), "resolution must be at most 4000"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_refused_in_words(ask, words):
    with pytest.raises((ValueError, TypeError), match=words):
        ask(BiclassSVM().fit(TWO.X, TWO.y))


def test_a_circulation_withdraws_points_that_exist(three):
    for point in (-1, 24):
        with pytest.raises(ValueError, match="a point index must be 0 to 23"):
            plotting.plot_circulation(three, point=point)
