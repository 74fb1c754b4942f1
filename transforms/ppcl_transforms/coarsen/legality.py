"""What stands against merging a kernel's work-items, beside the form of its statements."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, KernelModel, events_of
from ppcl.analysis.terms.expression import is_value
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import OpaqueType, Type, is_image
from ppcl.ir.unit import Function
from ppcl.rewrite.merging import GROUP_SIZES
from ppcl.transform.obstacles import Obstacle, rooted
from ppcl_transforms.coarsen.row import Row

# Attributes that say nothing of how many work-items there are, or what can be divided.
_HARMLESS = frozenset({"vec_type_hint", "kernel", *GROUP_SIZES})
# Functions that give nothing from memory that other work-items may write meanwhile.
_SILENT = frozenset({"barrier", "mem_fence", "read_mem_fence", "write_mem_fence", "prefetch"})
# What is done with images. A kernel cannot read one that it writes, by any argument (6.12.14).
_OF_IMAGES = frozenset(
    f"{what}_image{kind}" for what in ("read", "write") for kind in ("f", "i", "ui")
)
_ONE_WAY = ("__read_only ", "__write_only ")


def obstacles(facts: Facts, row: Row) -> Iterator[Obstacle]:
    """All that is known to stand against it."""
    kernel = row.kernel
    if not kernel.complete:
        yield Obstacle("PPC249", f"kernel '{kernel.name}' is not followed", kernel.function.at)
        yield from rooted(kernel.gaps)
    if not facts.host.complete:
        yield Obstacle("PPC249", "the host is not followed", kernel.function.at)
        yield from rooted(facts.host.gaps)
    for attribute in kernel.function.attributes:
        if attribute.name not in _HARMLESS:
            message = f"kernel '{kernel.name}' has the attribute '{attribute.name}'"
            yield Obstacle("PPC246", message, kernel.function.at)
    yield from _asked(facts)
    yield from _speaking(row)


def _asked(facts: Facts) -> Iterator[Obstacle]:
    for seen in facts.host.observations:
        if seen.kind == "kernel":
            yield Obstacle("PPC246", seen.what, seen.at)


def asking(facts: Facts) -> Iterator[Origin]:
    """Where the host asks how a kernel can be launched."""
    return (seen.at for seen in facts.host.observations if seen.kind == "device")


def _speaking(row: Row) -> Iterator[Obstacle]:
    """What makes a work-item wait for another one, or see when it runs."""
    for function in _functions(row):
        for node in function.nodes:
            if isinstance(node, ex.Call) and _speaks(node, row):
                message = f"'{node.callee}' may see the order of work-items"
                yield Obstacle("PPC245", message, node.at)
            if node.at.span in row.unit.volatile:
                yield Obstacle("PPC245", "a volatile access may wait for others", node.at)
    for at in _waiting(row.kernel):
        yield Obstacle("PPC245", "a loop may wait for what the launch itself writes", at)


def _functions(row: Row) -> list[Function]:
    return [row.function, *(f for f in row.functions.values() if not f.kernel)]


def _speaks(call: ex.Call, row: Row) -> bool:
    """Whether a call does more than to compute, or to change memory in no certain order."""
    name = call.callee or ""
    own = call.target is not None and call.target.key in row.functions
    if own or is_value(call) or name in _SILENT:
        return False
    if name.startswith(("atomic_", "atom_")):
        return not _is_unused(call, row)
    if name in _OF_IMAGES:
        return not _goes_one_way(call.arguments[0].type)
    return not name.startswith(("vload", "vstore"))


def _goes_one_way(image: Type) -> bool:
    """Whether a kernel only reads an image, or only writes it: it sees none of what it wrote."""
    one_way = isinstance(image, OpaqueType) and image.spelling.startswith(_ONE_WAY)
    return one_way and is_image(image)


def _is_unused(call: ex.Call, row: Row) -> bool:
    """Whether nobody asks for what an atomic gives."""
    return any(
        isinstance(node, st.Evaluate) and node.expression is call
        for function in _functions(row)
        for node in function.nodes
    )


def _waiting(kernel: KernelModel) -> Iterator[Origin]:
    """The loops whose end may hang on memory that the kernel itself writes."""
    written = {
        event.object
        for event in events_of(kernel.tree)
        if isinstance(event, AccessEvent) and event.kind == "store"
    }
    reads = {
        access.node.at.span: access.object for access in kernel.accesses if access.kind == "load"
    }
    for node in kernel.function.nodes:
        if isinstance(node, st.While | st.DoWhile | st.For):
            for test in _tests(node):
                spans = (each.at.span for each in descendants(test))
                if any(reads.get(span) in written for span in spans if span in reads):
                    yield node.at


def _tests(loop: st.While | st.DoWhile | st.For) -> Iterator[Node]:
    """What decides whether a loop goes on: its condition, and those of what leaves it."""
    if loop.condition is not None:
        yield loop.condition
    yield from _leaving(loop.body)


def _leaving(node: Node) -> Iterator[Node]:
    if isinstance(node, st.If) and any(
        isinstance(each, st.Break | st.Return) for each in descendants(node)
    ):
        yield node.condition
    for child in children(node):
        yield from _leaving(child)
