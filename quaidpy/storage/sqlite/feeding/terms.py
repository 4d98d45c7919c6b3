"""How many words are in FTS5's indexes?"""

from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.feeding.terms import SqlTermRows
from quaidpy.storage.memory.text_index import Totals

_AVERAGES = 1  # FTS5's row of totals


class SqliteTermRows(SqlTermRows):
    """See storage.cached.sources.TermRows."""

    def row_numbers(self) -> None:
        return None

    def totals(self, index: TextIndex) -> Totals:
        ((block,),) = self._session.values(f"SELECT block FROM {index}_data WHERE id = {_AVERAGES}")
        rows, *words = _numbers_of(block) or [0]
        return Totals(rows, sum(words))


def _numbers_of(block: bytes) -> list[int]:
    """SQLite's numbers of variable length, of at most eight bytes each."""
    found, number = [], 0
    for byte in block:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(number)
            number = 0
    return found
