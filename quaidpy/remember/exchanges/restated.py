"""What of a user's words does an assistant say back in full, to show that it has understood?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from quaidpy.regex import regex
from quaidpy.remember.exchanges.question_to_statement import spoken_by_other
from quaidpy.remember.words.salience import content_words

_UNDERSTOOD = regex(
    r"\A\W{0,3}(?:(?:ok(?:ay)?|right|thanks|thank you|sure|good|great|perfect|apologies|sorry|done|yes)[,.!] )?"
    r"(?:noted|got it|understood|recorded|corrected|i(?:['’]ve| have) (?:noted|recorded|corrected|written down))"
    r"(?: (?:it|that|this|both))?(?::|[,.!]| [–—-])\s+",
    re.IGNORECASE,
)
_OWN_PROMISE = regex(
    r"\Ai(?:['’]ll| will)? (?P<how>(?:always |never |only )?)"
    r"(?P<what>(?:ask|check|use|keep|write|send|leave|flag|avoid|answer|call|start|put|tag|run|say)\b.+)",
    re.IGNORECASE,
)
"""What an assistant takes on for good: the order as it understood it."""
_REFUSED = regex(r"\Ai (?:won['’]t|will not|will never|don['’]t) (?P<what>[a-z]+ .+)", re.IGNORECASE)
_OF_ITSELF = regex(r"(?<!\w)(?:I|me|my)(?:['’]\w+)?(?!\w)|\b(?:shall|would you|could you|do you|let me)\b")
_SURE = regex(r"\d|(?<!^)(?<![.:] )\b[A-ZÀ-Þ][\w'’-]{2,}")
_STEM = 5  # letters by which two forms of a word are known for one
_LEAST_WORDS, _MOST_WORDS = 4, 30
_LEAST_SHARED = 0.6  # of its content that the user had said
_SAME = 0.7  # of its content in a statement kept already


@dataclass(frozen=True, slots=True)
class Restated:
    """The user's statement or order, in the user's voice."""

    text: str
    is_order: bool


def restated(reply: str, said: str, kept: Iterable[str]) -> Restated | None:
    """The first sentence behind "Noted:" or "Understood.", where all it says is what the user `said` just before.

    None where a statement `kept` already tells it, or the assistant speaks of what it did itself.
    """
    opening = _UNDERSTOOD.match(reply)
    if opening is None:
        return None
    line = reply[opening.end() :].split("\n", 1)[0]
    told = re.split(r"(?<=[.!?])\s", line, maxsplit=1)[0].rstrip(" .!")
    if told.endswith("?") or not _LEAST_WORDS <= len(told.split()) <= _MOST_WORDS:
        return None
    if not _is_of_user(told, said) or any(_share(told, one) >= _SAME for one in kept):
        return None
    if promise := _OWN_PROMISE.match(told):
        return Restated(spoken_by_other(f"{promise['how']}{promise['what']}"), is_order=True)
    if refused := _REFUSED.match(told):
        return Restated(spoken_by_other(f"never {refused['what']}"), is_order=True)
    return None if _OF_ITSELF.search(told) else Restated(spoken_by_other(told), is_order=False)


def _is_of_user(told: str, said: str) -> bool:
    """Whether every name and figure in it, and most of its words, are the user's."""
    heard = said.casefold()
    sure = [found[0].casefold().removesuffix("'s") for found in _SURE.finditer(told)]
    return all(one in heard for one in sure) and _share(told, said) >= _LEAST_SHARED


def _share(told: str, other: str) -> float:
    """How much of the content of the one stands in the other."""
    wanted, there = _stems(told), _stems(other)
    return len(wanted & there) / len(wanted) if wanted else 1.0


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in content_words(text)}
