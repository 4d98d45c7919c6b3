"""How is a conversation cut so that each piece fits one call of a model?"""

from collections.abc import Sequence

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.episodes import Turn

_AROUND = 12  # tokens of number, speaker and date before each turn, and to spare


def cut_at_turns(turns: Sequence[Turn], *, most_tokens: int) -> list[Sequence[Turn]]:
    """Consecutive pieces of at most so many tokens, cut between turns; a longer turn is a piece of its own."""
    pieces: list[Sequence[Turn]] = []
    start, size = 0, 0
    for place, turn in enumerate(turns):
        tokens = count_tokens(turn.text) + _AROUND
        if place > start and size + tokens > most_tokens:
            pieces.append(turns[start:place])
            start, size = place, 0
        size += tokens
    if start < len(turns):
        pieces.append(turns[start:])
    return pieces


def as_script(turns: Sequence[Turn], user_name: str | None, *, most_tokens: int) -> str:
    """The turns as a model reads them: number, speaker, words; the date where it changes.

    What is longer than `most_tokens` is cut at its end: one turn can be longer than any model holds.
    """
    lines: list[str] = []
    day = ""
    left = most_tokens
    for turn in turns:
        at = spoken_date(turn.at) if turn.at else ""
        if at and at != day:
            lines.append(f"({at})")
            day = at
        speaker = turn.speaker or (user_name if turn.role.value == "user" else None) or turn.role.value
        text = _cut(turn.text, left)
        left = max(0, left - count_tokens(text) - _AROUND)
        lines.append(f"[{turn.seq}] {speaker}: {text}")
    return "\n".join(lines)


def _cut(text: str, most_tokens: int) -> str:
    while count_tokens(text) > most_tokens and text:
        text = text[: min(len(text) - 1, int(len(text) * most_tokens / count_tokens(text)))]
    return text
