"""How many words are in the text indexes?"""

from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.feeding.terms import SqlTermRows
from quaidpy.storage.memory.text_index import Totals

_TOTALS = "SELECT sum(indexed), sum(words) FROM word_totals WHERE text_index = :index"


class PostgresTermRows(SqlTermRows):
    """See storage.cached.sources.TermRows."""

    def totals(self, index: TextIndex) -> Totals:
        ((rows, words),) = self._session.values(_TOTALS, {"index": index})
        return Totals(int(rows or 0), int(words or 0))
