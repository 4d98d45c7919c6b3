"""With which tools does the janitor work in this home? The part of wiring that knows the janitor."""

from quaidpy import __version__
from quaidpy.home.hook_log import HookFailures
from quaidpy.models.embedding.english_words import EnglishWords
from quaidpy.services.parts import Parts
from quaidpy.settings import Settings, load_lexicon
from quaidpy.system.nicknames import related_names
from quaidpy.system.released_versions import ReleasedVersions
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.task import NightTools


def night_parts(settings: Settings) -> Parts:
    """As `parts_for`, for a process that does nothing but the night: it reads everything, and most of it once."""
    return parts_for(settings, mapped_mb=settings.tuning.janitor.mapped_mb)


def night_tools(settings: Settings, parts: Parts) -> NightTools:
    """The same parts that a Memory works with; the deep model is the reader's."""
    remembering = parts.remembering
    return NightTools(
        store=remembering.store,
        search=remembering.search,
        graph=parts.graph,
        embedder=remembering.embedder,
        clock=remembering.clock,
        ids=remembering.ids,
        records=parts.nights,
        survey=parts.survey,
        learning=parts.learning,
        lock=parts.lock,
        backups=parts.backups,
        failures=HookFailures(settings.home),
        releases=ReleasedVersions(settings.tuning.janitor.update_url, __version__),
        documents=parts.documents,
        relations=remembering.relations,
        attribute_names=remembering.attributes,
        tuning=settings.tuning,
        lexicon=load_lexicon(),
        is_word=EnglishWords(),
        related_names=related_names,
        model=None if parts.reader is None else parts.reader.asking,
    )
