"""Sessions of hosts become episodes: once, continued when they grew, without what memory itself had said."""

import json
from pathlib import Path

import pytest

from tests.hosts import write_samples as samples
from tests.journeys.conftest import Quaid


@pytest.mark.parametrize("host", samples.JSON_SAMPLES)
def test_the_same_session_twice_adds_nothing(quaid: Quaid, tmp_path: Path, host: str) -> None:
    (tmp_path / "one").write_bytes(samples.JSON_SAMPLES[host]())
    first = quaid("extract", str(tmp_path / "one"), "--json")
    assert first.code == 0
    (told,) = first.json["sources"]
    assert (told["format"], told["known"]) == (host, False)
    (tmp_path / "moved elsewhere").write_bytes(samples.JSON_SAMPLES[host]())
    (again,) = quaid("extract", str(tmp_path / "moved elsewhere"), "--json").json["sources"]
    assert again["known"]
    assert len(quaid("episodes", "--json").json["episodes"]) == 1


def test_a_grown_session_goes_on_with_its_new_turns_only(quaid: Quaid, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    rows = samples.claude_code()
    path.write_bytes(samples.lines(rows[:6]))
    quaid("extract", str(path))
    path.write_bytes(samples.lines(rows))
    (told,) = quaid("extract", str(path), "--json").json["sources"]
    assert told["turns"] == 1
    (episode,) = quaid("episodes", "--json").json["episodes"]
    turns = quaid("episodes", episode["id"], "--json").json["turns"]
    assert [turn["text"] for turn in turns] == [
        "Our kite shop opens in Setúbal in May.",
        "May in Setúbal, noted.",
        "Nora pays the rent.",
    ]


def test_a_session_that_was_written_anew_keeps_what_is_known_and_adds_what_is_not(
    quaid: Quaid, tmp_path: Path
) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(samples.lines(samples.openclaw()))
    quaid("extract", str(path))
    path.write_bytes(samples.lines([samples.openclaw()[0], samples.openclaw()[-1]]))
    (told,) = quaid("extract", str(path), "--json").json["sources"]
    assert told["turns"] <= 1
    (episode,) = quaid("episodes", "--json").json["episodes"]
    assert len(quaid("episodes", episode["id"], "--json").json["turns"]) == 3


def test_a_session_keeps_its_project_and_id(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(samples.JSON_SAMPLES["codex"]())
    quaid("extract", str(tmp_path / "one"))
    (episode,) = quaid("episodes", "--json").json["episodes"]
    assert (episode["project"], episode["session"]) == ("kite-shop", "cx-1")


@pytest.mark.parametrize(
    ("listed", "project"),
    [
        ("KITE-shop = Sails", "Sails"),
        ("cx-* = Sails", "Sails"),
        ("{parent} = Sails", "Sails"),
        ("{folder} = Sails", "Sails"),
        ("{folder}-two = Sails", "kite-shop"),
        ("kite = Sails", "kite-shop"),
    ],
)
def test_labels_and_folders_listed_in_the_settings_decide_the_project(
    quaid: Quaid, tmp_path: Path, listed: str, project: str
) -> None:
    entry = listed.format(folder=samples.FOLDER, parent=samples.FOLDER.rpartition("/")[0])
    assert quaid("config", "set", "remember.projects", f'["{entry}"]').code == 0
    (tmp_path / "one").write_bytes(samples.JSON_SAMPLES["codex"]())
    quaid("extract", str(tmp_path / "one"))
    (episode,) = quaid("episodes", "--json").json["episodes"]
    assert episode["project"] == project


def test_damage_is_told_with_the_line_of_the_hosts_own_file(quaid: Quaid, tmp_path: Path) -> None:
    whole = samples.JSON_SAMPLES["codex"]().splitlines(keepends=True)
    (tmp_path / "one").write_bytes(b"".join([*whole[:3], b"{broken\n", *whole[3:]]))
    told = quaid("extract", str(tmp_path / "one"), "--json")
    assert told.code == 4
    assert [each["line"] for each in told.json["sources"][0]["damaged"]] == [4]


def test_the_talk_of_a_sub_agent_is_refused_with_its_reason(quaid: Quaid, tmp_path: Path) -> None:
    rows = [{**row, "isSidechain": True} for row in samples.claude_code() if "uuid" in row]
    (tmp_path / "agent-ab.jsonl").write_bytes(samples.lines(rows))
    told = quaid("extract", str(tmp_path / "agent-ab.jsonl"))
    assert told.code == 4
    assert "no conversation of a person" in told.err


def test_each_conversation_of_an_export_is_an_episode_of_its_own(quaid: Quaid, tmp_path: Path) -> None:
    two = [*samples.chatgpt(), {**samples.chatgpt()[0], "id": "gpt-2", "title": "Sailing again"}]
    (tmp_path / "conversations.json").write_text(json.dumps(two))
    told = quaid("extract", str(tmp_path / "conversations.json"), "--json").json["sources"]
    assert [each["source"].rpartition(": ")[2] for each in told] == ["Sailing", "Sailing again"]
    assert len(quaid("episodes", "--json").json["episodes"]) == 2


def test_a_list_of_messages_is_a_conversation(quaid: Quaid, tmp_path: Path) -> None:
    messages = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "I sail on Sundays."},
        {"role": "assistant", "content": [{"type": "text", "text": "Good."}], "tool_calls": [{}]},
    ]
    (tmp_path / "list.json").write_text(json.dumps(messages))
    (tmp_path / "wrapped.json").write_text(json.dumps({"messages": messages, "model": "x"}, indent=1))
    for name in ("list.json", "wrapped.json"):
        (told,) = quaid("extract", str(tmp_path / name), "--json").json["sources"]
        assert (told["format"], told["turns"]) == ("messages", 2)


def test_two_notes_of_one_name_are_two(quaid: Quaid, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        text = (
            f"# Talk\n\n00:00:05 Nora\nWe sail to Faro {name}.\n\n00:01:00 Rui\nI bring the kites {name}.\n"
        )
        (tmp_path / name / "note.md").write_text(text)
    quaid("extract", str(tmp_path))
    assert [each["format"] for each in quaid("episodes", "--json").json["episodes"]] == ["plaud", "plaud"]


def test_settings_in_json_are_not_taken_for_a_text(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "workspace.json").write_text(json.dumps({"folder": "file:///srv/kite-shop"}))
    told = quaid("extract", str(tmp_path / "workspace.json"))
    assert told.code == 4
    assert "no conversation or export" in told.err


def test_a_session_that_adds_nothing_is_said_to_be_known(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(samples.lines(samples.openclaw()))
    quaid("extract", str(tmp_path / "a"))
    (tmp_path / "a").write_bytes(samples.lines([samples.openclaw()[0], samples.openclaw()[-1]]))
    assert quaid("extract", str(tmp_path / "a"), "--json").json["sources"][0]["known"]
