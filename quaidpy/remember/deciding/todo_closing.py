"""Which tasks does somebody say to be done, or no longer to be done?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.identity import MemoryId, turn_id
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.todos import TodoState, closed, is_todo, owner_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.ports.storage import MemoryStore
from quaidpy.remember.attributes.clauses import Clause, clauses_of, topic_stems

_MOST_OPEN = 400  # tasks that are looked through
_LEAST_SHARE = 0.6  # of the fewer words of the task and of what is said to be done
_JUST_NOW = 6  # turns back to the task that "booked it" means
_DEEDS = (
    "done|finished|completed|sorted|booked|paid|sent|ordered|bought|renewed|called|posted|mailed|submitted|fixed|delivered"
    "|collected|picked up|returned|repaired|signed|filed|handed in|arranged|organi[sz]ed|written|wrote|cleaned|replaced"
)
_DONE = re.compile(rf"\[x\]|\b(?:{_DEEDS})\b", re.IGNORECASE)
_NOT_YET = re.compile(
    r"\?|\[ \]|\b(?:not|isn't|aren't|haven't|hasn't|never|will|'ll|to be|be|once|when|if|until|before"
    r"|should|must|need|needs|want|please|can|could|get)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"\A\W*+(?:ok(?:ay)?|yes|and|yep|all|already|just|i|i've|we|we've)?[, ]*+(?:{_DEEDS})"
    r"(?: (?:it|them|that|him|her|both))?(?: (?:today|now|already|yesterday|this morning|tonight))?[\W\d]*$",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:no need to|(?:don't|do not|doesn't|needn't) (?:need|have) to|never ?mind|forget about"
    r"|no longer (?:need|have) to|cancel the (?:task|reminder|to-?do)(?: of| for| to)?)\b",
    re.IGNORECASE,
)
_OTHERWISE_SPELT = topic_stems("paid sent bought written wrote made")
"""Deeds whose past does not look like the task."""
_SAYING = frozenset(topic_stems("user reminded wants remind reminder task todo note"))


@dataclass(frozen=True, slots=True)
class ClosedDraft:
    """Something that somebody says to be done, or to be off: `topic` of what, empty where they mean the last task."""

    turn: Turn
    at: datetime
    state: TodoState
    topic: frozenset[str]


def closed_in(turns: Sequence[Turn], now: datetime) -> list[ClosedDraft]:
    """All that people and documents say to be done or off, in order."""
    return [
        draft
        for turn in turns
        if turn.role in {Role.USER, Role.DOCUMENT} and (_DONE.search(turn.text) or _OFF.search(turn.text))
        for clause in clauses_of(turn.text)
        if (draft := _closed(clause, turn, turn.at or now)) is not None
    ]


def _closed(clause: Clause, turn: Turn, at: datetime) -> ClosedDraft | None:
    if _OFF.search(clause.text):
        return ClosedDraft(turn, at, TodoState.CANCELLED, clause.topic)
    if not _DONE.search(clause.text) or _NOT_YET.search(clause.text):
        return None
    alone = _ALONE.match(clause.text) is not None
    topic = frozenset() if alone else topic_stems(clause.text) - _OTHERWISE_SPELT
    return ClosedDraft(turn, at, TodoState.DONE, topic) if alone or topic else None


class TodoLedger:
    """Open tasks as they will be after this transaction."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._put: dict[MemoryId, Memory] = {}

    def note(self, memory: Memory) -> None:
        """Know of a task that this transaction makes or changes."""
        if memory.kind is Kind.TODO:
            self._put[memory.id] = memory

    def close(self, draft: ClosedDraft, episode: Episode, now: datetime) -> list[Memory]:
        """The task that is meant, closed; nothing when it is none or nobody can tell which."""
        tasks = [task for task in self._open(episode) if _can_mean(draft, task)]
        meant = self._told_just_now(draft, tasks) if not draft.topic else _alike(draft, tasks)
        return [closed(meant, draft.state, at=draft.at, now=now)] if meant else []

    def _open(self, episode: Episode) -> list[Memory]:
        keep = Filter(owner=episode.owner, scopes=(episode.scope,), kinds=(Kind.TODO,))
        stored = [self._put.get(task.id, task) for task in self._store.newest(keep, limit=_MOST_OPEN)]
        known = {task.id for task in stored}
        every = [*stored, *(task for task in self._put.values() if task.id not in known)]
        return [task for task in every if is_todo(task) and task.lifetime.valid_to is None]

    def _told_just_now(self, draft: ClosedDraft, tasks: Sequence[Memory]) -> Memory | None:
        """The one task told last, a few turns before; with several it is not known which."""
        turn = draft.turn
        recent = {turn_id(turn.episode, seq) for seq in range(max(0, turn.seq - _JUST_NOW), turn.seq)}
        told = [task for task in tasks if any(piece.turn in recent for piece in task.evidence)]
        return told[0] if len(told) == 1 else None


def _can_mean(draft: ClosedDraft, task: Memory) -> bool:
    """Told before, and not somebody else's."""
    if any(piece.turn == draft.turn.id for piece in task.evidence) or task.stated_at > draft.at:
        return False
    owner, speaker = owner_of(task), draft.turn.speaker
    return (
        owner is None or speaker is None or owner.startswith("The ") or owner.casefold() == speaker.casefold()
    )


def _alike(draft: ClosedDraft, tasks: Sequence[Memory]) -> Memory | None:
    ranked = sorted(((_share(draft.topic, task), task.id, task) for task in tasks), reverse=True)
    if not ranked or ranked[0][0] < _LEAST_SHARE:
        return None
    return ranked[0][2] if len(ranked) == 1 or ranked[1][0] < ranked[0][0] else None


def _share(topic: frozenset[str], task: Memory) -> float:
    own = topic_stems(task.text) - _SAYING
    shared = own & topic
    return len(shared) / (min(len(own), len(topic)) or 1) if shared else 0.0
