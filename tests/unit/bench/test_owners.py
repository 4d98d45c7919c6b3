"""Memories are shared out by a power law, told by each owner, and measured in a file and on a server alike."""

from pathlib import Path

import pytest

from quaidpy.bench.progress import silent
from quaidpy.bench.speed.owners import Load, measure_owners
from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.settings import Settings
from quaidpy.storage.postgres.server.load import ServerLoad
from tests.fakes import HashingEmbedder
from tests.postgres_server import address_of


def load(owners: int, size: int) -> Load:
    return Load(owners=owners, size=size, clients=(1, 2), questions=4, writes=2)


_COPIED = Load(owners=20, size=80, clients=(1, 2), questions=4, writes=2, falling=0.6, is_copied=True)


def test_the_first_owner_has_most_and_every_owner_has_something() -> None:
    sizes = [share.size for share in load(100, 1_000).shares]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 1
    assert sizes[0] == pytest.approx(2 * sizes[1], abs=1)
    assert sum(sizes) == pytest.approx(1_000, rel=0.1)


def test_of_owners_that_are_copied_some_of_every_size_are_told() -> None:
    load = Load(owners=1_000, size=100_000, clients=(1,), questions=4, writes=2, falling=0.6, is_copied=True)
    told, sizes = load.told, {share.owner: share.size for share in load.shares}
    assert len(told) == 20  # 1, 2, 4 … 512, and ten in the middle
    assert sum(sizes.values()) == pytest.approx(100_000, rel=0.1)
    assert {share.owner for share in told} | {each for some in load.copies.values() for each in some} == {
        *sizes
    }
    for owner, copies in load.copies.items():
        assert {sizes[each] for each in copies} == {sizes[owner]}
    ranks = [rank for some in load.copies.values() for rank in some.values()]
    assert len(ranks) == len(set(ranks))
    assert min(ranks) > 0


def test_without_copies_everybody_is_told() -> None:
    assert load(100, 1_000).told == load(100, 1_000).shares
    assert load(100, 1_000).copies == {}


def test_another_owner_tells_of_the_same_topics_in_their_own_way() -> None:
    life = SyntheticLife(Owner("ana"), HashingEmbedder(), size=60)
    ben = [*life.of(Owner("ben"), size=30).chapters()]
    cai = [*life.of(Owner("cai"), size=30).chapters()]
    assert sum(len(chapter.memories) for chapter in ben) == 30
    assert {memory.owner for chapter in ben for memory in chapter.memories} == {"ben"}
    assert [memory.text for each in ben for memory in each.memories] != [
        memory.text for each in cai for memory in each.memories
    ]
    assert ben == [*life.of(Owner("ben"), size=30).chapters()]


@pytest.mark.long
def test_a_server_gets_copies_of_owners_that_a_file_has(settings: Settings, tmp_path: Path) -> None:
    url, load = address_of(tmp_path), _COPIED
    server = ServerLoad(url)
    row = measure_owners(settings, load, url=url, folder=tmp_path / "homes", server=server, report=silent)
    assert (row.owners, row.in_file.owners) == (20, len(load.told))
    assert row.memories > row.in_file.memories
    again = measure_owners(settings, load, url=url, folder=tmp_path / "homes", server=server, report=silent)
    assert {side.building_s for side in again.sides.values()} == {None}


@pytest.mark.long
def test_a_file_and_a_server_are_measured_by_the_same(settings: Settings, tmp_path: Path) -> None:
    url, folder = address_of(tmp_path), tmp_path / "homes"
    server = ServerLoad(url)
    row = measure_owners(settings, load(3, 40), url=url, folder=folder, server=server, report=silent)
    assert (row.owners, row.largest) == (3, 22)
    for side in row.sides.values():
        assert side.large.p50 > 0
        assert side.disk_mb > 0
        assert [rate.clients for rate in side.rates] == [1, 2]
        assert all(rate.of_recall.clients > 0 for rate in side.rates)
    assert {rate.of_recall.server for rate in row.sides["file"].rates} == {None}
    with pytest.raises(UsageError, match="holds other memories of bench_3_000001"):
        measure_owners(settings, load(3, 400), url=url, folder=folder, server=server, report=silent)
