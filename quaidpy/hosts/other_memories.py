"""What do other memories write down? mem0 exports, lines of the MCP memory server, basic-memory notes, Quaid's rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.sources.imports import ForeignMemory, ForeignRelation, ForeignStatement
from quaidpy.domain.sources.sessions import Conversation
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, read_json, word
from quaidpy.regex import regex

QUAID = "quaid"
KindTable = Mapping[str, Mapping[str, str]]
"""A system's kinds: name there → `kind` here, and a `tag` that keeps what the kind would lose."""

_OBSERVATION = regex(
    r"^[^\S\n]*+[-*][^\S\n]++\[(?P<kind>[^\][(!]{2,40})\][^\S\n]++(?P<text>\S.*+)$", re.MULTILINE
)
_RELATION = regex(
    r"^[^\S\n]*+[-*][^\S\n]++(?P<relation>[^\[\]\n]{0,60}?)[^\S\n]{0,9}\[\[(?P<target>[^\[\]\n]++)\]\]",
    re.MULTILINE,
)
_FRONT = regex(r"\A---\s*\n(?P<front>.*?)\n---\s*\n", re.DOTALL)
_FRONT_LINE = regex(r"^(?P<key>[\w-]++):[^\S\n]*+(?P<value>\S.*+)$", re.MULTILINE)
_TAG = regex(r"(?<!\w)#([\w-]+)")


def memory_in(data: bytes, name: str, kinds: Mapping[str, KindTable]) -> ForeignMemory | None:
    """What a file of another memory system holds; None when it is none of those known."""
    found = read_json(data)
    if found is not None:
        return _mcp_memory(found) or _mem0(found, kinds.get("mem0", {}))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return _basic_memory(text, name, kinds.get("basic-memory", {}))


def memory_of_rows(rows: Conversation, kinds: Mapping[str, KindTable]) -> ForeignMemory:
    """Quaid's nodes, each a record; edges are records with a `relation`."""
    table = kinds.get(QUAID, {})
    nodes = {word(row, "id"): row for row in rows.records if "relation" not in row}
    statements = [_of_node(row, table) for row in nodes.values() if not _is_entity(row, table)]
    for edge in rows.records:
        source, target = nodes.get(word(edge, "source_id")), nodes.get(word(edge, "target_id"))
        relation = word(edge, "relation")
        if source and target and relation:
            statements.append(_of_triple(_entity(source), relation, _entity(target)))
    return ForeignMemory(QUAID, tuple(each for each in statements if each.text))


def _mem0(found: ForeignJson, table: KindTable) -> ForeignMemory | None:
    rows = list(parts(found.document)) or _listed(found.document) or [line.record for line in found.lines]
    texts = [(row, word(row, "memory", "data") or "") for row in rows]
    if not any(text and ("user_id" in row or "hash" in row or "id" in row) for row, text in texts):
        return None
    skipped = tuple(f"entry {n} holds no memory" for n, (_, text) in enumerate(texts, start=1) if not text)
    return ForeignMemory("mem0", tuple(_of_mem0(row, text, table) for row, text in texts if text), skipped)


def _listed(document: object) -> list[Record]:
    """The API answers with a page, programs save it under one of these names."""
    page = part(document)
    return [row for name in ("results", "memories", "data") for row in parts(page.get(name))]


def _of_mem0(row: Record, text: str, table: KindTable) -> ForeignStatement:
    meant = part(row, "metadata")
    categories = row.get("categories") if isinstance(row.get("categories"), list) else []
    assert isinstance(categories, list)
    kind, tag = _kind(word(meant, "type", "category", "kind"), table)
    return ForeignStatement(
        text=text,
        kind=kind,
        at=instant_of(row.get("created_at")),
        tags=tuple(filter(None, (tag, *(each for each in categories if isinstance(each, str))))),
        speaker=word(row, "user_id"),
    )


def _mcp_memory(found: ForeignJson) -> ForeignMemory | None:
    rows = [line.record for line in found.lines] or list(_graph_of(found.document))
    entities = [row for row in rows if "entityType" in row and word(row, "name")]
    relations = [row for row in rows if "relationType" in row]
    if not entities and not relations:
        return None
    known = {
        word(row, "name") or "": _named(word(row, "name") or "", word(row, "entityType")) for row in entities
    }
    statements = [said for row in entities for said in _observations(row, known)]
    for row in relations:
        source, target, relation = word(row, "from"), word(row, "to"), word(row, "relationType")
        if source and target and relation:
            ends = (known.get(source) or _named(source, None), known.get(target) or _named(target, None))
            statements.append(_of_triple(ends[0], relation, ends[1]))
    skipped = tuple(f"line {each.line}: {each.reason}" for each in found.damaged)
    return ForeignMemory("mcp-memory", tuple(statements), skipped)


def _graph_of(document: object) -> Iterator[Record]:
    yield from parts(part(document).get("entities"))
    yield from parts(part(document).get("relations"))


def _observations(row: Record, known: Mapping[str, EntityDraft]) -> Iterator[ForeignStatement]:
    name, observations = word(row, "name") or "", row.get("observations")
    for said in observations if isinstance(observations, list) else []:
        text = said if isinstance(said, str) else word(part(said), "text", "content") or ""
        if text.strip():
            yield ForeignStatement(text=_with_subject(known[name].name, text), about=(known[name],))


def _basic_memory(text: str, name: str, table: KindTable) -> ForeignMemory | None:
    """A note is about one thing; its marked lines are statements and links. Other Markdown is for `quaid extract`."""
    front = _FRONT.match(text)
    told = (
        {m["key"]: m["value"].strip().strip("\"'") for m in _FRONT_LINE.finditer(front["front"])}
        if front
        else {}
    )
    observations, relations = list(_OBSERVATION.finditer(text)), list(_RELATION.finditer(text))
    if not front or not {"permalink", "title"} & set(told) or not (observations or relations):
        return None
    subject = _named(told.get("title") or name.rpartition(".")[0], told.get("type"))
    at = instant_of(told.get("created") or told.get("date"))
    statements = [_of_observation(match, subject, table) for match in observations]
    for match in relations:
        relation = match["relation"].strip() or "relates_to"
        statements.append(_of_triple(subject, relation, _named(match["target"], None)))
    return ForeignMemory("basic-memory", tuple(replace(each, at=at) for each in statements))


def _of_observation(match: re.Match[str], subject: EntityDraft, table: KindTable) -> ForeignStatement:
    kind, tag = _kind(match["kind"].strip().casefold(), table)
    tags = (tag or match["kind"].strip().casefold(), *_TAG.findall(match["text"]))
    return ForeignStatement(
        text=_with_subject(subject.name, _TAG.sub("", match["text"]).strip()),
        kind=kind,
        tags=tags,
        about=(subject,),
    )


def _of_node(row: Record, table: KindTable) -> ForeignStatement:
    kind, tag = _kind((word(row, "knowledge_type") or word(row, "type") or "").casefold(), table)
    confidence = row.get("confidence")
    return ForeignStatement(
        text=word(row, "name") or "",
        kind=kind,
        at=instant_of(row.get("created_at")),
        confidence=min(max(float(confidence), 0.0), 1.0) if isinstance(confidence, int | float) else 0.8,
        tags=(tag,) if tag else (),
        keywords=tuple((word(row, "keywords") or "").split()),
        speaker=word(row, "speaker"),
    )


def _is_entity(row: Record, table: KindTable) -> bool:
    return table.get((word(row, "type") or "").casefold(), {}).get("kind") == "entity"


def _entity(row: Record) -> EntityDraft:
    return _named(word(row, "name") or "", word(row, "type"))


def _of_triple(source: EntityDraft, relation: str, target: EntityDraft) -> ForeignStatement:
    """A relation needs a statement that says it."""
    text = f"{source.name} {relation.replace('_', ' ')} {target.name}."
    return ForeignStatement(text=text, kind=Kind.FACT, relations=(ForeignRelation(source, relation, target),))


def _named(name: str, kind: str | None) -> EntityDraft:
    told = (kind or "").casefold()
    known = {each.value: each for each in EntityType} | {
        "org": EntityType.ORGANIZATION,
        "company": EntityType.ORGANIZATION,
    }
    return EntityDraft(name=name.replace("_", " ").strip(), type=known.get(told, EntityType.THING))


def _with_subject(subject: str, text: str) -> str:
    """A statement that can stand alone: with the name of what it is about."""
    return text if subject.casefold() in text.casefold() else f"{subject}: {text}"


def _kind(theirs: str | None, table: KindTable) -> tuple[Kind | None, str | None]:
    """Ours for theirs; None leaves the choice to the words."""
    row = table.get((theirs or "").casefold(), {})
    ours = row.get("kind")
    return (Kind(ours) if ours in set(Kind) else None), row.get("tag")
