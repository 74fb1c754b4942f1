"""The coarsening transformation: choose, prove, plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.diag import Code, Note, Remark, RemarkKind
from ppcl.rewrite.merging import Merge, NotMerged, Numbering, observed, sees_groups
from ppcl.source import Edit
from ppcl.targets.target import Target
from ppcl.transform.checks.coarsened import Coarsened
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.contract import Legal, Offer, Plan, Refused
from ppcl.transform.naming import free_kernel_name, rename_edits
from ppcl.transform.obstacles import Obstacle, by_cause, location_of
from ppcl.transform.quoted import NotPlain, kernel_source
from ppcl_transforms.coarsen.codes import CODES
from ppcl_transforms.coarsen.comments import marked_comments, pointed_at
from ppcl_transforms.coarsen.gain import Gain
from ppcl_transforms.coarsen.group_sizes import divided_sizes
from ppcl_transforms.coarsen.legality import asking, obstacles
from ppcl_transforms.coarsen.merged import is_merged
from ppcl_transforms.coarsen.parts import NoParts
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.site import Site, sites, stem_of
from ppcl_transforms.coarsen.smaller import Smaller, launches_of, smaller
from ppcl_transforms.coarsen.text import Form, Text, form_of, text_of

_FACTORS = (2, 4, 8, 16)
_LETTERS = "xyz"
_ONE = Polynomial.constant(1)


@dataclass(frozen=True)
class Weighed:
    """A dimension and how many work-items are merged along it; what they do in common, or why they
    cannot be merged."""

    row: Row
    factor: int
    form: Form | NoParts
    numbering: Numbering = "blocked"
    unrolled: bool = False

    @property
    def name(self) -> str:
        """A letter for the dimension, and the factor: "y4", and "x4s" for work-items that are no
        neighbours, "y4u" for loops over them that are unrolled."""
        apart = "" if self.numbering == "blocked" else "s"
        unrolled = "u" if self.unrolled else ""
        return f"{_LETTERS[self.row.dimension]}{self.factor}{apart}{unrolled}"


@dataclass(frozen=True)
class Evidence:
    """The kernel's new text, the launches' new sizes, and the new name on both sides."""

    weighed: Weighed
    text: Text
    together: bool
    edits: tuple[Edit, ...]
    name: str | None
    fewer: Smaller


@dataclass(frozen=True)
class Coarsen:
    """The pass."""

    name: ClassVar[str] = "coarsen"
    codes: ClassVar[Mapping[str, Code]] = CODES

    def sites(self, facts: Facts) -> Iterator[Site]:
        """Every kernel that is launched, in order of first launch."""
        return sites(facts)

    def offers(self, site: Site, facts: Facts) -> Sequence[Offer[Weighed]] | Refused:
        """Each dimension of the launches by each factor that its groups can be divided by."""
        kernel = facts.kernels[site.kernel]
        if is_merged(kernel.function):
            return _refused(facts, site, "analysis", Obstacle("PPC248", "merged already", None))
        launches = launches_of(facts, site.kernel)
        found: list[Offer[Weighed]] = []
        for dimension in range(max(launch.dimensions or 0 for launch in launches)):
            row = Row(kernel, unit_of(facts, site).unit, dimension)
            found += _offers(facts, site, row, launches)
        if not found:
            against = Obstacle("PPC243", "its groups are no multiple of a factor", None)
            return _refused(facts, site, "missed", against)
        return found

    def check(
        self, site: Site, offer: Offer[Weighed], facts: Facts
    ) -> Legal[Site, Evidence] | Refused:
        """The proof that work-items may be merged so, or what stands against it."""
        weighed = offer.basis
        row = weighed.row
        against = list(obstacles(facts, row))
        fewer = smaller(facts, site.kernel, row, weighed.factor)
        groups = fewer.groups if isinstance(fewer, Smaller) else "smaller"
        against += [] if isinstance(fewer, Smaller) else fewer
        name = free_kernel_name(facts, f"{stem_of(row.kernel.name)}__{weighed.name}")
        naming = rename_edits(facts, {site.kernel: name})
        against += [Obstacle("PPC247", each.message, each.at) for each in naming.obstacles]
        try:
            merge = Merge(row.dimension, weighed.factor, "", weighed.numbering, groups)
            observed(row.function, row.functions, merge)
            if isinstance(weighed.form, NoParts):
                raise weighed.form
            kernel = facts.once(kernel_source, row.function.at.span)
            how = (weighed.factor, weighed.numbering, weighed.unrolled)
            text = text_of(weighed.form, kernel.source, *how)
            whole = groups != "smaller"
            given = (
                () if whole else tuple(divided_sizes(row.function, row.unit, kernel.source, merge))
            )
            inside = kernel.written((*text.edits, *given))
        except (NoParts, NotMerged) as reason:
            against.append(Obstacle("PPC242", str(reason), reason.at))
        except NotPlain as reason:
            against.append(Obstacle("PPC246", str(reason), reason.at))
        if against:
            return _refused(facts, site, "missed", *against)
        assert isinstance(fewer, Smaller)
        edits = (*inside, *fewer.sizes.edits, *naming.edits)
        new = name if naming.declared else None
        assert isinstance(weighed.form, Form)
        together = weighed.form.together
        return Legal(site, Evidence(weighed, text, together, edits, new, fewer))

    def plan(self, proof: Legal[Site, Evidence], facts: Facts) -> Plan:
        """The edits: the kernel's body, its name, and the sizes of its launches."""
        found, kernel = proof.evidence, proof.site.kernel
        row, factor = found.weighed.row, found.weighed.factor
        letter = _LETTERS[row.dimension]
        message = (
            f"kernel '{row.kernel.name}': {factor} work-items along {letter} are done by one"
            + ("" if found.together else ", one after another")
        )
        args: dict[str, str | int | float | bool] = {
            "kernel": row.kernel.name,
            "dimension": letter,
            "factor": factor,
        }
        at = location_of(facts, row.function.name_at)
        coarsened = Coarsened(
            kernel,
            row.dimension,
            factor,
            found.text.item,
            found.text.rim,
            found.weighed.numbering,
            found.fewer.groups,
        )
        renamed = (Renamed(kernel, found.name),) if found.name is not None else ()
        told = "the host is told here of the new kernel, how it can be launched"
        notes = tuple(Note("PPC240", told, location_of(facts, at)) for at in asking(facts))
        remark = Remark("passed", "PPC240", message, at, args, notes)
        declared, sizes = (coarsened, *renamed), found.fewer.sizes
        function = row.function
        is_exact = sizes.divides == "always"
        given = () if is_exact else arguments_of(facts, kernel)
        says = f"one of {found.name or row.kernel.name} does the work of {factor} along {letter}"
        return Plan(
            found.edits,
            declared,
            remark,
            notes=tuple(pointed_at(facts, function)),
            numbers=(*sizes.numbers, *given),
            comments=tuple(marked_comments(facts, function, says)),
            names=sizes.names if is_exact else None,
            bounded=not is_exact,
        )


def arguments_of(facts: Facts, kernel: str) -> tuple[int, ...]:
    """The numbers that a kernel is given: that it does nothing for more work-items than a launch
    had, where that is rounded up, may stand on them."""
    given = (each for launch in launches_of(facts, kernel) for each in launch.arguments)
    values = (each.value for each in given if each.kind == "scalar" and each.value is not None)
    return tuple(sorted({n for n in (value.as_int for value in values) if n is not None}))


def unit_of(facts: Facts, site: Site) -> KernelUnit:
    """The unit that a site's kernel stands in."""
    function = facts.kernels[site.kernel].function
    units = facts.kernel_units
    return next(u for u in units if any(each is function for each in u.unit.functions))


def _offers(
    facts: Facts, site: Site, row: Row, launches: Sequence[LaunchEvent]
) -> Iterator[Offer[Weighed]]:
    form: Form | NoParts
    try:
        form = form_of(row)
    except NoParts as reason:
        form = reason
    gain = Gain(form, facts.target, launches) if isinstance(form, Form) else None
    numberings = _numberings(row, facts.target)
    loops = (False, True) if isinstance(form, Form) and form.together else (False,)
    ways = product(_factors(row, launches), numberings, loops)
    for factor, numbering, unrolled in ways:
        weighed = Weighed(row, factor, form, numbering, unrolled)
        best = numbering == numberings[-1]
        share = gain.of(factor, unrolled) if gain is not None and best else 0.0
        expected = f"{share:.0%} is expected of it" if share > 0 else "no gain is expected of it"
        said = expected if gain is not None else str(form)
        message = f"work-items of '{site.key}' not merged: {said}"
        code = "PPC241" if gain is not None else "PPC242"
        kept = _remark(facts, site, "analysis", Obstacle(code, message, None))
        yield Offer(weighed.name, share, weighed, instead=kept)


def _numberings(row: Row, target: Target) -> tuple[Numbering, ...]:
    """The numberings to try, the best for the target last: a GPU reads along x."""
    if target.kind == "cpu" or row.dimension:
        return ("blocked",)
    seen = sees_groups(row.function, row.functions, row.dimension)
    return ("blocked", "strided" if seen else "spread")


def _factors(row: Row, launches: Sequence[LaunchEvent]) -> Sequence[int]:
    """The factors that all known local sizes along a dimension are a multiple of: powers of two,
    or a small one as a whole. Whole groups are merged by any."""
    dimension = row.dimension
    sides = [
        launch.local_size[dimension].as_int
        for launch in launches
        if launch.local_size is not None and dimension < len(launch.local_size)
    ]
    known = [side for side in sides if side is not None]
    wanted = sorted({*_FACTORS, *(side for side in known if 1 < side <= max(_FACTORS))})
    dividing = [factor for factor in wanted if all(side % factor == 0 for side in known)]
    if dividing or sees_groups(row.function, row.functions, dimension):
        return dividing
    sizes = [launch.global_size for launch in launches]
    is_one = all(side is not None and side[dimension:][:1] == (_ONE,) for side in sizes)
    return () if is_one else _FACTORS


def _refused(facts: Facts, site: Site, kind: RemarkKind, *against: Obstacle) -> Refused:
    first, *others = by_cause(against)
    message = f"work-items of '{site.key}' not merged: {first.message}"
    remark = _remark(facts, site, kind, Obstacle(first.code, message, first.at))
    notes = tuple(Note(o.code, o.message, location_of(facts, o.at)) for o in others)
    return Refused(Remark(kind, first.code, message, remark.location, remark.args, notes))


def _remark(facts: Facts, site: Site, kind: RemarkKind, obstacle: Obstacle) -> Remark:
    at = obstacle.at or facts.kernels[site.kernel].function.name_at
    args: dict[str, str | int | float | bool] = {"kernel": site.key}
    return Remark(kind, obstacle.code, obstacle.message, location_of(facts, at), args)
