"""What do the words around a name tell: that it is somebody, an animal, or no name at all?"""

import re
from collections.abc import Collection, Iterator, Sequence

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.language.needed_literals import Gated, folded
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import (
    ANIMALS,
    CALENDAR_WORDS,
    EVENT_WORDS,
    NO_SURNAMES,
    NOT_NAMES,
    OCCUPATIONS,
    ORGANIZATION_WORDS,
    PLACE_WORDS,
    PLACES,
)
from quaidpy.remember.words.names import (
    KIN,
    is_given_name,
    is_of_everyday_words,
    is_surely_given_name,
    undated,
)
from quaidpy.remember.words.verbs import ADVERBS, BASE_VERBS
from quaidpy.shipped.names import is_everyday_word, words_of_talk

_NAME = r"[A-ZÀ-Þ][a-zß-ÿ][\w’-]{0,40}(?: [A-ZÀ-Þ][a-zß-ÿ][\w’-]{0,40})?"
KINDRED = "|".join(
    sorted(
        (word for word in KIN if word not in {"team", "family", "folks"}), key=lambda word: (-len(word), word)
    )
)
BEASTS = "|".join(sorted(ANIMALS, key=lambda word: (-len(word), word)))
_ALSO_OF_THINGS = {
    "team", "family", "folks", "partner", "friend", "friends", "buddy", "bestie", "therapist", "teacher", "coach",
    "mentor", "doctor", "baby", "guide",
}  # fmt: skip
_SURELY_SOMEBODY = "|".join(
    sorted((KIN.keys() | OCCUPATIONS) - _ALSO_OF_THINGS, key=lambda word: (-len(word), word))
)
"""Coffee may be one's best friend, but not one's plumber."""
_COUPLED = r" (?:are|were|got|get) (?:now )?(?:getting )?(?:married|engaged|divorced)\b"
_OF_SOMEBODY = (
    # what only people do
    (
        r" (?:also |still |now |never |always )?(?:says|said|thinks|wants|wanted|lives|lived|retires|retired|marries"
        r"|mended|wrote|agreed|complains|complained|danced|cried|smiled|laughed|sleeps|slept|eats|drives|drove|rang"
        r"|rings|(?:bought|sold)(?! ?[:.,])|knows|hopes|loves|hates|likes|teaches"
        r"|stays (?:with|at|in|for|here|home|over|up)|cooks|baking|bakes"
        r"|takes (?:a|half|care)"
        r"|gets married|goes to (?:school|uni)|resigned|graduated|apologi[sz]ed|promised|sneezed|snores|whispered"
        r"|shrugged|argued|giggled|phoned|texted|proposed|moved in|moved out)\b"
    ),
    (
        r"(?: is|['’]s| was) (?:(?:away|ill|sick|pregnant|off sick|coeliac|celiac|vegan|vegetarian|allergic|leaving"
        r"|moving|getting married|divorced|engaged|on (?:leave|holiday|vacation))\b"
        r"|\d{1,2}(?=[.,;!?]|$| (?:years?|now|today|tomorrow|and|but|next|on|in|this)\b))"
    ),
    (
        r" has (?:a |an |the )(?:\w+ )?(?:cold|fever|flu|cough|headache|baby|boyfriend|girlfriend|husband|wife|daughter"
        r"|son|sister|brother|toothache|hangover)\b"
    ),
    r"(?: has| had|['’]s)? (?:broke|broken|sprained|hurt|twisted) (?:her|his) \w+",
    rf" and {_NAME}{_COUPLED}",
    r" and me\b",
    # whose relations are told
    rf"['’]s? (?:{KINDRED})\b",
    (
        r"(?:,| is| isn['’]t)(?: (?:also|now|still|not|no longer))? (?:my|our|his|her|their|[A-Z]\w+['’]s) "
        rf"(?:{KINDRED}|(?:\w+ )?(?:{_SURELY_SOMEBODY}))\b(?!['’])"
    ),
)
_BY_DEEDS = tuple(
    Gated(regex(pattern))
    for pattern in (
        # what is said of people only
        rf"(?P<name>{_NAME})(?={'|'.join(_OF_SOMEBODY)})",
        rf"\band (?P<name>{_NAME})(?={_COUPLED})",
        # beside the speaker, where a clause begins: not "I use Flask and I like it"
        (
            r"(?:^|[.!?,;:—–] |\b(?:that|when|because|so|if|as|while|after|before|but|then|where|since|today) )"
            rf"(?P<name>{_NAME}) and I(?!['’])\b"
        ),
        # who is told of at once, or brings children along
        (
            rf"(?<!\bin )(?<!\bat )(?<!\bfrom )(?<!\bto )(?<!\bnear )(?<!\bof )(?P<name>{_NAME})(?:,| and|:) "
            r"(?:she|he)(?:['’]s| is| was| has| will| wants| says| said| works| lives)\b"
        ),
        rf"(?P<name>{_NAME}) and the (?:twins|kids|children|girls|boys|baby|family)\b",
    )
)
"""Where what is said tells that it is somebody: of a word of every day it may be said all the same."""
_INTRODUCED = tuple(
    Gated(regex(pattern))
    for pattern in (
        # what is done to people only
        (
            r"\b(?:[Aa]sk(?:s|ed)?|[Tt]ell(?:s)?|[Tt]old|[Mm]et|[Tt]hank(?:s|ed)?|[Rr]ang|[Pp]honed|[Ee]mailed|[Ii]nvited|[Mm]arr(?:y|ied)"
            r"|[Ss]orry|[Pp]oor|[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood luck|[Cc]ongratulations|[Ww]elcome"
            r"|(?:[Ss]poke|[Ss]peak|[Tt]alked"
            rf"|[Tt]alk|[Ss]aid|[Ll]istened) (?:to|with)|(?:[Ss]old|[Gg]ave|[Ll]ent"
            rf"|[Ss]ent) (?:\w+ ){{1,3}}to) (?P<name>{_NAME})"
        ),
        rf"\b(?:Sorry|Hi|Hello|Hey|Welcome|Congratulations|Good luck), (?P<name>{_NAME})(?=[.,!?:;]|\s*$)",
        # who signs, and who is asked for
        (
            rf"(?:[Rr]egards|[Ww]ishes|[Ss]incerely|[Ff]aithfully|[Yy]ours(?: truly)?|[Cc]heers|[Ll]ove),?\s+"
            rf"(?P<name>{_NAME})(?=[.\"”]*\s*$)"
        ),
        rf"\b[Aa]sk for (?P<name>{_NAME})",
        # who is spoken to, or agreed with
        (
            r"\b(?i:thanks|thank you|sorry|congrats|bye|welcome|awesome|great|cool|sure|agreed|understandable|right"
            rf"|good luck|proud of you|miss you|love you)(?:,| [^.!?,]{{1,30}},)? (?P<name>{_NAME})(?=[!.?]|\Z)"
        ),
        rf"\b(?:[Aa]gree|[Aa]greed) with (?P<name>{_NAME})(?=[!.,]|\Z)",
        # whose relations are told
        rf"\b(?:[Hh]er|[Hh]is|[Tt]heir|[Mm]y|(?:{KINDRED})['’]?s) (?:\w+ )?name(?: is|['’]?s) (?P<name>{_NAME})",
        rf"\b(?:is|was) (?P<name>{_NAME}), (?:she|he)\b",
        rf"\b(?:girl|boy|guy|man|woman|baby|lady|friend|{KINDRED}) (?:is |was )?(?:called|named) (?P<name>{_NAME})",
        # beside the speaker
        rf"\b(?:[Mm]e|I) and (?P<name>{_NAME})",
        # by a title
        (
            rf"\b(?:[Dd]r|[Dd]octor|[Mm]rs?|[Mm]s|Miss|[Pp]rof|[Pp]rofessor|Sir|Lady|[Aa]unt(?:ie)?|[Uu]ncle|Grandma|Grandpa"
            rf"|Cousin|Coach|[Nn]urse|Sister|Sr|Father|Captain|Frau|Herr|[Pp]ani?|Señora?|Madame|Mevrouw"
            rf"|Meneer)\.? (?P<name>{_NAME})"
        ),
        # whom an adjective of people is said of
        rf"\b(?:little|young|dear old|poor old) (?P<name>{_NAME})(?= (?!(?:and|is)\b)[a-z]{{3,}}(?:s|ed)\b)",
        rf"\b(?:{_SURELY_SOMEBODY})(?:['’]s| is| was| are) (?:called |named |now )?(?P<name>{_NAME})(?! ?['’])",
        # who says their name
        rf"\b[Tt]his is (?P<name>{_NAME})(?=,? (?:I|here|speaking|calling|again)\b)",
    )
)
_LISTED = regex(r"(?<![\w’'])[A-ZÀ-Þ][a-zß-ÿ]+(?:(?:, | and |, and )[A-ZÀ-Þ][a-zß-ÿ]+){1,7}")
_OF_THINGS = regex(
    r"\b(?:passes|sites|places|towns|villages|peaks|hills|mountains|lakes|rivers|streets|shops|brands|products|files|games"
    r"|modules|books|songs|films|boats|ships|stations|stops|pubs|servers|hosts|branches|models)\W{0,4}\Z",
    re.IGNORECASE,
)
"""Before a list of what is nobody: "three passes: Furgga, Ansel"."""
_LONGEST_OF_THINGS = 20  # characters
_FROM_PLACES = regex(
    r"(?:(?<![^\W_])(?P<sent>[a-z]{2,12}) )?\b(?:in|at|near|across|through|via|(?P<of>from)) \Z"
)
"""Before a list of where something is from."""
_SENT = frozenset(
    """
    answer call card feedback gift hear heard letter love mail message news note present regards reply text thanks
    wishes
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What comes from somebody: who sends it may be named there, too."""
_ADDRESSED_FIRST = regex(r"[A-ZÀ-Þ][a-zß-ÿ]+, [A-ZÀ-Þ][a-zß-ÿ]+")  # "Oof, John": one of them is no name
NOBODY = frozenset(
    """
    sir madam team all everyone everybody colleagues friends customer gp hr legal finance support absent excused present
    apologies regrets attendees first second third fourth fella lad lass flight aob eta tbd tba tbc asap rsvp faq eod
    misc todo
    """.split()  # noqa: SIM905 - a word list reads as one
)
_ADDRESSED = frozenset({"dear", "poor", "hi", "hello", "hey", "sorry", "thanks", "good", "old", "young"})
_TITLES = OCCUPATIONS | frozenset(
    """
    ward sister charge chief head senior junior father brother sergeant inspector professor frau herr madame meneer
    mevrouw señor señora
    """.split()  # noqa: SIM905 - a word list reads as one
)


def names_by_context(text: str, known: Collection[str] = ()) -> Iterator[tuple[str, EntityType, int, int]]:
    """Names that the words around them make a person's or an animal's: as to be shown, type, and where.

    `known`: names of people, casefolded; who is listed beside one of them is somebody, too.
    """
    plain = folded(text)
    for part in _places_of_people(text, plain):
        start, end = whole_name(text, *part)
        yield text[start:end], EntityType.PERSON, start, end
    yield from _together(text, known)


def is_shown_as_person(text: str, name: str) -> bool:
    """Whether something is told of a name, casefolded, that is told of people only."""
    return any(text[start:end].casefold() == name for start, end in _places_of_people(text, folded(text)))


def _places_of_people(text: str, plain: str) -> Iterator[tuple[int, int]]:
    for forms, is_by_deeds in ((_INTRODUCED, False), (_BY_DEEDS, True)):
        for form in forms:
            for found in form.finditer(text, plain):
                start, end = _own_name(text, *found.span("name"))
                is_word = is_of_everyday_words(text[start:end].lower()) and _BEGINS.search(text[:start])
                is_doubtful = is_by_deeds and (is_word or _WHERE.search(text[:start]))
                if is_possible(text[start:end]) and not is_doubtful:
                    yield start, end
    yield from _whose_self(text)
    yield from _titled(text)
    yield from _told_on(text)


def _whose_self(text: str) -> Iterator[tuple[int, int]]:
    """Whose body or mind is told of: "Zuri's left knee"."""
    for found in _HAS_ITS_OWN.finditer(text):
        had = {found["first"], found["second"]}
        name = text[found.start("name") : found.end("name")]
        is_saint = _SAINT.search(text[: found.start("name")]) is not None
        if not had.isdisjoint(words_of_talk("personal")) and is_possible(name) and not is_saint:
            yield found.span("name")


def _titled(text: str) -> Iterator[tuple[int, int]]:
    """Who is written with a title or greeted, in whatever language: "Encik Musa", "Liebe Gudrun"."""
    for found in _BEHIND_A_WORD.finditer(text):
        start, end = _own_name(text, *found.span("name"))
        before = found["before"].lower()
        is_called = before in words_of_talk("titles") or (
            before in words_of_talk("salutations") and _BEGINS.search(text[: found.start()])
        )
        if is_called and is_possible(text[start:end]):
            yield start, end


_SAINT = regex(r"\b[Ss]t\.? \Z")
_HAS_ITS_OWN = regex(rf"(?P<name>{_NAME})['’]s? (?P<first>[a-z]+)(?: (?P<second>[a-z]+))?")
_BEHIND_A_WORD = regex(rf"(?<![\w’'-])(?P<before>[A-ZÀ-Þ][\wß-ÿ]{{1,12}})\.? (?P<name>{_NAME})")


_BEGINS = regex(r"(?:\A|[.!?;:…\n])[^\w.!?;:…\n]*\Z")
"""Where a capital says nothing."""
_WHERE = regex(r"\b(?:in|at|near) \Z")
"""Before a place, whatever is told behind it: "the builder in Selje had boards left"."""


def _own_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Without words of rank before it, and without what makes it an owner."""
    start, end = _without_titles(text, start, end)
    return start, start + len(re.sub(r"['’]s?$", "", text[start:end]))


def _told_on(text: str) -> Iterator[tuple[int, int]]:
    """Of whom the next sentence says he or she, where this one names nobody and nothing else."""
    for told in _TOLD_ON.finditer(text):
        begin = max(text.rfind(mark, 0, told.start() - 1) for mark in ".!?\n:") + 1
        names = list(_ANY_NAME.finditer(text, begin, told.start()))
        if len(names) != 1 or _OF_A_THING.search(text[begin : names[0].start()]):
            continue
        start, end = _own_name(text, *names[0].span())
        name = text[start:end]
        is_one = is_possible(name) and not is_of_everyday_words(name.lower()) and name.lower() not in PLACES
        if is_one:
            yield start, end


_TOLD_ON = regex(r"(?<=[.!?]) (?:(?:He|She)(?:['’](?:s|d|ll))?|His|Her) [a-z]")
_ANY_NAME = regex(rf"(?<![\w’'-]){_NAME}")
_OF_A_THING = regex(r"\b(?:the|an?|in|at|from|to|near|of|on|with our|with my|my|our) $", re.IGNORECASE)
"""Before what is no person, or need not be the one who is told on."""


def _together(text: str, known: Collection[str]) -> Iterator[tuple[str, EntityType, int, int]]:
    """People listed together: where one is known to be somebody, the others are."""
    for found in _LISTED.finditer(text):
        first = max(0, found.start() - _LONGEST_OF_THINGS)
        if _ADDRESSED_FIRST.fullmatch(found[0]) or _OF_THINGS.search(text, first, found.start()):
            continue
        names = [
            one
            for one in re.finditer(r"[A-ZÀ-Þ][a-zß-ÿ]+", found[0])
            if not _is_of_longer_name(text, found.start() + one.start(), found.start() + one.end())
        ]
        is_of_people = any(one[0].lower() in known for one in names) or (
            sum(is_given_name(one[0].lower()) for one in names) * 2 >= len(names)
        )
        if not is_of_people or any(one[0].lower() in PLACES for one in names):
            continue
        if _are_places(text, found.start(), names):
            continue
        for one in names:
            if is_possible(one[0]):
                yield one[0], EntityType.PERSON, found.start() + one.start(), found.start() + one.end()


def _are_places(text: str, start: int, names: Sequence[re.Match[str]]) -> bool:
    """Whether a list is of where something is from, not all of it people's given names."""
    before = _FROM_PLACES.search(text, max(0, start - _LONGEST_OF_THINGS), start)
    is_from = before is not None and not (before["of"] and before["sent"] in _SENT)
    return is_from and not all(is_given_name(one[0].lower()) for one in names)


def whole_name(text: str, start: int, end: int) -> tuple[int, int]:
    """With the given name before it and the names behind it: "Nixon" in "Richard Nixon", "Henry" in "Henry II".

    No day, month or feast belongs to it: "I told Nora Wednesday".
    """
    if (until := undated(text[start:end])) < end - start:
        return start, start + until
    before = _CAPITAL_BEFORE.search(text[max(0, start - _MOST_BEFORE) : start])
    if before is not None:
        first, word = start - len(before[0]), before[1].lower()
        if is_surely_given_name(word) or (is_given_name(word) and not _BEGINS.search(text[:first])):
            start = first
    while (behind := _NAME_BEHIND.match(text, end)) and behind[1].lower() not in NO_SURNAMES:
        end = behind.end()
    return start, end


_NAME_BEHIND = regex(
    r" (?:(?:[A-Z]\.?|van|von|der|den|de|del|di|da|du|la|le|al|bin|ibn) ){0,2}([IVX]{2,4}|[A-ZÀ-Þ][a-zß-ÿ]+)(?![\w'’])"
)


def _is_of_longer_name(text: str, start: int, end: int) -> bool:
    """Whether another name stands right beside it: of "Ana Ruiz and Paul Weller" neither Ruiz nor Paul is listed."""
    before = _CAPITAL_BEFORE.search(text[max(0, start - _MOST_BEFORE) : start])
    is_behind = before is not None and not (
        _is_no_part(before[1].lower()) or is_everyday_word(before[1].lower())
    )
    return is_behind or _CAPITAL_BEHIND.match(text, end) is not None


_MOST_BEFORE = 40  # letters of the name before, with its initials
_CAPITAL_BEFORE = regex(r"(?<![\w’'-])([A-ZÀ-Þ][\w’'-]{0,30})\.?(?: [A-ZÀ-Þ]\.?){0,2} \Z")
_CAPITAL_BEHIND = regex(r" [A-ZÀ-Þ](?:[a-zß-ÿ’']|\. )")


def _without_titles(text: str, start: int, end: int) -> tuple[int, int]:
    """The name behind words of rank or address: "Ward Sister Amara", "Poor Tom"."""
    while (lead := re.match(r"\A([\w’-]++)\.? ", text[start:end])) and _is_no_part(lead[1].lower()):
        start += lead.end()
    return start, end


def _is_no_part(word: str) -> bool:
    """Whether a word before a name says what somebody is, or speaks to them."""
    is_address = word in words_of_talk("titles") or word in words_of_talk("salutations")
    return is_address or word in _TITLES or word in _ADDRESSED or word in NOT_NAMES


def without_title(name: str) -> str:
    """The name alone of "Encik Baskaran", "Ward Sister Amara"."""
    words = name.split()
    while len(words) > 1 and words[0].lower().rstrip(".") in _TITLES | words_of_talk("titles"):
        words.pop(0)
    return " ".join(words)


def titled_person(name: str) -> int | None:
    """Where the person's own name begins in "Charge Nurse Tomos Pryce"; None for a name without a rank."""
    start, end = _without_titles(name, 0, len(name))
    is_titled = start > 0 and any(word in _TITLES for word in name[:start].lower().split())
    own = name[start:end].split()
    return start if is_titled and 1 <= len(own) <= 2 and not own[0].isdigit() else None


def is_possible(name: str) -> bool:
    """Whether a word can be somebody's name at all: no common word, no day, no verb of every day."""
    words = name.lower().split()
    known = NOT_NAMES | CALENDAR_WORDS | ADVERBS | NOBODY | EVENT_WORDS | KIN.keys()
    is_called_so = bool(words) and is_given_name(words[0])
    is_of_things = len(words) > 1 and words[-1] in ORGANIZATION_WORDS | PLACE_WORDS and not is_called_so
    is_deed = words[0] in BASE_VERBS or words[0].removesuffix("s") in BASE_VERBS if words else False
    is_place = name.lower() in PLACES and not is_called_so
    return (
        bool(words)
        and not (is_place or is_of_things or any(word in known or word.isdigit() for word in words))
        and (is_called_so or not is_deed)
    )
