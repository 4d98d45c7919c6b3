"""What is a passage about: its heading, or what the title of its document names?"""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import EpisodeId, Owner, TurnId
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.remember.finding.document_statements import main_entity
from quaidpy.remember.finding.meeting_notes import attendants
from tests.unit.remember.hearing import heard


def about(text: str, title: str | None) -> str | None:
    found = entity_of(text, title)
    return found.name if found else None


def main_entity_type(text: str, title: str | None) -> EntityType | None:
    found = entity_of(text, title)
    return found.type if found else None


def entity_of(text: str, title: str | None) -> EntityDraft | None:
    turn = Turn(
        id=TurnId("ep_x.0"), episode=EpisodeId("ep_x"), owner=Owner("o"), seq=0, text=text, speaker=None,
        role=Role.DOCUMENT, at=None,
    )  # fmt: skip
    return main_entity(turn, [], title)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Runbook: mail relay", "mail relay"),
        ("Fjord Runners: board meeting", "Fjord Runners"),
        ("Post-mortem: the relay was silent for two hours", None),
        ("Alta", "Alta"),
        ("Ravens: The Long Night", "Ravens: The Long Night"),
        ("Fjord Runners: Minutes of the board", "Fjord Runners"),
        ("Minutes 3 October 2025", None),
        ("Garden crew, minutes", "Garden crew"),
    ],
)
def test_a_title_names_what_it_is_about_and_not_what_sort_of_text_it_is(title: str, name: str | None) -> None:
    assert about("It listens on 25.", title) == name


def test_a_title_that_the_text_says_again_is_a_name_whole() -> None:
    assert (
        about("Ravens: The Long Night\nRavens: The Long Night is a film of 2010.", None)
        == "Ravens: The Long Night"
    )
    assert about("List of Ravens characters\nMo is played by Ida Lund.", None) == "List of Ravens characters"
    assert about("List of tasks\nWater the beans.", None) is None


def test_a_heading_of_everyday_words_leaves_the_title() -> None:
    assert about("## What it does\nIt relays mail.", "Runbook: mail relay") == "mail relay"
    assert about("## How to call\nBy phone.", None) is None
    assert about("## Brno\nIt has two universities.", "Cities") == "Brno"


def test_whoever_writes_a_diary_is_told_of_and_not_its_title() -> None:
    diary = "# Log of the Möwe II\n\n**Monday.** I scraped the hull. It took my whole day.\n\n**Tuesday.** She leaks."
    found = heard(("notes", diary), role=Role.DOCUMENT)
    assert not any("Log of" in mention.entity.name for _, mention in found.turn_mentions)
    assert not any("Log of" in draft.text for draft in found.drafts)


def test_a_title_in_small_words_is_nobody_though_his_life_is_told() -> None:
    turn_type = main_entity_type("# Log book II\nHe was born in May and sings.", None)
    assert turn_type is not EntityType.PERSON
    assert main_entity_type("# Ludwig van Oort\nHe was born in May and sings.", None) is EntityType.PERSON


def test_only_names_are_listed_as_present() -> None:
    line = "Present: Ida, Bo Lund (chair), Mo. New: Una Field, trainee since 3 May, from Selje. Welcome Una."
    assert attendants(line) == ["Ida", "Bo Lund", "Mo", "Una Field"]


def test_a_word_of_every_day_is_a_name_where_a_text_below_it_tells_of_it() -> None:
    text = "Erosion\nWind and water cause erosion. It is slow on rock."
    mentioned = {mention.entity.name for _, mention in heard((None, text), role=Role.DOCUMENT).turn_mentions}
    assert mentioned == {"Erosion"}


def test_a_title_is_a_name_in_what_is_told_of_it_whatever_it_begins_with() -> None:
    found = heard(
        (None, "To Sleep with Owls\nTo Sleep with Owls is a novel by Ada Byrne."), role=Role.DOCUMENT
    )
    assert [draft.text for draft in found.drafts] == ["To Sleep with Owls is a novel by Ada Byrne."]


def test_a_day_of_another_century_keeps_its_year() -> None:
    found = heard((None, "Mill Lane\nThe mill was sold on 29 April 1887."), role=Role.DOCUMENT)
    assert [draft.text for draft in found.drafts] == ["The mill was sold on 29 April 1887."]
