"""Which memories quote words that are erased or leave, and how do they and their images go on without the quotation?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from quaidpy.domain.identity import Owner
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.operations import Row, RowChange, Value
from quaidpy.domain.memories.quotations import quotation_of, statement_alone
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.tracked import TrackedRows

_MARK = "”)"


@dataclass(frozen=True, slots=True)
class Unquoted:
    """`memories`: ids of those that quoted; `words`: what they quoted."""

    memories: frozenset[str]
    words: frozenset[str]

    def image(self, change: RowChange) -> RowChange:
        """The change as an operation may tell it from here on."""
        if change.table != "memories" or dict(change.key)["id"] not in self.memories:
            return change
        return replace(change, before=_alone(change.before), after=_alone(change.after))


def texts_behind(session: SqlSession, owner: Owner, memories: Collection[str]) -> set[str]:
    """Of the turns that the memories came from."""
    query = (
        "SELECT t.text FROM evidence e JOIN turns t ON t.owner = e.owner AND t.id = e.turn"
        " WHERE e.owner = :owner AND e.memory = ANY(:ids)"
    )
    return {str(text) for (text,) in session.values(query, {"owner": owner, "ids": list(memories)})}


def unquote(rows: TrackedRows, texts: Collection[str], doomed: Collection[str]) -> Unquoted:
    """End the quotations that are from the texts, in all memories but those that go themselves."""
    found = rows.where("memories", "strpos(text, :mark) > 0", {"mark": _MARK})
    quoting = {
        str(row["id"]): (row, quoted.words)
        for row in found
        if row["id"] not in doomed
        and (quoted := quotation_of(str(row["text"]))) is not None
        and quoted.is_from(texts)
    }
    rows.put("memories", [columns_alone(row) for row, _ in quoting.values()])
    return Unquoted(frozenset(quoting), frozenset(words for _, words in quoting.values()))


def _alone(image: Row | None) -> Row | None:
    if image is None:
        return None
    alone = columns_alone(dict(image))
    return tuple((name, alone[name]) for name, _ in image)


def columns_alone(columns: Mapping[str, Value]) -> dict[str, Value]:
    """Those of a memory, or of an image of one, with what it states alone."""
    text = str(columns.get("text", ""))
    if quotation_of(text) is None:
        return dict(columns)
    stated = statement_alone(text)
    fresh = {"text": stated, "content_hash": content_hash(stated), "abstract": None, "overview": None}
    return {name: fresh.get(name, value) for name, value in columns.items()}
