"""What is untidy about a project's documents? Links that lead nowhere, empty and copied ones, ones nothing leads to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from posixpath import normpath

from quaidpy.documents.claims import Claim, ClaimKind, claims_of
from quaidpy.documents.freshness import is_historic, text_and_digest
from quaidpy.documents.registry import others_inside
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.projects import Project
from quaidpy.domain.documents.revisions import NoHistory
from quaidpy.regex import regex

_FRONT_DOORS = regex(
    r"(^|/)(readme|index|_index|contributing|security|code_of_conduct|agents|claude|project)\.", re.IGNORECASE
)
_TABLE_OF_CONTENTS = regex(r"(^|/)(mkdocs\.yml|_sidebar\.md|SUMMARY\.md|conf\.py|sidebars\.js|_toc\.yml)$")
_LEAST_LETTERS = 10  # beside headings; a document of fewer says nothing


class Untidiness(StrEnum):
    DEAD_LINK = "dead link"
    DEAD_ANCHOR = "dead anchor"
    EMPTY = "empty"
    COPY = "copy"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True, kw_only=True)
class Untidy:
    """What is wrong with a document, in words. `moved_to`: where a link should lead, as git knows."""

    path: str
    kind: Untidiness
    words: str
    line: int = 1
    target: str | None = None
    moved_to: str | None = None


def untidy_documents(project: Project, tools: DocumentTools) -> list[Untidy]:
    """By path, then line. Looks, and changes nothing."""
    paths = list(tools.folders.listing(project.root, without=others_inside(project, tools)).files)
    texts: dict[str, str] = {}
    digests: dict[str, list[str]] = {}
    for path in paths:
        read = text_and_digest(project, path, tools)
        if read is not None:
            texts[path] = read[0]
            digests.setdefault(read[1], []).append(path)
    claims = {path: claims_of(path, text) for path, text in texts.items()}
    moved = _moves(project, tools)
    found = [untidy for path in texts for untidy in _links(project, path, texts, claims[path], moved, tools)]
    empty = {path for path, text in texts.items() if _is_empty(text)}
    found += [Untidy(path=path, kind=Untidiness.EMPTY, words="it says nothing") for path in empty]
    found += _copies(digests, empty)
    found += _orphans(claims, tools)
    return sorted(found, key=lambda each: (each.path, each.line, each.kind, each.words))


def _links(
    project: Project,
    path: str,
    texts: Mapping[str, str],
    claims: Sequence[Claim],
    moved: Mapping[str, str],
    tools: DocumentTools,
) -> list[Untidy]:
    found = []
    for claim in claims:
        if not claim.is_link or claim.target is None or is_historic(path, tools):
            continue
        if claim.target.startswith("../"):
            continue  # what lies outside the project is not looked at
        if not tools.folders.exists(project.root, claim.target):
            now = moved.get(claim.target)
            hint = f"; it is {now} now" if now else ""
            found.append(
                Untidy(
                    path=path,
                    kind=Untidiness.DEAD_LINK,
                    words=f"its link to {claim.name} leads nowhere{hint}",
                    line=claim.line,
                    target=claim.name,
                    moved_to=now,
                )
            )
        anchor = claim.name.partition("#")[2]
        if anchor and claim.target in texts and claim.target.endswith(".md"):
            outline = tools.outline(claim.target, texts[claim.target])
            known = {_slug(section.path[-1]) for section in outline.sections if section.path}
            if anchor.lower() not in known and f'"{anchor}"' not in texts[claim.target]:
                words = f"{claim.target} has no heading #{anchor}"
                found.append(
                    Untidy(
                        path=path,
                        kind=Untidiness.DEAD_ANCHOR,
                        words=words,
                        line=claim.line,
                        target=claim.name,
                    )
                )
    return found


def _slug(heading: str) -> str:
    """As hosts of repositories make anchors of headings."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _is_empty(text: str) -> bool:
    told = [line for line in text.splitlines() if not re.match(r"^\s*(#|=+\s*$|-+\s*$|<!--.*-->\s*$)", line)]
    return len("".join("".join(told).split())) < _LEAST_LETTERS


def _copies(digests: Mapping[str, Sequence[str]], empty: set[str]) -> list[Untidy]:
    return [
        Untidy(path=copy, kind=Untidiness.COPY, words=f"it says word for word what {first} says")
        for first, *copies in (sorted(paths) for paths in digests.values())
        for copy in copies
        if copy not in empty
    ]


def _orphans(claims: Mapping[str, Sequence[Claim]], tools: DocumentTools) -> list[Untidy]:
    """Documents below a folder that no other document links to or names, where documents link to one another at all."""
    named = {
        normpath(claim.target or claim.name)
        for path, each in claims.items()
        for claim in each
        if claim.kind is ClaimKind.PATH
    }
    if any(_TABLE_OF_CONTENTS.search(path) for path in claims) or not any(name in claims for name in named):
        return []
    ends = {name.rpartition("/")[2] for name in named}
    folders = {name.rstrip("/") for name in named}
    return [
        Untidy(path=path, kind=Untidiness.ORPHAN, words="no other document leads to it")
        for path in claims
        if "/" in path
        and path.rpartition("/")[2] not in ends
        and not any(path.startswith(f"{folder}/") for folder in folders)
        and not _FRONT_DOORS.search(path)
        and not is_historic(path, tools)
    ]


def _moves(project: Project, tools: DocumentTools) -> dict[str, str]:
    """Old paths of files that were renamed, with where they are now; the newest renaming counts."""
    if isinstance(tools.history.state(project.root), NoHistory):
        return {}
    now: dict[str, str] = {}
    for commit in tools.history.commits(project.root, limit=tools.tuning.most_commits):
        for old, new in commit.renamed:
            now.setdefault(old, now.get(new, new))
    return {old: new for old, new in now.items() if tools.folders.exists(project.root, new)}
