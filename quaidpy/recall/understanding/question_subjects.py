"""Of the people whom a question names, whose saying or doing does it ask about?"""

import re
from collections.abc import Iterable, Mapping, Sequence

from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.text import words
from quaidpy.regex import regex

_BESIDE = frozenset(["with", "from", "about", "for"])
_JOINED = frozenset(["and", "or"])
_HAS = tuple(
    [word]
    for word in ("has", "had", "is", "was", "will", "would", "can", "could", "did", "does", "might", "should")
)


_SOMEBODY_ELSE = regex(
    r"\A\W*(?:(?:so|and|hey|btw|again)\W+){0,2}(?:who(?!['’]?s\b)|which (?:person|man|woman|one of us|friend|colleague"
    r"|neighbou?r))\b(?! (?:is|are|was|were|did|does|do|has|had|will|would) (?-i:[A-Z]))(?![^?]*['’]s\b)",
    re.IGNORECASE,
)


def asks_for_somebody_else(question: str) -> bool:
    """Whether it asks who does something with somebody: "who takes over from Ana", not "who is Ana's dentist"."""
    return _SOMEBODY_ELSE.search(question) is not None


def question_subjects(text: str, people: Iterable[Entity], in_short: Mapping[str, Entity]) -> frozenset[str]:
    """All names of those who do, say, have or are something in it, lower case; not of those it is only done to.

    `in_short`: by which other names it calls some of them.

    "What did Ben suggest to Ana?", "Did Ben ask Ana to come?" and "What did Ben see with Ana?" ask about Ben; both are
    asked about in "What did Ben and Ana see?" and "Where is Ben's letter to Ana's mother?". Told by the word before a
    name (a preposition leads to somebody beside, and so does a verb or noun), or by the verb after it.
    """
    spoken = words(text)
    bare = [word.removesuffix("'s").removesuffix("’s") for word in spoken]
    small = stop_words_of(text)
    does: dict[int, bool] = {}  # by where a name ends
    found: set[str] = set()
    for start, end, person in sorted(_named(bare, people, in_short), key=lambda place: place[:2]):
        before = bare[start - 1] if start else ""
        joined = start - 1 if before in _JOINED else start
        if spoken[end - 1] != bare[end - 1] or not before or bare[end : end + 1] in _HAS:
            does[end] = True
        elif joined in does:
            does[end] = does[joined]
        elif before == "to":
            does[end] = bare[max(0, start - 2)] == "according"
        else:
            does[end] = before in small and before not in _BESIDE
        if does[end]:
            found.update(name.casefold() for name in (person.name, *person.aliases))
    return frozenset(found)


def _named(
    spoken: Sequence[str], people: Iterable[Entity], in_short: Mapping[str, Entity]
) -> list[tuple[int, int, Entity]]:
    """Where each name stands, from word to word."""
    names = [(words(name), person) for person in people for name in (person.name, *person.aliases)]
    names += [(words(name), person) for name, person in in_short.items()]
    return [
        (start, start + len(name), person)
        for name, person in names
        for start in range(len(spoken) - len(name) + 1)
        if name and list(spoken[start : start + len(name)]) == name
    ]
