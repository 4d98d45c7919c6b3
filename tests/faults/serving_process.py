"""What does a client process do while servers are killed? It stores, asks, forgets, and says what it was told."""

import random
import time
from multiprocessing.connection import Connection

from quaidpy.interfaces.client import Client

NAMES = ["Ana", "Ben", "Carla", "Dora", "Emil"]


def use_until_told(home: str, number: int, told: Connection, seconds: float) -> None:
    """Sends what was acknowledged: `stored` a text, `taken` a word, `forgotten` an id; `error` why; last `stall` s."""
    chance, client = random.Random(number), Client(home)
    until, turn, longest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < until:
        turn += 1
        began = time.monotonic()
        try:
            told.send(_one(client, chance, f"{number}x{turn}"))
        except Exception as err:
            told.send(("error", repr(err)))
        longest = max(longest, time.monotonic() - began)
    told.send(("stall", longest))
    told.close()


def _one(client: Client, chance: random.Random, word: str) -> tuple[str, object]:
    name = chance.choice(NAMES)
    match chance.choices(["store", "recall", "extract", "forget"], [5, 3, 2, 1])[0]:
        case "recall":
            client.call("POST", "/v1/recall", {"query": f"what did {name} buy?"})
            return ("recalled", name)
        case "extract":
            text = f"{name}: I bought a lamp called lampe{word} yesterday.\nBen: My sister lives in Leeds.\n"
            client.call("POST", "/v1/episodes", {"text": text, "label": f"talk {word}"})
            return ("taken", f"lampe{word}")
        case "forget":
            kept = client.call(
                "POST", "/v1/memories", {"text": f"{name} lost the key schluessel{word} at work"}
            )
            identity = (kept["new"] or kept["confirmed"])[0]["id"]
            client.call("DELETE", f"/v1/memories/{identity}")
            return ("forgotten", identity)
        case _:
            text = f"{name} bought the book buch{word} in Porto"
            client.call("POST", "/v1/memories", {"text": text})
            return ("stored", text)
