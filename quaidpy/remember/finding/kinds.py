"""Is what is told a lesson, a procedure, an experience or a solved case? By how it is put."""

import re

from quaidpy.domain.memories.memory import Kind
from quaidpy.regex import regex

_OPEN = frozenset({Kind.FACT, Kind.EVENT})
"""Kinds that say nothing of what a statement is good for; a decision, a wish or a task is one already."""
_TOLD = (
    (
        Kind.LESSON,
        regex(
            r"\b(?:root cause|the (?:real |actual )?(?:cause|culprit)\b[\w ]{0,40} (?:was|is|turned out)"
            r"|turned out (?:that |to be |it was )|(?:was|were) to blame\b"
            r"|(?:failed|fails|broke|crashed|died|hung|went down|was (?:down|slow|offline)|leaked) because of\b"
            r"|lessons? (?:learn(?:ed|t)|from)|note for next time"
            r"|next time (?:we|i|you)(?:['’]ll| (?:will|must|should|need|have|don['’]?t|do not|always))\b|never again)",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.CASE,
        regex(
            r"\b(?:fixed|solved|resolved|cured) (?:it|this|that|the [\w -]{2,40}?) (?:by|with) \w"
            r"|\b(?:ticket|incident|outage|problem|issue|error)\b[\w ,'-]{0,60}"
            r" (?:fixed|solved|resolved|went away) (?:by|with|after|once|when)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.EXPERIENCE,
        regex(
            r"\b(?:i|we)(?:'ve| have)? tried\b[^.;\n]{3,80}"
            r"\b(?:worked|works|failed|helped|didn't|did not|no luck|useless)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.PROCEDURE,
        regex(
            r"^(?:in order to|to|how to) \w[^.;:\n]{2,60}[,:]"
            r" (?:first|run|open|go|call|use|press|type|take|set|turn|hold|pull|do)\b"
            r"|\b(?:first|step 1)\b[^.\n]{3,80}\bthen\b[^.\n]{3,80}",
            re.IGNORECASE,
        ),
    ),
)


def kind_of_statement(spoken: str, kind: Kind) -> Kind:
    """What a statement is by how it was put; `kind`: as it was taken so far."""
    if kind not in _OPEN:
        return kind
    return next((told for told, form in _TOLD if form.search(spoken)), kind)
