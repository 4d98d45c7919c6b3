"""How is a whole graph made from the rows?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import GraphTuning
from quaidpy.graph.kuzu.engine import GraphSession
from quaidpy.graph.kuzu.files import GraphFiles
from quaidpy.graph.kuzu.relation_codes import RelationCodes
from quaidpy.graph.kuzu.schema import (
    APPLIED_SEQ,
    EDGE_PROPERTIES,
    NODE_COLUMNS,
    OWNER,
    PUT_PROGRESS,
    SHAPE,
    TABLES,
)
from quaidpy.storage.sql.graph_rows import NearestRow, OwnerRows

# Through CSV: the engine's other bulk way needs pyarrow, and statements take a hundred times as long.
# One thread, for names may hold line breaks.
_COPY = "COPY %s FROM '%s' (HEADER=false, PARALLEL=false, QUOTE='\"', ESCAPE='\"')"


@dataclass(frozen=True, slots=True)
class _CodedNearest:
    """A link as the graph keeps it ready."""

    source: str
    target: str
    code: int
    weight: float
    link: str


def build_graph(files: GraphFiles, rows: OwnerRows, *, owner: Owner, shape: str, tuning: GraphTuning) -> int:
    """Make the owner's graph in `files.building`, whole and closed.

    Returns:
        The change-log number up to which it is good. Raises GraphEngineError.

    """
    files.clear_building()
    files.tables.mkdir(mode=0o700)
    applied = rows.head()
    codes = RelationCodes()
    copies = _write_tables(files.tables, rows, codes)
    session = GraphSession(files.building, tuning=tuning)
    try:
        session.define([*TABLES, *copies])
        with session.transaction() as transaction:
            codes.put_new(transaction)
            for name, value in ((APPLIED_SEQ, str(applied)), (SHAPE, shape), (OWNER, owner)):
                transaction.run(PUT_PROGRESS, {"name": name, "value": value})
        session.define(["CHECKPOINT"])
    finally:
        session.close()
    return applied


def _write_tables(folder: Path, rows: OwnerRows, codes: RelationCodes) -> list[str]:
    """One CSV file a table; the statements that load them, nodes first."""
    ends = ("source", "target")
    tables: list[tuple[str, Sequence[str], Iterable[object]]] = [
        ("Node", NODE_COLUMNS, rows.all_nodes()),
        ("Edge", (*ends, *EDGE_PROPERTIES), rows.all_edges()),
        ("EdgeEnds", ("id", *ends), rows.all_edges()),
        ("Mentions", (*ends, "weight"), rows.all_mentions()),
        ("Nearest", (*ends, "code", "weight", "link"), (_coded(row, codes) for row in rows.all_nearest())),
    ]
    return [
        _COPY % (name, _quoted(folder / f"{name}.csv"))
        for name, columns, values in tables
        if _write_table(folder / f"{name}.csv", columns, values)
    ]


def _coded(row: NearestRow, codes: RelationCodes) -> _CodedNearest:
    code = codes.code(row.relation, is_forward=row.is_forward)
    return _CodedNearest(row.source, row.target, code, row.weight, row.link)


def _write_table(path: Path, columns: Sequence[str], values: Iterable[object]) -> int:
    with path.open("w", newline="", encoding="utf-8") as file:
        count = 0
        for value in values:
            file.write(",".join(_field(getattr(value, column)) for column in columns) + "\n")
            count += 1
    return count


def _field(value: object) -> str:
    # None stays bare: Ladybug reads a quoted nothing as an empty text. (The csv module can do so from Python 3.12.)
    return "" if value is None else '"' + str(value).replace('"', '""') + '"'


def _quoted(path: Path) -> str:
    return path.as_posix().replace("\\", "\\\\").replace("'", "\\'")
