"""What is there to say in short about those that much is known of, and about long memories?"""

from collections.abc import Iterator
from dataclasses import replace

from quaidpy.domain.entities import Entity
from quaidpy.domain.memories import Memory
from quaidpy.domain.nights import Sought
from quaidpy.domain.text import spoken_date, words
from quaidpy.remember.asking import ask
from quaidpy_janitor.reading import live_pages
from quaidpy_janitor.task import Change, Night, Rows

_NOTES = 12  # memories a summary is made of
_LEAST_NOTES = 5
_SENTENCES = 2
_LONG = 40  # words from which a memory gets an abstract
_ABSTRACT_WORDS = 25


def plan_summaries(night: Night) -> Iterator[Change]:
    """Fills what is missing: by the model, or by the weightiest sentences there are."""
    told_of = night.tools.survey.much_told_of(night.owner, least=_LEAST_NOTES)
    for entity in night.tools.store.entities(night.owner, told_of):
        notes = _notes(entity, night)
        if len(notes) >= _LEAST_NOTES:
            yield _summary(entity, notes, night)
    for page in live_pages(night, Sought(longer_than=2 * _LONG)):
        for memory in page:
            if len(words(memory.text)) > _LONG:
                yield _abstract(memory, night)


def _notes(entity: Entity, night: Night) -> list[Memory]:
    ids = night.tools.store.memories_about(night.owner, entity.id, limit=_NOTES)
    return [memory for memory in night.tools.store.memories(night.owner, ids) if not memory.flagged]


def _summary(entity: Entity, notes: list[Memory], night: Night) -> Change:
    model = night.tools.model
    by: tuple[str | None, str | None] = (None, None)
    if model is not None and night.may_ask():
        told = "\n".join(f"{memory.text} ({spoken_date(memory.stated_at)})" for memory in notes)
        answer = ask("entity_summary", {"name": entity.name, "notes": told}, model)
        text, by = str(answer.value["summary"]).strip(), (model.model.name, answer.prompt)
    else:
        best = sorted(notes, key=lambda memory: (-memory.importance, -memory.confirmations, memory.id))
        text = " ".join(memory.text for memory in best[:_SENTENCES])
    return Change(
        verb="summarize",
        summary=f"what is known of {entity.name}",
        lines=(f"+ {text}",),
        rows=Rows(entities=(replace(entity, summary=text),), planned_on=(entity,)),
        model=by[0],
        prompt=by[1],
    )


def _abstract(memory: Memory, night: Night) -> Change:
    model = night.tools.model
    overview: str | None = None
    by: tuple[str | None, str | None] = (None, None)
    if model is not None and night.may_ask():
        answer = ask("abstracts", {"text": memory.text}, model)
        abstract, overview = str(answer.value["abstract"]).strip(), str(answer.value["overview"]).strip()
        by = (model.model.name, answer.prompt)
    else:
        abstract = _first_words(memory.text)
    return Change(
        verb="summarize",
        summary="an abstract of a long memory",
        lines=(f"~ {memory.text[:200]}", f"+ {abstract}"),
        rows=Rows(
            memories=(replace(memory, abstract=abstract, overview=overview or memory.overview),),
            planned_on=(memory,),
        ),
        model=by[0],
        prompt=by[1],
    )


def _first_words(text: str) -> str:
    """The first sentence, or as much of it as an abstract may have."""
    first = text.split(". ", 1)[0].split()
    cut = " ".join(first[:_ABSTRACT_WORDS])
    return f"{cut.rstrip('.,;')}…" if len(first) > _ABSTRACT_WORDS else f"{cut.rstrip('.')}."
