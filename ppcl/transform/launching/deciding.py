"""The names of numbers that decide which kernel a launch is of, or whether it is come to.

A macro or enumerator may choose between handles, between texts of a program, or between launches.
What chooses is looked for backwards from the launches: through what variables are given, what
callers pass, and the conditions around all these.
"""

from collections.abc import Iterator, Sequence

from ppcl.analysis.names.hidden_numbers import HiddenNumbers
from ppcl.analysis.names.named_numbers import enumerator, macros_in
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.sites import LaunchSite, is_launching, kernel_argument

_OPENCL = "cl"


def deciding_names(tree: HostTree, sites: Sequence[LaunchSite]) -> frozenset[str]:
    """The names behind the kernels of some launches, and behind those launches that no run comes
    to."""
    backwards = _Backwards(tree)
    reached = [launch.place.span for launch in tree.facts.host.launches]
    for site in sites:
        backwards.value(kernel_argument(site.call))
    for node in tree.nodes:
        if is_launching(node) and not any(place.contains(node.at.span) for place in reached):
            backwards.unreached(node)
    return frozenset(backwards.names)


class _Backwards:
    """Follows values and conditions backwards through the host; `names` are those that it met."""

    def __init__(self, tree: HostTree) -> None:
        self.tree = tree
        self.names: set[str] = set()
        self.seen: set[str] = set()

    def value(self, node: Node | None) -> None:
        """What a value hangs on. What other functions than OpenCL's make of their arguments is
        theirs: the length of a buffer chooses no kernel."""
        if node is None:
            return
        self.names |= {name for name, _ in macros_in(node)}
        if node.at.macro is not None:
            self.names |= self.tree.facts.once(HiddenNumbers).behind(node.at.macro)
        match node:
            case ex.IntLiteral() if node.at.macro is None:
                name = enumerator(self.tree.source(node).said(node.at.span))
                self.names |= set() if name is None else {name}
            case ex.NameRef(kind="variable" | "parameter"):
                self._variable(node)
            case ex.Call(callee=callee) if not (callee or "").startswith(_OPENCL):
                return
        for child in children(node):
            self.value(child)

    def _variable(self, use: ex.NameRef) -> None:
        key = use.declaration.key
        if key in self.seen:
            return
        self.seen.add(key)
        for variable in self.tree.variables(key):
            self.names |= {variable.declaration.name} if variable.const else set()
            self.value(variable.init)
        for other in self.tree.uses(key):
            written = self._written(other)
            if written is not None:
                self.value(written)
                self.conditions(other)
        for passed in self._passed(use):
            self.value(passed)
            self.conditions(passed)

    def _written(self, use: ex.NameRef) -> ex.Expression | None:
        """What a use gives a variable, or an element of it."""
        target: Node = use
        parent = self.tree.parent(use)
        while isinstance(parent, ex.Index) and parent.base is target:
            target, parent = parent, self.tree.parent(parent)
        is_write = isinstance(parent, ex.Assign) and parent.target is target
        return parent.value if isinstance(parent, ex.Assign) and is_write else None

    def _passed(self, use: ex.NameRef) -> Iterator[ex.Expression]:
        """What callers give for a parameter."""
        for _, function in self.tree.functions_at(use.at.span):
            keys = [parameter.declaration.key for parameter in function.parameters]
            if use.declaration.key in keys:
                number, own = keys.index(use.declaration.key), function.declaration.key
                calls = (call for every in self.tree.calls.values() for call in every)
                for call in calls:
                    if call.target is not None and call.target.key == own:
                        yield from call.arguments[number : number + 1]

    def unreached(self, node: Node) -> None:
        """What it hangs on that control does not come to a node: any condition of its function,
        behind which a jump may be."""
        for _, function in self.tree.functions_at(node.at.span):
            for each in function.nodes:
                self._condition(each)

    def conditions(self, node: Node) -> None:
        """What the conditions around a node hang on."""
        for around in self.tree.upwards(node):
            self._condition(around)

    def _condition(self, node: Node) -> None:
        match node:
            case st.If(condition=asked) | ex.Conditional(condition=asked):
                self._asked(asked)
            case st.While(condition=asked) | st.DoWhile(condition=asked):
                self._asked(asked)
            case st.For(init=init, condition=asked):
                self._asked(init)
                self._asked(asked)
            case st.Switch(subject=asked) | st.Case(value=asked):
                self._asked(asked)
            case ex.Binary(op="&&" | "||", left=asked):
                self._asked(asked)

    def _asked(self, node: Node | None) -> None:
        """What a condition hangs on, and what the program's own functions in it give."""
        self.value(node)
        for call in descendants(node) if node is not None else ():
            target = call.target if isinstance(call, ex.Call) else None
            if target is not None and target.key not in self.seen:
                self.seen.add(target.key)
                for returned in self._returned(target.key):
                    self._asked(returned)

    def _returned(self, key: str) -> Iterator[ex.Expression]:
        functions = (f for unit in self.tree.facts.hosts for f in unit.functions)
        for function in functions:
            if function.declaration.key == key and function.body is not None:
                yield from (r.value for r in function.of(st.Return) if r.value is not None)
