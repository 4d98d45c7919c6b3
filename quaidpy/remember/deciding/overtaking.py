"""Does a memory say more than the relations in it that are over?"""

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.memories.memory import Memory
from quaidpy.regex import regex
from quaidpy.remember.deciding.linking import EdgeLedger
from quaidpy.remember.people.entity_resolution import EntityResolver
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS
from quaidpy.remember.words.verbs import ADVERBS, is_verb_like

_MUCH = 3  # words besides; "as a senior engineer" only belongs to the job
_WORD = regex(r"[^\W\d_]{3,}")


def says_more(memory: Memory, edges: EdgeLedger, entities: EntityResolver) -> bool:
    """Whether words are left that the ended relations do not account for, or somebody else is related in it."""
    over, holding = edges.ends_stated(memory.id)
    names = entities.names_of([*over, *holding])
    ended = {names[entity].casefold() for entity in over}
    if any(names[entity].casefold() not in ended for entity in holding):
        return True
    known = {word for name in ended for word in _WORD.findall(name)}
    told = _WORD.findall(memory.statement.casefold())
    left = [word for word in told if word not in known and not _is_light(word)]
    return len(left) >= _MUCH


def _is_light(word: str) -> bool:
    return (
        word in STOP_WORDS
        or word in ADVERBS
        or word in CALENDAR_WORDS
        or is_verb_like(word)
        or word in _OF_TIME
    )


_OF_TIME = frozenset(
    "year years month months week weeks day days since until ago time end start early late mid user".split()  # noqa: SIM905 - a word list reads as one
)
