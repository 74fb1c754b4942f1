"""du-chains of private variables, written down as `use <- definitions` by line."""

from pathlib import Path

import pytest

from ppcl.analysis.graph.cfg import build_cfg
from ppcl.analysis.graph.dataflow import DuChains, du_chains
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.expression import NameRef
from ppcl.ir.traverse import descendants
from ppcl.source import SourceFile


def _chains(body: str, tmp_path: Path) -> tuple[DuChains, SourceFile, list[NameRef]]:
    text = f"__kernel void k(__global float *p, int a, float4 v) {{\n{body}\n}}\n".encode()
    unit = parse_kernel(tmp_path, "k.cl", ParseOptions(), {"k.cl": text})
    assert not unit.problems
    kernel = next(f for f in unit.functions if f.kernel)
    assert kernel.body is not None
    names = [node for node in descendants(kernel.body) if isinstance(node, NameRef)]
    return du_chains(kernel, build_cfg(kernel)), SourceFile("k.cl", text), names


def _lines(body: str, variable: str, tmp_path: Path) -> list[tuple[int, list[int]]]:
    """Per use of a variable: its line (the body starts at 2) and those of its definitions."""
    chains, source, _ = _chains(body, tmp_path)
    return [
        (
            source.location(use.at.span.start).line,
            sorted({source.location(d.at.span.start).line for d in definitions}),
        )
        for use, definitions in chains.reaching.items()
        if use.variable.name == variable
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 1;\nx = 2;\np[0] = x;", [(4, [3])]),
        ("int x = 1;\nif (a)\nx = 2;\np[0] = x;", [(5, [2, 4])]),
        ("int x = 1;\nif (a)\nx = 2;\nelse x = 3;\np[0] = x;", [(6, [4, 5])]),
        ("int x = 1;\nx += 2;\np[0] = x;", [(3, [2]), (4, [3])]),
        ("int x = 1;\nx++;\np[0] = x;", [(3, [2]), (4, [3])]),
        ("int x = 1;\na && (x = 2);\np[0] = x;", [(4, [2, 3])]),
        ("int x = 1;\na ? (x = 2) : 0;\np[0] = x;", [(4, [2, 3])]),
        ("int x = 1;\nwhile (a) {\np[0] = x;\nx = 2;\n}", [(4, [2, 5])]),
        ("while (a) {\nint x;\np[0] = x;\nx = 2;\n}", [(4, [3])]),
        ("int x = 1;\nint y = (x = 2) + x;\np[0] = y;", [(3, [3])]),
        ("int x = 1;\nif (a) return;\nx = 2;\np[0] = x;", [(5, [4])]),
    ],
)
def test_reaching_definitions(body, expected, tmp_path):
    assert _lines(body, "x", tmp_path) == expected


def test_parameters_are_defined_at_the_start(tmp_path):
    assert _lines("p[0] = a;", "a", tmp_path) == [(2, [1])]


def test_a_component_leaves_the_rest_of_a_vector(tmp_path):
    assert _lines("v.x = 1.0f;\np[0] = v.y;", "v", tmp_path) == [(3, [1, 2])]


def test_a_field_leaves_the_rest_of_a_struct(tmp_path):
    body = "struct { int m, n; } s = {1, 2};\ns.m = 3;\np[0] = s.n;"
    assert _lines(body, "s", tmp_path) == [(4, [2, 3])]


def test_a_store_through_a_pointer_uses_it(tmp_path):
    assert _lines("p[0] = 1;\np = p + 1;\n*p = 2;", "p", tmp_path) == [
        (2, [1]),
        (3, [1]),
        (4, [3]),
    ]


def test_a_variable_whose_address_is_taken_is_not_followed(tmp_path):
    chains, _, names = _chains("int x = 1;\nint *q = &x;\n*q = 2;\np[0] = x;", tmp_path)
    keys = {name.declaration.key for name in names if name.declaration.name == "x"}
    assert chains.untracked == keys
    assert not any(use.variable.name == "x" for use in chains.reaching)


def test_local_and_array_variables_are_not_followed(tmp_path):
    body = "__local int x;\nint y[2];\nx = 1;\ny[0] = 2;\np[0] = x + y[0];"
    chains, _, _ = _chains(body, tmp_path)
    assert {use.variable.name for use in chains.reaching} == {"p"}


def test_chains_go_both_ways(tmp_path):
    chains, _, names = _chains("int x = 1;\np[0] = x;\np[1] = x;", tmp_path)
    uses = [name for name in names if name.declaration.name == "x"]
    (definition,) = chains.definitions_of(uses[0])
    assert [use.at for use in chains.uses_of(definition)] == [use.at for use in uses]
