"""How does what somebody changed in the mirror come into memory? As one run, which can be undone whole."""

from collections.abc import Mapping, Sequence

from quaidpy.domain.identity import RUN_PREFIX, MemoryId, Owner, RunId
from quaidpy.domain.memories.index_texts import index_text_of_memory
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.todos import TodoState, closed
from quaidpy.domain.mirror.changes import Changes
from quaidpy.domain.mirror.pages import Item
from quaidpy.errors import UsageError
from quaidpy.ports.storage import Writing
from quaidpy.remember.changing.editing import Edit, edited, withdraw_in
from quaidpy.remember.changing.noting import Note, remember_note
from quaidpy.remember.changing.versions import current_version
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.tools import RememberTools


def take_in(
    changes: Changes, memories: Mapping[MemoryId, Memory], owner: Owner, tools: RememberTools
) -> tuple[RunId, list[str]]:
    """The run, and what could not be done as sentences: a line that is nothing but a secret, say."""
    run, refused = RunId(tools.ids.new(RUN_PREFIX)), list[str]()
    edits = _edits(changes, memories, refused)
    texts = [index_text_of_memory(edited(memories[identity], edit)) for identity, edit in edits.items()]
    vectors = embed_missing(owner, texts, tools.search, tools.embedder)
    with tools.store.writing(_cause(owner, run)) as writing:
        for identity, edit in edits.items():
            writing.put_memory(edited(_now(identity, writing), edit))
        _tick(changes.ticked, writing, tools)
        for identity in changes.struck:
            withdraw_in(writing, _now(identity, writing), Status.ARCHIVED, tools)
        if vectors.identity is not None:
            writing.put_vectors(vectors.identity, vectors.by_text)
    for item in changes.added:
        try:
            _add(item, owner, tools, run)
        except UsageError as error:
            refused.append(f"“{item.text}” was not kept: {error}")
    return run, refused


def _edits(changes: Changes, memories: Mapping[MemoryId, Memory], refused: list[str]) -> dict[MemoryId, Edit]:
    """Those that can be made."""
    found: dict[MemoryId, Edit] = {}
    for change in changes.reworded:
        edit = Edit(text=change.text, kind=change.kind)
        try:
            edited(memories[change.memory], edit)
        except UsageError as error:
            refused.append(f"{change.memory} stays as it is: {error}")
        else:
            found[change.memory] = edit
    return found


def _add(item: Item, owner: Owner, tools: RememberTools, run: RunId) -> None:
    kept = remember_note(Note(owner=owner, text=item.text, kind=item.kind), tools, run=run)
    if item.is_ticked:
        with tools.store.writing(_cause(owner, run)) as writing:
            _tick(kept.outcome.inserted, writing, tools)


def _tick(todos: Sequence[MemoryId], writing: Writing, tools: RememberTools) -> None:
    now = tools.clock.now()
    for memory in (_now(identity, writing) for identity in todos):
        if memory.kind is Kind.TODO:
            writing.put_memory(closed(memory, TodoState.DONE, at=now, now=now))


def _now(identity: MemoryId, writing: Writing) -> Memory:
    """As it is in this transaction, whoever changed it a moment ago."""
    return current_version(writing.versions(identity), identity).memory


def _cause(owner: Owner, run: RunId) -> Cause:
    return Cause(owner=owner, verb="mirror", why="changed in the pages of the mirror", run=run)
