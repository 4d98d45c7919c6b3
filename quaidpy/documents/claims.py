"""Of which files, flags and names does a document speak? What it says in code marks, and paths and flags anywhere."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from posixpath import normpath

from quaidpy.regex import regex

_FENCE = regex(r"^[ \t]*(```+|~~~+)")
_CODE = regex(r"(?<!`)(`{1,2})(?!`)([^`]+(?:`[^`]+)*?)\1(?!`)")
_FLAG = regex(r"(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])", re.IGNORECASE)
_TOKEN = regex(r"(?<![\w./@:-])[\w./-]+(?![\w@])")
_LINK = regex(
    r"\]\(\s{0,9}<?([^()\s>]++)>?(?:\s{1,9}[\"'][^()]*+)?\)|^\s*+\[[^\]]++\]:\s++<?([^\s>]++)>?\s*+$|`[^`<]*+<([^`>]++)>`__?"
)
_VARIABLE = regex(r"(?<![\w$])[A-Z][A-Z0-9]*_[A-Z0-9_]+(?!\w)")
_NAME = regex(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?(?!\w)")
_HOST = regex(r"^(?:[a-z][a-z0-9+.-]*:|//|#|mailto:)", re.IGNORECASE)
_SHORTEST_NAME = 3
_FILE_ENDING = regex(
    r"(py|[jt]sx?|go|rs|java|kt|rb|php|c|h|cc|[ch]pp|cs|swift|(ba|z)?sh|to?ml|ya?ml|json|ini|cfg|md|rst|txt|sql|html|s?css"
    r"|lock|xml|proto|gradle|mk|cmake|ipynb|lua|p[lm]|exs?|scala|dockerfile|tf|env|svg)\Z"
)


class ClaimKind(StrEnum):
    PATH = "path"
    FLAG = "flag"
    VARIABLE = "variable"
    NAME = "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A document speaks of `name` in `line` (from 1). `target`: the path within the project that a path means.

    `is_link`: an address that a reader may follow; otherwise words.
    """

    kind: ClaimKind
    name: str
    line: int
    target: str | None = None
    is_link: bool = False


def claims_of(path: str, text: str) -> list[Claim]:
    """In order of lines, each thing once (its first line). `path`: the document's own, which links start from."""
    found: dict[tuple[ClaimKind, str], Claim] = {}
    for claim in _claims(path, text):
        known = found.setdefault((claim.kind, claim.name), claim)
        if claim.is_link and not known.is_link:
            found[claim.kind, claim.name] = claim
    return sorted(found.values(), key=lambda claim: (claim.line, claim.kind, claim.name))


def _claims(path: str, text: str) -> Iterator[Claim]:
    fence: str | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark and (fence is None or mark.group(1).startswith(fence)):
            fence = mark.group(1) if fence is None else None
            continue
        if fence is None:
            yield from _links(path, line, number)
        spans = [line] if fence is not None else [match.group(2) for match in _CODE.finditer(line)]
        for span in spans:
            yield from _of_code(span, number, is_block=fence is not None)
        yield from (Claim(kind=ClaimKind.FLAG, name=name, line=number) for name in _FLAG.findall(line))
        yield from (
            Claim(kind=ClaimKind.VARIABLE, name=name, line=number) for name in _VARIABLE.findall(line)
        )
        for match in _TOKEN.finditer(line):
            name = match.group().rstrip(".-")
            if _looks_like_path(name):
                yield Claim(kind=ClaimKind.PATH, name=name, line=number)


def _links(path: str, line: str, number: int) -> Iterator[Claim]:
    for match in _LINK.finditer(line):
        target = next(filter(None, match.groups()))
        if _HOST.match(target):
            continue
        bare = target.split("#")[0].split("?")[0].replace("%20", " ")
        if not bare:
            continue
        folder = str(PurePosixPath(path).parent)
        there = bare.lstrip("/") if bare.startswith("/") else normpath(f"{folder}/{bare}")
        yield Claim(kind=ClaimKind.PATH, name=target, line=number, target=there, is_link=True)


def _of_code(span: str, number: int, *, is_block: bool) -> Iterator[Claim]:
    for match in _NAME.finditer(span):
        name = match.group()
        bare = name.removesuffix("()")
        # In a block every word would count: there only what nobody writes in prose, or a call.
        is_telling = "_" in bare or "." in bare or name != bare or re.search(r"[a-z][A-Z]", bare)
        if len(bare) >= _SHORTEST_NAME and (is_telling or not is_block) and not _looks_like_path(bare):
            yield Claim(kind=ClaimKind.NAME, name=bare, line=number)


def _looks_like_path(name: str) -> bool:
    last = name.rpartition("/")[2]
    ending = last.rpartition(".")[2].lower()
    return ("/" in name and not name.startswith("/") and len(name) > _SHORTEST_NAME) or (
        "." in last and _FILE_ENDING.match(ending) is not None and not last.startswith(".")
    )


def resolved(
    claims: Sequence[Claim], path: str, files: Collection[str], folders: Collection[str]
) -> Mapping[str, str]:
    """What each path spoken of means: by its name, from the root, from the document's folder, or by a unique end."""
    by_end: dict[str, list[str]] = {}
    for file in files:
        by_end.setdefault(file.rpartition("/")[2], []).append(file)
    folder = str(PurePosixPath(path).parent)
    found: dict[str, str] = {}
    for claim in claims:
        if claim.kind is not ClaimKind.PATH:
            continue
        name = (claim.target or claim.name).rstrip("/").removeprefix("./")
        near = normpath(f"{folder}/{name}")
        ends = [
            file
            for file in by_end.get(name.rpartition("/")[2], ())
            if file == name or file.endswith(f"/{name}")
        ]
        if name in files or name in folders:
            found[claim.name] = name
        elif near in files or near in folders:
            found[claim.name] = near
        elif len(ends) == 1:
            found[claim.name] = ends[0]
    return found
