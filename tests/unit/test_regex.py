"""A pattern of ours is compiled once, at its first use, and answers as one of `re` does."""

import re

import pytest

from quaidpy.regex import CompiledAtFirstUse, regex

WRITTEN, FLAGS = r"(?P<day>\d+)\. (\w+)", re.IGNORECASE


def test_it_answers_as_what_re_compiles() -> None:
    text, ours, theirs = "on 3. May or 4. june", regex(WRITTEN, FLAGS), re.compile(WRITTEN, FLAGS)
    assert (ours.pattern, ours.flags, ours.groups) == (theirs.pattern, theirs.flags, theirs.groups)
    assert dict(ours.groupindex) == dict(theirs.groupindex)
    assert ours.findall(text) == theirs.findall(text)
    assert ours.sub(r"\2", text) == theirs.sub(r"\2", text)
    assert ours.subn("", text, count=1) == theirs.subn("", text, count=1)
    assert ours.split(text) == theirs.split(text)
    assert [found.span() for found in ours.finditer(text)] == [
        found.span() for found in theirs.finditer(text)
    ]
    for found in (ours.search(text, 5), ours.match(text, 3), ours.fullmatch("3. May")):
        assert found is not None


def test_what_is_never_used_is_never_compiled() -> None:
    broken = regex("(")
    assert broken.pattern == "("
    assert repr(broken) == "regex('(')"
    with pytest.raises(re.error, match="missing"):
        broken.search("a")


def test_after_its_first_use_what_was_compiled_answers() -> None:
    ours = CompiledAtFirstUse("a", 0)
    assert not hasattr(ours, "scanner")
    assert vars(ours).get("search") is None
    assert ours.search is vars(ours)["search"]
