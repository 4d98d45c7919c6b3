"""Projects, and the chunks of their documents: each sentence of ports.documents.ProjectRows and DocumentIndex."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from quaidpy.domain.documents.chunks import Chunk, ChunkHit, Fingerprint, IndexedDocument, KnownDocument, Part
from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.identity import Owner
from quaidpy.ports.documents import DocumentIndex, IndexChange, ProjectRows, Within
from quaidpy.ports.embedding import EmbedderIdentity
from tests.engines import OpenEngine
from tests.fakes import HashingEmbedder
from tests.samples import ANA, BEN, DAY, cause

HERE, THERE = ProjectId("p_1"), ProjectId("p_2")
EMBEDDER = HashingEmbedder()
OTHER = EmbedderIdentity(name="another", dimension=64, probe="x")


@dataclass(frozen=True, slots=True)
class Shelf:
    projects: ProjectRows
    index: DocumentIndex

    def register(self, *projects: Project) -> None:
        with self.projects.writing(cause(projects[0].owner)) as writing:
            for each in projects:
                writing.put_project(each)

    def put(self, *documents: IndexedDocument, owner: Owner = ANA, project: ProjectId = HERE) -> None:
        texts = [text for each in documents for chunk in each.chunks for text in chunk.index_texts]
        vectors = dict(zip(texts, EMBEDDER.embed(texts), strict=True))
        self.index.apply(
            owner, project, IndexChange(documents=documents, identity=EMBEDDER.identity), vectors
        )

    def by_words(self, query: str, within: Within | None = None, limit: int = 9) -> list[tuple[str, str]]:
        return self.named(self.index.by_words(query, within or Within(owner=ANA), limit=limit))

    def named(self, hits: Sequence[ChunkHit], owner: Owner = ANA) -> list[tuple[str, str]]:
        """Path and text of what was hit."""
        found = self.index.chunks(owner, [hit.chunk for hit in hits])
        return [(each.path, each.chunk.text) for each in found]


@pytest.fixture
def shelf(opened: OpenEngine) -> Shelf:
    made = Shelf(opened.projects(), opened.documents())
    made.register(project(HERE, "boats"), project(THERE, "birds"))
    return made


def project(identity: ProjectId, name: str, **more: object) -> Project:
    made = Project(id=identity, owner=ANA, name=name, root=f"~/{name}", created_at=DAY)
    return replace(made, **more)  # type: ignore[arg-type]


def known(path: str, **more: object) -> KnownDocument:
    made = KnownDocument(
        path=path, fingerprint=Fingerprint(size=3, mtime_ns=7), digest=f"of {path}", indexed_at=DAY
    )
    return replace(made, **more)  # type: ignore[arg-type]


def document(path: str, *texts: str, headings: tuple[str, ...] = ()) -> IndexedDocument:
    chunks = tuple(
        Chunk(
            headings=headings, first_line=line, last_line=line, text=text,
            parts=(Part(first_line=line, last_line=line, text=text),),
        )
        for line, text in enumerate(texts, start=1)
    )  # fmt: skip
    return IndexedDocument(known=known(path, title=f"on {path}"), chunks=chunks)


def verified(path: str, revision: str = "r1") -> Verified:
    return Verified(project=HERE, path=path, revision=revision, digest="d", at=DAY, reason="read")


# projects


def test_projects_come_by_name_archived_ones_included(shelf: Shelf) -> None:
    away = project(ProjectId("p_3"), "attic", is_archived=True)
    shelf.register(away)
    assert shelf.projects.projects(ANA) == [away, project(THERE, "birds"), project(HERE, "boats")]
    assert shelf.projects.projects(BEN) == []


def test_a_project_goes_with_what_was_verified_in_it(shelf: Shelf) -> None:
    with shelf.projects.writing(cause()) as writing:
        writing.put_verified([verified("b.md"), verified("a.md")])
        writing.put_verified([verified("a.md", "r2")])
    assert shelf.projects.verified(ANA, HERE) == {"a.md": verified("a.md", "r2"), "b.md": verified("b.md")}
    assert shelf.projects.verified(BEN, HERE) == {}
    with shelf.projects.writing(cause()) as writing:
        writing.remove_project(HERE)
    assert shelf.projects.verified(ANA, HERE) == {}
    assert [each.id for each in shelf.projects.projects(ANA)] == [THERE]


def test_a_project_comes_back_by_undo(shelf: Shelf, opened: OpenEngine) -> None:
    with shelf.projects.writing(cause()) as writing:
        writing.put_verified([verified("a.md")])
    with shelf.projects.writing(cause()) as writing:
        writing.remove_project(HERE)
    opened.store.undo([writing.operation], cause(verb="undo"))
    assert shelf.projects.verified(ANA, HERE) == {"a.md": verified("a.md")}


# documents


def test_what_is_known_comes_by_path_with_the_number_of_its_chunks(shelf: Shelf) -> None:
    shelf.put(document("b.md", "sails", "oars"), document("a.md", "keels"))
    assert shelf.index.known(ANA, HERE) == [
        known("a.md", title="on a.md", chunks=1),
        known("b.md", title="on b.md", chunks=2),
    ]
    assert shelf.index.known(ANA, THERE) == shelf.index.known(BEN, HERE) == []


def test_a_document_takes_the_place_of_what_was_under_its_path(shelf: Shelf) -> None:
    shelf.put(document("a.md", "sails", "oars"))
    shelf.put(document("a.md", "keels"))
    assert shelf.by_words("sails oars keels") == [("a.md", "keels")]


def test_one_change_touches_renames_and_removes(shelf: Shelf) -> None:
    shelf.put(document("a.md", "sails"), document("b.md", "oars"), document("c.md", "keels"))
    later = Fingerprint(size=9, mtime_ns=9)
    change = IndexChange(
        touched=(known("a.md", fingerprint=later, is_settled=False),),
        renamed=(("b.md", known("d.md")),),
        removed=("c.md",),
    )
    shelf.index.apply(ANA, HERE, change, {})
    found = {each.path: each for each in shelf.index.known(ANA, HERE)}
    assert list(found) == ["a.md", "d.md"]
    assert (found["a.md"].fingerprint, found["a.md"].is_settled) == (later, False)
    assert shelf.by_words("oars") == [("d.md", "oars")]
    assert shelf.by_words("keels") == []
    (vector,) = EMBEDDER.embed(["oars"])
    near = shelf.index.nearest(vector, EMBEDDER.identity, Within(owner=ANA), limit=1)
    assert shelf.named(near) == [("d.md", "oars")]


def test_chunks_come_in_the_order_asked_with_their_parts_and_without_those_that_went(shelf: Shelf) -> None:
    shelf.put(document("a.md", "sails and oars", "oars", headings=("Boats", "Gear")))
    first, second = (hit.chunk for hit in shelf.index.by_words("sails oars", Within(owner=ANA), limit=9))
    found = shelf.index.chunks(ANA, [second, 999_999, first])
    assert [each.number for each in found] == [second, first]
    one = next(each for each in found if each.chunk.text == "oars")
    assert (one.project, one.path, one.title, one.position) == (HERE, "a.md", "on a.md", 1)
    assert (one.chunk.headings, one.chunk.first_line) == (("Boats", "Gear"), 2)
    assert [part.text for part in one.chunk.parts] == ["Boats › Gear\noars"]
    assert shelf.index.chunks(BEN, [first, second]) == []


def test_words_are_looked_for_in_path_headings_and_text_best_first(shelf: Shelf) -> None:
    shelf.put(
        document("a.md", "a long text in which a mast stands among many other words that are there too"),
        document("b.md", "wood", headings=("Mast",)),
        document("mast.md", "rope"),
    )
    found = shelf.by_words("mast")
    assert found[0] == ("b.md", "wood")
    assert sorted(path for path, _ in found) == ["a.md", "b.md", "mast.md"]
    assert len(shelf.by_words("mast", limit=2)) == 2
    scores = [hit.score for hit in shelf.index.by_words("mast", Within(owner=ANA), limit=9)]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("query", ["", "  ", '"', "a AND (", "*", "NEAR(x", "col:x", "the", "帆"])
def test_any_text_is_a_query(shelf: Shelf, query: str) -> None:
    shelf.put(document("a.md", "帆船 and sails"))
    shelf.by_words(query)
    shelf.index.by_windows(query, Within(owner=ANA), limit=3)


def test_windows_hold_the_words_of_the_chunks_beside(shelf: Shelf) -> None:
    shelf.put(document("a.md", "sails", "oars", "keels", "masts"))
    found = shelf.named(shelf.index.by_windows("keels", Within(owner=ANA), limit=9))
    assert {text for _, text in found} == {"oars", "keels", "masts"}


def test_the_nearest_have_their_exact_cosine_and_the_best_part(shelf: Shelf) -> None:
    shelf.put(document("a.md", "sails and oars", "birds in the sky", headings=("Boats",)))
    (vector,) = EMBEDDER.embed(["Boats\nsails and oars"])
    best, other = shelf.index.nearest(vector, EMBEDDER.identity, Within(owner=ANA), limit=9)
    assert shelf.named([best]) == [("a.md", "sails and oars")]
    assert best.score == pytest.approx(1.0)
    assert best.part == 0
    assert other.score < best.score
    assert shelf.index.nearest(vector, OTHER, Within(owner=ANA), limit=9) == []


def test_headings_are_found_alone_and_chunks_under_none_are_not(shelf: Shelf) -> None:
    shelf.put(document("a.md", "wood", headings=("Masts",)), document("b.md", "masts"))
    (vector,) = EMBEDDER.embed(["Masts"])
    found = shelf.index.nearest_headings(vector, EMBEDDER.identity, Within(owner=ANA), limit=9)
    assert shelf.named(found) == [("a.md", "wood")]


SEARCHES: dict[str, Callable[[Shelf, Within], Sequence[ChunkHit]]] = {
    "words": lambda shelf, within: shelf.index.by_words("sails", within, limit=9),
    "windows": lambda shelf, within: shelf.index.by_windows("sails", within, limit=9),
    "vectors": lambda shelf, within: shelf.index.nearest(
        EMBEDDER.embed(["sails"])[0], EMBEDDER.identity, within, limit=9
    ),
    "headings": lambda shelf, within: shelf.index.nearest_headings(
        EMBEDDER.embed(["Gear"])[0], EMBEDDER.identity, within, limit=9
    ),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_search_looks_at_what_is_registered_admitted_and_the_owners(
    shelf: Shelf, search: Callable[[Shelf, Within], Sequence[ChunkHit]]
) -> None:
    attic = project(ProjectId("p_3"), "attic", is_archived=True)
    shelf.register(project(THERE, "birds"), attic)
    shelf.register(project(HERE, "his", owner=BEN))
    for path, where, owner in (
        ("a.md", HERE, ANA), ("b.md", THERE, ANA), ("c.md", ProjectId("p_3"), ANA), ("d.md", ProjectId("p_4"), ANA),
        ("e.md", HERE, BEN),
    ):  # fmt: skip
        shelf.put(document(path, "sails", headings=("Gear",)), project=where, owner=owner)

    def paths(within: Within) -> list[str]:
        return sorted(path for path, _ in shelf.named(search(shelf, within), within.owner))

    assert paths(Within(owner=ANA)) == ["a.md", "b.md"]
    assert paths(Within(owner=ANA, projects=(THERE, ProjectId("p_3")))) == ["b.md"]
    assert paths(Within(owner=BEN)) == ["e.md"]


def test_vectors_come_later_for_texts_that_have_none_of_this_embedder(shelf: Shelf) -> None:
    change = IndexChange(documents=(document("a.md", "sails", headings=("Gear",)),))
    shelf.index.apply(ANA, HERE, change, {})
    texts = ["Gear\nsails", "Gear"]
    assert sorted(shelf.index.texts_without_vector(ANA, EMBEDDER.identity, limit=9)) == sorted(texts)
    assert len(shelf.index.texts_without_vector(ANA, EMBEDDER.identity, limit=1)) == 1
    assert shelf.index.texts_without_vector(BEN, EMBEDDER.identity, limit=9) == []
    vectors = dict(zip(texts, EMBEDDER.embed(texts), strict=True))
    shelf.index.put_vectors(BEN, EMBEDDER.identity, vectors)
    assert shelf.index.known_texts(ANA, EMBEDDER.identity, texts) == {}
    shelf.index.put_vectors(ANA, EMBEDDER.identity, vectors)
    assert shelf.index.known_texts(ANA, EMBEDDER.identity, [*texts, "other"]) == vectors
    assert (
        shelf.index.known_texts(ANA, OTHER, texts)
        == shelf.index.known_texts(BEN, EMBEDDER.identity, texts)
        == {}
    )
    assert shelf.index.texts_without_vector(ANA, EMBEDDER.identity, limit=9) == []
    assert sorted(shelf.index.texts_without_vector(ANA, OTHER, limit=9)) == sorted(texts)
    found = shelf.index.nearest(vectors["Gear"], EMBEDDER.identity, Within(owner=ANA), limit=9)
    assert shelf.named(found) == [("a.md", "sails")]


def test_projects_with_documents_that_are_not_registered_are_orphans_until_forgotten(shelf: Shelf) -> None:
    gone, archived = ProjectId("p_8"), ProjectId("p_7")
    shelf.register(project(archived, "attic", is_archived=True))
    for where in (HERE, gone, archived):
        shelf.put(document("a.md", "sails"), document("b.md", "oars", "keels"), project=where)
    assert shelf.index.orphans(ANA) == [archived, gone]
    assert shelf.index.counts(ANA) == {HERE: (2, 3), archived: (2, 3), gone: (2, 3)}
    assert shelf.index.orphans(BEN) == []
    assert shelf.index.counts(BEN) == {}
    assert shelf.index.forget(BEN, [gone]) == 0
    assert shelf.index.forget(ANA, [gone, archived]) == 4
    assert shelf.index.orphans(ANA) == []
    assert shelf.index.counts(ANA) == {HERE: (2, 3)}
