"""One name for each, and never two people under one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.operations import Cause
from quaidpy.remember.people.entity_resolution import EntityResolver
from quaidpy.settings import load_settings
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock

OWNER = Owner("mira")
IDS = CountedIds()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteMemories]:
    clock = FakeClock()
    store = SqliteMemories(Database(tmp_path / "memory.sqlite", clock=clock), clock, CountedIds())
    yield store
    store.close()


def resolver(store: SqliteMemories, owner: Owner = OWNER) -> EntityResolver:
    return EntityResolver(store, owner, IDS, load_settings(environment={}).tuning.resolution)


def keep(store: SqliteMemories, names: EntityResolver, owner: Owner = OWNER) -> None:
    with store.writing(Cause(owner=owner, verb="extract", why="names")) as writing:
        for entity in names.take_changed():
            writing.put_entity(entity)


def person(name: str, *aliases: str) -> EntityDraft:
    return EntityDraft(name=name, type=EntityType.PERSON, aliases=aliases)


def ids_of(store: SqliteMemories, *drafts: EntityDraft, is_stored_between: bool) -> list[str]:
    names = resolver(store)
    found = []
    for draft in drafts:
        found.append(names.resolve(draft).id)
        if is_stored_between:
            keep(store, names)
            names = resolver(store)
    return found


@pytest.mark.parametrize("is_stored_between", [False, True])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (person("Caroline"), person("caroline")),
        (person("Paweł"), person("Pawel")),
        (person("Ines Løvås"), person("Inês Lovas")),
        (person("Caroline"), person("Caroline Smith")),
        (person("Caroline Smith"), person("Caroline")),
        (person("Caroline", "Caro"), person("Caro")),
        (person("Alexandrina Kowalski"), person("Alexandrina Kowalsky")),
        (person("ZoranPetric"), person("Zoran Petric")),
        (person("Zoran Petric"), person("ZoranPetric")),
        (person("Zoran"), person("ZoranPetric")),
        (person("Steph"), person("Stephanie")),
        (person("Stephanie Roe"), person("Steph")),
        (person("Zoran's mum"), person("Ljuba", "Zoran's mum")),
        (person("Ljuba", "Zoran's mum"), person("Zoran's mum")),
    ],
)
def test_the_same_person_by_another_name(
    store: SqliteMemories, one: EntityDraft, other: EntityDraft, is_stored_between: bool
) -> None:
    first, second = ids_of(store, one, other, is_stored_between=is_stored_between)
    assert first == second


@pytest.mark.parametrize("is_stored_between", [False, True])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (person("Ana"), person("Anna")),
        (person("John Smith"), person("John Wayne")),
        (person("Smith"), person("John Smith")),
        (person("Marta"), EntityDraft(name="Marta", type=EntityType.ANIMAL)),
        (person("McKenna"), person("Mc Tavish")),
        (person("Theo"), person("Theodora")),
        (person("Steph"), person("Stephen Roe")),
    ],
)
def test_two_that_only_sound_alike_stay_two(
    store: SqliteMemories, one: EntityDraft, other: EntityDraft, is_stored_between: bool
) -> None:
    first, second = ids_of(store, one, other, is_stored_between=is_stored_between)
    assert first != second


def test_whoever_was_only_a_mother_is_called_by_the_name_that_comes(store: SqliteMemories) -> None:
    names = resolver(store)
    names.resolve(person("Zoran's mum"))
    found = names.resolve(person("Ljuba", "Zoran's mum"))
    assert (found.name, found.aliases) == ("Ljuba", ("Zoran's mum",))


def test_who_was_only_called_in_short_is_called_by_the_name_that_comes(store: SqliteMemories) -> None:
    names = resolver(store)
    names.resolve(person("Steph"))
    found = names.resolve(person("Stephanie"))
    assert (found.name, found.aliases) == ("Stephanie", ("Steph",))


def test_who_stands_beside_somebody_whose_name_begins_like_theirs_is_another(store: SqliteMemories) -> None:
    names = resolver(store)
    stephanie, steph = (
        EntityDraft(name=name, type=EntityType.PERSON, is_lone=True) for name in ("Stephanie", "Steph")
    )
    assert names.resolve(stephanie).id != names.resolve(steph).id


@pytest.mark.parametrize("later", [person("Steph"), person("Stephanie")])
def test_two_who_were_taken_for_one_are_two_once_they_stand_side_by_side(
    store: SqliteMemories, later: EntityDraft
) -> None:
    names = resolver(store)
    both = names.resolve(person("Stephanie"))
    assert names.resolve(person("Steph")).id == both.id
    apart = names.resolve(EntityDraft(name="Steph", type=EntityType.PERSON, is_lone=True))
    assert apart.id != both.id
    assert names.resolve(later).id == {"Steph": apart.id, "Stephanie": both.id}[later.name]


def test_a_name_in_short_that_two_may_bear_is_neither(store: SqliteMemories) -> None:
    names = resolver(store)
    known = {names.resolve(person(name)).id for name in ("Stephanie", "Stephen")}
    assert names.resolve(person("Steph")).id not in known


def test_a_first_name_takes_one_full_name_and_not_the_next(store: SqliteMemories) -> None:
    john, smith, wayne, again = ids_of(
        store,
        person("John"),
        person("John Smith"),
        person("John Wayne"),
        person("John"),
        is_stored_between=True,
    )
    assert john == smith == again
    assert wayne != john


def test_names_are_never_shared_between_owners(store: SqliteMemories) -> None:
    mine = resolver(store)
    first = mine.resolve(person("Caroline")).id
    keep(store, mine)
    assert resolver(store, Owner("eve")).resolve(person("Caroline")).id != first


def test_what_two_people_share_of_their_names_makes_them_not_one(store: SqliteMemories) -> None:
    names = resolver(store)
    first = names.resolve(person("Anneke Hofstra", "Anneke", "Hofstra"))

    assert names.resolve(person("Anneke Berg", "Anneke", "Berg")).id != first.id
    assert names.resolve(person("Karl Hofstra", "Karl", "Hofstra")).id != first.id
    assert names.resolve(person("Anneke Hofstra")).id == first.id


@pytest.mark.parametrize(
    ("known", "told"),
    [("Ludovic XIV", "Ludovic XV"), ("Night Ravens (season 1)", "Night Ravens (season 16)")],
)
def test_a_number_tells_apart_what_bears_one_name(store: SqliteMemories, known: str, told: str) -> None:
    names = resolver(store)
    first = names.resolve(EntityDraft(name=known, type=EntityType.THING))

    assert names.resolve(EntityDraft(name=told, type=EntityType.THING)).id != first.id


def test_a_lone_name_of_a_document_goes_to_no_namesake(store: SqliteMemories) -> None:
    names = resolver(store)
    whole = names.resolve(EntityDraft(name="Bruno Hofstra", type=EntityType.PERSON))

    assert names.resolve(EntityDraft(name="Bruno", type=EntityType.PERSON)).id == whole.id
    assert names.resolve(EntityDraft(name="Hanno Berg", type=EntityType.PERSON)).id != whole.id
    assert names.resolve(EntityDraft(name="Hanno", type=EntityType.PERSON, is_lone=True)).name == "Hanno"
