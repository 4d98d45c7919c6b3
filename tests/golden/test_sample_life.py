"""The sample life of Ana and Ben, from file to facts, entities and relations."""

from functools import cache
from importlib.resources import files

import pytest

from quaidpy.domain.identity import EpisodeId, Owner, turn_id
from quaidpy.domain.memories.drafts import Extraction, RejectionReason
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.remember.finding.rules import Context, extract
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.formats.transcripts import read_transcript
from quaidpy.settings import load_relations, load_settings
from tests.fakes import FakeClock

pytestmark = pytest.mark.golden


@cache
def life() -> tuple[Extraction, ...]:
    folder = files("quaidpy.shipped.sample_life")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".txt"))
    context = Context(
        relations=load_relations(),
        tuning=load_settings(environment={}).tuning.remember,
        now=FakeClock().now(),
    )
    return tuple(extract(turns_of(name, (folder / name).read_bytes()), context) for name in names)


def turns_of(name: str, data: bytes) -> list[Turn]:
    episode = EpisodeId(f"ep_{name}")
    return [
        Turn(
            id=turn_id(episode, i), episode=episode, owner=Owner("o"), seq=i, text=clean_turn(raw.text).text,
            speaker=raw.speaker, role=raw.role, at=raw.at,
        )
        for i, raw in enumerate(read_transcript(data, name=name).turns)
    ]  # fmt: skip


def facts() -> list[str]:
    return [draft.text for extraction in life() for draft in extraction.drafts]


@pytest.mark.parametrize(
    "fact",
    [
        "Ben works as a nurse at St. Mary's Hospital.",
        "Marta lives in Madrid with her husband Luis.",
        "Ben's dog is called Biscuit and he eats everything.",
        "Ana joined a climbing gym in December 2024.",
        "Ana decided to learn Japanese.",
        "Oscar broke his arm on 21 March 2025, skateboarding.",
        "Ana moved to Lisbon in the week before 9 June 2025.",
        "Ana works at Marmelo Studio now.",
        "Ben hurt his wrist at work on Friday 6 June 2025.",
        "Ben doesn't drink coffee anymore.",
        "Ben's lesson: never skip breakfast and always sleep before a shift.",
        "Ben decided to take a course in bread making in October 2025, at the cooking school in Leeds.",
        "Ana got promoted on 1 August 2025.",
        "Ben changed the date. The wedding is on 27 September 2025 now.",
        "Tom has a girlfriend now, her name is Priya.",
        "Ana adopted a cat in September 2025, her name is Pixel.",
        "Ben is allergic to cats.",
        "Clara and Ben moved to York on 15 December 2025, close to her parents.",
        "Diego and Ana got engaged on Christmas Eve.",
        "Ana flies to Kyoto on 2 April 2026.",
        "Clara is expecting a baby.",
    ],
)
def test_what_matters_in_the_life_is_remembered(fact: str) -> None:
    assert fact in facts()


def test_the_relations_of_the_life_are_found() -> None:
    found = {
        (edge.subject.name, edge.relation, edge.object.name)
        for extraction in life()
        for draft in extraction.drafts
        for edge in draft.edges
    }
    assert {
        ("Ana", "lives_in", "Porto"), ("Ana", "lives_in", "Lisbon"), ("Ben", "lives_in", "York"),
        ("Clara", "lives_in", "York"), ("Marta", "lives_in", "Madrid"), ("Ana", "works_at", "Marmelo Studio"),
        ("Ben", "works_at", "St. Mary's Hospital"), ("Ben", "has_pet", "Biscuit"), ("Ana", "has_pet", "Pixel"),
        ("Ben", "sibling_of", "Tom"), ("Ana", "sibling_of", "Marta"), ("Luis", "spouse_of", "Marta"),
        ("Ana", "engaged_to", "Diego"), ("Priya", "partner_of", "Tom"), ("Ben", "allergic_to", "cats"),
    } <= found  # fmt: skip


def test_people_animals_and_places_have_their_types() -> None:
    found = {(m.entity.name, m.entity.type.value) for e in life() for d in e.drafts for m in d.mentions}
    assert {
        ("Ana", "person"), ("Clara", "person"), ("Biscuit", "animal"), ("Pixel", "animal"), ("Lisbon", "place"),
        ("Bluewave Analytics", "organization"), ("Marmelo Studio", "organization"),
    } <= found  # fmt: skip


def test_no_secret_is_left_and_every_drop_has_a_reason() -> None:
    assert not any("hunter2" in fact for fact in facts())
    assert all(isinstance(r.reason, RejectionReason) and r.text for e in life() for r in e.rejections)


def test_facts_are_about_somebody_named_and_stand_alone() -> None:
    first_words = {fact.split()[0].lower() for fact in facts()}
    assert not first_words & {"i", "we", "you", "he", "she", "it", "they", "this", "that", "my", "our"}
    assert all(statement_alone(fact).endswith((".", "!", "?")) and fact[0].isupper() for fact in facts())


def test_the_number_of_facts_is_that_of_a_life_not_of_a_chat() -> None:
    assert 55 <= len(facts()) <= 90
