"""Lists, needs, steps, rotas and bans: what people ask to be kept is kept as what it is."""

import pytest

from quaidpy.domain.memories.memory import Kind
from tests.unit.remember.hearing import heard


def told(*said: str, by: str | None = None) -> list[tuple[Kind, str]]:
    return [(draft.kind, draft.text) for draft in heard(*((by, text) for text in said)).drafts]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("put oat milk on my list", "The user has on their list: oat milk."),
        ('can you add "ring the chimney sweep" to my todo list?', "The user has to ring the chimney sweep."),
        ("I need a locksmith by Friday", "The user needs a locksmith by Friday 13 March 2026."),
        (
            "We need two benches for the 14th of June",
            "The user needs two benches for 14 June 2026.",
        ),
        (
            "I need a carpenter for the stairs. put that on my list please",
            "The user needs a carpenter for the stairs.",
        ),
    ],
)
def test_what_is_put_on_a_list_or_needed_by_a_day_is_to_be_done(said: str, kept: str) -> None:
    assert told(said) == [(Kind.TODO, kept)]


@pytest.mark.parametrize(
    "said", ["I need some sleep tonight", "add the item to the list", "I need a coffee in the morning"]
)
def test_wants_of_the_moment_and_work_are_no_tasks(said: str) -> None:
    assert told(said) == []


def test_what_follows_a_name_with_a_colon_is_a_procedure_or_a_plan() -> None:
    assert told("closing routine: empty the till, mop, alarm on") == [
        (Kind.PROCEDURE, "Closing routine: empty the till, mop, alarm on.")
    ]
    rota = "cleaning rota from april: kitchen Mina, bathroom Paul"
    assert told(rota, by="Mina") == [
        (Kind.FACT, "Cleaning rota from April 2026: kitchen Mina, bathroom Paul.")
    ]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("poster rules: two colours. no gradients", "Poster rules: two colours, no gradients."),
        ("my map rules: scale bar, north up, font Lora", "Ana's map rules: scale bar, north up, font Lora."),
        ("new rule: one idea per slide", "Rule: one idea per slide."),
        ("our rule: no phones at the table", "Ana's rule: no phones at the table."),
        (
            "house rules for the hut: boots off, bins out on thursday",
            "House rules for the hut: boots off, bins out on thursday.",
        ),
    ],
)
def test_rules_are_kept_under_their_name_and_their_days_come_every_week(said: str, kept: str) -> None:
    assert [draft.text for draft in heard(("Ana", said)).drafts] == [kept]


def test_a_way_of_doing_that_is_ruled_out_holds_from_here_on() -> None:
    assert told("don't push to main directly") == [
        (Kind.PREFERENCE, "The user wants you not to push to main directly.")
    ]
    assert told("don't do it by hand") == []


def test_the_new_one_is_of_what_it_was_and_not_of_what_it_was_not() -> None:
    said = told("it wasn't the battery, it was the alternator. new one costs 210")
    assert said == [(Kind.FACT, "New alternator costs 210.")]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Mrs Pemberton sends a man called Ray on Thursday",
            "Mrs Pemberton sends a man called Ray on Thursday 12 March 2026.",
        ),
        (
            "my night shifts are in the last week of every month",
            "Olga's night shifts are in the last week of every month.",
        ),
    ],
)
def test_namings_look_neither_back_nor_does_the_last_week_of_every_month(said: str, kept: str) -> None:
    assert [text for _, text in told(said, by="Olga")] == [kept]


def test_a_verb_is_known_by_where_it_stands() -> None:
    assert told("from now on we lock the front door twice please", by="Olga") != []


_RULES = """ok new repo. before you touch anything read this:
- python 3.11, `uv` for everything
- polars. not pandas. i will revert pandas on sight
- config/samples.tsv is exported from the lab by our technician, READ ONLY"""


def test_what_a_message_announces_as_rules_is_kept_item_by_item() -> None:
    _, of_frames, of_samples = [text for _, text in told(_RULES)]
    assert "not pandas. The user will revert pandas on sight." in of_frames.replace("Not", "not")
    assert of_samples == "config/samples.tsv is exported from the lab by the user's technician, READ ONLY."


def test_the_same_items_without_an_announcement_are_not() -> None:
    assert "polars" not in str(
        told(_RULES.replace("before you touch anything read this:", "i have these notes"))
    )


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "haha. no ibuprofen for orsolka, her asthma went mad from it once",
            "Orsolka must have no ibuprofen.",
        ),
        ("no nuts for my daughter please, what can we bake", "The user's daughter must have no nuts."),
    ],
)
def test_what_is_not_for_somebody_they_must_not_have(said: str, kept: str) -> None:
    assert (Kind.PREFERENCE, kept) in told(said)


def test_no_milk_for_me_is_a_wish_of_the_moment() -> None:
    assert told("no milk for me thanks") == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("no. blue and orange, always", "The user always wants blue and orange."),
        ("everything without tax ALWAYS", "The user always wants everything without tax."),
        (
            "stop with the “would you like” at the end of every answer",
            "The user wants you to stop with the “would you like” at the end of every answer.",
        ),
    ],
)
def test_what_is_always_to_be_is_wanted_though_no_verb_orders_it(said: str, kept: str) -> None:
    assert (Kind.PREFERENCE, kept) in told(said)


@pytest.mark.parametrize("said", ["same as always", "mum is late, always", "love you always"])
def test_what_is_always_so_is_no_order(said: str) -> None:
    assert Kind.PREFERENCE not in [kind for kind, _ in told(said)]


def test_what_is_not_to_be_unless_somebody_is_asked_is_wanted() -> None:
    assert told("and not a single new library without asking me, last time it was twelve") == [
        (Kind.PREFERENCE, "The user wants no new library without asking the user.")
    ]


def test_what_is_given_to_be_kept_is_kept() -> None:
    found = told("things from today, for you to keep: christmas freeze starts friday 11 december")
    assert [text for _, text in found] == ["Christmas freeze starts friday 11 December 2026."]
