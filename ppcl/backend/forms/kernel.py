"""A kernel as a C function that runs all work-items of a work-group (pocl, 4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from ppcl.analysis.workgroup.contexts import contexts
from ppcl.analysis.workgroup.regions import NotProved, Parts
from ppcl.analysis.workgroup.uniformity import Uniformity, changed_or_addressed, uniformity
from ppcl.analysis.workgroup.work_items import LocalSize
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import Names, names_written
from ppcl.backend.c.printer import names_in
from ppcl.backend.forms import continuation, signature
from ppcl.backend.forms.group import GroupForm, leave
from ppcl.backend.forms.memory import Memory, memory_of
from ppcl.backend.forms.rows import SHORTEST, WIDTH
from ppcl.backend.forms.strips import MOST, Plain, Strips, is_wide, widened
from ppcl.backend.forms.worth import far_apart
from ppcl.backend.lowering.expressions import Expressions
from ppcl.backend.lowering.library import Library
from ppcl.backend.lowering.statements import Statements
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.types import AddressSpace, ArrayType, IntType, PointerType, Type, VoidType, is_image
from ppcl.ir.unit import Function, Record

GIVEN = "#given"
_INT = IntType("int", 32, True)


@dataclass(frozen=True)
class Surroundings:
    """What the kernels of one program share. `names` are of its constants and functions,
    `constants` the keys of the former; `needs_item` and `with_barriers` are the functions that ask
    for their work-item, and that may come to a barrier; `suffix` keeps it apart from other
    programs; `check` refuses kernels that no valid program has; `local_sizes` is as for
    `compile_unit`."""

    names: Names
    types: CTypes
    library: Library
    functions: Mapping[str, Function]
    needs_item: frozenset[str]
    with_barriers: frozenset[str]
    records: Mapping[str, Record]
    constants: frozenset[str]
    place: Callable[[Origin], str]
    suffix: str
    check: Callable[[Function], None]
    local_sizes: Callable[[Function], tuple[LocalSize, ...]]

    def statements(self, names: Names) -> Statements:
        """Lowers statements with some variables placed."""
        given = (self.types, self.library, self.functions, self.needs_item, self.records)
        return Statements(Expressions(names, *given, self._inner), self.place)

    def _inner(self, lower: Expressions, nodes: Sequence[st.Statement]) -> list[Tree]:
        return Statements(lower, self.place).all(nodes)

    def own_names(self) -> Names:
        """Names for one kernel."""
        spelled = dict(self.names.spelled)
        return Names(dict(self.names.places), spelled, taken=set(spelled.values()))


@dataclass(frozen=True)
class CompiledKernel:
    """A kernel's C. `definitions` end with the function `name`_group, which has the arguments of
    ppcl_group_function and the sizes of a group and of a pack. `item_bytes` is a C expression.
    `problem` says why its barriers have states; `pack` is the macro for the most work-items that
    run a loop together, `row` the shortest row of one that has vectors, and `is_wide` whether
    these may be of numbers of 64 bits. `sizes` are the local sizes that there are functions for,
    beside one for any. `any_size`: the runtime may choose the local size, and should choose square
    groups where `in_tiles`; `turned`: the dimension that is exchanged with 0, in `sizes` too.
    `plain` are the regions that have no vectors."""

    function: Function
    name: str
    definitions: tuple[Tree, ...]
    memory: Memory
    item_bytes: str
    problem: NotProved | None = None
    pack: str = MOST
    row: int | None = None
    is_wide: bool = False
    sizes: tuple[LocalSize, ...] = ()
    any_size: bool = False
    in_tiles: bool = False
    turned: int = 0
    plain: tuple[Plain, ...] = ()


@dataclass(frozen=True)
class KernelForm:
    """A kernel with one of its bodies, to be printed. `any_size`: it computes the same in groups of
    any local size; `turned`: the dimension that is exchanged with 0 in the body."""

    function: Function
    body: st.Block
    around: Surroundings
    any_size: bool = False
    turned: int = 0

    @property
    def whole_function(self) -> Function:
        """The kernel with this body."""
        return replace(self.function, body=self.body)

    @property
    def sizes(self) -> tuple[LocalSize, ...]:
        """The local sizes that the C has functions of their own for: none where the runtime
        chooses them."""
        if self.any_size:
            return ()
        sizes = self.around.local_sizes(self.function)
        return tuple(_exchanged(size, self.turned) for size in sizes)

    def along_rows(self, body: st.Block) -> Uniformity:
        """What is known of rows in one of the kernel's bodies."""
        function, around = replace(self.function, body=body), self.around
        return uniformity(function, around.functions, around.constants, dimension=0)

    @property
    def name(self) -> str:
        """The kernel's name in C."""
        return f"{self.function.declaration.name}{self.around.suffix}"

    @property
    def local(self) -> list[st.Variable]:
        """The variables in local memory."""
        nodes = (n for n in descendants(self.body) if isinstance(n, st.Variable))
        return [n for n in nodes if n.space is AddressSpace.LOCAL]

    def in_regions(self, parts: Parts, known: Uniformity) -> CompiledKernel:
        """The form with loops over the work-items."""
        names, kept = self.names(), contexts(parts, known)
        for variable in (*kept.counters, *kept.constants, *kept.of_items):
            key = variable.declaration.key
            names.spelled[key] = names.unique(variable.declaration.name)
        names.tell_apart(self.body, set(names.taken))
        of_items = replace(names, places=dict(names.places))
        of_group = replace(names, places=dict(names.places))
        for variable in kept.of_items:
            _place_item(variable, names, of_items, ctree.name("item"))
            _place_item(variable, names, of_group, ctree.number(0))
        for target in (of_items, of_group):
            for variable in kept.counters:
                _place_name(variable, names, target)
        memory = memory_of(self.local, kept.of_items)
        before = frozenset(v.declaration.key for v in kept.constants)
        lower = self.around.statements(of_items)
        items = replace(lower, leave=leave, declared_before=before)
        group = self.around.statements(of_group)
        arrays = tuple((v.declaration.key, names.spelled[v.declaration.key]) for v in kept.of_items)
        row, shortest = self.along_rows(self.body), min((x for x, _, _ in self.sizes), default=None)
        strips = Strips(items, group, row, arrays, shortest is None or shortest >= SHORTEST)
        body = GroupForm(items, group, kept, strips.loops).lower(parts)
        pack = widened(body)
        length = shortest if WIDTH in names_in(body) else None
        counters = [self._declared(names, v) for v in kept.counters]
        contexts_ = [
            self._context(names, slot.variable, slot.offset, memory) for slot in memory.items
        ]
        first = [*self._local(names, memory), *contexts_, *counters]
        whole = self.whole(names, first, body)
        size = str(memory.item_bytes)
        made = self._compiled((whole,), memory, size)
        plain = tuple(dict.fromkeys(strips.plain))
        in_tiles = self.any_size and bool(far_apart(self.body, row))
        made = replace(made, pack=pack, row=length, is_wide=is_wide(body), plain=plain)
        return replace(made, in_tiles=in_tiles)

    def _compiled(self, trees: tuple[Tree, ...], memory: Memory, item_bytes: str) -> CompiledKernel:
        """The form, whose launches `turned` and `sizes` are of."""
        made = CompiledKernel(self.function, self.name, trees, memory, item_bytes)
        return replace(made, sizes=self.sizes, any_size=self.any_size, turned=self.turned)

    def names(self) -> Names:
        """The kernel's parameters and local variables, named."""
        names = self.around.own_names()
        names.written |= names_written(self.body)
        changed = changed_or_addressed(self.body)
        for parameter in self.function.parameters:
            declaration = parameter.declaration
            own = declaration.key in changed
            key = declaration.key + (GIVEN if own else "")
            wanted = f"given_{declaration.name}" if own else declaration.name
            names.spelled[key] = names.unique(wanted)
        for variable in self.local:
            key = variable.declaration.key
            name = names.spelled[key] = names.unique(variable.declaration.name)
            if not isinstance(variable.type, ArrayType):
                names.places[key] = _dereferenced(name)
        return names

    def with_states(self) -> CompiledKernel:
        """The form with a state for each barrier."""
        names = self.names()
        states = continuation.States()
        fields = continuation.place_fields(continuation.private_variables(self.body), names)
        lower, place = self.around.statements(names), self.around.place
        steps = replace(lower, leave=states.leave, wait=lambda node: states.wait(place(node.at)))
        tag = f"{self.name}_item"
        step = self._step(names, [*steps.all(self.body.body), *states.leave()], states, tag)
        memory = memory_of(self.local, ())
        start = _in_memory(memory.group_bytes)
        array = continuation.array(tag, start)
        group = self.whole(names, [array], continuation.run_all(f"{self.name}_step"))
        structure = continuation.structure(tag, fields, self.around.types)
        size = f"sizeof(struct {tag})"
        return self._compiled((structure, step, group), memory, size)

    def _step(self, names: Names, body: list[Tree], states: continuation.States, tag: str) -> Tree:
        """The function that runs one work-item to its next barrier."""
        before = list(self._local(names, memory_of(self.local, ())))
        used = names_in([*before, *body])
        before = [*signature.work_item_names(used, False), *self._arguments(names, used), *before]
        text = f"struct {tag} *self, {signature.GROUP}, {signature.SIZES}, {signature.LOCAL_IDS}"
        void = [*signature.unused(names_in([*before, *body]), signature.OF_STEP), *before]
        result = self.around.types.typename(_INT)
        inner = [*void, states.resume(), *body]
        return signature.function(f"{self.name}_step", result, signature.parameters(text), inner)

    def whole(self, names: Names, before: Sequence[Tree], body: Sequence[Tree]) -> Tree:
        """The group's function, with declarations of what its body uses."""
        used = names_in([*before, *body])
        first = [*self._arguments(names, used), *before]
        first = [*signature.work_item_names(used, False), *_items(used), *first]
        used |= names_in(first)
        taken = signature.parameters(f"{signature.GROUP}, {signature.SIZES}, {signature.PACK}")
        void = self.around.types.typename(VoidType())
        inner = [*signature.unused(used, signature.OF_GROUP), *first, *body]
        of_rows = WIDTH in names_in(body)
        return signature.function(f"{self.name}_group", void, taken, inner, of_rows)

    def _arguments(self, names: Names, used: set[str]) -> Iterator[Tree]:
        """`float *f = (float *) arguments[0];`, `const int N = *(const int *) arguments[3];`."""
        changed = changed_or_addressed(self.body)
        for index, parameter in enumerate(self.function.parameters):
            key = parameter.declaration.key
            name = names.spelled[key + GIVEN if key in changed else key]
            if name in used:
                given = ctree.element(ctree.name("arguments"), ctree.number(index))
                yield self._argument(name, parameter.type, given)

    def _argument(self, name: str, type_: Type, given: Tree) -> Tree:
        types = self.around.types
        if isinstance(type_, PointerType) or is_image(type_):
            return types.declare(name, type_, types.cast(type_, given), const=True)
        where = types.cast(PointerType(type_, const=True), given)
        return types.declare(name, type_, ctree.unary("*", where), const=True)

    def _local(self, names: Names, memory: Memory) -> Iterator[Tree]:
        for slot in memory.local:
            type_ = slot.variable.type
            pointee = type_.element if isinstance(type_, ArrayType) else type_
            where = _in_memory(slot.offset)
            name = names.spelled[slot.variable.declaration.key]
            yield self._pointer(name, pointee, where)

    def _context(self, names: Names, variable: st.Variable, offset: int, memory: Memory) -> Tree:
        start = _in_memory(memory.group_bytes)
        if offset:
            items = ctree.binary("*", ctree.number(offset), ctree.name("items"))
            start = ctree.binary("+", start, items)
        return self._pointer(names.spelled[variable.declaration.key], variable.type, start)

    def _pointer(self, name: str, pointee: Type, where: Tree) -> Tree:
        pointer = PointerType(pointee)
        value = self.around.types.cast(pointer, where)
        return self.around.types.declare(name, pointer, value, const=True)

    def _declared(self, names: Names, variable: st.Variable) -> Tree:
        name = names.spelled[variable.declaration.key]
        return self.around.types.declare(name, variable.type)


def _exchanged(size: LocalSize, other: int) -> LocalSize:
    x, y, z = size
    return {0: (x, y, z), 1: (y, x, z), 2: (z, y, x)}[other]


def _place_item(variable: st.Variable, names: Names, target: Names, index: Tree) -> None:
    array = ctree.name(names.spelled[variable.declaration.key])
    target.places[variable.declaration.key] = lambda: ctree.element(array, index)


def _place_name(variable: st.Variable, names: Names, target: Names) -> None:
    name = names.spelled[variable.declaration.key]
    target.places[variable.declaration.key] = lambda: ctree.name(name)


def _in_memory(offset: int) -> Tree:
    """Where something lies in a group's memory."""
    memory = ctree.name("memory")
    return ctree.binary("+", memory, ctree.number(offset)) if offset else memory


def _dereferenced(name: str) -> Callable[[], Tree]:
    return lambda: ctree.unary("*", ctree.name(name))


def _items(used: set[str]) -> Iterator[Tree]:
    """`const size_t items = (size_t) size_x * size_y * size_z;`."""
    if "items" in used:
        sizes = [ctree.name(f"size_{axis}") for axis in "xyz"]
        product = ctree.cast("size_t", sizes[0])
        for size in sizes[1:]:
            product = ctree.binary("*", product, size)
        type_ = c_ast.TypeDecl("items", ["const"], None, c_ast.IdentifierType(["size_t"]))
        yield c_ast.Decl("items", ["const"], [], [], [], type_, product, None)
