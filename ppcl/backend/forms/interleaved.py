"""Whether a compiler may change the order of one work-item's accesses to memory.

Where neighbours' accesses lie interleaved, as those to `a[2 * i]` and `a[2 * i + 1]`, compilers put
the stores of such a group where its last one is, and the loads where the first is. What else may
use the same addresses in between keeps them from that, but not where the loop's rounds are said to
be independent: gcc 12 and clang 15 then take accesses whose distance they do not know to be apart
within a round as well.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.numbers.polynomial import ONE, ZERO
from ppcl.analysis.workgroup.along import Along
from ppcl.analysis.workgroup.lanes import step_of
from ppcl.analysis.workgroup.uniformity import Uniformity, changed_or_addressed, root_of
from ppcl.analysis.workgroup.work_items import NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, RecordType, VectorType


@dataclass(frozen=True)
class _Access:
    """An access whose neighbours are not next to each other: from which variable it is found, and
    where from there but for a constant."""

    root: str | None
    space: AddressSpace
    restrict: bool
    shape: Hashable
    stores: bool

    def may_meet(self, other: "_Access") -> bool:
        """Whether it may be to the address of another one, for all that a compiler sees."""
        if self.space != other.space:
            return False
        if self.root != other.root:
            return not (self.restrict or other.restrict)
        return self.shape != other.shape


def may_be_reordered(statements: Sequence[st.Statement], around: st.Block, of: Uniformity) -> bool:
    """Whether statements have such groups of accesses with others in between. Variables are
    declared `around` them, and `of` is what is known of those."""
    found = list(_Finder(around, of).all(statements))
    for number, between in enumerate(found):
        before, after = found[:number], found[number + 1 :]
        for first in (each for each in before if each.stores or between.stores):
            same = (e for e in after if (e.root, e.stores) == (first.root, first.stores))
            if any(first.may_meet(between) or last.may_meet(between) for last in same):
                return True
    return False


def _has_accesses(call: ex.Call) -> bool:
    """Whether a function is one of the program's own, or of those for vectors in memory: compilers
    see into both."""
    return call.target is not None or (call.callee or "").startswith(("vload", "vstore"))


class _Finder:
    """Finds accesses in the order in which a work-item does them."""

    def __init__(self, around: st.Block, known: Uniformity) -> None:
        self._known = known
        self._changed = changed_or_addressed(around)
        variables = (node for node in descendants(around) if isinstance(node, st.Variable))
        self._inits = {
            v.declaration.key: v.init
            for v in variables
            if v.init is not None and v.declaration.key not in self._changed
        }
        self._along = Along(known, self._inits)

    def all(self, nodes: Sequence[Node]) -> Iterator[_Access]:
        """Those of nodes one after another."""
        for node in nodes:
            yield from self._of(node)

    def _of(self, node: Node) -> Iterator[_Access]:
        match node:
            case ex.Assign(op=op, target=target, value=value):
                yield from self._of(value)
                yield from self._changes(target, op != "=")
            case ex.Unary(op=op, operand=operand) if op in ex.STEPS:
                yield from self._changes(operand, True)
            case ex.Call(arguments=arguments) if _has_accesses(node):
                yield from self.all(arguments)
                yield from (self._given(each, False) for each in arguments if self._space(each))
                yield from (self._given(each, True) for each in arguments if self._space(each))
            case _:
                yield from self.all(list(children(node)))
                yield from self._access(node, False)

    def _changes(self, target: ex.Expression, loads: bool) -> Iterator[_Access]:
        while isinstance(target, ex.Swizzle) or (
            isinstance(target, ex.Member) and not target.arrow
        ):
            target = target.base
        yield from self.all(list(children(target)))
        if loads:
            yield from self._access(target, False)
        yield from self._access(target, True)

    def _access(self, node: Node, stores: bool) -> Iterator[_Access]:
        match node:
            case ex.Index(type=type_) if isinstance(type_, ArrayType):
                return
            case ex.Index(base=base, index=index):
                yield from self._at(node, base, index, stores)
            case ex.Unary(op="*", operand=base) | ex.Member(base=base, arrow=True):
                yield from self._at(node, base, None, stores)
            case _:
                return

    def _at(
        self, node: ex.Expression, base: ex.Expression, index: ex.Expression | None, stores: bool
    ) -> Iterator[_Access]:
        space = self._space(base)
        if space is None:
            return
        step = step_of([each for each in (base, index) if each is not None], self._along)
        within = isinstance(node, ex.Member) or isinstance(base, ex.Member)
        wide = isinstance(node.type, VectorType | RecordType) or within
        if not wide and step in (ZERO, ONE):
            return
        is_fixed = index is None or constant(index) is not None
        shape = (self._shape(base), 0 if is_fixed else self._shape(index))
        restrict = isinstance(base.type, PointerType) and base.type.restrict
        yield _Access(self._root(base), space, restrict, shape, stores)

    def _given(self, pointer: ex.Expression, stores: bool) -> _Access:
        """What a function does with a pointer."""
        space = self._space(pointer) or AddressSpace.GLOBAL
        return _Access(self._root(pointer), space, False, object(), stores)

    def _space(self, base: ex.Expression) -> AddressSpace | None:
        """Where an access goes; None for private memory, but where an array is a member: of all
        work-items' structures, one lies behind the other."""
        if isinstance(base.type, PointerType):
            return None if base.type.space is AddressSpace.PRIVATE else base.type.space
        if isinstance(base, ex.Member):
            return AddressSpace.PRIVATE
        return AddressSpace.LOCAL if root_of(base) in self._known.shared else None

    def _root(self, base: ex.Expression) -> str | None:
        match base:
            case ex.Cast(operand=operand):
                return self._root(operand)
            case ex.Binary(left=left, right=right):
                return self._root(left if isinstance(left.type, PointerType) else right)
            case ex.NameRef(declaration=declaration) if declaration.key in self._inits:
                return self._root(self._inits[declaration.key])
            case _:
                return root_of(base)

    def _shape(self, node: ex.Expression | None) -> Hashable:
        """What equals that of expressions which differ by a constant; else nothing."""
        match node:
            case ex.Cast(operand=operand):
                return self._shape(operand)
            case ex.NameRef(declaration=declaration):
                return object() if declaration.key in self._changed else declaration.key
            case ex.IntLiteral(value=value):
                return value
            case ex.Binary(op="+" | "-", left=left, right=right) if constant(right) is not None:
                return self._shape(left)
            case ex.Binary(op="+", left=left, right=right) if constant(left) is not None:
                return self._shape(right)
            case ex.Binary(op="*", left=left, right=right):
                sides = ((constant(e), self._shape(e)) for e in (left, right))
                return ("*", *((s if c is None else c) for c, s in sides))
            case ex.Binary(op=op, left=left, right=right):
                return (op, self._shape(left), self._shape(right), constant(right))
            case ex.Call(callee=callee, arguments=(ex.IntLiteral(value=value),)):
                return (callee, value) if callee in NEIGHBOURS else object()
            case _:
                return object()
