"""Can somebody who reads only this statement understand it? The one judge of a statement's form."""

import re
from itertools import pairwise

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.authorship import is_closing, is_salutation
from quaidpy.remember.words.pointing import is_left_out, points_elsewhere
from quaidpy.remember.words.verbs import BASE_VERBS, is_past, is_verb_like

_WORD = regex(r"[^\W_]+(?:['’][^\W_]+)?")
_JOINING_FIRST = frozenset(
    {"and", "but", "or", "because", "cause", "which", "whose", "than", "except", "nor", "though", "whereas"}
)
_NO_SUBJECT_FIRST = frozenset(
    {
        "won't",
        "wouldn't",
        "couldn't",
        "was",
        "were",
        "didn't",
        "doesn't",
        "isn't",
        "wasn't",
        "weren't",
        "hasn't",
        "hadn't",
        "could",
        "should",
        "would",
        "might",
        "should've",
        "could've",
        "would've",
    }
)
_LEADING_FIRST = frozenset({"to", "of"})
_HANGING_LAST = frozenset(
    {
        "and", "but", "or", "the", "a", "an", "of", "to", "with", "from", "because", "than", "if", "my", "his",
        "their", "is", "are", "was", "were", "that", "which", "very", "by",
    }
)  # fmt: skip
_OPEN_CLAUSE = regex(
    r"^(?:before|after|while|when|if|once|unless|as soon as|although|since|until|till|without|rather than"
    r"|by|despite)\s+(?P<rest>[^,;:.]+)[.!]?$",
    re.IGNORECASE,
)
_LEADING_PREPOSITION = regex(r"^(?:from|in|on|at|with|for|by|into|over|under)\b", re.IGNORECASE)
_OF_SOMEBODY = regex(r"^[a-z]{2,5} [\w'’-]{2,24}(?:['’]s|(?<=s)['’])(?: [\w-]{2,20}){1,2}\W*$", re.IGNORECASE)
_LEADING_NUMBER = regex(r"^[\d.,]+%? ")
_FINITE = regex(r"\b(?:is|are|was|were|has|have|had|will|can|do|does|did|must|\w+s)\b", re.IGNORECASE)
_MOVED_FIRST = regex(
    r"^(?:moved|changed|postponed|rescheduled|shifted|delayed|extended|put off) (?:from|to|until"
    r"|till) (?:the )?(?:\d|[A-Z])",
    re.IGNORECASE,
)
_LONGEST_LEAD_IN = 9  # words of a clause that nothing follows
_NO_DEED = regex(
    r"(?:n['’]t|\b(?:will|would|can|could|should|must|did|does|do)(?: not| too)?)\W*$", re.IGNORECASE
)
"""An auxiliary at the end: what somebody will or won't do stands elsewhere."""
_MOST_WITHOUT_DEED = 5  # words; a longer sentence may tell the deed before
_STAMP = regex(r"\b\d{4}-\d\d-\d\d,?[ T]\d\d:\d\d\b")
_GARBLED = regex(
    r"\b(?:to|from|by|until|till|since|of|at|for|as) on \d|\b(?P<word>the|a|an|is|to|of|in|on|and) (?P=word)\b"
    r"|\buser's user\b",
    re.IGNORECASE,
)
_AUXILIARY = regex(r"(?:n['’]t|['’](?:s|re|m|ve|ll|d))\b|\b(?:im|its|thats|theres|hes|shes)\b", re.IGNORECASE)
_VALUE = regex(r"\d|:\s\S")
STATE = regex(r"^(?>.*?\S \S).* (?:done|gone|ready|over|off|live|away|ill|sick|closed|open)\b", re.MULTILINE)
"""A state told without its verb: "site survey done"."""


def fault_of(text: str) -> RejectionReason | None:
    """What keeps a statement from standing alone; None when it can: whole, nobody left unnamed, no mere heading."""
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return RejectionReason.TOO_SHORT
    first = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
    faults = (
        (_is_heading(text), RejectionReason.HEADING),
        (is_salutation(text) or is_closing(text) or _is_called_to(text), RejectionReason.SALUTATION),
        (_REACTING.match(text) is not None, RejectionReason.SMALL_TALK),
        (bool(_ASKING_BEHIND.search(text) or _ASKING_WITHIN.search(text)), RejectionReason.QUESTION),
        (_is_cut(words, text) or _is_open_clause(first), RejectionReason.DANGLING),
        (points_elsewhere(text) or _TO_WHAT.match(text) is not None, RejectionReason.UNRESOLVED),
        (_is_fragment(text), RejectionReason.FRAGMENT),
    )
    return next((reason for is_so, reason in faults if is_so), None)


_TO_WHAT = regex(
    r"(?:[\w'’-]{1,30} ){0,3}[\w'’-]{2,30} (?:(?:has|have|had|also|both|all|finally|now) ){0,2}"
    r"(?:(?:dis)?agree[sd]?|(?:said|says) (?:yes|no|ok(?:ay)?)|(?:is|are|was|were) (?:allergic|against|in favou?r))"
    r"(?:,? (?:too|now|again|as well))?(?:[.!;,](?!\d)|\W*\Z)",
    re.IGNORECASE,
)
"""What somebody answers, and not to what: "Ana agrees", "the council said no"."""
_CALLED_TO = regex(
    r"^[A-ZÀ-Þ][\w'’-]+, (?:meet|say|tell|ask|let|come|join|look|check|welcome|thank|give|take|have a|get)\b"
)


def _is_called_to(text: str) -> bool:
    """Whether somebody is told by name what to do: "Nora, meet Ilse, our plumber"."""
    return _CALLED_TO.match(text) is not None


_REACTING = regex(
    r"^(?:typical|classic|so typical)\b(?:\W+[\w'’-]+){0,4}\W*$"
    r"|^no (?:further|more|other|additional) [\w ]{3,30} (?:needed|required|necessary|from)\b"
    r"|^[\w'’]+(?: and [\w'’]+)? sends? (?:(?:you|us|everyone|everybody|all|her|his|their|our"
    r"|lots of|much|a|an|big|the) ){0,3}"
    r"(?:\w+ )?(?:love|regards|kiss(?:es)?|hugs?|greetings|best wishes)\b"
    r"|^[\w'’]+ (?:has |have )?(?:also |just )?(?:called|rang|phoned|texted|messaged|emailed|wrote|laughed|smiled"
    r"|agreed|waved|nodded)(?: too| again| back| as well)\W*$",
    re.IGNORECASE,
)
"""What only comments on what was said or done a moment ago."""
_ASKING_WITHIN = regex(
    r",\s(?:what|where|how|which|who|why) (?:is|are|was|were|do|does|did|can|could|should|would"
    r"|will) (?:some|the|a|an|my|your|you|i|we|user|it)\b",
    re.IGNORECASE,
)
_ASKING_BEHIND = regex(
    r"(?:[,;–—]|\s-)\s*(?:and |so |but )?(?:what|who|where|when|why|how) (?:is|are|was|were|do|does|did"
    r"|can|should|will) (?:it|that|this|they|he|she|the user|user)(?: \w+)?\W*$"
    r"|[,;–—]\s*(?:and |so |but )?(?:what|who|where|how) [a-z]+s? (?:now|then|instead)\W*$",
    re.IGNORECASE,
)
"""A question without its sign at the end: "the fan rattles, what is it"."""


_SOME_THING = regex(
    r"^(?:[\w-]{2,12} )?(?:day|week|part|step|round|take) \d{1,2}\W*$|^(?:(?:the|that"
    r"|this) )?(?:[\w'’-]+ ){1,3}(?:thing|stuff|story|issue|situation)\W*$",
    re.IGNORECASE,
)
"""What is going to be spoken of: "stolen bike thing"."""
_TITLE = regex(
    r"^(?:feedback|updates?|notes?|news|thoughts|context|background|status|summary|voice memo|memo|minutes|agenda"
    r"|questions?|photos?|attachments?)\b(?! (?:is|are|was|were|says?|said|has|have|will|goes?|go)\b)[^:;.]*\W*$",
    re.IGNORECASE,
)
"""What a piece of writing is, or is about, before it says anything."""


def _is_heading(text: str) -> bool:
    if (_TITLE.match(text) or _SOME_THING.match(text)) and not _AUXILIARY_WORD.search(text):
        return True
    is_of_file = _STAMP.search(text) is not None or _OF_A_CHAT.match(text) is not None
    return (
        is_of_file
        or _OF_A_MAIL.match(text) is not None
        or text.lstrip().startswith("#")
        or text.rstrip(" .").endswith(":")
    )


_OF_A_MAIL = regex(r"^subject: ", re.IGNORECASE)
_OF_A_CHAT = regex(r"^(?:[\w-]+ )?chat (?:export|history|log)\b", re.IGNORECASE)


def _is_cut(words: list[str], text: str) -> bool:
    if words[0] in _NO_SUBJECT_FIRST or text.count('"') % 2 or _closes_what_is_not_open(text):
        return True
    is_bare = len(words) <= _MOST_WITHOUT_DEED and _NO_DEED.search(text) is not None
    is_led = words[0] in _JOINING_FIRST | _LEADING_FIRST
    is_led = is_led or (words[0] == "who" and words[1:2] not in (["doesn't"], ["does"], ["is"]))
    return is_led or _hangs(words[-1], text) or is_bare or _SO_WHO.search(text) is not None


def _closes_what_is_not_open(text: str) -> bool:
    """Whether it ends a bracket that began before it; "1) …" and ":)" end none."""
    return _SMILE.sub("", text).count(")") > text.count("(")


_SMILE = regex(r"[:;=]['-]?\)+|(?<![\w(])\w{1,2}\)")
_SO_WHO = regex(r"\bso (?:[Tt]he user|user|[A-ZÀ-Þ][\w'’-]+)\W*$")
"""A result of which only the doer is told: "she works in May so Ana"."""


def _is_fragment(text: str) -> bool:
    if _TELLS_NOTHING.match(text) or not _LETTERS.search(_OF_TIME.sub("", _THANKED.sub("", text))):
        return True
    is_told = (_may_have_verb(text) and not _only_lists(text)) or _VALUE.search(text) or STATE.search(text)
    return _has_no_subject(text) or bool(_GARBLED.search(text)) or not is_told


_TELLS_NOTHING = regex(
    r"^[\"“][^\"”]*[\"”]\W*$|^(?P<who>[\w'’ -]{2,40}) is (?P=who)\W*$"
    rf"|^\d{{1,2}} {MONTH} \d{{4}} is (?:a )?{WEEKDAY}\b",
    re.IGNORECASE,
)
"""A quote of nobody; somebody who is themselves; a day that is what the calendar says."""
_THANKED = regex(
    r"\b(?:thanks?|thank) (?:be to )?(?:god|heavens?|goodness|gods)\b|\bsame (?:eye|ear|side|place|time|price)\b",
    re.IGNORECASE,
)
"""Relief, and that something else stays as it was."""
"""Words that nobody is said to have said."""
_LETTERS = regex(r"[^\W\d_]")
_OF_TIME = regex(
    rf"\b(?:\d+(?:st|nd|rd|th)|{MONTH}|{WEEKDAY}s?|on|at|from|to|until|till|by|in|the|and"
    r"|or|of|so|both|each|all|still|then|same|around|about|again|not|only|yes|no|now|hours?|o'clock|am|pm|morning"
    r"|afternoon|evening|noon|day|date|weekend|week|year|month|early|late|next|last)\b",
    re.IGNORECASE,
)
"""Words of a day or an hour, of which nothing is said: "Still on the 3rd"."""


def _only_lists(text: str) -> bool:
    """Whether things are only named one after another: "the rent, what we eat, where the keys are"."""
    parts = [part.strip() for part in re.split(r",|\band\b", text.rstrip(".!"))]
    if len(parts) > 1 and all(map(_THING.fullmatch, parts)):
        return True
    if len(parts) < _LEAST_LISTED:
        return False
    is_asked = all(
        _ASKED_ABOUT.match(part) or _THING.fullmatch(part) or not has_verb(_OWNING.sub("", part))
        for part in parts
    )
    return is_asked or (all(map(_is_bare, parts)) and sum(map(_tells, parts)) * 2 < len(parts))


def _is_bare(part: str) -> bool:
    """Whether a few words name no doer and no value: "grocery list", "two test suites"."""
    return (
        len(part.split()) <= _MOST_BARE and not re.search(r"\d|'", part) and not _AUXILIARY_WORD.search(part)
    )


def _tells(part: str) -> bool:
    """Whether a part says what is or was done: "swims", "Luca insisted"."""
    first, *rest = part.lower().split() or [""]
    return is_past(first) or is_verb_like(first) or any(map(is_past, rest))


_MOST_BARE = 4  # words
_AUXILIARY_WORD = regex(
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|must|i|we|he|she|they|user)\b",
    re.IGNORECASE,
)


_OWNING = regex(r"['’]s\b|(?<=s)['’](?=\s)")
_THING = regex(r"\A(?:the|an?|my|our|his|her|their|\S+['’]s|\S+s['’]) [\w'’-]+(?: [\w-]+)?", re.IGNORECASE)
_LEAST_LISTED = 4
_ASKED_ABOUT = regex(r"(?:where|what|who|how|when|which|why)\b", re.IGNORECASE)


def _has_no_subject(text: str) -> bool:
    """Whether only a place, an amount or a new day is told, and not of what."""
    forms = (_MOVED_FIRST, _COUNT_ALONE, _ALREADY, _NTH_OF_NOTHING, _DAY_OF_NOTHING)
    if any(form.match(text) for form in forms):
        return True
    if is_left_out(text):
        return True
    is_bare = _LEADING_PREPOSITION.match(text) and (_OF_SOMEBODY.match(text) or not has_verb(text))
    amount = _LEADING_NUMBER.match(text)
    is_amount = amount is not None and not any(
        is_verb_like(word) for word in _FINITE.findall(text[amount.end() :])
    )
    return bool(is_bare) or is_amount


_ALREADY = regex(r"^\d+ (?:years?|months?|weeks?|days?|times?) already\b", re.IGNORECASE)
_COUNT_ALONE = regex(
    r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|dozens"
    r"|hundreds) (?:extra |more |other )?[a-z]+(?: of [a-z]+)?(?:, (?:thank god|phew|finally|sadly|luckily))?\W*$",
    re.IGNORECASE,
)
"""How many, and of what, but not who has or does it: "four rounds of interviews"."""
_DAY_OF_NOTHING = regex(
    r"^\d{1,2}(?:st|nd|rd|th) (?:at|in|for|with) (?!.*\b(?:is|are|was|were|will|has|have)\b)", re.IGNORECASE
)
_NTH_OF_NOTHING = regex(
    r"^(?:first|last|second|third|next|final) (?:week|day|month|time|half|step|part|thing|round) (?:is"
    r"|was|will|has|went|starts)\b",
    re.IGNORECASE,
)


def _hangs(last: str, text: str) -> bool:
    return last in _HANGING_LAST and not re.search(r"\bit (?:is|was)\W*$", text)


def _may_have_verb(text: str) -> bool:
    """Whether a verb that no list knows may stand behind the first word: "ignores", "juggled"."""
    return has_verb(text) or any(
        len(word) > _SHORTEST and word.endswith("s") for word in _WORD.findall(text)[1:5]
    )


_SHORTEST = 3  # letters; a shorter word in s is no verb of a subject


def has_verb(text: str) -> bool:
    """Whether some word can be the verb of a clause."""
    words = [word.lower() for word in _WORD.findall(text)]
    return bool(_AUXILIARY.search(text) or _DOES.search(text)) or any(
        is_verb_like(word) or is_past(word) for word in words
    )


_OBJECT = r"(?:the|an?|my|our|your|his|her|their|its|up|out|off|down|every|all|it|them|us)\b"
_ADVERB = r"(?:(?:always|never|also|now|only|still|often|usually|just) )?"
_DOES = regex(
    rf"\b(?:(?i:i|we|they|you) {_ADVERB}[a-z]{{3,}}|(?:[Tt]he user|[A-ZÀ-Þ][a-zà-ÿ]+) {_ADVERB}[a-z]{{3,}}(?<!s)s)"
    rf" {_OBJECT}"
    r"|\b(?!(?:of|the|an?|in|on|for|with|and|or|to|at|from|by|my|our|his|her|their|all|these|those"
    r"|some)\b)[\w'’-]{2,30} [a-z]{3,30}(?<!s)s (?:the|an?|my|our|his|her|their|every) [a-z]"
)
"""A verb that no list has, by where it stands: "I lock the door", "Tomasz rinses the filter"."""


_LED_BY = regex(
    r"^(?:considering|regarding|concerning|given|based on|compared (?:to|with)|due to|born|especially"
    r"|including|such as) (?:[^,;]|,(?= \d))*$|^given that\b(?:(?!, (?!and\b|or\b|but\b)).){1,400}$",
    re.IGNORECASE,
)
_HUNG_ON = regex(
    r"^(?P<main>(?:the|an?|my|our|his|her|their) [\w-]+ (?:of|for|behind|about) [^,;.]+)"
    r", (?:especially|particularly|since|because|which|as|when|while) ",
    re.IGNORECASE,
)
_HELPING = regex(
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|must|might)\b",
    re.IGNORECASE,
)
_OF_A_THING = frozenset(
    {"the", "a", "an", "my", "our", "his", "her", "their", "of", "in", "at", "on", "for", "with", "to"}
)


def _has_no_main_clause(text: str) -> bool:
    """Whether only circumstances are told: "Considering the rent", "The start of the term, especially since …"."""
    if _LED_BY.match(text) or _is_only_meant(text):
        return True
    found = _HUNG_ON.match(text)
    if found is None or _HELPING.search(found["main"]):
        return False
    words = [word.lower() for word in _WORD.findall(found["main"])]
    told = (
        word
        for before, word in pairwise(words)
        if before not in _OF_A_THING and not before.endswith(("'s", "’s"))
    )
    return not any(is_past(word) or (word.endswith("s") and is_verb_like(word)) for word in told)


def _is_only_meant(text: str) -> bool:
    """Whether a thing is named with what it is for, and nothing is told of it: "the script to rotate the logs"."""
    found = _MEANT_TO.match(text)
    if found is None or found["verb"].lower() not in BASE_VERBS or _HELPING.search(text):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    place = words.index("to")
    return not any(
        is_past(word) or (word.endswith("s") and is_verb_like(word))
        for word in (*words[1:place], *words[place + 2 :])
    )


_MEANT_TO = regex(
    r"^(?:the|an?|my|our|some) [\w'-]{2,24}(?: [\w'-]{2,24}){0,2} to (?P<verb>[a-z]{2,16})\b[^,;:.!?]{0,80}\W*$",
    re.IGNORECASE,
)


_NOBODY_DOES = regex(
    r"^(?:In|At|On|From|For|With|By) (?!which\b)[^,.;]{2,40}, (?:starts|begins|ends|opens|closes|runs|costs|leaves"
    r"|takes|lasts|is|was|has|had|lives|works|wants|needs|comes|goes)\b(?! (?:there|it|he|she|they|we|the|an?|my)\b)"
)
"""A place or a time, and what somebody does who is not named: "In Graz, starts in October"."""


def _is_open_clause(text: str) -> bool:
    """Whether nothing follows a clause that only leads up to something: "Before leaving the team"."""
    if _has_no_main_clause(text) or _NOBODY_DOES.match(text):
        return True
    found = _OPEN_CLAUSE.match(text.strip())
    if found is None:
        return False
    if (
        text.lower().startswith(("when ", "while ", "if ", "once ", "unless ", "as soon as "))
        and len(text.split()) <= _LONGEST_LEAD_IN
    ):
        return True
    verbs = [word for word in _WORD.findall(found["rest"].lower()) if is_verb_like(word)]
    return len(verbs) < 2
