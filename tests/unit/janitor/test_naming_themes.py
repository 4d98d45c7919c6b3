"""What are statements about, and what is that called?"""

from quaidpy.domain.identity import EntityId, MemoryId
from quaidpy_janitor.theming.naming import Known, Subject, Told, are_of_different_people, subject_of, told_by

NAMES = {EntityId("e_oda"): ("Oda", "Granny"), EntityId("e_lee"): ("Lee",)}


def group(*texts: str, speaker: str | None = None) -> dict[MemoryId, Told]:
    known = Known(NAMES, speaker)
    return {MemoryId(f"m_{place}"): told_by(text, known) for place, text in enumerate(texts)}


def subject(told: dict[MemoryId, Told], *common: str) -> Subject | None:
    return subject_of(told, {key: names[0] for key, names in NAMES.items()}, common, share=0.66)


def test_a_theme_is_called_by_whom_all_speak_of_and_what_they_say_of_them() -> None:
    found = subject(
        group("Oda's hearing aid is broken.", "Granny got a hearing aid.", "Oda hates her hearing aid.")
    )
    assert found is not None
    assert found.name == "Oda: hearing aid"


def test_a_theme_of_things_is_called_by_the_words_they_share() -> None:
    told = group(
        "The Fjord tunnel opens.", "The toll of the Fjord tunnel is low.", "Lee drove the Fjord tunnel."
    )
    found = subject(told)
    assert found is not None
    assert found.name == "Fjord tunnel"
    assert len(found.members) == 3


def test_who_says_something_is_not_what_it_is_about() -> None:
    assert subject(group("Lee likes tea.", "Lee got a parcel.", "Lee sold the loom.", speaker="Lee")) is None
    quoted = group("Lee: “The tea is cold.”", "Lee: “A parcel came.”", "Lee: “The loom creaks.”")
    assert subject(quoted) is None


def test_days_and_deeds_are_no_subject() -> None:
    assert (
        subject(group("The fair moves to Monday.", "The choir moves to Monday.", "The bank moves in a week."))
        is None
    )


def test_what_everything_in_a_memory_speaks_of_tells_no_subject() -> None:
    told = group("Oda has a cold.", "Oda likes figs.", "Oda met Lee.")
    assert subject(told) is not None
    assert subject(told, "e_oda", "oda") is None


def test_statements_are_of_different_people_unless_somebody_is_in_all_of_them() -> None:
    assert are_of_different_people(group("Oda knits.", "Lee knits.").values())
    assert not are_of_different_people(group("Oda knits.", "Oda and Lee knit.", "It rains.").values())
    assert not are_of_different_people(group("It rains.").values())
