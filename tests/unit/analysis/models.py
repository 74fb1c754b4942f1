"""Small models of programs, built by hand for tests."""

from dataclasses import dataclass, field

from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    BarrierEvent,
    BranchNode,
    BufferModel,
    EscapeEvent,
    EventNode,
    HostModel,
    KernelModel,
    KernelParameter,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    ObjectKind,
    QueueModel,
    TransferEvent,
)
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import AddressSpace, FloatType, IntType, PointerType, VoidType
from ppcl.ir.unit import Function, Parameter
from ppcl.source import Span

FLOAT = FloatType("float", 32)
INT = IntType("int", 32, True)
SIZE = Polynomial.atom(Symbol("input", "size", 0))


def at(start: int, end: int | None = None, file: str = "host.c") -> Origin:
    """A place in a file."""
    return Origin(Span(file, start, start + 1 if end is None else end))


def function(name: str, start: int, end: int, *body: st.Statement) -> Function:
    """A function whose body covers the given bytes."""
    place = at(start, end)
    return Function(place, place, Declaration(name, name), VoidType(), (), st.Block(place, body))


def call(name: str, start: int) -> st.Evaluate:
    """A call of one of the program's functions, as a statement."""
    place = at(start)
    return st.Evaluate(place, ex.Call(place, VoidType(), name, Declaration(name, name), ()))


_QUEUE = MemoryObject(0, "queue", "queue", None, None, None)


@dataclass
class Host:
    """Makes events with growing orders and places; `tree` is what a test puts together."""

    order: int = 0
    objects: int = 0
    queue: MemoryObject = _QUEUE
    functions: dict[str, Function] = field(
        default_factory=lambda: {"main": function("main", 0, 100000)}
    )

    def next(self) -> int:
        self.order += 1
        return self.order

    def memory(self, name: str, kind: ObjectKind = "heap", unique: bool = True) -> MemoryObject:
        self.objects += 1
        return MemoryObject(self.objects, kind, name, SIZE, FLOAT, None, unique)

    def buffer(self, name: str, unique: bool = True) -> MemoryObject:
        return self.memory(name, "buffer", unique)

    def store(self, target: MemoryObject) -> AccessEvent:
        return self._access("store", target)

    def load(self, target: MemoryObject) -> AccessEvent:
        return self._access("load", target)

    def _access(self, kind, target: MemoryObject) -> AccessEvent:  # type: ignore[no-untyped-def]
        order = self.next()
        node = ex.NameRef(at(order), FLOAT, Declaration(target.name, target.name), "variable")
        return access(order, kind, target, node)

    def escape(self, target: MemoryObject, writes: bool = True) -> EscapeEvent:
        order = self.next()
        return EscapeEvent(order, target, "let go", at(order), True, writes)

    def transfer(self, kind, buffer, host=None, **changes) -> TransferEvent:  # type: ignore[no-untyped-def]
        order = self.next()
        values = {
            "buffers": (buffer,) if isinstance(buffer, MemoryObject) else buffer,
            "host": host,
            "host_offset": ZERO,
            "offset": ZERO,
            "size": SIZE,
            "blocking": True,
            "peer": None,
            "at": at(order),
            "call": f"clEnqueue{kind.title()}Buffer",
            "queue": self.queue,
        }
        return TransferEvent(order, kind, **{**values, **changes})

    def finish(self, queue: MemoryObject | None = None) -> TransferEvent:
        return self.transfer("sync", (), call="clFinish", queue=queue or self.queue)

    def launch(self, kernel: str, *arguments: ArgumentBinding, **changes) -> LaunchEvent:  # type: ignore[no-untyped-def]
        order = self.next()
        values = {
            "queue": self.queue,
            "global_choices": ((SIZE,),),
            "local_choices": (None,),
        }
        return LaunchEvent(
            order,
            kernel,
            None,
            1,
            (SIZE,),
            None,
            (ZERO,),
            arguments,
            at(order),
            (),
            (),
            **{**values, **changes},
        )

    def model(self, *tree: EventNode, buffers: tuple[BufferModel, ...] = ()) -> HostModel:
        queues = (QueueModel(self.queue, True, at(0)),)
        return HostModel(tree, buffers, (), (), self.functions, queues=queues)


def bind(index: int, *buffers: MemoryObject) -> ArgumentBinding:
    """A buffer argument."""
    return ArgumentBinding(index, "buffer", buffers)


def access(order: int, kind, target: MemoryObject, node: ex.Expression, type_=FLOAT) -> AccessEvent:  # type: ignore[no-untyped-def]
    """A load or store of the first element."""
    return AccessEvent(
        order, kind, target, ZERO, "exact", 4, type_, node, None, (), (), (), (), None, node
    )


def loop(*body: EventNode, name: str = "i") -> LoopNode:
    """A loop round events."""
    symbol = Symbol("iterator", name, 0)
    return LoopNode(LoopIterator(symbol, ZERO, ONE, 1, True), body, at(0))


def branch(then: tuple[EventNode, ...], otherwise: tuple[EventNode, ...] = ()) -> BranchNode:
    """A branch round events."""
    return BranchNode((), then, otherwise, at(0))


def barrier(order: int) -> BarrierEvent:
    """A barrier."""
    return BarrierEvent(order, at(order, file="k.cl"))


def kernel(name: str, *uses: str, tree: tuple[EventNode, ...] | None = None) -> KernelModel:
    """A kernel whose parameter i it loads from ("r" in `uses[i]`) and stores to ("w")."""
    parameters, events = [], []
    for index, use in enumerate(uses):
        declaration = Declaration(f"p{index}", f"{name}.p{index}")
        target = MemoryObject(index, "parameter", f"p{index}", None, FLOAT, None)
        pointer = PointerType(FLOAT, AddressSpace.GLOBAL)
        parameters.append(KernelParameter(index, f"p{index}", declaration, pointer, target, None))
        node = ex.NameRef(at(index, file="k.cl"), FLOAT, declaration, "parameter")
        kinds = {"r": "load", "w": "store"}
        events += [access(len(events), kinds[letter], target, node) for letter in use]
    place = at(0, 1000, "k.cl")
    formal = tuple(Parameter(place, p.declaration, p.type) for p in parameters)
    whole = Function(
        place, place, Declaration(name, name), VoidType(), formal, st.Block(place, ()), True
    )
    body = tuple(events) if tree is None else tree
    return KernelModel(name, whole, "k.cl", tuple(parameters), body)
