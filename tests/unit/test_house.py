"""The house rules that no linter holds: files and functions stay small."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("ppcl", "transforms", "scripts", "tests", "examples")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
FILE_LINES = 400
FUNCTION_LINES = 43


def too_long(name: str, text: str) -> Iterator[str]:
    """What is longer than it may be in a file: the file, its functions."""
    if (lines := text.count("\n")) > FILE_LINES:
        yield f"{name}: {lines} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{name}:{node.lineno}: {node.name} has {lines} lines"


def test_files_and_functions_are_small() -> None:
    assert len(FILES) > 500
    texts = ((str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in FILES)
    assert [found for name, text in texts for found in too_long(name, text)] == []


def strictly_decoded(name: str, text: str) -> Iterator[str]:
    """Where bytes are decoded as if they were the house's own: users' need not be UTF-8."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = [ast.unparse(each) for each in (*node.args, *node.keywords)]
            if node.func.attr == "decode" and given in ([], ["'utf-8'"]):
                yield f"{name}:{node.lineno}: what becomes of other bytes?"


def test_decoding_says_what_becomes_of_bytes_that_are_not_utf_8() -> None:
    own = [path for path in FILES if path.relative_to(ROOT).parts[0] in ("ppcl", "transforms")]
    texts = ((str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in own)
    assert [found for name, text in texts for found in strictly_decoded(name, text)] == []
    told = "a.decode()\nb.decode('utf-8')\nc.decode('ascii')\nd.decode('utf-8', 'replace')\n"
    assert [found.split(":")[1] for found in strictly_decoded("a.py", told)] == ["1", "2"]


def test_what_is_too_long_is_told_with_its_place() -> None:
    function = "\n\ndef long():\n" + "    x = 1\n" * FUNCTION_LINES
    assert list(too_long("a.py", function)) == ["a.py:3: long has 44 lines"]
    assert list(too_long("b.py", "x = 1\n" * 401)) == ["b.py: 401 lines"]
    assert list(too_long("c.py", "x = 1\n" * 400)) == []
