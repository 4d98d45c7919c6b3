"""Steps from text to entity to text, and what they are worth."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import EntityId, EpisodeId, NodeId, turn_id
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.recall.finding.association import Crowd, crowd_of, nearness
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

NATALIE = EntityId("e_natalie")


def _crowd(*weights: float, degree: int = 0, fanout: int) -> Crowd:
    mentions = [
        Link(turn_id(EpisodeId("ep_1"), place), "mentions", NATALIE, weight)
        for place, weight in enumerate(weights)
    ]
    return crowd_of(mentions, degree or len(mentions), fanout=fanout)


def test_a_crowd_counts_what_mentions_and_what_is_about() -> None:
    assert _crowd(1.0, 0.4, 0.4, fanout=8) == Crowd(mentioning=3, about=1)


def test_of_a_hub_that_the_walk_saw_in_part_all_links_count() -> None:
    assert _crowd(1.0, 1.0, degree=200, fanout=2) == Crowd(mentioning=200, about=200)
    assert _crowd(1.0, 0.4, degree=200, fanout=2).about == 1


def test_words_are_nearer_the_fewer_stand_between() -> None:
    spoken = ("a", "film", "direct", "by", "shawn", "levy", "in", "canada", "far", "away")
    assert nearness([("shawn", "levy")], spoken, 2) == {"direct": 0.5, "by": 1.0, "in": 1.0, "canada": 0.5}
    assert nearness([("nobody",)], spoken, 2) == {}


PASSAGES = {
    "film": "Forest Train\nForest Train is a 1957 drama film directed by Ilse Brandner and produced by Karl Otto Weiss.",
    "director": "Ilse Brandner\nIlse Brandner (2 March 1912 – 9 July 1990) grew up near Graz and taught at a school.",
    "producer": "Karl Otto Weiss\nKarl Otto Weiss (1 May 1901 – 3 June 1970) kept bees and wrote letters.",
    "cast": "Cold Harbour\nCold Harbour is a comedy. Ilse Brandner and her husband Paul Anders were in the cast.",
    "other": "Salt Road\nSalt Road is a book on trade by Peter Quint that was printed in York.",
    "town": "Graz\nGraz is a city in Styria on the river Mur with an old clock tower.",
}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    for key, text in PASSAGES.items():
        line = json.dumps({"role": "document", "content": text})
        opened.extract(Intake(owner=opened.owner, source_key=key, data=line.encode()))
    yield opened
    opened.close()


def _found(memory: Memory, question: str) -> list[tuple[str, tuple[NodeId, ...]]]:
    recalled = memory.recall(Query(text=question, limit=6, aim=Aim.RANK))
    return [(result.evidence[0].text.split("\n")[0], result.path) for result in recalled.results]


def test_who_directed_a_film_leads_to_the_director_before_the_producer(memory: Memory) -> None:
    titles = [title for title, _ in _found(memory, "When did the director of Forest Train die?")]
    assert set(titles[:3]) == {"Forest Train", "Ilse Brandner", "Karl Otto Weiss"}
    assert titles.index("Ilse Brandner") < titles.index("Karl Otto Weiss")


def test_the_way_is_part_of_the_answer(memory: Memory) -> None:
    found = dict(_found(memory, "When did the director of Forest Train die?"))
    start, entity, _ = found["Ilse Brandner"]
    assert start.startswith("e_")  # the film: that its director is meant, the graph says
    assert entity.startswith("e_")


def test_a_text_that_shares_a_rare_name_and_answers_the_rest_is_found(memory: Memory) -> None:
    titles = [title for title, _ in _found(memory, "Who was the husband of the director of Forest Train?")]
    assert titles.index("Cold Harbour") < titles.index("Salt Road")
    assert "Cold Harbour" in titles[:3]


def test_passages_about_what_the_question_names_come_first(memory: Memory) -> None:
    titles = [title for title, _ in _found(memory, "Are Graz and Salt Road both in York?")]
    assert set(titles[:2]) == {"Graz", "Salt Road"}
