"""Which numbers can be turned? One frozen class a room; config/default.toml gives every value its default and reason.

A field's Annotated Range is checked when settings are read.
"""

from dataclasses import dataclass
from typing import Annotated

from quaidpy.domain.access.addresses import without_password
from quaidpy.domain.decay_tuning import DecayTuning, ForgettingTuning
from quaidpy.domain.handover_tuning import HandoverTuning
from quaidpy.domain.notice_tuning import NoticesTuning
from quaidpy.domain.ranges import Range, ReadBy, Shape, Share
from quaidpy.domain.sync_tuning import SyncTuning
from quaidpy.domain.theme_tuning import ThemesTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class UserTuning:
    """[user]"""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageTuning:
    """[storage]"""

    url: Annotated[str, ReadBy(without_password)]
    connections: Annotated[int, Range(1, 1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingTuning:
    """[embedding]"""

    model: str
    threads: Annotated[int, Range(1, 64)]
    base_url: str
    batch_size: Annotated[int, Range(1, 1024)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsTuning:
    """[models]"""

    deep: str
    fast: str
    deep_base_url: str
    fast_base_url: str
    deep_timeout_s: Annotated[float, Range(0.1, 3_600)]
    retries: Annotated[int, Range(0, 10)]
    first_wait_s: Annotated[float, Range(0, 60)]
    deep_context_tokens: Annotated[int, Range(2_000, 10_000_000)]
    chunk_tokens: Annotated[int, Range(100, 1_000_000)]
    known_facts: Annotated[int, Range(0, 1_000)]
    parallel_calls: Annotated[int, Range(1, 64)]
    reader: str
    reading_calls_a_day: Annotated[int, Range(0, 1_000_000)]
    queue_wait_minutes: Annotated[float, Range(0, 1_440)]
    least_quote_match: Annotated[float, Range(50, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberTuning:
    """[remember]"""

    least_words: Annotated[int, Range(1, 50)]
    most_words: Annotated[int, Range(5, 1000)]
    least_salience: Share
    drafts_per_turn: Annotated[float, Range(0, 10)]
    least_drafts: Annotated[int, Range(0, 1000)]
    user_confidence: Share
    assistant_confidence: Share
    document_confidence: Share
    hedged_confidence: Share
    edge_confidence: Share
    subject_mention_weight: Share
    other_mention_weight: Share
    projects: Annotated[tuple[str, ...], Shape(r"[^=]*[^=\s][^=]*=\s*[^=\s][^=]*", "LABEL = PROJECT")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionTuning:
    """[resolution]"""

    chunk_turns: Annotated[int, Range(1, 10_000)]
    group_turns: Annotated[int, Range(1, 100_000)]
    context_turns: Annotated[int, Range(0, 100)]
    dedup_neighbours: Annotated[int, Range(1, 100)]
    same_text_similarity: Share
    related_similarity: Share
    twin_similarity: Share
    judge_from: Share
    confirmation_confidence_gain: Share
    confirmation_confidence_cap: Share
    fuzzy_name_similarity: Share
    fuzzy_name_length: Annotated[int, Range(1, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphTuning:
    """[graph]"""

    engine: str
    walks: str
    walk_nodes: Annotated[int, Range(0, 100_000_000)]
    beam_width: Annotated[int, Range(1, 1_000)]
    beam_depth: Annotated[int, Range(0, 5)]
    hop_decay: Share
    context_share: Share
    open_share: Share
    context_words: Annotated[int, Range(0, 100)]
    subject_worth: Share
    most_sharing: Annotated[int, Range(1, 10_000)]
    degree_cap: Annotated[int, Range(1, 100_000)]
    nearest_links: Annotated[int, Range(1, 1_000)]
    links_in_memory_mb: Annotated[int, Range(0, 1_000_000)]
    nodes_in_memory: Annotated[int, Range(0, 100_000_000)]
    read_timeout_ms: Annotated[int, Range(1, 60_000)]
    cypher_timeout_s: Annotated[float, Range(0.1, 3_600)]
    cypher_memory_mb: Annotated[int, Range(128, 1_000_000)]
    cypher_answer_mb: Annotated[float, Range(0.01, 1_000)]
    cypher_idle_s: Annotated[float, Range(1, 86_400)]
    follow_limit: Annotated[int, Range(0, 1_000_000)]
    follow_share: Share
    buffer_pool_mb: Annotated[int, Range(64, 65_536)]
    max_file_mb: Annotated[int, Range(1_024, 8_388_608)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTuning:
    """[search]"""

    name_weight: Annotated[float, Range(0, 10)]
    keyword_weight: Annotated[float, Range(0, 10)]
    most_terms: Annotated[int, Range(1, 200)]
    most_words_read: Annotated[int, Range(2, 10_000)]
    large_shelf_rows: Annotated[int, Range(0, 100_000_000)]
    common_term_share: Share
    most_rows_ranked: Annotated[int, Range(1, 100_000_000)]
    scan_below_rows: Annotated[int, Range(0, 1_000_000)]
    vectors_in_memory_mb: Annotated[int, Range(0, 1_000_000)]
    searches_before_memory: Annotated[int, Range(0, 1_000_000)]
    words_in_memory_mb: Annotated[int, Range(0, 1_000_000)]
    rows_in_memory: Annotated[int, Range(0, 100_000_000)]
    codes_from_rows: Annotated[int, Range(0, 100_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallTuning:
    """[recall]"""

    recipe: str
    skip: tuple[str, ...]
    contexts: Annotated[tuple[str, ...], Shape(r"[^=]*[^=\s][^=]*=\s*[^=\s][^=]*", "NAME = CONTEXT")]
    lane_depth: Annotated[int, Range(1, 4096)]
    memory_depth: Annotated[int, Range(1, 4096)]
    candidates: Annotated[int, Range(1, 4096)]
    words_least: Share
    words_enough: Annotated[float, Range(0.05, 1)]
    text_weight: Share
    vector_weight: Share
    window_weight: Annotated[float, Range(0, 10)]
    neighbour_share: Share
    episode_share: Share
    memory_share: Share
    stated_weight: Share
    most_meant: Annotated[int, Range(0, 100)]
    least_selective: Share
    timed_candidates: Annotated[int, Range(1, 4096)]
    time_weight: Annotated[float, Range(0, 5)]
    then_weight: Annotated[float, Range(0, 2)]
    then_most_days: Annotated[float, Range(0, 366)]
    order_weight: Annotated[float, Range(0, 5)]
    telling_half_life_days: Annotated[float, Range(0.1, 3_650)]
    relevance_share: Share
    recency_share: Share
    frequency_share: Share
    bonus_share: Share
    strength_weight: Share
    used_weight: Share
    unused_weight: Share
    recency_half_life_days: Annotated[float, Range(0.1, 36_500)]
    speaker_boost: Annotated[float, Range(1, 3)]
    value_boost: Annotated[float, Range(1, 3)]
    assistant_factor: Annotated[float, Range(0, 1)]
    essay_factor: Annotated[float, Range(0, 1)]
    outdated_factor: Share
    coverage_worth: Share
    abstain_below: Share
    abstain_below_named: Share
    abstain_below_unnamed: Share
    abstain_below_familiar: Share
    abstain_below_plain: Share
    abstain_below_own: Share
    abstain_below_work: Share
    abstain_below_schooling: Share
    close_enough: Share
    close_enough_of_own: Share
    told_below: Share
    told_least: Annotated[float, Range(-1, 1)]
    told_lead: Annotated[float, Range(0, 2)]
    told_otherwise: Share
    others_lead: Annotated[float, Range(0, 2)]
    others_behind: Annotated[float, Range(-1, 2)]
    others_equal: Share
    newest_weight: Annotated[float, Range(0, 5)]
    preference_count: Annotated[int, Range(1, 60)]
    preference_least: Share
    preference_of_work_least: Share
    preference_place: Annotated[int, Range(1, 60)]
    preference_weight: Annotated[float, Range(0, 5)]
    occasion_least: Share
    occasion_sure: Share
    share_of_one: Share
    share_of_some: Share
    share_of_all: Share
    share_of_overview: Share
    share_of_few: Share
    least_chance: Share
    least_chance_large: Share
    least_score: Share
    crowd_share: Share
    most_given: Annotated[int, Range(3, 1_000)]
    spread_share: Share
    adjacent_share: Share
    graph_seeds: Annotated[int, Range(1, 100)]
    graph_fanout: Annotated[int, Range(1, 1_000)]
    graph_weight: Annotated[float, Range(0, 20)]
    graph_weight_of_talk: Annotated[float, Range(0, 20)]
    diversity_balance: Share
    model_deadline_s: Annotated[float, Range(0, 600)]
    hyde_least_letters: Annotated[int, Range(0, 1_000)]
    hyde_share: Share
    reranker: str
    rerank_count: Annotated[int, Range(2, 200)]
    rerank_share: Share
    rerank_tokens: Annotated[int, Range(10, 2_000)]
    inhibition_score: Share
    inhibition: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class HooksTuning:
    """[hooks]"""

    deadline_s: Annotated[float, Range(0.05, 60)]
    budget_tokens: Annotated[int, Range(50, 100_000)]
    most_characters: Annotated[int, Range(200, 9_000)]
    most_results: Annotated[int, Range(1, 200)]
    start_memories: Annotated[int, Range(0, 200)]
    remember_session_days: Annotated[float, Range(0.1, 3_650)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalsTuning:
    """[signals]"""

    least_importance: Share
    batch: Annotated[int, Range(0, 100)]
    cool_down_s: Annotated[float, Range(0, 86_400)]
    most_a_session: Annotated[int, Range(0, 10_000)]
    most_age_hours: Annotated[float, Range(0.01, 8_760)]
    looked_at: Annotated[int, Range(1, 10_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTuning:
    """[server]"""

    use: str
    idle_minutes: Annotated[float, Range(0.01, 100_000)]
    port: Annotated[int, Range(0, 65_535)]
    rest_s: Annotated[float, Range(0.05, 3_600)]
    let_go_s: Annotated[float, Range(0.05, 100_000)]
    drain_s: Annotated[float, Range(0, 3_600)]
    requests_a_minute: Annotated[int, Range(1, 10_000_000)]
    kilobytes_a_request: Annotated[int, Range(1, 64_000)]
    kilobytes_a_minute: Annotated[int, Range(1, 100_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JanitorTuning:
    """[janitor]"""

    minutes: Annotated[float, Range(0, 1_440)]
    tokens: Annotated[int, Range(0, 1_000_000_000)]
    changes_a_commit: Annotated[int, Range(1, 100_000)]
    changes_a_task: Annotated[int, Range(1, 10_000_000)]
    backups: Annotated[int, Range(0, 1_000)]
    warn_after_hours: Annotated[float, Range(1, 8_760)]
    skip: tuple[str, ...]
    memory: bool
    journal: bool
    projects: bool
    workspace: bool
    duplicate_similarity: Share
    duplicate_neighbours: Annotated[int, Range(1, 1_000)]
    cluster_size: Annotated[int, Range(2, 1_000)]
    approve_from: Share
    pairs_a_call: Annotated[int, Range(1, 200)]
    pairs_a_night: Annotated[int, Range(0, 100_000)]
    open_questions: Annotated[int, Range(0, 100_000)]
    log_days: Annotated[float, Range(1, 36_500)]
    update_url: str
    health_days: Annotated[float, Range(1, 36_500)]
    health_hours: Annotated[float, Range(0, 8_760)]
    graph_check_days: Annotated[float, Range(0, 3_650)]
    mapped_mb: Annotated[int, Range(0, 2_047)]
    vacuum_share: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningTuning:
    """[learning]"""

    folder: str
    owner: str
    files: tuple[str, ...]
    bullets_a_block: Annotated[int, Range(0, 1_000)]
    paragraphs_a_block: Annotated[int, Range(0, 1_000)]
    bullets_a_file: Annotated[int, Range(1, 100_000)]
    most_lines: Annotated[int, Range(10, 100_000)]
    kept_share: Share
    distil_days: Annotated[float, Range(0, 3_650)]
    archive_days: Annotated[float, Range(1, 36_500)]
    least_importance: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTuning:
    """[watch]"""

    settle_s: Annotated[float, Range(0, 3_600)]
    longest_wait_s: Annotated[float, Range(0, 86_400)]
    poll_s: Annotated[float, Range(0.1, 86_400)]
    first_days: Annotated[float, Range(0, 36_500)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsTuning:
    """[documents]"""

    suffixes: tuple[str, ...]
    names: tuple[str, ...]
    ignore: tuple[str, ...]
    most_kilobytes: Annotated[int, Range(1, 1_000_000)]
    most_files: Annotated[int, Range(1, 1_000_000)]
    chunk_tokens: Annotated[int, Range(50, 100_000)]
    overlap_tokens: Annotated[int, Range(0, 10_000)]
    part_tokens: Annotated[int, Range(20, 100_000)]
    discover: tuple[str, ...]
    discover_depth: Annotated[int, Range(0, 20)]
    lane_depth: Annotated[int, Range(1, 4096)]
    text_weight: Share
    vector_weight: Share
    window_weight: Annotated[float, Range(0, 10)]
    neighbour_share: Share
    document_share: Share
    heading_weight: Annotated[float, Range(0, 10)]
    stale_share: Share
    most_commits: Annotated[int, Range(1, 1_000_000)]
    historic: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """All sections of config/default.toml, one field each."""

    user: UserTuning
    storage: StorageTuning
    sync: SyncTuning
    embedding: EmbeddingTuning
    models: ModelsTuning
    remember: RememberTuning
    resolution: ResolutionTuning
    graph: GraphTuning
    search: SearchTuning
    recall: RecallTuning
    hooks: HooksTuning
    watch: WatchTuning
    server: ServerTuning
    signals: SignalsTuning
    handover: HandoverTuning
    notices: NoticesTuning
    decay: DecayTuning
    forgetting: ForgettingTuning
    janitor: JanitorTuning
    documents: DocumentsTuning
    learning: LearningTuning
    themes: ThemesTuning
