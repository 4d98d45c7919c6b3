"""A query takes no more time and memory than it is given, and nobody else waits for it; over every way in."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy.errors import BusyError, QuaidError, ServerError, UsageError
from quaidpy.graph.cypher.asking import CypherAsker
from quaidpy.graph.cypher.bounded_process import BoundedProcess, End, EndedError
from quaidpy.graph.cypher.process_memory import memory_of
from quaidpy.graph.kuzu.follower import GraphFollower
from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from quaidpy.interfaces.client import Client
from tests.graph_house import ANA, BEN, GraphHouse, entity, graph_house
from tests.server.conftest import ROOT, words_only

LIMIT_MB = 300
LARGE = 2**20 * LIMIT_MB
COUNT = "MATCH (n:Node) RETURN count(n.id)"
HUNGRY = (
    "UNWIND range(1, 2000000000) AS x RETURN count(x)",
    "RETURN list_sort(range(1, 100000000))",
    "UNWIND range(1, 100000000) AS x WITH collect(x) AS every RETURN size(every)",
    "RETURN size(repeat('x', 2000000000))",
    "UNWIND range(1, 1000000) AS x RETURN collect(repeat('x', 100000))",
    "UNWIND range(1, 30000000) AS x RETURN x ORDER BY -x",
    "UNWIND range(1, 20000000) AS x RETURN count(DISTINCT x)",
)
ENDLESS = (
    "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN sum(a * b * c)",
    "UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y WITH x, y WHERE x * y < 0 RETURN x",
)
BIG = "UNWIND range(1, 20000) AS x RETURN repeat('y', 1000)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphHouse]:
    house = graph_house(
        tmp_path_factory.mktemp("bounded") / "home",
        cypher_timeout_s=1.5, cypher_memory_mb=LIMIT_MB, cypher_answer_mb=1.0,
    )  # fmt: skip
    house.put(entities=[entity(f"e_{number}") for number in range(20)])
    yield house
    house.close()


@pytest.mark.parametrize("text", [*HUNGRY, *ENDLESS])
def test_a_query_takes_no_more_than_it_is_given(house: GraphHouse, text: str) -> None:
    house.graph.cypher(ANA, COUNT, limit=1)
    before, started = memory_of(os.getpid()) or 0, time.monotonic()
    with pytest.raises(UsageError, match=r"more than 300 MB of memory|longer than 1\.5 s"):
        house.graph.cypher(ANA, text, limit=10)
    assert (
        time.monotonic() - started < 30
    )  # a second on a quiet machine: ended from outside, not when it is done
    assert (memory_of(os.getpid()) or 0) - before < LARGE / 10
    assert house.graph.cypher(ANA, COUNT, limit=1).rows[0][0] >= 20  # type: ignore[operator]


def test_a_large_answer_is_refused_by_its_size(house: GraphHouse) -> None:
    with pytest.raises(UsageError, match="larger than 1 MB"):
        house.graph.cypher(ANA, BIG, limit=100_000)
    assert len(house.graph.cypher(ANA, BIG, limit=9).rows) == 9


def test_only_a_few_wait_in_line(house: GraphHouse) -> None:
    with ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(house.graph.cypher, ANA, ENDLESS[0], limit=1) for _ in range(12)]
        time.sleep(0.5)
        refused = [each.exception() for each in asked if each.done()]
        ended = [each.exception() for each in asked]
    assert len(refused) >= 7
    assert {type(each) for each in refused} == {BusyError}
    assert any(isinstance(each, UsageError) for each in ended)


def test_the_copy_that_is_asked_has_no_name_on_disk(house: GraphHouse) -> None:
    """Else what is erased would lie there until the next query."""
    house.graph.cypher(ANA, COUNT, limit=1)
    assert [path.name for path in (house.folder / "graph").glob("asked-*")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets no process give up writing files")
def test_a_query_that_got_past_the_look_at_its_words_writes_no_file(
    house: GraphHouse, tmp_path: Path
) -> None:
    asker = CypherAsker(house.follower, tuning=house.tuning)
    with pytest.raises(QuaidError):
        asker.ask(ANA, f"COPY (MATCH (n:Node) RETURN n.id) TO '{tmp_path / 'out.csv'}'", {}, limit=1)
    asker.close()
    assert not (tmp_path / "out.csv").exists() or not (tmp_path / "out.csv").read_bytes()


@pytest.mark.parametrize("lends_shut", [False, True])
def test_each_query_sees_what_was_committed_before_it(tmp_path: Path, *, lends_shut: bool) -> None:
    """Also where the engine's lock keeps readers of its file out, so that it is shut while it is copied."""
    house = graph_house(tmp_path / "home")
    house.put(entities=[entity("e_1")])
    house.put(entities=[entity("e_2", owner=BEN), entity("e_3", owner=BEN)], owner=BEN)
    follower = GraphFollower(house.folder / "graph", house.rows, tuning=house.tuning, lends_shut=lends_shut)
    asker = CypherAsker(follower, tuning=house.tuning)
    try:
        assert asker.ask(ANA, COUNT, {}, limit=1).rows == ((1,),)
        house.put(entities=[entity("e_new")])
        assert asker.ask(ANA, COUNT, {}, limit=1).rows == ((2,),)
        assert asker.ask(BEN, COUNT, {}, limit=1).rows == ((2,),)
        house.remove_entity("e_new")
        assert asker.ask(ANA, COUNT, {}, limit=1).rows == ((1,),)
        follower.rebuild(ANA)
        assert asker.ask(ANA, COUNT, {}, limit=1).rows == ((1,),)
        assert follower.verify(ANA) == []
    finally:
        asker.close()
        follower.close()
        house.close()


def test_an_idle_process_leaves_and_the_next_query_has_another(tmp_path: Path) -> None:
    house = graph_house(tmp_path / "home", cypher_idle_s=1.0)
    house.put(entities=[entity("e_1")])
    house.graph.cypher(ANA, COUNT, limit=1)
    time.sleep(1.6)
    assert house.graph.cypher(ANA, COUNT, limit=1).rows == ((1,),)
    house.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_query_does_not_outlive_the_process_that_asked(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys, threading, time\n"
        "from pathlib import Path\n"
        "from tests.graph_house import ANA, entity, graph_house\n"
        f"house = graph_house(Path({str(tmp_path / 'home')!r}), cypher_timeout_s=60.0)\n"
        "house.put(entities=[entity('e_1')])\n"
        f"house.graph.cypher(ANA, {COUNT!r}, limit=1)\n"
        f"threading.Thread(target=house.graph.cypher, args=(ANA, {ENDLESS[0]!r}), kwargs={{'limit': 1}}).start()\n"
        "time.sleep(0.5)\n"
        "print(Path(f'/proc/self/task/{os.getpid()}/children').read_text(), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    (child,) = (int(each) for each in done.stdout.split())
    until = time.monotonic() + 10
    while Path(f"/proc/{child}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    is_left = Path(f"/proc/{child}").exists()
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    assert not is_left


PROGRAMS = {
    End.LATE: "import time; time.sleep(60)",
    End.MEMORY: "import time\nheld = []\nwhile True: held.append(b'x' * 10_000_000); time.sleep(0.01)",
    End.LARGE: "import sys\nwhile True: sys.stdout.write('x' * 1000)",
    End.GONE: "raise SystemExit(7)",
}


@pytest.mark.parametrize("end", PROGRAMS, ids=lambda end: end.value)
def test_any_program_is_held_to_its_bounds_from_outside(end: End) -> None:
    """Where a system has no limits that a process sets for itself, this is what holds."""
    process = BoundedProcess(
        [sys.executable, "-c", PROGRAMS[end]],
        environment=os.environ,
        most_bytes=2**27,
        most_answer_bytes=2**16,
    )
    with pytest.raises(EndedError) as ended:
        process.ask({}, timeout_s=1.5 if end is End.LATE else 20)
    assert ended.value.end is end
    assert not process.is_alive
    assert end is not End.GONE or ended.value.code == 7


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("bounded-server")
    yield folder
    with suppress(ServerError):
        ask_to_leave(str(folder), within_s=20)


def by_http(home: Path, text: str) -> str:
    try:
        return str(
            Client(str(home)).call("POST", "/v1/graph/cypher", {"query": text}, timeout_s=60, reach_s=20)
        )
    except QuaidError as err:
        return str(err)


def by_command_line(home: Path, text: str) -> str:
    command = [sys.executable, "-m", "quaidpy", "--home", str(home), "graph", "cypher", text]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def by_mcp(home: Path, text: str) -> str:
    opening = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    asked = {"name": "graph_query", "arguments": {"query": text}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked},
    ]
    command = [sys.executable, "-m", "quaidpy", "--home", str(home), "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        agent.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
        agent.stdin.flush()
        answers = [agent.stdout.readline(), agent.stdout.readline()]
        agent.stdin.close()
    return answers[1]


@pytest.mark.parametrize("ask", [by_http, by_command_line, by_mcp], ids=lambda ask: ask.__name__)
def test_over_every_way_in_a_query_is_bounded_and_others_are_answered(
    ask: Callable[[Path, str], str], served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words_only(monkeypatch)
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "kuzu" if sys.version_info < (3, 14) else "ladybug")
    monkeypatch.setenv("QUAID_HOME", str(served))
    settings = f"[graph]\ncypher_timeout_s = 3.0\ncypher_memory_mb = {LIMIT_MB}\n"
    if not (served / "config.toml").exists():  # a server that runs leaves when its settings change
        (served / "config.toml").write_text(settings, encoding="utf-8")
    client = Client(str(served))
    client.call("POST", "/v1/memories", {"text": "Ana keeps bees."}, timeout_s=60, reach_s=30)
    server = int(json.loads((served / "server.json").read_text())["pid"])
    by_http(served, COUNT)
    before = memory_of(server) or 0
    meanwhile, grown = 0, 0
    with ThreadPoolExecutor(1) as pool:
        for text in (ENDLESS[0], HUNGRY[0], HUNGRY[1]):
            asked = pool.submit(ask, served, text)
            while not asked.done():
                found = client.call(
                    "POST", "/v1/recall", {"query": "who keeps bees"}, timeout_s=60, reach_s=20
                )
                assert "bees" in str(found)
                meanwhile += not asked.done()
                grown = max(grown, (memory_of(server) or 0) - before)
            assert "longer than 3 s" in asked.result() or "more than 300 MB" in asked.result()
    assert meanwhile >= 3  # none, if they waited for the query
    assert grown < LARGE
