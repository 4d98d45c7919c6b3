"""Where does the graph differ from the rows?"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import partial

from quaidpy.graph.kuzu.engine import GraphSession
from quaidpy.graph.kuzu.relation_codes import read_codes
from quaidpy.graph.kuzu.schema import EDGE_PROPERTIES, NODE_COLUMNS
from quaidpy.storage.sql.graph_rows import EdgeRow, MentionRow, NodeRow, OwnerRows

_TIMEOUT_S = 120.0
_NODES = f"MATCH (n:Node) RETURN {', '.join(f'n.{column}' for column in NODE_COLUMNS)}"
_EDGES = "MATCH (a:Node)-[e:Edge]->(b:Node) RETURN e.id, a.id, b.id, " + ", ".join(
    f"e.{column}" for column in EDGE_PROPERTIES if column != "id"
)
_ENDS = "MATCH (n:EdgeEnds) RETURN n.id, n.source, n.target"
_MENTIONS = "MATCH (a:Node)-[e:Mentions]->(b:Node) RETURN a.id, b.id, e.weight"
_NEAREST = """MATCH (a:Node)-[e:Nearest]->(b:Node)
RETURN a.id, b.id, e.code, e.weight, e.link"""


Rows = Callable[[], Iterable[object]]
"""Reads all of them each time."""


@dataclass(frozen=True, slots=True)
class EdgeEnds:
    id: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that only one side has, so many times; a changed link or node differs twice: lacking and surplus."""

    what: str
    values: str
    lacking: int

    def __str__(self) -> str:
        if self.lacking > 0:
            return f"the graph lacks the {self.what} {self.values}"
        return f"the graph has a {self.what} that the rows lack: {self.values}"


def compare(session: GraphSession, rows: OwnerRows) -> list[Difference]:
    """Every node and link, one by one: the engine's count of relations is wrong after deletes."""
    codes = read_codes(session)
    tables: tuple[tuple[str, Rows, str, Callable[..., object]], ...] = (
        ("node", rows.all_nodes, _NODES, NodeRow),
        ("edge", rows.all_edges, _EDGES, EdgeRow),
        (
            "edge's ends",
            lambda: (EdgeEnds(each.id, each.source, each.target) for each in rows.all_edges()),
            _ENDS,
            EdgeEnds,
        ),
        ("mention", rows.all_mentions, _MENTIONS, MentionRow),
        ("nearest link", rows.all_nearest, _NEAREST, codes.nearest),
    )
    found: list[Difference] = []
    for what, wanted, query, row in tables:
        found.extend(_differences(what, wanted, partial(_present, session, query, row)))
    return found


def _present(session: GraphSession, query: str, row: Callable[..., object]) -> Iterator[object]:
    with session.cursor(query, {}, timeout_s=_TIMEOUT_S) as result:
        while result.has_next():
            yield row(*result.get_next())


def _differences(what: str, wanted: Rows, present: Rows) -> Iterator[Difference]:
    """By hashes first: the rows of a large graph, kept as objects, take a gigabyte."""
    mine, theirs = (sorted(hash(row) for row in rows()) for rows in (wanted, present))
    if mine == theirs:
        return
    hashes = Counter(mine)
    hashes.subtract(theirs)
    odd = {each for each, lacking in hashes.items() if lacking}
    counts = Counter(row for row in wanted() if hash(row) in odd)
    counts.subtract(row for row in present() if hash(row) in odd)
    for row, lacking in counts.items():
        if lacking:
            assert is_dataclass(row)
            values = ", ".join(str(getattr(row, each.name)) for each in fields(row))
            yield Difference(what, f"({values})", lacking)
