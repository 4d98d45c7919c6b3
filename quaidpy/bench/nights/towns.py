"""What does a large memory of plain sentences look like? Many planted lives side by side, with people of their own."""

from datetime import datetime

from quaidpy.bench.nights.planted import PlantedLife, Said, Sizes, planted_life
from quaidpy.bench.nights.planted_words import PEOPLE
from quaidpy.bench.speed.synthetic_words import invented
from quaidpy.regex import regex

_A_TOWN = 2000  # memories; the sentences have words for no more
_NAME = regex(rf"\b({'|'.join(sorted(PEOPLE, key=len, reverse=True))})\b")


def towns(now: datetime, *, size: int, seed: int = 1) -> PlantedLife:
    """`size` statements: of a first town without family names, and of others whose people each share one."""
    life = PlantedLife()
    while len(life.said) < size:
        number = len(life.said) // _A_TOWN
        sizes = Sizes().scaled(min(_A_TOWN, size - len(life.said)))
        family = f" {invented(number).capitalize()}" if number else ""
        _settle(life, planted_life(now, sizes=sizes, seed=seed + number), family)
    return life


def _settle(life: PlantedLife, town: PlantedLife, family: str) -> None:
    first = len(life.said)
    for said in town.said:
        life.said.append(
            Said(
                number=first + said.number,
                text=_NAME.sub(rf"\1{family}", said.text),
                at=said.at,
                person=said.person + family,
                relation=said.relation,
                target=said.target and _NAME.sub(rf"\1{family}", said.target),
            )
        )
