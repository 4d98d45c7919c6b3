"""Where are notices kept, and who wants which?"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.notice_tuning import NoticeKind
from quaidpy.domain.notices import PERSON, Look, Notice, NoticeId, Subscription, SubscriptionId, Taking
from quaidpy.domain.recall.traces import Trace
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.gate import admitted_row
from quaidpy.storage.sql.records.notice_rows import subscription_columns, subscription_of
from quaidpy.storage.sql.rows import (
    Columns,
    StoredRow,
    columns_of,
    instant_of,
    instant_text,
    optional_instant,
)

_ANY_NUMBER = (1 << 63) - 1
_NOTICE = (
    "id", "recipient", "event", "kind", "happened_at", "memory", "before", "count", "receiver", "taken_at", "given_at",
)  # fmt: skip
_TOO_MANY = """DELETE FROM notices WHERE owner = :owner AND given_at IS NULL AND id NOT IN (
  SELECT id FROM notices WHERE owner = :owner AND given_at IS NULL
  ORDER BY happened_at DESC, id DESC LIMIT :most)"""
_USED = """SELECT count(*) FROM notices WHERE owner = :owner AND recipient = :recipient
AND (given_at >= :began OR (given_at IS NULL AND receiver <> :receiver AND taken_at > :free))"""
_WAITING = """SELECT * FROM notices WHERE owner = :owner AND recipient = :recipient AND given_at IS NULL
AND (receiver IS NULL OR receiver = :receiver OR taken_at <= :free) ORDER BY happened_at, id LIMIT :room"""
_NEWEST = """SELECT
  COALESCE((SELECT at || id FROM operations WHERE owner = :owner ORDER BY at DESC, id DESC LIMIT 1), '')
  || '/' || COALESCE((SELECT max(started_at || state || COALESCE(ended_at, '')) FROM nights WHERE owner = :owner), '')
  || '/' || COALESCE((SELECT max(asked_at) FROM questions
    WHERE owner = :owner AND state = 'open' AND (due_at IS NULL OR due_at <= :now)), '')"""
_KEPT = timedelta(days=30)
"""How long a notice that was given can be listed."""


class SqlNotices:
    """See ports.notices.NoticeRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def put_notices(self, owner: Owner, notices: Sequence[Notice], look: Look, *, most_waiting: int) -> None:
        with self._database.writing(owner) as session:
            for notice in notices:
                bound = {"owner": owner, "recipient": notice.recipient, "event": notice.event}
                known = (
                    "SELECT 1 FROM notices WHERE owner = :owner AND recipient = :recipient AND event = :event"
                )
                if not session.values(known, bound):
                    session.upsert(
                        "notices", ("owner", "id"), [_row("notices", owner, columns_of(notice, _NOTICE))]
                    )
            session.execute(
                "DELETE FROM notices WHERE owner = :owner AND given_at < :gone",
                {"owner": owner, "gone": instant_text(look.upto - _KEPT)},
            )
            session.execute(_TOO_MANY, {"owner": owner, "most": most_waiting})
            mark: Columns = {"owner": owner, "upto": instant_text(look.upto), "newest": look.newest}
            session.upsert("notice_marks", ("owner",), [mark])

    def last_look(self, owner: Owner) -> Look | None:
        with self._database.reading() as session:
            rows = session.values(
                "SELECT upto, newest FROM notice_marks WHERE owner = :owner", {"owner": owner}
            )
        return Look(upto=instant_of(rows[0][0]), newest=rows[0][1]) if rows else None

    def newest(self, owner: Owner, now: datetime) -> str:
        with self._database.reading() as session:
            ((newest,),) = session.values(_NEWEST, {"owner": owner, "now": instant_text(now)})
        return str(newest)

    def waits(self, owner: Owner, recipient: AgentName) -> bool:
        query = "SELECT 1 FROM notices WHERE owner = :owner AND recipient = :recipient AND given_at IS NULL LIMIT 1"
        with self._database.reading() as session:
            return bool(session.values(query, {"owner": owner, "recipient": recipient}))

    def recalled_for(
        self, owner: Owner, memory: MemoryId, *, since: datetime, upto: datetime
    ) -> list[AgentName]:
        # Written after the answer: `at` may be later than the question was.
        query = "SELECT trace FROM recall_log WHERE owner = :owner AND at >= :since AND trace LIKE :held"
        bound = {"owner": owner, "since": instant_text(since), "held": f"%{memory}%"}
        with self._database.reading() as session:
            traces = [Trace.from_json(text) for (text,) in session.values(query, bound)]
        return sorted(
            {
                AgentName(trace.agent or PERSON)
                for trace in traces
                if since <= instant_of(trace.asked_at) <= upto and _gave(trace, memory)
            }
        )

    def notices(self, owner: Owner, *, limit: int) -> list[Notice]:
        query = "SELECT * FROM notices WHERE owner = :owner ORDER BY happened_at DESC, id DESC LIMIT :limit"
        with self._database.reading() as session:
            return [_notice_of(owner, row) for row in session.rows(query, {"owner": owner, "limit": limit})]

    def take(self, taking: Taking) -> list[Notice]:
        whose = {"owner": taking.owner, "recipient": taking.recipient, "receiver": taking.receiver}
        free = instant_text(taking.free_since)
        with self._database.writing(taking.owner) as session:
            room = _ANY_NUMBER
            if taking.most is not None:
                began = instant_text(taking.day_began)
                ((used,),) = session.values(_USED, {**whose, "began": began, "free": free})
                room = max(0, taking.most - int(used))
            rows = session.rows(_WAITING, {**whose, "free": free, "room": room})
            found = [_notice_of(taking.owner, row) for row in rows]
            session.execute(
                "UPDATE notices SET receiver = :receiver, taken_at = :now WHERE owner = :owner AND id = ANY(:ids)",
                {
                    "receiver": taking.receiver,
                    "now": instant_text(taking.now),
                    "owner": taking.owner,
                    "ids": [each.id for each in found],
                },
            )
        return found

    def confirm(self, owner: Owner, receiver: str, ids: Sequence[NoticeId], at: datetime) -> list[NoticeId]:
        whose = "owner = :owner AND receiver = :receiver AND id = ANY(:ids)"
        bound = {"owner": owner, "receiver": receiver, "ids": list(ids)}
        with self._database.writing(owner) as session:
            found = session.values(f"SELECT id FROM notices WHERE {whose} ORDER BY happened_at, id", bound)
            session.execute(
                f"UPDATE notices SET given_at = :at WHERE {whose} AND given_at IS NULL",
                {**bound, "at": instant_text(at)},
            )
        return [NoticeId(identity) for (identity,) in found]

    def subscribe(self, subscription: Subscription) -> None:
        row = _row("notice_subscriptions", subscription.owner, subscription_columns(subscription))
        with self._database.writing(subscription.owner) as session:
            session.upsert("notice_subscriptions", ("owner", "id"), [row])

    def subscriptions(self, owner: Owner) -> list[Subscription]:
        query = "SELECT * FROM notice_subscriptions WHERE owner = :owner ORDER BY made_at, id"
        with self._database.reading() as session:
            return [subscription_of(owner, row) for row in session.rows(query, {"owner": owner})]

    def unsubscribe(self, owner: Owner, identity: SubscriptionId) -> bool:
        whose, bound = "owner = :owner AND id = :id", {"owner": owner, "id": identity}
        with self._database.writing(owner) as session:
            found = session.values(f"SELECT 1 FROM notice_subscriptions WHERE {whose}", bound)
            session.execute(f"DELETE FROM notice_subscriptions WHERE {whose}", bound)
        return bool(found)


def _gave(trace: Trace, memory: MemoryId) -> bool:
    return any(memory in {each.node, *each.nodes} and not each.left_out for each in trace.results)


def _row(table: str, owner: Owner, row: Columns) -> Columns:
    return admitted_row(table, {"owner": owner, **row}, None)


def _notice_of(owner: Owner, row: StoredRow) -> Notice:
    return Notice(
        id=NoticeId(row["id"]),
        owner=owner,
        recipient=AgentName(row["recipient"]),
        event=row["event"],
        kind=NoticeKind(row["kind"]),
        happened_at=instant_of(row["happened_at"]),
        memory=None if row["memory"] is None else MemoryId(row["memory"]),
        before=None if row["before"] is None else MemoryId(row["before"]),
        count=int(row["count"]),
        receiver=row["receiver"],
        taken_at=optional_instant(row["taken_at"]),
        given_at=optional_instant(row["given_at"]),
    )
