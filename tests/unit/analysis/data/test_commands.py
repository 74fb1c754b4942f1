"""The command graph: what reaches what between host objects, buffers and kernels."""

from dataclasses import replace

import pytest

from ppcl.analysis.data.commands import (
    changes_between,
    changes_in,
    command_graph,
    definitions_of,
    loops_around,
    read_after,
)
from ppcl.analysis.model import BufferModel
from ppcl.analysis.model.region import COPY_HOST_PTR, USE_HOST_PTR
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from tests.unit.analysis.models import (
    INT,
    Host,
    at,
    bind,
    branch,
    call,
    function,
    kernel,
    loop,
)

READS = {"k": kernel("k", "r", "w")}


def test_data_go_from_the_host_through_a_kernel_and_back():
    host = Host()
    h_in, h_out = host.memory("h_in"), host.memory("h_out")
    d_in, d_out = host.buffer("d_in"), host.buffer("d_out")
    fill = host.store(h_in)
    write = host.transfer("write", d_in, h_in)
    launch = host.launch("k", bind(0, d_in), bind(1, d_out))
    read = host.transfer("read", d_out, h_out)
    check = host.load(h_out)
    graph = command_graph(host.model(loop(fill), write, launch, read, loop(check)), READS)

    assert graph.ordered
    assert read_after(graph, fill, h_in) == (write,)
    assert read_after(graph, write, d_in) == (launch,)
    assert read_after(graph, launch, d_out) == (read,)
    assert read_after(graph, read, h_out) == (check,)
    assert read_after(graph, launch, d_in) == ()
    assert definitions_of(graph, read, d_out) == (launch,)
    assert definitions_of(graph, launch, d_in) == (write,)
    assert definitions_of(graph, write, h_in) == (fill,)


def test_a_launch_in_a_loop_reads_what_it_wrote_in_the_turn_before():
    host = Host()
    buffer = host.buffer("b")
    launch = host.launch("step", bind(0, buffer))
    graph = command_graph(host.model(loop(launch)), {"step": kernel("step", "rw")})
    assert read_after(graph, launch, buffer) == (launch,)
    assert definitions_of(graph, launch, buffer) == (launch,)


def test_a_whole_write_ends_the_life_of_the_old_contents():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    first, second = host.transfer("write", d, h), host.transfer("write", d, h)
    launch = host.launch("k", bind(0, d))
    graph = command_graph(host.model(first, second, launch), READS)
    assert definitions_of(graph, launch, d) == (second,)
    assert read_after(graph, first, d) == ()


@pytest.mark.parametrize("change", [{"offset": None}, {"size": None}, {"buffers": ()}])
def test_a_write_of_what_is_not_known_ends_nothing(change):
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    first = host.transfer("write", d, h)
    second = host.transfer("write", d, h, **change)
    launch = host.launch("k", bind(0, d))
    graph = command_graph(host.model(first, second, launch), READS)
    assert definitions_of(graph, launch, d) == (first, second)


def test_a_write_to_one_of_many_buffers_ends_nothing():
    host = Host()
    h, d = host.memory("h"), host.buffer("d", unique=False)
    first, second = host.transfer("write", d, h), host.transfer("write", d, h)
    launch = host.launch("k", bind(0, d))
    graph = command_graph(host.model(first, second, launch), READS)
    assert definitions_of(graph, launch, d) == (first, second)


def test_a_write_in_a_branch_or_loop_may_not_happen():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    first, second, third = (host.transfer("write", d, h) for _ in range(3))
    launch = host.launch("k", bind(0, d))
    graph = command_graph(host.model(first, branch((second,)), loop(third), launch), READS)
    assert definitions_of(graph, launch, d) == (first, second, third)


def _two_writes_with(functions):
    host = Host(functions={f.declaration.name: f for f in functions})
    h, d = host.memory("h"), host.buffer("d")
    first = host.transfer("write", d, h, at=at(10))
    second = host.transfer("write", d, h, at=at(30))
    launch = replace(host.launch("k", bind(0, d)), at=at(60))
    graph = command_graph(host.model(first, second, launch), READS)
    return definitions_of(graph, launch, d), first, second


TRUTH = ex.NameRef(at(20), INT, Declaration("ok", "ok"), "variable")


def test_an_early_return_passes_by_the_write_behind_it():
    leave = st.If(at(20, 25), TRUTH, st.Return(at(22, 25), None), None)
    upload = function("upload", 15, 50, leave)
    main = function("main", 51, 99, call("upload", 55))
    found, first, second = _two_writes_with([main, upload])
    assert found == (first, second)


def test_a_return_from_main_or_behind_the_write_passes_nothing_by():
    main = function("main", 0, 99, st.Return(at(20), None))
    found, _, second = _two_writes_with([main])
    assert found == (second,)
    upload = function("upload", 15, 50, st.Return(at(45), None))
    found, _, second = _two_writes_with([function("main", 51, 99, call("upload", 55)), upload])
    assert found == (second,)


def test_a_call_behind_an_early_return_passes_its_writes_by():
    upload = function("upload", 28, 35)
    prepare = function("prepare", 40, 50, st.Return(at(42), None), call("upload", 45))
    main = function("main", 51, 99, call("prepare", 55))
    found, first, second = _two_writes_with([main, prepare, upload])
    assert found == (first, second)


@pytest.mark.parametrize("jump", [st.Break, st.Continue])
def test_break_and_continue_leave_only_their_loop(jump):
    around = st.While(at(18, 40), TRUTH, st.Block(at(19, 40), (jump(at(25)),)))
    before = st.While(at(18, 28), TRUTH, st.Block(at(19, 28), (jump(at(25)),)))
    found, first, second = _two_writes_with([function("main", 0, 99, around)])
    assert found == (first, second)
    found, _, second = _two_writes_with([function("main", 0, 99, before)])
    assert found == (second,)


def test_an_operand_that_may_not_be_evaluated_may_be_passed_by():
    guarded = ex.Binary(at(20, 40), INT, "&&", TRUTH, ex.IntLiteral(at(28, 40), INT, 1))
    main = function("main", 0, 99, st.Evaluate(at(20, 40), guarded))
    found, first, second = _two_writes_with([main])
    assert found == (first, second)


def test_a_kernel_that_is_not_in_the_sources_may_do_anything_to_its_buffers():
    host = Host()
    d = host.buffer("d")
    launch = host.launch("unseen", bind(0, d))
    read = host.transfer("read", d, host.memory("h"))
    graph = command_graph(host.model(launch, read), {})
    effect = graph.effect(launch, d)
    assert effect is not None
    assert (effect.reads, effect.writes) == (True, "part")


def test_an_argument_that_is_not_followed_may_be_any_buffer():
    host = Host()
    d, other = host.buffer("d"), host.buffer("other")
    write = host.transfer("write", d, host.memory("h"))
    unknown = replace(bind(1), kind="unknown")
    launch = host.launch("k", bind(0, other), unknown)
    read = host.transfer("read", d, host.memory("g"))
    graph = command_graph(host.model(write, launch, read), READS)
    assert definitions_of(graph, read, d) == (write, launch)


def test_a_transfer_of_host_memory_that_is_not_followed_may_touch_any():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    fill = host.store(h)
    read = host.transfer("read", d, None)
    write = host.transfer("write", d, h)
    graph = command_graph(host.model(fill, read, write), READS)
    assert definitions_of(graph, write, h) == (fill, read)


def test_changes_between_leaves_both_ends_out():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    before, write = host.store(h), host.transfer("write", d, h)
    change, again = host.store(h), host.transfer("write", d, h)
    after = host.store(h)
    graph = command_graph(host.model(before, write, change, again, after), READS)
    assert changes_between(graph, write, again, h) == (change,)
    assert changes_between(graph, again, write, h) == ()
    assert changes_between(graph, write, again, d) == ()


def test_changes_between_goes_round_a_loop():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    write, change = host.transfer("write", d, h), host.store(h)
    graph = command_graph(host.model(loop(write, change)), READS)
    assert changes_between(graph, write, write, h) == (change,)


def test_changes_in_a_loop_are_those_of_its_body():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    fill, write = host.store(h), host.transfer("write", d, h)
    launch = host.launch("k", bind(0, d))
    inner = loop(launch)
    outer = loop(loop(fill), write, inner)
    graph = command_graph(host.model(outer), READS)
    assert changes_in(graph, inner, d) == ()
    assert changes_in(graph, outer, d) == (write,)
    assert loops_around(graph.host.tree, launch) == (outer, inner)


def test_what_was_let_go_of_may_be_used_at_any_time():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    escape = host.escape(h)
    fill, write = host.store(h), host.transfer("write", d, h)
    again = host.transfer("write", d, h)
    graph = command_graph(host.model(escape, fill, write, again), READS)
    assert changes_between(graph, write, again, h) == (escape,)
    assert escape in read_after(graph, again, h)
    only_read = host.escape(h, writes=False)
    graph = command_graph(host.model(only_read, fill, write, again), READS)
    assert changes_between(graph, write, again, h) == ()


def test_a_non_blocking_write_reads_host_memory_until_the_next_blocking_command():
    host = Host()
    h, d, other = host.memory("h"), host.buffer("d"), host.buffer("e")
    write = host.transfer("write", d, h, blocking=False)
    early = host.store(h)
    finish = host.finish()
    late = host.store(h)
    graph = command_graph(host.model(write, early, finish, late), READS)
    effects = [graph.effect(event, h) for event in (early, finish, late)]
    assert [effect is not None and effect.reads for effect in effects] == [True, True, False]
    assert [hazard.code for hazard in graph.hazards] == ["PPC109"]
    assert read_after(graph, early, h) == (finish,)
    blocking = host.transfer("read", other, host.memory("g"))
    graph = command_graph(host.model(write, blocking, late), READS)
    effect = graph.effect(late, h)
    assert effect is not None
    assert not effect.reads


def test_a_non_blocking_read_may_change_host_memory_later():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    read = host.transfer("read", d, h, blocking=False)
    store, load = host.store(h), host.load(h)
    graph = command_graph(host.model(read, store, load), READS)
    assert definitions_of(graph, load, h) == (read, store)
    effect = graph.effect(load, h)
    assert effect is not None
    assert effect.writes == "part"


def test_a_whole_blocking_read_replaces_the_host_object():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    fill, read, check = host.store(h), host.transfer("read", d, h), host.load(h)
    graph = command_graph(host.model(fill, read, check), READS)
    assert definitions_of(graph, check, h) == (read,)


@pytest.mark.parametrize("bits", [USE_HOST_PTR | 1, None])
def test_a_buffer_on_host_memory_is_that_memory(bits):
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    launch = host.launch("k", bind(1, d))
    check = host.load(h)
    for used, expected in ((bits, (launch,)), (COPY_HOST_PTR, ())):
        model = host.model(launch, check, buffers=(BufferModel(d, "flags", h, at(0), used),))
        found = definitions_of(command_graph(model, {"k": kernel("k", "r", "w")}), check, h)
        assert found == expected


def test_a_sub_buffer_is_a_part_of_its_parent():
    host = Host()
    parent, part = host.buffer("parent"), host.buffer("part")
    create = host.transfer("share", parent, peer=part, call="clCreateSubBuffer")
    launch = host.launch("k", bind(1, part))
    read = host.transfer("read", parent, host.memory("h"))
    graph = command_graph(host.model(create, launch, read), READS)
    assert definitions_of(graph, read, parent) == (launch,)


def test_parts_of_a_buffer_that_is_not_followed_are_parts_of_any():
    host = Host()
    buffer, part = host.buffer("buffer"), host.buffer("part")
    create = host.transfer("share", (), peer=part, call="clCreateSubBuffer")
    launch = host.launch("k", bind(1, part))
    read = host.transfer("read", buffer, host.memory("h"))
    graph = command_graph(host.model(create, launch, read), READS)
    assert definitions_of(graph, read, buffer) == (launch,)


def test_mapped_memory_is_the_buffer():
    host = Host()
    d, mapped = host.buffer("d"), host.memory("mapped")
    map_, store = host.transfer("map", d, mapped), host.store(mapped)
    launch = host.launch("k", bind(0, d))
    graph = command_graph(host.model(map_, store, launch), READS)
    assert definitions_of(graph, launch, d) == (map_, store)


def test_a_copy_uses_one_buffer_and_defines_the_other():
    host = Host()
    source, target = host.buffer("source"), host.buffer("target")
    write = host.transfer("write", source, host.memory("h"))
    copy = host.transfer("copy", target, peer=source, blocking=False)
    launch = host.launch("k", bind(0, target))
    graph = command_graph(host.model(write, copy, launch), READS)
    assert read_after(graph, write, source) == (copy,)
    assert definitions_of(graph, launch, target) == (copy,)
