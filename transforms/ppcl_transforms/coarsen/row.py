"""A kernel along one dimension of the NDRange: what differs in a row of work-items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ppcl.analysis.model import KernelModel
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.terms.expression import is_value
from ppcl.analysis.terms.function import reached
from ppcl.analysis.workgroup.along import Along
from ppcl.analysis.workgroup.barriers import functions_with_barriers, is_barrier_call
from ppcl.analysis.workgroup.lanes import strides
from ppcl.analysis.workgroup.uniformity import (
    Uniformity,
    changed_or_addressed,
    changed_root,
    root_of,
    uniformity,
    uniformity_within,
)
from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, Type, VectorType
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.rewrite.merging import asks_for_ids

# What only computes: such a value is the same wherever it is computed again.
_COMPUTED = (
    *(ex.IntLiteral, ex.FloatLiteral, ex.NameRef, ex.Binary, ex.Cast, ex.Conditional, ex.Call),
    *(ex.Unary, ex.VectorLiteral, ex.Swizzle, ex.InitList),
)


@dataclass(frozen=True)
class Row:
    """A kernel, and the dimension along which work-items are to be merged; with `inner` what is
    known where all of them come to that block together, in which variables that are `unset` (by
    key) have no value from outside."""

    kernel: KernelModel
    unit: TranslationUnit
    dimension: int
    inner: st.Block | None = None
    unset: frozenset[str] = frozenset()

    @property
    def function(self) -> Function:
        """The kernel's tree."""
        return self.kernel.function

    @cached_property
    def fields(self) -> Mapping[str, tuple[Type, ...]]:
        """The types of the fields of each class, by its name."""
        found = self.unit.records.items()
        return {name: tuple(field.type for field in record.fields) for name, record in found}

    @property
    def body(self) -> st.Block:
        """The kernel's body."""
        assert self.function.body is not None
        return self.function.body

    @cached_property
    def functions(self) -> Mapping[str, Function]:
        """The program's own functions with a body, by key."""
        return {f.declaration.key: f for f in self.unit.functions if f.body is not None}

    @cached_property
    def known(self) -> Uniformity:
        """Which variables differ in a row."""
        constants = (v.declaration.key for v in self.unit.globals)
        found = uniformity(self.function, self.functions, constants, self.dimension)
        return found if self.inner is None else uniformity_within(self.inner, found, self.unset)

    @cached_property
    def along_x(self) -> "Row":
        """The whole kernel along x."""
        return replace(self, dimension=0, inner=None)

    def strides(self, statement: st.Statement) -> Sequence[Polynomial | None]:
        """How far apart neighbours' addresses are at each access of a statement of the body."""
        if id(statement) not in self._asked:
            found = strides(statement, self.known, self.body, self.changed, self.dimension)
            self._asked[id(statement)] = statement, found
        return self._asked[id(statement)][1]

    @cached_property
    def _asked(self) -> dict[int, tuple[st.Statement, Sequence[Polynomial | None]]]:
        """Of statements that were asked for, by their identity, which is theirs while they are
        held."""
        return {}

    @cached_property
    def along(self) -> Along:
        """How values grow along the row."""
        return Along(self.known, self.inits, self.dimension)

    @cached_property
    def variables(self) -> Mapping[str, st.Variable]:
        """The variables that the kernel declares, by key."""
        return {v.declaration.key: v for _, v in self.function.variables}

    @cached_property
    def changed(self) -> frozenset[str]:
        """The variables and parameters that get another value, or whose address is taken."""
        found = changed_or_addressed(self.body)
        return frozenset(found | {declaration.key for declaration in reached(self.function)})

    @cached_property
    def inits(self) -> Mapping[str, ex.Expression]:
        """What variables that never change begin with."""
        return {
            key: variable.init
            for key, variable in self.variables.items()
            if variable.init is not None and key not in self.changed
        }

    @cached_property
    def barriers(self) -> frozenset[str]:
        """The program's own functions that come to a barrier."""
        return functions_with_barriers(self.functions)

    def holds_barrier(self, node: Node) -> bool:
        """Whether a barrier stands in a tree, or in what that calls."""
        calls = (each for each in descendants(node) if isinstance(each, ex.Call))
        return any(
            is_barrier_call(call) or (call.target is not None and call.target.key in self.barriers)
            for call in calls
        )

    def is_quiet(self, node: Node | None) -> bool:
        """Whether a tree is worth the same for a whole row, and has no effect but to set variables
        that are so."""
        return node is None or all(map(self._is_quiet, descendants(node)))

    def _is_quiet(self, node: Node) -> bool:
        match node:
            case ex.Call(callee=callee, target=target):
                own = target is not None and target.key in self.functions
                ids = asks_for_ids(node, self.dimension) and callee in NUMBERS
                return is_value(node) and not own and not ids
            case (
                ex.Assign(target=place) | ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=place)
            ):
                return self._is_private(place) and root_of(place) not in self.known.varying
            case ex.NameRef(declaration=declaration):
                return declaration.key not in self.known.varying - self.known.shared
            case st.Variable(declaration=declaration, space=space):
                local = space is not AddressSpace.PRIVATE
                return local or declaration.key not in self.known.varying
            case ex.StatementExpression() | ex.OpaqueExpression() | st.OpaqueStatement():
                return False
            case _:
                return node.at.span not in self.unit.volatile

    def is_silent(self, node: Node) -> bool:
        """Whether a tree has no effect, and gives the same wherever nothing else has one."""
        return all(map(self._is_silent, descendants(node)))

    def _is_silent(self, node: Node) -> bool:
        match node:
            case ex.Call(target=target):
                return is_value(node) and (target is None or target.key not in self.functions)
            case ex.Assign() | ex.Unary(op="++x" | "--x" | "x++" | "x--"):
                return False
            case ex.StatementExpression() | ex.OpaqueExpression():
                return False
            case _:
                return node.at.span not in self.unit.volatile

    def _is_private(self, place: ex.Expression) -> bool:
        """Whether a place is a plain variable of the work-item's own."""
        if not isinstance(place, ex.NameRef):
            return False
        variable = self.variables.get(place.declaration.key)
        return variable is None or variable.space is AddressSpace.PRIVATE

    def is_computed(self, variable: st.Variable) -> bool:
        """Whether what a variable is worth can be computed anew anywhere: by arithmetic on ids,
        and on what is the same for the row and never changes."""
        key, init = variable.declaration.key, variable.init
        return init is not None and key not in self.changed and self._is_computed(init)

    def begins_anew(self, variable: st.Variable) -> bool:
        """Whether a variable can be declared again with what it begins with, if anything."""
        return variable.init is None or self._is_computed(variable.init)

    def _is_computed(self, init: ex.Expression) -> bool:
        return all(map(self._is_part, descendants(init)))

    def _is_part(self, node: Node) -> bool:
        if not isinstance(node, _COMPUTED) or node.at.span in self.unit.volatile:
            return False
        match node:
            case ex.InitList(type=type_):
                return isinstance(type_, VectorType)
            case ex.Unary(op=op):
                return op in ("+", "-", "~", "!")
            case ex.Binary(op="/" | "%", right=right):
                return constant(right) is not None  # by another number it takes long
            case ex.Call(callee=callee):
                return callee in NUMBERS or callee in SIZES or callee in _OTHER_IDS
            case ex.NameRef(declaration=declaration):
                variable = self.variables.get(declaration.key)
                steady = declaration.key not in self.changed
                known = variable is None or declaration.key not in self.known.varying
                return steady and (known or (variable is not None and self.is_computed(variable)))
            case _:
                return True

    def sets(self, node: Node) -> Iterator[tuple[str, Origin]]:
        """The private variables that a tree sets, by key, each with the place."""
        for each in descendants(node):
            key = changed_root(each)
            variable = self.variables.get(key) if key is not None else None
            if key is not None and (variable is None or variable.space is AddressSpace.PRIVATE):
                yield key, each.at

    def uses(self, node: Node) -> Iterator[ex.NameRef]:
        """The names of variables that a tree says."""
        for each in descendants(node):
            if isinstance(each, ex.NameRef) and each.kind != "function":
                yield each


NUMBERS = frozenset({"get_global_id", "get_local_id"})
SIZES = frozenset({"get_global_size", "get_local_size"})
_OTHER_IDS = frozenset({"get_group_id", "get_num_groups", "get_global_offset"})
