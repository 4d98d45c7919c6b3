"""How does a sentence of talk read with what its speaker left out: an "I", an apology for a question, a name?"""

import re

from quaidpy.domain.language.text import with_small_start
from quaidpy.regex import regex
from quaidpy.remember.dates.tenses import without_seeming_pasts
from quaidpy.remember.finding.plain_facts import PHYSICAL_TRAITS
from quaidpy.remember.words.chat_spelling import written_out
from quaidpy.remember.words.definiteness import TIME
from quaidpy.remember.words.subjects import Subject, subject_of
from quaidpy.remember.words.verbs import BASE_VERBS, PARTICIPLES, is_past
from quaidpy.shipped.names import words_of_talk

_DONE = regex(
    r"\A(?P<verb>[a-z]{2,14}) (?:the|a|an|my|our|his|her|their|some|two|three|to|with|it|them"
    r"|(?-i:[A-ZÀ-Þ])\w*)\b(?!['’])",
    re.IGNORECASE,
)


_BORNE = regex(rf"\A(?:{PHYSICAL_TRAITS}) since \w", re.IGNORECASE)
_NEEDED = regex(
    r"\A(?:(?:still )?needs? (?:another |about )?\d"
    r"|(?:don['’]?t|do not) (?:really )?(?:want|like|need|know|think|trust|fancy|eat|drink)\b)",
    re.IGNORECASE,
)


def of_oneself(spoken: str) -> str:
    """With what was left out: "I" before "went home" and "need 30 chairs", "I have" before "seen her".

    And "I am" before "vegan since May".
    """
    if _NEEDED.match(spoken):
        return f"I {with_small_start(spoken)}"
    if _BORNE.match(spoken):
        return f"I am {with_small_start(spoken)}"
    done = _DONE.match(spoken)
    if (
        done is not None
        and done["verb"].lower() in PARTICIPLES - BASE_VERBS - {"given"}
        and not is_past(done["verb"])
    ):
        return f"I have {with_small_start(spoken)}"
    return f"I {with_small_start(spoken)}" if subject_of(spoken) is Subject.DROPPED else spoken


def of_own_day(spoken: str) -> str:
    """With the "I had" that a diary leaves out before a thing that takes an hour: "Physio with Ana, six sessions"."""
    found = _ACTIVITY.match(spoken)
    is_told = (
        found is not None
        and found["what"].lower() in words_of_talk("activities")
        and not (TIME.search(spoken) or _TELLS_OF_IT.search(spoken))
    )
    return f"I had {with_small_start(spoken)}" if is_told else spoken


def with_left_out_named(spoken: str, *heard: str) -> str:
    """With whoever took what was offered, and with the thing for "the old one"; `heard` as `with_one_named` has it."""
    return with_one_named(with_taker_named(spoken), *heard)


def with_taker_named(spoken: str) -> str:
    """With whoever took what was offered: "the garage offered Thursday, took it" tells of the speaker's taking."""
    return _TOOK.sub(r"\g<offer>, and I \g<verb> it", spoken)


_TOOK = regex(
    r"(?P<offer>\b(?:offered|suggested|proposed) [^,;.!?]{2,60})[,;.]? (?:and |so )?(?:i |we )?"
    r"(?P<verb>took|accepted|grabbed|booked) (?:it|that)\b",
    re.IGNORECASE,
)


def with_one_named(spoken: str, *heard: str) -> str:
    """With the thing for "the old one", where the sentence before names it: "Ana has a new phone. The old one is dead."

    `heard`: what was said last, then what was asked last, of which it is what stands at its end: "… the gate code?"
    """
    one = _ONE.match(spoken)
    if one is not None and (leaver := next(filter(None, map(_LEAVES.match, heard)), None)):
        return f"{one['which']} {leaver['role']}{spoken[one.end() :]}"
    thing = next(filter(None, map(_thing_of, heard)), None) if one else None
    if one is None or thing is None:
        return spoken
    return f"{one['which']} {thing}{spoken[one.end() :]}"


def _thing_of(heard: str) -> str | None:
    """What a sentence is about, of which there may be an old one and a new one."""
    told = written_out(heard)
    things = [
        found
        for found in _THING.finditer(told)
        if found["what"].lower() not in _NO_THING and not _DENIED.search(told[: found.start()])
    ]
    likely = [found for found in things if found["which"]] or things
    if not likely:
        return None
    return likely[-1]["what"] if heard.rstrip().endswith("?") else likely[0]["what"]


_LEAVES = regex(
    r"\A\W{0,4}(?:(?:ok|so|and|well|anyway|btw),? )?(?:(?:the|my|our|his|her|their) )?"
    r"(?P<role>(?!it\b|she\b|they\b)[a-z]{3,16})"
    r"(?: (?-i:[A-ZÀ-Þ])[\w-]+| [a-z]{2,12})?(?: (?-i:[A-ZÀ-Þ])[\w-]+)? "
    r"(?:(?:is|has|was|will be) )?(?:off|leaving|leaves|left|quit|quits|gone"
    r"|retired|retires|retiring|resigned|moving|moved|fired|going|out)\b",
    re.IGNORECASE,
)
"""Somebody leaves a part that another will take: "our coach Pat is leaving. The new one is Imke"."""
_ONE = regex(
    r"\A(?P<which>(?:the |my |our |his |her |their )?(?:old|new|other|next|second)) one\b", re.IGNORECASE
)
_THING = regex(
    r"\b(?:(?i:the|an?|my|our|his|her|their)|[A-ZÀ-Þ][\w-]{1,40}['’]s) (?P<which>(?:new|old|other|first|second|last) )?"
    r"(?P<what>(?:[a-z]{3,12} )??[a-z]{3,14})(?=[,.?!:;]|$| (?:is|was|has|had|for|from|at|in|on|since"
    r"|leaves?|left|broke|died"
    r"|needs|that|which|who|and|but|because|goes|went|gets|got)\b)"
)
_DENIED = regex(r"(?:\bnot|n['’]t)(?: (?:be|just|only|really|even))? \Z", re.IGNORECASE)
"""Before what it is not: "it wasn't the battery, it was the alternator"."""
_NO_THING = frozenset("day week month year time weekend moment way end one lot bit".split())  # noqa: SIM905 - a word list
_TELLS_OF_IT = regex(
    r"\b(?:was|is|turned|went|took|felt|ended|became|lasted|got|helped|has|had)\b", re.IGNORECASE
)
_ACTIVITY = regex(r"\A(?P<what>[a-z-]{2,16}(?: call)?)(?: (?:with|at|in)\b|,)", re.IGNORECASE)


def without_own_name(spoken: str, speaker: str) -> str:
    """Take the introduction off "I'm Maya, live in Austin"; its "I" stays."""
    intro = re.match(
        rf"(?:i'm|i am|my name is|this is) {re.escape(speaker)}\b[\s,;:—–-]+(?:and )?(?:i )?",
        spoken,
        re.IGNORECASE,
    )
    return f"I {spoken[intro.end() :]}" if intro and spoken[intro.end() :] else spoken


def speaks_of_past(spoken: str) -> bool:
    found = re.findall(r"[A-Za-z']+", without_seeming_pasts(spoken))[:12]
    if re.search(r"\b(?:will|going to|plan|want|hope|would|used to)\b|'ll\b", spoken, re.IGNORECASE):
        return False
    if re.search(r"\b(?:is|are|am) (?:called|named)\b", spoken):
        return False
    return any(is_past(word) for word in found)


def asks(sentence: str, spoken: str) -> bool:
    """Whether a sentence is a question, by what is `spoken` of it without asides; "I hate olives, remember?" is none.

    Of the listener and of others such a tail asks whether it is so; of oneself one knows.
    """
    if not sentence.rstrip("\"'”) ").endswith("?"):
        return spoken.endswith("?")
    return spoken.endswith("?") or subject_of(spoken) not in {Subject.SPEAKER, Subject.SPEAKERS_OWN}


def told_with_name(spoken: str) -> tuple[str, str] | None:
    """A name with what is told of its bearer: "his name's Ned and he's fine" tells of Ned that "Ned's fine"."""
    found = _NAMED_SO.match(spoken)
    return (found["name"], f"{found['name']}{found['rest']}") if found else None


_NAMED_SO = regex(
    r"^(?:his|her) name(?:'s| is) (?P<name>[A-Z][\w-]+)(?:,| and)? (?:he|she)(?P<rest>(?:'s)? .+)$",
    re.IGNORECASE,
)
