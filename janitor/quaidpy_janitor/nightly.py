"""In which order does the night work? All of it on one screen."""

from quaidpy_janitor.applying import apply_rows
from quaidpy_janitor.filing import apply_files
from quaidpy_janitor.task import Apply, Family, Plan, Task
from quaidpy_janitor.tasks.contradictions import plan_contradictions, plan_resolve
from quaidpy_janitor.tasks.decay import plan_decay, plan_tiers
from quaidpy_janitor.tasks.dedup_review import plan_dedup_review
from quaidpy_janitor.tasks.document_edits import apply_documents, plan_docs_cleanup, plan_docs_staleness
from quaidpy_janitor.tasks.duplicates import plan_duplicates
from quaidpy_janitor.tasks.embeddings import apply_embeddings, plan_embeddings
from quaidpy_janitor.tasks.entities import plan_entities
from quaidpy_janitor.tasks.faded import plan_decay_review
from quaidpy_janitor.tasks.graph import apply_verification, plan_verification
from quaidpy_janitor.tasks.journal import plan_journal
from quaidpy_janitor.tasks.pending import plan_graduate, plan_review
from quaidpy_janitor.tasks.projects import apply_rag, plan_rag
from quaidpy_janitor.tasks.relations import plan_relations
from quaidpy_janitor.tasks.snippets import plan_snippets
from quaidpy_janitor.tasks.summaries import plan_summaries
from quaidpy_janitor.tasks.synthesis import plan_synthesis
from quaidpy_janitor.tasks.temporal import plan_temporal
from quaidpy_janitor.tasks.themes import plan_themes
from quaidpy_janitor.tasks.upkeep import apply_cleanup, apply_health, plan_cleanup, plan_health
from quaidpy_janitor.tasks.workspace import plan_workspace


def _memory(name: str, plan: Plan, apply: Apply = apply_rows) -> Task:
    return Task(name=name, family=Family.MEMORY, plan=plan, apply=apply)


def _upkeep(name: str, plan: Plan, apply: Apply) -> Task:
    return Task(name=name, family=Family.UPKEEP, plan=plan, apply=apply, gate="")


def _projects(name: str, plan: Plan, apply: Apply) -> Task:
    return Task(name=name, family=Family.UPKEEP, plan=plan, apply=apply, gate="projects")


def _files(name: str, plan: Plan, *, gate: str) -> Task:
    """Of files of the user; what is asked about first is planned as a question, so the task itself needs no yes."""
    return Task(name=name, family=Family.UPKEEP, plan=plan, apply=apply_files, gate=gate)


NIGHT: tuple[Task, ...] = (
    _memory("embeddings", plan_embeddings, apply_embeddings),
    _memory("review", plan_review),
    _memory("temporal", plan_temporal),
    _memory("dedup_review", plan_dedup_review),
    _memory("duplicates", plan_duplicates),
    _memory("contradictions", plan_contradictions),
    _memory("resolve", plan_resolve),
    _memory("decay", plan_decay),
    _memory("decay_review", plan_decay_review),
    _memory("tiers", plan_tiers),
    _memory("relations", plan_relations),
    _memory("entities", plan_entities),
    _memory("summaries", plan_summaries),
    _memory("graduate", plan_graduate),
    _memory("themes", plan_themes),
    _memory("synthesis", plan_synthesis),
    _upkeep("graph", plan_verification, apply_verification),
    _files("workspace", plan_workspace, gate="workspace"),
    _files("snippets", plan_snippets, gate="journal"),
    _files("journal", plan_journal, gate="journal"),
    _projects("docs_staleness", plan_docs_staleness, apply_documents),
    _projects("docs_cleanup", plan_docs_cleanup, apply_documents),
    _projects("rag", plan_rag, apply_rag),
    _upkeep("cleanup", plan_cleanup, apply_cleanup),
    _upkeep("health", plan_health, apply_health),
)
