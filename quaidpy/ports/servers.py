"""What has an operator to know of a server that has the rows?"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Connecting:
    """How this process reaches the server, and as whom.

    `is_local`: by a socket of this machine or its own network. `sslmode`: as it was asked for. `protocol`: of TLS,
    empty where there is none. `clock_ahead_s`: the server's clock against ours; less than its `clock_within_s` is
    no difference, since an answer takes that long.
    """

    user: str
    is_local: bool
    is_encrypted: bool
    sslmode: str
    protocol: str
    clock_ahead_s: float
    clock_within_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the server lets this user do. `passes`: no policy of a table holds for them, with the reason.

    Names of tables: that cannot be read, that cannot be written, and that have no policy in force.
    """

    passes: str
    unread: tuple[str, ...]
    unwritten: tuple[str, ...]
    unguarded: tuple[str, ...]
    is_read_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """One table with its indexes and partitions.

    `rows` and `dead_rows` are estimates of the server. `is_behind`: twice as many are dead as the server lets lie
    before it takes them away, and more than 10,000.
    """

    name: str
    bytes: int
    index_bytes: int
    rows: int
    dead_rows: int
    is_behind: bool
    vacuumed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Limit:
    """Connections in use, of how many. `of`: the server, this database or this user."""

    of: str
    used: int
    most: int


@dataclass(frozen=True, slots=True)
class SlowStatement:
    """One that asks our tables, without values."""

    text: str
    calls: int
    mean_ms: float


@dataclass(frozen=True, slots=True)
class Statements:
    """The slowest on average, first one first; `missing`: why nobody knows them, and what would help."""

    slowest: tuple[SlowStatement, ...] = ()
    missing: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterState:
    """Of a Citus cluster. `waiting`: tables that are not spread. `tells_nodes`: whose rows a transaction works for."""

    version: str
    nodes: int
    nodes_away: int
    spread: int
    shards: int
    waiting: tuple[str, ...]
    tells_nodes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """What an operator would look at, as of now. Nothing in it is a word of a memory, or a password.

    `number`: of the version, 180006 for 18.6. `vector` and `newest_vector`: versions of pgvector in this database, and
    on the server's disk. `vacuums`: whether the server takes away by itself what was deleted. Tables: largest first.
    """

    server: str
    version: str
    number: int
    encoding: str
    vector: str
    newest_vector: str
    connecting: Connecting
    rights: Rights
    limits: tuple[Limit, ...]
    vacuums: bool
    tables: tuple[TableState, ...]
    statements: Statements
    cluster: ClusterState | None
