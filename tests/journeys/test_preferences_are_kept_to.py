"""Does what a user once ordered or preferred come along, when advice is asked for?"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.errors import ModelError
from quaidpy.ports.embedding import Embedder, Vector
from quaidpy.recall.pipeline import recall
from quaidpy.recall.refining.occasions import occasion_of
from quaidpy.remember.pipeline import Intake

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
_OF_DEADLINES = "Always write the weekday in full when I ask about deadlines."
_DUE = "The entry form for the regatta has to be handed in by 12 May."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sailor") / "home"


@pytest.fixture(scope="module")
def sailor(home: Path) -> Iterator[Memory]:
    folder = home.parent
    said = [f"I spent the weekend on the {part} and it was hard work on the old boat." for part in _TOPIC]
    rows = [
        {"role": "user", "content": text, "timestamp": f"2026-03-0{1 + n % 9}T10:00:00Z"}
        for n, text in enumerate([*said[:6], _ORDER, _OF_DEADLINES, _DUE, *said[6:]])
    ]
    chat = folder / "chat.jsonl"
    chat.write_text("\n".join(map(json.dumps, rows)))
    with Memory(home=home, owner="ana") as memory:
        memory.extract_file(str(chat))
        yield memory


def test_a_standing_order_comes_along_when_advice_is_asked_for(sailor: Memory) -> None:
    found = _place(sailor, "How should I replace the old winch on my boat after the weekend?")
    assert found is not None
    assert found <= 5


def test_it_stands_where_its_words_put_it_when_something_is_looked_up(sailor: Memory) -> None:
    found = _place(sailor, "When did I spend the weekend on the old winch?")
    assert found is None or found > 5


def test_an_order_is_given_on_its_occasion_however_little_of_it_is_like_the_question(sailor: Memory) -> None:
    assert _given(sailor, "When is the entry form due?") == {_DUE, _OF_DEADLINES}
    assert _OF_DEADLINES not in _given(sailor, "Which part did I work on with the varnish?")


def test_it_is_all_that_is_given_where_nothing_else_answers(sailor: Memory) -> None:
    assert _given(sailor, "What are the usual deadlines for tax returns?") == {_OF_DEADLINES}


@pytest.mark.parametrize(
    ("statement", "occasion"),
    [
        ("Ana wants you to name the source when Ana asks about tides.", "tides"),
        ("The user wants you to give grams whenever the user asks you for a recipe.", "a recipe"),
        ("The user wants you to run the linter before every commit.", "commit"),
        ("The user wants you to answer in metres.", None),
        ("Ana always hums when Ana wants tea.", None),
    ],
)
def test_what_an_order_is_for(statement: str, occasion: str | None) -> None:
    assert occasion_of(statement) == occasion


def _given(memory: Memory, question: str) -> set[str]:
    return {turn.text for each in memory.recall(Query(text=question)).results for turn in each.evidence}


def _place(memory: Memory, question: str) -> int | None:
    results = memory.recall(Query(text=question, limit=20, aim=Aim.RANK)).results
    places = [n for n, each in enumerate(results, 1) for turn in each.evidence if turn.text == _ORDER]
    return places[0] if places else None


class _OnceOnly:
    """An embedder that answers the question and is gone then."""

    def __init__(self, embedder: Embedder) -> None:
        self.identity, self._embedder, self._asked = embedder.identity, embedder, 0

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        self._asked += 1
        if self._asked > 1:
            raise ModelError("the embedder is gone")
        return self._embedder.embed(texts)


def test_a_recall_goes_on_when_the_embedder_is_gone_by_then(sailor: Memory) -> None:
    tools = sailor._parts.recalling
    assert tools.embedder is not None
    found = recall(
        Query(text="When is the entry form due?"), replace(tools, embedder=_OnceOnly(tools.embedder))
    )
    assert [stage.stage for stage in found.degraded] == ["preferences"]
    assert any(turn.text == _DUE for each in found.results for turn in each.evidence)


_OF_REACHING = (
    "Piet does our website, he works nights so he only answers after 3. Piet don't read more than two lines."
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    said = [
        *(
            f"Piet came to the club on day {n} and took photos of the {part}."
            for n, part in enumerate(_TOPIC)
        ),
        _OF_REACHING,
        "The photos for the wall are of the regatta, Piet took forty.",
    ]
    rows = [
        {"role": "user", "content": text, "timestamp": f"2026-03-{1 + n:02}T10:00:00Z"}
        for n, text in enumerate(said)
    ]
    with Memory(home=tmp_path_factory.mktemp("club"), owner="ana") as memory:
        data = "\n".join(map(json.dumps, rows)).encode()
        memory.extract(Intake(owner=memory.owner, source_key="chat.jsonl", data=data))
        yield memory


@pytest.mark.parametrize(
    "prompt",
    ["write to Piet, I want the regatta photos printed for the wall", "shall I ring Piet about the photos"],
)
def test_how_somebody_is_to_be_reached_comes_to_what_reaches_them(club: Memory, prompt: str) -> None:
    assert _OF_REACHING in _given(club, prompt)


def test_it_does_not_come_to_what_is_looked_up_of_them(club: Memory) -> None:
    assert _OF_REACHING not in _given(club, "how many photos of the regatta did Piet take")
