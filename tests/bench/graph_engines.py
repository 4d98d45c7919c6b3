"""What do walks, paths and whole graphs cost by the graph engine and by the rows, and how much of a recall are walks?

    python tests/bench/graph_engines.py FOLDER [SIZE]      FOLDER: made by it, and kept; SIZE: 10k

Own time of the process, median in ms; the two take turns on the same questions and must agree.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from quaidpy.bench.speed.scale import OWNER, build, parsed_sizes
from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.graph.edges import Connection, Neighbourhood
from quaidpy.domain.identity import NodeId
from quaidpy.domain.recall.queries import Query
from quaidpy.graph.routing import RoutedGraph, WalkedByRows
from quaidpy.recall.pipeline import recall
from quaidpy.services.parts import Parts
from quaidpy.settings import load_settings
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from quaidpy.system.garbage import keep_what_was_loaded
from quaidpy.wiring.parts import parts_for

_QUESTIONS, _PATHS, _WARM_UPS = 80, 12, 8
_ALL = 100_000_000

Asked = Callable[[], object]


def main() -> None:
    size = parsed_sizes(sys.argv[2] if len(sys.argv) > 2 else "10k")[0]
    settings = load_settings(home=Path(sys.argv[1]))
    graph = replace(settings.tuning.graph, walks="rows", walk_nodes=_ALL, read_timeout_ms=60_000)
    settings = replace(settings, owner=OWNER, tuning=replace(settings.tuning, graph=graph))
    build(settings, size)
    parts = parts_for(settings)
    engine, walked = parts.graph, parts.recalling.graph
    assert isinstance(engine, RoutedGraph)
    assert isinstance(walked, WalkedByRows)
    rows = walked.rows
    engine.catch_up(OWNER)
    assert engine.relations(OWNER).engine == engine.engine
    entities = sorted(each.id for each in parts.remembering.store.all_entities(OWNER))
    chance = random.Random(1)
    pairs = [chance.sample(entities, 2) for _ in range(_PATHS)]
    _compare(
        "path of at most 6 steps",
        [_path(engine, *pair) for pair in pairs],
        [_path(rows, *pair) for pair in pairs],
    )
    seeds = [chance.sample(entities, 5) for _ in range(_PATHS)]
    _compare(
        "walk of 2 steps from 5",
        [_walk(engine, each) for each in seeds],
        [_walk(rows, each) for each in seeds],
    )
    _compare("all relations", [partial(engine.relations, OWNER)] * 3, [partial(rows.relations, OWNER)] * 3)
    _compare_recalls(parts, engine, size)
    engine.close()


def _path(graph: RoutedGraph | SqliteGraph, one: NodeId, other: NodeId) -> Callable[[], Connection]:
    return partial(graph.path, OWNER, one, other, max_steps=6)


def _walk(graph: RoutedGraph | SqliteGraph, seeds: Sequence[NodeId]) -> Callable[[], Neighbourhood]:
    return partial(graph.around, OWNER, seeds, depth=2, fanout=32)


def _compare(what: str, by_engine: Sequence[Asked], by_rows: Sequence[Asked]) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(2):
        for both in zip(by_engine, by_rows, strict=True):
            one, other = (_timed(ask, spent) for ask, spent in zip(both, times, strict=True))
            assert _said(one) == _said(other), what
    print(f"{what:26} engine {median(times[0]):8.1f}   rows {median(times[1]):8.1f}")


def _compare_recalls(parts: Parts, engine: RoutedGraph, size: int) -> None:
    tools = parts.recalling
    assert tools.embedder is not None
    questions = SyntheticLife(OWNER, tools.embedder, size=size).questions(_QUESTIONS)
    tools.read_in()
    keep_what_was_loaded()
    by_engine = [partial(recall, Query(text=each), replace(tools, graph=engine)) for each in questions]
    by_rows = [partial(recall, Query(text=each), tools) for each in questions]
    for ask in (*by_engine[:_WARM_UPS], *by_rows[:_WARM_UPS]):
        ask()
    times: tuple[list[float], list[float]] = ([], [])
    for both in zip(by_engine, by_rows, strict=True):
        for ask, spent in zip(both, times, strict=True):
            _timed(ask, spent)
    one, other = (median(spent) for spent in times)
    print(f"{'recall, its walk by':26} engine {one:8.1f}   rows {other:8.1f}   {one / other - 1:+.0%}")


def _timed(ask: Asked, spent: list[float]) -> object:
    begun = process_time()
    found = ask()
    spent.append(1000 * (process_time() - begun))
    return found


def _said(found: object) -> object:
    return found.nodes if isinstance(found, Connection) else getattr(found, "links", found)


if __name__ == "__main__":
    main()
