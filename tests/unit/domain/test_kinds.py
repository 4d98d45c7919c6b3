"""Every kind of the systems we learnt from becomes one of ours."""

import tomllib

import pytest

from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.sources.sessions import Conversation
from quaidpy.hosts.other_memories import KindTable, memory_in, memory_of_rows
from quaidpy.shipped.files import shipped_folder

KINDS = tomllib.loads((shipped_folder("config") / "kinds.toml").read_text(encoding="utf-8"))
ELSEWHERE = {"edge", "entity", "summary"}


@pytest.mark.parametrize(
    ("system", "theirs", "ours"),
    [(system, theirs, row["kind"]) for system, rows in KINDS.items() for theirs, row in rows.items()],
)
def test_a_kind_has_a_place_here(system: str, theirs: str, ours: str) -> None:
    assert ours in {*Kind, *ELSEWHERE}, f"{system}: {theirs} becomes {ours}, which is no kind"


class Tables(dict[str, KindTable]):
    """Notes which tables are asked for."""

    def __init__(self) -> None:
        super().__init__(KINDS)
        self.asked: set[str] = set()

    def get(self, key: str, default: KindTable | None = None) -> KindTable:  # type: ignore[override]
        self.asked.add(key)
        return super().get(key, default or {})


def test_every_table_is_asked_for_by_a_reader() -> None:
    tables = Tables()
    for data in (b'{"results": []}', b"- [tip] Salt the water first"):
        memory_in(data, "notes.md", tables)
    memory_of_rows(Conversation("quaid", {}, ()), tables)
    assert tables.asked == set(KINDS)
