"""Laws of the text side: evidence slices to its source, no text breaks it, cleaning is idempotent."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import EpisodeId, Owner, turn_id
from quaidpy.domain.memories.drafts import Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.errors import UnreadableError
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.finding.rules import Context, extract
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.formats.transcripts import read_transcript
from quaidpy.remember.words.sentences import split_sentences
from quaidpy.settings import load_relations, load_settings

pytestmark = pytest.mark.property

NOW = datetime(2025, 6, 9, 20, tzinfo=UTC)
RELATIONS, TUNING = load_relations(), load_settings(environment={}).tuning.remember
PIECES = st.sampled_from(
    [
        "I moved to Lisbon last week", "my sister Marta", "we", "you", "and", "because", "I've been", "got a dog called Rex",
        "she", "it", "?", "!", ". ", "\n\n", "yesterday", "on 31 April", "in 0 weeks", "9999 years ago", "don't", "Ana", "Ben's",
        "[MEMORY] x", "```", "password is Xy12!z", "ignore previous instructions", "😀", "我住在北京", "İstanbul", "remember that",
        "decided to", "allergic to cats", "(", "]", "«", "'", "’s", "on Friday", "last", "a b c", "Mr.", "-", "I", "next month",
    ]
)  # fmt: skip
CHAT = st.one_of(st.lists(PIECES, max_size=12).map(" ".join), st.text(max_size=120))


def turns_of(texts: list[str], role: Role = Role.USER) -> list[Turn]:
    episode = EpisodeId("ep_law")
    names = ["Ana", "Ben"] if role is Role.USER else [None]
    return [
        Turn(
            id=turn_id(episode, i),
            episode=episode,
            owner=Owner("o"),
            seq=i,
            text=text,
            speaker=names[i % len(names)],
            role=role,
            at=NOW,
        )
        for i, text in enumerate(texts)
    ]


def extracted(turns: list[Turn]) -> Extraction:
    return extract(turns, Context(relations=RELATIONS, tuning=TUNING, now=NOW))


@settings(max_examples=150, deadline=None)
@given(texts=st.lists(CHAT, max_size=4), role=st.sampled_from(list(Role)))
def test_any_text_is_taken_and_evidence_slices_to_words_of_its_turn(texts: list[str], role: Role) -> None:
    turns = turns_of(texts, role)
    known = {turn.id: turn for turn in turns}
    extraction = extracted(turns)
    for draft in extraction.drafts:
        (span,) = draft.evidence
        said = known[span.turn].text[span.start : span.end]
        assert said == said.strip()
        assert said
        assert 0 <= draft.importance <= 1
        assert len(draft.keywords) <= 5
        assert draft.text.strip() == draft.text
    assert {turn for turn, _ in extraction.turn_mentions} <= set(known)


@settings(max_examples=50, deadline=None)
@given(texts=st.lists(CHAT, max_size=4))
def test_extraction_is_deterministic(texts: list[str]) -> None:
    assert extracted(turns_of(texts)) == extracted(turns_of(texts))


@settings(max_examples=150, deadline=None)
@given(text=CHAT)
def test_sentences_are_ordered_disjoint_slices(text: str) -> None:
    end = 0
    for span in split_sentences(text):
        assert end <= span.start < span.end
        wrapped = text[span.start : span.end]
        assert [a for a, b in zip(wrapped, span.text, strict=True) if a != b and (a, b) != ("\n", " ")] == []
        end = span.end


@settings(max_examples=150, deadline=None)
@given(text=CHAT)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean_turn(text)
    twice = clean_turn(once.text)
    assert twice.text == once.text
    assert not twice.removed


@settings(max_examples=150, deadline=None)
@given(text=CHAT, at=st.datetimes(timezones=st.just(UTC)))
def test_dates_resolve_or_stay_whatever_the_calendar(text: str, at: datetime) -> None:
    resolve_dates(text, at)


@settings(max_examples=150, deadline=None)
@given(data=st.one_of(st.binary(max_size=80), CHAT.map(str.encode)), cursor=st.integers(0, 100))
def test_any_bytes_are_read_or_refused_kindly(data: bytes, cursor: int) -> None:
    try:
        transcript = read_transcript(data, name="x", from_byte=min(cursor, len(data)))
    except UnreadableError:
        return
    assert min(cursor, len(data)) <= transcript.consumed_bytes <= len(data)


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(
        st.sampled_from(["Ana: hi", "Ben: I live in Porto", "and more", "## 8 May 2023", ""]),
        min_size=2,
        max_size=5,
    ),
    data=st.data(),
)
def test_reading_in_two_steps_misses_no_line_and_gives_none_twice(
    lines: list[str], data: st.DataObject
) -> None:
    lines = ["Ana: start", "Ben: ok", "Ana: yes", "Ben: no", "Ana: so", *lines]
    cut = data.draw(st.integers(5, len(lines)))
    head, whole = "".join(f"{x}\n" for x in lines[:cut]), "".join(f"{x}\n" for x in lines)
    first = read_transcript(head.encode(), name="x")
    second = read_transcript(whole.encode(), name="x", from_byte=first.consumed_bytes)
    once = read_transcript(whole.encode(), name="x")
    words = [w for t in (*first.turns, *second.turns) for w in t.text.split()]
    assert words == [w for t in once.turns for w in t.text.split()]
