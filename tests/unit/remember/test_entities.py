import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.people.entities import find_entities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at St. Mary's Hospital.", [("St. Mary's Hospital", "organization")]),
        ("My sister Marta lives in Madrid.", [("Marta", "person"), ("Madrid", "place")]),
        ("We got a dog called Biscuit.", [("Biscuit", "animal")]),
        ("We flew to New York City on Friday.", [("New York City", "place")]),
        ("The University of Oxford is old.", [("University of Oxford", "organization")]),
        ("I live in austin with my partner david", [("Austin", "place"), ("David", "person")]),
        ("i work at a company called techflow", [("Techflow", "organization")]),
        ("We ran the Berlin Marathon.", [("Berlin Marathon", "event")]),
        ('I read "The Left Hand" twice.', [("The Left Hand", "thing")]),
        ("Wow! That Was great. Monday is fine.", []),
        ("John A. Smith Jr. met Mary Jones.", [("John A. Smith Jr.", "person"), ("Mary Jones", "person")]),
    ],
)
def test_names_are_found_with_their_type(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


def test_a_known_name_is_found_in_any_case_with_its_type() -> None:
    known = [EntityDraft(name="Pixel", type=EntityType.ANIMAL)]
    (found,) = find_entities("today pixel slept", known)
    assert (found.entity.type, found.start, found.end) == (EntityType.ANIMAL, 6, 11)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ask me after Priscilla is back.", [("Priscilla", "person")]),
        (
            "lunch with nkemdilim? no, with katarzyna and anneliese",
            [("Katarzyna", "person"), ("Anneliese", "person")],
        ),
        ("We trade in the Octavia.", [("Octavia", "thing")]),
        ("i work at a startup called Leonor", [("Leonor", "organization")]),
        ("They live in Ludwig now.", [("Ludwig", "place")]),
    ],
)
def test_given_names_of_many_languages_are_people_unless_the_words_around_them_say_otherwise(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


def test_ranges_of_mountains_bear_the_names_of_people_and_are_places() -> None:
    (found,) = find_entities("We crossed the Lawrence Mountains.")
    assert (found.entity.name, found.entity.type) == ("Lawrence Mountains", EntityType.PLACE)


@pytest.mark.parametrize(
    "text",
    [
        "We have 40 GB left.",
        "It was CHF 120 in the end.",
        "On 17 May it was 2024 once more.",
        "we sell val and data, una casa per dan",
    ],
)
def test_units_dates_figures_and_words_of_every_day_are_no_names(text: str) -> None:
    assert find_entities(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I had physio with Frau Yılmaz today", [("Yılmaz", "person")]),
        ("ask Meneer Verbeke about it", [("Verbeke", "person")]),
        ("Invoice for Solberg is paid", [("Solberg", "thing")]),
        (
            "the Fjord Singers meet at Selby Abbey",
            [("Fjord Singers", "organization"), ("Selby Abbey", "place")],
        ),
        ("we like Nora's Tuesdays", [("Nora", "person")]),
        ("theres a car for sale", []),
    ],
)
def test_titles_of_people_and_of_letters_are_no_part_of_names(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Parcels 214 on average, returns 9.", []),
        ("The bus goes from Platform 7 to Ward 12.", []),
        ("we tell the whole VILLAGE about it, and IT IS Gudrun", [("Gudrun", "person")]),
        ("It was a June Bride special.", []),
        ("After our May 9 Skype call we ate Turkish food.", [("Skype", "thing")]),
        ("She teaches Lithuanian lessons and eats Lithuanian soup.", [("Lithuanian", "concept")]),
        ("a Django-like framework, Postgres-driven", [("Django", "thing"), ("Postgres", "thing")]),
        ('they sang "Bridge over Water." and got "Error: \'id\'"', [("Bridge over Water", "thing")]),
        ("It stands in XI and in II.", []),
    ],
)
def test_what_is_counted_shouted_or_of_a_people_is_no_name(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We drove through Szeged and Oradea.", [("Szeged", "place"), ("Oradea", "place")]),
        ("Amlodipine works in a different way.", [("Amlodipine", "thing")]),
        ("Accounts promised to ring back.", []),
        ("We keep Nowruz and Eid al-Fitr at home.", [("Nowruz", "event"), ("Eid al-Fitr", "event")]),
        ("Dzsenifer's stubbornness is famous.", [("Dzsenifer", "person")]),
        ("I admire Okoronkwo. His patience with us is endless.", [("Okoronkwo", "person")]),
        ("I sold the Wartburg. She had a good heater.", [("Wartburg", "thing")]),
        ("Signed, T. K. Brannigan", [("T. K. Brannigan", "person")]),
        ("the matron, Sr Mbeki, and Father Quigley", [("Mbeki", "person"), ("Quigley", "person")]),
        ("Sorry, Rødby ferry is late.", [("Rødby", "thing")]),
        ("Stefans cousin is here.", [("Stefan", "person")]),
        ("She works for St. Edmund's hospital.", [("St. Edmund", "organization")]),
        ("Okoronkwo and I went home.", [("Okoronkwo", "person")]),
        (
            "I'm using Zope and I like it, I run Plone and I've learnt it.",
            [("Zope", "thing"), ("Plone", "thing")],
        ),
        ("The plumber in Vrnjci had boards left over.", [("Vrnjci", "thing")]),
    ],
)
def test_types_go_by_evidence_and_by_lists_of_towns_and_words(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Liebe Gudrun, ich komme.", [("Gudrun", "person")]),
        ("We asked Encik Suhaimi and Mag. Hollerer.", [("Suhaimi", "person"), ("Hollerer", "person")]),
        ("Trains Saturday at six. Parcel QRT-26-0417 has come.", []),
        ("Account DE61 3250 0412 8877 is closed, it costs RM 450 or N$ 20.", []),
        ("On Sat 5 & Sun 6 we dance, on Good Friday we do not.", [("Good Friday", "thing")]),
        ("<Media omitted>", []),
        ("We live near Szeged, says Szeged.", [("Szeged", "place"), ("Szeged", "thing")]),
    ],
)
def test_titles_salutations_accounts_and_labels_are_no_part_of_names(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met Nadia Farouk and Tom Sedgwick.", [("Nadia Farouk", "person"), ("Tom Sedgwick", "person")]),
        ("Guests: Ruth, Nadia Farouk and Tom.", [("Ruth", "person"), ("Nadia Farouk", "person"), ("Tom", "person")]),
        ("My aunt Ruth E Marlow lives in York.", [("Ruth E Marlow", "person"), ("York", "place")]),
        ("My cousin Ruth Anna Marlow called.", [("Ruth Anna Marlow", "person")]),
        ("Tom de Wit was a baker. He sang.", [("Tom de Wit", "person")]),
        ("Alfred II ruled here. He was old.", [("Alfred II", "person")]),
        ("My brother Tom Friday morning fell.", [("Tom", "person")]),
        ("My aunt Ruth May called.", [("Ruth May", "person")]),
        ("Will Nadia says yes to it.", [("Nadia", "person")]),
    ],
)  # fmt: skip
def test_a_name_goes_on_to_its_end_whatever_told_of_a_part_of_it(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.entity.name, one.entity.type.value) for one in find_entities(text)] == expected


def test_what_stands_between_two_quotes_is_no_title() -> None:
    found = find_entities('He sang "Low" And Then Went Home For Ever And Ever "twice".')
    assert all(one.entity.name == one.entity.name.strip() for one in found)
    assert found[0].entity.name == "Low"
