"""What does a night find in a memory with planted faults, and what does it spoil?"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from quaidpy.bench.nights.knowing import Knowing, Texts
from quaidpy.bench.nights.planted import DUPLICATES, Plant, PlantedLife, Said, Sizes, planted_life
from quaidpy.bench.progress import Report
from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import (
    EDGE_PREFIX,
    ENTITY_PREFIX,
    MEMORY_PREFIX,
    EdgeId,
    EntityId,
    EpisodeId,
    MemoryId,
    turn_id,
)
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.drafts import EdgeDraft, EntityDraft
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory as Facade
from quaidpy.ports.models import LanguageModel
from quaidpy.remember.changing.noting import Note, as_said
from quaidpy.remember.deciding.embedding import embed_waiting
from quaidpy.remember.model.asking import ModelTools
from quaidpy.settings import Settings
from quaidpy.wiring.models import prompt_files
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night
from quaidpy_janitor.task import NightTools

_A_COMMIT = 200  # statements

Judge = Callable[[Iterable[Texts], Iterable[Texts]], Knowing]
"""A model, made from the pairs that say the same and those that contradict one another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFigures:
    """`merged`: pairs by plant, found of planted.

    `shown`: of the duplicates that words did not merge, those that a model was asked about.
    `other_merges`: statements merged although nobody planted them as a pair; chance makes a few that say the same.
    """

    merged: dict[str, tuple[int, int]]
    near_misses_merged: tuple[tuple[str, str], ...]
    other_merges: tuple[tuple[str, str], ...]
    exclusive_closed: tuple[int, int]
    opposed_found: tuple[int, int]
    faded: tuple[int, int]
    history_kept: int
    second_run: dict[str, int]
    seconds: float
    missed: tuple[tuple[str, str], ...] = field(default=())
    shown: tuple[int, int] | None = None
    model_calls: int = 0
    model_tokens: int = 0

    @property
    def duplicates(self) -> tuple[int, int]:
        of = [self.merged[plant.value] for plant in DUPLICATES]
        return sum(found for found, _ in of), sum(planted for _, planted in of)

    def document(self) -> dict[str, Any]:
        found, planted = self.duplicates
        return {
            "duplicates": {"merged": found, "planted": planted, "share": found / max(1, planted)},
            "by_plant": {name: {"merged": a, "planted": b} for name, (a, b) in self.merged.items()},
            "near_misses_merged": self.near_misses_merged,
            "other_merges": self.other_merges,
            "exclusive_closed": self.exclusive_closed,
            "opposed_found": self.opposed_found,
            "faded": self.faded,
            "history_kept": self.history_kept,
            "second_run": self.second_run,
            "seconds": self.seconds,
            "missed": self.missed,
            "shown_to_the_model": self.shown,
            "model_calls": self.model_calls,
            "model_tokens": self.model_tokens,
        }


class PlantedHome:
    """A home with a planted life in it, written as an import from elsewhere would be: nothing was deduplicated."""

    def __init__(self, settings: Settings, life: Callable[[datetime], PlantedLife]) -> None:
        self.parts = parts_for(settings)
        self._remembering = self.parts.remembering
        self.settings = settings
        self.life = life(self._remembering.clock.now())
        self.ids: dict[int, MemoryId] = {}
        self._entities: dict[tuple[str, str], EntityId] = {}

    def build(self, report: Report) -> None:
        said = self.life.said
        cause = Cause(owner=self.parts.owner, verb="import", why="a planted life", who="import")
        for start in range(0, len(said), _A_COMMIT):
            with self._remembering.store.writing(cause) as writing:
                for each in said[start : start + _A_COMMIT]:
                    memory, mentions, edges, fresh = self._rows(each)
                    for entity in fresh:
                        writing.put_entity(entity)
                    writing.put_memory(memory)
                    writing.put_mentions(mentions)
                    for edge in edges:
                        writing.put_edge(edge)
            report("statements", min(start + _A_COMMIT, len(said)), len(said))
        if self._remembering.embedder is not None:
            tools = self._remembering
            embed_waiting(self.parts.owner, tools.store, tools.search, self._remembering.embedder)

    def _rows(self, said: Said) -> tuple[Memory, list[Mention], list[Edge], list[Entity]]:
        tools, owner = self._remembering, self.parts.owner
        episode = EpisodeId(f"ep_{said.number:026d}")
        turn = Turn(
            id=turn_id(episode, 0),
            episode=episode,
            owner=owner,
            seq=0,
            text=said.text,
            speaker=None,
            at=said.at,
        )
        (draft,) = as_said(Note(owner=owner, text=said.text), turn, said.at, tools).drafts
        identity = MemoryId(tools.ids.new(MEMORY_PREFIX))
        self.ids[said.number] = identity
        kind = Kind.FACT if draft.kind in {Kind.EVENT, Kind.CASE} else draft.kind
        lifetime = Lifetime(recorded_at=said.at, valid_from=said.at)
        memory = Memory(
            id=identity, owner=owner, kind=kind, text=said.text, content_hash=content_hash(said.text),
            lifetime=Lifetime(recorded_at=said.at), stated_at=said.at, status=Status.ACTIVE, keywords=draft.keywords,
            confidence=0.8,
        )  # fmt: skip
        fresh: list[Entity] = []
        mentions = {
            m.entity: Mention(identity, self._entity(m.entity, fresh), m.weight) for m in draft.mentions
        }
        drafts = list(draft.edges)
        if said.relation and said.target and all(edge.relation != said.relation for edge in drafts):
            # What the rules read is another measurement; here each exclusive statement has its relation.
            ends = [EntityDraft(name=name, type=EntityType.PERSON) for name in (said.person, said.target)]
            drafts.append(EdgeDraft(subject=ends[0], relation=said.relation, object=ends[1]))
        edges = [
            Edge(
                id=EdgeId(tools.ids.new(EDGE_PREFIX)), owner=owner, source=self._entity(edge.subject, fresh),
                relation=edge.relation, target=self._entity(edge.object, fresh), lifetime=lifetime, memory=identity,
            )
            for edge in drafts
        ]  # fmt: skip
        by_entity = {mention.entity: mention for mention in mentions.values()}
        return memory, list(by_entity.values()), edges, fresh

    def _entity(self, draft: EntityDraft, fresh: list[Entity]) -> EntityId:
        key = (draft.name.casefold(), "")
        if key not in self._entities:
            identity = EntityId(self._remembering.ids.new(ENTITY_PREFIX))
            self._entities[key] = identity
            fresh.append(Entity(id=identity, owner=self.parts.owner, type=draft.type, name=draft.name))
        return self._entities[key]


def measure_night(
    settings: Settings,
    report: Report,
    *,
    folder: Path,
    sizes: Sizes,
    seed: int = 1,
    judge: Judge | None = None,
) -> NightFigures:
    """Plant, run a night, compare, run another. `judge`: the model to ask, told what was planted."""
    home = PlantedHome(replace(settings, home=folder), lambda now: planted_life(now, sizes=sizes, seed=seed))
    home.build(report)
    model = judge(*answers_of(home.life)) if judge else None
    tools = judged_by(model, night_tools(home.settings, home.parts), home.settings)
    with Facade(home.parts) as memory:
        before = memory.stats()["memories"]
        begun = perf_counter()
        night = run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
        seconds = perf_counter() - begun
        second = run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
        failures = [task.failure for task in (*night.tasks, *second.tasks) if task.failure]
        assert not failures, failures
        figures = _figures(
            home, tools, before=before, seconds=seconds,
            second={task.task: len(task.planned) for task in second.tasks if task.planned},
        )  # fmt: skip
        spent = night.spending
        return replace(
            figures,
            shown=_shown(home.life, figures, model) if model else None,
            model_calls=spent.calls,
            model_tokens=spent.input_tokens + spent.output_tokens,
        )


def judged_by(model: LanguageModel | None, tools: NightTools, settings: Settings) -> NightTools:
    """The tools with this model in the place of the configured one."""
    if model is None:
        return tools
    return replace(tools, model=ModelTools(model=model, prompts=prompt_files(settings), timeout_s=60))


def answers_of(life: PlantedLife) -> tuple[list[Texts], list[Texts]]:
    """The texts of the pairs that say the same, and of those that contradict one another."""
    same: list[Texts] = []
    opposed: list[Texts] = []
    for pair in life.pairs:
        texts = frozenset((life.said[pair.one].text, life.said[pair.other].text))
        if pair.plant in DUPLICATES:
            same.append(texts)
        elif pair.plant is not Plant.APART:
            opposed.append(texts)
    return same, opposed


def _shown(life: PlantedLife, figures: NightFigures, model: Knowing) -> tuple[int, int]:
    """Of the duplicates that words did not merge, how many the model was asked about; the others nothing can find."""
    missed = {frozenset(texts) for texts in figures.missed}
    same = answers_of(life)[0]
    left = [texts for texts in same if texts in missed or texts in model.shown]
    return sum(texts in model.shown for texts in left), len(left)


def _figures(
    home: PlantedHome, tools: NightTools, *, before: int, seconds: float, second: dict[str, int]
) -> NightFigures:
    life, ids, owner = home.life, home.ids, home.parts.owner
    stored = {memory.id: memory for memory in tools.store.memories(owner, list(ids.values()))}
    together = {
        frozenset(pair) for group in merged_groups(home, tools) for pair in combinations(sorted(group), 2)
    }
    planted: Counter[str] = Counter(pair.plant.value for pair in life.pairs)
    found: Counter[str] = Counter()
    allowed: set[frozenset[int]] = set()
    missed: list[tuple[str, str]] = []
    for pair in life.pairs:
        key = frozenset((pair.one, pair.other))
        if pair.plant in DUPLICATES:
            allowed.add(key)
        if key in together:
            found[pair.plant.value] += 1
        elif pair.plant in DUPLICATES:
            missed.append((life.said[pair.one].text, life.said[pair.other].text))
    plants = {frozenset((pair.one, pair.other)): pair.plant for pair in life.pairs}
    wrong = [key for key in together if key not in allowed and not _is_one_text(life, key)]
    return NightFigures(
        merged={plant.value: (found[plant.value], planted[plant.value]) for plant in DUPLICATES},
        near_misses_merged=tuple(_texts(life, key) for key in wrong if plants.get(key) is Plant.APART),
        other_merges=tuple(_texts(life, key) for key in wrong if plants.get(key) is not Plant.APART),
        exclusive_closed=_closed(home, tools, Plant.EXCLUSIVE),
        opposed_found=_questioned(home, tools),
        faded=(sum(stored[ids[number]].confidence < 0.8 for number in life.stale), len(life.stale)),
        history_kept=before - len(stored),
        second_run=second,
        seconds=seconds,
        missed=tuple(missed),
    )


def _closed(home: PlantedHome, tools: NightTools, plant: Plant) -> tuple[int, int]:
    """Pairs of which exactly one edge still holds and the other has ended, its row still there."""
    pairs = [pair for pair in home.life.pairs if pair.plant is plant]
    done = 0
    for pair in pairs:
        edges = tools.store.edges_stated_by(home.parts.owner, [home.ids[pair.one], home.ids[pair.other]])
        relation = home.life.said[pair.one].relation
        ends = [edge.lifetime.valid_to is not None for edge in edges if edge.relation == relation]
        done += sorted(ends) == [False, True]
    return done, len(pairs)


def _questioned(home: PlantedHome, tools: NightTools) -> tuple[int, int]:
    """Other contradictions that were put to a person, or settled."""
    pairs = [pair for pair in home.life.pairs if pair.plant is Plant.OPPOSED]
    asked = {frozenset(question.subjects) for question in tools.records.questions(home.parts.owner)}
    done = sum(frozenset((home.ids[pair.one], home.ids[pair.other])) in asked for pair in pairs)
    return done, len(pairs)


def merged_groups(home: PlantedHome, tools: NightTools) -> list[frozenset[int]]:
    """The numbers of the statements that each merge made one."""
    number_of = {identity: number for number, identity in home.ids.items()}
    return [
        frozenset(
            number_of[MemoryId(str(value))]
            for change in operation.changes
            if change.table == "memories"
            for name, value in change.key
            if name == "id"
        )
        for operation in tools.store.operations(home.parts.owner, limit=1_000_000)
        if operation.cause.verb == "merge"
    ]


def _is_one_text(life: PlantedLife, key: frozenset[int]) -> bool:
    return len({life.said[number].text for number in key}) == 1


def _texts(life: PlantedLife, key: frozenset[int]) -> tuple[str, str]:
    one, other = sorted(key)
    return life.said[one].text, life.said[other].text
