"""One unit that cannot be worked through, a note, a chore, a request, is answered for alone: the rest goes on."""

import asyncio
import json
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from fastmcp import Client as McpClient
from fastmcp.exceptions import ToolError

from quaidpy import Intake, Memory
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.home.inbox import InboxFiles
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.mcp.serving import Callers, build_mcp
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.remember.pipeline import IntakeReport, Unreadable
from quaidpy.services.inbox_draining import drain
from quaidpy.settings import load_settings
from quaidpy.system.host_files import ForeignFiles
from quaidpy.wiring.parts import Household
from tests.journeys.conftest import Quaid

OWNER = Owner("default")
EXTREME = ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00")


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")


@pytest.fixture
def keeper(clean_environment: Path) -> Iterator[Keeper]:
    clean_environment.mkdir(parents=True, exist_ok=True)
    (clean_environment / "config.toml").write_text("[server]\nrest_s = 0.05\n")
    ownership = Ownership(str(clean_environment))
    assert ownership.acquire()
    made = Keeper(Household(load_settings(home=clean_environment)), ownership, leave=lambda _: None)
    yield made
    if not made.is_leaving:
        made.household.close()
    ownership.release()


def put(home: Path, session: str, text: str) -> str:
    messages = [{"role": "user", "content": text}]
    return InboxFiles(home).put(
        {"host": "openclaw", "session": session, "owner": OWNER, "messages": messages}
    )


def test_a_poisoned_note_is_set_aside_with_its_reason_and_the_others_are_taken_in(
    clean_environment: Path,
) -> None:
    names = [
        put(clean_environment, f"s{number}", text)
        for number, text in enumerate(
            ("My sister Julia lives in Oslo.", "This one is poison.", "My brother Tom lives in Porto.")
        )
    ]
    inbox = InboxFiles(clean_environment)
    with Memory(home=clean_environment, owner=OWNER) as memory:

        def take_in(intakes: Iterable[Intake]) -> list[IntakeReport | Unreadable]:
            some = list(intakes)
            if any(b"poison" in intake.data for intake in some):
                raise OverflowError("date value out of range")
            return memory.extract_all(some)

        drained = drain(OWNER, inbox, ForeignFiles(), take_in)
        assert {turn.text for each in memory.episodes() for turn in memory.turns(each.id)} == {
            "My sister Julia lives in Oslo.",
            "My brother Tom lives in Porto.",
        }
    assert inbox.waiting() == []
    assert ["date value out of range" in reason for reason in drained.failed] == [True]
    aside = clean_environment / "inbox" / "unreadable"
    assert {path.name for path in aside.iterdir()} == {names[1], f"{names[1]}.reason"}


def test_the_keeper_lives_through_a_chore_that_fails_and_does_the_next(keeper: Keeper) -> None:
    done, again = threading.Event(), threading.Event()

    def poisoned(_: Memory) -> None:
        raise OverflowError("date value out of range")

    def good(_: Memory) -> None:
        (again if done.is_set() else done).set()

    keeper.chores[:] = [poisoned, good]
    keeper.memory_of(OWNER)
    keeper.start()
    assert done.wait(20)
    keeper.memory_of(OWNER)
    assert again.wait(20)
    keeper.end()
    keeper.is_leaving = True


@pytest.mark.parametrize("stamp", EXTREME)
def test_an_agent_that_asks_about_an_extreme_time_is_told_so(stamp: str, keeper: Keeper) -> None:
    app = build_mcp(keeper, Callers(OWNER))

    async def asked() -> str:
        async with McpClient(app) as agent:
            with pytest.raises(ToolError) as refused:
                await agent.call_tool("memory_recall", {"query": "Where is Julia?", "as_of": stamp})
            await agent.call_tool("memory_recall", {"query": "Where is Julia?"})
            return str(refused.value)

    assert stamp in asyncio.run(asked())


@pytest.mark.parametrize("stamp", EXTREME)
def test_an_export_with_an_extreme_stamp_is_refused_and_the_row_is_named(
    stamp: str, quaid: Quaid, tmp_path: Path
) -> None:
    quaid("store", "Julia lives in Oslo.", "--valid-from", "2025-03-01")
    lines = [json.loads(line) for line in quaid("export", "-").out.splitlines()]
    for kind, key in (("memory", "valid_from"), ("turn", "at"), ("turn", "recorded_at")):
        rows = [{**row, key: stamp} if row["type"] == kind else row for row in lines]
        path = tmp_path / f"{kind}_{key}.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        done = quaid("import", str(path), "--owner", "another")
        assert done.code == UsageError.exit_code, done.err
        assert f"({kind}) cannot be read" in done.out + done.err
    assert quaid("recall", "Where does Julia live?").code == 0
