"""In which order does the night work? All of it on one screen."""

from quaidpy_janitor.applying import apply_rows
from quaidpy_janitor.task import Family, Task
from quaidpy_janitor.tasks.decay import plan_decay, plan_tiers
from quaidpy_janitor.tasks.duplicates import plan_duplicates
from quaidpy_janitor.tasks.embeddings import apply_embeddings, plan_embeddings
from quaidpy_janitor.tasks.graph import apply_verification, plan_verification

NIGHT: tuple[Task, ...] = (
    Task(name="embeddings", family=Family.MEMORY, plan=plan_embeddings, apply=apply_embeddings),
    Task(name="duplicates", family=Family.MEMORY, plan=plan_duplicates, apply=apply_rows),
    Task(name="decay", family=Family.MEMORY, plan=plan_decay, apply=apply_rows),
    Task(name="tiers", family=Family.MEMORY, plan=plan_tiers, apply=apply_rows),
    Task(name="graph", family=Family.UPKEEP, plan=plan_verification, apply=apply_verification, gate=""),
)
