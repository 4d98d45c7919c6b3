"""Does a short sentence say plainly what somebody is, how they live, or where at home a thing is?"""

import re
from collections.abc import Iterator

from quaidpy.regex import regex
from quaidpy.remember.finding.commitments import names_a_time
from quaidpy.remember.words.gazetteer import ANIMALS
from quaidpy.remember.words.names import KIN

PHYSICAL_TRAITS = (
    r"vegetarian|vegan|pescatarian|coeliac|celiac|diabetic|asthmatic|epileptic|ana?emic|arthritic|dyslexic|dyspraxic"
    r"|autistic|allergic|deaf|(?:colou?r[- ]?)?blind|hard of hearing|pregnant|teetotal"
    r"|(?:left|right)[- ](?:handed|footed)"
    r"|(?:near|far|short|long|partially )[- ]?sighted|\w+[- ]intolerant|(?:gluten|dairy|lactose|sugar|nut|meat)[- ]free"
)
"""Of health, diet and body: "I'm asthmatic" is a whole statement, however short."""
_TRAITS = (
    rf"{PHYSICAL_TRAITS}|divorced|married|single|engaged|retired|adopted|widowed|bilingual|unemployed|self-employed|jewish|muslim"
    r"|catholic|christian|buddhist|hindu|german|french|italian|spanish|swiss|austrian|dutch|polish|british|english"
    r"|irish|scottish|american|canadian|mexican|brazilian|chinese|japanese|korean|indian|turkish|greek|russian"
    r"|portuguese|swedish|danish|norwegian|finnish|\d{1,3}(?: years old)?"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?(?: years old)?"
)
_PRAISE = (
    r"bit|little|lot|tad|few|couple|star|hero|angel|gem|legend|inspiration|sweetheart|rock|blessing|natural|genius"
    r"|joy|delight|treat|dream|pain|mess|wreck|champ|keeper|bummer|lifesaver|pro|big|huge|great|good|true|real"
    r"|wonderful|amazing|lovely|fantastic|beautiful|cute|sweet|strong|fighter|trooper|part|bunch|kind|sort|fan"
    r"|handful|must|winner|joke|liar|fool|idiot|beast|machine|firm|believer|sucker|reminder|way|work|testament"
    r"|example|source|better|bad|nice|funny|fun|hard|total|complete|such|lucky"
)
_NAMED = r"[A-Z][\w-]+(?: [A-Z][\w-]+)?"
_KEPT = sorted((set(KIN) | ANIMALS) - {"team", "family", "folks"}, key=lambda word: (-len(word), word))
_ONES_OWN = rf"(?:[Mm]y|[Oo]ur) (?:[\w-]+ )?(?:{'|'.join(_KEPT)})(?: {_NAMED})?"
_SOMEBODY_IS = regex(
    rf"^(?P<who>{_NAMED}|{_ONES_OWN})(?:'s| is| are| was) (?:also |now |still |both )?"
    rf"(?:(?:an?|my|our|his|her|their|[A-Z]\w+'s) (?!(?:{_PRAISE})\b)[\w-]+|(?:{_TRAITS})\b|(?:called|named) [A-Z]\w+)"
)
_SOMEBODY_DOES = regex(
    rf"^(?P<who>{_NAMED}|{_ONES_OWN}) (?:also |always |never |only |still )?"
    r"(?:(?:lives?|works?|stud(?:ies|y)|teach(?:es)?|volunteers?) (?:in|at|as|for|near|on|with) (?!me\b|us\b|you\b)"
    r"|(?:has|owns|drives|plays|speaks|collects|teaches|studies|breeds|runs|likes|loves"
    r"|hates|prefers|eats|drinks|wears|takes) (?!(?:it|this|that|them|to|been|you|your|the same|fun|time|so)\b)"
    r"|(?:doesn't|does not|can't|cannot) (?:eat|drink|like|drive|swim|speak|stand|smoke) ?)\w+",
)
_ATTRIBUTE = (
    r"birthday|anniversary|name ?day|address|e-?mail|phone|number|code|pin|password|combination|size|weight|height"
    r"|blood type|licence plate|license plate|plate|name|nickname|username|handle|birthplace|hometown|star sign"
    r"|doctor|dentist|gp|vet|lawyer|accountant|landlord|landlady|boss|teacher|tutor|hairdresser|plumber|babysitter"
    r"|car|bike|phone|laptop|camera|guitar|network"
)
_OF_A_THING = regex(
    rf"^(?:[Mm]y|[Oo]ur|[A-Z][\w-]+['’]s|[Tt]he) (?:[\w'’-]+ ){{0,2}}?(?:{_ATTRIBUTE})(?: [\w]+ the [\w]+)? (?:is|are)"
    r" (?:called |named |in |on |at |under |an? |the )?(?=[A-Z\d\"'`]|\S*\d|\S*@|(?:[a-z]+ ){1,2}[A-Z])",
)
_ONESELF = regex(
    rf"^(?:i(?:'m| am) (?:also |now |still |actually )?"
    rf"(?:an? (?!(?:{_PRAISE})\b)[\w-]+(?: \w+)?(?: (?:in|at|for|by) .+)?$|(?:{_TRAITS})\b)"
    r"|(?:i|we) (?:also |now |still |currently |only |just )*(?:work|live|study|teach|volunteer)"
    r" (?:in|at|as|for|near|with) (?!it\b|this\b|that\b|progress\b|peace\b|the moment\b)\w+"
    rf"|(?:i|we) have (?:an?|one|two|three|four|five|\d+) (?:\w+ )?(?:{'|'.join(_KEPT)})s?\b"
    r"|i (?:always |usually |only |never )?(?:take|drink|like|have) my \w+ \w+"
    r"|i (?:always|usually|never|only|rarely|hardly ever|no longer) (?:sleep|eat|drink|wear|take|use|fly|drive"
    r"|travel|cook|shower|run|swim|read"
    r"|get up|wake up|go to bed) \w+"
    r"|i can'?t (?:stand|bear|eat|drink|drive|swim) ?\w+)",
    re.IGNORECASE,
)
_ROOMS = (
    r"fridge|freezer|attic|loft|cellar|basement|garage|drawers?|cupboard|wardrobe|closet|cabinet|shelf|shelves"
    r"|kitchen|bathroom|bedroom|hall|hallway|living room|guest room|study|balcony|terrace|porch|garden|shed"
    r"|greenhouse|mailbox|letterbox|safe|glove compartment|car|trunk|boot|toolbox|box|bag|backpack|purse|wallet"
    r"|suitcase|desk|table|nightstand|bedside|doormat|mat|pot|flower ?pot|rack|coat rack|sofa|couch|bed|stairs"
    r"|staircase|door|wall|fuse box|neighbou?rs?|office|laundry room|washing machine|dishwasher|dryer|boiler|oven"
    r"|stove|fireplace|radiator|sink|toilet|bathtub|front door|back door|window(?:sill)?|chimney|meter|tap|gate"
    r"|fence|bench|pantry|storage|bin|hook|basket|jar|folder|binder|bank"
)
_AT_HOME = regex(
    r"^(?:the|our|my) (?!(?:error|bug|problem|issue|answer|function|file|button|test)\b)[\w' -]{2,40}?"
    r" (?:is|are|hangs?|lives?|stands?|lies|lie) (?:kept |stored |hidden |always |usually |still )*"
    r"(?:in|on|under|underneath|behind|at|next to|beside|above|below|inside|near|by|with|over|beneath)"
    rf" (?:the|my|our|a) (?:[\w'-]+ ){{0,2}}(?:{_ROOMS})"
    r"(?=\W*$|[,;]| (?:in|at|on|next|behind|under|by|near|until|of (?:the|my|our))\b)",
    re.IGNORECASE,
)
_PASSING = regex(
    r"\b(?:so|really|very|just|today|tonight|right now|at the moment|again|you|your|already|on fire|late|it|this|that"
    r"|here|there|(?:common|user|variable|file) names?|placeholders?"
    r"|in (?:the|this|an|my) (?:example|story|book|novel))\b",
    re.IGNORECASE,
)
_SUPPOSED = regex(
    r"^(?:for (?:example|instance)|e\.g\.|imagine|suppose|supposing|assume|assuming|pretend|let'?s say"
    r"|hypothetically|what if|write (?:me )?an?|in (?:a|the|my|this) (?:story|novel|film|movie|game|book|example))\b",
    re.IGNORECASE,
)


_TRAIT_OF_OWN = regex(
    rf"^i(?:['’]?m| am) (?:also |still |actually |now )?(?:{PHYSICAL_TRAITS})\b", re.IGNORECASE
)
_BEHIND = regex(r" ?[,;:].*| (?:so|because|cos|but)\b.*", re.IGNORECASE | re.DOTALL)


_ALSO_FOR_OTHERS = regex(
    r"\bso (?:please |you )?(?:do ?n['’o]?t|no\b|never|only|avoid|i (?:can['’]?t|don['’]?t|need))|,? and\b",
    re.IGNORECASE,
)


def statements_in(spoken: str) -> Iterator[str]:
    """The sentence, and of a physical trait the trait alone; the better one first.

    Of "i'm coeliac, sorry, for the food on Friday" nothing but the trait is kept.
    """
    if not states_physical_trait(spoken) or _ALSO_FOR_OTHERS.search(spoken):
        yield spoken
    if states_physical_trait(spoken):
        yield _BEHIND.sub("", spoken, count=1)


def states_physical_trait(spoken: str) -> bool:
    """Whether it begins with a lasting trait of the speaker's health, diet or body: "I'm coeliac"."""
    return _TRAIT_OF_OWN.match(spoken) is not None


def is_plain_fact_of_somebody(spoken: str) -> bool:
    """Whether a sentence that begins with a name says what that person or animal is, has, likes or does."""
    plain = _SOMEBODY_IS.match(spoken) or _SOMEBODY_DOES.match(spoken)
    return bool(plain) and not _PASSING.search(spoken)


def is_plain_fact_of_own(spoken: str) -> bool:
    """Whether somebody says what they, theirs or their things are: a job, a home, a habit, a birthday, a code."""
    own = _ONESELF.match(spoken) or _OF_A_THING.match(spoken)
    if own is None and spoken.lower().startswith(("my ", "our ")):
        own = _SOMEBODY_IS.match(spoken) or _SOMEBODY_DOES.match(spoken)
    is_resumed = _DOES_AGAIN.match(spoken) is not None
    told = _BEHIND.sub("", spoken, count=1) if states_physical_trait(spoken) else spoken
    return is_resumed or (own is not None and not _PASSING.search(told))


_DOES_AGAIN = regex(
    r"^(?:i|we)(?:'m| am|'re| are| can)? (?:now )?(?:eat|drink|smoke|run|swim|drive|play|sing|cook|work|fly|dance|ski"
    r"|climb|paint|knit|take|use|wear|sleep)(?:ing)?"
    r"(?: (?!(?:it|this|that|them|so|just|very|today|tonight)\b)[\w'-]+){0,5}? again"
    r"(?=\W*$| (?:now|since|from|at|with|after)\b)",
    re.IGNORECASE,
)
"""A habit that somebody has taken up again."""


def tells_where_at_home(spoken: str) -> bool:
    """Whether a thing is said to be at a place in a house, a car or a bag: "The spare key is under the flower pot"."""
    return bool(_AT_HOME.match(spoken)) and not _PASSING.search(spoken)


def is_supposed(spoken: str) -> bool:
    """Whether a sentence only makes something up, as an example or for a story."""
    return bool(_SUPPOSED.match(spoken))


def is_of_the_world(spoken: str) -> bool:
    """Whether a sentence says of a place or a name what anybody can look up; of nothing that is one's own."""
    return bool(_OF_THE_WORLD.match(spoken)) and not _OWN.search(spoken)


_OF_THE_WORLD = regex(
    r"^[A-Z][\w-]+(?: [A-Z][\w-]+)* (?:is|are|was|were) (?:the (?:\w+ )?(?:capital|largest|biggest|longest|highest)\b"
    r"|(?:\w+er|more \w+|less \w+) than\b|an? (?:\w+ )?(?:city|country|river|language|framework|library|planet)\b)"
)
_OWN = regex(r"\b(?:my|our|we|us|i|me|mine|ours)\b", re.IGNORECASE)


def is_appointment(spoken: str) -> bool:
    """Whether somebody has something at a time: "I have a meeting with the bank on Monday"."""
    return bool(_APPOINTMENT.match(spoken)) and names_a_time(spoken)


_APPOINTMENT = regex(
    r"^(?:i|we)(?: have|'ve got| have got) (?:an? |the |my |our )(?:[\w'’-]+ ){0,2}?"
    r"(?:meeting|appointment|interview|exam|date|call|flight|lesson|reservation|booking|party|concert|rehearsal|check-?up|surgery|operation|hearing|viewing"
    r"|dinner|wedding|funeral|presentation|conference|workshop|tournament|match|game|trip)\b",
    re.IGNORECASE,
)
