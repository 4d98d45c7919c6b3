"""Which names are a place's, as what is said of them shows, though a person could bear them?"""

import re
from collections.abc import Iterable, Iterator, Sequence

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.language.needed_literals import Gated, folded
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.regex import regex
from quaidpy.remember.people.coreference import named_by_deeds
from quaidpy.remember.words.gazetteer import ADJECTIVES_OF_PLACE, LANGUAGES, NOT_NAMES, PLACE_WORDS
from quaidpy.remember.words.name_evidence import is_shown_as_person
from quaidpy.remember.words.names import ALSO_WORDS, is_given_name
from quaidpy.shipped.names import is_everyday_word

_VENUES = (
    "bakery bar bistro bookshop boulangerie brewery cafe café camp campsite chalet cinema clinic diner gallery"
    " guesthouse gym hut kiosk launderette library lodge market museum pharmacy pizzeria pool pub refuge restaurant"
    " salon shop stadium store supermarket takeaway venue"
)
_LAND = (
    "alley coastline col crag cove dam dune ferry field glen gorge headland lagoon loch marsh massif meadow moor pass"
    " path pond quarry ravine reservoir ridge saddle shore slope stream summit trailhead volcano waterfall wood woods"
)
_KINDS = frozenset((*_VENUES.split(), *_LAND.split(), *PLACE_WORDS)) - {"house", "party", "city", "national"}
_SEVERAL = "|".join(
    sorted({f"{kind}e?s" for kind in _KINDS} | {"cities", "huts", "sites", "galleries", "libraries"})
)
_KIND = "|".join(sorted(_KINDS))
_NAME = r"[A-ZÀ-Þ][a-zß-ÿ]{2,20}(?:-[A-ZÀ-Þ][a-zß-ÿ]{2,20})?"
_ANY = rf"(?:{_NAME}|[a-zß-ÿ]{{3,20}})"
_ENDS = r"(?![\w'’-])"
_BY_KIND = tuple(
    Gated(regex(pattern))
    for pattern in (
        # "the Orla hut", "up at Orla pass"
        rf"\b(?:[Tt]he|[Aa]t|[Oo]n|[Oo]ver|[Uu]p|[Nn]ear|[Tt]o) (?P<name>{_ANY}) (?:{_KIND})s?{_ENDS}",
        # "the camera shop Orla", "a hut called orla"
        (
            rf"\b(?:[Tt]he|[Aa]n?|[Oo]ur) (?:[\w-]{{2,20}} ){{0,2}}(?:{_KIND}),? (?P<name>{_NAME})"
            r"(?=[.,;:!?)]|\Z| (?:in|on|near|by|for|is|was|has|had|opens|opened|closes|closed|and|wants)\b)"
        ),
        rf"\b(?:{_KIND}) (?:called|named) (?P<name>{_ANY}){_ENDS}",
        # "Orla is a small hill behind the village"
        (
            rf"(?<![\w'’-])(?P<name>{_ANY}) (?:is|was) (?:an?|the|our|my) (?:[\w-]{{2,20}} ){{0,3}}?"
            rf"(?:{_KIND}){_ENDS}"
        ),
    )
)
"""What says itself which kind of place it names."""
_BY_USE = tuple(
    Gated(regex(pattern))
    for pattern in (
        # what is gone up, and what has a top
        (
            r"\b(?:[Cc]limb|[Hh]ik|[Ss]ki|[Cc]ycl|[Bb]ik|[Ww]alk|[Dd]rove|[Dd]riv|[Rr]an|[Rr]un|[Gg]o|[Ww]ent)\w{0,4}"
            rf" (?:back )?(?:up|down|over|up to|to the top of) (?P<name>{_ANY}){_ENDS}"
        ),
        rf"\b(?:top|summit|foot|slopes?|shores?|banks|outskirts) of (?P<name>{_ANY}){_ENDS}",
        (
            r"\b(?:[Ss]now|[Ff]og|[Ii]ce|[Aa]valanches?|[Ss]torms?|[Ww]ebcam|[Pp]arking)"
            rf" (?:on|at|over|up) (?P<name>{_ANY}){_ENDS}"
        ),
        # when it is open
        (
            rf"(?<![\w'’-])(?P<name>{_ANY})(?:['’]s| is| was| will be) (?:now |still |only |already |always )?"
            r"(?:closed|shut|open)(?= (?:on|at|until|till|from|for|now|again|today|tomorrow|all|every|this|next|\d)\b"
            r"|[.,;!]|\Z)(?! for (?:it|that)\b)"
        ),
        (
            rf"(?<![\w'’-])(?P<name>{_ANY})['’]s "
            r"(?:opening (?:hours|times)|car park|menu|entrance|terrace|website)\b"
        ),
        rf"\b(?:opening|open) (?:hours|times) (?:of|at|for) (?P<name>{_ANY}){_ENDS}",
    )
)
"""What is said of places, and hardly ever of somebody."""
_LISTED = regex(
    rf"\b(?:{_SEVERAL})(?: \(|:? |, )(?:(?:are|were|like|such as|called|named) )?"
    rf"(?P<names>{_ANY}(?: {_NAME})?(?:, (?!and )[\w-]{{3,20}}(?: [\w-]{{3,20}})?){{1,8}}(?:,? and [\w-]{{3,20}})?)"
)
"""What a list is headed by is what all of it are: "three passes (orla, ben, grey saddle)"."""
_OF_PEOPLE = (
    r"(?:['’]s (?:mum|dad|wife|husband|birthday|turn|shift)|, (?:my|our|who)"
    r"| (?:works|worked|lives|lived|moved) (?:in|at|to|for|with|as)\b"
    r"|[^.!?\n]{0,60}[ ,](?:she|he|her|him|herself|himself)\b)"
)
_TO_SOMEBODY = r"(?:with|ask|asked|told|tell|thank|thanks|hi|hey|hello|dear|and i|mr|mrs|ms|dr|prof)"


def places_in(turns: Sequence[Turn], known: Iterable[EntityDraft]) -> list[EntityDraft]:
    """Names that people could bear, or nobody knows, that what is said in these turns makes a place's; by name.

    `known`: who and what is known already.
    """
    taken = {name.casefold() for one in known for name in (one.name, *one.aliases)}
    said = [turn.text for turn in turns if turn.role in {Role.USER, Role.ASSISTANT}]
    found: dict[str, tuple[str, bool]] = {}
    for text in said:
        for name, is_sure in _shown_as_places(text, said):
            shown, was_sure = found.get(name.casefold(), (name, False))
            found[name.casefold()] = shown, is_sure or was_sure
    return [
        EntityDraft(name=_WORD_START.sub(lambda letter: letter[0].upper(), name), type=EntityType.PLACE)
        for lower, (name, is_sure) in sorted(found.items())
        if lower not in taken and not any(_is_somebody(lower, text, is_sure=is_sure) for text in said)
    ]


_WORD_START = regex(r"(?<![\w'’])\w")


def _shown_as_places(text: str, said: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Names, and whether their kind is told."""
    plain = folded(text)
    for forms, is_sure in ((_BY_KIND, True), (_BY_USE, False)):
        for form in forms:
            for match in form.finditer(text, plain):
                if _can_be_name(match["name"]):
                    yield match["name"], is_sure
    for match in _LISTED.finditer(text):
        for name in _BETWEEN.split(match["names"]):
            if _can_be_name(name) or any(name.title() in other for other in said):
                yield name, True


_BETWEEN = regex(r",? and |, ")


def _can_be_name(name: str) -> bool:
    """Whether a word is no word of every day; in small letters it must be somebody's given name as well."""
    lower = name.casefold()
    is_word = (
        is_everyday_word(lower)
        or lower in NOT_NAMES | ALSO_WORDS | PLACE_WORDS | ADJECTIVES_OF_PLACE | LANGUAGES
    )
    return not is_word and (name[0].isupper() or is_given_name(lower))


def _is_somebody(name: str, text: str, *, is_sure: bool) -> bool:
    """Whether a text tells of somebody with that name; a shop wants money, too, where it `is_sure` to be one."""
    lower = text.casefold()
    if name not in lower:
        return False
    form = re.compile(rf"\b{_TO_SOMEBODY} {re.escape(name)}\b|\b{re.escape(name)}(?:{_OF_PEOPLE}| and i\b)")
    if is_sure or form.search(lower) is not None:
        return form.search(lower) is not None
    return name in (each.casefold() for each in named_by_deeds(text)) or is_shown_as_person(text, name)
