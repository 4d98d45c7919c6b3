"""Do words in memory rank as the text index ranks, to the last bit, whatever was written, changed and taken away?"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from tests.engines import fresh_home
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, BEN, SEARCH_TUNING, cause, entity, episode, memory, turn

pytestmark = pytest.mark.property

WORDS = st.sampled_from(
    [
        "paint",
        "paints",
        "painting",
        "Ana",
        "Ana's",
        "don't",
        "O'Brien",
        "l'été",
        "qu'il",
        "she'll",
        "river",
        "rivers",
        "a",
        "s",
        "the",
        "日本語",
        "日",
        "été",
        "ete",
        "5",
        "x_y",
        "ma'am",
        "naïve",
        "東京",
        "don",
        "t",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
KEEP = Filter(owner=ANA)


@dataclass(frozen=True, slots=True)
class Written:
    """A store, the search that holds words in memory, and one that asks where the rows are."""

    store: MemoryStore
    held: SearchIndex
    file: SearchIndex

    def answers(self, search: SearchIndex, query: str) -> tuple[list[Hit], list[Hit], list[Hit], object]:
        return (
            search.text(query, Corpus.MEMORIES, KEEP, limit=5),
            search.text(query, Corpus.TURNS, KEEP, limit=5),
            search.windows(query, KEEP, limit=5),
            search.rarity(KEEP.owner, query.lower().split(), Corpus.TURNS),
        )

    def require_equal(self, queries: list[str]) -> None:
        for query in queries:
            assert self.answers(self.held, query) == self.answers(self.file, query)


@contextmanager
def written(**tuning: float) -> Iterator[Written]:
    with fresh_home(FakeClock(), CountedIds()) as (opened, again):
        chosen = replace(SEARCH_TUNING, **tuning)
        # The one in memory looks through a database of its own: as another process would.
        yield Written(opened.store, again().search(chosen), opened.search(chosen))


def put(store: MemoryStore, texts: list[str], talk: str, owner: Owner = ANA) -> None:
    told = episode(f"ep_{talk}", owner=owner)
    named = entity("e_ana", "Ana", owner=owner)
    with store.writing(cause(owner)) as writing:
        writing.put_episode(told)
        writing.put_turns(
            turn(seq, text, told.id, owner=owner, speaker="Ana" if seq % 2 else None)
            for seq, text in enumerate(texts)
        )
        writing.put_entity(named)
        for number, text in enumerate(texts):
            stated = memory(f"m_{talk}{number}", owner=owner, text=text, keywords=("river", text[:6]))
            writing.put_memory(stated)
        writing.put_mentions([Mention(MemoryId(f"m_{talk}0"), named.id, 1.0)])


@settings(max_examples=15, deadline=None)
@given(
    groups=st.lists(st.lists(TEXTS, min_size=1, max_size=6), min_size=1, max_size=4),
    queries=st.lists(TEXTS, min_size=1, max_size=4),
    is_large=st.booleans(),
)
def test_words_in_memory_rank_as_the_text_index_does(
    groups: list[list[str]], queries: list[str], is_large: bool
) -> None:
    bounds = {"large_shelf_rows": 1, "common_term_share": 0.6, "most_rows_ranked": 3} if is_large else {}
    with written(**bounds) as both:
        put(both.store, groups[0], "a")
        put(both.store, groups[0][:2], "b", owner=BEN)
        both.held.read_in(ANA)
        both.require_equal(queries)
        for place, texts in enumerate(groups[1:]):
            put(both.store, texts, f"c{place}")
            both.require_equal(queries)
        gone = memory("m_a0", text=groups[0][0], status=Status.RETIRED)
        with both.store.writing(cause()) as writing:
            writing.put_memory(gone)
            writing.put_entity(entity("e_ana", "Anita River"))
        both.require_equal(queries)
        both.file.rebuild()
        both.require_equal(queries)
        both.held.read_in(ANA)
        both.require_equal(queries)
