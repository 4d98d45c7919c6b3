"""JSON in a model's answer, and whether it fits."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.models.schemas import json_in, violations

SCHEMA = {
    "type": "object",
    "properties": {
        "grade": {"type": "integer", "minimum": 0, "maximum": 5},
        "kind": {"enum": ["fact", "event"]},
        "names": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
        "when": {"type": ["string", "null"]},
    },
    "required": ["grade"],
}


@pytest.mark.parametrize(
    "text", ['{"a": 1}', 'Sure! ```json\n{"a": 1}\n```', '{broken {"a": 1} rest', '\n\n{"a": 1} ok']
)
def test_json_is_found_whatever_stands_around_it(text: str) -> None:
    assert json_in(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "no", '{"a": ', "[1, 2", "42"])
def test_what_holds_no_whole_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        json_in(text)


def test_what_fits_has_no_violations() -> None:
    value = {"grade": 5, "kind": "fact", "names": ["a"], "when": None, "more": 1}
    assert list(violations(value, SCHEMA)) == []


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "must be object"),
        ({}, "lacks grade"),
        ({"grade": True}, "grade must be integer"),
        ({"grade": 9}, "at most 5"),
        ({"grade": -1}, "at least 0"),
        ({"grade": 1, "kind": "x"}, "one of fact, event"),
        ({"grade": 1, "names": []}, "at least 1"),
        ({"grade": 1, "names": ["a", "b", "c"]}, "at most 2"),
        ({"grade": 1, "names": [1]}, r"names\[0\] must be string"),
        ({"grade": 1, "when": 3}, "string or null"),
    ],
)
def test_each_violation_is_a_sentence_that_says_where(value: object, told: str) -> None:
    assert any(re.search(told, sentence) for sentence in violations(value, SCHEMA))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_checking_never_fails_whatever_came_back(value: object) -> None:
    assert all(isinstance(sentence, str) for sentence in violations(value, SCHEMA))


@given(st.dictionaries(st.text(), st.integers()), st.text(alphabet="abc \n`"))
def test_an_object_is_found_again_behind_any_prose(value: dict[str, int], prose: str) -> None:
    assert json_in(f"{prose}{json.dumps(value)}{prose}") == value
