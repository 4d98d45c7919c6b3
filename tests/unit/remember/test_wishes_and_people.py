"""What somebody wants to hold from here on, what is ruled out, and whom small letters and pronouns mean."""

import pytest

from quaidpy.domain.memories.memory import Kind
from tests.unit.remember.hearing import heard
from tests.unit.remember.test_short_answers import talk
from tests.unit.remember.test_talk_for_company import told


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("no exclamation marks please, ever", "The user wants no exclamation marks, ever."),
        ("never again with codeine", "The user asks: never again with codeine."),
        (
            "keep summaries short, i read them on the tram",
            "The user wants you to keep summaries short, the user reads them on the tram.",
        ),
        (
            "from now on releases only through the pipeline",
            "From now on the user wants releases only through the pipeline.",
        ),
        (
            "when you write changelogs: past tense, one line each",
            "For changelogs, the user wants past tense, one line each.",
        ),
        ("dont ever merge to trunk yourself", "The user wants you to never merge to trunk yourself."),
        (
            "the linen one only please, never the nylon",
            "The user wants the linen one only, never the nylon.",
        ),
        (
            "dont rename the invoice table, the auditors still use it till june",
            "The user wants you not to rename the invoice table, the auditors still use it till June 2026.",
        ),
        ("i like charts for that, never prose", "The user likes charts, never prose."),
    ],
)
def test_a_wish_that_is_to_hold_is_a_preference(said: str, kept: str) -> None:
    (draft,) = talk((None, said), ("assistant", "OK.")).drafts
    assert (draft.kind, draft.text) == (Kind.PREFERENCE, kept)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "And when you email Mrs Brandt, please use her title, she minds.",
            "When somebody emails Mrs Brandt, Vera wants everyone to use her title, she minds.",
        ),
        (
            "if you call Grandpa, speak up",
            "If somebody calls Grandpa, Vera wants everyone to speak up.",
        ),
    ],
)
def test_how_somebody_is_to_be_dealt_with_is_kept_among_friends(said: str, kept: str) -> None:
    assert [draft.text for draft in talk(("Hugo", "See you."), ("Vera", said)).drafts] == [kept]


@pytest.mark.parametrize(
    "said",
    [
        "If you call me tomorrow, ask for Signe.",
        "When you write it, send me a copy.",
        "When you get to Ulm, call.",
    ],
)
def test_what_a_friend_is_to_do_once_is_no_wish_that_holds(said: str) -> None:
    assert not talk(("Hugo", "See you."), ("Vera", said)).drafts


@pytest.mark.parametrize(
    "said",
    [
        "no idea, sorry",
        "no worries, thanks a lot",
        "no rush, take your time",
        "keep it short",
        "dont touch it, i am still in there",
    ],
)
def test_a_courtesy_or_an_order_of_the_moment_is_no_wish(said: str) -> None:
    assert told(said) == []


def test_what_is_ruled_out_is_a_decision_with_its_reason() -> None:
    (draft,) = talk((None, "no microservices, one binary is enough"), ("assistant", "OK.")).drafts
    assert (draft.kind, draft.text) == (
        Kind.DECISION,
        "The user decided: no microservices, one binary is enough.",
    )


def test_what_is_to_be_written_down_is_kept() -> None:
    assert told("the gauge counts from the keel, write that down somewhere") == [
        "The gauge counts from the keel."
    ]


def test_somebody_written_small_is_who_she_is() -> None:
    kept = told("tereza just called. shes away half of june so the audit moves to thursday 9 july")
    assert kept == ["Tereza is away half of june so the audit moves to thursday 9 July 2026."]


def test_her_within_a_sentence_is_whoever_was_spoken_of() -> None:
    kept = told("tereza just called", "i still have to ask her who may see the drawings")
    assert kept == ["The user still has to ask Tereza who may see the drawings."]


def test_a_clause_that_stands_alone_is_kept_of_a_sentence_that_does_not() -> None:
    assert told("need that in the app too, but matteo only works monday to wednesday") == [
        "Matteo only works monday to wednesday."
    ]


def test_what_is_told_without_stops_is_several_thoughts() -> None:
    memo = (
        "ok so the ferry leaves trieste on friday the fourteenth of august at nine i have to tell rosa that i leave the shop "
        "at four that day and luca is bringing the big tent from his uncle in padua and the campsite costs forty euro a night"
    )
    kept = [draft.text for draft in talk((None, memo)).drafts]
    assert any("ferry leaves trieste" in text.lower() and "14 August 2026" in text for text in kept)
    assert (
        "Luca is bringing the big tent from his uncle in padua. The campsite costs forty euro a night."
        in kept
    )


def test_kin_in_small_letters_have_their_names() -> None:
    found = heard((None, "draft a message to my brother orsolko. he's in leeds"))
    assert "Orsolko is the user's brother." in [draft.text for draft in found.drafts]


def test_what_kin_do_in_chat_is_no_name_of_theirs() -> None:
    found = heard((None, "my mum facetimed me and my dad doesnt like it"))
    assert not [draft.text for draft in found.drafts if " is the user's " in draft.text]
