"""How often is an agent given what answers, whole, current, and little else; and is what matters kept?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quaidpy.bench.adapter import OWNER, kept_home
from quaidpy.bench.given.blocks import block_of
from quaidpy.bench.life.judging import Broken, Judged, Kept, broken, judged, kept
from quaidpy.bench.life.lives import NOTHING, Life
from quaidpy.bench.processes import done_in_order
from quaidpy.bench.progress import Report, silent
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.remember.sources import file_stamp
from quaidpy.services.host_intakes import sources_in
from quaidpy.settings import Settings
from quaidpy.wiring.parts import host_files, parts_for

_ALL = 1_000_000
_WHOLE = "life taken in"


@dataclass(frozen=True, slots=True)
class Share:
    """Some of how many."""

    part: int
    whole: int

    @property
    def percent(self) -> float | None:
        return 100 * self.part / self.whole if self.whole else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """What became of one home."""

    name: str
    judged: tuple[Judged, ...]
    facts: tuple[Kept, ...]
    nevers: tuple[Broken, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """`to_the_point`: lines that answer, of all lines of the blocks that answer."""

    answered: Share
    first: Share
    fresh: Share
    silent: Share
    to_the_point: Share
    facts_kept: Share
    never_broken: Share


def measure_lives(
    lives: Sequence[Life], settings: Settings, folder: Path, report: Report = silent, *, jobs: int = 1
) -> list[Lived]:
    """Each life in a memory of its own, in `folder`, where those that are there are used."""
    found: list[Lived] = []
    for each in done_in_order(_lived, [(life, settings, folder) for life in lives], jobs=jobs):
        found.append(each)
        report("homes", len(found), len(lives))
    return found


def figures_of(lived: Sequence[Lived]) -> Figures:
    asked = [each for one in lived for each in one.judged if each.asked.kind != NOTHING]
    quiet = [each for one in lived for each in one.judged if each.asked.kind == NOTHING]
    right = [each for each in asked if each.is_right]
    return Figures(
        answered=Share(len(right), len(asked)),
        first=Share(sum(each.is_first for each in asked), len(asked)),
        fresh=fresh_share(asked),
        silent=Share(sum(each.is_right for each in quiet), len(quiet)),
        to_the_point=Share(sum(len(each.hits) for each in right), sum(len(each.lines) for each in right)),
        facts_kept=kept_share([fact for one in lived for fact in one.facts]),
        never_broken=_share_of([not never.by for one in lived for never in one.nevers]),
    )


def fresh_share(asked: Sequence[Judged]) -> Share:
    return _share_of([each.fresh for each in asked if each.fresh is not None])


def kept_share(facts: Sequence[Kept]) -> Share:
    return _share_of([fact.by is not None for fact in facts])


def _share_of(answers: Sequence[bool]) -> Share:
    return Share(sum(answers), len(answers))


def _lived(task: tuple[Life, Settings, Path]) -> Lived:
    life, settings, folder = task
    home = kept_home(folder, life.name, life.digest, settings)
    parts = parts_for(replace(settings, home=home, owner=OWNER))
    with Memory(parts) as memory:
        mark = home / _WHOLE
        if not mark.exists():
            for intake in _intakes(life, memory):
                memory.extract(intake)
            mark.touch()
        answers = [(asked, block_of(parts, Query(text=asked.text))) for asked in life.asked]
        now, stored = memory.now(), memory.memories(Filter(owner=OWNER), limit=_ALL)
        return Lived(
            name=life.name,
            judged=tuple(judged(asked, block) for asked, block in answers),
            facts=tuple(kept(fact, stored, now=now) for fact in life.facts),
            nevers=tuple(broken(never, stored, now=now) for never in life.nevers),
        )


def _intakes(life: Life, memory: Memory) -> Iterator[Intake]:
    """As `quaid extract FILE` reads them, file after file."""
    for file in life.files:
        for source in sources_in(file, host_files()):
            stamp = file_stamp(Path(source.key))
            yield Intake(owner=memory.owner, source_key=source.key, data=source.data, written_at=stamp)


def life_document(lived: Sequence[Lived]) -> dict[str, Any]:
    """For a file: the figures, and what became of every question, fact and never."""
    return {
        "figures": figures_of(lived),
        "homes": {each.name: figures_of([each]) for each in lived},
        "answers": [
            {
                "id": each.asked.id,
                "home": each.asked.home,
                "kind": each.asked.kind,
                "ask": each.asked.text,
                "ok": each.is_right,
                "rank": each.hits[0] + 1 if each.hits else None,
                "fresh": each.fresh,
                "block": each.block,
            }
            for one in lived
            for each in one.judged
        ],
        "facts": [{"id": each.fact.id, "by": each.by} for one in lived for each in one.facts],
        "never": [{"id": each.never.id, "by": each.by} for one in lived for each in one.nevers],
    }
