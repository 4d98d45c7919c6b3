"""How do the rows look as a graph?"""

# One node table: a walk crosses memories, entities and turns, and one table makes both hops one query. Memory text is
# not in it. Nearest is derived once more: the heaviest links that each node has now, so that hubs cost nothing; what a
# walk reads of it are numbers, for texts on relations cost ten times as much (`Relation` says what a code means).
TABLES = (
    """CREATE NODE TABLE Node(id STRING PRIMARY KEY, kind STRING, type STRING, name STRING, degree INT64,
    changes_at STRING)""",
    """CREATE REL TABLE Edge(FROM Node TO Node, id STRING, relation STRING, weight DOUBLE, confidence DOUBLE,
    memory STRING, valid_from STRING, valid_to STRING, recorded_at STRING, retracted_at STRING, closed_at STRING)""",
    "CREATE REL TABLE Mentions(FROM Node TO Node, weight DOUBLE)",
    "CREATE REL TABLE Nearest(FROM Node TO Node, code INT64, weight DOUBLE, link STRING)",
    "CREATE NODE TABLE Relation(name STRING PRIMARY KEY, number INT64)",
    # An edge is found by its id here: relations have no keys, and the engine's `IN` on their properties gives rows of
    # other edges once some were deleted (`=` and `IN` on a node's key are right).
    "CREATE NODE TABLE EdgeEnds(id STRING PRIMARY KEY, source STRING, target STRING)",
    "CREATE NODE TABLE Progress(name STRING PRIMARY KEY, value STRING)",
)
NODE_COLUMNS = ("id", "kind", "type", "name", "degree", "changes_at")
EDGE_COLUMNS = (
    "id", "source", "target", "relation", "weight", "confidence", "memory",
    "valid_from", "valid_to", "recorded_at", "retracted_at", "closed_at",
)  # fmt: skip
EDGE_PROPERTIES = tuple(column for column in EDGE_COLUMNS if column not in {"source", "target"})

APPLIED_SEQ, SHAPE, OWNER = "applied_seq", "shape", "owner"
SHAPE_VERSION = 3


def shape(*, degree_cap: int, nearest_links: int) -> str:
    """What a graph file was built to hold; one of another shape is built anew."""
    return f"{SHAPE_VERSION}:{degree_cap}:{nearest_links}"


PUT_PROGRESS = "MERGE (p:Progress {name: $name}) SET p.value = $value"
GET_PROGRESS = "MATCH (p:Progress) RETURN p.name, p.value"

# MERGE finds a node by its key. Relations are created by their ends, each found by key; a missing end would create
# nothing in silence, so each returns one row to be counted.
PUT_NODE = "MERGE (n:Node {id: $id}) SET " + ", ".join(
    f"n.{column} = ${column}" for column in NODE_COLUMNS[1:]
)
DROP_NODE = "MATCH (n:Node {id: $id}) DETACH DELETE n"
_ENDS = "MATCH (a:Node {id: $source}), (b:Node {id: $target}) "
PUT_EDGE = (
    _ENDS
    + "CREATE (a)-[e:Edge {"
    + ", ".join(f"{column}: ${column}" for column in EDGE_PROPERTIES)
    + "}]->(b) RETURN e.id"
)
PUT_MENTION = _ENDS + "CREATE (a)-[e:Mentions {weight: $weight}]->(b) RETURN e.weight"
PUT_NEAREST = _ENDS + "CREATE (a)-[e:Nearest {code: $code, weight: $weight, link: $link}]->(b) RETURN e.link"
PUT_RELATION = "MERGE (r:Relation {name: $name}) SET r.number = $number"
RELATIONS = "MATCH (r:Relation) RETURN r.name, r.number"
_STEP = "MATCH (a:Node {id: $source})-[e:%s]->(b:Node {id: $target}) WHERE %s DELETE e"
DROP_EDGE = _STEP % ("Edge", "e.id = $id")
DROP_NEAREST = _STEP % ("Nearest", "e.link = $link AND e.code = $code")
DROP_MENTIONS = "MATCH (a:Node {id: $source})-[e:Mentions]->(b:Node) DELETE e"

PUT_ENDS = "MERGE (n:EdgeEnds {id: $id}) SET n.source = $source, n.target = $target"
DROP_ENDS = "MATCH (n:EdgeEnds {id: $id}) DELETE n"
ENDS_OF_EDGE = "MATCH (n:EdgeEnds {id: $id}) RETURN n.id, n.source, n.target"
ENDS_OF_MENTIONS = "MATCH (a:Node)-[e:Mentions]->(b:Node) WHERE a.id IN $ids RETURN a.id, b.id"
NEAREST_OF = """MATCH (a:Node)-[e:Nearest]->(b:Node) WHERE a.id IN $ids
RETURN a.id, b.id, e.code, e.weight, e.link"""
NODES_DUE = "MATCH (n:Node) WHERE n.changes_at <= $now RETURN n.id"
NEXT_CHANGE = "MATCH (n:Node) WHERE n.changes_at IS NOT NULL RETURN min(n.changes_at)"
