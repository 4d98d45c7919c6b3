"""How many words does an owner have in the text indexes of a server?"""

from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.feeding.terms import SqlTermRows
from quaidpy.storage.memory.row_numbers import RowNumbers
from quaidpy.storage.memory.text_index import Totals
from quaidpy.storage.postgres.search.text_search import totals_of


class PostgresTermRows(SqlTermRows):
    """See storage.cached.sources.TermRows. Rows of one owner, among whose numbers lie those of all others."""

    def row_numbers(self) -> RowNumbers:
        return RowNumbers()

    def totals(self, index: TextIndex) -> Totals:
        return totals_of(self._session, self.whose, index)
