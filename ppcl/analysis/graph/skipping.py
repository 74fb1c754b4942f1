"""Which places of the host program control may pass by.

The tree of events shows loops and branches that hold events, but not what leaves them early: a
return, break or continue, or `a && call()`. An event that may be passed by does not end the life
of what was there before it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.unit import Function
from ppcl.source import Span


@dataclass(frozen=True)
class _Skip:
    """From byte `start` on, control may leave `region` for its end."""

    start: int
    region: Span


@dataclass
class Skipping:
    """Answers for one program. A return from the entry function ends it: nothing comes later."""

    functions: Mapping[str, Function]
    entry: str = "main"
    _skips: dict[str, tuple[_Skip, ...]] = field(default_factory=dict)
    _sites: dict[str, list[Origin]] = field(default_factory=dict)
    _unseen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for function in self.functions.values():
            if function.virtual or function.role == "destructor":
                self._unseen.add(function.declaration.key)
            for node in descendants(function.body) if function.body is not None else ():
                if isinstance(node, ex.NameRef) and node.kind == "function":
                    self._unseen.add(node.declaration.key)
                elif isinstance(node, ex.Call | ex.Construct | ex.New) and node.target is not None:
                    self._sites.setdefault(node.target.key, []).append(node.at)

    def may_skip(self, at: Origin) -> bool:
        """Whether control may come past a place, or a call that leads to it, without being there.

        Branches and loops that the event tree shows are not counted.
        """
        return self._may_skip(at.span, frozenset())

    def _may_skip(self, span: Span, inside: frozenset[str]) -> bool:
        function = self._owner(span)
        if function is None or function.declaration.key in inside:
            return True
        key = function.declaration.key
        if any(skip.start < span.start and skip.region.contains(span) for skip in self._of(key)):
            return True
        if key in self._unseen:
            return True  # called through a pointer or a table, or where a scope ends
        callers = self._sites.get(key, [])
        return any(self._may_skip(site.span, inside | {key}) for site in callers)

    def _owner(self, span: Span) -> Function | None:
        found = (f for f in self.functions.values() if f.body and f.body.at.span.contains(span))
        return next(found, None)

    def _of(self, key: str) -> tuple[_Skip, ...]:
        if key not in self._skips:
            function = self.functions[key]
            assert function.body is not None
            whole = function.body.at.span
            ends_all = function.declaration.name == self.entry
            around = _Around(None if ends_all else whole, whole, whole, whole)
            self._skips[key] = tuple(_skips(function.body, around))
        return self._skips[key]


@dataclass(frozen=True)
class _Around:
    """What return, break, continue and other jumps leave; None for what nothing comes after."""

    on_return: Span | None
    on_break: Span
    on_continue: Span
    function: Span


def _skips(node: Node, around: _Around) -> Iterator[_Skip]:
    match node:
        case st.Return():
            if around.on_return is not None:
                yield _Skip(node.at.span.start, around.on_return)
        case st.Break():
            yield _Skip(node.at.span.start, around.on_break)
        case st.Continue():
            yield _Skip(node.at.span.start, around.on_continue)
        case st.OpaqueStatement():
            yield _Skip(around.function.start - 1, around.function)
        case st.Goto():
            yield _Skip(node.at.span.start, around.function)
        case st.Try():
            yield _Skip(node.at.span.start - 1, node.at.span)
        case st.Switch():
            yield _Skip(node.at.span.start, node.body.at.span)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            yield from _unevaluated(node)
    inner = _inside(node, around)
    for child in children(node):
        yield from _skips(child, inner)


def _inside(node: Node, around: _Around) -> _Around:
    span = node.at.span
    if isinstance(node, st.For | st.While | st.DoWhile | st.RangeFor):
        return _Around(around.on_return, span, span, around.function)
    if isinstance(node, st.Switch):
        return _Around(around.on_return, span, around.on_continue, around.function)
    return around


def _unevaluated(node: ex.Conditional | ex.Binary) -> Iterator[_Skip]:
    first, *others = children(node)
    for operand in others:
        yield _Skip(first.at.span.start - 1, operand.at.span)
