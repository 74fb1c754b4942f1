"""Where a load stands: in which loops of which function."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.api import Facts, SourceFile, Span
from ppcl.api.tree import (
    AddressSpace,
    Assign,
    DoWhile,
    For,
    Function,
    Index,
    NameRef,
    Node,
    PointerType,
    Unary,
    While,
    children,
    descendants,
)

Loop = For | While | DoWhile
# A node, and all that it stands in: outermost first.
Path = tuple[Node, ...]
# What makes two loads the same: their text, and what its names mean.
Key = tuple[bytes, tuple[str, ...]]

_SPACES = (AddressSpace.GLOBAL, AddressSpace.CONSTANT)


@dataclass(frozen=True)
class Site:
    """A load in its innermost loop: the first one there with this text. `path` leads from the
    function's body to its Index; `kernels` are the keys of those that the function is."""

    function: Function
    load: Index
    path: Path
    text: str
    kernels: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its name, by which a decision calls it."""
        return f"{self.function.declaration.name}/{self.text}"

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops around it, outermost first."""
        return loops_of(self.path)

    @property
    def at(self) -> Span:
        """Its place."""
        return self.load.at.span


def loops_of(path: Path) -> tuple[Loop, ...]:
    """The loops on a path, outermost first."""
    return tuple(node for node in path if isinstance(node, Loop))


def paths(node: Node, above: Path = ()) -> Iterator[Path]:
    """The paths to a node and all below it, in the order of the text."""
    here = (*above, node)
    yield here
    for child in children(node):
        yield from paths(child, here)


def loads(node: Node) -> Iterator[tuple[Index, Path]]:
    """The loads `name[index]` of global or constant memory below a node, by a parameter's name."""
    for path in paths(node):
        load = path[-1]
        if isinstance(load, Index) and _of_memory(load) and _is_read(load, path):
            yield load, path


def key_of(load: Index, source: SourceFile) -> Key:
    """What another load must have to be the same."""
    names = (node for node in descendants(load) if isinstance(node, NameRef))
    return source.text(load.at.span), tuple(name.declaration.key for name in names)


def sites(facts: Facts) -> Iterator[Site]:
    """All loads in loops, each once for its innermost loop."""
    for function in _functions(facts):
        seen: set[tuple[Span, Key]] = set()
        kernels = tuple(k for k, m in facts.kernels.items() if m.function.at == function.at)
        for load, path in loads(function.body) if function.body is not None else ():
            loops = loops_of(path)
            source = facts.files.get(load.at.span.file)
            if not loops or source is None:
                continue
            found = loops[-1].at.span, key_of(load, source)
            if found not in seen:
                seen.add(found)
                yield Site(function, load, path, source.said(load.at.span), kernels)


def _functions(facts: Facts) -> tuple[Function, ...]:
    """The functions of all kernel files, each once, though several units may have it."""
    functions = (each for read in facts.kernel_units for each in read.unit.functions)
    return tuple({function.at.span: function for function in functions}.values())


def _of_memory(load: Index) -> bool:
    base = load.base
    if not isinstance(base, NameRef) or base.kind != "parameter":
        return False
    return isinstance(base.type, PointerType) and base.type.space in _SPACES


def _is_read(load: Index, path: Path) -> bool:
    """Whether its value is used: it is no target, and nobody takes its address."""
    match path[-2] if len(path) > 1 else None:
        case Assign(op="=", target=target):
            return target is not load
        case Unary(op="&"):
            return False
    return True
