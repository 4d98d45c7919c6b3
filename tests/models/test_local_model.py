"""A real small model on loopback reads, imagines and grades. Opt in: start one, then `pytest -m local_llm`.

LOCAL_LLM_URL names an OpenAI-style server (default http://127.0.0.1:18080/v1). Slow; figures are printed, with -s.
"""

import os
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.drafts import RejectionReason
from quaidpy.domain.queries import Filter, Query
from quaidpy.remember.pipeline import Intake

URL = os.environ.get("LOCAL_LLM_URL", "http://127.0.0.1:18080/v1")
SAMPLE = min((Path(__file__).resolve().parents[2] / "quaidpy/interfaces/demo").glob("*.txt"))
TURNS = 14  # of the sample; a small model needs minutes for more

pytestmark = [pytest.mark.local_llm, pytest.mark.timeout(1800)]


@pytest.fixture
def home(clean_environment: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        f'[models]\ndeep = "openai/local"\nfast = "openai/local"\ndeep_base_url = "{URL}"\nfast_base_url = "{URL}"\n'
        "deep_timeout_s = 900.0\ndeep_context_tokens = 6144\nchunk_tokens = 600\nparallel_calls = 1\n"
        '[recall]\nmodel_deadline_s = 300.0\nrerank_count = 8\n[graph]\nengine = "none"\n'
    )
    return clean_environment


def sample() -> bytes:
    lines = SAMPLE.read_text().splitlines()
    spoken = [place for place, line in enumerate(lines) if ": " in line]
    return "\n".join(lines[: spoken[min(TURNS, len(spoken) - 1)]]).encode()


def test_a_small_model_reads_imagines_and_grades(home: Path) -> None:
    with Memory() as memory:
        intake = Intake(owner=memory.owner, source_key="sample", data=sample(), by_rules=False)
        reading = memory.read_by_model(memory.extract(intake))
        kept = memory.memories(Filter(owner=memory.owner))
        print(f"\n{reading.chunks} chunks, {reading.waiting} waiting, {len(kept)} kept, {reading.spending}")
        for each in kept:
            (turn,) = memory.words([each.evidence[0].turn])
            quote = turn.text[each.evidence[0].start : each.evidence[0].end]
            print(f"  {each.kind.value:<10} {each.text}   <- “{quote}”")
            assert quote
        for dropped in reading.rejections:
            print(f"  left out, {dropped.reason.value}: {dropped.text}")
        assert reading.waiting == 0, reading.errors
        unfit = [
            r for r in reading.rejections if r.reason in {RejectionReason.UNQUOTED, RejectionReason.INVENTED}
        ]
        assert len(kept) >= 4 * len(unfit), "four of five statements must quote what was said"
        question = "What kind of work does Ana do these days?"
        result = memory.recall(Query(text=question))
        for stage in result.trace.stages:
            print(f"  {stage.stage:<12} {stage.ms:>9.0f} ms  {stage.note}")
        for found in result.results[:5]:
            print(f"  {found.score:.2f} {found.text}")
        assert result.degraded == ()
