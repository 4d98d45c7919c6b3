"""Which versions has a memory had, and what differs from one to the next?"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from re import findall
from typing import TYPE_CHECKING, Any

from quaidpy.domain.memories.memory import LIVE_STATUSES
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.domain.memories.operations import Cause
    from quaidpy.domain.memories.versions import Version
    from quaidpy.domain.time.lifetimes import Lifetime

SAME, GONE, NEW = "same", "gone", "new"
_TOLD = ("kind", "importance", "tags", "superseded_by")
_NOBODY: dict[str, Any] = dict.fromkeys(("verb", "why", "who", "agent", "session", "run", "model", "prompt"))


def history_document(identity: str, versions: "Sequence[Version]") -> dict[str, Any]:
    """All versions, the first one first; each with what differs from the one before."""
    before = [None, *(version.memory for version in versions)]
    told = [_version_document(version, last) for version, last in zip(versions, before, strict=False)]
    return {"id": identity, "versions": told}


def cause_document(cause: "Cause | None") -> dict[str, Any]:
    """Who did it, why and with which model; all None where the log does not say."""
    if cause is None:
        return dict(_NOBODY)
    caller = cause.caller
    return {
        "verb": cause.verb,
        "why": cause.why,
        "who": cause.who,
        "agent": caller.agent if caller else None,
        "session": caller.session if caller else None,
        "run": cause.run,
        "model": cause.model,
        "prompt": cause.prompt,
    }


def provenance_document(versions: "Sequence[Version]") -> dict[str, Any]:
    """The number of the version that holds now, and who made the first one and this one."""
    if not versions:
        return {"version": 0, "made_by": dict(_NOBODY), "changed_by": dict(_NOBODY)}
    first, last = versions[0], versions[-1]
    return {
        "version": last.number,
        "made_by": cause_document(first.cause) | {"at": plain(first.at)},
        "changed_by": cause_document(last.cause) | {"at": plain(last.at)},
    }


def differences(before: str, after: str) -> list[list[str]]:
    """Stretches of words in order, each `same`, `gone` or `new`: those not `new` spell `before`, not `gone` `after`."""
    old, new = (findall(r"\s+|\w+|[^\w\s]", text) for text in (before, after))
    return [list(stretch) for stretch in _stretches(old, new)]


def _stretches(old: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    blocks = [(0, 0, 0), *SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()]
    for (a, b, size), (next_a, next_b, _) in pairwise(blocks):
        for what, words in (
            (SAME, old[a : a + size]),
            (GONE, old[a + size : next_a]),
            (NEW, new[b + size : next_b]),
        ):
            if words:
                yield what, "".join(words)


def _version_document(version: "Version", before: "Statement | None") -> dict[str, Any]:
    memory = version.memory
    return {
        "version": version.number,
        "at": plain(version.at),
        "operation": version.operation,
        "undone_by": version.undone_by,
        **cause_document(version.cause),
        "text": memory.text if memory else None,
        "kind": plain(memory.kind) if memory else None,
        "status": plain(memory.status) if memory else None,
        "valid_from": plain(memory.lifetime.valid_from) if memory else None,
        "valid_to": plain(memory.lifetime.valid_to) if memory else None,
        "diff": differences(before.text, memory.text) if before and memory else [],
        "changed": _changed(before, memory) if before and memory else {},
    }


def _changed(before: "Statement", after: "Statement") -> dict[str, list[Any]]:
    found = {name: [getattr(before, name), getattr(after, name)] for name in _TOLD}
    if not {before.status, after.status} <= LIVE_STATUSES:  # approval goes on within a version
        found["status"] = [before.status, after.status]
    for name in ("valid_from", "valid_to"):
        found[name] = [_time(before.lifetime, name), _time(after.lifetime, name)]
    return {name: plain(pair) for name, pair in found.items() if pair[0] != pair[1]}


def _time(lifetime: "Lifetime", name: str) -> Any:
    return getattr(lifetime, name)
