"""What sessions leave: checkpoints in versions, notes given once, scratchpads changed by one at a time."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint, Filled, Said
from quaidpy.domain.handover.handoffs import NEXT, Asking, Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.errors import UsageError
from quaidpy.ports.handover import HandoverRecords
from tests.engines import ENGINES, OpenEngine
from tests.fakes import CountedIds, FakeClock
from tests.fakes_of_handover import HandoverInMemory
from tests.samples import ANA, BEN, DAY

CODEX, CLAUDE = AgentName("codex"), AgentName("claude-code")
LONG_AGO = DAY - timedelta(days=400)
Put = Callable[[Handoff], None]


@contextmanager
def of_engine(number: int, folder: Path) -> Iterator[HandoverRecords]:
    made = ENGINES[number].open(folder / "home", FakeClock(), CountedIds())
    yield made.handover()
    made.store.close()


@pytest.fixture(params=["fake", *range(len(ENGINES))], ids=["fake", *(engine.name for engine in ENGINES)])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HandoverRecords]:
    if request.param == "fake":
        yield HandoverInMemory()
    else:
        with of_engine(request.param, tmp_path) as made:
            yield made


def checkpoint(name: str, hours: float = 0.0, **more: object) -> Checkpoint:
    plain = Checkpoint(
        owner=ANA, agent=CODEX, name=name, saved_at=DAY + timedelta(hours=hours),
        said=Said(task=f"task of {hours}", decisions=("one", "two")),
        filled=Filled(todos=(MemoryId("m_1"),), episode=EpisodeId("ep_1"), turns=7),
        session="s1", project="kiln", newest=MemoryId("m_9"),
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def put(records: HandoverRecords, *saved: Checkpoint, versions: int = 3, names: int = 3) -> list[Checkpoint]:
    return [records.put_checkpoint(each, versions=versions, names=names) for each in saved]


def note(number: int, recipient: AgentName = CODEX, **more: object) -> Handoff:
    plain = Handoff(
        id=HandoffId(f"h_{number}"), owner=ANA, recipient=recipient, sender=CLAUDE, text=f"note {number}",
        written_at=DAY + timedelta(hours=number), expires_at=DAY + timedelta(days=14),
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def leave(records: HandoverRecords, *notes: Handoff) -> None:
    for each in notes:
        records.put_handoff(each, gone_before=LONG_AGO)


def asking(receiver: str = "codex:s2", *, days: float = 1.0, **more: object) -> Asking:
    now = DAY + timedelta(days=days)
    plain = Asking(owner=ANA, agent=CODEX, receiver=receiver, now=now, free_since=now - timedelta(minutes=2))
    return replace(plain, **more)  # type: ignore[arg-type]


def open_to(records: HandoverRecords, who: Asking) -> list[str]:
    return [str(each.id) for each in records.open_handoffs(who)]


def pad(name: str, hours: float = 0.0, agent: AgentName = CODEX, owner: Owner = ANA) -> Scratchpad:
    written = DAY + timedelta(hours=hours)
    return Scratchpad(owner=owner, agent=agent, name=name, version=0, text="", written_at=written)


def write(records: HandoverRecords, text: str, where: Scratchpad, *, versions: int = 3) -> Scratchpad:
    return records.change_scratchpad(where, lambda _: text, since=LONG_AGO, versions=versions)


# Checkpoints


def test_a_checkpoint_comes_back_whole_with_its_number(records: HandoverRecords) -> None:
    (kept,) = put(records, checkpoint("parser"))
    assert kept == checkpoint("parser", version=1)
    assert records.checkpoints(ANA) == [kept]


def test_a_new_version_keeps_the_older_ones_up_to_the_bound(records: HandoverRecords) -> None:
    put(records, *(checkpoint("parser", hours) for hours in range(5)), checkpoint("other", 9))
    assert [each.version for each in records.checkpoints(ANA, name="parser")] == [5, 4, 3]


def test_what_says_the_same_is_no_new_version(records: HandoverRecords) -> None:
    first, again = put(records, checkpoint("parser"), checkpoint("parser", saved_at=DAY + timedelta(hours=1)))
    assert again == first
    assert records.checkpoints(ANA) == [first]


def test_the_name_that_was_saved_longest_ago_goes(records: HandoverRecords) -> None:
    put(records, checkpoint("a", 1), checkpoint("b", 2), checkpoint("a", 3), checkpoint("c", 4), names=2)
    assert {each.name for each in records.checkpoints(ANA)} == {"a", "c"}


def test_names_of_other_agents_and_owners_do_not_count(records: HandoverRecords) -> None:
    put(records, checkpoint("a", agent=CLAUDE), checkpoint("a", owner=BEN), checkpoint("b", 1), names=1)
    assert [(each.agent, each.name) for each in records.checkpoints(ANA)] == [(CODEX, "b"), (CLAUDE, "a")]
    assert len(records.checkpoints(BEN)) == 1


def test_checkpoints_come_last_saved_first_by_agent_name_and_project(records: HandoverRecords) -> None:
    put(records, checkpoint("a", 1), checkpoint("b", 2, project="shop"), checkpoint("a", 3, agent=CLAUDE))
    assert [each.name for each in records.checkpoints(ANA)] == ["a", "b", "a"]
    assert [each.name for each in records.checkpoints(ANA, agent=CODEX)] == ["b", "a"]
    assert [each.agent for each in records.checkpoints(ANA, name="a", limit=1)] == [CLAUDE]
    assert [each.name for each in records.checkpoints(ANA, project="shop")] == ["b"]


# Notes


def test_a_note_is_open_to_its_agent_and_one_to_next_to_whoever_comes(records: HandoverRecords) -> None:
    leave(records, note(1), note(2, CLAUDE), note(3, NEXT), note(4, owner=BEN))
    assert open_to(records, asking()) == ["h_1", "h_3"]
    assert open_to(records, asking(agent=CLAUDE)) == ["h_2", "h_3"]
    assert open_to(records, asking(agent=AgentName("x"))) == ["h_3"]


def test_a_session_that_goes_on_is_not_the_next_one(records: HandoverRecords) -> None:
    leave(records, note(1, NEXT), note(2, NEXT, session="codex:s2"))
    assert open_to(records, asking("codex:s2")) == ["h_1"]
    assert open_to(records, asking(is_new=False)) == []


def test_what_is_expired_is_open_to_nobody(records: HandoverRecords) -> None:
    leave(records, note(1, expires_at=DAY + timedelta(days=1)), note(2))
    assert open_to(records, asking(days=1)) == ["h_2"]


def test_what_one_has_taken_no_other_can_take(records: HandoverRecords) -> None:
    leave(records, note(1), note(2))
    assert records.take_handoffs(asking("a"), [HandoffId("h_1")]) == ["h_1"]
    assert open_to(records, asking("b")) == ["h_2"]
    assert records.take_handoffs(asking("b"), [HandoffId("h_1"), HandoffId("h_2")]) == ["h_2"]


def test_who_has_taken_a_note_and_asks_again_gets_it_again(records: HandoverRecords) -> None:
    leave(records, note(1))
    records.take_handoffs(asking("a"), [HandoffId("h_1")])
    assert open_to(records, asking("a")) == ["h_1"]


def test_a_claim_lapses(records: HandoverRecords) -> None:
    leave(records, note(1))
    records.take_handoffs(asking("a", days=1), [HandoffId("h_1")])
    assert open_to(records, asking("b", days=1 + 119 / 86_400)) == []
    assert records.take_handoffs(asking("b", days=1 + 120 / 86_400), [HandoffId("h_1")]) == ["h_1"]
    assert records.confirm_handoffs(ANA, "a", [HandoffId("h_1")], DAY) == []
    assert records.confirm_handoffs(ANA, "b", [HandoffId("h_1")], DAY) == ["h_1"]


def test_what_was_confirmed_is_given_for_ever(records: HandoverRecords) -> None:
    leave(records, note(1), note(2))
    records.take_handoffs(asking("a"), [HandoffId("h_1")])
    assert records.confirm_handoffs(ANA, "a", [HandoffId("h_1"), HandoffId("h_2")], DAY) == ["h_1"]
    assert records.confirm_handoffs(ANA, "a", [HandoffId("h_1")], DAY + timedelta(days=1)) == ["h_1"]
    assert records.confirm_handoffs(BEN, "a", [HandoffId("h_1")], DAY) == []
    assert open_to(records, asking("a")) == open_to(records, asking("b", days=10)) == ["h_2"]
    assert [each.given_at for each in records.handoffs(ANA, limit=9)] == [None, DAY]


def test_notes_are_listed_newest_first_and_forgotten_some_time_after_they_ended(
    records: HandoverRecords,
) -> None:
    leave(records, note(1), note(2), note(3, expires_at=DAY + timedelta(days=1)))
    records.take_handoffs(asking("a"), [HandoffId("h_1")])
    records.confirm_handoffs(ANA, "a", [HandoffId("h_1")], DAY)
    assert [each.id for each in records.handoffs(ANA, limit=2)] == ["h_3", "h_2"]
    records.put_handoff(note(4), gone_before=DAY + timedelta(days=2))
    assert [each.id for each in records.handoffs(ANA, limit=9)] == ["h_4", "h_2"]


# Scratchpads


def test_a_pad_is_kept_in_versions_up_to_the_bound(records: HandoverRecords) -> None:
    for number in range(5):
        write(records, f"text {number}", pad("plan", number))
    assert [each.text for each in records.scratchpads(ANA, since=LONG_AGO)] == ["text 4"]
    assert [each.version for each in records.scratchpad_versions(ANA, CODEX, "plan")] == [5, 4, 3]


def test_a_change_sees_all_pads_of_its_agent_as_they_are(records: HandoverRecords) -> None:
    write(records, "a", pad("one"))
    write(records, "b", pad("two"))
    write(records, "c", pad("three", agent=CLAUDE))
    seen: dict[str, str] = {}

    def change(pads: Mapping[str, str]) -> str:
        seen.update(pads)
        return pads["one"] + "!"

    assert records.change_scratchpad(pad("one"), change, since=LONG_AGO, versions=3).text == "a!"
    assert seen == {"one": "a", "two": "b"}


def test_a_change_that_fails_leaves_all_as_it_was(records: HandoverRecords) -> None:
    write(records, "a", pad("one"))

    def change(pads: Mapping[str, str]) -> str:
        raise UsageError("too long")

    with pytest.raises(UsageError):
        records.change_scratchpad(pad("one"), change, since=LONG_AGO, versions=3)
    assert [each.version for each in records.scratchpad_versions(ANA, CODEX, "one")] == [1]


def test_a_pad_last_written_too_long_ago_is_gone(records: HandoverRecords) -> None:
    write(records, "a", pad("old"))
    write(records, "b", pad("plan", 1))
    since = DAY + timedelta(minutes=1)
    assert [each.name for each in records.scratchpads(ANA, since=since)] == ["plan"]
    made = records.change_scratchpad(pad("old", 2), "|".join, since=since, versions=3)
    assert (made.text, made.version) == ("plan", 1)
    assert len(records.scratchpad_versions(ANA, CODEX, "old")) == 1


def test_pads_are_of_one_owner_and_agent_and_go_with_all_versions(records: HandoverRecords) -> None:
    for where in (pad("plan"), pad("plan", agent=CLAUDE), pad("plan", owner=BEN), pad("plan")):
        write(records, "x", where)
    assert [each.agent for each in records.scratchpads(ANA, since=LONG_AGO)] == [CLAUDE, CODEX]
    assert [each.agent for each in records.scratchpads(ANA, agent=CODEX, since=LONG_AGO)] == [CODEX]
    assert records.clear_scratchpad(ANA, CODEX, "plan") == 2
    assert records.clear_scratchpad(ANA, CODEX, "plan") == 0
    assert [each.agent for each in records.scratchpads(ANA, since=LONG_AGO)] == [CLAUDE]
    assert len(records.scratchpads(BEN, since=LONG_AGO)) == 1


# With the rows of a memory


def test_an_export_carries_all_of_it(opened: OpenEngine) -> None:
    records = opened.handover()
    put(records, checkpoint("parser"))
    leave(records, note(1), note(2))
    records.take_handoffs(asking("a"), [HandoffId("h_1")])
    records.confirm_handoffs(ANA, "a", [HandoffId("h_1")], DAY)
    write(records, "text", pad("plan"))
    exported = list(opened.store.export_rows(ANA))
    assert {"checkpoint", "handoff", "scratchpad"} <= {row["type"] for row in exported}
    opened.store.import_rows(BEN, json.loads(json.dumps(exported)))
    assert list(opened.store.export_rows(BEN)) == exported
    assert [each.given_at for each in records.handoffs(BEN, limit=9)] == [None, DAY]
    assert [replace(each, owner=ANA) for each in records.checkpoints(BEN)] == records.checkpoints(ANA)


def test_nothing_of_it_is_an_operation(opened: OpenEngine) -> None:
    put(opened.handover(), checkpoint("parser"))
    leave(opened.handover(), note(1))
    write(opened.handover(), "text", pad("plan"))
    assert opened.store.operations(ANA) == []
