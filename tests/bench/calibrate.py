"""When is there nothing to say? Fits config/calibration.toml, and says what the rule costs and keeps out.

python tests/bench/calibrate.py gather HOMES DATA_DIR… > evidence.jsonl      (indexes each set below HOMES once)
python tests/bench/calibrate.py fit evidence.jsonl                       (coefficients, tables, leave-one-set-out)
"""

import gzip
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from quaidpy import Memory
from quaidpy.bench.data.world_files import document_line, source_of
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.remember.pipeline import Intake
from tests.bench.calibration_fit import report
from tests.bench.gathering import arguments

OFF_TOPIC = Path(__file__).with_name("off_topic.jsonl")
OF_OTHER_SETS = 40  # questions of other sets that each store is asked
OF_OTHER_PEOPLE = 60  # questions of other conversations, asked of the people of this one
UNANSWERABLE = {"adversarial", "unanswerable"}


def main() -> None:
    wanted = arguments(__doc__)
    if wanted.part == "fit":
        report([json.loads(line) for line in wanted.rows.open()])
        return
    for row in gathered(wanted.homes, wanted.sets, words_only=wanted.words_only):
        print(json.dumps(row), flush=True)


def gathered(homes: Path, sets: list[Path], *, words_only: bool) -> Iterator[dict]:
    asked = {folder.name: lines(folder / "dev" / "queries.jsonl") for folder in sets}
    for folder in sets:
        unit = json.loads((folder / "meta.json").read_text())["unit"]
        documents = lines(folder / "dev" / "docs.jsonl")
        for scope, docs in groupby(documents, key=lambda doc: doc["scope"]):
            held = list(docs)
            home = homes / folder.name / scope.replace("/", "_")
            document_of = index(home, held)
            unit_of = {d["doc_id"]: d["session_id"] if unit == "session" else d["doc_id"] for d in held}
            with Memory(home=home, owner="bench") as memory:
                for kind, question in questions(folder.name, scope, held, asked):
                    query = Query(text=question["query"], limit=20, aim=Aim.RANK, words_only=words_only)
                    found = memory.recall(query)
                    ids = dict.fromkeys(document_of[t.id] for r in found.results for t in r.evidence)
                    units = list(dict.fromkeys(unit_of[i] for i in ids))[:10]
                    gold = set(question["gold"]) if kind == "answerable" else set()
                    yield {
                        "set": folder.name,
                        "kind": kind,
                        "query": question["query"],
                        "recall": len(gold.intersection(units)) / len(gold) if gold else 0.0,
                        "is_small_talk": found.trace.abstained == "the question names nothing to look for",
                        **asdict(found.trace.evidence),
                    }


def index(home: Path, docs: list[dict]) -> dict[str, str]:
    """Which document is behind each turn; taken in when the home is new."""
    known = home / "map.json"
    if not known.exists():
        document_of: dict[str, str] = {}
        with Memory(home=home, owner="bench") as memory:
            for source, group in groupby(docs, key=source_of):
                some = list(group)
                data = "\n".join(map(document_line, some)).encode()
                done = memory.extract(Intake(owner=memory.owner, source_key=source, data=data))
                turns = memory.turns(done.episode)
                document_of |= {turn.id: doc["doc_id"] for turn, doc in zip(turns, some, strict=True)}
        known.write_text(json.dumps(document_of))
    return json.loads(known.read_text())


def questions(name: str, scope: str, docs: list[dict], asked: dict) -> Iterator[tuple[str, dict]]:
    """What each store is asked: its own questions, those of others, and what nobody ever speaks of there."""
    chance = random.Random(scope)
    for question in asked[name]:
        flags = UNANSWERABLE.intersection(question["flags"])
        if question["scope"] == scope and (flags or (question["gold"] and not question["flags"])):
            yield (min(flags) if flags else "answerable"), question
    yield from (("never said", q) for q in of_other_people(scope, docs, asked[name], chance))
    foreign = [q for other in asked if other != name for q in asked[other] if not q["flags"]]
    yield from (("foreign", q) for q in chance.sample(foreign, OF_OTHER_SETS))
    yield from (("off topic: " + q["kind"], {**q, "gold": []}) for q in lines(OFF_TOPIC))


def of_other_people(scope: str, docs: list[dict], own: list[dict], chance: random.Random) -> list[dict]:
    """Questions of other conversations with the names of this one put in; for sets of several conversations of two."""
    people = sorted({doc.get("speaker") or "" for doc in docs})
    others = [q for q in own if q["scope"] != scope and not q["flags"]]
    if len(people) != 2 or not others:
        return []
    found = []
    for question in chance.sample(others, OF_OTHER_PEOPLE):
        names = list(dict.fromkeys(re.findall(r"(?<!^)\b[A-Z][a-z]+\b", question["query"])))[:1]
        text = question["query"].replace(names[0], chance.choice(people)) if names else ""
        if text:
            found.append({"query": text, "gold": []})
    return found


def lines(path: Path) -> list[dict]:
    packed = path.with_name(path.name + ".gz")
    with gzip.open(packed, "rt") if packed.exists() else path.open() as file:
        return [json.loads(line) for line in file]


if __name__ == "__main__":
    main()
