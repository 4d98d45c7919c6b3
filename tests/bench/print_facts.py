"""Which facts do the rules find in a set of documents? Print a random sample for a person to read.

python tests/bench/print_facts.py docs.jsonl[.gz] | conversation.txt | folder … [options]

With --turns each memory is followed by the whole turn it was made of and the turn before: what a reader needs to say
whether it is correct, and whole; with --edges --turns each relation, and with --entities everybody and everything
named, once a file, with a turn that names it.
"""

import argparse
import gzip
import json
import random
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EpisodeId, Owner, turn_id
from quaidpy.domain.memories.drafts import Extraction
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.tuning import RememberTuning
from quaidpy.remember.finding.rules import Context, extract
from quaidpy.remember.formats.cleaning import clean_turn
from quaidpy.remember.formats.transcripts import read_transcript
from quaidpy.settings import load_relations, load_settings

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def sessions(path: Path) -> list[list[Turn]]:
    if ".jsonl" not in path.name or '"doc_id"' not in first_line(path):
        raw = read_transcript(path.read_bytes(), name=path.name, written_at=written_at(path)).turns
        return [
            [turn(i, path.name, clean_turn(r.text).text, r.speaker, r.at, r.role) for i, r in enumerate(raw)]
        ]
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        docs = [json.loads(line) for line in file]
    found = []
    for key, group in groupby(docs, key=lambda d: (d["scope"], d.get("session_id") or d["doc_id"])):
        found.append([document(i, key[1], doc) for i, doc in enumerate(group)])
    return found


def written_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def first_line(path: Path) -> str:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        return file.readline()


def document(seq: int, episode: str, doc: dict) -> Turn:
    at = datetime.fromisoformat(doc["timestamp"]).replace(tzinfo=UTC) if doc.get("timestamp") else None
    speaker = doc.get("speaker")
    if speaker is None:
        return turn(seq, episode, doc["text"], None, at, Role.DOCUMENT)
    role = Role.ASSISTANT if speaker == "assistant" else Role.USER
    return turn(
        seq, episode, clean_turn(doc["text"]).text, None if role is Role.ASSISTANT else speaker, at, role
    )


def turn(seq: int, episode: str, text: str, speaker: str | None, at: datetime | None, role: Role) -> Turn:
    identity = EpisodeId(f"ep_{episode}")
    return Turn(
        id=turn_id(identity, seq),
        episode=identity,
        owner=Owner("bench"),
        seq=seq,
        text=text,
        speaker=speaker,
        role=role,
        at=at,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rejected", help="print rejected sentences with this reason instead")
    parser.add_argument("--edges", action="store_true", help="print the relations instead")
    parser.add_argument("--entities", action="store_true", help="print who and what is named instead")
    parser.add_argument("--turns", action="store_true", help="print the whole turn and the one before")
    parser.add_argument("--limit", type=int, help="sessions read of each file")
    wanted = parser.parse_args()
    relations, tuning = load_relations(), load_settings(environment={}).tuning.remember
    results = [
        (t, e) for path in files_of(wanted.paths) for t, e in read_all(path, relations, tuning, wanted.limit)
    ]
    chooser = random.Random(wanted.seed)
    lines = lines_of(results, wanted)
    for line in lines if len(lines) <= wanted.sample else chooser.sample(lines, wanted.sample):
        print(line)


def lines_of(results: list[tuple[list[Turn], Extraction]], wanted: argparse.Namespace) -> list[str]:
    if wanted.entities:
        return entities_of(results)
    if wanted.edges and wanted.turns:
        return edges_with_turns(results)
    return with_turns(results) if wanted.turns else shown(results, wanted.rejected, edges=wanted.edges)


def entities_of(results: list[tuple[list[Turn], Extraction]]) -> list[str]:
    """Each name once for each file it is in, with its last type and the turn that names it first."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for turns, extraction in results:
        texts = {turn.id: f"{turn.speaker or turn.role.value}: {turn.text}" for turn in turns}
        named = [(turn, mention.entity) for turn, mention in extraction.turn_mentions]
        named += [
            (draft.evidence[0].turn, mention.entity)
            for draft in extraction.drafts
            for mention in draft.mentions
        ]
        for turn, entity in named:
            key = (turns[0].episode, entity.name.casefold())
            first = found.get(key)
            is_vague = first is not None and entity.type is EntityType.THING
            shown_as = first[0] if first and is_vague else f"{entity.name} [{entity.type.value}]"
            around = texts[turn]
            at = max(0, around.casefold().find(entity.name.casefold()) - 80)
            found[key] = (shown_as, first[1] if first else around[at : at + 220].replace("\n", " "))
    return [f"{name}   <- {text}" for name, text in found.values()]


def edges_with_turns(results: list[tuple[list[Turn], Extraction]]) -> list[str]:
    lines = []
    for turns, extraction in results:
        places = {turn.id: place for place, turn in enumerate(turns)}
        for draft in extraction.drafts:
            span = draft.evidence[0]
            said = turns[places[span.turn]]
            for e in draft.edges:
                lived = "".join(
                    f" {word} {when:%Y-%m-%d}"
                    for word, when in (("from", e.valid_from), ("until", e.valid_to))
                    if when is not None
                )
                around = said.text[max(0, span.start - 120) : span.end + 60].replace("\n", " ")
                lines.append(
                    f"({e.subject.name}:{e.subject.type.value}) {e.relation} ({e.object.name}:{e.object.type.value}){lived}\n"
                    f"      {said.at:%Y-%m-%d} {said.speaker or said.role.value}: {around}"
                    if said.at
                    else f"({e.subject.name}:{e.subject.type.value}) {e.relation} ({e.object.name}:{e.object.type.value})"
                    f"{lived}\n      {said.speaker or said.role.value}: {around}"
                )
    return lines


def files_of(paths: list[Path]) -> list[Path]:
    """The files themselves, and those in folders, in the order of their names."""
    found = [sorted(path.rglob("*.*")) if path.is_dir() else [path] for path in paths]
    return [path for files in found for path in files if path.is_file()]


def with_turns(results: list[tuple[list[Turn], Extraction]]) -> list[str]:
    lines = []
    for turns, extraction in results:
        places = {turn.id: place for place, turn in enumerate(turns)}
        for draft in extraction.drafts:
            place = places[draft.evidence[0].turn]
            said = [
                f"      {each.speaker or each.role.value} ({each.at:%Y-%m-%d}): {each.text}"
                if each.at
                else f"      {each.speaker or each.role.value}: {each.text}"
                for each in turns[max(0, place - 1) : place + 1]
            ]
            lines.append("\n".join([f"[{draft.kind.value}] {draft.text}", *said]))
    return lines


def read_all(
    path: Path, relations: RelationMap, tuning: RememberTuning, limit: int | None
) -> list[tuple[list[Turn], Extraction]]:
    started = time.perf_counter()
    results = []
    for turns in sessions(path)[:limit]:
        context = Context(relations=relations, tuning=tuning, now=max(NOW, written_at(path)))
        results.append((turns, extract(turns, context)))
    count = sum(len(turns) for turns, _ in results)
    drafts = sum(len(e.drafts) for _, e in results)
    reasons = Counter(r.reason.value for _, e in results for r in e.rejections)
    edges = Counter(edge.relation for _, e in results for d in e.drafts for edge in d.edges)
    print(
        f"# {path.name}: {count} turns, {drafts} drafts, {time.perf_counter() - started:.1f} s, {dict(reasons.most_common())}"
    )
    print(f"# edges {sum(edges.values())}: {dict(edges.most_common(25))}")
    return results


def shown(results: list[tuple[list[Turn], Extraction]], rejected: str | None, *, edges: bool) -> list[str]:
    lines = []
    for turns, extraction in results:
        texts = {turn.id: turn.text for turn in turns}
        if rejected:
            lines += [
                f"{r.reason.value}: {r.text!r}" for r in extraction.rejections if r.reason.value == rejected
            ]
            continue
        for d in extraction.drafts:
            span = d.evidence[0]
            said = texts[span.turn][span.start : span.end].replace("\n", " ")
            stated = [
                f"({e.subject.name}:{e.subject.type.value}) {e.relation} ({e.object.name}:{e.object.type.value})"
                for e in d.edges
            ]
            if edges:
                lines += [f"{s}   <- {d.text}" for s in stated]
            else:
                lines.append(
                    f"[{d.kind.value} {d.importance:.2f}] {d.text}\n      <- {said}"
                    + "".join(f"\n      {s}" for s in stated)
                )
    return lines


if __name__ == "__main__":
    main()
