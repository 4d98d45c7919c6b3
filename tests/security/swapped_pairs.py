"""Which pairs of statements have the same words and say something else? Patterns filled by chance, same for a seed."""

import random
from collections.abc import Iterator

_NAMES = ["Nadia", "Magnus", "Priya", "Tomas", "Ines", "Farid", "Greta", "Oleg", "Yuki", "Wanda"]
_PLACES = ["Porto", "Hamburg", "Oslo", "Turin", "Lyon", "Malmo", "Krakow", "Ghent"]
_BEINGS = ["dog", "man", "fox", "nurse", "clerk", "guard", "pilot", "baker"]
_THINGS = ["gateway", "scheduler", "printer", "backup", "parser", "cache", "relay", "boiler"]
_FOODS = ["lentils", "herring", "olives", "celery", "mushrooms", "yoghurt"]

FROM_THE_DRAWING_BOARD = (
    ("The {a} bit the {b} in {p}.", "The {b} bit the {a} in {p}."),
    ("Server{n} talks to port {m}.", "Server{m} talks to port {n}."),
    ("{N} lent {M} a drill.", "{M} lent {N} a drill."),
    ("{N} flew from {p} to {q}.", "{N} flew from {q} to {p}."),
    ("The {x} starts before the {y}.", "The {y} starts before the {x}."),
    ("The {x} starts before the {y}.", "The {x} starts after the {y}."),
    ("{N} eats {f} but not {g}.", "{N} eats {g} but not {f}."),
    ("If the {x} fails, the {y} restarts.", "If the {y} fails, the {x} restarts."),
    ("The {x} restarts.", "The {x} restarts if the {y} fails."),
    ("{N} is taller than {M}.", "{M} is taller than {N}."),
    ("{N} has {n} cats and {m} dogs.", "{N} has {m} cats and {n} dogs."),
    ("{N}'s brother knows {M}.", "{N} knows {M}'s brother."),
    ("{N} prefers {f} to {g}.", "{N} prefers {g} to {f}."),
    ("Only {N} waters the {f}.", "{N} only waters the {f}."),
)
"""Those that were in mind when the order of words was given its meaning."""

KEPT_BACK = (
    ("The {a} was photographed by the {b}.", "The {b} was photographed by the {a}."),
    (
        "Exit code {n} stands for {f} and exit code {m} for {g}.",
        "Exit code {m} stands for {f} and exit code {n} for {g}.",
    ),
    ("{N} taught {M} to swim.", "{M} taught {N} to swim."),
    ("Move the crates out of {p} and into {q}.", "Move the crates out of {q} and into {p}."),
    ("Unless {N} calls, {M} leaves.", "Unless {M} calls, {N} leaves."),
    ("Build {n} broke what build {m} had fixed.", "Build {m} broke what build {n} had fixed."),
    ("{N} owes {M} {n} euros.", "{M} owes {N} {n} euros."),
    ("In {p} {N} is the manager, in {q} a trainee.", "In {q} {N} is the manager, in {p} a trainee."),
    ("The {x} depends on the {y}.", "The {y} depends on the {x}."),
    ("The {x} must run until the {y} stops.", "The {y} must run until the {x} stops."),
    ("Version {n}.{m} replaces version {m}.{n}.", "Version {m}.{n} replaces version {n}.{m}."),
    ("{N} agreed, but {M} refused.", "{M} agreed, but {N} refused."),
    ("{N} did not call because {M} wrote.", "{N} called because {M} did not write."),
    ("Every {a} is a {b}.", "Every {b} is a {a}."),
    ("{N} thinks that {M} is late.", "{M} thinks that {N} is late."),
    ("{f} are cheaper here than {g}.", "{g} are cheaper here than {f}."),
    ("The {x} with the {y} belongs to {N}.", "The {y} with the {x} belongs to {N}."),
    ("{N} works on Monday and rests on Friday.", "{N} works on Friday and rests on Monday."),
    ("The {x} is switched on.", "The {x} is switched off."),
    ("{N} may marry {M}.", "{N} married {M}."),
)
"""Those that were written for the test alone, after the mechanism."""


def pairs(patterns: tuple[tuple[str, str], ...], *, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Each pattern in its turn, with other words each time."""
    chance = random.Random(seed)
    for number in range(count):
        one, other = patterns[number % len(patterns)]
        words: dict[str, object] = {}
        for first, second, kept in (("N", "M", _NAMES), ("p", "q", _PLACES), ("a", "b", _BEINGS)):
            words[first], words[second] = chance.sample(kept, 2)
        for first, second, kept in (("x", "y", _THINGS), ("f", "g", _FOODS)):
            words[first], words[second] = chance.sample(kept, 2)
        words["n"], words["m"] = chance.sample(range(2, 40), 2)
        yield one.format(**words), other.format(**words)
