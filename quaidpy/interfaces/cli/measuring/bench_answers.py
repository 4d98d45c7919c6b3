"""Is an agent given what answers?"""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.measuring.setting_up import folder_for, progress, settings_with, tuned
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.bench.qa.asking import Examiners
    from quaidpy.settings import Settings

_KEEP = click.option("--keep", metavar="FOLDER", help="Keep the homes here, and use those that are there.")
_OUT = click.option("--out", metavar="FILE.json", help="Also write everything to this file.")


@click.command(cls=QuaidCommand)
@click.argument("paths", nargs=-1, required=True, metavar="DIR...")
@click.option("--split", default="dev", show_default=True, metavar="NAME", help="Folder inside each DIR.")
@click.option(
    "--form",
    type=click.Choice(["sessions", "log", "both"]),
    default="both",
    show_default=True,
    help="A file a session, or one log of all.",
)
@click.option(
    "--budget",
    "budgets",
    type=click.IntRange(50),
    multiple=True,
    default=(2000, 600),
    show_default=True,
    help="Tokens of a block; may be repeated.",
)
@click.option(
    "--sample", type=click.IntRange(2), metavar="N", help="Questions a set, drawn by chance; always the same."
)
@click.option("--show", type=click.IntRange(1), metavar="N", help="Print so many blocks that lack something.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at a time.")
@click.option("--alone", is_flag=True, help="Without the baselines, which never change.")
@click.option("--against", metavar="FILE.json", help="Compare with what an earlier run wrote by --out.")
@_KEEP
@_OUT
@tuned
@click.pass_obj
def given(session: Session, /, paths: tuple[str, ...], changes: tuple[str, ...], **how: Any) -> None:
    """Measure whether blocks hold the words that answer.

    \b
    DIR holds meta.json and SPLIT/docs.jsonl[.gz], SPLIT/queries.jsonl[.gz]. Takes
    conversations in as users do, asks, and looks for the turns that answer in the
    [MEMORY] block: short ones whole, of long ones 60 characters of the passage
    that answers. Beside BM25 and vectors whose turns are quoted.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.data.converters import read_dataset
    from quaidpy.bench.data.world_files import Form
    from quaidpy.bench.given.measuring import How, earlier_values, measure_given
    from quaidpy.interfaces.cli.measuring.given_views import print_given, print_readings

    settings, documents = settings_with(session, changes), []
    earlier = _written(how["against"], session)
    sets = [read_dataset(session.path(path), split=how["split"], form=None) for path in paths]
    with folder_for(how["keep"]) as folder:
        asked = How(
            folder=folder,
            forms=tuple(Form) if how["form"] == "both" else (Form(how["form"]),),
            budgets=tuple(dict.fromkeys(how["budgets"])),
            jobs=how["jobs"],
            with_baselines=not how["alone"],
        )
        for dataset in sets:
            with progress(dataset.name, session) as report:
                result = measure_given(dataset.sampled(how["sample"]), settings, asked, report)
            documents.append(result.document())
            if not session.is_json:
                print_given(session.console, result, earlier_values(earlier, dataset))
                print_readings(session.console, result, how["show"] or 0)
    _answer({"sets": documents}, how["out"], session)


def _written(file: str | None, session: Session) -> list[dict[str, Any]]:
    """The sets of an earlier run's file."""
    from quaidpy.errors import UsageError

    if file is None:
        return []
    try:
        found: list[dict[str, Any]] = json.loads(session.path(file).read_text(encoding="utf-8"))["sets"]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise UsageError(f"{file} is not what an earlier run wrote by --out: {err}") from err
    return found


def _answer(document: dict[str, Any], file: str | None, session: Session) -> None:
    """As JSON when that was asked for; and to a file when one is named."""
    from quaidpy.interfaces.json_forms.plain import plain

    if file:
        path = Path(session.path(file))
        path.write_text(json.dumps(plain(document), ensure_ascii=False, indent=1), encoding="utf-8")
        session.hint(f"everything is in {short_path(path)}")
    session.answer(document, lambda: None)


@click.command(cls=QuaidCommand)
@click.argument("folder", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Only this home; may be repeated.")
@click.option("--show", is_flag=True, help="Print each failure, with its block.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Homes at a time.")
@_KEEP
@_OUT
@tuned
@click.pass_obj
def life(session: Session, /, folder: str, changes: tuple[str, ...], **how: Any) -> None:
    """Measure what an agent is given of real-looking lives.

    \b
    DIR holds homes/NAME/FILE…, questions.jsonl, facts.jsonl and never.jsonl. Of
    prompts as people type them: answered, in the first line, with what is
    current, silent where nothing is known, to the point; of facts: kept, never
    turned round.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.life.lives import read_lives
    from quaidpy.bench.life.measuring import life_document, measure_lives
    from quaidpy.interfaces.cli.measuring.life_views import print_failures, print_lives

    settings, lives = settings_with(session, changes), read_lives(session.path(folder), how["only"])
    with folder_for(how["keep"]) as homes, progress("lives", session) as report:
        lived = measure_lives(lives, settings, homes, report, jobs=how["jobs"])
    if not session.is_json:
        if how["show"]:
            print_failures(session.console, lived)
        print_lives(session.console, lived)
    _answer(life_document(lived), how["out"], session)


@click.command(cls=QuaidCommand)
@click.argument("paths", nargs=-1, required=True, metavar="DIR...")
@click.option("--reader", required=True, metavar="MODEL", help="Answers: PROVIDER/MODEL or command:PROGRAM.")
@click.option("--judge", required=True, metavar="MODEL", help="Judges the answers.")
@click.option("--reader-url", default="", metavar="URL", help="Where the reader is served, if not usual.")
@click.option("--judge-url", default="", metavar="URL", help="Where the judge is served.")
@click.option("--answers", metavar="FILE.jsonl", help="Keep judged answers here, and go on from there.")
@click.option("--split", default="dev", show_default=True, metavar="NAME", help="Folder inside each DIR.")
@click.option(
    "--form",
    type=click.Choice(["sessions", "log"]),
    default="sessions",
    show_default=True,
    help="How it is taken in.",
)
@click.option("--budget", type=click.IntRange(50), default=2000, show_default=True, help="Tokens of a block.")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Questions a set, drawn by chance.")
@_KEEP
@_OUT
@tuned
@click.pass_obj
def qa(session: Session, /, paths: tuple[str, ...], changes: tuple[str, ...], **how: Any) -> None:
    """Have a model answer from the block, and another judge.

    \b
    DIR as for `quaid bench given`. The reader sees the [MEMORY] block alone. Of
    questions about what was never said, refusing is right. With --answers a run
    that was stopped goes on: what was judged, with the same block, models and
    prompts, is not asked again. Prompts: qa_reader and qa_judge.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.data.converters import read_dataset
    from quaidpy.bench.data.world_files import Form
    from quaidpy.bench.qa.measuring import How, examine, to_be_asked
    from quaidpy.bench.qa.records import JudgedAnswers
    from quaidpy.interfaces.cli.measuring.bench_views import print_examined

    settings, documents = settings_with(session, changes), []
    sets = [read_dataset(session.path(path), split=how["split"], form=None) for path in paths]
    with folder_for(how["keep"]) as folder, _examiners(settings, how) as examiners:
        file = session.path(how["answers"]) if how["answers"] else folder / "answers.jsonl"
        asked = How(folder=folder, answers=JudgedAnswers(file), form=Form(how["form"]), budget=how["budget"])
        for dataset in sets:
            with progress(dataset.name, session) as report:
                result = examine(to_be_asked(dataset, how["sample"]), settings, examiners, asked, report)
            documents.append(result.document())
            if not session.is_json:
                print_examined(session.console, result)
    _answer({"sets": documents}, how["out"], session)


@contextmanager
def _examiners(settings: "Settings", how: dict[str, Any]) -> "Iterator[Examiners]":
    from quaidpy.bench.qa.asking import Examiners
    from quaidpy.wiring.models import model_called, prompt_files

    reader, judge = (
        model_called(how[role], settings, base_url=how[f"{role}_url"], told_by=f"--{role}")
        for role in ("reader", "judge")
    )
    with closing(reader), closing(judge):
        yield Examiners(
            reader=reader,
            judge=judge,
            prompts=prompt_files(settings),
            timeout_s=settings.tuning.models.deep_timeout_s,
        )
