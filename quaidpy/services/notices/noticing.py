"""What has happened since somebody last looked, and who is to be told? Read from the operations, the night's records.

Looked at when notices are asked for: taking in, recalling and changing cost nothing more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Operation, RowChange
from quaidpy.domain.nights import NightState, QuestionState
from quaidpy.domain.notice_tuning import NoticeKind, is_told, levels_of
from quaidpy.domain.notices import NOTICE_PREFIX, PERSON, Look, Notice, NoticeId, Subscription, Told
from quaidpy.domain.recall.traces import Trace
from quaidpy.domain.spaces import Space
from quaidpy.services.parts import Parts

_OVERLAP = timedelta(minutes=10)
"""Looked at again: an operation may be committed after a later one. The key of its event keeps it to one notice."""
_FIRST_LOOK = timedelta(days=1)
_USED_WITHIN = timedelta(days=1)
TROUBLE_OF = "trouble:"
"""How the event of a night that failed begins; its run follows."""
RECALL_OF = "recalled:"
"""How the event of a recall begins; its id follows."""
_DOCUMENTS_TASK = "rag"
_MOST_OPERATIONS = 2_000


@dataclass(frozen=True, slots=True)
class _News:
    """What happened in a space. Notices are `parts.owner`'s, wherever it happened."""

    parts: Parts
    space: Owner

    @property
    def is_own(self) -> bool:
        return self.space == self.parts.owner

    def may_be_told_to(self, recipient: AgentName) -> bool:
        return any(each.key == self.space for each in spaces_of(recipient, self.parts))


def notice_what_happened(parts: Parts) -> None:
    """Queue a notice for everybody who is to be told of what happened since the last look, in any space they may read.

    Nothing did: a read a space, and two.
    """
    now, records = parts.remembering.clock.now(), parts.notices.records
    spaces = _spaces_heard(parts)
    newest = "|".join(records.newest(space, now) for space in spaces)
    last = records.last_look(parts.owner)
    if last is not None and last.newest == newest:
        return
    since = now - _FIRST_LOOK if last is None else last.upto - _OVERLAP
    levels = levels_of(parts.notices.tuning.level, parts.notices.tuning.overrides)
    found = [
        *(notice for space in spaces for notice in _of_operations(_News(parts, space), since)),
        *_of_nights(parts, now),
    ]
    if is_told(NoticeKind.RECALLED, levels[NoticeKind.RECALLED]):
        found += _of_recalls(parts, since)
    told = [each for each in found if is_told(each.kind, levels[each.kind])]
    records.put_notices(
        parts.owner, told, Look(upto=now, newest=newest), most_waiting=parts.notices.tuning.most_waiting
    )


def notice_test(recipient: AgentName, parts: Parts) -> Notice:
    """Queue a notice of nothing, to show where notices reach the recipient."""
    now, records = parts.remembering.clock.now(), parts.notices.records
    made = _notice(parts, NoticeKind.TEST, f"test:{now.isoformat()}", now, recipient=recipient)
    look = records.last_look(parts.owner) or Look(upto=now, newest="")
    records.put_notices(parts.owner, [made], look, most_waiting=parts.notices.tuning.most_waiting)
    return made


def _spaces_heard(parts: Parts) -> list[Owner]:
    """Of which the person, or an agent that subscribed to something, may be told; one's own first."""
    subscribed = {each.recipient for each in parts.notices.records.subscriptions(parts.owner)}
    heard = (space.key for agent in (PERSON, *sorted(subscribed)) for space in spaces_of(agent, parts))
    return list(dict.fromkeys((parts.owner, *heard)))


def spaces_of(recipient: AgentName, parts: Parts) -> list[Space]:
    """Those of which this recipient may be told now."""
    return parts.access.heard_by(None if recipient == PERSON else recipient)


def _of_operations(news: _News, since: datetime) -> Iterator[Notice]:
    parts = news.parts
    operations = [
        each
        for each in parts.remembering.store.operations(news.space, since=since, limit=_MOST_OPERATIONS)
        if each.undone_by is None
    ]
    changed = [
        (operation, change, MemoryId(str(dict(change.key)["id"])))
        for operation in reversed(operations)
        for change in operation.changes
        if change.table == "memories" and change.after is not None
    ]
    replaced = {
        MemoryId(str(new)): (old, operation)
        for operation, change, old in changed
        if (new := dict(change.after or ()).get("superseded_by"))
    }
    yield from _of_replacements(replaced, news)
    worded = [each for each in changed if _is_new_wording(each[1])]
    yield from _of_edits([(each[2], each[0]) for each in worded if each[1].before is not None], news)
    yield from _of_subscriptions(worded, {new: old for new, (old, _) in replaced.items()}, news)
    for operation in operations if news.is_own else ():
        stored = sum(
            change.table == "memories" and change.before is None and change.after is not None
            for change in operation.changes
        )
        if stored and operation.cause.verb == "extract":
            event = f"taken-in:{operation.id}"
            yield _notice(parts, NoticeKind.TAKEN_IN, event, operation.at, count=stored)


def _is_new_wording(change: RowChange) -> bool:
    return change.before is None or "text" in dict(change.before)


def _of_replacements(
    replaced: Mapping[MemoryId, tuple[MemoryId, Operation]], news: _News
) -> Iterator[Notice]:
    """Of those that give way to another memory."""
    for new, (old, operation) in replaced.items():
        for agent in _misled(old, operation, news):
            event = f"replaced:{old}"
            yield _notice(
                news.parts, NoticeKind.REPLACED, event, operation.at, recipient=agent, memory=new, before=old
            )


def _of_edits(edited: Sequence[tuple[MemoryId, Operation]], news: _News) -> Iterator[Notice]:
    """Of those that say something else now."""
    for identity, operation in edited:
        for agent in _misled(identity, operation, news):
            event = f"edited:{identity}:{operation.id}"
            yield _notice(
                news.parts, NoticeKind.REPLACED, event, operation.at, recipient=agent, memory=identity
            )


def _misled(memory: MemoryId, operation: Operation, news: _News) -> list[AgentName]:
    """Who was given it on the day before it changed, may still read it, and has not changed it themselves."""
    since, parts = operation.at - _USED_WITHIN, news.parts
    given = parts.notices.records.recalled_for(parts.owner, memory, since=since, upto=operation.at)
    return [agent for agent in given if agent != _doer(operation) and news.may_be_told_to(agent)]


def _doer(operation: Operation) -> AgentName:
    caller = operation.cause.caller
    return PERSON if caller is None else AgentName(caller.agent)


def _of_subscriptions(
    worded: Sequence[tuple[Operation, RowChange, MemoryId]],
    before: Mapping[MemoryId, MemoryId],
    news: _News,
) -> Iterator[Notice]:
    parts = news.parts
    wanted = [
        each
        for each in parts.notices.records.subscriptions(parts.owner)
        if each.space in {None, news.space} and news.may_be_told_to(each.recipient)
    ]
    if not wanted or not worded:
        return
    ids = list(dict.fromkeys(identity for *_, identity in worded))
    memories = {each.id: each for each in parts.remembering.store.memories(news.space, ids)}
    known = _held_against(list(memories.values()), news)
    for operation, change, identity in worded:
        event = f"stored:{identity}" if change.before is None else f"worded:{identity}:{operation.id}"
        for recipient in sorted({each.recipient for each in wanted if _hears(each, operation)}):
            mine = [each for each in wanted if each.recipient == recipient and _hears(each, operation)]
            if identity in known and any(each.wants(known[identity]) for each in mine):
                yield _notice(
                    parts,
                    NoticeKind.SUBSCRIBED,
                    event,
                    operation.at,
                    recipient=recipient,
                    memory=identity,
                    before=before.get(identity),
                )


def _hears(subscription: Subscription, operation: Operation) -> bool:
    """Of what came after it; not of what its own agent did."""
    is_own = operation.cause.caller is not None and _doer(operation) == subscription.recipient
    return operation.at >= subscription.made_at and not is_own


def _held_against(memories: Sequence[Memory], news: _News) -> dict[MemoryId, Told]:
    store = news.parts.remembering.store
    mentions = store.mentions_of(news.space, [each.id for each in memories])
    entities = {each.id: each for each in store.entities(news.space, [each.entity for each in mentions])}
    names: dict[str, set[str]] = {}
    for mention in mentions:
        if entity := entities.get(mention.entity):
            all_names = (entity.name, *entity.aliases)
            names.setdefault(mention.node, set()).update(name.casefold() for name in all_names)
    return {
        each.id: Told(
            space=news.space,
            kind=each.kind.value,
            text=each.text,
            project=each.project,
            entities=frozenset(names.get(each.id, ())),
        )
        for each in memories
    }


def _of_nights(parts: Parts, now: datetime) -> Iterator[Notice]:
    for night in parts.nights.nights(parts.owner, limit=1):
        ended = night.ended_at or night.started_at  # one that was cut off has no end
        match night.state:
            case NightState.DONE:
                yield _notice(parts, NoticeKind.NIGHT, f"night:{night.run}", ended)
                if changed := sum(task.applied for task in night.tasks if task.task == _DOCUMENTS_TASK):
                    event = f"documents:{night.run}"
                    yield _notice(parts, NoticeKind.DOCUMENTS, event, ended, count=changed)
            case NightState.FAILED:
                yield _notice(parts, NoticeKind.TROUBLE, f"{TROUBLE_OF}{night.run}", ended)
            case NightState.RUNNING:
                pass
    waiting = open_questions(parts, now)
    if waiting:
        newest = max(waiting)
        yield _notice(
            parts, NoticeKind.QUESTIONS, f"questions:{newest.isoformat()}", newest, count=len(waiting)
        )


def _of_recalls(parts: Parts, since: datetime) -> Iterator[Notice]:
    """Of the last hundred: who was given something."""
    for text in parts.remembering.store.recall_traces(parts.owner, None):
        trace = Trace.from_json(text)
        given, asked_at = (
            sum(not each.left_out for each in trace.results),
            datetime.fromisoformat(trace.asked_at),
        )
        if given and asked_at >= since:
            yield _notice(parts, NoticeKind.RECALLED, f"{RECALL_OF}{trace.id}", asked_at, count=given)


def open_questions(parts: Parts, now: datetime) -> list[datetime]:
    """When those were asked that wait for a person now."""
    asked = parts.nights.questions(parts.owner, state=QuestionState.OPEN)
    return [each.asked_at for each in asked if each.due_at is None or each.due_at <= now]


def _notice(
    parts: Parts,
    kind: NoticeKind,
    event: str,
    happened_at: datetime,
    *,
    recipient: AgentName = PERSON,
    **about: object,
) -> Notice:
    return Notice(
        id=NoticeId(parts.remembering.ids.new(NOTICE_PREFIX)),
        owner=parts.owner,
        recipient=recipient,
        event=event,
        kind=kind,
        happened_at=happened_at,
        **about,  # type: ignore[arg-type]
    )
