"""The graph's numbers as shipped, each replaceable by a test."""

import tomllib
from typing import Any

from quaidpy.domain.tuning import GraphTuning
from quaidpy.shipped.files import shipped_folder


def graph_tuning(**changes: Any) -> GraphTuning:
    shipped = tomllib.loads((shipped_folder("config") / "default.toml").read_text(encoding="utf-8"))
    return GraphTuning(**(shipped["graph"] | changes))
