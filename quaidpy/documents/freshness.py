"""Which documents of a project are stale, as far as its history tells? Looks, and changes nothing."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from quaidpy.documents.claims import claims_of
from quaidpy.documents.registry import others_inside
from quaidpy.documents.staleness import Baseline, Held, Looking, StaleDocument, reasons_against, taken_away
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.chunks import digest_of
from quaidpy.domain.documents.projects import Project, Verified
from quaidpy.domain.documents.revisions import NoHistory, RepositoryState
from quaidpy.domain.identity import OperationId
from quaidpy.errors import NotFoundError, UnreadableError, UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """One look at a project. `unknown`: why nothing can be told; `notes`: what limits what is told."""

    project: Project
    checked: int = 0
    stale: tuple[StaleDocument, ...] = ()
    historic: int = 0
    uncommitted: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unknown: str | None = None


def freshness_of(project: Project, tools: DocumentTools) -> Freshness:
    """Each document against what changed since its last commit, or since it was verified; stale ones surest first."""
    state = tools.history.state(project.root)
    if isinstance(state, NoHistory):
        return Freshness(project=project, unknown=state.reason)
    if state.head is None:
        return Freshness(project=project, unknown="; ".join(state.notes))
    documents = list(tools.folders.listing(project.root, without=others_inside(project, tools)).files)
    looking = looking_at(project, state, tools)
    verified = tools.rows.verified(tools.owner, project.id)
    present = [path for path in documents if not is_historic(path, tools)]
    held: list[Held] = []
    for path in present:
        read = text_and_digest(project, path, tools)
        baseline = _baseline(path, read[1], verified.get(path), looking, state.head) if read else None
        if read is not None and baseline is not None:
            held.append(Held(path=path, claims=tuple(claims_of(path, read[0])), baseline=baseline))
    # Asked once for all documents: looking for names reads every file of the project.
    looking.still_there({name for each in held for name in taken_away(each, looking)}, without=documents)
    stale = [found for each in held if (found := _stale(each, looking, frozenset(documents))) is not None]
    known = {each.path for each in held}
    return Freshness(
        project=project,
        checked=len(held),
        stale=tuple(sorted(stale, key=lambda each: (each.sureness.rank, -len(each.reasons), each.path))),
        historic=len(documents) - len(present),
        uncommitted=tuple(path for path in present if path not in known),
        notes=state.notes,
    )


def _stale(held: Held, looking: Looking, documents: frozenset[str]) -> StaleDocument | None:
    reasons = reasons_against(held, looking, documents)
    if not reasons:
        return None
    return StaleDocument(
        path=held.path,
        since=looking.commit_called(held.baseline.revision),
        revision=held.baseline.revision,
        is_verified=held.baseline.is_verified,
        reasons=reasons,
    )


def looking_at(project: Project, state: RepositoryState, tools: DocumentTools) -> Looking:
    return Looking(
        project.root,
        tools.history,
        most_commits=tools.tuning.most_commits,
        stale_share=tools.tuning.stale_share,
        dirty=state.dirty,
        now=lambda path: _text_of(project, path, tools),
    )


def verify(
    project: Project, path: str, reason: str, tools: DocumentTools, *, model: str | None = None
) -> OperationId:
    """Note that a document is right as of now; what changed before does not count against it any more.

    Raises NotFoundError for a document that is not there, UsageError where no history can be held against it.
    """
    state = tools.history.state(project.root)
    if isinstance(state, NoHistory) or state.head is None:
        why = state.reason if isinstance(state, NoHistory) else "nothing is committed yet"
        raise UsageError(f"{path} cannot be verified: {why}")
    read = text_and_digest(project, path, tools)
    if read is None:
        raise NotFoundError(
            f"no document {path} in {project.name}; `quaid docs list --project {project.name}` lists them"
        )
    verified = Verified(
        project=project.id,
        path=path,
        revision=state.head,
        digest=read[1],
        at=tools.clock.now(),
        reason=reason,
        model=model,
    )
    with tools.rows.writing(tools.cause("verify", f"{project.name}/{path}: {reason}")) as writing:
        writing.put_verified([verified])
    return writing.operation


def is_historic(path: str, tools: DocumentTools) -> bool:
    """Whether it tells of the past by its name, and so is right to speak of what is gone."""
    name = path.rpartition("/")[2]
    return any(
        fnmatchcase(name.upper(), pattern.upper()) or fnmatchcase(f"/{path}", pattern)
        for pattern in tools.tuning.historic
    )


def _baseline(
    path: str, digest: str, verified: Verified | None, looking: Looking, head: str
) -> Baseline | None:
    """None for a document that no commit has touched yet; one that is being edited is as new as HEAD."""
    if verified is not None and verified.digest == digest:
        return Baseline(revision=verified.revision, is_verified=True)
    if path in looking.dirty:
        return Baseline(revision=head)
    touched = looking.last_touch(path)
    return None if touched is None else Baseline(revision=touched.revision)


def text_and_digest(project: Project, path: str, tools: DocumentTools) -> tuple[str, str] | None:
    """What a document says, and the digest of its bytes; None when it cannot be read as text."""
    try:
        data = tools.folders.read(project.root, path)
        return data.decode("utf-8-sig"), digest_of(data)
    except (UnreadableError, UnicodeDecodeError):
        return None


def _text_of(project: Project, path: str, tools: DocumentTools) -> str | None:
    read = text_and_digest(project, path, tools)
    return read[0] if read else None
