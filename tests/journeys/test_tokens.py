"""Tokens of a shared server at the command line: printed once, listed without themselves, revoked, never kept."""

import re
from pathlib import Path

import pytest

from quaidpy.domain.secrets.redaction import without_secrets
from tests.journeys.conftest import Quaid


@pytest.mark.of_file
def test_a_token_is_printed_once_and_is_nowhere_in_the_home(quaid: Quaid, clean_environment: Path) -> None:
    printed = quaid("token", "create", "ana-laptop", "--owner", "ana")
    secret = printed.out.strip()
    assert re.fullmatch(r"quaid_[\w-]{43}", secret)
    assert "ana-laptop, for ana (write); it is not shown again" in printed.err
    files = [path.read_bytes() for path in clean_environment.rglob("*") if path.is_file()]
    assert files
    assert not [data for data in files if secret.encode() in data]
    assert secret not in quaid("token", "list").out


def test_the_list_says_who_may_what_and_until_when(quaid: Quaid) -> None:
    made = quaid(
        "token", "create", "bot", "--owner", "ben", "--agent", "Codex", "--scope", "read", "--expires", "30", "--json"
    ).json  # fmt: skip
    assert (made["name"], made["owner"], made["agent"], made["scope"]) == ("bot", "ben", "codex", "read")
    assert made["token"].startswith("quaid_")
    quaid("token", "create", "boss", "--scope", "admin")
    listed = quaid("--json", "token", "list").json["tokens"]
    assert [(each["name"], each["owner"], each["expired"]) for each in listed] == [
        ("bot", "ben", False),
        ("boss", "default", False),
    ]
    assert not any("token" in each or "digest" in each for each in listed)
    assert "ben/codex" in quaid("token", "list", "--owner", "ben").out
    assert "boss" not in quaid("token", "list", "--owner", "ben").out


def test_a_revoked_name_is_free_again(quaid: Quaid) -> None:
    quaid("token", "create", "bot")
    taken = quaid("token", "create", "bot")
    assert taken.code == 2
    assert "there is a token bot already" in taken.err
    assert quaid("token", "revoke", "bot").out == "revoked bot\n"
    assert quaid("token", "revoke", "bot").code == 3
    assert quaid("token", "create", "bot").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Ana's laptop"], "use up to 64 small letters"),
        (["x" * 65], "use up to 64 small letters"),
        (["x", "--expires", "0"], "cannot expire in 0 days"),
        (["x", "--expires", "nan"], "cannot expire in nan days"),
        (["x", "--owner", "ana//team"], "//"),
        (["x", "--agent", "no name!"], "no name of an agent"),
    ],
)
def test_what_cannot_be_a_token_says_why(quaid: Quaid, arguments: list[str], said: str) -> None:
    printed = quaid("token", "create", *arguments)
    assert printed.code in {2, 5}
    assert said in printed.err


def test_a_token_that_is_pasted_into_memory_is_a_secret(quaid: Quaid) -> None:
    secret = quaid("token", "create", "bot").out.strip()
    assert (
        without_secrets(f"use {secret} for the shared server") == "use [token redacted] for the shared server"
    )
