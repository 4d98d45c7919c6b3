"""Is this name somebody we know?"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process

from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import ENTITY_PREFIX, EntityId, Owner
from quaidpy.domain.language.text import without_accents
from quaidpy.domain.memories.drafts import USER, EntityDraft
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.ports.machine import IdSource
from quaidpy.ports.storage import MemoryStore
from quaidpy.regex import regex
from quaidpy.remember.people.alias_detection import cuts_short
from quaidpy.remember.people.full_names import is_part_of
from quaidpy.remember.people.known_names import ALIKE_LETTERS, KnownNames
from quaidpy.shipped.names import is_everyday_word

_VAGUE = EntityType.THING


class EntityResolver:
    """Resolves names of one owner: alias, then fuzzy within type, else a new entity. Remembers what it changed.

    Never across owners. "Ana" is not "Anna": short names must match exactly.
    """

    def __init__(self, store: MemoryStore, owner: Owner, ids: IdSource, tuning: ResolutionTuning) -> None:
        self._owner, self._ids, self._tuning = owner, ids, tuning
        self._names = KnownNames(store, owner)
        self._changed: dict[EntityId, Entity] = {}

    def prepare(self, drafts: Iterable[EntityDraft]) -> None:
        """Read at once what resolving these will ask for; else each is read when it is resolved."""
        wanted = list(dict.fromkeys(drafts))
        self._names.read(name for draft in wanted for name in _asked_for(draft))
        unknown = (d for d in wanted if not any(self._names.called(name) for name in (d.name, *d.aliases)))
        self._names.read_beginning(start for draft in unknown for start in self._beginnings(draft))

    def resolve(self, draft: EntityDraft) -> Entity:
        self._names.read(_asked_for(draft))
        entity = self._found(draft) or self._new(draft)
        names = [draft.name, *draft.aliases, without_accents(draft.name)]
        named = _with_type(_with_names(entity, names), draft.type)
        if named != entity:
            self._put(named)
        return named

    def names_of(self, entities: Iterable[EntityId]) -> dict[EntityId, str]:
        """Main names, also of entities that are not stored yet; ids that do not exist are left out."""
        return self._names.main_names(entities)

    def take_changed(self) -> list[Entity]:
        """New and altered entities since the last call, in order of birth."""
        changed = sorted(self._changed.values(), key=lambda entity: entity.id)
        self._changed.clear()
        return changed

    def _put(self, entity: Entity) -> None:
        self._names.put(entity)
        self._changed[entity.id] = entity

    def _new(self, draft: EntityDraft) -> Entity:
        entity = Entity(
            id=EntityId(self._ids.new(ENTITY_PREFIX)), owner=self._owner, type=draft.type, name=draft.name
        )
        self._put(entity)
        return entity

    def _found(self, draft: EntityDraft) -> Entity | None:
        telling = (alias for alias in draft.aliases if not is_part_of(draft.name, alias))
        for name in (draft.name, *telling, *_other_spellings(draft)):
            if best := _best_called(name, self._names.called(name), draft):
                return best
        return self._similar(draft)

    def _similar(self, draft: EntityDraft) -> Entity | None:
        self._names.read_beginning(self._beginnings(draft))
        if not draft.is_lone and _may_be_somebody(draft):
            namesake = self._only_namesake(draft.name) or self._only_one_in_short(draft)
            if namesake is not None:
                return namesake
        if len(draft.name) < self._tuning.fuzzy_name_length:
            return None
        folded = draft.name.casefold()
        near = process.extract(
            folded,
            self._names.alike(folded, draft.type),
            scorer=fuzz.ratio,
            score_cutoff=100 * self._tuning.fuzzy_name_similarity,
            limit=None,
        )
        near = [each for each in near if _NUMBER.findall(each[0]) == _NUMBER.findall(folded)]
        best = [name for name, score, _ in near if score == near[0][1]]
        return self._names.last_alike(best, draft.type) if best else None

    def _beginnings(self, draft: EntityDraft) -> list[str]:
        """What a name that is not known as it stands may still be known by."""
        starts = []
        if len(draft.name) >= self._tuning.fuzzy_name_length or _may_be_in_short(draft):
            starts.append(draft.name[:ALIKE_LETTERS])
        if _may_be_somebody(draft) and " " not in draft.name:
            starts.append(f"{draft.name} ")
        return starts

    def _only_namesake(self, name: str) -> Entity | None:
        """The one person whom a first name, or a full name after a first name, can mean.

        A full name only somebody known by the first name alone; else every John after the first one would be the
        same man.
        """
        first, *others = _spaced(name).casefold().split()
        if not others:
            return self._names.only_person_beginning(first)
        known = [
            entity
            for entity in self._names.called(first)
            if entity.type is EntityType.PERSON and all(len(known.split()) == 1 for known in _names(entity))
        ]
        return known[0] if len(known) == 1 else None

    def _only_one_in_short(self, draft: EntityDraft) -> Entity | None:
        """The one person whose given name this cuts short, or of whom only this name cut short was known."""
        if not _may_be_in_short(draft):
            return None
        name = draft.name.casefold()
        known = self._names.alike(name, EntityType.PERSON)
        fitting = [
            one
            for one in known
            if cuts_short(name, one.split()[0]) or (" " not in one and cuts_short(one, name))
        ]
        return self._names.only_alike(fitting, EntityType.PERSON)


_NUMBER = regex(r"\b(?:[ivx]{1,5}|\d{1,12})\b")
"""Kings, seasons and files of one name are told apart by it: Louis XIV is not Louis XV."""


def _may_be_somebody(draft: EntityDraft) -> bool:
    """Whether a name is a person's, or could be the first name of one: "Mele", of whom nothing else is told."""
    is_word = is_everyday_word(draft.name.casefold()) or not draft.name.isalpha() or draft.name.isupper()
    return draft.type is EntityType.PERSON or (draft.type is _VAGUE and not is_word)


def _may_be_in_short(draft: EntityDraft) -> bool:
    """Whether a name is one word for a person, that another word may cut short."""
    return draft.type is EntityType.PERSON and draft.name.isalpha() and len(draft.name) >= ALIKE_LETTERS


def _asked_for(draft: EntityDraft) -> list[str]:
    """Its names, and of a person's full name the first name."""
    names = [draft.name, *draft.aliases, *_other_spellings(draft)]
    spaced = _spaced(draft.name)
    return [*names, spaced.split()[0]] if draft.type is EntityType.PERSON and " " in spaced else names


def _other_spellings(draft: EntityDraft) -> list[str]:
    """The form with its spaces, closed up as a chat's handle writes it, or without accents: JunHao, Jun Hao, Pawel."""
    if draft.type not in {EntityType.PERSON, _VAGUE}:
        return []
    spaced = _spaced(draft.name)
    others = (spaced, spaced.replace(" ", ""), without_accents(draft.name))
    return [other for other in dict.fromkeys(others) if other != draft.name]


def _spaced(name: str) -> str:
    return _JOINED.sub(" ", name) if " " not in name else name


_JOINED = regex(r"(?<!\bMc)(?<!\bMac)(?<=[^\W\d_A-Z])(?=[A-Z][^\W\d_A-Z])")


def _names(entity: Entity) -> set[str]:
    return {name.casefold() for name in (entity.name, *entity.aliases)}


def _best_called(name: str, entities: Iterable[Entity], draft: EntityDraft) -> Entity | None:
    """Same type first, then whose main name it is; a vague type on either side is no obstacle.

    A known pet is spoken of like a person. A lone name is nobody's whose name it only cuts short.
    """
    wanted, folded = draft.type, name.casefold()
    ranked = sorted(entities, key=lambda each: (each.type != wanted, each.name.casefold() != folded, each.id))
    for entity in ranked:
        is_pet = wanted is EntityType.PERSON and entity.type is EntityType.ANIMAL
        is_other = draft.is_lone and cuts_short(folded, entity.name.casefold().split()[0])
        if not is_other and (entity.type == wanted or is_pet or _VAGUE in {entity.type, wanted}):
            return entity
    return None


def _with_type(entity: Entity, told: EntityType) -> Entity:
    """Of the type that was told, where nothing had told one before."""
    return replace(entity, type=told) if entity.type is _VAGUE and told is not _VAGUE else entity


def _with_names(entity: Entity, names: Sequence[str]) -> Entity:
    """With all these names; who was only "the user", "Ana's mum" or "Rach" is called by the name that came."""
    is_description = entity.name == USER or (entity.name in names[1:] and "'s " in entity.name)
    is_in_short = " " not in entity.name and cuts_short(entity.name.casefold(), names[0].casefold())
    if (is_description or is_in_short) and names[0] != USER and "'s " not in names[0]:
        others = (name for name in entity.aliases if name.casefold() != names[0].casefold())
        entity = replace(entity, name=names[0], aliases=(entity.name, *others))
    known = _names(entity)
    fresh: dict[str, str] = {}
    for name in names:
        if name.casefold() not in known:
            fresh.setdefault(name.casefold(), name)
    return replace(entity, aliases=(*entity.aliases, *fresh.values())) if fresh else entity
