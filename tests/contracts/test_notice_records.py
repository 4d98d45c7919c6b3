"""Notices are kept once, given once, at most so many a day, and no more wait than there is room for."""

from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import RunId
from quaidpy.domain.nights import NightRecord
from quaidpy.domain.notice_tuning import NoticeKind
from quaidpy.domain.notices import Look, Notice, NoticeId, Taking
from tests.engines import ENGINES, Engine
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, BEN, DAY

RELEASE = AgentName("release")
PLENTY = 100
LOOK = Look(upto=DAY, newest="")
LAPSE = timedelta(minutes=2)


def notice(number: int, event: int) -> Notice:
    return Notice(
        id=NoticeId(f"nt_{number:04}"), owner=ANA, recipient=RELEASE, event=f"stored:m_{event}",
        kind=NoticeKind.SUBSCRIBED, happened_at=DAY + timedelta(seconds=number),
    )  # fmt: skip


def taking(receiver: str, now: datetime = DAY, *, most: int | None = None) -> Taking:
    return Taking(
        owner=ANA, recipient=RELEASE, receiver=receiver, now=now, free_since=now - LAPSE,
        day_began=now - timedelta(days=1), most=most,
    )  # fmt: skip


@given(st.lists(st.integers(0, 6), max_size=20), st.integers(1, 8))
@settings(max_examples=15, deadline=None)
def test_an_event_is_given_once_however_often_it_is_noticed(events: list[int], most: int) -> None:
    with TemporaryDirectory() as folder:
        home = ENGINES[0].open(Path(folder), FakeClock(), CountedIds())
        records, given_events = home.notices(), []
        for number, event in enumerate(events):
            records.put_notices(ANA, [notice(number, event)], LOOK, most_waiting=PLENTY)
            taken = records.take(taking(f"s{number}", most=most))
            records.confirm(ANA, f"s{number}", [each.id for each in taken], DAY)
            given_events += [each.event for each in taken]
        home.store.close()
    assert len(given_events) == len(set(given_events)) == min(most, len(set(events)))


@given(st.integers(0, 12), st.integers(1, 12))
@settings(max_examples=10, deadline=None)
def test_no_more_wait_than_there_is_room_for_and_the_newest_stay(count: int, most: int) -> None:
    with TemporaryDirectory() as folder:
        home = ENGINES[0].open(Path(folder), FakeClock(), CountedIds())
        records = home.notices()
        records.put_notices(ANA, [notice(n, n) for n in range(count)], LOOK, most_waiting=most)
        waiting = [each.event for each in records.take(taking("s1"))]
        home.store.close()
    assert waiting == [f"stored:m_{n}" for n in range(count)][-most:]


def test_what_one_holds_nobody_else_has_until_the_claim_lapses(engine: Engine, tmp_path: Path) -> None:
    home = engine.open(tmp_path, FakeClock(), CountedIds())
    records = home.notices()
    records.put_notices(ANA, [notice(1, 1)], LOOK, most_waiting=PLENTY)
    assert records.take(taking("first"))
    assert records.take(taking("first")), "who asks again has it again"
    assert not records.take(taking("second"))
    assert records.take(taking("second", DAY + LAPSE))
    assert not records.confirm(ANA, "first", [NoticeId("nt_0001")], DAY)
    assert records.confirm(ANA, "second", [NoticeId("nt_0001")], DAY)
    assert not records.take(taking("third", DAY + timedelta(days=2)))
    home.store.close()


def test_what_others_hold_counts_for_the_day(engine: Engine, tmp_path: Path) -> None:
    home = engine.open(tmp_path, FakeClock(), CountedIds())
    records = home.notices()
    records.put_notices(ANA, [notice(n, n) for n in range(6)], LOOK, most_waiting=PLENTY)
    first, second = records.take(taking("first", most=2)), records.take(taking("second", most=3))
    assert (len(first), len(second)) == (2, 1)
    assert records.notices(BEN, limit=PLENTY) == []
    home.store.close()


def test_whoever_looks_again_knows_whether_anything_has_happened(engine: Engine, tmp_path: Path) -> None:
    home = engine.open(tmp_path, FakeClock(), CountedIds())
    records = home.notices()
    assert records.last_look(ANA) is None
    newest = records.newest(ANA, DAY)
    records.put_notices(ANA, [notice(1, 1)], Look(upto=DAY, newest=newest), most_waiting=PLENTY)
    assert records.last_look(ANA) == Look(upto=DAY, newest=records.newest(ANA, DAY))
    assert (records.waits(ANA, RELEASE), records.waits(BEN, RELEASE)) == (True, False)
    home.nights().keep_night(NightRecord(owner=ANA, run=RunId("run_1"), started_at=DAY))
    assert records.newest(ANA, DAY) != newest
    assert records.newest(BEN, DAY) == newest
    home.store.close()
