"""Which of the ways that were offered does a short answer choose?"""

import re

from quaidpy.domain.language.text import words
from quaidpy.regex import regex

CHOSEN = "I chose"
"""How what is chosen reads in the answerer's words."""
_LONGEST = 6  # words of an answer that only names what is chosen
_OFFERS = regex(r"\b(?:options?|alternatives?|choices|candidates|variants?)\b", re.IGNORECASE)
_ROW = regex(r"\|.*\|")
_HEADING = regex(r"#{2,6} ")
_ONE, _TWO = regex(r"1[.)] "), regex(r"2[.)] ")
_NUMBER = regex(r"^(?:option |number |nr\.? |no\.? |#)?(?P<number>[1-9])\W*$", re.IGNORECASE)
_ITEM = regex(r"(?:[-*] )?(?:option )?(?P<number>[1-9])[.):] (?P<what>.+)", re.IGNORECASE)
_OF_WHAT_IS = regex(
    r"\b(?:open|left|remaining|pending|so far|your notes|our notes|notes say|check-?list|steps|agenda|to-?dos?"
    r"|still to do|done)\b",
    re.IGNORECASE,
)
"""What leads to a list of what there is, of which nobody chooses one."""
_BOLD = regex(r"[*_`]{1,2}")
_COURTESY = frozenset(
    """
    yes yeah yep yup no nope nah ok okay sure go do it that this fine good great nice perfect thanks thx thank
    right done cool both none neither all either whatever please pls later
    now wait stop continue exactly agreed correct true
    first
    second third last one the a an
    """.split()  # noqa: SIM905 - a word list reads as one
)
_ALSO = frozenset({"with", "and", "plus", "own", "the", "a", "an", "then", "for", "now", "just", "in"})
_EITHER = regex(
    r"(?:^|[,:;.!?]\s+|\b(?:use|want|prefer|take|choose|like|with|on|for|in|by)\s+(?:an? "
    r"|the )?)(?P<one>[\w.+#'-]+(?: [\w.+#'-]+){0,2}?)"
    r",? or (?:an? |the |rather )?(?P<other>[\w.+#'-]+(?: [\w.+#'-]+){0,2}?)\s*\?\s*$",
    re.IGNORECASE,
)
_PREDICATE = regex(r"(?:it|that|this|he|she|they|we|i)\b", re.IGNORECASE)
_QUALITY = regex(
    r"\A(?:just|still|only|so|too|more|less|better|worse|very|really|pretty|not|never|easier|harder|faster|slower|cheaper"
    r"|earlier|later|bigger|smaller|simpler|longer|shorter|newer|older|nicer|cleaner|lighter|heavier|safer|[a-z]{4,}ly)\b",
    re.IGNORECASE,
)
"""How something is, and no thing that can be chosen."""
_CLAUSE = regex(r"(?:if|when|unless|because|since|while|i|we|you|he|she|it|they|this|that)\b", re.IGNORECASE)
"""What begins a clause, and names nothing that is chosen."""
_TOPIC = regex(
    r"^(?:(?:ok|so|now|next|and|then|also|hm+)[,:]? )*(?P<topic>[a-z][\w -]{2,28}?)[.:?]\s+(?=what|which"
    r"|compare|options|how|any|list)",
    re.IGNORECASE,
)


def topic_of(asked: str) -> str | None:
    """What a request for options is about, where it says so first: "map tiles. compare please"."""
    found = _TOPIC.match(asked.strip())
    return found["topic"] if found else None


def chosen(answer: str, offered: str, topic: str | None) -> str | None:
    """Say "I chose B" in the answerer's words, where an answer is one of the things just offered; else None."""
    if not _is_offering(offered):
        return None
    what = _numbered(answer, offered) or _named(answer, offered)
    if what is None:
        return None
    return f"{CHOSEN} {what}{f' for {topic}' if topic else ''}"


def _is_offering(text: str) -> bool:
    """Whether it says so, or has a table, two headings, or a list of two."""
    lines = [line.strip() for line in text.splitlines()]
    headings = sum(bool(_HEADING.match(line)) for line in lines)
    listed = any(map(_ONE.match, lines)) and any(map(_TWO.match, lines))
    is_of_what_is = listed and _OF_WHAT_IS.search(text[: text.find("1")]) is not None
    return (
        bool(_OFFERS.search(text))
        or any(map(_ROW.match, lines))
        or headings > 1
        or (listed and not is_of_what_is)
    )


def _begins_with(answer: str, way: str) -> bool:
    """Whether the first words are these and no other way follows."""
    if not answer.casefold().startswith(way.casefold()):
        return False
    rest = answer[len(way) :]
    return not rest[:1].isalnum() and rest.split(maxsplit=1)[:1] != ["or"]


def picked(answer: str, question: str) -> str | None:
    """Say "I chose A, …" for an answer that begins with one of the two a question leaves open; else None."""
    either = _EITHER.search(question.strip())
    if either is None:
        return None
    for way in (either["one"], either["other"]):
        if _begins_with(answer, way):
            if _PREDICATE.match(answer) or _QUALITY.match(way):
                return None
            reason = answer[len(way) :].strip(" ,.;:–—-")
            is_told = len(reason.split()) > 1
            return f"{CHOSEN} {answer[: len(way)]}{f', {reason}' if is_told else ''}"
    return None


def _numbered(answer: str, offered: str) -> str | None:
    number = _NUMBER.match(answer.strip())
    if number is None:
        return None
    items = (_ITEM.match(line.strip()) for line in offered.splitlines())
    what = next((item["what"] for item in items if item and item["number"] == number["number"]), None)
    return f"this: {_BOLD.sub('', what).rstrip('. ')}" if what else None


def _named(answer: str, offered: str) -> str | None:
    told = [word for word in words(answer) if word not in _ALSO]
    if not told or len(answer.split()) > _LONGEST or set(told) <= _COURTESY:
        return None
    known = set(words(offered))
    if _QUALITY.match(answer) or _CLAUSE.match(answer):
        return None
    is_offered = all(word in known for word in told) and not any(word in _COURTESY for word in told)
    return answer.strip(" .!,") if is_offered else None
