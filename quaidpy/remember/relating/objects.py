"""What stands in the object's place of a verb: a name, a thing that is had, something that needs no name?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import RelationWording
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.regex import regex
from quaidpy.remember.relating.parties import Sentence
from quaidpy.remember.relating.phrases import PREPOSITIONS
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS
from quaidpy.remember.words.name_evidence import is_possible
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.verbs import ADVERBS, BASE_VERBS, SAME_IN_PAST, is_verb_like

_THING = EntityType.THING
_PLACES_OR_ANYTHING = frozenset({EntityType.THING, EntityType.PLACE})
DETERMINERS = frozenset(
    "the a an this that my our his her their its your another new own old second".split()  # noqa: SIM905 - a word list reads as one
)
_CALLED = frozenset({"called", "named"})
_OWNERS = frozenset({"'s", "'"})
_MOST_WORDS_OF_KIND = 4  # "my little old blue van"
_MOST_WORDS_OF_NAME = 4
_LEAST_LETTERS = 3
_MODEL = regex(
    r"\A(?!v\d)(?=[^\W\d_]*\d)(?=\d*[^\W\d_])\w+\Z"
)  # "990v5": what it is a model of is not what one has


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb's relation, its subject, and the sentence where its object is looked for."""

    sentence: Sentence
    subject: EntityDraft
    relation: str
    relations: RelationMap
    told: RelationWording


@dataclass(frozen=True, slots=True)
class Found:
    """An object, and the token behind it."""

    entity: EntityDraft
    end: int


def objects_from(frame: Frame, at: int) -> Iterator[EntityDraft]:
    """The object that begins at a token, and those joined to it."""
    sentence = frame.sentence
    found = _object(frame, at)
    while found is not None:
        yield found.entity
        if sentence.word(found.end) not in {"and", "&"}:
            return
        found = _object(frame, found.end + 1)
        if found is not None and is_verb_like(sentence.word(found.end)):
            return  # "… and Ben moved": another's


def fits(entity: EntityDraft, relation: str, relations: RelationMap, *, as_object: bool) -> bool:
    """Whether the type fits that end of the phrasing; what has no type fits anywhere."""
    wanted = _wanted(relation, relations, as_object=as_object)
    return not wanted or entity.type in wanted or entity.type is _THING


def typed(entity: EntityDraft, relation: str, relations: RelationMap, *, as_object: bool) -> EntityDraft:
    """Of the type that the phrasing asks for first, where nothing told one."""
    wanted = _wanted(relation, relations, as_object=as_object)
    return replace(entity, type=wanted[0]) if wanted and entity.type is _THING else entity


def goes_on(sentence: Sentence, at: int) -> bool:
    """Whether a name or noun only tells what kind of thing is meant: "the Lisbon office", "a car insurance"."""
    word = sentence.word(at)
    if _MODEL.match(word):
        return True
    if not word.isalpha() or sentence.named(at) is not None:
        return False
    return not _ends_noun(word) and not _is_finite(word) and not word.endswith("ly")


def _is_finite(word: str) -> bool:
    """Whether it can be what one thing does or did: "the van broke", but "the van hire"."""
    return is_verb_like(word) and (word not in BASE_VERBS or word in SAME_IN_PAST)


def ends_clause(sentence: Sentence, at: int) -> bool:
    """Whether nothing that the verb needs follows."""
    word = sentence.word(at)
    return not word.isalpha() or _ends_noun(word)


def _ends_noun(word: str) -> bool:
    return word in PREPOSITIONS or word in _AFTER or word in ADVERBS or word in CALENDAR_WORDS


_AFTER = frozenset(
    """
    and but or because so that which who when while where since until till as if than i we he she they it you my our
    his her their the a an this these those next last now today tomorrow yesterday again instead too though tonight
    before after together there here not no please btw lol alone end mid early late full-time part-time every each
    twice once during through via per plus then later ago all both
    """.split()  # noqa: SIM905 - a word list reads as one
)


def _object(frame: Frame, at: int) -> Found | None:
    sentence = frame.sentence
    if frame.told.groups:
        return _group_of(frame, at)
    begin = at
    while sentence.word(at) in DETERMINERS and sentence.named(at) is None:
        at += 1
    at = _over_class(sentence, at)
    if frame.told.has_only_listed:
        return _tool(frame, at) or _kind(frame, at) or _concept(frame, at)
    found = (find(frame, at) for find in (_called_small, _tool, _named, _meant, _kind, _concept))
    first = next((one for one in found if one is not None), None)
    return first or (_small(frame, at) if begin == at else None)


def _over_class(sentence: Sentence, at: int) -> int:
    """Of "a company called Techflow", "a cat cafe named Miso" the place of the name."""
    for ahead in range(at, at + 5):
        if sentence.word(ahead) in _CALLED:
            return ahead + 1
        word = sentence.word(ahead)
        if sentence.named(ahead) is not None or not word.isalpha() or word in PREPOSITIONS:
            return at
    return at


def _group_of(frame: Frame, at: int) -> Found | None:
    """Whose team it is."""
    sentence = frame.sentence
    owner = sentence.owner(at) if at < len(sentence.tokens) else None
    if owner is None or sentence.word(owner[1]) not in frame.told.groups or goes_on(sentence, owner[1] + 1):
        return None
    return Found(owner[0], owner[1] + 1)


def _called_small(frame: Frame, at: int) -> Found | None:
    """The name behind "called" in chat that writes no capitals, to where the clause goes on."""
    sentence, end = frame.sentence, at
    if sentence.word(at - 1) not in _CALLED or sentence.has_capitals:
        return None
    while end < at + _MOST_WORDS_OF_NAME and _is_of_small_name(sentence, end):
        end += 1
    entity = EntityDraft(name=" ".join(sentence.words(at, end)).title(), type=EntityType.ORGANIZATION)
    is_fit = fits(entity, frame.relation, frame.relations, as_object=True)
    return Found(entity, end) if end > at and sentence.named(end) is None and is_fit else None


def _is_of_small_name(sentence: Sentence, at: int) -> bool:
    word = sentence.word(at)
    is_word = word == "&" or (word.isalpha() and (word == "and" or not _ends_noun(word)))
    return is_word and sentence.named(at) is None


def _tool(frame: Frame, at: int) -> Found | None:
    """What is known by name though it is written small."""
    named, word = frame.sentence.named(at), frame.sentence.word(at)
    if word not in frame.told.names:
        return None
    return Found(EntityDraft(name=named.name if named else word.title(), type=_THING), at + 1)


def _named(frame: Frame, at: int) -> Found | None:
    sentence, named = frame.sentence, frame.sentence.named(at)
    if named is None:
        return None
    if sentence.words(at + 1, at + 2) in frame.told.kinds and not goes_on(sentence, at + 2):
        name = f"{named.name} {sentence.word(at + 1)}"
        group = EntityDraft(name=name, type=EntityType.ORGANIZATION)
        return Found(group, at + 2) if _names_groups(frame) else None
    is_of_more = (
        sentence.word(at + 1) in _OWNERS or goes_on(sentence, at + 1) or sentence.word(at - 1) == "its"
    )
    is_where = _names_groups(frame) and sentence.word(at - 1) == "in" and named.type in _PLACES_OR_ANYTHING
    if is_of_more or is_where or _is_no_town(frame, named, at):
        return None  # "plays in Selje" is no group of that name; "since he left its Ana" means that it is Ana
    if not fits(named, frame.relation, frame.relations, as_object=True):
        return None
    return Found(typed(named, frame.relation, frame.relations, as_object=True), at + 1)


def _is_no_town(frame: Frame, named: EntityDraft, at: int) -> bool:
    """Whether a name that could be anything stands without "in" or "to": "left Brandt" is of a firm."""
    wanted = _wanted(frame.relation, frame.relations, as_object=True)
    is_bare = frame.sentence.word(at - 1) not in PREPOSITIONS
    return is_bare and named.type is _THING and wanted[:1] == (EntityType.PLACE,)


def _names_groups(frame: Frame) -> bool:
    """Whether the things of the relation are groups of people, which have names of their own."""
    return frame.relation == "member_of"


def _meant(frame: Frame, at: int) -> Found | None:
    """Of "I had a van. Sold it in May" what "it" is: the last such thing that was spoken of."""
    sentence = frame.sentence
    if sentence.word(at) not in {"it", "them"}:
        return None
    tokens = [*sentence.before, *sentence.tokens[:at]]
    for end in range(len(tokens), 0, -1):
        for size in (2, 1):
            words = tuple(token.word for token in tokens[max(0, end - size) : end])
            if words in frame.told.kinds:
                return Found(_of_subject(frame, " ".join(words)), at + 1)
    return None


def _kind(frame: Frame, at: int) -> Found | None:
    """A thing that is had: "blue cargo bike" is a cargo bike; of a group with the words before it, "travel club"."""
    sentence, kinds = frame.sentence, frame.told.kinds
    if not kinds or sentence.word(at - 1) not in DETERMINERS:
        return None
    for begin in range(at, at + _MOST_WORDS_OF_KIND):
        if not sentence.word(begin).replace("-", "").isalnum():
            return None
        for size in (2, 1):
            words, end = sentence.words(begin, begin + size), begin + size
            if words in kinds and not goes_on(sentence, end) and sentence.word(end) not in _OWNERS:
                return _of_kind(frame, sentence.words(at, end), words, end)
    return None


def _of_kind(frame: Frame, whole: tuple[str, ...], words: tuple[str, ...], end: int) -> Found | None:
    """What is had is "Ana's van"; what one takes part in is told by where it is, or not at all."""
    sentence = frame.sentence
    if frame.relation != "participated_in":
        entity = _of_subject(frame, " ".join(whole if _names_groups(frame) else words))
        return Found(entity, end)
    named, small = sentence.named(end + 1), sentence.word(end + 1)
    is_small = small.isalpha() and not sentence.has_capitals and not goes_on(sentence, end + 2)
    if sentence.word(end) != "in" or (named is None and not is_small):
        return None
    place = named.name if named is not None else small.title()
    return Found(EntityDraft(name=f"{' '.join(words)} in {place}", type=EntityType.EVENT), end + 2)


def _of_subject(frame: Frame, words: str) -> EntityDraft:
    kind = EntityType.ORGANIZATION if _names_groups(frame) else _THING
    return EntityDraft(name=f"{possessive(frame.subject.name)} {words}", type=kind)


def _concept(frame: Frame, at: int) -> Found | None:
    """What is no name and yet stands for itself: an instrument, what one is allergic to."""
    sentence, concepts = frame.sentence, frame.told.concepts
    if not concepts or sentence.named(at) is not None:
        return None
    for size in (2, 1):
        words, end = sentence.words(at, at + size), at + size
        is_any = ("*",) in concepts and all(word.isalpha() and not _ends_noun(word) for word in words)
        if (words in concepts or is_any) and len(words) == size and not goes_on(sentence, end):
            return Found(EntityDraft(name=" ".join(words), type=EntityType.CONCEPT), end)
    return None


def _small(frame: Frame, at: int) -> Found | None:
    """A place or a firm that chat writes small: "lives in ghent"."""
    sentence, word = frame.sentence, frame.sentence.word(at)
    if not frame.told.no_names or sentence.has_capitals or not _can_name(word, frame.told.no_names):
        return None
    kind = next(iter(_wanted(frame.relation, frame.relations, as_object=True)), None)
    is_prepared = sentence.word(at - 1) in {"in", "at", "to", "for", "from", "near"}
    if (
        not is_prepared
        or kind not in {EntityType.PLACE, EntityType.ORGANIZATION}
        or goes_on(sentence, at + 1)
    ):
        return None
    return Found(EntityDraft(name=word.title(), type=kind), at + 1)


def _can_name(word: str, no_names: frozenset[str]) -> bool:
    is_word = word.isalpha() and len(word) >= _LEAST_LETTERS and word not in no_names
    return is_word and is_possible(word) and not is_verb_like(word) and not word.endswith(("ing", "ly"))


def _wanted(relation: str, relations: RelationMap, *, as_object: bool) -> tuple[EntityType, ...]:
    """The types that fit that end of a phrasing."""
    known = relations.relation(relation)
    if known is None:
        return ()
    is_flipped = relations.canonical_edge(relation, "a", "b").source == "b" and not known.is_symmetric
    return known.objects if as_object != is_flipped else known.subjects
