"""Whatever nights and conversations do to files, undo restores each byte, and what is protected or the user's stays."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.file_edits import EditState, FileEditId, PlannedEdit, text_hash
from quaidpy.errors import ConflictError
from quaidpy.learn.folding import Folding, blank_lines, repeated_lines, with_lines, without_lines
from quaidpy.learn.protection import fenced_lines, lines_of, protected_lines, protected_spans
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night

OWNER = Owner("default")
FILES = [task for task in NIGHT if task.name in {"workspace", "snippets", "journal"}]
LINES = st.sampled_from(
    ["# Head", "## Learnt", "## Other", "- a line", "- a line", "", "", "plain words", "<!-- protected -->",
     "<!-- /protected -->", "- The user prefers tea.", "\ufeff", "```", "naïve – 日本"]
)  # fmt: skip
WISHES = ("prefer tea", "hate trams", "love long walks", "prefer dark mode", "like short answers")


@st.composite
def texts(draw: st.DrawFn) -> str | None:
    lines = draw(st.none() | st.lists(LINES, max_size=14))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return None if lines is None else end.join(lines) + draw(st.sampled_from(["", end]))


@given(before=texts(), after=texts())
def test_an_edit_leads_there_and_back(before: str | None, after: str | None) -> None:
    edit = PlannedEdit(path="p", before=before, after=after).as_edit(
        FileEditId("fe_1"), OWNER, change="fc_1", place=0, state=EditState.MADE
    )
    assert edit.applied_to(before) == after
    assert edit.taken_back_from(after) == before
    assert (edit.before, edit.after) == (text_hash(before), text_hash(after))


def shut(text: str | None) -> list[str]:
    return [(text or "")[start:end] for start, end in protected_spans(text or "")]


@given(before=texts(), under=st.sampled_from([None, "Other", "Nowhere"]))
def test_a_line_comes_in_and_everything_else_stays(before: str | None, under: str | None) -> None:
    after = with_lines(before, [Folding("something new", under)], title="USER")
    assert after.count("- something new") == 1
    assert shut(after) == shut(before)
    left = list(after)
    for sign in before or "":
        assert sign in left  # every character is still there, in its order
        del left[: left.index(sign) + 1]
    if before and not before.endswith("\n") and not shut(before):
        assert not after.endswith("\n")


@given(before=texts(), chosen=st.sets(st.integers(0, 13)))
def test_what_is_left_of_a_file_has_no_spare_blank_line(before: str | None, chosen: set[int]) -> None:
    gone = chosen - protected_lines(before or "") - fenced_lines(lines_of(before or ""))
    left = without_lines(before or "", gone | set(blank_lines(before or "", gone=gone)))
    assert blank_lines(left) == []


@given(before=texts())
def test_taking_lines_out_never_takes_protected_ones(before: str | None) -> None:
    text = before or ""
    gone = {*repeated_lines(text), *blank_lines(text)}
    assert shut(without_lines(text, gone)) == shut(text)


@contextmanager
def home(identity: Path, *flags: tuple[str, str]) -> Iterator[tuple[Memory, Settings]]:
    with TemporaryDirectory() as folder:
        chosen = load_settings(
            home=Path(folder), owner=OWNER, environment={},
            flags={
                "graph.engine": "none", "embedding.model": "none", "janitor.backups": "0",
                "learning.folder": str(identity), "learning.most_lines": "12", "learning.archive_days": "1",
                **dict(flags),
            },
        )  # fmt: skip
        with Memory(parts_for(chosen)) as memory:
            yield memory, chosen


def talk(number: int, wish: str) -> Intake:
    text = (
        f"date: {1 + number % 27} June 2026 20:15\n\nUser: I {wish}, number {number}. "
        f"Please always answer in verse {number}.\nAssistant: Noted.\n"
    )
    return Intake(owner=OWNER, source_key=f"talk {number}", data=text.encode())


def state(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


ACTIONS = st.lists(
    st.sampled_from(["night", "approve"]) | st.tuples(st.just("talk"), st.sampled_from(WISHES)),
    min_size=1,
    max_size=5,
)


def act(action: str | tuple[str, str], number: int, memory: Memory, chosen: Settings) -> None:
    if isinstance(action, tuple):
        memory.extract(talk(number, action[1]))
    else:
        orders = Orders(is_resuming=False, approves_files=action == "approve")
        report = run_night(FILES, OWNER, night_tools(chosen, memory.parts), orders)
        assert not report.has_failed
        again = run_night(FILES, OWNER, night_tools(chosen, memory.parts), orders)
        assert not any(task.planned for task in again.tasks), [task.planned for task in again.tasks]


SLOW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.property
@SLOW
@given(user=texts(), soul=texts(), journal=st.booleans(), actions=ACTIONS)
@example(
    user=None, soul="# Head\n" * 9 + "## Learnt\n\n- a line\n\n# Head", journal=False, actions=["approve"]
)
def test_undoing_all_of_it_restores_every_byte(
    user: str | None, soul: str | None, journal: bool, actions: list[str | tuple[str, str]]
) -> None:
    with TemporaryDirectory() as folder:
        identity = Path(folder)
        for name, text in (("USER.md", user), ("SOUL.md", soul)):
            if text is not None:
                (identity / name).write_bytes(text.encode())
        if journal:
            (identity / "journal").mkdir()
            (identity / "journal" / "USER.journal.md").write_text(
                "## 2026-05-02 - Session end\n\nWe spoke.\n"
            )
        before = state(identity)
        with home(identity) as (memory, chosen):
            for number, action in enumerate(actions):
                act(action, number, memory, chosen)
                for name, text in (("USER.md", user), ("SOUL.md", soul)):
                    now = (identity / name).read_bytes().decode() if (identity / name).exists() else None
                    assert shut(now) == shut(text)
            runs = dict.fromkeys(each.cause.run for each in memory.changes(limit=1000) if each.cause.run)
            for run in runs:
                memory.undo(str(run))
        assert state(identity) == before


@pytest.mark.property
@SLOW
@given(actions=ACTIONS, at=st.integers(0, 4), undone=st.integers(0, 4))
def test_what_the_user_wrote_in_between_is_never_lost(
    actions: list[str | tuple[str, str]], at: int, undone: int
) -> None:
    with TemporaryDirectory() as folder:
        identity = Path(folder)
        mine = "- my own line\n"
        with home(identity, ("learning.most_lines", "150")) as (memory, chosen):
            for number, action in enumerate(actions):
                act(action, number, memory, chosen)
                if number == at:
                    path = identity / "USER.md"
                    path.write_text((path.read_text() if path.exists() else "# Me\n") + mine)
            runs = list(dict.fromkeys(e.cause.run for e in memory.changes(limit=1000) if e.cause.run))
            for run in runs[: undone + 1]:
                try:
                    memory.undo(str(run))
                except ConflictError:
                    break
        if at < len(actions):
            assert mine in (identity / "USER.md").read_text()


@pytest.mark.parametrize("gate", ["janitor.journal", "janitor.workspace"])
def test_with_a_gate_closed_its_files_stay(tmp_path: Path, gate: str) -> None:
    (tmp_path / "USER.md").write_text("- a\n- a\n" * 20)
    (tmp_path / "USER.snippets.md").write_text("# Snippets\n\n- something new\n")
    before = state(tmp_path)
    with home(tmp_path, (gate, "false")) as (memory, chosen):
        run_night(FILES, OWNER, night_tools(chosen, memory.parts), Orders(approves_files=True))
    after = state(tmp_path)
    if gate == "janitor.workspace":
        assert after == before
    else:
        assert after["USER.snippets.md"] == before["USER.snippets.md"]


def test_with_both_gates_closed_nothing_is_touched(tmp_path: Path) -> None:
    (tmp_path / "USER.md").write_text("- a\n- a\n" * 20)
    before = state(tmp_path)
    with home(tmp_path, ("janitor.journal", "false"), ("janitor.workspace", "false")) as (memory, chosen):
        memory.extract(talk(1, WISHES[0]))
        run_night(FILES, OWNER, night_tools(chosen, memory.parts), Orders(approves_files=True))
    assert state(tmp_path) == before
