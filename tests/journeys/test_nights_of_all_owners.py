"""Every owner has one night, whoever is at work on whichever machine; one that loses its lock stops."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import apsw
import psycopg
import pytest

from quaidpy.domain.nights import NightState
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import Memory
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, run_night
from quaidpy_janitor.task import Change, Family, Night, Task
from tests.journeys.conftest import Quaid
from tests.postgres_server import used_address_of

OWNERS = ("ana", "ben", "cleo", "dora")
_CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'janitor of %'"


@pytest.fixture
def url(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = used_address_of(clean_environment)
    monkeypatch.setenv("QUAID_STORAGE_URL", address)
    return address


@pytest.fixture
def home(clean_environment: Path) -> Path:
    """Its nights are short ones."""
    left_out = [task.name for task in NIGHT if task.name != "health"]
    clean_environment.mkdir(exist_ok=True)
    (clean_environment / "config.toml").write_text(f"[janitor]\nskip = {left_out}\n")
    return clean_environment


def remember_all(quaid: Quaid) -> None:
    for owner in OWNERS:
        quaid("--owner", owner, "store", f"{owner.title()} lives in Lisbon.")


@pytest.mark.usefixtures("url", "home")
def test_two_processes_at_once_give_each_owner_one_night(quaid: Quaid) -> None:
    remember_all(quaid)
    nights = quaid("--json", "janitor", "run", "--all-owners", "--workers", "2").json["owners"]
    assert [(each["owner"], each["night"]) for each in nights] == [(owner, "done") for owner in OWNERS]
    for owner in OWNERS:
        assert len(quaid("--json", "--owner", owner, "janitor", "status").json["nights"]) == 1


@pytest.mark.usefixtures("home")
def test_who_had_their_night_has_no_other_one_unless_it_is_asked_for(quaid: Quaid) -> None:
    remember_all(quaid)
    quaid("--owner", "ana", "janitor", "run")
    nights = {
        each["owner"]: each for each in quaid("--json", "janitor", "run", "--all-owners").json["owners"]
    }
    assert nights["ana"]["night"] == "skipped"
    assert "had its night at" in nights["ana"]["reason"]
    assert nights["ben"]["night"] == "done"
    told = quaid("janitor", "run", "--all-owners", "--fresh", "--task", "health").out
    assert "4 owners: 4 done" in told


def test_spaces_have_theirs_and_a_dry_run_changes_nothing(quaid: Quaid) -> None:
    remember_all(quaid)
    quaid("--owner", "ana", "space", "create", "team")
    told = quaid("--json", "janitor", "run", "--all-owners", "--dry-run").json["owners"]
    assert [each["owner"] for each in told] == sorted((*OWNERS, "ana//team"))
    assert {each["night"] for each in told} == {"planned"}
    assert not quaid("--json", "--owner", "ana", "janitor", "status").json["nights"]


@pytest.mark.of_file
def test_a_failing_owner_stops_no_other_one(quaid: Quaid, clean_environment: Path) -> None:
    remember_all(quaid)
    with closing(apsw.Connection(str(clean_environment / "memory.sqlite"))) as damaged:
        damaged.execute("UPDATE memories SET tags = 'no list' WHERE owner = 'ben'")
    told = quaid("--json", "janitor", "run", "--all-owners")
    nights = {each["owner"]: each for each in told.json["owners"]}
    assert told.code == 1
    assert nights["ben"]["night"] == "failed"
    assert "cannot be read" in nights["ben"]["reason"]
    assert {each["night"] for owner, each in nights.items() if owner != "ben"} == {"done"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--workers", "2"), "--workers is of --all-owners"),
        (("--all-owners", "--apply", "ask"), "--apply ask is of one owner"),
    ],
)
def test_what_is_of_one_owner_is_not_of_all(quaid: Quaid, options: Sequence[str], said: str) -> None:
    told = quaid("janitor", "run", *options)
    assert told.code == 2
    assert said in told.err


def a_task(name: str, act: Callable[[], object]) -> Task:
    def plan(_night: Night) -> Iterator[Change]:
        act()
        return iter(())

    def apply(_night: Night, changes: Iterable[Change]) -> int:
        return len(list(changes))

    return Task(name=name, family=Family.UPKEEP, plan=plan, apply=apply)


def night_cut_by(cut: Callable[[], object]) -> tuple[NightReport, NightReport]:
    """A night that loses its lock in its first task, and the one after that."""
    done: list[str] = []
    settings = load_settings(owner="ana")
    with Memory(owner="ana") as memory:
        memory.store("Ana lives in Lisbon.")
        tools = night_tools(settings, memory.parts)
        tasks = [a_task("one", cut), a_task("two", lambda: done.append("two"))]
        first = run_night(tasks, memory.owner, tools)
        assert not done
        assert memory.parts.nights.nights(memory.owner, limit=1)[0].state is NightState.RUNNING
        second = run_night(tasks, memory.owner, tools)
        assert done == ["two"]
    return first, second


def test_a_night_whose_connection_the_server_ended_stops(quaid: Quaid, url: str) -> None:
    def cut() -> None:
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(f"{_CUT} AND datname = current_database()")

    first, second = night_cut_by(cut)
    assert first.has_failed
    assert [each.task for each in first.tasks if each.failure] == ["two"]
    assert "the night's lock was lost" in str(first.tasks[-1].failure)
    assert second.run == first.run
    assert second.resumed == ("one",)


@pytest.mark.of_file
def test_so_does_one_whose_lock_was_taken_away_with_its_file(quaid: Quaid, clean_environment: Path) -> None:
    first, second = night_cut_by((clean_environment / "janitor.lock").unlink)
    assert "the night's lock was lost" in str(first.tasks[-1].failure)
    assert second.resumed == ("one",)
