"""Programs and agents subscribe, read and list with the nouns of the command line."""

import os
from pathlib import Path

import pytest

from quaidpy.errors import QuaidError
from quaidpy.interfaces.client import Client

PORT = "The staging server listens on port 9090."


@pytest.fixture
def home(shared_home: Path) -> Path:
    """With no quiet hours, whenever the tests run."""
    config = shared_home / "config.toml"
    if not config.exists():
        config.write_text('[notices]\nquiet_from = "00:00"\nquiet_until = "00:00"\n')
    return shared_home


def test_a_program_subscribes_reads_once_and_ends_its_subscription(client: Client) -> None:
    made = client.call("POST", "/v1/subscriptions", {"agent": "release", "word": "port"})
    client.call("POST", "/v1/memories", {"text": PORT})
    listed = client.call("GET", "/v1/notices")
    assert [each["id"] for each in listed["subscriptions"]] == [made["id"]]
    assert [each["state"] for each in listed["notices"]] == ["waiting"]
    asked = {"agent": "release"}
    assert [each["text"] for each in client.call("POST", "/v1/notices/read", asked)["notices"]] == [PORT]
    assert client.call("POST", "/v1/notices/read", asked)["notices"] == []
    assert client.call("DELETE", f"/v1/subscriptions/{made['id']}") == {"ended": made["id"]}
    with pytest.raises(QuaidError):
        client.call("DELETE", f"/v1/subscriptions/{made['id']}")


def test_a_person_whose_command_a_server_answers_is_told_beside_the_answer(client: Client) -> None:
    call = {"arguments": ["stats"], "folder": client.home, "owner": os.environ["QUAID_OWNER"]}
    client.call("POST", "/v1/subscriptions", {"word": "printer"})
    client.call("POST", "/v1/memories", {"text": "The printer is on the third floor."})
    assert "third floor" not in client.call("POST", "/v1/command", call)["err"], "nobody sits there"
    told = client.call("POST", "/v1/command", {**call, "is_err_terminal": True})
    assert "third floor" in told["err"]
    assert "third floor" not in told["out"]
    assert client.call("POST", "/v1/command", {**call, "arguments": told["follow_up"]})["code"] == 0
    assert "third floor" not in client.call("POST", "/v1/command", {**call, "is_err_terminal": True})["err"]
