"""How well and how fast does it recall, on this machine and on this data?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.measuring.bench_answers import given, life, qa
from quaidpy.interfaces.cli.measuring.bench_owners import parity, scale
from quaidpy.interfaces.cli.measuring.setting_up import (
    datasets,
    folder_for,
    kept,
    progress,
    settings_of_home,
    settings_with,
    tuned,
)
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.options import all_of
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.bench.nights.long_nights import Text
    from quaidpy.bench.retrieval.page import Provenance
    from quaidpy.settings import Settings


@click.group(cls=QuaidGroup)
def bench() -> None:
    """Measure how well and how fast it recalls."""


bench.add_command(given)
bench.add_command(life)
bench.add_command(parity)
bench.add_command(qa)
bench.add_command(scale)


@bench.command(cls=QuaidCommand)
@click.option("--size", default="10k", show_default=True, metavar="SIZE", help="Of the synthetic memory.")
@click.option(
    "--questions", type=click.IntRange(2, 10_000), default=100, show_default=True, help="Recalls timed."
)
@tuned
@click.pass_obj
def latency(session: Session, size: str, questions: int, changes: tuple[str, ...]) -> None:
    """Time recall, stage by stage.

    In a synthetic memory, or with --home in yours, to which nothing is written.
    """
    from quaidpy.bench.speed.latency import measure, questions_about
    from quaidpy.bench.speed.scale import parsed_sizes
    from quaidpy.bench.speed.scale import scale as measured
    from quaidpy.interfaces.cli.measuring.bench_views import print_latency

    if session.home:
        settings = settings_of_home(session, changes)
        if not session.has_database():
            raise UsageError(f"there is no memory in {settings.home}; leave --home out for a synthetic one")
        found = measure(settings, questions_about(settings, 2 * questions))
    else:
        with folder_for(None) as folder, progress("building", session) as report:
            (row,) = measured(
                settings_with(session, changes),
                parsed_sizes(size)[:1],
                folder=folder,
                questions=questions,
                writes=0,
                report=report,
            )
            found = row.latency
    session.answer(found.document(), lambda: print_latency(session.console, found))


on_data = all_of(
    tuned,
    click.option("--split", default="dev", show_default=True, metavar="NAME", help="Folder inside each DIR."),
    click.option("--limit", type=click.IntRange(2), metavar="N", help="Questions a set, spread evenly."),
    click.option(
        "--format",
        "form",
        type=click.Choice(["locomo", "longmemeval", "hotpotqa"]),
        help="Of files as they are published [default: found by content].",
    ),
    click.option("--keep", metavar="FOLDER", help="Keep the memories here, and use those that are there."),
)
"""The options by which data sets are read."""
judged = all_of(
    click.argument("paths", nargs=-1, required=True, metavar="DIR..."),
    on_data,
    click.option("--page", metavar="FILE.md", help="Also write the results to this file, as a page."),
)
"""Data sets, and the page to write about them."""


@bench.command(cls=QuaidCommand)
@judged
@click.option(
    "--form",
    "told",
    type=click.Choice(["sessions", "log", "both"]),
    default="sessions",
    show_default=True,
    help="A file a session, or one log of all.",
)
@click.pass_obj
def retrieval(
    session: Session,
    /,
    paths: tuple[str, ...],
    changes: tuple[str, ...],
    keep: str | None,
    page: str | None,
    told: str,
    **how: Any,
) -> None:
    """Measure finding, beside BM25 and vectors.

    \b
    DIR holds meta.json and SPLIT/docs.jsonl[.gz], SPLIT/queries.jsonl[.gz]; a
    LoCoMo, LongMemEval or HotpotQA file as it is published will do as well.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.data.world_files import Form
    from quaidpy.bench.retrieval.page import retrieval_page
    from quaidpy.bench.retrieval.retrieval import retrieve
    from quaidpy.interfaces.cli.measuring.bench_views import print_retrieval

    settings, results = settings_with(session, changes), []
    forms = tuple(Form) if told == "both" else (Form(told),)
    for dataset in datasets(paths, **how):
        with progress(dataset.name, session) as report:
            results.append(retrieve(dataset, settings, report, keep=kept(keep), forms=forms))
        if not session.is_json:
            print_retrieval(session.console, results[-1])
    if page:
        write_page(page, retrieval_page(results, provenance("retrieval", paths, settings, how)), session)
    session.answer({"sets": [result.document() for result in results]}, lambda: None)


@bench.command(cls=QuaidCommand)
@judged
@click.pass_obj
def ablate(
    session: Session,
    /,
    paths: tuple[str, ...],
    changes: tuple[str, ...],
    keep: str | None,
    page: str | None,
    **how: Any,
) -> None:
    """Leave parts of recall out, one by one.

    Each stage and lane: what it adds on each data set, and what it costs.
    """
    from quaidpy.bench.retrieval.ablation import ablate as ablated
    from quaidpy.bench.retrieval.page import ablation_page
    from quaidpy.interfaces.cli.measuring.bench_views import print_ablation

    settings, results = settings_with(session, changes), []
    for dataset in datasets(paths, **how):
        with progress(dataset.name, session) as report:
            results.append(ablated(dataset, settings, report, keep=kept(keep)))
        if not session.is_json:
            print_ablation(session.console, results[-1])
    if page:
        write_page(page, ablation_page(results, provenance("ablate", paths, settings, how)), session)
    session.answer({"sets": [result.document() for result in results]}, lambda: None)


@bench.command(cls=QuaidCommand)
@click.argument("paths", nargs=-1, metavar="[DIR...]")
@on_data
@click.pass_obj
def noise(
    session: Session, /, paths: tuple[str, ...], changes: tuple[str, ...], keep: str | None, **how: Any
) -> None:
    """Ask what no memory should answer.

    \b
    Small talk, tasks, trivia, questions that name the wrong person, and those
    that a data set's makers call unanswerable; and what is stored for nothing.
    Without DIR about the demo's life.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.data.demo_set import demo_set
    from quaidpy.bench.noise import measure_noise
    from quaidpy.interfaces.cli.measuring.noise_views import print_noise

    settings, results = settings_with(session, changes), []
    for dataset in datasets(paths, **how) or [demo_set().limited(how["limit"])]:
        with progress(dataset.name, session) as report:
            results.append(measure_noise(dataset, settings, report, keep=kept(keep)))
        if not session.is_json:
            print_noise(session.console, results[-1])
    session.answer({"sets": [result.document() for result in results]}, lambda: None)


@bench.command(cls=QuaidCommand)
@click.option("--sizes", default="10k,100k", show_default=True, metavar="LIST", help="Memories, as in 10k.")
@click.option(
    "--text",
    type=click.Choice(["synthetic", "planted"]),
    default="synthetic",
    show_default=True,
    help="The homes of `bench scale`, or plain sentences with planted faults.",
)
@click.option("--keep", metavar="FOLDER", help="Make the homes here, and use those that are there.")
@tuned
@click.pass_obj
def nights(session: Session, sizes: str, text: "Text", keep: str | None, changes: tuple[str, ...]) -> None:
    """Time nights by size of memory, task by task.

    \b
    The first night of a memory, one right after it, and one after 200 new
    memories; each in a process of its own, whose peak of memory is printed.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.nights.long_nights import measure_nights
    from quaidpy.bench.speed.scale import parsed_sizes, spoken_size
    from quaidpy.interfaces.cli.measuring.bench_views import print_nights

    settings, rows = settings_with(session, changes), []
    with folder_for(keep) as folder, progress("building", session) as report:
        for size in parsed_sizes(sizes):
            session.hint(f"{spoken_size(size)} memories …")
            rows.append(measure_nights(settings, size=size, text=text, folder=folder, report=report))
    session.answer({"sizes": rows}, lambda: print_nights(session.console, rows))


@bench.command(cls=QuaidCommand, name="janitor")
@click.option("--size", default="2k", show_default=True, metavar="SIZE", help="Memories.")
@click.option("--seed", default=1, show_default=True, help="Another seed, another life.")
@click.option(
    "--pairs", "folder_of_pairs", metavar="FOLDER", help="Judge pairs written down in files instead."
)
@click.option("--half", type=click.Choice(["0", "1"]), help="Only every other pair.")
@click.option("--knowing", is_flag=True, help="With a model that knows the answers: what can it be asked?")
@tuned
@click.pass_obj
def janitor_bench(
    session: Session,
    /,
    size: str,
    seed: int,
    folder_of_pairs: str | None,
    changes: tuple[str, ...],
    **how: Any,
) -> None:
    """Run a night over planted faults.

    \b
    Of 2,000 memories 300 say again what another says (in other words, order,
    units, with a slip), 150 only look like it, 60 contradict another, 200 are
    long unused. Prints what a night found, and what it should have left alone.

    --pairs reads duplicates.txt, near_misses.txt, contradictions.txt and
    compatible.txt in FOLDER: a pair a line, `one || other`.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.nights.judged_pairs import judge_pairs, read_pairs
    from quaidpy.bench.nights.knowing import Knowing
    from quaidpy.bench.nights.nights import measure_night
    from quaidpy.bench.nights.planted import Sizes
    from quaidpy.bench.speed.scale import parsed_sizes
    from quaidpy.interfaces.cli.measuring.planted_views import print_figures, print_judgement

    settings = settings_with(session, changes)
    judge = Knowing if how["knowing"] else None
    if folder_of_pairs:
        pairs = read_pairs(Path(folder_of_pairs).expanduser(), half=int(how["half"]) if how["half"] else None)
        with folder_for(None) as folder, progress("judging", session) as report:
            judgement = judge_pairs(settings, report, folder=folder, pairs=pairs, judge=judge)
        session.answer(judgement.document(), lambda: print_judgement(session.console, judgement))
        return
    sizes = Sizes().scaled(parsed_sizes(size)[0])
    with folder_for(None) as folder, progress("planting", session) as report:
        figures = measure_night(settings, report, folder=folder, sizes=sizes, seed=seed, judge=judge)
    session.answer(figures.document(), lambda: print_figures(session.console, figures))


@bench.command(cls=QuaidCommand, name="docs")
@click.argument("folder", metavar="FOLDER")
@click.argument("questions", metavar="QUESTIONS.jsonl")
@click.option("--keep", metavar="FOLDER", help="Make the home here, keep it, and use it again.")
@tuned
@click.pass_obj
def docs_bench(
    session: Session, /, folder: str, questions: str, keep: str | None, changes: tuple[str, ...]
) -> None:
    """Find passages of documents, beside BM25 and vectors.

    \b
    QUESTIONS has a line {"q": …, "path": …, "heading": …} for each question: the
    file and the innermost heading that its answer stands under.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.bench.retrieval.documents import measure_documents, read_questions
    from quaidpy.interfaces.cli.measuring.bench_views import print_documents

    settings, asked = settings_with(session, changes), read_questions(session.path(questions))
    with folder_for(keep) as home, progress("docs", session) as report:
        figures = measure_documents(session.path(folder), asked, settings, report, home=home)
    document = figures.document()
    session.answer(document, lambda: print_documents(session.console, document))


def provenance(
    command: str, paths: tuple[str, ...], settings: "Settings", how: dict[str, Any]
) -> "Provenance":
    from quaidpy.bench.retrieval.page import Provenance
    from quaidpy.interfaces.cli.getting_started.shell import installed_versions
    from quaidpy.settings import load_settings

    shipped = load_settings(home=settings.home / "without-config", environment={}).provenance
    default = {each.key: each.value for each in shipped}
    changed = {each.key: str(each.value) for each in settings.provenance if each.value != default[each.key]}
    options = {"--split": how["split"], "--limit": how["limit"], "--format": how["form"]}
    typed = [f"{name} {value}" for name, value in options.items() if value is not None]
    typed += [f"--set {key}={value}" for key, value in changed.items()]
    line = " ".join(["quaid bench", command, *(Path(path).name for path in paths), *typed])
    versions = {name: number for name, number in installed_versions().items() if name != "system"}
    return Provenance(command=line, versions=versions, settings=changed)


def write_page(file: str, text: str, session: Session) -> None:
    session.hint(f"the page is in {short_path(session.write_text(file, text))}")
