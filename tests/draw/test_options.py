"""What a picture does not take: errors that say what would be right."""

from __future__ import annotations

import numpy as np
import pytest
from reading import parsed

import fylking
from fylking import draw

FRAVAN = fylking.Fravan(3, pie=False).start()
THEME = draw.THEMES["light"]

REFUSED = [
    ({"theme": "pink"}, "there is no theme 'pink'; there are light, dark, print, safe"),
    ({"theme": THEME._replace(ink="red")}, "ink of a theme is 'red'; a colour is \"#rrggbb\""),
    ({"theme": THEME._replace(stones=("#000000", None))}, "stones of a theme is None"),
    ({"targets": ["z9"]}, "targets: 'z9' is no point of fravan3; a1 and e5 are"),
    ({"targets": [19]}, "targets: there is no point 19; there are points 0 to 18"),
    ({"targets": [-1]}, "there is no point -1"),
    ({"targets": [10**400]}, "there is no point an int of"),
    ({"selected": "c9"}, "selected: 'c9' is no point"),
    ({"arrows": [("a1", "a1")]}, "is no pair of two points"),
    ({"arrows": [("a1", "b1", "c1")]}, "is no pair of two points"),
    ({"arrows": [("a1", "b7")]}, "arrows: 'b7' is no point"),
    ({"numbers": {"a1": 1, 0: 2}}, "numbers: a1 is given twice"),
    ({"numbers": [1, 2]}, "numbers: 2 values for 19 points"),
    ({"numbers": {"a1": "123456789"}}, "is longer than 8 letters"),
    ({"numbers": True}, "there is no heat"),
    ({"heat": [0.5] * 18}, "heat: 18 values for 19 points"),
    ({"heat": {"a1": float("inf")}}, "heat on a1 is inf, not a finite number"),
    ({"heat": {"f1": 1}}, "heat: 'f1' is no point"),
    ({"prefix": ""}, "prefix is ''"),
    ({"prefix": 'a"b'}, "letters, digits, '-' and '_' are possible"),
    ({"prefix": "1a"}, "a letter first"),
]

WRONG_TYPES = [
    {"theme": 3}, {"theme": None}, {"targets": "a1"}, {"targets": 3}, {"targets": [True]},
    {"targets": [1.0]}, {"targets": [None]}, {"targets": None}, {"selected": 1.5},
    {"selected": b"a1"}, {"arrows": "a1b1"}, {"arrows": ["a1"]}, {"arrows": None},
    {"numbers": "12"}, {"numbers": 3}, {"heat": 3}, {"heat": {"a1": "hot"}},
    {"heat": {"a1": True}}, {"heat": {"a1": b"hot"}}, {"prefix": 3}, {"title": 3},
    {"title": b"x"}, {"preview": 1.5}, {"last": 1}, {"caption": None}, {"coordinates": "yes"},
    {"interactive": 0}, {"territory": "all"}, {"legend": None}, {"colour": "red"}, {"size": 400},
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=str)
def test_options_that_do_not_fit(options, message):
    with pytest.raises(fylking.OptionError, match="^.*$") as caught:
        FRAVAN.svg(**options)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("options", WRONG_TYPES, ids=str)
def test_options_of_another_type(options):
    with pytest.raises(TypeError):
        FRAVAN.svg(**options)


def test_an_option_that_there_is_not_is_told_with_those_that_there_are():
    with pytest.raises(TypeError, match="no option 'color'; they have theme, coordinates, "):
        FRAVAN.svg(color="red")


@pytest.mark.parametrize("value", [None, "fravan3", 3])
def test_what_is_no_position(value):
    with pytest.raises(TypeError, match="fylking position"):
        draw.svg(value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"low": 1, "high": 1}, "low of a heat map, 1, is not below its high, 1"),
        ({"low": float("nan")}, "low of a heat map is a finite number, not nan"),
        ({"middle": float("inf")}, "middle of a heat map is a finite number"),
        ({"format": ".2q"}, "'.2q' is no format of numbers"),
        ({"format": "%d"}, "is no format"),
    ],
    ids=str,
)
def test_heat_maps_that_make_no_scale(options, message):
    with pytest.raises(fylking.OptionError) as caught:
        draw.Heat({"a1": 1}, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("values", [{"a1": 1e308, "b1": -1e308}, {"a1": 10**400}])
@pytest.mark.parametrize("middle", [None, 0])
def test_heat_that_is_too_wide_or_too_great(values, middle):
    heat = draw.Heat(values, middle=middle, low=None if len(values) > 1 else 0)
    if middle == 0 and len(values) > 1:
        heat = draw.Heat(values, middle=1e308)
    with pytest.raises(fylking.OptionError):
        FRAVAN.svg(heat=heat)


@pytest.mark.parametrize("options", [{"low": "0"}, {"high": True}, {"label": 3}, {"format": 3}])
def test_heat_maps_of_another_type(options):
    with pytest.raises((TypeError, fylking.OptionError)):
        draw.Heat({"a1": 1}, **options)


def test_numpy_numbers_are_numbers():
    heat = np.linspace(0, 1, 19).astype(np.float32)
    picture = FRAVAN.svg(
        heat=heat, numbers=np.arange(19), selected=np.int8(3), targets=[np.uint8(1)]
    )
    parsed(picture)


def test_what_is_drawn_by_name_and_by_index_is_the_same():
    by_name = FRAVAN.svg(heat={"c3": 1}, numbers={"c3": 2}, arrows=[("a1", "c3")], targets=["c3"])
    c3 = FRAVAN.game.point_index("c3")
    assert by_name == FRAVAN.svg(heat={c3: 1}, numbers={c3: 2}, arrows=[(0, c3)], targets=[c3])
