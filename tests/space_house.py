"""A home of several people and agents with spaces: who may read what in it, by the home and by a model of it."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.operations import caller_named
from quaidpy.domain.spaces import ReadPolicy, Role
from quaidpy.errors import NotFoundError, QuaidError
from quaidpy.interfaces.api import handlers, requests, space_handlers
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import Household

OWNERS = ("ana", "ben")
AGENTS = (None, "codex", "gemini", "codex:cron")
NAMES = ("team", "lab")
_ALLOWED, _IN_MADE = 0.85, 0.7
_TRACES = 60
_SENTENCE = "Nadia keeps the {} in the harbour."


@dataclass(frozen=True, slots=True)
class Who:
    owner: str
    agent: str | None


@dataclass(slots=True)
class Place:
    """What the model knows of a space. `roles`: by owner and agent ("" for all of an owner's)."""

    owner: str
    name: str
    policy: str
    roles: dict[tuple[str, str], str] = field(default_factory=dict)

    def role_of(self, who: Who) -> str | None:
        if who.agent is None and who.owner == self.owner:
            return "owner"
        own = self.roles.get((who.owner, who.agent or "user"))
        is_channel = who.agent is not None and who.agent.endswith(":cron")
        if own is not None or is_channel:
            return own or ("reader" if self.name == "global" and who.owner == self.owner else None)
        return self.roles.get((who.owner, ""))

    def is_read_by(self, who: Who) -> bool:
        role = self.role_of(who)
        if self.policy == "public":
            return True
        if self.name == "global":
            return role is not None
        return role == "owner" if self.policy == "private" else role is not None

    def is_written_by(self, who: Who) -> bool:
        return self.role_of(who) in {"owner", "writer"}


class SpaceHouse:
    """Does things as somebody, and knows for each token who may read it now. `been`: where it ever was."""

    def __init__(self, household: Household) -> None:
        self.household = household
        self.places: dict[tuple[str, str], Place] = {}
        self.tokens: dict[str, tuple[str, str]] = {}
        self.ids: dict[str, str] = {}
        self.been: dict[str, set[tuple[str, str]]] = {}
        self.recalls: list[str] = []
        for owner in OWNERS:
            self._stand(owner, "private", "")
            self._stand(owner, "global", "")
            for agent in AGENTS:
                if agent:
                    self._stand(owner, f"agent:{agent}", agent)

    def _stand(self, owner: str, name: str, member: str) -> None:
        self.places[owner, name] = Place(owner, name, "private", {(owner, member): "owner"})

    @contextmanager
    def being(self, who: Who) -> Iterator[Memory]:
        with self.household.calling(caller_named(who.agent)):
            yield self.household.memory_of(Owner(who.owner)).within()

    def called(self, place: Place) -> str:
        return f"{place.owner}/{place.name}"

    def may_read(self, who: Who, token: str) -> bool:
        return self.places[self.tokens[token]].is_read_by(who)

    # What is done, by whoever it is

    def step(self, chance: random.Random) -> None:
        act: Callable[[random.Random], None] = chance.choice(
            (
                self._store,
                self._store,
                self._store,
                self._make,
                self._add,
                self._remove,
                self._policy,
                self._move,
            )
        )
        act(chance)

    @staticmethod
    def _one_of(chance: random.Random, may: Callable[[Who], bool]) -> Who:
        """Mostly somebody who may."""
        everybody = [Who(owner, agent) for owner in OWNERS for agent in AGENTS]
        able = [who for who in everybody if may(who)]
        return chance.choice(able if able and chance.random() < _ALLOWED else everybody)

    def _tried(self, may: bool, do: Callable[[], Any]) -> bool:
        """Whether it was done; the home and the model must agree about who may."""
        failed: QuaidError | None = None
        try:
            do()
        except QuaidError as error:
            failed = error
        assert (failed is None) == may, failed
        return may

    def _store(self, chance: random.Random) -> None:
        made = [place for key, place in self.places.items() if key[1] in NAMES]
        place = chance.choice(made if made and chance.random() < _IN_MADE else list(self.places.values()))
        who = self._one_of(chance, place.is_written_by)
        token = f"zq{len(self.tokens)}x{chance.randrange(10**6)}"
        with self.being(who) as memory:

            def do() -> None:
                report = memory.within(self._spoken(place, who)).store(_SENTENCE.format(token))
                if report.outcome.inserted:  # else it was taken for what is there already
                    self.ids[token] = report.outcome.inserted[0]

            if self._tried(place.is_written_by(who), do) and token in self.ids:
                self.tokens[token] = (place.owner, place.name)
                self.been[token] = {(place.owner, place.name)}

    def _spoken(self, place: Place, who: Who) -> str:
        """By the whole name: a short one means whichever space of that name they know of."""
        return place.name if place.owner == who.owner and place.name not in NAMES else self.called(place)

    def _make(self, chance: random.Random) -> None:
        who = Who(chance.choice(OWNERS), chance.choice(AGENTS))
        name, policy = chance.choice(NAMES), chance.choice(["private", "members", "members", "public"])
        is_channel = who.agent is not None and who.agent.endswith(":cron")
        with self.being(who) as memory:
            may = (who.owner, name) not in self.places and not is_channel
            if self._tried(may, lambda: memory.create_space(name, ReadPolicy(policy))):
                roles = {(who.owner, who.agent or "user"): "owner"}
                self.places[who.owner, name] = Place(who.owner, name, policy, roles)

    def _made(self, chance: random.Random) -> Place | None:
        made = [place for key, place in self.places.items() if key[1] in NAMES]
        return chance.choice(made) if made else None

    def _add(self, chance: random.Random) -> None:
        if (place := self._made(chance)) is None:
            return
        who = self._one_of(chance, lambda each: place.role_of(each) == "owner")
        owner, agent = chance.choice(OWNERS), chance.choice(["", "codex", "gemini", "codex:cron"])
        role = chance.choice(["owner", "writer", "reader", "reader"])
        member = f"{owner}/{agent}" if agent else owner
        with self.being(who) as memory:
            name = self._spoken(place, who)
            if self._tried(
                place.role_of(who) == "owner", lambda: memory.add_member(name, member, Role(role))
            ):
                place.roles[owner, agent] = role

    def _remove(self, chance: random.Random) -> None:
        if (place := self._made(chance)) is None:
            return
        who = self._one_of(chance, lambda each: place.role_of(each) == "owner")
        owner, agent = chance.choice(list(place.roles))
        left = {key: role for key, role in place.roles.items() if key != (owner, agent)}
        member = f"{owner}/{agent}" if agent else owner
        may = place.role_of(who) == "owner" and "owner" in left.values()
        with self.being(who) as memory:
            name = self._spoken(place, who)
            if self._tried(may, lambda: memory.remove_member(name, member)):
                place.roles = left

    def _policy(self, chance: random.Random) -> None:
        if (place := self._made(chance)) is None:
            return
        who = self._one_of(chance, lambda each: place.role_of(each) == "owner")
        policy = chance.choice(["private", "members", "public"])
        with self.being(who) as memory:
            name = self._spoken(place, who)
            if self._tried(
                place.role_of(who) == "owner", lambda: memory.set_policy(name, ReadPolicy(policy))
            ):
                place.policy = policy

    def _move(self, chance: random.Random) -> None:
        if not self.tokens:
            return
        token = chance.choice(list(self.tokens))
        source, target = self.places[self.tokens[token]], chance.choice(list(self.places.values()))

        def is_able(who: Who) -> bool:
            may = source.is_read_by(who) and source.is_written_by(who) and target.is_written_by(who)
            return may and source is not target and self._is_asked(source, who)

        who = self._one_of(chance, is_able)
        may = is_able(who)
        with self.being(who) as memory:
            name = self._spoken(target, who)
            if self._tried(may, lambda: memory.move([MemoryId(self.ids[token])], name)):
                self.tokens[token] = (target.owner, target.name)
                self.been[token].add(self.tokens[token])

    @staticmethod
    def _is_asked(place: Place, who: Who) -> bool:
        """A channel asks itself, and nobody else asks it without naming it."""
        is_channel = who.agent is not None and who.agent.endswith(":cron")
        if is_channel:
            return place.name == f"agent:{who.agent}" and place.owner == who.owner
        return not place.name.endswith(":cron")

    # What is seen

    def assert_nothing_leaks(self, who: Who, chance: random.Random) -> None:
        """Through any door, named or not; what was said of it while it was readable is history of where it was."""
        hidden = [token for token in self.tokens if not self.may_read(who, token)]
        asked = chance.choice(list(self.tokens)) if self.tokens else "key"
        with self.being(who) as memory:
            seen = self._everything(memory, asked)
            history = self._history(memory)
            unknown: list[str] = []
            for token in hidden:
                assert token not in seen, token
                assert self.ids[token] not in seen, token
                if not any(self.places[place].is_read_by(who) for place in self.been[token]):
                    assert token not in history
                    assert self.ids[token] not in history
                    unknown.append(self.ids[token])
            for identity in unknown[:3]:
                self._assert_unknown(memory, identity)

    def _everything(self, memory: Memory, token: str) -> str:
        """All that it says but the question itself, as one text."""
        access = memory.access
        readable = [space for space in memory.spaces() if access.may_read(space)]
        views = [memory, *(memory.within(access.name_of(space)) for space in readable)]
        told: list[Any] = [space_handlers.spaces(memory, requests.Nothing())]
        for view in views:
            recalled = handlers.recall(view, requests.Recall(query=f"where is the {token}?", explain=True))
            self.recalls.append(recalled["recall"])
            told.append(_without(recalled, token))
            told.append(_without(handlers.search_words(view, requests.SearchWords(query=token)), token))
            told += [
                handlers.memories(view, requests.Page(limit=100)),
                handlers.stats(view, requests.Nothing()),
                handlers.episodes(view, requests.Newest(limit=100)),
                handlers.themes(view, requests.Themes()),
                [each.text for each in view.brief(limit=50)],
                [each.text for each in view.newest(limit=50)],
                [each.text for each in view.signals("somebody")],
                [each.name for each in view.entities()],
                [turn.text for each in view.episodes() for turn in view.turns(each.id)],
                view.ids_like("m_"),
            ]
            for entity in view.entities()[:3]:
                told.append(handlers.neighbours(view, requests.Neighbours(name=entity.id)))
                told.append([each.text for each in view.about(entity.id, limit=50)])
        told += [self._trace(memory, each) for each in self.recalls[-_TRACES:]]
        return json.dumps(told, default=str)

    def _trace(self, memory: Memory, recall: str) -> str:
        """Of whatever recall, of whomever."""
        try:
            trace = handlers.explain(memory, requests.OneThing(id=recall))
        except NotFoundError:
            return ""
        return json.dumps({**trace, "query": "", "cleaned": ""}, default=str)

    def _history(self, memory: Memory) -> str:
        changes = handlers.changes(memory, requests.Changes(limit=1000))
        return json.dumps([changes, list(memory.export())], default=str)

    def _assert_unknown(self, memory: Memory, identity: str) -> None:
        """As an id that never was."""
        never = identity[:-6] + "zzzzzz"
        for do in (
            lambda each: memory.show(MemoryId(each)),
            lambda each: memory.history(MemoryId(each)),
            lambda each: memory.forget(MemoryId(each)),
            lambda each: memory.pin(MemoryId(each)),
            lambda each: handlers.show(memory, requests.ShowMemory(id=each)),
            lambda each: handlers.edit(memory, requests.EditMemory(id=each, text="Something else.")),
        ):
            assert _failure(do, identity) == _failure(do, never)


def _failure(do: Callable[[str], object], identity: str) -> str:
    try:
        do(identity)
    except NotFoundError as error:
        return str(error).replace(identity, "ID")
    raise AssertionError(f"{identity} is known")


def _without(document: dict[str, Any], token: str) -> str:
    """Without the words of the question, which who asks knows."""
    return json.dumps(document, default=str).replace(f"where is the {token}?", "").replace(f'"{token}"', "")


@contextmanager
def space_house(home: Path) -> Iterator[SpaceHouse]:
    flags = {"graph.engine": "none", "embedding.model": "none"}
    household = Household(load_settings(home=home, owner="ana", environment={}, flags=flags))
    try:
        yield SpaceHouse(household)
    finally:
        household.close()
