"""Whatever happens to the graph's files or process, the graph ends equal to the rows."""

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from quaidpy.domain.graph.edges import Connection
from quaidpy.errors import StorageError
from quaidpy.graph.kuzu.engine import ENGINES
from quaidpy.graph.kuzu.files import GraphFiles
from quaidpy.graph.kuzu.follower import Unavailable
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.system.clock import SystemClock
from tests.faults.following_process import follow_until_killed
from tests.graph_house import ANA, BEN, GraphHouse, edge, entity, graph_house, mention, nodes

pytestmark = pytest.mark.faults

# A server that has imported everything forks each child in a few milliseconds, from one thread.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.following_process"])
KILLS = 50
SMALL = {"follow_limit": 40, "follow_share": 0.0, "nearest_links": 3}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[GraphHouse]:
    house = graph_house(tmp_path / "home", SystemClock())
    house.put(
        entities=[entity(f"e_{number}", f"Name {number}") for number in range(30)],
        edges=[edge(f"r_{number}", f"e_{number}", "knows", f"e_{number + 1}") for number in range(29)],
        mentions=[mention(f"m_{number}", f"e_{number}") for number in range(30)],
    )
    yield house
    house.close()


@pytest.mark.timeout(600)
def test_after_50_kills_at_any_point_the_graph_equals_the_rows(tmp_path: Path) -> None:
    chance = random.Random(20260101)
    folder = tmp_path / "home"
    for kill in range(KILLS):
        _kill_while_following(folder, chance)
        if kill % 2:  # half of the kills hit a process that took over from a killed one
            house = graph_house(folder, SystemClock(), **SMALL)
            assert house.differences() == []
            _check_walk(house)
            house.close()


def _kill_while_following(folder: Path, chance: random.Random) -> None:
    """Start a process, and kill it some time between its first open and its twentieth change."""
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=follow_until_killed, args=(folder, send, chance.randrange(1_000_000)))
    process.start()
    send.close()
    for _ in range(1 + chance.choice([0, 0, 1, 2, 5])):
        receive.recv()
    time.sleep(chance.random() * 0.25)
    assert process.is_alive(), "the process died by itself"
    process.kill()
    process.join()
    receive.close()


def _check_walk(house: GraphHouse) -> None:
    for seed in nodes("e_1", "e_7", "m_3"):
        by_graph = house.kuzu.around(ANA, [seed], depth=2, fanout=3)
        by_rows = house.sqlite.around(ANA, [seed], depth=2, fanout=3)
        assert (by_graph.links, by_graph.degrees) == (by_rows.links, by_rows.degrees)


def _files(house: GraphHouse) -> GraphFiles:
    return GraphFiles(house.folder / "graph", ANA, engine=house.tuning.engine)


def _remove(path: Path) -> None:
    path.unlink()


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _fill_with_noise(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))


def _scratch_header(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(random.Random(2).randbytes(4096) + content[4096:])


@pytest.mark.parametrize("damage", [_remove, _truncate, _empty, _fill_with_noise, _scratch_header])
def test_a_damaged_file_is_built_anew(house: GraphHouse, damage: Callable[[Path], None]) -> None:
    house.opened()
    house.follower.close()
    damage(_files(house).graph)
    assert house.differences() == []


def test_a_strange_log_beside_the_file_does_not_survive_a_rebuild(house: GraphHouse) -> None:
    house.opened()
    house.follower.close()
    log = _files(house).graph.with_name(_files(house).graph.name + ".wal")
    log.write_bytes(random.Random(3).randbytes(50_000))
    assert house.differences() == []


def test_a_file_of_another_owner_is_built_anew(house: GraphHouse) -> None:
    house.put(owner=BEN, entities=[entity("e_ben", owner=BEN)])
    house.opened()
    house.opened(BEN)
    house.follower.close()
    bens = GraphFiles(house.folder / "graph", BEN, engine=house.tuning.engine)
    bens.graph.replace(_files(house).graph)
    assert house.differences() == []


def test_a_marker_left_by_a_death_in_open_means_a_rebuild(house: GraphHouse) -> None:
    before = house.opened()
    house.follower.close()
    _files(house).mark_opening()
    assert house.differences() == []
    assert not _files(house).is_marked()
    assert house.opened() is not before


@pytest.mark.parametrize("applied", [-1, 10**9])
def test_a_watermark_outside_the_change_log_means_a_rebuild(house: GraphHouse, applied: int) -> None:
    session = house.opened().session
    with session.transaction() as transaction:
        transaction.run(
            "MATCH (p:Progress {name: 'applied_seq'}) SET p.value = $value", {"value": str(applied)}
        )
        transaction.run("MATCH (n:Node {id: 'e_3'}) SET n.name = 'wrong'", {})
    session.close()
    house.opened().lock.release()
    again = graph_house(house.folder, SystemClock())
    assert again.differences() == []
    again.close()


def test_a_wrong_graph_is_told_and_repaired(house: GraphHouse) -> None:
    with house.opened().session.transaction() as transaction:
        transaction.run("MATCH (n:Node {id: 'e_3'}) SET n.name = 'wrong'", {})
        transaction.run("MATCH (a:Node {id: 'e_4'})-[e:Edge]->(b:Node) DELETE e", {})
    told = house.differences()
    assert len(told) == 3
    assert any("e_3" in each and "wrong" in each for each in told)
    house.graph.rebuild(ANA)
    assert house.differences() == []


def test_an_engine_that_fails_a_reader_leaves_the_answer_to_the_rows_and_is_built_anew(
    house: GraphHouse,
) -> None:
    session = house.opened().session
    session.close()
    assert house.graph.around(ANA, nodes("e_1"), depth=2, fanout=3).engine == "sqlite"
    house.graph.catch_up(ANA)
    assert house.graph.around(ANA, nodes("e_1"), depth=2, fanout=3).engine == "kuzu"
    assert house.differences() == []


def test_another_process_with_the_graph_leaves_the_answer_to_the_rows(house: GraphHouse) -> None:
    house.opened()
    other = graph_house(house.folder, SystemClock())
    found = other.follower.catch_up(ANA)
    assert isinstance(found, Unavailable)
    assert found.is_elsewhere
    assert other.differences() == []
    other.graph.rebuild(ANA)
    by_rows = other.graph.around(ANA, nodes("e_1"), depth=2, fanout=3)
    assert by_rows.engine == "sqlite"
    way = other.graph.path(ANA, *nodes("e_1", "e_4"), max_steps=6)
    assert (way.engine, other.graph.relations(ANA).engine) == ("sqlite", "sqlite")
    assert house.graph.path(ANA, *nodes("e_1", "e_4"), max_steps=6) == Connection(way.nodes, "kuzu")
    by_graph = house.graph.around(ANA, nodes("e_1"), depth=2, fanout=3)
    assert (by_graph.engine, by_graph.links) == ("kuzu", by_rows.links)
    house.follower.close()
    assert other.opened()
    other.close()


def test_while_the_graph_follows_every_question_is_answered(house: GraphHouse) -> None:
    house.opened()

    def live_on() -> None:
        for number in range(25):
            house.put(
                entities=[entity(f"e_new_{number}")],
                edges=[edge(f"r_new_{number}", "e_1", f"met_{number % 3}", f"e_new_{number}")],
            )
            house.graph.catch_up(ANA)

    asked = 0
    with ThreadPoolExecutor(1) as pool:
        living = pool.submit(live_on)
        while not living.done():
            asked += 1
            around = house.graph.around(ANA, nodes("e_1", "e_2"), depth=2, fanout=3)
            assert {"e_0", "e_2"} <= {end for link in around.links for end in (link.source, link.target)}
            assert house.graph.path(ANA, *nodes("e_1", "e_3"), max_steps=4).nodes == tuple(
                nodes("e_1", "e_2", "e_3")
            )
        living.result()
    assert asked
    by_engine = house.graph.around(ANA, nodes("e_1"), depth=2, fanout=3)
    by_rows = house.sqlite.around(ANA, nodes("e_1"), depth=2, fanout=3)
    assert (by_engine.links, by_engine.degrees) == (by_rows.links, by_rows.degrees)
    assert by_engine.engine == house.tuning.engine


def test_a_folder_that_cannot_be_written_leaves_the_answer_to_the_rows(house: GraphHouse) -> None:
    (house.folder / "graph").write_text("a file where the folder should be")
    house.graph.catch_up(ANA)
    assert house.graph.around(ANA, nodes("e_1"), depth=2, fanout=3).engine == "sqlite"
    assert len(house.differences()) == 1


def test_an_engine_that_is_not_installed_leaves_the_answer_to_the_rows(tmp_path: Path) -> None:
    missing = next((engine for engine in ENGINES if find_spec(engine) is None), None)
    if missing is None:
        pytest.skip("both engines are installed")
    house = graph_house(tmp_path / "home", engine=missing)
    house.put(edges=[edge("r_1", "e_1", "knows", "e_2")])
    house.graph.catch_up(ANA)
    assert house.graph.path(ANA, *nodes("e_1", "e_2"), max_steps=3) == Connection(
        tuple(nodes("e_1", "e_2")), "sqlite"
    )
    assert house.graph.relations(ANA).engine == "sqlite"
    with pytest.raises(StorageError, match=f"{missing} cannot be loaded"):
        house.graph.cypher(ANA, "RETURN 1", limit=1)
    house.close()


def test_a_graph_further_behind_than_the_log_goes_back_is_built_anew(house: GraphHouse) -> None:
    house.put(owner=BEN, entities=[entity("e_ben", owner=BEN)])
    house.opened()
    house.opened(BEN)
    house.follower.close()
    with house.rows.snapshot(ANA) as rows:
        followed = rows.head()
    house.put(entities=[entity("e_new")])
    for _ in range(2):
        with house.database.writing() as connection:
            note_changes(connection, BEN, Topic.EDGES, (f"r_{number}" for number in range(250_000)))
    with house.rows.snapshot(ANA) as rows:
        assert rows.pruned_upto() > followed
        assert rows.pending(0, limit=9) == []
    assert house.differences() == []
    assert house.differences(BEN) == []
