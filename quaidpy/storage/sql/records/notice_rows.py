"""How does a subscription look as a row, and back?"""

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.domain.notices import Subscription, SubscriptionId
from quaidpy.storage.sql.rows import Columns, StoredRow, columns_of, instant_of
from quaidpy.storage.sql.unreadable_rows import readable

_SUBSCRIPTION = ("id", "recipient", "made_at", "entity", "kind", "project", "word", "space")


def subscription_columns(subscription: Subscription) -> Columns:
    return columns_of(subscription, _SUBSCRIPTION)


@readable
def subscription_of(owner: Owner, row: StoredRow) -> Subscription:
    return Subscription(
        id=SubscriptionId(row["id"]),
        owner=owner,
        recipient=AgentName(row["recipient"]),
        made_at=instant_of(row["made_at"]),
        entity=row["entity"],
        kind=row["kind"],
        project=row["project"],
        word=row["word"],
        space=None if row["space"] is None else Owner(row["space"]),
    )
