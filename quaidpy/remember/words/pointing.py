"""Does a statement point at what only its neighbours tell, or leave out what it is about?"""

import re

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import OCCUPATIONS
from quaidpy.remember.words.verbs import is_verb_like
from quaidpy.shipped.names import words_of_talk

_LED_ON = regex(r"^(?:so|then|and so|now)[, ] ?", re.IGNORECASE)
_POINTING = regex(
    r"^(?:(?:with|of|for|in|on|from) (?:its|their|them)\b|(?:it|its|it's|this|that|that's|thats|these|those"
    r"|they|they're|them|she|she's|he|he's|him|hers)\b)"
    r"(?! (?:year|month|week|morning|one's)\b)",
    re.IGNORECASE,
)
_ELLIPTIC = regex(
    r"^(?:[A-ZÀ-Þ][\w'’-]*|The \w+)(?: [\w'’-]+){0,3} (?:did|does|do|has|have|was|is|will|would|can"
    r"|could)(?: too| so| then)?\s*[,.!]|^(?:[A-ZÀ-Þ][\w'’-]*|The user|user) did (?:in|on|last|this|too|that|it)\b",
    re.IGNORECASE,
)
"""What somebody did is not told: "Sunniva did, because of the rain"."""
_ORDERED_OF_IT = regex(
    r"^(?:rerun|redo|retry|fix|check|try|call|make|put|keep|leave|set|move|name|send|give|take"
    r"|bring) (?:it|them|this|that)\b",
    re.IGNORECASE,
)
_OF_SOMEBODY_ELSE = regex(
    r"^(?:(?:Mrs?|Ms|Dr|Miss)\.? )?[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)? (?:(?:is|was|will be|has been) (?:his|her"
    r"|their) |(?:[a-z]+ly |also |just |now )?(?!and\b|or\b)[a-z]+ (?:him|her(?=\W*$|,| (?:in|on|at|to|for|up|out"
    r"|back|off|down|over|about|from|with"
    r"|and|but|because|that|an?|the|yesterday|today|tomorrow|again|every|now|some|more|two|three|\d+)\b))(?!\w))"
)
"""Whoever a clause begins with is nobody's "his" in it, and not the "her" to whom something is done."""
_DONE_TO_ANOTHER = regex(
    r"^(?:(?:Mrs?|Ms|Dr|Miss)\.? )?[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)? (?:is|was|has|had|will|can|should|must|may|also"
    r"|just|now|still|never|always)"
    r"(?: (?:been|be|also|just|now|still|not|never|always|finally|already)){0,2} (?!and\b|or\b)[a-z]+"
    r"(?: (?:to|with|at|for|from|about|on|after|of|by|up|over))?"
    r" (?:him|her(?=\W*$|,| (?:in|on|at|to|for|with|and|but|because|that|yesterday|today|tomorrow|again|every|now"
    r"|about)\b))(?!\w)"
)
"""Likewise behind an auxiliary or a preposition: "Ana is talking to him again"."""
_NUMBER_JUDGED = regex(
    r"^\d[\d.,]*%? (?:is|was|are|were|would be|seems?|sounds?) (?:too|not|way|fine|ok|okay|enough|plenty"
    r"|better|good|right)\b",
    re.IGNORECASE,
)
"""A number without what it counts: "14 is too tight"."""
_NUMBER_DOES = regex(
    r"^\d{1,3} (?:gives?|gave|makes?|made|works?|worked|does|did|breaks?|broke|fails?|failed|looks?|feels?"
    r"|fits?|goes|went)\b",
    re.IGNORECASE,
)
"""A number that stands for what bears it: "7 gives a green tint"."""
_ONE_OF_SOME = regex(
    r"^(?:(?:the|that|this|her|his|their|my|our) )?(?:old|new|other|same|big|small|second|first|last|next"
    r"|left|right|blue|red"
    r"|green|black|white|cheap\w*) one (?:(?:is|was)(?! (?-i:[A-ZÀ-Þ]))|has|had|will|gets?|got|goes|went"
    r"|stays?|runs?|dies|died|works?|fits?)\b",
    re.IGNORECASE,
)
"""One of several of which none is named: "the old one is dead"."""
_SEVERAL_OF_SOME = regex(
    r"^(?:(?:all|both) (?:(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+) )?(?:get|gets|got|are|were"
    r"|have|had|will|can|must)\b|the (?:two|three|four|five|six|seven|others|rest) (?:is|are|were)\b|same (?:week"
    r"|day|time|place|price) )",
    re.IGNORECASE,
)
"""Some of what was told before: "the five are: …", "same week next year"."""
_THE_ONE = regex(
    r"^the ones? (?:(?:at|in|on|from|near|by|behind|with|for|of) |(?:is|was|are|were|runs?|has|had|did|didn['’]t"
    r"|works?|broke)\b)",
    re.IGNORECASE,
)
"""Which of some, and not of what: "the one at the gate runs Windows 7"."""
_GOT_SOME = regex(
    r"^(?:[Tt]he user|user|[A-ZÀ-Þ][\w'’-]+) (?:has |have )?(?:also |just |already )?(?:got|sent|bought|ordered"
    r"|brought|received|returned|borrowed)"
    r" (?:(?:from|via|with) [^,;.]+|(?:now|today|yesterday|tomorrow|on \d|last|this)\b[^,;.]*)(?:,|\W*$)"
)
"""What somebody got or sent is not told: "Ana got from Renske"."""
_NEITHER = regex(r"^no [\w -]{2,30} either\W*$", re.IGNORECASE)
"""What joins something told before: "no fish either"."""
_TELL_NOTHING = regex(
    r"^(?:the user|user|[A-ZÀ-Þ][\w'’-]+) (?:should|has to|must|needs to|will|has got to) (?:tell|ask"
    r"|remind|inform|warn|let"
    r"|text|write to) (?:[A-ZÀ-Þ][\w'’-]+|him|her|them)(?: know)?\W*$",
    re.IGNORECASE,
)
"""Whom somebody has to tell, and not what."""
_RAISED = regex(
    r"^(?:the user|user|[A-ZÀ-Þ][\w'’-]+) (?:raised|lowered|reduced|increased|moved|changed|bumped|set|cut"
    r"|extended|shortened)"
    r" (?:back |up |down )?(?:to|from) [\d£$€]",
    re.IGNORECASE,
)
"""A new value without what has it: "Ana raised to 20 seconds"."""
_IN_A_TRADE = regex(r"^(?P<trade>[A-ZÀ-Þ][a-z]+), (?:comes|starts|lives|works|leaves|arrives|speaks|joins)\b")
"""What somebody is, and when they come, but not who."""
_NEW_OF_NOTHING = regex(
    r"^(?:the )?new (?:date|day|time|price|one|value|number|name|address|plan|version|deadline|slot|place|code)"
    r"(?: is|:|,)?(?: now)?(?: (?:on|at|in|for|from|since))? (?:(?:the |mon|tues|wednes|thurs|fri|satur"
    r"|sun)\w* )?[\d£$€]",
    re.IGNORECASE,
)
_OF_NO_THING = regex(
    r"^(?:delivery|collection|pick-?up|departure|arrival|check-?in|check-?out|(?:start(?:ing)?|end|due|closing) date"
    r"|duration|price|cost|total|balance|size|length|width|height|pay|lead time"
    r"|(?:real|final|exact|right) (?:number|figure)"
    r"|answer|reply|result) (?:(?:is|was|will be|expected|due|wanted|needed) )?(?:now |still |only )?"
    r"(?:(?:on|by|at|from|in|about|around|until) )?(?:the )?"
    rf"(?:[\d£$€]|mon|tues|wednes|thurs|fri|satur|sun|{MONTH}|two|three|four|five|six|seven|eight|nine|ten|twelve"
    r"|a (?:week|day|month))"
    r"|^no (?:objections?|complaints?|answers?|reply|replies|news|takers|questions|word) (?:so far|yet)\W*$"
    r"|^no (?:changes?|luck|plans?|news|difference) (?:for|from|with) [\w' ]{2,20}\W*$",
    re.IGNORECASE,
)
"""A day or a measure that some thing has, which is not told: "delivery on 29 May", "pay is about 30% more"."""
_LIKE_THEN = regex(
    r"^[a-z]{2,16}(?:able|ible|ful|ous|less) (?:then|again|too|as well|instead|already|now)\b", re.IGNORECASE
)
"""How something is, and not what: "adjustable then"."""
_PAYS_SOME = regex(
    r"^(?:the user|user|[A-ZÀ-Þ][\w'’-]+) (?:pays?|paid|gets?|got|owes?) [£$€]?\d[\d.,]*[£$€]?(?: \w{2,8})?"
    r"(?: (?:now|again|then))?\W*$",
    re.IGNORECASE,
)
"""An amount without what it is for."""
_DOES_TO_IT = regex(
    r"^(?:[Tt]he user|user|[A-ZÀ-Þ][\w'’-]+)(?: and (?:the user|[\w'’-]+))? (?:(?:would|will|could|can|did|do|does"
    r"|[a-z]{2,6}n['’]t|has|have|had|is|was|also|always|still|never|just|then|finally|already|often|once) ){0,4}"
    r"(?!(?:likes?|loves?|hates?|finds?|found|thinks?|thought|makes?|made|takes?|took|keeps?|kept|prefers?|calls?"
    r"|lets?|wants?|wanted|has|had|have|is|was) )[a-z]+ (?:(?:up|down|out|off|over|back|on|in) )?(?:(?:it|them)\b"
    r"|(?:for |about |of |with )?that(?=\W*$| (?:yet|in|at|for|too|again|before|since|now|either|already)\b))"
    r"(?!['’]|[,:]? (?:to |at )?[\d£$€]"
    r"| (?:all|was|is|were|that|when|will|would|can|has|had|must|should|takes?|may|might|does)\b)"
)
"""What somebody did to a thing that no word before tells."""
_LONGEST_OF_NO_THING = 13  # words
_LONGEST_BARE = 10  # words; a longer sentence may tell it before
_OF_NOTHING = regex(
    r"\b(?:is|was|['’]s) (?:also |still |now |really |always )?an? (?:(?:huge|big|total|real|massive|great"
    r"|lifelong|proud|active"
    r"|full|regular|new) )?(?:fan|part|member|supporter|believer|example|result|admirer|follower|participant)\W*$"
    r"|\b(?:been|started|begun) (?:playing|learning|taking|using|practi[sc]ing|doing|trying) (?:for"
    r"|since) [^,;.]{3,30}\W*$"
    r"|\b(?:for|on|about|into|doing|trying|wants?|needs?|planning) something(?: [a-z]+)?\W*$",
    re.IGNORECASE,
)
"""What somebody is a fan of, has been learning or wants is told elsewhere."""
_BOUGHT_SOME = regex(
    r"^(?:[Tt]he user|user|(?:[Tt]he )?[\w'’-]+) (?:said|says|asked for|wants|offers|offered) (?:about |around "
    r"|[£$€])?(?:\d[\d., ]*"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty)(?: (?:hundred|thousand))?)\W*$|"
    r"\b(?:bought|ordered|got|took|sold|sent|booked|brought) (?:\d{1,6}|two|three|four|five|six|seven|eight"
    r"|nine|ten|both|some|several|a few|a couple|another)(?=\W*$|[,;:]? (?:for|at|from|to|on|arriving|each"
    r"|[£$€]?\d[\d.,]*[£$€]? ?(?:\w{2,8} )?each)\b)"
    r"|\bget(?:ting)? rid\W*$|\b(?:for|on|with|want|wants|need|needs|take|took) an? [a-z]{3,12} one\W*$"
    r"|^[^,;:]{2,60} (?:taught|showed|warned|informed|reminded) "
    r"(?:the user|user|him|her|them|[A-ZÀ-Þ][\w'’-]+)\W*$"
    r"|^(?:\S+ ){1,3}(?:will |would )?(?:wants?|wanted|needs?|like) to know\W*$|\bthe (?:old|new|other|same"
    r"|first|second|last|next|big"
    r"|small) ones?\W*$",
    re.IGNORECASE,
)
"""How many of what, which one, or what somebody wants to know, is told elsewhere."""
_MORE = regex(
    r"\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a few|some) (?:more|extra|others?|spare)\W*$",
    re.IGNORECASE,
)
"""More of what was told before: "she sends three more"."""
_EACH = regex(r"\d ?(?:each|apiece)\W*$", re.IGNORECASE)
_SEVERAL = regex(r"\b(?!was\b|is\b|its\b|has\b)[a-z]{3,}s\b")
_UNTIL_THEN = regex(r"\b(?:till|until|by|since|before|from) then\W*$", re.IGNORECASE)
_SAME_AS = regex(r"\bsame (?:day|time|date|price|place|week|month|hour)\W*$", re.IGNORECASE)
_OF_A_TIME = regex(rf"\d|\b{MONTH}\b|day\b|week|month|year|\b(?:when|after|once|while|if)\b", re.IGNORECASE)
_IN_SUM = regex(
    r"^(?:in the end|all in all|altogether|in total|for now|so far|at first|in all)[,:]? (?:about |around "
    r"|only )?[\d£$€]",
    re.IGNORECASE,
)
"""How much or how many, after all, and of what is not told."""
_DOES_ALONE = regex(
    r"^(?:still |only |now |also )?(?:stays?|remains?|costs?|runs|takes|weighs|lasts|starts|ends|opens"
    r"|closes|goes|comes|works|fits"
    r"|needs|gives|gets|looks|smells|tried|arrived|came|went|happened|cost|lasted|worked|looked|turned out)\b"
    r"(?! ?[:,]| (?:and|or|is|are|was|were|has|have|will|of)\b)",
    re.IGNORECASE,
)
_DOWN_TO = regex(r"^(?:down|up|back|over|off|out) (?:to|from|by|at|until) (?:about )?[\d£$€]", re.IGNORECASE)


def means_no_subject(text: str) -> bool:
    """Whether its first clause does something to a "him" or "her", who is not whom the clause begins with."""
    return _OF_SOMEBODY_ELSE.match(text) is not None or _DONE_TO_ANOTHER.match(text) is not None


def points_elsewhere(text: str) -> bool:
    """Whether it begins with, or ends on, what stands for something told elsewhere."""
    bare = _LED_ON.sub("", text)
    forms = (
        _POINTING, _ELLIPTIC, _OF_SOMEBODY_ELSE, _DONE_TO_ANOTHER, _ORDERED_OF_IT, _NUMBER_JUDGED,
        _NUMBER_DOES, _ONE_OF_SOME,
    )  # fmt: skip
    is_pointing = any(
        form.match(bare)
        for form in (
            *forms,
            _NEITHER,
            _SEVERAL_OF_SOME,
            _TELL_NOTHING,
            _RAISED,
            _LIKE_THEN,
            _THE_ONE,
            _GOT_SOME,
        )
    )
    is_pointing = is_pointing or _DOES_TO_IT.match(text) is not None or _PAYS_SOME.match(text) is not None
    trade = _IN_A_TRADE.match(text)
    is_pointing = is_pointing or (trade is not None and trade["trade"].lower() in OCCUPATIONS)
    return is_pointing or is_new_of_nothing(bare) or _lacks_its_end(text) or _is_of_untold_work(text)


def _is_of_untold_work(text: str) -> bool:
    """Whether it speaks of "the plot" or "the gameplay", and names nothing that has one."""
    parts = {found["part"].lower() for found in _THE_PART.finditer(text)} & words_of_talk("parts_of_works")
    if not parts or _WORK_TOLD.search(text):
        return False
    first = text.split(maxsplit=1)[0].removesuffix("'s")
    others = {name.removesuffix("'s") for name in _NAMED_WITHIN.findall(text)} - {first}
    return not others


_THE_PART = regex(
    r"\b(?:the|its|their|that|how the) (?:(?!of\b)[a-z-]{2,14} )?(?P<part>[a-z-]{4,14})\b(?! of\b)",
    re.IGNORECASE,
)
_WORK_TOLD = regex(
    r"[\"“*_]|\b(?:my|our|his|her|user's|\w+['’]s) (?:\w+ )?(?:novel|book|story|script|film|play|game|piece"
    r"|series|thesis)\b",
    re.IGNORECASE,
)
_NAMED_WITHIN = regex(r"(?<=[a-z,;:] )[A-ZÀ-Þ][\w'’-]+")


def is_new_of_nothing(text: str) -> bool:
    """Whether a value is told, and not of what: "new date: 6 June", "delivery on 29 May"."""
    is_bare = len(text.split()) <= _LONGEST_OF_NO_THING and _OF_NO_THING.match(text) is not None
    return is_bare or _NEW_OF_NOTHING.match(text) is not None


def _lacks_its_end(text: str) -> bool:
    """Whether its last words stand for a time or a thing that is not told."""
    is_of_nothing = len(text.split()) <= _LONGEST_BARE and _OF_NOTHING.search(text) is not None
    is_each_of_none = _EACH.search(text) is not None and _SEVERAL.search(text) is None
    more = _MORE.search(text)
    is_more_of_none = more is not None and not any(
        word.endswith("s") and not is_verb_like(word) for word in text[: more.start()].lower().split()[1:]
    )
    ends_open = is_of_nothing or is_each_of_none or is_more_of_none or _BOUGHT_SOME.search(text) is not None
    return ends_open or is_until_then(text) or _is_of_untold_time(_SAME_AS, text)


def is_until_then(text: str) -> bool:
    """Whether it ends on a "then" before which no time is told."""
    return _is_of_untold_time(_UNTIL_THEN, text)


def _is_of_untold_time(ends: re.Pattern[str], text: str) -> bool:
    found = ends.search(text)
    return found is not None and _OF_A_TIME.search(text[: found.start()]) is None


def is_left_out(text: str) -> bool:
    """Whether whoever or whatever does it, or what they got, is left out: "stays 20 for now", "Ana bought for $300"."""
    forms = (_IN_SUM, _DOES_ALONE, _DOWN_TO, _WHO_DOES, _ON_A_DAY_NOW, _GOT_NOTHING)
    return any(form.match(text) for form in forms)


_GOT_NOTHING = regex(
    r"^[\w'’ ]{2,40} (?:bought|purchased|received|mentioned) (?:for|on|in|by|at) (?:[£$€]?\d|(?:my|his|her|their|last"
    r"|the) )"
)
"""What they got stands before the clause: "the shoes that Ana bought for $300"."""


_OBJECT = r"(?:to|the|an?|my|our|his|her|their|it|me|us|him|them|in|at|for|from|on|till|until|by|before|[a-z]+ed|\d+)"
_WHO_DOES = regex(
    r"^(?:can(?:['’]?t|not)?|could|must|had|has|won['’]?t) (?!(?:of|it|he|she|they|we|you|i)\b)[a-z]"
    rf"|^(?:wants|needs|likes|loves|hates|thinks|says|lives|gets|makes|owes|asks) {_OBJECT}\b"
    r"|^(?:(?:[\w-]+ )?(?:years?|months?|weeks?|days?|inches|cm) )?(?:much |far |a bit )?(?:better|worse|older"
    r"|younger|taller|smaller|bigger|faster|slower) than\b(?! (?:expected|usual|planned)\b)",
    re.IGNORECASE,
)
"""What somebody or something can, wants or is, and not who: "can come on 1 May", "six years older than Ana"."""
_ON_A_DAY_NOW = regex(
    rf"^on (?:{WEEKDAY} )?\d{{1,2}} {MONTH}(?: \d{{4}})? (?:now|instead|then)\b", re.IGNORECASE
)
"""A new day, and not of what."""
