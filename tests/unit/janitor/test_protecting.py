"""What a person protects is never forgotten by a night; all else fades as before."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EntityId, MemoryId
from quaidpy.domain.language.name_patterns import is_named
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Row
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.nights import Matter, QuestionState
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night


def _night_of(home: Path, protect: str) -> dict[str, tuple[float, bool]]:
    """Of three old memories, of Nora, of the allotment and of nobody: confidence after a night, and whether asked."""
    (home / "config.toml").write_text(f"[forgetting]\nprotect = {protect}\n")
    flags = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}
    loaded = load_settings(home=home, owner="ana", environment={}, flags=flags)
    with Memory(parts_for(loaded)) as memory:
        tools = night_tools(loaded, memory.parts)
        old = tools.clock.now() - timedelta(days=400)
        with tools.store.writing(Cause(owner=memory.owner, verb="import", why="a test")) as writing:
            for name, about in (("m_nora", "Nora"), ("m_plot", "Allotment 12"), ("m_rain", None)):
                text = f"It rained on {about or 'somebody'}."
                writing.put_memory(
                    Row(
                        id=MemoryId(name), owner=memory.owner, kind=Kind.FACT, text=text,
                        content_hash=content_hash(text), lifetime=Lifetime(recorded_at=old), stated_at=old,
                        status=Status.ACTIVE, confidence=0.8,
                    )
                )  # fmt: skip
                if about:
                    entity = EntityId(f"e_{name}")
                    writing.put_entity(
                        Entity(id=entity, owner=memory.owner, type=EntityType.THING, name=about)
                    )
                    writing.put_mentions([Mention(MemoryId(name), entity, 1.0)])
        run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
        questions = tools.records.questions(memory.owner, matter=Matter.FADED, state=QuestionState.OPEN)
        asked = {subject for question in questions for subject in question.subjects}
        rows = tools.store.memories(
            memory.owner, [MemoryId("m_nora"), MemoryId("m_plot"), MemoryId("m_rain")]
        )
    return {row.id: (row.confidence, row.id in asked) for row in rows}


@pytest.mark.parametrize(
    ("protect", "kept"),
    [
        ("[]", set()),
        ('["nora"]', {"m_nora"}),
        ('["ALLOT*", "Nor"]', {"m_plot"}),
    ],
)
def test_a_night_forgets_all_but_what_is_protected(tmp_path: Path, protect: str, kept: set[str]) -> None:
    after = _night_of(tmp_path, protect)
    assert {name for name, (confidence, _) in after.items() if confidence == 0.8} == kept
    assert {name for name, (_, is_asked) in after.items() if not is_asked} == kept


@settings(max_examples=40)
@given(st.text(min_size=1, max_size=12), st.text(max_size=12))
def test_a_trailing_star_stands_for_any_end_and_a_name_for_itself(start: str, end: str) -> None:
    name = (start + end).strip()
    assert is_named(name, [name]) or name.endswith("*")
    assert is_named(name, [f"{start.strip()}*"])
    assert not is_named(name, [])
