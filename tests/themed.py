"""A memory in which some statements are about one thing, and a night that looks for themes alone."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EntityId, MemoryId, Owner
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import FakeClock, HashingEmbedder

OWNER = Owner("ana")
SAID = datetime(2026, 3, 1, tzinfo=UTC)
BOAT = {
    "m_1": "Marlin leaks at the bow.",
    "m_2": "Marlin needs paint at the bow.",
    "m_3": "Marlin has a new mast at the bow.",
    "m_4": "Marlin lies at the bow pier.",
}
OTHERS = {"m_5": "Ben grows leeks.", "m_6": "The clinic opens on Mondays.", "m_7": "Cora plays chess."}


@dataclass
class Wording:
    """A language model that words every theme alike, and counts how often it was asked."""

    abstract: str = "Marlin leaks and needs paint at the bow."
    overview: str = (
        "Marlin leaks at the bow, needs paint at the bow, has a new mast, and lies at the bow pier."
    )
    asked: list[str] = field(default_factory=list)
    name: str = "wording"

    def prepare(self) -> None: ...
    def close(self) -> None: ...

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        del timeout_s
        self.asked.append(request.prompt.partition("@")[0])
        text = json.dumps({"abstract": self.abstract, "overview": self.overview})
        return Reply(text=text, model=self.name, spending=Spending(calls=1, input_tokens=9, output_tokens=9))


@dataclass
class Themed:
    memory: Memory
    tools: NightTools
    clock: FakeClock

    def night(self, *, is_thorough: bool = False) -> NightReport:
        tasks = [task for task in NIGHT if task.name in {"embeddings", "themes"}]
        report = run_night(tasks, OWNER, self.tools, Orders(is_resuming=False, is_thorough=is_thorough))
        assert not report.has_failed, [task.failure for task in report.tasks]
        return report

    def themes(self) -> list[Theme]:
        return self.tools.store.all_themes(OWNER)

    def put(self, texts: Mapping[str, str], **more: object) -> None:
        put(self.memory, texts, **more)


@contextmanager
def themed(home: Path, texts: Mapping[str, str]) -> Iterator[Themed]:
    flags = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}
    settings = load_settings(home=home, owner=OWNER, environment={}, flags=flags)
    with Memory(parts_for(settings)) as memory:
        put(memory, texts)
        clock = FakeClock(SAID + timedelta(days=10))
        tools = replace(night_tools(settings, memory.parts), embedder=HashingEmbedder(), clock=clock)
        yield Themed(memory, tools, clock)


def put(memory: Memory, texts: Mapping[str, str], **more: object) -> None:
    """Each as a live statement; the first word that names somebody known is a mention."""
    names = ("Marlin", "Ben", "Cora", "Dora")
    with memory.parts.remembering.store.writing(Cause(owner=OWNER, verb="import", why="a test")) as writing:
        for name in () if memory.entities() else names:
            writing.put_entity(
                Entity(id=EntityId(f"e_{name.lower()}"), owner=OWNER, type=EntityType.PROJECT, name=name)
            )
        for identity, text in texts.items():
            plain = Statement(
                id=MemoryId(identity), owner=OWNER, kind=Kind.FACT, text=text, content_hash=content_hash(text),
                lifetime=Lifetime(recorded_at=SAID), stated_at=SAID, status=Status.ACTIVE, confidence=0.8,
            )  # fmt: skip
            writing.put_memory(replace(plain, **more))  # type: ignore[arg-type]
            writing.put_mentions(
                [Mention(plain.id, EntityId(f"e_{name.lower()}"), 0.8) for name in names if name in text]
            )
