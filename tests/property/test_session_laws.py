"""Laws of reading what hosts write: nothing foreign breaks a reader, and a session that grew begins as it was."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.sources.sessions import HostSession, written_form
from quaidpy.hosts.formats import sessions_in
from quaidpy.hosts.hook_events import HOSTS, events_of, hook_event
from quaidpy.hosts.other_memories import memory_in
from quaidpy.remember.formats.transcripts import read_transcript
from tests.hosts import write_samples as samples

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
SAMPLES: dict[str, list[Any]] = {
    "claude-code": samples.claude_code(), "codex": samples.codex(), "openclaw": samples.openclaw(),
    "gemini-cli": samples.gemini(), "vscode-copilot": samples.copilot(), "chatgpt": samples.chatgpt(),
    "claude-ai": samples.claude_ai(),
    "mem0": [{"id": "1", "memory": "Ana rows.", "user_id": "ana", "metadata": {}, "categories": ["x"]}],
    "mcp": [{"type": "entity", "name": "Ana", "entityType": "person", "observations": ["rows"]}],
}  # fmt: skip


def spoilt(value: Any, data: st.DataObject) -> Any:
    """The same, with something else in one place."""
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: spoilt(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], spoilt(value[place], data), *value[place + 1 :]]
    return data.draw(anything)


@pytest.mark.property
@pytest.mark.parametrize("host", SAMPLES)
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_nothing_foreign_breaks_a_reader(host: str, data: st.DataObject) -> None:
    rows = [spoilt(row, data) if data.draw(st.booleans()) else row for row in SAMPLES[host]]
    for written in (samples.lines(rows), json.dumps(rows).encode()):
        for session in sessions_in(written, "a file"):
            assert isinstance(session, HostSession)
            written_form(session)
        memory_in(written, "a file", {})


@pytest.mark.property
@settings(max_examples=40)
@given(payload=anything, name=st.sampled_from([*(e for h in HOSTS for e in events_of(h)), "Other"]))
def test_no_payload_breaks_the_reading_of_an_event(payload: object, name: str) -> None:
    for host in HOSTS:
        hook_event(host, name, payload)
        hook_event(host, name, {"event": payload, "ctx": payload})


@pytest.mark.property
@pytest.mark.parametrize("host", ["claude-code", "codex", "openclaw"])
@given(count=st.integers(1, 14))
def test_a_session_that_grew_begins_as_it_was(host: str, count: int) -> None:
    rows = [row for row in SAMPLES[host] if row.get("id") != "left"]
    shorter, longer = (sessions_in(samples.lines(part), "x") for part in (rows[:count], rows))
    if not shorter or shorter[0].session == "x":
        return  # no line yet by which the host is recognised, or none that names the session
    head, *before = written_form(shorter[0]).splitlines()
    assert json.loads(head)["session"] == longer[0].session
    assert written_form(longer[0]).splitlines()[1:][: len(before)] == before


@pytest.mark.property
@pytest.mark.parametrize("host", ["claude-code", "codex", "openclaw", "gemini-cli", "chatgpt", "claude-ai"])
@given(cut=st.integers(0, 8))
def test_what_is_written_down_is_read_back(host: str, cut: int) -> None:
    rows = SAMPLES[host]
    data = json.dumps(rows).encode() if host in {"chatgpt", "claude-ai"} else samples.lines(rows)
    (session,) = sessions_in(data, "x")
    written = written_form(session)
    found = read_transcript(written, name="x")
    assert (found.format, found.session, found.turns) == (session.host, session.session, session.turns)
    ends = [0]
    for line in written.splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    start = ends[min(cut + 1, len(ends) - 1)]
    rest = read_transcript(written, name="x", from_byte=start)
    assert rest.turns == session.turns[len(session.turns) - len(rest.turns) :]
    assert rest.consumed_bytes == len(written)
