"""Loops that launch, of which each round sets other arguments, or makes a kernel of another name:
how many, and which, is looked up by the round's number. A walk of all rounds at once knows none of
them.

That they set other values, or launch another kernel, is no such reason: each is one of several.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.std.containers import is_library
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import ArrayType
from ppcl.ir.unit import Function

Names = frozenset[str]
_SETTING, _LAUNCHING, _NAMING = "clSetKernelArg", "clEnqueue", "clCreateKernel"
_THIS = "this"
_Loop = st.For | st.While | st.DoWhile | st.RangeFor


def rounds_differ(walk: Walk, body: st.Statement, by: Names) -> bool:
    """Whether the variables `by`, others in each round, say which arguments a round sets, or which
    kernel it makes."""
    key = ("rounds differ", id(body), by)
    return walk.synthetic(key, lambda: _Search(walk).differs(body, by))


def names_in(nodes: Iterable[Node | None]) -> Names:
    """The variables that nodes name, by their keys."""
    found = (part for node in nodes if node is not None for part in descendants(node))
    return frozenset(
        _THIS if isinstance(part, ex.This) else part.declaration.key
        for part in found
        if isinstance(part, ex.NameRef | ex.This)
    )


@dataclass
class _Search:
    walk: Walk
    seen: set[tuple[str, Names]] = field(default_factory=set)

    def differs(self, body: st.Statement, by: Names) -> bool:
        by = _with_made(body, by)
        return any(self._is_reason(node, by) for node in descendants(body))

    def _is_reason(self, node: Node, by: Names) -> bool:
        if isinstance(node, _Loop):
            return bool(names_in(_head(node)) & by) and self._sets_in_turn(node)
        if not isinstance(node, ex.Call | ex.Construct):
            return False
        if isinstance(node, ex.Call) and node.callee in (_SETTING, _NAMING):
            return bool(names_in(node.arguments[1:2]) & by)
        function = self._own(node)
        return function is not None and self._differs_in(function, node, by)

    def _own(self, call: ex.Call | ex.Construct) -> Function | None:
        return self.walk.program.functions.get(call.target.key) if call.target is not None else None

    def _differs_in(self, function: Function, call: ex.Call | ex.Construct, by: Names) -> bool:
        """The same of a function that is called with what is another one in each round."""
        pairs = zip(function.parameters, call.arguments, strict=False)
        given = {p.declaration.key for p, argument in pairs if names_in([argument]) & by}
        if (
            isinstance(call, ex.Call)
            and call.receiver is not None
            and names_in([call.receiver]) & by
        ):
            given.add(_THIS)
        key = (function.declaration.key, frozenset(given))
        if not given or key in self.seen or function.body is None:
            return False
        self.seen.add(key)
        return self.differs(function.body, key[1])

    def _sets_in_turn(self, loop: _Loop) -> bool:
        """Whether a loop launches nothing, and sets arguments by a number that it counts."""
        calls = [node for node in descendants(loop.body) if isinstance(node, ex.Call)]
        names = [name for call in calls for name in self._opencl(call)]
        if any(name.startswith(_LAUNCHING) for name in names):
            return False
        changed = _changed(loop)
        return any(names_in(self._index(call)) & changed for call in calls)

    def _index(self, call: ex.Call) -> tuple[ex.Expression, ...]:
        """What says which argument a call sets: of a function of the program's, any operand may."""
        if call.callee == _SETTING:
            return call.arguments[1:2]
        return call.arguments if _SETTING in self._opencl(call) else ()

    def _opencl(self, call: ex.Call) -> list[str]:
        """The functions of OpenCL's that a call reaches."""
        own = self._own(call)
        if own is None:
            return [call.callee or ""]
        bodies = (f.body for f in self.walk.program.reach.closure([own]) if f.body is not None)
        calls = (node for body in bodies for node in descendants(body))
        return [node.callee or "" for node in calls if isinstance(node, ex.Call)]


def _head(loop: _Loop) -> list[Node | None]:
    """What says how often a loop runs; an array has one length in all rounds."""
    if not isinstance(loop, st.RangeFor):
        return [loop.condition]
    fixed = isinstance(loop.range.type, ArrayType) or is_library(loop.range.type, "array")
    return [] if fixed else [loop.range]


def _with_made(body: st.Statement, by: Names) -> Names:
    """The names, with those of variables that are made of them."""
    found = set(by)
    made = list(_made(body))
    before = 0
    while before != len(found):
        before = len(found)
        found |= {key for key, value in made if names_in([value]) & found}
    return frozenset(found)


def _made(body: st.Statement) -> Iterator[tuple[str, ex.Expression]]:
    for node in descendants(body):
        if isinstance(node, st.Variable) and node.init is not None:
            yield node.declaration.key, node.init
        elif isinstance(node, ex.Assign) and isinstance(node.target, ex.NameRef):
            yield node.target.declaration.key, node.value


def _changed(loop: _Loop) -> Names:
    """The variables that a loop's own text changes, or makes."""
    nodes = list(descendants(loop))
    stepped = [n.operand for n in nodes if isinstance(n, ex.Unary) and n.op in ex.STEPS]
    assigned = [n.target for n in nodes if isinstance(n, ex.Assign)]
    made = frozenset(n.declaration.key for n in nodes if isinstance(n, st.Variable))
    return names_in([*stepped, *assigned]) | made
