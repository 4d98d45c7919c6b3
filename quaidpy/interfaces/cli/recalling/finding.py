"""How is something found again, and why was it found?"""

import sys
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.options import CONTEXT, KINDS, all_of
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import recall_id, whole_id

if TYPE_CHECKING:
    from quaidpy.domain.recall.queries import Query
    from quaidpy.domain.recall.traces import RecallResult
    from quaidpy.memory import Memory

_LISTED = 10  # results that a person is shown
_asks = all_of(
    click.argument("question", nargs=-1, required=True, metavar="QUESTION"),
    click.option("--limit", "-n", type=click.IntRange(1, 200), metavar="N", help="Most results."),
    click.option("--as-of", metavar="DATE", help="What was true then."),
    click.option("--known-at", metavar="DATE", help="What was known then."),
    click.option("--since", metavar="DATE", help="Only what was said from then on."),
    click.option("--until", metavar="DATE", help="Only what was said before."),
    click.option(
        "--kind", "kinds", multiple=True, type=click.Choice(KINDS), metavar="KIND", help="Only this kind."
    ),
    click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only with this tag."),
    click.option("--project", metavar="NAME", help="Only of this project."),
    click.option("--session", "conversation", metavar="NAME", help="Only of this session."),
    CONTEXT,
    click.option("--as", "asker", metavar="NAME", help="Who “I” and “my” mean."),
    click.option("--explain", is_flag=True, help="Show how it was found, too."),
    click.option("--strict", is_flag=True, help="Fail when a stage was skipped."),
)
"""The question and the bounds that recall and search share."""


@click.command(cls=QuaidCommand)
@_asks
@click.option(
    "--budget",
    "budget_tokens",
    type=click.IntRange(50),
    metavar="TOKENS",
    help="Most tokens [default: 2,000].",
)
@click.option("--docs", "with_documents", is_flag=True, help="Also passages of registered projects.")
@click.pass_obj
def recall(session: Session, /, explain: bool, with_documents: bool, **asked: Any) -> None:
    """Print the [MEMORY] block that answers a question, for an agent.

    Dates are ISO or relative: 2025-03-01, “3 days ago”, “last summer”. Nothing relevant: nothing is printed.
    One clear answer takes a few lines; lists, orders and doubt take more, 40 unless --limit says otherwise.
    """
    from quaidpy.interfaces.cli.recalling.finding_views import lines_beside
    from quaidpy.interfaces.json_forms.results import result_document
    from quaidpy.recall.giving.rendering import context_block

    with session.reading() as memory:
        query = _query(memory, **asked)
        result = memory.recall(query)
        block = context_block(result, budget_tokens=query.budget_tokens)
        document = {"context": block} | result_document(result, memory)
        if with_documents:
            document |= _documents(query, memory)
            block = "\n".join(filter(None, (block, document["documents"])))
        session.answer(document, lambda: click.echo(block) if block else None)
        if result.abstained and session.has_database():
            session.hint("\n".join([f"nothing recalled: {result.trace.abstained}", *lines_beside(document)]))
        _tell(session, result, memory, is_explaining=explain)


def _documents(query: "Query", memory: "Memory") -> dict[str, Any]:
    """A block of passages beside that of memories, with a budget of its own: neither crowds the other out."""
    from quaidpy.documents.searching import DocumentQuery, document_block
    from quaidpy.interfaces.cli.documents.docs_views import found_document

    found = memory.documents.search(DocumentQuery(text=query.text, project=query.project))
    return {
        "documents": document_block(found, budget_tokens=query.budget_tokens),
        "passages": found_document(query.text, found)["results"],
    }


@click.command(cls=QuaidCommand)
@_asks
@click.option("--text", "words_only", is_flag=True, help="The words only: no meaning, no graph, no model.")
@click.pass_obj
def search(session: Session, /, explain: bool, **asked: Any) -> None:
    """List what answers a question, for a person to read.

    Each with its score, and the words it came from; ten unless --limit says otherwise.
    """
    from quaidpy.interfaces.cli.recalling.finding_views import print_results
    from quaidpy.interfaces.json_forms.results import result_document

    asked["limit"] = asked["limit"] or _LISTED
    with session.reading() as memory:
        result = memory.recall(_query(memory, **asked))
        document = result_document(result, memory)
        session.answer(document, lambda: print_results(session.console, document))
        _tell(session, result, memory, is_explaining=explain)


@click.command(cls=QuaidCommand)
@click.option("--project", metavar="NAME", help="What belongs to this project comes first.")
@click.option(
    "--limit", "-n", type=click.IntRange(1, 200), default=12, show_default=True, help="Most memories."
)
@CONTEXT
@click.pass_obj
def brief(session: Session, /, **asked: Any) -> None:
    """Print what an agent should know before anything is asked.

    Profile, preferences, decisions, procedures and lessons that hold now, the most important first.
    """
    from quaidpy.interfaces.json_forms.results import brief_document

    with session.reading() as memory:
        document = brief_document(memory.brief(**asked))
    session.answer({"results": document}, lambda: _print_brief(document))


@click.command(cls=QuaidCommand)
@click.argument("listener", metavar="LISTENER")
@click.option(
    "--session", "conversation", metavar="NAME", help="Its own session: what was said there is no news."
)
@click.option("--project", metavar="NAME", help="Only of this project.")
@CONTEXT
@click.pass_obj
def signals(session: Session, /, listener: str, conversation: str | None, **asked: Any) -> None:
    """Print what matters that other agents stored since.

    LISTENER is any name that stays the same for a session of an agent, as in `quaid signals claude-code:42`. Each
    reaches it once; a few at a time, with a pause ([signals] of the settings). The first call only begins to listen.
    """
    from quaidpy.interfaces.json_forms.results import brief_document

    with session.reading() as memory:
        document = brief_document(memory.signals(listener, session=conversation, **asked))
    session.answer({"results": document}, lambda: _print_brief(document))


def _print_brief(document: list[dict[str, Any]]) -> None:
    for found in document:
        click.echo(f"- ({found['kind']}) {found['text']}")


@click.command(cls=QuaidCommand)
@click.argument("recalled", default="last", metavar="[RECALL|last]")
@click.option(
    "--result",
    "wanted",
    metavar="ID",
    help="Only this memory or turn: what scored it, or why it was left out.",
)
@click.pass_obj
def why(session: Session, /, recalled: str, wanted: str | None) -> None:
    """Show how an answer was found, as a tree.

    Intent, lanes, scores, what was left out and why; of the last recall unless one is named.
    """
    from quaidpy.interfaces.cli.recalling.trace_views import (
        left_out_document,
        print_left_out,
        print_result_trace,
        print_trace,
        result_trace,
        trace_names,
    )
    from quaidpy.interfaces.json_forms.memories import names_of
    from quaidpy.interfaces.json_forms.plain import plain

    with session.reading() as memory:
        trace = memory.why(recall_id(recalled, memory))
        names = trace_names(trace, memory)
        if wanted is None:
            session.answer(plain(trace), lambda: print_trace(session.console, trace, names))
            return
        node = whole_id(wanted, memory)
        result = result_trace(trace, node)
        if result is not None:
            session.answer(plain(result), lambda: print_result_trace(session.console, result, names))
            return
        document = left_out_document(trace, node)
        names |= names_of(memory, [node])
        session.answer(document, lambda: print_left_out(session.console, document, names))


@click.command(cls=QuaidCommand)
@click.argument("recalled", metavar="RECALL|last")
@click.option("--used", multiple=True, metavar="ID", help="It helped.")
@click.option("--unused", multiple=True, metavar="ID", help="It did not help.")
@click.option("--corrected", multiple=True, metavar="ID", help="It was wrong, and was corrected.")
@click.pass_obj
def feedback(
    session: Session,
    recalled: str,
    used: tuple[str, ...],
    unused: tuple[str, ...],
    corrected: tuple[str, ...],
) -> None:
    """Say which results of a recall helped, memories or turns.

    Ranking learns from it: the outcome score of each memory moves by a quarter of the way.
    """
    from quaidpy.interfaces.json_forms.results import told_useful

    if not (used or unused or corrected):
        raise UsageError("nothing said; give --used, --unused or --corrected with a memory's id")
    with session.writing() as memory:
        document = told_useful(memory, recalled, used=used, unused=(*unused, *corrected))
    told = ", ".join(f"{identity} {outcome:.2f}" for identity, outcome in document["outcomes"].items())
    session.answer(document, lambda: click.echo(f"outcome now: {told}"))


def _query(memory: "Memory", **asked: Any) -> "Query":
    from quaidpy.domain.memories.memory import Kind
    from quaidpy.domain.recall.queries import Query
    from quaidpy.interfaces.cli.terminal.dates import check_order, read_date

    dates: dict[str, Any] = {}
    for name in ("as_of", "known_at", "since", "until"):
        text = asked.pop(name)
        option = f"--{name.replace('_', '-')}"
        dates[name] = read_date(text, option, now=memory.now()) if text else None
    check_order(dates["since"], dates["until"])
    kinds = tuple(Kind(kind) for kind in asked.pop("kinds"))
    text = " ".join(asked.pop("question"))
    asked["session"] = asked.pop("conversation")
    given = {name: value for name, value in asked.items() if value not in (None, ())}
    return Query(text=text, kinds=kinds, **given, **dates)


def _tell(session: Session, result: "RecallResult", memory: "Memory", *, is_explaining: bool) -> None:
    """What goes with an answer: how it was found when asked for, and always what was skipped."""
    if is_explaining and not session.is_json:
        from quaidpy.interfaces.cli.recalling.trace_views import print_trace, trace_names
        from quaidpy.recall.giving.omissions import with_block

        trace = with_block(result)
        print_trace(session.console, trace, trace_names(trace, memory))
    if result.degraded:
        session.hint(f"degraded: {', '.join(f'{each.stage} ({each.reason})' for each in result.degraded)}")
    sys.stdout.flush()  # what the recall did to memories is written after the answer has left
