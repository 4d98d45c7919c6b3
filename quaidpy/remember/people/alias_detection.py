"""By which other names is somebody called? As the conversation shows: "Hey Mel!" to Melanie, "we call him Sasha"."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.drafts import EntityDraft, Extraction
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS
from quaidpy.remember.words.names import KIN, is_given_name
from quaidpy.shipped.names import is_everyday_word

_NAME = r"[A-Z][a-z]+"
_GREETING = (
    r"(?:(?:hey|hi|hello|hiya|dear|thanks|thank you|wow|oh|yeah|yes|no|sure|congrats|congratulations|sorry|bye"
    r"|good (?:morning|evening|night))[ ,]+)"
)
_ADDRESS = regex(rf"^(?i:{_GREETING})?(?P<first>{_NAME})\s*[,!.?…]|,\s*(?P<last>{_NAME})\s*[!.?…]*$")
_SELF = regex(rf"\b(?:calls?|called)\s+me\s+(?P<short>{_NAME})")
_OTHER = regex(
    rf"\b(?P<name>{_NAME}(?: {_NAME})?),?\s+(?:but |and |though )?(?:we|I|they|everyone|everybody|friends|people)\s+"
    rf"(?:all\s+|always\s+|just\s+)?calls?\s+(?:him|her|them)\s+(?P<short>{_NAME})"
)
_SHORTEST = 3  # letters, of a name in short that nobody has explained
_NOT_SHORT = frozenset({*KIN, *CALENDAR_WORDS})


def other_names(sentence: str, speaker: str, listener: str | None) -> Iterator[tuple[str, str]]:
    """Pairs of who is meant and what they are called, as far as the sentence shows it."""
    if listener and (short := _addressed_as(sentence, listener)):
        yield listener, short
    for match in _SELF.finditer(sentence):
        if match["short"].lower() not in _NOT_SHORT:
            yield speaker, match["short"]
    for match in _OTHER.finditer(sentence):
        if match["short"].lower() not in _NOT_SHORT:
            yield match["name"], match["short"]


def _addressed_as(sentence: str, listener: str) -> str | None:
    """The short form of the listener's name by which the sentence speaks to them."""
    first = listener.split(maxsplit=1)[0]
    spoken = (match["first"] or match["last"] for match in _ADDRESS.finditer(sentence))
    return next((name for name in spoken if is_cut_from(name, first)), None)


def is_cut_from(short: str, name: str) -> bool:
    """Mel from Melanie; not Ann from Anna: one letter is another name."""
    return len(short) >= 2 and len(name) - len(short) >= 2 and name.casefold().startswith(short.casefold())


def cuts_short(short: str, name: str) -> bool:
    """Whether one name, lower case, is the beginning of another and no name of its own: Rach, but not Theo."""
    is_own = len(short) < _SHORTEST or is_given_name(short) or is_everyday_word(short)
    return is_cut_from(short, name) and not is_own


def with_namesakes_apart(found: Extraction) -> Extraction:
    """The same findings; who is named in one turn beside a name that begins like theirs is somebody else."""
    in_turns: dict[TurnId, set[str]] = {}
    for turn, mention in found.turn_mentions:
        if mention.entity.type is EntityType.PERSON:
            in_turns.setdefault(turn, set()).add(mention.entity.name.casefold())
    lone = {
        name
        for names in in_turns.values()
        for short, other in permutations(names, 2)
        if cuts_short(short, other.split()[0])
        for name in (short, other)
    }

    def meant_by(entity: EntityDraft) -> EntityDraft:
        is_apart = entity.type is EntityType.PERSON and entity.name.casefold() in lone
        return replace(entity, is_lone=True) if is_apart else entity

    return found.with_entities(meant_by) if lone else found
