"""How does whoever is to be written or spoken to want that done? "Kashif reads no more than two lines" is kept to."""

import re
from collections.abc import Iterable, Mapping

from quaidpy.domain.identity import NodeId, TurnId
from quaidpy.domain.language.text import word_set
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.recall.queries import Corpus
from quaidpy.recall.judging.person_evidence import people_in
from quaidpy.recall.state import RecallTools, State
from quaidpy.regex import regex

_LOOKED_AT = 24  # turns
_LONGEST = 700  # characters of a turn that is of few things
_MOST = 2  # turns that are brought
_REACHES = regex(
    r"\b(?:write|writing|text|message|msg|mail|e-?mail|whatsapp|tell|ask|ring|call|phone|remind|invite|reply|answer|thank"
    r"|send|draft|note|letter|report|speech|card|meeting|let (?!(?:us|me)\b)\w+ know)\b",
    re.IGNORECASE,
)
_ASKED = (
    "reads read lines answers reply texts typing calls ring phone voice notes whatsapp mails letters messages"
)
_HOW = regex(
    r"\b(?:reads?|lines?|answers?|repl(?:y|ies)|texts?|texting|typ(?:es?|ing)|calls?|rings?|phones?|phoning"
    r"|voice ?mails?|voice (?:notes?|messages?)|whatsapps?|e-?mails?|mails?|letters?|writ(?:es?|ing|ten)|messages?|sms"
    r"|pages?|slides?|short|formal|polite|captions?|subtitles?|in person|first names?)\b",
    re.IGNORECASE,
)
_BINDS = regex(
    r"\b(?:no|not|never|don['’]?t|doesn['’]?t|can['’]?t|cannot|must(?:n['’]?t)?|only|always|prefers?|rather|hates?|likes?|wants?"
    r"|needs?|instead|please|pls|deaf|hard of hearing|eyes|more than|before|after)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?])\s|\n")


def told_of_recipients(state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """Turns that tell how somebody named in a prompt that reaches them wants to be reached; the likeliest, by score."""
    plan = state.plan
    people = people_in(plan)
    if not people or plan.keep_turns is None or not _REACHES.search(plan.query.text):
        return {}
    asked = " ".join([*sorted(people), _ASKED])
    hits = tools.search.text(asked, Corpus.TURNS, plan.keep_turns, limit=_LOOKED_AT)
    scores = {hit.node: hit.score for hit in hits}
    turns = tools.store.turns(tools.owner, sorted(map(TurnId, scores)))
    told = [turn.id for turn in turns if _tells_how(turn, people)]
    return {turn: scores[turn] for turn in sorted(told, key=lambda turn: (-scores[turn], turn))[:_MOST]}


def _tells_how(turn: Turn, people: Iterable[str]) -> bool:
    if turn.role is Role.ASSISTANT or len(turn.text) > _LONGEST:
        return False
    if word_set(f"{turn.speaker or ''} {turn.text}").isdisjoint(people):
        return False
    return any(_HOW.search(said) and _BINDS.search(said) for said in _SENTENCE.split(turn.text))
