"""From statements to control flow graphs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ppcl.analysis.graph.cfg_tidy import tidy
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.cfg import BasicBlock, BlockKind, CallSite, Cfg, Edge, EdgeLabel
from ppcl.ir.traverse import children
from ppcl.ir.unit import Function

BARRIERS = frozenset({"barrier", "work_group_barrier"})

# Which calls get a block of their own, and of which kind.
CallKind = Callable[[CallSite], BlockKind | None]


def is_barrier(call: CallSite) -> bool:
    """Whether a call is a work-group barrier."""
    return isinstance(call, ex.Call) and call.callee in BARRIERS


def barrier_blocks(call: CallSite) -> BlockKind | None:
    """The CallKind of a kernel that calls no function with a barrier in it."""
    return "barrier" if is_barrier(call) else None


def build_cfg(function: Function, kind_of: CallKind = barrier_blocks) -> Cfg:
    """The control flow graph of a function that has a body."""
    builder = _Builder(kind_of)
    entry, out = builder.new("entry"), builder.new("exit")
    first = builder.new()
    builder.link(entry, first)
    if function.body is not None:
        last = builder.lower(function.body, first, _Targets(out))
        builder.link(last, out)
    blocks, edges = tidy(builder.blocks, builder.edges)
    return Cfg(function.declaration, blocks, edges, builder.exact)


def calls_in(node: ex.Expression | st.Statement) -> Iterator[tuple[CallSite, bool]]:
    """The calls below `node` in the order of their evaluation, and whether each may be skipped
    (`a && call()`, `a ? call() : b`)."""
    yield from _calls(node, False)


def _calls(
    node: ex.Expression | st.Statement | st.Variable, skippable: bool
) -> Iterator[tuple[CallSite, bool]]:
    choice = isinstance(node, ex.Conditional) or (
        isinstance(node, ex.Binary) and node.op in ("&&", "||")
    )
    for position, child in enumerate(children(node)):
        yield from _calls(child, skippable or (choice and position > 0))
    if isinstance(node, CallSite):
        yield node, skippable


@dataclass(frozen=True)
class _Targets:
    """Where return, break and continue go, and the head of the innermost switch."""

    on_return: int
    on_break: int | None = None
    on_continue: int | None = None
    switch: int | None = None


@dataclass
class _Builder:
    """Blocks and edges as they grow; code that nothing leads to gets blocks too."""

    kind_of: CallKind
    blocks: list[BasicBlock] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    with_default: set[int] = field(default_factory=set)
    exact: bool = True
    labels: dict[str, int] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)

    def new(self, kind: BlockKind = "plain", call: CallSite | None = None) -> int:
        self.blocks.append(BasicBlock(len(self.blocks), kind, (), call))
        return len(self.blocks) - 1

    def link(
        self, source: int, target: int | None, label: EdgeLabel = "", back: bool = False
    ) -> None:
        if target is not None:
            self.edges.append(Edge(source, target, label, back))

    def after(self, source: int, label: EdgeLabel = "") -> int:
        """A new block behind `source`."""
        block = self.new()
        self.link(source, block, label)
        return block

    def lower(self, node: st.Statement, current: int, targets: _Targets) -> int:
        """The block in which control goes on after a statement that starts in `current`."""
        match node:
            case st.Declare() | st.Evaluate():
                return self.add(node, current)
            case st.Empty():
                return current
            case st.Block() | st.OpaqueStatement():
                return self._lower_parts(node, current, targets)
            case st.If() | st.Switch() | st.Case():
                return self._lower_choice(node, current, targets)
            case st.For() | st.RangeFor() | st.While() | st.DoWhile():
                return self._lower_loop(node, current, targets)
            case st.Return() | st.Break() | st.Continue() | st.Goto():
                return self._lower_jump(node, current, targets)
            case st.Label():
                return self._lower_label(node, current, targets)
            case st.Try() | st.Handler():
                return self._lower_try(node, current, targets)

    def _lower_parts(
        self, node: st.Block | st.OpaqueStatement, current: int, targets: _Targets
    ) -> int:
        self.exact = self.exact and isinstance(node, st.Block)
        for part in node.body if isinstance(node, st.Block) else node.parts:
            if isinstance(part, st.Statement):
                current = self.lower(part, current, targets)
            else:
                current = self.add(part, current)
        return current

    def _lower_choice(
        self, node: st.If | st.Switch | st.Case, current: int, targets: _Targets
    ) -> int:
        match node:
            case st.If():
                return _if(self, node, current, targets)
            case st.Switch():
                return _switch(self, node, current, targets)
            case st.Case():
                return _case(self, node, current, targets)

    def _lower_loop(
        self, node: st.For | st.RangeFor | st.While | st.DoWhile, current: int, targets: _Targets
    ) -> int:
        match node:
            case st.For():
                if node.init is not None:
                    current = self.lower(node.init, current, targets)
                return _loop(self, node.condition, node.step, node.body, current, targets)
            case st.While():
                return _loop(self, node.condition, None, node.body, current, targets)
            case st.RangeFor():
                return _range_for(self, node, current, targets)
            case st.DoWhile():
                return _do(self, node, current, targets)

    def _lower_jump(
        self, node: st.Return | st.Break | st.Continue | st.Goto, current: int, targets: _Targets
    ) -> int:
        match node:
            case st.Goto():
                self._lower_goto(node, current)
            case st.Return():
                self.link(self.add(node, current), targets.on_return)
            case st.Break():
                self.link(current, targets.on_break)
            case st.Continue():
                self.link(current, targets.on_continue)
        return self.new()

    def _label(self, name: str) -> int:
        if name not in self.labels:
            self.labels[name] = self.new()
        return self.labels[name]

    def _lower_goto(self, node: st.Goto, current: int) -> None:
        self.exact = False
        if node.label is not None:
            self.link(current, self._label(node.label), back=node.label in self.passed)

    def _lower_label(self, node: st.Label, current: int, targets: _Targets) -> int:
        block = self._label(node.name)
        self.passed.add(node.name)
        self.link(current, block)
        return self.lower(node.body, block, targets)

    def _lower_try(self, node: st.Try | st.Handler, current: int, targets: _Targets) -> int:
        """Where in the body an exception leaves is not shown."""
        self.exact = False
        if isinstance(node, st.Handler):
            return self.lower(node.body, current, targets)
        join = self.new()
        self.link(self.lower(node.body, self.after(current), targets), join)
        for handler in node.handlers:
            self.link(self.lower(handler, self.after(current), targets), join)
        return join

    def add(self, item: st.Statement | ex.Expression, current: int) -> int:
        """Put an item at the end of a block, behind the calls in it that need their own blocks."""
        for call, skippable in calls_in(item):
            kind = self.kind_of(call)
            if kind is None:
                continue
            whole = isinstance(item, st.Evaluate) and item.expression is call
            current = self._add_call(call, kind, current, skippable, (item,) if whole else ())
            if whole:
                return current
        block = self.blocks[current]
        self.blocks[current] = replace(block, items=(*block.items, item))
        return current

    def _add_call(
        self,
        call: CallSite,
        kind: BlockKind,
        current: int,
        skippable: bool,
        items: tuple[st.Statement | ex.Expression, ...],
    ) -> int:
        block = self.new(kind, call)
        self.blocks[block] = replace(self.blocks[block], items=items)
        self.link(current, block)
        rest = self.after(block)
        if skippable:
            self.link(current, rest)
        return rest

    def test(self, condition: ex.Expression | None, current: int) -> tuple[int, bool, bool]:
        """Add a condition; the block that it ends, and whether it may come out true, false."""
        if condition is None:
            return current, True, False
        if isinstance(condition, ex.IntLiteral):
            return current, condition.value != 0, condition.value == 0
        return self.add(condition, current), True, True


def _if(builder: _Builder, node: st.If, current: int, targets: _Targets) -> int:
    head = builder.add(node.condition, current)
    join = builder.new()
    builder.link(builder.lower(node.then, builder.after(head, "true"), targets), join)
    otherwise = builder.after(head, "false")
    if node.otherwise is not None:
        otherwise = builder.lower(node.otherwise, otherwise, targets)
    builder.link(otherwise, join)
    return join


def _loop(
    builder: _Builder,
    condition: ex.Expression | None,
    step: ex.Expression | None,
    body: st.Statement,
    current: int,
    targets: _Targets,
) -> int:
    head, after = builder.after(current), builder.new()
    tested, enters, leaves = builder.test(condition, head)
    both = enters and leaves
    turn = builder.new()
    first = builder.new()
    if enters:
        builder.link(tested, first, "true" if both else "")
    if leaves:
        builder.link(tested, after, "false" if both else "")
    inner = replace(targets, on_break=after, on_continue=turn)
    builder.link(builder.lower(body, first, inner), turn)
    last = builder.add(step, turn) if step is not None else turn
    builder.link(last, head, back=True)
    return after


def _range_for(builder: _Builder, node: st.RangeFor, current: int, targets: _Targets) -> int:
    head = builder.after(builder.add(node.range, current))
    after = builder.after(head, "false")
    first = builder.add(
        st.Declare(node.at, (node.variable, *node.parts)), builder.after(head, "true")
    )
    turn = builder.new()
    inner = replace(targets, on_break=after, on_continue=turn)
    builder.link(builder.lower(node.body, first, inner), turn)
    builder.link(turn, head, back=True)
    return after


def _do(builder: _Builder, node: st.DoWhile, current: int, targets: _Targets) -> int:
    first, after, condition = builder.after(current), builder.new(), builder.new()
    inner = replace(targets, on_break=after, on_continue=condition)
    builder.link(builder.lower(node.body, first, inner), condition)
    tested, again, leaves = builder.test(node.condition, condition)
    both = again and leaves
    if again:
        builder.link(tested, first, "true" if both else "", back=True)
    if leaves:
        builder.link(tested, after, "false" if both else "")
    return after


def _switch(builder: _Builder, node: st.Switch, current: int, targets: _Targets) -> int:
    head, after = builder.add(node.subject, current), builder.new()
    inner = replace(targets, on_break=after, switch=head)
    builder.link(builder.lower(node.body, builder.new(), inner), after)
    if head not in builder.with_default:
        builder.link(head, after, "default")
    return after


def _case(builder: _Builder, node: st.Case, current: int, targets: _Targets) -> int:
    block = builder.after(current)
    if targets.switch is not None:
        builder.link(targets.switch, block, "case" if node.value is not None else "default")
        if node.value is None:
            builder.with_default.add(targets.switch)
    return builder.lower(node.body, block, targets)
