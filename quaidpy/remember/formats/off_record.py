"""Which words does somebody ask not to be kept? They are taken out before anything is stored.

Only what is said of keeping: off the record, not in your memory, not in the minutes. A secret that a friend shall not
tell on is kept, since nobody asked that it be forgotten; nor does "don't save it in the session" speak of a memory.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.secrets.redaction import Redaction
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.regex import regex

PRIVATE_WORDS = Redaction("private words").placeholder

_PROGRAMS = frozenset({Role.ASSISTANT, Role.TOOL})
_LONG = 600  # characters of a paragraph of which not all need speak of one thing
_AROUND = 200  # characters of a long one that go before and after what asks
_THIS = r"(?:this|that|it|any of (?:this|that|it)|th(?:is|at|e) (?:last |next )?(?:bit|part|one|thing))"
_PLACE = (
    r"(?:anywhere|in writing|on (?:file|(?:the )?record)"
    r"|(?:in|into|to) (?:(?:your|my|our|the|any) )?(?:long[- ]term )?(?:memory|memories|notes?|minutes|diary)"
    r"(?: files?)?(?: or (?:the |your |my )?\w+)?)"
)
_END = (
    r"(?=[ \t]{0,3}(?:[.,;:!?)\n—–-]|\Z|(?:please|pls|plz|ok|okay|thanks|thx|btw|though|tho|lol|either|obviously"
    r"|obvs)\b))"
)
_BEGIN = (
    r"(?:(?<![^\n])|(?<=[.,;:!?(\n—–-])|\b(?:please|pls|plz|so|but|and|also|just|really|seriously|ps|btw"
    r"|obviously|obvs))[ \t]{0,3}"
)
_NOT = rf"{_BEGIN}(?:please |pls |plz )?(?:do not|don['’]?t|never) (?:(?:you|ever) )?"
_NOT_SAID_OF_ANYBODY = (
    r"(?<!\bi )(?<!\byou )(?<!\bwe )(?<!\bthey )(?<!\bwho )(?<!\bto )\b(?:do not|don['’]?t|never) "
    r"(?:(?:you|ever) )?"
)
_PLEASE = r"(?:(?:please|pls|plz) )?"
_ASKS = regex(
    rf"{_BEGIN}(?:(?:all )?(?:this|that|it)(?: one| bit| part)?(?:['’]?s| is| stays)? )?"
    rf"(?:(?:strictly|totally|completely) )?off[- ]the[- ]record(?:{_END}| but\b| and\b)"
    rf"|{_NOT_SAID_OF_ANYBODY}(?:put|save|store|keep|write|record|note|log) {_THIS} (?:down )?{_PLACE}{_END}"
    rf"|{_NOT}(?:note|write down|jot down|make a note of|keep a (?:note|record) of) {_THIS}(?: down)?{_END}"
    rf"|{_NOT}record (?:this|that){_END}"
    rf"|{_NOT}(?:write|note|jot|take) {_THIS} down{_END}"
    rf"|{_NOT}(?:save|store|keep|remember) (?:this|that)(?: (?:one|bit|part))?"
    rf" (?:about me|for later|please|pls|plz){_END}"
    rf"|(?:please|pls|plz) (?:do not|don['’]?t) (?:save|store|remember|memori[sz]e) (?:this|that){_END}"
    rf"|{_BEGIN}(?:(?:this|that) is |that[’']?s )?not for (?:the |your |my |our |any )?"
    rf"(?:records?|minutes|notes(?: files?)?|memory|files?|saving|keeping|storing){_END}"
    rf"|{_BEGIN}(?:(?:this|that|it)(?: is|['’]s) )?not to be (?:noted|recorded|saved|stored|written down|kept){_END}"
    rf"|\bi (?:do not|don['’]?t) want {_THIS} in (?:(?:any|your) (?:\w+ or )?(?:lists?|notes?|memory|records?)"
    rf"|the (?:notes|minutes|memory)){_END}"
    rf"|{_BEGIN}no notes? of {_THIS}{_END}"
    rf"|{_NOT}(?:keep|save|store) {_THIS}(?=[ \t]?:)"
    rf"|{_BEGIN}{_PLEASE}forget (?:all )?(?:this|that|it) (?:after|afterwards|later|straight away|right away){_END}"
    rf"|{_BEGIN}{_PLEASE}(?:(?:keep|leave) {_THIS}|(?:this|that|it) stays) (?:out of|off) (?:the |your |my |our )?"
    rf"(?:memory|memories|notes?|records?|minutes)(?: (?:and|or) (?:the |your |my |our )?\w+)?{_END}"
    rf"|{_BEGIN}{_PLEASE}forget (?:that )?i (?:ever )?(?:said|told you|mentioned) (?:any of )?"
    rf"(?:this|that|it|anything){_END}",
    re.IGNORECASE,
)
_WORD = regex(r"\w+")
_SENTENCE_END = regex(r"[.!?](?=\s)|\n")
_FILLERS = frozenset(
    """
    oh and but so also just ah hm hmm um ok okay pls plz please thanks thx ta yes yeah no sorry wait actually btw lol
    though tho obviously obvs either anyway ever again all of this that it is s dont don t do not keep save store
    remember one
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What stands beside it in a message that does nothing else."""


def without_off_record(turns: Sequence[RawTurn]) -> tuple[RawTurn, ...]:
    """The turns, with `PRIVATE_WORDS` where somebody's words are not to be kept.

    Of a message what was said up to there in its paragraph goes, or what follows at once; if that only asks, the one
    before, if need be the speaker's last message. What an assistant answers to it goes as well, since it repeats.
    """
    kept = list(turns)
    for place, turn in enumerate(turns):
        if turn.role in _PROGRAMS or not _ASKS.search(turn.text):
            continue
        text, is_alone = _spared(turn.text)
        kept[place] = replace(turn, text=text)
        meant = _last_of(kept[:place], turn) if is_alone else place
        if meant is not None:
            if meant != place:
                kept[meant] = replace(kept[meant], text=PRIVATE_WORDS)
            for after in (*_replies(turns, meant), *_replies(turns, place)):
                kept[after] = replace(kept[after], text=PRIVATE_WORDS)
    return tuple(kept)


def _spared(text: str) -> tuple[str, bool]:
    """The text without what is not to be kept, and whether it only asks, of something said before it."""
    paragraphs = text.split("\n")
    gone: set[int] = set()
    is_alone = False
    for place, paragraph in enumerate(paragraphs):
        if not _ASKS.search(paragraph):
            continue
        if not _only_asks(paragraph):
            paragraphs[place] = _without(paragraph)
            continue
        gone.add(place)
        before = next((each for each in range(place - 1, -1, -1) if paragraphs[each].strip()), None)
        if paragraph.rstrip().endswith(":"):
            before = next(
                (each for each in range(place + 1, len(paragraphs)) if paragraphs[each].strip()), None
            )
        if before is None:
            is_alone = True
        else:
            gone.add(before)
    return "\n".join(
        PRIVATE_WORDS if place in gone else paragraph for place, paragraph in enumerate(paragraphs)
    ), is_alone


def _only_asks(paragraph: str) -> bool:
    return _FILLERS.issuperset(word.lower() for word in _WORD.findall(_ASKS.sub(" ", paragraph)))


def _without(paragraph: str) -> str:
    parts: list[str] = []
    done = 0
    for asked in _ASKS.finditer(paragraph):
        start, end = _meant(paragraph, asked)
        if start > done or not parts:
            parts += [paragraph[done : max(done, start)], PRIVATE_WORDS]
        done = max(done, end)
    return " ".join(filter(None, (part.strip() for part in [*parts, paragraph[done:]])))


def _meant(paragraph: str, asked: re.Match[str]) -> tuple[int, int]:
    """What is not to be kept: all that follows where it follows at once, else all that was said up to there.

    Of a long paragraph only what lies around.
    """
    ends = [found.end() for found in _SENTENCE_END.finditer(paragraph)]
    begun = max((end for end in ends if end <= asked.start()), default=0)
    over = min((end for end in ends if end >= asked.end()), default=len(paragraph))
    follows = not _only_asks(paragraph[asked.end() : over]) or _only_asks(paragraph[: asked.start()])
    start, end = (begun, len(paragraph)) if follows else (0, over)
    if len(paragraph) <= _LONG:
        return start, end
    near = max(start, min(begun, asked.start() - _AROUND))
    far = min(end, max(over, asked.end() + _AROUND)) if follows else end
    return (
        min((each for each in ends if near <= each <= asked.start()), default=near),
        max((each for each in ends if over <= each <= far), default=min(far, asked.end() + _AROUND)),
    )


def _last_of(turns: Sequence[RawTurn], asking: RawTurn) -> int | None:
    """The place of the last message of who asks."""
    return next(
        (
            place
            for place in range(len(turns) - 1, -1, -1)
            if (turns[place].role, turns[place].speaker) == (asking.role, asking.speaker)
        ),
        None,
    )


def _replies(turns: Sequence[RawTurn], place: int) -> Iterator[int]:
    """Places of what an assistant says right after it."""
    for after in range(place + 1, len(turns)):
        if turns[after].role is not Role.ASSISTANT:
            return
        yield after
