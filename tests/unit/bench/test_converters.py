"""Files as others publish them, small ones of our own, become our form."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from quaidpy.bench.data.converters import CONVERTERS, read_dataset
from quaidpy.errors import UnreadableError

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "I planted a lemon tree."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a photo of a cactus"},
            ],
            "session_2_date_time": "9:05 am on 25 May, 2023",
            "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "It has lemons now."}],
            "session_3_date_time": "9:05 am on 26 May, 2023",
        },
        "qa": [
            {
                "question": "What did Ana plant?",
                "answer": "a tree",
                "evidence": ["D1:1; D2:1"],
                "category": 1,
            },
            {"question": "When?", "answer": "May", "evidence": ["D1:01"], "category": 2},
            {"question": "Is she happy?", "answer": "yes", "evidence": ["D9:9"], "category": 3},
            {"question": "What did Ben plant?", "evidence": ["D1:1"], "category": 5},
        ],
    }
]
LONGMEMEVAL = [
    {
        "question_id": "q7",
        "question_type": "single-session-user",
        "question": "Which tree did I plant?",
        "answer": "lemon",
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["s2", "answer_s1"],
        "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [
            [{"role": "user", "content": "What is jazz?"}, {"role": "assistant", "content": "Music."}],
            [{"role": "user", "content": "I planted a lemon tree.", "has_answer": True}],
        ],
        "answer_session_ids": ["answer_s1"],
    },
    {
        "question_id": "q8_abs",
        "question_type": "multi-session",
        "question": "Which boat did I buy?",
        "answer": "unknown",
        "haystack_session_ids": ["s3"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [[{"role": "user", "content": "Hello."}]],
        "answer_session_ids": ["s3"],
    },
]
HOTPOT = [
    {
        "_id": "5a",
        "question": "In which country is the city of the Lemon Museum?",
        "answer": "Italy",
        "type": "bridge",
        "supporting_facts": [["Lemon Museum", 0], ["Rocca", 0]],
        "context": [
            ["Lemon Museum", ["The Lemon Museum is in Rocca.", " It opened in 1999."]],
            ["Rocca", ["Rocca is a town in Italy."]],
            ["Bicycle", ["A bicycle has two wheels."]],
        ],
    }
]
MUSIQUE = {
    "id": "2hop__1_2",
    "question": "In which country is the Lemon Museum?",
    "answerable": True,
    "paragraphs": [
        {"idx": 0, "title": "Lemon Museum", "paragraph_text": "It is in Rocca.", "is_supporting": True},
        {"idx": 1, "title": "Bicycle", "paragraph_text": "It has two wheels.", "is_supporting": False},
    ],
}


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(content))
    return path


def test_locomo_turns_keep_speaker_date_and_order(tmp_path: Path) -> None:
    dataset = read_dataset(written(tmp_path, "locomo10.json", LOCOMO), split="dev")
    first, picture, last = dataset.documents
    assert (first["doc_id"], first["speaker"], first["timestamp"]) == (
        "conv-1/D1:1",
        "Ana",
        "2023-05-08T13:56:00",
    )
    assert picture["text"] == "Look! [shares a photo of a cactus]"
    assert (last["session_id"], last["seq"]) == ("conv-1/S2", 2)
    assert dataset.unit_name == "turn"


def test_locomo_evidence_is_mended_and_what_has_none_is_flagged(tmp_path: Path) -> None:
    dataset = read_dataset(written(tmp_path, "locomo10.json", LOCOMO), split="dev")
    both, padded, dangling, adversarial = dataset.questions
    assert both.gold == ("conv-1/D1:1", "conv-1/D2:1")
    assert padded.gold == ("conv-1/D1:1",)
    assert (both.category, padded.category) == ("multi-hop", "temporal")
    assert dangling.flags == ("no_gold",)
    assert adversarial.flags == ("adversarial",)


def test_a_longmemeval_question_has_a_haystack_of_its_own_in_order_of_time(tmp_path: Path) -> None:
    dataset = read_dataset(written(tmp_path, "longmemeval_s.json", LONGMEMEVAL), split="dev")
    (world,) = [world for world in dataset.worlds() if world.scored]
    assert [document["session_id"] for document in world.documents] == ["q7/answer_s1", "q7/s2", "q7/s2"]
    assert world.documents[0]["timestamp"] == "2023-05-20T02:21:00"
    assert world.scored[0].gold == ("q7/answer_s1",)
    assert dataset.questions[1].flags == ("unanswerable",)
    assert dataset.unit_name == "session"


def test_hotpotqa_passages_stand_once_and_the_supporting_ones_are_gold(tmp_path: Path) -> None:
    again = {**HOTPOT[0], "_id": "5b", "supporting_facts": [["Rocca", 0]]}
    dataset = read_dataset(written(tmp_path, "hotpot.json", [*HOTPOT, again]), split="dev")
    museum, rocca, _ = dataset.documents
    assert len(dataset.documents) == 3
    assert museum["text"] == "Lemon Museum\nThe Lemon Museum is in Rocca. It opened in 1999."
    assert dataset.questions[0].gold == (museum["doc_id"], rocca["doc_id"])
    assert dataset.questions[1].gold == (rocca["doc_id"],)
    assert dataset.unit_name == "passage"


def test_hotpotqa_in_columns_reads_the_same(tmp_path: Path) -> None:
    row = HOTPOT[0]
    columns: dict[str, Any] = {
        **row,
        "context": {"title": [t for t, _ in row["context"]], "sentences": [s for _, s in row["context"]]},  # type: ignore[attr-defined]
        "supporting_facts": {"title": ["Lemon Museum", "Rocca"], "sent_id": [0, 0]},
    }
    plain = read_dataset(written(tmp_path, "a.json", HOTPOT), split="dev")
    assert read_dataset(written(tmp_path, "b.json", [columns]), split="dev").documents == plain.documents


def test_musique_lines_are_found_by_content_gzipped_or_not(tmp_path: Path) -> None:
    path = tmp_path / "musique.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(MUSIQUE).encode()))
    dataset = read_dataset(path, split="dev")
    assert dataset.questions[0].category == "2hop"
    assert dataset.questions[0].gold == (dataset.documents[0]["doc_id"],)
    assert dataset.files[0][0] == "musique.jsonl.gz"


@pytest.mark.parametrize("content", [[{"some": "thing"}], {"data": "text"}, [1, 2], []])
def test_what_is_of_no_known_form_is_refused(tmp_path: Path, content: object) -> None:
    with pytest.raises(UnreadableError):
        read_dataset(written(tmp_path, "what.json", content), split="dev")


@pytest.mark.parametrize("form", sorted(CONVERTERS))
def test_a_named_form_that_does_not_fit_says_so(tmp_path: Path, form: str) -> None:
    with pytest.raises(UnreadableError, match=form):
        read_dataset(written(tmp_path, "what.json", [{"some": "thing"}]), split="dev", form=form)
