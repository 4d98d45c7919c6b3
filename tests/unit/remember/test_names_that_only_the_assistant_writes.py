"""Is a name kept that only the assistant writes with its capital?"""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft, EntityMention, Extraction
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.people.name_filtering import without_false_names
from tests.samples import turn


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
