"""Does a prompt say nothing to look for: a greeting, thanks, how somebody is, "set a timer"?"""

from quaidpy.domain.language.stop_words import COURTESIES, STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.regex import regex

_GREETING = regex(
    r"\A\W*(?:(?:good|hi|hello|hey|hiya|yo|morning|afternoon|evening|there|again|mate|all)\b[\s,!.]*){1,4}"
)
_GREETING_ABROAD = regex(
    r"\A\W*(?:god (?:morgen|morgon|dag|kveld)|guten (?:morgen|tag|abend)|bom dia|boa (?:tarde|noite)|buongiorno"
    r"|buonasera|buen(?:os|as) (?:d[ií]as|tardes|noches)|bonsoir|goe(?:de|ie)n?(?: ?morgen|dag|middag|avond)|hei|hej"
    r"|moin|ahoj|dobr[yé] (?:den|r[aá]no|ve[cč]er)|dzie[nń] dobry)\W*\Z"
)
_ASKS_AFTER_THE_READER = regex(
    r"\A(?:how(?:['’]?s| is| are| was) (?:it going|things|life|everything|your (?:day|night|morning|weekend))"
    r"|what(?:['’]?s| is) (?:up|new)|(?:are you )?ready for (?:another|a new) (?:day|week|weekend|month|\w{3,6}day))"
    r"(?: (?:with|for|by) you)?(?: (?:today|tonight|then|now))?\W*\Z"
)

_TO_A_DEVICE = regex(
    r"\A\W*(?:(?:please|hey \w+|ok(?:ay)? \w+|(?:can|could) you)[, ]+)?(?:set|start|stop|cancel|pause|snooze)(?: me)? "
    r"(?:an?|the|another|that) (?:[\w-]+ ){0,3}?(?:timer|stopwatch)(?: (?:for|of) [\w -]{1,24})?\W*\Z"
)


def is_small_talk(text: str) -> bool:
    """English: "good morning, how's things?"; any language of the list: "danke"."""
    asked = text.replace("’", "'").lower()
    if all(word in COURTESIES or word in STOP_WORDS for word in words(asked)):
        return True
    return bool(
        _GREETING_ABROAD.match(asked)
        or _TO_A_DEVICE.match(asked)
        or _ASKS_AFTER_THE_READER.match(_GREETING.sub("", asked))
    )
