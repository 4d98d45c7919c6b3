"""Who and what does a memory know after lives or chats, and how are they related? Print a sample for a person to read.

python tests/bench/print_graph.py DIR … [options]

DIR is a set of lives (homes/NAME/FILE…) or a data set (meta.json). Each life, and each world, is taken into a fresh
memory without an embedder, and read back: every entity once, with its type, other names, how many memories and turns
name it, and words around it; with --edges every relation, with the words it rests on.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from quaidpy.bench.adapter import OWNER
from quaidpy.bench.data.converters import read_dataset
from quaidpy.bench.data.world_files import Form, file_of, sources
from quaidpy.bench.life.lives import read_lives
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.services.host_intakes import sources_in
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import host_files, parts_for

SHOWN_TURNS = 2
BEFORE, AFTER = 110, 110
Row = dict[str, Any]


@dataclass
class Graph:
    """What one home holds, by id."""

    home: str
    rows: dict[str, dict[str, Row]] = field(default_factory=lambda: defaultdict(dict))
    named_in: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    aliases: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    evidence: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))

    def put(self, row: Row) -> None:
        match row["type"]:
            case "mention":
                self.named_in[row["entity"]].append(row["node"])
            case "alias":
                self.aliases[row["entity"]].append(row["name"])
            case "evidence":
                self.evidence[row["memory"]].append(row)
            case "entity" | "memory" | "edge" | "turn":
                self.rows[row["type"]][row["id"]] = row
            case _:
                pass


def graphs_of(folder: Path, wanted: argparse.Namespace) -> Iterator[Graph]:
    if (folder / "meta.json").exists():
        dataset = read_dataset(folder, split="dev")
        for world in islice(dataset.worlds(), wanted.worlds):
            files = list(sources(list(world.documents), Form.SESSIONS))[: wanted.sessions]
            yield graph_of(world.scope, [(name, file_of(told)) for name, told in files])
        return
    for life in read_lives(folder, wanted.only):
        told = [(source.key, source.data) for file in life.files for source in sources_in(file, host_files())]
        yield graph_of(life.name, told)


def graph_of(home: str, told: list[tuple[str, bytes]]) -> Graph:
    graph = Graph(home)
    with TemporaryDirectory(prefix="quaid-graph-") as folder:
        settings = load_settings(home=Path(folder), environment={"QUAID_EMBEDDING_MODEL": "none"})
        with Memory(parts_for(replace(settings, home=Path(folder), owner=OWNER))) as memory:
            for key, data in told:
                memory.extract(Intake(owner=memory.owner, source_key=key, data=data))
            for line in memory.export():
                graph.put(json.loads(line))
    return graph


def entity_lines(graph: Graph) -> Iterator[str]:
    turns, memories = graph.rows["turn"], graph.rows["memory"]
    for identity, entity in graph.rows["entity"].items():
        where = graph.named_in[identity]
        also = f" = {' = '.join(graph.aliases[identity])}" if graph.aliases[identity] else ""
        shown = [around(turns[node], entity["name"]) for node in where if node in turns]
        shown += [f"memory: {memories[node]['text']}" for node in where if node in memories]
        lines = "".join(f"\n      {text}" for text in shown[:SHOWN_TURNS])
        yield f"{graph.home}: {entity['name']}{also} [{entity['entity_type']}] {len(where)}x{lines}"


def around(turn: Row, name: str) -> str:
    text = turn["text"]
    at = max(0, text.casefold().find(name.casefold()))
    cut = text[max(0, at - BEFORE) : at + len(name) + AFTER].replace("\n", " ⏎ ")
    return f"{turn['speaker'] or turn['role']}: {cut}"


def edge_lines(graph: Graph) -> Iterator[str]:
    entities, turns = graph.rows["entity"], graph.rows["turn"]
    for edge in graph.rows["edge"].values():
        ends = [
            f"({entities[edge[end]]['name']}:{entities[edge[end]]['entity_type']})"
            for end in ("source", "target")
        ]
        lived = "".join(
            f" {word} {edge[key][:10]}"
            for word, key in (("from", "valid_from"), ("until", "valid_to"))
            if edge[key]
        )
        memory = graph.rows["memory"].get(edge["memory"])
        stated = f"\n      memory: {memory['text']}" if memory else ""
        for span in graph.evidence[edge["memory"]][:SHOWN_TURNS]:
            turn = turns[span["turn"]]
            cut = turn["text"][max(0, span["start"] - BEFORE) : span["end"] + AFTER // 2].replace("\n", " ⏎ ")
            stated += f"\n      {(turn['at'] or '')[:10]} {turn['speaker'] or turn['role']}: {cut}"
        yield f"{graph.home}: {ends[0]} {edge['relation']} {ends[1]}{lived}{stated}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--edges", action="store_true", help="print relations instead")
    parser.add_argument("--sample", type=int, default=120, help="how many of all; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], help="only this home of the lives")
    parser.add_argument("--worlds", type=int, help="worlds read of each data set")
    parser.add_argument("--sessions", type=int, help="sessions read of each world")
    wanted = parser.parse_args()
    lines: list[str] = []
    for folder in wanted.folders:
        for graph in graphs_of(folder, wanted):
            lines += edge_lines(graph) if wanted.edges else entity_lines(graph)
            types = Counter(entity["entity_type"] for entity in graph.rows["entity"].values())
            print(
                f"# {folder.name} {graph.home}: {len(graph.rows['turn'])} turns, {len(graph.rows['memory'])} memories,"
                f" {len(graph.rows['entity'])} entities {dict(types)}, {len(graph.rows['edge'])} edges"
            )
    chosen = (
        lines
        if not wanted.sample or len(lines) <= wanted.sample
        else Random(wanted.seed).sample(lines, wanted.sample)
    )
    for number, line in enumerate(chosen, 1):
        print(f"{number:3} {line}")


if __name__ == "__main__":
    main()
