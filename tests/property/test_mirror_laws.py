"""Whatever memories say, a page read back says the same; whatever a page says, nobody else's memory is touched."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.mirror.changes import Changes, Line, changes_in
from quaidpy.domain.mirror.pages import digest_of, page_name, read_page, without_items, written_page
from tests.samples import memory

_HARD = (
    "[ ] ", "[x] ", "<!-- m_b -->", "<!-- quaid: change", "<!-- quaid: your own -->", "&lt;!--", "\\[ ]", "# ",
    "- ", "* ", "\n", "\r\n", "\n\n", "\u2028", "\x0c", "-->", "```", "   ", "Ana", "naïve", "日本",
)  # fmt: skip
_TEXTS = st.lists(st.one_of(st.sampled_from(_HARD), st.text(max_size=6)), min_size=1, max_size=6).map("".join)
_MEMORIES = st.lists(
    st.tuples(_TEXTS.filter(lambda text: text.strip()), st.sampled_from(list(Kind))), max_size=5
).map(lambda drawn: [memory(f"m_{number:03d}", text, kind=kind) for number, (text, kind) in enumerate(drawn)])


def lines_of(memories: Sequence[Memory]) -> dict[MemoryId, Line]:
    return {each.id: Line(page="Ana", digest=digest_of(each), kind=each.kind) for each in memories}


@given(_MEMORIES, _TEXTS)
def test_a_page_that_nobody_changed_brings_nothing_in(memories: list[Memory], own: str) -> None:
    above, below = own.replace("<!-- quaid", ""), "\n" + own.replace("<!-- quaid", "")
    page = read_page(written_page(memories, above=above + "\n", below=below))
    assert page is not None
    assert page.items is not None
    assert {item.id for item in page.items} == {each.id for each in memories}
    known = {each.id: each for each in memories}
    assert changes_in({"Ana": page}, lines_of(memories), known) == Changes()
    assert changes_in({"Ana": page}, {}, known) == Changes()
    assert written_page(memories, above=page.above, below=page.below) == written_page(
        memories, above=above + "\n", below=below
    )


@given(_MEMORIES.filter(bool), st.data())
def test_a_deleted_item_strikes_its_memory_and_no_other(memories: list[Memory], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(memories)).id
    page = read_page(without_items(written_page(memories, above="", below=""), {gone}))
    assert page is not None
    found = changes_in({"Ana": page}, lines_of(memories), {each.id: each for each in memories})
    assert found == Changes(struck=(gone,))


@given(_MEMORIES, st.text(max_size=400))
def test_any_text_can_be_read_and_changes_only_what_it_names(memories: list[Memory], text: str) -> None:
    known = {each.id: each for each in memories}
    page = read_page(written_page([], above="", below="").replace("\n\n", f"\n\n{text}\n\n", 1))
    assert page is not None
    assert changes_in({"Ana": page}, {}, known).memories <= {i.id for i in page.items or ()}


@given(st.text(max_size=200))
def test_whatever_somebody_is_called_their_page_is_one_file_of_the_folder(name: str) -> None:
    made = page_name(name)
    assert made
    assert not set(made) & set('/\\:*?"<>|\0\n')
    assert made[0] != "."
    assert made[-1] not in ". "
