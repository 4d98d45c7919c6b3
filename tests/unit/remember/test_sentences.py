import pytest

from quaidpy.remember.words.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I met Dr. Smith at 5 p.m. on Main St. It was late.",
            ["I met Dr. Smith at 5 p.m. on Main St. It was late."],
        ),
        ("It rained. We stayed in!", ["It rained.", "We stayed in!"]),
        ('she wrote "Ten minutes? Now?" i like her', ['she wrote "Ten minutes? Now?"', "i like her"]),
        ("He said “No. Not me.” and left. We ate.", ["He said “No. Not me.” and left.", "We ate."]),
        ('The 15" pipe is old. We took a 20" one.', ['The 15" pipe is old.', 'We took a 20" one.']),
        ('she said "ok. then he left.', ['she said "ok.', "then he left."]),
        ("I paid 3.50 for J. R. Tolkien's book.", ["I paid 3.50 for J. R. Tolkien's book."]),
        ("so tired 😴 see you", ["so tired 😴", "see you"]),
        ("we moved lol it was fun", ["we moved lol", "it was fun"]),
        ("I was tired... but happy.", ["I was tired... but happy."]),
        ("我住在北京。你呢？", ["我住在北京。", "你呢？"]),
        ("- milk\n- two eggs", ["milk", "two eggs"]),
        ("first\n\nsecond", ["first", "second"]),
        ("I live in a\nhouse by the sea.", ["I live in a house by the sea."]),
        (
            "dentist moved\nit's on the 12th now\nMum says hi\nbuy milk",
            ["dentist moved", "it's on the 12th now", "Mum says hi", "buy milk"],
        ),
        ("the rent went up\nto 1,450 from June", ["the rent went up to 1,450 from June"]),
        ("my new address is\n5 Splott Row\nCardiff", ["my new address is 5 Splott Row Cardiff"]),
        (
            "The landlord has written again, and he wants the\nkeys back before the end of the month",
            ["The landlord has written again, and he wants the keys back before the end of the month"],
        ),
        (
            (
                "vet took out two teeth of the poor thing, three thousand four hundred\nsoft food for ten days\nthe insurance pays "
                "part maybe\nPipin hates me now and loves Jonas"
            ),
            [
                "vet took out two teeth of the poor thing, three thousand four hundred",
                "soft food for ten days",
                "the insurance pays part maybe",
                "Pipin hates me now and loves Jonas",
            ],
        ),
        ("The policy is no. AHC 70315. It ends in May.", ["The policy is no. AHC 70315.", "It ends in May."]),
        ("I said no. Dana is sad.", ["I said no.", "Dana is sad."]),
        ("... !!! 🙂", []),
    ],
)
def test_text_is_split_where_a_reader_would(text: str, expected: list[str]) -> None:
    assert [span.text for span in split_sentences(text)] == expected


def test_what_stands_below_a_signature_is_no_part_of_the_name() -> None:
    text = "See you there.\n\nBest wishes,\nRunhild\nBookings, Larkfield Hall"
    assert [span.text for span in split_sentences(text)][-1] == "Bookings, Larkfield Hall"
