"""Days of a Slack channel: who spoke, what was read in the channel, and threads in their place."""

import json
from pathlib import Path

from quaidpy.domain.sources.sessions import HostFile, HostSession
from quaidpy.hosts.formats import sessions_in
from quaidpy.system.host_files import ForeignFiles

PEOPLE = [
    {"id": "U1", "name": "pavel", "profile": {"real_name": "Pavel Hron"}},
    {"id": "U2", "name": "ulla", "profile": {"real_name": "Ulla Berg"}},
]
DAY = [
    {"type": "message", "user": "U1", "text": "The launch moves to <https://x.test|16 April>, <@U2> agreed :tada:", "ts": "1773136800.0001"},
    {"type": "message", "user": "U1", "text": "Who takes the rollout?", "ts": "1773136900.0001", "thread_ts": "1773136900.0001"},
    {"type": "message", "user": "U1", "text": "Window: 05:00 &amp; 06:00", "ts": "1773137000.0001"},
    {"type": "message", "user": "U2", "text": "me", "ts": "1773137100.0001", "thread_ts": "1773136900.0001"},
    {"type": "message", "subtype": "channel_join", "user": "U2", "text": "<@U2> has joined the channel", "ts": "1773137200.0001"},
]  # fmt: skip


def read(day: Path) -> HostSession:
    (content,) = ForeignFiles().contents(day)
    assert isinstance(content, HostFile)
    (session,) = sessions_in(content.data, str(day))
    return session


def exported(folder: Path, *, people: bool) -> Path:
    channel = folder / "release"
    channel.mkdir()
    day = channel / "2026-03-10.json"
    day.write_text(json.dumps(DAY), encoding="utf-8")
    if people:
        (folder / "users.json").write_text(json.dumps(PEOPLE), encoding="utf-8")
    return day


def test_a_day_of_a_channel_is_read_with_the_people_beside_it(tmp_path: Path) -> None:
    session = read(exported(tmp_path, people=True))
    assert (session.host, session.title) == ("slack", "#release")
    assert [(turn.speaker, turn.text) for turn in session.turns] == [
        ("Pavel Hron", "The launch moves to 16 April, Ulla Berg agreed"),
        ("Pavel Hron", "Who takes the rollout?"),
        ("Ulla Berg", "me"),
        ("Pavel Hron", "Window: 05:00 & 06:00"),
    ]
    assert session.turns[0].at is not None
    assert session.turns[0].at.year == 2026


def test_without_the_list_of_people_a_message_s_own_profile_names_its_writer(tmp_path: Path) -> None:
    day = exported(tmp_path, people=False)
    said = [{**DAY[0], "user_profile": {"real_name": "Pavel Hron"}}, *DAY[1:]]
    day.write_text(json.dumps(said), encoding="utf-8")
    speakers = [turn.speaker for turn in read(day).turns]
    assert speakers == ["Pavel Hron", "Pavel Hron", "U2", "Pavel Hron"]


def test_other_lists_of_messages_are_no_channel(tmp_path: Path) -> None:
    listed = tmp_path / "chat.json"
    listed.write_text(json.dumps([{"role": "user", "content": "I live in Graz."}]), encoding="utf-8")
    assert read(listed).host == "messages"
