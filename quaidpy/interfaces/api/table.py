"""Which addresses are there, what do they take and what do they give? The whole HTTP API as one list of values."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from quaidpy.interfaces.api import (
    document_handlers,
    handlers,
    mirror_handlers,
    mirror_responses,
    notice_handlers,
    notice_responses,
    responses,
    space_handlers,
)
from quaidpy.interfaces.api import handover_handlers as leaving
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
    _at("whole GET /v1/mirror", mirror_handlers.mirrored, mirror_responses.Mirrored),
    _at("whole POST /v1/mirror", mirror_handlers.sync_mirror, mirror_responses.MirrorSynced, writes=True),
    _at("finding POST /v1/recall", handlers.recall, responses.Recalled),
    _at("finding POST /v1/search", handlers.search, responses.Ranking),
    _at("finding POST /v1/signals", handlers.signals, responses.Signals, writes=True),
    _at("finding GET /v1/traces/{id}", handlers.explain, responses.Trace),
    _at("finding POST /v1/traces/{id}/feedback", handlers.feedback, responses.Outcomes, writes=True),
    _at("handover POST /v1/wake", leaving.wake, responses.Woken, writes=True),
    _at("handover GET /v1/checkpoints", leaving.checkpoints, responses.Checkpoints),
    _at(
        "handover POST /v1/checkpoints",
        leaving.save_checkpoint,
        responses.CheckpointCard,
        writes=True,
        status=201,
    ),
    _at("handover GET /v1/checkpoints/{name}", leaving.restore_checkpoint, responses.CheckpointCard),
    _at("handover GET /v1/handoffs", leaving.handoffs, responses.Handoffs),
    _at("handover POST /v1/handoffs", leaving.hand_off, responses.HandoffCard, writes=True, status=201),
    _at("handover POST /v1/handoffs/confirm", leaving.confirm_handoffs, responses.Given, writes=True),
    _at("notices GET /v1/notices", notice_handlers.notices, notice_responses.Notices, writes=True),
    _at("notices POST /v1/notices/read", notice_handlers.read_notices, notice_responses.Notices, writes=True),
    _at(
        "notices POST /v1/notices/test", notice_handlers.test_notice, notice_responses.NoticeRow, writes=True
    ),
    _at(
        "notices POST /v1/subscriptions",
        notice_handlers.subscribe,
        notice_responses.Subscribed,
        writes=True,
        status=201,
    ),
    _at(
        "notices DELETE /v1/subscriptions/{id}",
        notice_handlers.unsubscribe,
        notice_responses.Ended,
        writes=True,
    ),
    _at("handover GET /v1/scratchpads", leaving.scratchpads, responses.Scratchpads),
    _at("handover GET /v1/scratchpads/{name}", leaving.scratchpad, responses.ScratchCard),
    _at("handover PUT /v1/scratchpads/{name}", leaving.write_scratchpad, responses.ScratchCard, writes=True),
    _at(
        "handover POST /v1/scratchpads/{name}", leaving.append_scratchpad, responses.ScratchCard, writes=True
    ),
    _at("handover DELETE /v1/scratchpads/{name}", leaving.clear_scratchpad, responses.Cleared, writes=True),
    _at("documents POST /v1/docs/search", document_handlers.search_documents, responses.Passages),
    _at("documents GET /v1/projects", document_handlers.projects, responses.Projects),
    _at("memories GET /v1/memories", handlers.memories, responses.Memories),
    _at("memories POST /v1/memories", handlers.store, responses.Outcome, writes=True, status=201),
    _at("memories GET /v1/memories/{id}", handlers.show, responses.MemoryCard),
    _at("memories PATCH /v1/memories/{id}", handlers.edit, responses.Edited, writes=True),
    _at("memories GET /v1/memories/{id}/versions", handlers.history, responses.History),
    _at("memories POST /v1/memories/{id}/rollback", handlers.rollback, responses.Edited, writes=True),
    _at("memories DELETE /v1/memories/{id}", handlers.forget, responses.Changed, writes=True),
    _at("memories PUT /v1/memories/{id}/pin", handlers.pin, responses.Changed, writes=True),
    _at("memories DELETE /v1/memories/{id}/pin", handlers.unpin, responses.Changed, writes=True),
    _at("memories POST /v1/memories/{id}/suppress", handlers.suppress, responses.Changed, writes=True),
    _at("memories POST /v1/memories/{id}/unsuppress", handlers.unsuppress, responses.Changed, writes=True),
    _at("memories POST /v1/memories/{id}/retire", handlers.retire, responses.Changed, writes=True),
    _at("memories POST /v1/memories/{id}/move", space_handlers.move, responses.Changed, writes=True),
    _at("spaces GET /v1/spaces", space_handlers.spaces, responses.Spaces),
    _at("spaces POST /v1/spaces", space_handlers.create_space, responses.SpaceCard, writes=True, status=201),
    _at("spaces GET /v1/spaces/{name}", space_handlers.space, responses.SpaceCard),
    _at("spaces PUT /v1/spaces/{name}/members", space_handlers.add_member, responses.SpaceCard, writes=True),
    _at(
        "spaces DELETE /v1/spaces/{name}/members",
        space_handlers.remove_member,
        responses.SpaceCard,
        writes=True,
    ),
    _at("spaces PUT /v1/spaces/{name}/policy", space_handlers.set_policy, responses.SpaceCard, writes=True),
    _at(
        "spaces POST /v1/spaces/{name}/archive",
        space_handlers.archive_space,
        responses.SpaceCard,
        writes=True,
    ),
    _at("episodes POST /v1/episodes", handlers.extract, responses.Taken, writes=True, status=201),
    _at("episodes GET /v1/episodes", handlers.episodes, responses.Episodes),
    _at("episodes GET /v1/episodes/{id}", handlers.episode, responses.EpisodeTurns),
    _at("history GET /v1/operations", handlers.changes, responses.Operations),
    _at("history POST /v1/operations/{id}/undo", handlers.undo, responses.Changed, writes=True),
    _at("themes GET /v1/themes", handlers.themes, responses.Themes),
    _at("themes GET /v1/themes/{id}", handlers.theme, responses.ThemeCard),
    _at("graph GET /v1/graph/neighbours/{name}", handlers.neighbours, responses.NeighbourList),
    _at("graph GET /v1/graph/path", handlers.way, responses.WayFound),
    _at("graph POST /v1/graph/cypher", handlers.cypher, responses.Table),
    _at("graph POST /v1/graph/edges", handlers.link, responses.Linked, writes=True, status=201),
)
