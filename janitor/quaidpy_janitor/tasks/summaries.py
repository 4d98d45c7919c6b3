"""What is there to say in short about those that much is known of, and about long memories?"""

from collections.abc import Iterator
from dataclasses import replace

from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import spoken_date, words
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.nights import MemoryCriteria
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
_LONG = 40  # words from which a memory gets an abstract


def plan_summaries(night: Night) -> Iterator[Change]:
    """Fills what is missing: by the model, or without one by the weightiest sentences there are; of what is current.

    Where the model should have answered and did not, the place stays empty for another night. What it says must not
    hold a name, figure or date that its notes lack; then the sentences of the notes are taken. A statement is never
    cut: where no model says it shorter and true, it is its own abstract.
    """
    waiting = 0
    told_of = night.tools.survey.much_mentioned(night.owner, least=_LEAST_NOTES)
    for entity in night.tools.store.entities(night.owner, told_of):
        notes = _notes(entity, night)
        if len(notes) >= _LEAST_NOTES:
            change = _summary(entity, notes, night)
            waiting += change is None
            yield from () if change is None else (change,)
        elif entity.summary is not None:
            yield _forgotten(entity)
    for page in pages_of(night, _long(night)):
        for memory in page:
            change = _abstract(memory, night) if _has_model(night) else _uncut(memory)
            waiting += change is None and _has_model(night)
            yield from () if change is None else (change,)
    if waiting:
        night.notes.left.append(f"{waiting} summaries and abstracts wait for the model")


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
    by: tuple[str | None, str | None] = (None, None)
    if _has_model(night):
        dates = [spoken_date(memory.stated_at) for memory in notes]
        shown = "\n".join(f"{memory.text} ({at})" for memory, at in zip(notes, dates, strict=True))
        answer = told("entity_summary", {"name": entity.name, "notes": shown}, night)
        if answer is None:
            return None
        said = str(answer.value["summary"]).strip()
        if said and says_no_more(said, notes, night, besides=(entity.name, *dates)):
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
