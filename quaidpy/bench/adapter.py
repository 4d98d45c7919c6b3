"""How does a stranger's bench measure recall? Documents in, the turns behind recalled results out."""

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from quaidpy import __version__
from quaidpy.bench.data.datasets import Document, World
from quaidpy.bench.data.world_files import Form, file_of, sources
from quaidpy.bench.progress import Report, silent
from quaidpy.domain.identity import Owner, TurnId
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.memory import Memory
from quaidpy.ports.embedding import Vector
from quaidpy.recall.pipeline import recall
from quaidpy.remember.pipeline import Intake, Unreadable
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import parts_for

OWNER = Owner("bench")
_DOCUMENTS = "documents.json"
_LOGS = "logs"


class RecallAdapter:
    """One fresh memory in a temporary home, default settings (or those given), no language model.

    `index` extracts each session as a conversation and each document without a session as one of its own, or all
    sessions as one log, through `Memory.extract_all`. `search` recalls with `Aim.RANK`: abstaining decides whether to
    speak, not in which order. It is `Memory.recall` without its effects, which would make a question's answer depend
    on the questions before it.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        home: Path | None = None,
        form: Form = Form.SESSIONS,
        report: Report = silent,
        owner: Owner = OWNER,
    ) -> None:
        """`home`: a folder to keep the memory in; when it holds one already, `index` takes that for the documents'.

        `owner`: on a server, one for each memory.
        """
        self._report, self._form = report, form
        self._is_temporary = home is None
        self._home = home or Path(mkdtemp(prefix="quaid-bench-"))
        given = settings or load_settings(home=self._home)
        self.parts = parts_for(replace(given, home=self._home, owner=owner))
        self._memory = Memory(self.parts)
        self._document_of: dict[TurnId, str] = self._known_documents()
        self.was_kept = bool(self._document_of)

    def index(self, docs: Iterable[Document]) -> None:
        """Take documents in, in their order; each becomes one turn."""
        if self.was_kept:
            return
        files = list(sources(list(docs), self._form))
        intakes = (
            Intake(owner=self._memory.owner, source_key=name, data=file_of(told)) for name, told in files
        )
        reports = self._memory.extract_all(intakes, progress=partial(self._tell, len(files)))
        for (_, documents), report in zip(files, reports, strict=True):
            if isinstance(report, Unreadable):
                raise report.error
            turns = [turn for episode in report.episodes for turn in self._memory.turns(episode)]
            for turn, document in zip(turns, documents, strict=True):
                self._document_of[turn.id] = str(document["doc_id"])
        (self._home / _DOCUMENTS).write_text(json.dumps(self._document_of), encoding="utf-8")

    def search(self, query: str, k: int) -> list[str]:
        """Ids of the documents behind the best results, at most k, best first, each once."""
        return self.documents_of(recall(Query(text=query, limit=k, aim=Aim.RANK), self.parts.recalling))[:k]

    def documents_of(self, recalled: RecallResult) -> list[str]:
        """Ids of the documents behind all results, best first, each once."""
        turns = (turn.id for result in recalled.results for turn in result.evidence)
        return list(dict.fromkeys(self._document_of[turn] for turn in turns))

    def document_of(self, turn: TurnId) -> str:
        """The document that became this turn."""
        return self._document_of[turn]

    def known_vectors(self, texts: Sequence[str]) -> "dict[str, Vector[float]]":
        """Embeddings that the memory holds for exactly these texts, by the embedder in use."""
        search = self.parts.recalling.search
        identity = search.identity()
        return search.known_vectors(self.parts.owner, identity, texts) if identity else {}

    def close(self) -> None:
        self._memory.close()
        if self._is_temporary:
            shutil.rmtree(self._home)

    def _tell(self, total: int, done: int) -> None:
        self._report("sources", done, total)

    def _known_documents(self) -> dict[TurnId, str]:
        """What an earlier run indexed whole in this home."""
        kept = self._home / _DOCUMENTS
        return json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}


def home_of(world: World, settings: Settings, folder: Path | None, form: Form = Form.SESSIONS) -> Path | None:
    """Where in `folder` the memory of a world is kept: one for its documents and the settings that shape memories."""
    if folder is None:
        return None
    return kept_home(
        folder if form is Form.SESSIONS else folder / _LOGS,
        world.scope,
        json.dumps(world.documents, sort_keys=True),
        settings,
    )


def kept_home(folder: Path, name: str, taken_in: str, settings: Settings) -> Path:
    """A home in `folder` for what is taken in, and the settings that shape memories."""
    shaping = (settings.tuning.remember, settings.tuning.resolution, settings.tuning.embedding)
    told = taken_in + repr(shaping) + __version__
    shown = "".join(letter if letter.isalnum() else "-" for letter in name)
    return folder / f"{shown[:40]}-{sha256(told.encode()).hexdigest()[:16]}"
