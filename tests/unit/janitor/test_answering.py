"""A person's answer is one operation: it does what it says, is not asked again, and can be taken back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.nights import Matter
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.errors import UsageError
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.answering import Answer, Reply, answer, waiting
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import HashingEmbedder

TEXTS = ("Ana is allergic to nuts.", "Ana is not allergic to nuts.", "Bob once mentioned a red boat.")


@pytest.fixture
def night(tmp_path: Path) -> Iterator[tuple[Memory, NightTools]]:
    """After a night that asks: a contradiction, and something all but forgotten."""
    settings = load_settings(home=tmp_path, owner="ana", environment={}, flags={"graph.engine": "none"})
    with Memory(parts_for(settings)) as memory:
        tools = replace(night_tools(settings, memory.parts), embedder=HashingEmbedder())
        now = tools.clock.now()
        with tools.store.writing(Cause(owner=memory.owner, verb="import", why="a test")) as writing:
            for number, text in enumerate(TEXTS):
                at = now - timedelta(days=9 - number)
                writing.put_memory(
                    Statement(
                        id=MemoryId(f"m_{number:026d}"), owner=memory.owner, kind=Kind.FACT, text=text, stated_at=at,
                        content_hash=content_hash(text), lifetime=Lifetime(recorded_at=at), status=Status.ACTIVE,
                        confidence=0.05 if number == 2 else 0.8,
                    )
                )  # fmt: skip
        assert not run_night(NIGHT, memory.owner, tools).has_failed
        yield memory, tools


def test_questions_wait_with_their_memories(night: tuple[Memory, NightTools]) -> None:
    memory, tools = night
    found = {question.matter: [m.text for m in about] for question, about in waiting(memory.owner, tools)}
    assert found == {Matter.CONTRADICTION: list(TEXTS[:2]), Matter.FADED: [TEXTS[2]]}


def test_dropping_one_side_of_a_contradiction_makes_it_history(night: tuple[Memory, NightTools]) -> None:
    memory, tools = night
    question, (old, new) = waiting(memory.owner, tools)[0]
    run = answer(question, Reply(answer=Answer.DROP), memory.owner, tools)
    assert memory.show(old.id).status is Status.SUPERSEDED
    assert memory.show(old.id).superseded_by == new.id
    assert question not in [each for each, _ in waiting(memory.owner, tools)]
    memory.undo(run)
    assert memory.show(old.id) == old
    assert question in [each for each, _ in waiting(memory.owner, tools)]


def test_what_a_person_keeps_fades_no_more_and_what_they_drop_is_forgotten(
    night: tuple[Memory, NightTools],
) -> None:
    memory, tools = night
    question, (faded,) = waiting(memory.owner, tools)[1]
    kept = answer(question, Reply(answer=Answer.KEEP), memory.owner, tools)
    assert memory.show(faded.id).verified
    memory.undo(kept)
    answer(question, Reply(answer=Answer.DROP), memory.owner, tools)
    assert memory.show(faded.id).status is Status.ARCHIVED


def test_later_is_not_asked_today_and_an_edit_needs_words(night: tuple[Memory, NightTools]) -> None:
    memory, tools = night
    question, _ = waiting(memory.owner, tools)[1]
    with pytest.raises(UsageError, match="new words"):
        answer(question, Reply(answer=Answer.EDIT), memory.owner, tools)
    answer(question, Reply(answer=Answer.LATER), memory.owner, tools)
    assert [each.matter for each, _ in waiting(memory.owner, tools)] == [Matter.CONTRADICTION]


def test_answered_questions_are_not_asked_by_the_next_night(night: tuple[Memory, NightTools]) -> None:
    memory, tools = night
    for question, about in waiting(memory.owner, tools):
        text = f"{about[0].text[:-1]}, said again."
        reply = Reply(answer=Answer.EDIT, text=text) if len(about) == 1 else Reply(answer=Answer.KEEP)
        answer(question, reply, memory.owner, tools)
    assert not run_night(NIGHT, memory.owner, tools).has_failed
    assert waiting(memory.owner, tools) == []
