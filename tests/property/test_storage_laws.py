"""Which laws hold whatever is written: undo, export and import, owners apart, filters, any text as a query."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import (
    EdgeId,
    EntityId,
    EpisodeId,
    MemoryId,
    OperationId,
    Owner,
    RecallId,
    ThemeId,
    together,
    turn_id,
)
from quaidpy.domain.memories.index_texts import index_text_of_turn
from quaidpy.domain.memories.memory import Evidence, Kind, Status, UsageChange
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.memories.themes import Member, Theme
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore, Writing
from tests.engines import OpenEngine, fresh_home
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import ANA, BEN, DAY, SEARCH_TUNING, cause, edge, entity, episode, lived, memory, turn

pytestmark = pytest.mark.property

EMBEDDER = HashingEmbedder()
KNN = replace(SEARCH_TUNING, scan_below_rows=0)  # small homes would never reach the vector table
NUMBERS = st.integers(0, 3)
TEXTS = (
    st.text(max_size=20)
    .filter(lambda text: text.isprintable() or not text.isascii())
    .map(lambda text: text.encode("utf-8", "ignore").decode())
)
DAYS = st.integers(-3, 3).map(lambda number: DAY + timedelta(days=number))
LIFETIMES = st.builds(
    lived,
    DAYS,
    valid_from=st.none() | DAYS,
    valid_to=st.none() | DAYS,
    retracted_at=st.none() | DAYS,
    closed_at=st.none() | DAYS,
)
Step = Callable[[Writing, Owner], None]


def _memory_step(number: int, text: str, status: Status, mentioned: list[int], **more: Any) -> Step:
    def step(writing: Writing, owner: Owner) -> None:
        identity = f"m_{number}"
        spoken = tuple(Evidence(turn_id(EpisodeId("ep_1"), n), 0, n) for n in mentioned)
        text_of_owner = f"{owner} {text}"
        writing.put_memory(
            memory(identity, text_of_owner, owner=owner, status=status, evidence=spoken, **more)
        )
        for other in mentioned:
            writing.put_entity(entity(f"e_{other}", f"{owner} name {other}", owner=owner))
        writing.remove_mentions([MemoryId(identity)])
        writing.put_mentions([Mention(MemoryId(identity), EntityId(f"e_{n}"), n / 3) for n in mentioned])
        writing.put_vectors(EMBEDDER.identity, {text_of_owner: EMBEDDER.embed([text_of_owner])[0]})

    return step


def _entity_step(number: int, name: str, aliases: list[str]) -> Step:
    return lambda writing, owner: writing.put_entity(
        entity(f"e_{number}", f"{owner} {name}", owner=owner, aliases=tuple(aliases))
    )


def _edge_step(number: int, source: int, target: int, lifetime: Any) -> Step:
    return lambda writing, owner: writing.put_edge(
        edge(f"r_{number}", f"e_{source}", "knows", f"e_{target}", owner=owner, lifetime=lifetime)
    )


def _talk_step(number: int, texts: list[str], project: str | None) -> Step:
    def step(writing: Writing, owner: Owner) -> None:
        said = [turn(seq, f"{owner} {text}", f"ep_{number}", owner=owner) for seq, text in enumerate(texts)]
        writing.put_episode(episode(f"ep_{number}", owner=owner, project=project, cursor=len(texts)))
        writing.put_turns(said)
        texts_of_turns = [index_text_of_turn(each) for each in said]
        writing.put_vectors(
            EMBEDDER.identity, dict(zip(texts_of_turns, EMBEDDER.embed(texts_of_turns), strict=True))
        )

    return step


def _theme_step(number: int, members: list[int], words: str) -> Step:
    made = tuple(Member(MemoryId(f"m_{each}"), each / 3) for each in members)
    return lambda writing, owner: writing.put_theme(
        Theme(
            id=ThemeId(f"th_{number}"), owner=owner, name=words, abstract=words, members=made, digest=words, made_at=DAY
        )
    )  # fmt: skip


def _removal_step(number: int, what: str) -> Step:
    if what == "theme":
        return lambda writing, _: writing.remove_themes([ThemeId(f"th_{number}")])
    if what == "edge":
        return lambda writing, _: writing.remove_edge(EdgeId(f"r_{number}"))
    return lambda writing, _: writing.remove_entity(EntityId(f"e_{number}"))


STEPS = st.one_of(
    st.builds(
        _memory_step,
        NUMBERS,
        TEXTS,
        st.sampled_from(Status),
        st.lists(NUMBERS, max_size=3, unique=True),
        kind=st.sampled_from(Kind),
        tags=st.lists(TEXTS, max_size=2).map(tuple),
        keywords=st.lists(TEXTS, max_size=2).map(tuple),
        lifetime=LIFETIMES,
        stated_at=DAYS,
        confidence=st.floats(0, 1),
        superseded_by=st.none() | NUMBERS.map(lambda n: MemoryId(f"m_{n}")),
    ),
    st.builds(_theme_step, NUMBERS, st.lists(NUMBERS, max_size=3, unique=True), TEXTS),
    st.builds(_entity_step, NUMBERS, TEXTS, st.lists(TEXTS, max_size=2)),
    st.builds(_edge_step, NUMBERS, NUMBERS, NUMBERS, LIFETIMES),
    st.builds(_talk_step, NUMBERS, st.lists(TEXTS, max_size=3), st.none() | TEXTS),
    st.builds(_removal_step, NUMBERS, st.sampled_from(["edge", "entity", "theme"])),
)
TRANSACTIONS = st.lists(st.lists(STEPS, min_size=1, max_size=4), min_size=1, max_size=5)
FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@dataclass(frozen=True)
class House:
    """`again`: opens the same home as another process does."""

    opened: OpenEngine
    again: Callable[[], OpenEngine]

    @property
    def store(self) -> MemoryStore:
        return self.opened.store

    @cached_property
    def search(self) -> SearchIndex:
        return self.opened.search(KNN)

    def write(self, steps: list[Step], owner: Owner = ANA) -> OperationId:
        with self.store.writing(cause(owner)) as writing:
            for step in steps:
                step(writing, owner)
            return writing.operation

    def rows(self, owner: Owner = ANA) -> str:
        return "\n".join(
            json.dumps(row)
            for row in self.store.export_rows(owner)
            if row["type"] not in {"operation", "decision"}
        )


@contextmanager
def house() -> Iterator[House]:
    with fresh_home(FakeClock(), CountedIds()) as (opened, again):
        yield House(opened, again)


@FEW
@given(TRANSACTIONS, TRANSACTIONS)
def test_undo_of_what_was_applied_is_what_was_before(
    before: list[list[Step]], applied: list[list[Step]]
) -> None:
    with house() as home:
        for steps in before:
            home.write(steps)
        rows = home.rows()
        newest = home.store.operations(ANA, limit=1)
        for steps in applied:
            home.write(steps)
        made = [
            op.id
            for op in home.store.operations(ANA)
            if op not in newest and (not newest or op.at > newest[0].at)
        ]
        after = home.rows()
        undone = home.store.undo(made, cause(verb="undo"))
        assert home.rows() == rows
        assert home.opened.differences() == []
        if rows != after:
            home.store.undo([undone], cause(verb="undo"))
            assert home.rows() == after


@FEW
@given(TRANSACTIONS)
def test_export_then_import_into_a_fresh_home_is_identity(transactions: list[list[Step]]) -> None:
    with house() as old, house() as new:
        for steps in transactions:
            old.write(steps)
        with old.store.writing(cause()) as writing:
            writing.queue_relation("adores", "Ana adores bees")
            writing.log_decisions([Decision(outcome="ADD", reason="new", text="bees")])
        exported = [json.loads(json.dumps(row)) for row in old.store.export_rows(ANA)]
        assert new.store.import_rows(ANA, exported) == len(exported)
        assert list(new.store.export_rows(ANA)) == exported
        assert new.store.import_rows(ANA, exported) == 0
        assert new.opened.differences() == []


@FEW
@given(TRANSACTIONS)
def test_what_is_derived_in_steps_equals_a_rebuild(transactions: list[list[Step]]) -> None:
    with house() as home:
        for steps in transactions:
            home.write(steps)
        assert home.opened.differences() == []


def everything_shown_to(home: House, owner: Owner) -> list[object]:
    """What every reading method answers to this owner, asked about everybody's ids."""
    store, search, keep = home.store, home.search, Filter(owner=owner)
    memories = [MemoryId(f"m_{n}") for n in range(4)]
    entities = [EntityId(f"e_{n}") for n in range(4)]
    episodes = [EpisodeId(f"ep_{n}") for n in range(4)]
    turns = [turn_id(each, n) for each in episodes for n in range(3)]
    vector = EMBEDDER.embed(["ben name 1"])[0]
    return [
        store.memories(owner, memories),
        store.memories_where(keep, limit=99),
        [store.memories_with_hash(owner, found.content_hash) for found in store.memories(owner, memories)],
        store.memories_from_turns(owner, turns),
        store.usages(owner, memories),
        store.entities(owner, entities),
        store.entities_named(owner, "ben name 1"),
        store.names_beginning(owner, ["ben"]),
        store.entities_named(owner, "ben name 1", "ben name 2"),
        store.all_entities(owner),
        store.mentions_of(owner, [*memories, *turns]),
        store.edges(owner, [EdgeId(f"r_{n}") for n in range(4)]),
        store.edges_of(owner, entities),
        store.edges_stated_by(owner, memories),
        store.episodes(owner, episodes),
        [store.episodes_from(owner, f"ep_{n}.txt") for n in range(4)],
        [store.episode_with_digest(owner, f"digest of ep_{n}") for n in range(4)],
        store.recent_episodes(owner, limit=99),
        store.turns(owner, turns),
        [store.turns_of(owner, each) for each in episodes],
        store.operations(owner),
        store.counts(owner),
        list(store.export_rows(owner)),
        [[hit.node for hit in search.text("ben name", corpus, keep, limit=99)] for corpus in Corpus],
        [search.nearest(vector, corpus, keep, limit=99) for corpus in Corpus],
        search.vectors(owner, [*memories, *turns]),
        search.texts_without_vector(owner, limit=99),
    ]


@FEW
@given(TRANSACTIONS, TRANSACTIONS)
def test_nothing_that_another_owner_does_is_seen(mine: list[list[Step]], others: list[list[Step]]) -> None:
    with house() as home:
        for steps in mine:
            home.write(steps, ANA)
        before = everything_shown_to(home, ANA)
        made = [home.write(steps, BEN) for steps in others]
        home.store.record_usage(
            BEN, [UsageChange(memory=MemoryId(f"m_{n}"), strength_gain=1) for n in range(4)]
        )
        home.store.record_recall(BEN, RecallId("q_1"), "ben", "{}")
        assert everything_shown_to(home, ANA) == before
        home.store.undo([op.id for op in home.store.operations(BEN) if op.id in made], cause(BEN, "undo"))
        home.store.purge(BEN, [MemoryId("m_1")], [EpisodeId("ep_1")])
        assert everything_shown_to(home, ANA) == before


@FEW
@given(
    st.lists(STEPS, max_size=8),
    st.builds(
        Filter,
        owner=st.sampled_from([ANA, BEN, together([ANA, BEN])]),
        project=st.none() | TEXTS,
        kinds=st.lists(st.sampled_from(Kind), max_size=2).map(tuple),
        tags=st.lists(TEXTS, max_size=1).map(tuple),
        since=st.none() | DAYS,
        until=st.none() | DAYS,
        moment=st.none() | st.builds(Moment, as_of=DAYS, known_at=DAYS),
    ),
)
def test_the_filter_in_the_query_is_the_filter_of_the_domain(steps: list[Step], keep: Filter) -> None:
    with house() as home:
        home.write(steps)
        held = [found for n in range(4) for found in home.store.memories(ANA, [MemoryId(f"m_{n}")])]
        admitted = [found.id for found in held if keep.admits_memory(found)]
        assert [found.id for found in home.store.memories_where(keep, limit=99)] == admitted
        probe = EMBEDDER.embed(["ana"])[0]
        assert (
            sorted(hit.node for hit in home.search.nearest(probe, Corpus.MEMORIES, keep, limit=99))
            == admitted
        )
        assert {hit.node for hit in home.search.text("ana", Corpus.MEMORIES, keep, limit=99)} <= set(admitted)
        talks = home.store.recent_episodes(ANA, limit=9)
        said = [(each, talk) for talk in talks for each in home.store.turns_of(ANA, talk.id)]
        wanted = {each.id for each, talk in said if keep.admits_turn(each, talk)}
        near = home.search.nearest(probe, Corpus.TURNS, keep, limit=99)
        assert {hit.node for hit in near} == wanted


@FEW
@given(st.lists(st.text(max_size=30), max_size=4), st.text(max_size=60))
def test_the_text_lane_takes_any_text(texts: list[str], query: str) -> None:
    with house() as home:
        with home.store.writing(cause()) as writing:
            for number, text in enumerate(texts):
                writing.put_memory(memory(f"m_{number}", text.encode("utf-8", "ignore").decode()))
        hits = home.search.text(query, Corpus.MEMORIES, Filter(owner=ANA), limit=10)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert all(hit.score > 0 for hit in hits)


@FEW
@given(st.text(alphabet="abc 中日猫好 é'’-", min_size=1, max_size=20))
def test_a_text_finds_itself(text: str) -> None:
    with house() as home:
        with home.store.writing(cause()) as writing:
            writing.put_memory(memory("m_1", text))
        hits = home.search.text(text, Corpus.MEMORIES, Filter(owner=ANA), limit=1)
        has_words = any(character.isalnum() for character in text)
        assert [hit.node for hit in hits] == (["m_1"] if has_words else [])
