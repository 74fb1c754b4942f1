"""Launch sizes along a dimension become the old ones divided by a number."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import is_argument_once
from ppcl.ir import expression as ex
from ppcl.source import Edit, EditConflict, Span, apply_edits
from ppcl.transform.launching.callers import sites_of
from ppcl.transform.launching.copies import Copied, copies, names_in
from ppcl.transform.launching.division import (
    Divides,
    division_of,
    leaves_no_rest,
    numbers_of,
)
from ppcl.transform.launching.held import (
    Division,
    by_dimension,
    divided_element,
    divided_where_written,
)
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.named import names_behind
from ppcl.transform.launching.old_sizes import OldSizes, hidden_launch, of_same_text, unfollowed
from ppcl.transform.launching.sites import Held, LaunchSite, Listed, SizeArgument


@dataclass(frozen=True)
class NewSizes:
    """The edits that make all launches of a kernel smaller, how well the factor `divides` the old
    sizes, and the plain numbers that this stands on (`Plan.numbers`), with the names of numbers
    that they hang on, None where these are not told (`Plan.names`)."""

    edits: tuple[Edit, ...]
    divides: Divides
    numbers: tuple[int, ...]
    names: frozenset[str] | None = None


def resized(
    facts: Facts,
    kernel: str,
    dimension: int,
    factor: int,
    suffix: str = "_coarse",
    whole_groups: bool = False,
) -> NewSizes | OldSizes:
    """The edits by which each launch of a kernel (by its key; of all with its text) gets global and
    local sizes that are the old ones divided by `factor` along a dimension, and nothing else sees
    a change.

    Where it is not known that the factor divides a global size, that is rounded up. A local size
    of NULL stays. Copies of sizes have the old name with the `suffix`. With `whole_groups` local
    sizes stay, and groups are so many times fewer, rounded up.
    """
    kernels = of_same_text(facts, kernel)
    launches = [launch for launch in facts.host.launches if launch.kernel in kernels]
    refused = next(unfollowed(facts, launches, dimension, factor, whole_groups), None)
    if refused is not None:
        return refused
    tree = facts.once(HostTree)  # for each factor, and for the check
    sites = sites_of(tree, kernels, dimension)
    if isinstance(sites, OldSizes):
        return sites
    hidden = hidden_launch(tree, sites)
    if hidden is not None:
        return hidden
    if whole_groups:
        whole = all(leaves_no_rest(launch, dimension, factor) for launch in launches)
        divides: Divides = "always" if whole else "not always"
    else:
        divides = division_of(launches, dimension, factor)
    return _Resizing(tree, sites, dimension, factor, divides, suffix, whole_groups).result()


@dataclass(frozen=True)
class _Resizing:
    """The sites of all launches of a kernel, and what their sizes are divided by."""

    tree: HostTree
    sites: tuple[LaunchSite, ...]
    dimension: int
    factor: int
    divides: Divides
    suffix: str
    whole_groups: bool

    def result(self) -> NewSizes | OldSizes:
        """The edits for all sites, or the first reason against one."""
        held = self._held()
        edits: dict[Edit, None] = dict.fromkeys(e for each in held.values() for e in each or ())
        taken = names_in(self.tree)
        for site in self.sites:
            found = self._beside(site, held, taken)
            if isinstance(found, str):
                return OldSizes(found, site.call.at)
            edits.update(dict.fromkeys(found[0]))
            taken |= found[1]
        problem = self._problem(tuple(edits))
        if problem is not None:
            return OldSizes(problem, self.sites[0].call.at)
        launches = [launch for site in self.sites for launch in site.launches]
        numbers = numbers_of(launches, self.dimension)
        names = names_behind(self.tree, self.sites)
        return NewSizes(tuple(edits), self.divides, numbers, names)

    def _held(self) -> Mapping[str, tuple[Edit, ...] | None]:
        """The variables that hold sizes of these launches, each with the edits where it is written
        if it is for them alone."""
        uses: dict[str, dict[Span, Division]] = {}
        for site in self.sites:
            for argument in self._divided(site):
                if isinstance(argument.sizes, Held) and self._may_write(argument.sizes.use):
                    known = uses.setdefault(argument.sizes.key, {})
                    known[argument.sizes.use.at.span] = self._division(site, argument)
        return {key: self._written(key, known) for key, known in uses.items()}

    def _may_write(self, use: ex.NameRef) -> bool:
        """Whether the value of a variable is followed from where it is written, and no macro says
        the argument twice: one of them may be no launch."""
        is_followed = use.declaration.name not in self._merged
        return is_followed and is_argument_once(self.tree.facts, use.at.span)

    @cached_property
    def _merged(self) -> frozenset[str]:
        """The names of variables of which a launch gets one of several values that ppcl does not
        tell apart: that each is divided would not be seen."""
        launches = [launch for site in self.sites for launch in site.launches]
        choices = [choice for each in launches for choice in each.global_choices]
        choices += [choice for each in launches for choice in each.local_choices]
        symbols = {symbol for sides in choices for side in sides or () for symbol in side.symbols}
        return frozenset(symbol.name for symbol in symbols if symbol.kind == "merge")

    def _written(self, key: str, uses: Mapping[Span, Division]) -> tuple[Edit, ...] | None:
        first, *others = set(uses.values())
        return None if others else divided_where_written(self.tree, key, frozenset(uses), first)

    def _division(self, site: LaunchSite, argument: SizeArgument) -> Division:
        is_exact = self.divides != "not always" or argument is site.local_size
        return Division(self.dimension, self.factor, "down" if is_exact else "up")

    def _beside(
        self,
        site: LaunchSite,
        held: Mapping[str, tuple[Edit, ...] | None],
        taken: frozenset[str],
    ) -> tuple[tuple[Edit, ...], frozenset[str]] | str:
        """The edits at a site, for sizes that are not divided where they are written."""
        groups = self._groups(site)
        if groups is not None:
            size = site.global_size
            fewer = Copied(size, self._division(site, size), "global_size", groups)
            return copies(self.tree, site, [fewer], self.suffix, taken)
        edits: list[Edit] = []
        copied: list[Copied] = []
        for argument in self._divided(site):
            division = self._division(site, argument)
            if isinstance(argument.sizes, Listed):
                found = self._listed(site, argument, argument.sizes, division)
                if found is None:
                    return "the size's text is not its own"
                edits += found
            elif not (isinstance(argument.sizes, Held) and held.get(argument.sizes.key)):
                stem = "global_size" if argument is site.global_size else "local_size"
                copied.append(Copied(argument, division, stem))
        made = copies(self.tree, site, copied, self.suffix, taken)
        return made if isinstance(made, str) else ((*edits, *made[0]), made[1])

    def _groups(self, site: LaunchSite) -> SizeArgument | None:
        """A local size that stays as it is, and that there may be a rest of, where there is one."""
        return site.local_size if self.whole_groups and self.divides != "always" else None

    def _divided(self, site: LaunchSite) -> tuple[SizeArgument, ...]:
        """The sizes that are divided by the factor alone."""
        if self._groups(site) is not None:
            return ()
        return (site.global_size,) if self.whole_groups else tuple(site.arguments)

    def _listed(
        self, site: LaunchSite, argument: SizeArgument, listed: Listed, division: Division
    ) -> tuple[Edit, ...] | None:
        values = by_dimension(listed.elements)
        is_implied = any(each.at.span == argument.node.at.span for each in values.values())
        around = site.call if is_implied and len(values) == 1 else argument.node
        return divided_element(self.tree, around, values, division)

    def _problem(self, edits: tuple[Edit, ...]) -> str | None:
        """What stands against the places of edits."""
        files = self.tree.facts.files
        for edit in edits:
            if edit.span.file not in files or edit.span.file.startswith(("../", "/")):
                return "a size stands in a file outside the program's folder"
            units = [unit.path for unit, _ in self.tree.functions_at(edit.span)]
            if len(set(units)) < len(units):
                return "a size stands in a template that is used with several types"
            is_text = edit.span.start < edit.span.end
            if is_text and not is_argument_once(self.tree.facts, edit.span):
                return "a macro says the size more than once"
        try:
            for path in {edit.span.file for edit in edits}:
                apply_edits(files[path], (edit for edit in edits if edit.span.file == path))
        except EditConflict:
            return "a size would be divided twice"
        return None
