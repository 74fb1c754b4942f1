"""The house rules that no linter holds: files and functions stay small."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("ppcl", "transforms", "scripts", "tests")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
FILE_LINES = 400
FUNCTION_LINES = 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_sizes(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= FILE_LINES
    functions = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    lengths = {f"{f.name}, line {f.lineno}": f.end_lineno - f.lineno + 1 for f in functions}
    assert {name: n for name, n in lengths.items() if n > FUNCTION_LINES} == {}
