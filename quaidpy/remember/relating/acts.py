"""Who lives, works, buys, joins or leaves what, as verbs tell it?"""

from collections.abc import Iterator, Sequence

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import Change, RelationWording
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.relating.certainty import Reading, Time, read_verb
from quaidpy.remember.relating.objects import Frame, ends_clause, fits, objects_from, typed
from quaidpy.remember.relating.parties import Sentence
from quaidpy.remember.relating.phrases import ANYTHING, Form, Verb
from quaidpy.remember.relating.relation_mentions import RelationMention
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.verbs import is_verb_like, past_of, third_person

_PARTIES = frozenset(
    {EntityType.PERSON, EntityType.THING, EntityType.ANIMAL, EntityType.ORGANIZATION, EntityType.PROJECT}
)
_JOINS = frozenset({"and", "but", "then", ",", "&", "+"})
_NO_SUBJECT_BEFORE = frozenset(
    {"of", "with", "for", "from", "to", "in", "at", "than", "like", "by", "on", "about", "near", "'s"}
)


def relations_of_verbs(
    sentence: Sentence, relations: RelationMap, *, speaks: bool
) -> Iterator[tuple[RelationMention, Time]]:
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
) -> Iterator[tuple[RelationMention, Time, Verb, list[EntityDraft]]]:
    """What the verb there tells: of each object the first relation that it fits."""
    taken: set[str] = set()
    for verb in sentence.verbs_at(at):
        reading = read_verb(sentence.tokens, verb, sentence.phrases.general)
        if reading is None or verb.act.words[-1] in {"someone", "somebody"}:
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
) -> Iterator[RelationMention]:
    act = verb.act
    told = sentence.phrases.told.get(act.relation, RelationWording())
    relation, change = _as_told(act.relation, reading, told)
    if relation is None:
        return
    shown = (
        _shown(act.words, reading) if ANYTHING not in act.words else f"now {act.relation.replace('_', ' ')}"
    )
    if act.is_mutual:
        if len(subjects) == 2 and ends_clause(sentence, verb.end):
            yield RelationMention(
                subjects[0], relation, subjects[1], change, shown, verb.start, is_mutual=True
            )
        return
    for subject in subjects:
        if not fits(subject, relation, relations, as_object=False):
            continue
        who = typed(subject, relation, relations, as_object=False)
        for target in objects_from(Frame(sentence, who, relation, relations, told), verb.end):
            if target.name.casefold() != who.name.casefold():
                words = f"{shown} {_in_words(sentence, verb, who, target, told)}"
                yield RelationMention(who, relation, target, change, words, verb.start)


def _as_told(relation: str, reading: Reading, told: RelationWording) -> tuple[str | None, Change]:
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


def _in_words(
    sentence: Sentence, verb: Verb, subject: EntityDraft, target: EntityDraft, told: RelationWording
) -> str:
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
