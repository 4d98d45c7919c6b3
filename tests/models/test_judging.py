"""Nearly the same: the deep model says whether a statement is new, and our rules keep it from losing anything."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.recall.queries import Filter
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.pipeline import Intake
from tests.scripted_provider import Provider

OLD = "Petra sings in the town choir."
Read = Callable[[str, str], list[Statement]]


@pytest.fixture
def memory(provider: Provider, clean_environment: Path) -> Iterator[Memory]:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        f'[models]\ndeep = "openai/scripted"\ndeep_base_url = "{provider.openai}"\nfirst_wait_s = 0.01\n'
        '[resolution]\njudge_from = 0.5\n[graph]\nengine = "none"\n'
    )
    with Memory() as opened:
        yield opened


@pytest.fixture
def read(memory: Memory, provider: Provider) -> Read:
    """Stores `OLD`, then has the model read a new statement and give a decision on it. All statements, as they are."""

    def run(text: str, decision: str) -> list[Statement]:
        memory.store(Note(owner=memory.owner, text=OLD, speaker="Petra"))
        (old,) = memory.memories(Filter(owner=memory.owner))
        fact = {
            "turn": 0,
            "speaker": "Petra",
            "quote": text,
            "text": text,
            "confidence": 0.9,
            "keywords": [],
            "edges": [],
        }
        found = json.dumps({"facts": [fact | {"kind": old.kind.value}]})
        ruling = json.dumps({"decisions": [{"pair": 1, "decision": decision, "reason": "because"}]})
        provider.script = lambda prompt: ruling if "<pairs>" in prompt else found
        source = f"date: 3 June 2030 20:15\n\nPetra: {text}".encode()
        intake = Intake(owner=memory.owner, source_key="chat", data=source, by_rules=False)
        report = memory.read_by_model(memory.extract(intake))
        assert report.errors == ()
        return memory.memories(Filter(owner=memory.owner))

    return run


def test_what_is_said_already_is_confirmed(read: Read) -> None:
    (kept,) = read("Petra sings in the choir of the town.", "SKIP")
    assert (kept.text, kept.confirmations) == (OLD, 1)


def test_a_fuller_wording_takes_the_place_of_the_old(read: Read, memory: Memory) -> None:
    (kept,) = read("Petra sings alto in the town choir.", "UPDATE")
    assert kept.text == "Petra sings alto in the town choir."
    (operation,) = [each for each in memory.changes() if each.cause.model]
    assert "dedup_decision@" in (operation.cause.prompt or "")
    memory.undo(operation.id)
    (before,) = memory.memories(Filter(owner=memory.owner))
    assert before.text == OLD


def test_what_is_overtaken_becomes_history(read: Read) -> None:
    old, new = read("Petra no longer sings in the town choir.", "SUPERSEDE")
    assert (old.text, old.status, old.superseded_by) == (OLD, Status.SUPERSEDED, new.id)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Petra does not sing in the town choir.", "SKIP"),
        ("Petra has sung in the town choir since 2021.", "SKIP"),
        ("Petra sings alto in the town choir.", "ADD"),
    ],
)
def test_no_ruling_may_lose_what_was_said(text: str, decision: str, read: Read) -> None:
    kept = read(text, decision)
    assert OLD in {each.text for each in kept if each.status is not Status.SUPERSEDED}
    assert len(kept) == 2


def test_a_wording_that_says_less_takes_no_place(read: Read) -> None:
    kept = read("Petra sings in a choir.", "UPDATE")
    assert OLD in {each.text for each in kept if each.superseded_by is None}


def test_a_model_that_cannot_say_leaves_it_as_new(memory: Memory, provider: Provider) -> None:
    memory.store(Note(owner=memory.owner, text=OLD, speaker="Petra"))
    (old,) = memory.memories(Filter(owner=memory.owner))
    text = "Petra sings alto in the town choir."
    fact = {
        "turn": 0,
        "speaker": "Petra",
        "quote": text,
        "text": text,
        "confidence": 0.9,
        "keywords": [],
        "edges": [],
    }
    found = json.dumps({"facts": [fact | {"kind": old.kind.value}]})
    provider.script = lambda prompt: found if "<turns>" in prompt else "who knows"
    intake = Intake(owner=memory.owner, source_key="chat", data=f"Petra: {text}".encode(), by_rules=False)
    report = memory.read_by_model(memory.extract(intake))
    assert report.waiting == 0
    assert "kept as new" in report.errors[0]
    assert len(memory.memories(Filter(owner=memory.owner))) == 2
