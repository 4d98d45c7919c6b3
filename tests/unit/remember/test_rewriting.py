import pytest

from quaidpy.remember.words.rewriting import Voices, in_third_person


@pytest.mark.parametrize(
    ("speaker", "said", "written"),
    [
        ("Caroline", "I've been painting with my kids", "Caroline has been painting with her kids"),
        ("Caroline", "US trademark: they write to us", "US trademark: they write to Caroline"),
        (
            "Kiran",
            "My sister told me that I have to come",
            "Kiran's sister told Kiran that Kiran has to come",
        ),
        ("Ana", "I live in Porto and work at a school", "Ana lives in Porto and works at a school"),
        ("Ana", "I live in Porto and I work at a school", "Ana lives in Porto and works at a school"),
        ("Ana", "I don't eat meat or drink wine", "Ana doesn't eat meat or drink wine"),
        ("Ana", "I want to cook and bake", "Ana wants to cook and bake"),
        ("Ana", "I'd like to go", "Ana would like to go"),
        ("Ana", "I'd never been there", "Ana had never been there"),
        ("Ana", "I try to run because I need it", "Ana tries to run because she needs it"),
        ("Ana", "I quickly fix my bike", "Ana quickly fixes her bike"),
        ("Ana", "I no longer take sugar", "Ana no longer takes sugar"),
        ("Ana", "im a nurse and i dont smoke", "Ana is a nurse and doesn't smoke"),
        ("Ben", "Clara and I are getting married", "Clara and Ben are getting married"),
        ("Ben", "I told you about your dog", "Ben told Zoe about Zoe's dog"),
        ("Ana", "my family and I went to Bern", "Ana and her family went to Bern"),
        ("Ana", "my son and I like it and I'm glad", "Ana and her son like it and are glad"),
        ("Ana", "I finish my essay and I like it", "Ana finishes her essay and likes it"),
        ("Ana", "our team won, which helped us a lot", "Ana's team won, which helped them a lot"),
        ("Ana", "my kids motivate me", "Ana's kids motivate her"),
        ("Ana", "my dad says I'm late", "Ana's dad says she is late"),
        ("Ana", "my sister says I'm late", "Ana's sister says Ana is late"),
        ("Ana", "I liked the workshop Ben and I gave", "Ana liked the workshop Ben and she gave"),
        ("Ben", "I made it myself", "Ben made it himself"),
        ("Ben", "not only have I moved", "not only has Ben moved"),
        ("Ben", "we went to Rome", "Ben went to Rome"),
    ],
)
def test_the_first_person_becomes_the_speaker_and_verbs_agree(speaker: str, said: str, written: str) -> None:
    assert in_third_person(said, Voices(speaker=speaker, listener="Zoe")) == written


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("We have been to Rome", "Ben and others have been to Rome"),
        ("we sign in June if we stay", "Ben and others sign in June if they stay"),
        ("they told us that our rent is up", "they told Ben and others that their rent is up"),
        ("I painted our door", "Ben painted his door"),
        ("Ana and I sold our car", "Ana and Ben sold their car"),
    ],
)
def test_who_speaks_for_others_is_not_alone_we(said: str, told: str) -> None:
    assert in_third_person(said, Voices(speaker="Ben", speaks_for_others=True)) == told


def test_without_a_listener_you_stays() -> None:
    assert in_third_person("I asked you", Voices(speaker="Ben")) == "Ben asked you"


def test_a_roman_number_is_nobody() -> None:
    told = in_third_person("the safe is of class I and I want type I", Voices(speaker="Ana"))
    assert told == "the safe is of class I and Ana wants type I"
