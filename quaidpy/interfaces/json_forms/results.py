"""What was found, with the words it came from and how it was found?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.identities import recall_id, result_id
from quaidpy.interfaces.json_forms.memories import names_of
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.recall.giving.lines import line_of_memory, line_of_result
from quaidpy.recall.giving.trust import is_flagged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quaidpy.domain.identity import EpisodeId
    from quaidpy.domain.memories.episodes import Turn
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.domain.recall.traces import RecallResult, Result
    from quaidpy.memory import Memory


def result_document(result: "RecallResult", memory: "Memory") -> dict[str, Any]:
    """The answer with its evidence verbatim, and the whole trace."""
    nodes = [node for found in result.results for node in found.path]
    names = names_of(memory, nodes) if nodes else {}
    said_in = {turn.episode for found in result.results for turn in found.evidence}
    sessions = {each.id: each.session for each in memory.episodes_called(sorted(said_in))}
    return {
        "recall": result.id,
        "query": result.query,
        "results": [_result_document(found, names, sessions) for found in result.results],
        "theme": result.trace.theme,
        "abstained": result.trace.abstained,
        "beside": [{"space": name, "answers": number} for name, number in result.beside],
        "degraded": plain(result.degraded),
        "trace": plain(result.trace),
    }


def _result_document(
    found: "Result", names: dict[str, str], sessions: "dict[EpisodeId, str | None]"
) -> dict[str, Any]:
    memory = found.memory
    return {
        "id": found.node,
        "kind": memory.kind.value if memory else "turn",
        "score": round(found.score, 4),
        "text": found.text,
        "line": line_of_result(found),
        "form": found.line.form.value,
        "said_at": plain(found.said_at),
        "status": memory.status.value if memory else None,
        "flagged": is_flagged(found),
        "origin": found.origin,
        "space": found.space,
        "valid_from": plain(memory.lifetime.valid_from) if memory else None,
        "valid_to": plain(memory.lifetime.valid_to) if memory else None,
        "evidence": [
            _evidence_document(turn, found) | {"session": sessions.get(turn.episode)}
            for turn in found.evidence
        ],
        "context": [_turn_document(turn, turn.text) for turn in found.context],
        "later": [_turn_document(turn, text) for turn, text in found.line.later],
        "also": [{"id": each.id, "kind": each.kind.value, "text": each.text} for each in found.also],
        "path": [{"id": node, "name": names.get(node, node)} for node in found.path],
    }


def told_useful(
    memory: "Memory", recall: str, *, used: "Sequence[str]", unused: "Sequence[str]"
) -> dict[str, Any]:
    """What was said of the results of a recall, and their outcome scores after it. Raises NotFoundError."""
    memory.why(recall_id(recall, memory))
    useful = {result_id(typed, memory): 1.0 for typed in used}
    useful |= {result_id(typed, memory): 0.0 for typed in unused}
    memory.feedback(useful)
    outcomes = {identity: memory.usage(identity).outcome for identity in useful}
    return {"feedback": useful, "outcomes": outcomes}


def brief_document(found: "Sequence[Statement]") -> list[dict[str, Any]]:
    """Memories in the form of results, without a question that they answer."""
    return [
        {
            "id": memory.id,
            "kind": memory.kind.value,
            "text": memory.text,
            "line": line_of_memory(memory),
            "said_at": plain(memory.stated_at),
            "flagged": memory.flagged,
            "project": memory.project,
        }
        for memory in found
    ]


def _evidence_document(turn: "Turn", found: "Result") -> dict[str, Any]:
    """`quote`: the exact characters the memory was made of; the whole turn when it was not."""
    spans = found.memory.evidence if found.memory else ()
    quotes = [turn.text[span.start : span.end] for span in spans if span.turn == turn.id]
    return _turn_document(turn, turn.text) | {"quote": quotes[0] if quotes else turn.text}


def _turn_document(turn: "Turn", text: str) -> dict[str, Any]:
    """`text`: what is given of the turn."""
    return {
        "turn": turn.id,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "at": plain(turn.at),
        "text": text,
    }
