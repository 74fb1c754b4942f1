"""The worklist solver, against paths enumerated one by one."""

from hypothesis import given
from hypothesis import strategies as some

from ppcl.analysis.graph.flow import FlowGraph, solve

SIZE = 6
GRAPHS = some.lists(
    some.lists(some.integers(0, SIZE - 1), max_size=3, unique=True), min_size=SIZE, max_size=SIZE
).map(lambda rows: FlowGraph(tuple(map(tuple, rows))))
KILLS = some.lists(some.booleans(), min_size=SIZE, max_size=SIZE)


@given(GRAPHS, KILLS)
def test_what_reaches_a_node_is_what_some_path_brings(graph, kills):
    def transfer(node, held):
        return frozenset({node}) if kills[node] else held | {node}

    before = solve(graph, transfer, {}, frozenset())
    for start in range(SIZE):
        reached = graph.reach(graph.successors[start], lambda node: kills[node])
        assert {node for node in range(SIZE) if start in before[node]} == set(reached)


@given(GRAPHS)
def test_turning_round_twice_changes_nothing_but_the_order(graph):
    twice = graph.reversed().reversed()
    assert [sorted(row) for row in twice.successors] == [sorted(row) for row in graph.successors]


@given(GRAPHS, some.integers(0, SIZE - 1), some.integers(0, SIZE - 1))
def test_reaching_forward_is_being_reached_backward(graph, first, second):
    forward = second in graph.reach((first,), lambda node: False)
    assert forward == (first in graph.reversed().reach((second,), lambda node: False))


@given(GRAPHS, KILLS)
def test_bits_do_as_sets_do(graph, kills):
    def of_sets(node, held):
        return frozenset({node}) if kills[node] else held | {node}

    def of_bits(node, held):
        return 1 << node if kills[node] else held | 1 << node

    sets = solve(graph, of_sets, {}, frozenset())
    assert solve(graph, of_bits, {}, 0) == tuple(sum(1 << n for n in held) for held in sets)


def test_what_comes_from_outside_is_held_at_the_start():
    graph = FlowGraph(((1,), ()))
    assert solve(graph, lambda node, held: held, {0: 4}, 0) == (4, 4)
