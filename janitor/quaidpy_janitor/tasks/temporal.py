"""Which memories still speak of "yesterday"?"""

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b

import quaidpy
from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.memories.index_texts import reworded
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.domain.nights import MemoryProjection, Question, ReviewMark
from quaidpy.regex import regex
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy_janitor.questions import digest_of
from quaidpy_janitor.reading import read_as_seen
from quaidpy_janitor.task import Change, Night, Rows

_RULES = quaidpy.__version__  # another version may read dates otherwise
_RELATIVE = regex(
    r"\b(?:yesterday|today|tomorrow|tonight|ago|last|next|this|past|coming|recent|earlier|later|now|day|days"
    r"|weekend|weeks?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
"""A word without which there is no relative date; looking for one is a hundred times cheaper than resolving it."""


def plan_temporal(night: Night) -> Iterator[Change]:
    """Writes relative dates out against the day of the statement; what is unclear stays as it is."""
    survey = night.tools.survey
    asked = {q.subjects[0]: q for q in night.tools.records.questions(night.owner) if len(q.subjects) == 1}
    known = night.review_marks("temporal")
    clear: dict[NodeId, ReviewMark] = {}
    dated: dict[MemoryId, str] = {}
    projections = {projection.id: projection for projection in survey.projections(night.owner)}
    for projection in projections.values():
        if not _RELATIVE.search(projection.text):
            continue
        review_mark = ReviewMark(_mark(projection))
        text = projection.text if known.get(projection.id) == review_mark else _written_out(projection)
        if text == projection.text:
            clear[projection.id] = review_mark
        else:
            dated[projection.id] = text
    for memory in read_as_seen(dated, projections, night).values():
        yield _change(memory, dated[memory.id], asked.get(memory.id))
    night.notes.looked = clear


def _mark(projection: MemoryProjection) -> bytes:
    told = f"{_RULES} {projection.stated_at.isoformat()} {projection.text}"
    return blake2b(told.encode(), digest_size=12).digest()


def _written_out(projection: MemoryProjection) -> str:
    """The text as it is where a second reading would change it again: then we have not understood it.

    What is quoted behind the statement stays as it was said.
    """
    stated = statement_alone(projection.text)
    dated = resolve_dates(stated, projection.stated_at).text
    is_settled = resolve_dates(dated, projection.stated_at).text == dated
    return f"{dated}{projection.text[len(stated) :]}" if is_settled else projection.text


def _change(memory: Memory, text: str, question: Question | None) -> Change:
    fresh = reworded(memory, text)
    # The same question, about the same statement: it must not be asked again because of its date.
    moved = (replace(question, digest=digest_of([text])),) if question else ()
    return Change(
        verb="date",
        summary="a relative date written out",
        lines=(f"- {memory.text}", f"+ {text}"),
        rows=Rows(memories=(fresh,), questions=moved, texts=(text,), planned_on=(memory,)),
    )
