"""What was learnt and how files were edited: kept by owner, undone with the rest, and files follow through notes."""

import json
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from quaidpy.domain.memories.file_edits import EditState, FileEdit, FileEditId, PlannedEdit
from quaidpy.domain.memories.learning import Form, Learning, LearningId, Trigger
from quaidpy.ports.learning import LearningRecords
from quaidpy.ports.storage import MemoryStore
from tests.engines import OpenEngine
from tests.samples import ANA, BEN, DAY, cause


@dataclass(frozen=True, slots=True)
class Desk:
    store: MemoryStore
    records: LearningRecords


@pytest.fixture
def desk(opened: OpenEngine) -> Desk:
    return Desk(opened.store, opened.learning())


def learning(number: int, **more: object) -> Learning:
    plain = Learning(
        id=LearningId(f"l_{number}"), owner=ANA, file="USER.md", form=Form.SNIPPET, text=f"text {number}",
        said_at=DAY + timedelta(hours=number), trigger=Trigger.RESET, learnt_at=DAY, quote="words",
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def edit(number: int, state: EditState = EditState.MADE, change: str = "fc_1") -> FileEdit:
    planned = PlannedEdit(path="/x/USER.md", before=f"a{number}", after=f"b{number}", is_original_kept=True)
    return planned.as_edit(FileEditId(f"fe_{number}"), ANA, change=change, place=number, state=state)


def put(desk: Desk, *edits: FileEdit, learnings: tuple[Learning, ...] = ()) -> str:
    with desk.store.writing(cause()) as writing:
        writing.put_file_edits(edits)
        writing.put_learnings(learnings)
        return writing.operation


def notes(desk: Desk) -> list[tuple[str, bool]]:
    return [(write.edit.id, write.is_back) for write in desk.records.waiting_writes(ANA)]


def test_learnings_come_newest_first_by_file_form_and_waiting(desk: Desk) -> None:
    written = learning(3, edit=FileEditId("fe_1"))
    put(desk, learnings=(learning(1), learning(2, form=Form.JOURNAL, file="SOUL.md"), written))
    assert [each.id for each in desk.records.learnings(ANA)] == ["l_3", "l_2", "l_1"]
    assert desk.records.learnings(ANA, limit=1) == [written]
    assert [each.id for each in desk.records.learnings(ANA, is_waiting=True)] == ["l_2", "l_1"]
    assert [each.id for each in desk.records.learnings(ANA, file="USER.md")] == ["l_3", "l_1"]
    assert [each.id for each in desk.records.learnings(ANA, form=Form.JOURNAL)] == ["l_2"]
    assert desk.records.learnings_written_by(ANA, FileEditId("fe_1")) == [written]


def test_no_owner_sees_anothers(desk: Desk) -> None:
    put(desk, edit(1), learnings=(learning(1),))
    assert desk.records.learnings(BEN) == []
    assert desk.records.file_edits(BEN) == []
    assert desk.records.waiting_writes(BEN) == []


def test_only_what_is_made_or_made_no_longer_leaves_a_note(desk: Desk) -> None:
    put(desk, edit(1, EditState.PROPOSED), edit(2, EditState.MISSED))
    assert notes(desk) == []
    made = put(desk, edit(1), edit(3))
    assert notes(desk) == [("fe_1", False), ("fe_3", False)]
    desk.records.forget_writes(ANA, [write.seq for write in desk.records.waiting_writes(ANA)])
    desk.store.undo([made], cause(verb="undo"))  # type: ignore[list-item]
    assert notes(desk) == [("fe_3", True), ("fe_1", True)]
    assert desk.records.waiting_writes(ANA)[0].edit == edit(3)
    assert [each.state for each in desk.records.file_edits(ANA)] == [EditState.PROPOSED, EditState.MISSED]


def test_an_edit_that_missed_its_file_leaves_none(desk: Desk) -> None:
    put(desk, edit(1))
    desk.records.forget_writes(ANA, [write.seq for write in desk.records.waiting_writes(ANA)])
    put(desk, edit(1).missed())
    assert notes(desk) == []


def test_edits_come_by_change_and_place(desk: Desk) -> None:
    put(desk, edit(2, change="fc_2"), edit(1, change="fc_2"), edit(3, EditState.PROPOSED))
    assert [each.id for each in desk.records.file_edits(ANA)] == ["fe_3", "fe_1", "fe_2"]
    assert [each.id for each in desk.records.file_edits(ANA, change="fc_2")] == ["fe_1", "fe_2"]
    assert [each.id for each in desk.records.file_edits(ANA, state=EditState.PROPOSED)] == ["fe_3"]


def test_an_export_carries_them_and_an_import_touches_no_file(desk: Desk) -> None:
    put(desk, edit(1), learnings=(learning(1),))
    exported = list(desk.store.export_rows(ANA))
    assert {"learning", "file_edit"} <= {row["type"] for row in exported}
    desk.store.import_rows(BEN, json.loads(json.dumps(exported)))
    assert list(desk.store.export_rows(BEN)) == exported
    assert desk.records.waiting_writes(BEN) == []
