"""What does a short answer state of a person or a thing that was asked after?"""

import re

from quaidpy.domain.language.text import with_small_start
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.verbs import BASE_VERBS, third_person

_LONGEST = 14  # words
_NO_ANSWER = regex(
    r"^(?:i don'?t know|no idea|not sure|dunno|idk|maybe|why|what|who|good question|ask|hm+|you tell me|nobody"
    r"|depends|it depends"
    r"|no|nope|yes|yeah|yep|ok|okay|sure|thanks|great|nice)\b[\W]*(?:$|[a-z]+\?$)|\?\s*$",
    re.IGNORECASE,
)
_WHEN = regex(
    rf"^(?:on |at |in |from |since |until |till |by |the |around |about |this |next |every )*(?:\d|{MONTH}"
    rf"|{WEEKDAY}|tomorrow|today|tonight|noon|midnight|(?:next|this) (?:week|month|year|summer|winter|spring|autumn)"
    r"|(?:half|quarter) |end of|early|late|mid)",
    re.IGNORECASE,
)
_CLOCK = regex(
    r"^(?:at |around |about )*(?:half |quarter )?\d{1,2}(?:[:.]\d\d)?(?:\s?(?:am|pm|o'clock))?\b(?! of\b|[./-]\d)",
    re.IGNORECASE,
)
_THE = r"(?:the|your|my|our|his|her|their|(?-i:[A-ZÀ-Þ])[\w'’-]{0,40}['’]s|that|this|(?-i:[A-ZÀ-Þ])[\w'’-]{1,40})"
_QUESTIONS = (
    (
        "who is",
        regex(r"\b(?i:who)(?:'s| is) (?P<what>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?:,[^?,]{0,80})?\?$"),
    ),
    (
        "is who",
        regex(
            r"\b(?i:is) (?P<what>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?) (?:the (?:one|person)|an?|your|the)\b[^?]*\?$",
        ),
    ),
    (
        "when",
        regex(
            rf"\bwhen(?:'s| is| are| was|s) (?P<what>{_THE}(?: [\w'’-]+){{0,4}}?|it)(?:,? (?:and|again|then"
            rf"|exactly|btw|by the way)\b[^?]*)?\?*$",
            re.IGNORECASE,
        ),
    ),
    (
        "when does",
        regex(
            rf"\b(?:when|what time) (?:do|does|did|will"
            rf"|would) (?P<what>{_THE}(?: [\w'’-]+){{0,3}}?) (?P<verb>start|begin|end|open|close|arrive|leave"
            rf"|finish|expire|land"
            r"|come|go|run out|take place|move|fly)(?P<rest>(?: [\w'’-]+){0,3})\?*$",
            re.IGNORECASE,
        ),
    ),
    (
        "how long",
        regex(
            rf"\bhow long (?:do|does|will|is) (?P<what>{_THE}(?: [\w'’-]+){{0,3}}?) (?P<verb>run|last|stay|hold"
            rf"|take|valid)\?*$"
            rf"|\b(?P<late>{_THE}(?: [\w'’-]{{1,40}}){{0,3}}?) (?P<runs>runs|lasts|stays|holds|takes|is valid)"
            r" how long\?*$",
            re.IGNORECASE,
        ),
    ),
    (
        "where",
        regex(
            rf"\bwhere(?:'s| is| are) (?P<what>{_THE}(?: [\w'’-]+){{0,3}}?)(?: (?:now|again))?\?*$",
            re.IGNORECASE,
        ),
    ),
    (
        "how much",
        regex(
            rf"\bhow much (?:is|are|does|do|did|was) (?P<what>{_THE}(?: [\w'’-]+){{0,3}}?)(?: costs?)?\?*$",
            re.IGNORECASE,
        ),
    ),
    (
        "who does",
        regex(
            r"^(?:so |and |ok |but )*who(?:'s| is| will|'ll)? (?P<verb>[a-z]+) (?P<what>(?:the |your |our "
            r"|my )?[\w'’-]+(?: [\w'’-]+){0,4}?)(?: (?:then|now|meanwhile))?\?*$",
            re.IGNORECASE,
        ),
    ),
)
_NAME = regex(r"^(?:[A-ZÀ-Þ][\w'’-]+|[a-zà-ÿ]{3,14})(?: [A-ZÀ-Þ][\w'’-]+)?$")
_NOT_WHO = frozenset(
    {
        "nobody", "everyone", "everybody", "someone", "somebody", "none", "not", "yes", "no", "maybe", "both", "all",
        "you",
        "they", "we", "probably", "depends", "still",
    }
)  # fmt: skip
_OWN_TOPIC = regex(
    r"\b(?:for|about|of|with|on) (?P<topic>(?:my|our) (?:[\w'’-]+ ){0,2}[\w'’-]+)\W*$", re.IGNORECASE
)
_PLACE = regex(
    r"^(?:in|on|at|under|behind|next to|near|with|by|inside|above|below|beside|over) \w", re.IGNORECASE
)
_SO_YES = regex(r"[,;]? ?\b(?:so |and )?(?:yes|yeah|yep)\b,? ?", re.IGNORECASE)
_DOES = regex(r"^[a-z]+s\b")


def own_topic(asked: str) -> str | None:
    """What of their own somebody's question ends with: "what do I cook for our anniversary" → "our anniversary"."""
    found = _OWN_TOPIC.search(asked.strip())
    return found["topic"] if found else None


def answered_of_others(question: str, answer: str, topic: str | None) -> str | None:
    """The full statement, where the question says of whom or what, and the answer is of the kind asked for."""
    answer = answer.strip(" .!,")
    if not answer or len(answer.split()) > _LONGEST or _NO_ANSWER.match(answer):
        return None
    asked = re.split(r"(?<=[.!?])\s+", question.strip().replace("’", "'"))[-1]
    for kind, form in _QUESTIONS:
        if found := form.search(asked):
            return _stated(kind, found, answer, topic)
    return None


def _stated(kind: str, found: re.Match[str], answer: str, topic: str | None) -> str | None:
    what = _own(found.groupdict().get("what") or found.groupdict().get("late") or "")
    what = (topic or "") if what.lower() == "it" else what
    if not what:
        return None
    what = what[0].upper() + what[1:]
    match kind:
        case "who is" | "is who":
            return _of_person(what, answer)
        case "who does":
            return _who_does(found["verb"].lower(), found["what"], answer)
        case _:
            predicate = _predicate(kind, found, answer)
            return predicate and f"{what} {predicate}"


def _predicate(kind: str, found: re.Match[str], answer: str) -> str | None:
    """What the answer says of the thing, where it is of the kind asked for: a time, a place, an amount."""
    if not _FITTING[kind].search(answer):
        return None
    small = f"{answer[0].lower()}{answer[1:]}"
    match kind:
        case "when":
            return f"is {_on(answer)}"
        case "when does":
            return f"{third_person(found['verb'].lower())}{found['rest']} {_on(answer)}"
        case "how long":
            verb = "is valid" if found["verb"] == "valid" else found["runs"] or third_person(found["verb"])
            return f"{verb} {small}"
        case "where":
            return f"is {small}"
        case _:
            return f"costs {answer}"


_FITTING = {
    "when": _WHEN,
    "when does": _WHEN,
    "how long": regex(r"\d|until|till|year|month|week", re.IGNORECASE),
    "where": _PLACE,
    "how much": regex(r"^(?=.*\d)\S+(?: \S+){0,4}$"),
}


def _of_person(who: str, answer: str) -> str | None:
    if re.match(r"(?:my|our|an?|the|one of)\b", answer, re.IGNORECASE):
        return f"{who} is {with_small_start(answer)}"
    verb = answer.split(maxsplit=1)[0].lower()
    if _DOES.match(answer) and (verb[:-1] in BASE_VERBS or verb[:-2] in BASE_VERBS):
        return f"{who} {_SO_YES.sub(', ', answer).replace(' ,', ',')}"
    return None


def _without_verb(who: str) -> str:
    """Of "Olaf does" only Olaf."""
    name, _, last = who.rpartition(" ")
    return name.rstrip() if name and last in {"does", "do", "did", "will", "has", "is"} else who


def _who_does(verb: str, what: str, answer: str) -> str | None:
    first, _, rest = answer.partition(",")
    who = _without_verb(first.strip())
    if verb not in BASE_VERBS and verb.removesuffix("s") not in BASE_VERBS:
        return None
    base = verb if verb in BASE_VERBS else verb.removesuffix("s")
    if who.lower() in {"me", "i", "i am"}:
        return f"I {base} {_own(what)}"
    if not _NAME.match(who) or who.lower() in _NOT_WHO | BASE_VERBS:
        return None
    because = f", {rest.strip()}" if rest.strip() else ""
    return f"{who[0].upper()}{who[1:]} {third_person(base)} {_own(what)}{because}"


def _on(answer: str) -> str:
    """With the word a day or an hour takes."""
    if re.match(
        r"(?:on|at|in|from|since|until|till|by|around|about|this|next|every|tomorrow|today|tonight|end|early|late|mid)\b",
        answer,
        re.IGNORECASE,
    ):
        return f"{answer[0].lower()}{answer[1:]}"
    is_clock = _CLOCK.match(answer) and not re.search(MONTH, answer, re.IGNORECASE)
    is_month = re.match(rf"{MONTH}(?! \d)", answer, re.IGNORECASE)
    return f"{'in' if is_month else 'at' if is_clock else 'on'} {answer}"


def _own(what: str) -> str:
    """As whoever answers says it: "your exam" is theirs."""
    return re.sub(r"^your\b", "my", what, flags=re.IGNORECASE)
