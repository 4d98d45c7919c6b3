"""What did the person really ask? Channel metadata, injected memory and system text are not the question."""

import re

from quaidpy.domain.recall.blocks import without_memory_blocks
from quaidpy.regex import regex

_TAGGED = regex(
    r"<(system-reminder|system|context|environment_details|ide_\w+)>(?:(?!<\1>).)*?</\1>",
    re.DOTALL | re.IGNORECASE,
)
_CHANNEL = regex(
    r"^\s*(?:\[[^\]\n]{1,120}\]\s*)+(?=\S)|^\s*(?:from|channel|sender|message_id)\s*:[^\n]*\n", re.IGNORECASE
)
_FENCE = regex(r"```.*?```", re.DOTALL)
_LONG = 600  # characters; a question that follows a wall of text is its last paragraph


def clean_question(text: str) -> str:
    """The question alone; the text itself when nothing but noise would be left."""
    bare = _TAGGED.sub(" ", without_memory_blocks(text))
    while (shorter := _CHANNEL.sub("", bare, count=1)) != bare:
        bare = shorter
    bare = _last_question(bare.strip())
    return " ".join(bare.split()) or " ".join(text.split())


def _last_question(text: str) -> str:
    """Of a text longer than any question, the last paragraph that is not code."""
    if len(text) <= _LONG:
        return text
    paragraphs = [p.strip() for p in re.split(r"\n\s*\n|\n", _FENCE.sub("\n\n", text)) if p.strip()]
    return paragraphs[-1][-_LONG:] if paragraphs else text[-_LONG:]
