"""What must a token be allowed for each address, tool, resource and prompt? The one table; all else is refused."""

from collections.abc import Mapping
from re import Pattern

from starlette.routing import compile_path

from quaidpy.domain.access.tokens import Scope

_TABLE = """
read   GET /openapi.json
admin  GET /metrics
read   POST /mcp

read   GET /v1/stats
read   POST /v1/recall
read   POST /v1/search
write  POST /v1/signals
read   GET /v1/traces/{id}
write  POST /v1/traces/{id}/feedback
write  POST /v1/wake
read   GET /v1/checkpoints
write  POST /v1/checkpoints
read   GET /v1/checkpoints/{name}
read   GET /v1/handoffs
write  POST /v1/handoffs
write  POST /v1/handoffs/confirm
write  GET /v1/notices
write  POST /v1/notices/read
write  POST /v1/notices/test
write  POST /v1/subscriptions
write  DELETE /v1/subscriptions/{id}
read   GET /v1/scratchpads
read   GET /v1/scratchpads/{name}
write  PUT /v1/scratchpads/{name}
write  POST /v1/scratchpads/{name}
write  DELETE /v1/scratchpads/{name}
read   POST /v1/docs/search
read   GET /v1/projects
read   GET /v1/memories
write  POST /v1/memories
read   GET /v1/memories/{id}
write  PATCH /v1/memories/{id}
read   GET /v1/memories/{id}/versions
write  POST /v1/memories/{id}/rollback
write  DELETE /v1/memories/{id}
write  PUT /v1/memories/{id}/pin
write  DELETE /v1/memories/{id}/pin
write  POST /v1/memories/{id}/suppress
write  POST /v1/memories/{id}/unsuppress
write  POST /v1/memories/{id}/retire
write  POST /v1/memories/{id}/move
read   GET /v1/spaces
write  POST /v1/spaces
read   GET /v1/spaces/{name}
write  PUT /v1/spaces/{name}/members
write  DELETE /v1/spaces/{name}/members
write  PUT /v1/spaces/{name}/policy
write  POST /v1/spaces/{name}/archive
write  POST /v1/episodes
read   GET /v1/episodes
read   GET /v1/episodes/{id}
read   GET /v1/operations
write  POST /v1/operations/{id}/undo
read   GET /v1/themes
read   GET /v1/themes/{id}
read   GET /v1/graph/neighbours/{name}
read   GET /v1/graph/path
write  POST /v1/graph/edges

read   tool docs_search
read   tool memory_explain
read   tool memory_get
read   tool memory_history
read   tool memory_recall
read   tool memory_search
read   tool memory_stats
write  tool memory_checkpoint
write  tool memory_create_edge
write  tool memory_edit
write  tool memory_extract
write  tool memory_feedback
write  tool memory_forget
write  tool memory_handoff
write  tool memory_notices
write  tool memory_pin
write  tool memory_retire
write  tool memory_rollback
write  tool memory_store
write  tool memory_suppress
write  tool memory_undo
write  tool memory_wake

read   resource memory://profile
read   resource memory://recent
read   resource memory://themes
read   resource memory://{id}
read   resource memory://themes/{id}

read   prompt recall_about
read   prompt what_changed
write  prompt remember_this_session
write  prompt correct_memory
"""
NEEDS: Mapping[str, Scope] = {
    label: Scope(scope) for scope, label in (line.split(maxsplit=1) for line in _TABLE.split("\n") if line)
}
"""By `METHOD PATH`, or `tool`, `resource` or `prompt` and its name."""

NOT_HERE = frozenset(
    {
        # A folder of this machine, read and written.
        "GET /v1/mirror", "POST /v1/mirror",
        # The graph engine has a file an owner on each server; neighbours and paths are answered from the rows.
        "POST /v1/graph/cypher", "tool graph_query",
    }
)  # fmt: skip
"""What a home's own server answers, and a shared one does not."""


class Addresses:
    """Which line of the table is this request? The paths are those by which it is answered, too."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Pattern[str], dict[str, str]]] = {}
        for label in NEEDS:
            method, _, path = label.partition(" ")
            if method.isupper():
                self._known.setdefault(path, (compile_path(path)[0], {}))[1][method] = label

    def methods_at(self, path: str) -> Mapping[str, str]:
        """By method its line; nothing where there is no such address."""
        for pattern, labels in self._known.values():
            if pattern.fullmatch(path):
                return {"HEAD": labels["GET"], **labels} if "GET" in labels else labels
        return {}


def resource_label(address: str) -> str:
    """The line of a resource, by its address."""
    label = f"resource {address}"
    if label in NEEDS:
        return label
    is_theme = address.startswith("memory://themes/")
    return "resource memory://themes/{id}" if is_theme else "resource memory://{id}"
