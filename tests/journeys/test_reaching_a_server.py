"""A server that asks for a password and speaks TLS: every way to give it the password, and it is left nowhere."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.journeys.conftest import Printed, Quaid
from tests.postgres_server import address_of, needs_the_wheels_server
from tests.tls_front import make_certificate, tls_before

pytestmark = [  # all workers share the server
    pytest.mark.xdist_group("roles and rules of the server"),
    needs_the_wheels_server,
]

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "Zx9-quokka-Umbrella-417"
WRONG = "Wr0ng-quokka-Parasol-986"
MOVED = "Ana moved to Lisbon."
ROLE = """DO $$ BEGIN
  CREATE ROLE quaid_guarded LOGIN IN ROLE quaid_use PASSWORD '{}';
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$"""
LOCKED = "local all quaid_guarded scram-sha-256\n"
"""The others come in as they are."""


@dataclass(frozen=True)
class Guarded:
    """A database whose user has a password, by TLS that proves which server it is."""

    url: str
    database: str
    port: int
    root: Path

    @property
    def line(self) -> str:
        """Of a password file."""
        return f"localhost:{self.port}:{self.database}:quaid_guarded:{PASSWORD}\n"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    address = address_of(tmp_path_factory.mktemp("guarded"))
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(ROLE.format(PASSWORD))
        ((hba, sockets),) = connection.execute(
            "SELECT current_setting('hba_file'), current_setting('unix_socket_directories')"
        ).fetchall()
        rules = Path(str(hba)).read_text()
        if LOCKED not in rules:
            Path(str(hba)).write_text(LOCKED + rules)
            connection.execute("SELECT pg_reload_conf()")
        database = connection.info.dbname
    certificate = make_certificate(tmp_path_factory.mktemp("tls"))
    with tls_before(Path(str(sockets)) / ".s.PGSQL.5432", certificate) as port:
        proven = f"sslmode=verify-full&sslrootcert={certificate[0]}"
        url = f"postgresql://quaid_guarded@localhost:{port}/{database}?hostaddr=127.0.0.1&{proven}"
        yield Guarded(url, database, port, certificate[0])


@pytest.fixture(autouse=True)
def no_password_of_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))


Giving = Callable[[Guarded, pytest.MonkeyPatch, Path], str]


def by_environment(guarded: Guarded, monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    del folder
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    return guarded.url


def by_password_file(guarded: Guarded, monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    monkeypatch.setenv("PGPASSFILE", str(private(folder / "pgpass", guarded.line)))
    return guarded.url


def by_password_file_of_the_address(guarded: Guarded, monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    del monkeypatch
    return f"{guarded.url}&passfile={private(folder / 'pgpass', guarded.line)}"


def by_service(guarded: Guarded, monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    service = f"""[shared-memory]
host=localhost
hostaddr=127.0.0.1
port={guarded.port}
dbname={guarded.database}
user=quaid_guarded
password={PASSWORD}
sslmode=verify-full
sslrootcert={guarded.root}
"""
    monkeypatch.setenv("PGSERVICEFILE", str(private(folder / "services", service)))
    return "service=shared-memory"


def private(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize(
    "giving", [by_environment, by_password_file, by_password_file_of_the_address, by_service]
)
def test_a_password_is_found_where_programs_of_postgresql_look_for_it(
    quaid: Quaid, guarded: Guarded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, giving: Giving
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    assert quaid("config", "set", "storage.url", giving(guarded, monkeypatch, outside)).code == 0
    assert quaid("--owner", giving.__name__, "store", MOVED).code == 0
    told = quaid("--json", "--owner", giving.__name__, "doctor").json
    assert told["server"]["connecting"]["is_encrypted"]
    (connection,) = [each for each in told["findings"] if each["name"] == "connection"]
    assert (connection["level"], connection["remedy"]) == ("ok", "")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"PGPASSWORD": ""}, "asks for a password, and none was given"),
        ({"PGPASSWORD": WRONG}, "let nobody in"),
        ({"PGPASSWORD": PASSWORD, "PGDATABASE": "nobodys"}, "nobodys"),
        ({"PGPASSWORD": PASSWORD, "PGSSLROOTCERT": "/nowhere/root.pem"}, "/nowhere/root.pem"),
    ],
)
def test_a_server_that_lets_nobody_in_says_where_passwords_are(
    quaid: Quaid, guarded: Guarded, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], said: str
) -> None:
    url = guarded.url
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    if "PGDATABASE" in changed:
        url = url.replace(f"/{guarded.database}?", "/?")
    if "PGSSLROOTCERT" in changed:
        url = url.partition("&sslrootcert=")[0]
    monkeypatch.setenv("QUAID_STORAGE_URL", url)
    printed = quaid("recall", "where does Ana live?")
    assert printed.code != 0
    assert said in printed.err
    assert PASSWORD not in printed.err
    assert WRONG not in printed.err


def test_a_server_with_another_certificate_is_not_spoken_to(
    quaid: Quaid, guarded: Guarded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other, _ = make_certificate(tmp_path / "other")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    monkeypatch.setenv("QUAID_STORAGE_URL", guarded.url.replace(str(guarded.root), str(other)))
    printed = quaid("recall", "where does Ana live?")
    assert "certificate verify failed" in printed.err


WELL = (
    ("store", MOVED),
    ("recall", "where does Ana live?"),
    ("--json", "doctor"),
    ("config", "list"),
    ("backup", "copy.sqlite"),
    ("export", "-"),
    ("distribute",),
)


def test_a_password_is_left_nowhere(
    quaid: Quaid,
    guarded: Guarded,
    clean_environment: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Run well and badly, with a server of the home: it is in no output, no file, no list of processes."""
    monkeypatch.setenv("QUAID_OWNER", "nowhere")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    quaid("config", "set", "storage.url", guarded.url)
    printed = [quaid(*line) for line in WELL]
    assert [each.code for each in printed[:4]] == [0, 0, 0, 0]
    with_password = f"postgresql://quaid_guarded:{PASSWORD}@localhost/memory"
    for url, password in (
        (guarded.url, WRONG),
        (guarded.url.replace(f"/{guarded.database}?", "/nobodys?"), PASSWORD),
        ("postgresql://quaid_guarded@127.0.0.1:1/memory", PASSWORD),
        (with_password, ""),
        (with_password.replace(PASSWORD, f"{PASSWORD}/%zz"), ""),
    ):
        monkeypatch.setenv("PGPASSWORD", password)
        monkeypatch.setenv("QUAID_STORAGE_URL", url)
        failing = [quaid("recall", "anything"), quaid("doctor"), quaid("--json", "move-to", url)]
        assert all(each.code for each in failing)
        printed += failing
    monkeypatch.delenv("QUAID_STORAGE_URL")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    printed += served(monkeypatch)
    assert [each for each in printed if PASSWORD in each.out + each.err or WRONG in each.out + each.err] == []
    files = [path for path in clean_environment.rglob("*") if path.is_file()]
    assert "server.log" in {path.name for path in files}
    assert [path for path in files if PASSWORD.encode() in path.read_bytes()] == []


def served(monkeypatch: pytest.MonkeyPatch) -> list[Printed]:
    """A server of the home is started, asked and ended; meanwhile the list of processes is looked at."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{ROOT / 'janitor'}")
    monkeypatch.setenv("QUAID_SERVER", "auto")

    def run(*line: str) -> Printed:
        ran = subprocess.run(
            [sys.executable, "-m", "quaidpy", *line], capture_output=True, text=True, check=False
        )
        return Printed(ran.returncode, ran.stdout, ran.stderr)

    started = run("serve", "start")
    assert started.code == 0, started.err
    arguments = [" ".join(each.info["cmdline"] or ()) for each in psutil.process_iter(["cmdline"])]
    assert [each for each in arguments if PASSWORD in each] == []
    asked = run("recall", "where does Ana live?")
    assert asked.code == 0, asked.err
    return [started, asked, run("serve", "stop")]
