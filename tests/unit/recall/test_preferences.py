"""What asks for advice, and what states a preference."""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.preferences import states_preference
from quaidpy.recall.understanding.prompt_intent import wants_advice
from tests.samples import memory, turn


@pytest.mark.parametrize(
    "question",
    [
        "How should I pack for the crossing?",
        "Could you recommend a quiet campsite?",
        "What are good stretches before a run?",
        "I'm planning a supper for six, what goes with mackerel?",
        "What do we need to bring?",
        "Draft a note to the harbour master.",
    ],
)
def test_advice_is_asked_for(question: str) -> None:
    assert wants_advice(question)


@pytest.mark.parametrize(
    "question",
    [
        "When is the crossing?",
        "Which campsite did Ines recommend?",
        "How do Ben and Mira spend their evenings?",
        "What are the names of the boats?",
        "How many stretches have I done?",
    ],
)
def test_what_is_looked_up_is_no_advice(question: str) -> None:
    assert not wants_advice(question)


@pytest.mark.parametrize(
    "text", ["We'd rather take the night train.", "I usually avoid the motorway.", "my partner is vegetarian"]
)
def test_people_state_what_they_would_rather_have(text: str) -> None:
    assert states_preference(_said(text))


def test_an_assistant_states_no_preference() -> None:
    assert not states_preference(_said("I like to recommend the coast road.", role=Role.ASSISTANT))


def test_neither_does_what_merely_happened() -> None:
    assert not states_preference(_said("We took the night train."))


def test_neither_does_what_somebody_wants_to_do_once() -> None:
    assert not states_preference(_said("We'd like to take the night train on 3 May."))
    assert states_preference(_said("I'd like oat milk in it."))


def test_a_standing_order_is_one_whatever_its_words() -> None:
    order = memory("m_1", "Ana wants you to name the units", kind=Kind.PREFERENCE)
    assert states_preference(Candidate(key=order.id, turn=None, memories=(order,), is_outdated=False))


def _said(text: str, role: Role = Role.USER) -> Candidate:
    said = turn(0, text=text, role=role)
    return Candidate(key=said.id, turn=said, memories=(), is_outdated=False)
