"""The night proposes edits of identity files; a person says yes, no, later, or writes it themselves."""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid

MINE = "# Me\n\n## Habits\n\n- I paint.\n"


@pytest.fixture
def identity(clean_environment: Path) -> Path:
    return identity_of(clean_environment)


def identity_of(home: Path) -> Path:
    folder = home / "identity"
    folder.mkdir(parents=True)
    (folder / "USER.md").write_text(MINE)
    (folder / "USER.snippets.md").write_text("# Snippets\n\n- Likes tea\n- I paint\n")
    return folder


def state(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def night(quaid: Quaid, *more: str) -> list[str]:
    """What the tasks of files did, as verb and summary."""
    names = [part for name in ("workspace", "snippets", "journal") for part in ("--task", name)]
    document = quaid("janitor", "run", "--json", *names, *more).json
    assert not document["failed"]
    return [f"{c['verb']} {c['summary']}" for task in document["tasks"] for c in task["changes"]]


def question(quaid: Quaid) -> str:
    (found,) = quaid("review", "--json").json["questions"]
    assert found["matter"] == "file"
    return str(found["subject"])


PROPOSED = "propose snippets: 1 bullet into USER.md, 1 dropped"
FOLDED = f"{MINE}\n## Learnt\n\n- Likes tea\n"


def test_nothing_of_yours_changes_before_you_say_so(quaid: Quaid, identity: Path) -> None:
    before = state(identity)
    assert night(quaid, "--dry-run") == [PROPOSED]
    assert night(quaid) == [PROPOSED]
    assert night(quaid) == []
    assert state(identity) == before
    shown = quaid("review").out
    assert "+ - Likes tea" in shown
    assert "USER.snippets.md  4 lines go, 0 come" in shown


@pytest.mark.parametrize("length", [60, 150])
def test_where_a_file_lies_is_told_on_one_line_however_long_its_path(
    quaid: Quaid, clean_environment: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    home = clean_environment / "a deep folder".ljust(length, "x")
    monkeypatch.setenv("QUAID_HOME", str(home))
    folder = identity_of(home)
    night(quaid)
    assert f"{folder / 'USER.snippets.md'}  4 lines go, 0 come\n" in quaid("review").out
    assert f"{folder / 'USER.md'}  " in quaid("journal", "show", "USER.md").out


def test_yes_makes_the_edit_and_undo_asks_again(quaid: Quaid, identity: Path) -> None:
    before = state(identity)
    night(quaid)
    kept = quaid("review", question(quaid), "--answer", "keep", "--json").json
    assert state(identity) == {"USER.md": FOLDED}
    assert quaid("review", "--json").json["waiting"] == 0
    assert quaid("undo", kept["run"]).code == 0
    assert state(identity) == before
    assert question(quaid)


def test_the_whole_night_can_be_approved_beforehand_or_afterwards(quaid: Quaid, identity: Path) -> None:
    night(quaid)
    assert night(quaid, "--approve") == ["approve snippets: 1 bullet into USER.md, 1 dropped"]
    assert state(identity) == {"USER.md": FOLDED}
    (identity / "USER.snippets.md").write_text("- Likes coffee\n")
    assert night(quaid, "--approve") == ["fold snippets: 1 bullet into USER.md"]
    assert night(quaid, "--approve") == []


def test_no_leaves_the_file_and_clears_the_bullets(quaid: Quaid, identity: Path) -> None:
    night(quaid)
    quaid("review", question(quaid), "--answer", "drop")
    assert state(identity) == {"USER.md": MINE}
    assert night(quaid) == []


def test_later_asks_in_a_week_and_nothing_new_is_planned_meanwhile(quaid: Quaid, identity: Path) -> None:
    before = state(identity)
    night(quaid)
    quaid("review", question(quaid), "--answer", "later")
    assert quaid("review", "--json").json["waiting"] == 0
    assert night(quaid) == []
    assert state(identity) == before


def test_your_own_words_stand_instead(quaid: Quaid, identity: Path) -> None:
    night(quaid)
    assert quaid("review", question(quaid), "--answer", "edit", "--text", "# Me\n\nTea!").code == 0
    assert state(identity) == {"USER.md": "# Me\n\nTea!\n"}
    quaid("undo", "last")
    assert (identity / "USER.md").read_text() == MINE


def test_a_file_that_you_changed_since_is_planned_for_anew(quaid: Quaid, identity: Path) -> None:
    night(quaid)
    (identity / "USER.md").write_text(f"{MINE}- Likes tea\n")
    refused = quaid("review", question(quaid), "--answer", "keep")
    assert refused.code == 10
    assert "has changed since" in refused.err
    assert (identity / "USER.md").read_text() == f"{MINE}- Likes tea\n"
    assert night(quaid) == [
        "withdraw USER.md or what lies beside it has changed since",
        "discard snippets: 2 dropped beside USER.md",
    ]
    assert state(identity) == {"USER.md": f"{MINE}- Likes tea\n"}


def test_a_memory_answer_does_not_fit_a_file(quaid: Quaid, identity: Path) -> None:
    assert identity.exists()
    night(quaid)
    assert quaid("review", question(quaid), "--answer", "merge").code == 2


def test_a_full_file_gets_no_more_and_says_so(quaid: Quaid, identity: Path) -> None:
    quaid("config", "set", "learning.most_lines", "10")
    (identity / "USER.snippets.md").write_text("- Likes tea\n")
    document = quaid("janitor", "run", "--task", "snippets", "--json").json
    assert document["tasks"][0]["left"] == ["USER.md is full (10 lines): 1 bullets wait beside it"]


def test_a_file_over_its_lines_gives_its_oldest_learnt_lines_to_the_notes(
    quaid: Quaid, identity: Path
) -> None:
    (identity / "USER.snippets.md").unlink()
    lines = "".join(f"- learnt {number}\n" for number in range(8))
    (identity / "USER.md").write_text(f"{MINE}\n## Learnt\n\n{lines}")
    quaid("config", "set", "learning.most_lines", "13")
    assert night(quaid, "--approve") == ["trim workspace: USER.md from 16 to 13 lines of 13"]
    assert "- learnt 2\n" not in (identity / "USER.md").read_text()
    notes = (identity / "journal" / "archive" / "USER-notes.md").read_text()
    assert notes.endswith("- learnt 0\n- learnt 1\n- learnt 2\n")
    quaid("undo", "last")
    assert (identity / "USER.md").read_text().endswith(lines)
    assert not (identity / "journal" / "archive" / "USER-notes.md").exists()


def test_no_to_a_trimming_is_remembered_until_the_file_changes(quaid: Quaid, identity: Path) -> None:
    (identity / "USER.snippets.md").unlink()
    text = f"{MINE}\n## Learnt\n\n" + "".join(f"- learnt {number}\n" for number in range(8))
    (identity / "USER.md").write_text(text)
    quaid("config", "set", "learning.most_lines", "13")
    night(quaid)
    quaid("review", question(quaid), "--answer", "drop")
    assert night(quaid) == []
    assert state(identity) == {"USER.md": text}
    (identity / "USER.md").write_text(text + "- one more\n")
    assert night(quaid) == ["propose workspace: USER.md from 17 to 13 lines of 13"]


def test_old_diary_goes_to_the_archive_of_its_month_without_a_model(quaid: Quaid, identity: Path) -> None:
    (identity / "USER.snippets.md").unlink()
    journal = identity / "journal" / "USER.journal.md"
    journal.parent.mkdir()
    journal.write_text("# Journal\n\n## 2024-03-05 - Reset\n\nA.\n\n## 2024-02-20 - Reset\n\nB.\n")
    before = state(identity)
    assert night(quaid) == ["archive journal: 2 entries of USER.md to the archive"]
    assert (
        (journal.parent / "archive" / "USER-2024-02.md").read_text().endswith("## 2024-02-20 - Reset\n\nB.\n")
    )
    assert not journal.exists()
    quaid("undo", "last")
    assert state(identity) == before


def test_a_file_made_read_only_meanwhile_is_left_alone_whoever_says_yes(quaid: Quaid, identity: Path) -> None:
    night(quaid)
    (identity / "USER.md").chmod(0o444)
    assert night(quaid, "--approve") == []
    refused = quaid("review", question(quaid), "--answer", "keep")
    assert (refused.code, "is read-only" in refused.err) == (7, True)
    assert (identity / "USER.md").read_text() == MINE


def test_no_to_bullets_is_no_answer_to_a_trimming(quaid: Quaid, identity: Path) -> None:
    (identity / "USER.md").write_text(MINE + "- I paint.\n" * 8)
    quaid("config", "set", "learning.most_lines", "100")
    night(quaid)
    quaid("review", question(quaid), "--answer", "drop")
    quaid("config", "set", "learning.most_lines", "10")
    quaid("config", "set", "learning.kept_share", "0.1")
    assert night(quaid) == ["propose workspace: USER.md from 13 to 5 lines of 10"]


JUNE = """date: 2 June 2026 20:15

User: My boss is Tobias. My dentist is Dr Marlow.
Assistant: Noted.
User: I love cycling to work.
Assistant: Nice.
"""
AUTUMN = """date: 12 September 2026 20:15

User: My boss is Ida now.
Assistant: Congratulations to Ida.
"""


def told(quaid: Quaid, folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    quaid("extract", str(folder / name))


def test_the_user_file_follows_what_is_so_now(quaid: Quaid, clean_environment: Path, tmp_path: Path) -> None:
    told(quaid, tmp_path, "june.txt", JUNE)
    night(quaid, "--approve")
    file = clean_environment / "identity" / "USER.md"
    assert "boss is Tobias" in file.read_text()
    told(quaid, tmp_path, "autumn.txt", AUTUMN)
    night(quaid, "--approve")
    lines = file.read_text().splitlines()
    assert [line for line in lines if "boss" in line] == ["- The user's boss is Ida now."]
    assert "- The user's dentist is Dr Marlow." in lines
    assert night(quaid, "--approve") == []


def test_a_bullet_that_is_over_before_the_night_never_gets_into_the_file(
    quaid: Quaid, clean_environment: Path, tmp_path: Path
) -> None:
    told(quaid, tmp_path, "june.txt", JUNE)
    told(quaid, tmp_path, "autumn.txt", AUTUMN)
    night(quaid, "--approve")
    text = (clean_environment / "identity" / "USER.md").read_text()
    assert "Ida" in text
    assert "Tobias" not in text
    assert not (clean_environment / "identity" / "USER.snippets.md").exists()


def test_a_protected_line_stays_whatever_is_so_now(
    quaid: Quaid, clean_environment: Path, tmp_path: Path
) -> None:
    told(quaid, tmp_path, "june.txt", JUNE)
    night(quaid, "--approve")
    file = clean_environment / "identity" / "USER.md"
    line = "- The user's boss is Tobias.\n"
    kept = f"<!-- protected -->\n{line}<!-- /protected -->\n"
    file.write_text(file.read_text().replace(line, kept))
    told(quaid, tmp_path, "autumn.txt", AUTUMN)
    night(quaid, "--approve")
    assert kept in file.read_text()
