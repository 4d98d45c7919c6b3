"""Does a statement say what is so, or only that somebody said it? "Ana told Ben that she moved" becomes "Ana moved"."""

import re

from quaidpy.domain.language.text import words
from quaidpy.regex import regex
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.sentences import split_sentences

_NAME = r"[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*)?"
_TO_SOMEBODY = r"(?:tells?|told|informs?|informed|reminds?|reminded)(?: (?:[A-Z][\w’-]*|him|her|them))?"
_SAYING = (
    r"(?:says?|said|explains?|explained|mentions?|mentioned|states?|stated|describes?|described|shares?|shared|reports?"
    r"|reported|adds|added|notes?|noted|reveals?|revealed|confirms?|confirmed|admits?|admitted|announces?|announced"
    r"|expresses|expressed|remarks?|remarked|discusses|discussed)(?: (?:to|with) [A-Z][\w’-]*)?"
)
_TELLING = regex(rf"^(?P<who>{_NAME}) (?:{_TO_SOMEBODY}|{_SAYING}),?(?P<that> that)? (?P<rest>.+)$")
_LABEL = regex(rf"^{_NAME}: ")
_NOTE = regex(r"(?<!\s)\s*+\[[^\]]{0,300}+\](?=[.!]?$)")
"""What a source puts in brackets behind somebody's words: a picture, a laugh."""
_ONESELF = regex(r"^(?:he|she|they)\b\s*", re.IGNORECASE)
_ONES_OWN = regex(r"^(?:his|her|their)\b\s*", re.IGNORECASE)
_PRONOUN = regex(
    r"\b(?P<who>he|she|him|her(?=[.,;!?]|$| (?:and|or|but|in|on|at|to|for|with|from|by|about|that|the|a|an)\b))\b"
    r"|\b(?P<whose>his|her)\b(?= [a-z])"
)
_NAMED_FIRST = regex(r"^[A-Z][\w'’-]+ (?!and\b)[\w’']+ \S+")
_FIRST_PERSON = regex(
    r"(?<!\w)(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself|[Ww]e|[Ww]e['’]\w+|[Oo]ur|[Uu]s)(?!\w)"
)
_SECOND_PERSON = regex(r"\b(?:you|your|yours|you['’]\w+)(?!\w)", re.IGNORECASE)
_JOINING = regex(r"^(?:and|but|so|also|then)\b,?\s+", re.IGNORECASE)
_POINTING_BACK = regex(r"(?:he|she|they|it|this|that|these|those|his|her|their|its|there)\b", re.IGNORECASE)
_LEAST_WORDS = 4  # of a sentence that stands by itself; "Not this time." does not


def single_statements(text: str) -> list[str]:
    """The sentences of a statement, each by itself; one that begins with "she" or "it" stays with the one before."""
    statements: list[str] = []
    for span in split_sentences(text):
        sentence = _JOINING.sub("", text[span.start : span.end])
        if statements and (_POINTING_BACK.match(sentence) or len(words(sentence)) < _LEAST_WORDS):
            statements[-1] = f"{statements[-1]} {sentence}"
        else:
            statements.append(sentence[:1].upper() + sentence[1:])
    return statements


def without_reporting_clause(text: str, quote: str, speaker: str | None) -> str | None:
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
    """What somebody said of themselves, in the third person; None where no sentence is clearly about them."""
    if speaker is None:
        return None
    kept = []
    for span in split_sentences(words_said.strip(" \"'“”")):
        said = in_third_person(_JOINING.sub("", span.text), Voices(speaker=speaker)).strip()
        is_clear = not _FIRST_PERSON.search(said) and not _SECOND_PERSON.search(said)
        is_of_speaker = speaker.casefold() in said.casefold() and not said.endswith("?")
        if is_clear and is_of_speaker and len(words(said)) > len(words(speaker)):
            kept.append(said if said[-1] in ".!" else f"{said}.")
    return " ".join(kept) or None
