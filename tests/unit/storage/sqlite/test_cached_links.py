"""Links in memory: whose view they are, how much they may take, and who pays for reading them."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from tests.fakes import FakeClock
from tests.graph_house import ANA, GraphHouse, days, edge, entity, graph_house, mention, nodes


@pytest.fixture
def house(tmp_path: Path) -> Iterator[GraphHouse]:
    house = graph_house(tmp_path / "home", FakeClock())
    house.put(
        entities=[entity(each) for each in ("e_ana", "e_ben", "e_cleo")],
        edges=[edge("r_1", "e_ana", "knows", "e_ben")],
    )
    yield house
    house.close()


def _around_ana(graph: SqliteGraph) -> Neighbourhood:
    return graph.around(ANA, nodes("e_ana"), depth=1, fanout=4)


@pytest.mark.parametrize("is_read_in", [False, True])
def test_a_reader_of_an_older_commit_sees_that_commit_and_leaves_nothing_of_it(
    house: GraphHouse, is_read_in: bool
) -> None:
    if is_read_in:
        house.sqlite.read_in(ANA)
    before = _around_ana(house.sqlite)
    begun, written = threading.Event(), threading.Event()
    seen = []

    def read_an_older_commit() -> None:
        with house.database.reading() as connection:
            SqlChangeLog(connection).last(ANA)  # a first read holds this commit
            begun.set()
            written.wait(10)
            seen.append(_around_ana(house.sqlite))

    reader = threading.Thread(target=read_an_older_commit)
    reader.start()
    begun.wait(10)
    house.put(edges=[edge("r_2", "e_ana", "knows", "e_cleo")])
    after = _around_ana(house.sqlite)
    written.set()
    reader.join()
    assert seen == [before]
    assert [link.target for link in after.links] == ["e_ben", "e_cleo"]
    assert _around_ana(house.sqlite) == after


def test_what_would_not_fit_stays_in_the_file_and_answers_as_well(house: GraphHouse) -> None:
    none = SqliteGraph(
        house.database,
        clock=house.clock,
        tuning=replace(house.tuning, links_in_memory_mb=0, nodes_in_memory=0),
    )
    none.read_in(ANA)
    house.sqlite.read_in(ANA)
    assert _around_ana(none) == _around_ana(house.sqlite)


def test_of_heavy_links_that_ended_lighter_ones_take_the_place(house: GraphHouse) -> None:
    ended = Lifetime(recorded_at=days(1)).retracted(days(2))
    house.put(
        entities=[entity(f"e_{number}") for number in range(20)],
        edges=[
            edge(f"r_1{number:02}", "e_ana", "likes", f"e_{number}", weight=0.9, lifetime=ended)
            for number in range(20)
        ],
        mentions=[mention("m_1", "e_ana", 0.1)],
    )
    house.sqlite.read_in(ANA)
    found = house.sqlite.around(ANA, nodes("e_ana"), depth=1, fanout=2)
    assert [(link.source, link.target) for link in found.links] == [("e_ana", "e_ben"), ("m_1", "e_ana")]


def test_both_ends_of_what_changed_are_told(house: GraphHouse) -> None:
    with house.database.reading() as connection:
        before = SqlChangeLog(connection).last(ANA)
    house.remove_edge("r_1")
    with house.database.reading() as connection:
        changed = SqlChangeLog(connection).since(ANA, before, Topic.LINKS)
    assert changed.numbers is not None
    assert len(changed.numbers) == 2
