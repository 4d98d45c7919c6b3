"""How does an order that holds from here on read as a sentence about whoever gave it?"""

import re

from quaidpy.regex import regex
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.verbs import BASE_VERBS, is_verb_like

_LED_IN = regex(r"\A(?:(?:so|and|also|but|then|ok|okay|well|right|please|pls),? ++){1,4}+", re.IGNORECASE)
_POLITE = regex(r",? ?(?<!\bto )\b(?:please|pls)\b", re.IGNORECASE)
_FROM_HERE = regex(
    r"\A(?:from (?:now|here|today) on(?:wards)?|as of (?:now|today)|going forward|henceforth|in (?:the )?future"
    r"|by default|as a rule),? ++",
    re.IGNORECASE,
)
_OCCASION = regex(
    r"\A(?P<when>(?:when(?:ever)?|before|after|unless|until|every time|each time|any time|if|once|for)\b[^,]{3,80}), "
    r"(?P<what>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_OF_KIND = regex(r"\A(?P<when>for [^:,.]{3,40}): (?P<what>\S.*)\Z", re.IGNORECASE | re.DOTALL)
_NEGATED = regex(
    r"\A(?:don't|do not|dont) (?:(?P<ever>ever)\b ?)?(?P<what>\S.*)\Z", re.IGNORECASE | re.DOTALL
)
_ALL = regex(r"\A(?:everyone|everybody|all of you) (?P<what>\S.*)\Z", re.IGNORECASE | re.DOTALL)
_ADVERB = regex(
    r"\A(?P<how>always|never(?: again| ever)?|only|just) (?P<what>\S.*)\Z", re.IGNORECASE | re.DOTALL
)
_STATES = regex(
    r"\A(?:i|we|you|she|he|they|it)\b"
    r"|\A(?:(?:the|my|our|all|every|each) [\w'-]{1,30}|[\w'-]{1,30})(?: [\w'-]{1,30}){0,2}? "
    r"(?:is|are|goes?|gets?|must|will|should|can|costs?|stays?|has|have|needs?|starts?|ends?)\b",
    re.IGNORECASE,
)
"""A rule that is a sentence already: "deposit is 50%", "we meet on Mondays"."""
_ORDERS_MORE = frozenset(
    """
    address answer append avoid call capitalise capitalize cite commit compare convert describe document edit
    emphasise emphasize encrypt explain fill flag force format include label lint list log mention mock notify prefer
    prefix prioritise prioritize quote rebase regenerate reply respond restart round sign simplify sort specify spell
    squash summarise summarize tag test touch translate treat update validate verify wrap
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Verbs of orders to an assistant that the verbs of every day lack."""
_THINGS = regex(
    r"\A[\w' -]{3,60} in (?:[A-Z]\w+|[a-z]+) only\Z"
    r"|\A(?:[a-z]+) (?:messages|subjects|names|titles|bodies|comments|texts|files|logs|cases|headers|notes|lines)"
    r" (?:in|with|as|by|like|only|always|imperative|short|small|[a-z]+ case)\b",
    re.IGNORECASE,
)
"""What is to be so, though its first word may be a verb: "test names in snake case"."""


def as_wish(order: str, voices: Voices, *, is_of_reader: bool) -> str:
    """The order as its speaker's wish; `is_of_reader`: of the assistant that reads it, else of everybody."""
    said = _POLITE.sub("", _LED_IN.sub("", order)).strip(" ,")
    start = _FROM_HERE.match(said)
    lead, said = (start[0].rstrip(" ,"), said[start.end() :]) if start else ("", said)
    occasion = _OF_KIND.match(said) or _OCCASION.match(said)
    if occasion is not None:
        when = in_third_person(occasion["when"], voices)
        lead, said = f"{lead}, {when}" if lead else when, occasion["what"]
    wish = _wish(said, voices, "you" if is_of_reader else "everyone")
    if not lead:
        return wish
    is_name = wish[0].isupper() and not wish.startswith("The ")
    comma = ", " if occasion is not None else " "
    return f"{lead[0].upper()}{lead[1:]}{comma}{wish if is_name else _small_first(wish)}"


def _wish(said: str, voices: Voices, of_whom: str) -> str:
    who = f"{voices.speaker[0].upper()}{voices.speaker[1:]}"
    text = _small_first(in_third_person(said, voices))
    if (every := _ALL.match(text)) is not None:
        of_whom, text = "everyone", every["what"]
    if (none := _NEGATED.match(text)) is not None:
        return f"{who} wants {of_whom} {'to never' if none['ever'] else 'not to'} {none['what']}"
    adverb = _ADVERB.match(text)
    how, what = (adverb["how"].lower(), adverb["what"]) if adverb else ("", text)
    if _is_order(what):
        return f"{who} wants {of_whom} to {how + ' ' if how else ''}{what}"
    if how == "never" and not _OF_ONE.match(what):
        return f"{who} wants no {what}"
    if how and not _PREPOSITION.match(what):
        return f"{who} {how} wants {what}"
    if how or _LEADING.match(text):
        return f"{who} asks: {text}"
    return in_third_person(said, voices) if _states(said) else f"{who} wants {text}"


_OF_ONE = regex(r"(?:an?|the|my|our|his|her|their|any|anything|anybody|more|less|to|in|on|at|before|after)\b")
_PREPOSITION = regex(r"(?:with|without|to|in|on|at|before|after|for|by|from)\b", re.IGNORECASE)
_LEADING = regex(r"(?:if|when(?:ever)?|before|after|unless|until|once)\b", re.IGNORECASE)


def _states(said: str) -> bool:
    """Whether it is a sentence with a subject already."""
    words = said.lower().split()[:2]
    return _STATES.match(said) is not None or (
        len(words) > 1 and words[1].endswith("s") and is_verb_like(words[1])
    )


def _is_order(text: str) -> bool:
    first = text.split(maxsplit=1)[0].lower().strip(",.;:")
    return first in BASE_VERBS | _ORDERS_MORE and _THINGS.match(text) is None


def _small_first(text: str) -> str:
    """With a small first letter, but for an acronym, a name of code, and what is written in capitals inside."""
    first = text.split(maxsplit=1)[0]
    is_kept = first[1:] != first[1:].lower() and not first.isupper()
    is_acronym = first.isupper() and 1 < len(first) <= _LONGEST_ACRONYM
    return text if is_kept or is_acronym else f"{first.lower()}{text[len(first) :]}"


_LONGEST_ACRONYM = 4  # letters
