"""What is asked of the sample life in the demo?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One recall of the demo; `ends`: two names whose connection in the graph is shown with it."""

    title: str
    text: str
    as_of: str | None = None
    ends: tuple[str, str] | None = None


QUESTIONS = (
    Question(title="A plain question", text="What does Ana do on Saturdays?"),
    Question(
        title="One that the graph answers", text="Where does Ana's sister live?", ends=("Ana", "Madrid")
    ),
    Question(title="Before a change …", text="Where does Ana work?", as_of="2025-04-01"),
    Question(title="… and after it", text="Where does Ana work?", as_of="2025-08-01"),
)
CYPHER = """MATCH (who:Node {type: 'person'})-[e:Edge]->(place:Node {type: 'place'})
WHERE e.valid_to IS NULL
RETURN who.name, e.relation, place.name ORDER BY who.name, place.name LIMIT 8"""
