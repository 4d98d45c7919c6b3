"""Which spellings are one entity? The night merges what only joints and case set apart, and nothing else."""

from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import EntityId
from quaidpy.domain.memories.operations import Cause
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import preview


def merged(folder: Path, *names: str) -> list[str]:
    """Summaries of what the night would do about things of these names."""
    with Memory(home=folder, owner="ana") as memory:
        cause = Cause(owner=memory.owner, verb="import", why="a test")
        with memory.parts.remembering.store.writing(cause) as writing:
            for number, name in enumerate(names):
                identity = EntityId(f"e_{number:026d}")
                writing.put_entity(Entity(id=identity, owner=memory.owner, type=EntityType.THING, name=name))
        tools = night_tools(load_settings(home=folder, owner="ana"), memory.parts)
        tasks = [task for task in NIGHT if task.name == "entities"]
        (report,) = preview(tasks, memory.owner, tools).tasks
        return [change.summary for change in report.planned]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mother's Day", "Mother’s Day"), ("New-York", "New York"), ("Mach 2", "Mach2"), ("Acme, Inc.", "ACME Inc"),
        ("node_modules", "node modules"), ("Windows 3.11", "windows 3.11"),
    ],
)  # fmt: skip
def test_spellings_of_one_name_are_one(tmp_path: Path, one: str, other: str) -> None:
    assert merged(tmp_path, one, other) == [f"{one} stands 2 times"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A-side", "Aside"), ("Pol-ka", "Polka"), ("D-FL", "DFL"), ("C", "C++"), ("C", "C#"), ("C#", "C++"), ("Shrek", "Shrek!"), ("Windows 3.11", "Windows 311"),
        ("A1", "A"), ("Q&A", "QA"), ("Ana", "Anna"), ("1-2", "12"),
    ],
)  # fmt: skip
def test_names_that_a_sign_tells_apart_stay_two(tmp_path: Path, one: str, other: str) -> None:
    assert merged(tmp_path, one, other) == []
