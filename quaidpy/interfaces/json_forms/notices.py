"""What do notices and subscriptions look like as JSON?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.notices import Notice, Subscription
    from quaidpy.memory import Memory
    from quaidpy.services.notices.giving import Line


def notice_row(notice: "Notice") -> dict[str, Any]:
    """Without words: those are read as it is given."""
    return {
        "id": notice.id,
        "to": notice.recipient,
        "kind": notice.kind.value,
        "memory": notice.memory,
        "happened_at": plain(notice.happened_at),
        "state": "waiting" if notice.given_at is None else "given",
        "given_at": plain(notice.given_at),
    }


def line_row(line: "Line") -> dict[str, Any]:
    return {**notice_row(line.notice), "text": line.text}


def subscription_row(subscription: "Subscription", memory: "Memory") -> dict[str, Any]:
    space = subscription.space
    about = {
        "space": memory.parts.access.name_of_key(space) if space else None,
        "entity": subscription.entity,
        "kind": subscription.kind,
        "project": subscription.project,
        "word": subscription.word,
    }
    return {
        "id": subscription.id,
        "to": subscription.recipient,
        "about": {name: value for name, value in about.items() if value is not None},
        "made_at": plain(subscription.made_at),
    }
