"""Which addresses are there, what do they take and what do they give? The whole HTTP API as one list of values."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from quaidpy.interfaces.api import acts, answers, asks, document_acts
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
    _at("whole GET /v1/stats", "Count what is remembered.", asks.Nothing, answers.Stats, act=acts.stats),
    _at(
        "finding POST /v1/recall",
        "Rank what answers a question, with the [MEMORY] block for an agent.",
        asks.Recall,
        answers.Recalled,
        act=acts.recall,
    ),
    _at(
        "finding POST /v1/search",
        "Rank what answers a question.",
        asks.Search,
        answers.Ranking,
        act=acts.search,
    ),
    _at(
        "finding POST /v1/signals",
        "Important things that others stored since this listener last heard; each once.",
        asks.Listen,
        answers.Signals,
        act=acts.signals,
        **_WRITES,
    ),
    _at(
        "finding GET /v1/traces/{id}",
        "The record of a recall; `last` is the last one.",
        asks.OneThing,
        answers.Trace,
        act=acts.explain,
    ),
    _at(
        "finding POST /v1/traces/{id}/feedback",
        "Say which memories of a recall helped.",
        asks.Feedback,
        answers.Outcomes,
        act=acts.feedback,
        **_WRITES,
    ),
    _at(
        "documents POST /v1/docs/search",
        "Passages of documents: of registered projects, and of what was taken in.",
        asks.SearchDocuments,
        answers.Passages,
        act=document_acts.search_documents,
    ),
    _at(
        "documents GET /v1/projects",
        "Registered projects, with how much is indexed of each.",
        asks.Nothing,
        answers.Projects,
        act=document_acts.projects,
    ),
    _at(
        "memories GET /v1/memories",
        "A page of memories, oldest first.",
        asks.Page,
        answers.Memories,
        act=acts.memories,
    ),
    _at(
        "memories POST /v1/memories",
        "Keep one statement word for word.",
        asks.Store,
        answers.Outcome,
        act=acts.store,
        **_MAKES,
    ),
    _at(
        "memories GET /v1/memories/{id}",
        "Everything about a memory, with the words it came from.",
        asks.OneMemory,
        answers.MemoryCard,
        act=acts.show,
    ),
    _at(
        "memories PATCH /v1/memories/{id}",
        "Change what a memory says or how it is kept.",
        asks.EditMemory,
        answers.Changed,
        act=acts.edit,
        **_WRITES,
    ),
    _at(
        "memories DELETE /v1/memories/{id}",
        "Forget a memory; undo brings it back.",
        asks.OneMemory,
        answers.Changed,
        act=acts.forget,
        **_WRITES,
    ),
    _at(
        "memories PUT /v1/memories/{id}/pin",
        "Keep a memory from ever fading.",
        asks.OneMemory,
        answers.Changed,
        act=acts.pin,
        **_WRITES,
    ),
    _at(
        "memories DELETE /v1/memories/{id}/pin",
        "Let a pinned memory fade like any other.",
        asks.OneMemory,
        answers.Changed,
        act=acts.unpin,
        **_WRITES,
    ),
    _at(
        "memories POST /v1/memories/{id}/retire",
        "Withdraw a memory for a reason.",
        asks.Retire,
        answers.Changed,
        act=acts.retire,
        **_WRITES,
    ),
    _at(
        "episodes POST /v1/episodes",
        "Take in a conversation or document.",
        asks.Extract,
        answers.Taken,
        act=acts.extract,
        **_MAKES,
    ),
    _at(
        "episodes GET /v1/episodes",
        "What was taken in, newest first.",
        asks.Newest,
        answers.Episodes,
        act=acts.episodes,
    ),
    _at(
        "episodes GET /v1/episodes/{id}",
        "One episode, word for word.",
        asks.OneThing,
        answers.EpisodeTurns,
        act=acts.episode,
    ),
    _at(
        "history GET /v1/operations",
        "What changed, newest first, before and after.",
        asks.Changes,
        answers.Operations,
        act=acts.changes,
    ),
    _at(
        "history POST /v1/operations/{id}/undo",
        "Take back an operation, a run, or the `last` change.",
        asks.OneThing,
        answers.Changed,
        act=acts.undo,
        **_WRITES,
    ),
    _at(
        "graph GET /v1/graph/neighbours/{name}",
        "What is related to an entity or memory now.",
        asks.Neighbours,
        answers.NeighbourList,
        act=acts.neighbours,
    ),
    _at(
        "graph GET /v1/graph/path",
        "The shortest way from one entity or memory to another.",
        asks.Way,
        answers.WayFound,
        act=acts.way,
    ),
    _at(
        "graph POST /v1/graph/cypher",
        "Ask in Cypher, read-only.",
        asks.Cypher,
        answers.Table,
        act=acts.cypher,
    ),
    _at(
        "graph POST /v1/graph/edges",
        "Relate two entities or memories.",
        asks.Link,
        answers.Linked,
        act=acts.link,
        **_MAKES,
    ),
)
