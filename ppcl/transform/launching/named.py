"""The names of numbers that sizes are made of, as the host's text says them.

A macro, an enumerator or a constant may have another value in the next build. Which of them a size
hangs on is told by what writes it: what its text names, and what the variables in it are given.
"""

from collections.abc import Iterable, Iterator, Sequence

from ppcl.analysis.names.hidden_numbers import HiddenNumbers
from ppcl.analysis.names.named_numbers import enumerator, macros_in
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import FloatType, IntType, ReferenceType, Type
from ppcl.transform.launching.deciding import deciding_names
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.sites import LAUNCHING, Held, LaunchSite, Listed

# What says whether, and how often, something in it is done.
_CHOOSING = (st.If, st.Switch, st.For, st.While, st.DoWhile, st.RangeFor, ex.Conditional)


class _NotTold(Exception):
    """That something in a size is not told by the text around it."""


def names_behind(tree: HostTree, sites: Sequence[LaunchSite]) -> frozenset[str] | None:
    """The names on which it hangs that the sizes at some launches can be divided: those of the
    local sizes, or of both where the runtime chooses the local one. None where that is not told.
    """
    try:
        return frozenset(_Names(tree).of_sites(sites)) | deciding_names(tree, sites)
    except _NotTold:
        return None


class _Names:
    def __init__(self, tree: HostTree) -> None:
        self.tree = tree
        self.seen: set[str] = set()

    def of_sites(self, sites: Sequence[LaunchSite]) -> Iterator[str]:
        for site in sites:
            known = (site.local_size,) if site.local_size is not None else site.arguments
            for argument in known:
                match argument.sizes:
                    case Listed(elements=elements):
                        yield from self._of_all(each for each in elements if each is not None)
                    case Held(use=use):
                        yield from self._of_variable(use)
                    case _:
                        raise _NotTold

    def _of_all(self, nodes: Iterable[ex.Expression]) -> Iterator[str]:
        for node in nodes:
            yield from self._of(node)

    def _of(self, expression: ex.Expression) -> Iterator[str]:
        """The names in an expression, and those behind its variables."""
        yield from (name for name, _ in macros_in(expression))
        hidden = self.tree.facts.once(HiddenNumbers)
        for node in descendants(expression):
            yield from hidden.behind(node.at.macro) if node.at.macro is not None else ()
            match node:
                case ex.IntLiteral() if node.at.macro is None:
                    name = enumerator(self.tree.source(node).said(node.at.span))
                    yield from () if name is None else (name,)
                case ex.NameRef(kind="variable"):
                    yield from self._of_variable(node)
                case ex.NameRef(kind="function") | ex.Cast() | ex.Binary() | ex.Unary():
                    pass
                case ex.FloatLiteral() | ex.Index() | ex.InitList() | ex.Conditional():
                    pass
                case ex.Call(target=target) if not self._is_own(target):
                    pass
                case ex.IntLiteral():
                    pass
                case _:
                    raise _NotTold

    def _is_own(self, target: object) -> bool:
        functions = (f for unit in self.tree.facts.hosts for f in unit.functions if f.body)
        return target is None or any(f.declaration == target for f in functions)

    def _of_variable(self, use: ex.NameRef) -> Iterator[str]:
        key = use.declaration.key
        if key in self.seen:
            return
        self.seen.add(key)
        variables = self.tree.variables(key)
        if not variables or use.kind != "variable":
            raise _NotTold
        yield from (v.declaration.name for v in variables if v.const)
        yield from self._of_all(v.init for v in variables if v.init is not None)
        for other in self.tree.uses(key):
            yield from self._of_write(other)

    def _of_write(self, use: ex.NameRef) -> Iterator[str]:
        """What a use of a variable gives it."""
        target: Node = use
        parent = self.tree.parent(use)
        while isinstance(parent, ex.Index) and parent.base is target:
            target, parent = parent, self.tree.parent(parent)
        match parent:
            case ex.Assign(target=found, value=value) if found is target:
                self._only_run(parent)
                yield from self._of(value)
            case ex.Unary(op="++x" | "x++" | "--x" | "x--"):
                self._only_run(parent)
            case ex.Unary(op="&"):
                self._only_launched(self.tree.parent(parent))
            case ex.Call() | ex.Construct():
                self._only_launched(parent)
            case st.Variable(init=init, type=type_) if init is target:
                if target is use or isinstance(type_, ReferenceType):
                    raise _NotTold
            case _ if not isinstance(target, ex.NameRef | ex.Index) or not _is_number(target.type):
                raise _NotTold

    def _only_run(self, node: Node) -> None:
        """Refuse what is done on a condition, or several times: names there may decide on it."""
        if any(isinstance(around, _CHOOSING) for around in self.tree.upwards(node)):
            raise _NotTold
        if any(function.of(st.Goto) for _, function in self.tree.functions_at(node.at.span)):
            raise _NotTold

    def _only_launched(self, call: Node | None) -> None:
        """Refuse what else may write a variable by its address."""
        launches = isinstance(call, ex.Call) and call.method in LAUNCHING
        if not launches and not isinstance(call, ex.Construct):
            raise _NotTold


def _is_number(type_: Type) -> bool:
    return isinstance(type_, IntType | FloatType)
