"""The one table of the look: plain data; classes and marks told apart in colour and in black and white."""

import itertools
import json
import math
import subprocess
import sys

import pytest

from svmlab import style

THEMES = sorted(style.TABLE["themes"])
SIZES = sorted(style.TABLE["sizes"])


def test_the_table_survives_the_way_to_the_page_and_back():
    assert json.loads(style.as_json()) == style.TABLE == style.as_dict()


def test_changing_a_copy_leaves_the_table_alone():
    style.as_dict()["themes"]["light"]["ink"] = "#FF0000"
    assert style.theme("light")["ink"] != "#FF0000"


def test_reading_the_table_loads_no_renderer():
    code = "import sys, svmlab.style; print({'matplotlib', 'ipywidgets', 'anywidget'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


@pytest.mark.parametrize("theme", THEMES)
def test_all_themes_have_the_same_colours_by_name(theme):
    light, other = style.theme("light"), style.theme(theme)
    assert light.keys() == other.keys()
    assert len(light["classes"]) == len(other["classes"]) >= 6
    assert len(light["series"]) == len(other["series"]) == len(style.TABLE["series"])


def test_high_contrast_is_high_contrast():
    colors = style.theme("contrast")
    tints = [row[tint] for row in colors["classes"] for tint in ("tint_outside", "tint_inside")]
    for text in ("ink", "muted", "warning"):
        assert style.contrast(colors[text], colors["background"]) >= 7
    for line in ("vacuous", *range(len(colors["series"]))):
        color = colors["series"][line] if isinstance(line, int) else colors[line]
        assert style.contrast(color, colors["background"]) >= 4.5
    for tint in tints:
        assert style.contrast(colors["ink"], tint) >= 7
        for row in colors["classes"]:
            assert style.contrast(row["edge"], tint) >= 4.5
            assert style.contrast(row["color"], tint) >= 3
    for row in colors["classes"]:
        assert style.contrast(row["edge"], colors["background"]) >= 7
        assert style.contrast(row["color"], colors["background"]) >= 7
    assert style.contrast(colors["highlight"], colors["ink"]) >= 7


def test_in_high_contrast_no_two_regions_have_the_same_grey():
    classes = style.theme("contrast")["classes"]
    greys = sorted(style.luminance(row[tint]) + 0.05 for row in classes for tint in ("tint_outside", "tint_inside"))
    assert min(bright / dark for dark, bright in itertools.pairwise(greys)) >= 1.03
    assert len({row["name"] for row in style.TABLE["markers"][: len(classes)]}) == len(classes), "shapes differ, too"


def test_the_class_colours_are_those_of_okabe_and_ito():
    okabe_ito = {"#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"}
    assert {row["color"] for row in style.theme("light")["classes"]} == okabe_ito


@pytest.mark.parametrize("theme", THEMES)
def test_forty_two_classes_look_different_by_colour_or_shape(theme):
    looks = [style.class_look(k, theme) for k in range(42)]
    assert len({(look["color"], look["marker"]["name"]) for look in looks}) == 42
    assert len({look["marker"]["name"] for look in looks[:7]}) == 7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("k", range(6))
def test_points_stand_out_from_their_region(theme, k):
    look, colors = style.class_look(k, theme), style.theme(theme)
    for tint in (look["tint_outside"], look["tint_inside"]):
        assert style.contrast(look["edge"], tint) >= 3.5
        assert style.contrast(colors["ink"], tint) >= 7
    assert style.contrast(look["edge"], colors["hollow"]) >= 4.5
    assert style.contrast(look["edge"], colors["background"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_points_stand_out_from_the_region_of_another_class(theme):
    classes = style.theme(theme)["classes"]
    for point, region in itertools.permutations(classes, 2):
        assert style.contrast(point["edge"], region["tint_outside"]) >= 3
        assert style.contrast(point["edge"], region["tint_inside"]) >= 3.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("k", range(6))
def test_the_margin_shows_in_black_and_white(theme, k):
    look = style.class_look(k, theme)
    assert style.contrast(look["tint_outside"], look["tint_inside"]) >= 1.2
    background = style.theme(theme)["background"]
    far, near = (style.contrast(look[tint], background) for tint in ("tint_outside", "tint_inside"))
    assert far > near  # the region is lighter, or in the dark darker, where the machine is less sure


@pytest.mark.parametrize("theme", THEMES)
def test_the_regions_of_the_first_two_classes_differ_in_black_and_white(theme):
    first, second = style.class_look(0, theme), style.class_look(1, theme)
    for tint in ("tint_outside", "tint_inside"):
        assert style.contrast(first[tint], second[tint]) >= 1.05


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_legible(theme):
    colors = style.theme(theme)
    assert style.contrast(colors["ink"], colors["background"]) >= 12
    assert style.contrast(colors["muted"], colors["background"]) >= 4.5
    assert style.contrast(colors["warning"], colors["background"]) >= 4.5
    assert (
        2.5
        <= style.contrast(colors["vacuous"], colors["background"])
        < style.contrast(colors["muted"], colors["background"])
    )


@pytest.mark.parametrize("theme", THEMES)
def test_curves_stand_out_and_differ_without_colour(theme):
    colors = style.theme(theme)
    assert all(style.contrast(color, colors["background"]) >= 3 for color in colors["series"])
    assert len({tuple(row["dash"]) for row in style.TABLE["series"]}) == len(style.TABLE["series"])


def test_markers_cover_about_the_same_area():
    for marker in style.TABLE["markers"]:
        vertices = marker["vertices"]
        if vertices is None:
            continue
        pairs = zip(vertices, vertices[1:] + vertices[:1], strict=True)
        area = abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2
        assert area == pytest.approx(math.pi, rel=0.35), marker["name"]


def test_marks_do_not_hide_the_point_they_mark():
    marks = style.TABLE["marks"]
    reach = max(math.hypot(*vertex) for marker in style.TABLE["markers"] for vertex in marker["vertices"] or [[1, 0]])
    for name in SIZES:
        size, scale = style.size(name)["marker_radius"], style.size(name)["line_scale"]
        for mark in ("free", "selected"):
            ring_inside = marks[mark]["radius"] * size - marks[mark]["width"] * scale / 2
            assert ring_inside > reach * size
        assert marks["bounded"]["stroke_width"] * scale < size  # an open shape stays open


def test_lecture_doubles_type_and_thickens_lines():
    regular, lecture = style.size("regular"), style.size("lecture")
    assert {key: 2 * value for key, value in regular["type"].items()} == lecture["type"]
    assert lecture["line_scale"] > 1.5 * regular["line_scale"]
    assert lecture["marker_radius"] > 1.5 * regular["marker_radius"]


def test_every_line_names_a_colour_of_both_themes():
    for line in style.TABLE["lines"].values():
        assert all(line["color"] in style.theme(theme) for theme in THEMES)


def test_the_boundary_is_solid_and_the_margin_dashed_and_thinner():
    lines = style.TABLE["lines"]
    assert lines["boundary"]["dash"] == []
    assert len(lines["margin"]["dash"]) == 2
    assert lines["margin"]["width"] < lines["boundary"]["width"]


def test_an_unknown_theme_or_size_names_those_there_are():
    with pytest.raises(ValueError, match="theme must be one of 'light', 'dark', 'contrast', got 'sepia'"):
        style.theme("sepia")
    with pytest.raises(ValueError, match="size must be one of 'regular', 'lecture', got 'poster'"):
        style.size("poster")


def test_luminance_and_contrast_agree_with_wcag():
    assert style.luminance("#000000") == 0
    assert style.luminance("#FFFFFF") == pytest.approx(1)
    assert style.contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert style.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("name", "title"), [("x1", "x₁"), ("x12", "x₁₂"), ("x", "x"), ("petal x1", "petal x1")])
def test_a_feature_without_a_name_stands_on_its_axis_as_in_a_formula(name, title):
    assert style.axis_title(name) == title


@pytest.mark.parametrize("theme", THEMES)
def test_what_theory_measures_has_a_colour_of_its_own_that_shows_on_every_region(theme):
    colors = style.theme(theme)
    assert colors["accent"] not in {row[name] for row in colors["classes"] for name in ("color", "edge")}
    assert style.contrast(colors["accent"], colors["background"]) >= 4.5, "words stand on paper"
    for row in colors["classes"]:
        assert all(style.contrast(colors["accent"], row[tint]) >= 3 for tint in ("tint_outside", "tint_inside"))


@pytest.mark.parametrize("theme", THEMES)
def test_no_curve_of_the_theory_has_the_colour_of_a_class(theme):
    colors = style.theme(theme)
    of_classes = {row[part] for row in colors["classes"] for part in ("color", "edge")}
    assert not {*colors["series"], colors["accent"]} & of_classes
    assert colors["series"][:2] == [colors["ink"], colors["accent"]]


def test_sizes_of_the_stage_grow_and_keep_apart():
    stage = style.TABLE["stage"]
    for scale in ("type", "space", "weight"):
        steps = list(stage[scale].values())
        assert all(more > 1.15 * less for less, more in itertools.pairwise(steps))
    assert stage["units"].keys() == style.TABLE["sizes"].keys()
    assert stage["target"] * stage["units"]["regular"][0] >= 24, "what is pressed has 24 pixels (WCAG 2.5.8)"
