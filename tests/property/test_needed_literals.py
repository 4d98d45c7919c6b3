"""A pattern that asks for its literals first finds exactly what it finds without."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.language.needed_literals import Gated, GatedAny, folded, needed_literals

SHAPES = (
    r"\b(?:wipe|erase)\b.{0,20}\bfiles?\b",
    r"(?:ab|a[cd])+x|yes|(?:no){2}",
    r"^colou?r (?:is|was)\b(?! red)",
    r"(?>lamp|torch)es?|stra(?:ss|ß)e",
    r"[^a]bc|İstanbul|\d{2,4} (?:km|miles)",
    r"(a)(?:\1|bcd)e*",
    r"",
    r"x*",
    "忽略.{0,3}(?:指令|指示)",
)


def asked_often(pattern: re.Pattern[str]) -> Gated:
    """One that knows its literals by now."""
    gated = Gated(pattern)
    for _ in range(100):
        gated.search("", "")
    return gated


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=15)
@given(data=st.data())
def test_what_a_pattern_is_found_in_has_a_literal_of_it(
    shape: str, flags: re.RegexFlag, data: st.DataObject
) -> None:
    pattern = re.compile(shape, flags)
    text = data.draw(st.from_regex(pattern)) if shape else data.draw(st.text())
    gated = asked_often(pattern)
    for said in (text, text.upper(), text.swapcase(), f"Wipe the files, {text}"):
        found, expected = gated.search(said, folded(said)), pattern.search(said)
        assert (found and found.span()) == (expected and expected.span())
        assert [each.span() for each in gated.finditer(said, folded(said))] == [
            each.span() for each in pattern.finditer(said)
        ]


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
@pytest.mark.parametrize("shapes", [SHAPES, SHAPES[:3], SHAPES[6:], (r"sand(?:bar|s)", r"sandbars", r"and")])
@settings(max_examples=15)
@given(data=st.data())
def test_several_patterns_asked_as_one_are_found_where_one_of_them_is(
    shapes: tuple[str, ...], flags: re.RegexFlag, data: st.DataObject
) -> None:
    patterns = [re.compile(shape, flags) for shape in shapes]
    several = GatedAny(patterns)
    for _ in range(100):
        several.is_in("", "")
    drawn = data.draw(st.from_regex(data.draw(st.sampled_from(patterns))))
    for text in (drawn, drawn.upper(), data.draw(st.text("abcdefilnorsxwy 24")), f"sandy{drawn}", ""):
        assert several.is_in(text, folded(text)) == any(pattern.search(text) for pattern in patterns)


@pytest.mark.parametrize(
    ("shape", "needed"),
    [
        (r"\b(?:wipe|erase)\b.{0,20}\bfiles?\b", {"wipe", "erase"}),
        (r"\bsend.{0,9}(?:memory|memories)", {"memories", "memory"}),
        (r"(?:a|sea)shell", {"ashell"}),
        (r"ab|abc", set()),
        (r"(?:word)?", set()),
        (r"(?=.{1,9} was )knights?", {"knight"}),
    ],
)
def test_the_longest_literals_are_asked_for(shape: str, needed: set[str]) -> None:
    assert set(needed_literals(shape, re.IGNORECASE)) == needed


@pytest.mark.parametrize("said", ["WIPE THE FİLES", "wıpe the files", "erase the fileſ", "WIPE the DISK"])
def test_letters_that_count_as_one_are_one(said: str) -> None:
    pattern = re.compile(SHAPES[0], re.IGNORECASE)
    assert bool(asked_often(pattern).search(said, folded(said))) == bool(pattern.search(said))
