"""A host's own program reads conversations: without a key, without tools, without a trace, and only while it works.

The programs are stand-ins of the same command lines; `pytest -m hosts` asks the real ones.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.models.prompting import NOT_A_TALK
from quaidpy.home.inbox import InboxFiles
from quaidpy.hosts.readers import PROGRAMS, ReaderSetup, reader_command
from quaidpy.services.host_intakes import sessions_in_file
from quaidpy.shipped.files import integration_folder
from quaidpy.system.host_files import ForeignFiles
from tests.journeys.conftest import Quaid
from tests.journeys.test_review_at_a_terminal import typed

PROGRAM = """#!{python}
import json, os, sys
log = {log!r}
if sys.argv[1:] == ["features", "list"]:
    print("shell_tool stable true\\ngoals stable true")
    sys.exit(0)
told = sys.stdin.read()
with open(log, "a") as file:
    file.write(json.dumps(dict(
        arguments=sys.argv[1:], told=told, hooks=os.environ.get("QUAID_HOOKS"), here=os.getcwd(), files=os.listdir("."))) + "\\n")
if os.path.exists({fails!r}):
    print("please sign in", file=sys.stderr)
    sys.exit(1)
if "is_capital" in told:
    print('{{"city": "Lisbon", "is_capital": true}}')
else:
    print(json.dumps(dict(facts=[dict(
        text="Ana keeps two hives of bees.", kind="fact", confidence=0.9, keywords=["bees"], scope="private",
        reason="said", quote="I keep two hives of bees", turn=1, speaker="user", edges=[])], snippets=[], journal=[])))
"""
TALK = """date: 2 June 2026 20:15

User: I keep two hives of bees on the roof.
Assistant: Lovely.
"""


class House:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.log, self.fails = folder, folder / "log.jsonl", folder / "fails"
        (folder / "bin").mkdir()
        monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("HOME", str(folder))

    def brings(self, name: str) -> Path:
        program = self.folder / "bin" / name
        text = PROGRAM.format(python=sys.executable, log=str(self.log), fails=str(self.fails))
        program.write_text(text)
        program.chmod(0o755)
        return program

    def asked(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    return House(tmp_path, monkeypatch)


def setting(quaid: Quaid, key: str) -> Any:
    return quaid("config", "get", key, "--json").json["value"]


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini"])
def test_a_hosts_program_is_asked_by_standard_input_in_an_empty_folder_and_its_hooks_are_silent(
    quaid: Quaid, house: House, host: str
) -> None:
    program = house.brings(PROGRAMS[host])
    printed = quaid("install", host, "--reader", "--folder", str(house.folder / host), "--command", "true")
    assert printed.code == 0
    assert setting(quaid, "models.deep").startswith(f"command:{program} ")
    assert setting(quaid, "models.reader") == host
    assert setting(quaid, "models.reading_calls_a_day") > 0
    (asked,) = house.asked()
    assert asked["told"].startswith(NOT_A_TALK)
    assert asked["hooks"] == "off"
    assert asked["files"] == []
    assert Path(asked["here"]) != Path.cwd()
    assert not Path(asked["here"]).exists()
    assert "Lisbon" not in " ".join(asked["arguments"])


def test_what_it_reads_is_remembered_and_uninstalling_takes_it_back(quaid: Quaid, house: House) -> None:
    house.brings("claude")
    where = ("--folder", str(house.folder / "c"), "--command", "true")
    quaid("install", "claude-code", "--reader", *where)
    (house.folder / "talk.txt").write_text(TALK)
    reading = quaid("extract", str(house.folder / "talk.txt"), "--json").json["sources"][0]["reading"]
    assert (reading["chunks"], reading["waiting"]) == (1, 0)
    quaid("uninstall", "claude-code", *where)
    assert setting(quaid, "models.deep") == "none"
    assert setting(quaid, "models.reader") == ""
    assert setting(quaid, "models.reading_calls_a_day") == 0
    asked = len(house.asked())
    quaid("extract", str(house.folder / "talk.txt"))
    assert len(house.asked()) == asked


def test_nothing_is_set_where_the_program_does_not_answer(quaid: Quaid, house: House) -> None:
    house.brings("gemini")
    house.fails.touch()
    printed = quaid("install", "gemini", "--reader", "--folder", str(house.folder / "g"), "--command", "true")
    assert printed.code != 0
    assert "please sign in" in printed.err
    assert setting(quaid, "models.deep") == "none"
    assert setting(quaid, "models.reader") == ""


@pytest.mark.parametrize(
    ("host", "reason"), [("codex", "not on the PATH"), ("cursor", "no program that answers")]
)
def test_without_a_program_it_says_so(
    quaid: Quaid, house: House, monkeypatch: pytest.MonkeyPatch, host: str, reason: str
) -> None:
    monkeypatch.setenv("PATH", str(house.folder / "bin"))
    printed = quaid(
        "install", host, "--reader", "--folder", str(house.folder / "x"), "--command", "/bin/true"
    )
    assert printed.code == 2
    assert reason in printed.err


def test_another_model_is_not_replaced(quaid: Quaid, house: House) -> None:
    house.brings("claude")
    quaid("config", "set", "models.deep", "ollama/qwen3")
    printed = quaid(
        "install", "claude-code", "--reader", "--folder", str(house.folder / "c"), "--command", "true"
    )
    assert printed.code == 2
    assert setting(quaid, "models.deep") == "ollama/qwen3"
    quaid("uninstall", "claude-code", "--folder", str(house.folder / "c"))
    assert setting(quaid, "models.deep") == "ollama/qwen3"


def test_a_reader_that_fails_is_told_of_by_doctor_and_health(quaid: Quaid, house: House) -> None:
    program = house.brings("claude")
    quaid("install", "claude-code", "--reader", "--folder", str(house.folder / "c"), "--command", "true")
    house.fails.touch()
    (house.folder / "talk.txt").write_text(TALK)
    assert quaid("extract", str(house.folder / "talk.txt")).code != 0
    (finding,) = [each for each in quaid("doctor", "--json").json["findings"] if each["name"] == "reader"]
    assert finding["level"] == "warn"
    assert "please sign in" in finding["text"]
    assert any("please sign in" in problem for problem in quaid("health", "--json").json["problems"])
    program.unlink()
    (finding,) = [each for each in quaid("doctor", "--json").json["findings"] if each["name"] == "reader"]
    assert finding["level"] == "bad"


def test_past_the_calls_of_a_day_the_rest_waits(quaid: Quaid, house: House) -> None:
    house.brings("claude")
    quaid("install", "claude-code", "--reader", "--folder", str(house.folder / "c"), "--command", "true")
    quaid("config", "set", "models.reading_calls_a_day", "1")
    for number in range(3):
        path = house.folder / f"{number}.txt"
        path.write_text(TALK.replace("bees", f"bees {number}"))
        quaid("extract", str(path))
    assert len([each for each in house.asked() if "hives" in each["told"]]) == 1
    quaid("config", "set", "models.reading_calls_a_day", "0")
    quaid("extract", "--retry")
    assert len([each for each in house.asked() if "hives" in each["told"]]) == 3


def test_a_talk_that_goes_on_is_read_in_one_when_it_ends(
    quaid: Quaid, house: House, clean_environment: Path
) -> None:
    house.brings("claude")
    quaid("install", "claude-code", "--reader", "--folder", str(house.folder / "c"), "--command", "true")
    transcript = house.folder / "talk.jsonl"
    said = ["I keep two hives of bees.", "They stand on the roof.", "The honey is dark."]
    for place, event in enumerate(("Stop", "Stop", "Stop", "SessionEnd")):
        lines = [
            {"type": role, "sessionId": "s1", "uuid": f"u{n}{role}", "timestamp": f"2026-06-02T20:1{n}:00Z",
             "message": {"role": role, "content": text if role == "user" else "I see."}}
            for n, text in enumerate(said[: place + 1]) for role in ("user", "assistant")
        ]  # fmt: skip
        transcript.write_text("\n".join(map(json.dumps, lines)) + "\n")
        note = {
            "host": "claude-code",
            "event": event,
            "session": "s1",
            "transcript": str(transcript),
            "owner": "default",
        }
        InboxFiles(clean_environment).put(note)
        quaid("extract", "--inbox")
        read = [each["told"] for each in house.asked() if "hives" in each["told"]]
        assert len(read) == (event == "SessionEnd")
    assert all(text in read[0] for text in said)


def test_a_transcript_of_the_reader_is_no_conversation(tmp_path: Path) -> None:
    def line(role: str, text: str) -> str:
        return json.dumps({
            "type": role, "sessionId": "s1", "uuid": f"u{role}", "timestamp": "2026-06-02T20:15:00Z",
            "message": {"role": role, "content": text}})  # fmt: skip

    path = tmp_path / "s1.jsonl"
    talk = [line("user", "I keep two hives of bees."), line("assistant", "Lovely.")]
    path.write_text("\n".join(talk))
    files = ForeignFiles()
    assert len(sessions_in_file(path, files)) == 1
    path.write_text("\n".join([line("user", f"{NOT_A_TALK}\n\nRead this: I keep bees."), talk[1]]))
    assert sessions_in_file(path, files) == []


def test_no_command_line_gives_tools() -> None:
    setup = ReaderSetup(
        program=Path("/bin/x"),
        files=integration_folder("readers"),
        features={"shell_tool", "goals"},
        servers=("quaid", "mail"),
        config=Path("/home/reader.json5"),
    )
    commands = {host: reader_command(host, setup) for host in PROGRAMS}
    assert commands["claude-code"][commands["claude-code"].index("--tools") + 1] == ""
    assert "--strict-mcp-config" in commands["claude-code"]
    assert "mcp_servers.mail.enabled=false" in commands["codex"]
    assert "shell_tool" in commands["codex"]
    assert Path(commands["gemini"][commands["gemini"].index("--policy") + 1]).is_file()
    assert commands["openclaw"][-2:] == ("--config", "/home/reader.json5")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("key", "host"), [("y\n", "claude-code"), ("n\n", "")])
def test_making_a_home_at_a_terminal_asks_whether_a_program_should_read(
    quaid: Quaid,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    clean_environment: Path,
    key: str,
    host: str,
) -> None:
    house.brings("claude")
    monkeypatch.setenv("PATH", str(house.folder / "bin"))  # no other host's program
    monkeypatch.setenv("HOME", str(clean_environment.parent))
    command = (sys.executable, "-m", "quaidpy", "init", "--home", str(clean_environment))
    shown, code = typed(command, ["Vera\n", "y\n", key, "n\n"], columns=110)
    assert code == 0
    assert "Shall it read your conversations" in " ".join(shown.split())
    assert setting(quaid, "models.reader") == host
    assert setting(quaid, "user.name") == "Vera"
    assert "“Vera set up quaidpy on this machine.”" in " ".join(shown.split())
