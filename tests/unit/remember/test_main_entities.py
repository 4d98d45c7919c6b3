"""What is a passage about: its heading, or what the title of its document names?"""

import pytest

from quaidpy.domain.identity import EpisodeId, Owner, TurnId
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.remember.finding.document_statements import main_entity


def about(text: str, title: str | None) -> str | None:
    turn = Turn(
        id=TurnId("ep_x.0"), episode=EpisodeId("ep_x"), owner=Owner("o"), seq=0, text=text, speaker=None,
        role=Role.DOCUMENT, at=None,
    )  # fmt: skip
    found = main_entity(turn, [], title)
    return found.name if found else None


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Runbook: mail relay", "mail relay"),
        ("Fjord Runners: board meeting", "Fjord Runners"),
        ("Post-mortem: the relay was silent for two hours", None),
        ("Alta", "Alta"),
    ],
)
def test_a_title_names_what_it_is_about_and_not_what_sort_of_text_it_is(title: str, name: str | None) -> None:
    assert about("It listens on 25.", title) == name


def test_a_heading_of_everyday_words_leaves_the_title() -> None:
    assert about("## What it does\nIt relays mail.", "Runbook: mail relay") == "mail relay"
    assert about("## How to call\nBy phone.", None) is None
    assert about("## Brno\nIt has two universities.", "Cities") == "Brno"
