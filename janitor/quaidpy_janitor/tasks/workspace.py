"""Which identity files have outgrown their room, and what may leave them?

Words are moved or repeated lines taken out, never rewritten: what leaves a file stands in the notes beside it. Without
a model repeated bullets, spare empty lines and the oldest lines that we added ourselves; with one, lines it names.
"""

from collections.abc import Collection, Iterator, Mapping

from quaidpy.domain.memories.file_edits import PlannedEdit
from quaidpy.learn.blocks import newline_of
from quaidpy.learn.folding import blank_lines, learnt_lines, repeated_lines, without_lines
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.learn.protection import lines_of, protected_lines, reason_against
from quaidpy.remember.model.asking import ask
from quaidpy_janitor.filing import digest_of_text, filed, of_each_file, was_refused
from quaidpy_janitor.task import Change, Night
from quaidpy_janitor.tasks.snippets import may_be_edited

_PROMPT = "workspace_review"


def plan_workspace(night: Night) -> Iterator[Change]:
    yield from of_each_file(night, "workspace", _planned)


def _planned(night: Night, file: IdentityFile) -> Change | None:
    tools, most = night.tools.learning, night.tuning.learning.most_lines
    text = tools.files.read(str(file.path))
    if text is None or len(lines_of(text)) <= most or was_refused(night, digest_of_text(text), "workspace:"):
        return None
    if not may_be_edited(night, file):
        return None
    spare, moved = _without_being_asked(text, most)
    prompt = model = None
    if len(lines_of(text)) - len(spare | moved) > most and night.may_ask():
        named, prompt, model = _named(night, file, text)
        moved |= named - spare
        spare |= set(blank_lines(text, gone=spare | moved))
    after = without_lines(text, spare | moved)
    reason = reason_against(text, after, night.tuning.learning)
    if not (spare or moved) or reason is not None:
        night.notes.left.append(
            f"{file.name} has {len(lines_of(text))} lines, over its {most}"
            + (f"; {reason}" if reason else "; shorten it by hand, or set a model")
        )
        return None
    summary = f"workspace: {file.name} from {len(lines_of(text))} to {len(lines_of(after))} lines of {most}"
    edits = [PlannedEdit(path=str(file.path), before=text, after=after, is_original_kept=True)]
    if moved:
        edits.insert(0, _notes(night, file, text, moved))
    return filed(night, Change(verb="trim", summary=summary, prompt=prompt, model=model), edits)


def _without_being_asked(text: str, most: int) -> tuple[set[int], set[int]]:
    """The lines that say nothing new, and the oldest learnt ones that go to the notes until `most` are left."""
    spare = set(repeated_lines(text))
    spare |= set(blank_lines(text, gone=spare))
    moved: set[int] = set()
    for number in learnt_lines(text):
        if len(lines_of(text)) - len(spare | moved) <= most:
            break
        moved |= {number} - spare
        spare |= set(blank_lines(text, gone=spare | moved))
    return spare, moved


def _notes(night: Night, file: IdentityFile, text: str, moved: Collection[int]) -> PlannedEdit:
    """The lines at the end of the notes beside the file, with the day they came."""
    path = str(file.notes())
    before = night.tools.learning.files.read(path)
    end = newline_of(before or text)
    lines = [lines_of(text)[number].rstrip("\r\n") for number in sorted(moved)]
    start = before if before is not None else f"# Moved from {file.name}{end}"
    start += "" if start.endswith("\n") else end
    block = [f"{end}## {night.now:%Y-%m-%d}{end}{end}", *(f"{line}{end}" for line in lines)]
    return PlannedEdit(path=path, before=before, after=start + "".join(block))


def _named(night: Night, file: IdentityFile, text: str) -> tuple[set[int], str | None, str | None]:
    """Lines that the model would move to the notes; never protected ones. Raises ModelError."""
    model = night.tools.model
    assert model is not None, "asked only where there is a model"
    shut, lines = protected_lines(text), lines_of(text)
    shown = "".join(
        f"{number}{' (protected)' if number - 1 in shut else ''}: {line}"
        for number, line in enumerate(lines, start=1)
    )
    most = str(night.tuning.learning.most_lines)
    page = f"{file.name}, about {file.purpose}; room for {most} lines"
    answer = ask(_PROMPT, {"file": page, "lines": shown}, model)
    moves = answer.value.get("moves")
    found = {number for move in (moves if isinstance(moves, list) else ()) for number in _range(move)}
    return {n for n in found if 0 <= n < len(lines) and n not in shut}, answer.prompt, model.model.name


def _range(move: Mapping[str, object]) -> range:
    """Lines are counted from 1 in what the model sees."""
    first, last = int(str(move["first"])), int(str(move["last"]))
    return range(first - 1, last)
