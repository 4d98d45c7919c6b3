"""Which project does a conversation belong to, by what it is called or the folder it ran in?"""

from collections.abc import Sequence

from quaidpy.domain.language.name_patterns import is_folder, is_in_folder, is_named
from quaidpy.domain.sources.transcripts import Transcript


def project_of(transcript: Transcript, listed: Sequence[str]) -> str | None:
    """By the first of the listed `LABEL = PROJECT` that fits; else what its host says.

    A label with a slash is a folder, and fits all in it; any other fits the title, the session or the host's project.
    """
    labels = [label for label in (transcript.title, transcript.session, transcript.project) if label]
    for entry in listed:
        wanted, _, project = (part.strip() for part in entry.rpartition("="))
        fits = (
            transcript.folder is not None and is_in_folder(transcript.folder, wanted)
            if is_folder(wanted)
            else any(is_named(label, [wanted]) for label in labels)
        )
        if fits:
            return project
    return transcript.project
