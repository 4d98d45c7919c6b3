"""How is an operation read from its row?"""

from quaidpy.domain.identity import OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Cause, Operation, OperationHead, caller_named
from quaidpy.storage.sql.images import changes_from_json
from quaidpy.storage.sql.rows import StoredRow, instant_of


def operation_of(owner: Owner, row: StoredRow) -> Operation:
    return Operation(
        id=OperationId(row["id"]),
        cause=cause_of(owner, row),
        at=instant_of(row["at"]),
        changes=changes_from_json(row["changes"]),
        undone_by=None if row["undone_by"] is None else OperationId(row["undone_by"]),
    )


def operation_head_of(owner: Owner, row: StoredRow) -> OperationHead:
    return OperationHead(
        id=OperationId(row["id"]),
        cause=cause_of(owner, row),
        at=instant_of(row["at"]),
        size=row["size"],
        undone_by=None if row["undone_by"] is None else OperationId(row["undone_by"]),
    )


def cause_of(owner: Owner, row: StoredRow) -> Cause:
    return Cause(
        owner=owner,
        verb=row["verb"],
        why=row["why"],
        who=row["who"],
        run=None if row["run"] is None else RunId(row["run"]),
        model=row["model"],
        prompt=row["prompt"],
        caller=caller_named(row["agent"], row["session"]),
    )
