"""Kernels of strings against enumeration and CountVectorizer, and strings through the machines."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score

from svmlab import (
    BiclassSVM,
    MulticlassSVM,
    bounds,
    datasets,
    kernels,
    kkt,
    learning,
    leave_one_out,
    plotting,
    regularization_path,
)
from svmlab.kernels import (
    Gaussian,
    Linear,
    LocalAlignment,
    Mismatch,
    Normalised,
    Precomputed,
    Spectrum,
    WeightedDegree,
    of_alignments,
)

DNA = datasets.promoter_sequences()
CUT = [string[30:] for string in DNA]
LABELS = np.array(datasets.promoters().y)
SHORT = ["abba", "ab", "bacab", "ccc", "abcabcabc", "cab"]
EQUAL = ["abba", "abca", "ccca", "cbba", "bbbb"]
strings_of = st.lists(st.text("abc", min_size=3, max_size=9), min_size=2, max_size=8)


def subset(n=24):
    chosen = np.r_[: n // 2, 53 : 53 + n // 2]
    return [CUT[i] for i in chosen], LABELS[chosen]


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("k", [1, 2, 5])
def test_spectrum_counts_what_scikit_learn_counts(k):
    vectorizer = CountVectorizer(analyzer="char", ngram_range=(k, k), lowercase=False)
    counts = vectorizer.fit_transform(DNA)
    words = Spectrum(k).words(DNA)
    assert words.words.tolist() == list(vectorizer.get_feature_names_out())
    np.testing.assert_array_equal(words.counts.toarray(), counts.toarray())
    np.testing.assert_array_equal(Spectrum(k)(DNA), (counts @ counts.T).toarray())
    np.testing.assert_array_equal(Spectrum(k)(DNA[:7], DNA[5:]), (counts[:7] @ counts[5:].T).toarray())


def test_spectrum_of_one_letter_is_the_composition():
    np.testing.assert_array_equal(Spectrum(1).words(["abba", "ccb"]).counts.toarray(), [[2, 2, 0], [0, 1, 2]])


def near_words(string, k, m, alphabet):
    """How many words of k letters in a string differ from each word over the alphabet in at most m places."""
    found = [string[i : i + k] for i in range(len(string) - k + 1)]
    every = map("".join, itertools.product(sorted(alphabet), repeat=k))
    return [sum(sum(a != b for a, b in zip(u, word, strict=True)) <= m for word in found) for u in every]


@pytest.mark.parametrize(("k", "m"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2)])
@pytest.mark.parametrize("alphabet", ["abc", "cbad"])
def test_mismatch_is_the_enumeration_of_all_words(k, m, alphabet):
    strings = [string for string in SHORT if len(string) >= k]
    expected = np.array([near_words(string, k, m, alphabet) for string in strings])
    kernel = Mismatch(k, m, alphabet)
    np.testing.assert_array_equal(kernel(strings), expected @ expected.T)
    np.testing.assert_array_equal(kernel(strings[:2], strings), expected[:2] @ expected.T)
    np.testing.assert_array_equal(kernel.diag(strings), (expected**2).sum(axis=1))
    words = kernel.words(strings)
    every = list(map("".join, itertools.product(sorted(alphabet), repeat=k)))
    columns = [every.index(word) for word in words.words]
    assert columns == sorted(columns)
    np.testing.assert_array_equal(words.counts.toarray(), expected[:, columns])
    assert kernel.feature_dimension(9) == len(every)


def test_no_mismatch_is_the_spectrum():
    np.testing.assert_array_equal(Mismatch(4, 0)(DNA), Spectrum(4)(DNA))


def common_words(x, z, degree):
    """Words at the same place in both, with their weights, one by one."""
    value = 0.0
    for k in range(1, degree + 1):
        weight = 2 * (degree - k + 1) / (degree * (degree + 1))
        value += weight * sum(x[i : i + k] == z[i : i + k] for i in range(len(x) - k + 1))
    return value


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 6])
def test_weighted_degree_is_the_enumeration_of_words_and_places(degree):
    expected = [[common_words(x, z, degree) for z in EQUAL] for x in EQUAL[:3]]
    kernel = WeightedDegree(degree)
    np.testing.assert_allclose(kernel(EQUAL[:3], EQUAL), expected, rtol=1e-14)
    np.testing.assert_array_equal(kernel.diag(EQUAL), np.diag(kernel(EQUAL)))


def test_weighted_degree_one_is_one_hot():
    np.testing.assert_array_equal(WeightedDegree(1)(DNA), Linear()(datasets.promoters().X))


def alignments(x, z):
    """All sets of pairs (i, j) in order in both strings, the empty one included."""
    pairs = list(itertools.product(range(len(x)), range(len(z))))
    for size in range(min(len(x), len(z)) + 1):
        for chosen in itertools.combinations(pairs, size):
            if all(i < k and j < l for (i, j), (k, l) in itertools.pairwise(chosen)):
                yield chosen


def score(kernel, x, z, alignment):
    def gap(n):
        return kernel.gap_open + kernel.gap_extend * (n - 1) if n else 0.0

    pairs = sum(kernel.match if x[i] == z[j] else kernel.mismatch for i, j in alignment)
    return pairs - sum(gap(k - i - 1) + gap(l - j - 1) for (i, j), (k, l) in itertools.pairwise(alignment))


ALIGNED = ["abba", "abb", "cacb", "b", "bca"]


@pytest.mark.parametrize(
    "kernel",
    [
        LocalAlignment(),
        LocalAlignment(beta=0.3, match=2.0, mismatch=-0.5, gap_open=1.0, gap_extend=0.7),
        LocalAlignment(beta=np.inf, gap_open=0.4, gap_extend=0.1),
        LocalAlignment(beta=0.8, mismatch=-0.2, gap_open=0.3, gap_extend=0.1, logarithm=False),
    ],
    ids=str,
)
def test_local_alignment_is_the_enumeration_of_alignments(kernel):
    def value(x, z):
        scores = np.array([score(kernel, x, z, alignment) for alignment in alignments(x, z)])
        if kernel.beta == np.inf:
            return scores.max()
        total = np.exp(kernel.beta * scores).sum()
        return np.log(total) / kernel.beta if kernel.logarithm else total

    expected = [[value(x, z) for z in ALIGNED] for x in ALIGNED]
    np.testing.assert_allclose(kernel(ALIGNED), expected, rtol=1e-12)
    np.testing.assert_allclose(kernel(ALIGNED[:2], ALIGNED), expected[:2], rtol=1e-12)
    np.testing.assert_allclose(kernel.diag(ALIGNED), np.diag(expected), rtol=1e-12)


@pytest.mark.parametrize("beta", [0.5, 3.0])
def test_sums_of_alignments_and_their_logarithms_are_the_same(beta, monkeypatch):
    kernel = LocalAlignment(beta)
    plain = kernel(DNA[:6])
    monkeypatch.setattr(of_alignments, "LARGEST", 1.0)
    np.testing.assert_allclose(kernel(DNA[:6]), plain, rtol=1e-12)


def test_many_pairs_are_aligned_in_parts(monkeypatch):
    kernel = LocalAlignment()
    whole = kernel(CUT[:9]), kernel(CUT[:4], CUT[:9]), kernel.diag(CUT[:9])
    monkeypatch.setattr(of_alignments, "ROOM", 100)
    for expected, found in zip(whole, (kernel(CUT[:9]), kernel(CUT[:4], CUT[:9]), kernel.diag(CUT[:9])), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_long_strings_align_without_overflow():
    long = ["acgt" * 100, "acgt" * 150, "gtac" * 100]
    all_of_them, best = LocalAlignment(beta=3.0)(long), LocalAlignment(beta=np.inf)(long)
    assert best[0].tolist() == [400.0, 400.0, 398.0]
    np.testing.assert_allclose(all_of_them, best, rtol=0.2)
    assert (all_of_them > best).all()


# ---------------------------------------------------------------- positive semi-definite, or not

CLAIMING = [
    Spectrum(2),
    Mismatch(3, 1, "abc"),
    Normalised(Spectrum(1) + Mismatch(2, 1, "abc")),
    LocalAlignment(logarithm=False),
    2.0 * Normalised(LocalAlignment(beta=0.5, logarithm=False)) * Spectrum(3),
]


@given(st.sampled_from(CLAIMING), strings_of)
def test_gram_matrices_are_positive_semidefinite_within_rounding(kernel, strings):
    assert kernel.positive_semidefinite
    values = np.linalg.eigvalsh(kernel(strings))
    assert values[0] >= -1e-12 * max(values[-1], 1e-300) * len(strings)


@given(st.integers(1, 7), st.lists(st.text("ab", min_size=5, max_size=5), min_size=2, max_size=8))
def test_weighted_degree_is_positive_semidefinite_within_rounding(degree, strings):
    values = np.linalg.eigvalsh(WeightedDegree(degree)(strings))
    assert values[0] >= -1e-12 * values[-1] * len(strings)


def test_mercer_s_condition_is_tested_on_strings():
    refuted = kernels.mercer_test(LocalAlignment(beta=np.inf), ["a", "ab", "bb", "bba"])
    assert refuted.witness @ refuted.K @ refuted.witness < 0
    assert kernels.mercer_test(Spectrum(2), SHORT).verdict.startswith("a kernel")
    with pytest.raises(ValueError, match="takes points of numbers, got strings"):
        kernels.mercer_test(Gaussian(), SHORT)


@pytest.mark.parametrize("beta", [0.5, 1.0, np.inf])
def test_the_score_of_the_best_alignment_is_not_positive_semidefinite_and_a_machine_refuses_it(beta):
    strings, kernel = ["a", "ab", "bb", "bba"], LocalAlignment(beta=beta)
    K = kernel(strings)
    values, vectors = np.linalg.eigh(K)
    c = vectors[:, 0]
    assert c @ K @ c < -1e-3 * values[-1]
    assert not kernel.positive_semidefinite
    labels = np.arange(len(strings)) % 2
    with pytest.raises(ValueError, match=r"must be positive semi-definite.*indefinite='clip'"):
        BiclassSVM(kernel=kernel).fit(strings, labels)
    clipped = BiclassSVM(kernel=kernel, indefinite="clip").fit(strings, labels)
    assert clipped.solution_.certified
    assert np.linalg.eigvalsh(clipped.K_)[0] >= -1e-12 * values[-1]


# ---------------------------------------------------------------- through the machines

KERNELS = [
    Spectrum(3),
    Mismatch(4, 1),
    WeightedDegree(4),
    Normalised(LocalAlignment(beta=0.5, logarithm=False)),
    0.5 * Normalised(Spectrum(2)) + WeightedDegree(2),
]
EACH = pytest.mark.parametrize("kernel", KERNELS, ids=str)


@EACH
def test_two_classes_of_strings_are_trained_left_out_followed_and_bounded_as_their_matrix_is(kernel):
    X, y = subset()
    svm = BiclassSVM(C=0.5, kernel=kernel).fit(X, y)
    same = BiclassSVM(C=0.5, kernel="precomputed").fit(kernel(X), y)
    assert svm.solution_.certified
    np.testing.assert_allclose(svm.alpha_, same.alpha_, atol=1e-9)
    new = CUT[20:40]
    np.testing.assert_allclose(svm.decision_function(new), same.decision_function(kernel(new, X)), atol=1e-9)
    assert svm.predict(new).tolist() == same.predict(kernel(new, X)).tolist()
    assert svm.support_vectors_.tolist() == [X[i] for i in svm.support_]
    np.testing.assert_allclose(leave_one_out(svm).scores, leave_one_out(same).scores, atol=1e-8)
    path, other = regularization_path(svm, C_max=2.0), regularization_path(same, C_max=2.0)
    np.testing.assert_allclose(path.alpha_at(1.3), other.alpha_at(1.3), atol=1e-8)
    assert path.model_at(1.3).predict(new).tolist() == other.model_at(1.3).predict(kernel(new, X)).tolist()
    for ours, theirs in zip(bounds.report(svm), bounds.report(same), strict=True):
        assert ours.name == theirs.name
        assert (ours.value is None) == (theirs.value is None)
        assert ours.value is None or ours.value == pytest.approx(theirs.value, rel=1e-6, nan_ok=True), ours.name
    assert kkt.cases(svm)


@EACH
def test_several_classes_of_strings_are_trained_left_out_and_bounded_as_their_matrix_is(kernel):
    X, y = subset(18)[0], np.arange(18) % 3
    svm = MulticlassSVM(C=0.5, kernel=kernel).fit(X, y)
    same = MulticlassSVM(C=0.5, kernel="precomputed").fit(kernel(X), y)
    assert svm.solution_.certified
    np.testing.assert_allclose(svm.scores(CUT[30:35]), same.scores(kernel(CUT[30:35], X)), atol=1e-8)
    np.testing.assert_array_equal(leave_one_out(svm).errors, leave_one_out(same).errors)
    path = regularization_path(svm, C_max=1.0)
    np.testing.assert_allclose(path.alpha_at(0.5), svm.alpha_, atol=1e-8)
    assert bounds.report(svm)


@pytest.mark.parametrize("container", [list, tuple, np.array, pd.Series, lambda X: np.array(X, dtype=object)])
def test_strings_come_as_a_list_an_array_or_a_column(container):
    X, y = subset()
    expected = BiclassSVM(kernel=Spectrum(3)).fit(X, y).decision_function(X)
    svm = BiclassSVM(kernel=Spectrum(3)).fit(container(X), y)
    np.testing.assert_array_equal(svm.decision_function(container(X)), expected)


def test_one_string_may_stand_alone():
    assert Spectrum(2)("abab", "ab").tolist() == [[2.0]]


def test_equal_strings_are_identical_points():
    X, y = subset()
    svm = BiclassSVM(C=0.05, kernel=Spectrum(3)).fit([*X, X[0], X[0]], [*y, y[0], y[0]])
    once = svm.solution_.program.place
    assert once[-2:].tolist() == [0, 0]
    assert np.count_nonzero((svm.alpha_[[0, -2, -1]] > 0) & (svm.alpha_[[0, -2, -1]] < svm.C_)) <= 1


def test_files_and_copies_keep_a_machine_of_strings():
    X, y = subset()
    svm = BiclassSVM(kernel=Normalised(Mismatch(4, 1))).fit(X, y)
    back = pickle.loads(pickle.dumps(svm))
    np.testing.assert_array_equal(back.decision_function(X), svm.decision_function(X))
    np.testing.assert_array_equal(leave_one_out(back).errors, leave_one_out(svm).errors)
    assert back.X_fit_.tolist() == X
    assert clone(svm).kernel == svm.kernel
    assert eval(repr(svm.kernel), vars(kernels)) == svm.kernel
    assert not svm.X_fit_.flags.writeable


def test_a_warm_refit_with_a_longer_string_more_is_the_machine_trained_afresh():
    X, y = subset()
    svm = BiclassSVM(kernel=Spectrum(3)).fit(X, y)
    more, labels = [CUT[40] + CUT[41], *X], np.append(y[0], y)
    afresh = BiclassSVM(kernel=Spectrum(3)).fit(more, labels)
    np.testing.assert_allclose(svm.refit(more, labels).alpha_, afresh.alpha_, atol=1e-9)


def test_a_machine_goes_from_points_to_strings_and_back():
    X, y = subset()
    svm = BiclassSVM().fit(datasets.one_hot(X, "acgt"), y)
    svm.set_params(kernel=Spectrum(3)).refit(X, y)
    assert not hasattr(svm, "n_features_in_")
    assert svm.predict(X[:3]).shape == (3,)
    assert svm.set_params(kernel="linear").refit(datasets.one_hot(X, "acgt"), y).n_features_in_ == 108


def test_cross_validation_and_grid_search_take_strings():
    X, y = subset()
    assert cross_val_score(BiclassSVM(kernel=Spectrum(4)), X, y, cv=3).shape == (3,)
    search = GridSearchCV(BiclassSVM(kernel=Spectrum()), {"kernel__k": [2, 4], "C": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_estimator_.solution_.certified


def test_procedures_learn_from_strings():
    X, y = subset()
    svm = BiclassSVM(C=0.5, kernel=Spectrum(3)).fit(X, y)
    *_, last = learning.smo(svm, X, y)
    np.testing.assert_allclose(last.scores(CUT[20:25]), svm.decision_function(CUT[20:25]), atol=0.05)


def test_a_machine_of_strings_has_no_picture_in_the_plane():
    X, y = subset()
    with pytest.raises(ValueError, match="plot_machine draws points of the plane, got strings"):
        plotting.plot_machine(BiclassSVM(kernel=Spectrum(3)).fit(X, y))


# ---------------------------------------------------------------- what is refused

TWO = np.array([0, 1])


@pytest.mark.parametrize(
    ("kernel", "X", "message"),
    [
        (Spectrum(3), ["acgt", "ac"], r"Spectrum\(k=3\) needs strings of 3 letters or more, got 'ac' in place 1"),
        (Spectrum(1), ["acgt", ""], "of 1 letter or more, got '' in place 1; leave it out$"),
        (Mismatch(3), ["acgt", "a"], "of 3 letters or more, got 'a' in place 1"),
        (Mismatch(3), ["acgt", "acgn"], r"knows the letters 'acgt', got 'n' in place 1; pass alphabet="),
        (WeightedDegree(2), ["acgt", "acg"], "one length, got 4 and 3 letters; cut windows of one length"),
        (WeightedDegree(2), ["", ""], "of 1 letter or more"),
        (LocalAlignment(), ["", "a"], "of 1 letter or more"),
        (Spectrum(3), [[1.0, 2.0], [3.0, 4.0]], r"reads strings, X must be a list .*, got shape \(2, 2\)"),
        (Spectrum(3), [1.0, 2.0], "got 1.0 in place 0; a kernel of points, as Linear"),
        (Spectrum(3), ["acgt", None], "got None in place 1"),
        (Spectrum(3), ["acgt", b"acgt"], "got b'acgt' in place 1"),
        (Spectrum(3), [["a", "c"], ["g", "t"]], "join letters"),
        (Linear(), ["acgt", "acgt"], r"Linear\(\) takes points of numbers, got strings, the first 'acgt'; use"),
        ("gaussian", DNA[:2], "got strings, the first 'gccttctccaaaacgtgttt'...; use a kernel of strings"),
        (Precomputed(), ["acgt", "acgt"], "takes points of numbers, got strings"),
        (Normalised(Linear()), np.array(["acgt", "acgt"]), "takes points of numbers, got strings"),
    ],
)
def test_a_machine_says_what_its_kernel_takes(kernel, X, message):
    with pytest.raises(ValueError, match=message):
        BiclassSVM(kernel=kernel).fit(X, TWO)
    if not isinstance(kernel, str | Precomputed):
        with pytest.raises(ValueError, match=message):
            kernel(X)


def test_new_strings_are_looked_at_as_those_before():
    X, y = subset()
    svm = BiclassSVM(kernel=WeightedDegree(3)).fit(X, y)
    with pytest.raises(ValueError, match="one length, got 5 and 27 letters"):
        svm.predict(["acgta"])
    with pytest.raises(ValueError, match="reads strings"):
        svm.predict(datasets.one_hot(X, "acgt"))
    with pytest.raises(ValueError, match="got none; pass one at least"):
        svm.predict([])
    with pytest.raises(ValueError, match="takes points of numbers, got strings"):
        BiclassSVM().fit(datasets.one_hot(X, "acgt"), y).predict(X)
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[24, 23\]"):
        svm.fit(X, y[:-1])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Spectrum(0), "k must be at least 1"),
        (lambda: Mismatch(3, 4), "m must be at most 3, the number of letters of a word, got 4"),
        (lambda: Mismatch(3, -1), "m must be at least 0"),
        (lambda: Mismatch(3, 1, "aab"), "alphabet must be a string of different letters, two at least"),
        (lambda: Mismatch(32, 1), r"has 4\^32 words, more than 64 bits can number; use shorter words"),
        (lambda: WeightedDegree(0), "degree must be at least 1"),
        (lambda: LocalAlignment(mismatch=2.0), "mismatch must be smaller than match, got 2 and 1"),
        (lambda: LocalAlignment(gap_open=-1.0), "gap_open must be zero or positive"),
        (lambda: LocalAlignment(beta=np.inf, logarithm=False), "beta must be positive and finite"),
        (lambda: Spectrum(3) + Gaussian(), r"Spectrum\(k=3\) of strings and Gaussian\(sigma=1.0\) of points"),
        (lambda: Precomputed() * Linear(), "of matrix and .* of points"),
    ],
)
def test_kernels_that_cannot_be_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
