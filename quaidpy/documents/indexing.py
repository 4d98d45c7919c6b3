"""What must be read again so that the index says what the files say? Only what changed; never a half document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from quaidpy.documents.chunking import Sizes, cut
from quaidpy.documents.registry import others_inside
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.chunks import Fingerprint, IndexedDocument, KnownDocument, digest_of
from quaidpy.domain.documents.projects import Project
from quaidpy.errors import UnreadableError
from quaidpy.ports.documents import IndexChange, Listing
from quaidpy.ports.embedding import Vector

_SETTLES_AFTER = timedelta(seconds=2)  # a file written in the same tick as it was read may change unseen
_TEXTS_A_COMMIT = 64
_LONG_LIST = 1000  # lines
_DOCUMENTS_A_COMMIT = 200

Progress = Callable[[int, int], None]
"""Documents done, documents to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlan:
    """What differs between files and index, by path. `renamed`: old and new path of the same bytes."""

    project: Project
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    touched: tuple[str, ...] = ()
    unchanged: int = 0
    listing: Listing = field(default_factory=lambda: Listing(files={}))
    known: Mapping[str, KnownDocument] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.changed or self.removed or self.renamed or self.touched)


@dataclass(slots=True)
class IndexReport:
    """What reindexing one project did. `embedded`: texts that a vector was made for; the others were known."""

    project: Project
    added: int = 0
    changed: int = 0
    removed: int = 0
    renamed: int = 0
    unchanged: int = 0
    chunks: int = 0
    embedded: int = 0
    reused: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def plan_index(project: Project, tools: DocumentTools) -> IndexPlan:
    """Compare files with the index; reads only files whose size or time differ. Changes nothing.

    Raises NotFoundError when the folder is not there: a disk that is away must not empty the index.
    """
    listing = tools.folders.listing(project.root, without=others_inside(project, tools))
    known = {each.path: each for each in tools.index.known(tools.owner, project.id)}
    differing = [
        path for path, found in listing.files.items() if path not in known or _differs(known[path], found)
    ]
    gone = [path for path in known if path not in listing.files]
    now = tools.clock.now()
    digests = {path: digest for path in differing if (digest := _digest(project, path, tools)) is not None}
    renamed = _renamed(digests, gone, known)
    moved = {new for _, new in renamed}
    added = tuple(path for path in differing if path not in known and path not in moved)
    changed = tuple(path for path in differing if path in known and digests.get(path) != known[path].digest)
    return IndexPlan(
        project=project,
        added=added,
        changed=changed,
        removed=tuple(path for path in gone if path not in {old for old, _ in renamed}),
        renamed=tuple(renamed),
        touched=tuple(
            path
            for path in differing
            if path in known
            and digests.get(path) == known[path].digest
            and _is_touched(known[path], listing, now)
        ),
        unchanged=len(listing.files) - len(added) - len(changed) - len(renamed),
        listing=listing,
        known=known,
    )


def apply_index(
    plan: IndexPlan,
    tools: DocumentTools,
    progress: Progress | None = None,
    *,
    until: datetime | None = None,
) -> IndexReport:
    """Bring the index to what the files say now, a commit a batch: killed, or past `until`, the next finds the rest."""
    report = IndexReport(project=plan.project, unchanged=plan.unchanged)
    report.notes.extend(plan.listing.notes)
    report.left_out.extend(plan.listing.left_out)
    now = tools.clock.now()
    known = {path: _known(plan, path, now) for path in (*plan.touched, *(new for _, new in plan.renamed))}
    change = IndexChange(
        touched=tuple(known[path] for path in plan.touched),
        renamed=tuple((old, known[new]) for old, new in plan.renamed),
        removed=plan.removed,
    )
    if change != IndexChange():
        tools.index.apply(tools.owner, plan.project.id, change, {})
    report.removed, report.renamed = len(plan.removed), len(plan.renamed)
    done, wanted = 0, (*plan.added, *plan.changed)
    for batch in _batches(plan, wanted, now, tools, report):
        vectors = _vectors_for(batch, tools, report)
        identity = tools.embedder.identity if tools.embedder else None
        tools.index.apply(
            tools.owner, plan.project.id, IndexChange(documents=tuple(batch), identity=identity), vectors
        )
        done += len(batch)
        for document in batch:
            if document.known.path in plan.known:
                report.changed += 1
            else:
                report.added += 1
        if progress:
            progress(done, len(wanted))
        if until is not None and tools.clock.now() >= until and done < len(wanted):
            report.notes.append(f"{len(wanted) - done} documents wait for the next time")
            break
    return report


def embed_waiting_parts(tools: DocumentTools) -> int:
    """Make the vectors that are missing, or are another embedder's. Returns how many; 0 without an embedder."""
    if tools.embedder is None:
        return 0
    identity, made = tools.embedder.identity, 0
    while texts := tools.index.texts_without_vector(tools.owner, identity, limit=_TEXTS_A_COMMIT):
        vectors = dict(zip(texts, tools.embedder.embed(texts), strict=True))
        tools.index.put_vectors(tools.owner, identity, vectors)
        made += len(texts)
    return made


def _differs(known: KnownDocument, found: Fingerprint) -> bool:
    return known.fingerprint != found or not known.is_settled


def _digest(project: Project, path: str, tools: DocumentTools) -> str | None:
    try:
        return digest_of(tools.folders.read(project.root, path))
    except UnreadableError:
        return None


def _renamed(
    digests: Mapping[str, str], gone: Sequence[str], known: Mapping[str, KnownDocument]
) -> list[tuple[str, str]]:
    """Each lost path with a new one of the same bytes; the first of each, by path."""
    new: dict[str, list[str]] = {}
    for path, digest in sorted(digests.items(), reverse=True):
        if path not in known:
            new.setdefault(digest, []).append(path)
    return [(path, new[known[path].digest].pop()) for path in gone if new.get(known[path].digest)]


def _known(
    plan: IndexPlan, path: str, now: datetime, *, digest: str = "", title: str | None = None
) -> KnownDocument:
    fingerprint = plan.listing.files[path]
    return KnownDocument(
        path=path,
        fingerprint=fingerprint,
        digest=digest,
        indexed_at=now,
        title=title,
        is_settled=_is_settled(fingerprint, now),
    )


def _is_touched(known: KnownDocument, listing: Listing, now: datetime) -> bool:
    """Equal bytes under another time, or resting by now: worth a note, so that it need not be read again."""
    found = listing.files[known.path]
    return known.fingerprint != found or _is_settled(found, now)


def _is_settled(found: Fingerprint, now: datetime) -> bool:
    return now.timestamp() * 1e9 - found.mtime_ns > _SETTLES_AFTER.total_seconds() * 1e9


def _batches(
    plan: IndexPlan, paths: Sequence[str], now: datetime, tools: DocumentTools, report: IndexReport
) -> Iterator[list[IndexedDocument]]:
    batch: list[IndexedDocument] = []
    texts = 0
    for path in paths:
        document = _read(plan, path, now, tools, report)
        batch.append(document)
        texts += sum(len(chunk.parts) for chunk in document.chunks)
        report.chunks += len(document.chunks)
        if texts >= _TEXTS_A_COMMIT or len(batch) >= _DOCUMENTS_A_COMMIT:
            yield batch
            batch, texts = [], 0
    if batch:
        yield batch


def _read(
    plan: IndexPlan, path: str, now: datetime, tools: DocumentTools, report: IndexReport
) -> IndexedDocument:
    """What cannot be read is known with no chunks, so that it is not tried again until it changes."""
    digest = ""
    try:
        data = tools.folders.read(plan.project.root, path)
        digest = digest_of(data)
        text = _text_of(path, data, tools)
    except UnreadableError as err:
        report.left_out.append((path, str(err)))
        return IndexedDocument(known=_known(plan, path, now, digest=digest), chunks=())
    outline = tools.outline(path, text)
    known = _known(plan, path, now, digest=digest, title=outline.title)
    return IndexedDocument(known=known, chunks=cut(text, outline, sizes_of(tools)))


def sizes_of(tools: DocumentTools) -> Sizes:
    return Sizes(
        chunk_tokens=tools.tuning.chunk_tokens,
        overlap_tokens=tools.tuning.overlap_tokens,
        part_tokens=tools.tuning.part_tokens,
    )


def _text_of(path: str, data: bytes, tools: DocumentTools) -> str:
    """Raises UnreadableError when it is not UTF-8, or holds a secret of several lines."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        raise UnreadableError(f"{path} is not written in UTF-8") from err
    if _is_list(text):
        raise UnreadableError(f"{path} is a list of words, no text that says something")
    redacted = tools.redact(text)
    if redacted.count("\n") != text.count("\n"):
        raise UnreadableError(f"{path} holds a private key; it is left out whole")
    return redacted


def _is_list(text: str) -> bool:
    """Thousands of lines of a word each: a vocabulary, a dump; its words would be found for every question."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) >= _LONG_LIST and len(text.split()) < 2 * len(lines)


def _vectors_for(
    batch: Sequence[IndexedDocument], tools: DocumentTools, report: IndexReport
) -> "dict[str, Vector[float]]":
    """Known ones again, the others made in one call; outside any transaction."""
    if tools.embedder is None:
        return {}
    texts = list(
        dict.fromkeys(text for document in batch for chunk in document.chunks for text in chunk.index_texts)
    )
    known = tools.index.known_texts(tools.owner, tools.embedder.identity, texts)
    fresh = [text for text in texts if text not in known]
    report.embedded += len(fresh)
    report.reused += len(texts) - len(fresh)
    return {**known, **dict(zip(fresh, tools.embedder.embed(fresh), strict=True))}
