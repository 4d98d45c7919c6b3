"""What would an agent read if turns were only ranked and quoted? BM25 and plain vectors within the same budget."""

from collections.abc import Sequence
from datetime import datetime

from quaidpy.domain.blocks import escaped
from quaidpy.domain.text import spoken_date
from quaidpy.domain.tokens import count_tokens
from quaidpy.interfaces.bench.baselines import Searching
from quaidpy.interfaces.bench.datasets import Document
from quaidpy.interfaces.bench.given.passages import Rarity, best_passage

_DEPTH = 40  # turns looked at; more never fit


class QuotedTurns:
    """The best turns of a ranking, with speaker and date: short ones whole, long ones by the question's passage."""

    def __init__(self, ranking: Searching, documents: Sequence[Document]) -> None:
        self._ranking = ranking
        self._documents = {str(document["doc_id"]): document for document in documents}
        self._rarity = Rarity(str(document["text"]) for document in documents)

    def blocks(self, question: str, budgets: Sequence[int]) -> list[str]:
        """One for each budget: down the ranking, leaving out what does not fit."""
        weights = self._rarity.weights(question)
        lines = []
        for found in self._ranking.search(question, _DEPTH):
            document = self._documents[found]
            _, passage = best_passage(str(document["text"]), weights)
            lines.append(_quote(document, passage))
        return [_fitting(lines, budget) for budget in budgets]


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
