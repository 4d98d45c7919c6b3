"""A user's Cypher looks at the graph and changes nothing, whatever it says."""

from collections.abc import Iterator

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.errors import BusyError, UsageError
from quaidpy.graph.cypher.asking import CypherAsker
from quaidpy.graph.routing import RowsOnlyGraph
from tests.graph_house import ANA, BEN, GraphHouse, edge, entity, graph_house, memory, mention


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphHouse]:
    """One for all: starting the process that answers takes longer than most tests."""
    house = graph_house(tmp_path_factory.mktemp("asked") / "home", cypher_timeout_s=2.0)
    house.put(
        entities=[
            entity("e_ana", "Ana Sá"),
            entity("e_set", "Set"),
            entity("e_rome", "Rome", kind=EntityType.PLACE),
        ],
        memories=[memory("m_1", "Ana lives in Rome, secretly.")],
        edges=[edge("r_1", "e_ana", "lives_in", "e_rome")],
        mentions=[mention("m_1", "e_ana")],
    )
    yield house
    house.close()


WRITES = [
    "CREATE (n:Node {id: 'x'})",
    "create(n:Node {id:'x'})",
    "MERGE (n:Node {id: 'x'})",
    "MATCH (n:Node) SET n.name = 'x'",
    "MATCH (n:Node) sEt n.name = 'x' RETURN n",
    "MATCH (n:Node) DELETE n",
    "MATCH (n:Node) DETACH DELETE n",
    "MATCH (n:Node) WITH n DETACH DELETE n",
    "MATCH (n:Node)/**/DETACH/* it's fine */DELETE n",
    "MATCH (n:Node) // RETURN n\nDELETE n",
    "MATCH (n:Node) RETURN n; MATCH (n:Node) DELETE n",
    "RETURN 1; CREATE (n:Node {id: 'x'});",
    "RETURN missing; CREATE (n:Node {id: 'x'})",
    "; CREATE (n:Node {id: 'x'})",
    "RETURN ';' ; CREATE (n:Node {id: 'x'})",
    "RETURN '\\'; CREATE (n:Node {id: 1})' ; DROP TABLE Node",
    "/* a */ DROP TABLE Edge",
    "ALTER TABLE Node ADD age INT64",
    "COMMENT ON TABLE Node IS 'x'",
    "CREATE NODE TABLE Mine(id STRING PRIMARY KEY)",
    "CREATE SEQUENCE s",
    "CREATE MACRO f(x) AS x + 1",
    "COPY (MATCH (n:Node) RETURN n.id) TO '{folder}/out.csv'",
    "COPY Node FROM '{folder}/in.csv'",
    "LOAD FROM '/etc/passwd' (HEADER=false) RETURN *",
    "LOAD WITH HEADERS (a STRING) FROM '{folder}/in.csv' RETURN *",
    "MATCH (n:Node) LOAD FROM '{folder}/in.csv' RETURN *",
    "EXPORT DATABASE '{folder}/exported'",
    "IMPORT DATABASE '{folder}/exported'",
    "ATTACH '{folder}/memory.db' AS rows (dbtype sqlite)",
    "DETACH rows",
    "INSTALL httpfs",
    "LOAD EXTENSION httpfs",
    "UNINSTALL httpfs",
    "CALL threads=4",
    "CALL show_tables() RETURN *",
    "BEGIN TRANSACTION",
    "COMMIT",
    "ROLLBACK",
    "CHECKPOINT",
    "USE rows",
    "EXPLAIN CREATE (n:Node {id: 'x'})",
    "PROFILE MATCH (n:Node) SET n.name = 'x'",
    "",
    "   // nothing\n",
    ";;",
    "not cypher at all",
]


@pytest.mark.parametrize("text", WRITES)
def test_refuses_whatever_is_not_one_reading_statement(house: GraphHouse, text: str) -> None:
    house.opened()
    (house.folder / "in.csv").write_text("x\n")
    files = {path.name for path in house.folder.iterdir()}
    with pytest.raises(UsageError):
        house.graph.cypher(ANA, text.replace("{folder}", str(house.folder)), limit=10)
    assert {path.name for path in house.folder.iterdir()} == files
    assert house.differences() == []


@pytest.mark.parametrize(
    "text", ["MATCH (n:Node {id: 'e_ana'}) SET n.name = 'x'", "CREATE (n:Node {id: 'x'})"]
)
def test_the_engine_itself_refuses_to_write_for_a_reader(house: GraphHouse, text: str) -> None:
    """As if the look at the words had missed it."""
    asker = CypherAsker(house.follower, tuning=house.tuning)
    with pytest.raises(UsageError, match="read-only"):
        asker.ask(ANA, text, {}, limit=1)
    asker.close()
    assert house.differences() == []


def test_answers_with_columns_and_rows(house: GraphHouse) -> None:
    text = "MATCH (a:Node)-[e:Edge]->(b:Node) RETURN a.name AS who, e.relation, b.name;"
    found = house.graph.cypher(ANA, text, limit=10)
    assert found.columns == ("who", "e.relation", "b.name")
    assert found.rows == (("Ana Sá", "lives_in", "Rome"),)


def test_names_that_sound_like_writing_are_only_names(house: GraphHouse) -> None:
    text = "MATCH (n:Node) WHERE n.name = 'SET' OR n.name = \"delete; drop\" OR n.name = $name RETURN n.id AS `create`"
    found = house.graph.cypher(ANA, text, limit=10, parameters={"name": "Set"})
    assert (found.columns, found.rows) == (("create",), (("e_set",),))


def test_nodes_come_as_their_properties(house: GraphHouse) -> None:
    found = house.graph.cypher(ANA, "MATCH (n:Node {id: 'm_1'}) RETURN n", limit=1)
    (node,) = found.rows[0]
    assert isinstance(node, dict)
    assert {"id": "m_1", "kind": "memory", "type": "fact"}.items() <= node.items()
    assert not any(key.startswith("_id") for key in node)


def test_memory_text_is_not_in_the_graph(house: GraphHouse) -> None:
    found = house.graph.cypher(ANA, "MATCH (n:Node) RETURN n", limit=100)
    assert "secretly" not in str(found.rows)


def test_gives_at_most_limit_rows(house: GraphHouse) -> None:
    assert len(house.graph.cypher(ANA, "UNWIND range(1, 100) AS i RETURN i", limit=7).rows) == 7


def test_sees_what_was_just_stored(house: GraphHouse) -> None:
    house.opened()
    house.put(entities=[entity("e_new", "Brand New")])
    assert house.graph.cypher(ANA, "MATCH (n:Node {name: 'Brand New'}) RETURN n.id", limit=9).rows == (
        ("e_new",),
    )


def test_never_sees_another_owner(house: GraphHouse) -> None:
    house.put(owner=BEN, entities=[entity("e_ben", "Ben", owner=BEN)])
    assert house.graph.cypher(BEN, "MATCH (n) WHERE n.id IS NOT NULL RETURN n.id", limit=9).rows == (
        ("e_ben",),
    )
    assert ("e_ben",) not in house.graph.cypher(ANA, "MATCH (n:Node) RETURN n.id", limit=9).rows


@pytest.mark.parametrize(
    "text", ["MATCH (n:Nobody) RETURN n", "MATCH (n:Node RETURN n", "MATCH (n:Node) RETURN n.nothing"]
)
def test_a_wrong_query_tells_the_engines_reason(house: GraphHouse, text: str) -> None:
    with pytest.raises(UsageError, match="exception"):
        house.graph.cypher(ANA, text, limit=10)
    assert house.graph.cypher(ANA, "RETURN 1", limit=1).rows == ((1,),)


def test_a_query_without_end_is_stopped(house: GraphHouse) -> None:
    text = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN sum(a * b * c)"
    with pytest.raises(UsageError, match="longer than 2 s"):
        house.graph.cypher(ANA, text, limit=1)
    house.put(entities=[entity("e_late")])
    assert house.differences() == []


def test_says_so_when_another_process_has_the_graph(house: GraphHouse) -> None:
    house.opened()
    other = graph_house(house.folder)
    with pytest.raises(BusyError, match="another process"):
        other.graph.cypher(ANA, "RETURN 1", limit=1)
    other.close()


def test_without_an_engine_there_is_no_cypher(house: GraphHouse) -> None:
    with pytest.raises(UsageError, match=r"graph\.engine"):
        RowsOnlyGraph(house.sqlite).cypher(ANA, "RETURN 1", limit=1)
