"""A page stands alone; minutes have sections, and talk has turns."""

from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.identity import TurnId
from quaidpy.recall.finding.pages import whole_documents
from quaidpy.remember.pipeline import Intake

PAGE = "# The lock keeper's house\n\nBuilt in 1881 of yellow brick, it has stood empty since the canal was closed."
MINUTES = "\n\n".join(
    f"## {title}\n\n{'All of it was talked through for a long while, and then left as it is. ' * 6}"
    for title in ("Paths", "Water", "Sheds")
)
CHAT = "[2026-05-04 18:00] Olga: the woodchip is here\n[2026-05-04 18:05] Pim: it smells\n"
REMARK = "[2026-05-06 18:00] Olga: the woodchip is gone\n"


@pytest.mark.parametrize(
    ("name", "text", "is_page"),
    [
        ("house.md", PAGE, True),
        ("minutes.md", MINUTES, False),
        ("chat.txt", CHAT, False),
        ("remark.txt", REMARK, False),
    ],
)
def test_a_page_is_a_document_of_one_turn(tmp_path: Path, name: str, text: str, is_page: bool) -> None:
    with Memory(home=tmp_path / "home") as memory:
        report = memory.extract(Intake(owner=memory.owner, source_key=name, data=text.encode()))
        turns: list[TurnId] = [turn.id for episode in report.episodes for turn in memory.turns(episode)]
        store = memory.parts.recalling.store
        assert whole_documents(turns, memory.owner, store) == (set(turns) if is_page else set())
