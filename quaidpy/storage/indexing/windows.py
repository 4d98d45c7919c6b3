"""Which words stand in a turn or right beside it?"""

from collections.abc import Iterable, Sequence

from quaidpy.domain.identity import Owner, TurnId, adjacent_turns
from quaidpy.domain.language.text import with_cjk_bigrams
from quaidpy.domain.memories.index_texts import index_text_of_window
from quaidpy.ports.changes import Topic
from quaidpy.storage.indexing.session import IndexSession
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.rows import turn_of

_WANTED = """SELECT t.*, i.number FROM unnest(:turns) AS wanted(id) CROSS JOIN turns t
LEFT JOIN turn_index i ON i.owner = t.owner AND i.id = t.id WHERE t.owner = :owner AND t.id = wanted.id"""


def refresh_windows(session: IndexSession, owner: Owner, changed: Iterable[str]) -> None:
    """Make the windows anew that hold one of these turns, which are in the turn index already or gone from it."""
    touched = {TurnId(turn) for turn in changed}
    if not touched:
        return
    stale = touched.union(*map(adjacent_turns, touched))
    read = stale.union(*map(adjacent_turns, stale))
    bound = {"owner": owner, "turns": sorted(read)}
    rows = {TurnId(row["id"]): row for row in session.rows(_WANTED, bound)}
    turns = {identity: turn_of(owner, row) for identity, row in rows.items()}
    windows = []
    for identity in sorted(stale & turns.keys()):
        episode, seq = turns[identity].episode, turns[identity].seq
        beside = {turns[near].seq: turns[near] for near in adjacent_turns(identity) if near in turns}
        assert all(turn.episode == episode for turn in beside.values()), "ids tell the episode"
        text = index_text_of_window(turns[identity], beside.get(seq - 1), beside.get(seq + 1))
        windows.append((rows[identity]["number"], [with_cjk_bigrams(text)]))
    session.put_words("window_text", owner, windows)
    note_changes(session, owner, Topic.WINDOW_WORDS, [number for number, _ in windows])


def remove_windows(session: IndexSession, owner: Owner, numbers: Sequence[int]) -> None:
    session.drop_words("window_text", owner, numbers)
    note_changes(session, owner, Topic.WINDOW_WORDS, numbers)
