"""Who lives, works, buys, joins or leaves what, as verbs tell it?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.drafts import EntityDraft
from quaidpy.domain.entities import EntityType
from quaidpy.domain.relation_words import Change, Phrase, Told
from quaidpy.domain.relations import RelationMap
from quaidpy.remember.gazetteer import CALENDAR_WORDS
from quaidpy.remember.name_evidence import is_possible
from quaidpy.remember.relating.certainty import Reading, Time, read_verb
from quaidpy.remember.relating.parties import Sentence
from quaidpy.remember.relating.phrases import ANYTHING, PREPOSITIONS, Form, Verb
from quaidpy.remember.relating.roles import Related
from quaidpy.remember.rewriting import possessive
from quaidpy.remember.verbs import ADVERBS, is_verb_like, past_of, third_person

_THING = EntityType.THING
_PARTIES = frozenset(
    {EntityType.PERSON, EntityType.THING, EntityType.ANIMAL, EntityType.ORGANIZATION, EntityType.PROJECT}
)
_DETERMINERS = frozenset(
    "the a an this that my our his her their its your another new own old second".split()  # noqa: SIM905 - a word list reads as one
)
_JOINS = frozenset({"and", "but", "then", ",", "&", "+"})
_MOST_WORDS_OF_KIND = 4  # "my little old blue van"
_NO_SUBJECT_BEFORE = frozenset(
    {"of", "with", "for", "from", "to", "in", "at", "than", "like", "by", "on", "about", "near", "'s"}
)


def acts_told(sentence: Sentence, relations: RelationMap, *, speaks: bool) -> Iterator[tuple[Related, Time]]:
    """Relations that verbs tell, in order; `speaks`: a sentence without a subject is the speaker's."""
    last: list[EntityDraft] = []
    past = -1
    for at in range(len(sentence.tokens)):
        if at < past or sentence.tokens[at].named is not None:
            continue
        found = list(_told_at(sentence, at, relations, last, speaks=speaks))
        for one, time, verb, subjects in found:
            last, past = subjects, verb.start + 1
            yield one, time
        if not found:
            last = _named_subject(sentence, at) or last


def _told_at(
    sentence: Sentence, at: int, relations: RelationMap, last: list[EntityDraft], *, speaks: bool
) -> Iterator[tuple[Related, Time, Verb, list[EntityDraft]]]:
    """What the verb there tells: of each object the first relation that it fits."""
    taken: set[str] = set()
    for verb in sentence.phrases.verbs_at(sentence.tokens, at):
        reading = read_verb(sentence.tokens, verb, sentence.phrases.general)
        if reading is None:
            continue
        subjects = _subjects(sentence, reading, verb, last, speaks=speaks)
        found = [
            one for one in _told(sentence, verb, reading, subjects, relations) if one.object.name not in taken
        ]
        taken.update(one.object.name for one in found)
        yield from ((one, reading.time, verb, subjects) for one in found)


def _named_subject(sentence: Sentence, at: int) -> list[EntityDraft]:
    """Who does what any other verb says; later verbs may share them."""
    if not is_verb_like(sentence.word(at)) or at == 0:
        return []
    who = sentence.party(at - 1)
    return [who] if who is not None and sentence.word(at - 2) not in _NO_SUBJECT_BEFORE else []


def _told(
    sentence: Sentence, verb: Verb, reading: Reading, subjects: list[EntityDraft], relations: RelationMap
) -> Iterator[Related]:
    act = verb.act
    told = sentence.phrases.told.get(act.relation, Told())
    relation, change = _as_told(act.relation, reading, told)
    if relation is None:
        return
    shown = (
        _shown(act.words, reading) if ANYTHING not in act.words else f"now {act.relation.replace('_', ' ')}"
    )
    if act.is_mutual:
        if len(subjects) == 2 and _ends_clause(sentence, verb.end):  # noqa: PLR2004 - two people
            yield Related(subjects[0], relation, subjects[1], change, shown, verb.start, is_mutual=True)
        return
    for subject in subjects:
        for target in _objects(sentence, verb.end, subject, relation, relations, told):
            if target.name.casefold() != subject.name.casefold() and _fits(subject, relation, relations, 0):
                words = f"{shown} {_in_words(sentence, verb, subject, target, told)}"
                yield Related(subject, relation, target, change, words, verb.start)


def _as_told(relation: str, reading: Reading, told: Told) -> tuple[str | None, Change]:
    """What the relation is called when it is over, or only planned."""
    if reading.change is Change.HOLDS and reading.time is Time.PAST:
        return told.former, Change.HOLDS
    if reading.change is Change.HOLDS and reading.time is Time.AHEAD:
        return None, Change.HOLDS
    if reading.change is Change.BEGINS and reading.time is Time.AHEAD and told.plans:
        return told.plans, Change.HOLDS
    return relation, reading.change


def _shown(words: Sequence[str], reading: Reading) -> str:
    head, rest = words[0], " ".join(words[1:])
    if reading.change is Change.HOLDS and reading.time is not Time.PAST:
        shown = "is" if head == "be" else third_person(head)
    elif reading.time is Time.AHEAD:
        shown = f"will {head}"
    elif reading.time is Time.NOW:
        shown = f"no longer {'is' if head == 'be' else third_person(head)}"
    else:
        shown = "was" if head == "be" else past_of(head)
    return f"{shown} {rest}".strip()


def _in_words(sentence: Sentence, verb: Verb, subject: EntityDraft, target: EntityDraft, told: Told) -> str:
    """The object as a sentence has it: with its article, without repeating whose it is."""
    if told.groups:
        owner = sentence.owner(verb.end)
        return f"{possessive(target.name)} {sentence.word(owner[1])}" if owner else target.name
    first, own = sentence.word(verb.end), f"{possessive(subject.name)} "
    if target.name.startswith(own):
        return f"{first if first in {'a', 'an'} else 'the'} {target.name.removeprefix(own)}"
    is_named = sentence.named(verb.end + 1) is not None
    return f"{first} {target.name}" if first in {"a", "an", "the"} and is_named else target.name


def _subjects(
    sentence: Sentence, reading: Reading, verb: Verb, last: list[EntityDraft], *, speaks: bool
) -> list[EntityDraft]:
    at = reading.subject
    word = sentence.word(at)
    if word == "who":
        at -= 2 if sentence.word(at - 1) == "," else 1
    elif word == "," and sentence.named(at - 1) is not None and sentence.word(at - 2) == ",":
        at -= 1  # "my boss, Petra, is leaving"
    elif word in {",", ")"} and (before := _over_aside(sentence, at)) is not None:
        at = before
    who = sentence.party(at)
    if who is not None:
        return _joined(sentence, at, who)
    if word in _JOINS and (last or at > 0):
        return last
    if word in _JOINS:
        at -= 1
    is_told_small = Form.BASE not in verb.forms or Form.PAST in verb.forms
    if (
        at < 0
        and speaks
        and is_told_small
        and sentence.voice.speaker
        and verb.forms & {Form.PAST, Form.DOING}
    ):
        return [sentence.voice.speaker]
    return []


def _joined(sentence: Sentence, at: int, who: EntityDraft) -> list[EntityDraft]:
    if who.type not in _PARTIES:
        return []
    before = sentence.word(at - 1)
    if before in {"and", "&", "+"}:
        other = sentence.party(at - 2)
        if other is not None and other.type in _PARTIES:
            return [other, who] if sentence.word(at - 3) not in _NO_SUBJECT_BEFORE else []
        return [who] if sentence.word(at) in {"i", "he", "she", "we", "they"} or at - 2 > 0 else []
    return [] if before in _NO_SUBJECT_BEFORE else [who]


def _over_aside(sentence: Sentence, at: int) -> int | None:
    """Of "Nina, my sister, lives …" the place of Nina."""
    opening = {",": ",", ")": "("}[sentence.word(at)]
    for back in range(at - 1, max(-1, at - 7), -1):
        if sentence.word(back) == opening:
            return back - 1 if sentence.named(back - 1) is not None else None
    return None


def _objects(
    sentence: Sentence, at: int, subject: EntityDraft, relation: str, relations: RelationMap, told: Told
) -> Iterator[EntityDraft]:
    found = _object(sentence, at, subject, relation, relations, told)
    while found is not None:
        target, at = found
        yield target
        if sentence.word(at) not in {"and", "&"}:
            return
        found = _object(sentence, at + 1, subject, relation, relations, told)
        if found is not None and is_verb_like(sentence.word(found[1])):
            return  # "… and Ben moved": another's


def _object(
    sentence: Sentence, at: int, subject: EntityDraft, relation: str, relations: RelationMap, told: Told
) -> tuple[EntityDraft, int] | None:
    if told.groups:
        return _group_of(sentence, at, told)
    begin = at
    while sentence.word(at) in _DETERMINERS and sentence.named(at) is None:
        at += 1
    at = _over_class(sentence, at)
    if sentence.word(at - 1) in _CALLED and (small := _called_small(sentence, at)) is not None:
        return (
            (_typed(small[0], relation, relations, 1), small[1])
            if _fits(small[0], relation, relations, 1)
            else None
        )
    if sentence.word(at) in told.names:
        return EntityDraft(name=_shown_name(sentence, at), type=_THING), at + 1
    if told.has_only_names:
        return None
    if (named := sentence.named(at)) is not None:
        if (
            relation == "member_of"
            and sentence.words(at + 1, at + 2) in told.kinds
            and not _goes_on(sentence, at + 2)
        ):
            name = f"{named.name} {sentence.word(at + 1)}"
            return EntityDraft(name=name, type=EntityType.ORGANIZATION), at + 2
        is_bare = sentence.word(at - 1) not in PREPOSITIONS
        if is_bare and named.type is _THING and _wanted(relation, relations, 1)[:1] == (EntityType.PLACE,):
            return None  # "left Brandt" is no town
        is_owner = sentence.word(at + 1) in {"'s", "'"} or _goes_on(sentence, at + 1)
        return (
            None
            if is_owner or not _fits(named, relation, relations, 1)
            else (_typed(named, relation, relations, 1), at + 1)
        )
    if sentence.word(at) in {"it", "them"} and (words := _meant_kind(sentence, at, told)) is not None:
        return EntityDraft(name=f"{possessive(subject.name)} {words}", type=_THING), at + 1
    if (kind := _kind(sentence, at, told.kinds, is_whole=relation == "member_of")) is not None:
        return _of_kind(sentence, kind, subject, relation)
    if (concept := _concept(sentence, at, told)) is not None:
        words, end = concept
        return EntityDraft(name=words, type=EntityType.CONCEPT), end
    if begin == at and (small := _small(sentence, at, relation, relations, told)):
        return small
    return None


def _shown_name(sentence: Sentence, at: int) -> str:
    named = sentence.named(at)
    return named.name if named is not None else sentence.word(at).title()


def _group_of(sentence: Sentence, at: int, told: Told) -> tuple[EntityDraft, int] | None:
    """Whose team it is."""
    owner = sentence.owner(at) if at < len(sentence.tokens) else None
    if owner is None or sentence.word(owner[1]) not in told.groups or _goes_on(sentence, owner[1] + 1):
        return None
    return owner[0], owner[1] + 1


def _goes_on(sentence: Sentence, at: int) -> bool:
    """Whether a name only tells what kind of thing is meant: "the Lisbon office", "a Ford dealer"."""
    word = sentence.word(at)
    if not word or not word.isalpha() or sentence.named(at) is not None:
        return False
    is_end = (
        word in PREPOSITIONS
        or word in CALENDAR_WORDS
        or word in ADVERBS
        or word in _AFTER
        or is_verb_like(word)
    )
    return not is_end and not word.endswith("ly")


_AFTER = frozenset(
    "and but or because so that which who when while where since until till as if than i we he she they it you my our his her their the a an "  # noqa: SIM905 - a word list reads as one
    "this next last now today tomorrow yesterday again instead too though tonight before after together there here not no please btw lol "
    "alone end mid early late full-time part-time every each every twice once during through via per plus then later ago all both".split()
)


def _over_class(sentence: Sentence, at: int) -> int:
    """Of "a company called Techflow", "a cat cafe named Miso" the place of the name."""
    for ahead in range(at, at + 5):
        if sentence.word(ahead) in _CALLED:
            return ahead + 1
        if sentence.named(ahead) is not None or not sentence.word(ahead).isalpha():
            return at
    return at


def _called_small(sentence: Sentence, at: int) -> tuple[EntityDraft, int] | None:
    """The name behind "called" in chat that writes no capitals, to where the clause goes on."""
    end = at
    while end < at + _MOST_WORDS_OF_NAME and (sentence.word(end).isalpha() or sentence.word(end) == "&"):
        if (
            sentence.word(end) in PREPOSITIONS
            or sentence.word(end) in _AFTER - {"and"}
            or sentence.named(end)
        ):
            break
        end += 1
    words = sentence.words(at, end)
    if not words or sentence.has_capitals or sentence.named(end) is not None:
        return None
    return EntityDraft(name=" ".join(words).title(), type=EntityType.ORGANIZATION), end


_CALLED = frozenset({"called", "named"})
_MOST_WORDS_OF_NAME = 4


def _kind(sentence: Sentence, at: int, kinds: frozenset[Phrase], *, is_whole: bool) -> tuple[str, int] | None:
    """A thing that is had: "blue cargo bike" is a cargo bike; `is_whole`: with the words before it, "travel club"."""
    if not kinds or sentence.word(at - 1) not in _DETERMINERS:
        return None
    for begin in range(at, at + _MOST_WORDS_OF_KIND):
        if not sentence.word(begin).replace("-", "").isalnum():
            return None
        for size in (2, 1):
            words, end = sentence.words(begin, begin + size), begin + size
            if words in kinds and not _goes_on(sentence, end) and sentence.word(end) != "'s":
                return " ".join(sentence.words(at, end) if is_whole else words), end
    return None


def _meant_kind(sentence: Sentence, at: int, told: Told) -> str | None:
    """Of "I had a van. Sold it in May" what "it" is: the last such thing that was spoken of."""
    tokens = [*sentence.before, *sentence.tokens[:at]]
    for end in range(len(tokens), 0, -1):
        for size in (2, 1):
            words = tuple(token.word for token in tokens[max(0, end - size) : end])
            if words in told.kinds:
                return " ".join(words)
    return None


def _of_kind(
    sentence: Sentence, kind: tuple[str, int], subject: EntityDraft, relation: str
) -> tuple[EntityDraft, int] | None:
    """What is had is "Ana's van"; what one takes part in is told by where it is, or not at all."""
    words, end = kind
    if relation != "participated_in":
        made = EntityType.ORGANIZATION if relation == "member_of" else _THING
        return EntityDraft(name=f"{possessive(subject.name)} {words}", type=made), end
    named, small = sentence.named(end + 1), sentence.word(end + 1)
    is_small = small.isalpha() and not sentence.has_capitals and not _goes_on(sentence, end + 2)
    if sentence.word(end) != "in" or (named is None and not is_small):
        return None
    place = named.name if named is not None else small.title()
    return EntityDraft(name=f"{words} in {place}", type=EntityType.EVENT), end + 2


def _concept(sentence: Sentence, at: int, told: Told) -> tuple[str, int] | None:
    """What is no name and yet stands for itself: an instrument, what one is allergic to."""
    for size in (2, 1):
        words, end = sentence.words(at, at + size), at + size
        is_any = ("*",) in told.concepts and all(word.isalpha() and not _ends_noun(word) for word in words)
        if (words in told.concepts or is_any) and len(words) == size and not _goes_on(sentence, end):
            return " ".join(words), end
    return None


def _ends_noun(word: str) -> bool:
    return word in PREPOSITIONS or word in _AFTER or word in ADVERBS or word in _DETERMINERS


def _small(
    sentence: Sentence, at: int, relation: str, relations: RelationMap, told: Told
) -> tuple[EntityDraft, int] | None:
    """A place or a firm that chat writes small: "lives in ghent"."""
    word = sentence.word(at)
    if (
        not told.no_names
        or not word.isalpha()
        or len(word) < 3
        or word in told.no_names
        or sentence.has_capitals
    ):
        return None
    is_prepared = sentence.word(at - 1) in {"in", "at", "to", "for", "from", "near"}
    wanted = _wanted(relation, relations, 1)
    kind = wanted[0] if wanted else None
    if not is_prepared or kind not in {EntityType.PLACE, EntityType.ORGANIZATION}:
        return None
    if (
        not is_possible(word)
        or is_verb_like(word)
        or word.endswith(("ing", "ly"))
        or _goes_on(sentence, at + 1)
    ):
        return None
    return EntityDraft(name=word.title(), type=kind), at + 1


def _ends_clause(sentence: Sentence, at: int) -> bool:
    word = sentence.word(at)
    return (
        word in {"", "!"} or not word.isalpha() or word in PREPOSITIONS or word in _AFTER or word in ADVERBS
    )


def _fits(entity: EntityDraft, relation: str, relations: RelationMap, end: int) -> bool:
    wanted = _wanted(relation, relations, end)
    return not wanted or entity.type in wanted or entity.type is _THING


def _typed(entity: EntityDraft, relation: str, relations: RelationMap, end: int) -> EntityDraft:
    wanted = _wanted(relation, relations, end)
    return replace(entity, type=wanted[0]) if wanted and entity.type is _THING else entity


def _wanted(relation: str, relations: RelationMap, end: int) -> tuple[EntityType, ...]:
    """The types that fit the subject (0) or the object (1) of a phrasing."""
    known = relations.relation(relation)
    if known is None:
        return ()
    is_flipped = relations.canonical_edge(relation, "a", "b").source == "b" and not known.is_symmetric
    return known.objects if (end == 1) != is_flipped else known.subjects
