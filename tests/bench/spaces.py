"""How much longer does a recall over many spaces take than over one with the same memories?

    python -m tests.bench.spaces [SPACES] [TURNS]

Prints the ratio of the medians, and the quartiles of the ratio question by question. Both homes are asked
in turn in one process, the one that is first changes; embedding is part of both.
"""

import random
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from quaidpy.domain.identity import together
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for

_ENDS = ("dia", "gen", "riq", "nda", "vel", "fia", "rune", "mira", "gar", "lin")
_PEOPLE = tuple(f"{first}{last}" for first in ("Na", "Ole", "Imo", "Ta", "Wa", "Pa") for last in _ENDS)
_DID = ("moved to", "works in", "visited", "grew up in", "will go to", "sold a house in", "met a friend in")
_PLACES = (
    "Porto", "Ghent", "Lyon", "Bergen", "Trieste", "Malaga", "Leeds", "Zagreb", "Turku", "Split", "Riga", "Vilnius",
    "Gdansk", "Bremen", "Basel", "Torino", "Nantes", "Bilbao", "Cork", "Dundee", "Aarhus", "Uppsala", "Tartu", "Brno",
)  # fmt: skip
_THINGS = ("a violin", "the old boat", "a red bicycle", "two hives", "a camera", "the garden shed", "a kiln")
_QUESTIONS = 60


def talk(chance: random.Random, turns: int, places: int) -> bytes:
    """Among three people, about so many places: the fewer of all places, the more spaces have each of their own."""
    people, known = chance.sample(_PEOPLE, 3), chance.sample(_PLACES, places)
    lines = [
        f"{chance.choice(people)}: I {chance.choice(_DID)} {chance.choice(known)} with {chance.choice(_THINGS)}"
        f" number {chance.randrange(1000)}."
        for _ in range(turns)
    ]
    return "\n".join(lines).encode()


def opened(home: Path) -> Memory:
    return Memory(parts_for(load_settings(home=home, environment={}, flags={"graph.engine": "none"})))


def filled(home: Path, spaces: int, talks: list[bytes]) -> Memory:
    memory = opened(home)
    for number in range(1, spaces):
        memory.create_space(f"space{number}")
    for number, data in enumerate(talks):
        place = number % spaces
        target = memory.within(f"space{place}") if place else memory.within("private")
        target.extract(Intake(owner=target.owner, source_key=f"talk{number}", data=data))
    owner = together([space.key for space in memory.asked_spaces()])
    replace(memory.parts.recalling, owner=owner).read_in()
    return memory


def question(chance: random.Random) -> str:
    return f"where did {chance.choice(_PEOPLE)} go with {chance.choice(_THINGS)}, {chance.choice(_PLACES)}?"


def took(memory: Memory, text: str) -> float:
    began = time.perf_counter()
    memory.recall(text)
    return time.perf_counter() - began


def measure(spaces: int, turns: int, places: int) -> tuple[float, list[float]]:
    chance = random.Random(7)
    talks = [talk(chance, turns, places) for _ in range(spaces)]
    with tempfile.TemporaryDirectory() as folder:
        one, many = filled(Path(folder) / "one", 1, talks), filled(Path(folder) / "many", spaces, talks)
        for _ in range(10):
            took(one, question(chance)), took(many, question(chance))
        pairs = []
        for number in range(_QUESTIONS):
            text = question(chance)
            if number % 2:
                pairs.append((took(one, text), took(many, text)))
            else:
                second = took(many, text)
                pairs.append((took(one, text), second))
        one.close()
        many.close()
    medians = [statistics.median(times) for times in zip(*pairs, strict=True)]
    print(f"median {1000 * medians[0]:.1f} ms and {1000 * medians[1]:.1f} ms")
    return medians[1] / medians[0], sorted(second / first for first, second in pairs)


def main() -> None:
    spaces, turns = (int(each) for each in (*sys.argv[1:3], *("20", "100")[len(sys.argv) - 1 :]))
    for places in (3, len(_PLACES)):
        ratio, ratios = measure(spaces, turns, places)
        low, _, high = statistics.quantiles(ratios, n=4)
        print(
            f"{spaces} spaces that speak of {places} of {len(_PLACES)} places take {ratio:.2f} times as long as one"
            f" (quartiles {low:.2f} to {high:.2f})"
        )


if __name__ == "__main__":
    main()
