"""How do a project, and what was verified in it, look as rows, and back?"""

from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.identity import Owner
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.rows import Columns, StoredRow, columns_of, instant_of, instant_text


def project_columns(project: Project) -> Columns:
    return {
        "id": project.id,
        "name": project.name,
        "root": AsItIs(project.root),
        "archived": int(project.is_archived),
        "created_at": instant_text(project.created_at),
    }


def project_of(owner: Owner, row: StoredRow) -> Project:
    return Project(
        id=ProjectId(row["id"]),
        owner=owner,
        name=row["name"],
        root=row["root"],
        is_archived=bool(row["archived"]),
        created_at=instant_of(row["created_at"]),
    )


def verified_columns(verified: Verified) -> Columns:
    rest = columns_of(verified, ("project", "revision", "digest", "at", "reason", "model"))
    return {**rest, "path": AsItIs(verified.path)}


def verified_of(row: StoredRow) -> Verified:
    return Verified(
        project=ProjectId(row["project"]),
        path=row["path"],
        revision=row["revision"],
        digest=row["digest"],
        at=instant_of(row["at"]),
        reason=row["reason"],
        model=row["model"],
    )
