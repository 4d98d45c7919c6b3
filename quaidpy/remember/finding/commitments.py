"""What has somebody yet to do, and of what does a speaker want to be reminded?"""

import re

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN, is_given_name
from quaidpy.remember.words.self_contained import has_verb
from quaidpy.remember.words.verbs import BASE_VERBS

_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|tenth|fifteenth|twentieth)(?! (?!of\b)[a-z])"
)
_DAY = (
    rf"{WEEKDAY}|{MONTH}|{_ORDINAL}|\d{{4}}|christmas|new year|easter|halloween"
    r"|thanksgiving|morning|afternoon|evening|noon|midnight|weekend|week|month|year|spring|summer|autumn|fall|winter"
    r"|holidays|vacation|wedding|birthday"
)
_NEAR = r"(?:next|this|coming|following|early|late|mid|the|my|our|his|her|[\w]+['’]s|end of)"
_WHEN = regex(
    rf"\b(?:today|tomorrow|tonight"
    rf"|(?:by|before|until|till|on|in|at|next|this|over|during|every) (?:{_NEAR} ){{0,4}}(?:{_DAY})"
    r"|(?:at|by|before|until) (?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|in (?:\d+|an?|two|three|four|five|six|ten) (?:hour|day|week|month)s?)\b",
    re.IGNORECASE,
)
_FOR_WHEN = regex(rf"\b(?:by|before|until|till|from|for|on) (?:{_NEAR} ){{0,4}}(?:{_DAY})\b", re.IGNORECASE)
_THEN = (
    r"(?: (?:tomorrow|tonight|today|later|again|every \w+|next \w+|this \w+"
    r"|(?:on|at|in|by) (?:the )?[\w:]+(?: \w+ from now)?))?"
)
_ASKING = (
    r"(?:(?:please|pls|do|kindly|also|and|hey|can you|could you|would you|will you|make sure (?:to|you)"
    r"|i(?:'d| would)? (?:want|like|need) you to|(?:don't|do not) forget to)\b,? )*"
)
_REMIND = regex(
    rf"^{_ASKING}(?:remind me|send me a reminder|set (?:me )?a reminder|give me a reminder)"
    rf"(?P<then>{_THEN}),? (?P<how>to|of|about|that|for) (?P<what>.+)$",
    re.IGNORECASE,
)
_REMIND_OF = regex(
    rf"^{_ASKING}(?:remind me|don't let me forget|help me remember)(?: please| pls)?(?: ?[:,;–—-] ?| that | )"
    r"(?:i|we)(?:(?: still| also| really)* (?:have to|need to|must|should|ought to)"
    r"|(?:'ve| have) (?:still )?(?:got )?to| (?:still )?gotta)(?: still| also)? (?P<what>\S.+)$",
    re.IGNORECASE,
)
"""Behind the asking, what is to be done stands as a sentence of its own: "remind me: I still have to …"."""
_FORGETTING = regex(
    r"^(?:please )?(?:(?:don't|do not|never) let (?:me|us) forget"
    r"|i (?:don't|do not) want to forget) ?(?P<how>to|of|about|that)? (?P<what>.+)$",
    re.IGNORECASE,
)
_LISTS = regex(r"\bto[ -]?dos?\b|\btasks?\b|\blist$", re.IGNORECASE)
"""Labels of things to be done; a memo or a note to oneself may tell anything."""
_WISH = regex(
    r"^i(?:'d| would)? (?:want|need|like) (?:to be reminded|a reminder)(?P<then>)"
    r" (?P<how>to|of|about|that|for) (?P<what>.+)$",
    re.IGNORECASE,
)
_NOTE = regex(
    r"^(?P<label>(?:(?:new|other|another|next|one more) )?to[ -]?dos?|task|note to self|memo|reminder"
    r"|(?:(?:and |also )?(?:please )?(?:put"
    r"|add)(?: this| that| it| one)? (?:on|to)"
    r"|(?:and )?(?:one (?:more )?)?for|(?:still )?on) (?:my|the|our) (?:to-?do )?list)"
    r"(?: for (?P<then>[\w ]{3,20}))?\s*(?::|[—–-]\s)\s*(?P<what>.+)$",
    re.IGNORECASE,
)
_ONTO_LIST = regex(
    rf"^{_ASKING}(?:put|add|stick|pop|write|note|jot(?: down)?) (?P<what>(?!(?:that|this|it|them)\b).+?)"
    r" (?:down )?(?:on|to|onto|in|into) (?:(?:(?:my|our)(?: [\w-]+)?|the (?:to-?do|task|shopping|grocery|packing"
    r"|action)) list"
    r"|the (?P<of>[\w-]+(?: [\w-]+)?) (?:check)?list(?:, (?:we|i)\b.*)?)"
    r"(?: (?:please|pls))?$",
    re.IGNORECASE,
)
_TODO = regex(
    r"^(?:(?:ok(?:ay)?|so|and|also|btw|oh|right),? )*(?:(?:my|new|another|other|next|one more) )?to-?dos?"
    r"(?P<list> list)?"
    r"(?: (?:for (?:me|us|myself|later|today|tomorrow|this week)|then|now|pls|please|as i(?:'ll| will) forget))*"
    r"(?P<stop>\s*[:,–—-])?\s+(?P<what>\S.+)$",
    re.IGNORECASE,
)
"""A line that begins with the word, and whatever follows is the task: "ok todo then, renew the passport"."""
_WHY = regex(
    r",? (?:without|otherwise|because|since|or|so) (?:of )?(?:this|that|it|they|we|i)\b.*$", re.IGNORECASE
)
"""Why it has to be done, which the task can do without."""
_NAMED_LIST = regex(
    r"^(?:(?:and|so|ok),? )?(?:(?:my|our|the|a) )?(?:[\w-]+ )?list (?P<of>(?:for|of|before"
    r"|after) [^:,]{2,40})(?:,[^:]{2,60})?: ?(?P<what>.{3,})$",
    re.IGNORECASE,
)
"""What is to be done or got for something, under its name: "list for the spring, while I remember: rivets, varnish"."""
_UNSAID = regex(
    r"^(?:(?:still|also|really|just) )*(?:(?:need|have|got|ought) to|gotta|must)\b", re.IGNORECASE
)
"""Duties begin so where "I" is left out."""
_SELF_ORDER = regex(r"^(?:please )?(?:remember|don't forget|do not forget) to (?P<what>.+)$", re.IGNORECASE)
_OPEN_QUESTION = regex(r"^(?:how|what|why|who|where|when|which|whether|if)\b", re.IGNORECASE)
_OWED = regex(
    r"^(?P<who>i|we|(?:my|our) [\w'-]+(?: [A-Z][\w'-]+)?|[A-Z][\w'-]+(?: and (?:i|[A-Z][\w'-]+))?)"
    r"(?: (?:still|also|really|just|definitely|absolutely|urgently|finally|both|only|then))*"
    r"(?:(?: have|'ve| has|'s)(?: still)? got to| gotta| have to| has to| need to| needs to| ought to"
    r"| (?:must|should)(?! have\b)| (?:mustn't|must not|can't|cannot) forget(?: to)?"
    r"|(?: am|'m| are|'re| is|'s) (?:still |also )?(?:supposed|meant|due) to)"
    r"(?: (?:still|also|really|just|definitely|urgently|finally|probably))*"
    r"(?: (?:remember|not forget) to)? (?P<what>.+)$",
    re.IGNORECASE,
)
_NEEDED = regex(
    r"^(?:i|we)(?: (?:still|also|really|urgently))* need "
    r"(?P<thing>(?:an?|some|some(?:body|one)|new|another|more|\d+|two|three|four|five|six|eight|ten|twelve)\b.+)$",
    re.IGNORECASE,
)
_STILL = regex(r"^\S+(?: \S+)?(?:'ve)? still (?:have|has|need|needs|got) to ", re.IGNORECASE)
_FORGET = regex(r"\b(?:mustn't|must not|can't|cannot) forget\b", re.IGNORECASE)
_OF_NOW = regex(
    r"\b(?:you|your|yours|now|here|first|for now|a (?:second|moment|minute|bit|break)|yet|this"
    r"|that(?! (?:i|we|he|she|they|it|the|my|our|his|her)\b)|these|those|it)\b"
    r"(?! (?:day|morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day)\b)",
    re.IGNORECASE,
)
TECHNICAL = regex(
    r"[`_(){}\[\]<>=]|\w\.\w{2,4}\b|\b(?:functions?|methods?|class(?:es)?|tests?|scripts?|code|quer(?:y|ies)|files?|bugs?|api"
    r"|endpoints?|requests?|responses?|payloads?|strings?|arrays?|lists?|values?|errors?|logs?|cache|server|database"
    r"|table|columns?|branch(?:es)?|commits?|merge|pr|repo|readme|docs|module|variables?|loops?|packages?|parser|null|none"
    r"|attention|index|token|request|header|callback|constructor|object|build|deployment|pipeline|prompt|essay|poem"
    r"|paragraph|sentence|text|argument|example|synonym)\b",
    re.IGNORECASE,
)
_INWARD = frozenset(
    {
        "say", "admit", "agree", "think", "know", "understand", "believe", "confess", "remember", "feel", "wonder",
        "imagine", "accept", "hear", "confirm", "need", "want", "like", "love", "hope", "trust", "focus", "stop",
    }
)  # fmt: skip
_ERRANDS = frozenset(
    """
    book buy pay repay renew water feed vacuum wash iron mend donate sell bake cook refill pack invite mow plant hang
    defrost descale tidy phone ring enrol enroll reserve
    """.split()  # noqa: SIM905 - a word list reads as one
)
_ERRANDS_FOR_SOMEBODY = regex(
    r"^(?:call|return|send|drop|collect|fetch|bring|walk|clean|repair|order|cancel|register|apply|visit|sign|empty|replace"
    r"|schedule|arrange|organi[sz]e|print|answer|submit|prepare|transfer|exchange|post|mail|deliver|paint"
    r"|pick up|hand in|fill in|sort out|get|change|take|see|meet|help|thank|tell|ask)\b",
    re.IGNORECASE,
)
_OF_A_LIFE = regex(
    rf"\b(?:[Mm]y|[Oo]ur|[A-Z][a-z]+(?:['’]s)?|{'|'.join(sorted(KIN))}|dentist|vet|bank|school|landlord|plumber|electrician"
    r"|insurance|parcel|letter|cards?|bills?|invoice|rent|tax(?:es)?|keys?|car|bike|suit|dress|clothes|laundry|dishes"
    r"|kitchen|bathroom|house|flat|apartment|windows|garden|bins|rubbish|trash|groceries|shopping|medicine|pills"
    r"|prescription|library|books|gym|membership|passport|visa|licen[cs]e|appointments?|hotel|flights?|tickets|presents?"
    r"|gifts?|flowers|cake|dog|cat|plants|hospital|wedding|party|lawn|roof|tyres|tires|filters)\b"
)


def asked_reminder(spoken: str) -> str | None:
    """What a speaker asks to be reminded of or to have on a list, in their own words; None for any other sentence.

    "Remind me to buy milk" is one; "remind me how merge sort works" and "of the difference" ask for an answer.
    """
    if told := _REMIND_OF.match(spoken.rstrip(" ?.!")):
        return f"{_WISHED} to {told['what']}"
    if listed := _ONTO_LIST.match(spoken.rstrip(" ?.!")):
        return _put_on_list(listed)
    found = _REMIND.match(spoken.rstrip(" ?.!")) or _WISH.match(spoken) or _FORGETTING.match(spoken)
    if found is None:
        return None
    how, what = (found["how"] or "of").lower(), found["what"].rstrip(" ?.!")
    then = found.groupdict().get("then") or ""
    if _OPEN_QUESTION.match(what):
        return None
    if how in {"of", "about", "for"} and not (then or _is_own(what) or _WHEN.search(what)):
        return None
    link = {"about": "of", "for": "of"}.get(how, how)
    return f"{_WISHED}{then} {link} {what}"


def _on_list(what: str) -> str:
    return f"I have to {what[0].lower()}{what[1:]}" if _begins_with_verb(what) else f"{_LISTED}: {what}"


_LISTED = "I have on my list"
_WISHED = "I want to be reminded"


def is_wish(spoken: str) -> bool:
    """Whether this is what `asked_reminder` gave."""
    return spoken.startswith(_WISHED)


def _put_on_list(listed: re.Match[str]) -> str | None:
    """A task for the list that is named, or the speaker's own; work at hand is none of those."""
    what = listed["what"].strip("\"'“”‘’ ")
    if listed["of"]:
        return f"{_LISTED} for the {listed['of']}: {what}"
    return None if TECHNICAL.search(what) else _on_list(what)


def noted_task(spoken: str) -> str | None:
    """What a speaker writes on their own list ("Todo: buy a lamp"), as what they have to do; None for no such note."""
    if spoken.startswith(_LISTED):
        return spoken
    if _UNSAID.match(spoken):
        return owed if is_commitment(owed := f"I {spoken[0].lower()}{spoken[1:]}") else None
    note = _NOTE.match(spoken)
    if note is None and (headed := _TODO.match(spoken) or _NAMED_LIST.match(spoken)):
        return _headed(headed)
    if note is None:
        thing = _THING_DUE.match(spoken)
        is_errand = thing is not None and not has_verb(thing["thing"])
        return (
            f"I have to {thing['verb'].lower()} {_small_first(thing['thing'])} {thing['when']}"
            if thing and is_errand
            else None
        )
    what, then = note["what"].rstrip(" ."), note["then"]
    if _begins_with_verb(what):
        return f"{_on_list(what)}{f' {then}' if then else ''}"
    is_list = _LISTS.search(note["label"]) is not None
    return f"{_LISTED}{f' for {then}' if then else ''}: {what}" if is_list else None


def _headed(found: re.Match[str]) -> str | None:
    """Without a stop behind the word it may be the first of any sentence: "todo lists are slow"."""
    if of := found.groupdict().get("of"):
        what = found["what"].split(". ", maxsplit=1)[0].rstrip(" .")
        return f"{_LISTED} {of}: {what}" if "," in what else None
    what = _WHY.sub("", found["what"].rstrip(" ."))
    is_task = found["stop"] or (not found["list"] and names_a_time(what))
    return _on_list(what) if is_task or _begins_with_verb(what) else None


def self_order(spoken: str) -> str | None:
    """What somebody tells themselves, or their assistant, not to forget, as what they have to do."""
    found = _SELF_ORDER.match(spoken)
    return f"I have to {found['what']}" if found and _is_to_do(found["what"]) else None


def is_commitment(spoken: str) -> bool:
    """Whether a statement says what the speaker, or somebody named, has yet to do or get: dated, an errand, or "still".

    Wants of the moment ("I need to understand this"), turns of phrase ("I must admit") and work on code are none.
    """
    needed = _NEEDED.match(spoken)
    if needed and not TECHNICAL.search(needed["thing"]):
        return _FOR_WHEN.search(needed["thing"]) is not None
    found = _OWED.match(spoken)
    if found is None or found["who"].split("'")[0].lower() in _NOBODY:
        return False
    what = found["what"]
    if _FORGET.search(spoken) and not _OF_NOW.search(what):
        return True
    is_left = _STILL.match(spoken) and what.split()[0].lower() not in _INWARD
    return _is_to_do(what) or (bool(is_left) and not (_OF_NOW.search(what) or TECHNICAL.search(what)))


def is_need(spoken: str) -> bool:
    """Whether a statement says that somebody needs a thing, or someone: "I need a plumber for the bathroom"."""
    return _NEEDED.match(spoken) is not None


_NOBODY = frozenset(
    """
    it this that these those there you they he she who what which everything everybody everyone something nothing
    someone somebody people if when maybe one all
    """.split()  # noqa: SIM905 - a word list reads as one
)


def names_a_time(text: str) -> bool:
    """Whether a text says on or by which day, or at which hour."""
    return bool(_WHEN.search(text))


def _is_to_do(what: str) -> bool:
    """Whether an infinitive is a deed with a day to it, or an errand of everyday life."""
    verb = what.split(maxsplit=1)[0].lower()
    rest = what[len(verb) :].strip()
    if verb in _INWARD or _OF_NOW.search(what):
        return False
    if _WHEN.search(what):
        return bool(rest)
    is_personal = bool(_ERRANDS_FOR_SOMEBODY.match(what)) and bool(_OF_A_LIFE.search(what))
    return (verb in _ERRANDS or is_personal) and bool(rest) and not TECHNICAL.search(what)


_THING_DUE = regex(
    r"\A(?P<thing>(?!(?:please|so|and|then|first|also|to)\b)[^,;:.!?]{3,60})[,:–—-] ?(?P<verb>order|book"
    r"|buy|pay|renew|ring|call|send|collect"
    r"|return|register|reserve|apply|cancel|post)(?: (?:it|them|that))? (?P<when>(?:by|before|until|till"
    r"|no later than) \S[^,;!?]{1,40})\Z",
    re.IGNORECASE,
)
"""A thing and what is to be done with it by a day: "goose from the market, order by Friday"."""


def _small_first(thing: str) -> str:
    first = thing.split(maxsplit=1)[0]
    is_name = first[1:] != first[1:].lower() or is_given_name(first.lower())
    return thing if is_name else f"{thing[0].lower()}{thing[1:]}"


_THING_FIRST = regex(
    r"(?:present|book|order|drink|record|plant|mail|visit|report|review|call|date|stamp|cake|show|name|list|photo)s?"
    r" (?:for|of|from|with|by)\b",
    re.IGNORECASE,
)


def _begins_with_verb(what: str) -> bool:
    first = re.match(r"(?P<word>[A-Za-z-]+)(?P<object> (?:the|my|our|an?|his|her)\b)?", what)
    word = first["word"].lower() if first else ""
    is_verb = word in BASE_VERBS | _ERRANDS or bool(first and first["object"] and word not in STOP_WORDS)
    return (is_verb or bool(_ERRANDS_FOR_SOMEBODY.match(what))) and not _THING_FIRST.match(what)


def _is_own(what: str) -> bool:
    return bool(re.search(r"\b(?:my|our)\b|(?<![\w-])[A-Z][\w-]+['’]s\b", what))
