"""Does a secret get into the home by any way? A token is planted everywhere, and every byte of the home is searched."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy.home.hook_log import note_failure
from quaidpy.home.hook_states import HookStates
from quaidpy.home.inbox import InboxFiles
from tests.journeys.conftest import Quaid, quaid
from tests.security.home_bytes import files_holding

__all__ = ["quaid"]

Way = Callable[[Quaid, str, Path], object]
SAID = "Ana moved to Lisbon in May."


def _stored(run: Quaid) -> str:
    found = run("--json", "store", SAID).json
    return str(found["new"][0]["id"])


def _written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return str(path)


def _project(run: Quaid, token: str, folder: Path) -> None:
    _written(
        folder / "docs",
        "notes.md",
        f"# The key {token}\n\nUse {token} to deploy.\n\n## Or `{token}`\n\nText.\n",
    )
    assert run("projects", "register", str(folder / "docs"), "--name", f"docs-{token}").code == 0
    assert run("docs", "reindex").code == 0
    run("docs", "search", f"deploy {token}")


def _hook(run: Quaid, token: str, folder: Path) -> None:
    _stored(run)
    prompt = {"session_id": f"s-{token}", "prompt": f"Where does Ana live? {token}", "cwd": str(folder)}
    assert run("hook", "claude-code", "UserPromptSubmit", stdin=json.dumps(prompt)).code == 0


def _left_for_others(run: Quaid, token: str, folder: Path) -> None:
    """In every field that a session can leave."""
    said = {
        "task": f"use {token}",
        "decisions": [token],
        "todos": [f"ask {token}"],
        "files": [f"{token}.py"],
        "turns": [token],
    }
    assert run("checkpoint", "save", f"at {token}", "-", "--project", token, stdin=json.dumps(said)).code == 0
    assert run("handoff", "next", f"deploy with {token}", "--session", token).code == 0
    assert run("scratch", "write", f"pad {token}", f"the key is {token}").code == 0
    assert run("scratch", "append", "plan", token).code == 0
    assert run("wake", "--session", f"s-{token}").code == 0


def _imported_rows(run: Quaid, token: str, folder: Path) -> None:
    _stored(run)
    assert run("export", str(folder / "out.jsonl")).code == 0
    rows = (folder / "out.jsonl").read_text().replace("Lisbon", f"Lisbon {token}")
    assert run("--owner", "other", "import", _written(folder, "rows.jsonl", rows)).code == 0


def _foreign(run: Quaid, token: str, folder: Path) -> None:
    memory = {
        "id": "1", "memory": f"Ana deploys with {token} on Fridays", "user_id": token, "created_at": "2025-03-04T10:00:00Z",
        "metadata": {"category": token}, "categories": [token],
    }  # fmt: skip
    assert run("import", _written(folder, "mem0.json", json.dumps({"results": [memory]}))).code == 0


def _chat(run: Quaid, token: str, folder: Path) -> None:
    lines = [
        {
            "role": "user",
            "content": f"We deploy with {token} on Fridays.",
            "name": f"Ana {token}",
            "title": token,
        },
        {"role": "assistant", "content": f"Noted: {token}, on Fridays."},
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    assert run("extract", _written(folder, "chat.jsonl", text), "--user-name", f"Ana {token}").code == 0


def _claude_export(run: Quaid, token: str, folder: Path) -> None:
    conversation = {
        "uuid": "1", "name": f"About {token}", "created_at": "2025-03-04T10:00:00Z",
        "chat_messages": [
            {"uuid": "2", "text": f"I live in Lisbon {token}", "sender": "human", "created_at": "2025-03-04T10:00:00Z"},
            {"uuid": "3", "text": "Nice.", "sender": "assistant", "created_at": "2025-03-04T10:00:05Z"},
        ],
    }  # fmt: skip
    assert run("import", _written(folder, "conversations.json", json.dumps([conversation]))).code == 0


def _inbox(run: Quaid, token: str, folder: Path) -> None:
    home = folder / "quaid-home"
    inbox = InboxFiles(home)
    name = inbox.put({"messages": [{"role": "user", "text": f"a {token}"}], "session": token, "host": token})
    inbox.set_aside(name, f"cannot be read: {token}")
    HookStates(home).write("claude-code", "s", {"prompt": token, "given": [token]})
    note_failure(home, f"failed at {token}")


WAYS: dict[str, Way] = {
    "store": lambda run, token, _: run("store", f"We deploy with {token} on Fridays."),
    "store: tag": lambda run, token, _: run("store", SAID, "--tag", token),
    "store: project": lambda run, token, _: run("store", SAID, "--project", token),
    "store: speaker": lambda run, token, _: run("store", SAID, "--speaker", token),
    "store: user name": lambda run, token, _: run("store", "I moved to Lisbon.", "--user-name", token),
    "extract: text": lambda run, token, _: run(
        "extract", "--text", f"Ana: I moved.\nBen: My key is {token} now."
    ),
    "extract: label": lambda run, token, _: run("extract", "--text", f"Ana: {SAID}", "--label", token),
    "extract: project": lambda run, token, _: run("extract", "--text", f"Ana: {SAID}", "--project", token),
    "extract: speaker": lambda run, token, _: run(
        "extract", "--text", f"{token}: {SAID}\nBen: Nice to hear."
    ),
    "extract: heading": lambda run, token, folder: run(
        "extract", _written(folder, "notes.md", f"# About {token}\n\nAna moved to Lisbon.\n")
    ),
    "extract: chat": _chat,
    "edit: text": lambda run, token, _: run(
        "edit", _stored(run), "--text", f"Ana deploys with {token} on Fridays."
    ),
    "edit: tag": lambda run, token, _: run("edit", _stored(run), "--tag", token),
    "alias": lambda run, token, _: (_stored(run), run("aliases", "add", "Ana", token)),
    "link": lambda run, token, _: (_stored(run), run("link", "Ana", f"uses {token}", "Lisbon")),
    "retire: reason": lambda run, token, _: run("retire", _stored(run), "--reason", token, "--persist"),
    "recall": lambda run, token, _: (_stored(run), run("recall", f"where does Ana live {token}")),
    "search": lambda run, token, _: (
        _stored(run),
        run("search", f"Ana {token}", "--project", token),
    ),
    "hook": _hook,
    "left for other sessions": _left_for_others,
    "inbox, sessions, failures": _inbox,
    "documents": _project,
    "import: rows": _imported_rows,
    "import: another memory": _foreign,
    "import: chats": _claude_export,
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_in_leaves_a_secret_anywhere_in_the_home(
    way: str, quaid: Quaid, clean_environment: Path, tmp_path: Path
) -> None:
    token = "ghp_" + "aB3" + secrets.token_hex(17)[:33]
    WAYS[way](quaid, token, tmp_path)
    assert files_holding(clean_environment, "redacted")
    assert files_holding(clean_environment, token) == []


def test_what_says_only_a_secret_is_not_kept_at_all(quaid: Quaid, clean_environment: Path) -> None:
    refused = quaid("store", "The wifi password for the farm house is swordfish.")
    assert refused.code != 0
    assert "nothing to store" in refused.err
    assert quaid("extract", "--text", "Ana: My password is swordfish.\nAna: I moved to Lisbon.").code == 0
    statements = [each["text"] for each in quaid("--json", "search", "Ana password Lisbon").json["results"]]
    assert not any(each.startswith("Ana's password") for each in statements)
    assert files_holding(clean_environment, "swordfish") == []


def test_a_source_with_a_secret_in_its_name_goes_on_where_it_stopped(quaid: Quaid) -> None:
    label = "ghp_" + "aB3" + secrets.token_hex(17)[:33]
    text = "Ana: I moved to Lisbon.\n"
    quaid("extract", "--text", text, "--label", label)
    quaid("extract", "--text", f"{text}Ana: I love surfing.\n", "--label", label)
    assert len(quaid("--json", "episodes").json["episodes"]) == 1
