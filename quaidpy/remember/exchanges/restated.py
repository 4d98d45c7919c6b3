"""What of a user's words does an assistant say back in full, to show that it has understood?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quaidpy.regex import regex
from quaidpy.remember.exchanges.question_to_statement import spoken_by_other
from quaidpy.remember.words.chat_spelling import without_bold
from quaidpy.remember.words.salience import content_words
from quaidpy.remember.words.sentences import split_sentences

_UNDERSTOOD = regex(
    r"\A\W{0,3}(?:(?:ok(?:ay)?|right|thanks|thank you|sure|good|great|perfect|apologies|sorry|done|yes)[,.!] )?"
    r"(?:noted|written down|got it|understood|recorded|corrected|changed|updated|replaced|removed|added|moved"
    r"|agreed|clear"
    r"|i(?:['’]ve| have) (?:noted|recorded|corrected|written down))"
    r"(?: (?:it|that|this|both|as an? [\w-]+(?: [\w-]+)?))?(?::|[,.!]| [–—-])\s+",
    re.IGNORECASE,
)
_AGREED = regex(
    r"\A\W{0,3}(?:(?:ok(?:ay)?|right|thanks|thank you|sure|good|great|perfect|done|yes|alright|fine|congratulations"
    r"|then|so|very well)[,.!:]? ){1,2}",
    re.IGNORECASE,
)
_OWN_PROMISE = regex(
    r"\Ai(?:['’]ll| will)? (?P<how>(?:always |never |only )?)"
    r"(?P<what>(?:ask|check|use|keep|write|send|leave|flag|avoid|answer|call|start|put|tag|run|say)\b.+)",
    re.IGNORECASE,
)
"""What an assistant takes on for good: the order as it understood it."""
_FOR_GOOD = regex(
    r"\b(?:from (?:now|here) on(?:wards)?|always|never|everywhere|for everything)\b",
    re.IGNORECASE,
)
_DECIDED = regex(
    r"\A(?:(?:so|then|ok(?:ay)?|good|right|great),? )?(?:it|that)(?: is|['’]s) (?:decided|settled|agreed|fixed)"
    r"(?:,? then)?[:,] ",
    re.IGNORECASE,
)
"""What is to be, after what both have said of it."""
_REFUSED = regex(r"\Ai (?:won['’]t|will not|will never|don['’]t) (?P<what>[a-z]+ .+)", re.IGNORECASE)
_ONLY_SO = regex(
    r"\A(?:only|never) (?!(?:i|you|we|he|she|they|it|the|one|two|\d|(?-i:[A-ZÀ-Þ]\w*))\b)[a-z]+",
    re.IGNORECASE,
)
"""How something is to be done, with all but the order left out: "Only changed lines, with two around them"."""
_MORE = regex(r"\n|\?|`{3}")
"""A reply that goes on, or asks."""
_ADVISING = regex(
    r"\b(?:would|could|should|might|(?-i:may)|can|must|probably|perhaps|maybe|if|try|consider|typically|usually"
    r"|common\w*"
    r"|sounds?|seems?|correct|right|choice|best|wise|fair|reasonable|sensible|important|crucial|essential|vital"
    r"|true|sorry|congratulations|hope|enjoy|good|great|nice|lovely|happy)\b",
    re.IGNORECASE,
)
"""What an assistant adds of its own."""
_OF_ITSELF = regex(r"(?<!\w)(?:I|me|my)(?:['’]\w+)?(?!\w)|\b(?:shall|would you|could you|do you|let me)\b")
_SURE = regex(r"\d|(?<!^)(?<![.:] )\b[A-ZÀ-Þ][\w'’-]{2,}")
_STEM = 5  # letters by which two forms of a word are known for one
_LEAST_WORDS, _MOST_WORDS = 4, 30
_LEAST_SHARED = 0.6  # of its content that the user had said
_SAME = 0.7  # of its content in a statement kept already
_ALL = 0.9  # of its content in all that are kept of the turn
_TERSE = 15  # words of a turn, at most
_LONGEST_ECHO = 40  # words of a reply that only says back what it was told
_OPENING = 2  # sentences of a longer one that may do so before it goes on
_PROMISED_WITHIN = 4  # sentences


@dataclass(frozen=True, slots=True)
class Restated:
    """The user's statement or order, in the user's voice."""

    text: str
    is_order: bool


def restated(
    reply: str, said: str, kept: Sequence[str], *, replied_to: str = "", before: str = ""
) -> list[Restated]:
    """What it says back behind "Noted:", or as it begins to reply, all of it the user's words; what it does for good.

    `said`: what the user said just before, and `replied_to`, what it answered; `before`: earlier, where names and
    figures may come from. What a statement `kept` already tells is left out, and what the assistant says of what it
    did itself. Where few words were said, a longer reply may begin with what they mean.
    """
    reply = without_bold(reply)
    opening = _UNDERSTOOD.match(reply)
    if opening is not None:
        told = [_sentences(reply[opening.end() :].split("\n", 1)[0])[0]]
    else:
        agreed = _AGREED.match(reply)
        told = _sentences((reply[agreed.end() :] if agreed else reply).split("\n", 1)[0])
        is_longer = len(reply.split()) > _LONGEST_ECHO or _MORE.search(reply) is not None
        if is_longer and not is_terse(said):
            return []
        if is_longer:
            promised = (one for one in told[_OPENING:_PROMISED_WITHIN] if _OWN_PROMISE.match(one))
            told = [*_before_questions(told)[:_OPENING], *promised]
    heard = f"{replied_to} {said}"
    found = (_said_back(one, heard, before, is_noted=opening is not None) for one in told)
    return [one for one in found if one is not None and not _is_told(one.text, kept)]


def is_terse(said: str) -> bool:
    """Whether an assistant's answer may have to complete it."""
    return len(said.split()) <= _TERSE


def _before_questions(sentences: Sequence[str]) -> list[str]:
    """Without questions, and what stands right before one: it may be what is asked to be confirmed."""
    behind = [*sentences[1:], ""]
    return [one for one, after in zip(sentences, behind, strict=True) if "?" not in one + after]


def _said_back(sentence: str, said: str, before: str, *, is_noted: bool) -> Restated | None:
    told = sentence.rstrip(" .!")
    if decided := _DECIDED.match(told):
        told, said = told[decided.end() :], f"{before} {said}"
    if told.endswith("?") or not _LEAST_WORDS <= len(told.split()) <= _MOST_WORDS:
        return None
    is_for_good = _OWN_PROMISE.match(told) and _FOR_GOOD.search(told) and _SURE.search(told)
    if not _is_of_user(told, said, before, least=0 if is_for_good else _LEAST_SHARED):
        return None
    is_noted = is_noted or is_for_good is not None
    if order := _order(told, is_noted=is_noted):
        return Restated(spoken_by_other(order), is_order=True)
    is_advice = not (is_noted or decided) and _ADVISING.search(told) is not None
    if is_advice or _OF_ITSELF.search(told):
        return None
    return Restated(spoken_by_other(f"{told[0].upper()}{told[1:]}"), is_order=False)


def _order(told: str, *, is_noted: bool) -> str:
    """What the user wants done, or never done, as an assistant takes it on; empty where it takes on nothing."""
    if is_noted and (promise := _OWN_PROMISE.match(told)):
        return f"{promise['how']}{promise['what']}"
    if is_noted and (refused := _REFUSED.match(told)):
        return f"never {refused['what']}"
    return f"{told[0].lower()}{told[1:]}" if _ONLY_SO.match(told) else ""


def _sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)] or [text]


def _is_told(text: str, kept: Sequence[str]) -> bool:
    """Whether one statement tells most of it, or all of them together nearly everything."""
    return any(_share(text, one) >= _SAME for one in kept) or _share(text, " ".join(kept)) >= _ALL


def _is_of_user(told: str, said: str, before: str, *, least: float) -> bool:
    """Whether every name and figure in it, and `least` of its words, are the user's."""
    heard = _in_figures(f"{before} {said}".casefold())
    sure = [found[0].casefold().removesuffix("'s") for found in _SURE.finditer(_in_figures(told))]
    is_told_now = _share(told, said) >= least
    is_told_lately = _share(told, said) >= _LEAST_SHARED / 2 and _share(told, f"{before} {said}") >= _SAME
    return all(one in heard for one in sure) and (is_told_now or is_told_lately)


def _in_figures(text: str) -> str:
    return _NUMBER.sub(lambda found: _FIGURES[found[0].casefold()], text)


_FIGURES = {
    word: str(number)
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2
    )
}
_NUMBER = regex(rf"\b(?:{'|'.join(_FIGURES)})\b", re.IGNORECASE)


def _share(told: str, other: str) -> float:
    """How much of the content of the one stands in the other."""
    wanted, there = _stems(told), _stems(other)
    return len(wanted & there) / len(wanted) if wanted else 1.0


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in content_words(text)}
