"""The functions of our own that a program's kernels use: OpenCL's builtins, and its operators where
C has none (`ppcl.backend.builtins.operators` says which is which)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ppcl.backend.builtins import Builtin, by_name, definition, operation
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree, scalar_name
from ppcl.backend.refuse import NotCompiled
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, Type, VectorType


@dataclass
class Library:
    """Collects what is used, in the order of first use."""

    used: dict[str, Builtin] = field(default_factory=dict)

    def call(self, name: str, node: ex.Call, arguments: Sequence[Tree]) -> Tree:
        """A call of a builtin function. Raises NotCompiled where the C backend has none."""
        types = tuple(_passed(argument.type) for argument in node.arguments)
        found = definition(name, types, node.type)
        return self._use(found, arguments, f"'{name}' for these types", node.at)

    def operator(self, op: str, types: tuple[Type, ...], result: Type, *parts: Tree) -> Tree:
        """`op part`, or `part op part`, as a function."""
        found = operation(op, types, result)
        return self._use(found, parts, f"'{op}' for these types", None)

    def named(self, name: str, *arguments: Tree, at: Origin | None = None) -> Tree:
        """A call of a function by its C name."""
        return self._use(by_name(name), arguments, name, at)

    def splat(self, type_: VectorType, value: Tree) -> Tree:
        """A vector of one value."""
        return self.named(f"ppcl_splat_{scalar_name(type_)}_{scalar_name(type_.element)}", value)

    def lanes(self, source: Type, components: str, vector: Tree) -> Tree:
        """Some lanes of a vector, as a vector."""
        return self.named(f"ppcl_get_{components}_{scalar_name(source)}", vector)

    def set_lanes(self, target: Type, components: str, value: Type, *parts: Tree) -> Tree:
        """Gives some lanes of a vector, the first of `parts`, new values, the second."""
        vector, given = parts
        name = f"ppcl_set_{components}_p{scalar_name(target)}_{scalar_name(value)}"
        return self.named(name, ctree.unary("&", vector), given)

    def join(self, type_: VectorType, types: Sequence[Type], parts: Sequence[Tree]) -> Tree:
        """A vector of the lanes of its parts."""
        spelled = "_".join(scalar_name(each) for each in types)
        return self.named(f"ppcl_vector_{scalar_name(type_)}_{spelled}", *parts)

    def _use(
        self, found: Builtin | None, arguments: Sequence[Tree], what: str, at: Origin | None
    ) -> Tree:
        if found is None and at is not None:
            raise NotCompiled(f"{what}: not supported", at)
        if found is None:
            raise LookupError(what)
        self.used[found.name] = found
        return ctree.call(found.name, *arguments)


def _passed(type_: Type) -> Type:
    """The type of an argument. An array is its address; work-groups copy those in local memory."""
    if isinstance(type_, ArrayType):
        return PointerType(type_.element, AddressSpace.LOCAL)
    return type_
