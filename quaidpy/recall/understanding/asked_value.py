"""Which value does a question want, by its name or of which form: a telephone number, a size, a birthday, a trade?"""

import re
from collections.abc import Iterable

from quaidpy.domain.time.written_dates import NUMERIC_DATE, WEEKDAY
from quaidpy.recall.understanding.value_forms import BLOOD_GROUP
from quaidpy.regex import regex
from quaidpy.shipped.names import is_everyday_word

_WORD = regex(r"[^\W_]+(?:-[^\W_]+)*+")
_NEAR = 80  # characters between a name and what is told of whom it names
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_DATE = (  # it begins with a word whichever it is: in the middle of one nothing else is tried
    rf"\b(?:{_MONTH}|\d{{1,2}}[./-]\d{{1,2}}|(?:19|20)\d\d|\d{{1,2}}(?:st|nd|rd|th)"
    rf"|to(?:day|morrow|night)|yesterday|{WEEKDAY})\b"
)
_OF_BIRTH = r"\b(?:born|birthday|b-?day|turn(?:s|ed|ing)?)\b"
_BORN = (
    r"\b(?=[\w'’])(?:born|birthday|b-?day|turn(?:s|ed|ing)?|girl|boy|baby|son|daughter|twins|arrived|delivered"
    r"|gave birth|(?:is|['’]s) here|\d{1,5} ?(?:g|grams?|kg|lbs?|kilos?))\b"
)
_WORN = r"\b(?:sizes?|shoes?|boots|feet|shirts?|dress(?:es)?|hats?|gloves|collar|ring)\b"
_WEARS = r"\b(?:wears?|takes?|fits?) (?:into |in )?(?:an? )?"
_SIZE = r"\b(?:\d{1,3}(?:[.,]5)?|x{0,3}[sml]|small|medium|large)\b"
_STREET = (
    r"\b(?:street|st\.|road|rd|lane|avenue|ave|drive|square|terrace|crescent|quay|strada|rua|calle"
    r"|rue|ulica|jalan|[a-zà-ÿ]{3,20}(?:straße|strasse|straat|gatan?|vej|katu|weg|gasse|laan|platz))\b"
    r"|\b[a-zà-ÿ]{3,20}(?:allee|damm|ufer|ring|hof|plein|gracht|kade|gade|vei|vägen) \d"
    r"|\baddress(?: is|:)\s\S"
)
_IN_WORDS = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
)
_YEARS = rf"(?:\d{{1,3}}|{_IN_WORDS}(?:[- ]{_IN_WORDS})?)"
_COUNTED = (
    r"(?:am|pm|st|nd|rd|th|years?|months?|weeks?|days?|hours?|hrs?|h|minutes?|mins?|km|kg|mg|ml|cm|mm|gb|mb|tb|g|l|m"
    r"|people|times|million|billion|%)"
)
_PRICE = (
    r"[£$€¥] ?\d|\d ?(?:[£$€¥]|k\b|(?:euros?|eur|dollars?|bucks|pounds?|quid|pence|cents?|usd|gbp|chf|francs?|pln"
    r"|zł|kr|nok|sek|dkk|p)\b)|\b(?:for free|free of charge|for nothing|hundred|thousand|grand)\b"
    r"|\b(?:costs?|pays?|paid|charges?|charged|earns?|owes?|owed|price|rent|fee|deposit|rate|salary|wage|quote[sd]?"
    r"|bill|invoice|subs|fare|budget)\b.{0,40}?\b\d|\b\d[\d.,]{0,12} (?:an?|per|each|extra|more|plus vat|a head)\b"
    rf"|(?<![\d.:/-])(?<!\bport )(?<!\bversion )(?<!\bno )(?<!\bin )\b(?!(?:19"
    rf"|20)\d\d\b)\d{{2,3}}(?:[.,]?\d{{3}})?(?:\.\d\d)?\b(?! ?{_COUNTED}\b)(?![.:/-]\d)(?! (?:{_MONTH})\b)"
)
_SCHOOL = (
    r"\b(?:stud(?:ies|ied|ying|y (?:at|in|with|under))|(?:pre)?schools?|colleges?|uni(?:versit(?:y|ies))?"
    r"|graduat\w*|ph\.?d|bachelor['’]?s?|academy|conservatoire|kindergarten|pupil|enrol\w*)\b"
)
_COLOUR = (
    r"\b(?:red|blue|green|yellow|black|white|gr[ae]y|brown|orange|pink|purple|violet|silver|gold(?:en)?|beige|cream|navy"
    r"|teal|turquoise|maroon|ginger|blonde?|brunette|magenta|burgundy|tan|copper|bronze|olive|ivory|scarlet|crimson|lilac"
    r"|mauve|mustard|charcoal|mint|lavender|indigo|rust|khaki|saffron|cobalt|ochre|sage|plum|coral|peach|salmon|aqua|cyan"
    r"|azure|emerald|jade|ruby|sand|slate|chestnut|hazel|auburn|amber|apricot|claret|fuchsia|taupe|vermilion"
    r"|colou?r(?:ed|s)?|paint(?:s|ed) (?:it|them|its|his|her|their|the)|dye[ds]|tinted|shades?)(?:ish)?\b"
    r"|#[0-9a-f]{3,6}\b|\bRAL ?\d{4}\b"
)
_OWNER = regex(
    r"\b([^\W\d_]{2,})['’]s (?!\b(?:the|an?|my|our)\b)|\b(?:does|did) ([^\W\d_]{2,}) (?:have|wear|take)\b",
    re.IGNORECASE,
)
_NO_OWNERS = frozenset(
    """
    what who where when how that this it he she let there here one everybody today
    """.split()  # noqa: SIM905 - a word list reads as one
)
_FORMS = tuple(
    (regex(asked, re.IGNORECASE), regex(told, re.IGNORECASE))
    for asked, told in (
        (
            (
                r"\b(?:(?:tele)?phone|mobile|cell|whatsapp|landline) (?:number|no\b|nr\b)"
                r"|\A\W*(?:(?:tele)?phone|mobile|cell|whatsapp|landline) of\b"
            ),
            rf"(?<![\w.,])(?<!\d[-/.])(?!{NUMERIC_DATE}|(?:19|20)\d\d\s)\+?\d(?:[\s()/.-]{{0,2}}\d){{6,14}}(?!\d)",
        ),
        (
            (
                r"\b(?:shoe|dress|clothes|clothing|shirt|ring|hat|glove|collar) sizes?\b"
                r"|\bwhat size (?:of )?(?:shoes?|boots|dress|shirts?|rings?|hats?|gloves|collar)\b"
                r"|\bwhat size (?:does|do|did) .{1,40}\b(?:wear|take)\b"
            ),
            rf"{_WORN}.{{0,30}}?{_SIZE}|{_SIZE}.{{0,30}}?{_WORN}|{_WEARS}{_SIZE}",
        ),
        (
            (
                r"\A(?!\W*(?:where|who|how|why|which (?!da)|what (?!(?:day|date|is|was)\b|['’]?s\b))).*\bbirthday\b"
                r"(?! (?:part|present|gift|card|cake|dinner|lunch|tea|meal|trip|outing|bash|do\b|celebrat|treat))"
            ),
            rf"{_OF_BIRTH}.{{0,32}}?{_DATE}|{_DATE}.{{0,32}}?{_OF_BIRTH}",
        ),
        (
            r"\bwhen (?:was|is|were) .{1,40}\bborn\b|\bdate of birth\b",
            rf"{_BORN}.{{0,32}}?{_DATE}|{_DATE}.{{0,32}}?{_BORN}",
        ),
        (
            r"\b(?:where|in (?:what|which) (?:city|town|village|country|place)) (?:was|were) .{1,40}\bborn\b",
            r"\b(?:born|birthplace|raised|grew up|native of|originally|(?:is|am|comes?|came|['’]s|['’]m) from)\b",
        ),
        (
            (
                r"\bwi-?fi\b.{0,30}\b(?:password|passcode|key|called|name)\b"
                r"|\b(?:password|passcode|key|name) .{0,30}\bwi-?fi\b"
            ),
            r"\b(?:wi-?fi|wlan|network|router|ssid|hotspot|internet|broadband)\b",
        ),
        (
            (
                r"\A\W*(?:what(?:['’]?s| is| was)\b.{1,40}|(?:my|our|the) (?:[\w'’-]{1,20} ){0,2})"
                r"\b(?:password|passcode|passphrase)\b"
            ),
            r"\b(?:pass(?:words?|codes?|phrases?)|pw|log-?ins?|credentials?|pins?)\b",
        ),
        (r"\bmaiden name\b", r"\b(?:née|nee|born|maiden|unmarried|single name)\b"),
        (r"\be-?mail address(?:es)?\b", r"[\w.+-]{1,64}@[\w-]{1,63}\.\w"),
        (
            (
                r"\b(?:reg(?:istration)?|serial|chassis|policy|membership|passport|customer|licen[cs]e|reference"
                r"|frame) (?:number|no\b|plate)|\bnumber ?plate\b|\biban\b"
            ),
            (
                r"(?<![\w-])(?!(?:19|20)\d\d\b)(?=[\w-]{0,28}\d\d)(?:\d{4,30}"
                r"|(?=[\w-]{0,30}[^\W\d_])(?:[^\W\d_][\w-]{3,30}|[^\W_][\w-]{4,30}))(?![\w-])"
            ),
        ),
        (
            (
                r"\b(?:which|what) (?:street|road)\b|['’]s (?:new |old )?(?:street|address)\b|\b(?:street|postal"
                r"|home) address\b|\bhouse number\b|\bstreet and number\b"
            ),
            _STREET,
        ),
        (
            r"\bhow old (?:is|are|was|were)\b|\bwhat age (?:is|are|was|were)\b",
            (
                rf"\b{_YEARS}[- ]?(?:(?:years?|yrs?|months?|weeks?)[- ]old|y/?o)\b|\b(?:aged?|born)\b"
                rf"|\bturn(?:s|ed|ing)? {_YEARS}\b(?! ?{_COUNTED}\b)"
                rf"|(?:\b(?:is|was|am)|['’](?:s|m)) (?:only |just |now |nearly |almost )?{_YEARS}(?=\W*$"
                rf"|[.,;!?)](?!\d)| (?:and|now|but|in|so)\b)"
                r"|[,(] ?\d{1,2}[,)]"
            ),
        ),
        (
            (
                r"\bhow much (?:do|does|did) .{1,40}\b(?:earn|make(?= (?:a|per|in|at)\b))|\b(?:salary|wages?)\b"
                r"|\bwhat (?:do|does|did) .{1,40}\bearn\b"
            ),
            (
                r"\b(?:earns?|earned|earning|salary|wages?|paid|pays?|income|gross|net|hourly|raise"
                r"|stipend)\b.{0,60}?\d|\d.{0,30}?\b(?:gross|net|(?:before|after) tax"
                r"|(?:an?|per|each|for) (?:hour|day|week|month|year))\b|\bgets? [£$€]?\d"
                r"|\d ?/ ?(?:h|hr|hour|day|week|month|year)\b"
            ),
        ),
        (
            (
                r"\bhow much (?:do|does|did|is|are|was|were|will|have|has)\b.{1,60}\b(?:costs?|pays?|paid|charge[ds]?"
                r"|owe[ds]?|spen[dt])\b|\bwhat (?:do|does|did|will)\b.{1,60}\b(?:cost|charge|pay)\b"
                r"|\b(?:the|['’]s) price\b"
            ),
            _PRICE,
        ),
        BLOOD_GROUP,
        (r"\A\W*(?:what|which) colou?rs?\b|\bwhat(?:['’]?s| is| was) the colou?r\b", _COLOUR),
        (
            r"\bhow tall (?:is|are|was|were)\b",
            r"\d ?(?:cm|m|ft|feet|foot|inch(?:es)?|met(?:er|re)s?|['’′\"])(?![^\W\d_])|\b\d[.,]\d\d\b|\btall\b",
        ),
        (
            (
                r"\bfor (?:a living|work)\b|\b(?:job|occupation|profession|trade)\b"
                r"|\b(?:does|do|did) .{1,40}(?<!\bto )(?<!\bat )(?<!\bthe )\bwork(?: (?:as|at|for|in))?\W*\Z"
            ),
            (
                r"\b(?:work(?:s|ed|ing)? (?:as|at|for|in|with|on|there|from|part|full)|jobs?|profession|trade"
                r"|employ(?:s|ed|er)|contract|permanent|freelanc\w+|hired|position|joined|promot(?:ed|ion)"
                r"|career|retired|boss|colleagues?|teach(?:es)?|runs? (?:a|an|the|her|his|their)|shifts?|office)\b"
                r"|\b(?:is|was|as|am|i['’]m|['’]s|,) (?:an?|our|my|the) (?:[\w-]+ ){0,2}?(?-i:(?=[a-z]))"
                r"(?!(?:user|other|number|better|bigger|longer|shorter|older|younger|daughter|sister|brother|father"
                r"|mother|winner"
                r"|matter|letter|water|summer|winter|paper|dinner|order|corner|door|floor|colour|color|error|mirror"
                r"|favou?r|week\w*|rumou?r|neighbou?r)\b)"
                r"(?:\w{2,}(?:er|or|ist|ian|eer|ant|man|woman|smith)|nurse|chef|cook|vet|judge|clerk|pilot|nanny"
                r"|student|priest|coach)\b"
            ),
        ),
        (
            (
                r"\bwhere (?:does|did|do) .{1,40}\bstudy\W*\Z"
                r"|\b(?:which|what) (?:school|university|college|uni) (?:does|did|do|will"
                r"|is) .{1,40}\b(?:go(?:ing)? to|attend|study at)\W*\Z"
            ),
            _SCHOOL,
        ),
    )
)


_NAMED = regex(
    r"\A\W*(?:(?:and|so|ok|okay|hey|hi|again|btw|sorry|wait)\W+){0,2}what(?:['’]?s| is| was)\s+"
    r"(?:my|our|your|the|his|her|their|its|[^\W\d_]{2,30}(?:['’]s|s['’]))\s+(?P<value>[^\W_][^?!.,;:]{0,80})",
    re.IGNORECASE,
)
SHELL_NOUNS = frozenset(
    """
    plan idea thing point news status latest deal story matter issue update situation next problem reason cause trouble
    outcome result verdict answer difference best worst right wrong rule rules advice lesson catch trick way
    mistake error fault fear hope wish aim goal purpose excuse argument complaint objection concern worry suggestion
    proposal offer promise agreement condition arrangement decision choice option alternative conclusion finding
    discovery surprise secret lie joke rumour explanation habit tradition chance
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Nouns that stand for what is said elsewhere without them (Schmid 2000): "what is the plan for Sunday"."""
_OF_CALLING = frozenset({"called", "named"})
"""What something is called is seldom told with these words: "I'm on the Larkfield layout"."""
_NAMES = frozenset({"name", "names"})
"""Nor is "the name of" somebody; a middle name is."""
_FIRST_WORDS = 3  # of what is asked for


def names_its_value(question: str) -> bool:
    """Whether it asks by its name for one thing's value: "what is our wifi password", "what was mum's maiden name".

    Who tells such a value nearly always names it. Shell nouns (Schmid 2000) stand for what is said without them: "what
    is the plan for Sunday".
    """
    found = _NAMED.match(question)
    if found is None:
        return False
    named = found["value"].lower().split()
    is_called = named[0] in _NAMES or not _OF_CALLING.isdisjoint(named)
    return SHELL_NOUNS.isdisjoint(named[:_FIRST_WORDS]) and not is_called


_NAME_OF = regex(
    r"\b(?:sur)?names? of (?P<of>[^?]{2,60})|\bwhat(?:['’]?s| is| are| was"
    r"| were)? (?P<called>[^?]{2,60}?) (?:called|named)\W*\Z"
    r"|(?:\bis |\bare |['’]s |\A)(?P<whose>[^?'’]{2,60}['’]s [^?'’]{2,30})['’]s names?\W*\Z",
    re.IGNORECASE,
)


def named_thing(question: str) -> str | None:
    """Of what it asks the name: "the baby of Ana"; None where it asks another thing."""
    found = _NAME_OF.search(question)
    return found[found.lastgroup or 0] if found else None


_PART_OF_NAME = r"(?:sur|(?:last|first|family|given|middle|maiden|full) )name"
_WHOSE_NAME = regex(
    rf"\b(?P<owner>[^\W\d_]{{2,}})(?:['’]s|(?<=s)['’]) {_PART_OF_NAME}\b"
    rf"|\b{_PART_OF_NAME} of (?:[^\W\d_]{{2,12}}\.? )?(?P<of>[^\W\d_]{{2,}})\W*\Z",
    re.IGNORECASE,
)


def asked_the_rest_of(question: str) -> str | None:
    """The name, lower case, whose other part it asks: "mackie" of "Dr Mackie's first name"; None of anything else."""
    found = _WHOSE_NAME.search(question)
    return found[found.lastgroup or 0].lower() if found else None


_TWO_THINGS = regex(
    r"(?:,|\band) (?:to whom|what|where|who|when|how|which|why|at what|from where)\b", re.IGNORECASE
)
_OF_THE_FORM = frozenset(
    """
    old age cost costs price pay pays paid charge charges earn earns owe owes salary wage spend spent make much total
    month per year week day us work works job living study school university college go number street size
    phone telephone mobile cell landline address email colour color blood group type tall bought buy sold sell
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Words that say what is asked, not of what."""
_OF_SEVERAL = frozenset("kids children kid child parents family grandkids siblings boys girls twins".split())  # noqa: SIM905 - a word list reads as one
"""Of whom is told by name."""


def subjects_in(terms: Iterable[str]) -> frozenset[str]:
    """Of the words of such a question those that say of what it is asked; none where that may be told by name alone."""
    told = frozenset(terms) - _OF_THE_FORM
    return frozenset() if told & _OF_SEVERAL else told


def asks_two_things(question: str) -> bool:
    """Whether it asks another thing besides: "where did I stay and what did it cost"."""
    return _TWO_THINGS.search(question) is not None


def form_of_answer(question: str) -> re.Pattern[str] | None:
    """What any answer has, where the question wants one thing, of a known form."""
    if asks_two_things(question):
        return None
    return next((told for asked, told in _FORMS if asked.search(question)), None)


def owners_in(question: str) -> frozenset[str]:
    """Whose it is, lower case: "mirek" of "what's mirek's birthday", whatever is known of Mirek; no pronouns."""
    return frozenset(
        word.lower()
        for found in _OWNER.finditer(question)
        for word in found.groups()
        if word and word.lower() not in _NO_OWNERS and not is_everyday_word(word)
    )


def stands_near(form: re.Pattern[str], text: str, names: Iterable[str]) -> bool:
    """Whether something of that form stands near one of the names, lower case, with no sentence's end between."""
    called = frozenset(names)
    places = [found.span() for found in _WORD.finditer(text) if found[0].lower() in called]
    return any(
        found.start() - end <= _NEAR
        and start - found.end() <= _NEAR
        and _SENTENCE_END.search(text, min(end, found.end()), max(start, found.start()) + 1) is None
        for found in form.finditer(text)
        for start, end in places
    )


_SENTENCE_END = regex(r"[.!?](?=\s+\S)|\n")
