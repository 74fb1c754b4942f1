"""Control flow graphs of functions, written down as edges between pieces of source."""

from pathlib import Path

import pytest

from ppcl.analysis.graph.cfg import build_cfg
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.cfg import ENTRY, EXIT, BasicBlock, Cfg


def _graph(body: str, tmp_path: Path) -> tuple[Cfg, list[str]]:
    """The graph of a kernel with this body, and a name for each block: its source."""
    text = f"__kernel void k(__global int *p, int a, int b) {{ {body} }}".encode()
    unit = parse_kernel(tmp_path, "k.cl", ParseOptions(), {"k.cl": text})
    assert not unit.problems
    kernel = next(f for f in unit.functions if f.kernel)

    def name(block: BasicBlock) -> str:
        items = [text[i.at.span.start : i.at.span.end].decode().rstrip(";") for i in block.items]
        return "; ".join(items) or block.kind

    graph = build_cfg(kernel)
    return graph, [name(block) for block in graph.blocks]


def _edges(body: str, tmp_path: Path) -> list[str]:
    graph, names = _graph(body, tmp_path)
    return [
        f"{names[e.source]} -{e.label}{'^' if e.back else ''}> {names[e.target]}"
        for e in graph.edges
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", ["entry -> exit"]),
        ("a = 1; b = 2;", ["entry -> a = 1; b = 2", "a = 1; b = 2 -> exit"]),
        (
            "if (a) b = 1; p[0] = b;",
            [
                "entry -> a",
                "a -true> b = 1",
                "a -false> p[0] = b",
                "b = 1 -> p[0] = b",
                "p[0] = b -> exit",
            ],
        ),
        (
            "if (a) b = 1; else b = 2;",
            ["entry -> a", "a -true> b = 1", "a -false> b = 2", "b = 1 -> exit", "b = 2 -> exit"],
        ),
        (
            "for (int i = 0; i < a; ++i) p[i] = i;",
            [
                "entry -> int i = 0",
                "int i = 0 -> i < a",
                "i < a -false> exit",
                "i < a -true> p[i] = i; ++i",
                "p[i] = i; ++i -^> i < a",
            ],
        ),
        (
            "while (a < b) { if (a) continue; a++; }",
            [
                "entry -> a < b",
                "a < b -false> exit",
                "a < b -true> a",
                "a -true^> a < b",
                "a -false> a++",
                "a++ -^> a < b",
            ],
        ),
        (
            "do { a++; if (b) break; } while (a < 9);",
            [
                "entry -> a++; b",
                "a++; b -true> exit",
                "a++; b -false> a < 9",
                "a < 9 -false> exit",
                "a < 9 -true^> a++; b",
            ],
        ),
        (
            "for (int i = 0; i < a; ++i) { if (b) continue; p[i] = 0; }",
            [
                "entry -> int i = 0",
                "int i = 0 -> i < a",
                "i < a -false> exit",
                "i < a -true> b",
                "b -false> p[i] = 0",
                "b -true> ++i",
                "p[i] = 0 -> ++i",
                "++i -^> i < a",
            ],
        ),
        (
            "if (a) return; b = 1;",
            [
                "entry -> a",
                "a -true> return",
                "a -false> b = 1",
                "return -> exit",
                "b = 1 -> exit",
            ],
        ),
    ],
)
def test_edges(body, expected, tmp_path):
    assert sorted(_edges(body, tmp_path)) == sorted(expected)


def test_a_switch_falls_through_to_the_next_case(tmp_path):
    body = "switch (a) { case 1: b = 1; case 2: b = 2; break; default: b = 3; } p[0] = b;"
    assert sorted(_edges(body, tmp_path)) == sorted(
        [
            "entry -> a",
            "a -case> b = 1",
            "a -case> b = 2",
            "a -default> b = 3",
            "b = 1 -> b = 2",
            "b = 2 -> p[0] = b",
            "b = 3 -> p[0] = b",
            "p[0] = b -> exit",
        ]
    )


def test_a_switch_without_default_may_do_nothing(tmp_path):
    edges = _edges("switch (a) { case 1: b = 1; }", tmp_path)
    assert "a -default> exit" in edges


def test_a_break_in_a_switch_in_a_loop_leaves_the_switch(tmp_path):
    edges = _edges("while (a) { switch (b) { case 1: break; default: continue; } b++; }", tmp_path)
    assert "b -case> b++" in edges
    assert "b -default^> a" in edges


def test_code_behind_a_jump_is_left_out(tmp_path):
    _, names = _graph("return; a = 1;", tmp_path)
    assert names == ["entry", "exit", "return"]


def test_a_loop_without_end_does_not_come_to_the_exit(tmp_path):
    graph, names = _graph("while (1) p[0] = a;", tmp_path)
    assert all(edge.target != EXIT for edge in graph.edges)
    assert names[EXIT] == "exit"


def test_a_loop_that_runs_once_has_no_back_edge(tmp_path):
    graph, _ = _graph("do { a = 1; } while (0);", tmp_path)
    assert not any(edge.back for edge in graph.edges)


def test_a_barrier_is_a_block_of_its_own(tmp_path):
    body = "a = 1; barrier(CLK_LOCAL_MEM_FENCE); b = 2;"
    graph, names = _graph(body, tmp_path)
    barrier = names.index("barrier(CLK_LOCAL_MEM_FENCE)")
    assert graph.blocks[barrier].kind == "barrier"
    assert graph.successors[names.index("a = 1")] == (barrier,)
    assert graph.successors[barrier] == (names.index("b = 2"),)


def test_a_barrier_in_a_loop_keeps_its_own_block(tmp_path):
    body = "for (int i = 0; i < a; ++i) { p[i] = 0; barrier(1); }"
    graph, names = _graph(body, tmp_path)
    barrier = names.index("barrier(1)")
    assert graph.blocks[barrier].items
    assert graph.successors[barrier] == (names.index("++i"),)


def test_a_goto_makes_the_graph_inexact(tmp_path):
    graph, _ = _graph("a = 1; again: b = 2; if (a) goto again;", tmp_path)
    assert not graph.exact
    graph, _ = _graph("a = 1; b = 2;", tmp_path)
    assert graph.exact


def test_blocks_stand_in_the_order_of_the_text(tmp_path):
    _, names = _graph("for (;;) { if (a) b = 1; else b = 2; if (b) break; } p[0] = b;", tmp_path)
    assert names == ["entry", "exit", "a", "b = 1", "b = 2", "b", "p[0] = b"]


def test_entry_and_exit(tmp_path):
    graph, _ = _graph("a = 1;", tmp_path)
    assert graph.blocks[ENTRY].kind == "entry"
    assert graph.blocks[EXIT].kind == "exit"
    assert [block.index for block in graph.blocks] == list(range(len(graph.blocks)))
