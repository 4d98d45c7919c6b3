"""What are these statements all about, and what is that called? By the names and words that they share."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.identity import EntityId, MemoryId
from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.text import normalized, stem, words
from quaidpy.domain.language.word_forms import CALENDAR, EMPTY, NEGATIONS, ORDERING, ROLES
from quaidpy.domain.memories.themes import without_speaker
from quaidpy.regex import regex
from quaidpy.remember.words.verbs import is_verb_like

_TIMES = frozenset(
    """
    second minute hour day night morning afternoon evening week weekend month quarter season year time seconds minutes
    mins hours days nights mornings afternoons evenings weeks weekends months years times today tonight
    tomorrow yesterday
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Units and parts of time: what happens in one week is not about one thing."""
_SAYING_NOTHING = _TIMES | EMPTY | NEGATIONS | ORDERING | CALENDAR | ROLES
_MOST_WORDS = 3  # of a name
_WORD = regex(r"\w+")
_SHORTEST = 3  # letters of a word that names something


@dataclass(frozen=True, slots=True)
class Told:
    """A statement as far as its subject goes: the telling words in order, by stem, and whom it names.

    `subjects`: those whom it names but who did not say it: what somebody says is not about them, only by them.
    """

    stems: Mapping[str, str]
    names: frozenset[EntityId]
    subjects: frozenset[EntityId]


@dataclass(frozen=True, slots=True)
class Known:
    """Of those mentioned, name and aliases; who said it; words that are written with a capital within sentences."""

    names: Mapping[EntityId, Collection[str]]
    speaker: str | None = None
    capitals: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """What a theme is called, and who of the group speaks of it."""

    name: str
    members: frozenset[MemoryId]


def told_by(text: str, known: Known) -> Told:
    """Only who is named in the words counts, not who is mentioned because they said them."""
    bare = without_speaker(text)
    folded = f" {' '.join(words(bare))} "
    called = frozenset(
        entity
        for entity, names in known.names.items()
        if any(f" {' '.join(words(name))} " in folded for name in names if words(name))
    )
    speaker = normalized(known.speaker or "")
    speaking = {each for each in called if speaker in {normalized(name) for name in known.names[each]}}
    own = {word for each in speaking for name in known.names[each] for word in words(name)} | set(
        words(speaker)
    )
    small = stop_words_of(bare) | _SAYING_NOTHING | own
    found: dict[str, str] = {}
    for place, spelt in enumerate(_WORD.findall(bare)):
        word = spelt.lower()
        if len(word) < _SHORTEST or not word.isalpha() or word in small or is_verb_like(word):
            continue
        is_plain = place == 0 and spelt.istitle() and word not in known.capitals
        found.setdefault(stem(word), word if is_plain else spelt)
    return Told(found, called, called - speaking)


def subject_of(
    group: Mapping[MemoryId, Told],
    names: Mapping[EntityId, str],
    common: Collection[str],
    *,
    share: float,
) -> Subject | None:
    """The name that the most of them share, with what most of those say of it; else the words; None when nothing is.

    `share` of the group must have it. `common`: stems and entities that so many memories have that they tell nothing.
    """
    needed = max(2.0, share * len(group))
    entities = Counter(name for told in group.values() for name in told.subjects if name not in common)
    stems = Counter(word for told in group.values() for word in told.stems if word not in common)
    best = min(entities, key=lambda name: (-entities[name], names[name]), default=None)
    if best is not None and entities[best] >= needed:
        having = frozenset(each for each, told in group.items() if best in told.subjects)
        spoken = {stem(word) for word in words(names[best])}
        beside = [word for word in _shared(stems, needed) if word not in spoken]
        return Subject(_called(names[best], beside[: _MOST_WORDS - 1], group), having)
    shared = _shared(stems, needed)[:_MOST_WORDS]
    if not shared:
        return None
    having = frozenset(each for each, told in group.items() if shared[0] in told.stems)
    return Subject(_called("", shared, group), having)


def are_of_different_people(told_of: Collection[Told]) -> bool:
    """Whether those that name somebody have nobody in common."""
    naming = [told.names for told in told_of if told.names]
    return bool(naming) and not frozenset.intersection(*naming)


def _shared(stems: Counter[str], needed: float) -> list[str]:
    return sorted((word for word, count in stems.items() if count >= needed), key=lambda w: (-stems[w], w))


def _called(name: str, stems: Sequence[str], group: Mapping[MemoryId, Told]) -> str:
    """The words as they are written most, in the order in which a statement has them."""
    orders = [list(told.stems) for _, told in sorted(group.items())]
    home = max(orders, key=lambda order: sum(word in order for word in stems), default=[])
    placed = sorted(stems, key=lambda word: home.index(word) if word in home else len(home))
    spelt = [_spelling(word, group) for word in placed]
    if not name:
        return " ".join(spelt)
    return f"{name}: {' '.join(spelt)}" if spelt else name


def _spelling(wanted: str, group: Mapping[MemoryId, Told]) -> str:
    found = Counter(told.stems[wanted] for told in group.values() if wanted in told.stems)
    return min(found, key=lambda word: (-found[word], len(word), normalized(word)))
