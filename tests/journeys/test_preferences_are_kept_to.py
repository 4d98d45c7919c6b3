"""Does what a user once ordered or preferred come along, when advice is asked for?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Aim, Query

_TOPIC = [
    "mooring",
    "varnish",
    "sail",
    "anchor",
    "rudder",
    "bilge",
    "tiller",
    "mast",
    "keel",
    "hull",
    "winch",
    "jib",
]
_ORDER = "Always name the supplier when I ask about boat parts."


@pytest.fixture(scope="module")
def sailor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("sailor")
    said = [f"I spent the weekend on the {part} and it was hard work on the old boat." for part in _TOPIC]
    rows = [
        {"role": "user", "content": text, "timestamp": f"2026-03-0{1 + n % 9}T10:00:00Z"}
        for n, text in enumerate([*said[:6], _ORDER, *said[6:]])
    ]
    chat = folder / "chat.jsonl"
    chat.write_text("\n".join(map(json.dumps, rows)))
    with Memory(home=folder / "home", owner="ana") as memory:
        memory.extract_file(str(chat))
        yield memory


def test_a_standing_order_comes_along_when_advice_is_asked_for(sailor: Memory) -> None:
    found = _place(sailor, "How should I replace the old winch on my boat after the weekend?")
    assert found is not None
    assert found <= 5


def test_it_stands_where_its_words_put_it_when_something_is_looked_up(sailor: Memory) -> None:
    found = _place(sailor, "When did I spend the weekend on the old winch?")
    assert found is None or found > 5


def _place(memory: Memory, question: str) -> int | None:
    results = memory.recall(Query(text=question, limit=20, aim=Aim.RANK)).results
    places = [n for n, each in enumerate(results, 1) for turn in each.evidence if turn.text == _ORDER]
    return places[0] if places else None
