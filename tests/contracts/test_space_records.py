"""What every keeper of spaces does."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.errors import NotFoundError
from quaidpy.ports.spaces import SpaceRecords
from tests.engines import OpenEngine
from tests.samples import ANA, BEN

NOW = datetime(2026, 5, 1, tzinfo=UTC)


CAI = Owner("cai")


@pytest.fixture
def records(opened: OpenEngine) -> SpaceRecords:
    return opened.spaces()


def space(name: str, owner: Owner = ANA) -> Space:
    return Space(
        owner=owner,
        name=name,
        policy=ReadPolicy.MEMBERS,
        members=(Member(ANA, "codex", Role.WRITER), Member(BEN, "", Role.READER)),
        made_at=NOW,
    )


def test_spaces_come_back_as_they_were_put_by_owner_and_name(records: SpaceRecords) -> None:
    made = [space("yard"), space("crew"), space("crew", BEN)]
    assert all(map(records.add, made))
    assert records.spaces() == [made[1], made[0], made[2]]


def test_an_owner_knows_of_what_is_theirs_of_where_they_are_and_of_what_is_public(
    records: SpaceRecords,
) -> None:
    own, shared = space("yard"), space("crew", BEN)
    public = replace(space("news", CAI), policy=ReadPolicy.PUBLIC)
    strange = replace(space("attic", CAI), members=(Member(CAI, "", Role.OWNER),))
    for each in (own, shared, public, strange):
        records.add(each)
    assert records.known_to(ANA) == [own, shared, public]
    assert records.known_to(CAI) == [strange, public]
    assert records.known_to(Owner("dan")) == [public]


def test_spaces_are_found_by_their_keys(records: SpaceRecords) -> None:
    for each in (space("yard"), space("crew"), space("crew", BEN)):
        records.add(each)
    keys = [space("yard").key, space("crew", BEN).key, space("gone").key, ANA]
    assert records.at(keys) == [space("yard"), space("crew", BEN)]
    assert records.at([]) == []


def test_a_name_is_given_once_an_owner(records: SpaceRecords) -> None:
    records.add(space("crew"))
    assert not records.add(replace(space("crew"), policy=ReadPolicy.PUBLIC))
    assert records.spaces() == [space("crew")]


def test_a_change_is_read_and_written_at_once(records: SpaceRecords) -> None:
    records.add(space("crew"))
    changed = records.change(space("crew").key, lambda each: replace(each, members=(), archived_at=NOW))
    assert records.spaces() == [changed]
    assert changed.members == ()


def test_a_change_that_is_refused_changes_nothing(records: SpaceRecords) -> None:
    records.add(space("crew"))

    def refuse(each: Space) -> Space:
        raise NotFoundError(each.name)

    with pytest.raises(NotFoundError):
        records.change(space("crew").key, refuse)
    with pytest.raises(NotFoundError, match="gone"):
        records.change(space("yard").key, lambda each: each)
    assert records.spaces() == [space("crew")]
