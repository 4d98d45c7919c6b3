"""One server a home, started on demand, surviving what happens to processes."""

import json
import os
import pty
import signal
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy.errors import NotFoundError, ServerError, UsageError
from quaidpy.home.ownership import is_owned
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.server_address import read_pointer
from tests.server.conftest import ROOT, Shell


def recalled(client: Client, question: str) -> str:
    return client.call("POST", "/v1/recall", {"query": question})["context"]


def test_a_client_starts_the_server_and_both_tell_the_same_memory(client: Client, shell: Shell) -> None:
    client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})
    assert "Ana lives in Lisbon" in recalled(client, "where does Ana live?")
    assert "Ana lives in Lisbon" in shell("recall", "where does Ana live?").out


def test_everything_of_the_server_is_private_to_the_user(client: Client, home: Path) -> None:
    client.call("GET", "/v1/health")
    pointer = read_pointer(str(home))
    assert pointer is not None
    for path in (home, Path(pointer["api"]), Path(pointer["mcp"]), *home.glob("server*")):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_a_home_with_a_long_path_is_served_all_the_same(home: Path) -> None:
    far = home / ("long" * 20) / ("longer" * 10)
    client = Client(str(far))
    try:
        assert client.call("GET", "/v1/health")["home"] == str(far)
        pointer = read_pointer(str(far))
        assert pointer is not None
        assert len(os.fsencode(pointer["api"])) <= 104
    finally:
        client.call("POST", "/v1/leave")


def test_a_killed_server_is_replaced_and_nothing_acknowledged_is_lost(client: Client) -> None:
    client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})
    pid = client.call("GET", "/v1/health")["pid"]
    os.kill(pid, signal.SIGKILL)
    assert "Lisbon" in recalled(client, "where does Ana live?")
    assert client.call("GET", "/v1/health")["pid"] != pid


def test_of_many_clients_that_start_it_at_once_all_find_the_same_one(home: Path) -> None:
    pids: list[int] = []

    def ask() -> None:
        pids.append(Client(str(home)).call("GET", "/v1/health")["pid"])

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 6
    assert len(set(pids)) == 1


def test_it_leaves_when_asked_and_the_home_is_free_again(client: Client, shell: Shell, home: Path) -> None:
    client.call("GET", "/v1/health")
    assert shell("serve", "status").code == 0
    assert "has left" in shell("serve", "stop").out
    assert not is_owned(str(home))
    assert shell("serve", "status").code == 3
    assert "POST /v1/leave" in shell("serve", "logs").out


def test_one_that_is_still_coming_up_leaves_when_asked(shell: Shell, home: Path) -> None:
    coming = subprocess.Popen([sys.executable, "-m", "quaidpy", "serve"], stderr=subprocess.PIPE)
    with coming:
        while not is_owned(str(home)):
            assert coming.poll() is None
        assert f"process {coming.pid}) has left" in shell("serve", "stop").out
        assert coming.wait(timeout=30) == 0


def test_it_leaves_when_nobody_has_asked_for_a_while(client: Client, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text("[server]\nidle_minutes = 0.01\n")
    client.call("GET", "/v1/health")
    until = time.monotonic() + 15
    while is_owned(str(home)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_owned(str(home))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_at_rest_it_holds_no_model_and_the_next_question_has_it_again(
    client: Client, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(parents=True)
    monkeypatch.delenv("QUAID_EMBEDDING_MODEL")
    (home / "config.toml").write_text("[server]\nrest_s = 0.05\nlet_go_s = 1.5\n")
    client.call("POST", "/v1/memories", {"text": "The ferry leaves from the northern pier"})
    asked = "from where does the boat sail?"
    assert "northern pier" in recalled(client, asked)
    pid = client.call("GET", "/v1/health")["pid"]
    held, until = resident_mb(pid), time.monotonic() + 20
    while resident_mb(pid) > 0.75 * held and time.monotonic() < until:
        time.sleep(0.1)
    assert resident_mb(pid) < 200
    assert resident_mb(pid) <= 0.75 * held
    assert "northern pier" in recalled(client, asked)
    assert client.call("GET", "/v1/health")["pid"] == pid


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def test_a_changed_setting_is_in_force_at_the_next_call(client: Client, home: Path) -> None:
    before = client.call("GET", "/v1/health")["pid"]
    (home / "config.toml").write_text("[recall]\nabstain_below = 0.4\n")
    assert client.call("GET", "/v1/health")["pid"] != before


def test_under_other_variables_a_command_works_without_the_server_and_says_so(
    client: Client, shell: Shell
) -> None:
    client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})
    ran = shell("recall", "where does Ana live?", QUAID_GRAPH_ENGINE="kuzu")
    assert "Lisbon" in ran.out
    assert "done without the server" in ran.err


def test_pictures_and_exports_are_the_graph_engines_and_written_by_their_caller(
    client: Client, shell: Shell, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = "kuzu" if sys.version_info < (3, 14) else "ladybug"
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", engine)
    home.mkdir(parents=True)
    (home / "config.toml").write_text("[server]\nrest_s = 0.05\n")
    client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})

    def written(what: str, file: str) -> str:
        said: str = json.loads(shell("graph", what, "-o", file, "--json").out)["engine"]
        return said

    until = time.monotonic() + 15
    while written("picture", "in/served.svg") != engine and time.monotonic() < until:
        time.sleep(0.1)
    assert written("export", "served.graphml") == engine
    assert shell("graph", "export").out == f"{(tmp_path / 'served.graphml').read_text()}\n"
    assert "Lisbon" in (tmp_path / "in/served.svg").read_text()


def test_an_error_of_the_server_is_the_error_of_the_call(client: Client) -> None:
    with pytest.raises(NotFoundError):
        client.call("GET", "/v1/memories/m_abcdefgh")
    with pytest.raises(UsageError, match="query"):
        client.call("POST", "/v1/recall", {"question": "?"})


def test_a_server_that_cannot_start_says_why(client: Client, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text("[graph]\nengin = 1\n")
    with pytest.raises(ServerError, match=r"engin.*graph\.engine"):
        client.call("GET", "/v1/health")


def test_the_client_loads_nothing_but_the_standard_library(home: Path) -> None:
    code = (
        "import sys\nfrom quaidpy.interfaces import command_lines, front\ncommand_lines.answered(['recall', 'x'])\n"
        "own = {n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(own), sorted(n for n in sys.modules if n.startswith('quaidpy.')))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    packages, ours = done.stdout.strip().split("] [")
    assert set(packages.strip("[]'").split("', '")) <= {"__main__", "quaidpy"}
    assert "settings" not in ours
    assert "domain" not in ours


def test_a_command_in_auto_leaves_a_server_for_the_next(shell: Shell, home: Path) -> None:
    shell("store", "Ana lives in Lisbon")
    until = time.monotonic() + 15
    while not Client(str(home), may_start=False).is_there() and time.monotonic() < until:
        time.sleep(0.05)
    assert "Lisbon" in shell("recall", "where does Ana live?").out
    assert "/v1/command" in shell("serve", "logs").out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_person_at_a_terminal_is_told_that_a_server_starts(home: Path) -> None:
    terminal, inside = pty.openpty()
    command = [sys.executable, "-m", "quaidpy", "store", "Ana lives in Lisbon"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=inside, check=True, timeout=30)
    told = os.read(terminal, 4096).decode()
    assert "a server starts in the background" in told
    assert "quaid serve stop" in told
    until = time.monotonic() + 15
    while not Client(str(home), may_start=False).is_there() and time.monotonic() < until:
        time.sleep(0.05)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=inside, check=True, timeout=30)
    os.close(inside)
    assert "a server starts" not in _left_of(terminal)


def _left_of(terminal: int) -> str:
    """What is still to be read; Linux has no more to say by an error."""
    with suppress(OSError), os.fdopen(terminal, "rb", buffering=0) as shown:
        return shown.read(4096).decode()
    return ""


def test_without_leave_to_start_one_a_client_says_that_there_is_none(home: Path) -> None:
    with pytest.raises(ServerError, match="quaid serve"):
        Client(str(home), may_start=False).call("GET", "/v1/health")
