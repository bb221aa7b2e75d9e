"""All exercises, in the order of the notebooks."""

from svmlab.exercises import (
    bounds_of_two,
    circulation,
    conditions,
    dual,
    feature_spaces,
    gaussian_classes,
    geometry,
    losses_compared,
    machines_compared,
    many_classes_lemma,
    margins,
    practice,
    procedures,
    promises,
    start,
    strings,
    two_classes_lemma,
    walks,
)

SHEETS = (
    start.SHEET,
    margins.SHEET,
    conditions.SHEET,
    dual.SHEET,
    walks.SHEET,
    two_classes_lemma.SHEET,
    bounds_of_two.SHEET,
    circulation.SHEET,
    many_classes_lemma.SHEET,
    promises.SHEET,
    gaussian_classes.SHEET,
    machines_compared.SHEET,
    procedures.SHEET,
    practice.SHEET,
    feature_spaces.SHEET,
    strings.SHEET,
    losses_compared.SHEET,
    geometry.SHEET,
)
ALL = {one.name: one for sheet in SHEETS for one in sheet}
