"""How many more facts would statements built on a dependency parse keep, and how many of them stand alone?

PYTHONPATH=. python tests/bench/measure_parser.py SPLIT SCORED.json [--model NAME] [--print KIND] [--sample N]

SPLIT is a life set's folder (homes/NAME/files), SCORED.json what its score.py wrote with --json. Beside what the rules
keep it counts what four other sources of statements would: whole turns; thoughts of the product with no gate and no
parse; every clause of the parse; and sentences of the parse that its form lets through, where the rules kept nothing.
--print shows a sample of one of them with its turn, for a person to read. spaCy is no dependency of quaid.
"""

import argparse
import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from quaidpy.domain.graph.entities import ALIVE
from quaidpy.domain.identity import TurnId
from quaidpy.domain.memories.drafts import USER, RejectionReason, person
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.finding.conversation import Conversation
from quaidpy.remember.finding.drafting import Statement, draft_of
from quaidpy.remember.finding.left_open import points_at_nobody
from quaidpy.remember.finding.of_others import Said
from quaidpy.remember.finding.rules import Context, extract
from quaidpy.remember.people.coreference import with_others_named
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.chat_spelling import with_owned_kin, written_out
from quaidpy.remember.words.rewriting import Voices, in_third_person, possessive
from quaidpy.remember.words.salience import Salience
from quaidpy.remember.words.self_contained import fault_of
from quaidpy.remember.words.sentence_grouping import thoughts, without_asides
from quaidpy.remember.words.sentences import Span
from quaidpy.remember.words.speakers import ASSISTANT, SOURCES, Speakers
from quaidpy.settings import load_relations, load_settings
from tests.bench.parsed_clauses import Parse, clauses, fault, load
from tests.bench.print_facts import NOW, sessions

KINDS = ("turns", "thoughts", "clauses", "gated")
_PRONOUN = re.compile(r"(?P<who>she|he|they)(?P<tail>['’]\w+)?(?= )", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?P<whose>her|his|their) (?=\w)", re.IGNORECASE)
_OWNER = {"her": "she", "his": "he", "their": "they"}
_OVER = frozenset(
    {
        RejectionReason.QUESTION,
        RejectionReason.REPEATED,
        RejectionReason.MISATTRIBUTED,
        RejectionReason.WITHDRAWN,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    text: str
    home: str
    at: datetime
    turn: str


@dataclass(slots=True)
class Found:
    """Statements by where they come from, and the seconds of processor that reading and parsing took."""

    told: dict[str, list[Told]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    rules_s: float = 0.0
    parse_s: float = 0.0
    turns: int = 0


@dataclass(slots=True)
class Reader:
    """Goes through one conversation as the rules do, and writes each piece of text as a statement."""

    talk: Conversation
    home: str
    parse: Parse
    found: Found

    def read(self, turn: Turn, untold: dict[str, RejectionReason]) -> None:
        self._add("turns", self._told(self._dated(turn), turn))
        for span in thoughts(turn.text, is_note=self.talk.is_said_to_assistant(turn)):
            text = written_out(span.text)
            text = with_owned_kin(text) if self.talk.is_said_to_assistant(turn) else text
            self._add("thoughts", self._statement(without_asides(text), span, turn, is_judged=True))
            started = time.process_time()
            document = self.parse(text)
            self.found.parse_s += time.process_time() - started
            for clause in dict.fromkeys(clauses(document)):
                self._add("clauses", self._statement(clause, span, turn, is_judged=False))
            if untold.get(span.text) not in {None, *_OVER}:
                for sentence in self.parse(without_asides(text)).sents:
                    if fault(sentence) is None:
                        said = without_asides(sentence.text.strip())
                        self._add("gated", self._statement(said, span, turn, is_judged=True))
            self._hear(span.text, turn)
        self.talk.turn_over(turn)

    def listen(self, turn: Turn) -> None:
        """Take a turn in without making statements of it."""
        self._hear(turn.text, turn)
        self.talk.turn_over(turn)

    def _hear(self, text: str, turn: Turn) -> None:
        named = [one.entity for one in find_entities(text, self.talk.known.values())]
        self.talk.hear(text, turn, named)
        for one in named:
            if one.type in ALIVE:
                self.talk.known.setdefault(one.name.casefold(), one)

    def _add(self, kind: str, told: Told | None) -> None:
        if told is not None:
            self.found.told[kind].append(told)

    def _told(self, text: str, turn: Turn) -> Told:
        return Told(text=_flat(text), home=self.home, at=turn.at or NOW, turn=turn.text)

    def _dated(self, turn: Turn) -> str:
        voices = Voices(speaker=self.talk.speaker_of(turn))
        return in_third_person(resolve_dates(turn.text, turn.at or NOW).text, voices)

    def _statement(self, spoken: str, span: Span, turn: Turn, *, is_judged: bool) -> Told | None:
        """The product's own wording of a piece of text; judged, only where its form stands alone."""
        if len(spoken.split()) < 2 or (is_judged and span.text.rstrip().endswith("?")):
            return None
        named = self._named(spoken)
        if named is None and is_judged:
            return None
        talk, spoken = self.talk, named or spoken
        speaker = talk.speaker_of(turn)
        said = Said(
            in_third_person(spoken, Voices(speaker=speaker, listener=talk.speakers.listener_of(speaker))),
            Salience(Kind.FACT, 0.6, is_sure=True),
            person(speaker),
        )
        statement = Statement(
            text=said.text,
            spoken=spoken,
            salience=said.salience,
            stated_at=turn.at or NOW,
            evidence=Evidence(turn.id, span.start, span.end),
            source=SOURCES[turn.role],
            confidence=talk.tuning.user_confidence,
            speaker=speaker,
            subject=said.subject,
        )
        text = draft_of(statement, talk.known.values(), talk.relations, talk.tuning).text
        if is_judged and (fault_of(text) or points_at_nobody(Said(text, said.salience, None))):
            return None
        return self._told(text, turn)

    def _named(self, spoken: str) -> str | None:
        """With a name for a pronoun that begins it; None where nobody is sure to be meant."""
        if found := _PRONOUN.match(spoken):
            who = self.talk.people.meant_by(found["who"].lower())
            return f"{who}{found['tail'] or ''}{spoken[found.end() :]}" if who else None
        if found := _POSSESSIVE.match(spoken):
            who = self.talk.people.meant_by(_OWNER[found["whose"].lower()])
            return f"{possessive(who)} {spoken[found.end() :]}" if who else spoken
        return with_others_named(spoken, self.talk._meant)


def _flat(text: str) -> str:
    return " ".join(text.split())


def read_split(split: Path, parse: Parse) -> Found:
    found = Found()
    relations, tuning = load_relations(), load_settings(environment={}).tuning.remember
    for path in sorted(each for each in (split / "homes").rglob("*.*") if each.is_file()):
        for turns in sessions(path):
            started = time.process_time()
            extraction = extract(turns, Context(relations=relations, tuning=tuning, now=NOW))
            found.rules_s += time.process_time() - started
            found.turns += len(turns)
            untold: dict[TurnId, dict[str, RejectionReason]] = {}
            for one in extraction.rejections:
                untold.setdefault(one.turn, {})[one.text] = one.reason
            names = [turn.speaker or (ASSISTANT if turn.role is Role.ASSISTANT else USER) for turn in turns]
            talk = Conversation(
                speakers=Speakers(names=tuple(dict.fromkeys(names))),
                user_name=None,
                relations=relations,
                tuning=tuning,
            )
            talk.known.update(
                (name.casefold(), person(name)) for name in names if name not in {USER, ASSISTANT}
            )
            reader = Reader(talk, path.relative_to(split / "homes").parts[0], parse, found)
            for turn in turns:
                if turn.role in {Role.USER, Role.DOCUMENT}:
                    reader.read(turn, untold.get(turn.id, {}))
                elif turn.role is Role.ASSISTANT:
                    reader.listen(turn)
    return found


def matching(rows: Sequence[dict[str, Any]], told: Sequence[Told]) -> Iterator[tuple[dict[str, Any], Told]]:
    """Each row with the first statement that its pattern matches."""
    for row in rows:
        rule, after = re.compile(row["match"], re.IGNORECASE), row.get("after") or ""
        of_home = (one for one in told if one.home == row["home"] and one.at.isoformat() >= after)
        hit = next((one for one in of_home if rule.search(one.text)), None)
        if hit is not None:
            yield row, hit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split", type=Path)
    parser.add_argument("scored", type=Path)
    parser.add_argument("--model", default="en_core_web_sm")
    parser.add_argument("--print", choices=[*KINDS, "facts"])
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    scored = json.loads(wanted.scored.read_text(encoding="utf-8"))
    found = read_split(wanted.split, load(wanted.model))
    missed = [row for row in scored["facts"] if not row["ok"]]
    whole, whole_nevers = len(scored["facts"]), [row for row in scored["never"] if row["ok"]]
    kept = whole - len(missed)
    print(f"rules keep {kept}/{whole} facts = {100 * kept / whole:.1f} %")
    for kind in KINDS:
        hits, broken = (
            list(matching(missed, found.told[kind])),
            list(matching(whole_nevers, found.told[kind])),
        )
        print(
            f"{kind:9} {len(found.told[kind]):5} statements: +{len(hits)} facts = "
            f"{100 * (kept + len(hits)) / whole:.1f} %, {len(broken)} nevers broken"
        )
        if wanted.print == "facts":
            print(*(f"    {row['id']}: {one.text}" for row, one in hits), sep="\n")
    both = found.rules_s + found.parse_s
    print(
        f"{found.turns} turns: rules {found.rules_s:.1f} s of processor, parse {found.parse_s:.1f} s: "
        f"with the parse {found.rules_s / both:.2f} of the rules' turns a second"
    )
    if wanted.print in KINDS:
        told = found.told[wanted.print]
        for one in random.Random(wanted.seed).sample(told, min(wanted.sample, len(told))):
            print(f"- {one.text}\n      {_flat(one.turn)[:300]}")


if __name__ == "__main__":
    main()
