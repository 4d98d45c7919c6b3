"""What do the examples of config/work.toml mean, as vectors? Asks the embedder that ships, and writes it down."""

import json
from base64 import b64encode
from pathlib import Path

from quaidpy.models.embedding.embedded import MiniLmEmbedder
from quaidpy.shipped.work import kinds_of_work

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "config" / "work_vectors.json"


def main() -> None:
    """Run from anywhere, with the package and its dependencies installed."""
    embedder = MiniLmEmbedder()
    texts = [rule for kind in kinds_of_work() for rule in kind.rules]
    vectors = zip(texts, embedder.embed(texts), strict=True)
    known = {
        "embedder": embedder.identity.name,
        "probe": embedder.identity.probe,
        "vectors": {text: b64encode(vector.tobytes()).decode() for text, vector in vectors},
    }
    SHIPPED.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
