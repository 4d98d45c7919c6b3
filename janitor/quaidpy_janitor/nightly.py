"""In which order does the night work? All of it on one screen."""

from quaidpy_janitor.task import Task
from quaidpy_janitor.tasks.embeddings import BackfillEmbeddings
from quaidpy_janitor.tasks.graph import VerifyGraph

NIGHT: tuple[Task, ...] = (
    BackfillEmbeddings(),
    VerifyGraph(),
)
