"""What became of what was taken in: which memories are new, confirmed and ended, and what was dropped?"""

from collections import Counter
from typing import TYPE_CHECKING, Any

from quaidpy.domain.identity import EpisodeId, MemoryId
from quaidpy.domain.language.languages import NAMES
from quaidpy.errors import NotFoundError
from quaidpy.interfaces.json_forms.identities import whole_id
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quaidpy.domain.sources.transcripts import DamagedLine
    from quaidpy.memory import Memory
    from quaidpy.remember.changing.noting import NoteReport
    from quaidpy.remember.deciding.storing import ChunkOutcome
    from quaidpy.remember.model.reading import ReadingReport
    from quaidpy.remember.pipeline import IntakeReport


def report_document(
    name: str, report: "IntakeReport", memory: "Memory", unfinished: "Sequence[DamagedLine]" = ()
) -> dict[str, Any]:
    """One source: counts, the memories it made, confirmed and ended, and every drop with its reason."""
    rejections = plain(report.rejections)
    return {
        "source": name,
        "episode": report.episode,
        "run": report.run,
        "format": report.format,
        "known": report.known,
        "turns": report.turns,
        **outcome_document(report.outcome, memory),
        "drops": count_reasons(rejections),
        "rejections": rejections,
        "damaged": plain((*report.damaged, *unfinished)),
        "unread_languages": [NAMES.get(code, code) for code in report.unread_languages],
        "learnt": report.learnt,
    }


def without_half_lines(document: dict[str, Any]) -> dict[str, Any]:
    """A report of a file that is still being written: the end of its last line is yet to come."""
    whole = [line for line in document["damaged"] if not line["is_unfinished"]]
    return {**document, "damaged": whole}


def note_document(report: "NoteReport", memory: "Memory") -> dict[str, Any]:
    rejections = plain(report.rejections)
    return {"run": report.run, **outcome_document(report.outcome, memory), "rejections": rejections}


def reading_document(report: "ReadingReport", memory: "Memory") -> dict[str, Any]:
    """What the model added: counts, statements, tokens, and what still waits."""
    rejections = plain(report.rejections)
    return {
        "model": report.model,
        "run": report.run,
        "chunks": report.chunks,
        "waiting": report.waiting,
        "errors": list(report.errors),
        **outcome_document(report.outcome, memory),
        "enriched": report.outcome.enriched,
        "drops": count_reasons(rejections),
        "rejections": rejections,
        "spending": plain(report.spending),
        "learnt": report.learnt,
    }


def outcome_document(outcome: "ChunkOutcome", memory: "Memory") -> dict[str, Any]:
    """The memories that are new, confirmed and superseded, and counts."""
    return {
        "new": _statements(outcome.inserted, memory),
        "confirmed": _statements(outcome.confirmed, memory),
        "superseded": _statements(outcome.superseded, memory),
        "entities": outcome.entities,
        "edges": outcome.edges,
        "doubts": outcome.doubts,
    }


def _statements(ids: "Sequence[MemoryId]", memory: "Memory") -> list[dict[str, Any]]:
    return [
        {"id": found.id, "kind": found.kind.value, "text": found.text, "flagged": found.flagged}
        for found in memory.called(list(dict.fromkeys(ids)))
    ]


def episodes_document(memory: "Memory", limit: int) -> dict[str, Any]:
    return {"episodes": plain(memory.episodes(limit=limit))}


def episode_document(typed: str, memory: "Memory") -> dict[str, Any]:
    """Raises NotFoundError."""
    identity = EpisodeId(whole_id(typed, memory))
    turns = memory.turns(identity)
    if not turns:
        raise NotFoundError(f"episode {typed} holds no turns")
    return {"episode": identity, "turns": plain(turns)}


def count_reasons(rejections: list[dict[str, Any]]) -> dict[str, int]:
    """Drops by reason, most first."""
    return dict(Counter(str(dropped["reason"]) for dropped in rejections).most_common())
