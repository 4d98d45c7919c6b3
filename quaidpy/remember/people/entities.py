"""Who and what is named in this text, and where?"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.people.entity_types import type_in_context, type_of_name
from quaidpy.remember.people.full_names import is_part_of
from quaidpy.remember.people.initials import heads_a_note, initials_in, meant_by_initial
from quaidpy.remember.people.no_names import (
    begins_sentence,
    is_before_somebody,
    is_common_word,
    is_measure,
    is_of_a_people,
    is_shouted,
    leads_to_no_name,
)
from quaidpy.remember.words.gazetteer import (
    ANIMALS,
    CALENDAR_WORDS,
    NOT_NAMES,
    OCCUPATIONS,
    ORGANIZATION_WORDS,
    PLACES,
)
from quaidpy.remember.words.lowercase_names import (
    end_of_full_name,
    small_people,
    small_places,
    told_in_small,
)
from quaidpy.remember.words.name_evidence import (
    NOBODY,
    names_by_context,
    titled_person,
    whole_name,
)
from quaidpy.remember.words.names import (
    ALSO_WORDS,
    KIN,
    is_given_name,
    is_of_everyday_words,
    is_surely_given_name,
    undated,
)
from quaidpy.remember.words.sentences import Span
from quaidpy.remember.words.verbs import ADVERBS, BASE_VERBS, is_past, is_verb_like
from quaidpy.shipped.names import is_everyday_word, words_of_talk

_CAPITAL = r"(?:(?:St|Dr|Mr|Mrs|Ms|Jr|Sr|Mt|[A-Z])\.|[A-ZÀ-ÖØ-ÞĀ-Ž][\w&’'-]*+(?![$€£]))"
_LINK = r"(?:of|the|de|da|do|dos|la|le|van|von|der|den|di|del|du|and|&|for|al|bin|ibn|y|e|in)"
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b"
# "Manchester for 18 September" is a place and a date; "Centre for Modern Art" and "Area 51" are names.
_NAME = regex(
    rf"(?<![\w@#/.<])(?:the\s+|The\s+)?(?!{_DAY}){_CAPITAL}"
    rf"(?:[ -](?:(?:{_LINK} ){{1,2}}(?!{_MONTH}|{_DAY}){_CAPITAL}|(?:al-|el-)?{_CAPITAL}"
    rf"|\d{{1,4}}\b(?! {_MONTH}|[.,:]\d|(?: to |[-–])\d"
    rf"| ?(?:%|mc?g\b|kg\b|k?m\b|m?l\b|[cm]m\b|hp\b|[ap]m\b|euros?\b|litres\b|pounds\b| [a-z]{{3,}}s\b)))){{0,8}}"
)
_QUOTED = regex(r"[\"“«]([^\"“”«»\n]{2,60})[\"”»]")
_KIN_NAME = regex(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Aa]n?|'s"
    rf"|s')\s+(?:\w+\s+){{0,2}}?(?P<kin>{'|'.join(sorted(KIN, key=lambda k: -len(k)))}),?\s+"
    r"(?:is called\s+|named\s+|called\s+)?(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,3})"
)
_ANIMAL_NAME = regex(
    rf"\b(?P<animal>{'|'.join(sorted(ANIMALS, key=lambda a: (-len(a), a)))}),?\s+(?:is\s+"
    rf"|was\s+)?(?:called\s+|named\s+)?"
    r"(?P<name>[A-ZÀ-Þ][\w'’-]+)"
)
_NAMED_BY_ROLE = regex(
    rf"\A(?P<name>[A-ZÀ-Þ][\w’-]+)(?: is| was|['’]s) (?:(?:also|now|still) )?"
    rf"(?:(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<what>{'|'.join(sorted(KIN, key=lambda k: -len(k)))})\b(?!['’])"
    rf"|an? (?:[\w-]+ ){{0,2}}?(?P<work>{'|'.join(sorted(OCCUPATIONS))})\b"
    r"|(?:a )?(?:vegetarian|vegan|left-handed|divorced|pregnant|diabetic|widowed)\b)"
)
_ALSO_OF_THINGS = frozenset(
    "team family folks partner friend friends buddy bestie therapist teacher coach mentor doctor baby".split()  # noqa: SIM905 - a word list reads as one
)
_FEELS_OR_SPEAKS = regex(
    r"\s{1,4}(?:said|says|told|tells|thinks|loves|likes|hates|wants|asked|asks|lives|lived|married|teaches|taught|died"
    r"|works (?:at|for|as|in|with)|was born|joined|wrote|recommended|suggested|invited)\b"
)
"""What only somebody does; music plays, helps and moves as well."""
_OWNS = regex(
    r"['’]s (?!(?:\w+ly|\w+ed|\w+ing|about|been|all|a|an|the|so|not|my|your|such|just|always|never|great|good)\b)"
)


@dataclass(frozen=True, slots=True)
class Named:
    """An entity at characters [start, end) of a text."""

    entity: EntityDraft
    start: int
    end: int


def find_entities(text: str, known: Iterable[EntityDraft] = (), *, by_capitals: bool = True) -> list[Named]:
    """Entities in order of appearance, none overlapping. `known` names are found in any case, with their type.

    `by_capitals`: False where a capital letter makes no name, as in German; given names and places still are some.
    """
    known = list(known)
    found: list[Named] = []
    taken = bytearray(len(text))
    for named in (
        *_known(text, known),
        *_by_initial(text, known),
        *(_in_context(text, known) if by_capitals else ()),
        *_quoted(text),
        *(_capitalised(text) if by_capitals else _surely_named(text)),
        *(_small(text) if by_capitals else ()),
    ):
        if not any(taken[named.start : named.end]):
            found.append(named)
            taken[named.start : named.end] = b"\x01" * (named.end - named.start)
    return sorted(found, key=lambda named: named.start)


def within(named: Sequence[Named], span: Span) -> list[Named]:
    """Those of a text that stand in a stretch of it, with their places there."""
    return [
        replace(one, start=one.start - span.start, end=one.end - span.start)
        for one in named
        if span.start <= one.start and one.end <= span.end
    ]


def _known(text: str, known: Iterable[EntityDraft]) -> Iterator[Named]:
    lower = text.casefold()
    if len(lower) != len(text):
        return  # folding changed the length, so positions would be wrong
    for entity in known:
        for name in (entity.name, *entity.aliases):
            if name.casefold() not in lower or len(name) < 2:
                continue
            for match in re.finditer(rf"(?<![\w@.]){re.escape(name.casefold())}(?![\w@]|\.\w)", lower):
                if is_part_of(entity.name, name) and _is_of_another(text, match.end(), entity):
                    continue
                if text[match.start()].isupper() or _is_known_small(name.casefold(), entity):
                    yield Named(entity, match.start(), match.end())


def _by_initial(text: str, known: Sequence[EntityDraft]) -> Iterator[Named]:
    for letter, start, end in initials_in(text):
        if (meant := meant_by_initial(letter, known)) is not None:
            yield Named(meant, start, end)


def _is_of_another(text: str, end: int, entity: EntityDraft) -> bool:
    """Whether a surname behind a given name is not this person's: "Daniel Iyer" is not Daniel Voss."""
    last = (
        whole_name(text, end, end)[1]
        if text[end : end + 2].strip()[:1].isupper()
        else end_of_full_name(text, end)
    )
    told = text[end:last].casefold().split()
    return bool(told) and entity.type is EntityType.PERSON and told[-1] not in entity.name.casefold().split()


def _is_known_small(name: str, entity: EntityDraft) -> bool:
    """Whether a known name is recognised without its capital."""
    return name not in NOT_NAMES and (entity.type is not EntityType.PERSON or name not in ALSO_WORDS)


def _in_context(text: str, known: Iterable[EntityDraft]) -> Iterator[Named]:
    people = {one.name.casefold() for one in known if one.type is EntityType.PERSON}
    for name, kind, start, end in (*names_by_context(text, people), *told_in_small(text)):
        yield Named(EntityDraft(name=name, type=kind), start, end)
    if (role := _NAMED_BY_ROLE.match(text)) and _is_person_by_role(role):
        yield Named(EntityDraft(name=role["name"], type=EntityType.PERSON), 0, role.end("name"))
    for pattern, kind in ((_KIN_NAME, EntityType.PERSON), (_ANIMAL_NAME, EntityType.ANIMAL)):
        for match in pattern.finditer(text):
            name = _bare(match["name"])
            if not is_common_word(name) and not is_shouted(name):
                start = match.start("name")
                start, end = whole_name(text, start, start + len(name))
                yield Named(EntityDraft(name=text[start:end], type=kind), start, end)


def _is_person_by_role(role: re.Match[str]) -> bool:
    """Whether who is somebody's boss, or a nurse, is surely a person; coffee may be one's best friend."""
    name = role["name"].lower()
    return is_given_name(name) or not (
        is_common_word(name) or (role["what"] or "").lower() in _ALSO_OF_THINGS
    )


def _quoted(text: str) -> Iterator[Named]:
    """Titles: quoted, and written like one."""
    for match in _QUOTED.finditer(text):
        title = match[1].strip()
        title = title.rstrip(".,") if len(title.split()) <= _LONGEST_TITLE else title
        words = title.split()
        capitals = sum(word[0].isupper() or word[0].isdigit() for word in words)
        if (
            words
            and words[0][0].isupper()
            and capitals * 2 >= len(words)
            and not _IN_NO_TITLE.search(title)
            and not (len(words) == 2 and words[0].lower() in NOT_NAMES)
            and title[-1] != "."
            and not is_shouted(title)
            and title.lower() not in CALENDAR_WORDS
        ):
            start = match.start(1) + match[1].index(title)
            yield Named(EntityDraft(name=title, type=EntityType.THING), start, start + len(title))


_IN_NO_TITLE = regex(r"[,=(){}<>\[\]\\/]|: ['\d]")  # a list, code, an error
_LONGEST_TITLE = 6  # words, behind which a stop is the quoter's


def _capitalised(text: str) -> Iterator[Named]:
    for match in _NAME.finditer(text):
        for start, end in _cut(text, match.start(), match.end()):
            name = text[start:end]
            if not _is_name(text, name, start):
                continue
            if (own := titled_person(name)) is not None:
                yield Named(EntityDraft(name=name[own:], type=EntityType.PERSON), start + own, end)
                continue
            kind = type_in_context(text, name, start, end)
            yield Named(EntityDraft(name=name, type=kind), start, end)


def _surely_named(text: str) -> Iterator[Named]:
    """Capital words that a list knows as a given name or a place."""
    for match in re.finditer(r"(?<![\w@#/.])[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'-]+", text):
        name = _bare(match[0])
        kind = type_of_name(name)
        is_sure = kind is EntityType.PLACE or (
            kind is EntityType.PERSON and name.casefold() not in ALSO_WORDS
        )
        if is_sure and kind is not None and not is_common_word(name):
            yield Named(EntityDraft(name=name, type=kind), match.start(), match.start() + len(name))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names without a common first word, possessive ending, closing stop; two names joined by "and" are two."""
    part = text[start:end]
    for joiner in (" and ", " & ", " in ", *((" for ",) if begins_sentence(text, start) else ())):
        head, found, tail = part.partition(joiner)
        is_one = bool(head.split() and tail.split()) and _is_one_name(head, joiner, tail)
        if found and not is_one:
            yield from _cut(text, start, start + len(head))
            yield from _cut(text, start + len(head) + len(joiner), end)
            return
    if (lettered := _LETTERED.match(text, start, end)) is not None:
        yield from _cut(text, lettered.end(), end)
        return
    while True:
        word = re.match(r"\A[\w'’.&-]++\s+", text[start:end])
        if not word or not _is_outside_name(text, start, word[0].strip()):
            break
        start += word.end()
    name = _bare(text[start:end])
    is_rest_of_day = _ends_in_month(text[:start]) and is_of_everyday_words(name.lower())  # April Fool
    if name and not is_rest_of_day:
        yield start, start + len(_without_plural(text, start, name))


def _ends_in_month(before: str) -> bool:
    return re.search(rf"\b{_MONTH}\s+\Z", before[-20:]) is not None


def _without_plural(text: str, start: int, name: str) -> str:
    """Who owns without an apostrophe: "Murats niece"."""
    owner = name.removesuffix("s")
    is_owner = owner != name and is_surely_given_name(owner.casefold()) and not is_given_name(name.casefold())
    owned = re.match(r" ([a-z-]+)", text[start + len(name) : start + len(name) + 30])
    is_theirs = owned is not None and owned[1] in KIN.keys() | ANIMALS | words_of_talk("personal")
    return owner if is_owner and is_theirs else name


def _is_one_name(head: str, joiner: str, tail: str) -> bool:
    """Whether what is joined is one firm: "Johnson and Sons Ltd", "Crumb & Candle", but no two people."""
    if joiner in {" in ", " for "}:
        return False
    ends = {head.split()[0], head.split()[-1], tail.split()[0]}  # noqa: PLC0207 - names are short
    people = [word for word in map(str.lower, ends) if word in KIN or is_given_name(word)]
    is_of_days = any(word.isdigit() or word.lower() in CALENDAR_WORDS for word in ends)
    is_ampersand = joiner == " & " and not people and not is_of_days
    return is_ampersand or tail.rsplit(maxsplit=1)[-1].lower() in ORGANIZATION_WORDS


def _is_outside_name(text: str, start: int, word: str) -> bool:
    """Whether a capital word before a name is only the sentence's first, an article or a month."""
    lower = word.lower().rstrip(".")
    is_address = lower in words_of_talk("titles") or lower in words_of_talk("salutations")
    if lower in _NEVER_IN_NAMES or is_address or (word == lower and re.fullmatch(_LINK, word)):
        return True
    if (word.isdigit() and _ends_in_month(text[:start])) or _is_raised(text, start, word):
        return True
    parts = [part for part in lower.rstrip("'’").split("-") if len(part) > 2]
    is_label = bool(parts) and all(map(is_everyday_word, parts)) and lower not in _OFTEN_IN_NAMES
    if is_label and begins_sentence(text, start) and leads_to_no_name(text, start + len(word)):
        return True
    is_adverb = lower in ADVERBS or lower.endswith(("ently", "edly", "ately", "ingly", "ously"))
    if (_is_verb_first(lower) or is_adverb) and begins_sentence(text, start):
        return True  # "Enable Redis", "Learning German"
    if is_before_somebody(text, start, word) or heads_a_note(text, start, word):
        return True
    return is_common_word(word) and lower not in _OFTEN_IN_NAMES and begins_sentence(text, start)


def _is_raised(text: str, start: int, word: str) -> bool:
    """A word of the sentence in capitals: "and IS Antje"."""
    is_capitals = len(word) > 1 and word.isupper() and is_common_word(word)
    return is_capitals and _THEN_A_NAME.match(text, start + len(word)) is not None


_THEN_A_NAME = regex(r"(?: [A-Z]{1,20}\b){0,6} [A-Z][a-z]")


def _is_verb_first(word: str) -> bool:
    stem = word.removesuffix("ing")
    is_doing = stem != word and bool({stem, f"{stem}e", stem[:-1]} & BASE_VERBS)
    is_does = word.endswith("s") and is_verb_like(word)  # "Lands Manchester at six"
    return (word in BASE_VERBS or is_doing or is_does or is_past(word)) and not is_given_name(word)


_NEVER_IN_NAMES = CALENDAR_WORDS | {
    "the", "i", "i'm", "mr", "mrs", "ms", "dr", "prof", "hey", "hi", "thanks", "oh", "dear", "poor", "sorry",
}  # fmt: skip
_OFTEN_IN_NAMES = frozenset("new old big little great good best first saint st my".split())  # noqa: SIM905 - a word list


def _bare(name: str) -> str:
    words = _OF_ITS_OWN.split(re.sub(r"['’]s?$", "", name.strip()), maxsplit=1)[0].split(" ")
    while len(words) > 1 and (
        words[-1] in _OF_THE_SENTENCE or (words[-1].isdigit() and is_surely_given_name(words[-2].casefold()))
    ):
        words.pop()
    name = " ".join(words)
    name = name[: undated(name)]
    if (kind := _LIKE.search(name)) and is_everyday_word(kind[1]):
        name = name[: kind.start()]
    if re.search(r"\b[A-Z]{2,}s$", name):
        name = name[:-1]  # several of an abbreviation
    return name if re.search(r"\b(?:[A-Z]|Jr|Sr|Inc|Co|Ltd|St)\.$", name) else name.rstrip(".,'’-")


_LETTERED = regex(
    r"(?:Gate|Room|Hall|Block|Building|Platform|Plan|Option|Group|Class|Wing|Zone|Team|Terminal|Pier|Section|Exit|Dock|Table)"
    r" [A-Z]\d{0,2}\.?(?: |\Z)"
)
"""What only tells one from another: "Gate C. Rider attached."."""
_OF_ITS_OWN = regex(r"['’]s (?=\d|[A-Z][a-z]{2,5}days?\b)")  # "BP's 134", "Physio's Mondays"
_LIKE = regex(r"(?<=\w\w\w)-([a-z]{4,})$")  # "Django-like", "AI-driven"
_OF_THE_SENTENCE = frozenset(
    {"I", "The", "A", "An", "My", "for", "of", "and", "in"}
)  # behind a name, not of it


def _is_name(text: str, name: str, start: int) -> bool:
    if len(name) < 2 or is_common_word(name) or not re.search(r"[^\W\d_]{2}", name):
        return False
    lower = name.casefold()
    if (
        is_shouted(name)
        or re.match(r"[A-Z]-[a-z]|(?<![IVX])[IVX]+\Z|(?<![A-Z])[A-Z]{2,8}-x{1,4}\b", name)
        or lower in NOBODY
        or lower in words_of_talk("titles")
        or lower.removesuffix("s") in KIN
        or re.match(r"(?:I|My|Our|Your) |(?:I|We|You|He|She|They|It)['’]", name)
        or (name.isupper() and len(name) > 5 and " " not in name)
        or is_of_a_people(text, name, start)
        or is_measure(text, name, start)
    ):
        return False
    if " " in name or not begins_sentence(text, start):
        return True
    return (
        lower in PLACES
        or is_surely_given_name(lower)
        or bool(_FEELS_OR_SPEAKS.match(text, start + len(name)))
        or name[1:].lower() != name[1:]
        or bool(_OWNS.match(text, start + len(name)))
    )


def _small(text: str) -> Iterator[Named]:
    for name, kind, start, end in (*small_places(text), *small_people(text)):
        yield Named(EntityDraft(name=name, type=kind), start, end)
