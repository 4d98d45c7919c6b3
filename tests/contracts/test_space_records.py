"""What every keeper of spaces does."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.errors import NotFoundError
from quaidpy.ports.spaces import SpaceRecords
from quaidpy.storage.sql.records.spaces import SqlSpaces
from quaidpy.storage.sqlite.file.database import Database
from tests.fakes import FakeClock
from tests.samples import ANA, BEN

NOW = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SpaceRecords]:
    with closing(Database(tmp_path / "memory.sqlite", clock=FakeClock())) as database:
        yield SqlSpaces(database)


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
