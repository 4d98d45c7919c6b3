"""What is there to say in short about those that much is known of, and about long memories?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.identity import EntityId, MemoryId, NodeId
from quaidpy.domain.language.text import spoken_date, words
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.nights import MemoryCriteria, ReviewMark
from quaidpy_janitor.judging import by_model, told
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.reading import pages_of
from quaidpy_janitor.task import Change, Night, Rows
from quaidpy_janitor.tasks.contradictions import says_no_more

_NOTES = 12  # memories a summary is made of
_READ = 3 * _NOTES  # latest ones that are looked at; some of them are over
_LEAST_NOTES = 5
_SENTENCES = 2
_BESIDE = 2
_MOST_TOKENS = 160  # of a summary
_LOOKED_FOR_THEMES = 1000  # latest memories of an entity whose themes are looked for
SUMMARIES = "summaries"
_LONG = 40  # words from which a memory gets an abstract


def plan_summaries(night: Night) -> Iterator[Change]:
    """Fills what is missing: by the model, or without one by the weightiest sentences there are; of what is current.

    Where the model should have answered and did not, the place stays empty for another night. What it says must not
    hold a name, figure or date that its notes lack; then the sentences of the notes are taken. A statement is never
    cut: where no model says it shorter and true, it is its own abstract.
    """
    waiting = 0
    told_of = night.tools.survey.much_mentioned(night.owner, least=_LEAST_NOTES)
    outgrown = outgrown_entities(night)
    marks = dict(outgrown.marks)
    for entity in night.tools.store.entities(night.owner, sorted({*told_of, *outgrown.due})):
        notes = _compacted(entity, night) if entity.id in marks else _notes(entity, night)
        if len(notes) >= _LEAST_NOTES:
            change = _summary(entity, notes, night)
            if change is None:
                waiting += 1
                marks.pop(entity.id, None)
            elif change.rows.entities != (entity,):
                yield change
        elif entity.summary is not None:
            yield _forgotten(entity)
    for page in pages_of(night, _long(night)):
        for memory in page:
            change = _abstract(memory, night) if _has_model(night) else _uncut(memory)
            waiting += change is None and _has_model(night)
            yield from () if change is None else (change,)
    night.notes.looked = marks
    if waiting:
        night.notes.left.append(f"{waiting} summaries and abstracts wait for the model")


@dataclass(frozen=True, slots=True)
class Outgrown:
    """Entities of whom so much is told that a few notes are no summary; `due`: of whom much was added since theirs."""

    marks: dict[NodeId, ReviewMark]
    due: frozenset[EntityId]


def outgrown_entities(night: Night) -> Outgrown:
    """Each time so many facts more; the facts themselves stay, all of them."""
    least = night.tuning.themes.compact_facts
    overview = night.desk.overview(night.owner, night.tools.survey, night.tools.store, night.tools.is_word)
    counts = Counter(entity for memory in overview.projections for entity in overview.mentioned(memory))
    grown = {entity: count // least for entity, count in counts.items() if count >= least}
    known = night.tools.survey.review_marks(night.owner, SUMMARIES)
    times = {entity: int(known[entity].mark) if entity in known else 0 for entity in grown}
    marks: dict[NodeId, ReviewMark] = {
        entity: ReviewMark(str(max(each, times[entity])).encode()) for entity, each in grown.items()
    }
    return Outgrown(marks, frozenset(entity for entity, each in grown.items() if each > times[entity]))


def _compacted(entity: Entity, night: Night) -> list[Memory]:
    """The most central statement of each theme about it, the largest themes first, then what is newest."""
    newest = _notes(entity, night)
    store = night.tools.store
    told = store.memories_about(night.owner, entity.id, limit=_LOOKED_FOR_THEMES)
    themes = sorted(store.themes_of(night.owner, told), key=lambda theme: (-len(theme.members), theme.id))
    central = [theme.ids[0] for theme in themes if theme.ids[0] in set(told)][: _NOTES // 2]
    held = [m for m in store.memories(night.owner, central) if m.status in LIVE_STATUSES and not m.flagged]
    stale = stale_among(held, night)
    first = [memory for memory in held if memory.id not in stale]
    known = {memory.id for memory in first}
    return [*first, *(memory for memory in newest if memory.id not in known)][:_NOTES]


def _has_model(night: Night) -> bool:
    """One that is meant to be used: a night without any allowance is a night without a model."""
    return night.tools.model is not None and night.budget.max_tokens > 0


def _long(night: Night) -> list[MemoryId]:
    """Long ones without an abstract: words are counted at a glance, the whole rows are read of these alone."""
    survey = night.tools.survey
    sought = set(survey.memories_matching(night.owner, MemoryCriteria(longer_than=2 * _LONG)))
    projections = survey.projections(night.owner) if sought else []
    return [each.id for each in projections if each.id in sought and len(words(each.text)) > _LONG]


def _notes(entity: Entity, night: Night) -> list[Memory]:
    """What is said of it and holds."""
    ids = night.tools.store.memories_about(night.owner, entity.id, limit=_READ)
    told = [
        memory
        for memory in night.tools.store.memories(night.owner, ids)
        if memory.status in LIVE_STATUSES and not memory.flagged
    ]
    stale = stale_among(told, night)
    place = {identity: at for at, identity in enumerate(ids)}
    return sorted((m for m in told if m.id not in stale), key=lambda m: place[m.id])[:_NOTES]


def _forgotten(entity: Entity) -> Change:
    return Change(
        verb="summarize",
        summary=f"what was known of {entity.name} is over, and too little is left to sum up",
        lines=(f"- {entity.summary}",),
        rows=Rows(entities=(replace(entity, summary=None),), planned_on=(entity,)),
    )


def _summary(entity: Entity, notes: list[Memory], night: Night) -> Change | None:
    names = tuple(name.casefold() for name in (entity.name, *entity.aliases))
    best = sorted(notes, key=lambda memory: (_is_beside(memory, names), -memory.importance, memory.id))
    telling = [memory for memory in best[:_SENTENCES] if _is_beside(memory, names) < _BESIDE] or best[
        :_SENTENCES
    ]
    text = " ".join(_ended(memory.text) for memory in telling)
    if count_tokens(text) > _MOST_TOKENS:
        text = _ended(min(telling, key=lambda memory: (len(memory.text), memory.id)).text)
    by: tuple[str | None, str | None] = (None, None)
    if _has_model(night):
        dates = [spoken_date(memory.stated_at) for memory in notes]
        shown = "\n".join(f"{memory.text} ({at})" for memory, at in zip(notes, dates, strict=True))
        answer = told("entity_summary", {"name": entity.name, "notes": shown}, night)
        if answer is None:
            return None
        said = str(answer.value["summary"]).strip()
        if (
            said
            and count_tokens(said) <= _MOST_TOKENS
            and says_no_more(said, notes, night, besides=(entity.name, *dates))
        ):
            text, by = said, by_model(answer, night)
    return Change(
        verb="summarize",
        summary=f"what is known of {entity.name}",
        lines=(f"+ {text}",),
        rows=Rows(entities=(replace(entity, summary=text),), planned_on=(entity,)),
        model=by[0],
        prompt=by[1],
    )


def _is_beside(memory: Memory, names: tuple[str, ...]) -> int:
    """0 where the memory begins with one of the names, 1 where it has one, 2 where it speaks of something else."""
    text = memory.text.casefold()
    return 0 if text.startswith(names) else 1 if any(name in text for name in names) else _BESIDE


def _ended(text: str) -> str:
    return text if text.rstrip(")”\"'").endswith((".", "!", "?", "…")) else f"{text}."


def _abstract(memory: Memory, night: Night) -> Change | None:
    """By the model; what is no shorter way of saying all of it leaves the statement as its own abstract."""
    answer = told("abstracts", {"text": memory.text}, night)
    if answer is None:
        return None
    short, longer = (str(answer.value[key]).strip() for key in ("abstract", "overview"))
    is_true = bool(short) and not _is_beginning(short, memory.text) and says_no_more(short, [memory], night)
    fresh = replace(memory, abstract=short if is_true else memory.text)
    if is_true and longer and says_no_more(longer, [memory], night):
        fresh = replace(fresh, overview=longer)
    model, prompt = by_model(answer, night)
    return _abstracted(memory, fresh, model if is_true else None, prompt if is_true else None)


def _uncut(memory: Memory) -> Change | None:
    """An abstract that is only how the statement begins goes: without it, the statement stands for itself."""
    return None if memory.abstract is None else _abstracted(memory, replace(memory, abstract=None))


def _abstracted(memory: Memory, fresh: Memory, model: str | None = None, prompt: str | None = None) -> Change:
    return Change(
        verb="summarize",
        summary="an abstract of a long memory" if fresh.abstract else "an abstract that was cut off goes",
        lines=(f"~ {memory.text[:200]}", f"+ {fresh.abstract}" if fresh.abstract else f"- {memory.abstract}"),
        rows=Rows(memories=(fresh,), planned_on=(memory,)),
        model=model,
        prompt=prompt,
    )


def _is_beginning(short: str, text: str) -> bool:
    """Whether it has the first words of the text and no others: how a statement goes on may turn it round."""
    said, whole = words(short), words(text)
    return said == whole[: len(said)]
