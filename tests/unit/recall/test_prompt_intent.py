"""Does a prompt want something done, and does it speak of the asker's own life?"""

import pytest

from quaidpy.recall.understanding.prompt_intent import (
    asks_what_is_allowed,
    asks_who_belongs,
    brings_its_text,
    speaks_of_own_life,
    wants_advice,
    wants_done,
    wants_something,
    works_on_what_is_at_hand,
    works_only_on_its_text,
)


@pytest.mark.parametrize(
    "prompt",
    [
        "Write the release notes for the beta.",
        "ok, please book a table for the four of us",
        "Rename the column in the export.",
        "I want to send my aunt a parcel.",
        "can you draft the agenda",
        "Let's plan the garden.",
        "knit something for the baby",
        "please iron my blue shirt",
        "Short note to Ines about the loom",
        "birthday card for dad, he is 70",
        # what it is for is told before
        "Grandma hosts the regatta dinner again. Suggest a starter for it.",
        "the twins come on Sunday, make me a shopping list",
        "im stuck on the quay, tell Ottilie",
    ],
)
def test_an_order_or_a_wish_wants_something_done(prompt: str) -> None:
    assert wants_done(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "When is the ferry?",
        "Who is Mike?",
        "Do you know where Ana works?",
        "What can you do?",
        "Ana moved to Faro.",
        "whats the alarm code",
        "wheres our ladder",
        "alarm code of the shed",
        "the letter to Ines",
        "card for dad?",
        "phone number of the plumber",
        "order no. of the oars",
        "The mast broke. Who has a spare one?",
        "at the quay, the blue one, what is it called",
        "He asked twice. Ottilie the skipper knows.",
    ],
)
def test_a_question_or_a_statement_does_not(prompt: str) -> None:
    assert not wants_done(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Where is my spare key?",
        "Which dentist do we go to?",
        "How much do I still owe the plumber?",
        "Plan a birthday for me.",
        "What have I promised?",
        "what do I still have to pack",
        "Tell me about the allotment.",
        "how do me and Ottilie share the costs",
    ],
)
def test_my_and_we_make_it_ones_own_life(prompt: str) -> None:
    assert speaks_of_own_life(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "How do I sharpen a chisel?",
        "What should I know about tides?",
        "Tell me a riddle.",
        "Explain photosynthesis.",
        "How can we measure the speed of sound?",
        "how do you say “we have a dog, my dear” in Dutch",
    ],
)
def test_what_anybody_may_ask_is_nobodys_own_life(prompt: str) -> None:
    assert not speaks_of_own_life(prompt)


@pytest.mark.parametrize(
    ("text", "is_wish"),
    [
        ("a card for Vilma from the whole office", True),
        ("some rhyme for the cake", True),
        ("a card for Vilma?", False),
        ("Vilma's card", False),
    ],
)
def test_what_is_only_named_for_somebody_is_a_wish(text: str, *, is_wish: bool) -> None:
    assert wants_something(text) is is_wish


@pytest.mark.parametrize(
    "prompt",
    [
        'translate "see you on Monday" into Dutch',
        "fix this sentence: we was late",
        "shorten: the committee has, after long talk and much tea, decided to paint the fence",
    ],
)
def test_a_prompt_may_bring_the_text_it_is_about(prompt: str) -> None:
    assert brings_its_text(prompt)


@pytest.mark.parametrize(
    "prompt", ["draft a note to Ines", "remind me: dentist", 'what did Ana call "the shed"?']
)
def test_work_on_what_is_known_brings_no_text(prompt: str) -> None:
    assert not brings_its_text(prompt)


@pytest.mark.parametrize(
    ("prompt", "is_all"),
    [
        ("Proofread: 'Their is no key for the loom.'", True),
        ("please turn this list into a table: yarn 4.20, dye 1.15", True),
        ("plan the first week: dyeing, spinning, mending the loom", False),
        ('write a sign that says "no dogs"', False),
        ("fix the loom", False),
    ],
)
def test_words_may_be_worked_on_that_need_no_memory(prompt: str, is_all: bool) -> None:
    assert works_only_on_its_text(prompt) is is_all


@pytest.mark.parametrize(
    ("prompt", "is_at_hand"),
    [
        ("shorten the second paragraph", True),
        ("make this table wider", True),
        ("please fix the spelling", True),
        ("translate the letter below", True),
        ("run the tests again", True),
        ("please tidy the code", True),
        ("the build is still failing, have a look", True),
        ("give me the gate code", False),
        ("run the tests for the invoices", False),
        ("rewrite the letter to the landlord", False),
        ("add a column for the deposit", False),
        ("what does the second paragraph of the lease say?", False),
    ],
)
def test_work_on_what_lies_open_needs_no_memory(prompt: str, is_at_hand: bool) -> None:
    assert works_on_what_is_at_hand(prompt) is is_at_hand


@pytest.mark.parametrize(
    ("prompt", "is_asked"),
    [
        ("who's in my family?", True),
        ("Who are our closest neighbours", True),
        ("who is coming to my party?", False),
        ("where does my family live?", False),
    ],
)
def test_who_belongs_to_somebody_is_asked_by_the_word_for_all_of_them(prompt: str, is_asked: bool) -> None:
    assert asks_who_belongs(prompt) is is_asked


@pytest.mark.parametrize(
    ("prompt", "is_asked"),
    [
        ("Otto twisted his ankle, can he have an aspirin", True),
        ("is Ottilie allowed to eat the cake", True),
        ("anything in the glue that Ottilie reacts to?", True),
        ("can you have a look at the mast", False),
        ("can Ottilie come on Sunday", False),
    ],
)
def test_what_somebody_may_have_is_asked(prompt: str, *, is_asked: bool) -> None:
    assert asks_what_is_allowed(prompt) is is_asked
    assert wants_advice(prompt) or not is_asked


@pytest.mark.parametrize(
    "prompt", ["thinking of knitting Otto a scarf", "a hamper for Otto, jam and such. ideas?"]
)
def test_who_asks_for_ideas_wants_advice(prompt: str) -> None:
    assert wants_advice(prompt)
