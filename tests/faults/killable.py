"""What does a process do until it is killed? It writes, undoes, purges, and says after each commit that it did."""

import random
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId
from quaidpy.domain.memories.index_texts import index_text_of_turn
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


def write_until_killed(path: Path, acknowledge: Connection, seed: int) -> None:
    """Sends the id of each operation once it is committed; a purge sends the memory it erased as `purged m_…`."""
    chance, store, number = random.Random(seed), open_store(path), 0
    while True:
        number += 1
        match chance.choices(["write", "undo", "purge"], [12, 2, 1])[0]:
            case "undo" if number > 2:
                newest = store.operations(ANA, limit=1)[0]
                if newest.cause.verb != "purge":
                    acknowledge.send(store.undo([newest.id], cause(verb="undo")))
            case "purge" if number > 2:
                doomed = MemoryId(f"m_{seed}_{chance.randint(1, number)}")
                store.purge(ANA, [doomed], [])
                acknowledge.send(f"purged {doomed}")
            case _:
                acknowledge.send(write_one(store, f"{seed}_{number}", chance))


def write_one(store: SqliteMemories, name: str, chance: random.Random) -> str:
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
