"""Does a store keep themes, find them by their members, take them back, and erase them with a member?"""

from dataclasses import replace
from typing import Any

from quaidpy.domain.identity import MemoryId, ThemeId
from quaidpy.domain.memories.themes import Member, Theme, digest_of_members
from quaidpy.ports.storage import MemoryStore
from tests.samples import ANA, BEN, DAY, cause, memory


def theme(identity: str, *members: str, **more: Any) -> Theme:
    given = {
        "owner": ANA,
        "name": "the allotment",
        "abstract": "Ana has an allotment by the canal.",
        "digest": digest_of_members(members),
        "made_at": DAY,
    }
    made = tuple(Member(MemoryId(each), 0.9 - place / 10) for place, each in enumerate(members))
    return Theme(id=ThemeId(identity), members=made, **{**given, **more})


def put(store: MemoryStore, *themes: Theme) -> None:
    with store.writing(cause()) as writing:
        for each in themes:
            writing.put_theme(each)


def test_a_theme_comes_back_as_it_was_put_with_its_members_in_order(store: MemoryStore) -> None:
    one = theme("th_1", "m_2", "m_1", overview="Beans and a shed.", project="garden", model="m")
    two = theme("th_2", "m_3")
    put(store, two, one)
    assert store.all_themes(ANA) == [one, two]
    assert store.themes(ANA, [two.id, one.id, ThemeId("th_9")]) == [two, one]
    assert store.all_themes(BEN) == []
    assert store.themes(BEN, [one.id]) == []


def test_themes_are_found_by_any_of_their_members(store: MemoryStore) -> None:
    one, two = theme("th_1", "m_1", "m_2"), theme("th_2", "m_2", "m_3")
    put(store, one, two)
    assert store.themes_of(ANA, [MemoryId("m_2")]) == [one, two]
    assert store.themes_of(ANA, [MemoryId("m_3")]) == [two]
    assert store.themes_of(ANA, [MemoryId("m_9")]) == store.themes_of(ANA, []) == []
    assert store.themes_of(BEN, [MemoryId("m_2")]) == []


def test_a_theme_that_is_put_again_has_exactly_the_new_members(store: MemoryStore) -> None:
    put(store, theme("th_1", "m_1", "m_2", "m_3"))
    less = theme("th_1", "m_3", "m_2")
    put(store, less)
    assert store.all_themes(ANA) == [less]


def test_what_was_done_to_themes_is_taken_back(store: MemoryStore) -> None:
    first = theme("th_1", "m_1", "m_2", "m_3")
    put(store, first)
    with store.writing(cause()) as writing:
        writing.put_theme(theme("th_1", "m_1", "m_2"))
        writing.put_theme(theme("th_2", "m_4"))
    changed = writing.operation
    with store.writing(cause()) as writing:
        writing.remove_themes([ThemeId("th_1"), ThemeId("th_9")])
    assert [each.id for each in store.all_themes(ANA)] == ["th_2"]
    store.undo([writing.operation, changed], cause())
    assert store.all_themes(ANA) == [first]


def test_a_purged_memory_takes_every_theme_along_that_it_was_ever_in(store: MemoryStore) -> None:
    texts = {"m_1": "The shed leaks badly", "m_2": "The beans are planted", "m_3": "The canal froze over"}
    with store.writing(cause()) as writing:
        for identity, text in texts.items():
            writing.put_memory(memory(identity, text))
    was = theme("th_1", "m_1", "m_2", "m_3", overview="A leaking shed and beans", model="m")
    put(store, was, theme("th_2", "m_3"))
    put(store, replace(was, members=was.members[1:], overview="Beans by a canal", model=None))
    store.purge(ANA, [MemoryId("m_1")], [])
    assert [each.id for each in store.all_themes(ANA)] == ["th_2"]
    left = str(list(store.export_rows(ANA)))
    assert "leak" not in left
    assert "Beans by a canal" not in left
    assert "th_1" not in left


def test_what_another_member_says_stays_though_the_theme_quoted_it(store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", "The shed leaks badly in the rain"))
        writing.put_memory(memory("m_2", "The beans are planted along the wall"))
    put(store, theme("th_1", "m_2", "m_1", abstract="The beans are planted along the wall"))
    erased = store.purge(ANA, [MemoryId("m_1")], [])
    assert not any("beans" in words for words in erased.words)
