"""What has just happened in a host, whichever host it is? One form for the hooks of all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from quaidpy.domain.memories.learning import Trigger
from quaidpy.hosts.edited_files import edited_files
from quaidpy.hosts.foreign_json import Record, part, word

HOSTS = ("claude-code", "codex", "gemini", "cursor", "openclaw")


UNNAMED_SESSION = "unnamed"
CHECKED_SESSION = "quaid-install-check"
"""No session at all: an install tries whether a hook runs."""


class Moment(StrEnum):
    """What a hook is about, for a memory."""

    START = "start"  # a session begins or goes on
    COMPACTED = "compacted"  # the model has forgotten what it was given
    PROMPT = "prompt"  # a person asks
    SAID = "said"  # something was said that no transcript will tell
    CAPTURE = "capture"  # what was said until now should be kept
    EDITED = "edited"  # a tool has written files
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEvent:
    """One event of a host. `messages`: role, content and timestamp each, where the host hands them over.

    `edited`: absolute paths of files that a tool has written. `is_side_talk`: of a sub-agent, a scheduled job or a
    heartbeat; nothing is given and nothing kept.
    """

    host: str
    name: str
    moments: tuple[Moment, ...]
    session: str
    cwd: str | None = None
    prompt: str = ""
    transcript: str | None = None
    messages: tuple[Record, ...] = ()
    edited: tuple[str, ...] = ()
    is_side_talk: bool = False


_ANTHROPIC_LIKE: Mapping[str, tuple[Moment, ...]] = {
    "SessionStart": (Moment.START,),
    "UserPromptSubmit": (Moment.PROMPT,),
    "Stop": (Moment.CAPTURE,),
    "PreCompact": (Moment.CAPTURE,),
    "SessionEnd": (Moment.CAPTURE,),
    "PostToolUse": (Moment.EDITED,),
}
_MOMENTS: Mapping[str, Mapping[str, tuple[Moment, ...]]] = {
    "claude-code": _ANTHROPIC_LIKE,
    "codex": _ANTHROPIC_LIKE,
    # PreCompress comes before every call of the model, compression or not: it tells nothing.
    "gemini": {
        "SessionStart": (Moment.START,),
        "BeforeAgent": (Moment.PROMPT,),
        "AfterAgent": (Moment.CAPTURE,),
        "SessionEnd": (Moment.CAPTURE,),
        "AfterTool": (Moment.EDITED,),
    },
    "cursor": {
        "sessionStart": (Moment.START,),
        "beforeSubmitPrompt": (Moment.PROMPT, Moment.SAID),
        "afterAgentResponse": (Moment.SAID,),
        "preCompact": (Moment.COMPACTED,),
        "afterFileEdit": (Moment.EDITED,),
    },
    "openclaw": {
        "before_prompt_build": (Moment.PROMPT,),
        "agent_end": (Moment.CAPTURE,),
        "before_reset": (Moment.CAPTURE, Moment.COMPACTED),
        "after_compaction": (Moment.COMPACTED,),
        "session_end": (Moment.COMPACTED,),
    },
}


_TRIGGERS: Mapping[str, Trigger] = {
    "PreCompact": Trigger.COMPACTION,
    "preCompact": Trigger.COMPACTION,
    "SessionEnd": Trigger.SESSION_END,
    "before_reset": Trigger.RESET,
    "session_end": Trigger.SESSION_END,
}
"""On what occasion a host hands a conversation over; any other event is one of its turns."""


def trigger_of(event: str) -> Trigger:
    return _TRIGGERS.get(event, Trigger.CONVERSATION)


def events_of(host: str) -> tuple[str, ...]:
    """The events of a host that mean something to a memory."""
    return tuple(_MOMENTS[host])


def tells_of_beginnings(host: str) -> bool:
    """Whether a host has a hook for a session that begins."""
    return any(Moment.START in moments for moments in _MOMENTS[host].values())


def hook_event(host: str, name: str, payload: object) -> HookEvent:
    """The event in our form; an unknown one means nothing. `payload` is what the host wrote, whatever that is."""
    told = part(payload)
    name = name or word(told, "hook_event_name", "hookEventName") or ""
    if host == "openclaw":
        return _of_openclaw(name, part(told, "event"), part(told, "ctx"))
    moments = _MOMENTS.get(host, {}).get(name, (Moment.NOTHING,))
    if Moment.START in moments and word(told, "source") == "compact":
        moments = (Moment.COMPACTED, Moment.START)
    if Moment.PROMPT in moments and "transcript_path" in told and told["transcript_path"] is None:
        moments = (*moments, Moment.SAID)  # the host keeps no transcript of this session
    cwd = word(told, "cwd") or _first_root(told)
    return HookEvent(
        host=host,
        name=name,
        moments=moments,
        session=word(told, "session_id", "sessionId", "conversation_id") or UNNAMED_SESSION,
        cwd=cwd,
        prompt=word(told, "prompt") or "",
        transcript=word(told, "transcript_path"),
        messages=_messages(host, name, told),
        edited=edited_files(told, cwd) if Moment.EDITED in moments else (),
        is_side_talk=word(told, "agent_id", "parent_conversation_id") is not None,
    )


def _of_openclaw(name: str, event: Record, ctx: Record) -> HookEvent:
    messages = event.get("messages")
    return HookEvent(
        host="openclaw",
        name=name,
        moments=_MOMENTS["openclaw"].get(name, (Moment.NOTHING,)),
        session=word(ctx, "sessionId") or word(event, "sessionId") or UNNAMED_SESSION,
        cwd=word(ctx, "workspaceDir"),
        prompt=word(event, "currentUserMessage", "prompt") or "",
        messages=tuple(messages) if isinstance(messages, list) and name != "before_prompt_build" else (),
        is_side_talk=_is_side_talk(ctx),
    )


def _is_side_talk(ctx: Record) -> bool:
    key, origin = word(ctx, "sessionKey") or "", word(part(ctx, "inputProvenance"), "kind")
    return (
        word(ctx, "trigger") in {"heartbeat", "cron", "hook", "webhook"}
        or any(mark in key for mark in (":subagent:", "cron:", "hook:"))
        or origin not in {None, "external_user"}
    )


def _first_root(told: Record) -> str | None:
    roots = told.get("workspace_roots")
    return roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else None


def _messages(host: str, name: str, told: Record) -> tuple[Record, ...]:
    """Where there is no transcript that could be read later, the hook itself brings the words."""
    if host == "gemini" and name == "AfterAgent":
        return _spoken(told, user="prompt", assistant="prompt_response")
    if host == "cursor":
        return _spoken(told, user="prompt" if name == "beforeSubmitPrompt" else "", assistant="text")
    if name == "UserPromptSubmit" and not word(told, "transcript_path"):
        return _spoken(told, user="prompt", assistant="")
    if name == "Stop":
        return _spoken(told, user="", assistant="last_assistant_message")
    return ()


def _spoken(told: Record, *, user: str, assistant: str) -> tuple[Record, ...]:
    stamp = told.get("timestamp")
    found = [("user", word(told, user)), ("assistant", word(told, assistant))]
    return tuple({"role": role, "content": said, "timestamp": stamp} for role, said in found if said)
