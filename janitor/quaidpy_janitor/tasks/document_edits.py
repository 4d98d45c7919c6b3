"""Which documents may no longer be true, and what would make them right? Edits are put to a person first.

Without a model links are led to where files have moved; whatever else may be stale is told. With one, each document
that may be stale is judged: noted as right, or given the smallest edits that make it so.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from posixpath import relpath

from quaidpy.documents.freshness import freshness_of, verify
from quaidpy.documents.staleness import StaleDocument, Sureness
from quaidpy.documents.tidiness import Untidiness, Untidy, untidy_documents
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.projects import Project
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.file_edits import EditState, PlannedEdit
from quaidpy.domain.nights import Matter
from quaidpy.errors import NotFoundError, UnreadableError, UsageError
from quaidpy.learn.protection import protected_spans
from quaidpy_janitor.filing import Proposal, apply_files, digest_of_text, filed, was_refused
from quaidpy_janitor.judging import by_model, told
from quaidpy_janitor.task import Change, FileWork, Filing, Night
from quaidpy_janitor.tasks.projects import document_tools

_VERIFY = "verify"
_KEPT_SHARE = 0.5  # of a document that an edit must leave; less is no edit but another document
_CHANGE_TOKENS = 3000
_ROOM = 1500  # tokens for the prompt and what a provider adds
_TOLD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A document of a project, as a file of this machine."""

    project: Project
    path: str
    file: str

    @property
    def name(self) -> str:
        return f"{self.project.name}/{self.path}"


def plan_docs_staleness(night: Night) -> Iterator[Change]:
    """Documents that speak of what changed since they were last right."""
    tools = document_tools(night)
    for project in _active(tools):
        found = freshness_of(project, tools)
        if found.unknown is not None:
            night.notes.left.append(f"{project.name}: what is stale cannot be told: {found.unknown}")
            continue
        for stale in found.stale:
            if stale.sureness is not Sureness.MAYBE:
                yield from _about_stale(night, tools, _place(project, stale.path, tools), stale)


def plan_docs_cleanup(night: Night) -> Iterator[Change]:
    """Links led to where their files are now; other untidiness is told."""
    tools = document_tools(night)
    for project in _active(tools):
        try:
            found = untidy_documents(project, tools)
        except NotFoundError as err:
            night.notes.left.append(f"{project.name}: {err}")
            continue
        moved = [each for each in found if each.kind is Untidiness.DEAD_LINK and each.moved_to]
        for path in sorted({each.path for each in moved}):
            place = _place(project, path, tools)
            yield from _about_links(night, place, [each for each in moved if each.path == path])
        rest = [each for each in found if each not in moved]
        for each in rest[:_TOLD]:
            night.notes.left.append(f"{project.name}/{each.path}:{each.line}: {each.words}")
        if len(rest) > _TOLD:
            night.notes.left.append(
                f"{project.name}: {len(rest) - _TOLD} more; `quaid docs check` lists them"
            )


def apply_documents(night: Night, changes: Sequence[Change]) -> int:
    """Edits of files with their operations, and notes that documents are right."""
    tools = document_tools(night)
    done = apply_files(night, [change for change in changes if change.files])
    projects: dict[str, Project] = {each.id: each for each in tools.rows.projects(tools.owner)}
    for change in changes:
        if change.verb != _VERIFY or change.keys[0] not in projects:
            continue
        try:
            verify(projects[change.keys[0]], change.keys[1], change.keys[2], tools, model=change.model)
            done += 1
        except (NotFoundError, UsageError) as err:  # it has gone since it was planned
            night.notes.left.append(str(err))
    return done


def _active(tools: DocumentTools) -> list[Project]:
    return [project for project in tools.rows.projects(tools.owner) if not project.is_archived]


def _place(project: Project, path: str, tools: DocumentTools) -> _Place:
    return _Place(project=project, path=path, file=f"{tools.folders.here(project.root)}/{path}")


def _about_stale(night: Night, tools: DocumentTools, place: _Place, stale: StaleDocument) -> Iterator[Change]:
    text = yield from _text_to_plan_on(night, place, "docs_staleness")
    if text is None:
        return
    about = {
        "document": f"{place.name}\n{_shown(text, stale, night)}",
        "change": _change_of(place, stale, tools),
    }
    judged = told("doc_classification", about, night)
    if judged is None:
        why = "; ".join(reason.words for reason in stale.reasons[:_TOLD])
        night.notes.left.append(f"{place.name} may be stale: {why}")
        return
    if judged.value.get("verdict") == "TRIVIAL":
        model, prompt = by_model(judged, night)
        reason = str(judged.value.get("reason", "the change does not touch it"))[:200]
        yield Change(
            verb=_VERIFY,
            summary=f"{place.name} is right: {reason}",
            keys=(place.project.id, place.path, reason),
            model=model,
            prompt=prompt,
        )
        return
    yield from _edits_of_model(night, place, text, about)


def _edits_of_model(night: Night, place: _Place, text: str, about: Mapping[str, str]) -> Iterator[Change]:
    answer = told("doc_edit", about, night)
    if answer is None:
        return
    listed = answer.value.get("edits")
    after, why = text, []
    for each in listed if isinstance(listed, list) else ():
        old, new = str(each["old"]), str(each["new"])
        refusal = _reason_against(after, old, new)
        if refusal:
            night.notes.left.append(f"{place.name}: an edit was refused, {refusal}")
            continue
        after = after.replace(old, new)
        why.append(str(each["reason"]))
    if after == text or len(after.strip()) < _KEPT_SHARE * len(text.strip()):
        night.notes.left.append(f"{place.name} may be stale, and no edit of it could be used")
        return
    model, prompt = by_model(answer, night)
    summary = f"docs_staleness: {place.name}: {'; '.join(why)[:200]}"
    change = Change(verb="edit", summary=summary, model=model, prompt=prompt)
    yield filed(night, change, [_edit(place, text, after)])


def _reason_against(text: str, old: str, new: str) -> str | None:
    """Why words must not be exchanged so; None when they may."""
    if not old.strip() or text.count(old) != 1:
        return "its words do not stand in the document exactly once"
    at = text.index(old)
    if any(start < at + len(old) and at < end for start, end in protected_spans(text)):
        return "it would touch a protected region"
    return "it changes nothing" if old == new else None


def _about_links(night: Night, place: _Place, moved: Sequence[Untidy]) -> Iterator[Change]:
    text = yield from _text_to_plan_on(night, place, "docs_cleanup")
    if text is None:
        return
    after = text
    folder = place.path.rpartition("/")[0] or "."
    for each in moved:
        assert each.target is not None, "a dead link has one"
        assert each.moved_to is not None, "chosen for it"
        anchor = each.target.partition("#")[1:]
        now = (
            f"/{each.moved_to}" if each.target.startswith("/") else relpath(each.moved_to, folder)
        ) + "".join(anchor)
        for before, behind in (("(", ")"), ("(<", ">)"), (": ", "\n"), ("(", " "), ("[", "](")):
            after = after.replace(f"{before}{each.target}{behind}", f"{before}{now}{behind}")
    if after == text:
        return
    why = ", ".join(f"{each.target} is {each.moved_to} now" for each in moved[:_TOLD])
    change = Change(verb="edit", summary=f"docs_cleanup: {place.name}: {why}")
    yield filed(night, change, [_edit(place, text, after)])


def _edit(place: _Place, before: str, after: str) -> PlannedEdit:
    return PlannedEdit(path=place.file, before=before, after=after, is_original_kept=True)


def _text_to_plan_on(night: Night, place: _Place, task: str) -> Generator[Change, None, str | None]:
    """The document's text, when something may be planned on it; what is to be done about a proposal that waits.

    One of another task is looked after by that one; meanwhile the document is left alone.
    """
    files = night.tools.learning.files
    try:
        text = files.read(place.file)
    except UnreadableError as err:
        night.notes.left.append(str(err))
        return None
    proposal = _proposal_for(night, place)
    if proposal is not None and not proposal.is_stale(night):
        if not proposal.question.reason.startswith(task):
            return None
        if night.approves_files:
            yield _of(proposal, Filing.APPROVE)
        else:
            night.notes.left.append(
                f"{proposal.question.reason}: waits for you, `quaid review` or `--approve`"
            )
        return None
    if proposal is not None:
        yield _of(proposal, Filing.WITHDRAW)
    if text is None or was_refused(night, digest_of_text(text), task):
        return None
    if not files.is_writable(place.file):
        night.notes.left.append(f"{place.name} may not be written; it is left as it is")
        return None
    return text


def _of(proposal: Proposal, filing: Filing) -> Change:
    work = FileWork(filing=filing, proposal=proposal.edits, question=proposal.question)
    return Change(verb=filing.value, summary=proposal.question.reason, files=work)


def _proposal_for(night: Night, place: _Place) -> Proposal | None:
    edits = night.tools.learning.records.file_edits(night.owner, state=EditState.PROPOSED)
    changes = {edit.change for edit in edits if edit.path == place.file}
    for question in night.tools.records.questions(night.owner, matter=Matter.FILE):
        if question.subject in changes:
            return Proposal(question=question, edits=tuple(e for e in edits if e.change == question.subject))
    return None


def _shown(text: str, stale: StaleDocument, night: Night) -> str:
    """The document whole where it fits the model, else the lines around each reason."""
    room = night.tuning.models.deep_context_tokens - _CHANGE_TOKENS - 2 * _ROOM
    if count_tokens(text) <= room:
        return text
    lines = text.split("\n")
    around = 20
    kept = sorted(
        {
            number
            for reason in stale.reasons
            for number in range(max(0, reason.line - around), min(len(lines), reason.line + around))
        }
    )
    shown: list[str] = []
    for number in kept:
        if count_tokens("\n".join(shown)) > room:
            break
        shown.append(lines[number])
    return "\n".join(shown)


def _change_of(place: _Place, stale: StaleDocument, tools: DocumentTools) -> str:
    """What changed, in words and in lines, as far as the room goes."""
    lines = [f"- {reason.words}" for reason in stale.reasons]
    files = {reason.file for reason in stale.reasons}
    for change in tools.history.changes(place.project.root, stale.revision):
        if change.path in files:
            lines.append(f"{change.path}:")
            lines += [f"- {line}" for line in change.removed] + [f"+ {line}" for line in change.added]
    shown: list[str] = []
    used = 0
    for line in lines:
        used += count_tokens(line) + 1
        if used > _CHANGE_TOKENS:
            shown.append("…")
            break
        shown.append(line)
    return "\n".join(shown)
