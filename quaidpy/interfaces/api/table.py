"""Which addresses are there, what do they take and what do they give? The whole HTTP API as one list of values."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from quaidpy.interfaces.api import document_handlers, handlers, requests, responses
from quaidpy.memory import Memory


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
    act: Callable[[Memory, Any], dict[str, Any]]
    tag: str
    status: int = 200
    writes: bool = False

    @property
    def in_path(self) -> tuple[str, ...]:
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))


def _at(
    line: str, about: str, *kinds: type[BaseModel], act: Callable[[Memory, Any], Any], **more: Any
) -> Endpoint:
    """`line`: "TAG METHOD PATH"; `kinds`: what it asks and gives."""
    tag, method, path = line.split()
    asked, given = kinds
    return Endpoint(
        method=method,
        path=path,
        name=act.__name__,
        about=about,
        asks=asked,
        gives=given,
        act=act,
        tag=tag,
        **more,
    )


_WRITES = {"writes": True}
_MAKES = {"writes": True, "status": 201}

ENDPOINTS: tuple[Endpoint, ...] = (
    _at(
        "whole GET /v1/stats",
        "Count what is remembered.",
        requests.Nothing,
        responses.Stats,
        act=handlers.stats,
    ),
    _at(
        "finding POST /v1/recall",
        "Rank what answers a question, with the [MEMORY] block for an agent.",
        requests.Recall,
        responses.Recalled,
        act=handlers.recall,
    ),
    _at(
        "finding POST /v1/search",
        "Rank what answers a question.",
        requests.Search,
        responses.Ranking,
        act=handlers.search,
    ),
    _at(
        "finding POST /v1/signals",
        "Important things that others stored since this listener last heard; each once.",
        requests.Listen,
        responses.Signals,
        act=handlers.signals,
        **_WRITES,
    ),
    _at(
        "finding GET /v1/traces/{id}",
        "The record of a recall; `last` is the last one.",
        requests.OneThing,
        responses.Trace,
        act=handlers.explain,
    ),
    _at(
        "finding POST /v1/traces/{id}/feedback",
        "Say which memories of a recall helped.",
        requests.Feedback,
        responses.Outcomes,
        act=handlers.feedback,
        **_WRITES,
    ),
    _at(
        "documents POST /v1/docs/search",
        "Passages of documents: of registered projects, and of what was taken in.",
        requests.SearchDocuments,
        responses.Passages,
        act=document_handlers.search_documents,
    ),
    _at(
        "documents GET /v1/projects",
        "Registered projects, with how much is indexed of each.",
        requests.Nothing,
        responses.Projects,
        act=document_handlers.projects,
    ),
    _at(
        "memories GET /v1/memories",
        "A page of memories, oldest first.",
        requests.Page,
        responses.Memories,
        act=handlers.memories,
    ),
    _at(
        "memories POST /v1/memories",
        "Keep one statement word for word.",
        requests.Store,
        responses.Outcome,
        act=handlers.store,
        **_MAKES,
    ),
    _at(
        "memories GET /v1/memories/{id}",
        "Everything about a memory, with the words it came from.",
        requests.OneMemory,
        responses.MemoryCard,
        act=handlers.show,
    ),
    _at(
        "memories PATCH /v1/memories/{id}",
        "Change what a memory says or how it is kept.",
        requests.EditMemory,
        responses.Changed,
        act=handlers.edit,
        **_WRITES,
    ),
    _at(
        "memories DELETE /v1/memories/{id}",
        "Forget a memory; undo brings it back.",
        requests.OneMemory,
        responses.Changed,
        act=handlers.forget,
        **_WRITES,
    ),
    _at(
        "memories PUT /v1/memories/{id}/pin",
        "Keep a memory from ever fading.",
        requests.OneMemory,
        responses.Changed,
        act=handlers.pin,
        **_WRITES,
    ),
    _at(
        "memories DELETE /v1/memories/{id}/pin",
        "Let a pinned memory fade like any other.",
        requests.OneMemory,
        responses.Changed,
        act=handlers.unpin,
        **_WRITES,
    ),
    _at(
        "memories POST /v1/memories/{id}/retire",
        "Withdraw a memory for a reason.",
        requests.Retire,
        responses.Changed,
        act=handlers.retire,
        **_WRITES,
    ),
    _at(
        "episodes POST /v1/episodes",
        "Take in a conversation or document.",
        requests.Extract,
        responses.Taken,
        act=handlers.extract,
        **_MAKES,
    ),
    _at(
        "episodes GET /v1/episodes",
        "What was taken in, newest first.",
        requests.Newest,
        responses.Episodes,
        act=handlers.episodes,
    ),
    _at(
        "episodes GET /v1/episodes/{id}",
        "One episode, word for word.",
        requests.OneThing,
        responses.EpisodeTurns,
        act=handlers.episode,
    ),
    _at(
        "history GET /v1/operations",
        "What changed, newest first, before and after.",
        requests.Changes,
        responses.Operations,
        act=handlers.changes,
    ),
    _at(
        "history POST /v1/operations/{id}/undo",
        "Take back an operation, a run, or the `last` change.",
        requests.OneThing,
        responses.Changed,
        act=handlers.undo,
        **_WRITES,
    ),
    _at(
        "graph GET /v1/graph/neighbours/{name}",
        "What is related to an entity or memory now.",
        requests.Neighbours,
        responses.NeighbourList,
        act=handlers.neighbours,
    ),
    _at(
        "graph GET /v1/graph/path",
        "The shortest way from one entity or memory to another.",
        requests.Way,
        responses.WayFound,
        act=handlers.way,
    ),
    _at(
        "graph POST /v1/graph/cypher",
        "Ask in Cypher, read-only.",
        requests.Cypher,
        responses.Table,
        act=handlers.cypher,
    ),
    _at(
        "graph POST /v1/graph/edges",
        "Relate two entities or memories.",
        requests.Link,
        responses.Linked,
        act=handlers.link,
        **_MAKES,
    ),
)
