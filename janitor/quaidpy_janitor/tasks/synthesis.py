"""What has a week shown: which memories helped, and which lessons come back again and again?"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.nights import DecayInputs, Matter, MemoryProjection
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.questions import Asked, opened
from quaidpy_janitor.reading import pages_of
from quaidpy_janitor.task import Change, Night, Rows
from quaidpy_janitor.theming.clusters import groups_of
from quaidpy_janitor.weekly import WHOLE, done_now, is_due, last_time

SYNTHESIS = "synthesis"
_NEUTRAL = 0.5  # outcome of what nobody has told of
_DIGITS = 4
_NEIGHBOURS = 8  # lessons that say nearly the same as one


def plan_synthesis(night: Night) -> Iterator[Change]:
    """A bounded boost for what was recalled and helped; lessons that recur are proposed as standing orders.

    Nothing is ever made an order here: a person is asked, once.
    """
    last, days = last_time(night, SYNTHESIS), night.tuning.themes.days
    if not is_due(last, night, days=days) and not night.is_thorough:
        return
    if is_due(last, night, days=days):  # however thorough a night is: twice a week would be twice the boost
        yield from _boosted(last, night)
        night.notes.looked = {WHOLE: done_now(night)}
    yield from _proposed(night)


def _boosted(last: datetime | None, night: Night) -> Iterator[Change]:
    """Of what was recalled since, and told of as useful, what was recalled most."""
    tuning = night.tuning.themes
    helped = [
        each
        for each in night.tools.survey.decay_inputs(night.owner)
        if each.usage.outcome > _NEUTRAL
        and _was_recalled(each, last)
        and each.importance < tuning.boost_ceiling
    ]
    helped.sort(key=lambda each: (-each.usage.recalls, -each.usage.outcome, each.id))
    chosen = {each.id: each for each in helped[: tuning.boosted]}
    for page in pages_of(night, sorted(chosen)):
        stale = stale_among(page, night)
        pairs = [
            (memory, replace(memory, importance=_raised(memory, chosen[memory.id], night)))
            for memory in page
            if memory.id not in stale
        ]
        moved = [(old, new) for old, new in pairs if new.importance > old.importance]
        if moved:
            yield Change(
                verb="boost",
                summary=f"{len(moved)} of what helped this week matter a little more",
                lines=tuple(
                    f"~ {new.text}  importance {old.importance:.2f} → {new.importance:.2f}"
                    for old, new in moved
                ),
                rows=Rows(
                    memories=tuple(new for _, new in moved),
                    planned_on=tuple(old for old, _ in moved),
                    is_loose=True,
                ),
            )


def _was_recalled(each: DecayInputs, last: datetime | None) -> bool:
    at = each.usage.last_recalled_at
    return at is not None and (last is None or at >= last)


def _raised(memory: Memory, told: DecayInputs, night: Night) -> float:
    tuning = night.tuning.themes
    helpful = (told.usage.outcome - _NEUTRAL) / _NEUTRAL
    return round(min(tuning.boost_ceiling, memory.importance + tuning.boost * helpful), _DIGITS)


def _proposed(night: Night) -> Iterator[Change]:
    known = Asked(night, Matter.LESSON)
    lessons = {
        memory.id: memory
        for page in pages_of(night, _lessons(night))
        for memory in page
        if not memory.flagged and memory.kind is Kind.LESSON
    }
    for group in _alike(lessons, night):
        memories = [lessons[each] for each in group]
        times = sum(memory.confirmations + 1 for memory in memories)
        if times < night.tuning.themes.recurs_from or known.about(*memories) is not None:
            continue
        reason = f"told {times} times; as a standing order agents would always keep to it"
        yield Change(
            verb="ask",
            summary=f"a lesson that was {reason.partition(';')[0]}",
            lines=tuple(f"~ {memory.text}" for memory in memories),
            rows=Rows(questions=(opened(night, Matter.LESSON, memories, reason),)),
        )


def _lessons(night: Night) -> list[MemoryId]:
    overview = night.desk.overview(night.owner, night.tools.survey, night.tools.store, night.tools.is_word)
    found: list[MemoryProjection] = [
        each for each in overview.projections.values() if each.kind is Kind.LESSON
    ]
    stale = stale_among(found, night)
    return [each.id for each in found if each.id not in stale]


def _alike(lessons: dict[MemoryId, Memory], night: Night) -> list[list[MemoryId]]:
    """Each lesson once, with those of the same place that say nearly the same."""
    search, tuning = night.tools.search, night.tuning.themes
    vectors = search.vectors(night.owner, sorted(lessons))
    having = [MemoryId(each) for each in sorted(vectors)]
    moment = Moment(as_of=night.now, known_at=night.now)
    keep = Filter(owner=night.owner, kinds=(Kind.LESSON,), moment=moment)
    near = (
        search.nearest_to_each(
            [vectors[each] for each in having],
            Corpus.MEMORIES,
            keep,
            limit=_NEIGHBOURS,
            least=tuning.similarity,
        )
        if having
        else []
    )
    pairs = {
        (min(one, other), max(one, other)): hit.score
        for one, hits in zip(having, near, strict=True)
        for hit in hits
        if (other := MemoryId(hit.node)) in lessons
        and one != other
        and _place(lessons, one) == _place(lessons, other)
    }
    groups = groups_of(
        ((one, other, score) for (one, other), score in pairs.items()),
        most=tuning.most_members,
        resolution=1.0,
    )
    met = {each for group in groups for each in group}
    return [*groups, *([each] for each in sorted(lessons) if each not in met)]


def _place(lessons: dict[MemoryId, Memory], each: MemoryId) -> str | None:
    return lessons[each].project
