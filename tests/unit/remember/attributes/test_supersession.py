"""What becomes of earlier values, memories and tasks when people say that they are otherwise?"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.attributes import ValueState
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.todos import TodoState, state_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import UsageError
from quaidpy.remember.changing.todo_states import close_task, reopen_task, tasks_of
from quaidpy.remember.pipeline import Intake, remember
from quaidpy.remember.tools import RememberTools
from quaidpy.settings import load_attributes, load_relations, load_settings
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import SEARCH_TUNING

MIRA = Owner("mira")
FIRST = datetime(2026, 2, 2, 9, tzinfo=UTC)
MONTH = timedelta(days=30)


@dataclass
class Life:
    """Takes sessions in, one a month, and tells what became of what was said."""

    tools: RememberTools
    sessions: int = 0
    said: dict[str, str] = field(default_factory=dict)

    def talk(self, *turns: str) -> None:
        """A session; a turn that begins with "A: " is the assistant's."""
        at = FIRST + self.sessions * MONTH
        rows = []
        for place, text in enumerate(turns):
            role = "assistant" if text.startswith("A: ") else "user"
            when = (at + timedelta(minutes=place)).isoformat()
            rows.append(json.dumps({"role": role, "content": text.removeprefix("A: "), "timestamp": when}))
        self._take("\n".join(rows), f"{self.sessions}.jsonl")

    def read(self, text: str) -> None:
        """A document of somebody's."""
        self._take(text, f"{self.sessions}.md")

    def _take(self, text: str, name: str) -> None:
        report = remember(Intake(owner=MIRA, source_key=name, data=text.encode()), self.tools)
        self.sessions += 1
        self.said |= {t.text: t.id for t in self.tools.store.turns_of(MIRA, report.episode)}

    def ended(self, text: str) -> list[tuple[str, str | None]]:
        """Values of the turn with this text that hold no more, each with what is so instead."""
        return [(each.value, each.instead) for each in self._states(text) if each.until]

    def ends(self, text: str) -> list[datetime]:
        """From when values of the turn with this text hold no more."""
        return [each.until for each in self._states(text) if each.until]

    def _states(self, text: str) -> list[ValueState]:
        turn = next(identity for said, identity in self.said.items() if text in said)
        now = self.tools.clock.now() + 100 * MONTH
        value_states = self.tools.store.value_states(MIRA, [turn], Moment(as_of=now, known_at=now))  # type: ignore[list-item]
        return [each for some in value_states.values() for each in some]

    def memories(self, *kinds: Kind) -> list[Memory]:
        return self.tools.store.newest(Filter(owner=MIRA, kinds=kinds), limit=100)

    def texts(self) -> str:
        return "\n".join(memory.text for memory in self.memories())


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    clock, ids = FakeClock(datetime(2026, 9, 1, tzinfo=UTC)), CountedIds()
    database = Database(tmp_path / "m.sqlite", clock=clock)
    tuning = load_settings(environment={}).tuning
    yield Life(
        RememberTools(
            store=SqliteMemories(database, clock, ids),
            search=SqliteSearch(database, SEARCH_TUNING),
            embedder=HashingEmbedder(),
            clock=clock,
            ids=ids,
            relations=load_relations(),
            attributes=load_attributes(),
            tuning=tuning.remember,
            resolution=tuning.resolution,
            is_retired=lambda _: False,
        )
    )
    database.close()


@pytest.mark.parametrize(
    ("before", "after", "ended"),
    [
        ("pottery class is on mondays", "pottery class moved to thursdays", ("mondays", "thursdays")),
        ("parking is 9 euros a day", "they raised the parking to 14 euros", ("9 euros", "14 euros")),
        ("we order 60 towels for the spa", "spa towels: 45 instead of 60 from now on", ("60 towels", "45")),
        ("the recital is on 3 June", "recital got postponed to 10 June", ("3 June", "10 June")),
        ("load tests run on Gatling", "we swapped Gatling for Locust", ("Gatling", "Locust")),
        ("flour for us comes from Bellini", "Bellini went bust", ("Bellini", None)),
        ("my boss is Hanna Lund", "my boss is Omar Vik now", ("Hanna Lund", "Omar Vik")),
        ("cache ttl is 300 seconds", "set the cache ttl to 900 seconds", ("300 seconds", "900 seconds")),
        (
            "my leave is 3 to 14 August",
            "my leave is 10 to 21 Aug, not the 3rd",
            ("3 to 14 August", "10 to 21 Aug"),
        ),
        (
            "my elbow op: date is 9 june",
            "elbow is put off. the clinic rang. 21 july instead of june",
            ("9 june", "21 july"),
        ),
        (
            "decided: off Gatling to Locust, cutover on 2 march. Ida leads",
            "moved. locust cutover now 4 may. Kit won",
            ("2 march", "4 may"),
        ),
    ],
)
def test_a_new_value_ends_the_old_one_in_the_turn_that_stated_it(
    life: Life, before: str, after: str, ended: tuple[str, str | None]
) -> None:
    life.talk(before, "A: OK.")
    life.talk(after, "A: OK.")
    assert ended in life.ended(before)
    assert life.ended(after) == []


def test_the_memory_of_an_ended_value_is_history(life: Life) -> None:
    life.talk("My boss is Hanna Lund.")
    life.talk("My boss is Omar Vik now.")
    assert "Omar Vik" in life.texts()
    assert "Hanna Lund" not in life.texts()


def test_a_memory_that_says_more_than_the_ended_value_stays(life: Life) -> None:
    life.talk("My pottery class is on mondays, and my pottery teacher is Lieke Bram.")
    life.talk("The pottery class moved to thursdays.")
    assert life.ended("My pottery class") == [("mondays", "thursdays")]
    assert "Lieke Bram" in life.texts()


def test_an_assistant_that_repeats_the_value_says_what_a_short_correction_is_of(life: Life) -> None:
    life.talk("I take 20 mg of zinc in the morning", "A: Noted, 20 mg of zinc.")
    life.talk("she said up again to 35 mg", "A: Zinc is at 35 mg now.")
    assert ("20 mg", "35 mg") in life.ended("I take 20 mg")


def test_an_assistant_that_says_back_from_what_it_moves_tells_what_was_before(life: Life) -> None:
    life.talk("mum has a date for the elbow, 5 november, Lund clinic", "A: Noted.")
    life.talk(
        "cancelled. she's livid. new date 3 dec", "A: So the elbow moves from 5 November to 3 December."
    )
    assert life.ended("mum has a date") == [("5 november", "3 dec")]
    life.talk("who knows", "A: Perhaps it moves from 3 December to 10 December.")
    assert life.ended("cancelled") == []


def test_what_is_said_of_another_thing_ends_nothing(life: Life) -> None:
    life.talk("pottery class is on mondays", "parking is 9 euros a day", "my knee check is on 3 June")
    life.talk(
        "chess club moved to thursdays",
        "the museum raised the ticket to 14 euros",
        "recital moved to 10 June",
    )
    assert [life.ended(text) for text in ("pottery", "parking", "knee")] == [[], [], []]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the kiln rent is 420 a day", "invoice for the kiln: 11 days at the new rent plus clay and van 612"),
        ("glaze is 35 a bucket", "the glaze is 0 now, says the sign that the apprentice wrote"),
        ("the form has a number for each pot", "use the name instead of a number"),
        ("the kiosk is open on Sundays", "the market says yes to the person instead of the kiosk"),
    ],
)
def test_what_only_sounds_like_a_change_of_it_ends_nothing(life: Life, before: str, after: str) -> None:
    life.talk(before, "A: OK.")
    life.talk(after, "A: OK.")
    assert life.ended(before) == []


@pytest.mark.parametrize(
    "unsure", ["maybe pottery moves to thursdays", "could we move pottery to thursdays?"]
)
def test_what_is_not_decided_ends_nothing(life: Life, unsure: str) -> None:
    life.talk("pottery class is on mondays")
    life.talk(unsure)
    assert life.ended("pottery class is on mondays") == []


def test_a_change_of_a_part_ends_nothing(life: Life) -> None:
    life.talk("a guest pass is valid for 12 hours")
    life.talk("a guest pass for groups is valid for 45 hours instead of 12, single ones stay")
    assert life.ended("a guest pass is valid") == []


def test_neither_a_document_nor_an_assistant_ends_what_the_user_said(life: Life) -> None:
    life.talk("pottery class is on mondays", "A: OK.")
    life.talk("what do you think?", "A: Pottery class moved to thursdays.")
    life.read("# Bulletin\n\nPottery class moved from Monday to Thursday.\n")
    assert life.ended("pottery class is on mondays") == []


def test_of_two_people_each_changes_what_is_their_own(life: Life) -> None:
    chat = "[2026-02-05 18:00] {}: {}\n"
    life.read(
        chat.format("Jordi", "my new number is 612 445 901") + chat.format("Pau", "my number is 633 100 200")
    )
    life.read(chat.format("Pau", "my new number is 655 120 333").replace("02-05", "03-05"))
    assert life.ended("612 445 901") == []
    assert life.ended("633 100 200") == [("633 100 200", "655 120 333")]


def test_a_name_that_comes_later_joins_the_user_with_all_that_was_said_before(life: Life) -> None:
    life.talk("I live in Leeds.", "My boss is Hanna Lund.")
    life.talk("My name is Mira Holt.", "I moved to York.")
    (user,) = life.tools.store.entities_named(MIRA, "The user")
    assert (user.name, user.aliases) == ("Mira Holt", ("The user",))
    homes = [e for e in life.tools.store.edges_of(MIRA, [user.id]) if e.relation == "lives_in"]
    assert [home.lifetime.valid_to is None for home in sorted(homes, key=lambda e: e.id)] == [False, True]
    assert [each.value for each in life.tools.store.attributes_of(MIRA, [user.id])] == ["Hanna Lund"]
    life.talk("I love sailing.")
    assert "Mira Holt loves sailing" in life.texts()


def state(life: Life, words: str) -> TodoState:
    (task,) = [t for t in tasks_of(MIRA, life.tools, with_closed=True) if words in t.text]
    return state_of(task, FIRST)


def test_tasks_are_closed_by_what_people_say(life: Life) -> None:
    life.talk(
        "I have to renew the parking permit by 12 October 2026.", "remind me to call the roofer on Friday"
    )
    life.talk("called the roofer, he comes in May")
    assert (state(life, "roofer"), state(life, "permit")) == (TodoState.DONE, TodoState.OPEN)
    life.talk("no need to renew the parking permit anymore")
    assert state(life, "permit") is TodoState.CANCELLED


def test_booked_it_closes_the_task_told_just_before(life: Life) -> None:
    life.talk("I must book a cabin for Easter by Friday.", "A: Shall I look?", "booked it")
    assert state(life, "cabin") is TodoState.DONE


def test_what_is_not_done_yet_stays_open(life: Life) -> None:
    life.talk("I have to pay the roofer next week.")
    life.talk("the roofer is not paid yet", "once the roofer is paid we can relax")
    assert state(life, "roofer") is TodoState.OPEN


def test_boxes_are_tasks_and_ticked_boxes_close_them(life: Life) -> None:
    life.read("# Weekly\n\n- [ ] Wei: order forty sensors\n- [ ] Petra: badge colours\n")
    life.read("# Weekly again\n\n- [x] Petra: badge colours\n")
    assert (state(life, "sensors"), state(life, "badge")) == (TodoState.OPEN, TodoState.DONE)


def test_a_task_is_closed_and_opened_again_by_hand(life: Life) -> None:
    life.talk("I have to pay the roofer by 12 October 2026.")
    (task,) = tasks_of(MIRA, life.tools)
    close_task(task.id, TodoState.DONE, MIRA, life.tools)
    assert tasks_of(MIRA, life.tools) == []
    with pytest.raises(UsageError, match="already"):
        close_task(task.id, TodoState.DONE, MIRA, life.tools)
    reopen_task(task.id, MIRA, life.tools)
    assert [each.text for each in tasks_of(MIRA, life.tools)] == [task.text]
    with pytest.raises(UsageError, match="nothing to reopen"):
        reopen_task(task.id, MIRA, life.tools)


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (
            "I have to rotate the signing keys before the audit.",
            "the signing keys are rotated, did it last night",
        ),
        (
            "I need to descale the espresso machine this weekend.",
            "descaled the espresso machine this morning",
        ),
        ("I must hang the hammock by Friday.", "I hung the hammock in the end"),
        (
            "I have to make the fire drill of the annex before May.",
            "the fire drill i did on Tuesday, no trouble",
        ),
    ],
)
def test_a_task_is_closed_by_its_own_verb(life: Life, task: str, told: str) -> None:
    life.talk(task, "I have to water the ferns tomorrow.")
    life.talk(told)
    (kept,) = tasks_of(MIRA, life.tools)
    assert "ferns" in kept.text


@pytest.mark.parametrize(
    "told",
    [
        "I haven't rotated the signing keys",
        "rotated the tyres of the car",
        "once the signing keys are rotated we can rest",
    ],
)
def test_a_task_stays_open_when_something_else_or_nothing_was_done(life: Life, told: str) -> None:
    life.talk("I have to rotate the signing keys by Friday.")
    life.talk(told)
    assert len(tasks_of(MIRA, life.tools)) == 1


def test_a_new_number_of_somebody_ends_the_old_one_and_not_that_of_others(life: Life) -> None:
    life.talk("Ilse's number is 020 7946 0018.")
    life.talk("You can reach Bram on 020 7946 0555.")
    life.talk("Ilse's number is now 020 7946 0777.")
    assert life.ended("0018") == [("020 7946 0018", "020 7946 0777")]
    assert life.ended("0555") == life.ended("0777") == []


def test_a_move_that_names_no_old_day_moves_the_one_it_speaks_of_most_and_no_other(life: Life) -> None:
    life.talk("the interview at the mill is 3 june")
    life.talk("the interview at the lock is 17 june")
    life.talk("the interview at the lock is moved to 24 june")
    assert [value for value, _ in life.ended("at the lock is 17 june")] == ["17 june"]
    assert life.ended("at the mill is 3 june") == []


@pytest.mark.parametrize(
    "later",
    [
        "whats due in july then",
        "flour: minimum order up to 25 bags. price same 19.20. ok",
        "Jools is off (wed)",
    ],
)
def test_a_question_what_stays_and_who_is_away_end_nothing(life: Life, later: str) -> None:
    life.talk("the survey is due 11 feb", "flour price is 4.80", "Jools has the keys of the shop")
    life.talk(later)
    for told in ("survey is due", "flour price", "Jools has the keys"):
        assert life.ended(told) == []


def test_who_is_back_somewhere_on_a_day_moves_no_other(life: Life) -> None:
    life.talk("Ida says her course work is from 1 april")
    life.talk("Ida back at work 14 sept. nursery from 7 sept")
    assert life.ended("Ida says") == []
