"""Is a name kept that only the assistant writes with its capital?"""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft, EntityMention, Extraction
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.people.name_filtering import without_false_names
from tests.samples import turn
from tests.unit.remember.hearing import heard


@pytest.mark.parametrize(("name", "is_kept"), [("Katarzyna", True), ("Kubelik", False)])
def test_a_given_name_is_kept_and_any_other_word_is_not(name: str, *, is_kept: bool) -> None:
    spoken = turn(0, f"Should I write to {name}?", role=Role.ASSISTANT)
    mention = EntityMention(EntityDraft(name=name, type=EntityType.THING), 1.0)
    found = without_false_names(
        Extraction(drafts=(), turn_mentions=((spoken.id, mention),), rejections=()), [spoken]
    )
    assert bool(found.turn_mentions) is is_kept


@pytest.mark.parametrize("name", ["Rev", "Whoever", "Mme", "How's Grandad", "Ludlow I'm"])
def test_titles_alone_and_verbs_drawn_to_a_word_are_no_names(name: str) -> None:
    spoken = turn(0, f"{name} was there twice.")
    mention = EntityMention(EntityDraft(name=name, type=EntityType.PERSON), 1.0)
    found = without_false_names(
        Extraction(drafts=(), turn_mentions=((spoken.id, mention),), rejections=()), [spoken]
    )
    assert found.turn_mentions == ()


_PAGE = """1. **Scope Review**: Look at the scope review with Harvest or Blue Parasol.
   - Configure Traefik and Deadline Planning
   - Risk Register: use tools such as Linear Garden for your weekly review
"""


def _named(*said: tuple[Role, str]) -> set[str]:
    return {mention.entity.name for _, mention in heard(*said).turn_mentions}


def test_of_a_page_only_what_stands_as_a_name_in_its_sentences_is_one() -> None:
    """Twice, as what an assistant says once is none."""
    named = _named((Role.USER, "plan it please"), (Role.ASSISTANT, _PAGE), (Role.ASSISTANT, _PAGE))
    assert {"Blue Parasol", "Linear Garden"} <= named
    assert not named & {"Scope Review", "Configure Traefik", "Deadline Planning", "Risk Register"}


def test_what_a_person_writes_with_capitals_is_a_name_on_a_page_too() -> None:
    named = _named((Role.USER, "we have a board called Risk Register here"), (Role.ASSISTANT, _PAGE))
    assert "Risk Register" in named


def test_a_full_name_is_somebodys_whose_first_name_is() -> None:
    told = "I paid 20 euros to Wynfrith Aldous. The boat leaks, as Wynfrith says."
    found = heard(("notes", told), role=Role.DOCUMENT)
    types = {mention.entity.name: mention.entity.type for _, mention in found.turn_mentions}
    assert types["Wynfrith Aldous"] is EntityType.PERSON
