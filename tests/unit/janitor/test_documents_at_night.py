"""Stale documents are told, judged and edited where there is a model; a person says yes first, undo restores."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from quaidpy.domain.nights import Matter, QuestionState
from quaidpy.errors import ConflictError
from quaidpy.memory import Memory
from quaidpy.remember.model.asking import ModelTools
from quaidpy.settings import load_settings
from quaidpy.wiring.models import prompt_files
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.answering import Answer, Reply, answer, waiting
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, preview, run_night
from quaidpy_janitor.task import NightTools
from tests.unit.documents.test_staleness import committed, git
from tests.unit.janitor.test_asking_a_model import Scripted

TASKS = [task for task in NIGHT if task.name in {"docs_staleness", "docs_cleanup"}]
DOCUMENT = "# Tool\r\n\r\nRun it with `--colour`.\r\nSee [code](src/tool.py).\r\n"
CODE = 'options = ["--colour"]\n'
ASKING = Orders(is_resuming=False)
APPROVING = Orders(is_resuming=False, approves_files=True)
EDIT = {"edits": [{"old": "`--colour`", "new": "`--paint`", "reason": "the flag is --paint now"}]}


@dataclass
class House:
    memory: Memory
    tools: NightTools
    model: Scripted
    folder: Path

    @property
    def document(self) -> Path:
        return self.folder / "README.md"

    def night(self, orders: Orders = ASKING) -> NightReport:
        return run_night(TASKS, self.memory.owner, self.tools, orders)

    def without_model(self) -> "House":
        return replace(self, tools=replace(self.tools, model=None))

    def open_questions(self) -> list[str]:
        found = self.tools.records.questions(self.memory.owner, matter=Matter.FILE, state=QuestionState.OPEN)
        return [question.reason for question in found]


def planned(report: NightReport) -> list[tuple[str, str]]:
    assert not report.has_failed, [task.failure for task in report.tasks]
    return [(change.verb, change.summary) for task in report.tasks for change in task.planned]


def left(report: NightReport) -> str:
    return "; ".join(each for task in report.tasks for each in task.left)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A document that speaks of a flag which has another name since."""
    folder = tmp_path / "tool"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "config", "core.autocrlf", "false")
    (folder / "README.md").write_bytes(DOCUMENT.encode())
    committed(folder, {"src/tool.py": CODE}, day=1)
    committed(folder, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=2)
    flags = {"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0"}
    settings = load_settings(home=tmp_path / "home", owner="ana", environment={}, flags=flags)
    with Memory(parts_for(settings)) as memory:
        memory.documents.register(str(folder))
        model = Scripted(
            answers={"doc_classification": {"verdict": "SIGNIFICANT", "reason": "a flag"}, "doc_edit": EDIT}
        )
        asking = ModelTools(model=model, prompts=prompt_files(settings), timeout_s=5)
        yield House(memory, replace(night_tools(settings, memory.parts), model=asking), model, folder)


def test_without_a_model_a_stale_document_is_told(house: House) -> None:
    report = house.without_model().night()
    assert planned(report) == []
    assert "tool/README.md may be stale: it speaks of --colour" in left(report)
    assert house.document.read_bytes() == DOCUMENT.encode()


def test_a_model_proposes_the_smallest_edit_and_a_person_is_asked(house: House) -> None:
    report = preview(TASKS, house.memory.owner, house.tools, ASKING)
    assert planned(report) == [("propose", "docs_staleness: tool/README.md: the flag is --paint now")]
    house.night()
    assert house.document.read_bytes() == DOCUMENT.encode()
    assert house.open_questions() == ["docs_staleness: tool/README.md: the flag is --paint now"]
    again = house.night()
    assert planned(again) == []
    assert "waits for you" in left(again)


def test_keeping_it_writes_the_file_and_undo_restores_every_byte(house: House) -> None:
    house.night()
    (question, _), *_ = waiting(house.memory.owner, house.tools)
    answer(question, Reply(answer=Answer.KEEP), house.memory.owner, house.tools)
    assert house.document.read_bytes() == DOCUMENT.replace("--colour", "--paint").encode()
    house.memory.undo(house.memory.changes(limit=1)[0].id)
    assert house.document.read_bytes() == DOCUMENT.encode()


def test_dropping_it_leaves_the_document_and_does_not_ask_again(house: House) -> None:
    house.night()
    (question, _), *_ = waiting(house.memory.owner, house.tools)
    answer(question, Reply(answer=Answer.DROP), house.memory.owner, house.tools)
    assert house.document.read_bytes() == DOCUMENT.encode()
    assert planned(house.night()) == []
    assert house.open_questions() == []


def test_with_a_yes_beforehand_it_is_made_and_the_run_can_be_undone(house: House) -> None:
    report = house.night(APPROVING)
    assert house.document.read_bytes() == DOCUMENT.replace("--colour", "--paint").encode()
    assert planned(house.night(APPROVING)) == []
    house.memory.undo(report.run)
    assert house.document.read_bytes() == DOCUMENT.encode()


def test_a_change_that_does_not_matter_verifies_the_document(house: House) -> None:
    house.model.answers["doc_classification"] = {"verdict": "TRIVIAL", "reason": "both names work"}
    report = house.night()
    assert planned(report) == [("verify", "tool/README.md is right: both names work")]
    assert house.memory.documents.freshness("tool").stale == ()
    assert planned(house.night()) == []
    house.memory.undo(report.run)
    assert house.memory.documents.freshness("tool").stale != ()


@pytest.mark.parametrize(
    "edits",
    [
        [{"old": "nowhere", "new": "x", "reason": "r"}],
        [{"old": "o", "new": "x", "reason": "r"}],
        [{"old": "", "new": "x", "reason": "r"}],
        [{"old": "Run it with `--colour`.\r\nSee [code](src/tool.py).", "new": "", "reason": "r"}],
        [],
    ],
    ids=["not there", "not once", "empty", "most of it gone", "none"],
)
def test_what_a_model_may_not_do_is_refused_and_told(house: House, edits: list[dict[str, str]]) -> None:
    house.model.answers["doc_edit"] = {"edits": edits}
    report = house.night(APPROVING)
    assert planned(report) == []
    assert "no edit of it could be used" in left(report)
    assert house.document.read_bytes() == DOCUMENT.encode()


def test_a_protected_region_stays(house: House) -> None:
    text = "# Tool\n\n<!-- protected -->\nRun it with `--colour`.\n<!-- /protected -->\nMore words follow here.\n"
    committed(house.folder, {"src/tool.py": CODE, "README.md": text}, day=3)
    committed(house.folder, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=4)
    assert "protected region" in left(house.night(APPROVING))
    assert house.document.read_text() == text


def test_links_follow_files_without_a_model(house: House) -> None:
    git(house.folder, "mv", "src/tool.py", "src/lister.py")
    git(house.folder, "commit", "-qm", "Move", day=3)
    report = house.without_model().night(APPROVING)
    assert planned(report) == [("edit", "docs_cleanup: tool/README.md: src/tool.py is src/lister.py now")]
    assert house.document.read_bytes() == DOCUMENT.replace("src/tool.py", "src/lister.py").encode()
    house.memory.undo(report.run)
    assert house.document.read_bytes() == DOCUMENT.encode()


def test_a_document_saved_meanwhile_is_left_alone(house: House) -> None:
    house.night()
    house.document.write_bytes(b"# Mine\n")
    (question, _), *_ = waiting(house.memory.owner, house.tools)
    with pytest.raises(ConflictError, match="changed since"):
        answer(question, Reply(answer=Answer.KEEP), house.memory.owner, house.tools)
    assert house.document.read_bytes() == b"# Mine\n"


def test_the_gate_of_projects_shuts_all_of_it(house: House) -> None:
    janitor = replace(house.tools.tuning.janitor, projects=False)
    shut = replace(house, tools=replace(house.tools, tuning=replace(house.tools.tuning, janitor=janitor)))
    assert {task.skipped for task in shut.night(APPROVING).tasks} == {"janitor.projects is false"}
    assert house.model.asked == []
