"""How is a notice told to a program that listens on this machine, or on a host that the user allowed?"""

import http.client
import json
from collections.abc import Collection
from urllib.parse import urlsplit

from quaidpy.errors import UsageError
from quaidpy.ports.notices import Message

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_WITHIN_S = 5.0


class WebhookChannel:
    """POSTs a JSON object a notice: `id`, `kind`, `happened_at`, `text`. No redirect is followed.

    The id is the same when a notice is told again, also as `Idempotency-Key`: whoever listens can tell.
    """

    name = "webhook"

    def __init__(self, url: str, *, allowed_hosts: Collection[str] = ()) -> None:
        """Raises UsageError: no address of HTTP, or of a host that is neither this machine nor allowed."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as err:
            raise UsageError(f"notices.webhook is no address: {err}") from err
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise UsageError("notices.webhook is no address as http://127.0.0.1:8080/quaid")
        is_here = parts.hostname in _LOOPBACK
        if not is_here and parts.hostname not in allowed_hosts:
            raise UsageError(
                f"notices.webhook is on {parts.hostname}; allow that host in notices.allowed_hosts, or use this machine"
            )
        if not is_here and parts.scheme == "http":
            raise UsageError("notices.webhook on another machine needs https")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port = parts.hostname, port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def tell(self, message: Message) -> None:
        """Raises UsageError when nobody took it."""
        body = json.dumps(
            {
                "id": message.id,
                "kind": message.kind.value,
                "happened_at": message.happened_at.isoformat(),
                "text": message.text,
            }
        )
        connection = self._kind(self._host, self._port, timeout=_WITHIN_S)
        try:
            headers = {"Content-Type": "application/json", "Idempotency-Key": message.id}
            connection.request("POST", self._path, body.encode(), headers)
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException) as err:
            raise UsageError(f"the webhook on {self._host} took no notice: {type(err).__name__}") from err
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise UsageError(f"the webhook on {self._host} answered {status}")
