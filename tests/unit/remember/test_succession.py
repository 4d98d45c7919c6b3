"""One place to live at a time, whatever order the news arrives in."""

from datetime import UTC, datetime, timedelta

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EdgeId, EntityId, Owner
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.remember.deciding.succession import succeed
from quaidpy.settings import load_relations

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ANA, PORTO, LISBON = EntityId("e_ana"), EntityId("e_porto"), EntityId("e_lisbon")
RELATIONS: RelationMap = load_relations()


def lives_in(place: EntityId, since: datetime, identity: str = "r_new", relation: str = "lives_in") -> Edge:
    return Edge(
        id=EdgeId(identity),
        owner=Owner("o"),
        source=ANA,
        relation=relation,
        target=place,
        lifetime=Lifetime(recorded_at=NOW, valid_from=since),
    )


def test_moving_closes_the_old_home_and_keeps_it_as_history() -> None:
    porto = lives_in(PORTO, NOW - timedelta(days=300), "r_old")
    moved = NOW - timedelta(days=10)
    done = succeed(lives_in(LISBON, moved), [porto], RELATIONS, now=NOW)
    assert done.added is not None
    assert [edge.lifetime.valid_to for edge in done.closed] == [moved]
    assert done.closed[0].lifetime.holds(Moment(as_of=moved - timedelta(days=1), known_at=NOW))
    assert not done.closed[0].lifetime.holds(Moment(as_of=moved, known_at=NOW))


def test_before_we_knew_of_the_move_the_old_home_was_believed_to_hold() -> None:
    porto = lives_in(PORTO, NOW - timedelta(days=300), "r_old")
    old = Lifetime(recorded_at=NOW - timedelta(days=300), valid_from=NOW - timedelta(days=300))
    moved = NOW - timedelta(days=10)
    closed = old.closed(valid_to=moved, now=NOW)
    before_we_knew = Moment(as_of=NOW - timedelta(days=5), known_at=NOW - timedelta(days=5))
    assert closed.holds(before_we_knew)
    assert porto.lifetime.valid_to is None


def test_old_news_arriving_late_ends_where_the_newer_home_begins() -> None:
    lisbon = lives_in(LISBON, NOW - timedelta(days=10), "r_old")
    done = succeed(lives_in(PORTO, NOW - timedelta(days=300)), [lisbon], RELATIONS, now=NOW)
    assert done.closed == ()
    assert done.added is not None
    assert done.added.lifetime.valid_to == lisbon.lifetime.valid_from


def test_the_same_home_said_again_adds_nothing() -> None:
    porto = lives_in(PORTO, NOW - timedelta(days=300), "r_old")
    assert succeed(lives_in(PORTO, NOW), [porto], RELATIONS, now=NOW).added is None


def test_moving_back_opens_a_second_interval_of_the_same_triple() -> None:
    porto = lives_in(PORTO, NOW - timedelta(days=300), "r_a")
    first = succeed(lives_in(LISBON, NOW - timedelta(days=100), "r_b"), [porto], RELATIONS, now=NOW)
    assert first.added is not None
    back = succeed(lives_in(PORTO, NOW, "r_c"), [*first.closed, first.added], RELATIONS, now=NOW)
    assert back.added is not None
    assert [edge.target for edge in back.closed] == [LISBON]


def test_two_homes_from_the_same_instant_are_left_to_a_person() -> None:
    porto = lives_in(PORTO, NOW, "r_old")
    done = succeed(lives_in(LISBON, NOW), [porto], RELATIONS, now=NOW)
    assert done.closed == ()


def test_relations_that_allow_many_targets_close_nothing() -> None:
    friend = lives_in(PORTO, NOW - timedelta(days=300), "r_old", relation="visited")
    done = succeed(lives_in(LISBON, NOW, relation="visited"), [friend], RELATIONS, now=NOW)
    assert done.closed == ()
    assert done.added is not None
