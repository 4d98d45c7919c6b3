"""Does an index keep every sentence of ports.SearchIndex?"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest

from quaidpy.domain.identity import Owner, TurnId, together
from quaidpy.domain.language.passage_splitting import split_into_passages
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.index_texts import index_text_of_turn, index_texts_of_turn
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.embedding import Embedder, EmbedderIdentity, Vector
from quaidpy.ports.search import SearchIndex
from tests.engines import ENGINES, OpenEngine, named
from tests.fakes import CountedIds, DictSearch, FakeClock, HashingEmbedder
from tests.samples import ANA, BEN, DAY, SEARCH_TUNING, cause, episode, lived, memory, turn

A_DAY = timedelta(days=1)
CAT = Owner("cat")
ALL = Filter(owner=ANA)
CAT = Owner("cat")


class Filled(Protocol):
    """An index and how rows get into it."""

    index: SearchIndex

    def memories(self, *memories: Memory) -> None: ...
    def turns(self, talk: Episode, turns: Iterable[Turn]) -> None: ...
    def vectors(self, identity: EmbedderIdentity, vectors: "dict[str, Vector[float]]") -> None: ...


class FakeFilled:
    def __init__(self) -> None:
        self.index = DictSearch()

    def memories(self, *memories: Memory) -> None:
        self.index.take_memories(memories)

    def turns(self, talk: Episode, turns: Iterable[Turn]) -> None:
        self.index.take_turns(talk, turns)

    def vectors(self, identity: EmbedderIdentity, vectors: "dict[str, Vector[float]]") -> None:
        self.index.take_vectors(identity, vectors)


class EngineFilled:
    def __init__(self, opened: OpenEngine, **tuning: int) -> None:
        self.store = opened.store
        self.index = opened.search(replace(SEARCH_TUNING, **tuning))

    def memories(self, *memories: Memory) -> None:
        for each in memories:
            with self.store.writing(cause(each.owner)) as writing:
                writing.put_memory(each)

    def turns(self, talk: Episode, turns: Iterable[Turn]) -> None:
        with self.store.writing(cause(talk.owner)) as writing:
            writing.put_episode(talk)
            writing.put_turns(turns)

    def vectors(self, identity: EmbedderIdentity, vectors: "dict[str, Vector[float]]") -> None:
        for owner in sorted({ANA, *self.store.owners()}):
            with self.store.writing(cause(owner)) as writing:
                writing.put_vectors(identity, vectors)


_WAYS = {
    "rows": {"scan_below_rows": 500, "vectors_in_memory_mb": 0},
    "vector table": {"scan_below_rows": 0, "vectors_in_memory_mb": 0},
    "vectors in memory": {"searches_before_memory": 0},
    "words in memory": {},
    "vectors in memory after a while": {"searches_before_memory": 2},
}


@pytest.fixture(params=["fake", *((engine, way) for engine in ENGINES for way in _WAYS)], ids=named)
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Filled]:
    if request.param == "fake":
        yield FakeFilled()
        return
    engine, way = request.param
    made = EngineFilled(engine.open(tmp_path / "home", FakeClock(), CountedIds()), **_WAYS[way])
    if "words" in way:
        made.index.read_in(ANA)
    yield made
    made.store.close()


def embedded(filled: Filled, *texts: str, embedder: Embedder | None = None) -> None:
    used = embedder or HashingEmbedder()
    filled.vectors(used.identity, dict(zip(texts, used.embed(texts), strict=True)))


def nodes(hits: Iterable[object]) -> list[str]:
    return [hit.node for hit in hits]  # type: ignore[attr-defined]


def vector_of(text: str) -> "Vector[float]":
    return HashingEmbedder().embed([text])[0]


# text


def test_text_finds_by_words_best_first(filled: Filled) -> None:
    filled.memories(
        memory("m_1", "Ana keeps bees"),
        memory("m_2", "Ana keeps bees in Lisbon near the river"),
        memory("m_3", "Rex sleeps"),
    )
    hits = filled.index.text("bees of Lisbon?", Corpus.MEMORIES, ALL, limit=5)
    assert nodes(hits) == ["m_2", "m_1"]
    assert hits[0].score > hits[1].score > 0


def test_equal_scores_are_ordered_by_id(filled: Filled) -> None:
    filled.memories(*(memory(f"m_{number}", "bees") for number in (3, 1, 2)))
    filled.memories(memory("m_9", "Rex"), memory("m_8", "Tom"), memory("m_7", "Kim"), memory("m_6", "Lee"))
    assert nodes(filled.index.text("bees", Corpus.MEMORIES, ALL, limit=2)) == ["m_1", "m_2"]


def test_turns_are_found_by_their_words_their_speaker_and_their_date(filled: Filled) -> None:
    filled.turns(episode(), [turn(0, "I bought bees"), turn(1, "Fine", speaker="Ben", at=DAY + 40 * A_DAY)])
    for query in ("bees", "what did Ana say", "March 2025"):
        assert nodes(filled.index.text(query, Corpus.TURNS, ALL, limit=1)) == ["ep_1.000000"]
    assert nodes(filled.index.text("Ben in April", Corpus.TURNS, ALL, limit=1)) == ["ep_1.000001"]
    assert filled.index.text("bees", Corpus.MEMORIES, ALL, limit=5) == []


def test_windows_find_a_turn_by_the_words_beside_it(filled: Filled) -> None:
    talk = ["what about the bees", "they moved", "to a hive", "under the roof", "so it rained"]
    filled.turns(episode(), [turn(seq, text) for seq, text in enumerate(talk)])
    filled.turns(episode("ep_2"), [turn(0, "bees moved nowhere", "ep_2")])
    hits = filled.index.windows("hive roof rained", ALL, limit=9)
    assert set(nodes(hits)) == {f"ep_1.00000{seq}" for seq in (1, 2, 3, 4)}


def test_windows_follow_when_the_talk_goes_on(filled: Filled) -> None:
    filled.turns(episode(), [turn(0, "where is the hive")])
    assert nodes(filled.index.windows("roof", ALL, limit=9)) == []
    filled.turns(episode(), [turn(1, "under the roof")])
    assert nodes(filled.index.windows("roof", ALL, limit=9)) == ["ep_1.000000", "ep_1.000001"]


def test_windows_of_what_the_filter_leaves_out_are_not_found(filled: Filled) -> None:
    filled.turns(episode(project="boats"), [turn(0, "where is the hive"), turn(1, "under the roof")])
    assert filled.index.windows("roof", Filter(owner=ANA, project="hives"), limit=9) == []


def test_a_word_is_rarer_the_fewer_texts_have_it(filled: Filled) -> None:
    filled.turns(episode(), [turn(seq, f"{'bees' if seq else 'wasps'} and flowers") for seq in range(4)])
    found = filled.index.rarity(ANA, ["unheard", "wasps", "bees", "flowers"], Corpus.TURNS)
    assert found["unheard"] == 1
    assert found["unheard"] > found["wasps"] > found["bees"] > found["flowers"] > 0.5
    assert filled.index.rarity(ANA, [], Corpus.TURNS) == {}


def test_parts_of_chinese_and_japanese_text_are_found(filled: Filled) -> None:
    filled.memories(memory("m_1", "安娜住在里斯本"), memory("m_2", "私は寿司が好きです"))
    assert nodes(filled.index.text("里斯本", Corpus.MEMORIES, ALL, limit=5)) == ["m_1"]
    assert nodes(filled.index.text("寿司", Corpus.MEMORIES, ALL, limit=5)) == ["m_2"]


def test_any_text_is_a_query(filled: Filled) -> None:
    queries = (
        "", "  ", "…!?", '"', "'", '"bees OR', "bees AND NOT (", "NEAR(bees, 2)", "text:bees", "bees*", "^bees", "-bees",
        "\x00bees\x00", "🐝", "{bees} + [x]", "bees; DROP TABLE memories", "\ud800 bees", "bees\\", "%bees_",
    )  # fmt: skip
    filled.memories(memory("m_1", "Ana keeps bees"))
    found = {query: nodes(filled.index.text(query, Corpus.MEMORIES, ALL, limit=5)) for query in queries}
    assert found == {query: ["m_1"] if "bees" in query else [] for query in queries}


def test_a_query_of_ten_thousand_words_still_finds_its_question(filled: Filled) -> None:
    filled.memories(memory("m_1", "Ana keeps bees"), memory("m_2", "Rex sleeps"))
    query = " ".join(f"word{number}" for number in range(10_000)) + " where are the bees"
    assert nodes(filled.index.text(query, Corpus.MEMORIES, ALL, limit=5)) == ["m_1"]


def test_stop_words_find_nothing_beside_other_words_but_alone_they_do(filled: Filled) -> None:
    filled.memories(memory("m_1", "To be or not to be"), memory("m_2", "Rex sleeps"))
    assert nodes(filled.index.text("to be rex", Corpus.MEMORIES, ALL, limit=5)) == ["m_2"]
    assert nodes(filled.index.text("to be", Corpus.MEMORIES, ALL, limit=5)) == ["m_1"]


# nearest


def test_nearest_is_by_cosine_best_first_exact(filled: Filled) -> None:
    texts = ["bees in Lisbon", "bees in Porto", "a dog sleeps"]
    filled.memories(*(memory(f"m_{place}", text) for place, text in enumerate(texts)))
    embedded(filled, *texts)
    hits = filled.index.nearest(vector_of("bees in Lisbon"), Corpus.MEMORIES, ALL, limit=2)
    assert nodes(hits) == ["m_0", "m_1"]
    assert hits[0].score == pytest.approx(1, abs=1e-5)
    assert -1 <= hits[1].score < 1


def test_equal_vectors_are_ordered_by_id_even_when_cut(filled: Filled) -> None:
    filled.memories(*(memory(f"m_{number:02}", "bees") for number in range(40, 0, -1)))
    embedded(filled, "bees")
    assert nodes(filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=2)) == ["m_01", "m_02"]


def test_the_filter_comes_before_the_ranking(filled: Filled) -> None:
    near = [memory(f"m_{number:03}", f"bees {number}") for number in range(100)]
    far = memory("m_999", "a dog sleeps", project="pets")
    filled.memories(*near, far)
    embedded(filled, *(each.text for each in near), far.text)
    keep = Filter(owner=ANA, project="pets")
    assert nodes(filled.index.nearest(vector_of("bees 1"), Corpus.MEMORIES, keep, limit=3)) == ["m_999"]
    assert nodes(filled.index.text("dog bees", Corpus.MEMORIES, keep, limit=3)) == ["m_999"]


def test_nodes_without_a_vector_are_not_near_anything(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"))
    assert filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=5) == []


def test_a_vector_that_comes_later_makes_its_text_findable(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"), memory("m_2", "bees"))
    filled.turns(episode(), [turn(0, "bees")])
    embedded(filled, "bees", index_text_of_turn(turn(0, "bees")))
    assert nodes(filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=5)) == ["m_1", "m_2"]
    assert nodes(filled.index.nearest(vector_of("bees"), Corpus.TURNS, ALL, limit=5)) == ["ep_1.000000"]


def test_a_changed_text_loses_its_vector_until_the_new_one_comes(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"))
    embedded(filled, "bees")
    filled.memories(memory("m_1", "wasps"))
    assert filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=5) == []
    assert filled.index.texts_without_vector(ANA, limit=5) == ["wasps"]
    filled.memories(memory("m_1", "bees"))
    assert nodes(filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=5)) == ["m_1"]


def test_more_neighbours_than_an_engine_sorts_at_once(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"), memory("m_2", "wasps"))
    embedded(filled, "bees", "wasps")
    assert len(filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=10_000)) == 2


# filters


def at(moment: datetime) -> Moment:
    return Moment(as_of=moment, known_at=moment)


LATER = DAY + 10 * A_DAY
FILTERS: list[tuple[Filter, list[str]]] = [
    (Filter(owner=ANA, moment=at(LATER)), ["m_event", "m_plain", "m_superseded", "m_tagged"]),
    (
        Filter(owner=ANA, moment=at(DAY + A_DAY)),
        ["m_closed", "m_event", "m_plain", "m_retracted", "m_superseded", "m_tagged"],
    ),
    (Filter(owner=ANA, moment=Moment(as_of=LATER, known_at=DAY - A_DAY)), []),
    (Filter(owner=ANA), ["m_closed", "m_event", "m_plain", "m_retracted", "m_superseded", "m_tagged"]),
    (Filter(owner=together([BEN, CAT])), ["m_of_cat", "m_plain"]),
    (Filter(owner=together([CAT, BEN]), kinds=(Kind.EVENT,)), []),
    (Filter(owner=ANA, project="kitchen"), ["m_tagged"]),
    (Filter(owner=ANA, session="s1"), ["m_tagged"]),
    (Filter(owner=ANA, kinds=(Kind.EVENT, Kind.BELIEF)), ["m_event"]),
    (Filter(owner=ANA, tags=("food", "none")), ["m_tagged"]),
    (Filter(owner=ANA, since=DAY + A_DAY), ["m_event"]),
    (Filter(owner=ANA, until=DAY + A_DAY, kinds=(Kind.EVENT,)), []),
    (Filter(owner=BEN), ["m_plain"]),
]  # fmt: skip


def test_only_what_the_filter_admits_is_found(filled: Filled) -> None:
    text = "bees"
    filled.memories(
        memory("m_plain", text),
        memory("m_plain", text, owner=BEN),
        memory("m_of_cat", text, owner=CAT),
        memory("m_event", text, kind=Kind.EVENT, stated_at=DAY + A_DAY),
        memory(
            "m_tagged", text, tags=("food", "fun"), project="kitchen", session="s1", status=Status.PENDING
        ),
        memory("m_archived", text, status=Status.ARCHIVED),
        memory("m_retired", text, status=Status.RETIRED),
        memory("m_superseded", text, status=Status.SUPERSEDED),
        memory("m_closed", text, lifetime=lived(DAY, valid_to=DAY + 2 * A_DAY, closed_at=DAY + 3 * A_DAY)),
        memory("m_retracted", text, lifetime=lived(DAY, retracted_at=DAY + 2 * A_DAY)),
    )
    embedded(filled, text)
    for keep, expected in FILTERS:
        assert sorted(nodes(filled.index.text(text, Corpus.MEMORIES, keep, limit=20))) == expected, keep
        assert nodes(filled.index.nearest(vector_of(text), Corpus.MEMORIES, keep, limit=20)) == expected, keep
        assert nodes(filled.index.nearest(vector_of(text), Corpus.MEMORIES, keep, limit=2)) == expected[:2], (
            keep
        )


TURN_FILTERS: list[tuple[Filter, list[int]]] = [
    (Filter(owner=ANA), [0, 1, 2]),
    (Filter(owner=ANA, since=DAY + A_DAY), [1]),
    (Filter(owner=ANA, until=DAY), [2]),
    (Filter(owner=ANA, moment=at(DAY + A_DAY)), [0, 2]),
    (Filter(owner=ANA, moment=at(DAY - A_DAY)), []),
    (Filter(owner=ANA, project="kitchen", session="s1", kinds=(Kind.EVENT,), tags=("none",)), [0, 1, 2]),
    (Filter(owner=ANA, project="garden"), []),
    (Filter(owner=together([BEN, ANA]), until=DAY), [2]),
    (Filter(owner=BEN), []),
]


def test_only_turns_that_the_filter_admits_are_found(filled: Filled) -> None:
    talk = episode(project="kitchen", session="s1", started_at=DAY - A_DAY)
    said = [
        turn(0, "bees"),
        turn(1, "bees", at=DAY + 2 * A_DAY, recorded_at=DAY + 2 * A_DAY),
        turn(2, "bees", at=None),
    ]
    filled.turns(talk, said)
    embedded(filled, *map(index_text_of_turn, said))
    for keep, expected in TURN_FILTERS:
        wanted = [f"ep_1.{seq:06d}" for seq in expected]
        assert sorted(nodes(filled.index.text("bees", Corpus.TURNS, keep, limit=20))) == wanted, keep
        found = nodes(filled.index.nearest(vector_of("bees"), Corpus.TURNS, keep, limit=20))
        assert sorted(found) == wanted, keep


# embeddings


def test_stored_vectors_are_given_by_node(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"), memory("m_2", "wasps"), memory("m_3", "bees", owner=BEN))
    embedded(filled, "bees")
    found = filled.index.vectors(ANA, [memory("m_1").id, memory("m_2").id, memory("m_3").id])
    assert {node: list(vector) for node, vector in found.items()} == {
        "m_1": pytest.approx(list(vector_of("bees")))
    }


def test_surroundings_are_products_of_turns_and_of_those_beside_them(filled: Filled) -> None:
    texts = ["bees", "wasps", "ants", "flies", "moths"]
    for number, owner in ((1, ANA), (2, ANA), (1, BEN)):
        talk = episode(f"ep_{number}", owner=owner)
        filled.turns(
            talk,
            [turn(seq, text, talk.id, owner=owner, at=None, speaker=None) for seq, text in enumerate(texts)],
        )
    asked = [TurnId(f"ep_{number}.{seq:06d}") for number in (2, 1) for seq in (4, 3, 2, 0, 7)]
    question = vector_of("bees and moths")
    assert filled.index.surroundings(question, ANA, asked) is None
    embedded(filled, "bees", "wasps", "flies", "moths")
    threes = [["moths", "flies", None], ["flies", None, "moths"], ["bees", None, "wasps"]]
    expected = np.array([[vector_or_nothing(word) for word in three] for three in threes] * 2)
    for _ in range(3):  # read into memory meanwhile, where there is a memory for it
        filled.index.nearest(vector_of("bees"), Corpus.TURNS, ALL, limit=1)
        found = filled.index.surroundings(question, ANA, asked)
        assert found is not None
        assert list(found.turns) == [node for node in asked if not node.endswith(("2", "7"))]
        assert found.to_question == pytest.approx(expected @ np.array(question), abs=1e-6)
        assert found.to_each_other == pytest.approx(expected @ expected.swapaxes(1, 2), abs=1e-6)
    nothing = filled.index.surroundings(question, ANA, [])
    assert nothing is not None
    assert list(nothing.turns) == []


def test_surroundings_follow_what_is_written(filled: Filled) -> None:
    talk = episode("ep_1")
    said = ["bees", "wasps", "bees"]
    question = vector_of("bees")

    def products() -> list[list[float]]:
        filled.index.nearest(question, Corpus.TURNS, ALL, limit=1)
        found = filled.index.surroundings(question, ANA, [TurnId(f"ep_1.{seq:06d}") for seq in range(4)])
        assert found is not None
        return np.round(found.to_each_other[:, 0].astype(float), 5).tolist()  # own with own, before and after

    def spoken(*texts: str) -> list[Turn]:
        return [turn(seq, text, at=None, speaker=None) for seq, text in enumerate(texts)]

    alike = round(float(np.dot(vector_of("bees"), vector_of("wasps"))), 5)
    filled.turns(talk, spoken(*said))
    embedded(filled, "bees", "wasps")
    for _ in range(2):
        assert products() == [[1, 0, alike], [1, alike, alike], [1, alike, 0]]
    filled.turns(talk, spoken(*said, "bees"))
    embedded(filled, "bees")
    assert products() == [[1, 0, alike], [1, alike, alike], [1, alike, 1], [1, 1, 0]]
    filled.turns(talk, spoken("bees", "bees", "bees", "wasps"))
    embedded(filled, "bees", "wasps")
    assert products() == [[1, 0, 1], [1, 1, 1], [1, 1, alike], [1, alike, 0]]


def vector_or_nothing(text: str | None) -> list[float]:
    return vector_of(text).tolist() if text else [0.0] * len(vector_of("bees"))


def test_nearest_to_each_is_nearest_of_each_that_is_near_enough(filled: Filled) -> None:
    texts = [f"{animal} in the {place}" for animal in ("bees", "wasps", "ants") for place in ("roof", "wall")]
    filled.memories(
        *(memory(f"m_{n}", text) for n, text in enumerate(texts)), memory("m_b", texts[0], owner=BEN)
    )
    embedded(filled, *texts)
    for wanted in (texts, texts[:2], []):
        vectors = HashingEmbedder().embed(wanted)
        found = filled.index.nearest_to_each(vectors, Corpus.MEMORIES, ALL, limit=3, least=0.5)
        alone = [filled.index.nearest(vector, Corpus.MEMORIES, ALL, limit=3) for vector in vectors]
        # Scores, not ids: those of several nodes differ by rounding only.
        assert [[hit.score for hit in hits] for hits in found] == [
            pytest.approx([hit.score for hit in hits if hit.score >= 0.5], abs=1e-5) for hits in alone
        ]
        assert [nodes(hits[:1]) for hits in found] == [[f"m_{n}"] for n in range(len(wanted))]


def test_known_vectors_are_given_by_exact_text_and_embedder(filled: Filled) -> None:
    embedded(filled, "bees")
    identity = HashingEmbedder.identity
    assert list(filled.index.known_vectors(ANA, identity, ["bees", "Bees"])) == ["bees"]
    other = EmbedderIdentity(name="other", dimension=64, probe="p")
    assert filled.index.known_vectors(ANA, other, ["bees"]) == {}


def test_texts_without_vector_are_distinct_and_oldest_first(filled: Filled) -> None:
    filled.turns(episode("ep_1"), [turn(0, "hello")])
    filled.memories(
        memory("m_3", "bees"), memory("m_2", "wasps"), memory("m_4", "bees"), memory("m_5", "ants")
    )
    filled.memories(memory("m_1", "old", status=Status.ARCHIVED), memory("m_9", "other", owner=BEN))
    embedded(filled, "ants")
    spoken = index_text_of_turn(turn(0, "hello"))
    assert filled.index.texts_without_vector(ANA, limit=10) == [spoken, "wasps", "bees"]
    assert filled.index.texts_without_vector(ANA, limit=1) == [spoken]


class OtherEmbedder:
    """Another model, of another dimension."""

    identity = EmbedderIdentity(name="other", dimension=2, probe="p")

    def embed(self, texts: Iterable[str]) -> "list[Vector[float]]":
        return [Vector("f", [1.0, 0.0] if "bees" in text else [0.0, 1.0]) for text in texts]


def test_another_embedder_waits_beside_the_one_in_use_until_it_is_adopted(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"), memory("m_2", "wasps"))
    assert filled.index.identity() is None
    embedded(filled, "bees", "wasps")
    other = OtherEmbedder()
    assert filled.index.texts_without_vector(ANA, limit=9, identity=other.identity) == ["bees", "wasps"]
    embedded(filled, "bees", "wasps", embedder=other)
    assert filled.index.texts_without_vector(ANA, limit=9, identity=other.identity) == []
    assert filled.index.identity() == HashingEmbedder.identity
    assert nodes(filled.index.nearest(vector_of("bees"), Corpus.MEMORIES, ALL, limit=1)) == ["m_1"]
    filled.index.adopt(other.identity)
    assert filled.index.identity() == other.identity
    assert nodes(filled.index.nearest(Vector("f", [0.0, 1.0]), Corpus.MEMORIES, ALL, limit=1)) == ["m_2"]
    assert filled.index.known_vectors(ANA, HashingEmbedder.identity, ["bees"]) == {}


def test_a_rebuild_finds_the_same(filled: Filled) -> None:
    filled.memories(memory("m_1", "bees"), memory("m_2", "wasps"))
    filled.turns(episode(), [turn(0, "bees")])
    embedded(filled, "bees", index_text_of_turn(turn(0, "bees")))

    def found() -> list[object]:
        return [
            *(filled.index.text("bees wasps", corpus, ALL, limit=9) for corpus in Corpus),
            *(filled.index.nearest(vector_of("bees"), corpus, ALL, limit=9) for corpus in Corpus),
            filled.index.texts_without_vector(ANA, limit=9),
        ]

    before = found()
    filled.index.rebuild()
    assert found() == before


LONG = "\n\n".join(
    [
        "The gate squeaks in the wind. " * 25,
        "The boiler drips since Tuesday. " * 25,
        "The roof is sound. " * 25,
    ]
)


def test_a_long_turn_is_found_by_its_passages(filled: Filled) -> None:
    filled.turns(episode(), [turn(0, LONG), turn(1, "The garden is fine.")])
    hits = filled.index.text("boiler", Corpus.PASSAGES, ALL, limit=10)
    assert [hit.node for hit in hits] == [turn(0, LONG).id]
    assert filled.index.text("garden", Corpus.PASSAGES, ALL, limit=10) == []


def test_passages_are_near_what_they_say_and_their_turn_counts_once(filled: Filled) -> None:
    said = turn(0, LONG)
    filled.turns(episode(), [said])
    embedder = HashingEmbedder()
    texts = index_texts_of_turn(said)
    filled.vectors(embedder.identity, dict(zip(texts, embedder.embed(texts), strict=True)))
    (asked,) = embedder.embed([texts[1]])
    (hit,) = filled.index.nearest(asked, Corpus.PASSAGES, ALL, limit=10)
    assert hit.node == said.id
    assert hit.score == pytest.approx(1, abs=1e-5)


def test_placed_passages_cover_their_turn_in_order(filled: Filled) -> None:
    said = turn(0, LONG)
    filled.turns(episode(), [said, turn(1, "Short.")])
    placed = filled.index.passages(None, ANA, [said.id, turn(1, "Short.").id])
    assert list(placed) == [said.id]
    assert [piece.span for piece in placed[said.id]] == list(split_into_passages(LONG))
    assert all(piece.cosine is None for piece in placed[said.id])


def test_placed_passages_know_their_cosines_once_they_have_vectors(filled: Filled) -> None:
    said = turn(0, LONG)
    filled.turns(episode(), [said])
    embedder = HashingEmbedder()
    texts = index_texts_of_turn(said)
    filled.vectors(embedder.identity, dict(zip(texts, embedder.embed(texts), strict=True)))
    (asked,) = embedder.embed([texts[-1]])
    cosines = [piece.cosine for piece in filled.index.passages(asked, ANA, [said.id])[said.id]]
    assert cosines[-1] == pytest.approx(1, abs=1e-5)


def test_turns_that_were_cut_are_known_by_their_episodes(filled: Filled) -> None:
    said, other = turn(0, LONG), turn(0, LONG, episode("ep_other").id)
    filled.turns(episode(), [said, turn(1, "Short.")])
    filled.turns(episode("ep_other"), [other])
    pieces = len(split_into_passages(LONG))
    assert filled.index.turns_with_passages(ANA, {episode().id}) == {said.id: pieces}
    assert filled.index.turns_with_passages(ANA, {episode().id, episode("ep_other").id}) == {
        said.id: pieces,
        other.id: pieces,
    }
    assert filled.index.turns_with_passages(BEN, {episode().id}) == {}
    assert filled.index.turns_with_passages(ANA, iter([episode().id, episode().id])) == {said.id: pieces}
    assert filled.index.turns_with_passages(ANA, set()) == {}


def test_passages_keep_to_the_filter(filled: Filled) -> None:
    filled.turns(episode(), [turn(0, LONG)])
    assert filled.index.text("boiler", Corpus.PASSAGES, Filter(owner=BEN), limit=10) == []
    assert filled.index.text("boiler", Corpus.PASSAGES, Filter(owner=ANA, project="boats"), limit=10) == []


def test_a_turn_that_became_short_has_no_passages_left(filled: Filled) -> None:
    filled.turns(episode(), [turn(0, LONG)])
    filled.turns(episode(), [turn(0, "All is mended.")])
    assert filled.index.text("boiler", Corpus.PASSAGES, ALL, limit=10) == []
    assert filled.index.passages(None, ANA, [turn(0, "").id]) == {}
    assert filled.index.turns_with_passages(ANA, {episode().id}) == {}
