"""Which tasks does somebody say to be done, or no longer to be done?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from quaidpy.domain.identity import MemoryId, turn_id
from quaidpy.domain.language.text import words
from quaidpy.domain.language.word_forms import is_past, root_of
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.todos import TodoState, closed, is_todo, owner_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.ports.storage import MemoryStore
from quaidpy.regex import regex
from quaidpy.remember.attributes.clauses import Clause, clauses_of, topic_stems

_MOST_OPEN = 400  # tasks that are looked through
_LEAST_SHARE = 0.6  # of the fewer words of the task and of what is said to be done
_DO = root_of("did")
_LEAST_BY_DID = 2  # words of the task beside "did", which may be said of anything
_JUST_NOW = 6  # turns back to the task that "booked it" means
_DEEDS = (
    "done|finished|completed|sorted|booked|paid|sent|ordered|bought|renewed|called|posted|mailed|submitted|fixed|delivered"
    "|collected|picked up|returned|repaired|signed|filed|handed in|arranged|organi[sz]ed|written|wrote|cleaned|replaced"
)
_DONE = regex(rf"\[x\]|\b(?:{_DEEDS})\b", re.IGNORECASE)
_NOT_YET = regex(
    r"\?|\[ \]|\b(?:not|isn't|aren't|haven't|hasn't|never|will|'ll|to be|be|once|when|if|until|before"
    r"|should|must|need|needs|want|please|can|could|get)\b",
    re.IGNORECASE,
)
_ALONE = regex(
    rf"\A\W*+(?:ok(?:ay)?|yes|and|yep|all|already|just|i|i've|we|we've)?[, ]*+(?:{_DEEDS})"
    r"(?: (?:it|them|that|him|her|both))?(?: (?:today|now|already|yesterday|this morning|tonight))?[\W\d]*$",
    re.IGNORECASE,
)
_OFF = regex(
    r"\b(?:no need to|(?:don't|do not|doesn't|needn't) (?:need|have) to|never ?mind|forget about"
    r"|no longer (?:need|have) to|cancel the (?:task|reminder|to-?do)(?: of| for| to)?)\b",
    re.IGNORECASE,
)
_TO_DO = regex(
    r"\A(?:Open task:|(?:[\w'’-]++ ){1,3}?(?:(?:still )?(?:has to|needs to|must)|wants to be reminded to"
    r"|has an open task:|has on [\w'’ -]{2,40} list(?: for [\w ]{2,20})?:|[\w-]++:)) (?=\w)"
)
"""What stands in a task before its verb: "Wei has to order …", "Petra: order …"."""
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


@dataclass(frozen=True, slots=True)
class DeedsDraft:
    """What was done in a turn, as roots of its verbs: a task whose own verb is among them may be meant."""

    turn: Turn
    at: datetime
    deeds: frozenset[str]


def closed_in(turns: Sequence[Turn], now: datetime) -> list[ClosedDraft | DeedsDraft]:
    """All that people and documents say to be done or off, in order."""
    drafts: list[ClosedDraft | DeedsDraft] = []
    for turn in turns:
        if turn.role not in {Role.USER, Role.DOCUMENT}:
            continue
        at = turn.at or now
        if _DONE.search(turn.text) or _OFF.search(turn.text):
            found = (_closed(clause, turn, at) for clause in clauses_of(turn.text))
            drafts += [draft for draft in found if draft is not None]
        if deeds := _deeds(turn.text):
            drafts.append(DeedsDraft(turn, at, deeds))
    return drafts


def _deeds(text: str) -> frozenset[str]:
    return frozenset(root_of(word) for word in words(text) if is_past(word))


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
        self._stored: dict[str, list[Memory]] = {}
        self._put: dict[MemoryId, Memory] = {}

    def note(self, memory: Memory) -> None:
        """Know of a task that this transaction makes or changes."""
        if memory.kind is Kind.TODO:
            self._put[memory.id] = memory

    def close(self, draft: ClosedDraft | DeedsDraft, episode: Episode, now: datetime) -> list[Memory]:
        """The task that is meant, closed; nothing when it is none or nobody can tell which."""
        tasks = [task for task in self._open(episode) if _can_mean(draft, task)]
        if isinstance(draft, DeedsDraft):
            return [
                closed(task, TodoState.DONE, at=draft.at, now=now) for task in tasks if _is_done(task, draft)
            ]
        meant = self._told_just_now(draft, tasks) if not draft.topic else _alike(draft, tasks)
        return [closed(meant, draft.state, at=draft.at, now=now)] if meant else []

    def _open(self, episode: Episode) -> list[Memory]:
        if episode.owner not in self._stored:
            keep = Filter(owner=episode.owner, kinds=(Kind.TODO,))
            self._stored[episode.owner] = self._store.newest(keep, limit=_MOST_OPEN)
        stored = [self._put.get(task.id, task) for task in self._stored[episode.owner]]
        known = {task.id for task in stored}
        every = [*stored, *(task for task in self._put.values() if task.id not in known)]
        return [task for task in every if is_todo(task) and task.lifetime.valid_to is None]

    def _told_just_now(self, draft: ClosedDraft, tasks: Sequence[Memory]) -> Memory | None:
        """The one task told last, a few turns before; with several it is not known which."""
        turn = draft.turn
        recent = {turn_id(turn.episode, seq) for seq in range(max(0, turn.seq - _JUST_NOW), turn.seq)}
        told = [task for task in tasks if any(piece.turn in recent for piece in task.evidence)]
        return told[0] if len(told) == 1 else None


def _can_mean(draft: ClosedDraft | DeedsDraft, task: Memory) -> bool:
    """Told before, and not somebody else's."""
    if any(piece.turn == draft.turn.id for piece in task.evidence) or task.stated_at > draft.at:
        return False
    owner, speaker = owner_of(task), draft.turn.speaker
    return (
        owner is None or speaker is None or owner.startswith("The ") or owner.casefold() == speaker.casefold()
    )


def _is_done(task: Memory, told: DeedsDraft) -> bool:
    """Whether a clause says the task's own verb as done, and of the same things: "the keys are rotated"."""
    verb, things = _verb_and_things(task.text)
    return not told.deeds.isdisjoint({verb, _DO}) and any(
        _says_it_is_done(clause, verb, things) for clause in clauses_of(told.turn.text)
    )


def _says_it_is_done(clause: Clause, verb: str, things: frozenset[str]) -> bool:
    deeds = _deeds(clause.text)
    if deeds.isdisjoint({verb, _DO}) or _NOT_YET.search(clause.text):
        return False
    told = topic_stems(clause.text) - {verb}
    least = 1 if verb in deeds else _LEAST_BY_DID
    return len(things & told) >= least and _overlap(things, told) >= _LEAST_SHARE


@lru_cache(maxsize=2 * _MOST_OPEN)
def _verb_and_things(task: str) -> tuple[str, frozenset[str]]:
    """The root of what is to be done, and the stems of what it is to be done with."""
    what = _TO_DO.sub("", task, count=1)
    verb, _, rest = what.partition(" ")
    return root_of(verb.lower()), topic_stems(rest) - _SAYING


def _alike(draft: ClosedDraft, tasks: Sequence[Memory]) -> Memory | None:
    ranked = sorted(((_share(draft.topic, task), task.id, task) for task in tasks), reverse=True)
    if not ranked or ranked[0][0] < _LEAST_SHARE:
        return None
    return ranked[0][2] if len(ranked) == 1 or ranked[1][0] < ranked[0][0] else None


def _share(topic: frozenset[str], task: Memory) -> float:
    return _overlap(topic_stems(task.text) - _SAYING, topic)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the fewer that both have."""
    return len(one & other) / (min(len(one), len(other)) or 1)
