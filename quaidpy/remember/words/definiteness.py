"""By what signs does a plain sentence say something definite: a figure, a time, a name, a value, a change?"""

import re

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN
from quaidpy.remember.words.verbs import is_verb_like
from quaidpy.shipped.names import words_of_talk

FIGURE = regex(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|half)\b"
)
TIME = regex(
    rf"\b(?:{WEEKDAY}s?|today|tomorrow|tonight|yesterday|this morning|last night"
    r"|(?:next|last|this|every|each) (?:week|month|year|weekend|morning|evening|summer|winter|spring|autumn)"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {MONTH}|{MONTH} \d{{1,2}}\b"
    r"|(?:on|by|until|till|from|before|after) the \d{1,2}(?:st|nd|rd|th)\b"
    rf"|(?:in|since|until|till|til|from|by|for|end of) (?:early |late |the end of )?{MONTH}"
    r"|(?:in|until|till|since|by|from) (?:the )?(?:early |late )?(?:spring|summer|autumn|winter)"
    r"|weekends|mornings|evenings|nightly|daily|weekly|until|till|til)\b",
    re.IGNORECASE,
)
CONTRAST = regex(
    r"\b(?:not|never|nobody|no longer|instead of|rather than|except|any ?more)\b|^no\b|, no\b|n['’]t\b"
    r"|\bonly (?:works?|from|on|via|by|through|at|when|with|for)\b",
    re.IGNORECASE,
)
CHANGE = regex(
    r"\b(?:moved?|moves|moving|died|dead|broke|broken|sold|bought|left|leaves|leaving|starts?|started|begins?|began"
    r"|stops?|stopped|ends?|ended|done|finished|ordered|cancel+ed|replaced|postponed|changed?|changes|swap(?:ped|ping)?"
    r"|switch(?:ed|ing)?|closed|opened|repaired|fixed|painted|repainted|arrived|retired?|retires|pregnant|married"
    r"|engaged|divorced|won|lost|drops?|dropped|raised?|raises|decided|agreed|signed|paid|owes?|costs?|fell|found"
    r"|split up|gave (?:in|up|back)|quit|resign\w*|passed|failed|born|hired|fired|injured|diagnosed|hospital|operation"
    r"|surgery|announced|accepted|rented|stolen|crashed|expires?|expired|allergic|coeliac|celiac|vegan|vegetarian"
    r"|is (?:off|out|over|gone|ready|live|down|up)|runs? out|ran out|lapses?"
    r"|got (?:an?|the|my|our|his|her) (?:[\w-]+ ){0,2}(?:offer|job|place|spot|contract|promotion|raise|flat|house"
    r"|visa|permit|grant|loan"
    r"|mortgage|diagnosis|results?|licence|license|degree|scholarship))\b",
    re.IGNORECASE,
)
OF_THE_TASK = regex(
    r"^(?:the|this|that|these|every|each|an?|only|my|our|do not|don't)\s+(?:[\w'-]+\s+){0,2}?(?:functions?"
    r"|methods?|class(?:es)?|tests?|scripts?"
    r"|code|quer(?:y|ies)|files?|bugs?|endpoints?|requests?|responses?|payloads?|strings?|arrays?|lists?|values?|errors?|logs?|cache"
    r"|server|table|columns?|branch|commits?|module|variables?|loops?|packages?|parser|index|token|header|callback|constructor|object"
    r"|build|deployment|pipeline|page|button|lines?|output|diff|imports?|mapper|cursor|conflict|job|container|migration|problem|answer"
    r"|reason|paragraph|sentence|text|argument|message|chat|prompt|picture|image|login|form|box plot|commit"
    r"|database|api)\b",
    re.IGNORECASE,
)
"""How the piece of work at hand stands just now: true for an hour."""
LABEL = regex(r"^[^\W\d_][\w '/&-]{1,30}:\s+\S")
CALLED = regex(r"\b(?:called|named|means|stands for|says|confirmed|reported)\s+\S", re.IGNORECASE)
JUDGING = regex(
    r"(?:\b(?:is|are|was|were|be|been|feels?|felt|looks?|looked|sounds?|seems?|seemed|smells?|tastes?|went|gets?|getting)"
    r"|['’](?:s|re|m))\s+"
    r"(?:(?:\w+ly|so|such|very|really|pretty|quite|just|too|a|an|the|still|all|kind of|not|super|more|most|my"
    r"|way|always"
    r"|never|often|also|now)\s+)*"
    r"(?:great|awesome|amazing|cool|nice|fun|good|well|bad|awful|terrible|silly|stupid|annoying|boring|lovely|wonderful"
    r"|beautiful|perfect|hard|tough|easy|fine|ok|okay|weird|funny|crazy|insane|hilarious|cute|sweet|gorgeous|delicious"
    r"|interesting|important|best|worst|legend|joke|shame|pity|mess|nightmare|dream|star|hero|angel|proud|happy|sad|tired"
    r"|excited|exhausted|wild|real|huge|better|worse|worth|harsh|overkill|wild card|a lot|insane|chaos|chaotic"
    r"|brutal|impressed|obsessed|helpful|useful|key|essential|inspiring)\b",
    re.IGNORECASE,
)
"""How something strikes a speaker; as a statement about the world it says little."""
OF_A_DAY = regex(
    r"^(?:today|yesterday|tonight|last night|(?:this|last|the last|the past) (?:\w+ )?(?:day|week|month"
    r"|morning|year|hours|days"
    r"|weeks)|(?:it|that|what|such)(?:'s| is| was)?(?: an?)?|(?:\w+ )?(?:good|bad|rough|long|tough|great|busy"
    r"|crazy|big) (?:day|week"
    r"|month|year))\b",
    re.IGNORECASE,
)
"""How a stretch of time struck a speaker says little, when it was."""
VERDICT = regex(
    r"(?:\b(?:is|are|looks?|sounds?|feels?|reads?|seems?)|'s|'re) (?:(?:an?|way|totally|more than|perfectly"
    r"|really|actually"
    r"|just|pretty|very|so|all|even) )*(?:fine|overkill|perfect|great|good|nice|solid|smart|harsh|plenty"
    r"|enough|ok|okay|clean"
    r"|cleaner|better|exactly)\b(?! (?:at|with|for (?:my|our|me|us)|until|till|friends?|news)\b)",
    re.IGNORECASE,
)
"""What somebody thinks of a piece of work they are shown."""
INTENSE = regex(
    r"\b(?:so|such|super|totally|SO)\s+(?:an?\s+)?"
    r"(?!(?:the|my|our|his|her|their|its|i|we|he|she|they|it|you|no|not|there|this|that|these|those|from|now|far)\b)"
    r"\w+\b(?! that\b)"
)
OF_MACHINES = regex(
    r"^\[|^[\w.\[\]]+ = [\w.'\"\[\](){},-]+$|[{}<>;=].*[{}<>;=]|\b\d+ (?:passed|failed|warnings?|errors?)\b"
    r"|^\w*(?:Error|Exception|Warning):"
    r"|^(?:traceback|at line)\b|^\s*[\w./-]+\.(?:py|js|ts|go|rs|java|log):\d+|=>|::",
    re.IGNORECASE,
)
FOR_COMPANY = regex(
    r"^(?:maybe|perhaps|not sure|no idea|whatever|i mean|or something|let's|lets|let us|if|will do|any ?time"
    r"|hang (?:on|tight)"
    r"|check out|gonna|great (?:chatting|talking|seeing|hearing|to)|good (?:chatting|talking|seeing|hearing|to)|thanks?"
    r"|done(?! (?:the|my|our|with)\b)"
    r"|everyone say|everybody say|guess|imagine|speaking of|hope|hopefully"
    r"|looking forward|just curious|no doubt"
    r"|some(?:thing|body|one)|any(?:thing|body|one)|no(?:thing|body)|a lot|so much|no way|no need|no wonder"
    r"|no problem)\b",
    re.IGNORECASE,
)
"""Openings of what is said to keep a talk going."""
_SUBJECTLESS = regex(
    r"^(?:feels|helps|looks|sounds|seems|makes|works|gets|takes|depends|turns out|means|smells|tastes|hurts|goes|says"
    r"|than|as|back|just|even|also|especially|like|(?:for|with|at|without|about)\b(?![^.]{0,40}[:,]))\b",
    re.IGNORECASE,
)
_COPULA = regex(
    r"^(?:(?:the|a|an|my|our|all|every|each)\s+)?(?:[\w.'’&/-]+\s+){1,3}?(?:is|are|was|were|has|have|runs?|comes?|lives?|stays?"
    r"|works?|uses?|does|goes|rings?|needs?|costs?|sits?|lies|belongs?)\s+\S",
    re.IGNORECASE,
)
_LEAST_SIGNS = 2  # between people
_BARE = regex(
    r"^(?:the|this|that) \w+ (?:is|are|was|were) (?:\w+ly )?\w+\W*$", re.IGNORECASE
)  # "the sky is blue"
_LONGEST_PLAIN = 9  # words of a sentence that is definite only by being short and of the form "X is Y"


def is_definite(spoken: str, *, names: int, is_note: bool) -> bool:
    """Whether a sentence says something that can be held against the world, and more than company asks for.

    Of a note one sign is enough, or a plain "X is Y"; of talk between people it takes two and a verb.
    """
    is_admiring = _ADMIRING.search(spoken) is not None and not FIGURE.search(spoken)
    if is_admiring or _SUBJECTLESS.match(spoken) or FOR_COMPANY.match(spoken) or OF_MACHINES.search(spoken):
        return False
    is_of_task = OF_THE_TASK.match(spoken) is not None and not (
        _DATED.search(spoken) or _WE_DO.search(spoken)
    )
    signs = _signs(spoken) + (names > 0)
    is_measured = bool(re.search(r"\d", spoken) or TIME.search(spoken))
    is_judged = JUDGING.search(spoken) is not None
    if is_of_task or ((is_judged or INTENSE.search(spoken)) and not is_measured):
        return False
    is_of_work = is_note and not is_measured and _WANTED_OF_WORK.match(spoken) is not None
    if is_of_work or (is_judged and OF_A_DAY.match(spoken)) or _NOTHING_BUT.match(spoken):
        return False
    if is_note:
        is_plain = (
            bool(_COPULA.match(spoken)) and len(spoken.split()) <= _LONGEST_PLAIN and not _BARE.match(spoken)
        )
        return signs >= 1 or is_plain
    is_told = (
        has_predicate(spoken) or is_labelled_value(spoken) or (names > 0 and LABEL.match(spoken) is not None)
    )
    return is_told and (signs >= _LEAST_SIGNS or (signs > 0 and _is_plainly_measured(spoken)))


def _is_plainly_measured(spoken: str) -> bool:
    """Whether a short sentence does little but give a figure with what it counts, an hour or a day."""
    is_short = _SHORTEST_PLAIN <= len(spoken.split()) <= _LONGEST_PLAIN_TALK
    return is_short and _MEASURED.search(spoken) is not None and not _OF_FEELING.search(spoken)


_SHORTEST_PLAIN, _LONGEST_PLAIN_TALK = 4, 16  # words
_MEASURED = regex(
    r"\d[\d.,]{0,12} ?(?:%|°|€|£|\$|(?:per ?cent|degrees|cm|mm|km|kg|kilos?|litres?|feet|inches|euros?|eur|pounds"
    r"|hours?|minutes)\b)"
    rf"|[€£$]\d|(?<![\w.])\d{{3,}}\b|\d[.,]\d|(?<!\A)\b(?:yesterday|{WEEKDAY}s?)\b",
    re.IGNORECASE,
)
_OF_FEELING = regex(
    r"!|\b(?:you|your|love|loved|like|liked|feel|felt|think|thought|hope|guess|wish|miss|maybe|really|just|definitely|sounds?|looks?|seems?"
    r"|fun|great|amazing|awesome|good|nice|cool|best|favou?rite|excited|ready|game|games|episode|season|scene|match|goal|score"
    r"|works? (?:for|perfectly)|going to be|will be|could|would|might|set then)\b|\A(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day",
    re.IGNORECASE,
)
"""Words of company, of what somebody feels, and of play and show."""


_WE_DO = regex(r"[,;] (?:so |but |and )?(?:we|i) (?!need|want|think|should|could|can)\w+", re.IGNORECASE)
"""How those who speak do it themselves is more than how the piece of work stands."""
_ADMIRING = regex(
    r"\b(?:how (?:lovely|nice|great|wonderful|awful|sad|exciting|cool|sweet|kind|exciting|funny)"
    r"|what an? (?:lovely|nice|great|wonderful"
    r"|shame|pity|relief|surprise))\b",
    re.IGNORECASE,
)
_WANTED_OF_WORK = regex(
    r"^(?:the |an? |all |every |each )?(?:[a-z][\w'-]*(?: of the)? ){1,3}?(?:needs?|should|ought to|has to"
    r"|have to|must)\b(?! (?:my|our|me|us)\b)",
)
"""What some thing is still to get or to be, said while it is being made."""
_NOTHING_BUT = regex(
    r"^(?:not an? |(?:a |the )?(?:\w+ )?(?:good|bad|rough|long|tough|great|busy|crazy|big) (?:day|week|month|year)\b)",
    re.IGNORECASE,
)
"""What only sets something aside, or sighs over a day, and tells no thing."""
_DATED = regex(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? {MONTH}|{MONTH} \d{{1,2}}|until|till|{WEEKDAY}s?)\b",
    re.IGNORECASE,
)


def _signs(spoken: str) -> int:
    words = {word.lower().strip(".,!'’").removesuffix("'s").removesuffix("s") for word in spoken.split()}
    told = (FIGURE, TIME, CONTRAST, CHANGE, LABEL, CALLED)
    part = _HAS_PART.match(spoken)
    is_of_role = part is not None and part["role"].lower() in words_of_talk("roles")
    return sum(bool(form.search(spoken)) for form in told) + bool(words & KIN.keys()) + is_of_role


_HAS_PART = regex(
    r"(?<!\w)(?:(?:the|our|my|his|her|their|new|[A-ZÀ-Þ][\w-]{1,30}['’]s) ){0,2}(?P<role>[A-Za-z]{2,16}) (?:is|was"
    r"|will be) (?:now |still )?[A-ZÀ-Þ][\w'’-]+"
)
"""Who has which part in somebody's life: "surgeon is Ospanov"."""


def has_predicate(spoken: str) -> bool:
    """Whether a verb stands soon behind the first word, as behind a subject."""
    told = [word for word in spoken.split()[1:] if not word.isdigit()]
    return any(is_verb_like(word.lower().strip(".,'’")) or "'s" in word for word in told[:5])


def is_noted_value(spoken: str) -> bool:
    """Whether a note without a verb names a thing and its value: "api on 8417", "milk: Dales Dairy, 62p a litre"."""
    is_thing = bool(re.match(r"[^\W\d]", spoken)) and not re.match(
        r"(?:no|not|so|too|very|more|less|only)\b", spoken, re.IGNORECASE
    )
    is_value = (
        re.search(r"(?<![A-Za-z\d])\d", spoken)
        or TIME.search(spoken)
        or LABEL.match(spoken)
        or _NOT_THAT.match(spoken)
    )
    return is_thing and bool(is_value)


_NOT_THAT = regex(r"^\S+(?: \S+)? (?:not|instead of|rather than) \S+(?: \S+)?$", re.IGNORECASE)


def is_labelled_value(spoken: str) -> bool:
    """Whether a name stands before a value: between people only that says what the value is of."""
    return bool(LABEL.match(spoken) and re.search(r"\d", spoken))
