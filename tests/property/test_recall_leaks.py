"""Recall shows only what the question may see: no other owner, no space unasked, nothing closed, whatever is asked."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, Owner
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Memory, Status
from quaidpy.domain.recall.queries import Aim, Filter, Query
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.pipeline import recall
from quaidpy.recall.state import RecallTools
from quaidpy.recall.understanding.planning import make_plan
from quaidpy.settings import load_calibrations, load_intents, load_relations, load_settings
from quaidpy.storage.cached.links import LinksInMemory
from tests.engines import engine_of_homes
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.graph_tuning import graph_tuning
from tests.samples import ANA, BEN, DAY, SEARCH_TUNING, cause, edge, entity, episode, lived, memory, turn

pytestmark = pytest.mark.property

TUNING = load_settings(environment={}).tuning
PROJECTS = (None, "boat", "house")
PEOPLE = ("Ana", "Ben", "Cleo")
WORDS = ("sail", "rope", "garden", "lantern", "harbour", "lives in Lisbon", "her sister", "the red boat")
DAYS = [DAY + timedelta(days=days) for days in (-40, -3, 0, 3, 40)]


@dataclass(frozen=True, slots=True, repr=False)
class House:
    """A store of two owners, all mixed up, and everything that lies in it."""

    tools: dict[Owner, RecallTools]
    memories: dict[MemoryId, Memory]
    episodes: dict[str, Episode]
    turns: dict[str, Turn]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    store, built = filled(tmp_path_factory.mktemp("house"))
    yield built
    store.close()


def filled(folder: Path) -> tuple[MemoryStore, House]:
    chance, clock, embedder = random.Random(5), FakeClock(DAY + timedelta(days=50)), HashingEmbedder()
    opened = engine_of_homes().open(folder, clock, CountedIds())
    store, search = opened.store, opened.search(SEARCH_TUNING)
    episodes, turns, memories = dict[str, Episode](), dict[str, Turn](), dict[MemoryId, Memory]()
    for owner in (ANA, BEN):
        with store.writing(cause(owner)) as writing:
            for name in PEOPLE:
                writing.put_entity(entity(f"e_{owner}_{name}", name, owner=owner))
            for number in range(18):
                talk = an_episode(owner, number, chance)
                spoken = [
                    turn(
                        seq, saying(chance), talk.id, owner=owner, speaker=chance.choice(PEOPLE), at=chance.choice(DAYS)
                    )
                    for seq in range(3)
                ]  # fmt: skip
                writing.put_episode(talk)
                writing.put_turns(spoken)
                episodes[talk.id] = talk
                turns |= {each.id: each for each in spoken}
            mine = [each for each in turns.values() if each.owner == owner]
            for number in range(60):
                made = a_memory(owner, number, mine, chance)
                about = EntityId(f"e_{owner}_{chance.choice(PEOPLE)}")
                writing.put_memory(made)
                writing.put_mentions([Mention(made.id, about, 1.0)])
                stated = edge(f"r_{owner}_{number}", about, "lives_in", f"e_{owner}_Cleo", owner=owner)
                writing.put_edge(stated)
                memories[made.id] = made
            writing.put_mentions(
                [Mention(each.id, EntityId(f"e_{owner}_{chance.choice(PEOPLE)}"), 0.4) for each in mine]
            )
        texts = search.texts_without_vector(owner, limit=10_000, identity=embedder.identity)
        with store.writing(cause(owner)) as writing:
            writing.put_vectors(embedder.identity, dict(zip(texts, embedder.embed(texts), strict=True)))
    tuning = graph_tuning(degree_cap=256)
    graph = opened.walk(tuning, LinksInMemory(tuning))
    tools = {
        owner: RecallTools(
            owner=owner,
            store=store,
            search=search,
            graph=graph,
            embedder=embedder,
            clock=clock,
            ids=CountedIds(),
            intents=load_intents(),
            relations=load_relations(),
            calibrations=load_calibrations(),
            tuning=TUNING.recall,
            graph_tuning=TUNING.graph,
        )
        for owner in (ANA, BEN)
    }
    return store, House(tools, memories, episodes, turns)


def saying(chance: random.Random) -> str:
    return f"{chance.choice(PEOPLE)} {' and '.join(chance.sample(WORDS, 2))} {chance.randrange(99)}"


def an_episode(owner: Owner, number: int, chance: random.Random) -> Episode:
    return episode(
        f"ep_{owner}{number}",
        owner=owner,
        project=chance.choice(PROJECTS),
        session=chance.choice([None, "s1", "s2"]),
    )


def a_memory(owner: Owner, number: int, said: list[Turn], chance: random.Random) -> Memory:
    """Confirmed by turns of any of its owner's episodes."""
    behind = chance.sample(said, chance.randrange(4))
    return memory(
        f"m_{owner}{number}",
        saying(chance),
        owner=owner,
        project=chance.choice(PROJECTS),
        session=chance.choice([None, "s1", "s2"]),
        kind=chance.choice([Kind.FACT, Kind.EVENT]),
        tags=tuple(chance.sample(["a", "b"], chance.randrange(3))),
        status=chance.choice([*Status]),
        stated_at=chance.choice(DAYS),
        lifetime=lived(
            chance.choice(DAYS),
            valid_from=chance.choice([None, *DAYS]),
            valid_to=chance.choice([None, *DAYS]),
        ),
        evidence=tuple(Evidence(each.id, 0, 3) for each in behind),
    )


MAYBE_DAY = st.none() | st.sampled_from(DAYS)


@st.composite
def queries(draw: st.DrawFn) -> Query:
    since, until = draw(MAYBE_DAY), draw(MAYBE_DAY)
    words = draw(
        st.lists(st.sampled_from([*WORDS, *PEOPLE, "where", "first", "in March", "live"]), min_size=1)
    )
    return Query(
        text=" ".join(words),
        aim=draw(st.sampled_from(Aim)),
        limit=draw(st.integers(1, 40)),
        project=draw(st.sampled_from(PROJECTS)),
        session=draw(st.sampled_from([None, "s1"])),
        kinds=tuple(draw(st.lists(st.sampled_from([Kind.FACT, Kind.EVENT]), max_size=1))),
        tags=tuple(draw(st.lists(st.sampled_from(["a", "b"]), max_size=2, unique=True))),
        since=min(since, until) if since and until else since,
        until=max(since, until) if since and until else until,
        as_of=draw(MAYBE_DAY),
        known_at=draw(MAYBE_DAY),
        asker=draw(st.sampled_from([None, "Ana"])),
    )


@given(query=queries(), owner=st.sampled_from([ANA, BEN]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_recall_shows_only_what_the_question_may_see(house: House, query: Query, owner: Owner) -> None:
    tools = house.tools[owner]
    keep = make_plan(query, tools, DAY + timedelta(days=60)).keep
    given_back = recall(query, tools)
    for result in given_back.results:
        if result.memory is not None:
            assert keep.admits_memory(house.memories[result.memory.id])
        for spoken in result.evidence:
            assert_may_be_heard(spoken, house, keep)
        if result.memory is None:
            assert keep.admits_turn(house.turns[result.node], house.episodes[result.evidence[0].episode])
    shown = {node for lane in given_back.trace.lanes for node, _ in lane.head}
    shown |= {step for result in given_back.trace.results for step in result.path}
    other = BEN if owner == ANA else ANA
    assert not [node for node in shown if f"_{other}" in node]


def assert_may_be_heard(spoken: Turn, house: House, keep: Filter) -> None:
    talk = house.episodes[spoken.episode]
    assert spoken.owner == keep.owner
    assert keep.project in {None, talk.project}
    assert keep.session in {None, talk.session}
