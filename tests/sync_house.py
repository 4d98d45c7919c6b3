"""Homes that share a store: each a file of its own, the store a file, too, or a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.sync_tuning import SyncTuning
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.storage import MemoryStore
from quaidpy.services.parts import Side, SyncTools
from quaidpy.services.sync.rounds import Round, run_round
from tests.engines import Engine, OpenEngine, Sqlite
from tests.samples import ANA, SEARCH_TUNING

SYNC_TUNING = SyncTuning(
    url="postgresql://db.example/memory",
    owner=ANA,
    spaces=(),
    interval_s=30,
    most_interval_s=300,
    empty_rounds=3,
    page_rows=500,
)
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


class SharedClock:
    """Of the world: every home looks at it, and two may see the same instant."""

    def __init__(self) -> None:
        self.current = BEGUN

    def now(self) -> datetime:
        return self.current

    def pass_by(self, seconds: float) -> None:
        self.current += timedelta(seconds=seconds)


class IdsOf:
    """No two homes give the same id."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def new(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._name}{self._count:025d}"


@dataclass(frozen=True, slots=True)
class House:
    """A home, or the store."""

    name: str
    path: Path
    opened: OpenEngine
    side: Side
    clock: SharedClock

    @property
    def store(self) -> MemoryStore:
        return self.opened.store

    def meets(
        self, there: Side, *, owner: Owner = ANA, embedder: Embedder | None = None, page_rows: int = 500
    ) -> Round:
        """A round with the store."""
        tuning = SyncTuning(
            **{name: getattr(SYNC_TUNING, name) for name in SYNC_TUNING.__slots__} | {"page_rows": page_rows}
        )

        @contextmanager
        def opened() -> Iterator[Side]:
            yield there

        tools = SyncTools(
            owner=owner,
            name="the store",
            here=self.side,
            opened=opened,
            embedder=embedder,
            clock=self.clock,
            tuning=tuning,
        )
        return run_round(tools, there, erased=lambda owner, taken: None)

    def exported(self, owner: Owner = ANA) -> list[dict[str, object]]:
        """What is shared, of an export."""
        local = {"decision", "usage", "recall_time", "learning", "file_edit", "project", "verified"}
        return [row for row in self.store.export_rows(owner) if row["type"] not in local]

    def words(self) -> bytes:
        """All bytes of its file and log."""
        return b"".join(path.read_bytes() for path in self.path.parent.iterdir() if path.is_file())


def house(name: str, folder: Path, clock: SharedClock, *, engine: Engine | None = None) -> House:
    """A file; `engine`: of the store, which may be a server."""
    opened = (engine or Sqlite()).open(folder / name, clock, IdsOf(name))
    side = Side(
        rows=opened.shared_rows(),
        spaces=opened.spaces(),
        store=opened.store,
        search=opened.search(SEARCH_TUNING),
    )
    return House(name, folder / name / "memory.sqlite", opened, side, clock)
