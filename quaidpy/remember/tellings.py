"""Does a statement say what is so, or only that somebody said it? "Ana told Ben that she moved" becomes "Ana moved"."""

import re

from quaidpy.domain.text import words
from quaidpy.remember.rewriting import Voices, in_third_person

_NAME = r"[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*)?"
_SAYING = (
    r"tells?|told|informs?|informed|reminds?|reminded|says?|said|explains?|explained|mentions?|mentioned|states?|stated"
    r"|describes?|described|shares?|shared|reports?|reported|adds|added|notes?|noted|reveals?|revealed|confirms?"
    r"|confirmed|admits?|admitted|announces?|announced|expresses|expressed|remarks?|remarked|discusses|discussed"
)
_TELLING = re.compile(
    rf"^(?P<who>{_NAME}) (?:{_SAYING})(?: (?:to |with )?(?!that\b|about\b|how\b)(?P<whom>[A-Z][\w’-]*)(?=[ ,]))?,?"
    r"(?P<that> that)? (?P<rest>.+)$"
)
_LABEL = re.compile(rf"^{_NAME}: ")
_NOTE = re.compile(r"\s*\[[^\]]*\](?=[.!]?$)")
"""What a source puts in brackets behind somebody's words: a picture, a laugh."""
_ONESELF = re.compile(r"^(?:he|she|they)\b\s*", re.IGNORECASE)
_ONES_OWN = re.compile(r"^(?:his|her|their)\b\s*", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?P<who>he|she|him|her(?=[.,;!?]|$| (?:and|or|but|in|on|at|to|for|with|from|by|about|that|the|a|an)\b))\b"
    r"|\b(?P<whose>his|her)\b(?= [a-z])"
)
_FIRST_PERSON = re.compile(r"(?<!\w)(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine)(?!\w)")


def without_telling(text: str, quote: str, speaker: str | None) -> str | None:
    """The statement without the saying around it; None when it says nothing else and its quote cannot speak for it.

    Args:
        text: as a model wrote it.
        quote: the words it was made of; retold in the third person where the statement itself has no whole clause.
        speaker: who said the quote.

    """
    text = _NOTE.sub("", _LABEL.sub("", text))
    if _FIRST_PERSON.search(text):
        return _retold(text, speaker)
    found = _TELLING.match(text)
    if found is None:
        return text
    who, rest = found["who"], found["rest"]
    if _ONESELF.match(rest):
        return f"{who} {_ONESELF.sub('', rest)}"
    if found["that"]:
        if _ONES_OWN.match(rest):
            return f"{who}'s {_ONES_OWN.sub('', rest)}"
        return _with_name(rest[0].upper() + rest[1:], who)
    return _retold(quote, speaker)


def _with_name(rest: str, who: str) -> str:
    """The first "she" that meant the one who told it gets the name: nothing before it names anybody else by then."""
    if re.search(rf"\b{re.escape(who)}\b", rest):
        return rest
    return _PRONOUN.sub(lambda found: who if found["who"] else f"{who}'s", rest, count=1)


def _retold(quote: str, speaker: str | None) -> str | None:
    if speaker is None or not _FIRST_PERSON.search(quote):
        return None
    said = in_third_person(quote.strip(" \"'“”"), Voices(speaker=speaker)).strip()
    is_of_speaker = speaker.casefold() in said.casefold()
    if not is_of_speaker or _FIRST_PERSON.search(said) or len(words(said)) < len(speaker.split()) + 2:
        return None
    return said if said[-1] in ".!" else f"{said}."
