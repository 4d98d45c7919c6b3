"""Who answers the walks of recalls? As the settings say; all else is asked of the graph engine whoever walks."""

import sys
from pathlib import Path

import pytest

from quaidpy.domain.identity import EntityId
from quaidpy.errors import SettingsError
from quaidpy.graph.kuzu.engine import ENGINES
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import parts_for
from tests.graph_house import edge
from tests.samples import cause

ENGINE = "kuzu" if sys.version_info < (3, 14) else "ladybug"
ONE, OTHER = EntityId("e_1"), EntityId("e_2")


def _settings(folder: Path, **graph: str) -> Settings:
    flags = {f"graph.{name}": value for name, value in graph.items()}
    return load_settings(
        home=folder,
        owner="ana",
        environment={},
        flags={"embedding.model": "none", "graph.engine": ENGINE} | flags,
    )


@pytest.mark.parametrize(
    ("walks", "nodes", "walker"),
    [
        ("rows", "1000", "sqlite"),
        ("engine", "1000", ENGINE),
        ("engine", "1", "sqlite"),  # so many nodes that the rows are quicker
        ("auto", "1000", ENGINE if ENGINE == "ladybug" else "sqlite"),
    ],
)
def test_who_walks_is_as_set_and_paths_are_the_engines(
    tmp_path: Path, walks: str, nodes: str, walker: str
) -> None:
    parts = parts_for(_settings(tmp_path, walks=walks, walk_nodes=nodes))
    with parts.remembering.store.writing(cause()) as writing:
        writing.put_edge(edge("r_1", ONE, "knows", OTHER))
    recalls = parts.recalling.graph
    assert recalls.path(parts.owner, ONE, OTHER, max_steps=1).engine == "sqlite"  # not open yet
    parts.graph.catch_up(parts.owner)
    assert recalls.around(parts.owner, [ONE], depth=2, fanout=32).engine == walker
    assert recalls.path(parts.owner, ONE, OTHER, max_steps=1).engine in ENGINES
    assert {parts.graph.relations(parts.owner).engine, parts.graph.edges(parts.owner).engine} <= set(ENGINES)
    parts.graph.close()


def test_a_walker_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="use auto, engine or rows"):
        parts_for(_settings(tmp_path, walks="nobody"))
