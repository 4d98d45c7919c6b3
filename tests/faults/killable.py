"""What does a process do until it is killed? It writes, undoes, purges, and says after each commit that it did."""

import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId
from quaidpy.domain.memories.index_texts import index_text_of_turn
from quaidpy.errors import ConflictError, StorageError
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.storage.sql.stores.memories import SqlMemories
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from tests.fakes import HashingEmbedder
from tests.samples import ANA, cause, edge, entity, episode, memory, turn

EMBEDDER = HashingEmbedder()


def open_store(path: Path) -> SqliteMemories:
    clock = SystemClock()
    return SqliteMemories(Database(path, clock=clock), clock, SortableIds())


def open_server_store(url: str) -> PostgresMemories:
    clock = SystemClock()
    return PostgresMemories(PostgresDatabase(url, clock=clock, most_connections=4), clock, SortableIds())


def write_until_killed(path: Path, acknowledge: Connection, seed: int) -> None:
    """Sends the id of each operation once it is committed; a purge sends the memory it erased as `purged m_…`."""
    chance, store, number = random.Random(seed), open_store(path), 0
    while True:
        number += 1
        acknowledge.send(_act(store, chance, seed, number))


def write_to_server_until_killed(url: str, acknowledge: Connection, seed: int) -> None:
    """Like `write_until_killed`; while the server is away it goes on trying, and sends each refusal as `refused …`."""
    chance, store, number = random.Random(seed), open_server_store(url), 0
    while True:
        number += 1
        try:
            acknowledge.send(_act(store, chance, seed, number))
        except ConflictError:
            continue  # another client has taken back what was the newest when this one looked
        except StorageError as err:
            acknowledge.send(f"refused {err}")
            time.sleep(0.02)


def _act(store: SqlMemories, chance: random.Random, seed: int, number: int) -> str:
    """What it did, once it is committed."""
    match chance.choices(["write", "undo", "purge"], [12, 2, 1])[0]:
        case "undo" if number > 2:
            newest = store.operations(ANA, limit=1)[0]
            if newest.cause.verb != "purge":
                return store.undo([newest.id], cause(verb="undo"))
        case "purge" if number > 2:
            doomed = MemoryId(f"m_{seed}_{chance.randint(1, number)}")
            store.purge(ANA, [doomed], [])
            return f"purged {doomed}"
    return write_one(store, f"{seed}_{number}", chance)


def write_one(store: SqlMemories, name: str, chance: random.Random) -> str:
    """A small episode with a memory, an entity, an edge and vectors, in one transaction."""
    talk = EpisodeId(f"ep_{name}")
    said = [turn(seq, f"bees number {seq} of {name}", talk) for seq in range(chance.choice([1, 1, 20]))]
    known = entity(f"e_{chance.randint(0, 5)}", f"Name {chance.randint(0, 5)}")
    stated = memory(f"m_{name}", f"{known.name} keeps bees {name}", confidence=chance.random())
    texts = [stated.text, *map(index_text_of_turn, said)]
    with store.writing(cause()) as writing:
        writing.put_episode(episode(talk))
        writing.put_turns(said)
        writing.put_entity(known)
        writing.put_memory(stated)
        writing.put_mentions([Mention(stated.id, known.id, 1.0), *(Mention(t.id, known.id) for t in said)])
        writing.put_edge(edge(f"r_{name}", known.id, "keeps", EntityId("e_0"), memory=stated.id))
        writing.put_vectors(EMBEDDER.identity, dict(zip(texts, EMBEDDER.embed(texts), strict=True)))
        return writing.operation


def write_many(path: Path, writer: int, count: int) -> None:
    """`count` memories, one transaction each."""
    store = open_store(path)
    for number in range(count):
        with store.writing(cause()) as writing:
            writing.put_memory(memory(f"m_{writer}_{number:03}", f"writer {writer} wrote {number}"))
    store.close()


def open_and_close(path: Path) -> None:
    open_store(path).close()
