"""Whether a rewrite did what its plan declared, and nothing else (DESIGN.md, "The contract").

Both analyses are gone through side by side; the first difference that was not declared ends it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    BarrierEvent,
    BranchNode,
    EscapeEvent,
    EventNode,
    KernelName,
    LaunchEvent,
    LoopNode,
    TransferEvent,
)
from ppcl.analysis.model.region import Sides
from ppcl.analysis.terms import NotModelled
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.source import Span
from ppcl.transform.checks.host.names import kernel_texts
from ppcl.transform.checks.host.side import HostSide, OnHost
from ppcl.transform.checks.host.texts import other_text
from ppcl.transform.checks.kernels import other_values
from ppcl.transform.checks.kind import Difference, InKernel, Kind, Moves, Together
from ppcl.transform.checks.kinds import unfit
from ppcl.transform.checks.order import comparable, without_loads, without_sizes
from ppcl.transform.checks.renaming import Objects, Symbols, same_type
from ppcl.transform.checks.versions import Versions, version_of


def check_declaration(
    before: Facts, after: Facts, declared: tuple[Kind, ...]
) -> str | Remark | None:
    """What is not as declared in the facts of the new text; None where all is. A remark, where it
    cannot be told what a kernel of the old text computes."""
    if said := unfit(declared, before):
        return said
    comparison = _Comparison(before, after, Together(declared))
    try:
        comparison.host()
        comparison.kernels()
        comparison.text()
    except Difference as difference:
        return str(difference)
    except NotModelled as unknown:
        return comparison.not_told(unknown)
    return None


@dataclass
class _Comparison:
    before: Facts
    after: Facts
    declared: Kind
    symbols: Symbols = field(default_factory=Symbols)
    launched: list[tuple[LaunchEvent, LaunchEvent]] = field(default_factory=list)
    moved: list[tuple[AccessEvent, AccessEvent]] = field(default_factory=list)
    transferred: list[tuple[TransferEvent, TransferEvent]] = field(default_factory=list)

    @cached_property
    def old_launches(self) -> Mapping[int, LaunchEvent]:
        """The launches as they were, by their order, which what stands for them has, too."""
        return {launch.order: launch for launch in self.before.host.launches}

    def host(self) -> None:
        old, new = self.before.host, self.after.host
        side = _Side(self, Objects(self.symbols), self.declared.on_host(self.before), is_host=True)
        trees = old.tree, new.tree
        if self.declared.resizes:
            moved = side.moves.names
            trees = (
                without_sizes(old.tree, old.tree, moved),
                without_sizes(new.tree, old.tree, moved),
            )
        side.nodes(*trees)
        self.moved = side.moved
        _require(old.complete == new.complete, "control flow that was followed is not any more")
        names = _asked(old.kernel_names, self.new_name)
        asked = _asked(new.kernel_names, str)
        said = ", ".join(name for call in asked for name in call)
        _require(names == asked, f"the host asks for the kernels {said}")
        _require(len(old.buffers) == len(new.buffers), "the number of buffers changed")
        for buffer, other in zip(old.buffers, new.buffers, strict=True):
            same = buffer.flags == other.flags and side.objects.same(buffer.host, other.host)
            same = side.objects.same(buffer.object, other.object) and same
            _require(same, f"buffer '{buffer.object.name}' changed")

    def kernels(self) -> None:
        old, new = self.before.kernels, self.after.kernels
        wanted = [self.new_name(name) for name in old]
        _require(wanted == list(new), f"the kernels are {', '.join(new)}")
        for name in old:
            texts = version_of(self.before, name), version_of(self.after, self.new_name(name))
            for versions in self.declared.versions(Versions(name, *texts)):
                self._kernel(versions)

    def _kernel(self, versions: Versions) -> None:
        name, old, new = versions.key, versions.old.model, versions.new.model
        launches = tuple(pair for pair in self.launched if pair[0].kernel == name)
        moves = self.declared.in_kernel(InKernel(self.before, name, new, launches))
        side = _Side(self, Objects(self.symbols), moves)
        signatures = [[(p.name, p.type) for p in kernel.parameters] for kernel in (old, new)]
        _require(signatures[0] == signatures[1], f"the parameters of '{old.name}' changed")
        for parameter, other in zip(old.parameters, new.parameters, strict=True):
            side.objects.same(parameter.object, other.object)
        moved = moves.names
        side.nodes(without_loads(old.tree, moved), without_loads(new.tree, moved))
        _require(old.complete == new.complete, f"control flow of '{old.name}' is not followed")
        found = other_values(self.before, self.after, versions, self.declared, side.paired)
        if found is not None:
            raise NotModelled(found, old.function.at)

    def text(self) -> None:
        """The host's text, all of it."""
        sides = HostSide(self.before), HostSide(self.after)
        host = OnHost(*sides, self.moved, self.transferred, self.launched)
        places = (*self.declared.places(host), *kernel_texts(self.before, self.after))
        edits = tuple(self.declared.edits(self.before))
        other = other_text(self.before, self.after, places, edits)
        _require(other is None, str(other))

    def new_name(self, kernel: str) -> str:
        """What a kernel is called after the rewrite."""
        return self.declared.names().get(kernel, kernel)

    def not_told(self, unknown: NotModelled) -> Remark:
        """That a kernel has something of which it is not known what it computes."""
        source = self.before.files.get(unknown.at.span.file)
        where = source.location(unknown.at.span.start) if source is not None else None
        return Remark(
            "missed", "PPC022", f"what the kernel computes is not followed: {unknown}", where
        )

    def place(self, at: Origin) -> str:
        """A place in the text before the rewrite."""
        return str(self.before.files[at.span.file].location(at.span.start))


@dataclass
class _Side:
    """The host, or one kernel, in both analyses."""

    whole: _Comparison
    objects: Objects
    moves: Moves
    is_host: bool = False
    paired: set[tuple[Span, Span]] = field(default_factory=set)
    moved: list[tuple[AccessEvent, AccessEvent]] = field(default_factory=list)

    def nodes(self, before: tuple[EventNode, ...], after: tuple[EventNode, ...]) -> None:
        moved = self.moves.names
        expected = list(comparable(self._expected(before), moved))
        found = list(comparable(after, moved))
        _require(len(expected) == len(found), "there are more, or fewer, events than before")
        for old, new in zip(expected, found, strict=True):
            self._node(old, new)

    def _expected(self, nodes: tuple[EventNode, ...]) -> Iterator[EventNode]:
        """The nodes, with what must stand for each launch."""
        for node in nodes:
            if isinstance(node, LaunchEvent):
                yield from self.whole.declared.launches(node, node)
            else:
                yield node

    def _node(self, before: EventNode, after: EventNode) -> None:
        match before, after:
            case LoopNode(), LoopNode():
                self._require(
                    self._symbols.same_loop(before.iterator, after.iterator), "loop", before.at
                )
                self.nodes(before.body, after.body)
            case BranchNode(), BranchNode():
                same = self._symbols.same_guards(before.condition, after.condition)
                self._require(same, "branch", before.at)
                self.nodes(before.then, after.then)
                self.nodes(before.otherwise, after.otherwise)
            case AccessEvent(), AccessEvent():
                self._access(before, after)
            case EscapeEvent(), EscapeEvent():
                effects = (before.reads, before.writes) == (after.reads, after.writes)
                same = self.objects.same(before.object, after.object) and effects
                self._require(same, f"use of '{before.object.name}'", before.at)
            case TransferEvent(), TransferEvent():
                self._require(self._same_transfer(before, after), before.call, before.at)
                self.whole.transferred.append((before, after))
            case LaunchEvent(), LaunchEvent():
                self._launch(before, after)
            case BarrierEvent(), BarrierEvent():
                pass
            case _:
                raise Difference("events come in another order than before")

    @property
    def _symbols(self) -> Symbols:
        return self.whole.symbols

    def _require(self, same: bool, what: str, at: Origin) -> None:
        _require(same, f"the {what} at {self.whole.place(at)} is not as declared")

    def _access(self, before: AccessEvent, after: AccessEvent) -> None:
        what = f"{before.kind} of '{before.object.name}'"
        same = (
            (before.kind, before.width) == (after.kind, after.width)
            and same_type(before.type, after.type)
            and self.objects.same(before.object, after.object)
            and self._symbols.same_loops(before.loops, after.loops)
            and self._symbols.same_guards(before.guards, after.guards)
            and self._same_element(before, after)
        )
        self._require(same, what, before.node.at)
        self.paired.add((before.node.at.span, after.node.at.span))

    def _same_element(self, before: AccessEvent, after: AccessEvent) -> bool:
        declared = self.moves.of(before)
        if declared is not None:
            self.moved.append((before, after))
            if self.is_host:
                self._symbols.name(before.scope, after.scope)
            return all(
                old is not None and self._symbols.same(old, new)
                for old, new in declared(before, after)
            )
        if before.precision == after.precision == "unknown":
            return True
        return before.precision == after.precision and self._symbols.same(
            before.offset, after.offset
        )

    def _same_transfer(self, before: TransferEvent, after: TransferEvent) -> bool:
        sides = self.moves.sides(before)
        called = before.call == after.call or sides != before.transposed
        return (
            (before.kind, before.blocking) == (after.kind, after.blocking)
            and called
            and self._symbols.all_same(sides, after.transposed)
            and self.objects.all_same(before.buffers, after.buffers)
            and self.objects.same(before.host, after.host)
            and self.objects.same(before.peer, after.peer)
            and self._symbols.same(before.host_offset, after.host_offset)
            and self._symbols.same(before.offset, after.offset)
            and self._symbols.same(before.size, after.size)
            and self._symbols.same(before.peer_offset, after.peer_offset)
            and self._symbols.same_loops(before.loops, after.loops)
        )

    def _launch(self, before: LaunchEvent, after: LaunchEvent) -> None:
        old = self.whole.old_launches[before.order]
        what = f"launch of '{old.kernel}'"
        same = (
            before.kernel == after.kernel
            and before.dimensions == after.dimensions
            and self._same_choices(before.global_choices, after.global_choices)
            and self._same_choices(before.local_choices, after.local_choices)
            and self._symbols.all_same(before.global_offset, after.global_offset)
            and self._symbols.same_loops(before.loops, after.loops)
            and self._symbols.same_guards(before.guards, after.guards)
            and len(before.arguments) == len(after.arguments)
        )
        self._require(same, what, before.at)
        for argument, new in zip(before.arguments, after.arguments, strict=True):
            same = self._same_argument(argument, new)
            self._require(same, f"argument {argument.index} of the {what}", before.at)
        self.whole.launched.append((old, after))

    def _same_choices(
        self, before: tuple[Sides | None, ...], after: tuple[Sides | None, ...]
    ) -> bool:
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(self._symbols.all_same(b, a) for b, a in pairs)

    def _same_argument(self, before: ArgumentBinding, after: ArgumentBinding) -> bool:
        return (
            (before.index, before.kind) == (after.index, after.kind)
            and self.objects.all_same(before.buffers, after.buffers)
            and self._symbols.same(before.value, after.value)
        )


def _asked(names: Iterable[KernelName], named: Callable[[str], str]) -> list[list[str]]:
    """The kernels that each call asks for, which may be any of several."""
    calls = groupby(names, key=lambda name: name.at)
    return [sorted(named(name.kernel) for name in call) for _, call in calls]


def _require(same: bool, difference: str) -> None:
    if not same:
        raise Difference(difference)
