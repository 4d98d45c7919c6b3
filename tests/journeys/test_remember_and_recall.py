"""A life is remembered and recalled: the sample conversations, through the public interface, on the real engines."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.identity import is_turn
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.recall.queries import Aim, Filter, Query
from quaidpy.domain.recall.traces import RecallResult, Trace
from quaidpy.errors import DegradedError, UsageError
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.pipeline import Intake, IntakeReport

LIFE = sorted((Path(__file__).resolve().parents[2] / "quaidpy/shipped/sample_life").glob("*.txt"))


def take_in(memory: Memory, path: Path) -> IntakeReport:
    return memory.extract(Intake(owner=memory.owner, source_key=path.name, data=path.read_bytes()))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("life")
    with Memory(home=folder, owner="ana") as memory:
        for path in LIFE:
            take_in(memory, path)
    return folder


@pytest.fixture
def life(home: Path) -> Iterator[Memory]:
    with Memory(home=home, owner="ana") as memory:
        yield memory


def said(result: RecallResult) -> str:
    return " | ".join(f"{r.text} <- {' / '.join(t.text for t in r.evidence)}" for r in result.results)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Ana live now?", "Lisbon"),
        ("What is Ana allergic to?", "gluten"),
        ("Who is Tom's girlfriend?", "Priya"),
        ("What is the name of Ben's bakery?", "Crumb"),
        ("On which date is the wedding?", "27 September"),
    ],
)
def test_a_question_finds_its_answer_among_the_first_three(life: Memory, question: str, answer: str) -> None:
    recalled = life.recall(Query(text=question, limit=3))
    assert answer in said(recalled)


def test_every_result_shows_the_words_it_came_from(life: Memory) -> None:
    recalled = life.recall(Query(text="Where does Ana work?"))
    assert recalled.results
    for result in recalled.results:
        assert result.evidence
        for evidence in result.memory.evidence if result.memory else ():
            turn = next(t for t in life.turns(evidence.turn.rpartition(".")[0]) if t.id == evidence.turn)
            assert turn.text[evidence.start : evidence.end].strip()


@pytest.mark.parametrize(
    "words", ["Hi", "Thanks!", "ok", "What is quantum chromodynamics?", "Hello, good morning"]
)
def test_small_talk_and_strange_matters_recall_nothing(life: Memory, words: str) -> None:
    recalled = life.recall(Query(text=words))
    assert recalled.results == ()
    assert recalled.trace.abstained
    assert life.context(Query(text=words)) == ""


def test_ranking_for_a_person_never_abstains(life: Memory) -> None:
    assert life.recall(Query(text="quantum chromodynamics", aim=Aim.RANK)).results


def homes(memory: Memory, **when: datetime) -> list[str]:
    recalled = memory.recall(Query(text="In which city does Ana live?", limit=5, **when))
    return [r.memory.text for r in recalled.results if r.memory and "Ana lives" in r.memory.text]


def test_as_of_answers_differently_before_and_after_a_move(life: Memory) -> None:
    assert any("Porto" in text for text in homes(life, as_of=datetime(2025, 3, 1, tzinfo=UTC)))
    assert not any("Porto" in text for text in homes(life))


def test_as_of_in_the_words_of_the_question_is_heard(life: Memory) -> None:
    then, today = (
        life.recall(Query(text=text))
        for text in ("As of 1 March 2025, in which city did Ana live?", "In which city does Ana live?")
    )
    assert "Porto" in said(then)
    assert not any("Porto" in result.memory.text for result in today.results if result.memory)
    assert "as of 2025-03-02" in then.trace.stages[0].note


def test_known_at_answers_with_what_we_knew_then(tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        take_in(memory, LIFE[0])
        before = max(m.lifetime.recorded_at for m in memory.memories(Filter(owner=memory.owner)))
        for path in LIFE[1:]:
            take_in(memory, path)
        assert any("Porto" in text for text in homes(memory, known_at=before))
        assert not any("Porto" in text for text in homes(memory))


def test_the_context_block_keeps_its_budget_and_is_marked_as_data(life: Memory) -> None:
    for budget in (60, 120, 2000):
        block = life.context(Query(text="Tell me about Ben and Clara", budget_tokens=budget))
        assert count_tokens(block) <= budget
        assert not block or (block.startswith("[MEMORY]\n") and block.endswith("\n[/MEMORY]"))
    assert life.context(Query(text="Tell me about Ben and Clara", budget_tokens=5)) == ""


def test_recalling_writes_nothing_until_the_answer_has_left(life: Memory) -> None:
    recalled = life.recall(Query(text="Where does Ana work?"))
    remembered = next(r.memory for r in recalled.results if r.memory)
    before = life.usage(remembered.id)
    assert life.why().id == recalled.id  # asking for the trace flushes
    after = life.usage(remembered.id)
    assert (after.recalls, after.strength > before.strength) == (before.recalls + 1, True)


def test_a_trace_survives_storage(life: Memory) -> None:
    recalled = life.recall(Query(text="Where does Ana work?"))
    assert Trace.from_json(recalled.trace.to_json()) == recalled.trace
    assert life.why(recalled.id) == recalled.trace


def test_an_owner_finds_nothing_of_another(home: Path, life: Memory) -> None:
    identity = next(r.memory.id for r in life.recall(Query(text="Where does Ana live?")).results if r.memory)
    with Memory(home=home, owner="eve") as eve:
        assert eve.recall(Query(text="Where does Ana live?", aim=Aim.RANK)).results == ()
        assert set(eve.stats().values()) <= {0}
        assert list(eve.export()) == []
        assert eve.entities() == []
        assert eve.cypher("MATCH (n:Node) RETURN n.id", limit=10).rows == ()
        with pytest.raises(UsageError):
            eve.show(identity)


def test_without_an_embedder_words_still_find_and_the_result_says_what_is_missing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    memory = Memory(home=home, owner="ana")
    recalled = memory.recall(Query(text="Where does Ana live?"))
    assert recalled.results
    assert [d.stage for d in recalled.degraded] == ["embed"]
    with pytest.raises(DegradedError):
        memory.recall(Query(text="Where does Ana live?", strict=True))
    memory.close()


def test_the_same_life_twice_is_remembered_once(home: Path, tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        for path in LIFE[:2]:
            take_in(memory, path)
        once = list(memory.export())
        for path in LIFE[:2]:
            assert take_in(memory, path).known
        assert list(memory.export()) == once


def test_a_grown_conversation_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = LIFE[2].read_text().splitlines(keepends=True)
    with Memory(home=tmp_path / "grown", owner="ana") as memory:
        for lines in (12, len(whole)):
            data = "".join(whole[:lines]).encode()
            memory.extract(Intake(owner=memory.owner, source_key="talk", data=data))
        grown = memory.turns(memory.episodes()[0].id)
        assert len(memory.episodes()) == 1
    with Memory(home=tmp_path / "once", owner="ana") as memory:
        memory.extract(Intake(owner=memory.owner, source_key="talk", data="".join(whole).encode()))
        once = memory.turns(memory.episodes()[0].id)
    assert [(t.speaker, t.text, t.at) for t in grown] == [(t.speaker, t.text, t.at) for t in once]


def test_undoing_an_extraction_leaves_no_row_of_it(tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        take_in(memory, LIFE[0])
        before = [
            line for line in memory.export() if json.loads(line)["type"] not in {"operation", "decision"}
        ]
        report = take_in(memory, LIFE[2])
        memory.undo(report.run)
        after = [
            line for line in memory.export() if json.loads(line)["type"] not in {"operation", "decision"}
        ]
        assert after == before
        assert memory.check() == []


def test_an_export_makes_an_equal_memory_elsewhere(life: Memory, tmp_path: Path) -> None:
    rows = list(life.export())
    with Memory(home=tmp_path, owner="ana") as copy:
        copy.import_rows(json.loads(row) for row in rows)
        assert list(copy.export()) == rows
        assert copy.check() == []
        assert copy.recall(Query(text="Where does Ana live now?")).results


def test_a_forgotten_memory_and_its_words_are_recalled_no_more(tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        report = memory.store(Note(owner=memory.owner, text="Ana keeps her spare key under the blue pot."))
        (identity,) = report.outcome.inserted
        asked = Query(text="Where is the spare key?")
        assert memory.recall(asked).results
        memory.forget(identity)
        assert memory.show(identity).status is Status.ARCHIVED
        assert memory.recall(asked).results == ()
        memory.undo(memory.changes(limit=1)[0].id)
        assert memory.recall(asked).results


def test_purged_words_are_in_no_file_of_the_home(tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        report = memory.store(Note(owner=memory.owner, text="The zebrafish password hint is marzipan."))
        (identity,) = report.outcome.inserted
        episode = memory.show(identity).evidence[0].turn.rpartition(".")[0]
        memory.purge([identity], [episode])
    left = [p for p in tmp_path.rglob("*") if p.is_file() and b"zebrafish" in p.read_bytes()]
    assert left == []


def test_what_is_kept_as_a_kind_can_be_asked_for_alone(life: Memory) -> None:
    recalled = life.recall(Query(text="What does Ben like or love?", kinds=(Kind.PREFERENCE,), aim=Aim.RANK))
    assert {r.memory.kind for r in recalled.results if r.memory} == {Kind.PREFERENCE}
    assert not any(is_turn(r.node) for r in recalled.results)


def test_a_window_that_ends_before_it_begins_is_an_error(life: Memory) -> None:
    with pytest.raises(UsageError, match="swap them"):
        life.recall(
            replace(
                Query(text="x"),
                since=datetime(2026, 1, 2, tzinfo=UTC),
                until=datetime(2026, 1, 1, tzinfo=UTC),
            )
        )


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_question_is_an_error(life: Memory, text: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        life.recall(Query(text=text))
