"""In which sessions is a memory not wanted? By name: of a project, an agent, or whatever a person says."""

from collections.abc import Iterable, Sequence

from quaidpy.domain.language.name_patterns import is_named
from quaidpy.domain.language.text import normalized
from quaidpy.errors import UsageError

PROJECT, AGENT = "project:", "agent:"
_HOST = "host:"  # an agent is called after its host
_LONGEST = 100  # characters


def context_named(text: str) -> str:
    """As it is kept and compared: `work`, `project:shop`, `agent:codex`. Raises UsageError for no name."""
    name = normalized(text)
    if name.startswith(_HOST):
        name = f"{AGENT}{name.removeprefix(_HOST)}"
    kind, between, rest = name.partition(":")
    if f"{kind}{between}" in {PROJECT, AGENT}:
        name = f"{kind}:{rest.strip()}"
    if not name.strip(":") or name in {PROJECT, AGENT} or len(name) > _LONGEST:
        raise UsageError(
            f"{text!r} names no context; write a word (work), project:NAME or agent:NAME, up to {_LONGEST} characters"
        )
    return name


def session_contexts(
    said: Iterable[str] = (),
    *,
    agent: str | None = None,
    project: str | None = None,
    listed: Sequence[str] = (),
) -> frozenset[str]:
    """All names of contexts that a session is in.

    `said`: contexts that it names itself. `listed`: `NAME = CONTEXT` each; a session whose project, agent or context
    is NAME is in CONTEXT, too. A bare name stands for a project or an agent as well. Raises UsageError.
    """
    found = {context_named(each) for each in said}
    found |= {f"{PROJECT}{normalized(project)}"} if project and normalized(project) else set()
    found |= {f"{AGENT}{normalized(agent)}"} if agent else set()
    found |= {each.removeprefix(kind) for each in found for kind in (PROJECT, AGENT) if each.startswith(kind)}
    for entry in listed:
        wanted, _, context = (part.strip() for part in entry.rpartition("="))
        if any(is_named(name, [wanted]) for name in sorted(found)):
            found.add(context_named(context))
    return frozenset(found)
