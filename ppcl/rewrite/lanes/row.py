"""What is known of a pack's values along a row of work-items."""

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.workgroup.along import Along
from ppcl.analysis.workgroup.uniformity import (
    Uniformity,
    changed_or_addressed,
    uniformity_within,
)
from ppcl.analysis.workgroup.work_items import NEIGHBOURS
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants, named, variables
from ppcl.ir.types import AddressSpace, ArrayType, IntType, PointerType, Type, VectorType
from ppcl.rewrite.components import Components
from ppcl.rewrite.lanes.records import Part, in_structure
from ppcl.rewrite.lanes.types import BITS, held
from ppcl.rewrite.lanes.unasked import unasked

_ADDRESS_BITS = 64


@dataclass(frozen=True)
class Row:
    """A pack's `body` for a row of work-items along the first dimension. `around` is what is known
    of rows outside of it; `kept` are the keys of variables that outlive a region of the pack,
    `outer` of those that outlive the pack, both with a value for each work-item."""

    body: st.Block
    around: Uniformity
    kept: Set[str]
    outer: Set[str]

    @cached_property
    def known(self) -> Uniformity:
        """What is known of the body in a row of work-items."""
        return uniformity_within(self.body, self.around)

    @cached_property
    def _along(self) -> Along:
        changed = changed_or_addressed(self.body) | self.kept
        inits = {v.declaration.key: v.init for v in variables(self.body) if v.init is not None}
        return Along(self.known, {key: init for key, init in inits.items() if key not in changed})

    @cached_property
    def names(self) -> Counter[str]:
        """How often the body names each variable, by key."""
        return self.names_in(self.body)

    def names_in(self, node: st.Statement) -> Counter[str]:
        """The same of a statement."""
        return Counter(named(node))

    @cached_property
    def unasked(self) -> Mapping[str, Set[str]]:
        """For each mask of a loop the variables, by key, that nobody asks for behind it."""
        found = unasked(self.body)
        return {mask: {k for k in keys if k not in self.outer} for mask, keys in found.items()}

    @property
    def components(self) -> Components:
        """Takes OpenCL vectors apart."""
        return Components(self.known.functions.keys())

    def is_number(self, node: ex.Expression) -> bool:
        """Whether an expression is computed for a vector's first work-item alone: all have its
        value, or one that is so much more. It has no effects."""
        return self.step(node) is not None

    def is_alike(self, node: ex.Expression) -> bool:
        """Whether an expression is one number for the whole row."""
        is_plain = all(self._is_plain(each) for each in descendants(node))
        return is_plain and self.known.is_uniform(node)

    def _is_plain(self, node: Node) -> bool:
        match node:
            case ex.NameRef(declaration=declaration):
                return declaration.key not in self.vectors
            case ex.Call():
                return self.components.has_no_effect(node)
            case ex.Index(base=base) | ex.Member(base=base, arrow=True) if isinstance(
                base.type, PointerType
            ):
                return not base.type.volatile
            case ex.Unary(op=op, operand=operand):
                type_ = operand.type
                is_volatile = isinstance(type_, PointerType) and type_.volatile
                return op in ("+", "-", "~", "!", "*") and not is_volatile
            case ex.Index() | ex.IntLiteral() | ex.FloatLiteral() | ex.Binary() | ex.Cast():
                return True
            case ex.SizeOf() | ex.Conditional() | ex.Swizzle() | ex.Member(arrow=False):
                return True
            case _:
                return False

    @cached_property
    def vectors(self) -> frozenset[str]:
        """The keys of variables that have a lane for each work-item, though they may be the same
        for all: those that are kept, and what gets its value from one of them."""
        nodes = list(descendants(self.body))
        sets = [(n.declaration.key, n.init) for n in nodes if isinstance(n, st.Variable) and n.init]
        sets += [
            (n.target.declaration.key, n.value)
            for n in nodes
            if isinstance(n, ex.Assign) and isinstance(n.target, ex.NameRef)
        ]
        used = [
            (key, {n.declaration.key for n in descendants(value) if isinstance(n, ex.NameRef)})
            for key, value in sets
        ]
        found, size = set(self.kept | self.outer), -1
        while size != len(found):
            size = len(found)
            found |= {key for key, names in used if not names.isdisjoint(found)}
        return frozenset(found)

    @cached_property
    def arrays(self) -> frozenset[str]:
        """The keys of the private arrays that differ along the row: of numbers that lanes can have,
        and used by element alone."""
        nodes = list(descendants(self.body))
        whole = {
            id(_root(node)) for node in nodes if isinstance(node, ex.Index) and held(node.type)
        }
        names = (node for node in nodes if isinstance(node, ex.NameRef) and id(node) not in whole)
        otherwise = {name.declaration.key for name in names}
        own = (v for v in variables(self.body) if v.space is AddressSpace.PRIVATE)
        arrays = {
            v.declaration.key
            for v in own
            if held(_number_of(v.type)) and v.type != _number_of(v.type)
        }
        return frozenset((arrays & self.known.varying) - otherwise - self.outer)

    def array_of(self, node: ex.Expression) -> str | None:
        """The key of the array among these that an element is of."""
        root = _root(node) if isinstance(node, ex.Index) else None
        key = root.declaration.key if isinstance(root, ex.NameRef) else None
        return key if key in self.arrays else None

    def step(self, node: ex.Expression) -> int | None:
        """How much more an address or whole number is for the next work-item of the row, for sure;
        None where that is not known."""
        if not all(self._is_plain(each) for each in descendants(node)):
            return None
        if self.known.is_uniform(node):
            return 0
        found = self._along.stride(node).step
        if found is None or not all(self._keeps(each) for each in self._computed(node)):
            return None
        return found.as_int

    def _computed(self, node: ex.Expression) -> Iterator[ex.Expression]:
        """What a value that differs along the row is computed from, through variables."""
        pending, seen = [node], set[str]()
        while pending:
            each = pending.pop()
            if self.known.is_uniform(each):
                continue
            yield each
            key = each.declaration.key if isinstance(each, ex.NameRef) else None
            init = self._along.inits.get(key) if key is not None and key not in seen else None
            if key is not None and init is not None:
                seen.add(key)
                pending.append(init)
            elif isinstance(each, ex.Binary):
                pending += [each.left, each.right]
            elif isinstance(each, ex.Cast | ex.Unary):
                pending.append(each.operand)

    def _keeps(self, node: ex.Expression) -> bool:
        """Whether a value grows along the row without a jump: it is of as many bits as addresses
        have, or its overflow is undefined. That ids fit into 32 bits is trusted."""
        match node.type:
            case PointerType():
                return True
            case IntType(bits=bits, signed=signed):
                is_kept = bits == _ADDRESS_BITS or (signed and bits == BITS)
                return is_kept or (bits == BITS and self.is_id(node))
            case _:
                return False

    def is_id(self, node: ex.Expression) -> bool:
        """Whether a value is an id, converted."""
        match node:
            case ex.Cast(operand=operand):
                return self.is_id(operand)
            case ex.NameRef(declaration=declaration):
                init = self._along.inits.get(declaration.key)
                return init is not None and self.is_id(init)
            case _:
                return isinstance(node, ex.Call) and node.callee in NEIGHBOURS

    def distance(self, node: ex.Expression) -> int | None:
        """How far apart neighbours' elements are; None: not known, or not the same for all."""
        part = in_structure(node)
        if part is not None:
            return self._distance_of(part)
        match node:
            case ex.Index(base=base, index=index):
                if not isinstance(base.type, PointerType):
                    return self._distance_in_array(node)
                start, apart = None if base.type.volatile else self.step(base), self.step(index)
                return None if start is None or apart is None else start + apart
            case ex.Unary(op="*", operand=operand) if isinstance(operand.type, PointerType):
                return self.step(operand) if not operand.type.volatile else None
            case ex.Call(arguments=(offset, pointer)) if self.components.is_load(node):
                lanes = node.type.lanes if isinstance(node.type, VectorType) else 1
                start, apart = self.step(pointer), self.step(offset)
                if start is None or apart is None or start % lanes:
                    return None
                return apart + start // lanes
            case _:
                return None

    def _distance_of(self, part: Part) -> int | None:
        """The same of numbers in structures, in numbers."""
        start = self.step(part.pointer)
        apart = self.step(part.index) if part.index is not None else 0
        if start is None or apart is None or not all(map(self.is_alike, part.inner)):
            return None
        return (start + apart) * part.count

    def _distance_in_array(self, node: ex.Index) -> int | None:
        """The same of elements of one of the group's arrays, or of an array of arrays."""
        apart = self.step(node.index)
        match node.base:
            case ex.NameRef(type=ArrayType(), declaration=declaration):
                return apart if declaration.key in self.known.shared else None
            case ex.Index(type=ArrayType(length=length), base=base) if length and isinstance(
                base.type, ArrayType
            ):
                rows = self._distance_in_array(node.base)
                return None if rows is None or apart is None else rows * length + apart
            case _:
                return None


def _number_of(type_: Type) -> Type:
    """What an array's innermost elements are."""
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_


def _root(node: ex.Expression) -> ex.Expression:
    """What is indexed for an element."""
    while isinstance(node, ex.Index):
        node = node.base
    return node
