"""Two memories that took in the same: which rows do they hold, whatever the clock and the ids were?"""

import json
import re
from collections.abc import Iterable
from itertools import groupby

_ID = re.compile(r"\b([a-z]{1,4})_[0-9a-z]{26}\b")
_OF_ONE_RUN = ("operation", "usage")  # rows that tell how it was stored, not what


def comparable_rows(exported: Iterable[str], *, year: int) -> list[str]:
    """Exported rows with ids by order of birth and times of `year`, when it was taken in, left out; sorted."""
    rows = [row for row in map(json.loads, exported) if row["type"] not in _OF_ONE_RUN]
    for row in rows:
        row.pop("operation", None)
        if row["type"] == "decision":
            row.pop("position")
            row["similarity"] = round(row["similarity"], 5)  # sums of floats in another order
    text = "\n".join(json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows)
    born = {identity: f"{identity.split('_')[0]}#{place}" for identity, place in _ranks(text).items()}
    text = _ID.sub(lambda found: born[found.group()], text)
    return sorted(re.sub(rf'"{year}-[^"]*Z"', '"then"', text).split("\n"))


def _ranks(text: str) -> dict[str, int]:
    """The place of each id among those of its kind, oldest first."""
    found = sorted({match.group() for match in _ID.finditer(text)})
    kinds = groupby(found, key=lambda identity: identity.split("_")[0])
    return {identity: place for _, group in kinds for place, identity in enumerate(group)}
