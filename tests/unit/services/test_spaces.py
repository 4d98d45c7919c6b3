"""Spaces: whose memory is asked, where it is written, what a move takes along."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId, Owner, episode_of
from quaidpy.domain.memories.operations import caller_named
from quaidpy.domain.recall.queries import Query
from quaidpy.domain.spaces import ReadPolicy, Role
from quaidpy.errors import ConflictError, ForbiddenError, NotFoundError, UsageError
from quaidpy.memory import Memory
from quaidpy.remember.changing.editing import Edit
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import Household

_QUICK = {"graph.engine": "none", "embedding.model": "none"}


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    made = Household(load_settings(home=tmp_path, owner="ana", environment={}, flags=_QUICK))
    yield made
    made.close()


@contextmanager
def being(household: Household, owner: str = "ana", agent: str | None = None) -> Iterator[Memory]:
    with household.calling(caller_named(agent)):
        yield household.memory_of(Owner(owner)).within()


def put(memory: Memory, text: str) -> MemoryId:
    return memory.store(text).outcome.inserted[0]


def said(memory: Memory, question: str) -> list[str]:
    return [each.text for each in memory.recall(question).results]


def test_a_home_without_spaces_is_asked_and_answers_as_ever(household: Household) -> None:
    with being(household) as memory:
        put(memory, "The ferry to Hirsholm leaves at nine.")
        (found,) = memory.recall("when does the ferry leave?").results
        assert found.space is None
        assert memory.recall("when does the ferry leave?").trace.spaces == ()


def test_recall_over_several_spaces_is_one_ranking_that_says_where(household: Household) -> None:
    with being(household) as memory:
        put(memory, "The ferry to Hirsholm leaves at nine.")
        memory.create_space("crew")
        put(memory.within("crew"), "The ferry needs a new rudder.")
        found = memory.recall(Query(text="what about the ferry?")).results
        assert {each.space for each in found} == {"private", "crew"}
        assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
        assert [each.text for each in memory.within("crew").recall("what about the ferry?").results] == [
            "The ferry needs a new rudder."
        ]


def test_a_silence_tells_of_spaces_that_were_not_asked(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        put(memory.within("crew"), "The ferry needs a new rudder.")
        assert memory.within("private").recall("what does the ferry need?").beside == (("crew", 1),)
    with being(household, "ben") as memory:
        assert memory.recall("what does the ferry need?").beside == ()


def test_a_reader_is_refused_by_name_and_told_what_to_do(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        kept = put(memory.within("crew"), "The ferry needs a new rudder.")
        memory.add_member("crew", "ben")
    with being(household, "ben") as memory:
        assert said(memory, "what does the ferry need?") == ["The ferry needs a new rudder."]
        for write in (
            lambda: memory.within("crew").store("The ferry is sold."),
            lambda: memory.forget(kept),
            lambda: memory.edit(kept, Edit(text="The ferry is sold.")),
            lambda: memory.move([kept], "private"),
            lambda: memory.within("crew").extract(
                Intake(owner=memory.owner, source_key="x", data=b"Ben: I sold it.")
            ),
            lambda: memory.purge([kept]),
        ):
            with pytest.raises(
                ForbiddenError, match=r"ben may read the space ana/crew.*ask ana.*--role writer"
            ):
                write()
    with being(household) as memory:
        memory.add_member("crew", "ben", Role.WRITER)
    with being(household, "ben") as memory:
        put(memory.within("crew"), "The rudder costs nine hundred.")


def test_an_agent_has_only_the_role_it_was_given(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        memory.add_member("crew", "agent:codex")
        put(memory.within("crew"), "The ferry needs a new rudder.")
    with being(household, agent="codex") as memory:
        assert said(memory, "what does the ferry need?")
        with pytest.raises(ForbiddenError, match="ana/codex may read"):
            memory.within("crew").store("The ferry is sold.")
    with being(household, agent="gemini") as memory:
        assert said(memory, "what does the ferry need?") == []
        with pytest.raises(NotFoundError, match="no space crew"):
            memory.within("crew")


def test_what_an_agent_keeps_for_itself_is_its_own_and_its_persons(household: Household) -> None:
    with being(household, agent="codex") as memory:
        put(memory.within("agent:codex"), "The linter runs on save.")
        assert said(memory, "when does the linter run?")
    with being(household, agent="gemini") as memory:
        assert said(memory, "when does the linter run?") == []
    with being(household) as memory:
        assert said(memory, "when does the linter run?")


def test_a_channel_reads_and_writes_alone(household: Household) -> None:
    with being(household) as memory:
        put(memory, "The ferry to Hirsholm leaves at nine.")
    with being(household, agent="claw:heartbeat") as memory:
        put(memory, "The heartbeat saw a full disk.")
        assert said(memory, "what did the heartbeat see?")
        assert said(memory, "when does the ferry leave?") == []
        assert memory.brief() == []
    with being(household) as memory:
        assert said(memory, "what did the heartbeat see?") == []
        assert said(memory.within("agent:claw:heartbeat"), "what did the heartbeat see?")


def test_what_is_public_is_read_by_everybody_in_the_home(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("board", ReadPolicy.PUBLIC)
        put(memory.within("board"), "The harbour closes at dusk.")
    with being(household, "ben", "gemini") as memory:
        assert said(memory, "when does the harbour close?")
        with pytest.raises(ForbiddenError):
            memory.within("board").store("The harbour never closes.")


def test_an_archived_space_is_asked_only_by_name_and_not_written_in(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        put(memory.within("crew"), "The ferry needs a new rudder.")
        memory.archive_space("crew")
        assert said(memory, "what does the ferry need?") == []
        assert said(memory.within("crew"), "what does the ferry need?")
        with pytest.raises(ForbiddenError, match="archived"):
            memory.within("crew").store("The ferry is sold.")
        memory.archive_space("crew", back=True)
        assert said(memory, "what does the ferry need?")


def test_the_last_owner_stays(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        with pytest.raises(UsageError, match="last owner"):
            memory.remove_member("crew", "ana/user")


def test_a_move_takes_words_values_and_relations_along_and_undo_brings_all_back(household: Household) -> None:
    with being(household) as memory:
        report = memory.extract(
            Intake(
                owner=memory.owner, source_key="talk", data=b"Ana: Nadia lives in Porto.\nAna: I like tea.\n"
            )
        )
        moved = next(each.id for each in memory.called(list(report.outcome.inserted)) if "Porto" in each.text)
        before = sorted(memory.export())
        memory.create_space("crew")
        operation = memory.move([moved], "crew")
        assert said(memory.within("private"), "where does Nadia live?") == []
        crew = memory.within("crew")
        assert said(crew, "where does Nadia live?")
        assert (
            crew.words([span.turn for span in crew.show(moved).evidence])[0].text == "Nadia lives in Porto."
        )
        assert [edge.relation for edge in crew.stated_by([moved])] == ["lives_in"]
        assert "Nadia" not in [each.name for each in memory.within("private").entities()]
        assert memory.spaces_of([moved]) == {moved: "crew"}
        memory.undo(operation)
        after = [line for line in sorted(memory.export()) if '"type": "operation"' not in line]
        assert after == [line for line in before if '"type": "operation"' not in line]
        assert crew.newest() == []


def test_a_turn_that_speaks_for_another_memory_stays_with_it(household: Household) -> None:
    with being(household) as memory:
        report = memory.extract(
            Intake(
                owner=memory.owner,
                source_key="t",
                data=b"Ana: I moved to a small flat in Porto. I work at the Fjord yard as a welder now.\n",
            )
        )
        ids = list(report.outcome.inserted)
        assert len(ids) == 2
        memory.create_space("crew")
        memory.move(ids[:1], "crew")
        (other,) = memory.within("private").called(ids[1:])
        assert memory.within("private").words([each.turn for each in other.evidence])


def test_a_move_is_undone_only_by_whoever_may_write_in_both(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        memory.add_member("crew", "ben", Role.WRITER)
    with being(household, "ben") as memory:
        kept = put(memory, "The ferry needs a new rudder.")
        operation = memory.move([kept], "crew")
    with being(household) as memory:
        memory.add_member("crew", "ben", Role.READER)
    with being(household, "ben") as memory, pytest.raises(ForbiddenError):
        memory.undo(operation)


def test_an_edit_after_a_move_keeps_it_from_being_undone(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        kept = put(memory, "The ferry needs a new rudder.")
        operation = memory.move([kept], "crew")
        memory.edit(kept, Edit(text="The ferry needs two rudders."))
        with pytest.raises(ConflictError):
            memory.undo(operation)
        assert memory.show(kept).text == "The ferry needs two rudders."


def test_what_is_purged_is_gone_from_where_it_was_before(household: Household, tmp_path: Path) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        kept = put(memory, "The xylophone is in the cellar.")
        memory.move([kept], "crew")
        ((turn, *_),) = [memory.show(kept).evidence]
        memory.purge([kept], [episode_of(turn.turn)])
        assert not [line for line in memory.export() if "xylophone" in line]
        assert not [line for line in memory.within("crew").export() if "xylophone" in line]
    assert b"xylophone" not in (tmp_path / "memory.sqlite").read_bytes()


def test_a_recall_of_a_space_one_left_is_no_longer_told(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        memory.add_member("crew", "agent:codex")
        put(memory.within("crew"), "The ferry needs a new rudder.")
    with being(household, agent="codex") as memory:
        asked = memory.recall("what does the ferry need?")
        assert memory.why(asked.id).results
    with being(household) as memory:
        memory.remove_member("crew", "agent:codex")
    with being(household, agent="codex") as memory:
        with pytest.raises(NotFoundError, match="the log keeps the recent ones"):
            memory.why(asked.id)
        assert memory.ids_like(asked.id) == []


def test_dedup_and_contradictions_stay_inside_a_space(household: Household) -> None:
    with being(household) as memory:
        put(memory, "Nadia lives in Porto.")
        memory.create_space("crew")
        assert put(memory.within("crew"), "Nadia lives in Porto.")
        put(memory.within("crew"), "Nadia lives in Ghent.")
        (own,) = memory.within("private").newest()
        assert own.lifetime.valid_to is None


def test_a_write_goes_to_one_space(household: Household) -> None:
    with being(household) as memory:
        memory.create_space("crew")
        put(memory.within("crew"), "The ferry needs a new rudder.")
        with pytest.raises(UsageError, match="name one"):
            memory.within("private", "crew").store("The ferry is sold.")


def test_no_path_leads_from_one_space_to_another(household: Household) -> None:
    with being(household) as memory:
        put(memory, "Nadia lives in Porto.")
        memory.create_space("crew")
        put(memory.within("crew"), "Oleg works at Fjord.")
        assert memory.path("Nadia", "Porto").nodes
        assert memory.path("Oleg", "Fjord").nodes
        assert not memory.path("Nadia", "Fjord").nodes
