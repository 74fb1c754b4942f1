"""What functions may do when their control flow is not followed: all that they call and name."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from ppcl.analysis.graph.cfg import BARRIERS
from ppcl.analysis.walk.cxx.classes import Classes
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
)
from ppcl.ir.unit import Function

# OpenCL's calls that change nothing that the walk tracks.
_HARMLESS = ("clRelease", "clRetain", "clGet", "clFinish", "clFlush", "clWait")
_RELEASING = ("free", *_HARMLESS)
# From how many nodes on, those of all that it may call among them, a function takes too long to
# walk: a decoder of images, say, or numbers of any length.
_MANY = 10_000


@dataclass(frozen=True)
class Touched:
    """What a set of functions may touch besides what they get: the keys of variables that they
    name, their first call of OpenCL's that matters, and whether they do more than release."""

    variables: frozenset[str]
    command: Origin | None
    acts: bool


@dataclass
class Reach:
    """The program's call graph, an edge for each call that may happen."""

    functions: Mapping[str, Function]
    classes: Classes
    initialisers: tuple[ex.Expression, ...]
    _called: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _taken: list[Function] | None = None
    _acting: dict[str, bool] = field(default_factory=dict)
    _touched: dict[str, Touched] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _bulky: dict[str, bool] = field(default_factory=dict)

    def closure(self, roots: Iterable[Function]) -> list[Function]:
        """The functions themselves and all that they may call, in a fixed order."""
        found = {f.declaration.key: f for f in roots}
        pending = list(found.values())
        while pending:
            for key in self._calls_of(pending.pop()):
                if key not in found and key in self.functions:
                    found[key] = self.functions[key]
                    pending.append(found[key])
        return list(found.values())

    def touched(self, roots: Iterable[Function]) -> Touched:
        """What functions and all that they may call touch."""
        each = [self._touched_by(function) for function in self.closure(roots)]
        names = frozenset(name for touched in each for name in touched.variables)
        command = next((touched.command for touched in each if touched.command is not None), None)
        return Touched(names, command, any(touched.acts for touched in each))

    def is_bulky(self, function: Function) -> bool:
        """Whether a function makes no call of OpenCL's that matters, and is too large to walk."""
        key = function.declaration.key
        if key not in self._bulky:
            parts = self.closure([function])
            is_large = sum(map(self._size, parts)) >= _MANY
            self._bulky[key] = is_large and all(self._touched_by(f).command is None for f in parts)
        return self._bulky[key]

    def _size(self, function: Function) -> int:
        key = function.declaration.key
        if key not in self._sizes:
            self._sizes[key] = len(function.nodes)
        return self._sizes[key]

    def _touched_by(self, function: Function) -> Touched:
        """What a function itself touches."""
        key = function.declaration.key
        if key not in self._touched:
            self._touched[key] = self._look(function)
        return self._touched[key]

    def _look(self, function: Function) -> Touched:
        names: set[str] = set()
        command: Origin | None = None
        acts = False
        own = _variables(function)
        for node in function.nodes:
            if isinstance(node, ex.NameRef) and node.kind != "function":
                names.add(node.declaration.key)
            if isinstance(node, ex.Call) and (_is_command(node) or self._is_hidden(node)):
                command, acts = command or node.at, True
            acts = acts or self._acts(node, own)
        return Touched(frozenset(names), command, acts)

    def launching(self) -> list[Function]:
        """The functions that may launch a kernel, themselves or in what they call."""
        return [f for f in self.functions.values() if any(map(_launches, self.closure([f])))]

    def called(self) -> frozenset[str]:
        """The keys of all functions that another one may call."""
        return frozenset(
            key
            for caller, function in self.functions.items()
            for key in self._calls_of(function)
            if key != caller
        )

    def taken(self, type_: Type | None) -> list[Function]:
        """The functions that a pointer of this type may point to: those whose address is taken,
        with as many parameters (a cast may change their types)."""
        if self._taken is None:
            self._taken = list(self._find_taken())
        signature = type_.pointee if isinstance(type_, PointerType) else type_
        if not isinstance(signature, FunctionType):
            return self._taken
        count = len(signature.parameters)
        return [f for f in self._taken if len(f.parameters) == count]

    def _find_taken(self) -> Iterator[Function]:
        others = (n for part in self.initialisers for n in descendants(part))
        nodes = chain(*(f.nodes for f in self.functions.values()), others)
        names = (n for n in nodes if isinstance(n, ex.NameRef) and n.kind == "function")
        for key in dict.fromkeys(name.declaration.key for name in names):
            if key in self.functions:
                yield self.functions[key]

    def _calls_of(self, function: Function) -> tuple[str, ...]:
        key = function.declaration.key
        if key not in self._called:
            found = (k for n in function.nodes for k in self._called_by(n))
            self._called[key] = tuple(dict.fromkeys(found))
        return self._called[key]

    def _called_by(self, node: Node) -> Iterator[str]:
        match node:
            case ex.Call(target=None, function=function):
                type_ = function.type if function is not None else None
                yield from (f.declaration.key for f in self.taken(type_))
            case ex.Call(target=target, dynamic=True) if target is not None:
                yield from (f.declaration.key for f in self.classes.overriders(target.key))
            case ex.Call(target=target) | ex.Construct(target=target) | ex.New(target=target):
                if target is not None:
                    yield target.key
            case ex.NameRef(kind="function", declaration=declaration):
                yield declaration.key
            case st.RangeFor(calls=calls):
                yield from (f.declaration.key for one in calls for f in self.behind(one))
            case ex.Delete(operand=operand):
                yield from self._destructors(operand.type)
            case st.Variable(type=type_):
                yield from self._destructors(type_)
        if isinstance(node, ex.Construct):
            yield from self._destructors(node.type)

    def behind(self, called: Declaration) -> list[Function]:
        """The program's functions that a call of a name may reach."""
        own = self.functions.get(called.key)
        return self.classes.overriders(called.key) or ([own] if own is not None else [])

    def _destructors(self, type_: Type) -> Iterator[str]:
        """The destructors that run where an object of this type, or one derived, ends."""
        return (f.declaration.key for f in self.destructors(type_))

    def destructors(self, type_: Type) -> list[Function]:
        """The destructors that may run where an object of this type, or one that it owns, ends."""
        found: list[Function] = []
        seen: set[str] = set()
        waiting = [type_]
        while waiting:
            owned = pointed_to(waiting.pop())
            if not isinstance(owned, RecordType) or owned.name in seen:
                continue
            seen.add(owned.name)
            if self.classes.is_destroyed(owned):
                waiting += owned.arguments
                for name in self.classes.derived_from(owned.name):
                    own = self.classes.destructor(name)
                    found += [own] if own is not None else []
                    waiting += self._parts(name)
        return found

    def _parts(self, name: str) -> Iterator[Type]:
        """What an object of a class consists of."""
        record = self.classes.records[name]
        yield from (field.type for field in record.own_fields)
        yield from (RecordType(base.name, None) for base in record.bases)

    def _is_hidden(self, call: ex.Call) -> bool:
        """Whether a virtual call may reach a method that was not read."""
        if not call.dynamic or call.target is None or call.receiver is None:
            return False
        type_ = call.receiver.type
        static = type_.name if isinstance(type_, RecordType) else ""
        return self.classes.any_hides(static, call.target.key, call.method)

    def acts(self, function: Function) -> bool:
        """Whether a function, with all that it may call, does more than release: reads data, too,
        whose order may decide what is released."""
        key = function.declaration.key
        if key not in self._acting:
            reads = any(map(_reads_data, self.closure([function])))
            self._acting[key] = reads or self.touched([function]).acts
        return self._acting[key]

    def _acts(self, node: Node, own: frozenset[str]) -> bool:
        """Whether a node of a function with its `own` variables does more than release."""
        if isinstance(node, ex.Call):
            defined = node.target is not None and node.target.key in self.functions
            return not defined and not (node.callee or "").startswith(_RELEASING)
        if isinstance(node, ex.Assign):
            return not _is_one_of(node.target, own)
        if isinstance(node, ex.Unary) and len(node.op) == 3:
            return not _is_one_of(node.operand, own)
        return isinstance(node, ex.OpaqueExpression | ex.Throw)


def pointed_to(type_: Type) -> Type:
    """What objects of a type, or those that they point to, are made of."""
    while isinstance(type_, PointerType | ReferenceType | ArrayType):
        match type_:
            case PointerType(pointee=inner) | ArrayType(element=inner):
                type_ = inner
            case ReferenceType(referent=inner):
                type_ = inner
    return type_


def _variables(function: Function) -> frozenset[str]:
    """The variables that are an activation's own, by their keys: what they hold dies with it."""
    nodes = descendants(function.body) if function.body is not None else ()
    inner = (n for n in nodes if isinstance(n, st.Variable) and n.storage == "auto")
    held = [(v.declaration.key, v.type) for v in inner]
    held += [(p.declaration.key, p.type) for p in function.parameters]
    return frozenset(key for key, type_ in held if not isinstance(type_, ReferenceType))


def _reads_data(function: Function) -> bool:
    """Whether a function loads numbers through pointers or from arrays."""
    nodes = descendants(function.body) if function.body is not None else ()
    return any(
        (isinstance(node, ex.Index) or (isinstance(node, ex.Unary) and node.op == "*"))
        and isinstance(node.type, IntType | FloatType)
        for node in nodes
    )


def _is_one_of(target: ex.Expression, variables: frozenset[str]) -> bool:
    return isinstance(target, ex.NameRef) and target.declaration.key in variables


def _is_command(node: ex.Call) -> bool:
    name = node.callee or ""
    if name in BARRIERS:
        return True
    return is_opencl(name) and not name.startswith(_HARMLESS)


def is_opencl(name: str) -> bool:
    """Whether a name is one of OpenCL's functions: no member of a class or namespace is."""
    return name.startswith("cl") and name[2:3].isupper() and "::" not in name


def _launches(function: Function) -> bool:
    nodes = descendants(function.body) if function.body is not None else ()
    return any(
        isinstance(node, ex.Call)
        and (node.callee or "") in ("clEnqueueNDRangeKernel", "clEnqueueTask")
        for node in nodes
    )
