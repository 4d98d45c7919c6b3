"""Does what work has to keep to come with a prompt that shares no word with it?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Query

_SPELLING = "in anything that goes out under my name: no semicolons, and it's signed Ottokar"
_WALNUTS = "i must say it once, hazelnuts put me in hospital when i was nine"
_TALK = (
    "the roof of the boathouse leaks above the canoes again",
    "we had forty people at the regatta and the tent held",
    "the tenants of the upper floor pay 640 from march",
    "my brother towed the trailer to the weir",
    "the new oars are ash, not spruce",
    "the club house gets its new stove in october",
)


@pytest.fixture(scope="module")
def rower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("rower")
    said = [*_TALK[:3], _SPELLING, *_TALK[3:], _WALNUTS]
    rows = [
        {"role": role, "content": text, "timestamp": f"2026-03-{n + 1:02d}T10:0{minute}:00Z"}
        for n, told in enumerate(said)
        for minute, (role, text) in enumerate((("user", told), ("assistant", "Understood.")))
    ]
    chat = folder / "chat.jsonl"
    chat.write_text("\n".join(map(json.dumps, rows)))
    with Memory(home=folder / "home", owner="ana") as memory:
        memory.extract_file(str(chat))
        yield memory


@pytest.mark.parametrize(
    ("prompt", "kept_to"),
    [
        ("write to the tenants of the upper floor that the boathouse roof leaks", _SPELLING),
        ("draft a mail to the tenants about the stove", _SPELLING),
        ("bake a cake for the club house", _WALNUTS),
    ],
)
def test_how_it_is_to_be_done_comes_with_the_work(rower: Memory, prompt: str, kept_to: str) -> None:
    assert kept_to in _given(rower, prompt)


def test_whoever_cooks_is_told_what_nobody_may_eat_though_nothing_else_is_known(rower: Memory) -> None:
    assert _given(rower, "plan a brunch menu for nine") == [_WALNUTS]


@pytest.mark.parametrize(
    "prompt",
    ["the tenants of the upper floor, what do they pay", "shorten this menu: soup, fish, pears and cheese"],
)
def test_what_is_looked_up_or_brought_along_has_to_keep_to_nothing(rower: Memory, prompt: str) -> None:
    assert {_SPELLING, _WALNUTS}.isdisjoint(_given(rower, prompt))


def _given(memory: Memory, prompt: str) -> list[str]:
    return [turn.text for each in memory.recall(Query(text=prompt)).results for turn in each.evidence]
