"""Which documents may say what is no longer so, and why? Each is held against what changed since it was last right."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property

from quaidpy.documents.claims import Claim, ClaimKind, resolved
from quaidpy.documents.significance import comment_mark, is_comment, trivial_because, trivial_name
from quaidpy.domain.documents.revisions import Commit, FileChange
from quaidpy.ports.documents import History
from quaidpy.regex import regex

_MOST_COMMITS_TOLD = 5
_DEFINED = regex(
    # A definition, an assignment, a key with its value, the name of an option.
    r"\b(?:def|class|func|fn|function|const|let|var|type|struct|enum|interface)\s+(\w+)|^([\w.]+)\s+:?=\s"
    r"|^[\"']?([\w.-]+)[\"']?:\s|[\"'(](--[A-Za-z][\w-]*)(?=[\"',=\s])"
)
_WORD = regex(r"--[A-Za-z][\w-]*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


class Sureness(StrEnum):
    """`CERTAIN`: what is spoken of is not there any more. `LIKELY`: what defines it changed. `MAYBE`: its file did."""

    CERTAIN = "certain"
    LIKELY = "likely"
    MAYBE = "maybe"

    @property
    def rank(self) -> int:
        """0 is the surest."""
        return list(Sureness).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a document may be stale: in plain words, where it says so, and the commits behind it, newest first.

    `is_uncommitted`: the change lies on the disk only, or too.
    """

    sureness: Sureness
    words: str
    line: int
    file: str
    commits: tuple[Commit, ...] = ()
    is_uncommitted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleDocument:
    """`since`: the commit it was held against: its own last one, or the one it was verified at."""

    path: str
    since: Commit | None
    revision: str
    is_verified: bool
    reasons: tuple[Reason, ...]

    @property
    def sureness(self) -> Sureness:
        return min((reason.sureness for reason in self.reasons), key=lambda each: each.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """As of which revision a document was right."""

    revision: str
    is_verified: bool = False


Names = Mapping[str, str]
"""Names in changed lines, each with the first line that defines it, or an empty text."""


@dataclass(slots=True)
class Changes:
    """What changed since one revision, by path, without what is trivial by its name.

    `removed` and `added`: the names in their changed lines, by path.
    """

    by_path: dict[str, FileChange] = field(default_factory=dict)
    removed: dict[str, Names] = field(default_factory=dict)
    added: dict[str, Names] = field(default_factory=dict)


class Looking:
    """One look at one project: what git says, asked once for each revision."""

    def __init__(
        self,
        root: str,
        history: History,
        *,
        most_commits: int,
        stale_share: float,
        dirty: frozenset[str],
        now: Callable[[str], str | None],
    ) -> None:
        """`now`: what a file of the project says on the disk. `stale_share`: of a file's lines, 0-1."""
        self._root, self._history = root, history
        self._most_commits = most_commits
        self._now = now
        self.stale_share = stale_share
        self.dirty = dirty
        self._changes: dict[str, Changes] = {}
        self._since: dict[str, frozenset[str]] = {}
        self._there: dict[str, bool] = {}
        self._weighed: dict[FileChange, bool] = {}

    @cached_property
    def commits(self) -> list[Commit]:
        return self._history.commits(self._root, limit=self._most_commits)

    @cached_property
    def files(self) -> frozenset[str]:
        return frozenset(self._history.files(self._root))

    @cached_property
    def _touches(self) -> Mapping[str, list[int]]:
        """By path the places of the commits that touched it, newest first."""
        places: dict[str, list[int]] = {}
        for place, commit in enumerate(self.commits):
            for path in commit.paths:
                places.setdefault(path, []).append(place)
        return places

    def last_touch(self, path: str) -> Commit | None:
        """The newest commit that changed what the document says; a mere renaming is followed."""
        after = 0
        while True:
            place = next((place for place in self._touches.get(path, ()) if place >= after), None)
            if place is None:
                return None
            commit = self.commits[place]
            old = next((old for old, new in commit.renamed if new == path), None)
            if old is None or old in commit.paths:
                return commit
            path, after = old, place + 1

    def commit_called(self, revision: str) -> Commit | None:
        return next((commit for commit in self.commits if commit.revision == revision), None)

    def since(self, revision: str) -> frozenset[str]:
        if revision not in self._since:
            self._since[revision] = self._history.since(self._root, revision)
        return self._since[revision]

    def changes(self, revision: str) -> Changes:
        if revision not in self._changes:
            found = Changes()
            for change in self._history.changes(self._root, revision):
                if trivial_name(change.path):
                    continue
                found.by_path[change.path] = change
                found.removed[change.path] = _names_in(change.removed, change.path)
                found.added[change.path] = _names_in(change.added, change.path)
            self._changes[revision] = found
        return self._changes[revision]

    def touching(self, paths: Iterable[str], revision: str) -> tuple[Commit, ...]:
        """Commits since the revision that touched one of these paths, newest first."""
        wanted, after = set(paths), self.since(revision)
        return tuple(
            commit
            for commit in self.commits
            if commit.revision in after
            and not wanted.isdisjoint({*commit.paths, *(o for o, _ in commit.renamed)})
        )[:_MOST_COMMITS_TOLD]

    def still_there(self, names: Iterable[str], *, without: Iterable[str]) -> frozenset[str]:
        """Which of the names the project still has outside documents; of a dotted one its last part."""
        tails = {name: name.rpartition(".")[2] for name in names}
        if not tails:
            return frozenset()
        unknown = set(tails.values()) - set(self._there)
        if unknown:
            there = self._history.names_there(self._root, unknown, without=list(without))
            self._there.update({tail: tail in there for tail in unknown})
        return frozenset(name for name, tail in tails.items() if self._there[tail])

    def share_changed(self, change: FileChange, revision: str) -> float:
        """Of the lines it had, how many were taken away; 1 where that cannot be told."""
        if change.is_unread:
            return 1.0
        before = self._history.text_at(self._root, revision, change.old_path or change.path)
        lines = sum(1 for line in (before or "").splitlines() if line.strip())
        return len(change.removed) / lines if lines else 0.0

    def is_significant(self, path: str, revision: str) -> bool:
        """Whether the change of this file since then can matter to a reader; asked only where a document speaks of it.

        The same change is met from many revisions, and weighing it may read the file twice.
        """
        change = self.changes(revision).by_path.get(path)
        if change is None:
            return True
        if change not in self._weighed:
            trivial = trivial_because(
                change,
                lambda: self._history.text_at(self._root, revision, change.old_path or change.path),
                lambda: self._now(change.path),
            )
            self._weighed[change] = trivial is None
        return self._weighed[change]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A document with what it speaks of, held against a baseline."""

    path: str
    claims: tuple[Claim, ...]
    baseline: Baseline

    @property
    def spoken(self) -> dict[str, Claim]:
        """By name; of a dotted one also by its last part, as a setting stands in its file."""
        claims = [claim for claim in self.claims if claim.kind is not ClaimKind.PATH]
        tails = {claim.name.rpartition(".")[2]: claim for claim in reversed(claims) if "." in claim.name}
        telling = {tail: claim for tail, claim in tails.items() if _is_telling(tail)}
        return telling | {claim.name: claim for claim in claims}


def taken_away(held: Held, looking: Looking) -> frozenset[str]:
    """The names it speaks of that stood in lines which were taken away or written anew."""
    removed = looking.changes(held.baseline.revision).removed
    spoken = held.spoken
    return frozenset(name for names in removed.values() for name in names if name in spoken)


def reasons_against(held: Held, looking: Looking, documents: Collection[str]) -> tuple[Reason, ...]:
    """Why the document may be stale, surest first, then by line; none when nothing it speaks of changed."""
    changes = looking.changes(held.baseline.revision)
    if not changes.by_path:
        return ()
    view = _View(held=held, changes=changes, looking=looking, documents=documents)
    found = [*_of_paths(view), *_of_names(view), *_of_files(view)]
    revision = held.baseline.revision
    told = [
        _with_commits(reason, revision, looking)
        for reason in found
        if looking.is_significant(reason.file, revision)
    ]
    return tuple(sorted(told, key=lambda each: (each.sureness.rank, each.line, each.words)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    held: Held
    changes: Changes
    looking: Looking
    documents: Collection[str]

    @property
    def changed(self) -> Mapping[str, FileChange]:
        return self.changes.by_path


def _of_paths(view: _View) -> Iterable[Reason]:
    """Files spoken of that have gone or moved."""
    moved = {change.old_path: change.path for change in view.changed.values() if change.old_path}
    gone = {name for name, change in view.changed.items() if change.is_gone}
    told: set[str] = set()
    for claim in view.held.claims:
        if claim.kind is not ClaimKind.PATH:
            continue
        name = (claim.target or claim.name).rstrip("/").removeprefix("./")
        target = _one_that_ends(name, {*moved, *gone})
        if target is None or target in told or _one_that_ends(name, view.looking.files) is not None:
            continue
        told.add(target)
        words = (
            f"it speaks of {claim.name}, which is now {moved[target]}"
            if target in moved
            else f"it speaks of {claim.name}, which was deleted"
        )
        yield Reason(sureness=Sureness.CERTAIN, words=words, line=claim.line, file=moved.get(target, target))


def _one_that_ends(name: str, paths: Iterable[str | None]) -> str | None:
    return min((path for path in paths if path and (path == name or path.endswith(f"/{name}"))), default=None)


def _of_names(view: _View) -> Iterable[Reason]:
    """Flags, variables and names that were in lines which were taken away or written anew."""
    spoken = view.held.spoken
    removed = {path: names for path, names in view.changes.removed.items() if path not in view.documents}
    added = {path: names for path, names in view.changes.added.items() if path not in view.documents}
    taken = taken_away(view.held, view.looking)
    there = view.looking.still_there(taken, without=view.documents)
    for name in sorted(taken):
        file = min((path for path, names in removed.items() if name in names), default=None)
        if file is None:
            continue
        claim = spoken[name]
        if name not in there:
            near = _near(name, added)
            hint = f"; perhaps it is {near} now" if near else ""
            words = f"it speaks of {claim.name}, which {file} no longer has and nothing else does{hint}"
            yield Reason(sureness=Sureness.CERTAIN, words=words, line=claim.line, file=file)
            continue
        for path in sorted(removed):
            before, after = removed[path].get(name), added[path].get(name)
            if before and after and _about(before, name) != _about(after, name) and _is_telling(name):
                words = (
                    f"what defines {claim.name} in {path} changed: “{_cut(before)}” is now “{_cut(after)}”"
                )
                yield Reason(sureness=Sureness.LIKELY, words=words, line=claim.line, file=path)
                break


def _of_files(view: _View) -> Iterable[Reason]:
    """Files spoken of of which a good part was written anew."""
    claims = view.held.claims
    targets = resolved(claims, view.held.path, view.looking.files, frozenset())
    first = {claim.name: claim for claim in reversed(claims) if claim.kind is ClaimKind.PATH}
    seen: set[str] = set()
    for name, target in sorted(targets.items(), key=lambda each: first[each[0]].line):
        change = view.changed.get(target)
        if change is None or target in seen or change.is_new or target in view.documents:
            continue
        seen.add(target)
        share = view.looking.share_changed(change, view.held.baseline.revision)
        if share >= view.looking.stale_share:
            words = f"it describes {name}, of which {share:.0%} was written anew"
            yield Reason(sureness=Sureness.MAYBE, words=words, line=first[name].line, file=target)


def _names_in(lines: Sequence[str], path: str) -> dict[str, str]:
    """Each name in these lines, with the first line that defines it, else an empty text; comments left out."""
    mark = comment_mark(path)
    found: dict[str, str] = {}
    for line in lines:
        if mark and is_comment(line, mark):
            continue
        for whole in _WORD.findall(line):
            found.setdefault(whole, "")
            for part in whole.split(".") if "." in whole else ():
                found.setdefault(part, "")
        for defined in _DEFINED.finditer(line):
            name = next(filter(None, defined.groups()))
            found[name] = found.get(name) or line
    return found


def _about(line: str, name: str) -> str:
    """What a line says of a name: of an option what stands up to the next one, else all of it."""
    if not name.startswith("--"):
        return line
    of_it = line[line.find(name) + len(name) :]
    return of_it.partition("--")[0].rstrip("\"' ,")


def _is_telling(name: str) -> bool:
    """Written as nobody writes a plain word, so that two places that have it mean the same thing."""
    return "_" in name or "." in name or name.startswith("--") or re.search("[a-z][A-Z]", name) is not None


def _near(name: str, added: Mapping[str, Mapping[str, str]]) -> str | None:
    """A name of the same kind among what came in, that is written nearly so."""
    is_flag = name.startswith("--")
    fresh = {each for names in added.values() for each in names if each.startswith("--") == is_flag}
    return next(iter(get_close_matches(name, sorted(fresh - {name}), n=1, cutoff=0.6)), None)


def _with_commits(reason: Reason, revision: str, looking: Looking) -> Reason:
    old = [
        change.old_path for change in looking.changes(revision).by_path.values() if change.path == reason.file
    ]
    commits = looking.touching([reason.file, *(path for path in old if path)], revision)
    return replace(reason, commits=commits, is_uncommitted=reason.file in looking.dirty or not commits)


def _cut(line: str) -> str:
    return line if len(line) <= 90 else line[:89].rstrip() + "…"
