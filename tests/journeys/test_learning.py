"""Conversations teach the files that say who agent and user are, and every file can be taken back."""

from pathlib import Path

import pytest

from quaidpy.home.inbox import InboxFiles
from tests.journeys.conftest import Printed, Quaid

CHAT = """date: 2 June 2026 20:15

User: I prefer dark mode in every editor. From now on, answer me in metric units.
Assistant: Noted. I prefer metric units, too.
User: We decided to move the launch to 12 October. Maybe I like trams.
Assistant: Okay.
"""
LATER = """
User: Please never add emojis to commit messages.
Assistant: Fine.
"""
Bytes = dict[str, bytes]


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text(CHAT)
    return path


@pytest.fixture
def identity(clean_environment: Path) -> Path:
    return clean_environment / "identity"


def contents(folder: Path) -> Bytes:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_a_user_prefers_decides_and_asks_for_stands_beside_the_files(
    quaid: Quaid, talk: Path, identity: Path
) -> None:
    printed = quaid("extract", str(talk))
    assert "learnt 3 lines for identity files" in printed.out
    assert {name: text.decode() for name, text in contents(identity).items()} == {
        "USER.snippets.md": "# Snippets for USER.md\n\n## Conversation - 2026-06-02 20:15\n\n"
        "- The user prefers dark mode in every editor.\n",
        "SOUL.snippets.md": "# Snippets for SOUL.md\n\n## Conversation - 2026-06-02 20:15\n\n"
        "- The user asks: “From now on, answer me in metric units.”\n",
        "MEMORY.snippets.md": "# Snippets for MEMORY.md\n\n## Conversation - 2026-06-02 20:15\n\n"
        "- 2026-06-02, the user: “We decided to move the launch to 12 October.”\n",
    }


def test_the_same_conversation_teaches_nothing_twice_and_a_grown_one_the_rest(
    quaid: Quaid, talk: Path, identity: Path
) -> None:
    quaid("extract", str(talk))
    before = contents(identity)
    quaid("extract", str(talk))
    assert contents(identity) == before
    talk.write_text(CHAT + LATER)
    quaid("extract", str(talk))
    assert contents(identity)["SOUL.snippets.md"] == before["SOUL.snippets.md"] + (
        "- The user asks: “Please never add emojis to commit messages.”\n".encode()
    )


def test_undoing_the_extraction_takes_its_lines_back(quaid: Quaid, talk: Path, identity: Path) -> None:
    quaid("extract", str(talk))
    before = contents(identity)
    talk.write_text(CHAT + LATER)
    run = quaid("extract", str(talk), "--json").json["sources"][0]["run"]
    assert quaid("undo", run).code == 0
    assert contents(identity) == before
    first = quaid("changes", "--limit", "50", "--json").json["changes"][-1]["run"]
    assert quaid("undo", first).code == 0
    assert contents(identity) == {}


def test_a_change_of_the_user_is_never_overwritten(quaid: Quaid, talk: Path, identity: Path) -> None:
    run = quaid("extract", str(talk), "--json").json["sources"][0]["run"]
    mine = identity / "USER.snippets.md"
    mine.write_text("mine\n")
    refused = quaid("undo", run)
    assert refused.code == 10
    assert "USER.snippets.md has changed since" in refused.err
    assert mine.read_text() == "mine\n"
    assert (identity / "SOUL.snippets.md").exists()
    assert quaid("search", "dark mode").out


def test_people_talking_with_one_another_teach_nothing(quaid: Quaid, chat: Path, identity: Path) -> None:
    quaid("extract", str(chat))
    assert not identity.exists()


def test_with_the_gate_closed_no_file_is_touched(quaid: Quaid, talk: Path, identity: Path) -> None:
    quaid("config", "set", "janitor.journal", "false")
    quaid("extract", str(talk))
    assert not identity.exists()
    assert "janitor.journal is false" in quaid("journal", "list").err


def lines(printed: Printed) -> list[str]:
    return printed.out.splitlines()


def test_what_was_learnt_is_listed_shown_and_found(quaid: Quaid, talk: Path) -> None:
    quaid("extract", str(talk))
    assert lines(quaid("journal", "list", "--file", "soul")) == [
        "2 June 2026  SOUL.md  The user asks: “From now on, answer me in metric units.”"
    ]
    (found,) = quaid("journal", "search", "launches moved", "--json").json["found"]
    assert (Path(found["path"]).name, found["line"]) == ("MEMORY.snippets.md", 5)
    shown = quaid("journal", "show", "USER.md", "--json").json
    assert shown["bullets"] == ["The user prefers dark mode in every editor."]
    assert not shown["exists"]
    assert quaid("journal", "show", "NONE.md").code == 3


def test_a_file_elsewhere_can_be_added_and_taken_out_again(quaid: Quaid, talk: Path, tmp_path: Path) -> None:
    agents = tmp_path / "work" / "AGENTS.md"
    assert quaid("journal", "remove", "SOUL.md").code == 0
    assert quaid("journal", "add", str(agents), "--about", "self").code == 0
    quaid("extract", str(talk))
    assert "metric units" in agents.with_name("AGENTS.snippets.md").read_text()
    assert [each["file"] for each in quaid("journal", "files", "--json").json["files"]] == [
        "USER.md",
        "MEMORY.md",
        "AGENTS.md",
    ]


def test_another_owner_gets_files_of_their_own(quaid: Quaid, talk: Path, identity: Path) -> None:
    quaid("extract", str(talk), "--owner", "b/en")
    assert sorted(contents(identity)) == [
        f"owners/b%2Fen/{name}.snippets.md" for name in ("MEMORY", "SOUL", "USER")
    ]
    assert quaid("journal", "list", "--json").json == {"learnings": []}


@pytest.mark.parametrize(
    ("events", "title"),
    [
        (["Stop"], "Conversation"),
        (["Stop", "SessionEnd"], "Session end"),
        (["PreCompact", "Stop", "SessionEnd"], "Compaction"),
    ],
)
def test_a_block_bears_the_occasion_that_a_host_named(
    quaid: Quaid, talk: Path, clean_environment: Path, events: list[str], title: str
) -> None:
    for event in events:
        InboxFiles(clean_environment).put(
            {
                "host": "claude-code",
                "event": event,
                "session": "s",
                "transcript": str(talk),
                "owner": "default",
            }
        )
    assert quaid("extract", "--inbox").code == 0
    written = (clean_environment / "identity" / "USER.snippets.md").read_text()
    assert f"## {title} - 2026-06-02 20:15" in written


@pytest.mark.of_file
def test_a_purge_leaves_no_word_in_the_database_and_names_the_files_that_have_it(
    quaid: Quaid, talk: Path, clean_environment: Path
) -> None:
    (taken,) = quaid("extract", str(talk), "--json").json["sources"]
    quaid("janitor", "run", "--task", "snippets", "--approve", "-q")
    ids = [taken["episode"], *(each["id"] for each in taken["new"])]
    purged = quaid("purge", *ids, "--yes", "--json").json
    assert [Path(place.rpartition(":")[0]).name for place in purged["still_in_files"]] == [
        "SOUL.md",
        "USER.md",
        "MEMORY.md",
    ]
    assert b"metric units" not in (clean_environment / "memory.sqlite").read_bytes()
