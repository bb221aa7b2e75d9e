"""Input errors that several packages raise: each names the rule, the offending value and the remedy.

What only one package can need stands in its own ``validation``, as ``svmlab.datasets.validation``.
"""

from svmlab.validation.choices import chosen, distinct, index, known, one_of
from svmlab.validation.files import text_file, text_of, unpacked
from svmlab.validation.kernels import (
    coordinates_to_choose,
    function,
    gram_matrix,
    half_integer,
    kernel_parameter,
    kernel_values,
    knows_lengths,
    not_negative_points,
    precision,
    with_length,
)
from svmlab.validation.machines import (
    NotSeparable,
    multiclass_machine,
    not_separable,
    to_leave_out,
    weston_watkins,
)
from svmlab.validation.numbers import (
    array,
    at_most,
    finite,
    increasing,
    increasing_grid,
    integer,
    nonnegative,
    positive,
    probability,
    random_generator,
    real,
    soft_margin,
)
from svmlab.validation.points import at_least_two_classes, dataset, labels, plain
from svmlab.validation.wrapped import fitted, seeing_the_points, seen_before, steps_before

__all__ = [
    "NotSeparable",
    "array",
    "at_least_two_classes",
    "at_most",
    "chosen",
    "coordinates_to_choose",
    "dataset",
    "distinct",
    "finite",
    "fitted",
    "function",
    "gram_matrix",
    "half_integer",
    "increasing",
    "increasing_grid",
    "index",
    "integer",
    "kernel_parameter",
    "kernel_values",
    "known",
    "knows_lengths",
    "labels",
    "multiclass_machine",
    "nonnegative",
    "not_negative_points",
    "not_separable",
    "one_of",
    "plain",
    "positive",
    "precision",
    "probability",
    "random_generator",
    "real",
    "seeing_the_points",
    "seen_before",
    "soft_margin",
    "steps_before",
    "text_file",
    "text_of",
    "to_leave_out",
    "unpacked",
    "weston_watkins",
    "with_length",
]
