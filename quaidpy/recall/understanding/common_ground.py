"""Does a prompt speak of what it takes as known: "the bride", "mum's drops", "prod"?

Who says "the terrace" expects to be understood (familiarity of definites: Heim 1982, Prince 1981). What the world knows
is named in full: "the boiling point of ethanol", "the Krebs cycle", "the tallest building". English.
"""

import re
from functools import lru_cache
from itertools import takewhile

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.recall.understanding.prompt_intent import QUOTED, instruction_of, speaks_of_own_life
from quaidpy.regex import regex

_KIN = regex(
    r"(?<!\ba )(?<!\ban )(?<!\bevery )(?<!\bthe )\b"
    r"(?:mum|mom|mam|mummy|mommy|dad|daddy|grandma|grandpa|grandad|granddad|granny|gran|nan|nana"
    r"|auntie|aunty)(?:['’]s)?\b(?! of\b)",
    re.IGNORECASE,
)
_DEFINITE = regex(r"(?<!\bjust )(?<!\bonly )\bthe\s+", re.IGNORECASE)  # "just the pattern" says what form
_UNITS = (
    r"(?:milli|centi|kilo|deci|square |cubic )?(?:lit(?:re|er)|met(?:re|er)|gram|watt|joule|calorie)s?|ounces?|oz"
    r"|pounds?|lbs?|stones?"
    r"|cups?|(?:table|tea)spoons?|tbsp|tsp|pints?|quarts?|gallons?|inch(?:es)?|feet|foot|yards?|miles?|km|kg|mg|ml"
    r"|cm|mm|acres?|hectares?|bits?|bytes?|kilobytes?|megabytes?|gigabytes?|cents?|pence|degrees?|knots?"
)
_LANGUAGE = (
    r"(?:english|french|german|spanish|italian|portuguese|dutch|danish|swedish|norwegian|finnish|icelandic|polish|czech"
    r"|hungarian|romanian|greek|turkish|russian|ukrainian|arabic|hebrew|hindi|urdu|chinese|mandarin|japanese|korean"
    r"|welsh|irish|gaelic|latin)"
)
_SCHOOLING = regex(
    r"\A\W*what (?:does|do) [^?]{1,40} (?:mean|stand for)\W*\Z|\A\W*(?:explain|define|translate|convert|conjugate"
    r"|spell|pronounce|calculate|compute|prove"
    r"|what(?:['’]?s| is| are| does) the (?:difference|meaning|definition|plural|past tense|acronym|opposite))\b"
    r"|\A\W*what(?:['’]?s| is) an? [\w-]{3,24}(?: [\w-]{3,24})?(?: (?:exactly|actually|anyway|in general))?\W*\Z"
    r"|\A\W*how many (?:days|weeks|months|hours|minutes|seconds)(?: (?:are|is))?(?: there)? in\b"
    rf"|\A\W*how many (?:{_UNITS})(?: (?:are|is|go|make))?(?: there)? (?:in|into|to|up) (?:an?|one|each|\d+)\b"
    r"|\A\W*(?:please )?(?:write|compose|make up|tell|give|invent)(?: (?:me|us))? (?:an?|some|two|three|five) "
    r"(?:[\w-]{2,20} ){0,2}(?:limericks?|haikus?|jokes?|poems?|rhymes?|riddles?|puns?|sonnets?|tongue twisters?"
    r"|fun facts?|lines? of (?:poetry|verse)) (?:about|on) (?:the (?=(?:sea|ocean|sky|sun|moon|stars|rain|snow|wind"
    r"|weather|night)\b))?(?!(?:the|my|our|his|her|their|this|that)\b)(?-i:[a-z]+(?: [a-z]+)?)\W*\Z"
    r"|\A\W*(?:an? |another )?(?:limerick|haiku|poem|riddle|sonnet|tongue twister|pun) (?:about|on) an? "
    rf"|\A\W*(?:what(?:['’]?s| is) )?(?:the )?{_LANGUAGE}(?: word| phrase| term)? for"
    r" \W?(?!my\b|our\b|the\b)\w"
    r"|\A\W*how (?:do|would|can) (?:you|i|we|they) (?:say|write|spell) .{1,80} in "
    rf"{_LANGUAGE}\W*\Z"
    r"|\A\W*(?:an? |the )?(?:regex|regexp|regular expression|one-liner|sql query|cron expression)"
    r" (?:that|for|to|which)\b"
    r"|\A\W*(?:an? )?(?:bash|shell|sed|awk|perl|python|powershell|sql|excel|vim|git|css)"
    r"(?: (?:one-liner|command|script|snippet|formula|query|macro))?: "
    r"|\A\W*why (?:does|do|is|are|did) (?:the (?:sky|sea|sun|moon|ocean|earth) "
    r"|(?!(?:the|my|our|your|his|her|their|this|that|it|he|she|they|we|i|you)\b)(?-i:[a-z]{2,14}) (?:[a-z]{3,14}))"
    r"(?![^?]{0,60}\b(?:the|my|our|his|her|their|i|we|he"
    r"|she|they|me|us)\b)(?-i:[a-z ]{0,60})\W*\Z"
    r"|\A\W*(?:please )?(?:name|list) "
    r"(?:a few|a couple of|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) (?!of\b)",
    re.IGNORECASE,
)
_RELATIONAL = frozenset(["of", "between"])
_FOR_ALL = frozenset(
    ["best", "worst", "most", "least", "same", "following", "first", "second", "third", "only", "other", "right",
     "sun", "moon", "sea", "ocean", "earth", "sky", "world", "universe", "weather", "internet", "web", "news",
     "economy"]
)  # fmt: skip
_SUPERLATIVE = "est"
_LONG_ENOUGH = 3  # words of a phrase that are looked at


_SUM = regex(
    r"\A\W*(?:(?:what(?:['’]?s| is| are)|how much is) )?[\d.,]{1,20} ?(?:times|plus|minus|divided|percent"
    r"|[x*/+%-]) ?",
    re.IGNORECASE,
)
_UNIT = (
    r"%|percent|degrees|fahrenheit|celsius|(?:square |cubic )?(?:met(?:re|er)|mile|km|kilomet(?:re|er)|foot|feet|inch"
    r"|pound|kg|kilo|gram|ounce|lit(?:re|er)|gallon|stone|acre|hectare)"
)
_CALCULATES = regex(
    r"\A\W*(?:please |(?:can|could) you )?"
    r"(?:(?:convert|calculate|compute|multiply|divide|round) (?:up |down )?[£$€]?\d"
    r"|(?:what(?:['’]?s| is)|how much is|how many \w+ (?:is|are)(?: in)?) [£$€]?[\d.,]{1,20} ?"
    rf"(?:{_UNIT}))"
    r"|\A\W*(?:what(?:['’]?s| is) |how much is )?[\d.,]{1,20} ?(?:times|plus|minus|divided by|percent of|[x*/+%-]) ?"
    r"[\d.,]{1,20}\W*\Z"
    rf"|\A\W*[\d.,/]{{1,10}} ?(?:{_UNITS}|g)(?: of)? (?:[a-z]+ ){{0,2}}(?:in|to|into) (?:{_UNITS}|g)\W*\Z"
    r"|\A[^?]{0,80}\d[^?]{0,80}[,;:] ?(?:what(?:['’]?s| is)|how much is) [\d.,]{1,10} ?(?:percent|%) of"
    r" (?:that|it|this)\W*\Z",
    re.IGNORECASE,
)
_HOW_TO = regex(
    r"\A\W*how (?:(?:do|can|to|would|does one)\b(?: (?:i|you|one))? (?!we\b|they\b|he\b|she\b)"
    r"|(?:long|often|much|many [\w-]{2,20}|hot|warm|deep|far|high|thick|cold) (?:do|should|does|must|can) (?:you|one"
    r"|people)\b(?! (?:think|know|remember|charge|guess)\b)"
    r"|(?:long|often|much|many)(?: [\w-]{2,20})? (?:do|should|does|must|can|may) an? [\w-]{2,20}\b"
    r"|many [\w-]{2,20} (?:fit|go|are|live|work|play|stand|sit)s? (?:in|into|on|to|with) an? [\w-]{2,20}\b)",
    re.IGNORECASE,
)


_ADVISED = regex(
    r"\A\W*what(?:['’]?s| is| are) (?:an? |some )(?:good|better|nice|quick|easy|healthy|decent|simple|typical|common"
    r"|(?:another )?(?:word|name|term)|synonyms?|antonyms?)\b"
    r"|\A\W*what(?:['’]?s| is) the (?:best|easiest|quickest|fastest|cheapest|safest|right|proper|correct) "
    r"(?:way|method) (?:to|of)\b"
    r"|\A\W*(?:is|are) (?:the )?[\w' -]{2,50} \w{2,12}er [\w' -]{0,30}?than\b",
    re.IGNORECASE,
)


def is_of_schooling(text: str) -> bool:
    """Whether it asks for what is taught, or for a trifle made up: "explain a mutex", "tell me a joke about bakers"."""
    return _SCHOOLING.search(QUOTED.sub(" ", text)) is not None


def asks_what_anybody_knows(text: str) -> bool:
    """Whether it wants no more than general knowledge or skill: "explain a mutex", "how do I get wax out of wool"."""
    asked = QUOTED.sub(" ", text)
    return any(form.search(asked) for form in (_SCHOOLING, _HOW_TO, _ADVISED, _SUM))


def brings_its_numbers(text: str) -> bool:
    """Whether it wants numbers that stand in it reckoned or converted, and speaks of nothing besides."""
    is_of_something = _DEFINITE.search(text) or _KIN.search(text) or speaks_of_own_life(text)
    return _CALCULATES.match(text) is not None and not is_of_something


def speaks_of_own_kin(text: str) -> bool:
    """Whether it calls somebody by what they are to the asker: "mum's dose", "what does grandpa take"."""
    return _KIN.search(QUOTED.sub(" ", text)) is not None


@lru_cache(maxsize=64)
def presupposes_what_is_known(text: str) -> bool:
    """Whether it names somebody or something as known to both sides, and asks for no general knowledge."""
    asked = QUOTED.sub(" ", text)
    if (
        _SCHOOLING.search(asked) or instruction_of(text) != text
    ):  # "fix the commas: …" is of the text it brings
        return False
    is_how_to = _HOW_TO.match(asked) is not None
    return bool(_KIN.search(asked)) or any(
        _is_familiar(asked[found.end() :], is_how_to=is_how_to) for found in _DEFINITE.finditer(asked)
    )


_OF_ANY = regex(
    r"[\w'’-]{1,30} (?:out of|from|off|in|on|into|onto|under|behind|around|with) "
    r"(?!(?:the|my|our|your|his|her|their|this|that|these|those)\b)(?-i:[a-z])",
    re.IGNORECASE,
)
"""A part, or what is on it, of a thing of which no single one is meant."""


def _is_familiar(rest: str, *, is_how_to: bool) -> bool:
    """Whether what follows "the" needs this life to be understood; "the smell out of old trainers" does not."""
    if is_how_to and _OF_ANY.match(rest):
        return False
    spoken = words(re.split(r"[?!.,;:()]", rest, maxsplit=1)[0])
    phrase = list(takewhile(lambda word: word not in STOP_WORDS, spoken[:_LONG_ENOUGH]))
    following = spoken[len(phrase) : len(phrase) + 1]
    if not phrase or phrase[0] in _FOR_ALL or phrase[0].endswith(_SUPERLATIVE):
        return False
    is_name = rest.lstrip()[:1].isupper()
    return not is_name and _RELATIONAL.isdisjoint(following)
