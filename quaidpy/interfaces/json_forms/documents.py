"""Which projects are known, and how much is indexed of each?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quaidpy.documents.library import ProjectCounts


def projects_document(counted: "Iterable[ProjectCounts]") -> dict[str, Any]:
    return {
        "projects": [
            plain(each.project)
            | {"documents": each.documents, "chunks": each.chunks, "is_there": each.is_there}
            for each in counted
        ]
    }
