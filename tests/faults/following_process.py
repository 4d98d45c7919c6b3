"""What does a process do until it is killed? It writes rows, follows them into the graph, and says each step."""

import random
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.system.clock import SystemClock
from tests.graph_house import ANA, GraphHouse, edge, entity, graph_house, mention


def follow_until_killed(folder: Path, say: Connection, seed: int) -> None:
    chance = random.Random(seed)
    house = graph_house(folder, SystemClock(), follow_limit=40, follow_share=0.0, nearest_links=3)
    say.send("opening")
    for step in range(100_000):
        _write(house, chance, f"{seed}_{step}")
        _follow(house, chance)
        say.send("in step")


def _write(house: GraphHouse, chance: random.Random, name: str) -> None:
    ids = [f"e_{number}" for number in range(20)]
    house.put(
        entities=[entity(chance.choice(ids), f"Name {name}")],
    )
    present = [each.id for each in house.store.all_entities(ANA)]
    house.put(
        edges=[
            edge(
                f"r_{chance.randrange(60)}",
                chance.choice(present),
                "knows",
                chance.choice(present),
                weight=chance.random(),
            )
            for _ in range(chance.choice([1, 3, 50]))
        ],
        mentions=[mention(f"m_{chance.randrange(40)}", chance.choice(present), chance.random())],
    )
    if chance.random() < 0.2:
        house.remove_edge(f"r_{chance.randrange(60)}")


def _follow(house: GraphHouse, chance: random.Random) -> None:
    dice = chance.random()
    if dice < 0.1:
        house.follower.rebuild(ANA)
    elif dice < 0.2:
        house.follower.close()
    house.follower.catch_up(ANA)
