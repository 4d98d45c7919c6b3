"""The same words in other roles say something else: they are never taken for one memory."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner, TurnId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.memories.memory import Memory as Remembered
from quaidpy.domain.memories.sameness import difference, sense_of
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.remember.changing.noting import Note, as_said
from quaidpy.remember.deciding.resolution import (
    Confirm,
    Neighbour,
    Ruling,
    Verdict,
    resolve,
    ruled,
    triples_of,
)
from quaidpy.remember.deciding.word_order import have_changed_places, is_said_by
from quaidpy.remember.tools import RememberTools
from quaidpy.settings import load_lexicon
from quaidpy.wiring.parts import Memory
from tests.security.swapped_pairs import FROM_THE_DRAWING_BOARD, KEPT_BACK, pairs

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ANA = Owner("ana")
PAIRS = 300


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RememberTools]:
    with Memory(home=tmp_path_factory.mktemp("home")) as memory:
        yield memory.parts.remembering


def drafted(text: str, tools: RememberTools) -> MemoryDraft:
    """As `quaid store` drafts it."""
    note = Note(owner=ANA, text=text, kind=Kind.FACT)
    turn = Turn(id=TurnId("ep_1.000000"), episode=EpisodeId("ep_1"), owner=ANA, seq=0, text=text, at=NOW)
    (draft,) = as_said(note, turn, NOW, tools).drafts
    return draft


def remembered(draft: MemoryDraft) -> Remembered:
    return Remembered(
        id=MemoryId("m_old"),
        owner=ANA,
        kind=draft.kind,
        text=draft.text,
        content_hash=content_hash(draft.text),
        lifetime=Lifetime(recorded_at=NOW),
        stated_at=NOW,
    )


def is_merged(new: str, old: str, tools: RememberTools) -> bool:
    """Whether one is taken for the other though nothing but the words tells them apart: their vectors are the same."""
    said, known = drafted(new, tools), drafted(old, tools)
    near = Neighbour(
        memory=remembered(known),
        similarity=0.999,
        entities=frozenset(mention.entity.name.casefold() for mention in known.mentions),
        triples=triples_of(known),
    )
    return isinstance(resolve(said, [near], tools.resolution), Confirm)


@pytest.mark.parametrize("patterns", [FROM_THE_DRAWING_BOARD, KEPT_BACK], ids=["drawn", "kept back"])
def test_no_swapped_statement_is_taken_for_the_other(
    patterns: tuple[tuple[str, str], ...], tools: RememberTools
) -> None:
    swapped = list(pairs(patterns, count=PAIRS, seed=7))
    merged = [pair for pair in swapped if is_merged(*pair, tools) or is_merged(*reversed(pair), tools)]
    assert merged == []


@pytest.mark.parametrize("patterns", [FROM_THE_DRAWING_BOARD, KEPT_BACK], ids=["drawn", "kept back"])
def test_no_model_can_rule_that_they_are_one(
    patterns: tuple[tuple[str, str], ...], tools: RememberTools
) -> None:
    """For where the very same words have changed places, a model's word is not enough."""
    for one, other in pairs(patterns, count=len(patterns), seed=11):
        said, known = drafted(one, tools), remembered(drafted(other, tools))
        if sorted(one.lower().split()) == sorted(other.lower().split()):
            ruling = Ruling(verdict=Verdict.SKIP, memory=known.id, reason="the same", similarity=0.99)
            assert ruled(said, known, ruling) is None, (one, other)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Ana loves to paint landscapes", "Ana loves painting landscapes"),
        ("In May Ana bought a tent.", "Ana bought a tent in May."),
        ("Ana paid Bob.", "Bob was paid by Ana."),
        ("Ana and Bob are married.", "Bob and Ana are married."),
        ("The cat chased the dog.", "The dog was chased by the cat."),
        ("If it rains, the match is off.", "The match is off if it rains."),
        ("Ana often drinks tea.", "Ana drinks tea often."),
        ("Every day Ana runs 5 km.", "Ana runs 5 km every day."),
        ("Ana has a dog.", "Ana has a big brown dog."),
        ("Ana drinks coffee and tea.", "Ana drinks tea and coffee."),
        ("Jasmine is Ana's favourite tea.", "Ana's favourite tea is jasmine."),
        ("Ana runs 10 km.", "Ana runs 10 kilometres."),
        ("Before bed Ana reads.", "Ana reads before bed."),
    ],
)
def test_what_moves_without_changing_its_role_is_the_same(new: str, old: str) -> None:
    assert is_said_by(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The shop closes at 6 am.", "The shop closes at 6 pm."),
        ("Ana is Bob's manager.", "Bob is Ana's manager."),
        ("Dogs are animals.", "Animals are dogs."),
        ("Ana fixed the leak.", "Ana promised to fix the leak."),
        ("The dog bit Bob and Ana laughed.", "The dog bit Ana and Bob laughed."),
        ("Bob and Ana's mother sing.", "Ana and Bob's mother sing."),
        ("Ana is happy.", "Ana was happy."),
        ("The cat chased the dog.", "The cat chased the mouse near the dog."),
        ("Ana saw Bob.", "Ana saw Bob's car."),
    ],
)
def test_what_changes_its_role_or_its_time_is_not(new: str, old: str) -> None:
    assert not is_said_by(new, old)


@pytest.mark.parametrize("patterns", [FROM_THE_DRAWING_BOARD, KEPT_BACK], ids=["drawn", "kept back"])
def test_no_night_takes_swapped_statements_for_one(patterns: tuple[tuple[str, str], ...]) -> None:
    lexicon = load_lexicon()
    merged = [
        (one, other)
        for one, other in pairs(patterns, count=len(patterns) * 3, seed=13)
        if difference(sense_of(one, lexicon), sense_of(other, lexicon), lexicon) is None
        and not have_changed_places(one, other)
    ]
    assert merged == []
