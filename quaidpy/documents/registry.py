"""Which folders are projects? Registering, finding and naming them; each change is an operation that can be undone."""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.projects import MARKERS, PROJECT_PREFIX, FoundFolder, Project, ProjectId
from quaidpy.domain.identity import OperationId
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import ConflictError, NotFoundError, UsageError

_MARKER_OF = dict(reversed(MARKERS))
_SCAFFOLD = """# {name}

What this project is for.

## Where things are

## How it is worked on

## Decisions
"""


def register(
    folder: str,
    tools: DocumentTools,
    *,
    name: str | None = None,
    is_nested: bool = False,
) -> Project:
    """Know a folder as a project; nothing in it is changed.

    Raises NotFoundError when it is not there, UsageError when it is too wide or inside another project (unless
    `is_nested`), ConflictError when it or the name is taken.
    """
    root = tools.folders.portable(folder)
    if not tools.folders.is_folder(root):
        raise NotFoundError(
            f"the folder {tools.folders.here(root)} is not there; `quaid projects create NAME --at FOLDER` makes one"
        )
    if root == "~" or root.count("/") < 1 or root.rstrip("/") == "":
        raise UsageError(f"{root} holds far more than one project; name a folder below it")
    known = tools.rows.projects(tools.owner)
    _require_free(root, known, is_nested=is_nested)
    project = Project(
        id=ProjectId(tools.ids.new(PROJECT_PREFIX)),
        owner=tools.owner,
        name=_free_name(name, root, known),
        root=root,
        created_at=tools.clock.now(),
    )
    with tools.rows.writing(tools.cause("register", f"project {project.name} at {root}")) as writing:
        writing.put_project(project)
    return project


def create(name: str, folder: str, tools: DocumentTools) -> Project:
    """Make a folder with a PROJECT.md and register it. Files that are there already stay as they are."""
    if not name.strip():
        raise UsageError("a project needs a name")
    root = tools.folders.portable(folder)
    _require_free(root, tools.rows.projects(tools.owner), is_nested=False)
    _free_name(name, root, tools.rows.projects(tools.owner))
    tools.folders.make(root, {"PROJECT.md": _SCAFFOLD.format(name=name)})
    return register(folder, tools, name=name)


def rename(named: str, name: str, tools: DocumentTools) -> tuple[Project, OperationId]:
    project = project_called(named, tools)
    others = [each for each in tools.rows.projects(tools.owner) if each.id != project.id]
    return _put(
        replace(project, name=_free_name(name, project.root, others)),
        f"{project.name} is now {name}",
        "rename",
        tools,
    )


def archive(named: str, tools: DocumentTools, *, is_archived: bool = True) -> tuple[Project, OperationId]:
    """Neither search nor index it any more, but keep knowing it; or take that back."""
    project = project_called(named, tools)
    verb = "archive" if is_archived else "unarchive"
    if project.is_archived == is_archived:
        raise UsageError(f"{project.name} is {'archived already' if is_archived else 'not archived'}")
    return _put(replace(project, is_archived=is_archived), f"project {project.name}", verb, tools)


def unregister(named: str, tools: DocumentTools) -> tuple[Project, OperationId]:
    """Know it no more; its folder stays as it is. Undo brings it back, the next reindexing its documents."""
    project = project_called(named, tools)
    with tools.rows.writing(
        tools.cause("unregister", f"project {project.name} at {project.root}")
    ) as writing:
        writing.remove_project(project.id)
    tools.index.forget(tools.owner, [project.id])
    return project, writing.operation


def project_called(named: str, tools: DocumentTools) -> Project:
    """By name, any case, or by id, or a path in it. Raises NotFoundError or UsageError."""
    known = tools.rows.projects(tools.owner)
    folded = named.strip().casefold()
    found = [each for each in known if folded in {each.name.casefold(), each.id}]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(each.id for each in found)
        raise UsageError(f"{len(found)} projects are called {named}; say which by its id: {ids}")
    if "/" in named or named in {".", ".."}:
        owning = project_of(named, tools)
        if owning is not None:
            return owning
    names = ", ".join(each.name for each in known)
    told = (
        f"there are {names}"
        if names
        else "none is registered yet; `quaid projects register FOLDER` makes a start"
    )
    raise NotFoundError(f"no project {named}; {told}")


def project_of(path: str, tools: DocumentTools) -> Project | None:
    """The project a file or folder belongs to: of nested ones the innermost."""
    there = tools.folders.portable(path)
    owning = [each for each in tools.rows.projects(tools.owner) if _is_in(there, each.root)]
    return max(owning, key=lambda each: (len(each.root), each.id), default=None)


def discover(folder: str, tools: DocumentTools, *, depth: int) -> list[FoundFolder]:
    """Folders below that look like projects, outermost only; known ones say so. Nothing is registered."""
    known = {each.root: each.name for each in tools.rows.projects(tools.owner)}
    root = tools.folders.portable(folder)
    if not tools.folders.is_folder(root):
        raise NotFoundError(f"the folder {tools.folders.here(root)} is not there")
    found: list[FoundFolder] = []
    for place, marks in tools.folders.markers(root, _MARKER_OF, depth=depth):
        there = tools.folders.portable(place)
        if any(_is_in(there, each.root) for each in found):
            continue
        marker = next(name for name, _ in MARKERS if name in marks)
        if there == root and marker.startswith("README"):
            continue  # a folder of projects may say so itself
        found.append(
            FoundFolder(root=there, name=_name_of(there), marker=_MARKER_OF[marker], project=known.get(there))
        )
    return found


def others_inside(project: Project, tools: DocumentTools) -> list[str]:
    """Roots of projects nested in this one: their files belong to them."""
    return [
        each.root
        for each in tools.rows.projects(tools.owner)
        if each.id != project.id and _is_in(each.root, project.root)
    ]


def _put(project: Project, why: str, verb: str, tools: DocumentTools) -> tuple[Project, OperationId]:
    with tools.rows.writing(tools.cause(verb, why)) as writing:
        writing.put_project(project)
    return project, writing.operation


def _require_free(root: str, known: Sequence[Project], *, is_nested: bool) -> None:
    for each in known:
        if each.root == root:
            state = (
                f"archived; `quaid projects unarchive {each.name}` brings it back"
                if each.is_archived
                else f"registered already; `quaid projects rename {each.name} NEW` gives it another name"
            )
            raise ConflictError(f"{root} is the project {each.name}, {state}")
        if is_nested:
            continue
        if _is_in(root, each.root):
            raise ConflictError(
                f"{root} lies in the project {each.name} ({each.root}), which covers its documents; "
                "--nested makes it a project of its own"
            )
        if _is_in(each.root, root):
            raise ConflictError(
                f"the project {each.name} ({each.root}) lies in {root}; --nested registers both, and what is in "
                f"{each.name} stays with it"
            )


def _free_name(name: str | None, root: str, known: Sequence[Project]) -> str:
    """As asked, when nobody has it; else the folder's, with the one above where that is taken."""
    taken = {each.name.casefold(): each for each in known}
    if name is not None:
        name = without_secrets(name)
        if not name.strip() or "/" in name:
            raise UsageError(f"{name!r} is no name for a project; use words without a slash")
        if name.casefold() in taken:
            raise ConflictError(
                f"{taken[name.casefold()].root} is called {name} already; choose another name"
            )
        return name.strip()
    parts = root.split("/")
    for count in range(1, len(parts) + 1):
        wanted = "-".join(parts[-count:])
        if wanted.casefold() not in taken:
            return wanted
    raise ConflictError(f"every name made of {root} is taken; give one with --name")


def _name_of(root: str) -> str:
    return root.rpartition("/")[2]


def _is_in(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")
