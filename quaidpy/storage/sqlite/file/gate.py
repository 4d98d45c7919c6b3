"""Who stands at the gate? Every connection: no text gets into the database past `storage.sql.gate`."""

from collections.abc import Iterable
from typing import Any

import apsw

from quaidpy.storage.sql.gate import is_gated, kept


class GatedConnection(apsw.Connection):
    """Takes secrets out of every text that an INSERT or UPDATE brings."""

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        if bindings is not None and is_gated(statements):
            bindings = kept(bindings)
        return super().execute(statements, bindings, **options)

    def executemany(self, statements: str, sequenceofbindings: Iterable[Any], **options: Any) -> apsw.Cursor:
        if is_gated(statements):
            sequenceofbindings = [kept(bindings) for bindings in sequenceofbindings]
        return super().executemany(statements, sequenceofbindings, **options)
