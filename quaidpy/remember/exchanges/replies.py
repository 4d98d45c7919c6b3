"""What does a reply state together with the question or the conclusion that it replies to?"""

import re

from quaidpy.domain.language.text import with_small_start
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.attributes.values import are_comparable, are_days, find_values
from quaidpy.remember.exchanges.question_to_statement import declared, spoken_by_other, subject_asked
from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.definiteness import FIGURE, TIME, is_definite
from quaidpy.remember.words.requests import is_thanking
from quaidpy.remember.words.salience import content_words
from quaidpy.remember.words.sentence_grouping import is_fragment
from quaidpy.remember.words.verbs import PARTICIPLES, is_past, third_person

_YES_WORD = (
    r"(?:yes+|yeah|yep|yup|ya|jaa*|jup|aye|exactly|precisely|correct|indeed|right|that['’]?s (?:right|correct|it)"
    r"|of course|sure|absolutely|definitely|can do|will do)"
)
_YES = regex(
    rf"\A{_YES_WORD}\b(?:[\s,.!:–—-]+{_YES_WORD}\b)?[\s,.!:–—-]*(?:please\b[\s,.!]*)?", re.IGNORECASE
)
_NO = regex(
    r"\A(?!no (?!(?:\w*days?|its|was|is|this|thats|theres|lets|hes|shes|always|yes)\b)[a-z]{2,20}s\b)(?:no|nope"
    r"|nah)\b[\s,.!–—-]*(?:it['’]?s |that['’]?s |make (?:it|that) )?",
    re.IGNORECASE,
)
"""Not the "no" of "no releases on Fridays", which rules them out."""
_LEAD = regex(
    r"\A(?:(?:so|and|but|then|ok(?:ay)?|well|right|good|in that case|that means|which means),?\s+)+",
    re.IGNORECASE,
)
_CONCLUDES = regex(r"\A(?:so|then|in that case|that means|which means|therefore)\b", re.IGNORECASE)
_IT_IS = regex(r"\A(?:it|that)(?P<be>['’]s| is| will be| was)\b", re.IGNORECASE)
_OF_HELPER = regex(r"\b(?:I|I['’]\w+|me|my|you|your|yours|shall)\b")
_NAMED_FIRST = regex(
    r"(?:\A|[,;.]\s+|\b(?:so|and|but|because|cos)\s+)(?P<what>(?:the|my|our|his|her"
    r"|their) (?:[\w'’-]+ ){0,2}?[\w'’-]+)"
    r" (?:is|are|was|were|moves?|moved|gets?|got|has|have|will|starts?|goes|ends?|costs?)\b",
    re.IGNORECASE,
)
_GOES_ON = regex(r"\A(?P<how>to|at|on|in|with|from|for|until|till|by|via|after|before)\s", re.IGNORECASE)
_TO_SOMEBODY = regex(
    r" (?P<how>to|with|by|for|from|at|on|in) (?:someone|somebody|anyone|anybody|something|somewhere|some \w+)\Z",
    re.IGNORECASE,
)
_TOPIC = regex(
    r"\A(?:(?:and|so|ok|now),? )?(?:(?:what|how) about )?(?P<what>(?:(?:your|the|my|our"
    r"|any) )?[\w'’&-]+(?: [\w'’&-]+){0,3})\?\Z",
    re.IGNORECASE,
)
_OPEN = regex(
    r"\b(?i:what|which)(?:['’]s| is| are|['’]re) (?P<what>(?:your|the|[A-ZÀ-Þ][\w-]+['’]s) [\w'’ -]{3,40})\?\Z"
)
_WANTED = regex(
    r"\b(?:how|what|which)(?: [\w ]{2,20}?)? (?:do|would|should) you (?P<verb>want|like|prefer|need|call)"
    r" (?P<what>(?:the|your|our) [\w'’ -]{2,40})\?\Z",
    re.IGNORECASE,
)
_OF_ANOTHER = regex(
    r"\b(?:what|which \w+|how many \w+) (?:does|do|did|will) (?P<who>(?-i:[A-ZÀ-Þ])[\w'’-]+|your \w+|the \w+)"
    r" (?P<verb>want|need|like|eat|drink|play|take|wear|get|prefer|use|study|collect"
    r"|bring)(?P<rest>(?: [\w'’-]+){0,4})\W*\Z",
    re.IGNORECASE,
)
_ALSO_OF = regex(r"\A(?:and |what about |how about )?(?P<who>[A-ZÀ-Þ][\w'’-]+)\?*\Z", re.IGNORECASE)
_REQUEST = regex(
    r"\A(?:so |and )?(?:can|could|will|would) (?:you|u) (?:please |maybe )?(?P<what>[a-z]+ .{4,90}?)\?*\Z",
    re.IGNORECASE,
)
_HAVE_YOU = regex(r"\A(?:so |and )?(?:do|have) you (?:have|got) (?:an?|any)\b", re.IGNORECASE)
_LONGEST_REPLY = 30  # words
_LONGEST_TOPIC = 4
_LEAST_CONTENT = 2
_DEED_OF_A_THING = frozenset(
    {"cancelled", "canceled", "postponed", "sold", "booked", "paid", "delayed", "rescheduled", "closed"}
)


def replied(reply: str, question: str, *, before: str = "", is_of_helper: bool = False) -> str | None:
    """The full statement in the words of whoever replies; None where the two make none.

    `before`: what that person had said before. `is_of_helper`: an assistant asked, whose offers state nothing.
    """
    text, asked = reply.strip(), question.strip().replace("’", "'")
    if not text or text.endswith("?") or len(text.split()) > _LONGEST_REPLY:
        return None
    if (value := _value_told(text, asked)) is not None:
        return value
    if yes := _YES.match(text):
        return _affirmed(text[yes.end() :].strip(), asked, before, is_of_helper=is_of_helper)
    if no := _NO.match(text):
        return _denied(text[no.end() :].strip(" ."), asked)
    wanted = _asked_by_helper(text, asked) if is_of_helper else _sum_told(text, asked)
    return wanted or _of_subject(text, asked) or _of_topic(text, asked)


def asked_again(question: str, last: str) -> str | None:
    """The last question asked of somebody else: "and Ben?" after "what does Ana want"."""
    again, of = _ALSO_OF.match(question.strip()), _OF_ANOTHER.search(last.strip())
    if again is None or of is None or not again["who"][:1].isupper():
        return None
    return f"{last[: of.start('who')]}{again['who']}{last[of.end('who') :]}"


def concluded(text: str) -> str | None:
    """The last sentence of an assistant's turn, where it concludes something: "Then it is Friday."."""
    sentences = re.split(r"(?<=[.!?])\s+", text.strip().rsplit("\n", 1)[-1])
    last = sentences[-1]
    is_told = _CONCLUDES.match(last) is not None and not last.endswith("?") and not _OF_HELPER.search(last)
    return last if is_told else None


def _affirmed(rest: str, asked: str, before: str, *, is_of_helper: bool) -> str | None:
    """What a "yes" states; whoever goes on in a sentence of their own speaks for themselves."""
    if _ANY.search(asked) or not _is_short(rest):
        return None
    if not is_of_helper:
        return _agreed(rest, asked)
    if not rest and _HAVE_YOU.match(asked):
        return None
    told = declared(asked) if asked.endswith("?") else _LEAD.sub("", asked).rstrip(" .!")
    if told is None:
        return None
    if it := _IT_IS.match(told):
        named = list(_NAMED_FIRST.finditer(before))
        if not named:
            return None
        told = f"{named[-1]['what']}{' is' if it['be'].startswith(('’', chr(39))) else it['be']}{told[it.end() :]}"
    is_whole = _is_telling(told) or (_GOES_ON.match(rest) is not None and is_understood_alone(told))
    return _with_rest(told, rest) if is_whole else None


def _agreed(rest: str, asked: str) -> str | None:
    """What people agree on: a day, an hour, a deed for one; what else they say yes to is said for company."""
    wanted = _REQUEST.match(asked)
    told = (
        f"I will {spoken_by_other(wanted['what'])}" if wanted and not _OF_TALK.match(wanted["what"]) else None
    )
    told = told or (None if wanted else declared(asked))
    is_set = told is not None and _SET.search(told) is not None and _is_telling(told)
    return _with_rest(told, rest) if told is not None and is_set else None


def _is_short(rest: str) -> bool:
    said = rest.strip(" .!")
    return not said or is_thanking(said) or is_fragment(said) or _GOES_ON.match(said) is not None


_ANY = regex(
    r"\b(?:any\w*|ever|guys|y['’]?all|you all|yourselves|enjoy|feel|think|wanna|huh)\b|!", re.IGNORECASE
)
"""What is asked to be told of, not to be confirmed."""
_OF_TALK = regex(
    r"\A(?:tell|give|offer|share|show|recommend|explain|help|suggest|send|say|remind|imagine|see)\b",
    re.IGNORECASE,
)
_EXCLAIMS = regex(
    r"(?:oh (?:god|man|boy|dear|wow|no)|god|omg|ugh+|wow|lol|ha(?:ha)*|hm+|phew|so many|too many|where (?:do|to))\b",
    re.IGNORECASE,
)
"""What somebody says instead of an answer: "oh god so many"."""
_SET = regex(
    rf"\b\d{{1,2}}(?:[:.]\d\d|\s?[ap]m\b|(?:st|nd|rd|th)\b)|\b{WEEKDAY}s?\b|\b\d{{1,2}} {MONTH}|{MONTH} \d{{1,2}}\b"
    r"|[£$€]\s?\d|\b(?:tomorrow|tonight)\b",
    re.IGNORECASE,
)


def _with_rest(told: str, rest: str) -> str:
    rest = rest.strip(" .!")
    if not rest or is_thanking(rest):
        return told
    goes_on, vague = _GOES_ON.match(rest), _TO_SOMEBODY.search(told)
    if goes_on:
        is_same = vague is not None and vague["how"].lower() == goes_on["how"].lower()
        return f"{told[: vague.start()] if vague and is_same else told} {rest}"
    return f"{told}, {rest}"


def _denied(rest: str, asked: str) -> str | None:
    """With the right value, where one is told; of what was asked about, where it stays as it is."""
    told = declared(asked) if asked.endswith("?") else _LEAD.sub("", asked).rstrip(" .!")
    if not rest or told is None:
        return None
    return with_value(told, rest) or _of_subject(rest, asked) or _of_topic(rest, asked)


def with_value(told: str, right: str) -> str | None:
    """A statement with its one value of the same kind replaced: of "the call is on Monday" and "Tuesday"."""
    first = re.split(r"[,;.]\s", right, maxsplit=1)[0]
    new = find_values(first)
    if len(new) != 1 or len(first.split()) > _LONGEST_TOPIC + 1 or content_words(first[: new[0].start]):
        return None
    olds = [
        old for old in find_values(told) if are_comparable(old.kind, new[0].kind) or are_days(old, new[0])
    ]
    if len(olds) != 1 or olds[0].key == new[0].key or ("," in olds[0].key) != ("," in new[0].key):
        return None
    value = first[new[0].start : new[0].end]
    reason = right[len(first) :]
    return f"{told[: olds[0].start]}{value}{told[olds[0].end :]}{reason if len(reason.split()) > 1 else ''}"


def _of_subject(text: str, asked: str) -> str | None:
    """What a reply says of the thing asked about without naming it: "moved to Mondays", "still 10 and 11 March"."""
    what = subject_asked(asked)
    if what is None:
        return None
    first = re.match(r"[a-z]+", text, re.IGNORECASE)
    verb = first[0].lower() if first else ""
    subject = f"{what[0].upper()}{what[1:]}"
    if verb in _DEED_OF_A_THING or (verb in PARTICIPLES and not is_past(verb)):
        return f"{subject} is {with_small_start(text)}"
    if is_past(verb) and len(text.split()) > 1:
        return f"{subject} {with_small_start(text)}"
    is_value = is_fragment(text) and _has_value(text) and _has_value(asked)
    return f"{subject}: {text}" if is_value else None


def _has_value(text: str) -> bool:
    return bool(FIGURE.search(text) or TIME.search(text))


def _of_topic(text: str, asked: str) -> str | None:
    """What is told of somebody else who was asked about: "what does Ana want"."""
    if not (is_fragment(text) or _is_bare(text)):
        return None
    if of := _OF_ANOTHER.search(asked):
        who, verb, what = (
            spoken_by_other(of["who"]),
            third_person(of["verb"].lower()),
            f"{text[0].lower()}{text[1:]}",
        )
        return f"{who[0].upper()}{who[1:]} {verb} {what}{of['rest'] if '.' not in text and ',' not in text else ''}"
    return None


def _asked_by_helper(text: str, asked: str) -> str | None:
    """What an assistant asked for, and a bare value or name says; people answer each other with much else."""
    if not (is_fragment(text) or _is_bare(text)) or "!" in text or _EXCLAIMS.match(text):
        return None
    for form, lead in ((_WANTED, "I {verb} {what}"), (_OPEN, "{what}")):
        if found := form.search(asked):
            head = lead.format(**{key: spoken_by_other(value) for key, value in found.groupdict().items()})
            return f"{head[0].upper()}{head[1:]}: {text}"
    return _of_named(text, asked)


def _value_told(text: str, asked: str) -> str | None:
    """The value of a thing that a question only names, told as what "it" is: "and the gate code?" "it's 4410 now"."""
    topic, value = _WHAT_IS.match(asked) or _TOPIC.match(asked), _IT_IS_VALUE.search(text)
    if topic is None or value is None or _NO_TOPIC.match(topic["what"]):
        return None
    what = spoken_by_other(topic["what"])
    before = text[: value.start()].strip(" ,;.")
    told = f"{what[0].upper()}{what[1:]} is {value['now'] or ''}{value['value']}{text[value.end() :]}"
    return f"{told}, {before[0].lower()}{before[1:]}" if before and is_fragment(before) else told


def _sum_told(text: str, asked: str) -> str | None:
    """The bare figure that people give each other for a thing: "What is the pay" "3,400"."""
    what_is = _WHAT_IS.match(asked)
    if what_is is None or re.match(r"[£$€]?\d", text) is None or not is_fragment(text):
        return None
    what = spoken_by_other(what_is["what"])
    return f"{what[0].upper()}{what[1:]} is {text}"


_WHAT_IS = regex(
    r"\A(?:and |so )?(?:what|when|where|how much)(?:['’]s| is| are)(?: now)? "
    r"(?P<what>(?:the|our|your|my|[A-ZÀ-Þ][\w-]+['’]s) [\w'’-]+(?: [\w'’-]+){0,3})\?*\Z",
    re.IGNORECASE,
)
_IT_IS_VALUE = regex(
    r"(?:\A|[,;.] )(?:it|that)(?:['’]s| is) (?P<now>now |still )?"
    r"(?P<value>(?:on |at |the )?(?:[\d\"“£$€]|(?-i:[A-ZÀ-Þ])[\w'’-]+)[^,;.!?]{0,60})",
    re.IGNORECASE,
)
_NO_TOPIC = regex(
    r"(?:you|what|who|why|how|when|where|which|ok|really|sure|seriously|yes|no|and|it|that|this|he|she|they)\b",
    re.IGNORECASE,
)


def _of_named(text: str, asked: str) -> str | None:
    """A figure or a day of the thing that a question only names: "And usage rights?"."""
    topic = _TOPIC.match(asked)
    if (
        topic is None
        or len(content_words(topic["what"])) < 1
        or not (FIGURE.search(text) or TIME.search(text))
    ):
        return None
    what = "" if TIME.search(topic["what"]) else spoken_by_other(topic["what"])
    is_verbal = declared(asked) is not None or re.match(
        r"(?:what|who|why|how|when|where|which|ok|really|sure|will|would|do|does|did|can|could|should|shall|is|are"
        r"|was|were|has|have|may)\b",
        what,
        re.IGNORECASE,
    )
    return None if is_verbal or not what else f"{what[0].upper()}{what[1:]}: {text}"


def _is_bare(text: str) -> bool:
    """Whether a thing or a value is named, and nobody says anything of it: "roller skates, size 33"."""
    return len(text.split()) <= _LONGEST_BARE and _SAYING.search(text) is None


_LONGEST_BARE = 14  # words
_SAYING = regex(
    r"\A(?:i|you|he|she|it|we|they|that|this|there|let|not|no|yes|ok|sure|maybe|why|what|how|who|when|ask|tell)\b"
    r"|\b(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|must)\b|['’](?:s|m|re|ve|ll"
    r"|d)\b|n['’]t\b",
    re.IGNORECASE,
)


def _is_telling(told: str) -> bool:
    is_measured = FIGURE.search(told) is not None or TIME.search(told) is not None
    is_whole = len(content_words(told)) + is_measured >= _LEAST_CONTENT and is_understood_alone(told)
    return is_whole and is_definite(told, names=1, is_note=True)
