"""Logs go when they are old, and only logs; a newer version is asked for only where a person said so."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from quaidpy import Note
from quaidpy.domain.identity import RunId
from quaidpy.domain.memories.operations import Cause, Decision
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.nights import HealthSnapshot, NightRecord, NightState
from quaidpy.home.hook_log import LOG, HookFailures, note_failure
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.system.released_versions import ReleasedVersions
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import FakeClock

FLAGS = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(parts_for(load_settings(home=tmp_path, owner="ana", environment={}, flags=FLAGS))) as memory:
        yield memory


@pytest.fixture
def tools(memory: Memory, tmp_path: Path) -> NightTools:
    return night_tools(load_settings(home=tmp_path, owner="ana", environment={}, flags=FLAGS), memory.parts)


def cleanup(memory: Memory, tools: NightTools, *, days: float) -> list[str]:
    (task,) = [task for task in NIGHT if task.name == "cleanup"]
    later = replace(tools, clock=FakeClock(datetime.now(UTC) + timedelta(days=days)))
    report = run_night([task], memory.owner, later, Orders(is_resuming=False))
    return [change.summary for change in report.tasks[0].planned if change.verb == "prune"]


def test_old_logs_go_health_stays_longer_and_an_old_change_can_still_be_taken_back(
    memory: Memory, tools: NightTools, tmp_path: Path
) -> None:
    memory.store(Note(owner=memory.owner, text="Ana sings in the choir."))
    (kept,) = tools.survey.projections(memory.owner)
    now = datetime.now(UTC)
    with tools.store.writing(Cause(owner=memory.owner, verb="extract", why="a test")) as writing:
        writing.log_decisions([Decision(outcome="confirm", reason="so", text="Ana sings.", other=kept.id)])
    tools.store.record_spending(memory.owner, RunId("run_1"), "review", "scripted", Spending(calls=1))
    tools.records.keep_night(
        NightRecord(
            owner=memory.owner, run=RunId("run_1"), started_at=now, state=NightState.DONE, ended_at=now
        )
    )
    tools.records.keep_health(HealthSnapshot(owner=memory.owner, at=now, figures={"live": 1.0}))
    note_failure(tmp_path, "a hook failed")
    assert cleanup(memory, tools, days=80) == []
    told = "old rows of logs, which no undo brings back: "
    assert cleanup(memory, tools, days=100) == [
        f"{told}1 of dedup_log, 1 of hooks.log, 1 of nights, 1 of spendings"
    ]
    assert cleanup(memory, tools, days=190) == [f"{told}1 of health, 2 of nights"]
    assert (tmp_path / LOG).read_text() == ""
    stored = [operation for operation in memory.changes() if operation.cause.verb == "store"]
    memory.undo(stored[0].id)
    assert tools.survey.projections(memory.owner) == []


def test_lines_of_the_failure_log_go_up_to_the_first_that_is_young(tmp_path: Path) -> None:
    log = tmp_path / LOG
    log.write_text(
        "2020-01-01T00:00:00+0000 old\nno time at all\n2030-01-01T00:00:00+0000 new\n2020-01-01T00:00:00+0000 late\n"
    )
    failures = HookFailures(tmp_path)
    before = datetime(2025, 1, 1, tzinfo=UTC)
    assert failures.outdated(before) == failures.prune(before) == 2
    assert log.read_text().startswith("2030")
    assert failures.prune(before) == 0
    assert HookFailures(tmp_path / "nowhere").outdated(before) == 0


@contextmanager
def answering(body: bytes) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Silence."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_newer_version_is_told_an_older_or_none_is_not() -> None:
    with answering(json.dumps({"info": {"version": "1.10.0"}}).encode()) as address:
        assert ReleasedVersions(address, "1.9.3").newer() == "1.10.0"
        assert ReleasedVersions(address, "1.10.0").newer() is None
        assert ReleasedVersions(address, "2.0").newer() is None
    for body in (b"", b"<html>", b"[1]", b'{"info": 3}', b'{"version": "soon"}'):
        with answering(body) as address:
            assert ReleasedVersions(address, "1.9.3").newer() is None


def test_without_an_address_nobody_is_asked_and_offline_is_no_failure(
    memory: Memory, tools: NightTools
) -> None:
    assert ReleasedVersions("", "0").newer() is None
    assert ReleasedVersions("file:///etc/hostname", "0").newer() is None
    assert ReleasedVersions("http://127.0.0.1:9/", "0").newer() is None
    with answering(b'{"version": "99.0"}') as address:
        asking = replace(tools, releases=ReleasedVersions(address, "0.1"))
        report = run_night(NIGHT, memory.owner, asking, Orders(is_resuming=False))
    (health,) = [task for task in report.tasks if task.task == "health"]
    assert health.left[0].startswith("quaidpy 99.0 is out")
