"""The command graph: what is ordered, and what executions may bring."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from ppcl.analysis.data.commands import (
    changes_between,
    command_graph,
    definitions_of,
    read_after,
)
from ppcl.analysis.model import BranchNode, LoopNode, QueueModel
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
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


def test_a_function_that_is_called_back_orders_nothing():
    main = function("main", 0, 99, _api("clSetEventCallback", 2))
    graph = command_graph(Host(functions={"main": main}).model(), READS)
    assert not graph.ordered
    assert [(hazard.code, hazard.at) for hazard in graph.hazards] == [("PPC108", at(2))]


def test_an_out_of_order_queue_orders_nothing():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    launch = host.launch("k", bind(1, d))
    read = host.transfer("read", d, h)
    model = host.model(launch, read)
    in_order = command_graph(model, READS)
    assert read_after(in_order, read, d) == ()
    disorder = replace(model, queues=(replace(model.queues[0], in_order=False),))
    graph = command_graph(disorder, READS)
    assert not graph.ordered
    assert graph.hazards[0].code == "PPC108"
    assert read_after(graph, read, d) == (read,)
    assert definitions_of(graph, launch, d) == (launch,)


def _with_second_queue(host, *tree, unique=True):
    """The model with another queue, and that queue."""
    second = host.memory("second", "queue", unique)
    model = host.model(*tree)
    return replace(model, queues=(*model.queues, QueueModel(second, True, at(2)))), second


def test_two_queues_order_nothing_where_both_are_used():
    host = Host()
    d, h = host.buffer("d"), host.memory("h")
    model, second = _with_second_queue(host, host.launch("k", bind(1, d)))
    assert command_graph(model, READS).ordered
    read = host.transfer("read", d, h, queue=second)
    graph = command_graph(replace(model, tree=(*model.tree, read)), READS)
    assert not graph.ordered
    assert graph.hazards[0].at == at(2)


def test_queues_made_in_a_loop_and_those_not_followed_order_nothing():
    host = Host()
    d = host.buffer("d")
    model, second = _with_second_queue(host, unique=False)
    for queue in (second, None):
        launch = host.launch("k", bind(1, d), queue=queue)
        assert not command_graph(replace(model, tree=(launch,)), READS).ordered
    alone = host.model(host.launch("k", bind(1, d), queue=None))
    assert command_graph(alone, READS).ordered


def test_finish_waits_for_its_own_queue():
    host = Host()
    d, h = host.buffer("d"), host.memory("h")
    read = host.transfer("read", d, h, blocking=False)
    model, second = _with_second_queue(host)
    other = host.memory("other", "queue")
    for queue, done in ((host.queue, True), (second, False), (other, False)):
        tree = (read, host.finish(queue), load := host.load(h))
        graph = command_graph(replace(model, tree=tree), READS)
        effect = graph.effect(load, h)
        assert effect is not None
        assert (effect.writes == "no") == done


def test_an_event_waits_for_its_command_and_those_before_it_in_order():
    host = Host()
    d, h, g = host.buffer("d"), host.memory("h"), host.memory("g")
    done = host.memory("done", "event")
    first = host.transfer("read", d, h, blocking=False)
    second = host.transfer("read", d, g, blocking=False, signals=done)
    third = host.transfer("read", d, h, blocking=False)
    wait = host.transfer("sync", (), call="clWaitForEvents", queue=None, awaited=(done,))
    load = host.load(h)
    graph = command_graph(host.model(first, second, wait, load), READS)
    assert (graph.effect(load, h) or load).writes == "no"
    graph = command_graph(host.model(first, second, third, wait, load), READS)
    assert (graph.effect(load, h) or load).writes == "part"
    assert (graph.effect(wait, g) or load).writes == "part"
    assert graph.effect(load, g) is None


def test_events_that_are_not_followed_wait_for_nothing():
    host = Host()
    d, h = host.buffer("d"), host.memory("h")
    read = host.transfer("read", d, h, blocking=False)
    wait = host.transfer("sync", (), call="clWaitForEvents", queue=None)
    load = host.load(h)
    graph = command_graph(host.model(read, wait, load), READS)
    assert (graph.effect(load, h) or load).writes == "part"


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
