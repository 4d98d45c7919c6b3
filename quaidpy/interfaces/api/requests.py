"""What may be asked, field by field? The inputs of HTTP and MCP; nothing of ours is built before they are checked."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.spaces import ReadPolicy, Role

Words = Annotated[str, Field(min_length=1, max_length=20_000)]
Short = Annotated[str, Field(max_length=500)]
Identity = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^/]+$")]
Named = Annotated[str, Field(max_length=200, pattern=r"^(last|[a-z]+_[0-9a-z]{6,64}(\.[0-9]+)?)$")]
"""An id with its prefix, whole or its last characters, or `last`."""
OfMemory = Annotated[str, Field(max_length=200, pattern=r"^(m_)?[0-9a-z]{6,64}$")]
Share = Annotated[float, Field(ge=0, le=1)]
Names = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=50)]
Contexts = Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)]
MEMORY_ID = "id of a memory, m_…; its last eight characters are enough, as in m_7h2k9qwe"


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


def asked_by(act: Callable[..., Any]) -> type[BaseModel]:
    """The input that a handler takes, as its `asked` is declared."""
    declared: type[BaseModel] = get_type_hints(act)["asked"]
    return declared


class Placed(Asked):
    """Asked of spaces, or written in one."""

    spaces: Names = Field([], description="only these spaces; none: all you may read, your own to write in")


def spaces_of(asked: BaseModel) -> tuple[str, ...]:
    """The spaces that were named."""
    return tuple(asked.spaces) if isinstance(asked, Placed) else ()


class Nothing(Placed):
    pass


class SyncMirror(Placed):
    dry_run: bool = Field(default=False, description="only say what would be taken in")
    sure: bool = Field(default=False, description="also forget where very many items are gone")


class Bounds(Placed):
    """What limits an answer."""

    query: Words = Field(description="question or topic, in plain words")
    limit: int = Field(10, ge=1, le=200, description="most results")
    kinds: list[Kind] = Field([], max_length=11, description="only these kinds of memories; empty: all")
    tags: Names = Field([], description="only memories with one of these tags")
    project: Short | None = Field(None, description="only of this project")
    session: Short | None = Field(None, description="only of this conversation")
    since: Short | None = Field(None, description="only what was said from then on: ISO, or 'last week'")
    until: Short | None = Field(None, description="only what was said before then")
    as_of: Short | None = Field(None, description="what was true at that time")
    known_at: Short | None = Field(None, description="what was known at that time")
    contexts: Contexts = Field(
        [], description="what session this is: work, project:NAME; keeps out what is not wanted"
    )
    asker: Short | None = Field(None, description="whom 'I' and 'my' in the question mean")


class Recall(Bounds):
    limit: int = Field(40, ge=1, le=200, description="most results; as many of them as the question asks for")
    budget_tokens: int = Field(2000, ge=50, le=100_000, description="most tokens of the context block")
    explain: bool = Field(
        default=False, description="give the whole trace: lanes, scores, what was left out and why"
    )
    strict: bool = Field(default=False, description="fail when a stage had to be skipped")


class Search(Bounds):
    text: bool = Field(default=False, description="by words alone: no meaning, no graph, no model")
    explain: bool = Field(default=False, description="give the whole trace")


class SearchWords(Bounds):
    pass


class SearchDocuments(Placed):
    query: Words = Field(description="what the documents should say something about")
    limit: int = Field(5, ge=1, le=50, description="most passages")
    project: Short | None = Field(None, description="only documents of this project, by its name")


class Store(Placed):
    text: Words = Field(description="one statement, kept word for word; third person, with names")
    kind: Kind | None = Field(None, description="what kind of memory; found from the words when absent")
    importance: Share | None = Field(
        None, description="how much it matters; .8 and more reaches other agents"
    )
    tags: Names = Field([], description="your own labels")
    speaker: Short | None = Field(None, description="who said it")
    user_name: Short | None = Field(None, description="who 'I' is in the text")
    valid_from: Short | None = Field(None, description="since when it is true: 2025-06-02, 'last summer'")
    project: Short | None = Field(None, description="the project it belongs to")
    by_assistant: bool = Field(default=False, description="whether the assistant concluded it, not the user")


class Extract(Placed):
    text: Annotated[str, Field(min_length=1, max_length=5_000_000)] = Field(
        description="a conversation (`Speaker: text` lines, or JSONL) or a document"
    )
    label: Short | None = Field(
        None, description="name of the source; the same name continues it where it stopped"
    )
    user_name: Short | None = Field(None, description="who 'I' is where no speaker is named")
    project: Short | None = Field(None, description="the project all of it belongs to")


class OneMemory(Placed):
    id: OfMemory = Field(description=MEMORY_ID)


class ShowMemory(OneMemory):
    known_at: Short | None = Field(None, description="as it was worded at that time: ISO, or 'last week'")


class Rollback(OneMemory):
    to: Annotated[str, Field(min_length=1, max_length=100)] = Field(
        description="number of a version as in memory_history, or a date: the version in force then"
    )


class EditMemory(OneMemory):
    expect: Annotated[int, Field(ge=1)] | None = Field(
        None, description="version it is an edit of; refused when somebody was faster"
    )
    text: Words | None = Field(None, description="the new statement")
    kind: Kind | None = Field(None, description="the new kind")
    importance: Share | None = Field(None, description="how much it matters")
    confidence: Share | None = Field(None, description="how sure it is")
    tags: Names | None = Field(None, description="the new labels, in place of all")


class Suppress(OneMemory):
    contexts: Contexts = Field(
        min_length=1, description="where it is not wanted: work, project:NAME, agent:NAME"
    )


class Unsuppress(OneMemory):
    contexts: Contexts = Field([], description="only there; none: everywhere")


class SuppressAct(Suppress):
    """As one tool."""

    again: bool = Field(default=False, description="give it there again")


class Retire(OneMemory):
    reason: Annotated[str, Field(min_length=1, max_length=2000)] = Field(description="why it is withdrawn")
    persist: bool = Field(
        default=False, description="keep these words out for good, even of a rebuilt database"
    )


class Page(Placed):
    limit: int = Field(50, ge=1, le=1000, description="most entries")
    after: OfMemory | None = Field(None, description="go on after this id")
    kind: Kind | None = Field(None, description="only this kind")
    tag: Short | None = Field(None, description="only with this tag")
    project: Short | None = Field(None, description="only of this project")


class Newest(Placed):
    limit: int = Field(20, ge=1, le=1000, description="how many, newest first")


class Changes(Newest):
    since: Short | None = Field(None, description="only from then on: ISO, or '3 days ago'")
    agent: Short | None = Field(None, description="only what this caller did")


class OneThing(Placed):
    id: Named = Field(description="its id; the last eight characters after the prefix are enough, or 'last'")


class MakeSpace(Asked):
    name: Identity = Field(description="up to 64 letters, digits and . : @ + - _")
    read: ReadPolicy = Field(ReadPolicy.MEMBERS, description="who reads")


class OneSpace(Asked):
    name: Identity = Field(description="a space, by its name")


class AddMember(OneSpace):
    member: Short = Field(description="an owner (ana), or an agent (agent:codex, ana/codex)")
    role: Role = Field(Role.READER, description="what they may do")


class RemoveMember(OneSpace):
    member: Short = Field(description="an owner (ana), or an agent (agent:codex, ana/codex)")


class SetPolicy(OneSpace):
    read: ReadPolicy = Field(description="who reads")


class ArchiveSpace(OneSpace):
    back: bool = Field(default=False, description="open it again")


class Move(OneMemory):
    to: Identity = Field(description="the space it goes to")


class Themes(Placed):
    limit: int = Field(50, ge=1, le=1000, description="most themes")


class Feedback(Placed):
    id: Named = Field(description="the recall, q_… or 'last'")
    used: Names = Field([], description="ids of memories or turns that helped")
    unused: Names = Field([], description="ids of memories or turns that did not help")
    corrected: Names = Field([], description="ids of memories or turns that were wrong, and were corrected")


class Listen(Placed):
    listener: Identity = Field(description="a name that stays the same for a session of an agent")
    session: Short | None = Field(None, description="its own session: what was said there is no news")
    project: Short | None = Field(None, description="only of this project")


class Neighbours(Placed):
    name: Identity = Field(description="an entity's name, or an id of an entity or memory")
    depth: int = Field(1, ge=1, le=3, description="steps away")
    limit: int = Field(15, ge=1, le=100, description="heaviest links a node")


class Way(Placed):
    source: Identity = Field(description="name or id where the way begins")
    target: Identity = Field(description="name or id where it ends")
    max_steps: int = Field(6, ge=1, le=12, description="longest way to look for")


class Cypher(Placed):
    query: Words = Field(
        description="read-only Cypher. Nodes: Node (id, kind, type, name); relations: Edge (relation, weight,"
        " confidence, valid_from, valid_to) and Mentions (weight). As in MATCH (a:Node)-[e:Edge]->(b:Node)"
        " RETURN a.name, e.relation, b.name LIMIT 5"
    )
    limit: int = Field(100, ge=1, le=10_000, description="most rows")


class Link(Placed):
    source: Identity = Field(description="name or id of who or what it is about")
    relation: Annotated[str, Field(min_length=1, max_length=100)] = Field(
        description="as works_at, lives_in, parent_of; brought to its canonical form"
    )
    target: Identity = Field(description="name or id at the other end")


# From session to session

Agent = Annotated[str, Field(max_length=64)]
Line = Annotated[str, Field(max_length=2_000)]
Lines = Annotated[list[Line], Field(max_length=50)]
Called = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^/]+(/[^/]+)?$")]


class ByAgent(Asked):
    """What an agent does in its own name."""

    agent: Agent | None = Field(None, description="your name, where your client does not tell it")


class Wake(ByAgent):
    session: Short | None = Field(None, description="your session, if you know it")
    project: Short | None = Field(None, description="what belongs to it comes first")
    contexts: Contexts = Field([], description="what session this is: work, project:NAME")
    budget_tokens: int | None = Field(None, ge=50, le=100_000, description="most tokens; 1,200 if absent")


class WakeHolding(Wake):
    limit: int | None = Field(None, ge=0, le=200, description="most memories that hold always")
    hold: bool = Field(
        default=False,
        description="leave its notes to be confirmed by /v1/handoffs/confirm; else they are given",
    )


class SaveCheckpoint(ByAgent):
    name: Called = Field(description="saving under it again keeps the older versions")
    task: Line | None = Field(None, description="what is being done")
    decisions: Lines | None = Field(None, description="what was decided; absent: filled from memory")
    todos: Lines | None = Field(None, description="what is yet to be done; absent: filled from memory")
    files: Lines | None = Field(None, description="files that matter; absent: those named last")
    turns: Lines | None = Field(None, description="what was said last; absent: filled from memory")
    session: Short | None = Field(None, description="your session, if you know it")
    project: Short | None = Field(None, description="the project it belongs to")


class ListCheckpoints(ByAgent):
    limit: int = Field(100, ge=1, le=1000, description="most versions, the last saved first")


class OneCheckpoint(ByAgent):
    name: Called = Field(description="its name, or `last`")
    version: int | None = Field(None, ge=1, description="an earlier version")
    budget_tokens: int = Field(2000, ge=50, le=100_000, description="most tokens of the block")


class CheckpointAct(SaveCheckpoint):
    """As one tool."""

    name: Called = Field("last", description="its name; `last` for restore: the one saved last")
    act: Literal["save", "restore", "list"] = Field("save", description="what to do")


class HandOff(ByAgent):
    to: Agent = Field(
        min_length=1, description="an agent (claude-code, codex, …), or `next`: the next session"
    )
    text: Annotated[str, Field(min_length=1, max_length=2_000)] = Field(description="the note")
    expires: Short | None = Field(None, description="2h, 3d or a date; 14 days if absent")
    session: Short | None = Field(None, description="your session: a note to `next` is not for itself")


class ConfirmHandoffs(Asked):
    receiver: Short = Field(description="as the answer of /v1/wake says")
    ids: Names = Field(description="notes that were read")


class ReadNotices(ByAgent):
    session: Short | None = Field(None, description="your session, if you know it")


class Subscribe(ByAgent):
    entity: Short | None = Field(None, description="who or what it is about")
    kind: Kind | None = Field(None, description="only this kind")
    project: Short | None = Field(None, description="the project it belongs to")
    word: Short | None = Field(None, description="a word that it says")


class NoticesAct(Subscribe):
    """As one tool."""

    session: Short | None = Field(None, description="your session, if you know it")
    id: Identity | None = Field(None, description="of the subscription that ends, for unsubscribe")
    act: Literal["read", "subscribe", "unsubscribe", "list", "test"] = Field("read", description="what to do")


class OneSubscription(Asked):
    id: Identity = Field(description="id of the subscription")


class Scratch(ByAgent):
    name: Identity = Field(description="name of the scratchpad")
    version: int | None = Field(None, ge=1, description="an earlier version")


class WriteScratch(ByAgent):
    name: Identity = Field(description="name of the scratchpad")
    text: Annotated[str, Field(min_length=1, max_length=40_000)]


class ScratchOfAgent(ByAgent):
    pass
