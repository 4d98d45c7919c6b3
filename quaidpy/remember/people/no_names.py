"""Which capital words only begin a sentence, count, measure or qualify, and name nothing?"""

import re

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import (
    ADJECTIVES_OF_PLACE,
    CALENDAR_WORDS,
    LANGUAGES,
    NOT_NAMES,
    PLACES,
    UNITS,
)
from quaidpy.remember.words.names import KIN, is_surely_given_name
from quaidpy.remember.words.verbs import ADVERBS, is_past, is_verb_like
from quaidpy.shipped.names import is_everyday_word


def is_common_word(word: str) -> bool:
    """Whether a capital at the start of a sentence says nothing."""
    return word.lower().rstrip(".").replace("’", "'") in NOT_NAMES


def leads_to_no_name(text: str, at: int) -> bool:
    """Whether no name goes on behind a word: "Games Saturday", "Suffix B", "Reference NAC-26", "Ads Romanian"."""
    following = re.match(r"\s{1,3}([\w-]+)", text[at : at + 40])
    if following is None:
        return False
    lower = following[1].lower()
    is_code = re.fullmatch(r"[A-Z]|[A-Z]+-[\w-]*\d[\w-]*", following[1]) is not None
    return is_code or lower in CALENDAR_WORDS | ADJECTIVES_OF_PLACE


def is_of_a_people(text: str, name: str, start: int) -> bool:
    """Whether it says whose something is, as "Greek" in "Greek salad"; a language is named."""
    lower = name.casefold()
    return lower in ADJECTIVES_OF_PLACE and (lower not in LANGUAGES or _qualifies(text, start + len(name)))


def is_measure(text: str, name: str, start: int) -> bool:
    """Whether it counts or measures: "Option 2", "Fri 9", "EUR 30", "Lunches 438" at the head of a sentence."""
    lower = name.casefold()
    is_known = bool(_NUMBERED.match(lower) or _DAYS_AND_HOURS.match(name))
    is_figure = name.split(maxsplit=1)[0] in UNITS or sum(map(str.isdigit, name)) > _MOST_DIGITS
    return is_known or is_figure or _is_counted(text, lower, start)


_MOST_DIGITS = 7  # of a name; what has more is an account or a telephone


def _qualifies(text: str, end: int) -> bool:
    """Whether a word of a people stands before what is theirs: "Greek salad", but no "German lesson"."""
    following = re.match(r" ([a-z]+)", text[end : end + 40])
    return following is not None and following[1] not in STOP_WORDS | ADVERBS | _OF_A_LANGUAGE


_OF_A_LANGUAGE = frozenset(
    "class classes course courses exam exams grammar homework lesson lessons teacher test tutor well fluently".split()  # noqa: SIM905 - a word list
)


def _is_counted(text: str, name: str, start: int) -> bool:
    """Whether a sentence begins with a word of every day and a figure: "Lunches 438 on average"."""
    words = name.split()
    is_figured = len(words) > 1 and words[-1].isdigit()
    return (
        is_figured
        and begins_sentence(text, start)
        and all(is_everyday_word(word) or is_common_word(word) for word in words[:-1])
    )


_DAYS_AND_HOURS = regex(r"(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)(?:[-–/&]| ?\d|\Z)")
_NUMBERED = regex(  # what is only counted: "Option 2"
    r"(?:option|step|part|phase|day|week|level|chapter|question|figure|table|page|item|task|section|point|round|version|act"
    r"|example|appendix|note|try|tip|rule|reason|number|top|grade|year|lesson|unit|stage|exercise|slide|line"
    r"|apartment|bed|block|box|bus|cell|column|desk|entrance|episode|fig|flat|floor|gate|graph|house|lane|lap|mark|method"
    r"|paragraph|photo|place|platform|player|problem|room|row|season|seat|series|session|set|shelf|sprint|test|tier|track"
    r"|type|vol|volume|ward|zone) \d+\Z"
)


def begins_sentence(text: str, start: int) -> bool:
    """Whether a sentence, a line or a quotation begins at a place, where a capital says nothing."""
    quoted = start
    while start and text[start - 1] in " \t\"'“‘(*-—–•>#":
        start -= 1
    if quoted and text[quoted - 1] in '"“«':
        return True
    return start == 0 or text[start - 1] in ".!?…:|`\n\r\v\f"


def is_shouted(name: str) -> bool:
    """Whether capitals only raise the voice: "AT ALL", "NO IDEA", "YESSS"; an abbreviation is no word."""
    if not name.isupper():
        return False
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", name)]
    is_drawn = any(re.search(r"(\w)\1\1", word) for word in words)
    are_words = [_is_word(word) for word in words]
    return is_drawn or all(are_words) or (len(words) > 1 and any(are_words) and not PLACES & set(words))


_LONGEST_ABBREVIATION = 3  # letters: VAT and PIN are no words raised


def _is_word(word: str) -> bool:
    is_known = word in STOP_WORDS | NOT_NAMES | ADVERBS or word in KIN
    is_known = is_known or (len(word) > _LONGEST_ABBREVIATION and is_everyday_word(word))
    return is_known or is_verb_like(word) or is_past(word)


def is_before_somebody(text: str, start: int, word: str) -> bool:
    """Whether a word at the head of a note says what is done with whom: "Call Ana", "Lunch Ben"."""
    if word.lower() not in _DONE_WITH_SOMEBODY or not begins_sentence(text, start):
        return False
    name = _NAME_BEHIND.match(text, start + len(word))
    return name is not None and is_surely_given_name(name[1].lower())


_NAME_BEHIND = regex(r" ([A-ZÀ-Þ][a-zß-ÿ]{1,20})(?![\w])")
_DONE_WITH_SOMEBODY = frozenset(
    """
    breakfast call cc coffee dinner drinks facetime fyi lunch meeting per phone re skype via whatsapp zoom
    """.split()  # noqa: SIM905 - a word list reads as one
)
