"""Which addresses are there, what do they take and what do they give? The whole HTTP API as one list of values."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from quaidpy.interfaces.api import document_handlers, handlers, responses
from quaidpy.interfaces.api.requests import asked_by
from quaidpy.memory import Memory

Act = Callable[[Memory, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One method at one path.

    Fields of `asks` named in the path come from there, the others from the query (GET, DELETE) or the JSON body.
    `writes`: whether memory is changed; such acts take turns.
    """

    method: str
    path: str
    name: str
    about: str
    asks: type[BaseModel]
    gives: type[BaseModel]
    act: Act
    tag: str
    status: int = 200
    writes: bool = False

    @property
    def in_path(self) -> tuple[str, ...]:
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))


def _at(line: str, act: Act, gives: type[BaseModel], **more: Any) -> Endpoint:
    """`line`: "TAG METHOD PATH"; what it asks, and what it is about, the act itself says."""
    tag, method, path = line.split()
    about = (act.__doc__ or "").partition("\n")[0]
    return Endpoint(
        method=method,
        path=path,
        name=act.__name__,
        about=about,
        asks=asked_by(act),
        gives=gives,
        act=act,
        tag=tag,
        **more,
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    _at("whole GET /v1/stats", handlers.stats, responses.Stats),
    _at("finding POST /v1/recall", handlers.recall, responses.Recalled),
    _at("finding POST /v1/search", handlers.search, responses.Ranking),
    _at("finding POST /v1/signals", handlers.signals, responses.Signals, writes=True),
    _at("finding GET /v1/traces/{id}", handlers.explain, responses.Trace),
    _at("finding POST /v1/traces/{id}/feedback", handlers.feedback, responses.Outcomes, writes=True),
    _at("documents POST /v1/docs/search", document_handlers.search_documents, responses.Passages),
    _at("documents GET /v1/projects", document_handlers.projects, responses.Projects),
    _at("memories GET /v1/memories", handlers.memories, responses.Memories),
    _at("memories POST /v1/memories", handlers.store, responses.Outcome, writes=True, status=201),
    _at("memories GET /v1/memories/{id}", handlers.show, responses.MemoryCard),
    _at("memories PATCH /v1/memories/{id}", handlers.edit, responses.Changed, writes=True),
    _at("memories DELETE /v1/memories/{id}", handlers.forget, responses.Changed, writes=True),
    _at("memories PUT /v1/memories/{id}/pin", handlers.pin, responses.Changed, writes=True),
    _at("memories DELETE /v1/memories/{id}/pin", handlers.unpin, responses.Changed, writes=True),
    _at("memories POST /v1/memories/{id}/retire", handlers.retire, responses.Changed, writes=True),
    _at("episodes POST /v1/episodes", handlers.extract, responses.Taken, writes=True, status=201),
    _at("episodes GET /v1/episodes", handlers.episodes, responses.Episodes),
    _at("episodes GET /v1/episodes/{id}", handlers.episode, responses.EpisodeTurns),
    _at("history GET /v1/operations", handlers.changes, responses.Operations),
    _at("history POST /v1/operations/{id}/undo", handlers.undo, responses.Changed, writes=True),
    _at("graph GET /v1/graph/neighbours/{name}", handlers.neighbours, responses.NeighbourList),
    _at("graph GET /v1/graph/path", handlers.way, responses.WayFound),
    _at("graph POST /v1/graph/cypher", handlers.cypher, responses.Table),
    _at("graph POST /v1/graph/edges", handlers.link, responses.Linked, writes=True, status=201),
)
