"""What control may pass by, against the paths of the control flow graph."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from ppcl.analysis.graph.cfg import build_cfg, calls_in
from ppcl.analysis.graph.flow import FlowGraph
from ppcl.analysis.graph.skipping import Skipping
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.cfg import ENTRY, EXIT, Cfg

JUMPS = some.sampled_from(["return;", "p[0] = 1;", "p[1] = 2;"])
LOOP_JUMPS = some.sampled_from(["break;", "continue;", "return;", "p[0] = 1;"])


def _nested(inner):
    bodies = some.lists(inner | LOOP_JUMPS, max_size=3).map(" ".join)
    return some.one_of(
        some.lists(inner, max_size=3).map(lambda parts: f"if (a) {{ {' '.join(parts)} }}"),
        bodies.map(lambda body: f"while (a < b) {{ if (p[2]) {{ {body} }} a++; }}"),
        bodies.map(lambda body: f"for (int i = 0; i < a; ++i) {{ if (i == b) {{ {body} }} }}"),
        bodies.map(lambda body: f"do {{ a++; if (b) {{ {body} }} }} while (a < b);"),
        some.lists(inner, max_size=2).map(
            lambda parts: f"switch (a) {{ case 1: {' '.join(parts)} break; default: a = 3; }}"
        ),
    )


CODE = some.recursive(JUMPS, _nested, max_leaves=8)
BODIES = some.lists(CODE, max_size=4)
WRAPPED = some.sampled_from(["{}", "{{ {} }}", "do {{ {} }} while (0);"])


def _always_passes(graph: Cfg, block: int) -> bool:
    """Whether no path from the entry to the exit avoids a block."""
    flow = FlowGraph(graph.successors)
    return EXIT not in flow.reach((ENTRY,), lambda node: node == block)


@given(BODIES, BODIES, WRAPPED)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_what_is_not_passed_by_is_on_every_path(tmp_path, before, behind, wrapped):
    inner = wrapped.format("mark();")
    body = f"{' '.join(before)} {inner} {' '.join(behind)}"
    text = f"void mark(void);\n__kernel void k(__global int *p, int a, int b) {{ {body} }}\n"
    unit = parse_kernel(tmp_path, "k.cl", ParseOptions(), {"k.cl": text.encode()})
    kernel = next(f for f in unit.functions if f.kernel)
    assert kernel.body is not None
    (mark,) = (call for call, _ in calls_in(kernel.body))
    graph = build_cfg(kernel, lambda call: "call" if call is mark else None)
    blocks = [block.index for block in graph.blocks if block.kind == "call"]
    if blocks and not Skipping({kernel.declaration.key: kernel}).may_skip(mark.at):
        assert _always_passes(graph, blocks[0])


def test_what_follows_no_jump_is_not_passed_by(tmp_path):
    for body, passed_by in (
        ("mark(); if (a) return;", False),
        ("if (a) return; mark();", True),
        ("while (a) { if (b) break; } mark();", False),
        ("while (a) { if (b) break; mark(); }", True),
        ("while (a) { switch (b) { case 1: break; } mark(); }", False),
        ("switch (a) { case 1: mark(); }", True),
        ("again: mark(); if (a) goto again;", False),
        ("if (a) goto end; mark(); end: ;", True),
        ("a = b ? a : b; mark();", False),
    ):
        text = f"void mark(void);\n__kernel void k(__global int *p, int a, int b) {{ {body} }}\n"
        unit = parse_kernel(tmp_path, "k.cl", ParseOptions(), {"k.cl": text.encode()})
        kernel = next(f for f in unit.functions if f.kernel)
        assert kernel.body is not None
        (mark,) = (call for call, _ in calls_in(kernel.body))
        skipping = Skipping({kernel.declaration.key: kernel})
        assert skipping.may_skip(mark.at) == passed_by, body
