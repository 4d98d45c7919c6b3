"""Whose boss, sister or dog is somebody said to be?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.drafts import EntityDraft
from quaidpy.domain.entities import EntityType
from quaidpy.domain.relation_words import Change, Role
from quaidpy.remember.name_evidence import is_possible
from quaidpy.remember.names import KIN
from quaidpy.remember.relating.parties import Held, Sentence
from quaidpy.remember.relating.phrases import PREPOSITIONS
from quaidpy.remember.verbs import is_verb_like

_IS = frozenset({"is", "'s", "am", "are"})
_CALLED = frozenset({"called", "named"})
_PLURALS = frozenset({"twins", "children", "kids", "puppies"})
_HAS = frozenset({"have", "has", "got", "adopted", "rescued", "had", "hired", "getting", "bought", "adopt"})
_NOT = frozenset({"not", "n't", "never"})
_CAN_BE = frozenset(
    {
        EntityType.PERSON,
        EntityType.THING,
        EntityType.ORGANIZATION,
        EntityType.PROJECT,
        EntityType.ANIMAL,
        EntityType.PLACE,
    }
)
_FIRMS = frozenset({"client_of", "supplier_of", "landlord_of", "professional_of", "works_at", "studies_at"})
"""Relations whose ends may be firms; a dog is an animal, and who is anything else is a person."""


@dataclass(frozen=True, slots=True)
class Related:
    """A relation as the words tell it: still under the relation's own phrasing.

    `shown`: the role, or the verb with its object, as a sentence has it; `is_object`: the role is the object's; `place`: the token it
    hangs on.
    """

    subject: EntityDraft
    relation: str
    object: EntityDraft
    change: Change
    shown: str
    place: int
    is_role: bool = False
    is_object: bool = False
    is_mutual: bool = False


def roles_told(sentence: Sentence) -> Iterator[Related]:
    """Relations that roles tell, with the names that the sentence gives them."""
    for held in sentence.held():
        before = set(held.before)
        general = sentence.phrases.general
        if before & general.get("next", frozenset()) or held.words == ("ex",):
            continue
        ended = bool(before & general.get("former", frozenset()))
        for name, is_over in _names_of(sentence, held):
            change = Change.ENDS if ended or is_over else Change.HOLDS
            yield from _related(name, held.roles, held.owner, " ".join(held.words), change, held.start)
    yield from _kin_named(sentence)
    yield from _roles_had(sentence)
    yield from _roles_of(sentence)
    yield from _roles_served(sentence)


def _related(
    name: EntityDraft, roles: tuple[Role, ...], owner: EntityDraft, words: str, change: Change, place: int
) -> Iterator[Related]:
    for role in roles[:1]:
        kind = _kind_of(role)
        who = name if role.relation in _FIRMS else replace(name, type=kind)
        if who.name.casefold() == owner.name.casefold():
            continue
        ends = (owner, who) if role.is_object else (who, owner)
        words = _one_of(words)
        yield Related(
            ends[0], role.relation, ends[1], change, words, place, is_role=True, is_object=role.is_object
        )


def _one_of(words: str) -> str:
    """What one of several is called."""
    if words.endswith("children"):
        return f"{words.removesuffix('ren')}"
    if words.endswith("ies"):
        return f"{words.removesuffix('ies')}y"
    return words.removesuffix("s") if words.endswith("s") and not words.endswith(("ss", "boss")) else words


def _kind_of(role: Role) -> EntityType:
    return EntityType.ANIMAL if role.relation == "has_pet" else EntityType.PERSON


def _names_of(sentence: Sentence, held: Held) -> Iterator[tuple[EntityDraft, bool]]:
    """Who holds the role, and whether it is over, as the words around it say."""
    yield from ((name, False) for name in _named_after(sentence, held))
    yield from _named_before(sentence, held)


def _named_after(sentence: Sentence, held: Held) -> Iterator[EntityDraft]:
    """My sister Nina; my sister, Nina; my sister is (called) Nina; my sister's name is Nina."""
    at = held.end
    if sentence.word(at) == "'s" and sentence.word(at + 1) == "name":
        at += 2
        if sentence.word(at) in _IS:
            yield from _name(sentence, at + 1, is_sure=True)
        return
    if sentence.word(at) in {"is", "'s", "are"}:
        at += 1
        if sentence.word(at) in {"also", "now", "still"}:
            at += 1
        is_told = sentence.word(at) in _CALLED
        yield from _name(sentence, at + is_told, is_sure=is_told, is_last=not is_told)
        return
    is_told = sentence.word(at + (sentence.word(at) == ",")) in _CALLED
    is_of_several = held.words[-1].endswith("s") or held.words[-1] in _PLURALS
    if sentence.word(at) in {",", ":", "-", "—", "–", "("} and is_of_several:
        yield from _names(sentence, held, at + 1, is_sure=is_told)
        return
    if sentence.word(at) in {",", ":", "-", "—", "–", "("}:
        yield from _name(sentence, at + 1 + is_told, is_sure=is_told, is_aside=not is_told)
        return
    yield from _names(sentence, held, at + is_told, is_sure=is_told)


def _names(sentence: Sentence, held: Held, at: int, *, is_sure: bool) -> Iterator[EntityDraft]:
    """One name, or those of several who hold it together: "her kids, Bram (9) and Lieke (6)"."""
    last = held.words[-1]
    if not (last.endswith("s") or last in _PLURALS):
        yield from _name(sentence, at, is_sure=is_sure, is_close=True)
        return
    while (name := _listed(sentence, at)) is not None:
        yield name
        at = _over_brackets(sentence, at + 1)
        if sentence.word(at) not in {",", "and", "&"}:
            return
        at += 1 + (sentence.word(at + 1) in {"and", "&"})


def _listed(sentence: Sentence, at: int) -> EntityDraft | None:
    """A name of a list, also one that chat writes small where an age stands behind it or another name before it."""
    if (named := sentence.named(at)) is not None:
        return named if named.type in _CAN_BE and sentence.word(at + 1) != "'s" else None
    word = sentence.word(at)
    is_name = word.isalpha() and len(word) >= _LEAST_LETTERS and is_possible(word) and not is_verb_like(word)
    is_aged = sentence.word(at + 1) == "(" and sentence.word(at + 2).isdigit()
    return EntityDraft(name=word.title(), type=EntityType.PERSON) if is_name and is_aged else None


_LEAST_LETTERS = 3


def _over_brackets(sentence: Sentence, at: int) -> int:
    if sentence.word(at) != "(":
        return at
    return next((end + 1 for end in range(at, at + 5) if sentence.word(end) == ")"), at)


def _name(
    sentence: Sentence,
    at: int,
    *,
    is_sure: bool,
    is_close: bool = False,
    is_last: bool = False,
    is_aside: bool = False,
) -> Iterator[EntityDraft]:
    """The name there, if it is one of this role.

    `is_close`: right behind the role; `is_last`: after "is"; `is_aside`: behind a comma, where it must end.
    """
    named = sentence.named(at)
    after = sentence.word(at + 1)
    if named is None:
        bare = _small_name(sentence, at, is_sure=is_sure, is_close=is_close)
        if bare is not None and not is_aside:
            yield bare
        return
    if named.type not in _CAN_BE or after in {"'s", "'"}:
        is_whole = named.type in _CAN_BE and is_close
        if not is_whole:
            return
    if is_aside and after not in {",", ".", "!", ")", "", ";", "-", "—", "–", "who", "and"}:
        return
    if is_aside and (after == "and" or (after == "," and sentence.named(at + 2) is not None)):
        return  # a list of several
    if is_last and sentence.word(at + 1) in _IS:
        return
    yield named


def _small_name(sentence: Sentence, at: int, *, is_sure: bool, is_close: bool) -> EntityDraft | None:
    """A name that chat writes small, where the words around it leave nothing else: "my sister tove lives in …"."""
    word = sentence.word(at)
    if not word.isalpha() or len(word) < _LEAST_LETTERS or not is_possible(word) or is_verb_like(word):
        return None
    after = sentence.word(at + 1)
    follows = is_sure and (after in _ENDS_A_NAME or after in PREPOSITIONS)
    is_subject = is_close and after in _SAYS_SOMETHING_OF and not word.endswith(("ing", "ly", "ed"))
    return EntityDraft(name=word.title(), type=EntityType.PERSON) if follows or is_subject else None


_ENDS_A_NAME = frozenset({"", ".", ",", "!", "(", "and", "btw", ";", "-", "—"})
_SAYS_SOMETHING_OF = frozenset({"is", "lives", "works", "has", "moved", "says", "got", "who"})


def _named_before(sentence: Sentence, held: Held) -> Iterator[tuple[EntityDraft, bool]]:
    """Nina is my sister; Nina, my sister, …; Theo is no longer my vet."""
    at, is_over = held.start - 1, False
    if sentence.word(held.end) == "'s" or sentence.named(held.end) is not None:
        return
    if sentence.word(held.end) not in _ENDS_A_ROLE:
        return
    if sentence.word(at) == "longer" and sentence.word(at - 1) == "no":
        at, is_over = at - 2, True
    elif sentence.word(at) in {"also", "now", "still", "actually"}:
        at -= 1
    if sentence.word(at) in {"is", "'s"} or sentence.word(at) == "am":
        who = sentence.party(at - 1)
        before = sentence.word(at - 2)
        if who is not None and before not in _LEADS_ELSEWHERE and who.type in _CAN_BE:
            yield who, is_over
        return
    if sentence.word(at) in {",", "("} and sentence.word(held.end) in {",", ")", ".", "", "!"}:
        who = sentence.named(at - 1)
        is_listed = sentence.word(held.end) == "," and sentence.word(at - 2) in {",", "and"}
        if who is not None and who.type in {EntityType.PERSON, EntityType.THING} and not is_listed:
            yield who, False


_ENDS_A_ROLE = frozenset(
    {
        "",
        ".",
        "!",
        ",",
        ";",
        ")",
        "and",
        "but",
        "now",
        "too",
        "from",
        "at",
        "in",
        "since",
        "here",
        "so",
        "-",
        "—",
        "–",
        "who",
        ":",
    }
)
_LEADS_ELSEWHERE = frozenset({"of", "with", "for", "to", "and", "than", "like", "by", "'s", "if", ","})


def roles_named_later(sentences: Sequence[Sentence]) -> Iterator[tuple[int, Related]]:
    """Ana has a daughter. Her name is Wren; with the sentence that tells it. Nobody else may come between."""
    open_role: Held | None = None
    for number, sentence in enumerate(sentences):
        for at in range(len(sentence.tokens)):
            if open_role is not None and (name := _told_name(sentence, at, open_role)) is not None:
                words = " ".join(open_role.words)
                found = _related(name, open_role.roles, open_role.owner, words, Change.HOLDS, at)
                yield from ((number, one) for one in found)
                open_role = None
            if (held := _unnamed(sentence, at)) is not None:
                open_role = held
            elif (
                sentence.named(at) is not None
                and open_role is not None
                and sentence.named(at) != open_role.owner
            ):
                open_role = None


def _unnamed(sentence: Sentence, at: int) -> Held | None:
    """Ana's daughter; Ana has a daughter: the role of one whose name is not told there."""
    owner = sentence.owner(at)
    begin = owner[1] if owner else at + 2
    who = owner[0] if owner else None
    if who is None and sentence.word(at) in _HAS and sentence.word(at + 1) in {"a", "an"}:
        who = _subject_before(sentence, at)
    found = sentence.role_from(begin) if who is not None else None
    if who is None or found is None or found[0][0].relation in _FIRMS:
        return None
    roles, first, end = found
    held = Held(who, roles, sentence.words(begin, first), sentence.words(first, end), at, end)
    return None if any(True for _ in _names_of(sentence, held)) else held


def _told_name(sentence: Sentence, at: int, role: Held) -> EntityDraft | None:
    """Her name is Wren; her name's Wren; he is called Anselm."""
    word, kin = sentence.word(at), KIN.get(role.words[-1])
    if word in {"his", "her", "its"} and kin in {None, {"his": "he", "her": "she"}.get(word)}:
        if sentence.word(at + 1) == "names":
            at, is_told = at + 2, True
        else:
            is_told = sentence.word(at + 1) == "name" and sentence.word(at + 2) in _IS
            at += 3
    elif word in {"he", "she", "it"} and kin in {None, word}:
        is_told = sentence.word(at + 1) in _IS and sentence.word(at + 2) in _CALLED
        at += 3
    else:
        return None
    return next(_name(sentence, at, is_sure=True), None) if is_told else None


def _roles_had(sentence: Sentence) -> Iterator[Related]:
    """Ana has a brother called Theo; we got a dog, Bruno."""
    for at, token in enumerate(sentence.tokens):
        if token.word not in _HAS or token.named is not None:
            continue
        begin = at + 1
        while sentence.word(begin) in {"got", "also", "just", "only", "now"}:
            begin += 1
        if sentence.word(begin) not in {"a", "an", "one", "another", "two", "three", "our", "this"}:
            continue
        found = sentence.role_from(begin + 1)
        owner = _subject_before(sentence, at)
        if found is None or owner is None:
            continue
        roles, first, end = found
        called = sentence.word(end + (sentence.word(end) == ","))
        is_told = called in _CALLED
        held = Held(owner, roles, (), sentence.words(first, end), at, end)
        names = end + (sentence.word(end) in {",", ":", "-", "—", "("}) + is_told
        for name in _names(sentence, held, names, is_sure=is_told):
            if name.type in _CAN_BE:
                yield from _related(name, roles, owner, " ".join(held.words), Change.HOLDS, at)


def _subject_before(sentence: Sentence, at: int) -> EntityDraft | None:
    """Who has it: the party before the verb, over "have" and adverbs; nobody where it is denied."""
    at -= 1
    while sentence.word(at) in {
        "have",
        "has",
        "'s",
        "just",
        "also",
        "only",
        "now",
        "already",
        "finally",
        "recently",
    }:
        at -= 1
    if sentence.word(at) in _NOT or sentence.word(at - 1) in _LEADS_ELSEWHERE - {"and", ",", "if"}:
        return None
    return sentence.party(at)


def _roles_of(sentence: Sentence) -> Iterator[Related]:
    """Theo is the son of Nina; a friend of mine, Theo; Theo, a colleague of Nina."""
    for at in range(len(sentence.tokens)):
        found = sentence.phrases.role_at(sentence.tokens, at)
        if found is None or sentence.word(found[1]) != "of":
            continue
        roles, end = found
        owner = _owner_of(sentence, end + 1)
        if owner is None:
            continue
        article = at - 1
        while article >= 0 and sentence.word(article) not in {"a", "an", "the", "one"} and at - article < 4:
            article -= 1
        if sentence.word(article) not in {"a", "an", "the", "one"}:
            continue
        name = _holder(sentence, article, end + 2)
        if name is not None and name.type in _CAN_BE:
            words = " ".join(sentence.words(at, end))
            yield from _related(name, roles, owner, words, Change.HOLDS, at)


def _kin_named(sentence: Sentence) -> Iterator[Related]:
    """Mum's name is Greet: whose mum it is needs no word."""
    speaker = sentence.voice.speaker
    for at in range(min(2, len(sentence.tokens))):
        role = sentence.phrases.role_at(sentence.tokens, at) or sentence.phrases.role_at(
            [replace(sentence.tokens[at], word=sentence.word(at).removesuffix("s"))], 0
        )
        if role is None or speaker is None or role[0][0].relation not in _OWN_KIN or role[0][0].is_object:
            continue
        end = at + 1 + (sentence.word(at + 1) == "'s")
        is_told = sentence.word(end) == "name" and sentence.word(end + 1) in _IS
        if is_told and sentence.word(at - 1) in {"", "and", "but", "so"}:
            for name in _name(sentence, end + 2, is_sure=True):
                kin = sentence.word(at).removesuffix("s")
                yield from _related(name, role[0], speaker, kin, Change.HOLDS, at)


_OWN_KIN = frozenset({"parent_of", "grandparent_of"})


def _roles_served(sentence: Sentence) -> Iterator[Related]:
    """The vet is Dr Okonjo; GP is Dr Haddad; physio (Marloes) says: whoever speaks of them so is served by them."""
    speaker = sentence.voice.speaker
    if speaker is None:
        return
    for at in range(len(sentence.tokens)):
        found = sentence.phrases.role_at(sentence.tokens, at)
        if found is None or found[0][0].relation not in _SERVING or not _is_plainly_told(sentence, at):
            continue
        roles, end = found
        name = None
        if sentence.word(end) in {"is", "'s"}:
            name = sentence.named(end + 1)
        elif sentence.word(end) == "(" and sentence.word(end + 2) == ")":
            name = next(_bracketed(sentence, end + 1), None)
        if name is not None and name.type in _CAN_BE:
            yield from _related(name, roles, speaker, " ".join(sentence.words(at, end)), Change.HOLDS, at)


def _is_plainly_told(sentence: Sentence, at: int) -> bool:
    """Whether a role begins its clause, with "the" or bare."""
    at -= sentence.word(at - 1) == "the"
    return at <= 0 or sentence.word(at - 1) in {",", ".", ";", "and", "!"}


def _bracketed(sentence: Sentence, at: int) -> Iterator[EntityDraft]:
    word = sentence.word(at)
    if (named := sentence.named(at)) is not None:
        yield named
    elif word.isalpha() and is_possible(word) and not is_verb_like(word) and not sentence.has_capitals:
        yield EntityDraft(name=word.title(), type=EntityType.PERSON)


_SERVING = frozenset({"doctor_of", "professional_of", "landlord_of"})


def _owner_of(sentence: Sentence, at: int) -> EntityDraft | None:
    if sentence.word(at) == "mine":
        return sentence.voice.speaker
    named = sentence.named(at)
    return named if named is not None and named.type in {EntityType.PERSON, EntityType.THING} else None


def _holder(sentence: Sentence, article: int, end: int) -> EntityDraft | None:
    if sentence.word(end) == "'s":
        end += 1
    if sentence.word(article - 1) in {"is", "'s"} and sentence.word(article - 3) not in _LEADS_ELSEWHERE:
        return sentence.party(article - 2)
    if sentence.word(article - 1) == "," and sentence.word(end) in {",", ".", "", "!"}:
        return sentence.named(article - 2)
    if sentence.word(end) == "," or sentence.word(end) in _CALLED:
        named = sentence.named(end + 1)
        is_aside = sentence.word(end + 2) in {",", ".", "", "!"} or sentence.word(end) in _CALLED
        return named if is_aside else None
    return sentence.named(end)
