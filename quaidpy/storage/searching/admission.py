"""Which of these rows does a filter admit, and which nodes are they? Asked of memory, or of the file."""

from dataclasses import dataclass

import numpy as np

from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.columns import Admitted, InMemoryColumns
from quaidpy.storage.memory.vectors import Numbers
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.filters import Condition, memories_admitted, turns_admitted


@dataclass(frozen=True, slots=True)
class Admission:
    """What a filter says of the rows of an index, in one read transaction.

    `columns`: what it asks of, in memory; without them the file answers. `embedded`: only rows that have a vector, as
    far as the file answers.
    """

    session: SqlSession
    corpus: Corpus
    keep: Filter
    columns: InMemoryColumns | None = None
    embedded: bool = False

    @property
    def condition(self) -> Condition:
        """As SQL, of the index as `i`."""
        is_of_memories = self.corpus is Corpus.MEMORIES
        found = (
            memories_admitted(self.keep, table="i", said_at="said_at")
            if is_of_memories
            else turns_admitted(self.keep, table="i")
        )
        if self.embedded:
            found.require("i.has_vector = 1")
        return found

    def of(self, numbers: Numbers) -> Admitted:
        """Those of the rows that are admitted, in no order."""
        if self.columns is not None:
            return self.columns.admitted(numbers, self.keep)
        condition = self.condition
        named = self.session.values(
            f"SELECT i.number, i.id FROM unnest(:numbers) AS wanted(number) CROSS JOIN {INDEX[self.corpus]} i"
            f" WHERE i.number = wanted.number AND {condition.sql}",
            {**condition.bound, "numbers": numbers.tolist()},
        )
        return Admitted(
            np.array([number for number, _ in named], dtype=np.int64),
            np.array([node.encode() for _, node in named], dtype=np.bytes_).__getitem__,
        )

    def of_all(self) -> Numbers:
        """Every row that is admitted, ascending."""
        if self.columns is not None:
            return self.columns.all_admitted(self.keep)
        condition = self.condition
        rows = self.session.values(
            f"SELECT i.number FROM {INDEX[self.corpus]} i WHERE {condition.sql} ORDER BY i.number",
            condition.bound,
        )
        return np.array([number for (number,) in rows], dtype=np.int64)
