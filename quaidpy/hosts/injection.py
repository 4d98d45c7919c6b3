"""What is asked of memory for a prompt, and put before a model? One block, nothing twice a session, within bounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quaidpy.domain.language.small_talk import is_small_talk
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START, PREFACE, escaped
from quaidpy.hosts.foreign_json import Record, word

LONGEST_QUESTION = 2000  # characters; the rest of a pasted text says nothing new about what is asked


def question_in(prompt: str) -> str | None:
    """What to ask memory about a prompt; None for small talk and for commands of the host."""
    text = prompt.strip()
    if not text or text.startswith(("/", "!")):
        return None
    asked = text[:LONGEST_QUESTION]
    return None if is_small_talk(asked) else asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """The block, empty when there is nothing new to give, and the ids of what is in it."""

    context: str = ""
    given: tuple[str, ...] = ()


def injection_of(
    results: Iterable[Record], *, given_before: Sequence[str], budget_tokens: int, most_characters: int
) -> Injection:
    """The best results that fit and were not given before.

    Args:
        results: as `quaid recall --json` prints them, best first; each with its line of a block.
        given_before: ids of what this session has seen.
        budget_tokens: of the whole block.
        most_characters: of the whole block; past its own limit a host puts a file in the place of the text.

    """
    frame = [BLOCK_START, PREFACE, BLOCK_END]
    tokens = budget_tokens - sum(count_tokens(line) + 1 for line in frame)
    characters = most_characters - sum(len(line) + 1 for line in frame)
    lines: list[str] = []
    given: list[str] = []
    for result in results:
        identity, line = word(result, "id"), escaped(word(result, "line") or "")
        if identity is None or not line or identity in given_before or identity in given:
            continue
        tokens_left, characters_left = tokens - count_tokens(line) - 1, characters - len(line) - 1
        if min(tokens_left, characters_left) < 0:
            continue
        tokens, characters = tokens_left, characters_left
        lines.append(line)
        given.append(identity)
    if not lines:
        return Injection()
    return Injection(context="\n".join([*frame[:2], *lines, frame[2]]), given=tuple(given))
