"""What a server takes of the machine is told where the machine tells it."""

import os
import sys
from pathlib import Path
from time import process_time

import psycopg
import pytest

from quaidpy.errors import StorageError
from quaidpy.storage.postgres.server.load import ServerLoad
from quaidpy.system.processor_time import parent_of, used_by
from quaidpy.wiring.server_engine import load_of
from tests.postgres_server import address_of

of_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it so")


@of_linux
def test_the_time_of_a_server_grows_with_what_it_is_asked(tmp_path: Path) -> None:
    load = ServerLoad(address_of(tmp_path))
    before = load.processor_s()
    assert before is not None
    with psycopg.connect(address_of(tmp_path)) as connection:
        for _ in range(
            20
        ):  # what ends meanwhile, of other tests, is missing until its parent has heard of it
            connection.execute("SELECT sum(sqrt(number)) FROM generate_series(1, 300000) AS n(number)")
            after = load.processor_s()
            assert after is not None
            if after > before:
                return
    pytest.fail(f"the server used nothing: {before} s before, {after} s after")


def test_a_database_has_a_size(tmp_path: Path) -> None:
    assert ServerLoad(address_of(tmp_path)).disk_mb() > 1


@of_linux
def test_time_of_a_process_is_told_by_the_system() -> None:
    begun = process_time()
    while process_time() < begun + 0.05:
        pass
    used = used_by(os.getpid())
    assert used is not None
    assert used >= 0.05
    assert parent_of(os.getpid()) == os.getppid()


def test_of_a_process_that_is_not_there_nothing_is_told() -> None:
    nobody = 1 << 30
    assert used_by(nobody) is None
    assert parent_of(nobody) is None


def test_a_server_that_is_away_is_called_what_was_typed() -> None:
    with pytest.raises(StorageError, match="that --storage is right"):
        load_of("postgresql://ana@127.0.0.1:1/memory", setting="--storage")
