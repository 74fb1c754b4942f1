"""The command graph: what is ordered, and what executions may bring."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from ppcl.analysis.commands import (
    changes_between,
    command_graph,
    definitions_of,
    read_after,
)
from ppcl.analysis.model import BranchNode, LoopNode
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from tests.unit.analysis.models import (
    INT,
    Host,
    at,
    bind,
    branch,
    function,
    kernel,
    loop,
)

READS = {"k": kernel("k", "r", "w")}


def _api(name, start):
    return st.Evaluate(at(start), ex.Call(at(start), INT, name, None, ()))


def _queue(start):
    return _api("clCreateCommandQueue", start)


def test_a_function_that_is_called_back_orders_nothing():
    main = function("main", 0, 99, _queue(1), _api("clSetEventCallback", 2))
    graph = command_graph(Host(functions={"main": main}).model(), READS)
    assert not graph.ordered
    assert [(hazard.code, hazard.at) for hazard in graph.hazards] == [("PPC108", at(2))]


def test_an_out_of_order_queue_orders_nothing():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    launch = host.launch("k", bind(1, d))
    read = host.transfer("read", d, h)
    mode = Origin(at(9).span, "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE")
    properties = st.Evaluate(mode, ex.IntLiteral(mode, INT, 1))
    in_order = command_graph(host.model(launch, read), READS)
    assert read_after(in_order, read, d) == ()
    host.functions = {"main": function("main", 0, 99, properties)}
    graph = command_graph(host.model(launch, read), READS)
    assert not graph.ordered
    assert graph.hazards[0].code == "PPC108"
    assert read_after(graph, read, d) == (read,)
    assert definitions_of(graph, launch, d) == (launch,)


def test_two_queues_order_nothing():
    host = Host(functions={"main": function("main", 0, 99, _queue(1))})
    assert command_graph(host.model(), READS).ordered
    host = Host(functions={"main": function("main", 0, 99, _queue(1), _queue(2))})
    graph = command_graph(host.model(), READS)
    assert not graph.ordered
    assert graph.hazards[0].at == at(2)


def test_a_host_that_was_not_followed_orders_nothing():
    host = Host()
    assert not command_graph(replace(host.model(), complete=False), READS).ordered


OPERATIONS = some.sampled_from(["write", "part", "read", "other"])
PROGRAMS = some.recursive(
    OPERATIONS,
    lambda inner: some.one_of(
        some.tuples(some.just("loop"), some.lists(inner, max_size=3)),
        some.tuples(some.just("branch"), some.lists(inner, max_size=2)),
    ),
    max_leaves=10,
)


def _tree(program, host, h, d):
    makers = {
        "write": lambda: host.transfer("write", d, h),
        "part": lambda: host.transfer("write", d, h, size=None),
        "read": lambda: host.transfer("read", d, h),
        "other": lambda: host.transfer("read", host.buffer("e"), h),
    }
    nodes = []
    for part in program:
        if isinstance(part, str):
            nodes.append(makers[part]())
        else:
            inner = tuple(_tree(part[1], host, h, d))
            nodes.append(loop(*inner) if part[0] == "loop" else branch(inner))
    return nodes


def _run(nodes, choose):
    """One execution: the events in the order in which they run."""
    for node in nodes:
        if isinstance(node, LoopNode):
            for _ in range(choose(3)):
                yield from _run(node.body, choose)
        elif isinstance(node, BranchNode):
            yield from _run(node.then if choose(2) else node.otherwise, choose)
        else:
            yield node


@given(some.lists(PROGRAMS, max_size=4), some.randoms(use_true_random=False))
def test_no_execution_brings_what_the_graph_does_not_say(program, random):
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    graph = command_graph(host.model(*_tree(program, host, h, d)), {})
    for _ in range(5):
        held, trace = [], list(_run(graph.host.tree, random.randrange))
        for position, event in enumerate(trace):
            effect = graph.effect(event, d)
            if effect is None:
                continue
            if effect.reads:
                assert set(held) <= set(definitions_of(graph, event, d))
                for definition in held:
                    assert event in read_after(graph, definition, d)
            if effect.writes != "no":
                held = [event] if effect.writes == "whole" else [*held, event]
                for later in dict.fromkeys(trace[position + 1 :]):
                    between = trace[position + 1 : trace.index(later, position + 1)]
                    changed = [e for e in between if e != event and _writes(graph, e, d)]
                    if event not in between:
                        assert set(changed) <= set(changes_between(graph, event, later, d))


def _writes(graph, event, target):
    effect = graph.effect(event, target)
    return effect is not None and effect.writes != "no"


def test_a_non_blocking_read_does_not_end_the_old_contents_at_its_call():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    fill = host.store(h)
    read = host.transfer("read", d, h, blocking=False)
    load = host.load(h)
    graph = command_graph(host.model(fill, read, load), READS)
    assert definitions_of(graph, load, h) == (fill, read)


def test_a_kernel_that_was_not_followed_may_do_anything_to_its_buffers():
    host = Host()
    d = host.buffer("d")
    launch, read = host.launch("k", bind(0, d)), host.transfer("read", d, host.memory("h"))
    incomplete = {"k": replace(READS["k"], complete=False)}
    for kernels, expected in ((READS, ()), (incomplete, (launch,))):
        graph = command_graph(host.model(launch, read), kernels)
        assert definitions_of(graph, read, d) == expected
