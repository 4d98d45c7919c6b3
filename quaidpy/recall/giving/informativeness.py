"""Does a turn tell anything, or does it only ask, thank, command, or say again what stands beside it?"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.recall.giving.forms import content_stems
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.understanding.prompt_intent import wants_done
from quaidpy.regex import regex
from quaidpy.shipped.names import words_of_talk

_SENTENCE_END = regex(r"(?<=[.!?…])\s+")
_TELLING = 4  # words; a shorter sentence greets or reacts
_TELLS_WHY = 15  # words
_PROPOSES = regex(
    r"\b(?:shall|should|could|can|will|would|may) (?:we|i|you)\b|\b(?:do|did|have|are|were) you\b|\blet's\b"
    r"|\b(?:how|what) about\b|\bwhy (?:don't|not)\b|\bwhat if\b|\b(?:want|like|up|join|ready|free) (?:to|for|me|us)\b"
    r"|\b(?:wanna|fancy|care for)\b",
    re.IGNORECASE,
)
_CONCRETE = regex(r"\d|[\"“”]|(?<=[a-z,] )[A-Z]\w|\b(?:today|tonight|tomorrow|weekend|noon|midnight)\b")
_STATES = regex(
    r"\A\W*(?:(?:and|but|so|well|oh|hey|maybe|perhaps) )?(?:i|we|my|our)(?:['’]\w+)? \w", re.IGNORECASE
)
"""A statement by its order of words, put softly: "I am looking for a flat, maybe near the park?"."""
_COMMAND = regex(r"/[a-z][\w-]*(?:\s+\S+)?$")
_REACTS = regex(
    r"\W{0,3}(?:that['’]?s |what an? |sounds |all )?(?:nice|great|good|lovely|perfect|excellent|wonderful|amazing"
    r"|fantastic|well done|congrat\w*|happy|glad|sorry|enjoy|welcome|understood|noted|got it|thanks|thank you"
    r"|you['’]re welcome|no (?:problem|worries)|of course|sure|fair enough|hope)\b",
    re.IGNORECASE,
)
_COPIED = regex(r"\W{0,12}(?:pasted|copied|exported|export|transcript|forwarded)\b.{0,80}$", re.IGNORECASE)
_TITLE_OF_A_COPY = regex(
    r"\A(?=.{0,100}\b(?:chat|group|channel|conversation)\b)\W{0,4}(?:\w{1,20} ){0,2}(?:export|transcript|history)\b"
    r".{0,100}(?<!\.)\Z",
    re.IGNORECASE,
)
_FIGURE = regex(r"\d")
_MOST_OF_A_REACTION = 8  # words
_MOST_OF_A_SALUTATION = 6  # words
_REPEATS = 0.8  # share of a turn's content words that the turn beside it has; past it one of them says it all
_OF_ASKING = regex(
    r"\b(?:ask(?:s|ed|ing)?|questions?|wonder(?:s|ed|ing)?|propos(?:e|es|ed|ing|als?)|suggest(?:s|ed|ing|ions?)?"
    r"|invit(?:e|es|ed|ing|ations?)|offer(?:s|ed|ing)?|request(?:s|ed|ing)?|[ei]nquir(?:e|es|ed|ing|y|ies)"
    r"|want(?:s|ed)? to know|(?:is|was|were|are) curious)\b",
    re.IGNORECASE,
)


def why_uninformative(found: Sequence[Scored], question: str) -> dict[NodeId, str]:
    """By key, of those that would only be noise in an answer.

    A question of what somebody asked, proposed or offered is answered by a question. Work that is wanted now is not
    helped by work that was wanted once.
    """
    is_of_asking, is_work = asks_of_asking(question), wants_done(question)
    why_not = {
        each.candidate.key: why
        for each in found
        if (why := _why_not(each, is_of_asking=is_of_asking) or (is_work and _why_no_help(each)))
    }
    return why_not | _repeats([each for each in found if each.candidate.key not in why_not])


@lru_cache(maxsize=256)
def asks_of_asking(question: str) -> bool:
    """Whether it is about a question, a proposal or an offer: "what did Ana suggest for lunch?"."""
    return _OF_ASKING.search(question) is not None


def _why_not(found: Scored, *, is_of_asking: bool) -> str | None:
    """Of a verbatim turn that gave no memory and only asks, is polite or commands; "It's at five. Coming?" tells.

    So does a question that proposes or supposes: "Shall we see the film on Friday at seven?"
    """
    turn = found.candidate.turn
    if turn is None or found.candidate.memories:
        return None
    kinds = (
        (not content_stems(turn.text), "only a courtesy"),
        (_only_opens(turn), "only a heading or a salutation"),
        (_only_reacts(turn), "only a reaction"),
        (_COMMAND.match(turn.text.strip()), "only a command"),
    )
    if why := next((why for is_so, why in kinds if is_so), None):
        return why
    if is_of_asking:
        return None
    said = [
        sentence for sentence in _SENTENCE_END.split(turn.text.strip()) if len(sentence.split()) >= _TELLING
    ]
    return "only asks" if all(map(_only_asks, said or [turn.text.rstrip()])) else None


def _why_no_help(found: Scored) -> str | None:
    """Of a verbatim turn to an assistant that gave no memory, has no figure, and only says what it was to do then."""
    turn = found.candidate.turn
    if turn is None or found.candidate.memories or turn.role is not Role.USER or _FIGURE.search(turn.text):
        return None
    sentences = [each for each in _SENTENCE_END.split(turn.text.strip()) if len(each.split()) >= _TELLING]
    return "only wants other work done" if sentences and all(map(wants_done, sentences)) else None


def _only_opens(turn: Turn) -> bool:
    """Whether it tells what or whom the next lines are for: "# Minutes", "Dear Mr Fenn,", a channel that was copied."""
    first, *further = turn.text.strip().splitlines() or [""]
    if further:
        return first.startswith("#") and all(map(_COPIED.match, further))
    if turn.role is Role.DOCUMENT and _TITLE_OF_A_COPY.match(first):
        return True
    spoken = words(first)
    greets = first.endswith(",") and not words_of_talk("salutations").isdisjoint(spoken[:1])
    return first.startswith("#") or (greets and len(spoken) <= _MOST_OF_A_SALUTATION)


def _only_reacts(turn: Turn) -> bool:
    """Of what an assistant says in a few words: "Nice work!", "Congratulations on the release!"."""
    return (
        turn.role is Role.ASSISTANT
        and len(turn.text.split()) <= _MOST_OF_A_REACTION
        and _REACTS.match(turn.text) is not None
        and _CONCRETE.search(turn.text) is None
    )


def _only_asks(sentence: str) -> bool:
    """Whether nothing is told in it; a long question tells why it is asked, or of what."""
    if not sentence.endswith("?") or len(sentence.split()) >= _TELLS_WHY or _STATES.match(sentence):
        return False
    return not (_PROPOSES.search(sentence) and _CONCRETE.search(sentence))


def _repeats(found: Sequence[Scored]) -> dict[NodeId, str]:
    """Of an assistant's turn and the turn beside it that has its words, the assistant's: it only confirms."""
    turns = {turn.id: turn for each in found if (turn := each.candidate.turn) is not None}
    return {
        identity: "repeats what was said right before or after it"
        for identity, turn in turns.items()
        if turn.role is Role.ASSISTANT
        and any(_has(content_stems(near.text), content_stems(turn.text)) for near in _beside(turn, turns))
    }


def _beside(turn: Turn, turns: Mapping[TurnId, Turn]) -> Iterator[Turn]:
    for near in adjacent_turns(turn.id):
        if near in turns and turns[near].role is Role.USER:
            yield turns[near]


def _has(whole: frozenset[str], part: frozenset[str]) -> bool:
    return len(whole & part) >= _REPEATS * len(part)
