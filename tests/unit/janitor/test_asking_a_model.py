"""Every prompt of the night: a good answer is carried out, any other leaves things as they are and says so."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Row
from quaidpy.domain.memories.operations import Cause, Decision
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.domain.nights import Matter, QuestionState
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.errors import ModelError
from quaidpy.memory import Memory
from quaidpy.remember.model.asking import ModelTools
from quaidpy.settings import load_settings
from quaidpy.wiring.models import prompt_files
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, run_night
from quaidpy_janitor.task import NightTools

LONG = (
    "The workshop in Graz took three days: "
    + "people planed boards, glued frames and talked about wood; " * 6
)
LONG += "on the last day Ana finished her table."
WHOLE = Orders(is_resuming=False)
TASK_OF = {
    "pending_review": "review",
    "dedup_review": "dedup_review",
    "contradiction_resolve": "resolve",
    "decay_review": "decay_review",
    "relation_normalization": "relations",
    "entity_summary": "summaries",
    "abstracts": "summaries",
}


@dataclass
class Scripted:
    """A language model that answers each prompt by its script, and counts."""

    answers: dict[str, object] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    name: str = "scripted"

    def prepare(self) -> None: ...
    def close(self) -> None: ...

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        prompt = request.prompt.partition("@")[0]
        self.asked.append(prompt)
        answer = self.answers.get(prompt, {"decisions": []})
        if isinstance(answer, Exception):
            raise answer
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return Reply(
            text=text, model=self.name, spending=Spending(calls=1, input_tokens=50, output_tokens=50)
        )


@dataclass
class Home:
    memory: Memory
    tools: NightTools
    model: Scripted

    def night(self, orders: Orders = WHOLE) -> NightReport:
        return run_night(NIGHT, self.memory.owner, self.tools, orders)

    def row(self, name: str) -> Row:
        return self.tools.store.memories(self.memory.owner, [MemoryId(name)])[0]

    def rows(self) -> list[str]:
        """Everything but the operations, which tell of the night and of taking it back."""
        return [line for line in self.memory.export() if '"type": "operation"' not in line]

    def texts(self) -> set[str]:
        return {projection.text for projection in self.tools.survey.projections(self.memory.owner)}


def left_by(report: NightReport, prompt: str) -> str:
    (task,) = [task for task in report.tasks if task.task == TASK_OF[prompt]]
    assert task.failure is None
    assert task.skipped is None
    return "; ".join(task.left)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    flags = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}
    settings = load_settings(home=tmp_path, owner="ana", environment={}, flags=flags)
    with Memory(parts_for(settings)) as memory:
        model = Scripted()
        asking = ModelTools(model=model, prompts=prompt_files(settings), timeout_s=5)
        tools = replace(night_tools(settings, memory.parts), model=asking)
        _fill(memory, tools)
        model.answers = {
            "contradiction_detect": {"decisions": [{"n": 1, "verdict": "CONTRADICTS", "reason": "a not"}]},
            "entity_summary": {"summary": "Bob sings."},
            "abstracts": {"abstract": "A workshop in Graz.", "overview": "Three days of work in Graz."},
        }
        yield Home(memory, tools, model)


def _fill(memory: Memory, tools: NightTools) -> None:
    now = tools.clock.now() - timedelta(days=2)

    def row(name: str, text: str, **more: object) -> Row:
        plain = Row(
            id=MemoryId(name), owner=memory.owner, kind=Kind.FACT, text=text, content_hash=content_hash(text),
            lifetime=Lifetime(recorded_at=now), stated_at=now, status=Status.ACTIVE, confidence=0.8,
        )  # fmt: skip
        return replace(plain, **more)  # type: ignore[arg-type]

    rows = [
        row("m_pending1", "Bob keeps two goats.", status=Status.PENDING),
        row("m_pending2", "Bob paints his fence.", status=Status.PENDING, confidence=0.2),
        row("m_smokes", "Bob smokes."),
        row("m_smokes_not", "Bob does not smoke."),
        row("m_faded1", "Bob wore a hat to the fair.", confidence=0.05),
        row("m_faded2", "Bob ate an apple at the fair.", confidence=0.05),
        row("m_known", "Bob sings in the choir."),
        row("m_long", LONG),
    ]
    with tools.store.writing(Cause(owner=memory.owner, verb="import", why="a test")) as writing:
        for identity, name in (("e_bob", "Bob"), ("e_acme", "Acme")):
            writing.put_entity(
                Entity(id=EntityId(identity), owner=memory.owner, type=EntityType.PERSON, name=name)
            )
        for each in rows:
            writing.put_memory(each)
            writing.put_mentions([Mention(each.id, EntityId("e_bob"), 1.0)])
        writing.put_edge(
            Edge(
                id=EdgeId("r_1"), owner=memory.owner, source=EntityId("e_bob"), relation="toils_for",
                target=EntityId("e_acme"), lifetime=Lifetime(recorded_at=now), memory=MemoryId("m_known"),
            )
        )  # fmt: skip
        writing.queue_relation("toils_for", "Bob toils for Acme.")
        writing.queue_relation("peers_at", "Bob peers at Acme.")
        said = [
            Decision(outcome="confirm", reason="says the same", text=text, other="m_known", similarity=0.97)
            for text in ("Bob sings in the choir loudly.", "Bob sings in the choir gladly.")
        ]
        writing.log_decisions(said)


def _of_two(first: dict[str, object], second: dict[str, object] | None = None) -> dict[str, object]:
    decisions = [{"n": 1, "reason": "so", **first}]
    if second is not None:
        decisions.append({"n": 2, "reason": "so", **second})
    return {"decisions": decisions}


APPROVE = {"decision": "APPROVE", "text": None, "other": None}
GOOD: dict[str, tuple[object, Callable[[Home], bool]]] = {
    "pending_review": (
        _of_two(
            {**APPROVE, "decision": "REWRITE", "text": "Bob has two goats."},
            {**APPROVE, "decision": "REJECT"},
        ),
        lambda home: (
            (home.row("m_pending1").text, home.row("m_pending1").status)
            == ("Bob has two goats.", Status.ACTIVE)
            and home.row("m_pending2").status is Status.ARCHIVED
        ),
    ),
    "dedup_review": (
        _of_two({"decision": "REVERSE"}, {"decision": "CONFIRM"}),
        lambda home: (
            len(home.texts() & {f"Bob sings in the choir {how}." for how in ("loudly", "gladly")}) == 1
        ),
    ),
    "contradiction_resolve": (
        _of_two({"decision": "KEEP_B", "text": None}),
        lambda home: (
            sorted(home.row(name).lifetime.valid_to is None for name in ("m_smokes", "m_smokes_not"))
            == [False, True]
        ),
    ),
    "decay_review": (
        _of_two({"decision": "DELETE"}, {"decision": "PIN"}),
        lambda home: (home.row("m_faded1").status, home.row("m_faded2").pinned) == (Status.ARCHIVED, True),
    ),
    "relation_normalization": (
        # by name: peers_at, toils_for
        _of_two({"relation": None, "is_flipped": False}, {"relation": "works_at", "is_flipped": False}),
        lambda home: home.tools.store.edges(home.memory.owner, [EdgeId("r_1")])[0].relation == "works_at",
    ),
    "entity_summary": (
        {"summary": "Bob sings and keeps two goats."},
        lambda home: (
            home.tools.store.entities(home.memory.owner, [EntityId("e_bob")])[0].summary
            == "Bob sings and keeps two goats."
        ),
    ),
    "abstracts": (
        {"abstract": "Three days of woodwork in Graz.", "overview": "Boards, frames, and a table by Ana."},
        lambda home: (
            (home.row("m_long").abstract, home.row("m_long").overview)
            == ("Three days of woodwork in Graz.", "Boards, frames, and a table by Ana.")
        ),
    ),
}


@pytest.mark.parametrize("prompt", GOOD)
def test_a_good_answer_is_carried_out_and_undone_with_the_night(home: Home, prompt: str) -> None:
    before = home.rows()
    answer, is_done = GOOD[prompt]
    home.model.answers[prompt] = answer
    report = home.night()
    assert not report.has_failed
    assert is_done(home)
    home.memory.undo(report.run)
    assert home.rows() == before


NO_ANSWER = {key: {"verdict": "yes"} for key in GOOD} | {"dedup_review": "I would rather talk about goats."}


@pytest.mark.parametrize("prompt", GOOD)
def test_an_answer_that_is_none_is_asked_for_once_more_and_then_left(home: Home, prompt: str) -> None:
    home.model.answers[prompt] = home.model.answers["repair"] = NO_ANSWER[prompt]
    report = home.night()
    assert not report.has_failed
    assert f"did not answer {prompt} in the form asked for" in left_by(report, prompt)
    assert "repair" in home.model.asked
    assert not GOOD[prompt][1](home)


@pytest.mark.parametrize("prompt", [name for name in GOOD if name not in {"entity_summary", "abstracts"}])
def test_what_the_model_passes_over_is_counted_and_waits(home: Home, prompt: str) -> None:
    report = home.night()
    size = 1 if prompt == "contradiction_resolve" else 2
    assert left_by(report, prompt) == f"{size} of {size} not decided by the model: the model passed over them"
    assert not GOOD[prompt][1](home)


def test_a_budget_that_is_spent_ends_the_asking_and_is_told(home: Home) -> None:
    report = home.night(Orders(is_resuming=False, tokens=1))
    assert home.model.asked == ["pending_review"]
    assert left_by(report, "dedup_review") == "2 of 2 not decided by the model: the budget is spent"
    assert "2 summaries and abstracts wait for the model" in left_by(report, "abstracts")


def test_a_model_that_cannot_be_reached_is_tried_once_a_night(home: Home) -> None:
    gone = ModelError("scripted cannot be reached", retryable=True)
    home.model.answers = dict.fromkeys([*home.model.answers, *GOOD], gone)
    report = home.night()
    assert home.model.asked == ["pending_review"]
    assert not report.has_failed
    for prompt in ("pending_review", "dedup_review", "decay_review", "relation_normalization"):
        assert "scripted cannot be reached" in left_by(report, prompt)
    assert home.row("m_pending1").status is Status.PENDING
    assert home.night().tasks  # the next night asks again
    assert home.model.asked == ["pending_review"] * 2


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("m_pending1", {**APPROVE, "decision": "REJECT"}),
        ("m_pending1", {**APPROVE, "decision": "REWRITE", "text": "I keep two goats."}),
        ("m_pending1", {**APPROVE, "decision": "REWRITE", "text": "Bob keeps nine goats."}),
        ("m_pending1", {**APPROVE, "decision": "MERGE", "other": 2}),
    ],
    ids=["sure, rejected", "first person", "other figure", "nothing to merge"],
)
def test_a_verdict_that_would_lose_or_add_something_is_put_to_a_person(
    home: Home, name: str, answer: dict[str, object]
) -> None:
    home.model.answers["pending_review"] = _of_two(answer)
    home.night()
    assert (home.row(name).text, home.row(name).status) == ("Bob keeps two goats.", Status.PENDING)
    (question,) = home.tools.records.questions(home.memory.owner, matter=Matter.PENDING)
    assert question.state is QuestionState.OPEN
    assert question.reason.startswith("the model said ")


def test_the_same_words_again_approve(home: Home) -> None:
    again = {**APPROVE, "decision": "REWRITE", "text": "Bob keeps two goats"}
    home.model.answers["pending_review"] = _of_two(again)
    home.night()
    assert home.row("m_pending1").status is Status.ACTIVE


def test_a_relation_that_the_map_does_not_know_is_no_answer(home: Home) -> None:
    home.model.answers["relation_normalization"] = _of_two({"relation": "peers_at", "is_flipped": False})
    report = home.night()
    assert "peers_at: the model named peers_at, which is no known relation" in left_by(
        report, "relation_normalization"
    )
    assert home.tools.records.queued_relations(home.memory.owner)


def test_a_summary_that_says_more_than_its_notes_is_not_kept(home: Home) -> None:
    home.model.answers["entity_summary"] = {"summary": "Bob, who met Clara in 2019, sings."}
    home.night()
    (bob,) = home.tools.store.entities(home.memory.owner, [EntityId("e_bob")])
    assert bob.summary is not None
    assert "Clara" not in bob.summary


def test_one_answer_to_everything_is_not_believed(home: Home) -> None:
    with home.tools.store.writing(Cause(owner=home.memory.owner, verb="import", why="a test")) as writing:
        for number in range(3, 8):
            text = f"Bob saw {number} swans."
            fresh = replace(
                home.row("m_faded1"),
                id=MemoryId(f"m_faded{number}"),
                text=text,
                content_hash=content_hash(text),
            )
            writing.put_memory(fresh)
    every = [{"n": n, "decision": "DELETE", "reason": "over"} for n in range(1, 8)]
    home.model.answers["decay_review"] = {"decisions": every}
    report = home.night()
    assert "it said DELETE to all of 7, which nobody believes" in left_by(report, "decay_review")
    assert home.row("m_faded1").status is Status.ACTIVE
    assert len(home.tools.records.questions(home.memory.owner, matter=Matter.FADED)) == 7


def test_what_was_said_later_is_not_ended_for_nothing(home: Home) -> None:
    with home.tools.store.writing(Cause(owner=home.memory.owner, verb="import", why="a test")) as writing:
        old = home.row("m_smokes_not")
        writing.put_memory(replace(old, stated_at=old.stated_at - timedelta(days=90)))
    home.model.answers["contradiction_resolve"] = _of_two({"decision": "KEEP_B", "text": None})
    home.night()
    (question,) = home.tools.records.questions(home.memory.owner, matter=Matter.CONTRADICTION)
    assert question.state is QuestionState.OPEN
    assert question.reason.startswith("the model would end what was said later")
    assert home.row("m_smokes").lifetime.valid_to is None


def test_an_abstract_that_was_cut_off_goes_and_the_statement_stands_for_itself(home: Home) -> None:
    with home.memory.parts.remembering.store.writing(
        Cause(owner=home.memory.owner, verb="test", why="test")
    ) as writing:
        cut = " ".join(LONG.split()[:25])
        writing.put_memory(replace(home.row("m_long"), abstract=f"{cut.rstrip('.,;')}…"))
    without = replace(home.tools, model=None)
    run_night(NIGHT, home.memory.owner, without, WHOLE)
    assert home.row("m_long").abstract is None
    again = run_night(NIGHT, home.memory.owner, without, WHOLE)
    assert [task.task for task in again.tasks if task.task == "summaries" and task.planned] == []


@pytest.mark.parametrize(
    "short", ["The workshop in Graz took three days", "A workshop of Clara's in Graz.", "", LONG[:90]]
)
def test_an_abstract_that_cuts_or_adds_leaves_the_statement_whole(home: Home, short: str) -> None:
    home.model.answers["abstracts"] = {"abstract": short, "overview": "Wood."}
    home.night()
    assert (home.row("m_long").abstract, home.row("m_long").overview) == (LONG, None)
    home.model.asked.clear()
    home.night()
    assert "abstracts" not in home.model.asked


def test_a_summary_follows_what_holds(home: Home) -> None:
    bob = EntityId("e_bob")
    run_night(NIGHT, home.memory.owner, replace(home.tools, model=None), WHOLE)
    (before,) = home.tools.store.entities(home.memory.owner, [bob])
    told = [
        home.tools.store.memories(
            home.memory.owner, home.tools.store.memories_about(home.memory.owner, bob, limit=50)
        )
    ]
    (said,) = {row.id for row in told[0] if row.text.rstrip(".") in (before.summary or "").split(". ")[0]}
    with home.memory.parts.remembering.store.writing(
        Cause(owner=home.memory.owner, verb="test", why="test")
    ) as writing:
        writing.put_memory(replace(home.row(said), status=Status.SUPERSEDED))
    run_night(NIGHT, home.memory.owner, replace(home.tools, model=None), WHOLE)
    (after,) = home.tools.store.entities(home.memory.owner, [bob])
    assert home.row(said).text.rstrip(".") not in (after.summary or "")


def test_without_a_model_each_task_does_its_part_and_says_what_it_leaves(home: Home) -> None:
    report = run_night(NIGHT, home.memory.owner, replace(home.tools, model=None), WHOLE)
    assert not report.has_failed
    left = {task.task: task.left for task in report.tasks if task.left}
    assert left == {
        "embeddings": left["embeddings"],
        "dedup_review": ("2 statements taken for known, which only a model could look at again",),
        "resolve": ("1 contradictions wait for a person: `quaid review`",),
        "relations": ("2 relations have no known name: peers_at, toils_for",),
    }
    asked = {question.matter for question in home.tools.records.questions(home.memory.owner)}
    assert asked == {Matter.CONTRADICTION, Matter.FADED, Matter.PENDING}
    (bob,) = home.tools.store.entities(home.memory.owner, [EntityId("e_bob")])
    assert bob.summary
    assert home.row("m_long").abstract is None
    assert home.row("m_pending1").status is Status.ACTIVE
    assert home.row("m_pending2").status is Status.PENDING
