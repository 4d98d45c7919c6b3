"""Does the index of documents say what the files say, and are there new projects where the user lets us look?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.documents.indexing import IndexPlan, apply_index, embed_waiting_parts, plan_index
from quaidpy.documents.registry import discover, project_called, project_of, register
from quaidpy.documents.tools import DocumentTools
from quaidpy.errors import ConflictError, NotFoundError
from quaidpy_janitor.task import Change, Night

_REGISTER, _FORGET, _EMBED, _REINDEX = "register", "forget", "embed", "reindex"
_SHOWN = 6


def document_tools(night: Night) -> DocumentTools:
    """For the owner and the run of this night."""
    return replace(night.tools.documents, owner=night.owner, run=night.run)


def plan_rag(night: Night) -> Iterator[Change]:
    """New projects in the folders of `documents.discover`; changed documents; vectors that are missing."""
    tools = document_tools(night)
    for folder in tools.tuning.discover:
        yield from _new_projects(night, tools, folder)
    for lost in tools.index.orphans(tools.owner):
        yield Change(
            verb=_FORGET, summary=f"documents of {lost}, which is not searched any more", keys=(lost,)
        )
    for project in tools.rows.projects(tools.owner):
        if project.is_archived:
            continue
        try:
            plan = plan_index(project, tools)
        except NotFoundError as err:
            night.notes.left.append(f"{project.name}: {err}")
            continue
        if not plan.is_empty:
            yield Change(verb=_REINDEX, summary=_told(plan), lines=_lines(plan), keys=(project.id,))
    if tools.embedder and tools.index.texts_without_vector(tools.owner, tools.embedder.identity, limit=1):
        yield Change(verb=_EMBED, summary="parts of documents that have no vector of this embedder yet")


def _new_projects(night: Night, tools: DocumentTools, folder: str) -> Iterator[Change]:
    try:
        found = discover(folder, tools, depth=tools.tuning.discover_depth)
    except NotFoundError as err:
        night.notes.left.append(f"documents.discover: {err}")
        return
    for each in found:
        if each.project is None and project_of(tools.folders.here(each.root), tools) is None:
            yield Change(verb=_REGISTER, summary=f"{each.root}, {each.marker}", keys=(each.root,))


def apply_rag(night: Night, changes: Sequence[Change]) -> int:
    """Registering is an operation that can be undone; the index is derived and is not."""
    tools, done = document_tools(night), 0
    for change in changes:
        if night.tools.clock.now() >= night.budget.deadline:
            night.notes.left.append(f"{len(changes) - done} steps wait for the next night")
            break
        match change.verb:
            case "register":
                _register(night, tools, change.keys[0])
            case "forget":
                tools.index.forget(tools.owner, tools.index.orphans(tools.owner))
            case "embed":
                embed_waiting_parts(tools)
            case _:
                _reindex(night, tools, change.keys[0])
        done += 1
    return done


def _register(night: Night, tools: DocumentTools, root: str) -> None:
    try:
        project = register(tools.folders.here(root), tools)
    except (ConflictError, NotFoundError) as err:  # somebody registered or moved it since it was planned
        night.notes.left.append(str(err))
        return
    _reindex(night, tools, project.id)


def _reindex(night: Night, tools: DocumentTools, identity: str) -> None:
    project = project_called(identity, tools)
    report = apply_index(plan_index(project, tools), tools, until=night.budget.deadline)
    night.notes.left.extend(f"{project.name}: {note}" for note in report.notes)


def _told(plan: IndexPlan) -> str:
    counts = {
        "added": plan.added,
        "changed": plan.changed,
        "renamed": plan.renamed,
        "removed": plan.removed,
        "touched": plan.touched,
    }
    told = ", ".join(f"{len(paths)} {name}" for name, paths in counts.items() if paths)
    return f"{plan.project.name}: {told}"


def _lines(plan: IndexPlan) -> tuple[str, ...]:
    marked = [
        *(f"+ {path}" for path in plan.added),
        *(f"~ {path}" for path in plan.changed),
        *(f"~ {old} is now {new}" for old, new in plan.renamed),
        *(f"- {path}" for path in plan.removed),
    ]
    more = [f"~ and {len(marked) - _SHOWN} more"] if len(marked) > _SHOWN else []
    return (*marked[:_SHOWN], *more)
