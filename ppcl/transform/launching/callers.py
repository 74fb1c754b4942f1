"""Launches in functions that launch several kernels: sizes are those that a caller gives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.model import LaunchEvent
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function
from ppcl.transform.launching.held import values_of, writes_of
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.old_sizes import OldSizes
from ppcl.transform.launching.quotient import without_implicit
from ppcl.transform.launching.sites import (
    Computed,
    Held,
    LaunchSite,
    Listed,
    SizeArgument,
    launch_places,
    site_at,
    size_argument,
)

_PERHAPS_NULL = "a size may be NULL here"
_SHARED = "other kernels are launched here too, by what decides the sizes"


def sites_of(
    tree: HostTree, kernels: frozenset[str], dimension: int
) -> tuple[LaunchSite, ...] | OldSizes:
    """The calls that decide the sizes of all launches of some kernels along a dimension, and of
    none else: those of OpenCL, or of functions that pass sizes on to it."""
    launches = tree.facts.host.launches
    own = [each for each in launches if each.kernel in kernels]
    found: list[LaunchSite] = []
    for place in launch_places(own):
        site = site_at(tree, place, [each for each in own if each.place == place])
        if site is None:
            return OldSizes("the call that launches it is of no form that is known", place)
        others = [each for each in launches if each.place == place and each.kernel not in kernels]
        raised = _raised(tree, site, others, dimension)
        if isinstance(raised, OldSizes):
            return raised
        found += raised
    return tuple(found)


def _raised(
    tree: HostTree, site: LaunchSite, others: Sequence[LaunchEvent], dimension: int
) -> list[LaunchSite] | OldSizes:
    """The site, if no other kernels are launched there, and its local size is NULL always or never;
    else its callers that give its sizes."""
    chosen = {launch.local_is_null for launch in site.launches}
    if not others and len(chosen) == 1:
        return [replace(site, local_size=None) if chosen == {True} else site]
    found: list[LaunchSite] = []
    for place in dict.fromkeys(_caller(each, site.depth) for each in site.launches):
        launches = tuple(e for e in site.launches if _caller(e, site.depth) == place)
        raised = _passed(tree, site, place, launches, dimension) if place is not None else None
        if raised is None:
            return OldSizes(_SHARED if others else _PERHAPS_NULL, site.call.at)
        rest = [each for each in others if _caller(each, site.depth) == place]
        further = _raised(tree, raised, rest, dimension)
        if isinstance(further, OldSizes):
            return further
        found += further
    return found


def _caller(launch: LaunchEvent, depth: int) -> Origin | None:
    """The call that leads to a launch, so many functions out."""
    return launch.calls[-1 - depth] if depth < len(launch.calls) else None


def _passed(
    tree: HostTree,
    site: LaunchSite,
    place: Origin,
    launches: tuple[LaunchEvent, ...],
    dimension: int,
) -> LaunchSite | None:
    """The call at a place as the site that decides the sizes; None where it does not alone."""
    calls, functions = tree.calls.get(place, ()), tree.functions_at(site.call.at.span)
    if len(calls) != 1 or len(functions) != 1:
        return None
    call, function = calls[0], functions[0][1]
    if call.target is None or call.target.key != function.declaration.key or call.dynamic:
        return None
    passing = _Passing(tree, site, function, call, dimension)
    is_chosen = all(launch.local_is_null for launch in launches)
    arguments = (site.global_size,) if is_chosen else site.arguments
    given = [each for each in map(passing.given, arguments) if each is not None]
    if len(given) < len(arguments):
        return None
    through = (*site.through, function.declaration.last)
    local = given[1] if len(given) > 1 else None
    return LaunchSite(call, given[0], local, launches, site.depth + 1, through)


@dataclass(frozen=True)
class _Passing:
    """A function that passes sizes on to a site in it, and a call of it."""

    tree: HostTree
    site: LaunchSite
    function: Function
    call: ex.Call
    dimension: int

    def given(self, argument: SizeArgument) -> SizeArgument | None:
        """What the call gives for a size of the site; None where that is more, or not seen."""
        node = without_implicit(argument.node)
        if isinstance(argument.sizes, Computed) and isinstance(node, ex.NameRef):
            passed = self._argument(node)
            return size_argument(passed) if passed is not None else None
        number = self._number(argument)
        passed = self._argument(number) if number is not None else None
        if passed is None:
            return None
        return SizeArgument(passed, Listed((*(None,) * self.dimension, passed)), False)

    def _number(self, argument: SizeArgument) -> ex.NameRef | None:
        """The parameter that is all of the size along the dimension."""
        node = argument.node
        if isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef):
            found: list[ex.Expression] = [node.operand]
        elif isinstance(argument.sizes, Listed):
            found = [e for e in argument.sizes.elements[self.dimension :][:1] if e is not None]
        elif isinstance(argument.sizes, Held):
            found = self._written(argument.sizes)
        else:
            return None
        inner = without_implicit(found[0]) if len(found) == 1 else None
        return inner if isinstance(inner, ex.NameRef) and inner.at.macro is None else None

    def _written(self, held: Held) -> list[ex.Expression]:
        """All that a variable gets for the dimension; nothing where that is not seen."""
        writes = writes_of(self.tree, held.key, frozenset([held.use.at.span]))
        values = [values_of(write) for write in writes or ()]
        if any(value is None for value in values):
            return []
        return [v[self.dimension] for v in values if v is not None and self.dimension in v]

    def _argument(self, use: ex.NameRef) -> ex.Expression | None:
        """What the call gives for a parameter that is used here alone."""
        key = use.declaration.key
        keys = [parameter.declaration.key for parameter in self.function.parameters]
        uses = {each.at for each in self.tree.uses(key)}
        if key not in keys or uses != {use.at} or use.at.macro is not None:
            return None
        number = keys.index(key)
        if number >= len(self.call.arguments):
            return None
        passed = self.call.arguments[number]
        return passed if self.call.at.span.contains(passed.at.span) else None
