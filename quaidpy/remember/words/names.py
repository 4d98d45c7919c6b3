"""Which words name people, and is that person a he or a she?"""

from typing import Literal

from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import NO_SURNAMES
from quaidpy.shipped.names import is_everyday_word, is_given_name_only

Gender = Literal["she", "he"]

_WOMEN = """
abigail adriana alexandra alexis alice alicia alison amanda amber amelia amy ana andrea angela anita ann
anna anne annie
audrey ava barbara beatriz becky bella beth betty bianca brenda bridget camila camilla carla carmen carol
carolina caroline
catherine cathy celia charlotte chloe christina christine claire clara claudia cynthia daisy dana daniela
daphne debbie
deborah denise diana diane donna dora doris dorothy edith eileen elaine elena elisa elisabeth elizabeth
ella ellen ellie
emilia emily emma erica erin esther eva eve evelyn fatima fiona florence frances gabriela gail georgia gina
gloria grace
greta hailey hannah harriet hazel heather heidi helen helena helga holly ida ines ingrid irene iris isabel
isabella isla
ivy jane janet janice jasmine jean jennifer jenny jessica jill joan joanna jodie josephine joyce judith
judy julia julie
juliet karen karin kate katherine kathleen kathy katie katrina kayla kelly kim kristen kristin laura lauren
layla lea leah
leila lena leonie leslie lily linda lisa lola louise lucia lucy luna lydia maddie madison maggie maja mandy
margaret maria
marianne marie marina marta martha martina mary maya megan melanie melina melissa mia michelle mila miranda
molly monica
monika nadia nancy naomi natalia natalie nicole nina nora olga olivia pamela patricia paula pauline
penelope penny petra
phoebe priya rachel rebecca renata rita rosa rose ruby ruth sabrina sally samantha sandra sara sarah selena
sharon sheila
shirley silvia sofia sonia sophia sophie stella stephanie sue susan suzanne sylvia tamara tanya tara teresa
tina tracy
ulrike ursula valentina valerie vanessa vera veronica victoria viola violet virginia vivian wendy yasmin
yolanda yuki zoe
"""
_MEN = """
aaron abdul adam adrian ahmed aidan alan albert alejandro alex alexander alfred ali anders andre andreas
andrew andy
anthony anton antonio arjun arthur austin barry ben benjamin bernard bill billy bob boris brad bradley
brandon brian bruce
bruno bryan caleb calvin cameron carl carlos charles charlie chris christian christopher claus colin connor
craig curt dan daniel
danny dave david dean deborah dennis derek diego dieter dmitri dominic donald douglas duncan dustin dylan
earl eddie edgar
eduardo edward edwin elias elijah elliot emil emmanuel enrique eric erik ernest ethan eugene evan felix
fernando filip
florian francis francisco frank franz fred frederick gabriel gary gavin george gerald gilbert glen gordon
graham greg
gregory guillermo gunther gustav hans harold harry harvey hassan hector henri henrik henry herbert howard
hugh hugo ian
ibrahim igor isaac ivan jack jacob jake james jamie jan jared jason javier jay jeff jeffrey jeremy jerome
jerry jesse jim
jimmy joachim joe joel joao johan johannes john johnny jon jonah jonas jonathan jordan jorge jose josef
joseph josh joshua
juan julian julio justin karl keith ken kenneth kenji kevin klaus kurt kyle lars larry lawrence leo leon
leonard leonardo
lewis liam logan louis luca lucas luis luke luiz magnus malcolm manuel marc marco marcus mario mark markus
martin marvin
mason mateo matt matthew matthias maurice max maximilian michael miguel mike mitchell mohamed mohammed
moritz nathan
nathaniel neil nicholas nick nicolas nigel nils noah norman oliver omar oscar otto owen pablo patrick paul
paulo pedro
perry pete peter phil philip philipp pierre rafael raj ralph ramon randy raul ravi ray raymond ricardo
richard rick robert
roberto robin rodrigo roger roland ronald ross roy russell ryan salim sam samuel scott sean sebastian
sergio seth shane
shaun simon stefan stephen steve steven stuart tariq ted terry theo theodore thomas tim timothy tobias todd
tom tomas tommy
tony travis trevor tristan tyler umar victor viktor vincent vladimir walter warren wayne wei wilhelm will
william wolfgang
xavier yannick yusuf zachary
"""
FEMALE_NAMES = frozenset(_WOMEN.split())
MALE_NAMES = frozenset(_MEN.split())
_OFTEN = FEMALE_NAMES | MALE_NAMES
ALSO_WORDS = frozenset(
    {
        "theres", "will", "mark", "rose", "grace", "may", "bill", "frank", "hope", "daisy", "dean", "jean", "joy",
        "faith", "art", "ray",
        "rob", "sue", "pat", "jack", "amber", "ruby", "violet", "iris", "ivy", "holly", "hazel", "penny",
        "eve", "luna", "earl",
        "norman", "christian", "jordan", "austin", "florence", "georgia", "virginia", "victoria", "sandy",
        "drew", "max", "ken",
        "kim", "jan", "ali", "stella", "ross", "dana", "mason", "logan", "tyler", "perry", "harry", "jay",
        "nick", "ben", "ted", "dan", "ella", "mia", "bella", "donna", "julio", "erin", "curt", "robin",
    }
)  # fmt: skip
"""Given names that are words or places too, in some language: lower-case they say nothing."""
_SHORT = 3  # letters, with which many a name is also a word or an abbreviation somewhere

KIN = {
    "mother": "she", "mom": "she", "mum": "she", "mama": "she", "mommy": "she", "father": "he",
    "dad": "he", "papa": "he",
    "daddy": "he", "parents": None, "sister": "she", "brother": "he", "sibling": None, "twin": None,
    "daughter": "she", "sis": "she", "bro": "he", "hubby": "he", "gramps": "he",
    "son": "he", "kid": None, "child": None, "kids": None, "children": None, "sons": None,
    "daughters": None, "baby": None,
    "wife": "she", "husband": "he", "spouse": None, "partner": None, "girlfriend": "she",
    "boyfriend": "he", "fiance": "he",
    "fiancé": "he", "fiancee": "she", "fiancée": "she", "ex": None, "grandmother": "she", "grandma": "she",
    "granny": "she",
    "nan": "she", "gran": "she", "grandad": "he", "mam": "she",
    "nana": "she", "grandfather": "he", "grandpa": "he", "granddad": "he", "grandparents": None,
    "grandson": "he",
    "granddaughter": "she", "grandkids": None, "aunt": "she", "auntie": "she", "uncle": "he",
    "niece": "she", "nephew": "he",
    "cousin": None, "cousins": None, "friend": None, "friends": None, "buddy": None, "bestie": None,
    "roommate": None,
    "flatmate": None, "housemate": None, "neighbor": None, "neighbour": None, "neighbors": None,
    "colleague": None,
    "colleagues": None, "coworker": None, "coworkers": None, "teammate": None, "teammates": None,
    "classmate": None,
    "boss": None, "manager": None, "mentor": None, "coach": None, "teacher": None, "therapist": None,
    "doctor": None,
    "mother-in-law": "she", "father-in-law": "he", "sister-in-law": "she", "brother-in-law": "he",
    "stepmother": "she",
    "stepfather": "he", "stepson": "he", "stepdaughter": "she", "godmother": "she", "godfather": "he",
    "brothers": None,
    "sisters": None, "siblings": None, "family": None, "in-laws": None, "folks": None, "team": None,
}  # fmt: skip
SEVERAL_KIN = frozenset(
    """
    parents kids children sons daughters grandparents grandkids cousins friends neighbors colleagues coworkers teammates
    brothers sisters siblings family in-laws folks team
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Those of KIN who are never one person."""


def is_given_name(word: str) -> bool:
    """Whether a word, lower case, is borne by people, with its capital."""
    return word in _OFTEN or is_given_name_only(word)


def is_often_given(word: str) -> bool:
    """Whether a given name, lower case, is one of those often met."""
    return word in _OFTEN


def is_surely_given_name(word: str) -> bool:
    """Whether a word, lower case, is a given name and no word of every day."""
    return word not in ALSO_WORDS and is_given_name(word)


def is_of_everyday_words(name: str) -> bool:
    """Whether all words of a name, lower case, are words of every day and none is a given name."""
    words = name.split()
    return bool(words) and all(is_everyday_word(word) and word not in _OFTEN for word in words)


def is_given_name_in_small(word: str) -> bool:
    """Whether a word is a given name though it has no capital; of the shortest only those often met."""
    return is_surely_given_name(word) and (len(word) > _SHORT or word in _OFTEN)


def gender_of(name: str) -> Gender | None:
    """What a given name tells; None when it is not known or could be either."""
    first = name.split(maxsplit=1)[0].casefold() if name.split() else ""
    if first in FEMALE_NAMES:
        return None if first in MALE_NAMES else "she"
    return "he" if first in MALE_NAMES else None


def undated(name: str) -> int:
    """How long a name is without the day, month or feast behind a given name: "Nora" in "Nora Christmas Eve"."""
    if not is_given_name(name.partition(" ")[0].lower()):
        return len(name)
    behind = (word for word in _BEHIND_FIRST.finditer(name) if word[1].lower() in NO_SURNAMES)
    return next((word.start() for word in behind), len(name))


_BEHIND_FIRST = regex(r" ([^\W\d_]+)(?!\w)")


def origins_of(text: str) -> frozenset[str]:
    """Names that only say where somebody is from: "a man from Temirtau"."""
    return frozenset(found["name"] for found in _FROM.finditer(text) if gender_of(found["name"]) is None)


_FROM = regex(
    r"\b(?:man|woman|guy|girl|boy|lady|kid|friend|couple|family|buyer|client|\w+er) from (?P<name>[A-ZÀ-Þ][\w-]+)"
)
