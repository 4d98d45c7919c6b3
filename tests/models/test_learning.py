"""A model teaches identity files in the same call, folds what waits and distils diaries; it invents nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quaidpy.home.inbox import InboxFiles
from quaidpy.interfaces.cli.main import main
from tests.scripted_provider import Provider

CHAT = """date: 2 June 2026 20:15

User: I can only focus in two-hour blocks, mostly before noon.
Assistant: I will keep messages short then. The billing job broke twice this week.
User: Please stop praising me all the time.
Assistant: Understood.
"""
SNIPPETS = [
    {"file": "USER.md", "turn": 0, "quote": "focus in two-hour blocks", "text": "Works in two-hour blocks."},
    {"file": "soul.md", "turn": 2, "quote": "stop praising me", "text": "Does not praise."},
    {"file": "USER.md", "turn": 0, "quote": "I collect stamps", "text": "Collects stamps."},
    {"file": "USER.md", "turn": 0, "quote": "mostly before noon", "text": "Meets Viktor before noon."},
    {"file": "OTHER.md", "turn": 0, "quote": "mostly before noon", "text": "Works before noon."},
]
JOURNAL = [
    {"file": "SOUL.md", "text": "The billing job broke twice. I was asked to praise less, and will."},
    {"file": "SOUL.md", "text": "We flew to Ottawa together."},
]
Run = Callable[..., tuple[int, Any]]


def taught() -> str:
    return json.dumps({"facts": [], "snippets": SNIPPETS, "journal": JOURNAL})


@pytest.fixture
def run(
    provider: Provider,
    clean_environment: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        f'[models]\ndeep = "openai/scripted"\ndeep_base_url = "{provider.openai}"\nfirst_wait_s = 0.01\n'
        'deep_timeout_s = 20.0\n[graph]\nengine = "none"\n'
    )

    def command(*arguments: str) -> tuple[int, Any]:
        capsys.readouterr()
        code = main([*arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return command


@pytest.fixture
def chat(tmp_path: Path) -> str:
    path = tmp_path / "chat.txt"
    path.write_text(CHAT)
    return str(path)


def text_of(home: Path, name: str) -> str:
    return (home / "identity" / name).read_text()


def test_one_call_gives_facts_snippets_and_diary(
    run: Run, provider: Provider, chat: str, clean_environment: Path
) -> None:
    provider.answers(taught())
    code, printed = run("extract", chat)
    reading = printed["sources"][0]["reading"]
    assert (code, len(provider.asked), reading["learnt"]) == (0, 1, 3)
    assert reading["drops"] == {"names what nobody said": 2, "quotes words that nobody said": 1}
    assert text_of(clean_environment, "USER.snippets.md").splitlines()[2:] == [
        "## Conversation - 2026-06-02 20:15",
        "",
        "- Works in two-hour blocks.",
    ]
    assert text_of(clean_environment, "SOUL.snippets.md").endswith("\n- Does not praise.\n")
    assert text_of(clean_environment, "journal/SOUL.journal.md") == (
        "# Journal for SOUL.md\n\n## 2026-06-02 - Conversation\n\n"
        "The billing job broke twice. I was asked to praise less, and will.\n"
    )
    run("undo", printed["sources"][0]["run"])
    assert not [path for path in (clean_environment / "identity").rglob("*") if path.is_file()]


def test_an_answer_of_before_still_counts(run: Run, provider: Provider, chat: str) -> None:
    provider.answers(json.dumps({"facts": []}))
    code, printed = run("extract", chat)
    assert (code, len(provider.asked)) == (0, 1)
    assert printed["sources"][0]["reading"]["learnt"] == 0


def test_with_the_gate_closed_the_model_is_told_of_no_file(run: Run, provider: Provider, chat: str) -> None:
    provider.answers(taught())
    run("config", "set", "janitor.journal", "false")
    run("extract", chat)
    assert "<files>\n(none: give no snippets, no journal)\n</files>" in provider.asked[0]
    assert run("journal", "list")[1] == {"learnings": []}


def decisions(*given: dict[str, object]) -> str:
    return json.dumps({"decisions": list(given)})


def decided(n: int, decision: str, text: str | None = None, under: str | None = None) -> dict[str, object]:
    return {"n": n, "decision": decision, "text": text, "under": under, "reason": "because"}


def test_bullets_are_folded_rewritten_or_dropped_under_their_heading(
    run: Run, provider: Provider, clean_environment: Path
) -> None:
    identity = clean_environment / "identity"
    identity.mkdir()
    (identity / "USER.md").write_text("# Me\n\n## Work\n\nI write code.\n\n## Food\n\n- No nuts.\n")
    (identity / "USER.snippets.md").write_text(
        "- Works in 2 hour blocks\n- Was tired today\n- Likes soup\n- Plays chess\n"
    )
    provider.answers(
        decisions(
            decided(1, "REWRITE", "Works best in blocks of 2 hours.", "## Work"),
            decided(2, "DISCARD"),
            decided(3, "FOLD", None, "food"),
            decided(4, "REWRITE", "Plays chess with Viktor.", "Nowhere"),
        )
    )
    _, night = run("janitor", "run", "--task", "snippets", "--approve")
    (change,) = night["tasks"][0]["changes"]
    assert (change["verb"], change["model"]) == ("fold", "openai/scripted")
    assert (identity / "USER.md").read_text() == (
        "# Me\n\n## Work\n\nI write code.\n- Works best in blocks of 2 hours.\n\n## Food\n\n- No nuts.\n"
        "- Likes soup\n\n## Learnt\n\n- Plays chess\n"
    )
    assert not (identity / "USER.snippets.md").exists()


def test_a_diary_is_distilled_and_what_was_read_goes_to_its_archive(
    run: Run, provider: Provider, clean_environment: Path
) -> None:
    journal = clean_environment / "identity" / "journal"
    journal.mkdir(parents=True)
    (journal / "SOUL.journal.md").write_text(
        "# Journal for SOUL.md\n\n## 2026-03-05 - Session end\n\nI explained too much.\n\n"
        "## 2026-02-20 - Compaction\n\nToo long again.\n"
    )
    provider.answers(
        json.dumps(
            {
                "themes": [
                    {"text": "I explain too much.", "under": None},
                    {"text": "Ottawa 1999", "under": None},
                ]
            }
        )
    )
    _, proposed = run("janitor", "run", "--task", "journal")
    assert proposed["tasks"][0]["changes"][0]["verb"] == "propose"
    assert not (clean_environment / "identity" / "SOUL.md").exists()
    _, waiting = run("review")
    _, kept = run("review", waiting["questions"][0]["subject"], "--answer", "keep")
    assert text_of(clean_environment, "SOUL.md") == "# SOUL\n\n## Learnt\n\n- I explain too much.\n"
    assert not (journal / "SOUL.journal.md").exists()
    assert (journal / "archive" / "SOUL-2026-03.md").read_text() == (
        "# Journal for SOUL.md, 2026-03\n\n## 2026-03-05 - Session end\n\nI explained too much.\n"
    )
    assert (journal / "archive" / "SOUL-2026-02.md").exists()
    run("undo", kept["run"])
    assert not (journal / "archive" / "SOUL-2026-03.md").exists()
    assert "Too long again." in (journal / "SOUL.journal.md").read_text()


def test_a_model_names_lines_to_move_and_never_protected_ones(
    run: Run, provider: Provider, clean_environment: Path
) -> None:
    identity = clean_environment / "identity"
    identity.mkdir()
    lines = [f"Line {number}." for number in range(1, 21)]
    (identity / "USER.md").write_text(
        "\n".join(["<!-- protected -->", "Keep.", "<!-- /protected -->", *lines]) + "\n"
    )
    run("config", "set", "learning.most_lines", "20")
    provider.answers(json.dumps({"moves": [{"first": 1, "last": 5, "reason": "old"}]}))
    run("janitor", "run", "--task", "workspace", "--approve")
    assert (identity / "USER.md").read_text().splitlines()[:4] == [
        "<!-- protected -->", "Keep.", "<!-- /protected -->", "Line 3.",
    ]  # fmt: skip
    assert "Line 1.\nLine 2.\n" in (identity / "journal" / "archive" / "USER-notes.md").read_text()


def test_a_hook_before_compaction_has_the_model_write_a_block_of_that_name(
    run: Run, provider: Provider, chat: str, clean_environment: Path
) -> None:
    provider.answers(taught())
    for event in ("Stop", "PreCompact"):
        note = {"host": "claude-code", "event": event, "session": "s", "transcript": chat, "owner": "default"}
        InboxFiles(clean_environment).put(note)
    assert run("extract", "--inbox")[0] == 0
    assert "## Compaction - 2026-06-02" in text_of(clean_environment, "USER.snippets.md")
    assert "## 2026-06-02 - Compaction" in text_of(clean_environment, "journal/SOUL.journal.md")
