"""How does a chat message read with its apostrophes, and without its emoticons and abbreviated asides?"""

import re
from functools import lru_cache

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY, WEEKDAYS
from quaidpy.regex import regex
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.verbs import BASE_VERBS, is_past, is_verb_like

_WITHOUT_APOSTROPHE = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't",
    "werent": "weren't", "cant": "can't", "wont": "won't", "couldnt": "couldn't", "wouldnt": "wouldn't",
    "shouldnt": "shouldn't", "hasnt": "hasn't", "havent": "haven't", "theres": "there's", "thats": "that's",
    "hes": "he's", "shes": "she's", "theyre": "they're", "youre": "you're", "ive": "I've", "im": "I'm",
    "idk": "I don't know", "weve": "we've", "youve": "you've", "theyve": "they've", "whats": "what's",
    "shouldve": "should've", "couldve": "could've", "wouldve": "would've", "mustve": "must've",
    "theyd": "they'd", "hed": "he'd", "theyll": "they'll", "youll": "you'll", "itll": "it'll",
    "til": "till",
}  # fmt: skip
_SPELT = regex(rf"(?<![\w'’`/.-])(?:{'|'.join(_WITHOUT_APOSTROPHE)})(?![\w'’`/.-])", re.IGNORECASE)
_ITS = regex(
    r"(?<![\w'’])its(?= (?:a|an|the|not|called|now|all|been|so|too|on|in|at|going|getting|still|just|really|\d)\b)",
    re.IGNORECASE,
)
_IN_LAW = regex(r"\b(?P<kin>(?:mother|father|sister|brother|son|daughter|parent)s?) in law\b", re.IGNORECASE)
_NAME_IS = regex(r"(?<![\w'])(?P<of>my|her|his|their|its) names(?= [A-Za-z]+)", re.IGNORECASE)
_EQUALS = regex(
    rf"(?<=[a-zà-ÿ`)]{{2}}) = (?=(?:the|an?|my|our|one|two|three|four|no|not|{WEEKDAY}|\d+|(?-i:[A-Z]\w+)['’]s)\b)",
    re.IGNORECASE,
)
ROLES_TO_SPEAKER = (
    r"husband|wife|partner|boyfriend|girlfriend|fiancée?|mother|father|mum|mom|dad|sister|brother|son|daughter|aunt|uncle"
    r"|cousin|niece|nephew|grand(?:mother|father|son|daughter|ma|pa)|boss|flatmate|roommate|neighbou?r|landlord|landlady"
    r"|supervisor|dentist"
)
"""Who somebody is to the speaker: "garrett = husband"."""
_EQUALS_KIN = regex(rf"(?<=[^\W\d_]{{2}}) = (?=(?:{ROLES_TO_SPEAKER})\b(?!['’]))", re.IGNORECASE)
_OF_CODE = regex(
    r"[{};]|==|=>|\w\(|\bset \w+ =|=.{0,80} = |\b(?:const|let|var|select|where|export)\b", re.IGNORECASE
)
"""Where a sign of equality is code, and no shorthand for "is"."""
_ROUND_BIRTHDAY = regex(
    r"(?:\b[^\W\d_][\w-]{0,30}['’]s|\b(?:my|our|his|her)) (?:[1-9]\d|10\d)(?:st|nd|rd|th)"
    r"(?=,| (?:is|was|will be|falls|on|in|this|next|party|bash|do|lunch|dinner)\b)",
    re.IGNORECASE,
)
"""Of people whose years are counted: "Mum's 70th is on 9 August"."""
_DAY_CUT_SHORT = regex(
    r"(?<![\w'’.-])(?P<led>(?:on|by|until|till|from|before|after|since|for|to|next|this|last|every|and|or|than|is|was"
    r"|not|till) )?(?P<day>mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\.?,? "
    rf"(?=(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b|\d{{1,2}} (?:of )?{MONTH}(?!\w)|{MONTH} \d{{1,2}}\b(?![:.]\d))",
    re.IGNORECASE,
)
"""A weekday cut short before its date: "starts sat 2 May"."""
_DAY_TOLD_TWICE = regex(r"\b(?P<day>today|tonight|tomorrow),? the \d{1,2}(?:st|nd|rd|th)\b", re.IGNORECASE)
_ALL_OF_YOU = regex(
    r"(?<=[a-z] )you (?:all|guys|lot)\b(?=\W*$| (?:on|at|in|for|to|so|too|very|there|again|next|this|tomorrow)\b)",
    re.IGNORECASE,
)
"""Several who are spoken to, and none of them alone: "I love you all"."""
_ILL = regex(r"(?<![\w'])[Ii]ll(?= (?P<verb>[a-z]+))")
_BOLD = regex(r"(?<!\w)(?P<mark>\*\*|__)(?P<text>\S(?:[^*_\n]{0,200}\S)?)(?P=mark)(?!\w)")
_BRACKETED = regex(r"\((?P<text>[^()]+)\)\.?")
_FACE = regex(
    r"(?:(?<=\s)|(?<=\w))(?::'?-?[()DPp/|]|;-?[)D]|<3|xD|:o)(?=\s|[.,!]|$)|[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\ufe0f\u200d]+"
)
_ASIDE = regex(
    r"\s{0,20}+,?+\s{0,20}+(?<![\w-])(?:btw|lol|lmao|rofl|ffs|smh|tbh|imo|imho|afaik|iirc|pls|plz|haha\w*|hehe\w*"
    r"|by the way|eek|ugh|meh)(?![\w-])",
    re.IGNORECASE,
)
_KIN = r"mums?|moms?|mams?|dads?|nans?|grans?|grannys?|grandmas?|grandpas?|grandads?"
_OWN_KIN = regex(
    r"(?<![\w'’-])(?<!my )(?<!our )(?<!your )(?<!his )(?<!her )(?<!their )(?<!the )(?<!a )(?<!'s )(?<!’s )"
    rf"(?P<kin>{_KIN})"
    r"(?P<s>['’]s)?(?=\s+[a-z])",
    re.IGNORECASE,
)
"""Somebody's own mother or grandfather, called by nothing else: "mum rang", "mums hip"."""


def without_bold(text: str) -> str:
    """The same words without the marks of Markdown around bold ones."""
    return _BOLD.sub(r"\g<text>", text)


_THAT_IS = regex(r"(?<!\w)i\.e\.?(?=[,:\s])", re.IGNORECASE)


@lru_cache(maxsize=2048)
def written_out(text: str) -> str:
    """The same words, spelt as in print; faces and abbreviated asides are gone.

    Kept for a while: a sentence is looked at by several readers.
    """
    if whole := _BRACKETED.fullmatch(text.strip()):
        text = whole["text"]
    text = _THAT_IS.sub("that is", without_bold(text))
    text = _SPELT.sub(lambda found: _spelt(found, text), text)
    text = _ILL.sub(
        lambda found: "I'll" if found["verb"].lower() in BASE_VERBS else found[0].split()[0], text
    )
    if not _OF_CODE.search(text):
        text = _EQUALS.sub(" is ", _EQUALS_KIN.sub(" is my ", text, count=1), count=1)
    text = _ROUND_BIRTHDAY.sub(r"\g<0> birthday", text)
    text = with_in_laws(text)
    text = _DAY_TOLD_TWICE.sub(r"\g<day>", _DAY_CUT_SHORT.sub(_day_in_full, text))
    text = _ALL_OF_YOU.sub("everybody", text)
    text = _NAME_IS.sub(lambda found: f"{found['of']} name's", text)
    text = _ITS.sub(lambda found: _like(found[0], "it's"), text)
    return re.sub(r"[ \t]{2,}", " ", _ASIDE.sub("", _FACE.sub(" ", text))).strip()


def _spelt(found: re.Match[str], text: str) -> str:
    """With its apostrophe; "400 IM" is a race, unless all is written in capitals."""
    is_short = found[0] == "IM" and not text.isupper()
    return found[0] if is_short else _like(found[0], _WITHOUT_APOSTROPHE[found[0].lower()])


def _day_in_full(found: re.Match[str]) -> str:
    """With "on" before it, unless a word leads to it or a clause begins with it."""
    short = found["day"].lower()
    day = next(name for name in WEEKDAYS if name.startswith(short[:3])).capitalize()
    begins = found.start() == 0 or found.string[: found.start()].rstrip()[-1:] in _BEFORE_A_CLAUSE
    return f"{found['led'] or ('' if begins else 'on ')}{day} "


_BEFORE_A_CLAUSE = tuple(",.;:!?(-–—")


def with_cleft_straight(text: str) -> str:
    """With whose it is before it: "table driven, that's how I want all tests" is "I want all tests: table driven"."""
    return _CLEFT.sub(
        lambda found: f"{found['who']} {found['rest'].rstrip().removesuffix(' here')}: {found['what']}", text
    )


_NAMED_FIRST = regex(
    r"^(?P<who>(?:(?:my|our) )?[^\W\d_][\w'’-]{2,}(?: (?-i:[A-ZÀ-Þ])[\w'’-]+)?), (?:she|he"
    r"|they)(?P<rest>['’](?:s|re|ll|d|ve)\b|"
    r" (?:is|are|was|were|has|have|had|will|would|can|wants?|likes?|lives?|works?|needs?)\b)",
    re.IGNORECASE,
)
_NOBODY = frozenset(
    """
    yes yeah yep okay well anyway apparently honestly but and also then says said
    """.split()  # noqa: SIM905 - a word list reads as one
)
_SALUTED = regex(r"^(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+), (?=(?:I|I['’](?:m|ve|ll|d)|we|my|this is) )")
"""Whom a letter or a word across the table is addressed to: "Kelly, I had to miss …"."""
_NOT_THAT = regex(
    r"^not (?:the |an? )?[\w'-]+(?: [\w'-]+)?, (?P<rest>(?:the|my|our|his|her|their) \S.+)$", re.IGNORECASE
)
"""What somebody else had said, denied before what is so: "not the router, the cable was loose"."""
_NEAR = 6  # words within which a clause has its verb
_CLEFT = regex(
    r"^(?P<what>(?!(?:so|and|but|no|yes|well|ok|i|we|he|she|they"
    r"|it)\b)[^,;:.]{3,50})[,.;] ?(?:and )?that['’]?s (?:how|what|where|the way|the one) "
    r"(?P<who>i|we|(?:my|our) \w+|(?-i:[A-ZÀ-Þ])[\w-]+) (?P<rest>(?:always |usually |only )?(?:want|wants|like"
    r"|likes|need|needs|do|does|use|uses|prefer|prefers"
    r"|keep|keeps|call|calls)\b[^,;.!?]{0,60})(?=\s*(?:[.!]|$))",
    re.IGNORECASE,
)
"""A way or a thing, and behind it whose it is: "table driven, that's how I want all tests"."""
_OWN_DAY = regex(
    r"\A(?P<what>(?:first|last|next|final) (?:shift|day|exam|lesson|class|session|appointment|interview|check-?up"
    r"|scan|race|match|game)):? "
    rf"(?=(?:on )?(?:\d{{1,2}} {MONTH}|{MONTH} \d|(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b|{WEEKDAY}\b|tomorrow))",
    re.IGNORECASE,
)
"""A day of one's own, told in haste: "last shift 10 May"."""
_DAY_LABEL = regex(
    rf"^(?P<when>yesterday|today|last night|this morning|(?:on )?{WEEKDAY}): (?P<did>[a-z]+)\b(?= )",
    re.IGNORECASE,
)


def plainly_put(text: str) -> str:
    """The same in the plain order of words: "Rita, she's fit" → "Rita's fit"; "yesterday: ran" → "yesterday I ran"."""
    saluted = _SALUTED.match(text)
    if saluted and is_given_name(saluted["name"].lower()):
        text = text[saluted.end() :]
    named = _NAMED_FIRST.match(text)
    if named and named["who"].lower() not in _NOBODY and not named["who"].lower().endswith("ly"):
        rest = f"{named['rest']}{text[named.end() :]}"
        return f"{named['who']}{rest}"
    denied = _NOT_THAT.match(text)
    if denied and any(map(is_verb_like, denied["rest"].split()[:_NEAR])):
        text = denied["rest"]
    text = _OWN_DAY.sub(r"my \g<what> is ", text)
    label = _DAY_LABEL.match(text)
    if label and is_past(label["did"].lower()):
        return f"{label['when']} I {text[label.start('did') :]}"
    return text


def with_in_laws(text: str) -> str:
    """With "mother-in-law" for "mother in law", who is nobody's mother in what follows."""
    return _IN_LAW.sub(r"\g<kin>-in-law", text)


def with_owned_kin(text: str) -> str:
    """With "my" before a parent or grandparent whom a lone speaker names by nothing else."""
    return _OWN_KIN.sub(_owned, text)


def _owned(found: re.Match[str]) -> str:
    kin, is_own = found["kin"].lower(), found["s"]
    if _SOMEBODYS.search(found.string, max(0, found.start() - _LONGEST_WORD), found.start()):
        return found[0]
    if is_own or not kin.endswith("s"):
        return f"my {kin}{is_own or ''}"
    return f"my {kin[:-1]}'s"


_SOMEBODYS = regex(r"(?:\A|[.!?,;:—–-] ?)[^\W\d_]{2,16}s \Z")
"""Whose mother it is, where chat leaves the sign out: "lucas mom is 80"."""
_LONGEST_WORD = 20  # characters


def _like(written: str, spelt: str) -> str:
    """With a capital where the word had one; "I" keeps its own."""
    return spelt[0].upper() + spelt[1:] if written[0].isupper() else spelt
