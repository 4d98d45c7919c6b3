"""What is right for a prompt, and what is kept of a life?"""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.bench.life.judging import broken, judged, kept
from quaidpy.bench.life.lives import Asked, Fact, Never, read_lives
from quaidpy.bench.life.measuring import Lived, figures_of, life_document, measure_lives
from quaidpy.domain.memories.memory import Status
from quaidpy.errors import NotFoundError, UnreadableError
from quaidpy.settings import load_settings
from tests.samples import memory
from tests.unit.bench.lives import written_life

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def asked(*, hit: str | None = "leeds", stale: str | None = None, kind: str = "update") -> Asked:
    patterns = [re.compile(each, re.IGNORECASE) if each else None for each in (hit, stale)]
    return Asked(id="q", home="h", text="Where?", kind=kind, hit=patterns[0], stale=patterns[1])


def block(*lines: str) -> str:
    return "\n".join(["[MEMORY]", "Data.", *(f"- {line}" for line in lines), "[/MEMORY]"])


def test_an_answer_is_a_line_that_matches_and_its_place_counts() -> None:
    found = judged(asked(), block("(fact) Ana bakes.", "(fact) Ana lives in Leeds."))
    assert (found.is_right, found.is_first, found.hits, len(found.lines)) == (True, False, (1,), 2)
    assert judged(asked(), block("(fact) Ana lives in Leeds.")).is_first
    assert not judged(asked(), "Leeds stands in no line that begins with a dash").is_right


@pytest.mark.parametrize(
    ("first", "fresh"),
    [
        ("(fact) Ana lives in Porto.", False),
        ("(fact) Ana lived in Porto until May 2025.", True),
        ("(fact) Ana was in Porto.", True),
        ("(fact, 2023-01-02 – 2025-05-01) Ana lives in Porto.", True),
        ("(fact) Ana bakes.", True),
    ],
)
def test_an_old_value_may_stand_first_only_when_its_line_says_that_it_is_over(
    first: str, fresh: bool
) -> None:
    assert judged(asked(stale="porto"), block(first, "(fact) Ana lives in Leeds.")).fresh is fresh


def test_an_old_value_behind_the_answer_is_no_fault_and_no_answer_is_never_fresh() -> None:
    assert judged(asked(stale="porto"), block("Ana is in Leeds.", "Ana lives in Porto.")).fresh
    assert judged(asked(stale="porto"), "").fresh is False
    assert judged(asked(), block("Leeds")).fresh is None


def test_where_nothing_is_to_be_said_silence_is_right() -> None:
    assert judged(asked(hit=None, kind="nothing"), "").is_right
    assert not judged(asked(hit=None, kind="nothing"), block("Leeds")).is_right


def test_a_replaced_withdrawn_or_ended_memory_keeps_no_fact_but_one_that_names_its_end_does() -> None:
    fact = Fact(id="f", home="h", text="", kind="fact", match=re.compile("porto"))
    said = memory("mem_1", text="Ana lives in porto.")
    ended = replace(said, lifetime=replace(said.lifetime, valid_to=datetime(2025, 5, 1, tzinfo=UTC)))
    assert kept(fact, [said], now=NOW).by == "Ana lives in porto."
    assert kept(fact, [ended], now=NOW).by is None
    assert kept(fact, [replace(said, status=Status.SUPERSEDED)], now=NOW).by is None
    assert kept(fact, [replace(said, lifetime=said.lifetime.retracted(NOW))], now=NOW).by is None
    for text in ("Ana was in porto in April 2025.", "Ana is in porto until spring."):
        assert kept(fact, [replace(ended, text=text)], now=NOW).by == text


def test_a_never_with_a_day_counts_only_what_was_stated_from_then_on() -> None:
    said = replace(memory("mem_1", text="Ana lives in porto."), stated_at=datetime(2025, 3, 3, tzinfo=UTC))
    never = Never(id="n", home="h", why="", match=re.compile("porto"), after="2025-03-03")
    assert broken(never, [said], now=NOW).by == ("Ana lives in porto.",)
    assert broken(replace(never, after="2025-03-04"), [said], now=NOW).by == ()
    assert broken(replace(never, after=None), [said], now=NOW).by == ("Ana lives in porto.",)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> list[Lived]:
    where = tmp_path_factory.mktemp("life")
    settings = load_settings(home=where / "own", owner="bench", environment={})
    lives = read_lives(written_life(where))
    first = measure_lives(lives, settings, where / "homes")
    again = measure_lives(lives, settings, where / "homes")
    assert figures_of(again) == figures_of(first), (
        "a kept home is not taken in twice, and asking changes nothing"
    )
    return first


def test_every_question_fact_and_never_of_a_life_is_judged(lived: list[Lived]) -> None:
    found = figures_of(lived)
    assert (found.answered.part, found.answered.whole) == (2, 3)
    assert (found.fresh.whole, found.silent.whole) == (1, 1)
    assert (found.facts_kept.part, found.facts_kept.whole) == (1, 2)
    assert (found.never_broken.part, found.never_broken.whole) == (1, 2)
    assert [each["ok"] for each in life_document(lived)["answers"]][:3] == [True, True, False]


def test_a_row_of_an_unknown_home_and_a_folder_without_homes_are_refused(tmp_path: Path) -> None:
    folder = written_life(tmp_path)
    with pytest.raises(NotFoundError, match="no home bob"):
        read_lives(folder, ["bob"])
    (folder / "facts.jsonl").write_text(
        '{"id": "f", "home": "bob", "fact": "", "match": "", "kind": "fact"}\n'
    )
    with pytest.raises(UnreadableError, match="bob"):
        read_lives(folder)
    with pytest.raises(NotFoundError, match="holds no lives"):
        read_lives(tmp_path / "nowhere")
