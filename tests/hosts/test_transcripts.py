"""What each host writes is read as what was said, and nothing else."""

import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard

from quaidpy.domain.sources.sessions import Conversation, HostSession, written_form
from quaidpy.errors import UnreadableError
from quaidpy.hosts.formats import session_of, sessions_in
from quaidpy.services.host_intakes import sources_in
from quaidpy.system.host_files import ForeignFiles
from tests.hosts import write_samples as samples

SAID: dict[str, list[tuple[str, str]]] = {
    "claude-code": [
        ("user", "Our kite shop opens in Setúbal in May."),
        ("assistant", "May in Setúbal, noted."),
        ("user", "Nora pays the rent.<system-reminder>x</system-reminder>"),
    ],
    "codex": [("user", "The till runs on port 9001."), ("assistant", "Port 9001 it is.")],
    "openclaw": [("user", "Pia repairs the kites."), ("assistant", "Pia, noted."), ("user", "Pia moved to Faro.")],
    "gemini-cli": [("user", "My dog is called Brisa."), ("assistant", "Brisa is a fine name.")],
    "vscode-copilot": [("user", "We test with pytest."), ("assistant", "With pytest.")],
    "chatgpt": [("user", "I sail on Sundays."), ("assistant", "Sundays, good.")],
    "claude-ai": [("user", "I cannot eat walnuts."), ("assistant", "No walnuts.")],
}  # fmt: skip


def said(session: HostSession) -> list[tuple[str, str]]:
    return [(turn.role.value, turn.text) for turn in session.turns]


def sessions_of(path: Path) -> list[HostSession]:
    found: list[HostSession] = []
    for content in ForeignFiles().contents(path):
        if isinstance(content, Conversation):
            found.append(session_of(content))
        else:
            found += sessions_in(content.data, content.name, cwd=content.cwd)
    return found


@pytest.mark.parametrize("host", SAID)
def test_what_was_said_is_read_and_no_noise(host: str) -> None:
    (session,) = sessions_in(samples.JSON_SAMPLES[host](), "a file")
    assert session.host == host
    assert said(session) == SAID[host]
    assert all(turn.at is not None for turn in session.turns)
    assert not session.is_side_talk


@pytest.mark.parametrize("host", ["claude-code", "codex", "openclaw"])
def test_the_folder_and_the_project_are_kept(host: str) -> None:
    (session,) = sessions_in(samples.JSON_SAMPLES[host](), "a file")
    assert (session.cwd, session.project) == (samples.FOLDER, "kite-shop")


@pytest.mark.parametrize("host", ["claude-code", "codex", "openclaw", "gemini-cli"])
def test_a_damaged_line_is_named_and_skipped(host: str) -> None:
    whole = samples.JSON_SAMPLES[host]().splitlines(keepends=True)
    (session,) = sessions_in(b"".join([*whole[:1], b'{"broken: \n', *whole[1:]]), "a file")
    assert said(session) == SAID[host]
    assert [each.line for each in session.damaged] == [2]


@pytest.mark.parametrize("host", ["claude-code", "codex", "openclaw"])
def test_a_last_line_still_being_written_is_told_apart_and_not_written_down(host: str) -> None:
    whole = samples.JSON_SAMPLES[host]()
    (session,) = sessions_in(whole[:-20], "a file")
    assert [each.is_unfinished for each in session.damaged] == [True]
    assert said(session) == SAID[host][: len(session.turns)]
    assert written_form(session) == written_form(replace(session, damaged=()))


def test_a_sub_agent_of_claude_code_is_side_talk() -> None:
    rows = [{**row, "isSidechain": True, "agentId": "ab"} for row in samples.claude_code() if "uuid" in row]
    (session,) = sessions_in(samples.lines(rows), "agent-ab.jsonl")
    assert session.is_side_talk


def test_conversations_of_cursor_are_read_from_its_database(tmp_path: Path) -> None:
    samples.cursor_database(tmp_path / "state.vscdb")
    (session,) = sessions_of(tmp_path / "state.vscdb")
    assert (session.host, session.session, session.cwd) == ("cursor", "cu-1", samples.FOLDER)
    assert [text for _, text in said(session)] == ["The mast is 12 metres.", "12 metres, noted."]
    assert session.left_out == {"tool_calls": 1}


def test_events_of_openclaw_are_read_packed_or_not_and_sub_agents_told_apart(tmp_path: Path) -> None:
    samples.openclaw_database(tmp_path / "openclaw-agent.sqlite")
    main, helper = sessions_of(tmp_path / "openclaw-agent.sqlite")
    assert said(main) == SAID["openclaw"]
    assert [main.is_side_talk, helper.is_side_talk] == [False, True]


def test_a_packed_archive_of_openclaw_is_the_same_source_as_its_database(tmp_path: Path) -> None:
    packed, database = tmp_path / "oc-1.jsonl.deleted.zst", tmp_path / "openclaw-agent.sqlite"
    packed.write_bytes(zstandard.ZstdCompressor().compress(samples.lines(samples.openclaw())))
    samples.openclaw_database(database)
    (one,), (other,) = sources_in(packed, ForeignFiles()), sources_in(database, ForeignFiles())
    assert one.key == other.key == "openclaw:oc-1"


def test_a_zip_is_read_by_the_shape_of_its_members(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("a/conversations.json", json.dumps(samples.chatgpt()))
        archive.writestr("users.json", '[{"uuid": "x"}]')
        archive.writestr("picture.png", b"\x89PNG")
    (source,) = sources_in(tmp_path / "export.zip", ForeignFiles())
    assert (source.key, source.name) == ("chatgpt:gpt-1", "export.zip: Sailing")


@pytest.mark.parametrize(
    "damage", [b"PK\x03\x04 no zip", b"\x28\xb5\x2f\xfd no zstd", b"SQLite format 3\x00 no"]
)
def test_a_broken_container_says_so(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "broken").write_bytes(damage)
    with pytest.raises(UnreadableError, match="broken"):
        sources_in(tmp_path / "broken", ForeignFiles())


PLAUD = """# Kite meeting 2026-03-04

00:00:05 Nora
The shop opens in May.

00:01:10 Speaker 2
I will order the paint.
"""


@pytest.mark.parametrize("form", ["{time} {name}", "**{name}** {time}", "## [{time}] {name}:"])
def test_a_plaud_recording_gives_passages_with_speaker_and_time(form: str) -> None:
    text = PLAUD.replace("00:00:05 Nora", form.format(time="00:00:05", name="Nora"))
    text = text.replace("00:01:10 Speaker 2", form.format(time="00:01:10", name="Speaker 2"))
    (session,) = sessions_in(text.encode(), "note.md")
    assert [(turn.speaker, turn.text) for turn in session.turns] == [
        ("Nora", "The shop opens in May."),
        (None, "I will order the paint."),
    ]
    assert str(session.turns[1].at) == "2026-03-04 00:01:10+00:00"


TIMELINE = """# Post-mortem of the weir

## Timeline
- 00:02 gate shuts
- 00:04 the gauge falls to zero, which no alarm looks at
- 00:50 Nora finds the fuse
- 01:20 new fuse, and the pump is slow to start

## What went well
- somebody was there
"""


@pytest.mark.parametrize(
    "text",
    ["Ana: hi\nBen: at 10:30 we meet", "# A note\n\nAt 10:30 Nora came.", TIMELINE, "{}", "[]"],
)
def test_what_no_host_wrote_is_left_to_the_general_readers(text: str) -> None:
    assert sessions_in(text.encode(), "a file") == []


SHARED = Path(os.environ.get("TRANSCRIPT_SAMPLES", "no-such-folder"))
EXPECTED: dict[str, dict[str, Any]] = (
    json.loads((SHARED / "expected.json").read_text()) if SHARED.is_dir() else {}
)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_sample_of_others_is_read_as_expected(name: str) -> None:
    (session,) = sessions_of(SHARED / name)
    found: dict[str, Any] = {
        "source": session.host,
        "session_id": session.session,
        "cwd": session.cwd,
        "user_messages": sum(turn.role == "user" for turn in session.turns),
        "assistant_messages": sum(turn.role == "assistant" for turn in session.turns),
        **session.left_out,
    }
    assert {key: found.get(key) for key in EXPECTED[name]} == EXPECTED[name]
