"""What a run did against the graph: a true graph agrees, and each mistake in one is found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.build_options import KernelOptions
from ppcl.analysis.model import (
    BranchNode,
    BufferModel,
    Event,
    EventNode,
    HostModel,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    TransferEvent,
)
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.verify.claims.check import Agreement, check_graph
from ppcl.verify.execute import execute
from ppcl.verify.log import Process
from ppcl.verify.platforms import environment, find_loader, find_platforms
from ppcl.verify.read_logs import read_logs
from ppcl.verify.recorder import build_recorder, recording

FOLDER = Path(__file__).resolve().parents[2] / "cases" / "verify" / "claims"
LOADER = find_loader()
PLATFORMS = {platform.name: platform for platform in find_platforms()}
pytestmark = pytest.mark.skipif(not PLATFORMS or not LOADER, reason="NO OPENCL PLATFORM")

Change = Callable[[Event], Event | None]


@dataclass(frozen=True)
class Seen:
    facts: Facts
    processes: list[Process]

    def check(self, host: HostModel) -> Agreement:
        return check_graph(replace(self.facts, host=host), self.processes)


def recorded(folder: Path, flags: str) -> list[Process]:
    variables: Mapping[str, str] = environment(next(iter(PLATFORMS.values())), LOADER, folder)
    build = f"cc {flags} -std=gnu99 {FOLDER / 'host.c'} -o host -lOpenCL"
    assert execute(build, folder, variables, 60).status == 0
    (folder / "kernels.cl").write_bytes((FOLDER / "kernels.cl").read_bytes())
    (folder / "logs").mkdir()
    given = {**variables, **recording(build_recorder(folder), folder / "logs")}
    assert execute("./host 100", folder, given, 60).status == 0
    return read_logs(folder / "logs")


@pytest.fixture(scope="module")
def facts() -> Facts:
    sources = [str(FOLDER / name) for name in ("host.c", "kernels.cl")]
    project = open_project(sources, Choices(target="pocl-cpu"))
    return read_program(project, target_of(project))


@pytest.fixture(scope="module")
def seen(facts: Facts, tmp_path_factory) -> Seen:
    return Seen(facts, recorded(tmp_path_factory.mktemp("claims"), "-g -O0"))


def changed(tree: tuple[EventNode, ...], change: Change) -> tuple[EventNode, ...]:
    """The tree with each event changed, or left out."""
    found: list[EventNode] = []
    for node in tree:
        if isinstance(node, LoopNode):
            found.append(replace(node, body=changed(node.body, change)))
        elif isinstance(node, BranchNode):
            ways = changed(node.then, change), changed(node.otherwise, change)
            found.append(replace(node, then=ways[0], otherwise=ways[1]))
        else:
            found += [new] if (new := change(node)) else []
    return tuple(found)


def of_launch(of: str, **new: object) -> Callable[[HostModel], HostModel]:
    def change(event: Event) -> Event:
        ours = isinstance(event, LaunchEvent) and event.kernel == of
        return replace(event, **new) if ours else event

    return lambda host: replace(host, tree=changed(host.tree, change))


def of_argument(
    kernel: str, index: int, change: Callable[[HostModel], Mapping[str, object]]
) -> Callable[[HostModel], HostModel]:
    def planted(host: HostModel) -> HostModel:
        def one(event: Event) -> Event:
            if not isinstance(event, LaunchEvent) or event.kernel != kernel:
                return event
            arguments = list(event.arguments)
            arguments[index] = replace(arguments[index], **change(host))
            return replace(event, arguments=tuple(arguments))

        return replace(host, tree=changed(host.tree, one))

    return planted


def of_transfer(number: int, **new: object) -> Callable[[HostModel], HostModel]:
    """Another transfer instead of the one of that number."""

    def planted(host: HostModel) -> HostModel:
        order = host.transfers[number].order
        return replace(
            host,
            tree=changed(host.tree, lambda e: replace(e, **new) if e.order == order else e),
        )

    return planted


def without(wanted: Callable[[Event], bool]) -> Callable[[HostModel], HostModel]:
    return lambda host: replace(
        host, tree=changed(host.tree, lambda event: None if wanted(event) else event)
    )


def flat(kind: type) -> Callable[[HostModel], HostModel]:
    """Loops or branches are taken for straight code."""

    def planted(host: HostModel) -> HostModel:
        tree: list[EventNode] = []
        for node in host.tree:
            inner = [*node.body] if isinstance(node, LoopNode) else [*getattr(node, "then", ())]
            tree += inner if isinstance(node, kind) else [node]
        return replace(host, tree=tuple(tree))

    return planted


def buffer(host: HostModel, number: int) -> MemoryObject:
    return host.buffers[number].object


def with_host_of(target: int, source: int) -> Callable[[HostModel], HostModel]:
    return lambda host: of_transfer(target, host=host.transfers[source].host)(host)


def of_buffer(number: int, change: Callable[[BufferModel], BufferModel | None]):
    def planted(host: HostModel) -> HostModel:
        buffers: list[BufferModel] = list(host.buffers)
        new = change(buffers.pop(number))
        if new is not None:
            buffers.insert(number, new)
        return replace(host, buffers=tuple(buffers))

    return planted


def smaller(model: BufferModel) -> BufferModel:
    assert model.object.size is not None
    return replace(model, object=replace(model.object, size=model.object.size - ONE))


def shorter_loops(host: HostModel) -> HostModel:
    def one(event: Event) -> Event:
        if not isinstance(event, LaunchEvent) or not event.loops:
            return event
        (loop,) = event.loops
        assert loop.upper is not None
        return replace(event, loops=(replace(loop, upper=loop.upper - ONE),))

    return replace(host, tree=changed(host.tree, one))


def split_host(host: HostModel) -> HostModel:
    """One of the places where an array is given is taken for one of another array."""
    first = host.transfers[0].host
    assert first is not None
    assert first == host.transfers[3].host == host.transfers[-1].host
    return of_transfer(3, host=replace(first, serial=10_000))(host)


def one_more(host: HostModel) -> HostModel:
    """The number of elements is taken for one more where it is an argument."""
    value = host.launches[0].arguments[3].value
    assert value is not None
    return of_argument("add", 3, lambda host: {"value": value + ONE})(host)


def number(value: int) -> Polynomial:
    return Polynomial.constant(value)


def test_a_true_graph_agrees(seen: Seen) -> None:
    found = seen.check(seen.facts.host)
    assert found.disagreements == []
    assert (found.commands, found.unplaced) == (11, 0)
    assert set(found.open) <= {"condition", "global size", "global offset"}
    assert found.agreed >= 60


def test_without_lines_kinds_and_numbers_are_compared(facts: Facts, tmp_path: Path) -> None:
    found = check_graph(facts, recorded(tmp_path, "-O2"))
    assert (found.disagreements, found.commands, found.unplaced) == ([], 11, 11)


PLANTED: Mapping[str, tuple[Callable[[HostModel], HostModel], str]] = {
    "a launch is dropped": (
        without(lambda e: isinstance(e, LaunchEvent) and e.kernel == "twice"),
        "the graph does not have the launch of twice",
    ),
    "another kernel": (of_launch("twice", kernel="add"), "the kernel is 'twice', by the graph"),
    "another buffer": (
        of_argument("add", 0, lambda host: {"buffers": (buffer(host, 1),)}),
        "argument 0 is another buffer than",
    ),
    "a number for a buffer": (
        of_argument("add", 1, lambda host: {"kind": "scalar", "value": ONE}),
        "argument 1 is a buffer, by the graph scalar",
    ),
    "another number": (
        of_argument("twice", 2, lambda host: {"value": number(3)}),
        "argument 2 is 2, by the graph 3",
    ),
    "a number that others contradict": (
        one_more,
        "argument 3 is 100, by the graph",
    ),
    "an argument is missing": (
        of_launch("add", arguments=()),
        "argument 0 is set, by the graph it is not",
    ),
    "another local size": (
        of_launch("add", local_choices=(None,)),
        "the local size is (64,), by the graph it is not",
    ),
    "another of several global sizes": (
        of_launch("add", global_choices=((ONE,), (number(2),))),
        "the global size (128,) is none that the graph has",
    ),
    "a guard that does not hold": (
        of_launch("twice", guards=(Guard(number(0), "!="),)),
        "'0 != 0' does not hold here",
    ),
    "a loop ends too soon": (shorter_loops, "'step' is 2, by the graph not >= 2"),
    "a loop runs once": (flat(LoopNode), "the graph does not have the launch of twice once more"),
    "a branch is always taken": (
        flat(BranchNode),
        "the launch of add always happens by the graph, and it did not",
    ),
    "a transfer is dropped": (
        without(lambda e: isinstance(e, TransferEvent) and e.kind == "read"),
        "the graph does not have the read",
    ),
    "another direction": (of_transfer(-1, kind="write"), "the graph does not have the read"),
    "another size": (of_transfer(2, size=number(12)), "size is 8, by the graph 12"),
    "another offset": (of_transfer(2, offset=number(0)), "offset is 4, by the graph 0"),
    "another host array": (with_host_of(2, 0), "the host memory is not where"),
    "two arrays for one": (split_host, "share memory, by the graph not"),
    "a buffer is dropped": (of_buffer(0, lambda model: None), "buffer is another buffer than"),
    "another size of a buffer": (
        of_buffer(2, smaller),
        "size of a buffer is 400, by the graph",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_mistake_is_found(name: str, seen: Seen) -> None:
    plant, message = PLANTED[name]
    found = seen.check(plant(seen.facts.host))
    assert any(message in each.message for each in found.disagreements), found.disagreements
    assert all(each.place for each in found.disagreements if "share" not in each.message)


@pytest.mark.parametrize("name", ["another buffer", "another number", "another local size"])
def test_what_is_otherwise_is_not_missing(name: str, seen: Seen) -> None:
    found = seen.check(PLANTED[name][0](seen.facts.host))
    assert found.disagreements
    assert not any("it did not" in each.message for each in found.disagreements)


def test_what_need_not_happen_is_not_missing(seen: Seen) -> None:
    host = flat(BranchNode)(seen.facts.host)
    skippable = frozenset(each.order for each in host.launches)
    assert seen.check(replace(host, skippable=skippable)).disagreements == []


def test_a_buffer_that_is_said_to_be_on_the_device_only(seen: Seen) -> None:
    tied = buffer(seen.facts.host, 0)
    dropped = without(lambda e: isinstance(e, TransferEvent) and tied in e.buffers)
    found = seen.check(dropped(seen.facts.host))
    assert any("on the device only" in each.message for each in found.disagreements)


def test_what_is_not_complete_lacks_nothing(seen: Seen) -> None:
    dropped = without(lambda e: isinstance(e, LaunchEvent) and e.kernel == "twice")
    found = seen.check(replace(dropped(seen.facts.host), complete=False))
    assert found.disagreements == []
    assert found.open["commands that the graph may lack"] == 3


def of_program(change: Mapping[str, object], facts: Facts) -> Facts:
    """The facts with another program."""
    unit = facts.kernel_units[0]
    (program,) = unit.programs
    return replace(facts, kernel_units=(replace(unit, programs=(replace(program, **change),)),))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"written": "-DN=1"}, "what a program is built with is not that of kernels.cl"),
        ({"files": ("host.c",)}, "the text of a program is not that of kernels.cl"),
    ],
)
def test_another_text_or_other_options_than_a_program_has(
    change: Mapping[str, object], said: str, seen: Seen
) -> None:
    facts = of_program(change, seen.facts)
    found = check_graph(facts, seen.processes)
    (wrong,) = found.disagreements
    assert said in wrong.message
    assert "host.c:" in wrong.place
    partly = replace(facts, host=replace(facts.host, complete=False))
    assert check_graph(partly, seen.processes).disagreements == []


def test_texts_that_are_not_known_are_not_compared(seen: Seen) -> None:
    facts = of_program({"written": None, "unread": "it is not followed"}, seen.facts)
    found = check_graph(facts, seen.processes)
    assert found.disagreements == []
    assert found.open["the text of a program"] == found.open["what a program is built with"] == 1


@pytest.mark.parametrize(
    ("names", "believed", "wrong"),
    [
        (frozenset("N"), ("N=1",), True),
        (None, ("N=1",), False),
        (frozenset(), (), False),
    ],
)
def test_options_that_the_command_line_says(
    names: frozenset[str] | None, believed: tuple[str, ...], wrong: bool, seen: Seen
) -> None:
    """The program is built with none, where all that was stated of N is what is known."""
    options = KernelOptions(open=names)
    facts = of_program({"written": None, "options": options}, seen.facts)
    (unit,) = facts.kernel_units
    said = replace(facts, kernel_units=(replace(unit, believed=believed),))
    assert bool(check_graph(said, seen.processes).disagreements) == wrong
