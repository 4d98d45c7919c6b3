"""An owner who is a copy remembers what the other one does, and goes on by themselves."""

from dataclasses import replace
from pathlib import Path

import psycopg

from quaidpy.domain.identity import Owner
from quaidpy.memory import Memory
from quaidpy.settings import Settings, load_settings
from quaidpy.storage.postgres.server.load import ServerLoad
from quaidpy.wiring.parts import parts_for
from tests.postgres_server import address_of, used_address_of

_QUESTION = "where has Ben been with Cem?"


def _settings(home: Path, owner: str) -> Settings:
    settings = load_settings(home=home, owner=owner, environment={})
    storage = replace(settings.tuning.storage, url=used_address_of(home))
    return replace(settings, tuning=replace(settings.tuning, storage=storage))


def _given(home: Path, owner: str) -> list[str]:
    with Memory(parts_for(_settings(home, owner))) as memory:
        return [result.text for result in memory.recall(_QUESTION).results]


def test_a_copy_remembers_the_same_and_goes_on_by_itself(tmp_path: Path) -> None:
    with Memory(parts_for(_settings(tmp_path, "ana"))) as memory:
        for town in ("Leeds", "Porto"):
            memory.store(f"Ben has been to {town} with Cem.")
    server = ServerLoad(used_address_of(tmp_path))
    server.copy(Owner("ana"), {Owner("bea"): 1, Owner("cai"): 2})
    assert _given(tmp_path, "bea") == _given(tmp_path, "cai") == _given(tmp_path, "ana") != []
    with Memory(parts_for(_settings(tmp_path, "bea"))) as memory:
        memory.store("Ben has been to Oslo with Cem.")
    assert any("Oslo" in text for text in _given(tmp_path, "bea"))
    assert not any("Oslo" in text for text in _given(tmp_path, "ana") + _given(tmp_path, "cai"))


def test_numbers_of_copies_are_nobody_elses(tmp_path: Path) -> None:
    with Memory(parts_for(_settings(tmp_path, "ana"))) as memory:
        memory.store("Ben has been to Leeds with Cem.")
    ServerLoad(used_address_of(tmp_path)).copy(Owner("ana"), {Owner("bea"): 1, Owner("cai"): 2})
    with psycopg.connect(address_of(tmp_path)) as connection:
        ((rows, numbers),) = connection.execute(
            "SELECT count(*), count(DISTINCT number) FROM memory_index"
        ).fetchall()
    assert rows == numbers == 3
