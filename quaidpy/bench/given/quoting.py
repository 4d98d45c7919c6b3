"""What would an agent read if turns were only ranked and quoted? By BM25, by vectors, by us, within the same budget."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from quaidpy.bench.data.datasets import Document, World
from quaidpy.bench.given.passages import Rarity, best_passage
from quaidpy.bench.retrieval.baselines import Searching
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.recall.blocks import escaped
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.recall.pipeline import recall
from quaidpy.services.parts import Parts

Ranking = Callable[[str], Sequence[Document]]
"""From a question to turns, best first."""

_DEPTH = 40  # turns looked at; more never fit


class QuotedTurns:
    """The best turns of a ranking, with speaker and date: short ones whole, long ones by the question's passage."""

    def __init__(self, ranking: Ranking, documents: Iterable[Document]) -> None:
        """`documents`: those among which words are rare or common."""
        self._ranking = ranking
        self._rarity = Rarity(str(document["text"]) for document in documents)

    def blocks(self, question: str, budgets: Sequence[int]) -> list[str]:
        """One for each budget: down the ranking, leaving out what does not fit."""
        weights = self._rarity.weights(question)
        lines = []
        for document in self._ranking(question):
            _, passage = best_passage(str(document["text"]), weights)
            lines.append(_quote(document, passage))
        return [_fitting(lines, budget) for budget in budgets]


def documents_found(system: Searching, world: World) -> Ranking:
    """What a baseline ranks."""
    documents = {str(document["doc_id"]): document for document in world.documents}
    return lambda question: [documents[found] for found in system.search(question, _DEPTH)]


def our_ranking(parts: Parts, question: str) -> list[Document]:
    """The turns behind what we recall: how much of what is not given was found, and lost in the telling?"""
    found = recall(Query(text=question, limit=_DEPTH, aim=Aim.RANK), parts.recalling)
    turns = dict.fromkeys(turn for result in found.results for turn in result.evidence)
    return [
        {"text": turn.text, "speaker": turn.speaker, "timestamp": turn.at and turn.at.isoformat()}
        for turn in list(turns)[:_DEPTH]
    ]


def _quote(document: Document, passage: str) -> str:
    speaker, stamp = document.get("speaker"), document.get("timestamp")
    when = (
        f"{datetime.fromisoformat(stamp):%A}, {spoken_date(datetime.fromisoformat(stamp))}" if stamp else ""
    )
    about = ", ".join(filter(None, (speaker, when)))
    return f"- ({about}) {escaped(passage)}" if about else f"- {escaped(passage)}"


def _fitting(lines: Sequence[str], budget: int) -> str:
    fitting: list[str] = []
    for line in lines:
        cost = count_tokens(line) + 1
        if cost <= budget:
            fitting.append(line)
            budget -= cost
    return "\n".join(fitting)
