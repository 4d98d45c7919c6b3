"""Who speaks: a person, the user of an assistant, or the assistant; and who is "we" where a sentence names them?"""

import re
from dataclasses import dataclass

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Source
from quaidpy.regex import regex

ASSISTANT = "The assistant"
"""What the machine is called that somebody talks to."""
_USERS = frozenset({"user", "human", "me", "you", "myself", "customer", "prompt"})
_ASSISTANTS = frozenset(
    {
        "assistant", "ai", "bot", "model", "chatgpt", "gpt", "claude", "gemini", "copilot", "agent", "codex",
        "chatbot", "cursor", "llm", "ai assistant", "openclaw",
    }
)  # fmt: skip
_SIDES = frozenset(
    {
        "user",
        "human",
        "you",
        "me",
        "assistant",
        "ai",
        "ai assistant",
        "chatgpt",
        "gpt",
        "claude",
        "gemini",
        "copilot",
    }
)
"""Of these, those that are no headings of other texts: "## Model", "Customer:"."""
_DOCUMENTS = frozenset({"document", "passage"})
_TOOLS = frozenset({"tool", "function", "toolresult", "tool_result", "tool_use", "bashexecution"})
_SILENT = frozenset({"system", "developer", "environment"})

SOURCES = {
    Role.USER: Source.USER,
    Role.ASSISTANT: Source.ASSISTANT,
    Role.TOOL: Source.TOOL,
    Role.DOCUMENT: Source.IMPORT,
}
"""Who answers for what was said in each role."""


_LEAST_GROUP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """Who talks in a stretch of turns. `listener` of each: the other one, when there are two."""

    names: tuple[str, ...]

    def listener_of(self, name: str) -> str | None:
        others = [other for other in self.names if other != name]
        return others[0] if len(others) == 1 and others[0] != ASSISTANT else None

    @property
    def are_a_group(self) -> bool:
        """Whether "we" may be more than the two who talk: three people or more."""
        return len(frozenset(self.names) - {ASSISTANT}) >= _LEAST_GROUP


def role_of(name: str | None) -> Role | None:
    """The role that a role field or a speaker's label stands for; None when it tells the machine itself something."""
    label = (name or "").strip().casefold()
    if label in _SILENT:
        return None
    if label in _TOOLS:
        return Role.TOOL
    if label in _DOCUMENTS:
        return Role.DOCUMENT
    return Role.ASSISTANT if label in _ASSISTANTS else Role.USER


def role_of_named(label: str) -> Role | None:
    """The role of somebody with a name: the agent and the model of a shop are people, an assistant is none."""
    return Role.USER if label.strip().casefold() in {"agent", "model", "system"} else role_of(label)


def is_side_of_talk(label: str) -> bool:
    """Whether it is what one of the two sides is called where a talk with an assistant is copied: "ChatGPT said"."""
    return label.strip().casefold() in _SIDES


def personal_name(label: str | None) -> str | None:
    """The label, when it names somebody; None for "user", "assistant", "document" and their like."""
    name = (label or "").strip()
    if not name or name.casefold() in _USERS | _ASSISTANTS | _DOCUMENTS | _TOOLS | _SILENT:
        return None
    return name


_NAMED_FIRST = regex(
    # who does something with the speaker: "Jonas and I painted our kitchen"
    r"(?<![\w'-])(?:me and [\w'-]{1,40}|[\w'-]{1,40}(?: [\w'-]{1,40})? and (?:i|me))\b(?! (?:both )?(?:am|was)\b)"
    # whose it is: "Our team has helped us"
    r"|our [\w'-]{1,40}(?: [\w'-]{1,40})?(?= )",
    re.IGNORECASE,
)
_THEIRS = {
    "we": "they",
    "us": "them",
    "our": "their",
    "ours": "theirs",
    "we're": "they're",
    "we've": "they've",
}
_OURS = regex(r"\b(?:we're|we've|we|us|our|ours)\b(?!')", re.IGNORECASE)
_BEFORE_ME = regex(
    r"(?:(?<=[,;:.!?(] )|\A|(?<=\b(?:when|that) )|(?<=\bsince )|(?<=\bbecause )|(?<=\b(?:after|while|where) )"
    r"|(?<=\b(?:but|and) ))(?P<who>(?:[Mm]y|[Oo]ur) [\w'-]{1,40}(?: [\w'-]{1,40}){0,2}) and I\b"
)


def told_of_several(text: str) -> str:
    """With "they" for "we" behind who is named with the speaker at the beginning: "Jo and I sold their car"."""
    joint = _NAMED_FIRST.match(text)
    if joint is None:
        return text
    return joint[0] + _OURS.sub(lambda found: _THEIRS[found[0].lower()], text[joint.end() :])


def speaker_first(text: str) -> str:
    """With the speaker before whose name is told by theirs: "I and my family" for "my family and I"."""
    return _BEFORE_ME.sub(lambda found: f"I and {found['who'][0].lower()}{found['who'][1:]}", text)
