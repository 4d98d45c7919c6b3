"""How well does a night tell apart what somebody else wrote? Pairs of statements in files, a line each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from quaidpy.bench.nights.knowing import Texts
from quaidpy.bench.nights.nights import Judge, PlantedHome, judged_by, merged_groups
from quaidpy.bench.nights.planted import PlantedLife, Said
from quaidpy.bench.progress import Report
from quaidpy.domain.nights import Matter, Question
from quaidpy.errors import UnreadableError
from quaidpy.memory import Memory as Facade
from quaidpy.settings import Settings
from quaidpy.wiring.nights import night_tools
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night
from quaidpy_janitor.task import NightTools

FILES = ("duplicates", "near_misses", "contradictions", "compatible")
_BETWEEN = " || "
_DAYS_BETWEEN = 20


@dataclass(frozen=True, slots=True)
class WrittenPair:
    """Two statements and the heading they stand under; `number` is the line's place among the pairs of its file."""

    file: str
    number: int
    heading: str
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """`merged`: both are one memory now. `asked`: a person is asked whether they should be.

    `opposed`: one has ended, or a person is asked which of them is true.
    """

    pair: WrittenPair
    merged: bool
    asked: bool
    opposed: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of each pair, and what was merged although no pair says so."""

    pairs: tuple[JudgedPair, ...]
    others: tuple[tuple[str, ...], ...]

    def count(self, file: str) -> dict[str, int]:
        mine = [each for each in self.pairs if each.pair.file == file]
        return {
            "pairs": len(mine),
            "merged": sum(each.merged for each in mine),
            "asked": sum(each.asked for each in mine),
            "opposed": sum(each.opposed for each in mine),
        }

    def document(self) -> dict[str, Any]:
        return {
            **{file: self.count(file) for file in FILES},
            "merged otherwise": self.others,
            "wrong": [[p.pair.file, p.pair.heading, *p.pair.texts] for p in self.pairs if not is_right(p)],
        }


def is_right(judged: JudgedPair) -> bool:
    """Duplicates merged, contradictions found, everything else left alone."""
    wanted = {"duplicates": (True, False), "contradictions": (False, True)}
    if judged.pair.file == "near_misses":  # some do contradict one another; they must stay apart
        return not judged.merged
    return (judged.merged, judged.opposed) == wanted.get(judged.pair.file, (False, False))


def read_pairs(folder: Path, *, half: int | None = None) -> list[WrittenPair]:
    """The pairs of all files; `half` 0 or 1 takes every other one. Raises UnreadableError."""
    pairs: list[WrittenPair] = []
    for file in FILES:
        heading, number = "", 0
        for line in (folder / f"{file}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line[1:].strip()
                continue
            one, between, other = line.partition(_BETWEEN)
            if not between:
                raise UnreadableError(f"a pair of {file} lacks its{_BETWEEN}: {line}")
            if half is None or number % 2 == half:
                pairs.append(WrittenPair(file, number, heading, (one, other)))
            number += 1
    return pairs


def judge_pairs(
    settings: Settings,
    report: Report,
    *,
    folder: Path,
    pairs: Sequence[WrittenPair],
    judge: Judge | None = None,
) -> Judgement:
    """A night over each file's pairs in a home of its own. `judge`: the model to ask, told what the files say."""
    model = judge(_texts(pairs, "duplicates"), _texts(pairs, "contradictions")) if judge else None
    judged: list[JudgedPair] = []
    others: list[tuple[str, ...]] = []
    for file in FILES:
        mine = [pair for pair in pairs if pair.file == file]
        home = PlantedHome(replace(settings, home=folder / file), partial(_life, mine))
        home.build(report)
        tools = judged_by(model, night_tools(home.settings, home.parts), home.settings)
        with Facade(home.parts) as memory:
            run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
            judged += _judged(home, tools, mine)
            others += _merged_otherwise(home, tools)
    return Judgement(tuple(judged), tuple(others))


def _texts(pairs: Iterable[WrittenPair], file: str) -> list[Texts]:
    return [frozenset(pair.texts) for pair in pairs if pair.file == file]


def _life(pairs: Iterable[WrittenPair], now: datetime) -> PlantedLife:
    life = PlantedLife()
    for place, pair in enumerate(pairs):
        for turn, text in enumerate(pair.texts):
            at = now - timedelta(days=2 * _DAYS_BETWEEN - turn * _DAYS_BETWEEN, minutes=place)
            life.said.append(Said(number=2 * place + turn, text=text, at=at, person=""))
    return life


def _judged(home: PlantedHome, tools: NightTools, pairs: Sequence[WrittenPair]) -> list[JudgedPair]:
    owner = home.parts.owner
    groups = merged_groups(home, tools)
    asked = _questioned(tools.records.questions(owner), Matter.DUPLICATE)
    opposed = _questioned(tools.records.questions(owner), Matter.CONTRADICTION)
    stated = tools.store.edges_stated_by(owner, list(home.ids.values()))
    ended = {edge.memory for edge in stated if edge.lifetime.valid_to is not None}
    judged = []
    for place, pair in enumerate(pairs):
        numbers = (2 * place, 2 * place + 1)
        ids = frozenset(home.ids[number] for number in numbers)
        judged.append(
            JudgedPair(
                pair,
                merged=any(set(numbers) <= group for group in groups),
                asked=ids in asked,
                opposed=ids in opposed or not ids.isdisjoint(ended),
            )
        )
    return judged


def _questioned(questions: Iterable[Question], matter: Matter) -> set[frozenset[str]]:
    """What a person is asked, or a model has called so."""
    return {
        frozenset(each.subjects)
        for each in questions
        if each.matter is matter and each.verdict not in {"apart", "compatible"}
    }


def _merged_otherwise(home: PlantedHome, tools: NightTools) -> list[tuple[str, ...]]:
    return [
        tuple(home.life.said[number].text for number in sorted(group))
        for group in merged_groups(home, tools)
        if len({number // 2 for number in group}) > 1
    ]
