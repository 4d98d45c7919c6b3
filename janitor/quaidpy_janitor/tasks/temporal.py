"""Which memories still speak of "yesterday"?"""

import re
from collections.abc import Iterator
from dataclasses import replace

from quaidpy.domain.text import content_hash
from quaidpy.remember.dates import resolve_dates
from quaidpy_janitor.questions import digest_of
from quaidpy_janitor.reading import live_pages
from quaidpy_janitor.task import Change, Night, Rows

_RELATIVE = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|ago|last|next|this|past|coming|recent|earlier|later|now|day|days"
    r"|weekend|weeks?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
"""A word without which there is no relative date; looking for one is a hundred times cheaper than resolving it."""


def plan_temporal(night: Night) -> Iterator[Change]:
    """Writes relative dates out against the day of the statement; what is unclear stays as it is."""
    asked = {q.subjects[0]: q for q in night.tools.records.questions(night.owner) if len(q.subjects) == 1}
    for page in live_pages(night):
        for memory in page:
            if not _RELATIVE.search(memory.text):
                continue
            dated = resolve_dates(memory.text, memory.stated_at)
            if dated.text == memory.text or resolve_dates(dated.text, memory.stated_at).text != dated.text:
                continue
            fresh = replace(memory, text=dated.text, content_hash=content_hash(dated.text))
            question = asked.get(memory.id)
            # The same question, about the same statement: it must not be asked again because of its date.
            moved = (replace(question, digest=digest_of([fresh.text])),) if question else ()
            yield Change(
                verb="date",
                summary="a relative date written out",
                lines=(f"- {memory.text}", f"+ {fresh.text}"),
                rows=Rows(memories=(fresh,), questions=moved, texts=(fresh.text,), planned_on=(memory,)),
            )
