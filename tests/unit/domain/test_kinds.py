"""Every kind of the systems we learnt from becomes one of ours."""

import tomllib

import pytest

from quaidpy.domain.memories.memory import Kind
from quaidpy.shipped.files import shipped_folder

KINDS = tomllib.loads((shipped_folder("config") / "kinds.toml").read_text(encoding="utf-8"))
ELSEWHERE = {"edge", "entity", "summary"}


@pytest.mark.parametrize(
    ("system", "theirs", "ours"),
    [(system, theirs, row["kind"]) for system, rows in KINDS.items() for theirs, row in rows.items()],
)
def test_a_kind_has_a_place_here(system: str, theirs: str, ours: str) -> None:
    assert ours in {*Kind, *ELSEWHERE}, f"{system}: {theirs} becomes {ours}, which is no kind"
