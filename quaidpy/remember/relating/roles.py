"""Whose boss, sister or dog is somebody said to be?"""

from collections.abc import Iterator
from dataclasses import replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import Change
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.relating.naming import (
    CALLED,
    CAN_BE,
    IS,
    LEADS_ELSEWHERE,
    Place,
    holders,
    name_at,
    names_from,
)
from quaidpy.remember.relating.parties import Held, Sentence
from quaidpy.remember.relating.relation_mentions import RelationMention, by_role

HAS = frozenset({"have", "has", "got", "adopted", "rescued", "had", "hired", "getting", "bought", "adopt"})
_NOT = frozenset({"not", "n't", "never"})
_ARTICLES = frozenset({"a", "an", "the", "one"})
_COUNTED = frozenset({"a", "an", "one", "another", "two", "three", "our", "this"})
_OVER_HAVING = frozenset(
    {"have", "has", "'s", "just", "also", "only", "now", "already", "finally", "recently"}
)
_OWN_KIN = frozenset({"parent_of", "grandparent_of"})
_SERVING = frozenset({"doctor_of", "professional_of", "landlord_of"})


def stated_roles(sentence: Sentence) -> Iterator[RelationMention]:
    """Relations that roles tell, with the names that the sentence gives them."""
    if not (sentence.names_a_role or sentence.word(0).endswith("s") or sentence.word(1).endswith("s")):
        return
    for form in (_roles_held, _kin_named, _roles_had, _roles_of, _roles_served):
        yield from (related for related in form(sentence) if related is not None)


def subject_before(sentence: Sentence, at: int) -> EntityDraft | None:
    """Who has it: the party before the verb, over "have" and adverbs; nobody where it is denied."""
    at -= 1
    while sentence.word(at) in _OVER_HAVING:
        at -= 1
    if sentence.word(at) in _NOT or sentence.word(at - 1) in LEADS_ELSEWHERE - {"and", ",", "if"}:
        return None
    return sentence.party(at)


def _roles_held(sentence: Sentence) -> Iterator[RelationMention | None]:
    """My sister Nina; Nina is Ana's old boss."""
    general = sentence.phrases.general
    for held in sentence.held():
        before = set(held.before)
        if before & general.get("next", frozenset()) or held.words == ("ex",):
            continue
        was = bool(before & general.get("former", frozenset()))
        for name, is_over in holders(sentence, held):
            related = by_role(name, held.roles, held.owner, held.words, held.start)
            yield replace(related, change=Change.ENDS) if related and (was or is_over) else related


def _roles_had(sentence: Sentence) -> Iterator[RelationMention | None]:
    """Ana has a brother called Theo; we got a dog, Bruno."""
    for at, token in enumerate(sentence.tokens):
        if token.word not in HAS or token.named is not None:
            continue
        begin = at + 1
        while sentence.word(begin) in {"got", "also", "just", "only", "now"}:
            begin += 1
        found = sentence.role_from(begin + 1) if sentence.word(begin) in _COUNTED else None
        owner = subject_before(sentence, at)
        if found is None or owner is None:
            continue
        roles, first, end = found
        held = Held(owner, roles, (), sentence.words(first, end), at, end)
        names = end + (sentence.word(end) in {",", ":", "-", "—", "("})
        is_called = sentence.word(names) in CALLED
        place = Place.CALLED if is_called else Place.CLOSE
        for name in names_from(sentence, held, names + is_called, place):
            yield by_role(name, roles, owner, held.words, at)


def _roles_of(sentence: Sentence) -> Iterator[RelationMention | None]:
    """Theo is the son of Nina; a friend of mine, Theo; Theo, a colleague of Nina."""
    for at in range(len(sentence.tokens)):
        found = sentence.phrases.role_at(sentence.tokens, at)
        if found is None or sentence.word(found[1]) != "of":
            continue
        roles, end = found
        owner = _owner_of(sentence, end + 1)
        article = next((i for i in range(at - 1, at - 4, -1) if sentence.word(i) in _ARTICLES), None)
        name = _holder(sentence, article, end + 2) if article is not None else None
        if owner is not None and name is not None and name.type in CAN_BE:
            yield by_role(name, roles, owner, sentence.words(at, end), at)


def _owner_of(sentence: Sentence, at: int) -> EntityDraft | None:
    if sentence.word(at) == "mine":
        return sentence.voice.speaker
    named = sentence.named(at)
    return named if named is not None and named.type in {EntityType.PERSON, EntityType.THING} else None


def _holder(sentence: Sentence, article: int, end: int) -> EntityDraft | None:
    """Who is the friend of somebody: named before the article, or behind whose friend it is."""
    end += sentence.word(end) == "'s"
    before, after = sentence.word(article - 1), sentence.word(end)
    if before in {"is", "'s"}:
        return sentence.party(article - 2) if sentence.word(article - 3) not in LEADS_ELSEWHERE else None
    if before == "," and after in {",", ".", "", "!"}:
        return sentence.named(article - 2)
    if after == ",":
        return sentence.named(end + 1) if sentence.word(end + 2) in {",", ".", "", "!"} else None
    return sentence.named(end + (after in CALLED))


def _kin_named(sentence: Sentence) -> Iterator[RelationMention | None]:
    """Mum's name is Greet: whose mum it is needs no word."""
    speaker = sentence.voice.speaker
    for at in range(min(2, len(sentence.tokens))):
        bare = replace(sentence.tokens[at], word=sentence.word(at).removesuffix("s"))
        role = sentence.phrases.role_at([bare], 0)
        is_own = role is not None and role[0][0].relation in _OWN_KIN and not role[0][0].is_object
        end = at + 1 + (sentence.word(at + 1) == "'s")
        is_told = sentence.word(end) == "name" and sentence.word(end + 1) in IS
        if role is None or speaker is None or not (is_own and is_told):
            continue
        name = name_at(sentence, end + 2, Place.CALLED)
        if name is not None and sentence.word(at - 1) in {"", "and", "but", "so"}:
            yield by_role(name, role[0], speaker, (bare.word,), at)


def _roles_served(sentence: Sentence) -> Iterator[RelationMention | None]:
    """The vet is Dr Okonjo; GP is Dr Haddad; physio (Marloes) says: whoever speaks of them so is served by them."""
    speaker = sentence.voice.speaker
    for at in range(len(sentence.tokens)):
        found = sentence.phrases.role_at(sentence.tokens, at)
        if found is None or found[0][0].relation not in _SERVING or not _is_plainly_told(sentence, at):
            continue
        roles, end = found
        name = sentence.named(end + 1) if sentence.word(end) in {"is", "'s"} else None
        if sentence.word(end) == "(" and sentence.word(end + 2) == ")":
            name = sentence.named(end + 1) or _small_in_brackets(sentence, end + 1)
        if name is not None and speaker is not None and name.type in CAN_BE:
            yield by_role(name, roles, speaker, sentence.words(at, end), at)


def _small_in_brackets(sentence: Sentence, at: int) -> EntityDraft | None:
    bare = replace(sentence, tokens=sentence.tokens[: at + 1])
    return None if sentence.has_capitals else name_at(bare, at, Place.CALLED)


def _is_plainly_told(sentence: Sentence, at: int) -> bool:
    """Whether a role begins its clause, with "the" or bare."""
    at -= sentence.word(at - 1) == "the"
    return at <= 0 or sentence.word(at - 1) in {",", ".", ";", "and", "!"}
