"""Can a change make what a document says untrue? Space, comments, lock files, tests and formatting cannot."""

import ast
import re
from collections.abc import Callable
from pathlib import PurePosixPath

from quaidpy.domain.documents.revisions import FileChange
from quaidpy.regex import regex

Text = Callable[[], str | None]

_LOCKS = frozenset({
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb", "poetry.lock", "pdm.lock",
    "uv.lock", "pipfile.lock", "cargo.lock", "go.sum", "composer.lock", "gemfile.lock", "flake.lock", "mix.lock",
})  # fmt: skip
_LOCK = regex(r"(\.lock|\.min\.(js|css)|\.map|\.snap)$|^requirements.*\.(txt|lock)$", re.IGNORECASE)
_TEST = regex(
    r"(^|/)(tests?|__tests__|spec|testing|fixtures|testdata|golden)/|(^|/)(test_[^/]*|conftest)\.py$"
    r"|_test\.(go|py|rb|exs)$|\.(test|spec)\.[jt]sx?$|Tests?\.(java|kt|cs)$"
)
_LINE_COMMENTS = {
    "#": "py pyi rb sh bash zsh toml yaml yml cfg ini conf mk r pl ex exs tf dockerfile makefile jl nix ps1",
    "//": "js jsx ts tsx mjs cjs go rs java kt kts c h cc cpp hpp cs swift scala php dart proto groovy gradle zig",
    "--": "sql lua hs elm",
    ";": "clj el lisp asm",
    "%": "tex erl",
}
_COMMENT_OF = {ending: mark for mark, endings in _LINE_COMMENTS.items() for ending in endings.split()}
_BLOCK_COMMENT = regex(r"/\*(?:(?!/\*).)*?\*/|<!--(?:(?!<!--).)*?-->", re.DOTALL)
_BLOCK_LINE = regex(r"^(/\*|\*/|\*( |$)|<!--|-->)")


def trivial_because(change: FileChange, before: Text, now: Text) -> str | None:
    """Why a change says nothing to a reader of documents; None when it may. Texts are asked for only when needed."""
    by_name = trivial_name(change.path)
    if by_name or change.is_gone or change.is_new or change.old_path or change.is_unread:
        return by_name
    if not change.removed and not change.added:
        return "only spaces, or no text"
    comment = comment_mark(change.path)
    if comment and all(is_comment(line, comment) for line in (*change.removed, *change.added)):
        return "only comments"
    old, new = before(), now()
    is_same = old is not None and new is not None and _says_the_same(change.path, old, new)
    return "only comments, docstrings or formatting" if is_same else None


def trivial_name(path: str) -> str | None:
    """Why no change of such a file matters, whatever it is; None when it may."""
    name = PurePosixPath(path).name
    if name.lower() in _LOCKS or _LOCK.search(name):
        return "a lock file or a generated one"
    return "tests" if _TEST.search(path) else None


def _says_the_same(path: str, old: str, new: str) -> bool:
    if path.endswith((".py", ".pyi")):
        return _means_the_same(old, new)
    comment = comment_mark(path)
    return comment is not None and _without_comments(old, comment) == _without_comments(new, comment)


def comment_mark(path: str) -> str | None:
    """What begins a comment in such a file; None when it has none that we know."""
    name = PurePosixPath(path).name.lower()
    return _COMMENT_OF.get(name.rpartition(".")[2])


def is_comment(line: str, mark: str) -> bool:
    return line.startswith(mark) or (mark == "//" and _BLOCK_LINE.match(line) is not None)


def _means_the_same(old: str, new: str) -> bool:
    """Whether two Python texts have one syntax tree, docstrings left out."""
    try:
        return _tree(old) == _tree(new)
    except (SyntaxError, ValueError, RecursionError):
        return False


def _tree(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            if is_docstring and isinstance(first.value.value, str):  # type: ignore[attr-defined]
                node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)


def _without_comments(text: str, mark: str) -> str:
    """All but comments and space; a mark inside a string may take the line's end with it, on both sides alike."""
    plain = _BLOCK_COMMENT.sub("", text) if mark == "//" else text
    kept = (re.sub(rf"(^|\s){re.escape(mark)}.*$", "", line) for line in plain.splitlines())
    return "".join("".join(line.split()) for line in kept)
