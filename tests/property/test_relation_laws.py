"""Laws of the shipped relation map: any phrasing of a relation meets in one edge."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quaidpy.domain.graph.relations import Relation, RelationMap, snake_cased
from quaidpy.errors import SettingsError
from quaidpy.settings import load_relations

pytestmark = pytest.mark.property

MAP = load_relations()
NAMES = st.text(min_size=1, max_size=12)
RELATIONS = st.sampled_from(MAP.relations)
PHRASINGS = st.sampled_from([name for r in MAP.relations for name in (r.name, *r.synonyms, *r.inverses)])


def triple(relation: str, source: str, target: str) -> tuple[str, str, str]:
    edge = MAP.canonical_edge(relation, source, target)
    return edge.source, edge.relation, edge.target


@given(relation=st.one_of(PHRASINGS, st.text(max_size=20)), source=NAMES, target=NAMES)
@example(relation="0:_0", source="a", target="b")
def test_canonical_form_is_idempotent(relation: str, source: str, target: str) -> None:
    edge = MAP.canonical_edge(relation, source, target)
    assert MAP.canonical_edge(edge.relation, edge.source, edge.target) == edge


@given(relation=RELATIONS, source=NAMES, target=NAMES)
def test_every_phrasing_of_a_relation_meets_in_one_edge(relation: Relation, source: str, target: str) -> None:
    expected = triple(relation.name, source, target)
    assert all(triple(name, source, target) == expected for name in relation.synonyms)
    assert all(triple(name, target, source) == expected for name in relation.inverses)


@given(relation=RELATIONS.filter(lambda r: r.is_symmetric), source=NAMES, target=NAMES)
def test_a_symmetric_relation_has_no_direction(relation: Relation, source: str, target: str) -> None:
    assert triple(relation.name, source, target) == triple(relation.name, target, source)


@given(phrasing=PHRASINGS)
def test_spelling_does_not_matter(phrasing: str) -> None:
    words = phrasing.split("_")
    camel = words[0] + "".join(word.title() for word in words[1:])
    forms = [phrasing.upper(), " ".join(words), "-".join(words).title(), camel]
    assert {triple(form, "a", "b") for form in forms} == {triple(phrasing, "a", "b")}


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("child_of", ("Sofia", "Marta", "parent_of", "Marta", "Sofia")),
        ("mother_of", ("Marta", "Sofia", "parent_of", "Marta", "Sofia")),
        ("led_to", ("rain", "flood", "caused_by", "flood", "rain")),
        ("employs", ("Acme", "Ana", "works_at", "Ana", "Acme")),
        ("married_to", ("Luis", "Ana", "spouse_of", "Ana", "Luis")),
        ("pet of", ("Rex", "Ana", "has_pet", "Ana", "Rex")),
    ],
)
def test_the_named_phrasings_meet(relation: str, expected: tuple[str, str, str, str, str]) -> None:
    source, target, name, first, second = expected
    edge = MAP.canonical_edge(relation, source, target)
    assert (edge.source, edge.relation, edge.target, edge.is_known) == (first, name, second, True)


def test_the_map_is_as_rich_as_promised() -> None:
    assert len(MAP.relations) >= 40
    assert sum(len(r.inverses) for r in MAP.relations) >= 13
    assert sum(len(r.synonyms) for r in MAP.relations) >= 24
    assert sum(r.is_symmetric for r in MAP.relations) >= 9
    assert MAP.is_exclusive("lives_in")


def test_an_unknown_relation_is_kept_snake_cased() -> None:
    edge = MAP.canonical_edge("Waters Plants Of", "Ana", "Ben")
    assert (edge.source, edge.relation, edge.target, edge.is_known) == (
        "Ana",
        "waters_plants_of",
        "Ben",
        False,
    )
    assert snake_cased("  ") == "related_to"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"knows": {"synonyms": ["met"]}, "sees": {"synonyms": ["met"]}}, "met"),
        ({"knows": {"colour": "red"}}, "colour"),
        ({"knows": {"symmetric": True, "inverses": ["known_by"]}}, "symmetric"),
        ({"knows": {"selectivity": 2}}, "selectivity"),
        ({"knows": {"objects": ["robot"]}}, "robot"),
        ({"knows": "yes"}, "table"),
        ({"Knows Well": {}}, "snake_case"),
    ],
)
def test_a_wrong_table_is_refused_by_name(table: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        RelationMap.from_table(table)
