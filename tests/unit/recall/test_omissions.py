"""Does every recall say of what it found and did not give why?"""

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.recall.traces import Trace
from quaidpy.interfaces.api import handlers, requests
from quaidpy.remember.pipeline import Intake

TALK = """[2026-03-01 10:00] Wolf: The allotment shed is green now.
[2026-03-01 10:01] Li: Who painted the allotment shed?
[2026-03-01 10:02] Wolf: My cousin Tilda did, with two cans of old boat paint.
[2026-03-01 10:03] Li: Thanks!
[2026-03-08 18:00] Li: The beans behind the shed are up.
[2026-03-08 18:02] Wolf: I dug a pond beside the gate, the newts came at once.
[2026-04-02 08:00] Li: We need a new hose, the old one leaks near the tap.
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    kept = Memory(home=tmp_path_factory.mktemp("home"), owner="ana")
    kept.extract(Intake(owner=kept.owner, source_key="talk", data=TALK.encode()))
    return kept


def why(memory: Memory, question: str, *, limit: int = 40, budget_tokens: int = 2000) -> Trace:
    memory.recall(Query(text=question, limit=limit, budget_tokens=budget_tokens))
    return memory.why()


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("Which colour is the allotment shed?", 40),
        ("Which colour is the allotment shed?", 1),
        ("What leaks?", 40),
        ("Who sank the submarine?", 40),
        ("What happened in the garden so far?", 2),
    ],
)
def test_each_hit_at_the_head_of_a_lane_is_given_or_left_out_for_a_reason(
    memory: Memory, question: str, limit: int
) -> None:
    trace = why(memory, question, limit=limit)
    given = {node for result in trace.results for node in (result.node, *result.nodes)}
    left = {each.node: each.reason for each in trace.rejected}
    hits = {node for lane in trace.lanes for node, _ in lane.head}
    assert hits
    assert hits <= given | left.keys()
    assert given.isdisjoint(left)
    assert all(left.values())
    assert len(left) == len(trace.rejected)


def test_what_is_past_the_results_asked_for_is_said_to_be(memory: Memory) -> None:
    reasons = {each.reason for each in why(memory, "What about the shed?", limit=1).rejected}
    assert "past what is looked through for 1 results" in reasons


def test_silence_leaves_everything_out(memory: Memory) -> None:
    trace = why(memory, "Who sank the submarine?")
    assert not trace.results
    assert trace.abstained
    assert any(each.reason == "nothing was given at all" for each in trace.rejected)


def test_where_nothing_is_given_nothing_is_scored_and_the_trace_says_so(memory: Memory) -> None:
    notes = {stage.stage: stage.note for stage in why(memory, "Who sank the submarine?").stages}
    behind = list(notes)[list(notes).index("abstain") + 1 :]
    assert {"score", "rerank", "tail"} <= set(behind)
    assert {notes[stage] for stage in behind} <= {"not needed: nothing is given", "switched off"}
    ranked = memory.recall(Query(text="Who sank the submarine?", aim=Aim.RANK))
    assert ranked.results
    assert all(stage.note != "not needed: nothing is given" for stage in ranked.trace.stages)


def test_what_a_short_block_has_no_room_for_is_told(memory: Memory) -> None:
    question = "What do we know of the shed and the pond?"
    lacking = [result for result in why(memory, question, budget_tokens=60).results if result.left_out]
    assert lacking
    assert all(result.left_out == "no room in a block of 60 tokens" for result in lacking)
    assert not any(result.left_out for result in why(memory, question).results)


def test_agents_are_told_the_same(memory: Memory) -> None:
    trace = why(memory, "What about the shed?", limit=1)
    document = handlers.explain(memory, requests.OneThing(id=trace.id))
    assert {row["reason"] for row in document["rejected"]} == {each.reason for each in trace.rejected}
    assert document["results"][0]["form"] == trace.results[0].form
