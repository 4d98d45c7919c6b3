"""A small model writes that somebody told something; what is kept is what was told."""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.finding.reported_speech import single_statements, without_reporting_clause
from quaidpy.remember.model.edges import stated_edge
from quaidpy.settings import load_relations

RELATIONS = load_relations()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ana told Ben that she moved to Lisbon.", "Ana moved to Lisbon."),
        ("Ana explains that Diego moved with her.", "Diego moved with Ana."),
        ("Ana explains that Tom met her and Ben.", "Tom met Ana and Ben."),
        ("Ben tells Ana that his sister paints.", "Ben's sister paints."),
        (
            "Ana told Ben that the office closed and she quit her job there.",
            "The office closed and Ana quit her job there.",
        ),
        ("Ana moved to Lisbon.", "Ana moved to Lisbon."),
        ("Ana: The choir gave me courage.", "The choir gave Ana courage."),
        ("Ana loves the sea [shows a photo of a boat].", "Ana loves the sea."),
        ("I moved to Lisbon.", "Ana moved to Lisbon."),
        ("Ana said Diego is a musician.", "Diego is a musician."),
        ("Ana said she wanted to travel.", "Ana wanted to travel."),
        ("Ana said morning! Clara and I are getting married!", "Clara and Ana are getting married!"),
        ("Ana said I'm so happy for you!", None),
        ("Ana said what!", None),
        ("Ana tells stories at the library.", None),
        ("Ana's doctor told her to rest.", "Ana's doctor told her to rest."),
    ],
)
def test_what_was_reported_is_kept_and_not_the_reporting_clause(text: str, plain: str | None) -> None:
    assert without_reporting_clause(text, "every week", "Ana") == plain


def test_a_statement_of_several_sentences_is_several() -> None:
    text = "Ana lives in Rua das Flores 42. And Ana's e-mail is a@b.example. She likes tea. Nice!"
    assert single_statements(text) == [
        "Ana lives in Rua das Flores 42.",
        "Ana's e-mail is a@b.example. She likes tea. Nice!",
    ]
    assert single_statements("Dr. Reyes moved") == ["Dr. Reyes moved"]
    assert single_statements("") == []


def test_where_the_statement_has_no_clause_the_quote_speaks() -> None:
    assert (
        without_reporting_clause("Ana tells Ben about her move.", "I moved to Lisbon last week", "Ana")
        == "Ana moved to Lisbon last week."
    )
    assert without_reporting_clause("Ana describes the work.", "They make games.", "Ana") is None
    assert without_reporting_clause("Ana tells Ben about her move.", "I moved to Lisbon", None) is None


def person(name: str) -> EntityDraft:
    return EntityDraft(name=name, type=EntityType.PERSON)


def thing(name: str) -> EntityDraft:
    return EntityDraft(name=name, type=EntityType.THING)


@pytest.mark.parametrize(
    ("subject", "relation", "target", "text", "is_kept"),
    [
        (person("Ana"), "friend_of", person("Ben"), "Ana told Ben that she moved.", False),
        (person("Ana"), "friend_of", person("Rosa"), "Ana met her old friend Rosa.", True),
        (person("Ilse"), "sister of", person("Petra"), "Petra's sister Ilse sings.", True),
        (person("Ana"), "works_at", person("Diego"), "Ana works with Diego.", False),
        (person("Ana"), "dislikes", thing("surfing"), "Ana switched to surfing.", False),
        (person("Ana"), "lives_in", thing("Lisbon"), "Ana moved to Lisbon.", True),
        (person("Ana"), "lives_in", thing("Porto"), "The office in question was Porto's.", False),
        (person("Ana"), "works_at", thing("Marmelo"), "Ana is an engineer at Marmelo.", True),
        (person("Ana"), "grooms", thing("horses"), "Ana grooms horses.", False),
        (person("Ana"), "grooms", thing("Bella"), "Ana grooms Bella.", True),
    ],
)
def test_only_relations_that_are_spelled_out_are_kept(
    subject: EntityDraft, relation: str, target: EntityDraft, text: str, *, is_kept: bool
) -> None:
    edge = stated_edge([subject, target], relation, text, RELATIONS, 0.7)
    assert (edge is not None) is is_kept
