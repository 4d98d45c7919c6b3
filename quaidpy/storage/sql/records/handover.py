"""Where is kept what sessions leave for one another: checkpoints, notes, scratchpads?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint
from quaidpy.domain.handover.handoffs import NEXT, Asking, Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.identity import Owner
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.filters import Condition, owned
from quaidpy.storage.sql.gate import admitted_row
from quaidpy.storage.sql.records.handover_rows import (
    checkpoint_columns,
    checkpoint_of,
    handoff_columns,
    handoff_of,
    scratchpad_columns,
    scratchpad_of,
)
from quaidpy.storage.sql.rows import Columns, instant_text

_PAD_KEY = ("owner", "agent", "name", "version")
_NAMES_BY_TIME = """SELECT name FROM checkpoints WHERE owner = :owner AND agent = :agent
GROUP BY name ORDER BY max(saved_at) DESC, name LIMIT :names"""
_NEWEST_PADS = """SELECT * FROM scratchpads p WHERE {wanted} AND written_at >= :since AND NOT EXISTS (
  SELECT 1 FROM scratchpads later WHERE later.owner = p.owner AND later.agent = p.agent AND later.name = p.name
  AND later.version > p.version) ORDER BY agent, name"""
_STALE_PADS = """DELETE FROM scratchpads WHERE owner = :owner AND agent = :agent AND name NOT IN (
  SELECT name FROM scratchpads WHERE owner = :owner AND agent = :agent AND written_at >= :since)"""


class SqlHandover:
    """See ports.handover.HandoverRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def put_checkpoint(self, checkpoint: Checkpoint, *, versions: int, names: int) -> Checkpoint:
        named = {"owner": checkpoint.owner, "agent": checkpoint.agent, "name": checkpoint.name}
        with self._database.writing(checkpoint.owner) as session:
            query = (
                "SELECT * FROM checkpoints WHERE owner = :owner AND agent = :agent AND name = :name"
                " ORDER BY version DESC LIMIT 1"
            )
            before = [checkpoint_of(checkpoint.owner, row) for row in session.rows(query, named)]
            if before and checkpoint.says_what(before[0]):
                return before[0]
            kept = replace(checkpoint, version=before[0].version + 1 if before else 1)
            _put(session, "checkpoints", {"owner": kept.owner, **checkpoint_columns(kept)})
            session.execute(
                "DELETE FROM checkpoints WHERE owner = :owner AND agent = :agent AND name = :name"
                " AND version <= :oldest",
                {**named, "oldest": kept.version - versions},
            )
            newest = [name for (name,) in session.values(_NAMES_BY_TIME, {**named, "names": names})]
            session.execute(
                "DELETE FROM checkpoints WHERE owner = :owner AND agent = :agent AND NOT name = ANY(:newest)",
                {**named, "newest": newest},
            )
        return kept

    def checkpoints(
        self,
        owner: Owner,
        *,
        agent: AgentName | None = None,
        name: str | None = None,
        project: str | None = None,
        limit: int = 100,
    ) -> list[Checkpoint]:
        wanted = owned(owner, agent=agent, name=name, project=project)
        query = (
            f"SELECT * FROM checkpoints WHERE {wanted.sql}"
            " ORDER BY saved_at DESC, agent, name, version DESC LIMIT :limit"
        )
        with self._database.reading() as session:
            return [
                checkpoint_of(owner, row) for row in session.rows(query, {**wanted.bound, "limit": limit})
            ]

    def put_handoff(self, note: Handoff, *, gone_before: datetime) -> None:
        with self._database.writing(note.owner) as session:
            session.execute(
                "DELETE FROM handoffs WHERE owner = :owner AND (given_at < :gone OR expires_at < :gone)",
                {"owner": note.owner, "gone": instant_text(gone_before)},
            )
            _put(session, "handoffs", {"owner": note.owner, **handoff_columns(note)})

    def handoffs(self, owner: Owner, *, limit: int) -> list[Handoff]:
        query = "SELECT * FROM handoffs WHERE owner = :owner ORDER BY written_at DESC, id DESC LIMIT :limit"
        with self._database.reading() as session:
            return [handoff_of(owner, row) for row in session.rows(query, {"owner": owner, "limit": limit})]

    def open_handoffs(self, asking: Asking) -> list[Handoff]:
        wanted = _open_to(asking)
        query = f"SELECT * FROM handoffs WHERE {wanted.sql} ORDER BY written_at, id"
        with self._database.reading() as session:
            return [handoff_of(asking.owner, row) for row in session.rows(query, wanted.bound)]

    def take_handoffs(self, asking: Asking, ids: Sequence[HandoffId]) -> list[HandoffId]:
        if not ids:
            return []
        wanted = _open_to(asking)
        wanted.require("id = ANY(:ids)", ids=list(ids))
        with self._database.writing(asking.owner) as session:
            query = f"SELECT id FROM handoffs WHERE {wanted.sql} ORDER BY written_at, id"
            free = [HandoffId(identity) for (identity,) in session.values(query, wanted.bound)]
            session.execute(
                "UPDATE handoffs SET receiver = :receiver, taken_at = :at WHERE owner = :owner AND id = ANY(:free)",
                {
                    "owner": asking.owner,
                    "receiver": asking.receiver,
                    "at": instant_text(asking.now),
                    "free": free,
                },
            )
        return free

    def confirm_handoffs(
        self, owner: Owner, receiver: str, ids: Sequence[HandoffId], at: datetime
    ) -> list[HandoffId]:
        bound = {"owner": owner, "receiver": receiver, "ids": list(ids), "at": instant_text(at)}
        whose = "owner = :owner AND receiver = :receiver AND id = ANY(:ids)"
        with self._database.writing(owner) as session:
            found = session.values(f"SELECT id FROM handoffs WHERE {whose} ORDER BY written_at, id", bound)
            session.execute(f"UPDATE handoffs SET given_at = :at WHERE {whose} AND given_at IS NULL", bound)
        return [HandoffId(identity) for (identity,) in found]

    def change_scratchpad(
        self,
        pad: Scratchpad,
        change: Callable[[Mapping[str, str]], str],
        *,
        since: datetime,
        versions: int,
    ) -> Scratchpad:
        whose = {"owner": pad.owner, "agent": pad.agent}
        with self._database.writing(pad.owner) as session:
            session.execute(_STALE_PADS, {**whose, "since": instant_text(since)})
            pads = {each.name: each for each in _newest_pads(session, pad.owner, pad.agent, since)}
            text = change({name: each.text for name, each in pads.items()})
            version = pads[pad.name].version + 1 if pad.name in pads else 1
            kept = replace(pad, text=text, version=version)
            _put(session, "scratchpads", {"owner": pad.owner, **scratchpad_columns(kept)})
            session.execute(
                "DELETE FROM scratchpads WHERE owner = :owner AND agent = :agent AND name = :name"
                " AND version <= :oldest",
                {**whose, "name": pad.name, "oldest": version - versions},
            )
            return scratchpad_of(pad.owner, _pad_row(session, kept))

    def scratchpads(
        self, owner: Owner, *, agent: AgentName | None = None, since: datetime
    ) -> list[Scratchpad]:
        with self._database.reading() as session:
            return _newest_pads(session, owner, agent, since)

    def scratchpad_versions(self, owner: Owner, agent: AgentName, name: str) -> list[Scratchpad]:
        wanted = owned(owner, agent=agent, name=name)
        query = f"SELECT * FROM scratchpads WHERE {wanted.sql} ORDER BY version DESC"
        with self._database.reading() as session:
            return [scratchpad_of(owner, row) for row in session.rows(query, wanted.bound)]

    def clear_scratchpad(self, owner: Owner, agent: AgentName, name: str) -> int:
        wanted = owned(owner, agent=agent, name=name)
        with self._database.writing(owner) as session:
            ((count,),) = session.values(f"SELECT count(*) FROM scratchpads WHERE {wanted.sql}", wanted.bound)
            session.execute(f"DELETE FROM scratchpads WHERE {wanted.sql}", wanted.bound)
        return int(count)


def _put(session: SqlSession, table: str, row: Columns) -> None:
    key = ("owner", "id") if table == "handoffs" else _PAD_KEY
    session.upsert(table, key, [admitted_row(table, row, None)])


def _open_to(asking: Asking) -> Condition:
    """What `Asking.may_have` says, in SQL."""
    wanted = owned(asking.owner)
    wanted.require("given_at IS NULL AND expires_at > :now", now=instant_text(asking.now))
    to_next = "OR (recipient = :next AND (session IS NULL OR session <> :receiver))" if asking.is_new else ""
    wanted.require(f"(recipient = :agent {to_next})", agent=asking.agent)
    wanted.require(
        "(receiver IS NULL OR receiver = :receiver OR taken_at <= :free)",
        receiver=asking.receiver,
        free=instant_text(asking.free_since),
    )
    if asking.is_new:
        wanted.bound["next"] = NEXT
    return wanted


def _newest_pads(
    session: SqlSession, owner: Owner, agent: AgentName | None, since: datetime
) -> list[Scratchpad]:
    wanted = owned(owner, agent=agent)
    rows = session.rows(
        _NEWEST_PADS.format(wanted=wanted.sql), {**wanted.bound, "since": instant_text(since)}
    )
    return [scratchpad_of(owner, row) for row in rows]


def _pad_row(session: SqlSession, pad: Scratchpad) -> Mapping[str, Any]:
    """As it is stored, which a gate may have changed."""
    bound = {"owner": pad.owner, "agent": pad.agent, "name": pad.name, "version": pad.version}
    named = " AND ".join(f"{column} = :{column}" for column in _PAD_KEY)
    return session.rows(f"SELECT * FROM scratchpads WHERE {named}", bound)[0]
