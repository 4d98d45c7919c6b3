"""What is asked of a script that gathers rows from kept homes, and fits to them?"""

import argparse
from pathlib import Path


def arguments(doc: str | None) -> argparse.Namespace:
    """`gather HOMES DIR… [--words-only]`: part, homes, sets, words_only; or `fit ROWS [--large]`: part, rows, large."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True, dest="part")
    gather = parts.add_parser("gather")
    gather.add_argument("homes", type=Path)
    gather.add_argument("sets", type=Path, nargs="+")
    gather.add_argument("--words-only", action="store_true")
    fit = parts.add_parser("fit")
    fit.add_argument("rows", type=Path)
    fit.add_argument("--large", action="store_true")
    return parser.parse_args()
