"""Which bullets that wait beside an identity file should go into it, and where?

What is over goes, beside the file and from it. Without a model: what the file says already goes, the rest is proposed
as it stands. With one: FOLD, REWRITE or DISCARD, a rewrite only in names and figures that the bullet has. Files of the
user are changed when they say yes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.memories.file_edits import PlannedEdit
from quaidpy.domain.memories.honesty import says_no_more
from quaidpy.domain.memories.learning import Form as LearntForm
from quaidpy.learn.blocks import Bullet, bullets_in, plain_line, without_bullets
from quaidpy.learn.folding import Folding, headings_in, with_lines, without_lines
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.learn.outdated import Outdated, signs_of
from quaidpy.learn.protection import lines_of, protected_lines, reason_against
from quaidpy_janitor.filing import filed, of_each_file
from quaidpy_janitor.judging import Decided, Form, decide
from quaidpy_janitor.task import Change, Night


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sorted:
    """What becomes of bullets: `folded` ones go into the identity file, `dropped` ones go; the others wait on."""

    folded: tuple[tuple[Bullet, Folding], ...]
    dropped: tuple[Bullet, ...]
    told: tuple[str, ...] = ()
    prompt: str | None = None
    model: str | None = None
    ended: int = 0

    def beside(self, over: Sequence[Bullet], ended: Sequence[Bullet]) -> "_Sorted":
        """With bullets that say what is over, and such lines of the file itself."""
        told = [f"- {bullet.text} (it is over)" for bullet in (*over, *ended)]
        return replace(self, dropped=(*self.dropped, *over), told=(*self.told, *told), ended=len(ended))

    @property
    def gone(self) -> tuple[Bullet, ...]:
        return (*self.dropped, *(bullet for bullet, _ in self.folded))

    @property
    def foldings(self) -> list[Folding]:
        return [folding for _, folding in self.folded]


_LOOKED_BACK = 2000  # learnings of a file


def plan_snippets(night: Night) -> Iterator[Change]:
    yield from of_each_file(night, "snippets", _planned)


def _planned(night: Night, file: IdentityFile) -> Change | None:
    files = night.tools.learning.files
    text, beside = files.read(str(file.path)), files.read(str(file.snippets))
    bullets = bullets_in(beside)
    outdated = _outdated(night, file)
    ended = _ended_lines(text, outdated)
    if not (bullets or ended) or not may_be_edited(night, file):
        return None
    over = outdated.among(bullets)
    left = without_lines(text or "", _numbers(ended)) if ended else text
    found = _sorted(night, file, left, [bullet for bullet in bullets if bullet not in over])
    found = _within_room(night, file, left, found.beside(over, ended))
    after = with_lines(left, found.foldings, title=file.path.stem) if found.foldings else left
    reason = reason_against(text, after, night.tuning.learning) if after is not None else None
    if reason is not None:
        night.notes.left.append(f"{file.name}: {reason}")
        return None
    edits = []
    if found.gone and beside is not None:
        fewer = without_bullets(beside, found.gone)
        edits.append(PlannedEdit(path=str(file.snippets), before=beside, after=fewer))
    if after != text:
        edits.insert(0, PlannedEdit(path=str(file.path), before=text, after=after, is_original_kept=True))
    if not edits:
        return None
    change = Change(
        verb="fold" if found.folded else "discard",
        summary=_summary(file, found),
        lines=found.told,
        prompt=found.prompt,
        model=found.model,
    )
    return filed(night, change, edits)


def may_be_edited(night: Night, file: IdentityFile) -> bool:
    """Whether the gate is open and the user lets the file be written; says so when not."""
    tools = night.tools.learning
    if not tools.edits_files:
        night.notes.left.append(f"{file.name}: janitor.workspace is false, identity files stay as they are")
    elif not tools.files.is_writable(str(file.path)):
        night.notes.left.append(f"{file.name} is read-only; it stays as it is")
    else:
        return True
    return False


def _summary(file: IdentityFile, found: _Sorted) -> str:
    folded, dropped = len(found.folded), len(found.dropped)
    into = f"{folded} bullet{'' if folded == 1 else 's'} into {file.name}" if folded else ""
    gone = f"{dropped} dropped{'' if folded else f' beside {file.name}'}" if dropped else ""
    over = f"{found.ended} over taken out of {file.name}" if found.ended else ""
    return f"snippets: {', '.join(filter(None, (into, gone, over)))}"


def _outdated(night: Night, file: IdentityFile) -> Outdated:
    learnings = night.tools.learning.records.learnings(
        night.owner, file=file.name, form=LearntForm.SNIPPET, limit=_LOOKED_BACK
    )
    return Outdated(learnings, night.tools.store, night.owner, night.now)


def _ended_lines(text: str | None, outdated: Outdated) -> list[Bullet]:
    """Bullets of the identity file that were learnt and are over; what is protected is the user's alone."""
    if text is None or not outdated:
        return []
    shut = protected_lines(text)
    return [each for each in outdated.among(bullets_in(text)) if shut.isdisjoint(_numbers([each]))]


def _numbers(bullets: Sequence[Bullet]) -> set[int]:
    return {number for each in bullets for number in range(each.line, each.line + each.lines)}


def _sorted(night: Night, file: IdentityFile, text: str | None, bullets: Sequence[Bullet]) -> _Sorted:
    """The model decides what the rules leave open."""
    known = {signs_of(line) for line in lines_of(text or "")}
    repeated: list[Bullet] = []
    new: list[Bullet] = []
    for bullet in bullets:
        (repeated if signs_of(bullet.text) in known else new).append(bullet)
        known.add(signs_of(bullet.text))
    told = [f"- {bullet.text} (said already)" for bullet in repeated]
    if not (night.may_ask() and new):
        folded = tuple((bullet, Folding(plain_line(bullet.text))) for bullet in new)
        return _Sorted(folded=folded, dropped=tuple(repeated), told=tuple(told))
    return _judged(night, file, text, new, repeated, told)


def _judged(
    night: Night,
    file: IdentityFile,
    text: str | None,
    new: Sequence[Bullet],
    repeated: Sequence[Bullet],
    told: list[str],
) -> _Sorted:
    shown = f"{file.name}, about {file.purpose}\n\n{text or '(empty)'}"
    decided = decide(
        Form(prompt="snippet_review", variable="bullets", fixed={"file": shown}),
        [bullet.text for bullet in new],
        night,
    )
    folded, dropped = [], list(repeated)
    titles = {title.casefold(): title for title in headings_in(text)}
    for each in decided:
        bullet = new[each.place]
        folding = _folding(bullet, each, titles)
        if folding is None:
            told.append(f"- {bullet.text} ({each.reason})")
            dropped.append(bullet)
        else:
            folded.append((bullet, folding))
    return _Sorted(
        folded=tuple(folded),
        dropped=tuple(dropped),
        told=tuple(told),
        prompt=decided[0].prompt if decided else None,
        model=decided[0].model if decided else None,
    )


def _folding(bullet: Bullet, decided: Decided, titles: dict[str, str]) -> Folding | None:
    """None discards it. A rewrite that says more than the bullet is left aside, the bullet's own words are taken."""
    verdict = decided.text("decision")
    if verdict == "DISCARD":
        return None
    rewritten = plain_line(decided.text("text"))
    is_honest = verdict == "REWRITE" and rewritten and says_no_more(rewritten, [bullet.text])
    under = titles.get(decided.text("under").strip("# ").casefold())
    return Folding(rewritten if is_honest else plain_line(bullet.text), under)


def _within_room(night: Night, file: IdentityFile, text: str | None, found: _Sorted) -> _Sorted:
    """As many as the file has room for; the others go on waiting."""
    most = night.tuning.learning.most_lines
    room = max(0, most - len(lines_of(text or "")) - _HEAD_LINES)
    waiting = len(found.folded) - room
    if waiting > 0:
        night.notes.left.append(f"{file.name} is full ({most} lines): {waiting} bullets wait beside it")
    return replace(found, folded=found.folded[:room])


_HEAD_LINES = 5  # a new section with its heading and empty lines
