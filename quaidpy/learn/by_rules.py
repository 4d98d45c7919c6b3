"""What can be learnt without a model? What the user plainly said of themselves, decided, and asked of the agent.

Nothing is concluded: a bullet is a statement that the rules kept, or the user's own words. Diary paragraphs wait for a
model. Conversations without an assistant teach nothing: nobody in them is the user.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.identity import MemoryId, TurnId
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.learning import About, Form, LearningDraft
from quaidpy.domain.memories.memory import Kind, Memory, Source
from quaidpy.learn.identity_files import IdentityFile, file_about
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.regex import regex

_ABOUT = {
    Kind.PREFERENCE: About.USER,
    Kind.PROFILE: About.USER,
    Kind.LESSON: About.WORLD,
    Kind.PROCEDURE: About.WORLD,
    Kind.DECISION: About.WORLD,
}
_DATED = {Kind.DECISION, Kind.LESSON}
_SENTENCE_END = regex(r"(?<=[.!?])\s+|\n+")
_POLITE = r"(?:(?:please|ok|okay|also|and|so|oh|hey|thanks)[,!]?\s+)*"
_WISH = regex(
    rf"^(?:[^:]{{1,30}}:\s+)?{_POLITE}(?:"
    r"(?:from now on|going forward|in (?:the )?future|next time)\b,?\s+(?!i\b|i['’]|we\b|my\b)"
    r"|(?:always|never)\s+(?!mind\b|again\b|ever\b|been\b|the\b|a\b|an\b)\w+"
    r"|(?:you (?:should|must)|i(?:['’]d| would)? (?:want|like) you to)\s+(?:always|never)\b"
    r"|please (?:always|never|stop \w+ing)\b"
    r"|(?:please )?(?:keep|make) your (?:answers?|repl(?:y|ies)|responses?|messages?)\b"
    r"|(?:please )?call me\s+(?!back\b|at\b|on\b|when\b|if\b|tomorrow\b|later\b|crazy\b)\w+"
    r")",
    re.IGNORECASE,
)
_ADDRESS = regex(
    r"^(?:from now on|going forward|in (?:the )?future),?\s+|\byou (?:should|must|will)\s+", re.IGNORECASE
)
_NOT_PLAIN = regex(r"[`{}<>\\|]|https?://|\[[^\[\]]*+(?<= redacted)\]|\?\s*+$")
_FEWEST_WORDS, _MOST_WORDS = 3, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInput:
    """What was just taken in of one episode: new statements, the turns they came from, and the turns that are new.

    `telling`: of the statements those that give a listed attribute (a phone, a boss, a diet) the value it has now.
    """

    memories: Sequence[Memory]
    turns: Mapping[TurnId, Turn]
    fresh: Sequence[Turn]
    telling: Collection[MemoryId] = ()


def drafts_by_rules(heard: RuleInput, tools: LearnTools) -> list[LearningDraft]:
    """Bullets for the identity files, the most important first."""
    stated = sorted(heard.memories, key=lambda each: (-each.importance, each.stated_at, each.id))
    drafts = [draft for memory in stated for draft in _of_statement(memory, heard, tools)]
    own = file_about(tools.identity, About.SELF)
    if own is None:
        return drafts
    now = tools.clock.now()
    return [
        *drafts,
        *(
            _wish(sentence, turn, own, now)
            for turn in heard.fresh
            for sentence in _wishes(turn, tools.looks_like_attack)
        ),
    ]


def _of_statement(memory: Memory, heard: RuleInput, tools: LearnTools) -> Iterator[LearningDraft]:
    about = _ABOUT.get(memory.kind, About.USER if memory.id in heard.telling else None)
    file = None if about is None else file_about(tools.identity, about)
    evidence = memory.evidence[0] if memory.evidence else None
    turn = heard.turns.get(evidence.turn) if evidence else None
    if file is None or turn is None or evidence is None or turn.role is not Role.USER:
        return
    is_plain = memory.source is Source.USER and not memory.flagged and memory.text[-1:] != "?"
    if not is_plain or memory.importance < tools.tuning.least_importance or memory.confidence < _SURE:
        return
    quote = " ".join(turn.text[evidence.start : evidence.end].split())
    if _is_wish(quote) or not _is_lasting(memory, quote):
        return  # said to the agent, and told in its own file; or of the day
    yield LearningDraft(
        file=file.name,
        form=Form.SNIPPET,
        text=_told(memory, quote),
        said_at=memory.stated_at,
        turn=turn.id,
        quote=quote,
        memory=memory.id,
    )


_LIKING = regex(
    r"\b(?:prefer|like|love|hate|dislike|enjoy|adore|detest|avoid|favou?rite|can(?:no|['’])t stand|fond of|a fan of"
    r"|allergic|vegan|vegetarian|rather)(?:s|d|ed)?\b",
    re.IGNORECASE,
)
_LEARNT = regex(r"\b(?:learn(?:ed|t)|lesson|mistake|note to self|never again|next time)\b", re.IGNORECASE)
_OF_THE_DAY = regex(
    r"\b(?:looking for|thinking (?:of|about)|wants?:|would like|['’]d like|today|tonight|this (?:morning|week|one|time)"
    r"|right now|at the moment)\b",
    re.IGNORECASE,
)


def _is_lasting(memory: Memory, quote: str) -> bool:
    """Whether it says how somebody is, not what is going on; what a person has verified counts as it is."""
    if memory.verified:
        return True
    if len(memory.statement.split()) > _MOST_WORDS or _OF_THE_DAY.search(f"{memory.text} {quote}"):
        return False
    match memory.kind:
        case Kind.PREFERENCE:
            return _LIKING.search(memory.statement) is not None
        case Kind.LESSON:
            return _LEARNT.search(quote) is not None
        case _:
            return True


_SURE = 0.7  # confidence; a hedged statement has less
_LONGEST_QUOTE = 200  # characters


def _told(memory: Memory, quote: str) -> str:
    """A decision or lesson in the words of who said it, for these are acted upon; anything else as it was stated."""
    if memory.kind not in _DATED or len(quote) > _LONGEST_QUOTE:
        return memory.statement
    who = (memory.speaker or "the user").replace("The user", "the user")
    return f"{memory.stated_at:%Y-%m-%d}, {who}: “{quote}”"


def _wishes(turn: Turn, looks_like_attack: Callable[[str], bool]) -> Iterator[str]:
    """Lasting wishes of the user about how the agent is to behave, in their own words."""
    for sentence in _SENTENCE_END.split(turn.text) if turn.role is Role.USER else ():
        plain = " ".join(sentence.split())
        if _is_wish(plain) and not looks_like_attack(_ADDRESS.sub("", plain)):
            yield plain


def _wish(sentence: str, turn: Turn, file: IdentityFile, now: datetime) -> LearningDraft:
    return LearningDraft(
        file=file.name,
        form=Form.SNIPPET,
        text=f"The user asks: “{sentence}”",
        said_at=turn.at or turn.recorded_at or now,
        turn=turn.id,
        quote=sentence,
    )


def _is_wish(sentence: str) -> bool:
    length = len(sentence.split())
    return (
        _FEWEST_WORDS <= length <= _MOST_WORDS
        and _WISH.match(sentence) is not None
        and _NOT_PLAIN.search(sentence) is None
    )
