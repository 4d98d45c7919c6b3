"""What do weeks of diary add up to, and which entries are old enough for the archive of their month?

With a model: themes that several entries share are proposed for the identity file, and what was read goes to the
archive. Without one nothing is concluded; old entries go to the archive.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.file_edits import PlannedEdit
from quaidpy.domain.memories.honesty import says_no_more
from quaidpy.learn.blocks import Entry, entries_in, newline_of, plain_line, with_entries, without_entries
from quaidpy.learn.folding import Folding, headings_in, with_lines
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.learn.protection import reason_against
from quaidpy.remember.model.asking import ask
from quaidpy_janitor.filing import filed, of_each_file
from quaidpy_janitor.task import Change, Night
from quaidpy_janitor.tasks.snippets import may_be_edited

_PROMPT = "journal_distillation"
_FEWEST_ENTRIES = 2  # a theme is what comes back


def plan_journal(night: Night) -> Iterator[Change]:
    yield from of_each_file(night, "journal", _planned)


def _planned(night: Night, file: IdentityFile) -> Change | None:
    files = night.tools.learning.files
    text, journal = files.read(str(file.path)), files.read(str(file.journal))
    entries = entries_in(journal)
    if journal is None or not entries or not files.is_writable(str(file.journal)):
        return None
    # All of them once the oldest is a week old: then none is left, and it takes another week.
    is_due = bool(_older(entries, night, night.tuning.learning.distil_days))
    if is_due and len(entries) >= _FEWEST_ENTRIES and night.may_ask() and may_be_edited(night, file):
        return _distilled(night, file, text, journal, entries)
    old = _older(entries, night, night.tuning.learning.archive_days)
    if not old:
        return None
    change = Change(verb="archive", summary=f"journal: {_counted(old)} of {file.name} to the archive")
    return filed(night, change, _archived(night, file, journal, old))


def _older(entries: Sequence[Entry], night: Night, days: float) -> list[Entry]:
    before = (night.now - timedelta(days=days)).date()
    return [entry for entry in entries if entry.day <= before]


def _archived(night: Night, file: IdentityFile, journal: str, gone: Sequence[Entry]) -> list[PlannedEdit]:
    """The archives first: killed in between, an entry stands in two files rather than in none."""
    files = night.tools.learning.files
    months: dict[Path, list[Entry]] = defaultdict(list)
    for entry in gone:
        months[file.archive(f"{entry.day:%Y-%m}")].append(entry)
    edits = []
    for path, entries in sorted(months.items()):
        before = files.read(str(path))
        head = f"# Journal for {file.name}, {path.stem.removeprefix(f'{file.path.stem}-')}"
        after = with_entries(before, entries, head=head, end=newline_of(before or journal))
        edits.append(PlannedEdit(path=str(path), before=before, after=after))
    return [
        *edits,
        PlannedEdit(path=str(file.journal), before=journal, after=without_entries(journal, gone)),
    ]


def _distilled(
    night: Night, file: IdentityFile, text: str | None, journal: str, entries: Sequence[Entry]
) -> Change | None:
    """Raises ModelError when the call fails."""
    model = night.tools.model
    assert model is not None, "asked only where there is a model"
    shown = _within_window(night, entries)
    told = "\n\n".join(f"{entry.day} {entry.occasion}\n{entry.text}" for entry in shown)
    page = f"{file.name}, about {file.purpose}\n\n{text or '(empty)'}"
    answer = ask(_PROMPT, {"file": page, "entries": told}, model)
    titles = {title.casefold(): title for title in headings_in(text)}
    foldings = list(_themes(answer.value.get("themes"), [told, text or ""], titles))
    after = with_lines(text, foldings, title=file.path.stem) if foldings else text
    reason = reason_against(text, after, night.tuning.learning) if after is not None else None
    if reason is not None:
        night.notes.left.append(f"{file.name}: {reason}")
        return None
    edits = _archived(night, file, journal, shown)
    if foldings:
        edits.insert(0, PlannedEdit(path=str(file.path), before=text, after=after, is_original_kept=True))
    summary = f"journal: {len(foldings)} themes into {file.name}, {_counted(shown)} to the archive"
    change = Change(verb="distil", summary=summary, prompt=answer.prompt, model=model.model.name)
    return filed(night, change, edits)


def _themes(themes: object, sources: Sequence[str], titles: dict[str, str]) -> Iterator[Folding]:
    """Those that say nothing new: no name and no figure that neither the entries nor the file have."""
    for theme in themes if isinstance(themes, list) else ():
        text = plain_line(str(theme["text"] if isinstance(theme, dict) else theme))
        under = str(theme.get("under") or "") if isinstance(theme, dict) else ""
        if text and says_no_more(text, sources):
            yield Folding(text, titles.get(under.strip("# ").casefold()))


def _within_window(night: Night, entries: Sequence[Entry]) -> list[Entry]:
    """The oldest, as many as fit half of the model's window; the others come another night."""
    room = night.tuning.models.deep_context_tokens // 2
    kept: list[Entry] = []
    for entry in sorted(entries, key=lambda each: (each.day, -each.start)):
        room -= count_tokens(entry.text) + 10
        if kept and room < 0:
            break
        kept.append(entry)
    return kept


def _counted(entries: Sequence[Entry]) -> str:
    return f"{len(entries)} entr{'y' if len(entries) == 1 else 'ies'}"
