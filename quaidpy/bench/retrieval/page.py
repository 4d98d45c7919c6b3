"""What does a published result say? Command, hashes of the data, versions, figures and intervals, in Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.bench.metrics import interval, mean
from quaidpy.bench.retrieval.ablation import Ablation
from quaidpy.bench.retrieval.retrieval import SHOWN, Comparison, Retrieval, Run, compare

_HOW_TO_READ = (
    "Each row is recall with that part left out. What the part adds is recall with it minus recall without it, "
    "in points with the paired 95 % interval; what it costs is the median over the questions."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What must be known to get the same figures again. `settings`: those that are not the default."""

    command: str
    versions: Mapping[str, str]
    settings: Mapping[str, str]


def retrieval_page(results: Sequence[Retrieval], provenance: Provenance) -> str:
    """Ends with a line break."""
    parts = ["# Retrieval", *_provenance(provenance)]
    for result in results:
        parts += [f"## {result.dataset.name} {result.dataset.split}", _about(result)]
        parts.append(_overall(result))
        parts.append(_differences(result))
        parts.append(_categories(result))
    return "\n\n".join(parts) + "\n"


def ablation_page(results: Sequence[Ablation], provenance: Provenance) -> str:
    """Ends with a line break."""
    parts = [
        "# Ablation",
        *_provenance(provenance),
        _HOW_TO_READ,
    ]
    for result in results:
        name, metric = f"{result.dataset.name} {result.dataset.split}", result.metric
        rows = [
            [
                row.part if row.is_in_use else f"{row.part} (off by default)",
                _share(row.without),
                _points(row.adds),
                f"{row.costs_ms:+.1f}",
            ]
            for row in result.rows
        ]
        whole = f"The whole: {metric} {_share(result.whole_mean)}, p50 {result.whole.search_ms(0.5):.1f} ms."
        parts += [f"## {name}", whole, table(["without", metric, "adds [95 %]", "costs ms"], rows)]
    return "\n\n".join(parts) + "\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _provenance(provenance: Provenance) -> list[str]:
    versions = ", ".join(f"{name} {version}" for name, version in provenance.versions.items())
    changed = (
        ", ".join(f"`{key} = {value}`" for key, value in provenance.settings.items())
        or "all at their defaults"
    )
    return [f"```\n{provenance.command}\n```", f"Versions: {versions}.", f"Settings: {changed}."]


def _about(result: Retrieval) -> str:
    identity = result.embedder
    files = "\n".join(f"- `{name}` sha256 `{digest}`" for name, digest in result.dataset.files)
    embedder = f"Embedder: `{identity.name}`, {identity.dimension} dimensions, probe `{identity.probe}`."
    return (
        f"{len(result.ours.rows)} questions, judged by the {result.dataset.unit_name}. {embedder}\n\n{files}"
    )


def _overall(result: Retrieval) -> str:
    rows = [[run.system, *(_with_interval(run, metric) for metric in SHOWN)] for run in result.runs]
    return table(["system", *SHOWN], rows)


def _differences(result: Retrieval) -> str:
    rows = [
        [
            f"{result.ours.system} − {run.system}",
            *(_points(compare(run, result.ours, metric)) for metric in SHOWN),
        ]
        for run in result.runs[:-1]
    ]
    return table(["paired difference", *SHOWN], rows)


def _categories(result: Retrieval) -> str:
    main, ours, baselines = result.metric, result.ours, result.runs[:-1]
    rows = [
        [
            category,
            str(len(ours.values(main, category))),
            *(_share(mean(run.values(main, category))) for run in result.runs),
            *(_points(compare(run, ours, main, category)) for run in baselines),
        ]
        for category in ours.categories
    ]
    columns = [
        f"{main} by category",
        "n",
        *(run.system for run in result.runs),
        *(f"− {r.system}" for r in baselines),
    ]
    return table(columns, rows)


def _with_interval(run: Run, metric: str) -> str:
    values = run.values(metric)
    return _share(mean(values)) + _between(interval(values), "{:.1f}")


def _points(difference: Comparison) -> str:
    return f"{100 * difference.difference:+.1f}" + _between(difference.interval, "{:+.1f}")


def _between(bounds: tuple[float, float] | None, form: str) -> str:
    return f" [{', '.join(form.format(100 * bound) for bound in bounds)}]" if bounds else ""


def _share(value: float) -> str:
    return f"{100 * value:.1f}"
