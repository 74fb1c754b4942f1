"""What passes of others import: one documented place, and nothing else."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest

from ppcl.analysis.terms import expression
from ppcl.analysis.terms.expression import is_value
from ppcl.ir.expression import Expression
from ppcl.ir.statement import Statement
from ppcl.ir.types import Type

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
EXAMPLE = ROOT / "examples" / "third-party-pass"
MODULES = ("ppcl.api", "ppcl.api.facts", "ppcl.api.tree", "ppcl.testing")
ROW = re.compile(r"^\| `(ppcl\.[a-z.]+)`[^|]*\| (.+) \|$", re.MULTILINE)
KINDS = {kind.__name__ for union in (Expression, Statement, Type) for kind in get_args(union)}


def documented() -> dict[str, set[str]]:
    """The names that docs/passes.md has of each module; the node kinds it has as a whole."""
    found: dict[str, set[str]] = {module: set() for module in MODULES}
    for module, names in ROW.findall((DOCS / "passes.md").read_text("utf-8")):
        found[module] |= set(re.findall(r"`(\w+)`", names))
    return found


def imports(text: str) -> Iterator[tuple[str, str]]:
    """The modules of ppcl that a text imports from, with the names."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "ppcl":
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            own = (alias.name for alias in node.names if alias.name.split(".")[0] == "ppcl")
            yield from ((name, "") for name in own)


@pytest.mark.parametrize("name", MODULES)
def test_the_page_names_all_that_there_is_and_nothing_else(name: str) -> None:
    module = import_module(name)
    assert all(hasattr(module, each) for each in module.__all__)
    pages = documented()[name]
    assert pages <= set(module.__all__)
    assert set(module.__all__) - pages <= (KINDS | INNER if name == "ppcl.api.tree" else set())


# Parts of nodes and types that are in no union.
INNER = {"Variable", "Handler", "Case", "AddressSpace"}


def test_all_kinds_of_nodes_and_types_can_be_named() -> None:
    assert set(import_module("ppcl.api.tree").__all__) >= KINDS


def test_the_example_imports_from_there_alone() -> None:
    found = {
        (module, name)
        for path in EXAMPLE.rglob("*.py")
        for module, name in imports(path.read_text("utf-8"))
    }
    assert {module for module, _ in found} == set(MODULES)
    assert all(name in import_module(module).__all__ for module, name in found)


def test_the_page_imports_from_there_alone() -> None:
    text = (DOCS / "passes.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    found = {module for block in blocks for module, _ in imports(block)}
    assert found == {"ppcl.testing"}
    assert not re.search(r"ppcl\.(transform\.[a-z]|ir|analysis|emit|diag|driver|source)\b", text)


def test_the_page_lists_the_builtins_that_are_values() -> None:
    text = (DOCS / "equivalence.md").read_text("utf-8")
    (listed,) = re.findall(r"```text\n(get_work_dim .*?)```", text, re.DOTALL)
    assert sorted(listed.split()) == sorted(expression._OF_THE_WORK_ITEM | expression._OF_VALUES)
    for name in listed.split():
        assert is_value(SimpleNamespace(callee=name, arguments=()))
    for step in ("barrier", "vload4", "atomic_add", "printf", "sincos", "get_fence"):
        assert not is_value(SimpleNamespace(callee=step, arguments=()))
