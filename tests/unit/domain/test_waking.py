"""What fits into the block of a new session: within the budget, nothing twice, whatever is there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.agents import agent_of, name_of_client
from quaidpy.domain.handover.waking import Part, WakeLine, block_of, fitting, wake_line
from quaidpy.domain.language.text import normalized
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START, PREFACE
from quaidpy.errors import UsageError

FRAME = (BLOCK_START, PREFACE, BLOCK_END)
SHARES = {Part.HANDOFF: 0.4, Part.CHECKPOINT: 0.4}
LINES = st.lists(
    st.builds(
        lambda number, part, text: wake_line(f"x{number}", part, text, part.value),
        st.integers(0, 30),
        st.sampled_from(Part),
        st.text(st.characters(codec="utf-8"), max_size=200),
    ),
    max_size=30,
    unique_by=(lambda each: each.id, lambda each: normalized(each.text)),
)


@pytest.mark.property
@given(LINES, st.integers(50, 400))
def test_the_block_keeps_to_its_budget_its_order_and_says_nothing_twice(
    lines: list[WakeLine], budget: int
) -> None:
    chosen = fitting(lines, budget_tokens=budget, shares=SHARES)
    assert not chosen or sum(count_tokens(line) + 1 for line in block_of(chosen).splitlines()) <= budget
    assert len({each.id for each in chosen}) == len({normalized(each.text) for each in chosen}) == len(chosen)
    places = [list(Part).index(each.part) for each in chosen]
    assert places == sorted(places)


@pytest.mark.property
@given(LINES, st.integers(50, 400))
def test_what_is_left_out_has_no_room(lines: list[WakeLine], budget: int) -> None:
    chosen = fitting(lines, budget_tokens=budget, shares=SHARES)
    used = sum(count_tokens(line) + 1 for line in (*FRAME, *(each.line for each in chosen)))
    said = {each.id for each in chosen} | {normalized(each.text) for each in chosen}
    for each in lines:
        if each.id not in said and normalized(each.text) not in said:
            assert used + count_tokens(each.line) + 1 > budget


def line(number: int, part: Part, words: int) -> WakeLine:
    return wake_line(f"x{number}", part, f"{number} " + "word " * words, "m")


def test_a_note_longer_than_its_share_is_given_whole_and_the_rest_keeps_room() -> None:
    lines = [
        line(1, Part.HANDOFF, 120),
        line(2, Part.HANDOFF, 30),
        *(line(n, Part.MEMORY, 10) for n in range(3, 9)),
    ]
    chosen = fitting(lines, budget_tokens=260, shares=SHARES)
    assert chosen[0].id == "x1"
    assert [each.part for each in chosen].count(Part.MEMORY) >= 4


def test_what_one_part_leaves_goes_on_to_the_others() -> None:
    lines = [line(n, Part.CHECKPOINT, 20) for n in range(6)]
    assert len(fitting(lines, budget_tokens=250, shares=SHARES)) == 6


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (("Claude Code",), "claude-code"),
        ((None, "", "codex-mcp-client"), "codex"),
        (("gemini-cli-mcp-client-quaid",), "gemini"),
        (("release@north",), "release@north"),
        ((), "user"),
        (("codexia",), "codexia"),
    ],
)
def test_an_agent_has_one_name_however_it_comes(told: tuple[str | None, ...], name: str) -> None:
    assert agent_of(*told) == name


@pytest.mark.parametrize("told", ["a b?", "x" * 65, "a\u0000b", "[x]"])
def test_what_is_no_name_is_refused_but_made_one_of_a_client(told: str) -> None:
    with pytest.raises(UsageError):
        agent_of(told)
    assert agent_of(name_of_client(told))
