"""What did a language model read, and what would it make of a source?"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import ModelError, UsageError
from quaidpy.interfaces.cli.remembering.reading_options import How
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.intake import count_reasons, reading_document
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.memories.drafts import MemoryDraft
    from quaidpy.memory import Memory
    from quaidpy.remember.changing.previewing import Preview
    from quaidpy.remember.pipeline import IntakeReport
    from quaidpy.services.host_intakes import FoundSource


def is_wanted(memory: "Memory", wanted: bool | None, *, by_rules: bool) -> bool:
    """Whether the model reads. Raises UsageError when nobody would."""
    if wanted is None:
        wanted = memory.has_reader
    if not wanted and not by_rules:
        raise UsageError("--no-rules without a model would find nothing; set one with `quaid config model`")
    return wanted


def print_reading(session: Session, document: dict[str, Any]) -> None:
    from quaidpy.interfaces.cli.remembering.intake_views import print_statements
    from quaidpy.interfaces.cli.terminal.printing import counted

    spent = document["spending"]
    cost = f", ${spent['cost_usd']:.4f}" if spent["cost_usd"] else ""
    click.echo(
        f"read by {document['model']}: {counted(document['chunks'], 'chunk')}, {len(document['new'])} new, "
        f"{document['enriched']} told more of, "
        f"{spent['input_tokens']:,} + {spent['output_tokens']:,} tokens{cost}"
    )
    print_statements(session.console, document)
    if document["learnt"]:
        click.echo(f"  learnt {counted(document['learnt'], 'line')} for identity files: quaid journal list")
    if document["drops"]:
        click.echo("  left out: " + " · ".join(f"{n} {reason}" for reason, n in document["drops"].items()))


def read_on(
    session: Session, memory: "Memory", report: "IntakeReport", document: dict[str, Any], how: How
) -> int:
    """The model's turn after the rules: its reading goes into the document. Returns the exit code."""
    if not is_wanted(memory, how.by_model, by_rules=how.by_rules):
        return 0
    reading = reading_document(memory.read_by_model(report, user_name=how.user_name), memory)
    document["reading"] = reading
    if not session.is_json:
        print_reading(session, reading)
    return told_of_waiting(session, reading)


def told_of_waiting(session: Session, document: dict[str, Any]) -> int:
    """Says what could not be read, and how to go on. Returns the exit code."""
    for error in document["errors"]:
        session.warn(error)
    if not document["waiting"]:
        return 0
    session.hint(
        f"{document['waiting']} of {document['waiting'] + document['chunks']} chunks wait for the model; their words "
        "are searchable meanwhile. `quaid extract --retry`, or the same command again, goes on"
    )
    return ModelError.exit_code


def retry_waiting(session: Session) -> int:
    """`quaid extract --retry`."""
    with session.writing() as memory:
        document = reading_document(memory.read_waiting(), memory)
    session.answer(document, lambda: print_reading(session, document))
    return told_of_waiting(session, document)


def show_previews(
    session: Session, sources: "Iterable[FoundSource]", how: How, about: dict[str, Any]
) -> None:
    """`quaid extract --dry-run` and `--compare`."""
    from quaidpy.remember.pipeline import Intake

    documents = []
    # A home with settings and own prompts, though nothing is remembered yet, is the one to read by.
    with session.writing() if session.settings.home.exists() else session.reading() as memory:
        by_model = is_wanted(memory, how.by_model, by_rules=how.by_rules)
        for it in sources:
            intake = Intake(
                owner=memory.owner, source_key=it.key, data=it.data, by_rules=how.by_rules, **about
            )
            documents.append(_preview_document(it.name, memory.preview(intake, by_model=by_model)))
    session.answer({"sources": documents}, lambda: _print_previews(documents))


def _preview_document(name: str, preview: "Preview") -> dict[str, Any]:
    rejections = plain(preview.rejections)
    return {
        "source": name,
        "turns": [
            {
                "number": turn.seq,
                "speaker": turn.speaker or turn.role.value,
                "text": turn.text,
                "by_rules": [
                    _draft(draft) for draft in preview.by_rules if draft.evidence[0].turn == turn.id
                ],
                "by_model": [
                    _draft(draft) for draft in preview.by_model or () if draft.evidence[0].turn == turn.id
                ],
            }
            for turn in preview.turns
        ],
        "model_asked": preview.by_model is not None,
        "drops": count_reasons(rejections),
        "rejections": rejections,
        "spending": plain(preview.spending),
    }


def _draft(draft: "MemoryDraft") -> dict[str, Any]:
    return {
        "kind": draft.kind.value,
        "text": draft.text,
        "confidence": draft.confidence,
        "keywords": list(draft.keywords),
        "edges": [f"{edge.subject.name} {edge.relation} {edge.object.name}" for edge in draft.edges],
    }


def _print_previews(documents: list[dict[str, Any]]) -> None:
    for document in documents:
        click.echo(f"{document['source']}: nothing is stored")
        for turn in document["turns"]:
            found = [("rules", each) for each in turn["by_rules"]] + [
                ("model", each) for each in turn["by_model"]
            ]
            if not found:
                continue
            click.secho(f"  [{turn['number']}] {turn['speaker']}: {turn['text'][:100]}", dim=True)
            for reader, each in found:
                edges = f"  ({'; '.join(each['edges'])})" if each["edges"] else ""
                click.echo(f"      {reader}  {each['kind']:<10} {each['text']}{edges}")
        if document["drops"]:
            click.echo(
                "  left out: " + " · ".join(f"{n} {reason}" for reason, n in document["drops"].items())
            )
