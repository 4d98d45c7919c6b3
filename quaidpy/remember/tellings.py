"""Does a statement say what is so, or only that somebody said it? "Ana told Ben that she moved" becomes "Ana moved"."""

import re

from quaidpy.domain.text import words
from quaidpy.remember.rewriting import Voices, in_third_person

_NAME = r"[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*)?"
_TO_SOMEBODY = r"(?:tells?|told|informs?|informed|reminds?|reminded)(?: (?:[A-Z][\w’-]*|him|her|them))?"
_SAYING = (
    r"(?:says?|said|explains?|explained|mentions?|mentioned|states?|stated|describes?|described|shares?|shared|reports?"
    r"|reported|adds|added|notes?|noted|reveals?|revealed|confirms?|confirmed|admits?|admitted|announces?|announced"
    r"|expresses|expressed|remarks?|remarked|discusses|discussed)(?: (?:to|with) [A-Z][\w’-]*)?"
)
_TELLING = re.compile(rf"^(?P<who>{_NAME}) (?:{_TO_SOMEBODY}|{_SAYING}),?(?P<that> that)? (?P<rest>.+)$")
_LABEL = re.compile(rf"^{_NAME}: ")
_NOTE = re.compile(r"\s*\[[^\]]*\](?=[.!]?$)")
"""What a source puts in brackets behind somebody's words: a picture, a laugh."""
_ONESELF = re.compile(r"^(?:he|she|they)\b\s*", re.IGNORECASE)
_ONES_OWN = re.compile(r"^(?:his|her|their)\b\s*", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?P<who>he|she|him|her(?=[.,;!?]|$| (?:and|or|but|in|on|at|to|for|with|from|by|about|that|the|a|an)\b))\b"
    r"|\b(?P<whose>his|her)\b(?= [a-z])"
)
_NAMED_FIRST = re.compile(r"^[A-Z][\w'’-]+ (?!and\b)[\w’']+ \S+")
_FIRST_PERSON = re.compile(
    r"(?<!\w)(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself|[Ww]e|[Ww]e['’]\w+|[Oo]ur|[Uu]s)(?!\w)"
)
_SECOND_PERSON = re.compile(r"\b(?:you|your|yours|you['’]\w+)(?!\w)", re.IGNORECASE)
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_LEAST_WORDS = 3  # of a sentence that says something; "Great!" and "When?" do not


def without_telling(text: str, quote: str, speaker: str | None) -> str | None:
    """The statement without the saying around it; None when it says nothing else and its quote cannot speak for it.

    Args:
        text: as a model wrote it.
        quote: the words it was made of; retold in the third person where the statement itself has no whole clause.
        speaker: who said the quote.

    """
    text = _NOTE.sub("", _LABEL.sub("", text))
    found = _TELLING.match(text)
    if found is None:
        return _retold(text, speaker) if _FIRST_PERSON.search(text) else text
    who, rest = found["who"], found["rest"]
    if _FIRST_PERSON.search(rest):
        return _retold(rest, speaker)
    if _ONESELF.match(rest):
        return f"{who} {_ONESELF.sub('', rest)}"
    if found["that"] and _ONES_OWN.match(rest):
        return f"{who}'s {_ONES_OWN.sub('', rest)}"
    if found["that"] or _NAMED_FIRST.match(rest):
        return _with_name(rest[0].upper() + rest[1:], who)
    return _retold(quote, speaker) if _FIRST_PERSON.search(quote) else None


def _with_name(rest: str, who: str) -> str:
    """The first "she" that meant the one who told it gets the name: nothing before it names anybody else by then."""
    if re.search(rf"\b{re.escape(who)}\b", rest):
        return rest
    return _PRONOUN.sub(lambda found: who if found["who"] else f"{who}'s", rest, count=1)


def _retold(words_said: str, speaker: str | None) -> str | None:
    """What somebody said of themselves, in the third person; None where it stays unclear who is meant."""
    if speaker is None:
        return None
    whole = [
        sentence
        for sentence in _BETWEEN_SENTENCES.split(words_said.strip(" \"'“”"))
        if len(words(sentence)) >= _LEAST_WORDS and not sentence.endswith("?")
    ]
    said = in_third_person(" ".join(whole), Voices(speaker=speaker)).strip()
    is_clear = not _FIRST_PERSON.search(said) and not _SECOND_PERSON.search(said)
    if not is_clear or speaker.casefold() not in said.casefold():
        return None
    return said if said[-1] in ".!" else f"{said}."
