"""Chats among people as their programs export them: who spoke, when, and what nobody said."""

import json
from datetime import UTC, datetime

import pytest

from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.formats import sessions_in

TELEGRAM = {
    "name": "Flat 4",
    "type": "private_group",
    "id": 12345,
    "messages": [
        {"id": 1, "type": "service", "date": "2026-03-02T09:00:00", "actor": "Ines", "actor_id": "user1", "action": "create_group"},
        {"id": 2, "type": "message", "date": "2026-03-02T09:01:10", "from": "Ines Moreau", "from_id": "user1", "text": "The boiler is mended on Thursday."},
        {"id": 3, "type": "message", "date": "2026-03-02T09:03:00", "from": "Tunde", "from_id": "user2", "text": ["I am at home, ", {"type": "bold", "text": "all day"}]},
        {"id": 4, "type": "message", "date": "2026-03-02T09:04:00", "from": "Tunde", "from_id": "user2", "forwarded_from": "Landlord", "text": "No parking in June."},
        {"id": 5, "type": "message", "date": "2026-03-02T09:05:00", "from": "Tunde", "from_id": "user2", "photo": "a.jpg", "text": ""},
    ],
}  # fmt: skip
DISCORD = {
    "guild": {"id": "1", "name": "Rowing"},
    "channel": {"id": "2", "name": "general"},
    "messages": [
        {"id": "8", "type": "GuildMemberJoin", "timestamp": "2026-02-01T09:00:00+00:00", "content": "Joined the server.", "author": {"name": "petra_k", "nickname": "Petra", "isBot": False}},
        {"id": "9", "type": "Default", "timestamp": "2026-02-01T10:00:00+00:00", "content": "The regatta is on 14 March.", "author": {"name": "petra_k", "nickname": "Petra", "isBot": False}},
        {"id": "10", "type": "Reply", "timestamp": "2026-02-01T10:05:00+00:00", "content": "I can cox.", "author": {"name": "olu", "nickname": "Olu", "isBot": False}},
        {"id": "11", "type": "Default", "timestamp": "2026-02-01T10:06:00+00:00", "content": "Level 3!", "author": {"name": "mee6", "nickname": "MEE6", "isBot": True}},
    ],
}  # fmt: skip
MESSENGER = {
    "participants": [{"name": "Mia"}, {"name": "Jos\u00c3\u00a9"}],
    "title": "Jos\u00c3\u00a9",
    "thread_path": "inbox/jose_1",
    "messages": [
        {"sender_name": "Jos\u00c3\u00a9", "timestamp_ms": 1767262000000, "content": "12 Elm Road, caf\u00c3\u00a9 side"},
        {"sender_name": "Mia", "timestamp_ms": 1767261500000, "content": "Mia sent an attachment."},
        {"sender_name": "Mia", "timestamp_ms": 1767261000000, "content": "Where do you live now?"},
    ],
}  # fmt: skip
SECRET_MESSENGER = {
    "participants": ["Mia", "José"],
    "threadName": "José_7",
    "messages": [{"senderName": "José", "text": "Call me at six.", "timestamp": 1767262000000, "type": "text", "isUnsent": False}],
}  # fmt: skip
GOOGLE_CHAT = {
    "messages": [
        {"creator": {"name": "Wanda Ruiz", "email": "w@x.test", "user_type": "Human"}, "created_date": "Tuesday, February 3, 2026 at 9:15:04 AM UTC", "text": "The audit is on Friday.", "topic_id": "t"},
        {"creator": {"name": "Wanda Ruiz", "email": "w@x.test", "user_type": "Human"}, "created_date": "Tuesday, February 3, 2026 at 9:16:00 AM UTC", "topic_id": "t"},
    ]
}  # fmt: skip


def read(exported: object, name: str = "export.json") -> list[HostSession]:
    return sessions_in(json.dumps(exported).encode(), name)


def said(session: HostSession) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in session.turns]


@pytest.mark.parametrize(
    ("exported", "host", "title", "expected"),
    [
        (TELEGRAM, "telegram", "Flat 4", [
            ("Ines Moreau", "The boiler is mended on Thursday."),
            ("Tunde", "I am at home, all day"),
            ("Landlord", "No parking in June."),
        ]),
        (DISCORD, "discord", "Rowing #general", [("Petra", "The regatta is on 14 March."), ("Olu", "I can cox.")]),
        (MESSENGER, "messenger", "José", [("Mia", "Where do you live now?"), ("José", "12 Elm Road, café side")]),
        (SECRET_MESSENGER, "messenger", "José_7", [("José", "Call me at six.")]),
        (GOOGLE_CHAT, "google-chat", None, [("Wanda Ruiz", "The audit is on Friday.")]),
    ],
)  # fmt: skip
def test_who_said_what_in_order_of_time(
    exported: object, host: str, title: str | None, expected: list[tuple[str, str]]
) -> None:
    (session,) = read(exported)
    assert (session.host, session.title, said(session)) == (host, title, expected)


@pytest.mark.parametrize(
    ("exported", "at"),
    [
        (TELEGRAM, datetime(2026, 3, 2, 9, 1, 10, tzinfo=UTC)),
        (DISCORD, datetime(2026, 2, 1, 10, tzinfo=UTC)),
        (MESSENGER, datetime(2026, 1, 1, 9, 50, tzinfo=UTC)),
        (GOOGLE_CHAT, datetime(2026, 2, 3, 9, 15, 4, tzinfo=UTC)),
    ],
)
def test_turns_have_the_time_at_which_they_were_said(exported: object, at: datetime) -> None:
    (session,) = read(exported)
    assert session.turns[0].at == at


def test_what_nobody_said_is_counted() -> None:
    assert [dict(read(each)[0].left_out) for each in (TELEGRAM, SECRET_MESSENGER)] == [
        {"messages without words": 2},
        {},
    ]


def test_each_chat_of_a_whole_account_is_a_session_of_its_own() -> None:
    other = {**TELEGRAM, "id": 77, "name": "Choir"}
    sessions = read({"about": "…", "chats": {"about": "…", "list": [TELEGRAM, other]}})
    assert [(each.session, each.title) for each in sessions] == [("12345", "Flat 4"), ("77", "Choir")]


def test_a_chat_keeps_its_name_wherever_its_file_lies() -> None:
    assert read(TELEGRAM, "a.json")[0].source_key == read(TELEGRAM, "b/c.json")[0].source_key
    assert read(GOOGLE_CHAT, "a.json")[0].source_key != read(GOOGLE_CHAT, "b/c.json")[0].source_key
