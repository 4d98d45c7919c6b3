"""What must a night find in this memory, and what must it leave alone? A life with planted faults, same for a seed."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from quaidpy.bench.nights.planted_phrases import APART, FAMILIES, MEASURED, Family
from quaidpy.bench.nights.planted_words import FILLERS, PEOPLE
from quaidpy.regex import regex

_STALE_DAYS, _NEW_DAYS = 400, 20
_SLOT = regex(r"\{(\w+)\}")


class Plant(StrEnum):
    """Why two statements stand in the memory together."""

    PARAPHRASE = "paraphrase"
    REORDER = "reorder"
    TYPO = "typo"
    UNIT = "unit"
    APART = "near miss"
    EXCLUSIVE = "exclusive contradiction"
    OPPOSED = "other contradiction"


DUPLICATES = (Plant.PARAPHRASE, Plant.REORDER, Plant.TYPO, Plant.UNIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One statement; `relation` and `target` when it states an exclusive relation of `person`."""

    number: int
    text: str
    at: datetime
    person: str
    relation: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements by number, the plant, and which family they are of."""

    plant: Plant
    one: int
    other: int
    family: str


@dataclass(slots=True)
class PlantedLife:
    said: list[Said] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How many of each. The default is what the night promises to be measured on."""

    memories: int = 2000
    paraphrases: int = 110
    reorders: int = 60
    typos: int = 70
    units: int = 60
    apart: int = 150
    contradictions: int = 60
    stale: int = 200

    def scaled(self, memories: int) -> "Sizes":
        share = memories / self.memories
        return Sizes(
            memories=memories,
            **{
                name: max(1, round(getattr(self, name) * share))
                for name in ("paraphrases", "reorders", "typos", "units", "apart", "contradictions", "stale")
            },
        )


def planted_life(now: datetime, *, sizes: Sizes, seed: int = 1) -> PlantedLife:
    """All statements; pairs lie far apart in it, and nothing but the pairs says the same twice."""
    return _Planter(now, random.Random(seed)).plant(sizes)  # noqa: S311 - the same life for the same seed


class _Planter:
    def __init__(self, now: datetime, chance: random.Random) -> None:
        self._now = now
        self._chance = chance
        self._life = PlantedLife()
        self._used: set[str] = set()
        self._married: set[str] = set()

    def plant(self, sizes: Sizes) -> PlantedLife:
        self._rephrased(sizes.paraphrases, Plant.PARAPHRASE)
        self._rephrased(sizes.reorders, Plant.REORDER)
        self._mistyped(sizes.typos)
        self._measured(sizes.units)
        self._near_misses(sizes.apart)
        self._contradictions(sizes.contradictions)
        for _ in range(sizes.stale):
            family, filling = self._fresh()
            self._life.stale.append(self._say(family.wordings[0], filling, family, days=_STALE_DAYS))
        while len(self._life.said) < sizes.memories:
            family, filling = self._fresh()
            self._say(self._chance.choice(family.wordings), filling, family)
        return self._life

    def _rephrased(self, count: int, plant: Plant) -> None:
        fitting = [(f, pair) for f in FAMILIES for pair in wordings_of(f, plant)]
        families = sorted({f.name for f, _ in fitting})
        for number in range(count):
            name = families[number % len(families)]
            family, (one, other) = self._chance.choice([each for each in fitting if each[0].name == name])
            _, filling = self._fresh(family)
            self._pair(plant, family.name, (one, other), (filling, filling), family)

    def _mistyped(self, count: int) -> None:
        for _ in range(count):
            family, filling = self._fresh()
            text = _filled(self._chance.choice(family.wordings), filling)
            self._pair(
                Plant.TYPO, family.name, (text, self._with_typo(text, filling)), (filling, filling), family
            )

    def _with_typo(self, text: str, filling: dict[str, str]) -> str:
        """One slip of a finger in one longer word that is no name."""
        names = set(filling.values())
        places = [
            match
            for match in re.finditer(r"\b[a-z]{5,}\b", text)
            if not any(match[0] in name for name in names)
        ] or list(re.finditer(r"\b[a-z]{4,}\b", text))
        if not places:
            return text.replace("  ", " ").rstrip(".")
        match = self._chance.choice(places)
        word, at = match[0], self._chance.randrange(1, len(match[0]) - 2)
        typos = (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
        )
        return text[: match.start()] + self._chance.choice(typos) + text[match.end() :]

    def _measured(self, count: int) -> None:
        for number in range(count):
            sentence, one, other = MEASURED[number % len(MEASURED)]
            person = self._fresh_filling(sentence, "")["p"]
            texts = [sentence.replace("{one}", form) for form in (one, other)]
            filling = {"p": person, **self._measure()}
            self._pair(Plant.UNIT, "measure", (texts[0], texts[1]), (filling, filling))

    def _measure(self) -> dict[str, str]:
        a, h, w, t = (self._chance.randrange(2, 9) for _ in range(4))
        m, c, n2 = self._chance.randrange(1, 5), self._chance.randrange(1, 9), self._chance.randrange(11, 98)
        numbers = {"a": a, "a000": a * 1000, "h": h, "hm": h * 60, "w": w, "wd": w * 7, "t": t, "t12": t + 12}
        return {name: str(value) for name, value in {**numbers, "m": m, "c": c, "n2": n2}.items()}

    def _near_misses(self, count: int) -> None:
        kinds = (self._opposite, self._opposite, self._other_filling, self._other_person, self._other_measure)
        for number in range(count):
            kinds[number % len(kinds)](number)

    def _opposite(self, number: int) -> None:
        one, other = APART[(number // 2) % len(APART)]
        filling = self._fresh_filling(one, other)
        self._pair(Plant.APART, "opposite", (one, other), (filling, filling))

    def _other_filling(self, number: int) -> None:
        family, filling = self._fresh()
        wording = self._chance.choice(family.wordings)
        slots = [slot for slot in _SLOT.findall(wording) if slot in FILLERS]
        if family.relation or not slots:
            self._opposite(number)
            return
        slot = self._chance.choice(slots)
        changed = {**filling, slot: self._chance.choice([x for x in FILLERS[slot] if x != filling[slot]])}
        self._pair(Plant.APART, "other filling", (wording, wording), (filling, changed), family)

    def _other_person(self, number: int) -> None:
        alike = [(one, other) for one in PEOPLE for other in PEOPLE if one < other and one[:2] == other[:2]]
        person, double = self._chance.choice(alike)
        family, filling = self._fresh()
        wording = family.wordings[0]
        if "{p}" not in wording or family.relation:
            self._opposite(number)
            return
        for name in (person, double):
            self._used.add(f"{family.name} {[name]}")
        fillings = ({**filling, "p": person}, {**filling, "p": double})
        self._pair(Plant.APART, "other person", (wording, wording), fillings, family)

    def _other_measure(self, number: int) -> None:
        sentence, one, other = MEASURED[number % len(MEASURED)]
        filling = {"p": self._fresh_filling(sentence, "")["p"], **self._measure()}
        changed = dict(filling)
        while _filled(other, changed) == _filled(other, filling):
            changed = {**filling, **self._measure()}
        texts = (sentence.replace("{one}", one), sentence.replace("{one}", other))
        self._pair(Plant.APART, "other measure", texts, (filling, changed))

    def _contradictions(self, count: int) -> None:
        exclusive = [family for family in FAMILIES if family.relation]
        for number in range(count):
            if number % 2 == 0:
                family, filling = self._fresh(exclusive[(number // 2) % len(exclusive)])
                slot = next(slot for slot in ("city", "company", "q") if f"{{{slot}}}" in family.wordings[0])
                values = FILLERS.get(slot, PEOPLE)
                taken = {filling[slot], filling["p"], *self._married}
                changed = {**filling, slot: self._chance.choice([x for x in values if x not in taken])}
                if slot == "q":
                    self._married.update((filling["p"], filling["q"], changed["q"]))
                wording = family.wordings[0]
                self._pair(Plant.EXCLUSIVE, family.name, (wording, wording), (filling, changed), family)
            else:
                one, other = APART[(1, 17, 0, 19)[(number // 2) % 4]]
                filling = self._fresh_filling(one, other)
                self._pair(Plant.OPPOSED, "opposed", (one, other), (filling, filling))

    def _fresh(self, family: Family | None = None) -> tuple[Family, dict[str, str]]:
        """A filling of a family (any, when None) that nothing in this life says yet."""
        while True:
            chosen = family or self._chance.choice(FAMILIES)
            filling = self._filling(" ".join(chosen.wordings))
            wording = chosen.wordings[0]
            people = sorted(filling[slot] for slot in ("p", "q") if f"{{{slot}}}" in wording)
            key = f"{chosen.name} {filling['p'] if chosen.relation else people or _filled(wording, filling)}"
            is_taken = chosen.name == "married" and not self._married.isdisjoint((filling["p"], filling["q"]))
            if key not in self._used and not is_taken:
                self._used.add(key)
                return chosen, filling

    def _fresh_filling(self, one: str, other: str) -> dict[str, str]:
        """For sentences of no family."""
        while True:
            filling = self._filling(one + other)
            key = f"{one} {other} {filling['p']}"
            if key not in self._used:
                self._used.add(key)
                return filling

    def _filling(self, text: str) -> dict[str, str]:
        person, other = self._chance.sample(PEOPLE, 2)
        filling = {"p": person, "q": other}
        for slot in dict.fromkeys(_SLOT.findall(text)):
            if slot in FILLERS:
                filling[slot] = self._chance.choice(FILLERS[slot])
        return filling

    def _pair(
        self,
        plant: Plant,
        family: str,
        wordings: tuple[str, str],
        fillings: tuple[dict[str, str], dict[str, str]],
        of: Family | None = None,
    ) -> None:
        numbers = [
            self._say(wording, filling, of, days=_NEW_DAYS - 9 * place)
            for place, (wording, filling) in enumerate(zip(wordings, fillings, strict=True))
        ]
        self._life.pairs.append(Pair(plant, numbers[0], numbers[1], family))

    def _say(
        self, wording: str, filling: dict[str, str], family: Family | None, *, days: float = _NEW_DAYS
    ) -> int:
        number = len(self._life.said)
        relation = family.relation if family else None
        target = (
            next((filling[s] for s in ("city", "company", "q") if s in filling), None) if relation else None
        )
        at = self._now - timedelta(days=days) + timedelta(minutes=number)
        text = _filled(wording, filling)
        self._life.said.append(
            Said(number=number, text=text, at=at, person=filling["p"], relation=relation, target=target)
        )
        return number


def wordings_of(family: Family, plant: Plant) -> list[tuple[str, str]]:
    """Pairs of wordings: of the same words in another order, or of other words."""
    pairs = [(one, other) for one in family.wordings for other in family.wordings if one < other]
    return [pair for pair in pairs if (_bag(pair[0]) == _bag(pair[1])) == (plant is Plant.REORDER)]


def _bag(text: str) -> Sequence[str]:
    return sorted(re.findall(r"[{}\w']+", text.lower()))


def _filled(text: str, filling: dict[str, str]) -> str:
    filled = _SLOT.sub(lambda match: filling.get(match[1], match[0]), text)
    return filled[:1].upper() + filled[1:]
