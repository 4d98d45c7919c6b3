"""What comes in large is taken in to the end, in time that grows with its size and no faster."""

import json
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from quaidpy import Intake, Memory
from quaidpy.domain.secrets.redaction import tree_without_secrets
from quaidpy.hosts.question import clean_question
from quaidpy.recall.giving.passages import best_passages
from quaidpy.remember.cleaning import clean_turn
from quaidpy.remember.noting import Note
from tests.security.repetitions import UNITS

LARGE = 100_000
SAYS = "I bought a kitchen number {0} for my garden last week, and Maria said it costs {0} euros. "


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")


def large(unit: str, size: int = LARGE) -> str:
    return unit * (size // len(unit.encode()))
