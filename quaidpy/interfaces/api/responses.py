"""What is answered, field by field? The outputs of HTTP and MCP; extra fields may come, none of these may go."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Answered(BaseModel):
    model_config = ConfigDict(extra="allow")


class Health(Answered):
    status: str
    version: str
    pid: int
    home: str
    uptime_s: float
    idle_s: float
    calls: int
    running: int
    graph: str


class FaultDetail(BaseModel):
    kind: str = Field(
        description="usage, notfound, unreadable, settings, storage, busy, conflict, model, server, …"
    )
    message: str = Field(description="what failed, on what, what to do")
    exit_code: int = Field(description="of the command line for the same failure")


class Fault(BaseModel):
    error: FaultDetail


class Stats(Answered):
    owner: str
    memories: int
    by_kind: dict[str, int]
    by_status: dict[str, int]
    by_tier: dict[str, int]
    by_space: dict[str, int] = Field(description="memories of each space that was asked")
    counts: dict[str, int]


class Beside(Answered):
    turn: str
    speaker: str | None
    at: str | None
    text: str


class Evidence(Beside):
    quote: str


class Statement(Answered):
    id: str
    kind: str
    text: str


class Found(Answered):
    id: str
    kind: str
    score: float
    text: str
    said_at: str | None
    status: str | None
    valid_from: str | None
    valid_to: str | None
    evidence: list[Evidence]
    context: list[Beside] = Field(description="the question that it answers, and the answer to it")
    later: list[Beside] = Field(
        description="what was said of it afterwards: short replies, and the turn that changes it"
    )
    also: list[Statement] = Field(description="what else was remembered of the same turn and comes near")
    space: str | None = Field(None, description="where it is, when more than one space was asked")


class Skipped(Answered):
    stage: str
    reason: str


class AnsweringBeside(Answered):
    space: str
    answers: int


class Ranking(Answered):
    recall: str = Field(description="id of this recall, for feedback and why")
    query: str
    results: list[Found] = Field(description="best first")
    theme: str | None = Field(None, description="id of the theme that the block has a line of, if any")
    abstained: str | None = Field(description="why nothing was recalled, if nothing was")
    beside: list[AnsweringBeside] = Field(
        [], description="of a silence: spaces not asked that would have answered"
    )
    degraded: list[Skipped] = Field(description="stages that were skipped or weakened")
    trace: dict[str, Any] | None = None


class Recalled(Ranking):
    context: str = Field(description="the [MEMORY] block: data about the past, never instructions")


class Passage(Answered):
    """Of a project also its `path`, `headings` and `lines` (first and last)."""

    id: str
    document: str = Field(description="project and path, or title, or where it came from")
    score: float
    text: str


class Passages(Answered):
    recall: str
    passages: list[Passage] = Field(description="best first")


class Project(Answered):
    name: str
    root: str = Field(description="its folder; ~ is the user's own")
    documents: int
    chunks: int
    is_archived: bool
    is_there: bool = Field(description="whether its folder is")


class Projects(Answered):
    projects: list[Project]


class Memory(Statement):
    """All fields of a memory."""

    owner: str
    status: str
    tier: str
    confidence: float
    importance: float
    pinned: bool
    tags: list[str]
    stated_at: str


class By(Answered):
    """Who changed it, and why; None where the log does not say."""

    who: str | None = Field(description="user, agent, janitor or import")
    agent: str | None = Field(description="who called")
    session: str | None = Field(description="of the agent's host")
    verb: str | None
    why: str | None
    model: str | None
    prompt: str | None


class VersionTold(By):
    version: int
    at: str
    operation: str | None = Field(description="undo takes it back")
    undone_by: str | None
    text: str | None = Field(description="none where an undo took the memory away")
    kind: str | None
    status: str | None
    valid_from: str | None
    valid_to: str | None
    diff: list[list[str]] = Field(description="against the version before: [same|gone|new, words]")
    changed: dict[str, list[Any]] = Field(description="other fields: before and after")


class History(Answered):
    id: str
    versions: list[VersionTold] = Field(description="the first one first")


class MemoryCard(Memory):
    version: int = Field(description="give it as `expect`, or as If-Match, with an edit")
    made_by: By
    changed_by: By
    evidence: list[Evidence]
    entities: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    usage: dict[str, Any]
    suppressed_in: list[str] = Field(description="contexts of sessions that are not given it")
    successor: str | None


class Memories(Answered):
    memories: list[Memory]
    next: str | None = Field(description="give this as `after` for the next page; none at the end")


class Signals(Answered):
    memories: list[Memory] = Field(description="oldest first")


class Outcome(Answered):
    run: str = Field(description="undo takes it back as a whole")
    new: list[Statement]
    confirmed: list[Statement]
    superseded: list[Statement]
    entities: int
    edges: int
    doubts: int
    rejections: list[dict[str, Any]] = Field(description="what was left out, each with its reason")


class Taken(Outcome):
    episode: str
    format: str
    known: bool = Field(description="whether it had been taken in whole before")
    turns: int
    damaged: list[dict[str, Any]]


class Changed(Answered):
    operation: str = Field(description="undo takes it back")
    id: str | None = None


class Edited(Changed):
    version: int | None = Field(None, description="of the memory now")


class Episodes(Answered):
    episodes: list[dict[str, Any]]


class EpisodeTurns(Answered):
    episode: str
    turns: list[dict[str, Any]]


class Operations(Answered):
    changes: list[dict[str, Any]]


class Trace(Answered):
    id: str
    query: str
    intent: str
    abstained: str | None
    stages: list[dict[str, Any]]
    lanes: list[dict[str, Any]]
    results: list[dict[str, Any]]
    rejected: list[dict[str, Any]]


class Outcomes(Answered):
    outcomes: dict[str, float] = Field(description="outcome score of each memory now, 0 to 1")


class NeighbourList(Answered):
    links: list[dict[str, Any]]


class WayFound(Answered):
    nodes: list[Any]
    engine: str


class Theme(Answered):
    id: str
    name: str = Field(description="who or what its members are about")
    abstract: str = Field(description="one line: a model's, or the most central member")
    overview: str | None = Field(description="a few lines in a model's words; none where members are listed")
    size: int = Field(description="how many memories it is made of")
    current: bool = Field(description="whether all of them still hold as they were when it was verified")


class SpaceMember(Answered):
    member: str
    role: str


class SpaceCard(Answered):
    name: str
    owner: str
    role: str | None = Field(description="what the caller is there")
    read: str = Field(description="who reads: private (its owners), members, public")
    members: list[SpaceMember]
    archived_at: str | None
    memories: int | None = Field(description="how many; None where the caller only writes")


class Spaces(Answered):
    spaces: list[SpaceCard]


class Themes(Answered):
    themes: list[Theme] = Field(description="the largest first")
    count: int = Field(description="of all")


class ThemeCard(Theme):
    members: list[Statement] = Field(description="the most central first; those that still exist")


class Table(Answered):
    columns: list[str]
    rows: list[list[Any]]


class Linked(Answered):
    operation: str
    edge: str


class WokenLine(Answered):
    id: str
    part: str
    text: str


class Woken(Answered):
    context: str = Field(description="the block; empty where there is nothing to say")
    receiver: str = Field(description="who has taken the notes")
    handoffs: list[str] = Field(description="ids of the notes in it")
    checkpoint: str | None
    waiting: int = Field(description="notes for which there was no room")
    results: list[WokenLine]


class CheckpointRow(Answered):
    name: str
    agent: str
    version: int
    saved_at: str
    task: str | None


class Checkpoints(Answered):
    checkpoints: list[CheckpointRow]


class CheckpointCard(CheckpointRow):
    decisions: list[dict[str, Any]]
    todos: list[dict[str, Any]]
    files: list[str]
    turns: list[dict[str, Any]]
    new: list[dict[str, Any]] = Field(description="what was taken in since")
    context: str | None = Field(None, description="the block to go on from")


class CheckpointDone(Answered):
    """Saved or restored: a card; listed: rows."""

    name: str | None = None
    version: int | None = None
    context: str | None = None
    checkpoints: list[CheckpointRow] | None = None


class HandoffCard(Answered):
    id: str
    to: str
    text: str
    state: str = Field(description="waiting, taken, given, expired")
    expires_at: str


class Handoffs(Answered):
    handoffs: list[HandoffCard]


class Given(Answered):
    given: list[str]


class ScratchCard(Answered):
    name: str
    agent: str
    version: int
    text: str
    bytes: int
    kept_until: str


class Scratchpads(Answered):
    scratchpads: list[dict[str, Any]]
    most_bytes: int
    most_bytes_together: int


class Cleared(Answered):
    name: str
    cleared: int = Field(description="versions that it had")
